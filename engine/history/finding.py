"""Which of many tokens that stand end to end holds some bytes: one search over all of them, not one a token."""

from __future__ import annotations

from engine.vocabulary import ByteArray, IntArray


def next_holding(data: ByteArray, offsets: IntArray, needle: bytes, after: int) -> int | None:
    """The row of the first token behind the first `after` ones that holds the bytes; the search goes round once.

    >>> import numpy as np
    >>> data, offsets = np.frombuffer(b"lowerlow", np.uint8), np.array([0, 5, 8])
    >>> [next_holding(data, offsets, b"low", after) for after in (0, 1, 2)], next_holding(data, offsets, b"rl", 0)
    ([0, 1, 0], None)
    """
    count = len(offsets) - 1
    if not needle or count < 1:
        return None
    ends = offsets - offsets[0]
    text = data[offsets[0] : offsets[-1]].tobytes()
    start = int(ends[min(after, count)])
    for first, stop in ((start, len(text)), (0, start)):
        at = text.find(needle, first, stop)
        while at >= 0:
            row = int(ends.searchsorted(at, "right")) - 1
            if at + len(needle) <= ends[row + 1]:
                return row
            at = text.find(needle, at + 1, stop)
    return None

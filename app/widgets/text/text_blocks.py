"""Cutting a text into blocks that are laid out one by one: paragraphs, or pieces of at most 8 KiB of longer ones.

The time to lay out a line of text grows faster than its length.  After an edit only the blocks that it touched are cut
again, so that all others stay as they are: what is on screen is not shaped anew.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.vocabulary import IntArray

BLOCK_LIMIT = 8192
_NEWLINE = 10

Bounds = tuple[IntArray, IntArray]
"""First byte and end of each block; a line break belongs to none."""


def blocks_of(data: bytes) -> Bounds:
    """The blocks of a text: at least one.

    >>> [array.tolist() for array in blocks_of(b"low\\n\\nlower")]
    [[0, 4, 5], [3, 4, 10]]
    """
    breaks = np.flatnonzero(np.frombuffer(data, np.uint8) == _NEWLINE)
    starts = np.concatenate(([0], breaks + 1))
    ends = np.append(breaks, len(data))
    if int((ends - starts).max()) <= BLOCK_LIMIT:
        return starts, ends
    pieces = [piece for bounds in zip(starts.tolist(), ends.tolist(), strict=True) for piece in _cut(data, *bounds)]
    begins, stops = zip(*pieces, strict=True)
    return np.array(begins), np.array(stops)


def blocks_after_edit(bounds: Bounds, data: bytes, begin: int, end: int, inserted: int) -> Bounds:
    """The blocks of `data`, in which `inserted` bytes from `begin` on stand for those up to `end` of the text before."""
    starts, ends = bounds
    grown = inserted - (end - begin)
    first = int(starts.searchsorted(begin, "right")) - 1
    last = int(starts.searchsorted(end, "right"))
    outer_start, outer_end = int(starts[first]), int(ends[last - 1]) + grown
    fresh_starts, fresh_ends = blocks_of(data[outer_start:outer_end])
    return (
        np.concatenate([starts[:first], fresh_starts + outer_start, starts[last:] + grown]),
        np.concatenate([ends[:first], fresh_ends + outer_start, ends[last:] + grown]),
    )


def _cut(data: bytes, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """A long line in pieces: after a space where there is one, else between two characters."""
    while end - begin > BLOCK_LIMIT:
        place = data.rfind(b" ", begin + BLOCK_LIMIT // 2, begin + BLOCK_LIMIT) + 1
        if not place:
            place = begin + BLOCK_LIMIT
            while data[place] & 0xC0 == 0x80:
                place -= 1
        yield begin, place
        begin = place
    yield begin, end

"""Which tokens lie in some bytes of a text, and how a sentence quotes them."""

from __future__ import annotations

import numpy as np

from engine.vocabulary import IntArray


def tokens_in(spans: IntArray, start: int, end: int) -> tuple[int, int]:
    """The first token in the bytes `start` to `end`, and the one behind the last; (n, 2) `spans` are those of all tokens.

    >>> tokens_in(np.array([[0, 1], [1, 3], [3, 3], [3, 6]]), 1, 6)
    (1, 4)
    """
    first = int(np.maximum.accumulate(spans[:, 1]).searchsorted(start, "right"))
    last = int(spans[:, 0].searchsorted(end, "left"))
    while first and spans[first - 1, 0] == spans[first - 1, 1] == start:  # a mark that covers no bytes
        first -= 1
    return first, max(first, last)


def quoted(data: bytes) -> str:
    """Bytes as a sentence names them: text in quotation marks, on one line; in hex where they are no text.

    >>> quoted(b" the\\n"), quoted(bytes([0xE2, 0x96]))
    ('" the\\\\n"', 'the bytes E2 96')
    """
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return "the bytes " + data.hex(" ").upper()
    return '"' + text.replace("\n", "\\n").replace("\t", "\\t") + '"'

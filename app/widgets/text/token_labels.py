"""What stands for the tokens of a text in the views that show labels in its place: ids, bytes, glyphs."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from app.translation import translate
from app.widgets.text.token_document import TokenDocument
from engine.vocabulary import glyphs

LABEL_LIMIT = 200_000
"""Tokens that are shown as labels; what comes after is counted."""
_LEAD = "\u202f"  # narrow space that does not break: keeps the label off the tick, and off the next one
_BREAK = "\u200b"  # here a line may end, without a blank that would stand over its end
_INNER = "\u00a0"
ISOLATE, END_OF_ISOLATE = "\u2066", "\u2069"
"""Around a label with letters of any direction: they must not turn the order of the labels beside it, nor put the signs
with which it begins ("##") behind them."""
LABEL_START = _LEAD + ISOLATE
"""What tells such a text from one that somebody has typed."""


def labelled(document: TokenDocument, label: Callable[[int], str]) -> TokenDocument:
    """A document whose text is a label for each token, made by `label` of its number.

    A token that holds a line break, or is followed by one that is left out, ends a line here too, so that the picture keeps
    the shape of the text.  Of a very long text the first LABEL_LIMIT tokens are shown.
    """
    count = min(len(document.starts), LABEL_LIMIT)
    limits = np.append(document.starts[1:], len(document.data)).tolist()
    pieces = []
    for token, (start, limit) in enumerate(zip(document.starts[:count].tolist(), limits, strict=False)):
        text = f"{_LEAD}{label(token)}{_LEAD}{_BREAK}"
        pieces.append((text + "\n" if b"\n" in document.data[start:limit] else text).encode())
    lengths = np.fromiter(map(len, pieces), np.int64, len(pieces))
    rest = len(document.starts) - count
    tail = translate("token_labels", "\n... and {:,} more tokens").format(rest) if rest else ""
    plain = TokenDocument.plain(b"".join(pieces) + tail.encode())
    ends = np.cumsum(lengths)
    return plain.with_tokens(document.ids[:count], ends - lengths, document.colours[:count], ends)


def plain_label(document: TokenDocument, view: str, token: int) -> str:
    """The label of a token of bytes, in the view `glyphs`, `bytes` or `ids`."""
    data = document.token_bytes(token)
    if view == "ids":
        return f"{int(document.ids[token]):,}"
    return glyphs(data) if view == "glyphs" else byte_label(data)


def byte_label(data: bytes) -> str:
    """Bytes as hex, with blanks between them that break no line.

    >>> byte_label(b"ab")
    '61\\xa062'
    """
    return data.hex("_").upper().replace("_", _INNER)

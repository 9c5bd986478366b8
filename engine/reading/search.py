"""Where a text, some bytes, or a token stand in a text and its tokens.

ing          text, every character as it is; in double quotes it is text whatever it looks like
0xE0 A4      bytes in hex: parts of characters are found too
#5619        the token with this id
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.encoding import Encoding
from engine.errors import OptionError
from engine.vocabulary import IntArray

SoughtKind = Literal["text", "bytes", "id"]
_MOST_DIGITS = 18
"""Of an id; a 64-bit number has them, and Python reads none of more than 4,300."""


@dataclass(frozen=True, slots=True)
class Sought:
    """What is looked for: bytes (of a text, or as they are), or an id."""

    kind: SoughtKind
    data: bytes = b""
    id: int = -1


@dataclass(frozen=True, slots=True)
class Hits:
    """(n, 2) bytes of the text in which it was found, in order, and how many of them are exactly one token."""

    spans: IntArray
    whole: int

    def __len__(self) -> int:
        return len(self.spans)

    def at_or_after(self, byte: int) -> int:
        """The first hit from this byte on, around the end; -1 where there is none."""
        return int(self.spans[:, 0].searchsorted(byte, "left")) % len(self) if len(self) else -1


NO_HITS = Hits(np.empty((0, 2), np.int64), 0)


def parse_search(text: str) -> Sought | None:
    """What somebody typed; None for nothing.  OptionError says what is wrong with an id or with bytes.

    >>> parse_search("#995"), parse_search("0xE0 A4").data, parse_search('"#1"').data
    (Sought(kind='id', data=b'', id=995), b'\\xe0\\xa4', b'#1')
    """
    if re.fullmatch(r"#\s*[\d,]+\s*", text):
        return Sought("id", id=_id_of(re.sub(r"\D", "", text)))
    if re.match(r"0[xX]", text):
        return Sought("bytes", _bytes_of(text[2:])) if text[2:].strip() else None
    if len(text) > 2 and text[0] == text[-1] == '"':
        text = text[1:-1]
    return Sought("text", text.encode("utf-8", "replace")) if text else None


def _id_of(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise OptionError(f"#{digits[:_MOST_DIGITS]}... is no token: no token has an id of so many digits.")
    return int(digits or "-1")


def _bytes_of(hex_digits: str) -> bytes:
    digits = re.sub(r"[\s,]|0[xX]", "", hex_digits)
    try:
        return bytes.fromhex(digits)
    except ValueError:
        raise OptionError(
            f'"{hex_digits.strip()}" is not bytes in hex. Write pairs of digits, as in 0xE0 A4.'
        ) from None


def find_in(encoding: Encoding, sought: Sought) -> Hits:
    """All places, none over another.

    >>> from engine.presets import load_preset
    >>> gpt2 = load_preset("gpt2")
    >>> hits = find_in(gpt2.encode("the other the"), parse_search("the"))
    >>> hits.spans.tolist(), hits.whole
    ([[0, 3], [5, 8], [10, 13]], 1)
    """
    if sought.kind == "id":
        spans = encoding.byte_spans[np.flatnonzero(encoding.ids == sought.id)]
        return Hits(spans, len(spans))
    starts = _places(encoding.data, sought.data)
    spans = np.stack([starts, starts + len(sought.data)], axis=1)
    return Hits(spans, _exactly_tokens(encoding, spans))


def _places(data: bytes, part: bytes) -> IntArray:
    if len(part) == 1:
        return np.flatnonzero(np.frombuffer(data, np.uint8) == part[0])
    return np.array([found.start() for found in re.finditer(re.escape(part), data)], np.int64)


def _exactly_tokens(encoding: Encoding, spans: IntArray) -> int:
    width = len(encoding.data) + 1
    keys = [pairs[:, 0] * width + pairs[:, 1] for pairs in (spans, encoding.byte_spans)]
    return int(np.isin(keys[0], keys[1]).sum())

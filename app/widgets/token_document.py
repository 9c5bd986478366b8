"""A text and its tokens, cut into blocks that are laid out one by one.

A block is a paragraph, or a piece of at most 8 KiB of a longer one: the time to lay out a line of text grows faster
than its length.  Everything is counted in bytes of the UTF-8; a block knows its UTF-16 units as well, which is what Qt
draws by. Nothing here needs a window.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from app.text_positions import TextPositions
from engine.vocabulary import ByteArray, IntArray, glyphs

BLOCK_LIMIT = 8192
SPECIAL = 255
"""The colour index of special tokens: a frame, no fill."""
UNKNOWN = 254
"""The colour index of tokens that stand for something unknown: hatched."""
GAP = -1
"""The number of the token where there is none: bytes that a tokenizer leaves out."""
LABEL_LIMIT = 200_000
"""Tokens that are shown as labels; what comes after is counted."""

_NEWLINE = 10
# Each control character is drawn as one character that can be seen, so that places in the text stay the same.
_SHOWN = {code: 0x2400 + code for code in range(0x20) if code != 9} | {0x7F: 0x2421}
_SHOWN |= dict.fromkeys((0xFEFF, 0xFFFE), 0x25A1)  # at the start of a string Qt takes them for byte order marks
_SHOWN |= dict.fromkeys(range(128, 160), 9253) | dict.fromkeys((0x85, 0x2028, 0x2029), 0x2424)


@dataclass(frozen=True)
class Block:
    """One piece of a document, ready to be laid out.

    `text` is what is drawn; token `tokens[k]` (GAP for bytes under no token) begins at byte `token_bytes[k]` of the block
    (the first may have begun before it and then says 0 here, with `continues`), and `overlaps[k]` says that it begins under
    the token before it.  `pins` are tokens that cover none of the text (a mark at a word's end), each with its byte; `tail`
    are those that begin with the line break behind the block.
    """

    text: str
    positions: TextPositions
    tokens: IntArray
    token_bytes: IntArray
    overlaps: npt.NDArray[np.bool_]
    continues: bool
    pins: tuple[tuple[int, int], ...] = ()
    tail: tuple[int, ...] = ()

    @cached_property
    def token_units(self) -> IntArray:
        """UTF-16 unit of the character in which each token begins."""
        return self.positions.unit_of_byte(self.token_bytes)

    @cached_property
    def token_inside(self) -> npt.NDArray[np.bool_]:
        """Which tokens begin in the middle of a character's bytes, or under another token."""
        return np.not_equal(self.positions.character_start(self.token_bytes), self.token_bytes) | self.overlaps


@dataclass(frozen=True)
class TokenDocument:
    """Text as UTF-8 with the id, first byte, end and colour of each token, all in the order of the text.

    Between two tokens there may be bytes under none; a token may cover no bytes, and two may cover the same.

    >>> document = TokenDocument.plain(b"low\\nlower").with_tokens([1, 2], [0, 4], [0, 1])
    >>> len(document), document.block(1).text, document.token_at(5)
    (2, 'lower', 1)
    """

    data: bytes
    ids: IntArray
    starts: IntArray
    ends: IntArray
    colours: ByteArray
    block_starts: IntArray
    block_ends: IntArray

    @classmethod
    def plain(cls, data: bytes) -> TokenDocument:
        """A text without tokens."""
        nothing = np.empty(0, np.int64)
        return cls(data, nothing, nothing, nothing, np.empty(0, np.uint8), *_blocks(data))

    def with_tokens(
        self, ids: npt.ArrayLike, starts: npt.ArrayLike, colours: npt.ArrayLike, ends: npt.ArrayLike | None = None
    ) -> TokenDocument:
        """The same text with these tokens; those behind its end (of a text that was longer) are left out.

        Without `ends` each goes on to the next.
        """
        size = len(self.data)
        places: IntArray = np.maximum.accumulate(np.asarray(starts, np.int64)) if np.size(starts) else _no_places()
        stops = (
            np.append(places[1:], max(size, *places[-1:].tolist(), 0)) if ends is None else np.asarray(ends, np.int64)
        )
        stops = np.maximum(stops, places) if len(places) else _no_places()
        count = int(np.searchsorted(places, size, "left"))
        while count < len(places) and places[count] == stops[count] == size:  # marks behind the last character
            count += 1
        return replace(
            self,
            ids=np.asarray(ids, np.int64)[:count],
            starts=places[:count],
            ends=np.minimum(stops[:count], size),
            colours=np.asarray(colours, np.uint8)[:count],
        )

    def edited(self, begin: int, end: int, inserted: bytes) -> TokenDocument:
        """The text after an edit.  Until new tokens come, the old ones keep to their letters as well as they can.

        What was inserted belongs to the token in which it stands, and tokens that have lost all their bytes are gone.
        """
        data = self.data[:begin] + inserted + self.data[end:]
        kept = (self.starts < begin) | (self.ends > end) | (self.starts >= end)
        grown, place = len(inserted) - (end - begin), begin + len(inserted)
        starts = np.where(self.starts >= end, self.starts + grown, np.minimum(self.starts, place))
        ends = np.where(self.ends >= end, self.ends + grown, np.minimum(self.ends, place))
        if begin == 0 and len(starts) and self.starts[0] == 0:
            starts[0] = 0  # the first letters have a token before them in no case
        kept &= (ends > starts) | (self.ends == self.starts)
        fresh = TokenDocument.plain(data)
        return fresh.with_tokens(self.ids[kept], starts[kept], self.colours[kept], ends[kept])

    def __len__(self) -> int:
        """How many blocks there are: at least one."""
        return len(self.block_starts)

    def block_of(self, byte: int) -> int:
        """The block that holds this byte."""
        return int(np.searchsorted(self.block_starts, byte, "right")) - 1

    def block(self, index: int) -> Block:
        begin, end = int(self.block_starts[index]), int(self.block_ends[index])
        data = self.data[begin:end]
        first = min(int(self.ends.searchsorted(begin, "right")), int(self.starts.searchsorted(begin, "left")))
        # Marks at the end of a line belong to it; at a cut in a long line they belong to what follows.
        at_end = end == len(self.data) or self.block_ends_paragraph(index)
        last = int(self.starts.searchsorted(end, "right" if at_end else "left"))
        size = end - begin if len(self.starts) else 0  # where no tokens have come yet, nothing is left out
        entries, pins, tail = _entries(self.starts[first:last] - begin, self.ends[first:last] - begin, size)
        numbers, places, overlaps = entries
        continues = bool(len(places) and places[0] < 0)
        return Block(
            data.decode("utf-8", "replace").translate(_SHOWN),
            TextPositions(data),
            np.where(numbers >= 0, numbers + first, GAP),
            np.maximum(places, 0),
            overlaps,
            continues,
            tuple((place, token + first) for place, token in pins),
            tuple(token + first for token in tail),
        )

    def block_ends_paragraph(self, index: int) -> bool:
        """Whether a line break (and not a cut in a long line) comes after the block."""
        end = int(self.block_ends[index])
        return end < len(self.data) and self.data[end] == _NEWLINE

    def token_at(self, byte: int) -> int:
        """The token that holds this byte, or -1."""
        if not 0 <= byte < len(self.data):
            return GAP
        token = int(np.searchsorted(self.starts, byte, "right")) - 1
        return token if token >= 0 and byte < self.ends[token] else GAP

    def token_bytes(self, token: int) -> bytes:
        return self.data[int(self.starts[token]) : int(self.ends[token])]


def _no_places() -> IntArray:
    return np.empty(0, np.int64)


_Entries = tuple[IntArray, IntArray, npt.NDArray[np.bool_]]


def _entries(starts: IntArray, ends: IntArray, size: int) -> tuple[_Entries, list[tuple[int, int]], list[int]]:
    """Tokens of a block, with a GAP after each that does not reach to the next: numbers, first bytes, overlaps.

    Then the tokens without bytes, as (byte, number), and those that begin with the line break behind the block.
    """
    if len(starts) and starts[0] <= 0 and starts[-1] < size <= ends[-1] and np.array_equal(starts[1:], ends[:-1]):
        plain = bool((starts < ends).all())  # one after the other without a gap, as most tokenizers cut
        if plain:
            return (np.arange(len(starts)), starts, np.zeros(len(starts), np.bool_)), [], []
    pinned = starts == ends
    tail = np.flatnonzero((starts >= size) & ~pinned).tolist()
    pins = [(int(starts[number]), number) for number in np.flatnonzero(pinned).tolist()]
    numbers = np.flatnonzero(~pinned & (starts < size))
    begins, stops = starts[numbers], ends[numbers]
    reach = np.concatenate(([0], np.maximum.accumulate(stops)))  # how far the tokens before come
    overlaps = begins < reach[:-1]
    # A gap is before a token that begins behind the reach of the others, and perhaps behind the last.
    open_at = np.flatnonzero(np.append(begins, size) > reach)
    numbers = np.insert(numbers, open_at, GAP)
    places = np.insert(begins, open_at, reach[open_at])
    return (numbers, places, np.insert(overlaps, open_at, False)), pins, tail


# ---- what the other views show in place of the text ----

_LEAD = "\u202f"  # narrow space that does not break: keeps the label off the tick
_INNER = "\u00a0"
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"
"""Around a label with letters of any direction: they must not turn the order of the labels beside it."""
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
        text = f"{_LEAD}{label(token)} "
        pieces.append((text + "\n" if b"\n" in document.data[start:limit] else text).encode())
    lengths = np.fromiter(map(len, pieces), np.int64, len(pieces))
    rest = len(document.starts) - count
    tail = f"\n... and {rest:,} more tokens" if rest else ""
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


# ---- cutting ----


def _blocks(data: bytes) -> tuple[IntArray, IntArray]:
    """First byte and end of each block; a line break belongs to none."""
    breaks = np.flatnonzero(np.frombuffer(data, np.uint8) == _NEWLINE)
    starts = np.concatenate(([0], breaks + 1))
    ends = np.append(breaks, len(data))
    if int((ends - starts).max()) <= BLOCK_LIMIT:
        return starts, ends
    pieces = [piece for bounds in zip(starts.tolist(), ends.tolist(), strict=True) for piece in _cut(data, *bounds)]
    begins, stops = zip(*pieces, strict=True)
    return np.array(begins), np.array(stops)


def _cut(data: bytes, begin: int, end: int) -> list[tuple[int, int]]:
    """A long line in pieces: after a space where there is one, else between two characters."""
    pieces = []
    while end - begin > BLOCK_LIMIT:
        place = data.rfind(b" ", begin + BLOCK_LIMIT // 2, begin + BLOCK_LIMIT) + 1
        if not place:
            place = begin + BLOCK_LIMIT
            while data[place] & 0xC0 == 0x80:
                place -= 1
        pieces.append((begin, place))
        begin = place
    return [*pieces, (begin, end)]

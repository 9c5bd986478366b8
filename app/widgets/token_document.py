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

_NEWLINE = 10
# Each control character is drawn as one character that can be seen, so that places in the text stay the same.
_SHOWN = {code: 0x2400 + code for code in range(0x20) if code != 9} | {0x7F: 0x2421}
_SHOWN |= dict.fromkeys(range(128, 160), 9253) | dict.fromkeys((0x85, 0x2028, 0x2029), 0x2424)


@dataclass(frozen=True)
class Block:
    """One piece of a document, ready to be laid out.

    `text` is what is drawn; token `first_token + k` begins at byte `token_bytes[k]` of the block (the first may have
    begun before it and then says 0 here, with `continues`).
    """

    text: str
    positions: TextPositions
    first_token: int
    token_bytes: IntArray
    continues: bool

    @cached_property
    def token_units(self) -> IntArray:
        """UTF-16 unit of the character in which each token begins."""
        return self.positions.unit_of_byte(self.token_bytes)

    @cached_property
    def token_inside(self) -> npt.NDArray[np.bool_]:
        """Which tokens begin in the middle of a character's bytes."""
        return np.not_equal(self.positions.character_start(self.token_bytes), self.token_bytes)


@dataclass(frozen=True)
class TokenDocument:
    """Text as UTF-8 with the id, first byte and colour of each token, all in the order of the text.

    >>> document = TokenDocument.plain(b"low\\nlower").with_tokens([1, 2], [0, 4], [0, 1])
    >>> len(document), document.block(1).text, document.token_at(5)
    (2, 'lower', 1)
    """

    data: bytes
    ids: IntArray
    starts: IntArray
    colours: ByteArray
    block_starts: IntArray
    block_ends: IntArray

    @classmethod
    def plain(cls, data: bytes) -> TokenDocument:
        """A text without tokens."""
        nothing = np.empty(0, np.int64)
        return cls(data, nothing, nothing, np.empty(0, np.uint8), *_blocks(data))

    def with_tokens(self, ids: npt.ArrayLike, starts: npt.ArrayLike, colours: npt.ArrayLike) -> TokenDocument:
        """The same text with these tokens; those behind its end (of a text that was longer) are left out."""
        places: IntArray = np.asarray(starts, np.int64)
        count = int(np.searchsorted(places, len(self.data), "left"))
        return replace(
            self,
            ids=np.asarray(ids, np.int64)[:count],
            starts=places[:count],
            colours=np.asarray(colours, np.uint8)[:count],
        )

    def edited(self, begin: int, end: int, inserted: bytes) -> TokenDocument:
        """The text after an edit.  Until new tokens come, the old ones keep to their letters as well as they can.

        What was inserted belongs to the token in which it stands, and tokens that have lost all their bytes are gone.
        """
        data = self.data[:begin] + inserted + self.data[end:]
        ends = np.append(self.starts[1:], len(self.data))
        kept = (self.starts < begin) | (ends > end) | (self.starts >= end)
        grown = len(inserted) - (end - begin)
        moved = np.where(self.starts >= end, self.starts + grown, np.minimum(self.starts, begin + len(inserted)))
        if begin == 0 and len(moved):
            moved[0] = 0  # the first letters have a token before them in no case
        kept &= np.append(np.diff(moved) > 0, True) if len(moved) else kept
        fresh = TokenDocument.plain(data)
        return fresh.with_tokens(self.ids[kept], moved[kept], self.colours[kept])

    def __len__(self) -> int:
        """How many blocks there are: at least one."""
        return len(self.block_starts)

    def block_of(self, byte: int) -> int:
        """The block that holds this byte."""
        return int(np.searchsorted(self.block_starts, byte, "right")) - 1

    def block(self, index: int) -> Block:
        begin, end = int(self.block_starts[index]), int(self.block_ends[index])
        data = self.data[begin:end]
        first = max(0, int(np.searchsorted(self.starts, begin, "right")) - 1)
        last = int(np.searchsorted(self.starts, end, "left"))
        token_bytes = self.starts[first:last] - begin
        continues = bool(len(token_bytes) and token_bytes[0] < 0)
        return Block(
            data.decode("utf-8", "replace").translate(_SHOWN),
            TextPositions(data),
            first,
            np.maximum(token_bytes, 0),
            continues,
        )

    def block_ends_paragraph(self, index: int) -> bool:
        """Whether a line break (and not a cut in a long line) comes after the block."""
        end = int(self.block_ends[index])
        return end < len(self.data) and self.data[end] == _NEWLINE

    def token_at(self, byte: int) -> int:
        """The token that holds this byte, or -1."""
        if not 0 <= byte < len(self.data):
            return -1
        return int(np.searchsorted(self.starts, byte, "right")) - 1

    def token_bytes(self, token: int) -> bytes:
        end = int(self.starts[token + 1]) if token + 1 < len(self.starts) else len(self.data)
        return self.data[int(self.starts[token]) : end]


# ---- what the other views show in place of the text ----

_LEAD = "\u202f"  # narrow space that does not break: keeps the label off the tick
_INNER = "\u00a0"


def labelled(document: TokenDocument, view: str) -> TokenDocument:
    """A document whose text is a label for each token: `glyphs`, `bytes` or `ids`.

    A token that holds a line break ends a line here too, so that the picture keeps the shape of the text.
    """
    label = _LABELS[view]
    pieces = []
    for token in range(len(document.starts)):
        data = document.token_bytes(token)
        text = f"{_LEAD}{label(int(document.ids[token]), data)} "
        pieces.append((text + "\n" if b"\n" in data else text).encode())
    lengths = np.fromiter(map(len, pieces), np.int64, len(pieces))
    plain = TokenDocument.plain(b"".join(pieces))
    return plain.with_tokens(document.ids, np.cumsum(lengths) - lengths, document.colours)


_LABELS: dict[str, Callable[[int, bytes], str]] = {
    "glyphs": lambda _, data: glyphs(data),
    "bytes": lambda _, data: data.hex(_INNER_BYTE).upper().replace("_", _INNER),
    "ids": lambda token_id, _: f"{token_id:,}",
}
_INNER_BYTE = "_"


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

"""A text and its tokens, cut into blocks that are laid out one by one (see `text_blocks`).

Everything is counted in bytes of the UTF-8; a block knows its UTF-16 units as well, which is what Qt draws by.  Nothing
here needs a window.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from app.text_positions import TextPositions
from app.widgets.text.placed_tokens import PlacedTokens
from app.widgets.text.text_blocks import blocks_after_edit, blocks_of
from engine.incremental import common_ends
from engine.vocabulary import ByteArray, IntArray

SPECIAL = 255
"""The colour index of special tokens: a frame, no fill."""
UNKNOWN = 254
"""The colour index of tokens that stand for something unknown: hatched."""
GAP = -1
"""The number of the token where there is none: bytes that a tokenizer leaves out."""

_NEWLINE = 10
# Each control character is drawn as one character that can be seen, so that places in the text stay the same.
SHOWN = {code: 0x2400 + code for code in range(0x20) if code != 9} | {0x7F: 0x2421}
SHOWN |= dict.fromkeys((0xFEFF, 0xFFFE), 0x25A1)  # at the start of a string Qt takes them for byte order marks
SHOWN |= dict.fromkeys(range(128, 160), 9253) | dict.fromkeys((0x85, 0x2028, 0x2029), 0x2424)


@dataclass(frozen=True, eq=False)
class Block:
    """One piece of a document, ready to be laid out, wherever it stands: its tokens are counted from its first.

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

    @classmethod
    def of(cls, data: bytes, starts: IntArray, ends: IntArray, size: int) -> Block:
        """From bytes and the places of tokens in them; behind `size` nothing is said to be left out."""
        (numbers, places, overlaps), pins, tail = _entries(starts, ends, size)
        return cls(
            data.decode("utf-8", "replace").translate(SHOWN),
            TextPositions(data),
            numbers,
            np.maximum(places, 0),
            overlaps,
            bool(len(places) and places[0] < 0),
            tuple(pins),
            tuple(tail),
        )

    @cached_property
    def count(self) -> int:
        """How many tokens there are, those without letters too."""
        shown = int(self.tokens.max(initial=-1))
        return 1 + max([shown, *self.tail, *(token for _, token in self.pins)])

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
    tokens: PlacedTokens
    block_starts: IntArray
    block_ends: IntArray

    @classmethod
    def plain(cls, data: bytes) -> TokenDocument:
        """A text without tokens."""
        return cls(data, PlacedTokens.none(), *blocks_of(data))

    @property
    def ids(self) -> IntArray:
        return self.tokens.ids

    @property
    def starts(self) -> IntArray:
        return self.tokens.starts

    @property
    def ends(self) -> IntArray:
        return self.tokens.ends

    @property
    def colours(self) -> ByteArray:
        return self.tokens.colours

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
        numbers, shades = np.asarray(ids, np.int64)[:count], np.asarray(colours, np.uint8)[:count]
        return replace(self, tokens=PlacedTokens(numbers, places[:count], np.minimum(stops[:count], size), shades))

    def with_tokens_of(self, data: bytes, tokens: PlacedTokens) -> TokenDocument:
        """The same text with the tokens of `data`: of this text, or of what it was before something was typed."""
        if data != self.data:
            before, behind = common_ends(data, self.data)
            tokens = tokens.edited(before, len(data) - behind, len(self.data) - behind - before)
        return replace(self, tokens=tokens)

    def edited(self, begin: int, end: int, inserted: bytes) -> TokenDocument:
        """The text after an edit; until new tokens come, the old ones keep to their letters as well as they can."""
        old = memoryview(self.data)
        data = b"".join((old[:begin], inserted, old[end:]))
        blocks = blocks_after_edit((self.block_starts, self.block_ends), data, begin, end, len(inserted))
        return TokenDocument(data, self.tokens.edited(begin, end, len(inserted)), *blocks)

    def __len__(self) -> int:
        """How many blocks there are: at least one."""
        return len(self.block_starts)

    def block_of(self, byte: int) -> int:
        """The block that holds this byte."""
        return int(np.searchsorted(self.block_starts, byte, "right")) - 1

    def block(self, index: int) -> Block:
        return self.placed_block(index, {})[0]

    def placed_block(self, index: int, kept: dict[object, Block]) -> tuple[Block, int]:
        """A block, taken from `kept` where one that holds the same is there, and the number of its first token."""
        begin, end = int(self.block_starts[index]), int(self.block_ends[index])
        data = self.data[begin:end]
        numbers, starts, ends = self.tokens.around(begin, end)
        first = min(int(ends.searchsorted(begin, "right")), int(starts.searchsorted(begin, "left")))
        # Marks at the end of a line belong to it; at a cut in a long line they belong to what follows.
        at_end = end == len(self.data) or self.block_ends_paragraph(index)
        last = int(starts.searchsorted(end, "right" if at_end else "left"))
        size = end - begin if len(self.tokens) else 0  # where no tokens have come yet, nothing is left out
        starts, ends = starts[first:last] - begin, ends[first:last] - begin
        key = (data, size, starts.tobytes(), ends.tobytes())
        if key not in kept:
            kept[key] = Block.of(data, starts, ends, size)
        return kept[key], int(numbers[first]) if first < len(numbers) else 0

    def block_ends_paragraph(self, index: int) -> bool:
        """Whether a line break (and not a cut in a long line) comes after the block."""
        end = int(self.block_ends[index])
        return end < len(self.data) and self.data[end] == _NEWLINE

    def token_at(self, byte: int) -> int:
        """The token that holds this byte, or -1."""
        if not 0 <= byte < len(self.data):
            return GAP
        numbers, starts, ends = self.tokens.around(byte, byte + 1)
        place = int(np.searchsorted(starts, byte, "right")) - 1
        return int(numbers[place]) if place >= 0 and byte < ends[place] else GAP

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

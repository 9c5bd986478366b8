"""Tokens with their places in a text, kept through edits until new ones come.

An edit of a text with millions of tokens must not touch them all: it is only remembered, and taken into account for the
few tokens that somebody looks at.  Where all are asked for, all are moved.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from engine.vocabulary import ByteArray, IntArray

_MOST_EDITS = 16
"""Edits that are remembered; then all tokens are moved."""
Places = tuple[IntArray, IntArray, IntArray]
"""Numbers of some tokens, their first bytes, their ends."""


@dataclass(frozen=True, slots=True)
class TextEdit:
    """Bytes `begin` to `end` became `inserted` others; the tokens numbered `dropped` have lost all theirs by it."""

    begin: int
    end: int
    inserted: int
    dropped: IntArray = field(default_factory=lambda: np.empty(0, np.int64))

    @property
    def grown(self) -> int:
        return self.inserted - (self.end - self.begin)

    def first_before(self, byte: int) -> int:
        """The first byte of the old text that may have come to this one; `last_before` the last."""
        return min(byte, self.begin) if byte <= self.begin + self.inserted else byte - self.grown

    def last_before(self, byte: int) -> int:
        return byte if byte < self.begin else max(self.end, byte - self.grown)

    def moved(self, places: Places) -> tuple[Places, npt.NDArray[np.bool_]]:
        """Tokens as they stand after the edit, and which of them are left.

        What was inserted belongs to the token in which it stands; tokens that have lost all their bytes are gone.
        """
        numbers, starts, ends = places
        place = self.begin + self.inserted
        after_starts = np.where(starts >= self.end, starts + self.grown, np.minimum(starts, place))
        after_ends = np.where(ends >= self.end, ends + self.grown, np.minimum(ends, place))
        if self.begin == 0 and len(numbers) and numbers[0] == 0 and starts[0] == 0:
            after_starts[0] = 0  # the first letters have a token before them in no case
        kept = (starts < self.begin) | (ends > self.end) | (starts >= self.end)
        kept &= (after_ends > after_starts) | (ends == starts)
        return (numbers, after_starts, after_ends), kept


@dataclass(frozen=True)
class PlacedTokens:
    """The id, first byte, end and colour of each token of a text, in order, as they were before `edits`.

    >>> tokens = PlacedTokens(np.array([7, 8]), np.array([0, 3]), np.array([3, 9]), np.zeros(2, np.uint8))
    >>> tokens.edited(1, 1, 2).starts.tolist(), tokens.edited(0, 3, 0).ids.tolist()
    ([0, 5], [8])
    """

    first_ids: IntArray
    first_starts: IntArray
    first_ends: IntArray
    first_colours: ByteArray
    edits: tuple[TextEdit, ...] = ()

    @classmethod
    def none(cls) -> PlacedTokens:
        nothing = np.empty(0, np.int64)
        return cls(nothing, nothing, nothing, np.empty(0, np.uint8))

    @cached_property
    def ids(self) -> IntArray:
        return self._left(self.first_ids)

    @cached_property
    def colours(self) -> ByteArray:
        return np.asarray(self._left(self.first_colours), np.uint8)

    @property
    def starts(self) -> IntArray:
        return self._all[1]

    @property
    def ends(self) -> IntArray:
        return self._all[2]

    def __len__(self) -> int:
        return len(self.first_ids) - sum(len(edit.dropped) for edit in self.edits)

    def edited(self, begin: int, end: int, inserted: int) -> PlacedTokens:
        """The tokens after one more edit."""
        if len(self.edits) == _MOST_EDITS:
            return PlacedTokens(self.ids, self.starts, self.ends, self.colours).edited(begin, end, inserted)
        edit = TextEdit(begin, end, inserted)
        near = self.around(begin, end)
        dropped = near[0][~edit.moved(near)[1]]
        if len(dropped) == len(self):
            return PlacedTokens.none()
        return replace(self, edits=(*self.edits, replace(edit, dropped=dropped)))

    def around(self, begin: int, end: int) -> Places:
        """All tokens that touch bytes `begin` to `end`, and perhaps some beside them."""
        first_byte, last_byte = begin, end
        for edit in reversed(self.edits):
            first_byte, last_byte = edit.first_before(first_byte), edit.last_before(last_byte)
        starts, ends = self.first_starts, self.first_ends
        first = min(int(ends.searchsorted(first_byte, "left")), int(starts.searchsorted(first_byte, "left")))
        last = int(starts.searchsorted(last_byte, "right"))
        return self._after_edits((np.arange(first, last), starts[first:last], ends[first:last]))

    @cached_property
    def _all(self) -> Places:
        return self._after_edits((np.arange(len(self.first_ids)), self.first_starts, self.first_ends))

    def _after_edits(self, places: Places) -> Places:
        for edit in self.edits:
            (numbers, starts, ends), _ = edit.moved(places)
            kept = ~np.isin(numbers, edit.dropped)
            numbers = numbers[kept]
            places = numbers - edit.dropped.searchsorted(numbers), starts[kept], ends[kept]
        return places

    def _left(self, values: IntArray) -> IntArray:
        for edit in self.edits:
            values = np.delete(values, edit.dropped) if len(edit.dropped) else values
        return values

"""Encoding: a text and its tokens, with the place of each token in bytes, characters and UTF-16 units.

A token is exact bytes; every other position follows from them.  A token that holds part of a character spans the whole
character, so several tokens may share one.

>>> from engine.encoding import Encoding
>>> e = Encoding("a😀b", np.array([64, 76460, 222, 65]), np.array([[0, 1], [1, 4], [4, 5], [5, 6]]))
>>> e.character_spans.tolist(), e.utf16_spans.tolist()
([[0, 1], [1, 2], [1, 2], [2, 3]], [[0, 1], [1, 3], [1, 3], [3, 4]])
>>> [(segment.first, segment.last) for segment in e.segments()]
[(0, 1), (1, 3), (3, 4)]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import overload
from weakref import ReferenceType

import numpy as np
import numpy.typing as npt

from engine.unicode import grapheme_breaks
from engine.vocabulary import ByteArray, IntArray

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Segment:
    """The tokens `first` up to (not with) `last`: the shortest run that shares no grapheme with other tokens.

    The spans are half-open ranges of the text.
    """

    first: int
    last: int
    byte_span: Span
    character_span: Span
    utf16_span: Span

    @property
    def is_shared(self) -> bool:
        """Whether several tokens share what a reader sees as one character."""
        return self.last - self.first > 1


class _SpanBytes(Sequence[bytes]):
    """The bytes under each span, cut out when they are asked for."""

    def __init__(self, data: bytes, spans: IntArray) -> None:
        self._data = data
        self._spans = spans

    def __len__(self) -> int:
        return len(self._spans)

    @overload
    def __getitem__(self, index: int) -> bytes: ...
    @overload
    def __getitem__(self, index: slice) -> list[bytes]: ...
    def __getitem__(self, index: int | slice) -> bytes | list[bytes]:
        if isinstance(index, slice):
            return [self._data[start:end] for start, end in self._spans[index].tolist()]
        start, end = self._spans[index].tolist()
        return self._data[start:end]

    def __iter__(self) -> Iterator[bytes]:
        return (self._data[start:end] for start, end in self._spans.tolist())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class Splice:
    """Tokens `first` up to (not with) `last` became `count` others; those behind them are the same."""

    first: int
    last: int
    count: int


@dataclass(frozen=True, slots=True)
class Origin:
    """The encoding that an edit began from, as long as somebody keeps it, and what of its tokens became others."""

    encoding: ReferenceType[Encoding]
    splice: Splice


def _no_spans() -> IntArray:
    return np.empty((0, 2), np.int64)


@dataclass(frozen=True, eq=False)
class Encoding:
    """A text as tokens.

    text        what was encoded; lone surrogates, of which there were `replaced`, are U+FFFD here
    ids         (n,) ids of the tokens
    byte_spans  (n, 2) half-open ranges of the text's UTF-8 bytes
    dropped     (m, 2) bytes that are under no token; none where nothing is lost
    special     indexes (into `ids`) of special tokens
    unknown     indexes of tokens that stand for something unknown; they keep the text they stand for
    normalized  what the model saw, and `normalized_spans` (n, 2) the bytes of each token there; None where it is the text
    origin      for a text that was edited: what most of the tokens were taken from
    """

    text: str
    ids: IntArray
    byte_spans: IntArray
    dropped: IntArray = field(default_factory=_no_spans)
    special: tuple[int, ...] = ()
    replaced: int = 0
    unknown: tuple[int, ...] = ()
    normalized: str | None = None
    normalized_spans: IntArray | None = None
    origin: Origin | None = field(default=None, repr=False)

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def data(self) -> bytes:
        """The text as UTF-8."""
        return self.text.encode()

    @property
    def tokens(self) -> Sequence[bytes]:
        """The bytes of each token, as the model saw them."""
        if self.normalized is None or self.normalized_spans is None:
            return _SpanBytes(self.data, self.byte_spans)
        return _SpanBytes(self.normalized.encode(), self.normalized_spans)

    @property
    def unknown_characters(self) -> int:
        """Code points of the text under unknown tokens."""
        spans = self.character_spans[list(self.unknown)]
        return int((spans[:, 1] - spans[:, 0]).sum())

    # -- positions ---------------------------------------------------------------------------------------------------

    @cached_property
    def character_spans(self) -> IntArray:
        """(n, 2) in code points, as Python counts."""
        if len(self.text) == len(self.data):
            return self.byte_spans
        character = np.cumsum(self._is_lead) - 1  # which character a byte belongs to
        return self._outer_spans(character)

    def _outer_spans(self, character: IntArray) -> IntArray:
        if not len(self.byte_spans):
            return _no_spans()
        starts, ends = self.byte_spans[:, 0], self.byte_spans[:, 1]
        character = np.append(character, len(self.text))  # an end-of-word mark covers nothing, perhaps behind the last
        last = character[np.maximum(ends - 1, starts)]
        return np.stack([character[starts], np.where(starts < ends, last + 1, last)], axis=1)

    @cached_property
    def utf16_spans(self) -> IntArray:
        """(n, 2) in UTF-16 units, as Qt and JavaScript count."""
        return self._utf16_offsets[self.character_spans] if self._utf16_offsets is not None else self.character_spans

    @cached_property
    def _is_lead(self) -> npt.NDArray[np.bool_]:
        """Whether each byte begins a character."""
        leads: npt.NDArray[np.bool_] = (self._bytes & 0xC0) != 0x80
        return leads

    @cached_property
    def _bytes(self) -> ByteArray:
        return np.frombuffer(self.data, np.uint8)

    @cached_property
    def _utf16_offsets(self) -> IntArray | None:
        """Where each character (and the end) stands in UTF-16; None where that is its number."""
        if self.text.isascii() or max(self.text) <= "\uffff":
            return None
        units = 1 + (self._bytes[self._is_lead] >= 0xF0)  # four bytes of UTF-8 are two units
        return np.concatenate([[0], np.cumsum(units)])

    def token_over(self, byte: int) -> int:
        """The token that holds a byte; -1 where there is none."""
        starts, ends = self.byte_spans[:, 0], self.byte_spans[:, 1]
        token = int(np.maximum.accumulate(ends).searchsorted(byte, "right"))
        return token if token < len(self) and starts[token] <= byte else -1

    # -- graphemes ---------------------------------------------------------------------------------------------------

    @cached_property
    def cluster_starts(self) -> IntArray:
        """Where each grapheme cluster starts, in bytes."""
        breaks = grapheme_breaks(self.text)
        return breaks if len(self.text) == len(self.data) else np.flatnonzero(self._is_lead)[breaks]

    def segments(self) -> list[Segment]:
        """The shortest runs of tokens that share no grapheme with others, in order; together they are all tokens."""
        if not len(self):
            return []
        firsts = np.concatenate([[0], np.flatnonzero(self._ends_segment[:-1]) + 1])
        columns = [firsts, np.append(firsts[1:], len(self))]
        for spans in (self.byte_spans, self.character_spans, self.utf16_spans):
            columns += [np.minimum.reduceat(spans[:, 0], firsts), np.maximum.reduceat(spans[:, 1], firsts)]
        rows = np.stack(columns, axis=1).tolist()
        return [Segment(a, b, (c, d), (e, f), (g, h)) for a, b, c, d, e, f, g, h in rows]

    @property
    def _ends_segment(self) -> npt.NDArray[np.bool_]:
        """Whether a grapheme ends between each token and the next; what is under none of them may stand between, too."""
        borders = np.zeros(len(self.data) + 2, np.int32)  # how many there are before each byte
        borders[self.cluster_starts + 1] = 1
        borders[-1] = 1
        np.cumsum(borders, out=borders)
        reached = np.maximum.accumulate(self.byte_spans[:, 1])
        following = np.append(self.byte_spans[1:, 0], len(self.data))
        ends = borders[np.maximum(following, reached) + 1] > borders[reached]
        return np.asarray((following >= reached) & ends)

    def clusters_cut(self) -> tuple[int, int]:
        """How many grapheme clusters have a token boundary inside, and how many there are."""
        starts = self.cluster_starts
        if not len(starts):
            return 0, 0
        inside_text = self.byte_spans[:, 0] < len(self.data)
        places, shares = self.byte_spans[inside_text, 0], overlapping(self.byte_spans)[inside_text]
        cluster = np.searchsorted(starts, places, "right") - 1
        return len(np.unique(cluster[shares | (places != starts[cluster])])), len(starts)


def overlapping(spans: IntArray) -> npt.NDArray[np.bool_]:
    """Which of (n, 2) spans begin before one in front of them ends: what a normalizer made of one character, say.

    >>> overlapping(np.array([[0, 0], [0, 2], [0, 2], [2, 3]])).tolist()
    [False, False, True, False]
    """
    reached = np.maximum.accumulate(np.concatenate([[0], spans[:, 1]]))[:-1]
    return np.asarray((spans[:, 0] < reached) & (spans[:, 0] < spans[:, 1]))


def gaps(spans: IntArray, length: int) -> IntArray:
    """(m, 2) bytes of a text of `length` bytes that lie under none of its tokens' spans.

    >>> gaps(np.array([[0, 2], [3, 5]]), 6).tolist()
    [[2, 3], [5, 6]]
    """
    starts = np.append(spans[:, 0], length)
    ends = np.maximum.accumulate(np.concatenate([[0], spans[:, 1]]))
    apart = np.flatnonzero(starts > ends)
    return np.stack([ends[apart], starts[apart]], axis=1)

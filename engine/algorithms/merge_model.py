"""What all byte-pair models share, whatever their base symbols: merges in the order in which they were learned.

    MergeModel    cuts pre-tokens into tokens, at any step
    MergeTables   what a model and all its earlier steps share

Encoding applies the merges in that order: of all neighbouring pairs the one with the lowest rank is merged, the leftmost
first, until no neighbouring pair is a merge.  So ignoring the ranks from `k` on *is* the model as it was after step `k`, and
time travel costs nothing.  How a single pre-token is encoded, step by step, is told by `merge_explain.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from functools import cached_property
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from engine.algorithms.merge_explain import LeftToRight, MergeStep, dropout, left_to_right, merge_steps
from engine.kernels import bpe_encode, bpe_vocabulary
from engine.kernels.bpe_merge import Tables, pair_value
from engine.kernels.characters import write_spans
from engine.model import Cut, WordCounts, padded
from engine.vocabulary import ByteArray, IntArray, Vocabulary

Lookup = Callable[["MergeTables"], Tables]
"""Makes what the kernels look up."""
_FEW = 4_096
"""Pre-tokens for which no cache is made: it takes more time, up to a frame, than merging each of them (0.2 us)."""
_MOST_BYTES = 1 << 30
"""Of all tokens together."""
_QUICKLY_PREPARED = 4_096
"""Merges whose tables take a few milliseconds."""


def tokens_fit(symbol_lengths: npt.NDArray[np.int64], merges: npt.NDArray[np.int32]) -> bool:
    """Whether the tokens that merges make, one each, fit into memory: each may be twice as long as any before it.

    >>> doubling = np.array([[256 + step - 1, 256 + step - 1] for step in range(1, 60)], np.int32)
    >>> tokens_fit(np.ones(257, np.int64), doubling), tokens_fit(np.ones(257, np.int64), doubling[:20])
    (False, True)
    """
    base = len(symbol_lengths)
    products = np.arange(base, base + len(merges), dtype=np.int32)
    lengths = bpe_vocabulary.token_lengths(symbol_lengths, merges, products, base + len(merges))
    # The first that is too long is seen as such: only much longer ones are beyond 64 bits.
    return (
        bool(((lengths >= 0) & (lengths <= _MOST_BYTES)).all()) and float(lengths.sum(dtype=np.float64)) <= _MOST_BYTES
    )


class MergeTables:
    """What a model and all its earlier steps share; each table is built when it is first needed.

    Merge `k` makes id `base + k`, unless `products` says otherwise: published files may reach one token by several pairs.
    `extra` are tokens that no merge makes; their ids follow.  `text_lengths` are the bytes of text under each base symbol.
    """

    def __init__(
        self,
        symbols: Sequence[bytes],
        text_lengths: npt.NDArray[np.int64],
        merges: npt.NDArray[np.int32],
        products: IntArray | None,
        lookup: Lookup,
        extra: Sequence[bytes] = (),
        *,
        byte_level: bool = True,
    ) -> None:
        self.symbols = symbols
        self.base = len(symbols)
        self.merges = merges
        self.plain = products is None
        self.products = (
            np.arange(self.base, self.base + len(merges), dtype=np.int32)
            if products is None
            else np.ascontiguousarray(products, np.int32)
        )
        self.extra = tuple(extra)
        self._byte_level = byte_level
        self._symbol_text_lengths = text_lengths
        self._make_lookup = lookup
        # Two threads may encode with one model at once (window and worker): each takes a cache of its own from here.
        self._idle: list[bpe_encode.Cache] = []

    def size_at(self, step: int) -> int:
        """How many ids the first `step` merges make, base symbols included."""
        if step == len(self.merges):
            return self._made(step) + len(self.extra)
        return self._made(step)

    def _made(self, step: int) -> int:
        if self.plain:
            return self.base + step
        return int(self.products[:step].max()) + 1 if step else self.base

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """All tokens as they are stored."""
        made = self._made(len(self.merges))
        data, offsets = bpe_vocabulary.token_bytes(self.symbols, self.merges, self.products, made)
        if not self.extra:
            return Vocabulary(data, offsets, byte_level=self._byte_level)
        ends = offsets[-1] + np.cumsum([len(token) for token in self.extra])
        tail = np.frombuffer(b"".join(self.extra), np.uint8)
        return Vocabulary(np.concatenate([data, tail]), np.concatenate([offsets, ends]), byte_level=self._byte_level)

    @cached_property
    def text_lengths(self) -> npt.NDArray[np.int64]:
        """The bytes of text under each token."""
        made = self._made(len(self.merges))
        lengths = bpe_vocabulary.token_lengths(self._symbol_text_lengths, self.merges, self.products, made)
        return np.concatenate([lengths, np.array([len(token) for token in self.extra], np.int64)])

    @cached_property
    def lookup(self) -> Tables:
        """What the kernels look up."""
        return self._make_lookup(self)

    @property
    def is_prepared(self) -> bool:
        """Whether a first text costs no more than any other: the large tables are there, or are quickly made."""
        return {"lookup", "vocabulary"} <= self.__dict__.keys() or len(self.merges) <= _QUICKLY_PREPARED

    def merge_of(self, left: int, right: int) -> tuple[int, int]:
        """Rank and product of a pair; the rank is beyond all others if it is no merge."""
        value = int(pair_value(self.lookup.pairs, left, right))
        return value >> 32, value & 0xFFFFFFFF

    def encode(self, data: ByteArray, ends: IntArray, start: int, step: int) -> npt.NDArray[np.int32]:
        """Ids of pre-tokens that follow each other."""
        if self._needs_no_cache(len(ends), step):
            starts = np.empty_like(ends)
            starts[:1], starts[1:] = start, ends[:-1]
            return bpe_encode.segment(data, starts, ends - starts, self.lookup, step)[0]
        cache = self._idle.pop() if self._idle else bpe_encode.Cache.empty()
        ids = bpe_encode.encode(data, start, ends, self.lookup, cache, step, step == len(self.merges))
        self._idle.append(cache)
        return ids

    def encode_apart(self, data: ByteArray, starts: IntArray, ends: IntArray, step: int) -> bpe_encode.Encoded:
        """Ids of pre-tokens that may stand apart, and how many each has."""
        if self._needs_no_cache(len(ends), step):
            return bpe_encode.Encoded(*bpe_encode.segment(data, starts, ends - starts, self.lookup, step))
        cache = self._idle.pop() if self._idle else bpe_encode.Cache.empty()
        encoded = bpe_encode.encode_apart(data, starts, ends, self.lookup, cache, step, step == len(self.merges))
        self._idle.append(cache)
        return encoded

    def _needs_no_cache(self, pre_tokens: int, step: int) -> bool:
        """Where there is none yet and they are few; tokens for whole pre-tokens are known to the way by the cache alone."""
        return not self._idle and pre_tokens <= _FEW and not self._takes_whole(step)

    def _takes_whole(self, step: int) -> bool:
        """Whether a pre-token that equals a token may be that token, whatever the merges say."""
        return step == len(self.merges) and len(self.lookup.whole.rows) > 0

    def segment(self, data: ByteArray, starts: IntArray, lengths: IntArray, step: int) -> tuple[IntArray, IntArray]:
        """Ids of words, end to end, and how many each has; no cache is touched unless tokens for whole words are known."""
        if self._takes_whole(step):
            return self.encode_apart(data, np.asarray(starts), np.asarray(starts + lengths), step)
        return self.segment_by_merges(data, starts, lengths, step)

    def segment_by_merges(
        self, data: ByteArray, starts: IntArray, lengths: IntArray, step: int
    ) -> tuple[IntArray, IntArray]:
        """The same by the merges alone."""
        return bpe_encode.segment(data, starts, lengths, self.lookup, step)


class MergeModel:
    """Merges, in order; ids are the base symbols, then one for each token that the merges make."""

    def __init__(self, tables: MergeTables) -> None:
        self._tables = tables
        self._refuses = True
        self.step_count = len(tables.merges)

    @property
    def base(self) -> int:
        """How many base symbols there are."""
        return self._tables.base

    @property
    def unknown(self) -> int | None:
        """The id of the token that stands for what cannot be written."""
        return None

    @property
    def merges(self) -> npt.NDArray[np.int32]:
        """(m, 2) the pair of each merge, in rank order."""
        return self._tables.merges[: self.step_count]

    @property
    def products(self) -> npt.NDArray[np.int32]:
        """(m,) the id that each merge makes."""
        return self._tables.products[: self.step_count]

    @property
    def is_plain(self) -> bool:
        """Whether each merge makes a new id, the next one."""
        return self._tables.plain

    @property
    def is_cut(self) -> bool:
        """Whether this is an earlier step of a longer model."""
        return self.step_count < len(self._tables.merges)

    @property
    def size(self) -> int:
        """How many ids there are: base symbols, what merges make, and the rest."""
        return self._tables.size_at(self.step_count)

    @property
    def vocabulary(self) -> Vocabulary:
        """The model's own ids and how they are stored."""
        full = self._tables.vocabulary
        if not self.is_cut:
            return full
        offsets = full.offsets[: self.size + 1]
        return Vocabulary(full.data[: offsets[-1]], offsets, byte_level=full.byte_level)

    @property
    def first_mergeable(self) -> int:
        """The first id that takes part in pairs: those before it stand for what cannot be written."""
        return 0

    @property
    def is_prepared(self) -> bool:
        """Whether a first text costs no more than any other."""
        return self._tables.is_prepared

    def lenient(self) -> Self:
        """The same model; what it cannot write becomes ids that are no token's, instead of an error."""
        view = copy(self)
        view._refuses = False
        return view

    def text_of(self, id: int) -> bytes:
        """The text under a token, without marks that cover none."""
        return self._tables.vocabulary[id][: int(self._tables.text_lengths[id])]

    def at_step(self, step: int) -> Self:
        """The model as it was after that many merges: a view that shares all tables."""
        if not 0 <= step <= len(self._tables.merges):
            raise IndexError(f"The model has {len(self._tables.merges):,} steps; there is no step {step:,}.")
        view = copy(self)
        view.step_count = step
        return view

    def identity_fields(self) -> dict[str, Any]:
        """What decides ids beside the vocabulary."""
        return {"merges": self.merges.tolist()}

    # -- encoding ----------------------------------------------------------------------------------------------------

    def cut(self, data: ByteArray, starts: IntArray, ends: IntArray) -> Cut:
        """Tokens of the pre-tokens `data[starts[i]:ends[i]]`; see `engine.model.Model`."""
        starts, ends = np.ascontiguousarray(starts, np.int64), np.ascontiguousarray(ends, np.int64)
        ids, counts = self._tables.encode_apart(data, starts, ends, self.step_count)
        self._refuse_missing(ids, data, starts, ends)
        spans = np.empty((len(ids), 2), np.int64)
        unknown = -1 if self.unknown is None else self.unknown
        write_spans(data, starts, counts, ids, self._tables.text_lengths, unknown, spans)
        return Cut(ids, spans)

    def tokenize(self, pre_token: bytes) -> IntArray:
        """Ids of one pre-token."""
        if not pre_token:
            return np.empty(0, np.int32)
        data, ends = padded(pre_token), np.array([len(pre_token)])
        ids = self._tables.encode(data, ends, 0, self.step_count)
        self._refuse_missing(ids, data, np.zeros(1, np.int64), ends)
        return ids

    def segment(self, words: Sequence[bytes]) -> list[IntArray]:
        """Ids of each word; the words on screen at any step take a few milliseconds."""
        lengths = np.array([len(word) for word in words], np.int64)
        ends = np.cumsum(lengths)
        data = padded(b"".join(words))
        ids, counts = self._tables.segment(data, ends - lengths, lengths, self.step_count)
        self._refuse_missing(ids, data, ends - lengths, ends)
        return np.split(ids, np.cumsum(counts)[:-1]) if len(words) else []

    def segment_counted(self, words: WordCounts, indexes: IntArray) -> tuple[npt.NDArray[np.int32], IntArray]:
        """Ids of some words of a corpus, end to end, and where each word's end."""
        starts, lengths = words.starts[indexes], words.lengths[indexes]
        ids, counts = self._tables.segment(words.data, starts, lengths, self.step_count)
        self._refuse_missing(ids, words.data, starts, starts + lengths)
        return np.asarray(ids, np.int32), np.cumsum(counts)

    def segment_lengths(self, data: ByteArray, starts: IntArray, lengths: IntArray) -> IntArray:
        """How many tokens the merges alone make of each of many words in `data`; one for each character that cannot be
        written."""
        data = padded(data.tobytes())  # the words may be the end of somebody's array: reading needs room behind them
        return self._tables.segment_by_merges(data, np.asarray(starts), np.asarray(lengths), self.step_count)[1]

    def _refuse_missing(self, ids: IntArray, data: ByteArray, starts: IntArray, ends: IntArray) -> None:
        """EncodeError where something could not be written."""

    # -- one pre-token, step by step -----------------------------------------------------------------------------------

    def base_ids(self, pre_token: bytes) -> list[int]:
        """The base symbols of one pre-token."""
        return [int(id) for id in self.at_step(0).segment([pre_token])[0]]

    def merge_steps(self, pre_token: bytes) -> list[MergeStep]:
        """How one pre-token is encoded, merge by merge."""
        return merge_steps(self.base_ids(pre_token), self._merge_of)

    def naive_left_to_right(self, pre_token: bytes) -> LeftToRight:
        """What comes out if merges are applied as they are met from the left, and where that goes wrong."""
        return left_to_right(self.base_ids(pre_token), self._merge_of)

    def dropout(self, pre_token: bytes, p: float, seed: int) -> IntArray:
        """Ids of one pre-token where each possible merge is passed over with probability `p`; see `merge_explain`."""
        return np.array(dropout(self.base_ids(pre_token), self._merge_of, p, seed), np.int32)

    def _merge_of(self, left: int, right: int) -> tuple[int, int] | None:
        rank, product = self._tables.merge_of(left, right)
        return (rank, product) if rank < self.step_count else None

"""Byte-pair encoding on bytes: start from the 256 bytes, merge the most frequent pair, again and again.

    BPETrainer  learns the merges from counted words
    BPE         the model: the merges in order; cuts a pre-token into tokens, at any step

Encoding applies the merges in the order in which they were learned: of all neighbouring pairs the one with the lowest
rank is merged, the leftmost first, until no neighbouring pair is a merge.  So ignoring the ranks from `k` on *is* the
model as it was after step `k`, and time travel costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal

import numpy as np
import numpy.typing as npt

from engine.algorithms.bpe_training import BPETraining, run
from engine.errors import OptionError
from engine.kernels import bpe_encode, bpe_vocabulary
from engine.model import Probes, Progress, Steps, Stopped, StopReason, WordCounts, padded
from engine.tie_rules import RULE_NAMES
from engine.vocabulary import GPT2_BYTE_ORDER, ByteArray, IntArray, Vocabulary

ByteOrder = Literal["raw", "gpt2"]
BYTE_ORDERS: dict[ByteOrder, tuple[int, ...]] = {"raw": tuple(range(256)), "gpt2": GPT2_BYTE_ORDER}
"""Which byte each of the ids 0..255 stands for."""
_LARGEST_MINIMUM = 1 << 62
"""No count gets as far, and a 64-bit number still holds it."""


@dataclass(frozen=True, slots=True)
class BPETrainer:
    """Merges the most frequent pair of neighbours into a new token, again and again.

    vocab_size     entries in the end, bytes and special tokens included; None: as many as there are merges for
    max_steps      merges at most
    min_frequency  pairs that occur less often are left alone; 1 merges until nothing is left
    tie_rule       which of several equally frequent pairs is merged (TIE_RULES)
    byte_order     which ids the 256 bytes have, and so what ties between them are decided by

    Pairs are counted wherever two tokens stand side by side, so that three equal letters count twice; they are merged
    from the left, without overlap.  Raises OptionError for a value that cannot be used.

    >>> events = BPETrainer(max_steps=2, min_frequency=1).steps(WordCounts.of({b"hug": 3, b"hub": 1}))
    >>> [pair for event in events if isinstance(event, Steps) for pair in event.parts.tolist()]
    [[104, 117], [256, 103]]
    """

    vocab_size: int | None = 32_000
    max_steps: int | None = None
    min_frequency: int = 2
    tie_rule: str = "smallest-ids"
    byte_order: ByteOrder = "raw"

    def __post_init__(self) -> None:
        if self.vocab_size is not None and self.vocab_size < 256:
            raise OptionError(f"The vocabulary size must be at least 256, for the bytes; it is {self.vocab_size:,}.")
        if self.max_steps is not None and self.max_steps < 0:
            raise OptionError(f"The number of steps must be at least 0; it is {self.max_steps:,}.")
        if self.min_frequency < 1:
            raise OptionError(f"The minimum frequency must be at least 1; it is {self.min_frequency:,}.")
        if self.tie_rule not in RULE_NAMES:
            raise OptionError(f"There is no tie rule {self.tie_rule!r}. Choose one of: {', '.join(RULE_NAMES)}.")
        if self.byte_order not in BYTE_ORDERS:
            raise OptionError(f"There is no byte order {self.byte_order!r}. Choose one of: {', '.join(BYTE_ORDERS)}.")

    def steps(
        self, words: WordCounts, probes: Probes | None = None, *, specials: int = 0, record: bool = True
    ) -> Iterator[Progress | Steps | Stopped]:
        """Learn; see `engine.model.Trainer`.

        Words of several sources with weights other than 1 come with their counts times `words.scale`; so do all counts
        that are yielded.  Raises OptionError if the vocabulary cannot even hold bytes and special tokens.
        """
        limit, reason = self._limit(specials)
        training = self._training(words, probes if record else None, record)
        yield from training.prepare()
        for steps in run(training, limit):
            if len(steps):
                yield steps
            yield Progress("Merging", training.steps_done, limit or 0, "steps")
        if limit is None or training.steps_done < limit:
            reason = "min-frequency" if training.pair_is_left() else "exhausted"
        yield Stopped(reason)

    def model(self, parts: npt.NDArray[np.int32]) -> BPE:
        """The model of these steps; any prefix of them is valid too."""
        return BPE(self.byte_order, parts)

    def replay(self, words: WordCounts, step: int) -> list[IntArray]:
        """How the training has cut each word after that many steps, found by training again."""
        training = self._training(words, None, record=False)
        for _ in training.prepare():
            pass
        for _ in run(training, step):
            pass
        return training.segmentation()

    def _limit(self, specials: int) -> tuple[int | None, StopReason]:
        """Steps at most (None: no limit), and which option says so."""
        limit: int | None = None
        reason: StopReason = "steps"
        if self.vocab_size is not None:
            limit, reason = self.vocab_size - 256 - specials, "vocab-size"
            if limit < 0:
                raise OptionError(
                    f"A vocabulary of {self.vocab_size:,} is too small: 256 bytes and {specials:,} special tokens need at "
                    f"least {256 + specials:,}."
                )
        if self.max_steps is not None and (limit is None or self.max_steps < limit):
            limit, reason = self.max_steps, "steps"
        return limit, reason

    def _training(self, words: WordCounts, probes: Probes | None, record: bool) -> BPETraining:
        ids = np.empty(256, np.int32)
        ids[list(BYTE_ORDERS[self.byte_order])] = np.arange(256)
        minimum = min(self.min_frequency * words.scale, _LARGEST_MINIMUM)
        return BPETraining(words, ids, minimum=minimum, rule=self.tie_rule, probes=probes, record=record)


@dataclass(frozen=True, slots=True)
class MergeStep:
    """One merge while a pre-token is encoded: `pair` at token `position` becomes `id`; `rank` counts from 0."""

    pair: tuple[int, int]
    id: int
    position: int
    rank: int


class BPE:
    """The merges of a byte-level BPE, in order; ids are 0..255 for the bytes, then one for each token that merges make.

    `merges` is (m, 2): the two ids of each merge.  Merge `k` makes id `256 + k`, unless `products` says otherwise:
    published files may reach one token by several pairs.  `extra` are tokens that no merge makes; their ids follow.
    `whole` are ids of tokens that come out exactly where a whole pre-token equals them, whatever the merges say.

    >>> model = BPE("raw", np.array([[104, 117], [256, 103]]))
    >>> model.tokenize(b"hugs").tolist(), model.at_step(1).tokenize(b"hugs").tolist()
    ([257, 115], [256, 103, 115])
    """

    def __init__(
        self,
        byte_order: ByteOrder,
        merges: IntArray,
        *,
        products: IntArray | None = None,
        extra: Sequence[bytes] = (),
        whole: Sequence[int] = (),
    ) -> None:
        merges = np.ascontiguousarray(merges, np.int32).reshape(-1, 2)
        self.byte_order: ByteOrder = byte_order
        self.step_count = len(merges)
        self._tables = _MergeTables(byte_order, merges, products, tuple(extra), tuple(whole))

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
        """Whether each merge makes a new id: 256, 257, ..."""
        return self._tables.plain

    @property
    def is_cut(self) -> bool:
        """Whether this is an earlier step of a longer model."""
        return self.step_count < len(self._tables.merges)

    @property
    def extra(self) -> tuple[bytes, ...]:
        """Tokens that no merge makes; a model cut to a step has none."""
        return () if self.is_cut else self._tables.extra

    @property
    def whole(self) -> tuple[int, ...]:
        """Ids of tokens that only a whole pre-token gives; a model cut to a step has none."""
        return () if self.is_cut else self._tables.whole

    @property
    def size(self) -> int:
        """How many ids there are: the bytes, what merges make, and the rest."""
        return self._tables.size_at(self.step_count)

    @property
    def vocabulary(self) -> Vocabulary:
        """The model's own ids and their bytes."""
        full = self._tables.vocabulary
        if not self.is_cut:
            return full
        offsets = full.offsets[: self.size + 1]
        return Vocabulary(full.data[: offsets[-1]], offsets)

    def at_step(self, step: int) -> BPE:
        """The model as it was after that many merges: a view that shares all tables."""
        if not 0 <= step <= len(self._tables.merges):
            raise IndexError(f"The model has {len(self._tables.merges):,} steps; there is no step {step:,}.")
        view = object.__new__(BPE)
        view.byte_order, view.step_count, view._tables = self.byte_order, step, self._tables
        return view

    def tokenize(self, pre_token: bytes) -> IntArray:
        """Ids of one pre-token."""
        return self.encode_ends(padded(pre_token), np.array([len(pre_token)])) if pre_token else np.empty(0, np.int32)

    def encode_ends(self, data: ByteArray, ends: IntArray, start: int = 0) -> npt.NDArray[np.int32]:
        """Ids of a text that stands in padded `data` from `start` on and is cut into pre-tokens at `ends`."""
        return self._tables.encode(data, np.ascontiguousarray(ends, np.int64), start, self.step_count)

    def segment(self, words: Sequence[bytes]) -> list[IntArray]:
        """Ids of each word; the words on screen at any step take a few milliseconds.

        >>> [ids.tolist() for ids in BPE("raw", np.array([[104, 117]])).segment([b"hug", b"hu"])]
        [[256, 103], [256]]
        """
        lengths = np.array([len(word) for word in words], np.int64)
        ends = np.cumsum(lengths)
        ids, counts = self._tables.segment(padded(b"".join(words)), ends - lengths, lengths, self.step_count)
        return np.split(ids, np.cumsum(counts)[:-1]) if len(words) else []

    def segment_counted(self, words: WordCounts, indexes: IntArray) -> tuple[npt.NDArray[np.int32], IntArray]:
        """Ids of some words of a corpus, end to end, and where each word's end."""
        starts, lengths = words.starts[indexes], words.lengths[indexes]
        ids, counts = self._tables.segment(words.data, starts, lengths, self.step_count)
        return np.asarray(ids, np.int32), np.cumsum(counts)

    def segment_lengths(self, data: ByteArray, starts: IntArray, lengths: IntArray) -> IntArray:
        """How many tokens each of many words in `data` has."""
        data = padded(data.tobytes())  # the words may be the end of somebody's array: reading needs room behind them
        return self._tables.segment(data, np.asarray(starts), np.asarray(lengths), self.step_count)[1]

    def merge_steps(self, pre_token: bytes) -> list[MergeStep]:
        """How one pre-token is encoded, merge by merge."""
        index = {byte: id for id, byte in enumerate(BYTE_ORDERS[self.byte_order])}
        ids = [index[byte] for byte in pre_token]
        steps: list[MergeStep] = []
        while best := min(self._possible(ids), key=lambda step: (step.rank, step.position), default=None):
            ids[best.position : best.position + 2] = [best.id]
            steps.append(best)
        return steps

    def _possible(self, ids: list[int]) -> list[MergeStep]:
        found = []
        for position, pair in enumerate(pairwise(ids)):
            rank, product = self._tables.merge_of(*pair)
            if rank < self.step_count:
                found.append(MergeStep(pair, product, position, rank))
        return found


class _MergeTables:
    """What a model and all its earlier steps share; each table is built when it is first needed."""

    def __init__(
        self,
        byte_order: ByteOrder,
        merges: npt.NDArray[np.int32],
        products: IntArray | None,
        extra: tuple[bytes, ...],
        whole: tuple[int, ...],
    ) -> None:
        self.byte_order = byte_order
        self.merges = merges
        self.plain = products is None
        self.products = (
            np.arange(256, 256 + len(merges), dtype=np.int32)
            if products is None
            else np.ascontiguousarray(products, np.int32)
        )
        self.extra = extra
        self.whole = whole
        # Two threads may encode with one model at once (window and worker): each takes a cache of its own from here.
        self._idle: list[bpe_encode.Cache] = []

    def size_at(self, step: int) -> int:
        """How many ids the first `step` merges make, bytes included."""
        if step == len(self.merges):
            return self._made(step) + len(self.extra)
        return self._made(step)

    def _made(self, step: int) -> int:
        if self.plain:
            return 256 + step
        return int(self.products[:step].max()) + 1 if step else 256

    @cached_property
    def vocabulary(self) -> Vocabulary:
        order = np.array(BYTE_ORDERS[self.byte_order], np.uint8)
        data, offsets = bpe_vocabulary.token_bytes(order, self.merges, self.products, self._made(len(self.merges)))
        if not self.extra:
            return Vocabulary(data, offsets)
        ends = offsets[-1] + np.cumsum([len(token) for token in self.extra])
        tail = np.frombuffer(b"".join(self.extra), np.uint8)
        return Vocabulary(np.concatenate([data, tail]), np.concatenate([offsets, ends]))

    @cached_property
    def _lookup(self) -> bpe_encode.Tables:
        order = np.array(BYTE_ORDERS[self.byte_order], np.int64)
        whole = [(id, self.vocabulary[id]) for id in self.whole]
        return bpe_encode.build_tables(order, self.merges, self.products, whole)

    def merge_of(self, left: int, right: int) -> tuple[int, int]:
        """Rank and product of a pair; the rank is beyond all others if it is no merge."""
        value = int(bpe_encode.pair_value(self._lookup.pairs, left, right))
        return value >> 32, value & 0xFFFFFFFF

    def encode(self, data: ByteArray, ends: IntArray, start: int, step: int) -> npt.NDArray[np.int32]:
        cache = self._idle.pop() if self._idle else bpe_encode.Cache.empty()
        ids = bpe_encode.encode(data, start, ends, self._lookup, cache, step, step == len(self.merges))
        self._idle.append(cache)
        return ids

    def segment(self, data: ByteArray, starts: IntArray, lengths: IntArray, step: int) -> tuple[IntArray, IntArray]:
        return bpe_encode.segment(data, starts, lengths, self._lookup, step)

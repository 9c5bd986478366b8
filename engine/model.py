"""The contracts between algorithms and all that uses them: words in, steps out, a model at any step.

    WordCounts   what a corpus comes down to: its distinct pre-tokens and how often each occurs
    Probes       words of other texts (languages) that are segmented along but have no say
    Trainer      learns from WordCounts and yields Progress and Steps
    Steps        some consecutive steps, as columns
    Model        what was learned: cuts a pre-token into tokens, at any step

Ids here are the model's own: base symbols first, then one id a step, so that the piece made by step `k` (steps are counted
from 1) has id `base + k - 1`.  A recipe's id layout turns them into the ids of the tokenizer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

from engine.vocabulary import ByteArray, IntArray, Vocabulary

PADDING = 64
"""Zero bytes that stand after the last byte of every text a kernel reads: loops read eight or 64 bytes at a time."""

StopReason = Literal["vocab-size", "steps", "min-frequency", "exhausted", "cancelled"]


def padded(data: bytes) -> ByteArray:
    """The bytes as an array with `PADDING` zeros behind them."""
    array = np.zeros(len(data) + PADDING, np.uint8)
    array[: len(data)] = np.frombuffer(data, np.uint8)
    return array


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a long piece of work has come: `done` of `total` (0 = not known) in `unit`, never above 100 %."""

    stage: str
    done: int
    total: int
    unit: str = "bytes"

    @property
    def share(self) -> float:
        """0.0 to 1.0; 0.0 while the total is not known."""
        return min(1.0, self.done / self.total) if self.total else 0.0


@dataclass(frozen=True, slots=True)
class Probes:
    """Distinct words of parallel texts, each with the languages it occurs in.

    Word `w` is `data[starts[w]:starts[w] + lengths[w]]`; its rows `rows[w]:rows[w + 1]` of `languages` (an index into
    `codes`) and `times` say where and how often it occurs.
    """

    codes: tuple[str, ...]
    data: ByteArray
    starts: IntArray
    lengths: IntArray
    rows: IntArray
    languages: IntArray
    times: IntArray


@dataclass(frozen=True, slots=True)
class WordCounts:
    """The distinct pre-tokens of a corpus in the order of their first appearance.

    Word `w` is `data[starts[w]:starts[w] + lengths[w]]` (UTF-8, `PADDING` zeros behind the last) and occurs `counts[w]`
    times.  If any source has a weight other than 1, `scale` is 10 and the counts are ten times as large, so that tenths
    stay whole numbers; what is shown is divided by `scale` again.
    """

    data: ByteArray
    starts: IntArray
    lengths: IntArray
    counts: IntArray
    scale: int = 1
    corpus_bytes: int = 0
    pre_tokens: int = 0

    def __len__(self) -> int:
        return len(self.starts)

    def word(self, index: int) -> bytes:
        """The bytes of one distinct pre-token."""
        start = int(self.starts[index])
        return self.data[start : start + int(self.lengths[index])].tobytes()

    @classmethod
    def of(cls, words: dict[bytes, int]) -> WordCounts:
        """From a plain table, for examples and tests.

        >>> WordCounts.of({b"low": 5, b"lower": 2}).word(1)
        b'lower'
        """
        lengths = np.array([len(word) for word in words], np.int64)
        counts = np.array(list(words.values()), np.int64)
        return cls(
            padded(b"".join(words)),
            np.cumsum(lengths) - lengths,
            lengths,
            counts,
            corpus_bytes=int((lengths * counts).sum()),
            pre_tokens=int(counts.sum()),
        )


@dataclass(frozen=True, slots=True)
class Steps:
    """Consecutive steps of a training as columns, one row a step.  `n` = rows, `K` = 20.

    first          number of the first step in here (the first of all is 1)
    parts          (n, 2) ids of the pair that was merged
    counts         (n,) how often the pair occurred before the step (times `scale`)
    corpus_tokens  (n,) tokens of the corpus after the step (times `scale`)
    tied           (n,) pairs that had this count, the winner included: 1 = no tie
    choices        (n, rules, 2) the pair that each rule of TIE_RULES, in its order, would have merged
    candidates     (n, K, 2) the most frequent pairs before the step, the winner first; -1 where there are fewer
    candidate_counts (n, K) their counts (times `scale`)
    probe_rows     (n + 1,) step `i` of the batch lowered the tokens of languages `probe_languages[a:b]` by
                   `probe_deltas[a:b]`, with a, b = probe_rows[i], probe_rows[i + 1]

    A caller that wants only the merges gets empty arrays in all columns after `corpus_tokens`.
    """

    first: int
    parts: IntArray
    counts: IntArray
    corpus_tokens: IntArray
    tied: IntArray = field(default_factory=lambda: np.empty(0, np.int32))
    choices: IntArray = field(default_factory=lambda: np.empty((0, 5, 2), np.int32))
    candidates: IntArray = field(default_factory=lambda: np.empty((0, 20, 2), np.int32))
    candidate_counts: IntArray = field(default_factory=lambda: np.empty((0, 20), np.int64))
    probe_rows: IntArray = field(default_factory=lambda: np.zeros(1, np.int64))
    probe_languages: IntArray = field(default_factory=lambda: np.empty(0, np.int32))
    probe_deltas: IntArray = field(default_factory=lambda: np.empty(0, np.int32))

    def __len__(self) -> int:
        return len(self.parts)


@dataclass(frozen=True, slots=True)
class Stopped:
    """The last thing a training yields: why it ended."""

    reason: StopReason


class Model(Protocol):
    """One algorithm, trained.  Every prefix of its steps is a model too."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The model's own ids: base symbols, then one a step."""

    @property
    def step_count(self) -> int: ...

    def tokenize(self, pre_token: bytes) -> IntArray:
        """Ids (model's own) of one pre-token."""

    def at_step(self, step: int) -> Model:
        """The model as it was after that many steps: 0 is the base symbols alone."""


class Trainer(Protocol):
    """A frozen dataclass whose fields are the options; forms and command-line flags are made from them."""

    def steps(
        self, words: WordCounts, probes: Probes | None = None, *, specials: int = 0, record: bool = True
    ) -> Iterator[Progress | Steps | Stopped]:
        """Learn: yields at least every 50 ms of work, last a Stopped.

        `specials` ids are taken by special tokens and count in the vocabulary size; `record=False` asks for nothing but
        the merges."""

    def model(self, parts: npt.NDArray[np.int32]) -> Model:
        """The model of these steps, given the (n, 2) parts of the first n; any prefix is valid."""

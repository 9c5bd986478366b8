"""The contracts between algorithms and all that uses them: words in, steps out, a model at any step.

    WordCounts   what a corpus comes down to: its distinct pre-tokens and how often each occurs
    Probes       words of other texts (languages) that are segmented along but have no say
    Trainer      learns from WordCounts and yields Progress, a Start, Steps (or Rounds), and last a Stopped
    Start        how things stand before the first step: the base symbols and the tokens there are
    Steps        some consecutive steps, as columns: a pair is merged at each
    Round        a step of an algorithm that takes pieces away; Additions, steps of one that takes words in
    Model        what was learned: cuts pre-tokens into tokens, at any step
    Cut          tokens of some pre-tokens: their ids and where each stands

Ids here are the model's own: base symbols first, then one id a step, so that the piece made by step `k` (steps are counted
from 1) has id `base + k - 1`.  A recipe's id layout turns them into the ids of the tokenizer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, overload

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


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class WordCounts:
    """The distinct pre-tokens of a corpus in the order of their first appearance.

    Word `w` is `data[starts[w]:starts[w] + lengths[w]]` (UTF-8, `PADDING` zeros behind the last) and occurs `counts[w]`
    times.  If any source has a weight other than 1, `scale` is 10 and the counts are ten times as large, so that tenths
    stay whole numbers; what is shown is divided by `scale` again.  `corpus_bytes` is the raw text that was read, each source
    once; `weighted_bytes` the same as often as it counts, times `scale`: what `counts` and tokens go with.

    `followed`, where it is known, says of each word whether something follows it in a record (bit 0) and whether it was seen
    at a record's end (bit 1).
    """

    data: ByteArray
    starts: IntArray
    lengths: IntArray
    counts: IntArray
    scale: int = 1
    corpus_bytes: int = 0
    pre_tokens: int = 0
    followed: ByteArray | None = None
    weighted_bytes: int = 0

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
            weighted_bytes=int((lengths * counts).sum()),
        )


@dataclass(frozen=True, slots=True)
class Start:
    """How things stand before the first step.

    symbols        the base symbols in id order, as they are stored (an unknown token, if there is one, first)
    corpus_tokens  tokens of the corpus cut into base symbols (times `scale`)
    probe_tokens   (languages,) the same of each language of the probes; empty without
    """

    symbols: tuple[bytes, ...]
    corpus_tokens: int
    probe_tokens: IntArray = field(default_factory=lambda: np.empty(0, np.int64))


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
    scores         (n,) float64, for a trainer that does not go by the count (WordPiece); `tied` then counts equal scores;
                   made of counts as they are here, so that times `scale` they are those of the corpus
    part_counts    (n, 2) how often each part of the pair occurred before the step, for such a trainer
    candidate_scores (n, K) the scores of the candidates, which stand in the order of what the trainer goes by
    frequent       (n, 2) the pair that plain count would have merged, ties by the same rule; `frequent_counts` (n,) its count
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
    scores: npt.NDArray[np.float64] = field(default_factory=lambda: np.empty(0, np.float64))
    part_counts: IntArray = field(default_factory=lambda: np.empty((0, 2), np.int64))
    candidate_scores: npt.NDArray[np.float64] = field(default_factory=lambda: np.empty((0, 20), np.float64))
    frequent: IntArray = field(default_factory=lambda: np.empty((0, 2), np.int32))
    frequent_counts: IntArray = field(default_factory=lambda: np.empty(0, np.int64))
    probe_rows: IntArray = field(default_factory=lambda: np.zeros(1, np.int64))
    probe_languages: IntArray = field(default_factory=lambda: np.empty(0, np.int32))
    probe_deltas: IntArray = field(default_factory=lambda: np.empty(0, np.int32))

    def __len__(self) -> int:
        return len(self.parts)


@dataclass(frozen=True, slots=True)
class Removed:
    """A piece that a round took away: what it would have cost to lose it (how much the
    log-likelihood of the corpus falls), and how often it was expected to occur."""

    piece: bytes
    loss: float
    expected: float


@dataclass(frozen=True, slots=True)
class Removals(Sequence[Removed]):
    """Pieces that a round took away as columns, those that are missed least first; a row is made when it is looked at."""

    pieces: Vocabulary
    losses: npt.NDArray[np.float64]
    expected: npt.NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.losses)

    @overload
    def __getitem__(self, row: int) -> Removed: ...
    @overload
    def __getitem__(self, row: slice) -> list[Removed]: ...
    def __getitem__(self, row: int | slice) -> Removed | list[Removed]:
        if isinstance(row, slice):
            return [self[i] for i in range(*row.indices(len(self)))]
        return Removed(self.pieces[row], float(self.losses[row]), float(self.expected[row]))


@dataclass(frozen=True, slots=True)
class Round:
    """One step of an algorithm that starts from many pieces and takes some away (Unigram).

    pieces          the vocabulary after the step, in the order of the model's ids: the base symbols, then all other pieces
                    in the order of their scores; round 1 is the seed vocabulary, from which nothing is removed yet
    scores          natural logarithms of their probabilities; 0.0 for the unknown token and byte tokens
    removed         what the round took away; empty where nothing is recorded
    log_likelihood  of the corpus, all ways to cut it taken together, by these pieces and scores
    corpus_tokens   tokens of the corpus cut in the best way (times `scale`)
    losses          what it would cost to lose each of the pieces, by the reckoning that `removed` comes from; infinite for
                    base symbols, which always stay; empty for round 1 and where nothing is recorded
    """

    step: int
    pieces: Vocabulary
    scores: npt.NDArray[np.float64]
    removed: Sequence[Removed]
    log_likelihood: float
    corpus_tokens: int
    probe_tokens: IntArray = field(default_factory=lambda: np.empty(0, np.int64))
    losses: npt.NDArray[np.float64] = field(default_factory=lambda: np.empty(0, np.float64))


@dataclass(frozen=True, slots=True)
class Additions:
    """Consecutive steps of an algorithm that takes words into the vocabulary whole (word level), one row a step.

    `first` is the number of the first step in here; `corpus_tokens` (n,) counts tokens after the step, `counts` (n,) how
    often the word occurs (both times `scale`).
    """

    first: int
    pieces: tuple[bytes, ...]
    counts: IntArray
    corpus_tokens: IntArray

    def __len__(self) -> int:
        return len(self.pieces)


@dataclass(frozen=True, slots=True)
class Stopped:
    """The last thing a training yields: why it ended."""

    reason: StopReason


@dataclass(frozen=True, slots=True)
class Cut:
    """Tokens: (n,) the model's ids, and (n, 2) half-open byte ranges of the data under each."""

    ids: npt.NDArray[np.int32]
    spans: IntArray


class Model(Protocol):
    """One algorithm, trained.  Every prefix of its steps is a model too.

    kind        its name in ALGORITHMS
    vocabulary  the model's own ids, each as it is stored ("##ing", "est</w>"): base symbols, then one a step
    base        how many base symbols there are
    size        how many ids there are: the vocabulary's length, known without building it
    unknown     id of the token that stands for what the model cannot write; None where there is none
    """

    @property
    def kind(self) -> str: ...

    @property
    def vocabulary(self) -> Vocabulary: ...

    @property
    def base(self) -> int: ...

    @property
    def size(self) -> int: ...

    @property
    def unknown(self) -> int | None: ...

    @property
    def step_count(self) -> int: ...

    def cut(self, data: ByteArray, starts: IntArray, ends: IntArray) -> Cut:
        """Tokens of the pre-tokens `data[starts[i]:ends[i]]` of padded, valid UTF-8.

        An unknown token spans what it stands for.  Raises EncodeError where something cannot be written and there is no
        unknown token."""

    def tokenize(self, pre_token: bytes) -> IntArray:
        """Ids (model's own) of one pre-token."""

    def segment(self, words: Sequence[bytes]) -> list[IntArray]:
        """Ids of each of some words."""

    def at_step(self, step: int) -> Model:
        """The model as it was after that many steps: 0 is the base symbols alone."""

    def join(self, ids: Sequence[int], separator: bytes) -> bytes:
        """The text of some ids, as far as it can be recovered; `separator` stands between words where the pipeline drops
        white space (else it is empty), and only a model that knows where words begin or end can put it."""

    def identity_fields(self) -> dict[str, Any]:
        """What of the model decides ids, beside its vocabulary: "merges", "scores", "continuation", "end_of_word",
        "limit", "byte_fallback", "unknown"; absent things left out.  Merges are in the model's ids, the unknown is its
        text, scores are `float.hex()`."""


class Trainer(Protocol):
    """A frozen dataclass whose fields are the options; forms and command-line flags are made from them."""

    def steps(
        self, words: WordCounts, probes: Probes | None = None, *, specials: int = 0, record: bool = True
    ) -> Iterator[Progress | Start | Steps | Round | Additions | Stopped]:
        """Learn: yields at least every 50 ms of work; a Start before the first step, last a Stopped.

        `specials` ids are taken by special tokens and count in the vocabulary size; `record=False` asks for nothing but
        what was learned."""

    def model(self, start: Start, learned: Any) -> Model:
        """The model of the first steps, any number of them.

        `learned` is the (n, 2) parts of Steps, the Rounds so far, or the pieces of Additions, whichever this trainer
        yields."""

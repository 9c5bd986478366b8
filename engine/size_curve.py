"""Every size that one training passed through: its first steps, any number of them, are a tokenizer too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from engine.history import TrainingHistory
from engine.vocabulary import IntArray

NEXT_ENTRIES = 1_000
"""The marginal gain is that of so many entries more; of a tenth of them where a training has fewer than twice as many."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SizeCurve:
    """Every size that a training passed through, a row each, sizes rising.

    sizes      entries of the vocabulary, special tokens included
    tokens     tokens of the corpus
    positions  the position in the history
    premiums   language code -> premium over the reference at each size; empty without a parallel text beside the training
    words      of the corpus (`corpus_words`); None while they are not counted, nan where it has none
    """

    sizes: IntArray
    tokens: Floats
    positions: IntArray
    corpus_bytes: float
    premiums: Mapping[str, Floats] = field(default_factory=dict)
    words: float | None = None

    def __len__(self) -> int:
        return len(self.sizes)

    @property
    def bytes_per_token(self) -> Floats:
        """Of the corpus, at each size."""
        return np.asarray(self.corpus_bytes / self.tokens)

    @property
    def words_per_token(self) -> Floats:
        """Of the corpus, at each size; nan where its words are not known."""
        return np.asarray((np.nan if self.words is None else self.words) / self.tokens)

    @property
    def next_entries(self) -> int:
        """Of how many more entries the marginal gain is told."""
        return NEXT_ENTRIES if int(self.sizes[-1]) - int(self.sizes[0]) > 2 * NEXT_ENTRIES else NEXT_ENTRIES // 10

    @property
    def next_gains(self) -> Floats:
        """The share of tokens that the next entries save, at each size; nan where the training has not as many."""
        wanted = self.sizes + self.next_entries
        later = self.tokens[np.maximum(0, np.searchsorted(self.sizes, wanted, "right") - 1)]
        return np.asarray(np.where(wanted <= self.sizes[-1], 1 - later / self.tokens, np.nan))

    def attention(self, reference: int) -> Floats:
        """Work of attention for the same text against another size's: it grows with the square of the tokens."""
        return np.asarray((self.tokens / self.tokens[self.row_of(reference)]) ** 2)

    def output_work(self, reference: int) -> Floats:
        """Work of the output table for the same text against another size's: tokens x entries."""
        work = self.tokens * self.sizes
        return np.asarray(work / work[self.row_of(reference)])

    def row_of(self, size: int) -> int:
        """The row of the largest size that is not above this one; the first if all are."""
        return max(0, int(np.searchsorted(self.sizes, size, "right")) - 1)


def size_curve(history: TrainingHistory, languages: Iterable[str] = (), reference: str = "eng") -> SizeCurve | None:
    """The sizes of a training; None where it has no steps yet, or no text (merges that play may have none).

    Rounds (Unigram) take pieces away, so that they are turned around: the last round is the smallest size.
    """
    if history.start is None or history.words is None or not len(history) or not len(history.words.counts):
        return None
    tokens, sizes = np.asarray(history.corpus_tokens, np.float64) / history.scale, history.sizes
    first = 1 if history.step_kind == "rounds" else 0  # before its first round Unigram has characters alone
    positions = first + np.argsort(sizes[first:], kind="stable")
    positions = positions[np.append(np.diff(sizes[positions]) > 0, True)]  # of several of one size the last
    premiums = {code: series[positions] for code, series in _premiums(history, languages, reference).items()}
    return SizeCurve(sizes[positions], tokens[positions], positions, corpus_bytes(history), premiums)


def _premiums(history: TrainingHistory, languages: Iterable[str], reference: str) -> dict[str, Floats]:
    """The premium of each language at every position; of none without a parallel text beside the training."""
    codes = history.probes.codes if history.probes is not None else ()
    if reference not in codes:
        return {}
    known = [code for code in languages if code in codes and code != reference]
    return {code: history.premium_series(code, reference) for code in known}


def corpus_bytes(history: TrainingHistory) -> float:
    """Bytes of the raw text as often as it counted in the training: what its tokens are compared with, weights and all.

    What a pipeline changes or drops counts as it was before that, so that every algorithm is measured alike.
    """
    return 0.0 if history.words is None else history.words.weighted_bytes / history.words.scale

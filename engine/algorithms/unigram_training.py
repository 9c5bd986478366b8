"""One run of the Unigram trainer: the pieces that are left, and what a round does to them.

Pieces have numbers here: 0 is any unknown character, then come the characters of the alphabet, then the pieces of several
characters in the order of their texts.  What the loops do stands in `engine/kernels/unigram_em.py` and `unigram_cuts.py`; this
file decides what is kept.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.algorithms.unigram_corpus import UnigramCorpus
from engine.algorithms.unigram_model import unknown_score
from engine.algorithms.unigram_seeds import Seeds, relinked
from engine.kernels import unigram_cuts, unigram_em, unigram_rows
from engine.model import Progress
from engine.vocabulary import IntArray, Vocabulary

Floats = npt.NDArray[np.float64]

_PIECES_A_TURN = 1 << 16
_HIGHEST_TILT = 20.0
_FINEST = 28
"""Bits behind the point of an expected count, if the corpus is not too large for it."""


@dataclass(frozen=True, slots=True)
class Losses:
    """What a choice among the pieces of several characters went by, and the numbers of those it lets go."""

    of_each: Floats
    gone: IntArray


class UnigramTraining:
    """A corpus and the pieces that are left at the round at hand.

    `unknown_as_bytes` says that a character without a piece is written as its bytes, and not a run of them as one token.
    """

    def __init__(self, corpus: UnigramCorpus, seeds: Seeds, *, unknown_as_bytes: bool, use_digamma: bool) -> None:
        self.corpus = corpus
        self.base = corpus.base
        self._digamma = use_digamma
        self._unknown_tokens = corpus.byte_lengths if unknown_as_bytes else np.empty(0, np.int32)
        self._places, self._lengths = seeds.places, seeds.lengths
        self._parents, self._deepest = seeds.parents, seeds.deepest
        self.seed_count = len(seeds.places)
        self.seed_numbers: IntArray = np.arange(self.seed_count)
        worth = np.concatenate([[corpus.scale], corpus.character_counts, seeds.worth]).astype(np.float64)
        self.scores: Floats = np.log(worth) - np.log(worth.sum())
        self._set_unknown_score()
        self._characters = max(corpus.characters, 1)
        # Fixed point, as fine as 64 bits allow: the sum over all words cannot overflow.
        self._unit = 2.0 ** min(_FINEST, 61 - self._characters.bit_length())
        self._tilt = 0.0
        self._seen = np.ones(self.base, np.bool_)
        self._cuts = np.empty(len(corpus.symbols), np.int32)
        self._cut_sizes, self._tokens = np.empty(len(corpus.counts), np.int32), np.empty(len(corpus.counts), np.int64)
        self._broken: IntArray = np.empty(0, np.int64)

    # -- pieces ----------------------------------------------------------------------------------------------------

    @property
    def piece_count(self) -> int:
        """Pieces of several characters that are left."""
        return len(self._places)

    def texts(self, numbers: IntArray) -> Vocabulary:
        """The texts of some pieces of several characters."""
        return self.corpus.texts(self._places[numbers], self._lengths[numbers])

    def by_score(self) -> IntArray:
        """Numbers of the pieces of several characters, the likeliest first; equal ones in the order of their texts."""
        return np.argsort(-self.scores[self.base :], kind="stable")

    def drop(self, gone: IntArray) -> None:
        """Let go of these pieces."""
        left = np.ones(self.piece_count, np.bool_)
        left[gone] = False
        chosen = np.flatnonzero(left)
        self._parents = relinked(chosen, self._parents, self._deepest)
        self._places, self._lengths = self._places[chosen], self._lengths[chosen]
        self.seed_numbers = self.seed_numbers[chosen]
        self.scores = np.concatenate([self.scores[: self.base], self.scores[self.base :][chosen]])
        self._set_unknown_score()

    def prune(self, gone: IntArray) -> None:
        """Let go of these pieces, and remember which words have to be cut again."""
        marked = np.zeros(len(self.scores), np.bool_)
        marked[self.base + gone] = True
        self._broken = unigram_cuts.words_with(marked, self.corpus.word_starts, self._cuts, self._cut_sizes)
        self.drop(gone)

    def _set_unknown_score(self) -> None:
        """As the finished model has it, so that both cut alike."""
        self.scores[0] = unknown_score(self.scores[1:])

    def _rows(self, tilt: float, *, linear: bool) -> npt.NDArray[np.void]:
        rows = np.empty(self.piece_count, unigram_rows.ROW)
        unigram_rows.fill_rows(self._parents, self._lengths, self.scores, self.base, tilt, linear, rows)
        return rows

    # -- expectation and maximisation ------------------------------------------------------------------------------

    def expect(self) -> Generator[Progress, None, tuple[Floats, float]]:
        """How often each piece is expected, and the log-likelihood of the corpus."""
        corpus = self.corpus
        rows = self._rows(self._tilt, linear=True)
        expected = np.zeros(len(self.scores), np.int64)
        likelihood = 0
        for first, last in corpus.turns():
            likelihood += int(
                unigram_em.expect(
                    corpus.symbols,
                    corpus.word_starts,
                    corpus.counts,
                    first,
                    last,
                    self._deepest,
                    rows,
                    self.scores,
                    self.base,
                    self._tilt,
                    self._unit,
                    expected,
                )
            )
            yield Progress("Expectation", last, len(corpus.counts), "words")
        total = likelihood / unigram_em.LIKELIHOOD_UNIT
        # What an average character costs is taken out of all probabilities next time.
        self._tilt = min(_HIGHEST_TILT, max(0.0, -total / self._characters))
        expected[0] = 0
        return expected / (self._unit * corpus.scale), total / corpus.scale

    def maximise(self, expected: Floats) -> Losses:
        """New scores; what is expected less than half a time may go."""
        kept = np.empty(len(self.scores), np.bool_)
        unigram_em.maximise(expected, kept, self.base, self._digamma, self.scores)
        self._seen = kept[: self.base].copy()
        return Losses(np.zeros(self.piece_count), np.flatnonzero(~kept[self.base :]))

    def lift_unseen_characters(self) -> None:
        """In the last round characters without an expected count come just above the worst piece, not far below it."""
        seen = np.concatenate([self._seen, np.ones(self.piece_count, np.bool_)])
        unseen = np.flatnonzero(~self._seen[1:]) + 1
        worst = float(self.scores[seen].min(initial=0.0))
        self.scores[unseen] = worst + 1e-4 * np.arange(len(unseen))
        self._set_unknown_score()

    # -- best cuts -------------------------------------------------------------------------------------------------

    def best_cuts(self) -> Generator[Progress, None, IntArray]:
        """Cuts all words in the best way; returns how often each piece is used."""
        self._broken = np.empty(0, np.int64)
        return (yield from self._cut_words(np.arange(len(self.corpus.counts))))

    def tokens(self) -> Generator[Progress, None, int]:
        """Tokens of the corpus in the best cuts; only words that lost a piece since `best_cuts` are cut again."""
        yield from self._cut_words(self._broken)
        return int((self._tokens * self.corpus.counts).sum())

    def _cut_words(self, words: IntArray) -> Generator[Progress, None, IntArray]:
        corpus = self.corpus
        rows = self._rows(0.0, linear=False)
        used = np.zeros(len(self.scores), np.int64)
        for first, last in corpus.turns(words):
            unigram_cuts.count_best_cuts(
                corpus.symbols,
                corpus.word_starts,
                corpus.counts,
                words[first:last],
                self._deepest,
                rows,
                self.scores,
                self.base,
                self._unknown_tokens,
                used,
                self._cuts,
                self._cut_sizes,
                self._tokens,
            )
            yield Progress("Cutting", last, len(words), "words")
        return used

    # -- what to let go --------------------------------------------------------------------------------------------

    def losses(self, used: IntArray) -> Generator[Progress, None, Floats]:
        """What it costs to lose each piece of several characters; -1 for one that no best cut needs."""
        rows = self._rows(0.0, linear=False)
        losses = np.empty(self.piece_count)
        total = float(used.sum())
        for first in range(0, self.piece_count, _PIECES_A_TURN):
            last = min(first + _PIECES_A_TURN, self.piece_count)
            unigram_cuts.find_losses(
                self.corpus.symbols,
                self._places,
                self._lengths,
                first,
                last,
                self._deepest,
                rows,
                self.scores,
                self.base,
                used,
                total,
                losses,
            )
            yield Progress("Pruning", last, self.piece_count, "pieces")
        return losses / self.corpus.scale

    def least_missed(self, losses: Floats, room: int) -> Losses:
        """All but the `room` pieces that would be missed most; what no best cut needs goes in any case."""
        needed = np.flatnonzero(losses >= 0)
        gone = np.ones(len(losses), np.bool_)
        gone[needed[np.argsort(-losses[needed], kind="stable")[:room]]] = False
        return Losses(np.maximum(losses, 0.0), np.flatnonzero(gone))

    def least_likely(self, losses: Floats, room: int) -> Losses:
        """All but the `room` pieces with the best scores."""
        return Losses(np.maximum(losses, 0.0), np.sort(self.by_score()[room:]))

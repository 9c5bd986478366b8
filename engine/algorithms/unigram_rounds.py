"""From the seeds to the vocabulary: rounds that expect, maximise and let pieces go, and what each leaves on record.

Rounds   runs a training and yields a Round each time
Limits   where it is to end
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.algorithms.unigram_corpus import joined_texts
from engine.algorithms.unigram_probes import ProbeCuts
from engine.algorithms.unigram_training import Losses, UnigramTraining
from engine.model import Progress, Removals, Removed, Round, Stopped, StopReason
from engine.vocabulary import ByteArray, IntArray, Vocabulary

Floats = npt.NDArray[np.float64]

_NOTING = Progress("Noting pieces", 0, 0, "pieces")
_TEXTS_A_TURN = 1 << 17
_SLACK = 1.1
"""Pruning goes down to this many times the size; the last pieces are chosen by their scores."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Where a training ends.

    room       pieces of several characters that there is room for; None: only characters are to be left
    vocabulary entries in the end, all counted
    rounds     rounds at most; None: as many as it takes
    shrinking  share of the pieces that a round keeps
    turns      turns of expectation and maximisation in a round
    """

    room: int | None
    vocabulary: int
    rounds: int | None
    shrinking: float
    turns: int

    def kept(self, pieces: int, characters: int) -> int:
        """How many pieces of several characters a round of pruning keeps."""
        return max(int(self.shrinking * (pieces + characters)) - characters, 0)


class Rounds:
    """Takes pieces away, round by round.

    `head` are the tokens before the alphabet: the unknown token and byte tokens.  `cuts` are words that are cut along.
    """

    def __init__(
        self,
        training: UnigramTraining,
        head: Sequence[bytes],
        limits: Limits,
        *,
        cuts: ProbeCuts | None = None,
        record: bool = True,
    ) -> None:
        self._training = training
        self._symbols = Vocabulary.of([*head, *training.corpus.alphabet_texts])
        self._limits = limits
        self._cuts = cuts
        self._losing = _Losing(training, record)

    def run(self) -> Iterator[Progress | Round | Stopped]:
        """Round 1 is the seeds; a Round comes when the next expectation has told its likelihood."""
        training = self._training
        finished = False
        step = 1
        yield from training.best_cuts()
        while True:
            expected, likelihood = yield from training.expect()
            yield (yield from self._round(step, likelihood))
            if finished or step == self._limits.rounds:
                yield Stopped(self._reason(finished))
                return
            self._losing.begin()
            expected = yield from self._turns(expected)
            finished = yield from self._take_away(expected)
            step += 1

    def _turns(self, expected: Floats) -> Generator[Progress, None, Floats]:
        """Maximise and expect in turns; what is hardly expected goes.  Returns what is expected of those left."""
        left = yield from self._losing.fade(expected)
        for _ in range(self._limits.turns - 1):
            expected, _ = yield from self._training.expect()
            left = yield from self._losing.fade(expected)
        return left

    def _take_away(self, expected: Floats) -> Generator[Progress, None, bool]:
        """Let go what is missed least, or in the last round what is least likely; True if this was the last."""
        training, limits = self._training, self._limits
        base = len(self._symbols)
        wanted = 0 if limits.room is None else max(int(_SLACK * limits.vocabulary) - base, 0)
        last = training.piece_count <= wanted or not training.piece_count
        if last:
            training.lift_unseen_characters()
        used = yield from training.best_cuts()
        losses = yield from training.losses(used)
        if last:
            choice = training.least_likely(losses, limits.room or 0)
        else:
            kept = limits.kept(training.piece_count, len(training.corpus.alphabet))
            choice = training.least_missed(losses, max(wanted, kept))
        self._losing.prune(choice, expected)
        return last

    def _reason(self, finished: bool) -> StopReason:
        if not finished:
            return "steps"
        return "vocab-size" if self._training.piece_count == self._limits.room else "exhausted"

    # -- what a round leaves on record -----------------------------------------------------------------------------

    def _round(self, step: int, likelihood: float) -> Generator[Progress, None, Round]:
        """The vocabulary as it stands, in the order of ids, and what it makes of the corpus."""
        training = self._training
        tokens = yield from training.tokens()
        languages: IntArray = np.empty(0, np.int64)
        if self._cuts is not None:
            languages = yield from self._cuts.tokens(training)
        order = training.by_score()
        yield _NOTING
        pieces = joined_texts([self._symbols, training.texts(order)])
        yield _NOTING
        removed = yield from self._losing.removals()
        characters, several = training.scores[1 : training.base], training.scores[training.base :]
        scores = np.concatenate([np.zeros(len(self._symbols) - len(characters)), characters, several[order]])
        losses = self._losing.left
        if self._losing.pruned:
            losses = np.concatenate([np.full(len(self._symbols), np.inf), losses[order]])
        return Round(step, pieces, scores, removed, likelihood, tokens, languages, losses)


class _Losing:
    """Lets pieces go, and gathers what one round let go in its turns of maximisation and its pruning."""

    def __init__(self, training: UnigramTraining, record: bool) -> None:
        self._training = training
        self._record = record
        self.begin()

    def begin(self) -> None:
        """A new round: nothing is gone yet."""
        self._texts: list[Vocabulary] = []
        self._losses: list[Floats] = []
        self._expected: list[Floats] = []
        self.left: Floats = np.empty(0)
        self.pruned = False

    def fade(self, expected: Floats) -> Generator[Progress, None, Floats]:
        """Maximise, and let go what was hardly expected at all: no best cut is known to need it."""
        losses = self._training.maximise(expected)
        yield _NOTING
        self._note(losses, expected)
        yield _NOTING
        self._training.drop(losses.gone)
        yield _NOTING
        return np.delete(expected, self._training.base + losses.gone)

    def prune(self, losses: Losses, expected: Floats) -> None:
        """Let go of a choice of pieces."""
        self._note(losses, expected)
        if self._record:
            self.left = np.delete(losses.of_each, losses.gone)
            self.pruned = True
        self._training.prune(losses.gone)

    def _note(self, losses: Losses, expected: Floats) -> None:
        if self._record:
            self._texts.append(self._training.texts(losses.gone))
            self._losses.append(losses.of_each[losses.gone])
            self._expected.append(expected[self._training.base :][losses.gone])

    def removals(self) -> Generator[Progress, None, Sequence[Removed]]:
        """All of it, what is missed least first."""
        if not self._texts:
            return ()
        losses, expected = np.concatenate(self._losses), np.concatenate(self._expected)
        order = np.lexsort((expected, losses))
        yield _NOTING
        texts = joined_texts(self._texts)
        yield _NOTING
        ordered = yield from _reordered(texts, order)
        return Removals(ordered, losses[order], expected[order])


def _reordered(texts: Vocabulary, order: IntArray) -> Generator[Progress, None, Vocabulary]:
    """The same texts in another order."""
    lengths = np.diff(texts.offsets)[order]
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    data: ByteArray = np.empty(int(offsets[-1]), np.uint8)
    # Each byte comes from where its text starts, plus how far it stands in the text.
    moves = texts.offsets[:-1][order] - offsets[:-1]
    for first in range(0, len(order), _TEXTS_A_TURN):
        last = min(first + _TEXTS_A_TURN, len(order))
        begin, end = int(offsets[first]), int(offsets[last])
        data[begin:end] = texts.data[np.repeat(moves[first:last], lengths[first:last]) + np.arange(begin, end)]
        yield _NOTING
    return Vocabulary(data, offsets, byte_level=False)

"""The curves of a run, a value at each position, NaN where there is none; and the same of another run, put beside them.

Pure: histories in, arrays out.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from app.widgets.why.addition_facts import words_known
from app.widgets.why.why import SCORE_UNIT
from engine.algorithms.wordpiece import WordPieceTrainer
from engine.history import AdditionHistory, History, RoundHistory, TrainingHistory
from engine.size_curve import corpus_bytes

Floats = npt.NDArray[np.float64]


def corpus_tokens(history: TrainingHistory) -> Floats:
    """Tokens of the corpus; of whole words, the words that are not known."""
    if isinstance(history, AdditionHistory) and history.words is not None and len(history):
        total = float(history.words.counts.sum()) / history.scale
        return np.asarray(total * (1 - words_known(history) / 100), np.float64)
    tokens = np.asarray(history.corpus_tokens, np.float64) / history.scale
    return tokens if len(tokens) else np.zeros(1)


def bytes_per_token(history: TrainingHistory) -> Floats:
    """Bytes of the corpus as it was read over its tokens, as in every other place that tells of them."""
    return np.asarray(corpus_bytes(history) * history.scale / np.maximum(history.corpus_tokens, 1), np.float64)


def goes_by_score(history: TrainingHistory) -> bool:
    """Whether a score decides what is merged, not the count."""
    trainer = history.recipe.trainer
    return isinstance(trainer, WordPieceTrainer) and trainer.score == "likelihood"


def winner_worth(history: TrainingHistory) -> Floats:
    """What the winner of each step was chosen by: its count, or its score in ten-thousandths."""
    if isinstance(history, History) and goes_by_score(history):
        return _from_step_1(history.scores * SCORE_UNIT)
    if isinstance(history, History | AdditionHistory):
        return _from_step_1(history.counts / history.scale)
    return np.full(len(history) + 1, np.nan)


def tie_sizes(history: TrainingHistory) -> Floats:
    """How many were worth as much as the winner of each step."""
    tied = history.tied
    return _from_step_1(tied) if len(tied) else np.full(len(history) + 1, np.nan)


def piece_counts(history: RoundHistory) -> Floats:
    """Pieces after each round."""
    return np.array([history.base, *(len(row.pieces) for row in history.rounds)], np.float64)


def size_ratio(one: TrainingHistory, other: TrainingHistory) -> float:
    """By how much to multiply the other run's tokens so that both are of a corpus of one size."""
    theirs = corpus_bytes(other)
    return corpus_bytes(one) / theirs if theirs else 1.0


def put_beside(values: Floats, positions: npt.NDArray[np.integer]) -> Floats:
    """Another run's values at the positions that stand beside those of this run.

    >>> put_beside(np.array([3.0, 2.0, 1.0]), np.array([0, 1, 1, 2, 2])).tolist()
    [3.0, 2.0, 2.0, 1.0, 1.0]
    """
    if not len(values):
        return np.full(len(positions), np.nan)
    return np.asarray(values[np.minimum(positions, len(values) - 1)], np.float64)


def ghost(values: Floats, positions: npt.NDArray[np.integer]) -> Floats:
    """The same, and nothing where the other run stands still at its first or last position: it was not there yet, or had
    ended.

    >>> ghost(np.array([3.0, 2.0, 1.0]), np.array([0, 0, 1, 2, 2])).tolist()
    [nan, 3.0, 2.0, 1.0, nan]
    """
    shown = put_beside(values, positions).copy()
    moves = np.flatnonzero(np.diff(positions))
    if len(moves):
        shown[: moves[0]] = np.nan
        shown[moves[-1] + 2 :] = np.nan
    else:
        shown[1:] = np.nan
    return shown


def _from_step_1(values: npt.NDArray[np.generic]) -> Floats:
    """Position 0 has no winner."""
    return np.concatenate([[np.nan], np.asarray(values, np.float64)])

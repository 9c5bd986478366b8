"""Two trainings against each other: which position stands beside which, what both did, and where they first differ.

    go_by_steps    whether step `k` of one can be held against step `k` of the other
    beside         for each position of one run, the position of the other that is shown with it
    compare_runs   the first difference, and for each step where the other run makes the same token

Merges on the same base symbols (another tie rule, pattern, weight), rounds, and words taken in are compared step by step.
All else is put side by side by the size of the vocabulary; its tokens are compared by their letters, without blanks and
marks, because each algorithm writes those in its own way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.history import RoundHistory, TrainingHistory
from engine.metaspace import MARK
from engine.vocabulary import IntArray


@dataclass(frozen=True, slots=True)
class RunComparison:
    """What a run has in common with another one.

    same         (n,) whether the other run's step of the same number does the same; all False by size
    elsewhere    (n,) the step of the other run that makes the same token, 0 for none
    difference   the first step that the other run does not have (by steps: at its number; by size: among its tokens up to
                 the same size); None while all that both have is the same
    """

    by_steps: bool
    same: npt.NDArray[np.bool_]
    elsewhere: IntArray
    difference: int | None


def go_by_steps(one: TrainingHistory, other: TrainingHistory) -> bool:
    """Whether steps of the same number can be compared."""
    if one.step_kind != other.step_kind or one.start is None or other.start is None:
        return False
    alike = type(one.recipe.trainer) is type(other.recipe.trainer)
    if one.step_kind == "merges":
        return alike or set(one.start.symbols) == set(other.start.symbols)
    return alike


def beside(one: TrainingHistory, other: TrainingHistory) -> IntArray:
    """(n + 1,) for each position of `one` the position of `other` that is shown with it: of the same number, or of the
    nearest size."""
    if go_by_steps(one, other):
        return np.minimum(np.arange(len(one) + 1), len(other))
    sizes = other.sizes
    # Before its first round Unigram has no vocabulary that anybody would use.
    first = 1 if isinstance(other, RoundHistory) and len(other) else 0
    order = first + np.argsort(sizes[first:], kind="stable")
    ascending, wanted = sizes[order], one.sizes
    right = np.clip(np.searchsorted(ascending, wanted), 0, len(order) - 1)
    left = np.maximum(right - 1, 0)
    nearer = np.abs(ascending[left] - wanted) < np.abs(ascending[right] - wanted)
    return np.asarray(order[np.where(nearer, left, right)], np.int64)


def compare_runs(one: TrainingHistory, other: TrainingHistory) -> RunComparison:
    """Hold each step of `one` against the other run; takes about a second for a million steps.

    >>> from engine.algorithms.bpe import BPETrainer
    >>> from engine.history import History
    >>> from engine.model import WordCounts
    >>> from engine.recipe import Recipe
    >>> def learned(rule: str) -> History:
    ...     history = History(Recipe(BPETrainer(vocab_size=259, tie_rule=rule)))
    ...     words = WordCounts.of({b"low": 5, b"lower": 2, b"newest": 6, b"widest": 3})
    ...     for event in [words, *history.recipe.trainer.steps(words)]:
    ...         history.append(event)
    ...     return history
    >>> compared = compare_runs(learned("smallest-ids"), learned("lexicographic-largest"))
    >>> compared.difference, compared.same.tolist(), compared.elsewhere.tolist()
    (1, [False, False, False], [0, 2, 0])
    """
    by_steps = go_by_steps(one, other)
    same = _same_steps(one, other) if by_steps else np.zeros(len(one), np.bool_)
    elsewhere = _places(one, other, _stored if by_steps else _letters)
    difference = (
        _first_different(same, min(len(one), len(other))) if by_steps else _first_missing(one, other, elsewhere)
    )
    return RunComparison(by_steps, same, elsewhere, difference)


def is_same_step(one: TrainingHistory, other: TrainingHistory, step: int) -> bool:
    """Whether step `step` of both does the same."""
    if not 1 <= step <= min(len(one), len(other)):
        return False
    if isinstance(one, RoundHistory) and isinstance(other, RoundHistory):
        return set(one.row(step).pieces) == set(other.row(step).pieces)
    return one.step_tokens(step) == other.step_tokens(step)


def _same_steps(one: TrainingHistory, other: TrainingHistory) -> npt.NDArray[np.bool_]:
    same = np.zeros(len(one), np.bool_)
    for step in range(1, min(len(one), len(other)) + 1):
        same[step - 1] = is_same_step(one, other, step)
    return same


def _first_different(same: npt.NDArray[np.bool_], shared: int) -> int | None:
    different = np.flatnonzero(~same[:shared])
    return int(different[0]) + 1 if len(different) else None


def _first_missing(one: TrainingHistory, other: TrainingHistory, elsewhere: IntArray) -> int | None:
    """The first step whose token the other run has not made when it is as large."""
    if not one.made_tokens() or not other.made_tokens():
        return None
    missing = np.flatnonzero((elsewhere == 0) | (elsewhere > beside(one, other)[1:]))
    return int(missing[0]) + 1 if len(missing) else None


def _places(one: TrainingHistory, other: TrainingHistory, key: Callable[[TrainingHistory], list[bytes]]) -> IntArray:
    """For each step of `one` the first step of `other` that makes the same token; 0 for none."""
    steps: dict[bytes, int] = {}
    for step, token in enumerate(key(other), 1):
        steps.setdefault(token, step)
    places = [steps.get(token, 0) for token in key(one)]
    return np.array(places or [0] * len(one), np.int64)


def _stored(history: TrainingHistory) -> list[bytes]:
    return list(history.made_tokens())


def _letters(history: TrainingHistory) -> list[bytes]:
    """What each step makes, without blanks and marks."""
    trainer: Any = history.recipe.trainer
    before = (getattr(trainer, "continuation", None) or "").encode()
    behind = (getattr(trainer, "end_of_word", None) or "").encode()
    blank = MARK.encode()
    return [
        token.removeprefix(before).removesuffix(behind).replace(blank, b" ").strip(b" ")
        for token in history.made_tokens()
    ]

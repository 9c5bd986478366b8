"""One pre-token, merge by merge: how it is encoded, how it is not, and how chance may cut it.

    merge_steps     the merges in the order in which they happen
    left_to_right   what a tempting shortcut makes of it, and where that goes wrong
    dropout         BPE-dropout: each possible merge may be passed over

All three start from base symbols and ask `merge_of` for the rank and the product of a pair, None if it is no merge.  They are
for a reader who looks at one word; whole texts are encoded by the kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from engine.errors import OptionError

MergeOf = Callable[[int, int], tuple[int, int] | None]


@dataclass(frozen=True, slots=True)
class MergeStep:
    """One merge while a pre-token is encoded: `pair` at token `position` becomes `id`; `rank` counts from 0."""

    pair: tuple[int, int]
    id: int
    position: int
    rank: int


@dataclass(frozen=True, slots=True)
class LeftToRight:
    """What merging from left to right gives: its merges, its ids, and the first token that is not the right one.

    `parts_at` is an index into `ids`; None where the result happens to be right.
    """

    steps: tuple[MergeStep, ...]
    ids: tuple[int, ...]
    parts_at: int | None


def merge_steps(symbols: Sequence[int], merge_of: MergeOf) -> list[MergeStep]:
    """The pair with the lowest rank first, the leftmost of equals, until no neighbours are a merge."""
    ids = list(symbols)
    steps: list[MergeStep] = []
    while found := _possible(ids, merge_of):
        best = min(found, key=_rank_order)
        _apply(best, ids)
        steps.append(best)
    return steps


def left_to_right(symbols: Sequence[int], merge_of: MergeOf) -> LeftToRight:
    """The first pair from the left that is a merge at all, then again from the left: ranks are not looked at.

    It looks like the same thing and is not: with the merges `b c`, then `a b`, the word abc is `a` `bc`, while from the left
    `ab` `c` comes out.
    """
    ids = list(symbols)
    steps: list[MergeStep] = []
    while (found := _first_possible(ids, merge_of)) is not None:
        _apply(found, ids)
        steps.append(found)
    right = list(symbols)
    for step in merge_steps(symbols, merge_of):
        _apply(step, right)
    return LeftToRight(tuple(steps), tuple(ids), _first_difference(ids, right))


def dropout(symbols: Sequence[int], merge_of: MergeOf, p: float, seed: int) -> list[int]:
    """BPE-dropout (Provilkov, Emelianenko, Voita 2020): the same word may be cut in several ways.

    Before each merge every possible one is struck out with probability `p`, each for itself; the best of the rest happens,
    and where none is left it ends.  So `p` = 0 is ordinary encoding and `p` = 1 leaves the base symbols.  The same seed gives
    the same cut.  Raises OptionError for a `p` that is no probability.
    """
    if not 0 <= p <= 1:
        raise OptionError(f"The dropout must be between 0 and 1; it is {p:g}.")
    chance = np.random.default_rng(seed)
    ids = list(symbols)
    while True:
        possible = _possible(ids, merge_of)
        kept = [step for step, draw in zip(possible, chance.random(len(possible)), strict=True) if draw >= p]
        if not kept:
            return ids
        _apply(min(kept, key=_rank_order), ids)


def _possible(ids: Sequence[int], merge_of: MergeOf) -> list[MergeStep]:
    """All neighbours that are a merge, from the left."""
    found = []
    for position, (left, right) in enumerate(pairwise(ids)):
        merge = merge_of(left, right)
        if merge is not None:
            found.append(MergeStep((left, right), merge[1], position, merge[0]))
    return found


def _first_possible(ids: Sequence[int], merge_of: MergeOf) -> MergeStep | None:
    for position, (left, right) in enumerate(pairwise(ids)):
        merge = merge_of(left, right)
        if merge is not None:
            return MergeStep((left, right), merge[1], position, merge[0])
    return None


def _rank_order(step: MergeStep) -> tuple[int, int]:
    return step.rank, step.position


def _apply(step: MergeStep, ids: list[int]) -> None:
    ids[step.position : step.position + 2] = [step.id]


def _first_difference(ids: Sequence[int], right: Sequence[int]) -> int | None:
    """Where two cuts of the same symbols first have different tokens."""
    return next((at for at, pair in enumerate(zip(ids, right, strict=False)) if pair[0] != pair[1]), None)

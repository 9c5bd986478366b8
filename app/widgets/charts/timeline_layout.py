"""The numbers behind the timeline: steps to pixels and back, the curve thinned, ties a pixel, ticks of the axis.  Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]


def x_of(step: Any, last: int, left: float, width: float) -> Any:
    """Where a step (or each of an array of steps) stands; `last` is the step at the right end.

    >>> x_of(50, 100, 10, 200)
    110.0
    """
    return left + width * step / max(1, last)


def step_at(x: float, last: int, left: float, width: float, known: int) -> int:
    """The step nearest to a place, at most the last known one.

    >>> step_at(111, 100, 10, 200, 100), step_at(500, 100, 10, 200, 40), step_at(-5, 100, 10, 200, 40)
    (50, 40, 0)
    """
    return min(known, max(0, round((x - left) / max(1.0, width) * last)))


def thinned(values: npt.NDArray[Any], pixels: int) -> tuple[FloatArray, FloatArray]:
    """Steps and values of a curve that only falls or only rises, cut to two points a pixel; the last point stays."""
    count = len(values)
    most = max(2, 2 * pixels)
    index = np.arange(count) if count <= most else np.unique(np.linspace(0, count - 1, most).round().astype(np.int64))
    return index.astype(np.float64), np.asarray(values[index], np.float64)


def tie_shares(tied: npt.NDArray[Any], last: int, cells: int) -> FloatArray:
    """For each cell of the band the share of its steps that are ties; 0 where no step is known.

    >>> tie_shares(np.array([1, 2, 3, 1]), 4, 2).tolist()
    [0.5, 0.5]
    """
    cell = (np.arange(len(tied)) * cells) // max(1, last)
    ties = np.bincount(cell[tied > 1], minlength=cells)
    steps = np.bincount(cell, minlength=cells)
    return np.asarray(ties[:cells] / np.maximum(1, steps[:cells]), np.float64)


def axis_ticks(last: int, most: int) -> list[int]:
    """Round steps from 0, at most so many, and the last step; a round one too near to the last gives way.

    >>> axis_ticks(744, 9)
    [0, 100, 200, 300, 400, 500, 600, 744]
    """
    if last <= 0:
        return [0]
    raw = last / max(1, most)
    power = 10 ** math.floor(math.log10(max(1.0, raw)))
    distance = next(int(power * factor) for factor in (1, 2, 5, 10) if power * factor >= raw)
    ticks = [step for step in range(0, last, max(1, distance)) if last - step >= 0.6 * distance]
    return [*ticks, last]


def keep_apart(spans: Sequence[tuple[float, float]], gap: float) -> list[bool]:
    """Which labels (left, right) to draw so that none touches another; earlier ones win.

    >>> keep_apart([(0, 10), (5, 15), (20, 30)], 2)
    [True, False, True]
    """
    drawn: list[tuple[float, float]] = []
    keep: list[bool] = []
    for left, right in spans:
        free = all(_apart((left, right), other, gap) for other in drawn)
        keep.append(free)
        if free:
            drawn.append((left, right))
    return keep


def named_flags(flags: Sequence[tuple[float, float]], names: Sequence[tuple[float, float]], gap: float) -> list[bool]:
    """Which bookmarks show their name: those whose name touches no flag and no name drawn before.

    >>> named_flags([(0, 5), (20, 25)], [(6, 30), (26, 40)], 1)
    [False, True]
    """
    room = gap if len(flags) > 1 else 0.0
    free = [all(_apart(name, flag, room) for flag in flags) for name in names]
    kept = iter(keep_apart([name for name, shows in zip(names, free, strict=True) if shows], room))
    return [shows and next(kept) for shows in free]


def _apart(one: tuple[float, float], other: tuple[float, float], gap: float) -> bool:
    return one[1] + gap <= other[0] or one[0] >= other[1] + gap


def seek_target(key: str, position: int, known: int, *, shift: bool = False, control: bool = False) -> int | None:
    """Where a key leads: single steps, 10 with Shift, 100 with Control; None for a key that leads nowhere.

    >>> seek_target("Right", 141, 744, shift=True), seek_target("End", 141, 744), seek_target("A", 141, 744)
    (151, 744, None)
    """
    size = 100 if control else 10 if shift else 1
    targets = {
        "Left": position - size,
        "Right": position + size,
        "PageUp": position - 1,
        "PageDown": position + 1,
        "Home": 0,
        "End": known,
    }
    return min(known, max(0, targets[key])) if key in targets else None

"""How a merge moves, as a pure function of time: the pair lights up, holds, joins and settles.

Speed decides.  Up to four steps a second the whole cycle is shown; up to sixteen the pair only lights up and joins; above
that nothing moves, changed chips are amber for a moment.  Backwards the join runs in reverse, without a hold.
"""

from __future__ import annotations

from dataclasses import dataclass

LIGHT, HOLD, JOIN, SETTLE, BACK, FLASH = 120.0, 600.0, 180.0, 400.0, 120.0, 80.0
"""Milliseconds of each part; the hold is the most it takes, the flash the least."""
_WHOLE_CYCLE = 1000 / 4
_NO_MOVEMENT = 1000 / 16


@dataclass(frozen=True, slots=True)
class Phase:
    """Where a merge stands, each from 0 to 1: amber faded in, bridge drawn, parts joined, amber faded out again."""

    lit: float
    bridge: float
    joined: float
    settled: float
    over: bool


BEFORE = Phase(1.0, 1.0, 0.0, 0.0, True)
"""At rest before the merge: the pair is lit and bridged."""
AFTER = Phase(1.0, 0.0, 1.0, 0.0, True)
"""At rest after the merge: one chip, amber, with a full edge."""


def phase(elapsed: float, step_duration: float | None, direction: int = 1, reduced: bool = False) -> Phase:
    """The phase `elapsed` ms after a step began; `step_duration` is None for a step that no other follows.

    >>> phase(60, None).joined, phase(10_000, None) == AFTER
    (0.0, True)
    """
    if direction < 0:
        return _backwards(elapsed, reduced)
    if reduced:
        return AFTER
    if step_duration is None:
        return _cycle(elapsed, LIGHT, HOLD, JOIN, 0.0)
    if step_duration < _NO_MOVEMENT:
        over = elapsed >= max(FLASH, step_duration)
        return Phase(1.0, 0.0, 1.0, float(over), over)
    if step_duration < _WHOLE_CYCLE:
        scale = min(1.0, step_duration / (LIGHT + JOIN))
        return _cycle(elapsed, LIGHT * scale, 0.0, JOIN * scale, 0.0)
    scale = min(1.0, step_duration / (LIGHT + JOIN + SETTLE))
    hold = min(HOLD, max(0.0, step_duration - LIGHT - JOIN - SETTLE))
    return _cycle(elapsed, LIGHT * scale, hold, JOIN * scale, SETTLE * scale)


def lighting(elapsed: float, step_duration: float | None, reduced: bool = False) -> Phase:
    """The pair only lights up and stays so: for a position that is shown before its merge."""
    if reduced or (step_duration is not None and step_duration < _NO_MOVEMENT):
        return BEFORE
    progress = out_cubic(_share(elapsed, min(LIGHT, step_duration or LIGHT)))
    return Phase(progress, progress, 0.0, 0.0, progress >= 1.0)


def in_out_cubic(share: float) -> float:
    """Slow, fast, slow."""
    return 4 * share**3 if share < 0.5 else 1 - (2 - 2 * share) ** 3 / 2


def out_cubic(share: float) -> float:
    """Fast, then slow."""
    return 1 - (1 - share) ** 3


def out_quad(share: float) -> float:
    """Fast, then slower."""
    return 1 - (1 - share) ** 2


def _cycle(elapsed: float, light: float, hold: float, join: float, settle: float) -> Phase:
    lit = out_cubic(_share(elapsed, light))
    joined = in_out_cubic(_share(elapsed - light - hold, join))
    settled = out_quad(_share(elapsed - light - hold - join, settle)) if settle else 0.0
    return Phase(lit, lit * (1 - joined), joined, settled, elapsed >= light + hold + join + settle)


def _backwards(elapsed: float, reduced: bool) -> Phase:
    apart = 1.0 if reduced else in_out_cubic(_share(elapsed, BACK))
    return Phase(1.0, apart, 1 - apart, 0.0, apart >= 1.0)


def _share(elapsed: float, duration: float) -> float:
    if duration <= 0:
        return 1.0 if elapsed >= 0 else 0.0
    return min(1.0, max(0.0, elapsed / duration))

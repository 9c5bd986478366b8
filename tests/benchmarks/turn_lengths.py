"""How long a window worked without looking at its events, turn by turn."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer

LIMIT = 0.05
"""Seconds that no turn of the window's events should take."""
TICK = 5
"""Milliseconds between two looks."""


@dataclass(frozen=True, slots=True)
class Gap:
    """From one look at the events to the next: seconds of the window's processor time, and of the clock."""

    work: float
    clock: float
    doing: str


class Ticker:
    """Notes how long each turn took: from one tick to the next, of the thread's processor time and of the clock."""

    def __init__(self, gaps: list[Gap], doing: Callable[[], str]) -> None:
        self._gaps, self._doing = gaps, doing
        self._last = _now()
        self._timer = QTimer(timerType=Qt.TimerType.PreciseTimer, interval=TICK)
        self._timer.timeout.connect(self._on_tick)
        self._timer.start()

    def stop(self) -> None:
        self._timer.stop()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """What is done within belongs to whoever measures: the turn is as long as it would be without."""
        before = _now()
        yield
        after = _now()
        self._last = self._last[0] + after[0] - before[0], self._last[1] + after[1] - before[1]

    def _on_tick(self) -> None:
        now = _now()
        self._gaps.append(Gap(now[0] - self._last[0], now[1] - self._last[1], self._doing()))
        self._last = now


def _now() -> tuple[float, float]:
    """Of the thread's processor time, and of the clock."""
    return time.thread_time(), time.perf_counter()


def print_gaps(gaps: list[Gap]) -> None:
    """A line for each thing that was done: the shares of its turns, and how many were too long."""
    for doing in dict.fromkeys(gap.doing for gap in gaps):
        turns = [gap for gap in gaps if gap.doing == doing]
        work, clock = [gap.work for gap in turns], [gap.clock for gap in turns]
        long = sum(seconds > LIMIT for seconds in work)
        waited = sum(seconds > LIMIT for seconds in clock)
        print(
            f"{doing}: {long} of {len(turns):,} too long, {waited} with what it waited for; "
            f"work {_shares(work)}; clock {_shares(clock)}"
        )


def _shares(seconds: list[float]) -> str:
    ordered = sorted(seconds)
    at = {share: 1000 * ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.99, 1.0)}
    return ", ".join(f"{100 * share:g} % under {value:.0f} ms" for share, value in at.items())

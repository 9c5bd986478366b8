"""How long a window worked without looking at its events, turn by turn."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import Qt, QTimer

LIMIT = 0.05
"""Seconds that no turn of the window's events should take."""
TICK = 5
"""Milliseconds between two looks."""


class Gaps:
    """From one look at the events to the next: seconds of the window's processor time, and of the clock, by what was done.

    They are kept in arrays: a hundred thousand objects would be looked at whenever the program collects garbage.
    """

    def __init__(self) -> None:
        self._of: dict[str, tuple[array[float], array[float]]] = {}

    def __len__(self) -> int:
        return sum(len(work) for work, _ in self._of.values())

    def add(self, doing: str, work: float, clock: float) -> None:
        of_work, of_clock = self._of.setdefault(doing, (array("d"), array("d")))
        of_work.append(work)
        of_clock.append(clock)

    def lines(self) -> Iterator[str]:
        """A line for each thing that was done: the shares of its turns, and how many were too long."""
        for doing, (work, clock) in self._of.items():
            long = sum(seconds > LIMIT for seconds in work)
            waited = sum(seconds > LIMIT for seconds in clock)
            yield (
                f"{doing}: {long} of {len(work):,} too long, {waited} with what it waited for; "
                f"work {_shares(work)}; clock {_shares(clock)}"
            )


class Ticker:
    """Notes how long each turn took: from one tick to the next, of the thread's processor time and of the clock."""

    def __init__(self, gaps: Gaps, doing: Callable[[], str]) -> None:
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
        self._gaps.add(self._doing(), now[0] - self._last[0], now[1] - self._last[1])
        self._last = now


def _now() -> tuple[float, float]:
    """Of the thread's processor time, and of the clock."""
    return time.thread_time(), time.perf_counter()


def _shares(seconds: Sequence[float]) -> str:
    ordered = sorted(seconds)
    at = {share: 1000 * ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.99, 1.0)}
    return ", ".join(f"{100 * share:g} % under {value:.0f} ms" for share, value in at.items())

"""Turns: what follows the timeline is drawn part by part, so that no turn of the event loop takes longer than a frame.

Whoever shows the position asks for a turn of each of its parts.  Parts that lead (the cursor) are drawn in every turn in which
the position has moved; of the others as many as there is time for, in the order in which they asked.  What is drawn late
draws the newest position, and a part that asks again before its turn keeps its place: so all of them come round, however
fast the timeline is dragged.

(One work whose steps all have to be done, in their order, is one for `app.turn_by_turn`.)
"""

from __future__ import annotations

import time
from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QObject, Qt, QTimer

Part = Callable[[], None]
"""A bound method of whatever draws it; it reads what is to be drawn when it is called."""

_TIME = 0.002
"""Seconds of a turn after which no further part begins: what has been drawn is still to be painted, and a frame has 16 ms."""
_PAUSE = 1
"""Milliseconds between two turns, so that what was drawn is painted in a turn of its own, and clicks are heard."""
_APART = 8
"""Milliseconds between two turns that are led: twice as often as a screen shows anything, so that none of its frames misses
the newest position."""


class Turns(QObject):
    """Asked for from anywhere in the window's thread; a part is called once for all that asked for it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._leading: dict[Part, None] = {}
        self._waiting: dict[Part, None] = {}
        self._last = 0.0
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_turn)

    @property
    def waiting(self) -> bool:
        """Something is still to be drawn."""
        return bool(self._leading or self._waiting)

    def lead(self, part: Part) -> None:
        """Draw this part in the next turn, before all others."""
        self._leading[part] = None
        self._start()

    def ask(self, *parts: Part) -> None:
        """Draw these parts when their turn comes."""
        self._waiting.update(dict.fromkeys(parts))
        self._start()

    def drop(self, *parts: Part) -> None:
        """They have been drawn, or need not be."""
        for part in parts:
            self._leading.pop(part, None)
            self._waiting.pop(part, None)

    def finish(self) -> None:
        """Draw all that waits, now: for pictures."""
        while self.waiting:
            self._on_turn()

    def _start(self) -> None:
        if not self._timer.isActive():
            since = (time.perf_counter() - self._last) * 1000
            self._timer.start(max(0, round(_APART - since)))

    def _on_turn(self) -> None:
        self._last = began = time.perf_counter()
        leading, self._leading = self._leading, {}
        for part in leading:
            _draw(part)
        while self._waiting:
            part = next(iter(self._waiting))
            del self._waiting[part]
            _draw(part)
            if time.perf_counter() - began > _TIME:
                break
        if self._waiting:
            self._timer.start(_PAUSE)


def _draw(part: Part) -> None:
    """Unless what draws it has been closed meanwhile."""
    owner = getattr(part, "__self__", None)
    if not isinstance(owner, QObject) or shiboken6.isValid(owner):
        part()

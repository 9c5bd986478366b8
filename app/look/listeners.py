"""Listeners: like a signal, but those who listen can be told a few at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from PySide6.QtCore import SIGNAL, QObject, Signal, SignalInstance

Slot = Callable[[], object] | SignalInstance
_PARTS, _TOGETHER = 64, 16
"""Groups, and the listeners of each that are told in one go; of more than both together each group has more."""
_TIME = 0.01
"""Seconds after which the others have to wait for another turn."""


class _Some(QObject):
    """A few of them; Qt forgets one that is destroyed."""

    told = Signal()

    @property
    def count(self) -> int:
        return self.receivers(SIGNAL("told()"))


class Listeners:
    """Some 600 parts of a window make themselves anew when its look changes: too long for one turn of the event loop."""

    def __init__(self, parent: QObject) -> None:
        self._all = tuple(_Some(parent) for _ in range(_PARTS))
        self._filling = self._all[0]

    def connect(self, slot: Slot) -> None:
        """Tell this one, too, after those who are connected already; where some of them have gone, in their place."""
        if self._filling.count >= _TOGETHER:
            self._filling = min(self._all, key=lambda some: some.count)
        self._filling.told.connect(slot)

    def emit(self) -> None:
        """Tell all of them now."""
        for some in self._all:
            some.told.emit()

    def in_turns(self) -> Iterator[None]:
        """Tell all of them, with a pause wherever it has taken long enough."""
        began = time.perf_counter()
        for some in self._all:
            some.told.emit()
            if time.perf_counter() - began > _TIME:
                yield
                began = time.perf_counter()

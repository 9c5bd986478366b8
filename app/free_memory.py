"""FreeMemory: gives memory back to the system that nobody uses any more.

What is freed between other things that are in use stays with the program where glibc manages memory: after some trainings
half of all that it has.  Elsewhere nothing is done.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer

from app.worker import Worker

EVERY = 30_000
"""Milliseconds; to give 200 MB back takes 12, nothing 0.4."""


class FreeMemory(QObject):
    """Does so every now and then as long as its parent lives; elsewhere, as the window would wait for it."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._glibc = ctypes.CDLL(None) if sys.platform == "linux" else None
        self._timer = QTimer(self, interval=EVERY)
        self._timer.timeout.connect(self.give_back)
        if hasattr(self._glibc, "malloc_trim"):
            self._timer.start()

    def give_back(self) -> None:
        Worker(self._trim, "memory").start()

    def _trim(self) -> Iterator[object]:
        self._glibc.malloc_trim(0)  # type: ignore[union-attr]  # it is there, or nobody asks
        return iter(())

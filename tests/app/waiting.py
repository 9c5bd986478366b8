"""Waiting for what must come: how long, and in a program that is started for a test."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEventLoop, QTimer

LONG = 120_000
"""Milliseconds; where the compiled loops are not on disk yet, the first test waits for them."""


def wait_until(ready: Callable[[], object]) -> None:
    """Goes on when it is so, at the latest after `LONG`: for a program that has no `qtbot`."""
    loop, look = QEventLoop(), QTimer(interval=5)
    look.timeout.connect(lambda: ready() and loop.quit())
    look.start()
    QTimer.singleShot(LONG, loop.quit)
    loop.exec()

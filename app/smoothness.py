"""Keeps the interpreter from holding the window up while jobs run in other threads.

Two things do that.  A full garbage collection looks at some hundred thousand objects of Qt's bindings, numpy and numba,
which all live as long as the program, with every thread stopped: 80 ms, five frames.  And a thread that wants the
interpreter back waits for the switch interval each time, 5 ms as Python has it: a repaint asks for it dozens of times.
"""

from __future__ import annotations

import gc
import sys

from PySide6.QtCore import QCoreApplication, QTimer, SignalInstance

_SWITCH = 0.0005
"""Seconds that another thread may keep the interpreter while the window's wants it; 5 ms made gaps of 70 ms, this 30."""
_SETTLED = 1_500
"""Milliseconds after the first training by which the compiled loops have been loaded."""


def begin_smoothly(first_work_done: SignalInstance) -> None:
    """Share the interpreter in small turns, and collect nothing until a moment after the signal comes first."""
    sys.setswitchinterval(_SWITCH)
    gc.disable()
    timer = QTimer(QCoreApplication.instance(), singleShot=True, interval=_SETTLED)

    def settle(*_: object) -> None:
        first_work_done.disconnect(settle)
        timer.start()

    first_work_done.connect(settle)
    timer.timeout.connect(set_garbage_aside)


def set_garbage_aside() -> None:
    """From now on collect, but never again look at what is there now."""
    gc.freeze()
    gc.enable()

"""Keeps the interpreter from holding the window up while jobs run in other threads, and garbage of Qt in its own thread.

Two things hold it up.  A full garbage collection looks at some hundred thousand objects of Qt's bindings, numpy and numba,
which all live as long as the program, with every thread stopped: 80 ms, five frames.  And a thread that wants the
interpreter back waits for the switch interval each time, 5 ms as Python has it: a repaint asks for it dozens of times.
"""

from __future__ import annotations

import gc
import sys

from PySide6.QtCore import QCoreApplication, QTimer, SignalInstance

_SWITCH = 0.0001
"""Seconds that another thread may keep the interpreter while the window's wants it.  Of the turns of a change of theme beside a
job, one of a hundred took 47 ms with 0.5 ms, and 33 with this; a single repaint took 70 with Python's 5 ms."""
_SETTLED = 1_500
"""Milliseconds after the first training by which the compiled loops have been loaded."""
COLLECTOR = "collects garbage"
_COLLECT = 200
"""Milliseconds between two looks whether garbage is to be collected."""
_COLLECT_ALL = 30_000
"""Milliseconds between two collections of all that has come since the start: each takes some frames."""


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
    """From now on collect, but never again look at what is there now; and never in another thread than the window's.

    The interpreter collects in whichever thread makes the next object.  In a job's that would destroy widgets that nobody
    holds any more, and Qt takes a lock there while the window's thread waits with another: both would wait for ever.
    """
    gc.freeze()
    timer = QTimer(QCoreApplication.instance(), interval=_COLLECT)
    timer.setObjectName(COLLECTOR)
    timer.timeout.connect(collect_what_is_due)
    timer.start()
    every = QTimer(timer, interval=_COLLECT_ALL)
    every.timeout.connect(gc.collect)
    every.start()


def collect_what_is_due() -> None:
    """What the interpreter itself would do about now with its younger objects."""
    young, middle, _ = gc.get_count()
    of_young, of_middle, _ = gc.get_threshold()
    if young > of_young:
        gc.collect(1 if middle > of_middle else 0)

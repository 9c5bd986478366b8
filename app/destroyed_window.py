"""Ends the program when its window is destroyed from outside.

On X11 another program may destroy our window (`xdotool windowclose`, a window manager that kills it).  Qt takes no notice:
no close event comes, and the process would live on without a window.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable

from PySide6.QtCore import QAbstractNativeEventFilter, QByteArray

_DESTROY_NOTIFY = 17
_EVENT_KIND = b"xcb_generic_event_t"


class _DestroyEvent(ctypes.Structure):
    """xcb_destroy_notify_event_t; its first byte is the kind of any event, the highest bit set if it was sent by hand."""

    _fields_ = (
        ("kind", ctypes.c_uint8),
        ("padding", ctypes.c_uint8),
        ("sequence", ctypes.c_uint16),
        ("told", ctypes.c_uint32),
        ("window", ctypes.c_uint32),
    )


class DestroyedWindow(QAbstractNativeEventFilter):
    """Calls `act` when the window with this id is destroyed; keep a reference while it is installed."""

    def __init__(self, window: int, act: Callable[[], None]) -> None:
        super().__init__()
        self._window = window
        self._act = act

    def nativeEventFilter(self, kind: QByteArray | bytes | bytearray | memoryview, message: int) -> tuple[bool, int]:
        if kind == _EVENT_KIND:
            event = _DestroyEvent.from_address(int(message))
            if event.kind & 0x7F == _DESTROY_NOTIFY and event.window == self._window:
                self._act()
        return False, 0

"""The timeline for screen readers: a slider with a value, its least and its greatest."""

from __future__ import annotations

from functools import cache
from typing import Any

from PySide6.QtGui import QAccessible, QAccessibleInterface, QAccessibleValueChangeEvent
from PySide6.QtWidgets import QAccessibleWidget, QWidget

from app.translation import translate


class _TimelineAccess(QAccessibleWidget):
    """Says that the widget is a slider and where it stands.  The value itself comes with each change event."""

    def __init__(self, widget: QWidget):
        super().__init__(widget, QAccessible.Role.Slider, widget.accessibleName())

    def _value(self) -> str:
        timeline: Any = self.widget()
        return translate("timeline", "step {:,} of {:,}").format(timeline.position, timeline.known)

    def text(self, kind: QAccessible.Text) -> str:
        if kind == QAccessible.Text.Value:
            return self._value()
        return super().text(kind)


_made: list[QAccessibleInterface] = []
"""Interfaces stay alive as long as the program: Qt holds no reference that Python sees."""


def announce_position(widget: QWidget, position: int) -> None:
    """Tells a screen reader that the value has changed; nothing where none listens."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleValueChangeEvent(widget, position))


@cache
def install_slider_access() -> None:
    """Makes Qt ask us for timelines; once a process is enough."""
    QAccessible.installFactory(_interface)


def _interface(name: str, widget: object) -> QAccessibleInterface | None:
    if isinstance(widget, QWidget) and hasattr(widget, "seek_asked") and hasattr(widget, "known"):
        interface = _TimelineAccess(widget)
        _made.append(interface)
        return interface
    return None

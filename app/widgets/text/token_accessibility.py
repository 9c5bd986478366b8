"""What a screen reader is told of a token view: that it is a text field, its text, and what is done to it.

Qt asks a factory for the interface of a widget it does not know; the view keeps what the factory has made, since Qt
does not.
"""

from __future__ import annotations

from functools import cache
from typing import Protocol, cast

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget


class _View(Protocol):
    accessible_interface: QAccessibleInterface | None

    def text(self) -> str: ...


class _TokenViewAccess(QAccessibleWidget):
    """The view as an editable text whose value is the text."""

    def __init__(self, view: _View):
        widget = cast("QWidget", view)
        super().__init__(widget, QAccessible.Role.EditableText, widget.accessibleName())
        self._view = view

    def text(self, kind: QAccessible.Text) -> str:
        if kind == QAccessible.Text.Value:
            return self._view.text()
        return super().text(kind)


def _make(class_name: str, thing: QObject | None) -> QAccessibleInterface | None:
    if class_name != "TokenView" or not isinstance(thing, QWidget):
        return None
    view = cast("_View", thing)
    view.accessible_interface = _TokenViewAccess(view)
    return view.accessible_interface


@cache
def install() -> None:
    """Make token views known to screen readers; once for the program."""
    QAccessible.installFactory(_make)

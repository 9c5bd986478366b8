"""What a screen reader is told of a token view: that it is a text field, its text, and what is done to it.

Qt asks a factory for the interface of a widget it does not know; the view keeps what the factory has made, since Qt
does not.
"""

from __future__ import annotations

from functools import cache
from typing import Protocol, cast

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QAccessibleInterface,
    QAccessibleTextCursorEvent,
    QAccessibleTextInsertEvent,
    QAccessibleTextRemoveEvent,
    QAccessibleTextSelectionEvent,
    QAccessibleTextUpdateEvent,
)
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


def tell_edit(view: QWidget, data: bytes, begin: int, end: int, inserted: bytes) -> None:
    """Bytes `begin` to `end` of `data` became others: only these are told, in UTF-16 units, however long the text is."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(edit_event(view, data, begin, end, inserted))


def edit_event(view: QWidget, data: bytes, begin: int, end: int, inserted: bytes) -> QAccessibleEvent:
    place, old, new = _units(data[:begin]), data[begin:end].decode(), inserted.decode()
    if not old:
        return QAccessibleTextInsertEvent(view, place, new)
    return QAccessibleTextUpdateEvent(view, place, old, new) if new else QAccessibleTextRemoveEvent(view, place, old)


def tell_caret(view: QWidget, data: bytes, anchor: int, caret: int) -> None:
    """Where the caret stands, or what is chosen."""
    if QAccessible.isActive():
        place = _units(data[:caret])
        if anchor == caret:
            QAccessible.updateAccessibility(QAccessibleTextCursorEvent(view, place))
        else:
            ends = sorted((_units(data[:anchor]), place))
            QAccessible.updateAccessibility(QAccessibleTextSelectionEvent(view, *ends))


def _units(data: bytes) -> int:
    """UTF-16 units of a text, without a table of all its places."""
    if data.isascii():
        return len(data)
    array = np.frombuffer(data, np.uint8)
    return int(np.count_nonzero((array & 0xC0) != 0x80) + np.count_nonzero(array >= 0xF0))

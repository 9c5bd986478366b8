"""Every text that a window shows or tells a screen reader: for tests that read all of it."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLineEdit, QMenu, QTableView, QTabWidget, QWidget

Shown = tuple[str, str, str]
"""The class of the widget, what of it, and the text."""
_PARTS = (
    "text",
    "title",
    "toolTip",
    "placeholderText",
    "accessibleName",
    "accessibleDescription",
    "windowTitle",
    "specialValueText",
)


def shown_texts(window: QWidget) -> Iterator[Shown]:
    """Of the window and all that is inside it, hidden or not; what is typed into fields is the user's."""
    for widget in (window, *window.findChildren(QWidget)):
        kind = type(widget).__name__
        for part in _PARTS:
            ask = getattr(widget, part, None)
            typed = part == "text" and isinstance(widget, QLineEdit)
            if callable(ask) and not typed:
                yield kind, part, str(ask())
        for action in widget.actions():
            yield from ((kind, "action", action.text()), (kind, "tip of an action", action.toolTip()))
        yield from _listed(widget, kind)


def _listed(widget: QWidget, kind: str) -> Iterator[Shown]:
    if isinstance(widget, QComboBox):
        for row in range(widget.count()):
            yield kind, "choice", widget.itemText(row)
            yield kind, "tip of a choice", str(widget.itemData(row, Qt.ItemDataRole.ToolTipRole) or "")
    if isinstance(widget, QTabWidget):
        yield from ((kind, "tab", widget.tabText(row)) for row in range(widget.count()))
    if isinstance(widget, QMenu):
        yield kind, "menu", widget.title()
    if isinstance(widget, QTableView) and widget.model() is not None:
        model = widget.model()
        for column in range(model.columnCount()):
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
                yield kind, "title of a column", str(model.headerData(column, Qt.Orientation.Horizontal, role) or "")

"""The button that opens a pane's export menu, and the question where to write a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from app.look.theme import Appearance
from app.widgets.basics import file_dialogs
from app.widgets.basics.controls import ToolButton

_PICTURES = {"png": "PNG (*.png)", "svg": "SVG (*.svg)"}


class ExportButton(ToolButton):
    """`rows` are (title, what it does)."""

    def __init__(self, appearance: Appearance, rows: Sequence[tuple[str, Callable[[], None]]]) -> None:
        super().__init__(appearance, "export")
        self.setToolTip(self.tr("Export the table or the picture"))
        self.setAccessibleName(self.tr("Export"))
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        for title, act in rows:
            menu.addAction(title, act)
        self.setMenu(menu)


def ask_picture(parent: QWidget, title: str, name: str) -> Path | None:
    """Where to write a picture, with the suffix of the kind that was chosen where none was typed."""
    asked = file_dialogs.ask_save_as(parent, title, f"{name}.png", _PICTURES)
    if asked is None:
        return None
    path, kind = asked
    return path if path.suffix.casefold().lstrip(".") in _PICTURES else path.with_name(f"{path.name}.{kind}")

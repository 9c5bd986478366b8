"""The keys on this screen, made from the table of actions."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QWidget

from app.look.theme import Appearance
from app.widgets.basics.controls import Label, Panel, fill_scrolled


class KeyList(QDialog):
    """A window that blocks nothing; Escape closes it.  Rows are (keys, what they do)."""

    def __init__(self, appearance: Appearance, rows: Sequence[tuple[str, str]], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keys"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        inside = Panel(appearance)
        grid = QGridLayout(inside)
        units = appearance.metrics.units
        grid.setContentsMargins(units(5), units(4), units(5), units(4))
        grid.setHorizontalSpacing(units(6))
        fill_scrolled(self, inside)
        for number, (keys, words) in enumerate(rows):
            grid.addWidget(Label(appearance, keys, bold=True), number, 0)
            grid.addWidget(Label(appearance, words), number, 1)
        self.resize(inside.sizeHint().width() + units(8), min(units(170), inside.sizeHint().height()))

"""The keys on this screen, made from the table of actions."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from app.theme import Appearance
from app.widgets.controls import Label, Panel


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
        for number, (keys, words) in enumerate(rows):
            grid.addWidget(Label(appearance, keys, bold=True), number, 0)
            grid.addWidget(Label(appearance, words), number, 1)
        scroll = QScrollArea()
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(inside)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(scroll)
        self.resize(inside.sizeHint().width() + units(8), min(units(170), inside.sizeHint().height()))

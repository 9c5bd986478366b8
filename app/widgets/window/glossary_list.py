"""The words explained: a field to look for one, and below it the words with their meaning and their source."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from app.look.theme import Appearance
from app.widgets.basics.controls import Label, Panel

Row = tuple[str, str, str]
"""A word, what it means, who said so."""


class GlossaryList(QDialog):
    """A window that blocks nothing; Escape closes it."""

    def __init__(self, appearance: Appearance, rows: Sequence[Row], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Words explained"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._appearance = appearance
        self._rows: list[tuple[str, QWidget]] = []
        units = appearance.metrics.units
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Look for a word"))
        self.field.setAccessibleName(self.field.placeholderText())
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(self._look_for)
        self.nothing = Label(appearance, self.tr("No word here contains that."), second=True)
        self.nothing.hide()
        self.area = QScrollArea()
        self.area.setFrameShape(QScrollArea.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setAccessibleName(self.windowTitle())
        column = QVBoxLayout(self)
        column.setContentsMargins(units(4), units(4), units(2), 0)
        column.setSpacing(units(2))
        column.addWidget(self.field)
        column.addWidget(self.nothing)
        column.addWidget(self.area, 1)
        self._fill(rows)
        self.resize(units(150), min(units(150), parent.height()))

    @property
    def shown(self) -> list[str]:
        """The words that are seen."""
        return [words.split("\n")[0] for words, row in self._rows if not row.isHidden()]

    def _fill(self, rows: Sequence[Row]) -> None:
        """From the outside in: Qt passes over all that is in a widget whenever that is put into another."""
        look = self._appearance
        inside = Panel(look)
        column = QVBoxLayout(inside)
        units = look.metrics.units
        column.setContentsMargins(0, 0, units(2), units(4))
        column.setSpacing(units(3))
        self.area.setWidget(inside)
        for name, meaning, source in rows:
            row = QWidget()
            lines = QVBoxLayout(row)
            lines.setContentsMargins(0, 0, 0, 0)
            lines.setSpacing(0)
            column.addWidget(row)
            lines.addWidget(Label(look, name, bold=True))
            lines.addWidget(Label(look, meaning, wrap=True))
            if source:
                lines.addWidget(Label(look, source, "caption", second=True))
            self._rows.append((f"{name}\n{meaning}", row))
        column.addStretch(1)

    def _look_for(self, text: str) -> None:
        """Words that contain it; in what they mean it counts too."""
        for words, row in self._rows:
            row.setVisible(text.strip().casefold() in words.casefold())
        self.nothing.setVisible(not self.shown)
        self.area.verticalScrollBar().setValue(0)

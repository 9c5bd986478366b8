"""About: the version, what is bundled and under which terms, and the libraries it stands on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.look.icons import program_icon
from app.look.theme import Appearance
from app.widgets.basics.controls import Label, Panel, fill_scrolled

LibraryRow = tuple[str, str, str]
"""Name, version, licence."""


class AboutWindow(QDialog):
    """A window that blocks nothing; Escape closes it."""

    def __init__(
        self, appearance: Appearance, version: str, notice: str, libraries: Sequence[LibraryRow], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("About Mergescope"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        units = appearance.metrics.units
        inside = Panel(appearance)
        column = QVBoxLayout(inside)
        column.setContentsMargins(units(6), units(5), units(6), units(5))
        column.setSpacing(units(4))
        fill_scrolled(self, inside)
        column.addLayout(self._head(appearance, version))
        self.notice = Label(appearance, notice, "caption", wrap=True)
        self.notice.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        column.addWidget(Label(appearance, self.tr("Bundled, and not ours"), "heading", bold=True))
        column.addWidget(self.notice)
        column.addWidget(Label(appearance, self.tr("Libraries"), "heading", bold=True))
        column.addLayout(self._libraries(appearance, libraries))
        self.resize(units(230), units(150))

    def _head(self, appearance: Appearance, version: str) -> QHBoxLayout:
        row, words = QHBoxLayout(), QVBoxLayout()
        side = appearance.metrics.units(14)
        picture = QLabel()
        picture.setPixmap(program_icon().scaledToHeight(side, Qt.TransformationMode.SmoothTransformation))
        picture.setFixedSize(side, side)
        says = self.tr("See how text becomes tokens. Nothing is sent anywhere; only a download that you ask for.")
        words.addWidget(Label(appearance, f"Mergescope {version}", "heading", bold=True))
        words.addWidget(Label(appearance, says, second=True, wrap=True))
        row.addWidget(picture)
        row.addLayout(words, 1)
        row.setSpacing(appearance.metrics.units(4))
        return row

    def _libraries(self, appearance: Appearance, libraries: Sequence[LibraryRow]) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(appearance.metrics.units(5))
        grid.setColumnStretch(2, 1)
        for number, (name, version, licence) in enumerate(libraries):
            grid.addWidget(Label(appearance, name, "caption", bold=True), number, 0)
            grid.addWidget(Label(appearance, version, "caption"), number, 1)
            grid.addWidget(Label(appearance, licence, "caption", second=True, wrap=True), number, 2)
        return grid

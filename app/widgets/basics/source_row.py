"""One text of the corpus: check box, name, what and how big, how it is read, how much it counts; what is odd about it
stands below."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt, Signal, SignalInstance
from PySide6.QtGui import QActionGroup, QPaintEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QMenu,
    QSizePolicy,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.look.icons import pixmap
from app.look.theme import Appearance
from app.state.corpus.corpus_groups import Group
from app.translation import counted, later, translate
from app.widgets.basics.controls import Label, ToolButton, spaced
from app.widgets.basics.cut_text import beginning
from app.widgets.basics.menu_text import menu_text
from app.widgets.basics.name_label import NameLabel
from app.widgets.basics.painter import Painter
from app.widgets.basics.plain_tip import plain_tip

ENCODINGS = {
    "": later("source_row", "As its bytes look"),
    "utf-8": "UTF-8",
    "utf-16-le": "UTF-16 LE",
    "utf-16-be": "UTF-16 BE",
    "cp1252": later("source_row", "Western (Windows-1252)"),
    "iso8859-15": later("source_row", "Western (ISO 8859-15)"),
    "cp1250": later("source_row", "Central European (Windows-1250)"),
    "cp1251": later("source_row", "Cyrillic (Windows-1251)"),
    "koi8-r": later("source_row", "Cyrillic (KOI8-R)"),
    "cp1253": later("source_row", "Greek (Windows-1253)"),
    "cp1254": later("source_row", "Turkish (Windows-1254)"),
    "cp1255": later("source_row", "Hebrew (Windows-1255)"),
    "cp1256": later("source_row", "Arabic (Windows-1256)"),
    "cp874": later("source_row", "Thai (Windows-874)"),
    "gb18030": later("source_row", "Chinese (GB 18030)"),
    "big5": later("source_row", "Chinese (Big5)"),
    "shift_jis": later("source_row", "Japanese (Shift JIS)"),
    "euc_jp": later("source_row", "Japanese (EUC)"),
    "cp949": later("source_row", "Korean (Windows-949)"),
}
"""Python's name of an encoding -> what the menu calls it."""
_EXAMPLE = 40
"""Characters of an example of a column."""
SLIDER_NOTCH = 10
"""Tenths: a text counts once."""


def size_words(count: int) -> str:
    """A size as people say it.

    >>> size_words(144_354), size_words(999), size_words(999_700), size_words(187_600_000)
    ('144 kB', '999 bytes', '1.0 MB', '187.6 MB')
    """
    if count < 1_000:
        return counted(count, translate("source_row", "{} byte"), translate("source_row", "{} bytes"))
    if count < 999_500:
        return f"{count / 1_000:.0f} kB"
    return f"{count / 1_000_000:,.1f} MB"


def weight_words(tenths: int) -> str:
    """How often a text counts: "x 1", "x 0.3", "left out"."""
    return f"\N{MULTIPLICATION SIGN} {tenths / 10:g}" if tenths else translate("source_row", "left out")


# The slider has x0.1 to x1 on its left half and x1 to x10 on its right, so that the notch stands in the middle.
def tenths_to_slider(tenths: int) -> int:
    """Where a weight stands on the slider."""
    return tenths if tenths <= SLIDER_NOTCH else SLIDER_NOTCH + round((tenths - SLIDER_NOTCH) / 9)


def tenths_of_slider(value: int) -> int:
    """The weight at a place of the slider."""
    return value if value <= SLIDER_NOTCH else SLIDER_NOTCH + (value - SLIDER_NOTCH) * 9


def _cut(example: str) -> str:
    """The beginning of a text, for a line of a menu."""
    return menu_text(beginning(example, _EXAMPLE - 1))


class SourceRow(QWidget):
    """Wishes go out as signals; the row is shown anew with `show_row`."""

    checked = Signal(bool)
    weighed = Signal(int)
    remove_asked = Signal()
    encoding_asked = Signal(str)
    column_asked = Signal(str)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._offered: object = None
        self._build()
        self._connect()
        appearance.changed.connect(self._dress)
        self._dress()

    def _build(self) -> None:
        look = self._appearance
        self.box = QCheckBox()
        self.box.setToolTip(self.tr("Learn from this text"))
        self.title = NameLabel(look, bold=True)
        self.detail = Label(look, role="caption", second=True, wrap=True)
        self.weight = Label(look, role="caption", second=True)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, 2 * SLIDER_NOTCH)
        self.slider.setPageStep(1)
        self.reading = ToolButton(
            look, "", "", tip=self.tr("How this file is read: its encoding, or one column of a table")
        )
        self.reading.setProperty("compact", True)
        self.reading.setProperty("plain", True)
        self.reading.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.reading.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.reading.setMenu(QMenu(self.reading))
        self.remove = ToolButton(look, "close", tip=self.tr("Take this text out"), plain=True)
        self.remove.setProperty("compact", True)
        self.title.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        grid = QGridLayout()
        grid.setColumnStretch(1, 1)
        grid.addWidget(self.box, 0, 0, Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(self.title, 0, 1)
        grid.addWidget(self.weight, 0, 2, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(self.remove, 0, 3, Qt.AlignmentFlag.AlignVCenter)
        below = QHBoxLayout()
        below.addWidget(self.detail, 1)
        below.addWidget(self.slider)
        spaced(below, look, (0, 0, 1, 0), 2)
        grid.addLayout(below, 1, 1, 1, 3)
        grid.addWidget(self.reading, 2, 1, 1, 3, Qt.AlignmentFlag.AlignLeft)
        self._grid = grid
        self._note_icon = QLabel()
        self.note = Label(look, role="caption", wrap=True)
        note_row = QHBoxLayout()
        note_row.addWidget(self._note_icon, 0, Qt.AlignmentFlag.AlignTop)
        note_row.addWidget(self.note, 1)
        spaced(note_row, look, (0, 0, 0, 0), 2)
        column = QVBoxLayout(self)
        column.addLayout(grid)
        column.addLayout(note_row)
        spaced(column, look, (3, 2, 2, 2), 1)

    def _connect(self) -> None:
        self.box.toggled.connect(self.checked)
        self.slider.valueChanged.connect(lambda value: self.weighed.emit(tenths_of_slider(value)))
        self.remove.clicked.connect(self.remove_asked)

    def show_group(self, group: Group) -> None:
        """A text, or the texts of a folder."""
        with QSignalBlocker(self.box), QSignalBlocker(self.slider):
            self.box.setChecked(group.checked)
            self.slider.setValue(tenths_to_slider(group.weight_tenths))
        self.box.setAccessibleName(group.title)
        self.title.setText(group.title)
        self.title.setToolTip(plain_tip(group.rows[0].folder) if group.is_folder else "")
        self.title.set_colour_role(second=not group.checked)
        self.detail.setText(self._detail(group))
        weight = weight_words(group.weight_tenths)
        self.weight.setText(weight)
        self.slider.setAccessibleName(self.tr("How often {} counts").format(group.title))
        self.slider.setAccessibleDescription(weight)
        self.slider.setToolTip(self.tr("How often this text counts: {}. Arrow keys move it.").format(weight))
        self.remove.setAccessibleName(self.tr("Take {} out").format(group.title))
        self._show_reading(group)
        notes = " ".join(group.notes)
        self.note.setText(notes)
        self.note.setVisible(bool(notes))
        self._note_icon.setVisible(bool(notes))
        self.update()

    def _detail(self, group: Group) -> str:
        """Language, number of texts, and size."""
        read, texts = group.read, len(group.rows)
        if group.is_folder:
            number = self.tr("{:,} texts") if read == texts else self.tr("{:,} of {:,} texts read")
            size = size_words(group.bytes) if read else ""
            return ", ".join(filter(None, (number.format(*((texts,) if read == texts else (read, texts))), size)))
        size = size_words(group.bytes) if read else "" if group.notes else self.tr("reading...")
        return ", ".join(filter(None, (group.rows[0].source.language, size)))

    def _show_reading(self, group: Group) -> None:
        """Files alone can be read another way; what they are read as is said."""
        source, encodings = group.rows[0].source, group.encodings
        self.reading.setVisible(source.path is not None and bool(encodings))
        if source.path is None or not encodings:
            return
        more = self.tr("and others") if len(encodings) > 1 else ""
        column = self.tr("column {}").format(source.column) if source.column else ""
        self.reading.setText(", ".join(filter(None, (encodings[0], more, column))))
        # A folder is shown anew with each of its texts that is read; the menu is made when what it offers has changed.
        offered = source.encoding, source.column, tuple(group.columns.items())
        if offered == self._offered:
            return
        self._offered = offered
        menu = self.reading.menu()
        menu.clear()
        self._add_choices(menu.addMenu(self.tr("Read as")), ENCODINGS, source.encoding or "", self.encoding_asked)
        columns = group.columns
        if columns:
            # What stands behind a tab is drawn at the right, as keys are: an example of the column.
            titles = {name: f"{name}\t{_cut(example)}" for name, example in columns.items()}
            if not group.needs_column:
                titles = {"": self.tr("The whole file as text"), **titles}
            self._add_choices(menu.addMenu(self.tr("Column")), titles, source.column or "", self.column_asked)

    def _add_choices(self, menu: QMenu, choices: Mapping[str, str], chosen: str, asked: SignalInstance) -> None:
        one_of = QActionGroup(menu)
        for value, words in choices.items():
            action = menu.addAction(words, partial(asked.emit, value))
            action.setCheckable(True)
            one_of.addAction(action)
            action.setChecked(value == chosen)

    def _dress(self) -> None:
        metrics = self._appearance.metrics
        self.slider.setFixedWidth(metrics.units(16))
        self._grid.setHorizontalSpacing(metrics.units(1.5))
        self._grid.setVerticalSpacing(metrics.units(0.5))
        warning = self._appearance.theme.warning
        self._note_icon.setPixmap(pixmap("warning", warning, metrics.icon, self.devicePixelRatioF()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, bar = self._appearance.theme, self._appearance.metrics.units(1)
        with Painter(self) as painter:
            if self.note.text():
                painter.fillRect(self.rect(), theme.warning_ground)
                painter.fillRect(0, 0, bar, self.height(), theme.warning)
            painter.fillRect(0, self.height() - 1, self.width(), 1, theme.hairline)

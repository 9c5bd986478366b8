"""The search field over the text: what is looked for, how often it is there, to the next place and the one before."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from app.look.theme import Appearance
from app.state.text.text_search import TextSearch
from app.translation import counted, translate
from app.widgets.basics.closable_row import ClosableRow
from app.widgets.basics.controls import Label, Line, ToolButton, spaced
from app.widgets.basics.search_field import SearchField

_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F3)


class SearchRow(ClosableRow):
    """`step_asked(1 or -1)`: to the next place or the one before."""

    step_asked = Signal(int)

    def __init__(self, appearance: Appearance, search: TextSearch) -> None:
        super().__init__(appearance)
        self._search = search
        self._build()
        self.field.textChanged.connect(search.look_for)
        self.back.clicked.connect(lambda: self.step_asked.emit(-1))
        self.on.clicked.connect(lambda: self.step_asked.emit(1))
        search.changed.connect(self._show)
        self._show()

    def _build(self) -> None:
        look = self._appearance
        self.field = SearchField(look, self.tr("Text, a token as #5619, bytes as 0xE0 A4"))
        self.field.setAccessibleName(self.tr("Search in the text: text, a token's id, or bytes"))
        self.field.setToolTip(self.tr("Text in double quotes is text, whatever it looks like"))
        self.count = Label(look, role="caption", second=True)
        self.back = ToolButton(look, "step-back", tip=self.tr("Previous place (Shift+Enter)"), plain=True)
        self.on = ToolButton(look, "step-forward", tip=self.tr("Next place (Enter)"), plain=True)
        row, column = QHBoxLayout(), QVBoxLayout(self)
        spaced(column, look, (3, 0, 2, 0), 2)
        spaced(row, look, (0, 0, 0, 0), 2)
        row.addWidget(self.field, 1)
        for widget in (self.count, self.back, self.on, self.close_button):
            row.addWidget(widget)
        column.addLayout(row)
        column.addWidget(Line(look))

    def start(self) -> None:
        """Take the keyboard; what was looked for is chosen, to be typed over."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        self._search.look_for(self.field.text())

    def event(self, event: QEvent) -> bool:
        """F3 is a key of the window, too."""
        if isinstance(event, QKeyEvent) and event.key() in _KEYS:
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self.step_asked.emit(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
                return True
        return super().event(event)

    def _show(self) -> None:
        self.count.setText(found_words(self._search))
        for button in (self.back, self.on):
            button.setEnabled(len(self._search.hits) > 0)


def found_words(search: TextSearch) -> str:
    """How often it is there, which one is looked at, and how many of them are tokens of their own."""
    if search.problem or search.sought is None:
        return search.problem
    if not search.known:
        return translate("search_row", "searching")
    count, whole = len(search.hits), search.hits.whole
    if not count:
        return translate("search_row", "not in this text")
    which = (
        translate("search_row", "{:,} of {:,}").format(search.at + 1, count)
        if search.at >= 0
        else counted(count, translate("search_row", "{:,} place"), translate("search_row", "{:,} places"))
    )
    return (
        which if search.sought.kind == "id" else translate("search_row", "{}; whole tokens: {:,}").format(which, whole)
    )

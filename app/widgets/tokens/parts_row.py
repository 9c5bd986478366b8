"""'Encode the parts' against 'encode the whole': both lists of ids around each cut, how many tokens, and why."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.look.theme import Appearance
from app.sentences import said
from app.state.text.text_parts import TextParts
from app.translation import later, translate
from app.widgets.basics.closable_row import ClosableRow
from app.widgets.basics.controls import Label, Line, spaced
from app.widgets.tokens.cut_picture import CutPicture
from engine.reading.parts import Cut, Parts

_WIDE = 200
"""Width in units from which two cuts stand side by side."""


class PartsRow(ClosableRow):
    """Shows what TextParts has; the caret in the text says where it is cut."""

    def __init__(self, appearance: Appearance, parts: TextParts) -> None:
        super().__init__(appearance)
        self._parts = parts
        self.setAccessibleName(self.tr("The whole and its parts"))
        self.summary = Label(appearance, wrap=True)
        self.cuts = [_CutColumn(appearance), _CutColumn(appearance)]
        self._columns = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        head, column = QHBoxLayout(), QVBoxLayout(self)
        spaced(column, appearance, (3, 0, 2, 0), 1)
        spaced(head, appearance, (0, 0, 0, 0), 2)
        spaced(self._columns, appearance, (0, 0, 0, 1), 3)
        head.addWidget(self.summary, 1)
        head.addWidget(self.close_button)
        for cut in self.cuts:
            self._columns.addWidget(cut)
        column.addLayout(head)
        column.addLayout(self._columns)
        column.addWidget(Line(appearance))
        parts.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        parts = self._parts.value
        self.summary.setText(summary_of(parts) if parts is not None else translate("parts_row", _HINT))
        found = parts.cuts if parts is not None else ()
        for number, column in enumerate(self.cuts):
            column.show_cut(found[number] if number < len(found) else None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() >= self._appearance.metrics.units(_WIDE)
        direction = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        self._columns.setDirection(direction)


_HINT = later(
    "parts_row", "Put the caret where the text is to be cut, or choose a piece of it: its parts are encoded alone."
)


class _CutColumn(QWidget):
    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.picture = CutPicture(appearance)
        self.sentence = Label(appearance, role="caption", wrap=True)
        column = QVBoxLayout(self)
        spaced(column, appearance, (0, 0, 0, 0), 0.5)
        column.addWidget(self.picture)
        column.addWidget(self.sentence)

    def show_cut(self, cut: Cut | None) -> None:
        self.setVisible(cut is not None)
        self.picture.show_cut(cut)
        self.sentence.setText(said(cut.sentence) if cut is not None else "")


def summary_of(parts: Parts) -> str:
    """ "Whole: 9 tokens. Parts: 4 + 6 = 10, one more." """
    total = sum(parts.parts)
    sums = " + ".join(f"{count:,}" for count in parts.parts)
    more = total - parts.whole
    words = (
        translate("parts_row", "as many")
        if not more
        else f"{abs(more):,} {(translate('parts_row', 'more') if more > 0 else translate('parts_row', 'fewer'))}"
    )
    same = not any(cut.differs for cut in parts.cuts)
    end = (
        translate("parts_row", ", and the same ids")
        if same
        else translate("parts_row", ", but other ids")
        if not more
        else ""
    )
    return translate("parts_row", "Whole: {:,} tokens. Parts: {} = {:,}, {}{}.").format(
        parts.whole, sums, total, words, end
    )

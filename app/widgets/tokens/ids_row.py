"""A field for ids: what they say as text, exactly or with what is wrong named."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout

from app.look.theme import Appearance
from app.sentences import said
from app.translation import translate
from app.widgets.basics.closable_row import ClosableRow
from app.widgets.basics.controls import Label, Line, PushButton, ToolButton, spaced
from app.widgets.basics.cut_text import beginning
from engine import AnyTokenizer, OptionError
from engine.reading.ids import Decoded, decoded, parse_ids

MOST = 20_000
"""Ids that are looked up while one types."""
_SHOWN = 400


class IdsRow(ClosableRow):
    """`text_wanted(text)` when the text is to stand in the view."""

    text_wanted = Signal(object)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__(appearance)
        self._tokenizer: AnyTokenizer | None = None
        self._result: Decoded | None = None
        self.field = QLineEdit()
        self.field.setMaxLength(1_000_000)
        self.field.setPlaceholderText(self.tr("Ids, with blanks or commas between: 15496 995"))
        self.field.setAccessibleName(self.tr("Ids to decode"))
        self.strict = ToolButton(
            appearance, text=self.tr("Strict"), tip=self.tr("Take nothing that is not exactly what the ids say")
        )
        self.strict.setCheckable(True)
        self.strict.toggled.connect(lambda _on: self._decode())
        self.use = PushButton(appearance, self.tr("Use as text"))
        self.answer = Label(appearance, wrap=True)
        self.complaint = Label(appearance, role="caption", second=True, wrap=True)
        row, column = QHBoxLayout(), QVBoxLayout(self)
        spaced(row, appearance, (0, 0, 0, 0), 2)
        spaced(column, appearance, (3, 0, 3, 2), 1)
        row.addWidget(self.field, 1)
        row.addWidget(self.strict)
        row.addWidget(self.use)
        row.addWidget(self.close_button)
        column.addLayout(row)
        column.addWidget(self.answer)
        column.addWidget(self.complaint)
        column.addWidget(Line(appearance))
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._decode)
        self.field.textChanged.connect(lambda _text: self._later.start())
        self.field.returnPressed.connect(self._use)
        self.use.clicked.connect(self._use)
        self._decode()

    def set_tokenizer(self, tokenizer: AnyTokenizer | None) -> None:
        """Whose ids these are."""
        if tokenizer is not self._tokenizer:
            self._tokenizer = tokenizer
            self._decode()

    def _decode(self) -> None:
        self._result, complaint = None, ""
        try:
            ids = parse_ids(self.field.text())
            if len(ids) > MOST:
                raise OptionError(self.tr("These are {:,} ids; up to {:,} are decoded here.").format(len(ids), MOST))
            if ids and self._tokenizer is not None:
                self._result = decoded(self._tokenizer, ids)
        except OptionError as error:
            complaint = said(error)
        if self._result is not None:
            complaint = _complaint(self._result, strict=self.strict.isChecked())
            if self.strict.isChecked() and self._result.strict is not None:
                self._result = None
        text = self._result.text if self._result is not None else ""
        self.answer.setText(beginning(text, _SHOWN))
        self.answer.setVisible(bool(text))
        self.complaint.setText(complaint)
        self.complaint.setVisible(bool(complaint))
        self.use.setEnabled(self._result is not None)

    def _use(self) -> None:
        self._later.stop()
        self._decode()
        if self._result is not None:
            self.text_wanted.emit(self._result.text)


def _complaint(result: Decoded, *, strict: bool) -> str:
    """What is wrong, and the bytes as they are where they are no text."""
    if result.strict is None:
        return ""
    strictly = said(result.strict)
    sentence = strictly if strict else translate("ids_row", "{} Shown with replacement.").format(strictly)
    if len(result.bad) > 1:
        places = ", ".join(
            translate("ids_row", "{} (place {:,})").format(id, place + 1) for place, id in result.bad[:5]
        )
        sentence = translate("ids_row", "{:,} ids are no tokens: {}.").format(len(result.bad), places) + (
            "" if strict else translate("ids_row", " Shown in brackets.")
        )
    if result.raw is not None and not result.bad:
        shown = result.raw[:32].hex(" ").upper()
        sentence += translate("ids_row", " The bytes: {}{}").format(shown, " ..." if len(result.raw) > 32 else "")
    return sentence

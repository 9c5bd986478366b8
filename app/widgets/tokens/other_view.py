"""The text through another tokenizer, beside the main one: its tokens, its figures, and where the two differ."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from app.state.text.text_reader import TextReader
from app.theme import Appearance
from app.translation import counted
from app.widgets.basics.announce import announce
from app.widgets.basics.controls import Label, Line, Panel, ToolButton, spaced
from app.widgets.text.token_view import TokenView
from app.widgets.tokens import token_steps
from app.widgets.tokens.statistics_row import Figure, StatisticsRow
from app.widgets.tokens.text_figures import statistics_of
from app.widgets.tokens.token_marks import TokenMarks
from engine.reading.differences import Difference, Differences


class OtherView(Panel):
    """Signals: `difference_shown(Difference)` when the user goes to one; `hovered(token)`; `closed`."""

    difference_shown = Signal(object)
    hovered = Signal(int)
    closed = Signal()

    def __init__(self, appearance: Appearance, reader: TextReader) -> None:
        super().__init__(appearance)
        self._reader = reader
        self._marks = TokenMarks(appearance)
        self._differences: Differences | None = None
        self._at = self._token = -1
        self._build()
        self.back.clicked.connect(lambda: self.go(-1))
        self.on.clicked.connect(lambda: self.go(1))
        self.close_button.clicked.connect(self.closed)
        self.view.token_hovered.connect(self.hovered)
        self.view.token_clicked.connect(self._on_clicked)
        reader.pieces.changed.connect(lambda: self.view.set_pieces(reader.pieces.begins))
        reader.check.changed.connect(self._show_figures)
        appearance.changed.connect(self.show_tokens)

    def _build(self) -> None:
        look = self._appearance
        self.title = Label(look, role="body", bold=True)
        self.cause = Label(look, role="caption", second=True, wrap=True)
        self.count = Label(look, role="caption", second=True)
        self.back = ToolButton(look, "step-back", tip=self.tr("Previous difference (Shift+F4)"), plain=True)
        self.on = ToolButton(look, "step-forward", tip=self.tr("Next difference (F4)"), plain=True)
        self.close_button = ToolButton(look, "close", tip=self.tr("Take this tokenizer away"), plain=True)
        # In a narrow view these give way, rather than that the window becomes wider than the screen.
        for label in (self.title, self.count):
            label.setMinimumWidth(1)
        self.cause.hide()
        self.view = TokenView(look, self)
        self.view.set_read_only(True)
        self.statistics = StatisticsRow(look, self)
        head = QHBoxLayout()
        spaced(head, look, (3, 1, 2, 0), 2)
        head.addWidget(self.title)
        head.addWidget(self.count)
        head.addStretch(1)
        for button in (self.back, self.on, self.close_button):
            head.addWidget(button)
        row = QHBoxLayout()
        spaced(row, look, (3, 0, 3, 1), 0)
        row.addWidget(self.cause)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(Line(look))
        column.addLayout(head)
        column.addLayout(row)
        column.addWidget(self.view, 1)
        column.addWidget(self.statistics)

    @property
    def reader(self) -> TextReader:
        return self._reader

    @property
    def differences(self) -> Differences | None:
        return self._differences

    def show_tokens(self) -> None:
        """The newest tokens, or why there are none."""
        reader = self._reader
        self.title.setText(reader.title)
        self.view.setAccessibleName(self.tr("Text with the tokens of {}").format(reader.title))
        encoding, tokenizer = reader.encoding, reader.encoded_by
        if encoding is None or tokenizer is None:
            self._token = -1
            self.view.set_tokens([], [], [])
            self.statistics.show_figures(())
            self._say(reader.problem)
            return
        self.view.set_text(encoding.text)
        self._marks.show(self.view, encoding, tokenizer, reader.classes)

    def show_differences(self, differences: Differences | None, *, marked: bool) -> None:
        """Where the main tokenizer and this one part; `marked` draws them."""
        self._differences, self._at = differences, -1
        count = len(differences) if differences is not None else 0
        words = (
            ""
            if differences is None
            else counted(count, self.tr("differs at {:,} place"), self.tr("differs at {:,} places"))
            if count
            else self.tr("the same tokens")
        )
        self.count.setText(words)
        for button in (self.back, self.on):
            button.setEnabled(count > 0)
        self.view.set_differs(differences.theirs if differences is not None and marked else None)
        if not self._reader.problem:
            self._say("")
        self._show_figures()

    def _show_figures(self) -> None:
        encoding = self._reader.encoding
        if encoding is None:
            return
        figures, verdict = statistics_of(encoding, self._reader.check.result)
        if self._differences is not None:
            differing = int(self._differences.theirs.sum())
            figures = (*figures, Figure(f"{differing:,}", self.tr("tokens differ")))
        self.statistics.show_figures(figures, verdict)

    def _say(self, words: str) -> None:
        self.cause.setText(words)
        self.cause.setVisible(bool(words))

    def go(self, step: int) -> None:
        """To the next difference, or the one before, around the end."""
        if self._differences is not None and len(self._differences):
            at = self._at + step if self._at >= 0 else (0 if step > 0 else -1)
            self._show(at % len(self._differences))

    def step(self, step: int) -> None:
        """To the next token, or the one before; the first time to the one at the caret."""
        encoding = self._reader.encoding
        if encoding is None or not len(encoding):
            return
        token = token_steps.stepped(encoding, self._token, step, self.view.selection()[1])
        self._on_clicked(token)
        self.view.select_token(token)
        self.hovered.emit(token)

    def _on_clicked(self, token: int) -> None:
        self._token = token
        encoding = self._reader.encoding
        if self._differences is None or encoding is None or token >= len(encoding):
            return
        at = self._differences.at(int(encoding.byte_spans[token, 0]))
        if at is not None:
            self._show(at)
        else:
            self.view.select_token(token)

    def _show(self, at: int) -> None:
        assert self._differences is not None
        self._at = at
        difference: Difference = self._differences[at]
        self._say(
            self.tr("{:,} of {:,}: {}").format(at + 1, len(self._differences), self._differences.cause(at).sentence)
        )
        first, last = difference.theirs
        self.view.select_token(first if first < last else -1)
        self.difference_shown.emit(difference)
        announce(self, self.cause.text())

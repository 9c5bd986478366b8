"""The text through another tokenizer, beside the main one: its tokens, its figures, and where the two differ."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from app.look.theme import Appearance
from app.sentences import said
from app.state.text.text_reader import TextReader
from app.widgets.basics.announce import announce
from app.widgets.basics.controls import Label, Line, Panel, spaced
from app.widgets.text.token_view import VIEWS, TokenView
from app.widgets.tokens import token_steps
from app.widgets.tokens.statistics_row import StatisticsRow
from app.widgets.tokens.text_figures import differing_figure, statistics_of
from app.widgets.tokens.token_marks import TokenMarks
from app.widgets.tokens.view_head import ViewHead
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
        self._figured: tuple[object, ...] = ()
        self._at = self._token = -1
        self._build()
        self.head.step_asked.connect(self.go)
        self.head.closed.connect(self.closed)
        self.view.token_hovered.connect(self.hovered)
        self.view.token_clicked.connect(self._on_clicked)
        reader.pieces.changed.connect(self._show_pieces)
        reader.check.changed.connect(self._show_figures)
        appearance.changed.connect(self.show_tokens)

    def _build(self) -> None:
        look = self._appearance
        self.head = ViewHead(look, closable=True)
        self.cause = Label(look, role="caption", second=True, wrap=True)
        self.cause.hide()
        self.view = TokenView(look, self)
        self.view.set_read_only(True)
        self.statistics = StatisticsRow(look, self)
        row = QHBoxLayout()
        spaced(row, look, (3, 0, 3, 1), 0)
        row.addWidget(self.cause)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(Line(look))
        column.addWidget(self.head)
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
        self.head.title.say(reader.title)
        self.view.setAccessibleName(self.tr("Text with the tokens of {}").format(reader.title))
        encoding, tokenizer = reader.encoding, reader.encoded_by
        if encoding is None or tokenizer is None:
            self._token = -1
            self._figured = ()
            self.view.follow_text(reader.text)
            self.view.set_tokens([], [], [])
            self.statistics.show_figures(())
            self._say(reader.problem)
            return
        if self._at < 0:
            self._say("")
        self.view.follow_text(encoding.text)
        self._marks.show(self.view, encoding, tokenizer, reader.classes)

    def _show_pieces(self) -> None:
        self.view.set_pieces(self._reader.pieces.value)

    def show_differences(self, differences: Differences | None, *, marked: bool) -> None:
        """Where the main tokenizer and this one part; `marked` draws them."""
        if differences is not self._differences:
            self._differences = differences
            self.let_go()
        encoding = self._reader.encoding
        size = len(encoding.data) if encoding is not None else 0
        self.head.show_places(len(differences) if differences is not None else None, size)
        self.view.set_differs(differences.theirs if differences is not None and marked else None)
        self._show_figures()

    def _show_figures(self) -> None:
        """Once for what has come; every tokenizer that has new tokens asks for it."""
        encoding, checked = self._reader.encoding, self._reader.check.result
        told = encoding, checked, self._differences
        if encoding is None or told == self._figured:
            return
        self._figured = told
        found = self._differences
        differing = differing_figure(int(found.theirs.sum())) if found is not None else None
        figures, verdict = statistics_of(encoding, checked, replaced=self._reader.replaced, differing=differing)
        self.statistics.show_figures(figures, verdict)

    def _say(self, words: str) -> None:
        self.cause.setText(words)
        self.cause.setVisible(bool(words))

    def go(self, step: int) -> None:
        """To the next difference, or the one before, around the end."""
        if self._differences is not None and len(self._differences):
            at = self._at + step if self._at >= 0 else (0 if step > 0 else -1)
            self._show(at % len(self._differences))

    def main_tokens_at(self, byte: int) -> tuple[int, int] | None:
        """The main tokenizer's tokens at the difference that holds a byte; None where the two do not part."""
        at = self._differences.at(byte) if self._differences is not None else None
        return None if self._differences is None or at is None else self._differences[at].mine

    def show_at(self, byte: int) -> None:
        """The token that holds a byte, and why the two part there, if they do."""
        encoding = self._reader.encoding
        if encoding is None or byte >= len(encoding.data):
            return
        at = self._differences.at(byte) if self._differences is not None else None
        self._at = -1 if at is None else at
        self._say(self._cause_at(at) if at is not None else "")
        self._token = encoding.token_over(byte)
        self.view.select_token(self._token)
        if self._token < 0 and self.view.view() == VIEWS[0]:
            self.view.ensure_visible(byte)

    def let_go(self) -> None:
        """Of the token that is shown."""
        self._at = self._token = -1
        self._say(self._reader.problem)
        self.view.select_token(-1)

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
        difference: Difference = self._differences[at]
        self.difference_shown.emit(difference)  # the other views follow, and this one shows what it is about
        self._at = at
        self._say(self._cause_at(at))
        first, last = difference.theirs
        self.view.select_token(first if first < last else -1)
        announce(self, self.cause.text())

    def _cause_at(self, at: int) -> str:
        assert self._differences is not None
        return self.tr("{:,} of {:,}: {}").format(
            at + 1, len(self._differences), said(self._differences.cause(at).sentence)
        )

"""AuditView: one cell told in full - the fraction with its two sums, all that qualifies it, and a unit of the text in both
languages with its tokens."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.look.theme import Appearance
from app.look.token_colours import TokenColours
from app.sentences import said
from app.state.languages.cell_audit import CellAudit
from app.widgets.basics.controls import Label, Line, Panel, ToolButton, spaced
from app.widgets.basics.sentence import Sentence
from app.widgets.languages.audit_facts import FactGrid, Fraction
from app.widgets.text.token_view import TokenView
from engine import AnyTokenizer, Encoding
from engine.audit import Audit

_WIDE = 190
"""Units of width from which the facts stand beside the fraction, and the two texts beside each other."""

_VERY_WIDE = 330
_NO_LIMIT = (1 << 24) - 1
"""Qt's QWIDGETSIZE_MAX."""
_TEXT = 33
"""Units of height that a text has at least: three lines."""


class UnitView(QWidget):
    """A unit of the text in one language, with its tokens."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self.title = Label(appearance, bold=True)
        self.view = TokenView(appearance)
        self.view.set_read_only(True)
        self.view.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self._colours: tuple[AnyTokenizer, int, TokenColours] | None = None
        column = QVBoxLayout(self)
        spaced(column, appearance, (0, 0, 0, 0), 1)
        column.addWidget(self.title)
        column.addWidget(self.view, 1)
        appearance.changed.connect(self._fit)
        self._fit()

    def show_unit(self, title: str, encoding: Encoding, tokenizer: AnyTokenizer) -> None:
        count = self._appearance.theme.token_colours
        if self._colours is None or self._colours[0] is not tokenizer or self._colours[1] != count:
            self._colours = (tokenizer, count, TokenColours(tokenizer.vocabulary, count))
        self.title.setText(self.tr("{}: {:,} tokens").format(title, len(encoding)))
        self.view.set_text(encoding.text)
        spans = encoding.byte_spans
        self.view.set_tokens(encoding.ids, spans[:, 0], self._colours[2].of(encoding), spans[:, 1])

    def _fit(self) -> None:
        self.view.setMinimumHeight(self._appearance.metrics.units(_TEXT))


class AuditView(Panel):
    """Follows a CellAudit; `closed` when the user closes it."""

    closed = Signal()

    def __init__(self, state: CellAudit, appearance: Appearance) -> None:
        super().__init__(appearance)
        self._state = state
        self._shown: Audit | None = None
        self._build()
        self._connect()
        self._arrange()
        self.refresh()

    # -- parts -------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        look = self._appearance
        self.fraction = Fraction(look)
        self.facts = FactGrid(look)
        self.doubt = Sentence(look, bold=True)
        self.formula = Sentence(look, "caption")
        self.ours, self.theirs = UnitView(look), UnitView(look)
        self.unit_row = self._build_units()
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inside = Panel(look)
        column = QVBoxLayout(inside)
        spaced(column, look, (4, 2, 4, 3), 3)
        self._texts = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._texts.addWidget(self.theirs, 1)
        self._texts.addWidget(self.ours, 1)
        spaced(self._texts, look, (0, 0, 0, 0), 4)
        # What one looks at stands first, as a low pane shows no more; the facts can be scrolled to.
        self._above = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._above.addWidget(self.fraction, 0, Qt.AlignmentFlag.AlignTop)
        self._above.addLayout(self._texts, 1)
        spaced(self._above, look, (0, 0, 0, 0), 5)
        column.addWidget(self.doubt)
        column.addLayout(self._above, 1)
        self._between = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._between.addWidget(self.unit_row)
        self._between.addWidget(self.formula, 1)
        spaced(self._between, look, (0, 0, 0, 0), 3)
        column.addLayout(self._between)
        column.addWidget(self.facts)
        self._scroll.setWidget(inside)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        self.edge = Line(look)
        whole.addWidget(self.edge)
        whole.addWidget(self._build_head())
        whole.addWidget(self._scroll, 1)

    def _build_head(self) -> Panel:
        look = self._appearance
        self.title = Label(look, role="heading", bold=True, wrap=True)
        self.value = Label(look, role="figure")
        self.words = Label(look, second=True)
        self.interval = Label(look)
        self.copy = ToolButton(look, "copy", tip=self.tr("Copy this audit as text"), plain=True)
        self.close_button = ToolButton(look, "close", tip=self.tr("Close the audit"), plain=True)
        head = Panel(look)
        row = QHBoxLayout(head)
        spaced(row, look, (4, 2, 3, 1), 3)
        self._number = number = QHBoxLayout()
        spaced(number, look, (0, 0, 0, 0), 3)
        for part in (self.value, self.words, self.interval):
            number.addWidget(part)
        number.addStretch(0)
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        spaced(self._head, look, (0, 0, 0, 0), 4)
        self._head.addWidget(self.title)
        self._head.addLayout(number, 1)
        row.addLayout(self._head, 1)
        for button in (self.copy, self.close_button):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        return head

    def _build_units(self) -> QWidget:
        look = self._appearance
        row = QWidget()
        row.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        layout = QHBoxLayout(row)
        spaced(layout, look, (0, 0, 0, 0), 2)
        self.previous = ToolButton(look, "step-back", tip=self.tr("The unit before"))
        self.next = ToolButton(look, "step-forward", tip=self.tr("The next unit"))
        self.place = Label(look, second=True)
        for part in (self.previous, self.next, self.place):
            layout.addWidget(part)
        layout.addStretch(1)
        return row

    def _connect(self) -> None:
        state = self._state
        state.changed.connect(self.refresh)
        self.copy.clicked.connect(self.copy_text)
        self.close_button.clicked.connect(self.closed)
        self.previous.clicked.connect(lambda: state.show_unit(state.unit - 1))
        self.next.clicked.connect(lambda: state.show_unit(state.unit + 1))
        self._appearance.changed.connect(self._arrange)
        self._appearance.changed.connect(self._show_tokens)

    # -- what is shown -----------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show what the state knows now."""
        audit = self._state.audit
        self._shown = audit
        self._scroll.setVisible(audit is not None)
        self.copy.setEnabled(audit is not None)
        if audit is None:
            self.title.setText(self.tr("This cell is not counted yet."))
            for label in (self.value, self.words, self.interval):
                label.setText("")
            return
        self._show_head(audit)
        self._show_body(audit)
        self._show_tokens()

    def _show_head(self, audit: Audit) -> None:
        self.title.setText(f"{audit.language}, {audit.tokenizer}")
        self.value.setText("–" if audit.doubt or not audit.value else audit.value)
        self.words.setText(self.tr("no number") if audit.doubt else said(audit.words))
        shown = audit.interval and not audit.doubt
        self.interval.setText(self.tr("95 %: {0}").format(audit.interval) if shown else "")
        self.interval.setToolTip(self.tr("95 % interval of a bootstrap over the units"))
        self.interval.setVisible(bool(shown))

    def _show_body(self, audit: Audit) -> None:
        self.doubt.say(" ".join(filter(None, (said(audit.doubt), said(audit.absence)))), "warning")
        self.doubt.setVisible(bool(audit.doubt or audit.absence))
        self.fraction.show_parts(audit.numerator, audit.denominator)
        self.fraction.setVisible(audit.numerator is not None)
        self.facts.show_facts(audit.facts, self._columns)
        self.formula.say(audit.metric.explanation, "second_text")

    def _show_tokens(self) -> None:
        state = self._state
        ours, theirs, tokenizer = state.tokens, state.reference_tokens, state.tokenizer
        self.ours.setVisible(ours is not None)
        self.theirs.setVisible(theirs is not None)
        self.unit_row.setVisible(ours is not None)
        if ours is None or tokenizer is None:
            return
        code, reference = state.languages
        self.ours.show_unit(state.unit_title(code), ours, tokenizer)
        if theirs is not None:
            self.theirs.show_unit(state.unit_title(reference), theirs, tokenizer)
        self.place.setText(self.tr("{0:,} of {1:,}").format(state.unit + 1, state.unit_count))
        self.previous.setEnabled(state.unit > 0)
        self.next.setEnabled(state.unit + 1 < state.unit_count)
        self._fit_unit_row()

    def copy_text(self) -> None:
        """The audit to the clipboard, as lines, in the words of the window."""
        if self._shown is not None:
            QGuiApplication.clipboard().setText(self._shown.as_text(said))

    # -- arrangement -------------------------------------------------------------------------------------------------

    @property
    def _is_wide(self) -> bool:
        return self.width() >= self._appearance.metrics.units(_WIDE)

    @property
    def _columns(self) -> int:
        """Pairs of name and value that stand beside each other."""
        return 1 if not self._is_wide else 3 if self.width() >= self._appearance.metrics.units(_VERY_WIDE) else 2

    def _fit_unit_row(self) -> None:
        """The formula beside it would take its room; under it the formula would get no more width than the row has."""
        row = self.unit_row
        row.setMaximumWidth(row.sizeHint().width() if self._is_wide else _NO_LIMIT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        wide = self._is_wide
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        for layout in (self._above, self._texts, self._between, self._head):
            layout.setDirection(across if wide else down)
        for label in (self.title, self.words):
            label.setWordWrap(not wide)
        self._fit_unit_row()
        self._number.setStretch(1, 0 if wide else 1)
        if self._shown is not None:
            self.facts.show_facts(self._shown.facts, self._columns)

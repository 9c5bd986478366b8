"""The explain panel: how the pre-token of the chosen token comes to its tokens, step by step, and how chance would cut it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QDoubleSpinBox, QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from app.look.theme import Appearance
from app.state.text.explaining import Look, can_be_drawn_by_lot, drawn_by_lot
from app.translation import later, translate
from app.widgets.basics.controls import Label, Line, Panel, ToolButton, spaced
from app.widgets.tokens.chip_line import ChipLine
from app.widgets.tokens.explain_lattice import Arc, ExplainLattice
from app.widgets.tokens.explain_rows import ExplainRow, ExplainRows
from app.widgets.tokens.explain_tree import ExplainTree
from app.widgets.tokens.explain_words import about, heading_of, left_to_right_of, token_text
from engine.explain import Explanation
from engine.tokenizer import PipelineTokenizer

_LOW = 130
"""Height in units below which there is room for one picture, unless that one is small."""
_LISTED = 5
"""Rows of a list, its head among them, that are worth its room."""
_EMPTY = later("token_explain", "Click a token to see how it comes about.")


class ExplainPanel(Panel):
    """Shows a Look; whoever has it calls `show_look`."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__(appearance)
        self._look: Look | None = None
        self._seed = self._done = 0
        self.setAccessibleName(self.tr("Explain"))
        self.heading = Label(appearance, role="heading", bold=True, wrap=True)
        self.about = Label(appearance, role="caption", second=True, wrap=True)
        self.tree = ExplainTree(appearance)
        self.lattice = ExplainLattice(appearance)
        self.rows = ExplainRows(appearance)
        self.naive = ChipLine(appearance)
        self.shortcut = Label(appearance, role="caption", wrap=True)
        self.drawn = ChipLine(appearance)
        self.heading.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self.about.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self._tree_area, self._lattice_area, self._rows_area = map(_scrolled, (self.tree, self.lattice, self.rows))
        self._lattice_area.verticalScrollBar().rangeChanged.connect(self._show_letters)
        self._build()
        appearance.changed.connect(self._fit)
        self.rows.row_chosen.connect(self._on_row_chosen)
        self.show_look(None)

    def _build(self) -> None:
        look = self._appearance
        head, column = QVBoxLayout(), QVBoxLayout(self)
        spaced(head, look, (3, 2, 3, 2), 1)
        head.addWidget(self.heading)
        head.addWidget(self.about)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._tree_area, 3)
        column.addWidget(self._lattice_area, 3)
        column.addWidget(Line(look))
        column.addWidget(self._rows_area, 2)
        self._filler = QWidget()
        self._filler.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        column.addWidget(self._filler)  # takes what the drawing leaves
        foot = QVBoxLayout()
        spaced(foot, look, (3, 1, 3, 2), 1)
        for widget in (self.naive, self.shortcut, self.drawn):
            foot.addWidget(widget)
        foot.addLayout(self._build_buttons())
        column.addLayout(foot)

    def _build_buttons(self) -> QHBoxLayout:
        look, row = self._appearance, QHBoxLayout()
        spaced(row, look, (0, 0, 0, 0), 1)
        self.first = ToolButton(look, "to-start", tip=self.tr("Before the first merge"))
        self.back = ToolButton(look, "step-back", tip=self.tr("One merge back"))
        self.on = ToolButton(look, "step-forward", tip=self.tr("One merge on"))
        self.last = ToolButton(look, "to-end", tip=self.tr("After the last merge"))
        self.first.clicked.connect(lambda: self.show_step(0))
        self.back.clicked.connect(lambda: self.show_step(self._done - 1))
        self.on.clicked.connect(lambda: self.show_step(self._done + 1))
        self.last.clicked.connect(lambda: self.show_step(self._steps()))
        self.amount = QDoubleSpinBox()
        self.amount.setDecimals(1)
        self.amount.setSingleStep(0.1)
        self.amount.setAccessibleName(self.tr("How much chance may do"))
        self.lot = ToolButton(look, "dice", self.tr("Dropout"))
        self.lot.clicked.connect(self.draw)
        for widget in (self.first, self.back, self.on, self.last):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self.amount)
        row.addWidget(self.lot)
        return row

    # -- what is shown -----------------------------------------------------------------------------------------------

    def show_look(self, look: Look | None) -> None:
        """Another token, or none."""
        self._look, self._seed = look, 0
        told = look.explanation if look is not None else None
        self.heading.setText(heading_of(look) if look is not None else self.tr("Explain"))
        self.about.setText(about(look) if look is not None else translate("token_explain", _EMPTY))
        has_merges = told is not None and told.left_to_right is not None
        has_lattice = told is not None and told.lattice is not None
        self._tree_area.setVisible(has_merges)
        self._lattice_area.setVisible(has_lattice)
        self._share_height()
        for button in (self.first, self.back, self.on, self.last):
            button.setVisible(bool(told and told.merges))
        self._prepare_lot()
        self.shortcut.setText("")
        for line in (self.naive, self.drawn):
            line.show_tokens("", ())
        if look is not None and told is not None and isinstance(look.tokenizer, PipelineTokenizer):
            self._show_told(look, look.tokenizer, told)
        self._share_height()
        self._fit()

    def _fit(self) -> None:
        """A drawing takes no more height than it needs: the rest is the list's."""
        self.setMinimumWidth(self._appearance.metrics.units(92))
        self._fit_sentence()
        for area, drawing in ((self._tree_area, self.tree), (self._lattice_area, self.lattice)):
            area.setMaximumHeight(drawing.sizeHint().height() + area.horizontalScrollBar().sizeHint().height())

    def _fit_sentence(self) -> None:
        """All lines of it: the layout asks for its height at another width."""
        room = max(1, self.width() - 2 * self._appearance.metrics.units(3))
        for label in (self.about, self.shortcut):
            label.setMinimumHeight(max(0, label.heightForWidth(room)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_sentence()
        self._share_height()
        self._show_row()

    def _show_letters(self, _least: int, most: int) -> None:
        """Where not all of the lattice can be seen, its letters can."""
        self._lattice_area.verticalScrollBar().setValue(most)

    def _share_height(self) -> None:
        """In a low panel the drawing has the room of the list and of the sentence."""
        told = self._look.explanation if self._look is not None else None
        drawn = told is not None and (told.left_to_right is not None or told.lattice is not None)
        foot = (self.heading, self.about, self.naive, self.drawn, self.lot)
        rows = min(_LISTED, 1 + len(self.rows.rows()))
        low = self.height() < min(self._appearance.metrics.units(_LOW), self._needed(rows, *foot, self.shortcut))
        self.about.setVisible(not (drawn and self.height() < self._needed(0, *foot)))
        self.heading.setToolTip(self.about.text())
        listed = bool(told and (told.merges or told.tries or told.ways))
        self._rows_area.setVisible(listed and not (low and drawn))
        self._filler.setVisible(self._rows_area.isHidden())
        # The chips show it already; who wants it in words finds it on them.
        self.shortcut.setVisible(bool(self.shortcut.text()) and not low)
        self.naive.setToolTip(self.shortcut.text())

    def _needed(self, rows: int, *lines: QWidget) -> float:
        """The height of the drawing with a list of some rows and these lines."""
        drawing, metrics = self.tree if not self._tree_area.isHidden() else self.lattice, self._appearance.metrics
        heights = (
            line.heightForWidth(self.width()) if line.hasHeightForWidth() else line.sizeHint().height()
            for line in lines
        )
        return drawing.sizeHint().height() + rows * metrics.list_row + sum(heights) + metrics.units(10)

    def _show_told(self, look: Look, tokenizer: PipelineTokenizer, told: Explanation) -> None:
        if told.left_to_right is not None:
            self._show_merges(tokenizer, told)
        elif told.tries:
            rows = self._tries(tokenizer, told)
            self.rows.show_rows((self.tr("Try"), self.tr("Looked up, the longest first"), ""), rows)
        elif told.lattice is not None:
            self._show_lattice(look, told)

    def _tries(self, tokenizer: PipelineTokenizer, told: Explanation) -> tuple[ExplainRow, ...]:
        """What was looked up; and where nothing was found at last, what that means for the word."""
        rows = [
            ExplainRow(str(number), (one.text.encode(),), self.tr("found"), "lit")
            if one.found
            else ExplainRow(str(number), (one.text.encode(),), self.tr("not there"), "missing")
            for number, one in enumerate(told.tries, 1)
        ]
        unknown = tokenizer.model.unknown
        if not told.tries[-1].found and unknown is not None:
            rows.append(
                ExplainRow("", (token_text(tokenizer, unknown),), self.tr("nothing is left to try: the whole word"))
            )
        return tuple(rows)

    def _show_merges(self, tokenizer: PipelineTokenizer, told: Explanation) -> None:
        assert told.left_to_right is not None
        merges = [(step.position, token_text(tokenizer, step.id)) for step in told.merges]
        self.tree.show_merges([token_text(tokenizer, symbol) for symbol in told.symbols], merges)
        rows = (
            ExplainRow(str(number), tuple(token_text(tokenizer, part) for part in step.pair), f"{step.rank + 1:,}")
            for number, step in enumerate(told.merges, 1)
        )
        self.rows.show_rows(("#", self.tr("Merge"), self.tr("Rank")), tuple(rows))
        self.shortcut.setText(left_to_right_of(told))
        if told.merges:
            wrong = told.left_to_right
            tokens = tuple(token_text(tokenizer, id) for id in wrong.ids)
            self.naive.show_tokens(self.tr("Left to right"), tokens, wrong.parts_at)
        self.show_step(len(told.merges))

    def _show_lattice(self, look: Look, told: Explanation) -> None:
        assert told.lattice is not None
        text = told.pre_token.decode()
        places = {len(text[:at].encode()): at for at in range(len(text) + 1)}
        best = {(edge.start, edge.end) for edge in told.ways[0].edges} if told.ways else set()
        arcs = (
            Arc(places[edge.start], places[edge.end], edge.text.decode(), edge.score, edge.share,
                (edge.start, edge.end) in best)
            for edge in told.lattice.edges
        )  # fmt: skip
        self.lattice.show_arcs(tuple(text), tuple(arcs))
        rows = (
            ExplainRow(str(number), tuple(edge.text for edge in way.edges), f"{way.score:.2f}",
                       "lit" if number == 1 else "plain")
            for number, way in enumerate(told.ways, 1)
        )  # fmt: skip
        heads = ("#", self.tr("The likeliest ways"), self.tr("Log probability"))
        self.rows.show_rows(heads, tuple(rows))

    # -- steps -------------------------------------------------------------------------------------------------------

    def _steps(self) -> int:
        return len(self._look.explanation.merges) if self._look and self._look.explanation else 0

    @property
    def step(self) -> int:
        """How many merges are shown."""
        return self._done

    def show_step(self, step: int) -> None:
        """The pre-token after that many merges."""
        if not self._steps():
            self._done = 0
            return
        self._done = max(0, min(step, self._steps()))
        self.tree.show_done(self._done)
        self.rows.set_current(self._done - 1)
        self._show_row()
        for button, usable in ((self.first, self._done > 0), (self.back, self._done > 0)):
            button.setEnabled(usable)
        for button in (self.on, self.last):
            button.setEnabled(self._done < self._steps())

    def _on_row_chosen(self, row: int) -> None:
        self.show_step(row + 1)
        self._show_row()

    def _show_row(self) -> None:
        """The row of the merge that is shown, or that the keys have reached, in view."""
        if self._steps() or self.rows.current >= 0:
            rect = self.rows.row_rect(max(0, self.rows.current)).toRect()
            self._rows_area.ensureVisible(0, rect.center().y(), 0, rect.height())

    # -- chance ------------------------------------------------------------------------------------------------------

    def _prepare_lot(self) -> None:
        look = self._look
        possible = look is not None and can_be_drawn_by_lot(look)
        samples = bool(look and look.explanation and look.explanation.lattice)
        self.lot.setVisible(possible)
        self.amount.setVisible(possible)
        self.lot.setText(" " + (self.tr("Sample") if samples else self.tr("Dropout")))
        self.lot.setToolTip(
            self.tr("Draw another way to cut it, at this temperature: higher evens out")
            if samples
            else self.tr("Cut it again; each possible merge is passed over with this probability")
        )
        self.amount.setRange(0.1, 5.0) if samples else self.amount.setRange(0.0, 1.0)
        self.amount.setValue(1.0 if samples else 0.1)

    def draw(self) -> None:
        """Cut the pre-token by chance, another way at each call."""
        look = self._look
        if look is None or not isinstance(look.tokenizer, PipelineTokenizer):
            return
        self._seed += 1
        ids = drawn_by_lot(look, self.amount.value(), self._seed)
        tokens = tuple(token_text(look.tokenizer, id) for id in ids)
        self.drawn.show_tokens(self.tr("Draw {}").format(self._seed), tokens)


def _scrolled(widget: QWidget) -> QScrollArea:
    area = QScrollArea()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setWidget(widget)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area

"""The trade-offs pane: how large a vocabulary should be, and how tokenizers cut numbers, code and words."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QScrollArea,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.state.cut_view import CutView
from app.state.language_names import short_names
from app.state.tradeoff_view import MEASURES, MODELS, WIDTHS, TradeoffView
from app.theme import Appearance
from app.widgets import file_dialogs
from app.widgets.controls import Label, Line, Panel, ToolButton
from app.widgets.cut_blocks import code_blocks, number_blocks, rule_blocks, sectioned, sum_blocks, word_blocks
from app.widgets.cut_table import CutTable
from app.widgets.empty_state import EmptyState
from app.widgets.flow_row import FlowRow
from app.widgets.size_figures import SizeFigures
from app.widgets.size_plot import SizeChart, SizeLine, SizePlot
from app.widgets.value_choice import ValueChoice
from engine.parallel import udhr
from engine.tradeoffs import USUAL_BYTES_PER_TOKEN, SizeCurve, model_cost, short_number

VIEWS = ("size", "numbers", "code", "spelling")
_TITLES = {"size": "Size", "numbers": "Numbers", "code": "Code", "spelling": "Spelling"}
_MEASURES = {"bytes_per_token": "Bytes per token", "tokens": "Tokens of the corpus", "premium": "Premium over English"}
_BESIDE = 150
"""Width in units from which the figures stand beside the plot."""


class TradeoffsPane(Panel):
    """`failed(error)`: a picture could not be written; `exported(path)`: it was."""

    failed = Signal(object)
    exported = Signal(object)

    def __init__(self, sizes: TradeoffView, cuts: CutView, appearance: Appearance) -> None:
        super().__init__(appearance)
        self._sizes, self._cuts = sizes, cuts
        self._build()
        self._connect()
        self._show_view()
        self._show_sizes()

    # -- parts -------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        look = self._appearance
        self.tabs = QButtonGroup(self)
        segments = QHBoxLayout()
        segments.setSpacing(0)
        for number, name in enumerate(VIEWS):
            button = ToolButton(look, text=self.tr(_TITLES[name]))
            button.setCheckable(True)
            button.setProperty("segment", "first" if not number else "last" if number == len(VIEWS) - 1 else "middle")
            self.tabs.addButton(button, number)
            segments.addWidget(button)
        self.tabs.button(0).setChecked(True)
        group = QWidget()
        group.setLayout(segments)
        segments.setContentsMargins(0, 0, 0, 0)
        self._bar = FlowRow(look, (3, 2, 3, 2), 2)
        self._bar.addWidget(group)
        for part in (*self._build_choices(), *self._build_fields(), self._build_export()):
            self._bar.addWidget(part)
        self.code = QPlainTextEdit(self._cuts.asked.code)
        self.code.setAccessibleName(self.tr("Code"))
        self.code.setTabChangesFocus(True)
        self.stack = QStackedWidget()
        for widget in (self._build_sizes(), self._build_cuts(), self._build_empty()):
            self.stack.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._bar)
        column.addWidget(Line(look))
        column.addWidget(self.stack, 1)
        self._dress_code()

    def _build_choices(self) -> list[QWidget]:
        """What the size view asks for."""
        look = self._appearance
        self.measure = ValueChoice(look, self.tr("Curve"))
        for name in MEASURES:
            self.measure.add(self.tr(_MEASURES[name]), name)
        self.width_choice = ValueChoice(look, "d_model")
        self.width_choice.setToolTip(self.tr("How many numbers the model has for each token"))
        for width in WIDTHS:
            self.width_choice.add(f"{width:,}", width)
        self.output = ValueChoice(look, self.tr("Output table"))
        self.output.setToolTip(self.tr("Tied: the output table is the embedding once more, and costs nothing"))
        self.output.add(self.tr("tied"), True)
        self.output.add(self.tr("its own"), False)
        self.model = ValueChoice(look, self.tr("Model"))
        self.model.setToolTip(self.tr("All parameters of the model, these tables included"))
        for parameters in MODELS:
            self.model.add(short_number(parameters), parameters)
        return [self.measure, self.width_choice, self.output, self.model]

    def _build_fields(self) -> list[QWidget]:
        """What the other views look at."""
        asked = self._cuts.asked
        self.numbers = self._field(self.tr("Numbers, separated by blanks"), " ".join(asked.numbers), 96)
        self.sum = self._field(self.tr("A sum of two whole numbers"), f"{asked.sum[0]} + {asked.sum[1]}", 32)
        self.word = self._field(self.tr("A word"), asked.word, 40)
        self.letter = self._field(self.tr("A letter to count inside the tokens"), self._cuts.letter, 10)
        self.letter.setMaxLength(2)
        return [self.numbers, self.sum, self.word, self.letter]

    def _field(self, name: str, text: str, units: float) -> QLineEdit:
        field = QLineEdit(text)
        field.setAccessibleName(name)
        field.setToolTip(name)
        field.setCursorPosition(0)
        field.setFixedWidth(self._appearance.metrics.units(units))
        self._appearance.changed.connect(lambda: field.setFixedWidth(self._appearance.metrics.units(units)))
        return field

    def _build_export(self) -> ToolButton:
        self.export = ToolButton(self._appearance, "export", tip=self.tr("Export the table or the picture"))
        self.export.setAccessibleName(self.tr("Export"))
        self.export.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.export)
        menu.addAction(self.tr("This view as a table (CSV)..."), self.ask_csv)
        menu.addAction(self.tr("This view as a picture (PNG)..."), self.ask_png)
        self.export.setMenu(menu)
        return self.export

    def _build_sizes(self) -> QWidget:
        look = self._appearance
        self.plot = SizePlot(look)
        self.figures = SizeFigures(look)
        self.usual = Label(look, role="caption", second=True, wrap=True)
        self.usual.setText(self.tr("Band: {}").format(USUAL_BYTES_PER_TOKEN.source))
        left = QVBoxLayout()
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(0)
        left.addWidget(self.plot, 1)
        left.addWidget(self.usual)
        self._appearance.changed.connect(self._dress_usual)
        self._dress_usual()
        self._figure_area = QScrollArea()
        self._figure_area.setWidget(self.figures)
        self._figure_area.setWidgetResizable(True)
        self._figure_area.setFrameShape(QScrollArea.Shape.NoFrame)
        self._figure_area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        holder = Panel(look)
        self._sides = QHBoxLayout(holder)
        self._sides.setContentsMargins(0, 0, 0, 0)
        self._sides.setSpacing(0)
        self._sides.addLayout(left, 5)
        self._between = Line(look, upright=True)
        self._sides.addWidget(self._between)
        self._sides.addWidget(self._figure_area, 2)
        return holder

    def _build_cuts(self) -> QWidget:
        self.table = CutTable(self._appearance)
        area = QScrollArea()
        area.setWidget(self.table)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        holder = Panel(self._appearance)
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.code)
        column.addWidget(area, 1)
        return holder

    def _build_empty(self) -> EmptyState:
        self.empty = EmptyState(self._appearance, "chart", "", "")
        return self.empty

    def _connect(self) -> None:
        sizes, cuts = self._sizes, self._cuts
        sizes.changed.connect(self._show_sizes)
        sizes.moved.connect(self._show_sizes)
        cuts.changed.connect(self._show_cuts)
        self.tabs.idClicked.connect(lambda _number: self._show_view())
        self.measure.activated.connect(lambda row: sizes.set_measure(self.measure.itemData(row)))
        self.width_choice.activated.connect(lambda row: sizes.set_width(self.width_choice.itemData(row)))
        self.output.activated.connect(lambda row: sizes.set_tied(self.output.itemData(row)))
        self.model.activated.connect(lambda row: sizes.set_parameters(self.model.itemData(row)))
        self.plot.size_asked.connect(sizes.mark)
        self.figures.button.clicked.connect(sizes.compare_with_marked)
        self.numbers.textChanged.connect(cuts.set_numbers)
        self.sum.textChanged.connect(cuts.set_sum)
        self.word.textChanged.connect(cuts.set_word)
        self.letter.textChanged.connect(cuts.set_letter)
        self.code.textChanged.connect(lambda: cuts.set_code(self.code.toPlainText()))
        self._appearance.changed.connect(self._dress_code)
        self._appearance.changed.connect(self._show_cuts)

    # -- what others ask ---------------------------------------------------------------------------------------------

    @property
    def view(self) -> str:
        return VIEWS[self.tabs.checkedId()]

    def ask_csv(self) -> None:
        """All sizes, or the texts of the view with their tokens, as a table."""
        name = "sizes" if self.view == "size" else self.view
        path = file_dialogs.ask_save_file(self, self.tr("Export the table"), f"{name}.csv", "CSV (*.csv)")
        if path and self.view == "size":
            self._sizes.export_csv(path)
        elif path:
            self._cuts.export_csv(path, self.view)

    def ask_png(self) -> None:
        path = file_dialogs.ask_save_file(self, self.tr("Export the picture"), f"{self.view}.png", "PNG (*.png)")
        if path:
            self.export_png(path)

    def export_png(self, path: Path) -> None:
        """The view as a picture; of samples all rows, those out of sight too."""
        widget = self.stack.widget(0) if self.view == "size" else self.table
        if widget is not None and widget.grab().save(str(path)):
            self.exported.emit(path)
        else:
            self.failed.emit(OSError(f"{path.name} cannot be written there."))

    # -- what happens ------------------------------------------------------------------------------------------------

    def _show_view(self) -> None:
        """The controls of the chosen view, and what it shows."""
        name = self.view
        for part in (self.measure, self.width_choice, self.output, self.model):
            part.setVisible(name == "size")
        self.numbers.setVisible(name == "numbers")
        self.sum.setVisible(name == "numbers")
        self.word.setVisible(name == "spelling")
        self.letter.setVisible(name == "spelling")
        self.code.setVisible(name == "code")
        self.set_shown(self.isVisible())
        self._show_sizes() if name == "size" else self._show_cuts()

    def _show_sizes(self) -> None:
        if self.view != "size":
            return
        sizes, curve = self._sizes, self._sizes.curve
        point = sizes.point()
        for choice, value in (
            (self.measure, sizes.measure),
            (self.width_choice, sizes.width),
            (self.output, sizes.tied),
            (self.model, sizes.parameters),
        ):
            choice.choose(value)
        if curve is None or point is None or len(curve) < 2:
            title = self.tr("No size curve yet")
            self.empty.say(
                title, self.tr("A size curve needs a training run. Encodings from files have only one size.")
            )
            self.stack.setCurrentIndex(2)
            return
        self.plot.show_chart(self._chart(curve))
        self._show_usual()
        self.figures.show_point(point, sizes.parameters, tied=sizes.tied)
        self.stack.setCurrentIndex(0)

    def _show_usual(self) -> None:
        """Where the band comes from: below the plot where there is room, else its tool tip."""
        banded = self.plot.shows_band()
        roomy = self.width() >= self._appearance.metrics.units(_BESIDE)
        self.usual.setVisible(banded and roomy)
        self.plot.setToolTip(self.usual.text() if banded and not roomy else "")

    def _chart(self, curve: SizeCurve) -> SizeChart:
        sizes = self._sizes
        lines, floor, decimals, band = self._lines(curve)
        entries = curve.sizes.astype(np.float64)
        cost = entries * model_cost(1, sizes.width, tied=sizes.tied).total
        title = self.tr(_MEASURES[sizes.measure])
        return SizeChart(entries, lines, cost, title, sizes.size, sizes.reference, floor, decimals, band)

    def _lines(self, curve: SizeCurve) -> tuple[tuple[SizeLine, ...], float, int, tuple[float, float, str] | None]:
        """The lines of the chosen measure, where their axis begins, decimals, and the band of usual values."""
        if self._sizes.measure == "premium" and curve.premiums:
            languages = udhr().languages
            names = short_names([languages[code] for code in curve.premiums])
            lines = tuple(SizeLine(names[code], values) for code, values in curve.premiums.items())
            lowest = min(float(line.values.min()) for line in lines)
            return lines, min(1.0, np.floor(lowest * 2) / 2), 2, None
        if self._sizes.measure == "tokens":
            return (SizeLine("", curve.tokens),), 0.0, 0, None
        usual = USUAL_BYTES_PER_TOKEN
        band = (usual.low, usual.high, self.tr("usual for English: {} to {}").format(usual.low, usual.high))
        return (SizeLine("", curve.bytes_per_token),), 1.0, 2, band

    def _show_cuts(self) -> None:
        name, cuts = self.view, self._cuts.cuts
        if name == "size":
            return
        if not cuts and self._cuts.known:
            title = self.tr("No tokenizer is checked")
            self.empty.say(title, self.tr("Check one or more in the shelf above."))
            self.stack.setCurrentIndex(2)
            return
        colours = self._appearance.theme.token_colours
        if name == "numbers":
            numbers = self._cuts.asked.numbers
            blocks = [
                *number_blocks(cuts, colours),
                *sectioned(self.tr("A sum, column by column"), sum_blocks(cuts, colours)),
                *sectioned(self.tr("The same numbers under rules for digits"), rule_blocks(numbers, colours)),
            ]
        elif name == "code":
            blocks = code_blocks(cuts, colours)
        else:
            blocks = word_blocks(cuts, self._cuts.letter, colours)
        self.table.show_blocks(blocks)
        self.stack.setCurrentIndex(1)

    # -- the widget --------------------------------------------------------------------------------------------------

    def _dress_usual(self) -> None:
        gap = self._appearance.metrics.units(3)
        self.usual.setContentsMargins(gap, 0, gap, gap)

    def _dress_code(self) -> None:
        look = self._appearance
        font = look.font("body", mono=True)
        self.code.setFont(font)
        self.code.setFixedHeight(round(6.5 * 1.4 * font.pixelSize()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        beside = self.width() >= self._appearance.metrics.units(_BESIDE)
        direction = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        self._sides.setDirection(direction)
        self._between.set_upright(beside)
        self._show_usual()
        for choice in (self.measure, self.width_choice, self.output, self.model):
            choice.set_name_shown(choice is not self.measure)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_view()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._cuts.set_shown(False)
        self._sizes.set_shown(False)

    def set_shown(self, shown: bool) -> None:
        """While nobody sees them no sample is cut and no curve made; on a stage they are seen though the dock is not."""
        seen = shown or not self.visibleRegion().isEmpty()
        self._cuts.set_shown(seen and self.view != "size")
        self._sizes.set_shown(seen)

"""LanguagesDetails: the bars of one tokenizer and the premiums while training, beside or below the heat map.

Where there is room for one of them only, two buttons choose.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QSplitter, QVBoxLayout

from app.look.theme import Appearance
from app.state.languages.comparison_grid import ComparisonGrid
from app.translation import inside, translate
from app.widgets.basics.controls import Label, Line, Panel, spaced
from app.widgets.basics.segment_row import Segment, SegmentRow
from app.widgets.charts.curve_scale import MOST_CURVES, spread_choice
from app.widgets.charts.curves import Curve, premium_while_training
from app.widgets.languages.no_numbers import left_out_words, no_curve_words
from app.widgets.languages.premium_bars import Bar, PremiumBars
from engine.metrics import GINI


def in_a_line(title: str) -> str:
    """A measure's title in the middle of a line: names of people stay as they are."""
    return title if title.startswith("Rényi") else inside(title)


def _bring_into_view(scroll: QScrollArea, row: QRectF) -> None:
    """With a row more above and below: the numbers of the axis stand over the last one."""
    middle = row.center().toPoint()
    scroll.ensureVisible(middle.x(), middle.y(), 0, round(1.5 * row.height()))


class LanguagesDetails(Panel):
    """`chosen`: the other of the two is wanted."""

    chosen = Signal()

    def __init__(self, appearance: Appearance, tip: Callable[[str], str]) -> None:
        super().__init__(appearance)
        self.bars = PremiumBars(appearance, tip)
        self.title = Label(appearance, bold=True)
        self.note = Label(appearance, role="caption", second=True)
        self.curve = premium_while_training(appearance, "English")
        self.bars_part, self.curve_part = self._build_bars(), self._build_curve()
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self.bars_part)
        self.splitter.addWidget(self.curve_part)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(Line(appearance))
        column.addWidget(self._build_switch())
        column.addWidget(self.splitter, 1)

    def _build_bars(self) -> Panel:
        look = self._appearance
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(self.bars)
        scroll.verticalScrollBar().valueChanged.connect(lambda _: self.bars.update())
        self.bars.selected.connect(lambda code: _bring_into_view(scroll, self.bars.row_rect(code)))
        part = Panel(look)
        column = QVBoxLayout(part)
        spaced(column, look, (0, 2, 0, 1), 1)
        titles = QHBoxLayout()
        spaced(titles, look, (3, 0, 3, 0), 2)
        titles.addWidget(self.title)
        titles.addWidget(self.note)
        titles.addStretch(1)
        column.addLayout(titles)
        column.addWidget(scroll, 1)
        return part

    def _build_curve(self) -> Panel:
        part = Panel(self._appearance)
        column = QVBoxLayout(part)
        spaced(column, self._appearance, (3, 2, 3, 1), 0)
        column.addWidget(self.curve)
        column.addWidget(self._build_no_curve())
        return part

    def _build_no_curve(self) -> Panel:
        """What stands in the place of a plot without a line."""
        look = self._appearance
        self.no_curve = Panel(look)
        self.why_no_curve = Label(look, second=True, wrap=True)
        column = QVBoxLayout(self.no_curve)
        spaced(column, look, (0, 0, 0, 0), 1)
        column.addWidget(Label(look, translate("curves", "Premium while training"), bold=True, wrap=True))
        column.addWidget(self.why_no_curve)
        column.addStretch(1)
        self.no_curve.hide()
        return self.no_curve

    def _build_switch(self) -> Panel:
        """Two buttons for the one place that a narrow pane has."""
        look = self._appearance
        segments = SegmentRow(
            look,
            (
                Segment(self.tr("While training"), self.tr("How the premium has changed from step to step")),
                Segment(self.tr("Bars"), self.tr("The languages of the selected tokenizer as bars, with intervals")),
            ),
            self,
        )
        self.show_curve, self.show_bars = segments.buttons
        self.switch = Panel(look)
        row = QHBoxLayout(self.switch)
        spaced(row, look, (3, 2, 3, 0), 0)
        row.addLayout(segments)
        row.addStretch(1)
        segments.group.buttonToggled.connect(lambda *_: self.chosen.emit())
        return self.switch

    # -- what is shown -----------------------------------------------------------------------------------------------

    def draw_bars(self, grid: ComparisonGrid, bars: Sequence[Bar], *, sort: bool) -> None:
        """The selected tokenizer's, with what they measure."""
        metric, key = grid.metric, grid.selected_tokenizer
        is_premium = metric.name == "premium"
        self.bars.show_bars(bars, logarithmic=is_premium, in_percent=metric.is_share, sort=sort)
        self.bars.select(grid.selected_language)
        self.title.setText({column.key: column.title for column in grid.columns}.get(key, ""))
        with_interval = any(bar.low is not None for bar in bars)
        notes = [self.tr("95 % interval, log scale") if with_interval else self.tr("log scale")] if is_premium else []
        gini = grid.gini(key)
        fairness = (
            [self.tr("Gini {:.2f}").format(gini)] if gini is not None and metric.name in ("premium", "tokens") else []
        )
        left_out = left_out_words(grid)
        self.note.setText(", ".join([in_a_line(metric.title), *notes, *fairness, *filter(None, [left_out])]))
        self.note.setToolTip(translate("engine", GINI) if fairness else metric.explanation)

    def draw_curves(self, grid: ComparisonGrid) -> None:
        """Premiums while training, of as many languages as have room."""
        names, curve = grid.names(), self.curve
        room = curve.plot.height() / (2.2 * self.fontMetrics().height())
        most = max(3, min(MOST_CURVES, int(room)))
        chosen = spread_choice(grid.premiums_at_end(), grid.selected_language, most)
        curve.set_note(self.tr("tokens ÷ {} tokens").format(grid.parallel.languages[grid.reference].name))
        series = {code: grid.premium_while_training(code) for code in chosen}
        curve.show_curves([Curve(names[code], values) for code, values in series.items() if values is not None])
        curve.show_position(grid.position)
        words = no_curve_words(grid)
        self.why_no_curve.setText(words)
        self.no_curve.setVisible(bool(words))
        curve.setVisible(not words)

    # -- arrangement -------------------------------------------------------------------------------------------------

    def arrange(self, *, wide: bool, has_curve: bool) -> None:
        """Both parts where there is room; no curve without a run."""
        curve_alone = has_curve and self.show_curve.isChecked()
        self.switch.setVisible(not wide and has_curve)
        self.bars_part.setVisible(wide or not curve_alone)
        self.curve_part.setVisible(has_curve and (wide or curve_alone))

    def share_room(self) -> None:
        """The bars get what they need, up to 60 %."""
        inside = self.splitter.height()
        bars = round(min(self.bars.sizeHint().height() + self._appearance.metrics.units(10), 0.6 * inside))
        self.splitter.setSizes([bars, inside - bars])

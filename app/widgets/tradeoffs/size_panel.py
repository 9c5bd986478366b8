"""The size view: the plot with its source of usual figures, and beside it (or below, where it is narrow) the figures."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QScrollArea, QVBoxLayout

from app.look.theme import Appearance
from app.state.vocabulary.tradeoff_view import TradeoffView
from app.translation import translate
from app.widgets.basics.controls import Label, Line, Panel
from app.widgets.basics.picture import Part
from app.widgets.tradeoffs.size_figures import SizeFigures
from app.widgets.tradeoffs.size_lines import chart_of, language_names, left_out_words, no_words, whole_words
from app.widgets.tradeoffs.size_plot import SizePlot
from engine.tradeoffs import USUAL_BYTES_PER_TOKEN

_BESIDE = 150
"""Width in units from which the figures stand beside the plot."""
_FIGURES = 62
"""Units of width that they have there at least, so that they stand there whole."""


class SizePanel(Panel):
    """Shows what a TradeoffView knows; `plot` and `figures` are asked directly."""

    def __init__(self, sizes: TradeoffView, appearance: Appearance) -> None:
        super().__init__(appearance)
        self._sizes = sizes
        self.plot = SizePlot(appearance)
        self.figures = SizeFigures(appearance)
        self.usual = Label(appearance, role="caption", second=True, wrap=True)
        self._build()
        appearance.changed.connect(self._dress_usual)
        self._dress_usual()

    def _build(self) -> None:
        left = QVBoxLayout()
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(0)
        left.addWidget(self.plot, 1)
        left.addWidget(self.usual)
        area = QScrollArea()
        area.setWidget(self.figures)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._between = Line(self._appearance, upright=True)
        self._sides = QHBoxLayout(self)
        self._sides.setContentsMargins(0, 0, 0, 0)
        self._sides.setSpacing(0)
        self._sides.addLayout(left)
        self._sides.addWidget(self._between)
        self._sides.addWidget(area)

    def show_sizes(self) -> bool:
        """Draw what is known; False where there is no curve."""
        sizes, curve, point = self._sizes, self._sizes.curve, self._sizes.point()
        if curve is None or point is None or len(curve) < 2:
            return False
        self.plot.show_chart(chart_of(sizes, curve))
        names = language_names(curve.premiums) if sizes.measure == "premium" else {}
        premiums = [(point.premiums[code], name) for code, name in names.items()]
        shares = sizes.unknown_words
        unknown = None
        if shares is not None:
            unknown = float(shares[curve.row_of(point.size)]), float(shares[curve.row_of(point.reference)])
        self.figures.show_point(point, sizes.parameters, tied=sizes.tied, premiums=premiums, unknown=unknown)
        self._show_usual()
        return True

    def picture_parts(self) -> list[Part]:
        """The plot, what stands under it, and all of the figures, also those that are out of sight."""
        left: list[Part] = [(self.plot, QPoint(0, 0))]
        below = self.plot.height()
        if not self.usual.isHidden():
            left.append((self.usual, QPoint(0, below)))
            below += self.usual.height()
        return [*left, (self.figures, QPoint(self.plot.width(), 0) if self._is_roomy() else QPoint(0, below))]

    def _show_usual(self) -> None:
        """Where the band comes from, or why a line is missing: below the plot where there is room, else its tip."""
        measure, curve = self._sizes.measure, self._sizes.curve
        words = left_out_words(self._sizes.left_out) if measure == "premium" else ""
        if measure == "words_per_token" and curve is not None:
            words = no_words(curve.words)
        if self._sizes.unknown_words is not None:
            words = whole_words(measure) or words
        if not words and self.plot.shows_band():
            words = self.tr("Band: {}").format(translate("engine", USUAL_BYTES_PER_TOKEN.source))
        roomy = self._is_roomy()
        self.usual.setText(words)
        self.usual.setVisible(bool(words) and roomy)
        self.plot.setToolTip("" if roomy else words)

    def _is_roomy(self) -> bool:
        return self.width() >= self._appearance.metrics.units(_BESIDE)

    def _dress_usual(self) -> None:
        gap = self._appearance.metrics.units(3)
        self.usual.setContentsMargins(gap, 0, gap, gap)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        beside = self._is_roomy()
        direction = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        self._sides.setDirection(direction)
        self._between.set_upright(beside)
        figures = max(self.width() * 2 // 7, self._appearance.metrics.units(_FIGURES) if beside else 0)
        for place, share in ((0, self.width() - figures), (2, figures)):
            self._sides.setStretch(place, max(1, share))
        self._show_usual()

"""One cut through a text: the tokens of the whole above, those of the two parts below, each with its id."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.look.theme import Appearance
from app.widgets.basics.chip_painting import ChipFace, ChipStyle, quiet_style, tied_style
from app.widgets.basics.chip_text import spoken
from app.widgets.basics.painter import Painter
from engine.reading.parts import Cut, PartToken

_MOST = 24
"""Tokens on either side of a cut that are measured at all."""


class CutPicture(QWidget):
    """Painted; what has no room is left out from the far ends, as the tokens at the cut are what matters."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._cut: Cut | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        appearance.changed.connect(self._dress)
        self._dress()

    def show_cut(self, cut: Cut | None) -> None:
        self._cut = cut
        self.setVisible(cut is not None)
        if cut is not None:
            whole, left, right = (_spoken(tokens) for tokens in (cut.whole, cut.left, cut.right))
            self.setAccessibleName(self.tr("Tokens at the cut"))
            self.setAccessibleDescription(self.tr("Whole: {}. Parts: {}, cut, {}.").format(whole, left, right))
        self.update()

    def _dress(self) -> None:
        self._face = ChipFace(self._appearance, "body")
        self._id_font = self._appearance.font("caption", mono=True)
        self._heads = float(self._appearance.metrics.units(14))
        self._row = self._face.height + QFontMetricsF(self._id_font).height() + self._appearance.metrics.units(1.5)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._appearance.metrics.units(90), round(2 * self._row + self._appearance.metrics.units(1)))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._appearance.metrics.units(60), self.sizeHint().height())

    # -- painting ----------------------------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        cut = self._cut
        if cut is None:
            return
        with Painter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            middle = self._middle(cut)
            before, across, after = _around(cut)
            lower = self._row + self._appearance.metrics.units(1)
            self._paint_head(painter, self.tr("Whole"), 0.0)
            self._paint_head(painter, self.tr("Parts"), lower)
            half = sum(map(self._width, across)) / 2
            self._paint_before(painter, before, middle - half, 0.0)
            self._paint_after(painter, (*across, *after), middle - half, 0.0)
            gap = self._gap
            self._paint_before(painter, cut.left, middle - gap, lower)
            self._paint_after(painter, cut.right, middle + gap, lower)
            self._paint_line(painter, middle, lower if across else 0.0)

    @property
    def _gap(self) -> float:
        return float(self._appearance.metrics.units(2.5))

    def _middle(self, cut: Cut) -> float:
        """Where the cut stands: as far left as what is before it allows, and never so that it has no room."""
        before, across, _ = _around(cut)
        upper = sum(map(self._width, before)) + sum(map(self._width, across)) / 2
        left = max(upper, sum(map(self._width, cut.left[-_MOST:])) + self._gap)
        return min(self._heads + left, self._heads + (self.width() - self._heads) / 2)

    def _width(self, token: PartToken) -> float:
        number = QFontMetricsF(self._id_font).horizontalAdvance(f"{token.id:,}") + self._appearance.metrics.units(1.5)
        return max(self._face.width(token.token), number) + self._face.gap

    def _paint_head(self, painter: QPainter, words: str, top: float) -> None:
        painter.setFont(self._appearance.font("caption"))
        painter.setPen(self._appearance.theme.second_text)
        painter.drawText(QRectF(0, top, self._heads, self._face.height), Qt.AlignmentFlag.AlignVCenter, words)

    def _paint_before(self, painter: QPainter, tokens: tuple[PartToken, ...], right: float, top: float) -> None:
        for token in reversed(tokens):
            width = self._width(token)
            if right - width < self._heads - 1:  # the sums of widths are no whole numbers
                break
            right -= width
            self._paint_token(painter, token, right, top)

    def _paint_after(self, painter: QPainter, tokens: tuple[PartToken, ...], left: float, top: float) -> None:
        for token in tokens:
            width = self._width(token)
            if left + width > self.width():
                break
            self._paint_token(painter, token, left, top)
            left += width

    def _paint_token(self, painter: QPainter, token: PartToken, x: float, top: float) -> None:
        theme, width = self._appearance.theme, self._width(token) - self._face.gap
        style: ChipStyle = quiet_style(theme) if token.same else replace(tied_style(theme), edge_width=2.0)
        self._face.paint(painter, QPointF(x, top + 1), token.token, style, width=width)
        painter.setFont(self._id_font)
        painter.setPen(theme.second_text)
        area = QRectF(x, top + self._face.height + 1, width, self._row - self._face.height)
        painter.drawText(area, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, f"{token.id:,}")

    def _paint_line(self, painter: QPainter, x: float, top: float) -> None:
        """Where the text is cut; from above where no token is in the way."""
        metrics = self._appearance.metrics
        painter.setPen(QPen(self._appearance.theme.accent, metrics.focus))
        painter.drawLine(QPointF(x, top), QPointF(x, self.height() - metrics.units(0.5)))


def _around(cut: Cut) -> tuple[tuple[PartToken, ...], tuple[PartToken, ...], tuple[PartToken, ...]]:
    """The tokens of the whole before the cut, across it, and after it."""
    before = tuple(token for token in cut.whole if token.end <= cut.byte and token.start < cut.byte)
    across = tuple(token for token in cut.whole if token.start < cut.byte < token.end)
    after = tuple(token for token in cut.whole if token.start >= cut.byte)
    return before[-_MOST:], across, after[:_MOST]


def _spoken(tokens: tuple[PartToken, ...]) -> str:
    return ", ".join(f"{spoken(token.token)} {token.id}" for token in tokens)

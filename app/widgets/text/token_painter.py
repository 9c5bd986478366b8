"""Paints what `token_layout` has computed: fills, ticks, stripes, lit and selected boxes, selection.

Everything of one colour is collected over all lines and drawn by one call.  Lengths are in pixels of the viewport.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from app.look.theme import Metrics, Theme
from app.look.token_palettes import TokenPalette, plain_palette
from app.widgets.basics.dashes import paint_dashed_box
from app.widgets.text.token_document import GAP, SPECIAL, UNKNOWN
from app.widgets.text.token_layout import Line, TokenBox
from engine.vocabulary import IntArray

DIFFERS, DIFFERS_FROM_SOME = 1, 2
"""Of a token that others lack: all that it is held against, or only some of them."""
_STRIPE_LINE_FROM = 6  # a dotted line between stripes only where they are at least that wide
_NEVER = 1 << 62  # the number of no token


@dataclass(slots=True)
class Marks:
    """What is drawn on the token boxes beyond their colours.

    lit       the id whose tokens are all amber (-1: none)
    selected  the number of the token with a frame (-1: none)
    differs   for each token DIFFERS or DIFFERS_FROM_SOME if others have none like it; empty where nothing is compared
    open_from the first token that more text could change (-1: none)
    over_from the first token beyond the budget (-1: none)
    pieces    for each token 1 if a pre-token begins with it; empty where that is not shown
    """

    lit: int = -1
    selected: int = -1
    differs: bytes = b""
    open_from: int = -1
    over_from: int = -1
    pieces: bytes = b""

    def of_tokens(self, first: int, last: int, ids: IntArray) -> tuple[int | bytes, ...]:
        """What of it is drawn on the tokens `first` up to (not with) `last`."""
        lit = np.equal(ids[first:last], self.lit).tobytes() if self.lit >= 0 else b""
        places = (min(max(place - first, -1), last - first) if place >= 0 else -2 for place in self._places())
        return (lit, self.differs[first:last], self.pieces[first:last], *places)

    def first_beyond(self) -> int:
        """The first token that more text could change, or that is beyond the budget; _NEVER if there is none."""
        return min(place if place >= 0 else _NEVER for place in (self.open_from, self.over_from))

    def _places(self) -> tuple[int, ...]:
        return self.selected, self.open_from, self.over_from


def part_of_marks(drawn: tuple[int | bytes, ...], first: int, last: int) -> tuple[int | bytes, ...]:
    """What `Marks.of_tokens` gave, for the tokens `first` up to (not with) `last` of those.

    >>> part_of_marks((b"", b"abc", b"", 1, -1, -2), 1, 3)
    (b'', b'bc', b'', 0, -1, -2)
    """
    return tuple(
        part[first:last] if isinstance(part, bytes) else min(max(part - first, -1), last - first) if part >= 0 else part
        for part in drawn
    )


class PaintedLine(NamedTuple):
    """A line, the place of its paragraph, its boxes, and the number of the token from which these count."""

    x: float
    y: float
    line: Line
    boxes: list[TokenBox]
    first: int


@dataclass(slots=True)
class _Layers:
    """Rectangles and lines, sorted by the colour that draws them."""

    fills: dict[int, list[QRectF]] = field(default_factory=lambda: defaultdict(list))
    ticks: dict[int, list[QRectF]] = field(default_factory=lambda: defaultdict(list))
    frames: dict[int, list[QRectF]] = field(default_factory=lambda: defaultdict(list))
    special: list[QRectF] = field(default_factory=list)
    unknown: list[QRectF] = field(default_factory=list)
    dropped: list[QLineF] = field(default_factory=list)
    lit: list[QRectF] = field(default_factory=list)
    selected: list[QRectF] = field(default_factory=list)
    between: list[QLineF] = field(default_factory=list)
    under: list[QLineF] = field(default_factory=list)
    differs: list[QRectF] = field(default_factory=list)
    open: list[QRectF] = field(default_factory=list)
    over: list[QRectF] = field(default_factory=list)
    limit: list[QLineF] = field(default_factory=list)
    brackets: list[QLineF] = field(default_factory=list)


class TokenPainter:
    """Draws boxes for one theme and size; `palette` says how the colour numbers look, the theme's own if None."""

    def __init__(self, theme: Theme, metrics: Metrics, palette: TokenPalette | None = None):
        self.theme = theme
        self.metrics = metrics
        self.palette = palette or plain_palette(theme)
        # Looked up once, and not for each of thousands of boxes.
        self._tick = 2 * theme.token_edge or metrics.tick
        self._lane, self._bar, self._dash = metrics.px(5), metrics.line(3), metrics.px(3)
        self._below = metrics.px(3)

    def boxes(
        self, painter: QPainter, lines: Iterable[PaintedLine], colours: bytes, ids: IntArray, marks: Marks
    ) -> list[QRectF]:
        """Draw the boxes of some lines; returns those in amber."""
        layers = _Layers()
        lit, selected = marks.lit, marks.selected
        marked_from = 0 if marks.differs or marks.pieces else marks.first_beyond()
        for x, y, line, boxes, first in lines:
            top, height = y + line.box_top, line.box_height
            # Below the marks of split characters and of differences, and above the next line.
            lane = min(top + height + self.metrics.px(8), y + line.top + line.height - 2)
            for box in boxes:
                left, token = x + box.left, first + box.token
                if box.token == GAP:
                    layers.dropped.append(QLineF(left, top + 0.56 * height, x + box.right, top + 0.56 * height))
                    continue
                self._sort(layers, x, top, height, box, colours[token])
                if selected == token or (lit >= 0 and ids[token] == lit):
                    rect = QRectF(left + 0.5, top, box.right - box.left - 1.5, height)
                    (layers.selected if selected == token else layers.lit).append(rect)
                if token >= marked_from:
                    rect = QRectF(left, top, box.right - box.left, height)
                    self._mark(layers, rect, box, token, marks)
                    if token < len(marks.pieces):
                        self._bracket(layers, rect, box, lane, begins=bool(marks.pieces[token]))
        self._draw(painter, layers)
        return [*layers.lit, *layers.selected]

    def _mark(self, layers: _Layers, rect: QRectF, box: TokenBox, token: int, marks: Marks) -> None:
        """What is said of a token beside its colour."""
        if token < len(marks.differs) and marks.differs[token]:
            lane = rect.bottom() + self._lane  # below the dotted line of split characters
            bar = QRectF(rect.left() + 1, lane, max(2.0, rect.width() - 2.5), self._bar)
            layers.differs += [bar] if marks.differs[token] == DIFFERS else _dashes(bar, self._dash)
        if 0 <= marks.open_from <= token:
            layers.open.append(rect.adjusted(0.75, 0.75, -1.25, -0.75))
        if 0 <= marks.over_from <= token:
            layers.over.append(rect)
            if token == marks.over_from and box.starts:
                edge = rect.right() if box.right_to_left else rect.left()
                layers.limit.append(
                    QLineF(edge, rect.top() - self.metrics.px(3), edge, rect.bottom() + self.metrics.px(6))
                )

    def _bracket(self, layers: _Layers, rect: QRectF, box: TokenBox, lane: float, *, begins: bool) -> None:
        """The piece of the line under a pre-token that is under this box; where it begins, the line begins with a hook."""
        hook, left, right = self.metrics.px(3.5), rect.left(), rect.right()
        if begins and box.starts and box.share[0] == 0:
            edge = right - 1.5 if box.right_to_left else left + 1.5
            left, right = (left, edge) if box.right_to_left else (edge, right)
            layers.brackets.append(QLineF(edge, lane - hook, edge, lane))
        layers.brackets.append(QLineF(left, lane, right, lane))

    def _sort(self, layers: _Layers, x: float, y: float, height: float, box: TokenBox, colour: int) -> None:
        # Runs for each of thousands of boxes: numbers, where a question to a rectangle would take as long as all of them.
        box_left, box_right, _, starts, backwards, (place, count) = box
        is_first = place == 0
        begin_gap, end_gap = (0.5 if is_first else 0.0), (1.0 if place == count - 1 else 0.0)
        left = x + box_left + (end_gap if backwards else begin_gap)
        width = box_right - box_left - begin_gap - end_gap
        rect = QRectF(left, y, width, height)
        if colour == SPECIAL:
            layers.special.append(rect.adjusted(0.75, 0.75, -0.75, -0.75))
            return
        if colour == UNKNOWN:
            layers.unknown.append(rect)
            return
        layers.fills[colour].append(rect)
        if count == 1:
            layers.frames[colour].append(rect)
        edge = left + width if backwards else left  # where the token begins
        if starts and is_first:
            tick = min(self._tick, max(1.0, (box_right - box_left) / 3))
            level = self.palette.level(colour)
            layers.ticks[colour].append(
                QRectF(edge - tick if backwards else edge, y + (1 - level) * height, tick, level * height)
            )
            if level < 1:  # where the token begins is seen at any level
                layers.ticks[colour].append(QRectF(edge - 1 if backwards else edge, y, 1, height))
        if count > 1:
            self._stripe_marks(layers, edge, y, y + height, box)

    def _stripe_marks(self, layers: _Layers, edge: float, top: float, bottom: float, box: TokenBox) -> None:
        """`edge` is where the stripe begins, in reading direction."""
        place, count = box.share
        if place == 0:  # one line under the whole cluster
            width = (box.right - box.left) * count
            left = edge - width if box.right_to_left else edge
            below = bottom + self._below
            layers.under.append(QLineF(left, below, left + width - 1, below))
        elif box.right - box.left > _STRIPE_LINE_FROM:
            layers.between.append(QLineF(edge, top, edge, bottom))

    def _draw(self, painter: QPainter, layers: _Layers) -> None:
        theme = self.theme
        painter.setPen(Qt.PenStyle.NoPen)
        for colour, rects in layers.fills.items():
            painter.setBrush(self.palette.fills[colour % len(self.palette.fills)])
            painter.drawRects(rects)
        if theme.token_edge:
            self._frames(painter, layers)
        painter.setPen(Qt.PenStyle.NoPen)
        for colour, rects in layers.ticks.items():
            painter.setBrush(self.palette.ticks[colour % len(self.palette.ticks)])
            painter.drawRects(rects)
        self._draw_special(painter, layers.special)
        self._draw_unknown(painter, layers.unknown)
        painter.setPen(_pen(theme.warning, self.metrics.line(2)))
        painter.drawLines(layers.dropped)
        self._draw_marks(painter, layers)
        self._draw_amber(painter, layers)
        self._draw_stripes(painter, layers)

    def _frames(self, painter: QPainter, layers: _Layers) -> None:
        """High contrast: a frame around each box, since its ground is too dark to be a border.

        Stripes have none (it would leave nothing of the letter), and narrow boxes a thinner one.
        """
        edge = self.theme.token_edge
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, rects in layers.frames.items():
            pen_colour = self.palette.ticks[colour % len(self.palette.ticks)]
            for width, wide in ((edge, True), (edge / 2, False)):
                painter.setPen(_pen(pen_colour, width))
                inset = width / 2
                chosen = [rect for rect in rects if (rect.width() >= self.metrics.px(14)) == wide]
                painter.drawRects([rect.adjusted(inset, inset, -inset, -inset) for rect in chosen])

    def _draw_special(self, painter: QPainter, rects: list[QRectF]) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(_pen(self.theme.second_text, 1.5))
        painter.drawRects(rects)

    def _draw_marks(self, painter: QPainter, layers: _Layers) -> None:
        """Tokens beyond the budget are pale, from a line on; what could change has a dashed frame; differences a bar."""
        theme = self.theme
        pale = QColor(theme.panel)
        pale.setAlphaF(0.72)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(pale)
        painter.drawRects(layers.over)
        painter.setBrush(theme.tie)
        painter.drawRects(layers.differs)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for rect in layers.open:
            paint_dashed_box(painter, rect, 0, theme.text, self.metrics.line(1.5))
        painter.setPen(_pen(theme.second_text, self.metrics.line(1.5)))
        painter.drawLines(layers.brackets)
        painter.setPen(_pen(theme.error, self.metrics.line(3)))
        painter.drawLines(layers.limit)

    def _draw_unknown(self, painter: QPainter, rects: list[QRectF]) -> None:
        """Hatched, in a frame."""
        painter.setBrush(QBrush(self.theme.control_border, Qt.BrushStyle.BDiagPattern))
        painter.setPen(_pen(self.theme.second_text, 1))
        painter.drawRects([rect.adjusted(0.5, 0.5, -0.5, -0.5) for rect in rects])

    def _draw_amber(self, painter: QPainter, layers: _Layers) -> None:
        theme = self.theme
        painter.setBrush(theme.merge)
        painter.setPen(_pen(theme.merge_edge, self.metrics.line(2)))
        painter.drawRects([rect.adjusted(0.5, 1, -0.5, -1) for rect in (*layers.lit, *layers.selected)])
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(_pen(theme.accent, self.metrics.focus))
        out = (self.metrics.focus + 1) / 2  # around the box, so that the amber of a narrow one is seen
        painter.drawRects([rect.adjusted(-out, -out, out, out) for rect in layers.selected])

    def _draw_stripes(self, painter: QPainter, layers: _Layers) -> None:
        text = self.theme.text
        painter.setPen(_dotted(text, 1))
        painter.drawLines(layers.between)
        painter.setPen(_dotted(text, self.metrics.px(2.4)))
        painter.drawLines(layers.under)

    def selection(self, painter: QPainter, rects: list[QRectF]) -> None:
        """The ground of selected text, over the boxes and under the letters."""
        ground = QColor(self.theme.accent)
        ground.setAlphaF(0.30)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRects(rects)
        painter.setPen(_pen(self.theme.accent, self.metrics.line(2)))
        painter.drawLines([QLineF(rect.bottomLeft(), rect.bottomRight()) for rect in rects])


def _dashes(bar: QRectF, size: float) -> list[QRectF]:
    """A bar in pieces, the first at its left end."""
    count = max(1, round(bar.width() / (2 * size)))
    step = bar.width() / count
    return [QRectF(bar.left() + place * step, bar.top(), step / 2, bar.height()) for place in range(count)]


def _pen(colour: QColor, width: float) -> QPen:
    return QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin)


def _dotted(colour: QColor, width: float) -> QPen:
    pen = _pen(colour, width)
    pen.setDashPattern([1, 1.2] if width > 1.5 else [1.5, 2])
    return pen

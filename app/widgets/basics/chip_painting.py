"""Paints one token as a chip: a ground, a tick at its start, its letters; and measures it.

A `ChipFace` is one size of chip.  Widgets make it anew when the appearance changes and ask it for widths while they lay
out; what a chip means (plain, lit, tied) is a `ChipStyle`, made by the functions at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF

from app.look.colours import Theme
from app.look.theme import Appearance
from app.widgets.basics.chip_text import Part, chip_parts, runs_right_to_left
from app.widgets.basics.dashes import paint_dashed_box

ELLIPSIS = b"\xff..."
"""Stands for the tokens that have no room; no tokenizer has it, as 0xFF never begins a character."""


@dataclass(frozen=True, slots=True)
class ChipStyle:
    """The colours of a chip.  No colour, no mark; `dashed` concerns the edge, `edge_width` 0 means the usual one."""

    fill: QColor | None
    text: QColor
    tick: QColor | None = None
    edge: QColor | None = None
    dashed: bool = False
    bold: bool = False
    edge_width: float = 0.0


@dataclass(frozen=True, slots=True)
class Shape:
    """A token measured: its parts with the x of each, counted from the chip's left edge, and the chip's whole width."""

    parts: tuple[tuple[Part, float], ...]
    width: float


_SHAPES: dict[tuple[int, int], dict[tuple[bytes, bool, float], Shape]] = {}
"""Tokens as they were measured, for each size of letters and of hex digits: many widgets show chips of one size."""
_MOST_SHAPES = 20_000
_NO_LIMIT = 1e9


class ChipFace:
    """One size of chip: `role` names its font; `small` is for tables, with a thinner tick."""

    def __init__(self, appearance: Appearance, role: str = "chip", *, small: bool = False):
        metrics = appearance.metrics
        pixels = metrics.font_px(role)
        self._fonts = {bold: appearance.font(role, mono=True, weight=700 if bold else 400) for bold in (False, True)}
        self._hex_font = QFont(self._fonts[False])
        self._hex_font.setPixelSize(max(round(0.72 * pixels), round(0.86 * metrics.base)))
        self._measures = {bold: QFontMetricsF(font) for bold, font in self._fonts.items()}
        self._hex_measure = QFontMetricsF(self._hex_font)
        self._shapes = _SHAPES.setdefault((self._fonts[False].pixelSize(), self._hex_font.pixelSize()), {})
        self._frame = appearance.theme.token_edge
        self.pixels = pixels
        self.padding = 0.4 * pixels
        self.height = float(round((1.5 if small else 1.42) * pixels))
        self.gap = max(2.0, round(0.1 * pixels)) + (1 if self._frame else 0)
        self.tick = metrics.line(2) if small else metrics.tick
        self.corner = metrics.corner if not small else metrics.corner * 0.75
        self.line = metrics.line(1.5)

    def width(self, token: bytes, bold: bool = False, most: float = _NO_LIMIT) -> float:
        """How wide the chip of a token is; never above `most`."""
        return self.shape(token, bold, most).width

    def shape(self, token: bytes, bold: bool = False, most: float = _NO_LIMIT) -> Shape:
        """The token measured; what is wider than `most` ends in three dots."""
        whole = self._known(token, bold, _NO_LIMIT)
        return whole if whole.width <= most else self._known(token, bold, most)

    def _known(self, token: bytes, bold: bool, most: float) -> Shape:
        key = (token, bold, most)
        if key not in self._shapes:
            if len(self._shapes) > _MOST_SHAPES:
                self._shapes.clear()
            self._shapes[key] = self._measured(token, bold, most)
        return self._shapes[key]

    def paint(
        self,
        painter: QPainter,
        at: QPointF,
        token: bytes,
        style: ChipStyle,
        *,
        width: float = 0.0,
        most: float = _NO_LIMIT,
    ) -> None:
        """Draws a chip with its top left corner at `at`; a given `width` stretches its ground."""
        shape = self.shape(token, style.bold, most)
        rect = QRectF(at.x(), at.y(), width or shape.width, self.height)
        self.paint_ground(painter, rect, style, right_to_left=runs_right_to_left(token))
        self.paint_text(painter, at, shape, style.text, style.bold)

    def paint_ground(self, painter: QPainter, rect: QRectF, style: ChipStyle, *, right_to_left: bool = False) -> None:
        """Fill, tick and edge of a chip without letters."""
        if style.fill is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(style.fill)
            painter.drawRoundedRect(rect, self.corner, self.corner)
        if style.tick is not None:
            self._paint_tick(painter, rect, style.tick, right_to_left)
        if style.edge is not None:
            pen_width = style.edge_width or self._frame or self.line
            half = pen_width / 2
            box = rect.adjusted(half, half, -half, -half)
            if style.dashed:
                paint_dashed_box(painter, box, self.corner, style.edge, pen_width)
                return
            painter.setPen(QPen(style.edge, pen_width))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, self.corner, self.corner)

    def paint_text(self, painter: QPainter, at: QPointF, shape: Shape, colour: QColor, bold: bool = False) -> None:
        """The letters and marks of a chip whose top left corner is at `at`."""
        measure = self._measures[bold]
        base = at.y() + (self.height + measure.capHeight()) / 2
        painter.setPen(colour)
        for part, x in shape.parts:
            left = at.x() + x
            if part.kind == "text":
                painter.setFont(self._fonts[bold])
                painter.drawText(QPointF(left, base), part.text)
            elif part.kind == "hex":
                painter.setFont(self._hex_font)
                middle = at.y() + (self.height + self._hex_measure.capHeight()) / 2
                painter.drawText(QPointF(left, middle), part.text)
            else:
                self._paint_mark(painter, part.kind, left, base, colour)

    def _paint_tick(self, painter: QPainter, rect: QRectF, colour: QColor, right_to_left: bool) -> None:
        """The start edge, cut to the chip's rounded corners."""
        width = 2 * self._frame if self._frame else self.tick
        x = rect.right() - width if right_to_left else rect.left()
        painter.save()
        painter.setClipRect(QRectF(x, rect.top(), width, rect.height()), Qt.ClipOperation.IntersectClip)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRoundedRect(rect, self.corner, self.corner)
        painter.restore()

    def _measured(self, token: bytes, bold: bool, most: float) -> Shape:
        x, placed = self.padding, []
        parts = (Part("text", "…"),) if token == ELLIPSIS else chip_parts(token)
        dots = self._measures[bold].horizontalAdvance("…")
        for n, part in enumerate(parts):
            advance = self._advance(part, bold)
            room = most - self.padding - x - (dots if n < len(parts) - 1 else 0)
            if advance > room + 0.01:
                cut = self._cut(part, bold, max(room, dots))
                placed.append((cut, x))
                x += self._advance(cut, bold)
                break
            placed.append((part, x))
            x += advance
        width = min(x + self.padding, most)
        if runs_right_to_left(token):
            placed = [(part, width - start - self._advance(part, bold)) for part, start in placed]
        return Shape(tuple(placed), width)

    def _cut(self, part: Part, bold: bool, room: float) -> Part:
        if part.kind not in ("text", "hex"):
            return Part("text", "…")
        measure = self._hex_measure if part.kind == "hex" else self._measures[bold]
        return replace(part, text=measure.elidedText(part.text, Qt.TextElideMode.ElideRight, room))

    def _advance(self, part: Part, bold: bool) -> float:
        if part.kind == "text":
            return self._measures[bold].horizontalAdvance(part.text)
        if part.kind == "hex":
            return self._hex_measure.horizontalAdvance(part.text) + 0.1 * self.pixels
        return 0.62 * self.pixels if part.kind == "space" else 0.8 * self.pixels

    def _paint_mark(self, painter: QPainter, kind: str, x: float, base: float, colour: QColor) -> None:
        """A blank on the base line: an open box for a space, an arrow for a tab, a hooked one for a line break."""
        faint = QColor(colour)
        faint.setAlphaF(0.62 * colour.alphaF())
        pen = QPen(faint, max(1.2, self.pixels / 12))
        pen.setCapStyle(Qt.PenCapStyle.SquareCap)
        painter.setPen(pen)
        em = float(self.pixels)
        for line in _MARKS[kind]:
            painter.drawPolyline(QPolygonF([QPointF(x + em * across, base + em * down) for across, down in line]))
        painter.setPen(colour)


_MARKS: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "space": (((0.06, -0.16), (0.06, 0.06), (0.56, 0.06), (0.56, -0.16)),),
    "tab": (((0.08, -0.3), (0.68, -0.3)), ((0.5, -0.48), (0.68, -0.3), (0.5, -0.12)), ((0.74, -0.52), (0.74, -0.08))),
    "return": (((0.68, -0.6), (0.68, -0.24), (0.1, -0.24)), ((0.28, -0.42), (0.1, -0.24), (0.28, -0.06))),
}
"""Lines from the mark's left end on the base line, in em."""


def plain_style(theme: Theme, colour: int) -> ChipStyle:
    """A token in its own colour (`token_colour_indexes`)."""
    tick = theme.token_ticks[colour]
    return ChipStyle(theme.token_fills[colour], theme.text, tick, tick if theme.token_edge else None)


def quiet_style(theme: Theme, text: QColor | None = None) -> ChipStyle:
    """A token in a list: grey, so that amber and violet stand out."""
    edge = theme.control_border if theme.token_edge else None
    return ChipStyle(theme.alternate, text or theme.text, theme.control_border, edge, edge_width=1.0)


def lit_style(theme: Theme, *, edge: bool = False) -> ChipStyle:
    """A part of the pair that merges now, or with `edge` what it becomes."""
    line = theme.merge_edge if edge or theme.token_edge else None
    return ChipStyle(theme.merge, theme.on_merge, theme.merge_edge, line, bold=True)


def tied_style(theme: Theme, colour: int | None = None) -> ChipStyle:
    """A part of a pair with the same count: its own ground (none in lists), a dashed violet edge."""
    if colour is None:
        return ChipStyle(None, theme.text, theme.tie, theme.tie, dashed=True)
    return replace(plain_style(theme, colour), edge=theme.tie, dashed=True)


def gone_style(theme: Theme) -> ChipStyle:
    """A token that the step takes away."""
    return ChipStyle(theme.error_ground, theme.text, theme.error, theme.error, dashed=True)


def unknown_style(theme: Theme) -> ChipStyle:
    """A token that stands for what the vocabulary cannot write."""
    return ChipStyle(None, theme.second_text, None, theme.control_border, dashed=True)


def ellipsis_style(theme: Theme) -> ChipStyle:
    """The chip that stands for tokens without room."""
    return ChipStyle(None, theme.second_text)


def blended(first: QColor, second: QColor, share: float) -> QColor:
    """The colour between two: `share` of the second."""

    def between(a: float, b: float) -> float:
        return min(1.0, max(0.0, a + (b - a) * share))

    return QColor.fromRgbF(
        between(first.redF(), second.redF()),
        between(first.greenF(), second.greenF()),
        between(first.blueF(), second.blueF()),
        between(first.alphaF(), second.alphaF()),
    )


def pair_rooms(widths: tuple[float, float], most: float, gap: float) -> tuple[float, float]:
    """How wide each of two chips may be so that both fit into `most`: a short one leaves its rest to the other.

    >>> pair_rooms((20, 200), 100, 4), pair_rooms((200, 200), 100, 4)
    ((20, 76), (48.0, 48.0))
    """
    left, right = widths
    room = most - gap
    if left + right <= room:
        return left, right
    half = room / 2
    if left <= half:
        return left, room - left
    return (room - right, right) if right <= half else (half, half)


def row_rooms(widths: Sequence[float], most: float, gap: float) -> list[float]:
    """How wide each of several chips in a row may be: short ones leave their rest to the others.

    >>> row_rooms((20, 200, 200), 110, 5)
    [20, 40.0, 40.0]
    """
    rooms: list[float] = [0.0] * len(widths)
    left = most - gap * (len(widths) - 1)
    for place, index in enumerate(sorted(range(len(widths)), key=lambda index: widths[index])):
        rooms[index] = min(widths[index], left / (len(widths) - place))
        left -= rooms[index]
    return rooms


def _rooms(face: ChipFace, tokens: Sequence[bytes], bold: bool, most: float) -> Sequence[float]:
    widths = [face.width(token, bold) for token in tokens]
    return pair_rooms((widths[0], widths[1]), most, face.gap) if len(widths) == 2 else row_rooms(widths, most, face.gap)


def pair_width(face: ChipFace, tokens: Sequence[bytes], bold: bool = False, most: float = _NO_LIMIT) -> float:
    """A pair, or any number of chips, side by side."""
    rooms = _rooms(face, tokens, bold, most)
    widths = [face.width(token, bold, room) for token, room in zip(tokens, rooms, strict=True)]
    return sum(widths) + face.gap * (len(widths) - 1)


def paint_pair(
    face: ChipFace, painter: QPainter, at: QPointF, tokens: Sequence[bytes], style: ChipStyle, most: float = _NO_LIMIT
) -> None:
    """Draws a pair, or any number of chips, side by side, together at most `most` wide."""
    x = at.x()
    for token, room in zip(tokens, _rooms(face, tokens, style.bold, most), strict=True):
        face.paint(painter, QPointF(x, at.y()), token, style, most=room)
        x += face.width(token, style.bold, room) + face.gap

"""Blocks of texts with their tokens as boxes under plain text: numbers by place value, code line by line, spellings.

The text is shaped whole and the boxes are painted under it, so that tokens never change the shapes of letters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
    QTextLayout,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.look.theme import Appearance
from app.widgets.basics.painter import Painter
from app.widgets.tradeoffs.cut_rows import CutBlock, CutRow
from app.widgets.tradeoffs.cut_shapes import TokenBox, token_boxes, x_of

_SPACE = ((0.08, -0.16), (0.08, 0.06), (0.52, 0.06), (0.52, -0.16))
_RETURN = (((0.68, -0.5), (0.68, -0.2), (0.1, -0.2)), ((0.26, -0.36), (0.1, -0.2), (0.26, -0.04)))
_SHOWN_ENDS = "\r\n"


@dataclass(frozen=True, slots=True)
class _Row:
    row: CutRow
    layout: QTextLayout
    boxes: tuple[TokenBox, ...]
    width: float
    tail: float = 0.0


class CutTable(QWidget):
    """Stands in a scroll area; blocks stand side by side where there is room."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._blocks: tuple[CutBlock, ...] = ()
        self._rows: list[tuple[_Row, float, float]] = []
        self._texts: list[tuple[QRectF, str, str]] = []
        self._size = (0.0, 0.0)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        appearance.changed.connect(self._renew)

    def show_blocks(self, blocks: Sequence[CutBlock]) -> None:
        self._blocks = tuple(blocks)
        self.setAccessibleDescription("; ".join(_spoken(block) for block in self._blocks))
        self._renew()

    @property
    def blocks(self) -> tuple[CutBlock, ...]:
        return self._blocks

    # -- places ------------------------------------------------------------------------------------------------------

    def _renew(self) -> None:
        self._font = self._appearance.font("chip", mono=True)
        self._lay_out(self.width())
        self.setMinimumHeight(round(self._size[1]))
        self.updateGeometry()
        self.update()

    def _lay_out(self, width: int) -> None:
        """Blocks from the left to the right, a new line of them where one has no room."""
        metrics = self._appearance.metrics
        pad, gap = metrics.units(3), metrics.units(8)
        self._rows, self._texts = [], []
        x, y, line, widest = float(pad), float(metrics.units(2)), 0.0, 0.0
        shaped = [(block, [self._shaped(row) for row in block.rows]) for block in self._blocks]
        cells = self._cells([(block, self._block_size(block, rows)[0]) for block, rows in shaped])
        for (block, rows), cell in zip(shaped, cells, strict=True):
            size = self._block_size(block, rows)
            if x > pad and (block.section or x + size[0] > width - pad):
                x, y, line = float(pad), y + line + metrics.units(4), 0.0
            if block.section:
                y = self._place_section(block.section, y, width)
            self._place(block, rows, x, y, min(size[0], max(1.0, width - x - pad)))
            x += cell + gap
            line, widest = max(line, size[1]), max(widest, x)
        self._size = widest, y + line + metrics.units(2)

    @staticmethod
    def _cells(widths: Sequence[tuple[CutBlock, float]]) -> list[float]:
        """A width for each block: that of the widest of its section, so that blocks stand under each other."""
        sections = list(accumulate(bool(block.section) for block, _ in widths))
        most: dict[int, float] = {}
        for section, (_, width) in zip(sections, widths, strict=True):
            most[section] = max(most.get(section, 0.0), width)
        return [most[section] for section in sections]

    def _place_section(self, title: str, y: float, width: int) -> float:
        """A heading over several blocks; returns where they begin."""
        look, pad = self._appearance, self._appearance.metrics.units(3)
        height = QFontMetricsF(look.font("heading")).height()
        self._texts.append((QRectF(pad, y, max(1.0, width - 2.0 * pad), height), title, "section"))
        return y + height + look.metrics.units(2)

    def _columns(self, block: CutBlock, rows: Sequence[_Row]) -> tuple[float, float, float]:
        """Widths of labels, texts and notes."""
        caption = QFontMetricsF(self._appearance.font("caption"))
        gap = self._appearance.metrics.units(2)
        labels = max((caption.horizontalAdvance(row.label) for row in block.rows), default=0.0)
        notes = max((caption.horizontalAdvance(row.note) for row in block.rows), default=0.0)
        heads = max((row.width - row.tail for row in rows), default=0.0)
        tails = max((row.tail for row in rows), default=0.0)
        texts = heads + tails if block.right else max((row.width for row in rows), default=0.0)
        return labels + gap * bool(labels), texts, notes + gap * bool(notes)

    def _row_height(self) -> float:
        return round(1.42 * self._font.pixelSize()) + self._appearance.metrics.units(1)

    def _block_size(self, block: CutBlock, rows: Sequence[_Row]) -> tuple[float, float]:
        heading = QFontMetricsF(self._appearance.font("body", weight=700))
        caption = QFontMetricsF(self._appearance.font("caption"))
        words = max(heading.horizontalAdvance(block.title), caption.horizontalAdvance(block.notice))
        width = max(sum(self._columns(block, rows)), words)
        top = heading.height() + (caption.height() if block.notice else 0.0) + self._appearance.metrics.units(1)
        return width, top + len(rows) * self._row_height()

    def _place(self, block: CutBlock, rows: Sequence[_Row], x: float, y: float, room: float) -> None:
        look, gap = self._appearance, self._appearance.metrics.units(2)
        heading = QFontMetricsF(look.font("body", weight=700))
        caption = QFontMetricsF(look.font("caption"))
        self._texts.append((QRectF(x, y, room, heading.height()), block.title, "heading"))
        y += heading.height()
        if block.notice:
            role = {True: "good", False: "warning", None: "second"}[block.good]
            self._texts.append((QRectF(x, y, room + gap, caption.height()), block.notice, role))
            y += caption.height()
        y += look.metrics.units(1)
        labels, texts, _ = self._columns(block, rows)
        tails = max((row.tail for row in rows), default=0.0)
        for row in rows:
            left = x + labels + (texts - tails - (row.width - row.tail) if block.right else 0.0)
            self._rows.append((row, left, y))
            if row.row.label:
                box = QRectF(x, y, labels - gap, self._row_height())
                self._texts.append((box, row.row.label, "label"))
            if row.row.note:
                box = QRectF(x + labels + texts + gap, y, 10_000, self._row_height())
                self._texts.append((box, row.row.note, "note"))
            y += self._row_height()

    def _shaped(self, row: CutRow) -> _Row:
        """The line shaped whole, and the x of each token in it."""
        text = row.text.rstrip(_SHOWN_ENDS)
        layout = QTextLayout(text, self._font)
        layout.beginLayout()
        line = layout.createLine()
        if line.isValid():
            line.setLineWidth(1e6)
            line.setPosition(QPointF(0, 0))
        layout.endLayout()
        natural = layout.lineAt(0).naturalTextWidth() if text else 0.0
        end = 0.8 * self._font.pixelSize() if len(text) < len(row.text) else 0.0
        found = token_boxes(text, row.pieces, layout.lineAt(0)) if text else [None] * len(row.pieces)
        boxes = []
        for piece, box in zip(row.pieces, found, strict=True):
            if box is None and piece.start == piece.end and text:
                left = x_of(layout.lineAt(0), len(text[: piece.start].encode("utf-16-le")) // 2)
                box = TokenBox(left - 2 * self._appearance.metrics.tick, left, piece.colour)
            elif box is None:
                box = TokenBox(natural, natural + end, piece.colour)
            elif piece.end > len(text):
                box = replace(box, right=natural + end)
            boxes.append(box)
        tail = natural - x_of(layout.lineAt(0), len(text.encode("utf-16-le")) // 2 - row.tail) if row.tail else 0.0
        return _Row(row, layout, tuple(boxes), natural + end, tail)

    def sizeHint(self) -> QSize:
        return QSize(round(self._size[0]), round(self._size[1]))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._appearance.metrics.units(40), round(self._size[1]))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out(event.size().width())
        self.setMinimumHeight(round(self._size[1]))

    # -- drawing -----------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._appearance.theme
        with Painter(self) as painter:
            painter.fillRect(event.rect(), theme.panel)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for box, text, role in self._texts:
                self._paint_words(painter, box, text, role)
            for row, x, y in self._rows:
                if event.rect().top() - 100 < y < event.rect().bottom() + 100:
                    self._paint_row(painter, row, x, y)

    def _paint_words(self, painter: QPainter, box: QRectF, text: str, role: str) -> None:
        look, theme = self._appearance, self._appearance.theme
        colours: dict[str, QColor] = {
            "section": theme.accent,
            "heading": theme.text,
            "good": theme.good,
            "warning": theme.warning,
        }
        fonts = {"section": look.font("heading"), "heading": look.font("body", weight=700)}
        painter.setPen(colours.get(role, theme.second_text))
        painter.setFont(fonts.get(role, look.font("caption")))
        side = Qt.AlignmentFlag.AlignRight if role == "label" else Qt.AlignmentFlag.AlignLeft
        painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_row(self, painter: QPainter, row: _Row, x: float, y: float) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        height = round(1.42 * self._font.pixelSize())
        for place in row.boxes:
            box = QRectF(x + place.left + 0.5, y, max(1.0, place.right - place.left - 1), height)
            painter.setPen(Qt.PenStyle.NoPen)
            if place.unknown:
                self._paint_unknown(painter, box)
                continue
            painter.setBrush(theme.token_fills[place.colour])
            painter.drawRoundedRect(box, metrics.corner / 2, metrics.corner / 2)
            tick = min(metrics.tick, box.width() / 2)
            edge = box.right() - tick if place.right_to_left else box.left()
            painter.fillRect(QRectF(edge, y, tick, height), theme.token_ticks[place.colour])
            if theme.token_edge:
                painter.setPen(QPen(theme.token_ticks[place.colour], theme.token_edge))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(box.adjusted(1, 1, -1, -1))
        painter.setPen(theme.text)
        measure = QFontMetricsF(self._font)
        base = y + (height - measure.height()) / 2 + measure.ascent()
        if row.layout.text():
            line = row.layout.lineAt(0)
            base = y + (height - line.height()) / 2 + line.ascent()
            row.layout.draw(painter, QPointF(x, y + (height - line.height()) / 2))
        self._paint_blanks(painter, row, x, base)

    def _paint_unknown(self, painter: QPainter, box: QRectF) -> None:
        """Hatched, in a frame: no colour of a token, for no token stands for this text."""
        border = self._appearance.theme.control_border
        painter.setPen(QPen(border, 1))
        painter.setBrush(QBrush(border, Qt.BrushStyle.BDiagPattern))
        painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))

    def _paint_blanks(self, painter: QPainter, row: _Row, x: float, base: float) -> None:
        """Spaces as open boxes, a line's end as a return arrow, both faint."""
        em = float(self._font.pixelSize())
        faint = QColor(self._appearance.theme.second_text)
        painter.setPen(QPen(faint, max(1.2, em / 14)))
        line, unit = row.layout.lineAt(0), 0
        for character in row.layout.text():
            if character == " ":
                left = x_of(line, unit)
                width = x_of(line, unit + 1) - left
                points = [QPointF(x + left + across * width / 0.6, base + em * down) for across, down in _SPACE]
                painter.drawPolyline(QPolygonF(points))
            unit += 1 + (character > "\uffff")
        if row.row.text.endswith("\n"):
            left = x + row.width - 0.8 * em
            for stroke in _RETURN:
                painter.drawPolyline(QPolygonF([QPointF(left + em * a, base + em * b) for a, b in stroke]))


def _spoken(block: CutBlock) -> str:
    """A block in words, for a screen reader: each row with its tokens parted by bars."""
    rows = (
        " ".join(filter(None, (row.label, " | ".join(row.text[p.start : p.end] for p in row.pieces), row.note)))
        for row in block.rows
    )
    return f"{block.title} {block.notice}: {', '.join(rows)}"

"""A scrolling surface that shows a `TokenDocument` of any length: only what is seen is laid out and painted.

Paragraphs are shaped when they first come into view and kept by their text, so that an edit or new tokens shape
nothing that they did not touch.  Heights are guesses until then; the top block stays where it is when a guess is
corrected.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, QPointF, QRectF, QSignalBlocker, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen, QRegion, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from app.theme import TOKEN_LINE_SPACING, Appearance
from app.widgets.token_document import Block, TokenDocument
from app.widgets.token_layout import Line, Paragraph, TokenBox, caret_x, shape, token_boxes, unit_pieces
from app.widgets.token_painter import Marks, TokenPainter

_KEPT_PARAGRAPHS = 800
_EXACT_UP_TO = 8192  # bytes: a text of that size is laid out whole, so that its scroll bar is right at once
_LABEL_VIEW_SPACING = 1.75  # labels have no letters below the line worth the full room


class Seen(NamedTuple):
    """A block that is in view, and where its top is in the viewport."""

    block: int
    top: float
    paragraph: Paragraph


class TokenSurface(QAbstractScrollArea):
    """Layout, scrolling, painting and hit tests; what may be done with the text is added by `TokenView`."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None):
        super().__init__(parent)
        self._appearance = appearance
        self._monospaced = False
        self._shows_spaces = False
        self._marks = Marks()
        self.shown = TokenDocument.plain(b"")
        self._colours = b""
        self._paragraphs: OrderedDict[str, Paragraph] = OrderedDict()
        self._blocks: dict[int, Block] = {}
        self._boxes: dict[tuple[int, int], list[TokenBox]] = {}
        self._laid_out_width = 0.0
        self._prepare_viewport()
        self._read_appearance()
        appearance.changed.connect(self._on_appearance_changed)

    def _prepare_viewport(self) -> None:
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    # ---- looks ----

    def _read_appearance(self) -> None:
        metrics = self._appearance.metrics
        self._token_font = self._appearance.font("token", mono=self._monospaced or self._shows_labels())
        spacing = _LABEL_VIEW_SPACING if self._shows_labels() else TOKEN_LINE_SPACING
        self._line_height = spacing * self._token_font.pixelSize()
        self._padding = metrics.units(3)
        self._painter = TokenPainter(self._appearance.theme, metrics)
        frame = round(metrics.focus)
        self.setViewportMargins(frame, frame, frame, frame)

    def _shows_labels(self) -> bool:
        return False

    def _on_appearance_changed(self) -> None:
        self._read_appearance()
        self._paragraphs.clear()
        self._lay_out_anew()
        self.update()

    def set_monospaced(self, on: bool) -> None:
        """Draw the text in the monospaced font instead of the interface's."""
        if on != self._monospaced:
            self._monospaced = on
            self._on_appearance_changed()

    def set_show_spaces(self, on: bool) -> None:
        """Mark each space and each line break."""
        self._shows_spaces = on
        self.viewport().update()

    # ---- layout ----

    def _show_document(self, document: TokenDocument) -> None:
        """Show another document; the block at the top stays at the top."""
        same_text = document.data == self.shown.data
        self.shown = document
        self._colours = document.colours.tobytes()
        self._blocks.clear()
        self._boxes.clear()
        if same_text:
            self.viewport().update()
        else:
            self._lay_out_anew()

    def _text_width(self) -> float:
        return max(40.0, self.viewport().width() - 2 * self._padding)

    def _lay_out_anew(self) -> None:
        top, offset = self._top_block()
        self._boxes.clear()
        self._laid_out_width = self._text_width()
        self._heights = self._guessed_heights()
        if len(self.shown.data) <= _EXACT_UP_TO:
            self._heights = np.array([self.paragraph(index).height for index in range(len(self.shown))])
        self._sum_heights()
        self.verticalScrollBar().setValue(round(self._tops[min(top, len(self.shown) - 1)] + offset))
        self.viewport().update()

    def _guessed_heights(self) -> npt.NDArray[np.float64]:
        lengths = self.shown.block_ends - self.shown.block_starts
        advance = QFontMetricsF(self._token_font).averageCharWidth() * 0.9
        lines: npt.NDArray[np.float64] = np.maximum(1.0, np.ceil(lengths * advance / self._laid_out_width))
        return lines * self._line_height

    def _sum_heights(self) -> None:
        self._tops = np.concatenate(([0.0], np.cumsum(self._heights)))
        bar, page = self.verticalScrollBar(), self.viewport().height()
        bar.setPageStep(page)
        bar.setSingleStep(round(self._line_height))
        bar.setRange(0, max(0, int(np.ceil(self._tops[-1])) + 2 * self._padding - page))

    def _top_block(self) -> tuple[int, float]:
        """The block at the top of the viewport, and how much of it is above."""
        if not hasattr(self, "_tops"):
            return 0, 0.0
        value = self.verticalScrollBar().value()
        index = self._block_at(value)
        return index, value - self._tops[index]

    def _block_at(self, y: float) -> int:
        return max(0, min(len(self._tops) - 2, int(np.searchsorted(self._tops, y, "right")) - 1))

    def _block(self, index: int) -> Block:
        if index not in self._blocks:
            if len(self._blocks) > _KEPT_PARAGRAPHS:
                self._blocks.clear()
                self._boxes.clear()
            self._blocks[index] = self.shown.block(index)
        return self._blocks[index]

    def paragraph(self, index: int) -> Paragraph:
        """A block of the document, laid out."""
        text = self._block(index).text
        paragraph = self._paragraphs.get(text)
        if paragraph is None:
            paragraph = shape(text, self._token_font, self._laid_out_width, self._line_height)
            self._paragraphs[text] = paragraph
            if len(self._paragraphs) > _KEPT_PARAGRAPHS:
                self._paragraphs.popitem(last=False)
        else:
            self._paragraphs.move_to_end(text)
        return paragraph

    def _line_boxes(self, index: int, number: int) -> list[TokenBox]:
        key = (index, number)
        if key not in self._boxes:
            paragraph = self.paragraph(index)
            self._boxes[key] = token_boxes(paragraph, paragraph.lines[number], self._block(index))
        return self._boxes[key]

    def _seen(self) -> list[Seen]:
        """What is in view, laid out; corrects guessed heights below the top of the viewport."""
        top, offset = self._top_block()
        seen: list[Seen] = []
        y, wrong = self._padding - offset, False
        index = top
        while index < len(self.shown) and (y < self.viewport().height() or not seen):
            paragraph = self.paragraph(index)
            if abs(self._heights[index] - paragraph.height) > 0.01:
                self._heights[index] = paragraph.height
                wrong = True
            seen.append(Seen(index, y, paragraph))
            y += paragraph.height
            index += 1
        if wrong:
            self._correct_range(top, offset)
        return seen

    def _correct_range(self, top: int, offset: float) -> None:
        bar = self.verticalScrollBar()
        with QSignalBlocker(bar):
            self._sum_heights()
            bar.setValue(round(self._tops[top] + offset))

    # ---- where things are ----

    def token_at(self, point: QPointF) -> int:
        """The token whose box is under this point of the viewport, or -1: the boxes that were painted decide."""
        place = self._line_at(point)
        if place is None:
            return -1
        index, top, number = place
        line = self.paragraph(index).lines[number]
        if not line.box_top <= point.y() - top <= line.box_top + line.box_height:
            return -1
        x = point.x() - self._padding
        return next((box.token for box in self._line_boxes(index, number) if box.left <= x < box.right), -1)

    def byte_at(self, point: QPointF) -> int:
        """The byte before which a caret belongs that is set at this point."""
        place = self._line_at(point, nearest=True)
        if place is None:
            return 0
        index, _, number = place
        line = self.paragraph(index).lines[number]
        unit = line.text_line.xToCursor(point.x() - self._padding)
        # The end of a wrapped line is the start of the next: stay on the line that was pointed at.
        if unit >= line.end and number + 1 < len(self.paragraph(index).lines):
            unit = self.paragraph(index).layout.previousCursorPosition(line.end)
        return self.byte_of(index, unit)

    def byte_of(self, index: int, unit: int) -> int:
        """The byte of the document for a UTF-16 unit of a block."""
        return int(self.shown.block_starts[index]) + self._block(index).positions.byte_of_unit(unit)

    def _line_at(self, point: QPointF, *, nearest: bool = False) -> tuple[int, float, int] | None:
        """Block, its top in the viewport, and line under a point."""
        y = point.y() - self._padding + self.verticalScrollBar().value()
        if not nearest and not 0 <= y < self._tops[-1]:
            return None
        index = self._block_at(y)
        within = y - self._tops[index]
        lines = self.paragraph(index).lines
        number = next((n for n, line in enumerate(lines) if within < line.top + line.height), len(lines) - 1)
        return index, self._padding + self._tops[index] - self.verticalScrollBar().value(), number

    def line_of(self, byte: int) -> tuple[int, int, int]:
        """Block, number of the line in it, and UTF-16 unit in the block, for a caret before this byte."""
        index = self.shown.block_of(byte)
        start, end = int(self.shown.block_starts[index]), int(self.shown.block_ends[index])
        unit = self._block(index).positions.unit_of_byte(min(byte, end) - start)
        lines = self.paragraph(index).lines
        number = next((n for n, line in enumerate(lines) if unit < line.end), len(lines) - 1)
        return index, number, unit

    def caret_rect(self, byte: int) -> QRectF:
        """Where a caret before this byte stands in the viewport (also when that is out of view)."""
        index, number, unit = self.line_of(byte)
        line = self.paragraph(index).lines[number]
        x = caret_x(line.text_line, unit)
        top = self._padding + self._tops[index] - self.verticalScrollBar().value() + line.box_top
        return QRectF(self._padding + x, top, self._appearance.metrics.line(2), line.box_height)

    def ensure_visible(self, byte: int) -> None:
        """Scroll so that this byte is in view."""
        self._seen()
        rect = self.caret_rect(byte)
        bar, margin = self.verticalScrollBar(), self._line_height * 0.4
        if rect.top() < margin:
            bar.setValue(round(bar.value() + rect.top() - margin))
        elif rect.bottom() > self.viewport().height() - margin:
            bar.setValue(round(bar.value() + rect.bottom() - self.viewport().height() + margin))

    def _rects(self, begin: int, end: int, seen: list[Seen]) -> Iterator[QRectF]:
        """Rectangles of the letters of bytes `begin` to `end` that are in view."""
        for index, top, paragraph in seen:
            start, stop = int(self.shown.block_starts[index]), int(self.shown.block_ends[index])
            if end <= start or begin > stop:
                continue
            positions = self._block(index).positions
            first = positions.unit_of_byte(max(begin, start) - start)
            last = positions.unit_of_byte(min(end, stop) - start)
            for line in paragraph.lines:
                for left, right, _ in unit_pieces(paragraph, line, first, last):
                    yield QRectF(self._padding + left, top + line.box_top, right - left, line.box_height)
            if begin <= stop < end and self.shown.block_ends_paragraph(index):  # the line break is selected too
                rect = self.caret_rect(stop)
                yield QRectF(rect.x(), rect.y(), self._token_font.pixelSize() * 0.4, rect.height())

    # ---- painting and events ----

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        clip = QRectF(event.rect())
        painter.fillRect(clip, self._appearance.theme.panel)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        seen = [
            block
            for block in self._seen()
            if block.top < clip.bottom() and block.top + block.paragraph.height > clip.top()
        ]
        lines = list(self._lines_in(seen, clip))
        placed = [(self._padding, y, line, boxes) for y, line, boxes, _ in lines]
        amber = self._painter.boxes(painter, placed, self._colours, self.shown.ids, self._marks)
        self._paint_under_text(painter, seen)
        if self._shows_spaces:
            self._paint_spaces(painter, lines)
        self._paint_text(painter, seen, clip, amber)
        self._paint_over_text(painter, seen)
        painter.end()

    def _paint_text(self, painter: QPainter, seen: list[Seen], clip: QRectF, amber: list[QRectF]) -> None:
        """The letters, each paragraph whole; where the ground is amber in the colour that is read on it.

        Only the clip changes from one to the other, so the shapes are the same in both.
        """
        theme = self._appearance.theme
        inside = QRegion()
        if theme.on_merge != theme.text:
            for rect in amber:
                inside += rect.toAlignedRect()
        parts = [(theme.text, QRegion(clip.toAlignedRect()) - inside)]
        if not inside.isEmpty():
            parts.append((theme.on_merge, inside & clip.toAlignedRect()))
        for colour, region in parts:
            painter.save()
            if not inside.isEmpty():
                painter.setClipRegion(region)
            painter.setPen(QPen(colour))
            for _, top, paragraph in seen:
                paragraph.layout.draw(painter, QPointF(self._padding, top), [], clip)
            painter.restore()

    def _lines_in(self, seen: list[Seen], clip: QRectF) -> Iterator[tuple[float, Line, list[TokenBox], Seen]]:
        for block in seen:
            for number, line in enumerate(block.paragraph.lines):
                if block.top + line.top + line.height > clip.top() and block.top + line.top < clip.bottom():
                    yield block.top, line, self._line_boxes(block.block, number), block

    def _paint_spaces(self, painter: QPainter, lines: list[tuple[float, Line, list[TokenBox], Seen]]) -> None:
        places = []
        for top, line, _, (index, _, paragraph) in lines:
            for unit in _space_units(paragraph, line):
                for left, right, _ in unit_pieces(paragraph, line, unit, unit + 1):
                    places.append((self._padding + left, self._padding + right, top + line.baseline))
            if line is paragraph.lines[-1] and self.shown.block_ends_paragraph(index):
                letters = line.text_line.naturalTextRect()
                size = self._token_font.pixelSize()
                x = self._padding + (letters.left() - 0.7 * size if paragraph.backwards else letters.right())
                self._painter.line_break(painter, x, top + line.baseline, size)
        self._painter.spaces(painter, places)

    def _paint_under_text(self, painter: QPainter, seen: list[Seen]) -> None:
        """For selections."""

    def _paint_over_text(self, painter: QPainter, seen: list[Seen]) -> None:
        """For the caret."""

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:  # of the area around the viewport: the frame that shows the focus
            self._paint_frame()
            return True
        return super().event(event)

    def _paint_frame(self) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._appearance.theme.panel)
        if self.hasFocus():
            width = self._appearance.metrics.focus
            painter.setPen(QPen(self._appearance.theme.accent, width))
            painter.drawRect(QRectF(self.rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2))
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._text_width() != self._laid_out_width:
            self._paragraphs.clear()
            self._lay_out_anew()
        else:
            self._sum_heights()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Move what is painted and paint the strip that appears, unless guessed heights were wrong."""
        before = self._heights.copy() if len(self._heights) < 4096 else None
        self.viewport().scroll(0, dy)
        self._seen()
        if before is None or not np.array_equal(before, self._heights):
            self.viewport().update()


def _space_units(paragraph: Paragraph, line: Line) -> list[int]:
    """UTF-16 units of the spaces of a line."""
    if paragraph.plain:
        return [unit for unit in range(line.begin, line.end) if paragraph.text[unit] == " "]
    units = paragraph.text.encode("utf-16-le")
    return [unit for unit in range(line.begin, line.end) if units[2 * unit : 2 * unit + 2] == b" \0"]

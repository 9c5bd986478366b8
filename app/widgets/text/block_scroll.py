"""Scrolls over the blocks of a `TokenDocument` of any length: only what is seen is laid out.

Blocks are shaped when they first come into view and kept by what they hold, wherever they stand: an edit or new tokens
shape nothing that they did not touch.  Heights are guesses until then; the top block stays where it is when a guess is
corrected.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, Qt
from PySide6.QtGui import QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from app.look.theme import TOKEN_LINE_SPACING, Appearance
from app.widgets.text.token_document import Block, TokenDocument
from app.widgets.text.token_layout import Paragraph, TokenBox, caret_x, shape, token_boxes, unit_pieces
from engine.vocabulary import IntArray

_KEPT_PARAGRAPHS = 800
_EXACT_UP_TO = 8192  # bytes: a text of that size is laid out whole, so that its scroll bar is right at once
_TRIES = 8  # to scroll to a place among blocks whose height is guessed
_LABEL_VIEW_SPACING = 1.75  # labels have no letters below the line worth the full room


class Seen(NamedTuple):
    """A block that is in view, and where its top is in the viewport."""

    block: int
    top: float
    paragraph: Paragraph


class BlockScroll(QAbstractScrollArea):
    """Layout, scrolling, and where things are; painting is added by `TokenSurface`."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None):
        super().__init__(parent)
        self._appearance = appearance
        self.shown = TokenDocument.plain(b"")
        self._paragraphs: OrderedDict[str, Paragraph] = OrderedDict()
        self._kept_blocks: dict[object, Block] = {}
        self._blocks: dict[int, tuple[Block, int]] = {}
        self._boxes: dict[Block, dict[int, list[TokenBox]]] = {}
        self._laid_out_width = 0.0
        self._heights = self._tops = np.zeros(1)
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def _read_appearance(self) -> None:
        metrics = self._appearance.metrics
        self._token_font = self._appearance.font("token", mono=self._shows_labels())
        spacing = _LABEL_VIEW_SPACING if self._shows_labels() else TOKEN_LINE_SPACING
        self._line_height = float(round(spacing * self._token_font.pixelSize()))
        self._padding = metrics.units(3)
        frame = round(metrics.focus)
        self.setViewportMargins(frame, frame, frame, frame)

    def _shows_labels(self) -> bool:
        return False

    # ---- heights ----

    def _text_width(self) -> float:
        return max(40.0, self.viewport().width() - 2 * self._padding)

    def _shape_anew(self) -> None:
        """For another width or font."""
        self._paragraphs.clear()
        self._boxes.clear()
        self._lay_out_anew()
        self.viewport().update()

    def _lay_out_anew(self) -> None:
        top, offset = self._top_block()
        self._laid_out_width = self._text_width()
        self._heights = self._guessed_heights(self.shown.block_ends - self.shown.block_starts)
        if len(self.shown.data) <= _EXACT_UP_TO:
            self._heights = np.array([self.paragraph(index).height for index in range(len(self.shown))])
        self._hold(top, offset)

    def _keep_heights(self, before: TokenDocument) -> None:
        """After an edit of a long text: only for blocks that are others now is a height guessed."""
        if len(self.shown.data) <= _EXACT_UP_TO or not before.data:
            self._lay_out_anew()
            return
        top, offset = self._top_block()
        old, new = before.block_ends - before.block_starts, self.shown.block_ends - self.shown.block_starts
        first, tail = equal_ends(old, new)
        fresh = self._guessed_heights(new[first : len(new) - tail])
        self._heights = np.concatenate([self._heights[:first], fresh, self._heights[len(old) - tail :]])
        self._hold(top + len(new) - len(old) if top >= len(old) - tail else top, offset)

    def _hold(self, block: int, offset: float) -> None:
        """Have this block at the top, so much of it above."""
        self._sum_heights()
        self.verticalScrollBar().setValue(round(self._tops[min(block, len(self.shown) - 1)] + offset))

    def _guessed_heights(self, lengths: IntArray) -> npt.NDArray[np.float64]:
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
        value = self.verticalScrollBar().value()
        index = self._block_at(value)
        return index, value - self._tops[index]

    def _block_at(self, y: float) -> int:
        return max(0, min(len(self._tops) - 2, int(np.searchsorted(self._tops, y, "right")) - 1))

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
        if top and self._padding > offset:  # the end of the block before stands in the margin over the first line
            paragraph = self.paragraph(top - 1)
            wrong = wrong or abs(self._heights[top - 1] - paragraph.height) > 0.01
            self._heights[top - 1] = paragraph.height
            seen.insert(0, Seen(top - 1, self._padding - offset - paragraph.height, paragraph))
        if wrong:
            self._correct_range(top, offset)
        return seen

    def _correct_range(self, top: int, offset: float) -> None:
        bar = self.verticalScrollBar()
        with QSignalBlocker(bar):
            self._sum_heights()
            bar.setValue(round(self._tops[top] + offset))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._text_width() != self._laid_out_width:
            self._shape_anew()
        else:
            self._sum_heights()

    # ---- blocks ----

    def _block(self, index: int) -> Block:
        return self._placed_block(index)[0]

    def _first_token(self, index: int) -> int:
        """The number of a block's first token, from which its own are counted."""
        return self._placed_block(index)[1]

    def _placed_block(self, index: int) -> tuple[Block, int]:
        if index not in self._blocks:
            if len(self._kept_blocks) > _KEPT_PARAGRAPHS:
                for kept in (self._blocks, self._kept_blocks, self._boxes):
                    kept.clear()
            self._blocks[index] = self.shown.placed_block(index, self._kept_blocks)
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
        """The boxes of a line; tokens are counted from the block's first."""
        block = self._block(index)
        boxes = self._boxes.setdefault(block, {})
        if number not in boxes:
            paragraph = self.paragraph(index)
            boxes[number] = token_boxes(paragraph, paragraph.lines[number], block)
        return boxes[number]

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
        found = next((box.token for box in self._line_boxes(index, number) if box.left <= x < box.right), -1)
        return found + self._first_token(index) if found >= 0 else -1

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
        """Scroll so that this byte is in view; what comes into view on the way may be higher than was guessed."""
        bar, margin = self.verticalScrollBar(), self._line_height * 0.4
        for _ in range(_TRIES):
            self._seen()
            rect, height, before = self.caret_rect(byte), self.viewport().height(), bar.value()
            if rect.top() < margin:
                bar.setValue(round(before + rect.top() - margin))
            elif rect.bottom() > height - margin:
                bar.setValue(round(before + rect.bottom() - height + margin))
            if bar.value() == before:
                return

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
                rect, width = self.caret_rect(stop), self._token_font.pixelSize() * 0.4
                yield QRectF(rect.x() - width if paragraph.backwards else rect.x(), rect.y(), width, rect.height())


def equal_ends(one: IntArray, other: IntArray) -> tuple[int, int]:
    """How many values are the same at the start, and how many of the others at the end.

    >>> equal_ends(np.array([1, 2, 3, 4]), np.array([1, 9, 9, 3, 4]))
    (1, 2)
    """
    size = min(len(one), len(other))
    first = _equal(one[:size], other[:size])
    return first, _equal(one[::-1][: size - first], other[::-1][: size - first])


def _equal(one: IntArray, other: IntArray) -> int:
    differs = one != other
    return int(differs.argmax()) if differs.any() else len(one)

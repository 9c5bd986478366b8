"""Paints a `TokenDocument`: the boxes of its tokens, its letters over them, and marks.

After an edit, or with new tokens, only the blocks that look otherwise than before are painted again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import QWidget

from app.look.theme import Appearance
from app.look.token_palettes import TokenPalette
from app.widgets.basics.painter import Painter
from app.widgets.text.blank_marks import BlankPainter, blanks_of
from app.widgets.text.block_scroll import BlockScroll, Seen
from app.widgets.text.token_document import GAP, Block, TokenDocument
from app.widgets.text.token_layout import Line, TokenBox, token_boxes, unit_pieces
from app.widgets.text.token_painter import Marks, PaintedLine, TokenPainter, part_of_marks
from engine.vocabulary import IntArray

_NOTHING = np.empty(0, np.int64)


class _Look(NamedTuple):
    """What a block on screen looks like: where it is, what it holds, its colours and its marks."""

    top: float
    height: float
    block: Block
    colours: bytes
    marks: tuple[int | bytes, ...]


class _LineLook(NamedTuple):
    """What a line of a block looks like, wherever in the block its tokens stand."""

    top: float
    height: float
    is_last: bool
    units: bytes
    boxes: tuple[tuple[object, ...], ...]
    colours: bytes
    marks: tuple[int | bytes, ...]


class TokenSurface(BlockScroll):
    """Painting; what may be done with the text is added by `TokenView`."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None):
        super().__init__(appearance, parent)
        self._palette: TokenPalette | None = None
        self._shows_spaces = False
        self._marks = Marks()
        self._colours = b""
        self._before: tuple[int, list[_Look]] = (0, [])  # what is on screen: where it is scrolled to, and its blocks
        self._painted_since = False  # then it is not what is on screen any more
        self._due = QRegion()  # what else is to be painted with the changes
        self._compare = QTimer(self, singleShot=True, interval=0)
        self._compare.timeout.connect(self._paint_changes)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._read_appearance()
        appearance.changed.connect(self._on_appearance_changed)

    # ---- looks ----

    def _read_appearance(self) -> None:
        super()._read_appearance()
        self._painter = TokenPainter(self._appearance.theme, self._appearance.metrics, self._palette)
        self._blank_painter = BlankPainter(self._appearance.theme, self._appearance.metrics)

    def _on_appearance_changed(self) -> None:
        self._read_appearance()
        self._shape_anew()
        self.update()

    def set_palette(self, palette: TokenPalette | None) -> None:
        """How the colour numbers of tokens look; None for the theme's own colours."""
        if palette != self._palette:
            self._palette = palette
            self._painter = TokenPainter(self._appearance.theme, self._appearance.metrics, palette)
            self.viewport().update()

    def set_show_spaces(self, on: bool) -> None:
        """Mark each space and each line break."""
        self._shows_spaces = on
        self.viewport().update()

    # ---- what is new ----

    def _show_document(self, document: TokenDocument) -> None:
        """Show another document; the block at the top stays at the top, and only what is new is painted."""
        self._begin_change()
        before, self.shown = self.shown, document
        self._colours = document.colours.tobytes()
        self._blocks.clear()
        if document.data != before.data:
            self._keep_heights(before)

    def _begin_change(self) -> None:
        """Note what is on screen; what is to be painted again waits until the change is whole."""
        if not self._compare.isActive():
            self._before = self.verticalScrollBar().value(), self._looks()
            self._painted_since = False
            self._compare.start()

    def _paint_changes(self) -> None:
        """Once for an edit and the tokens that come with it."""
        scrolled, old = self._before
        new = self._looks()
        due, self._due = self._due, QRegion()
        if self.verticalScrollBar().value() != scrolled:
            self.viewport().update()
            return
        if not self._painted_since:
            old = self._moved(old, new)
        self.viewport().update(due)
        known, at_top = set(old), {look.top: look for look in old}
        for look in new:
            if look not in known:
                self._paint_new_lines(at_top.get(look.top), look)
        ends = [looks[-1].top + looks[-1].height if looks else 0.0 for looks in (old, new)]
        if ends[0] != ends[1]:
            self._paint_again(min(ends), self.viewport().height())

    def _moved(self, old: list[_Look], new: list[_Look]) -> list[_Look]:
        """What is on screen, once what is below the edited block has been moved to where it belongs: nothing of it is painted
        again because a paragraph has got a line more."""
        pairs = enumerate(zip(old, new, strict=False))
        first = 1 + next((place for place, (one, other) in pairs if one != other), len(old))
        if not first < min(len(old), len(new)) or old[first][1:] != new[first][1:]:
            return old
        shift = new[first].top - old[first].top
        if not shift or not float(shift).is_integer():
            return old
        area = self.viewport().rect()
        area.setTop(int(min(old[first].top, new[first].top)))
        self.viewport().scroll(0, int(shift), area)
        return [*old[:first], *(look._replace(top=look.top + shift) for look in old[first:])]

    def _looks(self) -> list[_Look]:
        """The blocks in view, as they look."""
        looks, lit = [], self._ids_if_lit()
        for index, top, paragraph in self._seen():
            block, first = self._placed_block(index)
            last = first + block.count
            marks = self._marks.of_tokens(first, last, lit)
            looks.append(_Look(round(float(top), 3), paragraph.height, block, self._colours[first:last], marks))
        return looks

    def _ids_if_lit(self) -> IntArray:
        """The ids of all tokens, if some are to be told from others: after an edit they are not had for nothing."""
        return self.shown.ids if self._marks.lit >= 0 else _NOTHING

    def _paint_new_lines(self, old: _Look | None, new: _Look) -> None:
        """Of a block that is another now the lines that look otherwise: most keys change one or two."""
        known = set(self._lines_of(old)) if old is not None else set()
        self._keep_boxes(new)
        for look in self._lines_of(new):
            if look not in known:
                self._paint_again(new.top + look.top, new.top + look.top + look.height)

    def _keep_boxes(self, look: _Look) -> None:
        """Those of a block's lines that are in view, as they are painted or compared."""
        paragraph, kept = self._paragraphs[look.block.text], self._boxes.setdefault(look.block, {})
        for number, line in enumerate(paragraph.lines):
            in_view = -line.height < look.top + line.top < self.viewport().height()
            if in_view and number not in kept:
                kept[number] = token_boxes(paragraph, line, look.block)

    def _lines_of(self, look: _Look) -> Iterator[_LineLook]:
        """The lines of a block whose boxes are known, as they look; tokens are counted from a line's own first."""
        paragraph = self._paragraphs.get(look.block.text)
        if paragraph is None:
            return
        units, last_line = paragraph.text.encode("utf-16-le"), len(paragraph.lines) - 1
        for number, boxes in self._boxes.get(look.block, {}).items():
            line = paragraph.lines[number]
            tokens = [box.token for box in boxes if box.token != GAP] or [0]
            first, last = min(tokens), max(tokens) + 1
            yield _LineLook(
                line.top,
                line.height,
                number == last_line,
                units[2 * line.begin : 2 * line.end],
                tuple((box.left, box.right, box.token - first, *box[3:]) for box in boxes),
                look.colours[first:last],
                part_of_marks(look.marks, first, last),
            )

    def _paint_again(self, top: float, bottom: float) -> None:
        """A strip of the viewport, with the marks that reach a little over a line; in an edit together with all it changes."""
        margin = round(self._appearance.metrics.px(6))
        strip = QRectF(0, top, self.viewport().width(), bottom - top).toAlignedRect().adjusted(0, -margin, 0, margin)
        if self._compare.isActive():
            self._due += strip
        else:
            self.viewport().update(strip)

    # ---- painting and events ----

    def paintEvent(self, event: QPaintEvent) -> None:
        self._painted_since = True
        with Painter(self.viewport()) as painter:
            clip = QRectF(event.rect())
            painter.fillRect(clip, self._appearance.theme.panel)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            seen = [
                block
                for block in self._seen()
                if block.top < clip.bottom() and block.top + block.paragraph.height > clip.top()
            ]
            lines = list(self._lines_in(seen, clip))
            placed = [
                PaintedLine(self._padding, y, line, boxes, self._first_token(block.block))
                for y, line, boxes, block in lines
            ]
            amber = self._painter.boxes(painter, placed, self._colours, self._ids_if_lit(), self._marks)
            self._paint_under_text(painter, seen)
            if not self._shows_labels():
                self._paint_blanks(painter, lines)
            self._paint_text(painter, seen, clip, amber)
            self._paint_over_text(painter, seen)

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

    def _paint_blanks(self, painter: QPainter, lines: list[tuple[float, Line, list[TokenBox], Seen]]) -> None:
        self._blank_painter.begin(painter)
        for top, line, _, (index, _, paragraph) in lines:
            for unit, kind in blanks_of(paragraph, line, every=self._shows_spaces):
                for left, right, _ in unit_pieces(paragraph, line, unit, unit + 1):
                    ends = self._padding + left, self._padding + right
                    self._blank_painter.blank(painter, kind, *ends, top + line.baseline)
            if self._shows_spaces and line is paragraph.lines[-1] and self.shown.block_ends_paragraph(index):
                letters = line.text_line.naturalTextRect()
                size = self._token_font.pixelSize()
                x = self._padding + (letters.left() - 0.7 * size if paragraph.backwards else letters.right())
                self._blank_painter.line_break(painter, x, top + line.baseline, size)

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
        with Painter(self) as painter:
            painter.fillRect(self.rect(), self._appearance.theme.panel)
            if self.hasFocus():
                width = self._appearance.metrics.focus
                painter.setPen(QPen(self._appearance.theme.accent, width))
                painter.drawRect(QRectF(self.rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2))

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Move what is painted and paint the strip that appears, unless guessed heights were wrong."""
        before = self._heights.copy() if len(self._heights) < 4096 else None
        self.viewport().scroll(0, dy)
        self._seen()
        if before is None or not np.array_equal(before, self._heights):
            self.viewport().update()

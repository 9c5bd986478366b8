"""Paints one placed word of the stage at one moment of its merge: chips, bridges, the count before it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from app.look.colours import Theme
from app.look.theme import Appearance
from app.widgets.basics.chip_painting import (
    ELLIPSIS,
    ChipFace,
    ChipStyle,
    blended,
    ellipsis_style,
    gone_style,
    lit_style,
    plain_style,
    tied_style,
    unknown_style,
)
from app.widgets.basics.chip_text import runs_right_to_left
from app.widgets.basics.motion import Phase
from app.widgets.words.word_layout import Placed, placed_chips


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A word with its place.  `lit` and `tied` are left parts among `tokens`, `after` the colour of each merged chip;
    a `mirrored` word runs from right to left; `made`, `gone` and `unknown` as in StageWord."""

    group: int
    index: int
    at: QPointF
    room: float
    count_rect: QRectF
    count: str
    tokens: tuple[bytes, ...]
    colours: tuple[int, ...]
    lit: tuple[int, ...]
    tied: tuple[int, ...]
    after: tuple[int, ...]
    mirrored: bool
    made: bytes = b""
    gone: tuple[int, ...] = ()
    unknown: tuple[int, ...] = ()

    def piece(self, left: int) -> bytes:
        """What the pair at `left` becomes."""
        return self.made or self.tokens[left] + self.tokens[left + 1]

    def bounds(self, height: float) -> QRectF:
        """All that it may paint on."""
        return QRectF(self.count_rect.left(), self.at.y(), self.at.x() + self.room - self.count_rect.left() + 1, height)


def paint_word(painter: QPainter, appearance: Appearance, face: ChipFace, word: PlacedWord, phase: Phase) -> None:
    """Draws the word as it is at `phase`."""
    theme = appearance.theme
    painter.setFont(appearance.font("body"))
    painter.setPen(theme.second_text)
    painter.drawText(word.count_rect, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, word.count)
    chips = _chips(face, word, phase.joined)
    parts = {index for left in word.lit for index in (left, left + 1)}
    ties = {index for left in word.tied for index in (left, left + 1)}
    for index, (token, chip) in enumerate(zip(word.tokens, chips, strict=True)):
        if index not in parts:
            style = _style(theme, word, index, index in ties)
            face.paint(painter, QPointF(chip.x, word.at.y()), token, style, most=word.room)
    for number, left in enumerate(word.lit):
        if phase.joined >= 1.0:
            _paint_merged(
                painter, theme, face, word, number, chips[left].x if not word.mirrored else chips[left + 1].x, phase
            )
        else:
            _paint_parts(painter, theme, face, word, left, chips, phase)
            _paint_bridge(painter, appearance, face, word.at.y(), chips[left], chips[left + 1], phase.bridge)


def _chips(face: ChipFace, word: PlacedWord, joined: float) -> list[Placed]:
    """Where each chip stands, in the widget's coordinates."""
    bold = {index for left in word.lit for index in (left, left + 1)}
    widths = [face.width(token, index in bold, word.room) for index, token in enumerate(word.tokens)]
    merged = {left: _merged_width(face, word, left) for left in word.lit}
    chips = placed_chips(widths, merged, face.gap, face.padding, joined)
    if word.mirrored:
        last = len(chips) - 1
        end = (
            chips[last - 1].x + merged[last - 1]
            if last - 1 in merged and joined >= 1
            else chips[last].x + chips[last].width
        )
        chips = [Placed(end - chip.x - chip.width, chip.width) for chip in chips]
    return [Placed(word.at.x() + chip.x, chip.width) for chip in chips]


def _merged_width(face: ChipFace, word: PlacedWord, left: int) -> float:
    return face.width(word.piece(left), True, word.room)


def _style(theme: Theme, word: PlacedWord, index: int, tied: bool) -> ChipStyle:
    if word.tokens[index] == ELLIPSIS:
        return ellipsis_style(theme)
    if index in word.gone:
        return gone_style(theme)
    if index in word.unknown:
        return unknown_style(theme)
    return tied_style(theme, word.colours[index]) if tied else plain_style(theme, word.colours[index])


def _paint_parts(
    painter: QPainter, theme: Theme, face: ChipFace, word: PlacedWord, left: int, chips: list[Placed], phase: Phase
) -> None:
    """Both parts of a pair on their way: grounds first, so that neither covers the other's letters."""
    y = word.at.y()
    styles = [_towards(plain_style(theme, word.colours[i]), lit_style(theme), phase.lit) for i in (left, left + 1)]
    tick = styles[1].tick
    if tick is not None:
        styles[1] = replace(styles[1], tick=_faded(tick, 1 - phase.joined))
    for index, style in zip((left + 1, left), reversed(styles), strict=True):
        rect = QRectF(chips[index].x, y, chips[index].width, face.height)
        face.paint_ground(painter, rect, style, right_to_left=runs_right_to_left(word.tokens[index]))
    for index, style in zip((left, left + 1), styles, strict=True):
        shape = face.shape(word.tokens[index], True, word.room)
        face.paint_text(painter, QPointF(chips[index].x, y), shape, style.text, True)


def _paint_merged(
    painter: QPainter, theme: Theme, face: ChipFace, word: PlacedWord, number: int, x: float, phase: Phase
) -> None:
    """The new token: amber with a full edge, then in its own colour, the edge staying."""
    left = word.lit[number]
    piece = word.piece(left)
    own = replace(plain_style(theme, word.after[number]), edge=theme.merge_edge, bold=True)
    style = _towards(lit_style(theme, edge=True), own, phase.settled)
    if word.mirrored:
        x = (
            _chips(face, word, 1.0)[left].x
            + face.width(word.tokens[left], True, word.room)
            - face.width(piece, True, word.room)
        )
    face.paint(painter, QPointF(x, word.at.y()), piece, style, most=word.room)


def _paint_bridge(
    painter: QPainter, appearance: Appearance, face: ChipFace, y: float, first: Placed, second: Placed, drawn: float
) -> None:
    """A bracket below the pair, from the middle of one part to the middle of the other, drawn from its start."""
    if drawn <= 0:
        return
    left, right = sorted((first.x + first.width / 2, second.x + second.width / 2))
    top = y + face.height + 1
    depth = appearance.metrics.px(5)
    end = left + (right - left) * drawn
    path = QPainterPath(QPointF(left, top))
    path.lineTo(left, top + depth)
    path.lineTo(end, top + depth)
    if drawn >= 1:
        path.lineTo(right, top)
    pen = QPen(appearance.theme.merge_edge, appearance.metrics.line(1.5))
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)


def _towards(first: ChipStyle, second: ChipStyle, share: float) -> ChipStyle:
    """A style between two; edges come from the second."""
    if share >= 1:
        return second
    assert first.fill is not None
    assert second.fill is not None
    assert first.tick is not None
    assert second.tick is not None
    edge = second.edge if second.edge is None or first.edge is not None else _faded(second.edge, share)
    return replace(
        second,
        fill=blended(first.fill, second.fill, share),
        text=blended(first.text, second.text, share),
        tick=blended(first.tick, second.tick, share),
        edge=first.edge if share <= 0 else edge,
        bold=True,
    )


def _faded(colour: QColor, share: float) -> QColor:
    result = QColor(colour)
    result.setAlphaF(colour.alphaF() * share)
    return result

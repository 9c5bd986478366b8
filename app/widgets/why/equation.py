"""The merge as an equation, `a + l -> al`, with its key figures at the right: what the room reads first."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QBrush,
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.look.theme import Appearance
from app.translation import translate
from app.widgets.basics.chip_painting import ChipFace, lit_style
from app.widgets.basics.chip_text import spoken
from app.widgets.basics.dashes import paint_dashed_box
from app.widgets.basics.number_text import number_text
from app.widgets.basics.painter import Painter


@dataclass(frozen=True, slots=True)
class Merge:
    """What a step merges.  `words` is how many distinct words change, None while it is not known.

    `made` is how the new token is stored, where that is not simply both parts; a word that is taken in whole has no right
    part, and `share` says how much of the corpus it is.  `counted_in` says where the count is from, if not from the corpus.
    """

    step: int
    left: bytes
    right: bytes
    count: float
    words: int | None
    id: int
    tied: int = 1
    made: bytes = b""
    share: float | None = None
    counted_in: str = ""

    @property
    def piece(self) -> bytes:
        return self.made or self.left + self.right

    @property
    def chips(self) -> tuple[tuple[bytes, str], ...]:
        """What is drawn: tokens, each with the sign after it."""
        if not self.right:
            return ((self.left, ""),)
        return (self.left, "+"), (self.right, "->"), (self.piece, "")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number and the word under it."""

    number: str
    caption: str


class Equation(QWidget):
    """Paints one merge; `show_merge(None)` shows a sentence instead."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None):
        super().__init__(parent)
        self._appearance = appearance
        self.mate: Equation | None = None
        self._merge: Merge | None = None
        self._caption = ""
        self._empty = ""
        self._compact = False
        self._covered = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Merge"))
        appearance.changed.connect(self._renew)
        self._renew()

    def show_merge(self, merge: Merge | None, caption: str = "", empty: str = "", *, covered: bool = False) -> None:
        """Shows a merge under a caption ("Next merge, step 141"), or the sentence `empty` where there is none.

        A covered one shows that there is a merge, and not which.
        """
        self._merge, self._caption, self._empty, self._covered = merge, caption, empty, covered
        self.setAccessibleDescription(caption if covered else announcement(merge) if merge else empty)
        self._show_both()

    def renew_size(self) -> None:
        self.update()

    def _show_both(self) -> None:
        """The other one may get another size by this one."""
        self.update()
        if self.mate is not None:
            self.mate.renew_size()

    def set_compact(self, compact: bool) -> None:
        """On a low stage: smaller chips, and no caption above them."""
        if compact != self._compact:
            self._compact = compact
            self._renew()

    def announce(self) -> None:
        """Has a screen reader say the merge that is shown."""
        if self._merge is not None:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, announcement(self._merge)))

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The key figures that have room at this width."""
        if self._merge is None or self._covered:
            return ()
        face = self._face(self._merge)
        room = self.width() - self._equation_width(face, self._merge) - self._appearance.metrics.units(4)
        first, *others = figures_of(self._merge)
        kept = self._first_figure(self._merge)
        if kept != first:  # there is room for no other
            return (kept,)
        return fitting((first, *others), self._figure_width, room, self._appearance.metrics.units(7))

    def _renew(self) -> None:
        roles = ("equation", "figure", "token", "body")[1 if self._compact else 0 :]
        self._faces = [ChipFace(self._appearance, role) for role in roles]
        self.updateGeometry()
        self.update()

    def _face(self, merge: Merge) -> ChipFace:
        """The largest size that fits, here and in the equation beside this one."""
        size = self._size(merge)
        if self.mate is not None and self.mate._merge is not None:
            size = max(size, self.mate._size(self.mate._merge))
        return self._faces[min(size, len(self._faces) - 1)]

    def _size(self, merge: Merge) -> int:
        """The first of the sizes at which equation and first figure stand side by side; long tokens take a smaller one."""
        first = self._figure_width(self._first_figure(merge)) + self._appearance.metrics.units(6)
        widths = (self._equation_width(face, merge) for face in self._faces)
        return next((size for size, width in enumerate(widths) if width + first <= self.width()), len(self._faces) - 1)

    def _most(self, face: ChipFace, merge: Merge) -> float:
        """The widest a chip may be: at the smallest size the chips share what the first figure leaves."""
        if face is not self._faces[-1]:
            return 1e9
        wanted = [face.width(token, True) for token, _ in merge.chips]
        return max(1.5 * face.pixels, fair_share(wanted, self._room(face, merge, self._first_figure(merge))))

    def _room(self, face: ChipFace, merge: Merge, figure: Figure) -> float:
        """What a figure and the signs leave for the chips."""
        signs = sum(self._gap(face, sign) for _, sign in merge.chips)
        return self.width() - self._figure_width(figure) - self._appearance.metrics.units(3) - signs

    def _first_figure(self, merge: Merge) -> Figure:
        """The figure that always stands there; it gives up its word where a token would be cut for that."""
        first, face = figures_of(merge)[0], self._faces[-1]
        wanted = sum(face.width(token, True) for token, _ in merge.chips)
        return first if wanted <= self._room(face, merge, first) else Figure(f"{first.number}×", "")

    def _equation_width(self, face: ChipFace, merge: Merge) -> float:
        most = self._most(face, merge)
        return sum(face.width(token, True, most) + self._gap(face, sign) for token, sign in merge.chips)

    def _gap(self, face: ChipFace, sign: str) -> float:
        return face.pixels * {"+": 1.3, "->": 1.9, "": 0.0}[sign]

    def _number_font(self) -> QFont:
        return self._appearance.font("token" if self._compact else "figure", weight=600)

    def _figure_width(self, figure: Figure) -> float:
        number = QFontMetricsF(self._number_font()).horizontalAdvance(figure.number)
        caption = QFontMetricsF(self._appearance.font("caption")).horizontalAdvance(figure.caption)
        return max(number, caption) + 1

    def paintEvent(self, event: QPaintEvent) -> None:
        with Painter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            top = self._paint_caption(painter)
            if self._merge is None:
                painter.setFont(self._appearance.font("body"))
                painter.setPen(self._appearance.theme.second_text)
                flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
                painter.drawText(QRectF(0, top, self.width(), self.height() - top), flags, self._empty)
            elif self._covered:
                self._paint_cover(painter, self._merge, top)
            else:
                self._paint_equation(painter, self._merge, top)
                self._paint_figures(painter)

    def _paint_caption(self, painter: QPainter) -> float:
        if not self._caption or self._compact:
            return 0.0
        font = self._appearance.font("caption", weight=600)
        height = QFontMetricsF(font).height()
        painter.setFont(font)
        painter.setPen(self._appearance.theme.second_text)
        painter.drawText(QRectF(0, 0, self.width(), height), Qt.AlignmentFlag.AlignLeft, self._caption)
        return height + self._appearance.metrics.units(1)

    def _paint_equation(self, painter: QPainter, merge: Merge, top: float) -> None:
        theme, face = self._appearance.theme, self._face(merge)
        most = self._most(face, merge)
        y = top + (self.height() - top - face.height) / 2
        x = 0.0
        for token, after in merge.chips:
            style = lit_style(theme, edge=not after)
            face.paint(painter, QPointF(x, y), token, style, most=most)
            x += face.width(token, True, most)
            if after:
                self._paint_sign(painter, after, QRectF(x, y, self._gap(face, after), face.height), face.pixels)
                x += self._gap(face, after)

    def _paint_cover(self, painter: QPainter, merge: Merge, top: float) -> None:
        """Three boxes that hide what they hold, whatever its length."""
        theme, metrics, boxes = self._appearance.theme, self._appearance.metrics, self._cover_boxes(merge)
        face = next((face for face in self._faces if self._cover_width(face, boxes) <= self.width()), self._faces[-1])
        y = top + (self.height() - top - face.height) / 2
        x = 1.0
        painter.setFont(self._appearance.font("heading"))
        for words, sign in boxes:
            width = self._cover_box(face, words)
            box = QRectF(x, y, width, face.height - 1)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QBrush(theme.hairline, Qt.BrushStyle.BDiagPattern))
            painter.drawRoundedRect(box, metrics.corner, metrics.corner)
            paint_dashed_box(painter, box, metrics.corner, theme.control_border, metrics.line(1.5))
            painter.setPen(theme.text)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
            x += width
            if sign:
                self._paint_sign(painter, sign, QRectF(x, y, self._gap(face, sign), face.height), face.pixels)
                x += self._gap(face, sign)

    def _cover_boxes(self, merge: Merge) -> tuple[tuple[str, str], ...]:
        return ("?", "+"), ("?", "->"), (self.tr("step {:,}").format(merge.step), "")

    def _cover_box(self, face: ChipFace, words: str) -> float:
        measure = QFontMetricsF(self._appearance.font("heading"))
        return float(max(1.6 * face.pixels, measure.horizontalAdvance(words) + face.pixels))

    def _cover_width(self, face: ChipFace, boxes: tuple[tuple[str, str], ...]) -> float:
        return sum(self._cover_box(face, words) + self._gap(face, sign) for words, sign in boxes) + 2

    def _paint_sign(self, painter: QPainter, sign: str, rect: QRectF, size: float) -> None:
        painter.setPen(QPen(self._appearance.theme.second_text, max(1.5, size / 18)))
        middle, half = rect.center(), size * (0.25 if sign == "+" else 0.5)
        painter.drawLine(middle - QPointF(half, 0), middle + QPointF(half, 0))
        if sign == "+":
            painter.drawLine(middle - QPointF(0, half), middle + QPointF(0, half))
            return
        tip, wing = middle + QPointF(half, 0), size * 0.22
        painter.drawPolyline(QPolygonF([tip + QPointF(-wing, -wing), tip, tip + QPointF(-wing, wing)]))

    def _paint_figures(self, painter: QPainter) -> None:
        number, caption = self._number_font(), self._appearance.font("caption")
        heights = QFontMetricsF(number).height() * 0.95, QFontMetricsF(caption).height()
        top = (self.height() - sum(heights)) / 2
        right = float(self.width())
        for figure in reversed(self.figures):
            width = self._figure_width(figure)
            for text, font, colour, y, height in (
                (figure.number, number, self._appearance.theme.text, top, heights[0]),
                (figure.caption, caption, self._appearance.theme.second_text, top + heights[0], heights[1]),
            ):
                painter.setFont(font)
                painter.setPen(colour)
                line = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
                painter.drawText(QRectF(right - width, y, width, height), line, text)
            right -= width + self._appearance.metrics.units(7)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._show_both()

    def sizeHint(self) -> QSize:
        metrics, caption = self._appearance.metrics, QFontMetricsF(self._appearance.font("caption")).height()
        figure = QFontMetricsF(self._number_font()).height() * 0.95 + caption
        height = max(figure, self._faces[0].height + (0 if self._compact else caption + metrics.units(1)))
        return QSize(round(metrics.px(520)), round(height))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(self._appearance.metrics.px(200)), self.sizeHint().height())


def figures_of(merge: Merge) -> tuple[Figure, ...]:
    """The key figures of a merge, the one that counts first.

    >>> [f"{figure.number} {figure.caption}" for figure in figures_of(Merge(141, b"a", b"l", 120, 41, 396))]
    ['120 occurrences', '41 words change', '396 its id']
    """
    occurs = translate("equation", "occurrence") if merge.count == 1 else translate("equation", "occurrences")
    figures = [Figure(number_text(merge.count), merge.counted_in or occurs)]
    if merge.share is not None:
        figures.append(Figure(share_text(merge.share), translate("equation", "of all words")))
    if merge.words is not None:
        figures.append(
            Figure(
                f"{merge.words:,}",
                translate("equation", "word changes") if merge.words == 1 else translate("equation", "words change"),
            )
        )
    return (*figures, Figure(f"{merge.id:,}", translate("equation", "its id")))


def share_text(share: float) -> str:
    """A part of the whole in percent, with two figures that count.

    >>> share_text(1.0), share_text(0.0456), share_text(0.00000012)
    ('100 %', '4.6 %', '0.000012 %')
    """
    percent = 100 * share
    decimals = max(0, 1 - math.floor(math.log10(percent))) if percent > 0 else 0
    return f"{percent:.{decimals}f} %"


def fair_share(wanted: Sequence[float], room: float) -> float:
    """The greatest width that each may have so that all fit: the small ones have what they want, the others share the rest.

    >>> fair_share([20, 20, 100, 200], 140), fair_share([20, 30], 100)
    (50.0, 30)
    """
    left = room
    for number, width in enumerate(sorted(wanted)):
        share = left / (len(wanted) - number)
        if width > share:
            return share
        left -= width
    return max(wanted, default=0.0)


def fitting(
    figures: tuple[Figure, ...], width: Callable[[Figure], float], room: float, gap: float
) -> tuple[Figure, ...]:
    """The figures that fit side by side, dropped from the end."""
    while len(figures) > 1 and sum(map(width, figures)) + gap * (len(figures) - 1) > room:
        figures = figures[:-1]
    return figures


def announcement(merge: Merge) -> str:
    """The merge in one sentence, for screen readers.

    >>> announcement(Merge(141, b"a", b"l", 120, 41, 396, tied=3))
    'Step 141, a and l become al, 120 times, tie of 3.'
    """
    tie = translate("equation", ", tie of {:,}").format(merge.tied) if merge.tied > 1 else ""
    where = f" {merge.counted_in}" if merge.counted_in else ""
    parts = translate("equation", "{} and {} become {}").format(
        spoken(merge.left), spoken(merge.right), spoken(merge.piece)
    )
    if not merge.right:
        parts = translate("equation", "the word {} is taken in").format(spoken(merge.left))
    return translate("equation", "Step {:,}, {}, {} times{}{}.").format(
        merge.step, parts, number_text(merge.count), where, tie
    )

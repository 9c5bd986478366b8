"""A word as a lattice: every piece in it as an arc, the best way through it, and the pieces that a round takes away.

Characters stand in boxes on the ground, each with its score; longer pieces span over them, the higher the longer.  The best
way is accent and thick, a piece that goes is dashed red, and below the title stands what losing the chosen piece costs.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.look.theme import Appearance
from app.widgets.basics.chip_painting import ChipFace, quiet_style
from app.widgets.basics.chip_text import spoken
from app.widgets.basics.number_text import number_text
from app.widgets.basics.painter import Painter
from engine.algorithms.unigram_lattice import Edge
from engine.rounds import WordWays, edge_is_character

_LOW = 10
"""Lines of height below which what a loss costs is not written out, so that the arcs have room."""
MOST_ARCS = 14
"""Arcs that are drawn, the likeliest beside those that matter; a long word has hundreds."""


@dataclass(frozen=True, slots=True)
class Arc:
    """A piece of several characters: from character `first` to before `last`, and what it is."""

    edge: Edge
    first: int
    last: int
    kind: str
    """"best", "gone" or "other"."""


def arcs_of(ways: WordWays, most: int = MOST_ARCS) -> tuple[Arc, ...]:
    """The arcs to draw: those of the best ways and those that go, then the likeliest others; short ones first."""
    places = {0: 0}
    at = 0
    for number, character in enumerate(ways.word.decode("utf-8", "replace"), 1):
        at += len(character.encode("utf-8", "replace"))
        places[at] = number
    best = {(edge.start, edge.end) for edge in ways.best.edges}
    other_way = {(edge.start, edge.end) for edge in ways.without.edges} if ways.without is not None else set()
    ranked: list[tuple[int, float, Arc]] = []
    for number, edge in enumerate(ways.lattice.edges):
        if edge_is_character(edge):
            continue
        span = (edge.start, edge.end)
        kind = "gone" if number in ways.gone else "best" if span in best else "other"
        matters = (
            0 if span in best or edge.text == ways.piece else 1 if span in other_way else 2 if kind == "gone" else 3
        )
        ranked.append((matters, -edge.share, Arc(edge, places[edge.start], places[edge.end], kind)))
    ranked.sort(key=lambda row: row[:2])
    chosen = [arc for _, _, arc in ranked[:most]]
    return tuple(sorted(chosen, key=lambda arc: (arc.last - arc.first, arc.first)))


class WordLattice(QWidget):
    """Paints one word's ways; `show_ways(None)` shows a sentence."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._ways: WordWays | None = None
        self._arcs: tuple[Arc, ...] = ()
        self._loss: float | None = None
        self._empty = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Ways to cut a word"))
        appearance.changed.connect(self._renew)
        self._renew()

    def show_ways(self, ways: WordWays | None, loss: float | None = None, *, empty: str = "") -> None:
        """A word, and what the round says it costs to lose the chosen piece."""
        self._ways, self._loss, self._empty = ways, loss, empty
        self._arcs = arcs_of(ways) if ways is not None else ()
        self.setAccessibleDescription(self.text() if ways is not None else empty)
        self.update()

    @property
    def arcs(self) -> tuple[Arc, ...]:
        """What is drawn above the characters."""
        return self._arcs

    def text(self) -> str:
        """The ways in words."""
        ways = self._ways
        if ways is None:
            return self._empty
        best = " + ".join(spoken(edge.text) for edge in ways.best.edges)
        return (
            self.tr("{} Best way: {}, {:.2f}. {}")
            .format(self._title(), best, ways.best.score, self._cost_words())
            .strip()
        )

    def _title(self) -> str:
        ways = self._ways
        assert ways is not None
        times = self.tr("once") if ways.count == 1 else self.tr("{} times").format(number_text(ways.count))
        return self.tr("{} in the corpus. Each arc is a piece with its log-probability.").format(times)

    def _cost_words(self) -> str:
        """What it comes to without the chosen piece."""
        ways = self._ways
        if ways is None or ways.piece is None:
            return ""
        loss = "" if self._loss is None else self.tr(" at a loss of {:,.1f}").format(self._loss)
        without = "" if ways.without is None else self.tr(", {:.2f} without").format(ways.without.score)
        return self.tr("{} goes in this round{}. The best way scores {:.2f} with it{}.").format(
            spoken(ways.piece), loss, ways.best.score, without
        )

    # ---- layout ----

    def _renew(self) -> None:
        look = self._appearance
        self._face = ChipFace(look, "body", small=True)
        self._small = look.font("caption")
        self._line = QFontMetricsF(self._small).height() * 1.25
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(self._appearance.metrics.px(520)), round(self._appearance.metrics.px(260)))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(self._appearance.metrics.px(200)), round(self._face.height * 2 + 5 * self._line))

    # ---- painting ----

    def paintEvent(self, event: QPaintEvent) -> None:
        with Painter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme = self._appearance.theme
            if self._ways is None:
                painter.setFont(self._appearance.font("body"))
                painter.setPen(theme.second_text)
                painter.drawText(QRectF(self.rect()), int(Qt.TextFlag.TextWordWrap), self._empty)
            else:
                top = self._paint_title(painter, self._ways)
                self._paint_lattice(painter, self._ways, top)

    def _paint_title(self, painter: QPainter, ways: WordWays) -> float:
        theme, look = self._appearance.theme, self._appearance
        bold = look.font("body", weight=700)
        title = self.tr("The word {}").format(spoken(ways.word))
        height = QFontMetricsF(bold).height()
        painter.setFont(bold)
        painter.setPen(theme.text)
        painter.drawText(QRectF(0, 0, self.width(), height), int(Qt.AlignmentFlag.AlignLeft), title)
        used = QFontMetricsF(bold).horizontalAdvance(title) + look.metrics.units(2.5)
        painter.setFont(self._small)
        painter.setPen(theme.second_text)
        room = QRectF(used, 0, self.width() - used, height)
        if QFontMetricsF(self._small).horizontalAdvance(self._title()) <= room.width():
            painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), self._title())
        cost = self._cost_words()
        if not cost or self.height() < _LOW * self._line:
            return height
        painter.setPen(theme.error)
        box = QRectF(0, height, self.width(), 2 * self._line)
        flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
        painter.drawText(box, flags, cost)
        return height + painter.boundingRect(box, flags, cost).height()

    def _paint_lattice(self, painter: QPainter, ways: WordWays, top: float) -> None:
        metrics = self._appearance.metrics
        characters = ways.word.decode("utf-8", "replace")
        step = min((self.width() - metrics.units(4)) / max(1, len(characters)), metrics.px(110))
        left = (self.width() - step * len(characters)) / 2
        ground = self.height() - self._face.height - self._line - metrics.units(2)
        self._paint_characters(painter, ways, left, step, ground)
        longest = max((arc.last - arc.first for arc in self._arcs), default=1)
        taken: list[QRectF] = []
        labels: list[tuple[QRectF, Arc]] = []
        low = ground - top < 3.5 * self._face.height
        for arc in self._arcs:
            if low and not self._is_thick(arc):
                continue
            span = arc.last - arc.first
            height = (ground - top - self._line * 1.6) * (0.25 + 0.75 * (span - 1) / max(1, longest - 1))
            first, last = left + arc.first * step, left + arc.last * step
            self._paint_arc(painter, arc, first, last, ground, height)
            labels.append((self._label_place(arc, (first + last) / 2, ground - height, (top, ground), taken), arc))
        # The labels of what matters lie on top.
        for place, arc in sorted(labels, key=lambda label: label[1].kind != "other"):
            self._paint_label(painter, place, arc)
        painter.setPen(QPen(self._appearance.theme.text, metrics.line(1.5)))
        painter.setBrush(self._appearance.theme.panel)
        for number in range(len(characters) + 1):
            painter.drawEllipse(QPointF(left + number * step, ground), metrics.px(4), metrics.px(4))

    def _paint_characters(self, painter: QPainter, ways: WordWays, left: float, step: float, ground: float) -> None:
        """One box for each character; those that the best way uses alone are accent."""
        theme, metrics = self._appearance.theme, self._appearance.metrics
        best = {(edge.start, edge.end) for edge in ways.best.edges}
        singles = [edge for edge in ways.lattice.edges if edge_is_character(edge)]
        for number, edge in enumerate(sorted(singles, key=lambda edge: edge.start)):
            used = (edge.start, edge.end) in best
            box = QRectF(
                left + number * step + metrics.units(1),
                ground + metrics.units(1.5),
                step - metrics.units(2),
                self._face.height,
            )
            style = quiet_style(theme)
            painter.setPen(QPen(theme.accent, metrics.line(2.5)) if used else QPen(theme.hairline, 1))
            painter.setBrush(theme.selected_row if used else style.fill or theme.panel)
            painter.drawRoundedRect(box, metrics.corner, metrics.corner)
            shape = self._face.shape(edge.text, used, box.width())
            self._face.paint_text(
                painter, QPointF(box.center().x() - shape.width / 2, box.top()), shape, theme.text, used
            )
            painter.setFont(self._small)
            painter.setPen(theme.text if used else theme.second_text)
            words = f"{edge.score:.2f}"
            if QFontMetricsF(self._small).horizontalAdvance(words) <= step:
                below = QRectF(left + number * step, box.bottom(), step, self._line)
                painter.drawText(below, Qt.AlignmentFlag.AlignCenter, words)

    def _paint_arc(self, painter: QPainter, arc: Arc, first: float, last: float, ground: float, height: float) -> None:
        path = QPainterPath(QPointF(first, ground))
        inset = (last - first) * 0.2
        lift = height * 4 / 3
        path.cubicTo(QPointF(first + inset, ground - lift), QPointF(last - inset, ground - lift), QPointF(last, ground))
        painter.setPen(self._pen(arc))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)

    def _colour(self, arc: Arc) -> QColor:
        theme = self._appearance.theme
        return {"best": theme.accent, "gone": theme.error}.get(arc.kind, theme.control_border)

    def _is_thick(self, arc: Arc) -> bool:
        ways = self._ways
        on_best = ways is not None and any((e.start, e.end) == (arc.edge.start, arc.edge.end) for e in ways.best.edges)
        return on_best or (ways is not None and arc.edge.text == ways.piece)

    def _pen(self, arc: Arc) -> QPen:
        pen = QPen(self._colour(arc), self._appearance.metrics.line(3.5 if self._is_thick(arc) else 1.5))
        if arc.kind == "gone":
            pen.setDashPattern([4, 2.5])
        return pen

    def _label(self, arc: Arc) -> str:
        return f"{arc.edge.score:.2f}"

    def _label_place(
        self, arc: Arc, middle: float, y: float, bounds: tuple[float, float], taken: list[QRectF]
    ) -> QRectF:
        """At the arc's top, or as near to it as no other label stands; always between title and characters."""
        metrics = self._appearance.metrics
        width = self._face.width(arc.edge.text, self._is_thick(arc)) + metrics.units(1)
        width += QFontMetricsF(self._small).horizontalAdvance(self._label(arc)) + metrics.units(1)
        height = self._face.height
        wanted = QRectF(middle - width / 2, y - height / 2, width, height)
        wanted.moveLeft(min(max(1.0, wanted.left()), max(1.0, self.width() - width - 1)))
        for shift in (0, 1, -1, 2, -2, 3):
            place = wanted.translated(0, shift * (height + 2) * 0.9)
            inside = bounds[0] <= place.top() and place.bottom() <= bounds[1] - metrics.px(5)
            if inside and not any(place.intersects(other) for other in taken):
                break
        else:
            place = wanted
        taken.append(place)
        return place

    def _paint_label(self, painter: QPainter, place: QRectF, arc: Arc) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        thick = self._is_thick(arc)
        fill = {"best": theme.selected_row, "gone": theme.error_ground}.get(arc.kind, theme.panel)
        painter.setPen(QPen(self._colour(arc), metrics.line(2 if thick else 1)))
        painter.setBrush(fill)
        painter.drawRoundedRect(place, metrics.corner, metrics.corner)
        shape = self._face.shape(arc.edge.text, thick, place.width())
        self._face.paint_text(painter, QPointF(place.left(), place.top()), shape, theme.text, thick)
        painter.setFont(self._small)
        painter.setPen(theme.text if thick else theme.second_text)
        rest = QRectF(
            place.left() + shape.width, place.top(), place.width() - shape.width - metrics.units(1.5), place.height()
        )
        painter.drawText(rest, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), self._label(arc))

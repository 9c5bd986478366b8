"""PremiumBars: one tokenizer's languages as bars, the longest on top, with the interval as a whisker.

Premiums stand on a logarithmic axis: twice as dear is the same length everywhere.  Bars begin at 1, so one that is cheaper
than the reference points the other way.  Other measures have a linear axis from 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.look.theme import Appearance
from app.widgets.basics.painter import Painter
from app.widgets.basics.plain_tip import plain_tip

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_WRAP = _RIGHT | Qt.TextFlag.TextWordWrap


@dataclass(frozen=True, slots=True)
class Bar:
    """A language's value, as a number and as it is printed; `low` and `high` are its interval, if it has one."""

    code: str
    name: str
    value: float
    text: str
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Axis:
    """From `low` to `high`, where bars begin (`origin`), and the numbers that stand at it; those of shares `in_percent`."""

    low: float
    high: float
    origin: float
    ticks: tuple[float, ...]
    logarithmic: bool
    in_percent: bool = False

    def share(self, value: float) -> float:
        """Where a value stands, 0 to 1.

        >>> log_axis([1.0, 16.0]).share(4.0)
        0.5
        """
        value = min(self.high, max(self.low, value))
        if self.logarithmic:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def tick_text(self, tick: float) -> str:
        """A number as it stands at the axis.

        >>> log_axis([16.0]).tick_text(4.0), linear_axis([0.9], in_percent=True).tick_text(0.25)
        ('4×', '25 %')
        """
        if self.in_percent:
            return f"{100 * tick:,.10g} %"
        return f"{tick:g}×" if self.logarithmic else f"{tick:,.10g}"


def log_axis(values: Sequence[float]) -> Axis:
    """From 1, or from a power of two below the smallest, to a little above the largest."""
    smallest, largest = min(values, default=1.0), max(values, default=2.0)
    low = 2.0 ** math.floor(math.log2(smallest)) if smallest < 0.995 else 1.0
    high = max(2.0, largest)
    first, last = round(math.log2(low)), math.floor(math.log2(high))
    return Axis(low, high, 1.0, tuple(2.0**power for power in range(first, last + 1)), True)


def linear_axis(values: Sequence[float], *, in_percent: bool = False) -> Axis:
    """From 0 to the largest, with three or four round numbers."""
    high = max(values, default=1.0) or 1.0
    step = 10.0 ** math.floor(math.log10(high))
    step = next(step * part for part in (0.2, 0.25, 0.5, 1, 2.5) if high / (step * part) <= 5)
    ticks = tuple(step * n for n in range(math.floor(high / step) + 1))
    return Axis(0.0, high, 0.0, ticks, False, in_percent)


@dataclass(frozen=True, slots=True)
class _Room:
    """Widths of the names and of the numbers, heights of the rows."""

    names: float
    numbers: float
    heights: list[float]


class PremiumBars(QWidget):
    """`selected(code)`: a row was clicked, or reached with the arrow keys."""

    selected = Signal(str)

    def __init__(self, appearance: Appearance, tip: Callable[[str], str] = lambda _code: "") -> None:
        super().__init__()
        self._appearance = appearance
        self._tip = tip
        self._bars: tuple[Bar, ...] = ()
        self._axis = log_axis([])
        self._selected = ""
        self._tops: list[float] = []
        self._measured: tuple[object, _Room] | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)
        self.setAccessibleName(self.tr("Bars of the selected tokenizer"))
        appearance.changed.connect(self._lay_out)

    # -- what is shown -----------------------------------------------------------------------------------------------

    def show_bars(
        self, bars: Sequence[Bar], *, logarithmic: bool = True, in_percent: bool = False, sort: bool = True
    ) -> None:
        """Show these, sorted from the largest value down, or, without `sort`, as the same languages stand now."""
        places = {bar.code: place for place, bar in enumerate(self._bars)}
        if sort or places.keys() != {bar.code for bar in bars}:
            self._bars = tuple(sorted(bars, key=lambda bar: -bar.value))
        else:
            self._bars = tuple(sorted(bars, key=lambda bar: places[bar.code]))
        self._measured = None
        ends = [bar.high or bar.value for bar in self._bars] + [bar.low or bar.value for bar in self._bars]
        self._axis = log_axis(ends) if logarithmic else linear_axis(ends, in_percent=in_percent)
        self.setAccessibleDescription(", ".join(f"{bar.name} {bar.text}" for bar in self._bars[:40]))
        self._lay_out()

    def copy_to(self, other: PremiumBars) -> None:
        """Show the same in another widget: for a picture."""
        axis = self._axis
        other.show_bars(self._bars, logarithmic=axis.logarithmic, in_percent=axis.in_percent, sort=False)
        other.select(self._selected)

    def select(self, code: str) -> None:
        """Light a row, without telling anybody."""
        self._selected = code
        self.update()

    def bars(self) -> tuple[Bar, ...]:
        """The bars from top to bottom."""
        return self._bars

    def axis(self) -> Axis:
        return self._axis

    def code_at(self, position: QPointF) -> str:
        """The language whose row is there; "" where there is none."""
        for bar, row in zip(self._bars, self._rows(), strict=True):
            if row.top() <= position.y() < row.bottom():
                return bar.code
        return ""

    def row_rect(self, code: str) -> QRectF:
        """The place of a language's row."""
        rows = {bar.code: row for bar, row in zip(self._bars, self._rows(), strict=True)}
        return rows.get(code, QRectF())

    # -- layout ------------------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self.updateGeometry()
        self.update()

    def _row_height(self) -> float:
        """The least height of a row with a name of one line."""
        return QFontMetricsF(self._appearance.font("caption")).height() + self._appearance.metrics.units(0.5)

    def _room(self) -> _Room:
        """What the texts need, measured once for these bars at this width."""
        key = self.width(), self._appearance.base
        if self._measured is None or self._measured[0] != key:
            self._measured = key, self._measure()
        return self._measured[1]

    def _measure(self) -> _Room:
        """Names take the width of the longest, up to 42 % of the widget; longer ones wrap."""
        text = QFontMetricsF(self._appearance.font("caption", weight=700))
        wide = [text.horizontalAdvance(bar.name) for bar in self._bars]
        longest = max(wide, default=0.0) + 2
        names = min(longest, max(self.width() * 0.42, self._appearance.metrics.units(20)))
        numbers = max((text.horizontalAdvance(bar.text) for bar in self._bars), default=0.0) + 2
        one = self._row_height()
        lines = [1 if width <= names else math.ceil(width * 1.2 / names) for width in wide]
        return _Room(names, numbers, [one + (count - 1) * text.lineSpacing() for count in lines])

    def _heights(self) -> list[float]:
        return self._room().heights

    def _axis_height(self) -> float:
        return QFontMetricsF(self._appearance.font("caption")).height() + self._appearance.metrics.units(1)

    def _rows(self) -> list[QRectF]:
        """One below the other; a tall widget gives each a little more, up to a table row."""
        heights = self._heights()
        if not heights:
            return []
        spare = (self.height() - self._axis_height() - sum(heights)) / len(heights)
        more = min(max(0.0, spare), self._appearance.metrics.units(1.5))
        rows, top = [], 0.0
        for height in heights:
            rows.append(QRectF(0, top, self.width(), height + more))
            top += height + more
        return rows

    def _track(self) -> tuple[float, float]:
        """Left and right end of the axis."""
        metrics = self._appearance.metrics
        left = metrics.units(3) + self._room().names + metrics.units(2)
        return left, max(left + 10, self.width() - metrics.units(3) - self._room().numbers - metrics.units(3))

    def _x(self, value: float) -> float:
        left, right = self._track()
        return left + self._axis.share(value) * (right - left)

    def sizeHint(self) -> QSize:
        return QSize(self._appearance.metrics.units(80), math.ceil(sum(self._heights()) + self._axis_height()))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._appearance.metrics.units(50), self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    # -- drawing -----------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        with Painter(self) as painter:
            painter.fillRect(self.rect(), self._appearance.theme.panel)
            rows, area = self._rows(), event.rect()
            if rows:
                seen = [
                    (bar, row)
                    for bar, row in zip(self._bars, rows, strict=True)
                    if row.bottom() >= area.top() and row.top() <= area.bottom()
                ]
                for bar, row in seen:
                    if bar.code == self._selected:
                        painter.fillRect(row, self._appearance.theme.selected_row)
                bottom = self._axis_top(rows[-1].bottom())
                self._paint_lines(painter, bottom)
                for bar, row in seen:
                    self._paint_row(painter, bar, row)
                self._paint_axis(painter, bottom)
            if self.hasFocus():
                painter.setPen(QPen(self._appearance.theme.accent, self._appearance.metrics.line(2)))
                painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))

    def _axis_top(self, end: float) -> float:
        """Under the last row, or at the bottom of what a scroll area shows: the numbers are always in sight."""
        visible = self.visibleRegion().boundingRect()
        return end if visible.isEmpty() else min(end, visible.bottom() + 1 - self._axis_height())

    def _paint_lines(self, painter: QPainter, bottom: float) -> None:
        theme = self._appearance.theme
        for tick in self._axis.ticks:
            x = round(self._x(tick)) + 0.5
            painter.setPen(QPen(theme.control_border if tick == self._axis.origin else theme.hairline, 1))
            painter.drawLine(QPointF(x, 0), QPointF(x, bottom))

    def _paint_axis(self, painter: QPainter, bottom: float) -> None:
        theme = self._appearance.theme
        painter.fillRect(QRectF(0, bottom, self.width(), self.height() - bottom), theme.panel)
        font = self._appearance.font("caption")
        painter.setFont(font)
        text = QFontMetricsF(font)
        painter.setPen(theme.second_text)
        for tick in self._axis.ticks[:: self._every(text)]:
            x = round(self._x(tick)) + 0.5
            words = self._axis.tick_text(tick)
            wide = text.horizontalAdvance(words) + 4
            painter.drawText(
                QRectF(x - wide / 2, bottom, wide, self._axis_height()), Qt.AlignmentFlag.AlignCenter, words
            )

    def _every(self, text: QFontMetricsF) -> int:
        """Every how many ticks a number has room."""
        ticks = self._axis.ticks
        if len(ticks) < 2:
            return 1
        widest = max(text.horizontalAdvance(self._axis.tick_text(tick)) for tick in ticks)
        between = self._x(ticks[1]) - self._x(ticks[0])
        return max(1, math.ceil((widest + self._appearance.metrics.units(2)) / max(1.0, between)))

    def _paint_row(self, painter: QPainter, bar: Bar, row: QRectF) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        lit = bar.code == self._selected
        painter.setFont(self._appearance.font("caption", weight=700 if lit else None))
        painter.setPen(theme.text)
        painter.drawText(QRectF(metrics.units(3), row.top(), self._room().names, row.height()), _WRAP, bar.name)
        painter.drawText(row.adjusted(0, 0, -metrics.units(3), 0), _RIGHT, bar.text)
        begin, end = sorted((self._x(self._axis.origin), self._x(bar.value)))
        height = round(min(row.height() * 0.5, metrics.units(2.5)))
        top = round(row.center().y() - height / 2)
        fill = theme.accent if lit else theme.heat[0 if bar.value < 0.995 and self._axis.logarithmic else 4].fill
        painter.fillRect(QRectF(begin, top, max(1.0, end - begin), height), fill)
        if bar.low is not None and bar.high is not None and bar.high > bar.low:
            self._paint_whisker(painter, bar.low, bar.high, row.center().y(), height)

    def _paint_whisker(self, painter: QPainter, low: float, high: float, y: float, height: float) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._appearance.theme.text, self._appearance.metrics.line(2)))
        left, right, half = self._x(low), self._x(high), height * 0.45
        painter.drawLine(QPointF(left, y), QPointF(right, y))
        for x in (left, right):
            painter.drawLine(QPointF(x, y - half), QPointF(x, y + half))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    # -- the user ----------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._choose(self.code_at(event.position()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        codes = [bar.code for bar in self._bars]
        move = {int(Qt.Key.Key_Down): 1, int(Qt.Key.Key_Up): -1}.get(event.key())
        if move is None or not codes:
            super().keyPressEvent(event)
            return
        place = codes.index(self._selected) + move if self._selected in codes else 0
        self._choose(codes[max(0, min(len(codes) - 1, place))])

    def _choose(self, code: str) -> None:
        if code and code != self._selected:
            self.select(code)
            self.selected.emit(code)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            code = self.code_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), plain_tip(self._tip(code)) if code else "", self)
            return True
        return super().event(event)

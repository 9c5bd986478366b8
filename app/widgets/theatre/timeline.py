"""The timeline: the curve of the corpus's tokens is the track, the handle says where we are.

Below the curve a band shows where ties are; flags are bookmarks; what is not learned yet is hatched.  Curve, band and axis
are painted into pictures when data, size or appearance change; a new position costs only the handle and the axis.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPaintEngine,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.icons import pixmap
from app.theme import Appearance
from app.translation import later, translate
from app.widgets.basics.painter import Painter
from app.widgets.charts import timeline_layout as layout
from app.widgets.charts.ghost_key import ghost_pen
from app.widgets.theatre.timeline_access import announce_position, install_slider_access

_TOKENS = later("timeline", "tokens of the corpus")
_KEYS = {
    Qt.Key.Key_Left: "Left",
    Qt.Key.Key_Right: "Right",
    Qt.Key.Key_PageUp: "PageUp",
    Qt.Key.Key_PageDown: "PageDown",
    Qt.Key.Key_Home: "Home",
    Qt.Key.Key_End: "End",
}


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A flag on the timeline."""

    step: int
    label: str


class Timeline(QWidget):
    """Shows a position and asks for another one (`seek_asked`); it moves only when `set_position` is called."""

    seek_asked = Signal(int)

    def __init__(self, appearance: Appearance, parent: QWidget | None = None):
        super().__init__(parent)
        self._appearance = appearance
        self._tokens: npt.NDArray[Any] = np.zeros(1)
        self._tied: npt.NDArray[Any] = np.zeros(0)
        self._ghost: npt.NDArray[Any] = np.zeros(0)
        self._ghost_name = ""
        self._goal = 0
        self._what = ""
        self._position = 0
        self._bookmarks: tuple[Bookmark, ...] = ()
        self._picture: QPixmap | None = None
        self._played: QPixmap | None = None
        self._played_line: QPolygonF = QPolygonF()
        self._wheel = 0
        self._low = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Timeline"))
        install_slider_access()
        appearance.changed.connect(self._renew)

    # ---- what is shown ----

    def set_data(
        self, tokens: npt.NDArray[Any], tied: npt.NDArray[Any], goal: int | None = None, what: str = ""
    ) -> None:
        """`tokens` of the corpus at each position (0 = before the first step), `tied` pairs of each step, and the step
        at which the axis ends while a training is going on; `what` says what the curve is, if it is another one."""
        self._what = what or translate("timeline", _TOKENS)
        self._tokens = tokens if len(tokens) else np.zeros(1)
        self._tied = tied
        self._goal = max(goal or 0, self.known)
        self._position = min(self._position, self.known)
        self._renew()

    def set_ghost(self, tokens: npt.NDArray[Any], name: str) -> None:
        """Another run's tokens at each position, drawn dashed behind the curve; an empty array for none."""
        self._ghost, self._ghost_name = tokens, name
        self.setAccessibleDescription(self.tr("Dashed line: {}").format(name) if len(tokens) else "")
        self._renew()

    def set_position(self, position: int) -> None:
        """Puts the handle at a position."""
        position = min(self.known, max(0, position))
        if position != self._position:
            self._position = position
            announce_position(self, position)
            self.update()

    def set_bookmarks(self, bookmarks: Sequence[Bookmark]) -> None:
        self._bookmarks = tuple(sorted(bookmarks, key=lambda bookmark: bookmark.step))
        self._renew()

    def set_low(self, low: bool) -> None:
        """On a low screen there is room for flags only where there are flags."""
        if low != self._low:
            self._low = low
            self._renew()

    @property
    def position(self) -> int:
        return self._position

    @property
    def known(self) -> int:
        """The last position there is."""
        return len(self._tokens) - 1

    @property
    def last(self) -> int:
        """The step at the right end of the axis."""
        return max(1, self._goal)

    # ---- geometry ----

    def _renew(self) -> None:
        self._picture = None
        self.updateGeometry()
        self.update()

    @property
    def _caption(self) -> QFontMetricsF:
        return QFontMetricsF(self._appearance.font("caption"))

    @property
    def _flags_height(self) -> float:
        return 0.0 if self._low and not self._bookmarks else float(self._caption.height())

    @property
    def _track(self) -> QRectF:
        metrics = self._appearance.metrics
        top = self._flags_height + metrics.units(1)
        bottom = self.height() - self._caption.height() - metrics.units(5.5)
        return QRectF(
            metrics.units(3), top, max(1.0, self.width() - metrics.units(6)), max(metrics.units(4), bottom - top)
        )

    @property
    def _band(self) -> QRectF:
        metrics, track = self._appearance.metrics, self._track
        return QRectF(track.left(), track.bottom() + metrics.units(0.75), track.width(), metrics.px(6))

    def _x(self, step: float) -> float:
        return float(layout.x_of(step, self.last, self._track.left(), self._track.width()))

    def _y(self, values: Any) -> Any:
        """The curve fills the track: it begins near the top and ends near the bottom, whatever its numbers."""
        track, both = self._track, np.concatenate([self._tokens, self._ghost[: self.last + 1]])
        top = float(np.nanmax(both))
        floor = min(float(np.nanmin(both)) * 0.95, top - 1.0)
        return track.bottom() - 1 - (track.height() - 2) * (values - floor) / (top - floor)

    def sizeHint(self) -> QSize:
        metrics = self._appearance.metrics
        return QSize(round(metrics.px(560)), round(self._flags_height + self._caption.height() + metrics.units(7 + 8)))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(self._appearance.metrics.px(240)), self.sizeHint().height())

    # ---- painting ----

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = Painter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if painter.paintEngine().type() == QPaintEngine.Type.SVG:  # lines stay lines
            self._paint_ground(painter)
            painter.save()
            painter.setClipRect(QRectF(0, 0, self._x(self._position), self.height()))
            self._paint_played(painter)
            painter.restore()
        else:
            self._put_pictures(painter)
        self._paint_axis(painter)
        self._paint_handle(painter)
        if self.hasFocus():
            half = self._appearance.metrics.focus / 2
            painter.setPen(QPen(self._appearance.theme.accent, self._appearance.metrics.focus))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(half, half, -half, -half))
        painter.end()

    def _put_pictures(self, painter: QPainter) -> None:
        """What does not depend on the position is painted once, as it is before it is played and after that."""
        if self._picture is None or self._played is None:
            self._picture = self._painted_picture(self._paint_ground)
            self._played = self._painted_picture(self._paint_ground, self._paint_played)
        ratio = self._picture.devicePixelRatio()
        pixels = round(self._x(self._position) * ratio) if self._position > 0 else 0
        painter.drawPixmap(0, 0, self._picture)
        painter.drawPixmap(QPointF(0, 0), self._played, QRectF(0, 0, pixels, self._played.height()))

    def _painted_picture(self, *parts: Callable[[QPainter], None]) -> QPixmap:
        ratio = self.devicePixelRatioF()
        picture = QPixmap(round(self.width() * ratio), round(self.height() * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(self._appearance.theme.panel)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for paint in parts:
            paint(painter)
        painter.end()
        return picture

    def _paint_ground(self, painter: QPainter) -> None:
        painter.fillRect(self._track, self._appearance.theme.alternate)
        self._paint_ghost(painter)
        self._paint_curve(painter)
        self._paint_not_learned(painter)
        self._paint_ties(painter)
        self._paint_summary(painter, self._paint_bookmarks(painter))

    def _paint_curve(self, painter: QPainter) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        pixels = round(self._track.width() * self.known / self.last)
        steps, values = layout.thinned(self._tokens, max(1, pixels))
        track = self._track
        places = layout.x_of(steps, self.last, track.left(), track.width())
        line = zip(places.tolist(), self._y(values).tolist(), strict=True)
        self._played_line = QPolygonF([QPointF(x, y) for x, y in line])
        painter.setPen(QPen(theme.second_text, metrics.line(1.5)))
        painter.drawPolyline(self._played_line)

    def _paint_ghost(self, painter: QPainter) -> None:
        at = np.flatnonzero(np.isfinite(self._ghost[: self.last + 1]))
        if len(at) < 2:
            return
        track = self._track
        steps, values = layout.thinned(self._ghost[at], max(1, round(track.width() * len(at) / self.last)))
        places = layout.x_of(steps + at[0], self.last, track.left(), track.width())
        line = zip(places.tolist(), self._y(values).tolist(), strict=True)
        painter.setPen(ghost_pen(self._appearance.theme.second_text, self._appearance.metrics.line(1.5)))
        painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in line]))

    def _paint_not_learned(self, painter: QPainter) -> None:
        if self.known >= self.last:
            return
        left = self._x(self.known)
        rest = QRectF(left, self._track.top(), self._track.right() - left, self._track.height())
        painter.save()
        painter.setClipRect(rest)
        painter.fillRect(rest, self._appearance.theme.panel)
        painter.setPen(QPen(self._appearance.theme.hairline, 1))
        distance = self._appearance.metrics.px(7)
        x = rest.left() - rest.height()
        while x < rest.right():
            painter.drawLine(QPointF(x, rest.bottom()), QPointF(x + rest.height(), rest.top()))
            x += distance
        painter.restore()

    def _paint_ties(self, painter: QPainter) -> None:
        """One cell for a few pixels, or one for a step where steps are wider; the stronger, the more ties."""
        band = self._band
        cells = max(1, min(self.last, int(band.width() / self._appearance.metrics.px(3))))
        if not len(self._tied):
            return
        width = band.width() / cells
        for cell, share in enumerate(layout.tie_shares(self._tied, self.last, cells).tolist()):
            if share > 0:
                colour = QColor(self._appearance.theme.tie)
                colour.setAlphaF(0.25 + 0.75 * share)
                gap = min(1.0, 0.25 * width)
                painter.fillRect(QRectF(band.left() + cell * width, band.top(), width - gap, band.height()), colour)

    def _paint_axis(self, painter: QPainter) -> None:
        """Round steps and the last one, except where the handle's label stands."""
        caption, track = self._caption, self._track
        widest = caption.horizontalAdvance(f"{self.last:,}") + self._appearance.metrics.units(5)
        ticks = layout.axis_ticks(self.last, max(1, int(track.width() / widest) - 1))
        labels = [f"{step:,}" for step in (ticks[-1], *ticks[:-1])]
        spans = [(self._label_rect.left(), self._label_rect.right())]
        for step, label in zip((ticks[-1], *ticks[:-1]), labels, strict=True):
            width = caption.horizontalAdvance(label)
            left = min(max(track.left(), self._x(step) - width / 2), track.right() - width)
            spans.append((left, left + width))
        keep = layout.keep_apart(spans, self._appearance.metrics.units(1.5))
        painter.setFont(self._appearance.font("caption"))
        painter.setPen(self._appearance.theme.second_text)
        for label, (left, right), drawn in zip(labels, spans[1:], keep[1:], strict=True):
            if drawn and self._goal > 0:
                rect = QRectF(left, self._label_top, right - left + 1, caption.height())
                painter.drawText(rect, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, label)

    @property
    def _label_rect(self) -> QRectF:
        """Where the number of the position stands."""
        metrics, font = self._appearance.metrics, self._appearance.font("caption", weight=700)
        width = QFontMetricsF(font).horizontalAdvance(f"{self._position:,}") + metrics.units(4)
        left = min(max(2.0, self._x(self._position) - width / 2), self.width() - width - 2)
        return QRectF(left, self._label_top - metrics.units(0.5), width, self._caption.height() + metrics.units(1))

    @property
    def _label_top(self) -> float:
        return self._band.bottom() + self._appearance.metrics.units(1.75)

    def _paint_bookmarks(self, painter: QPainter) -> float:
        """Flags with as many names as have room; gives the right end of the last name."""
        theme, metrics, caption = self._appearance.theme, self._appearance.metrics, self._caption
        side = round(metrics.base * 0.9)
        flags = [(self._x(bookmark.step) - side / 2, self._x(bookmark.step) + side / 2) for bookmark in self._bookmarks]
        spans = [
            (right + metrics.units(1), right + metrics.units(1) + caption.horizontalAdvance(bookmark.label))
            for bookmark, (_, right) in zip(self._bookmarks, flags, strict=True)
        ]
        keep = layout.named_flags(flags, spans, metrics.units(1))
        painter.setFont(self._appearance.font("caption"))
        end = 0.0
        for bookmark, span, named in zip(self._bookmarks, spans, keep, strict=True):
            x = self._x(bookmark.step)
            pen = QPen(theme.second_text, 1)
            pen.setDashPattern([2, 2])
            painter.setPen(pen)
            painter.drawLine(QPointF(x, caption.height()), QPointF(x, self._track.bottom()))
            painter.drawPixmap(
                QPointF(x - side / 2, 1), pixmap("bookmark", theme.second_text, side, self.devicePixelRatioF())
            )
            if named and span[1] <= self.width():
                left = x + side / 2 + metrics.units(1)
                rect = QRectF(left, 0, span[1] - left + 2, caption.height())
                painter.drawText(rect, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, bookmark.label)
                end = max(end, span[1])
        return end

    def _paint_summary(self, painter: QPainter, used: float) -> None:
        """What the curve is: in the track where a falling curve leaves the corner free, if there is room."""
        if self.known < 1:
            return
        text = f"{self._what}: {int(self._tokens[0]):,} → {int(self._tokens[-1]):,}"
        width, metrics = self._caption.horizontalAdvance(text) + 1, self._appearance.metrics
        right = self._x(self.known) - metrics.units(1.5)
        rect = QRectF(right - width, self._track.top() + metrics.units(1), width, self._caption.height())
        start = self._tokens[
            min(self.known, max(0, int(self.last * (rect.left() - self._track.left()) / self._track.width())))
        ]
        if rect.left() > self._track.left() and rect.bottom() < float(self._y(float(start))):
            painter.fillRect(rect.adjusted(-2, 0, 2, 0), self._appearance.theme.alternate)
            painter.setPen(self._appearance.theme.second_text)
            painter.drawText(rect, Qt.AlignmentFlag.AlignRight, text)
            self._paint_ghost_name(painter, rect)

    def _paint_ghost_name(self, painter: QPainter, beside: QRectF) -> None:
        """Whose line is dashed, at the left of what the curve is, if there is room for it."""
        if np.isfinite(self._ghost[: self.last + 1]).sum() < 2:
            return
        metrics = self._appearance.metrics
        stroke, width = metrics.px(24), self._caption.horizontalAdvance(self._ghost_name) + 1
        rect = QRectF(beside.left() - metrics.units(6) - width, beside.top(), width, beside.height())
        left = rect.left() - stroke - metrics.units(1.5)
        at = int(self.last * (left - self._track.left()) / self._track.width())
        if left < self._track.left() or rect.bottom() >= float(
            self._y(float(self._tokens[min(self.known, max(0, at))]))
        ):
            return
        painter.fillRect(rect.adjusted(-stroke - metrics.units(1.5), 0, 2, 0), self._appearance.theme.alternate)
        painter.drawText(rect, Qt.AlignmentFlag.AlignRight, self._ghost_name)
        painter.setPen(ghost_pen(self._appearance.theme.second_text, metrics.line(1.5)))
        painter.drawLine(QPointF(left, rect.center().y()), QPointF(left + stroke, rect.center().y()))

    def _paint_played(self, painter: QPainter) -> None:
        theme, track = self._appearance.theme, self._track
        if self._played_line.size() > 1:
            area = QPolygonF(self._played_line)
            area.append(QPointF(self._x(self.known), track.bottom()))
            area.append(QPointF(track.left(), track.bottom()))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.selected_row)
            painter.drawPolygon(area)
            painter.setPen(QPen(theme.accent, self._appearance.metrics.line(2.5)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolyline(self._played_line)

    def _paint_handle(self, painter: QPainter) -> None:
        theme, metrics, x = self._appearance.theme, self._appearance.metrics, self._x(self._position)
        painter.setPen(QPen(theme.accent, metrics.line(3)))
        painter.drawLine(QPointF(x, self._track.top() - metrics.units(1)), QPointF(x, self._label_top))
        painter.setPen(QPen(theme.accent, metrics.line(2)))
        painter.setBrush(theme.panel)
        radius = metrics.px(5.5)
        painter.drawEllipse(QPointF(x, float(self._y(float(self._tokens[self._position])))), radius, radius)
        label = self._label_rect
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.accent)
        painter.drawRoundedRect(label, metrics.corner * 0.75, metrics.corner * 0.75)
        painter.setFont(self._appearance.font("caption", weight=700))
        painter.setPen(theme.on_accent)
        painter.drawText(label, Qt.AlignmentFlag.AlignCenter, f"{self._position:,}")

    # ---- wishes ----

    def _ask(self, position: int) -> None:
        if position != self._position:
            self.seek_asked.emit(position)

    def _ask_at(self, x: float) -> None:
        self._ask(layout.step_at(x, self.last, self._track.left(), self._track.width(), self.known))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._ask_at(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._ask_at(event.position().x())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """One notch is one step; fine wheels and touch pads add up to notches."""
        self._wheel += event.angleDelta().y() or -event.angleDelta().x()
        notches = int(self._wheel / 120)
        self._wheel -= notches * 120
        if notches:
            size = 10 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
            self._ask(min(self.known, max(0, self._position - notches * size)))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        modifiers = event.modifiers()
        target = layout.seek_target(
            _KEYS.get(Qt.Key(event.key()), ""),
            self._position,
            self.known,
            shift=bool(modifiers & Qt.KeyboardModifier.ShiftModifier),
            control=bool(modifiers & Qt.KeyboardModifier.ControlModifier),
        )
        if target is None:
            super().keyPressEvent(event)
        else:
            self._ask(target)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._picture = None

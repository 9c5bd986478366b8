"""The timeline: the curve of the corpus's tokens is the track, the handle says where we are.

Below the curve a band shows where ties are; flags are bookmarks; what is not learned yet is hatched.  All of that is painted
into pictures when data, size or appearance change; a new position costs only the handle and what it has passed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPaintEngine,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.look.theme import Appearance
from app.translation import later, translate
from app.widgets.basics.painter import Painter
from app.widgets.charts import timeline_layout as layout
from app.widgets.charts.played_pictures import Layers, Part, PlayedPictures
from app.widgets.charts.timeline_ground import TimelineGround
from app.widgets.charts.timeline_shape import Bookmark, Numbers, TimelineData, TimelineShape, flags_height
from app.widgets.theatre.timeline_access import announce_position, install_slider_access

__all__ = ["Bookmark", "Timeline"]

_TOKENS = later("timeline", "tokens of the corpus")
_KEYS = {
    Qt.Key.Key_Left: "Left",
    Qt.Key.Key_Right: "Right",
    Qt.Key.Key_PageUp: "PageUp",
    Qt.Key.Key_PageDown: "PageDown",
    Qt.Key.Key_Home: "Home",
    Qt.Key.Key_End: "End",
}


class Timeline(QWidget):
    """Shows a position and asks for another one (`seek_asked`); it moves only when `set_position` is called."""

    seek_asked = Signal(int)

    def __init__(self, appearance: Appearance, parent: QWidget | None = None):
        super().__init__(parent)
        self._appearance = appearance
        self._data = TimelineData()
        self._position = 0
        self._known_shape: TimelineShape | None = None
        self._pictures = PlayedPictures(self, self._layers)
        self._wheel = 0
        self._low = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName(self.tr("Timeline"))
        install_slider_access()
        appearance.changed.connect(self._on_appearance_changed)

    # ---- what is shown ----

    def set_data(self, tokens: Numbers, tied: Numbers, goal: int | None = None, what: str = "") -> None:
        """`tokens` of the corpus at each position (0 = before the first step), `tied` pairs of each step, and the step
        at which the axis ends while a training is going on; `what` says what the curve is, if it is another one."""
        tokens = tokens if len(tokens) else TimelineData().tokens
        what = what or translate("timeline", _TOKENS)
        self._data = replace(self._data, tokens=tokens, tied=tied, goal=max(goal or 0, len(tokens) - 1), what=what)
        self._position = min(self._position, self.known)
        self._renew()

    def set_ghost(self, tokens: Numbers, name: str) -> None:
        """Another run's tokens at each position, drawn dashed behind the curve; an empty array for none."""
        if not len(tokens) and not len(self._data.ghost):
            return
        self._data = replace(self._data, ghost=tokens, ghost_name=name)
        self.setAccessibleDescription(self.tr("Dashed line: {}").format(name) if len(tokens) else "")
        self._renew()

    def set_position(self, position: int) -> None:
        """Puts the handle at a position."""
        position = min(self.known, max(0, position))
        if position != self._position:
            before, self._position = self._position, position
            announce_position(self, position)
            self._update_between(before, position)

    def set_bookmarks(self, bookmarks: Sequence[Bookmark]) -> None:
        marks = sorted(bookmarks, key=lambda bookmark: bookmark.step)
        if marks != list(self._data.bookmarks):
            self._data = replace(self._data, bookmarks=marks)
            self._renew()

    def set_low(self, low: bool) -> None:
        """On a low screen there is room for flags only where there are flags."""
        if low != self._low:
            self._low = low
            self._renew()

    def make_in(self, later: Callable[[Part], None]) -> None:
        """Where to ask for a turn to paint the pictures in."""
        self._pictures.make_in(later)

    @property
    def data(self) -> TimelineData:
        return self._data

    @property
    def position(self) -> int:
        return self._position

    @property
    def known(self) -> int:
        """The last position there is."""
        return self._data.known

    @property
    def last(self) -> int:
        """The step at the right end of the axis."""
        return self._data.last

    # ---- geometry ----

    def _on_appearance_changed(self) -> None:
        self._pictures.forget()
        self._renew()

    def _renew(self) -> None:
        self._pictures.outdate()
        self._known_shape = None
        self.updateGeometry()
        self.update()

    @property
    def shape(self) -> TimelineShape:
        """Where everything stands at this size."""
        if self._known_shape is None:
            self._known_shape = TimelineShape(self._data, self.size(), self._appearance, low=self._low)
        return self._known_shape

    def _label(self, position: int) -> QRectF:
        """Where the number of a position stands."""
        font = self._appearance.font("caption", weight=700)
        return self.shape.label_rect(position, QFontMetricsF(font).horizontalAdvance(f"{position:,}"))

    def _update_between(self, before: int, position: int) -> None:
        """Only what the handle has passed changes, and the axis under it."""
        shape, radius = self.shape, self._appearance.metrics.px(8)
        left, right = sorted((float(shape.x(before)), float(shape.x(position))))
        self.update(QRectF(left - radius, 0, right - left + 2 * radius, shape.label_top).toAlignedRect())
        self.update(QRectF(0, shape.label_top - radius, self.width(), self.height()).toAlignedRect())

    def sizeHint(self) -> QSize:
        metrics, caption = self._appearance.metrics, QFontMetricsF(self._appearance.font("caption")).height()
        flags = flags_height(self._data, self._appearance, low=self._low)
        return QSize(round(metrics.px(560)), round(flags + caption + metrics.units(7 + 8)))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(self._appearance.metrics.px(240)), self.sizeHint().height())

    # ---- painting ----

    def paintEvent(self, event: QPaintEvent) -> None:
        with Painter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if painter.paintEngine().type() == QPaintEngine.Type.SVG:  # lines stay lines
                self._paint_lines(painter)
            else:
                self._pictures.put(painter)
            self._paint_handle(painter)
            if self.hasFocus():
                half = self._appearance.metrics.focus / 2
                painter.setPen(QPen(self._appearance.theme.accent, self._appearance.metrics.focus))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(QRectF(self.rect()).adjusted(half, half, -half, -half))

    def _paint_lines(self, painter: QPainter) -> None:
        ground = TimelineGround(self.shape, self._appearance, self.devicePixelRatioF())
        ground.paint(painter)
        painter.save()
        painter.setClipRect(QRectF(0, 0, float(self.shape.x(self._position)), self.height()))
        ground.paint_played(painter)
        painter.restore()

    def _layers(self) -> Layers:
        """What does not depend on the position is painted once."""
        ground = TimelineGround(self.shape, self._appearance, self.devicePixelRatioF())
        seam = float(self.shape.x(self._position)) if self._position > 0 else 0.0
        return Layers(self._appearance.theme.panel, ground.paint, None, ground.paint_played, seam)

    def _paint_handle(self, painter: QPainter) -> None:
        theme, metrics, shape = self._appearance.theme, self._appearance.metrics, self.shape
        x, label = float(shape.x(self._position)), self._label(self._position)
        for tick in shape.ticks_under(label):
            painter.fillRect(tick, theme.panel)
        painter.setPen(QPen(theme.accent, metrics.line(3)))
        painter.drawLine(QPointF(x, shape.track.top() - metrics.units(1)), QPointF(x, shape.label_top))
        painter.setPen(QPen(theme.accent, metrics.line(2)))
        painter.setBrush(theme.panel)
        radius = metrics.px(5.5)
        painter.drawEllipse(QPointF(x, float(shape.y(float(self._data.tokens[self._position])))), radius, radius)
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
        self._ask(self.shape.step_at(x))

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
        self._known_shape = None
        self._pictures.outdate()

"""A tour of the window: a card beside each pane says in two sentences what it is for; it can be left at any moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.look.theme import Appearance
from app.widgets.basics.controls import Label, Panel, PushButton, ToolButton, spaced
from app.widgets.basics.keyboard_guest import KeyboardGuest
from app.widgets.basics.painter import Painter

_WIDTH = 90
"""Units."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A place of the tour: the pane it is about, its heading, and what it says."""

    pane: str
    title: str
    says: str


class WelcomeTour(KeyboardGuest, Panel):
    """A card that lies over `window`; `place_of` tells where a pane is (and brings it in front).  `left` at its end."""

    left = Signal()

    def __init__(
        self, appearance: Appearance, window: QWidget, stops: Sequence[Stop], place_of: Callable[[str], QRect]
    ) -> None:
        super().__init__(appearance)
        self.setParent(window)
        self._window, self._stops, self._place_of = window, tuple(stops), place_of
        self._number = 0
        self._frame = _Frame(appearance, window)
        self._build()
        window.installEventFilter(self)
        appearance.changed.connect(self._place)
        self.hide()

    def _build(self) -> None:
        look = self._appearance
        self.title = Label(look, role="heading", bold=True, wrap=True)
        self.says = Label(look, wrap=True)
        self.number = Label(look, role="caption", second=True)
        self.leave = ToolButton(look, "close", tip=self.tr("Leave the tour (Esc)"), plain=True)
        self.back = PushButton(look, self.tr("Back"))
        self.on = PushButton(look, self.tr("Next"), primary=True)
        head, foot, column = QHBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        self._column = column
        head.addWidget(self.title, 1)
        head.addWidget(self.leave, 0, Qt.AlignmentFlag.AlignTop)
        foot.addWidget(self.number, 1)
        foot.addWidget(self.back)
        foot.addWidget(self.on)
        column.addLayout(head)
        column.addWidget(self.says)
        column.addLayout(foot)
        spaced(head, look, (0, 0, 0, 0), 2)
        spaced(foot, look, (0, 0, 0, 0), 2)
        spaced(column, look, (4, 3, 3, 4), 3)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.leave.clicked.connect(self.close_tour)
        self.back.clicked.connect(lambda: self._go(self._number - 1))
        self.on.clicked.connect(lambda: self._go(self._number + 1))

    @property
    def stop(self) -> Stop:
        """Where the tour is."""
        return self._stops[self._number]

    def start(self) -> None:
        """From the beginning."""
        self.show()
        self._go(0)

    def put_away(self) -> None:
        self.close_tour()

    def close_tour(self) -> bool:
        """Leave it; False if it was not there."""
        if self.isHidden():
            return False
        self.hide()
        self._frame.hide()
        self.left.emit()
        return True

    def _go(self, number: int) -> None:
        if number >= len(self._stops):
            self.close_tour()
            return
        self._number = max(0, number)
        last = self._number == len(self._stops) - 1
        self.title.setText(self.stop.title)
        self.says.setText(self.stop.says)
        self.number.setText(self.tr("{} of {}").format(self._number + 1, len(self._stops)))
        self.back.setVisible(self._number > 0)
        self.on.setText(self.tr("Done") if last else self.tr("Next"))
        self.setAccessibleName(f"{self.stop.title} {self.stop.says}")
        self._place()
        self.setFocus()

    def _place(self) -> None:
        """Within the pane's frame, where it hides least: at its lower edge."""
        if self.isHidden():
            return
        metrics, window = self._appearance.metrics, self._window
        place = self._place_of(self.stop.pane)
        self._frame.frame(place)
        width = min(metrics.units(_WIDTH), window.width() - metrics.units(4))
        height = self._column.heightForWidth(width)
        gap = metrics.units(3)
        corner = QPoint(place.center().x() - width // 2, place.bottom() - height - gap)
        corner.setX(max(gap, min(corner.x(), window.width() - width - gap)))
        corner.setY(max(gap, min(corner.y(), window.height() - height - gap)))
        self.setGeometry(QRect(corner.x(), corner.y(), width, height))
        self.raise_()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Return: 1, Qt.Key.Key_Enter: 1}.get(
            Qt.Key(event.key())
        )
        if step is not None:
            self._go(self._number + step)
        else:
            super().keyPressEvent(event)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._place()
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        with Painter(self) as painter:
            painter.setPen(QPen(self._appearance.theme.accent, self._appearance.metrics.line(2)))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))


class _Frame(QWidget):
    """A line around the pane that is spoken of; clicks go through it."""

    def __init__(self, appearance: Appearance, window: QWidget) -> None:
        super().__init__(window)
        self._appearance = appearance
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def frame(self, place: QRect) -> None:
        self.setGeometry(place)
        self.show()
        self.raise_()

    def paintEvent(self, _event: QPaintEvent) -> None:
        with Painter(self) as painter:
            painter.setPen(QPen(self._appearance.theme.accent, self._appearance.metrics.line(3)))
            painter.drawRect(self.rect().adjusted(1, 1, -2, -2))

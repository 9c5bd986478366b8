"""A curve painted twice, before it is played and after that; at a position both stand side by side, the seam at the cursor.

Painting a curve takes milliseconds and the position moves at every step, so both pictures are kept until they are forgotten.
What is the same in both - the axes, another run's curve - is most of the work, and is painted once for both.

Where turns are given out (`later`), pictures of other data or another size are painted in a turn of their own, and the screen
shows those from before until then: a moment, which nobody sees, instead of a window that is held up.  Whatever else is
painted, a picture for a report say, has the new ones at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import shiboken6
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

Painting = Callable[[QPainter], None]
Part = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Layers:
    """`ground` lies below everything; over it lies `rest` where nothing has been played yet, `played` where it has; `seam` is
    where the one ends and the other begins."""

    colour: QColor
    ground: Painting
    rest: Painting | None
    played: Painting
    seam: float


class PlayedPictures:
    """Of the whole of a widget, whose `layers` say what is painted now."""

    def __init__(self, widget: QWidget, layers: Callable[[], Layers]) -> None:
        self._widget, self._layers = widget, layers
        self._later: Callable[[Part], None] | None = None
        self._ground: QPixmap | None = None
        self._pictures: dict[bool, QPixmap] = {}
        self._outdated = self._is_new = True

    def make_in(self, later: Callable[[Part], None]) -> None:
        """Where to ask for a turn."""
        self._later = later

    def forget(self) -> None:
        """They are in other colours: none of them may be seen any more."""
        self._ground = None
        self._pictures.clear()

    def outdate(self) -> None:
        """What they show, or its size, is another."""
        self._outdated = True

    def put(self, painter: QPainter) -> None:
        """The new ones; on screen those from before, if the new ones have to wait."""
        layers = self._layers()
        if self._later is not None and self._may_wait and _is_for_screen(painter, self._widget):
            self._put_outdated(painter, layers)
            self._later(self._make)
            return
        self._renew(layers)
        if layers.seam < self._widget.width():
            painter.drawPixmap(0, 0, self._pictures[False])
        if layers.seam > 0:
            self._put_played(painter, layers.seam)

    def _make(self) -> None:
        """In a turn of their own; unless the widget has been closed meanwhile."""
        if shiboken6.isValid(self._widget) and not self._widget.size().isEmpty():
            self._renew(self._layers())
            self._widget.update()

    def _renew(self, layers: Layers) -> None:
        """Paint those that are needed and not there."""
        if self._outdated:
            self.forget()
        self._outdated = self._is_new = False
        if layers.seam < self._widget.width():
            self._paint(False, layers.rest, layers)
        if layers.seam > 0:
            self._paint(True, layers.played, layers)

    @property
    def _may_wait(self) -> bool:
        """There are some to be seen meanwhile; or nothing has been seen yet, as when a pane is looked at for the first time."""
        return self._outdated and (self._is_new or bool(self._pictures))

    def _put_outdated(self, painter: QPainter, layers: Layers) -> None:
        """As large as the widget is now."""
        picture = self._pictures.get(False, self._pictures.get(True))
        if picture is None:
            painter.fillRect(self._widget.rect(), layers.colour)
            return
        painter.drawPixmap(self._widget.rect(), picture)
        if layers.seam > 0 and True in self._pictures:
            self._put_played(painter, layers.seam)

    def _put_played(self, painter: QPainter, seam: float) -> None:
        picture, whole = self._pictures[True], self._widget.size()
        share = round(seam * picture.width() / max(1, whole.width()))
        place = QRectF(0, 0, share * whole.width() / max(1, picture.width()), whole.height())
        painter.drawPixmap(place, picture, QRectF(0, 0, share, picture.height()))

    def _paint(self, played: bool, over: Painting | None, layers: Layers) -> None:
        if played not in self._pictures:
            self._pictures[played] = _painted(QPixmap(self._ground_of(layers)), over)

    def _ground_of(self, layers: Layers) -> QPixmap:
        if self._ground is None:
            ratio = self._widget.devicePixelRatioF()
            picture = QPixmap(round(self._widget.width() * ratio), round(self._widget.height() * ratio))
            picture.setDevicePixelRatio(ratio)
            picture.fill(layers.colour)
            self._ground = _painted(picture, layers.ground)
        return self._ground


def _painted(picture: QPixmap, paint: Painting | None) -> QPixmap:
    """The picture with something over it; others that share its dots do not see it."""
    if paint is not None:
        with QPainter(picture) as painter:
            painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint(painter)
    return picture


def _is_for_screen(painter: QPainter, widget: QWidget) -> bool:
    """Whether what is painted lands in the window, and not in a picture of it."""
    store = widget.backingStore()
    return store is not None and painter.paintEngine().paintDevice() is store.paintDevice()

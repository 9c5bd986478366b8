"""KeyWalk: a painted widget whose things are reached by arrow keys and asked for by Enter, as a click asks for them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from app.look.theme import Appearance

_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}

_ASK = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class KeyWalk(QWidget):
    """`reached(rect)`: where the keys are now, for a scroll area to show.

    Each kind says what there is: `places`, `ask`, `words`.  Of itself it is a walk over nothing, so that nothing is asked for.
    """

    reached = Signal(QRectF)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._at = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def places(self) -> Sequence[QRectF]:
        """Where the things stand, in reading order."""
        return ()

    def ask(self, number: int) -> None:
        """What a click on one does."""

    def words(self, number: int) -> str:
        """One of them in words, for screen readers."""
        return ""

    @property
    def walked_to(self) -> int:
        """Where the keys are, -1 for nowhere."""
        return self._at if self._at < len(self.places()) else -1

    def walk_from_start(self) -> None:
        """Other things are shown."""
        self._at = -1

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.MouseFocusReason and self.walked_to < 0 and self.places():
            self._reach(0)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def event(self, event: QEvent) -> bool:
        """The space bar asks here, and plays elsewhere in the window."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._asks(event):
            event.accept()
            return True
        return super().event(event)

    def _asks(self, event: QKeyEvent) -> bool:
        return event.key() in _ASK and not event.modifiers() and self.walked_to >= 0

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, places = Qt.Key(event.key()), self.places()
        if not places:
            event.ignore()
        elif key in _ARROWS:
            self._reach(nearest(places, self.walked_to, _ARROWS[key]))
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._reach(0 if key == Qt.Key.Key_Home else len(places) - 1)
        elif self._asks(event):
            self.ask(self.walked_to)
        else:
            event.ignore()

    def _reach(self, number: int) -> None:
        self._at = number
        self.setAccessibleDescription(self.words(number))
        self.reached.emit(self.places()[number])
        self.update()

    def paint_walk(self, painter: QPainter) -> None:
        """A frame around what the keys have reached; where there is nothing, around all that is seen."""
        if not self.hasFocus():
            return
        number, width = self.walked_to, self._appearance.metrics.focus
        seen = QRectF(self.visibleRegion().boundingRect())
        place = self.places()[number] if number >= 0 else seen.adjusted(2 * width, 2 * width, -2 * width, -2 * width)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._appearance.theme.accent, width))
        painter.drawRect(place.adjusted(-width, -width, width, width))


def nearest(places: Sequence[QRectF], at: int, direction: tuple[int, int]) -> int:
    """The nearest place in a direction; sideways, where a line ends, the next in reading order.  From nowhere: the first.

    >>> row = [QRectF(0, 0, 9, 9), QRectF(10, 0, 9, 9), QRectF(0, 10, 9, 9)]
    >>> [nearest(row, 0, way) for way in ((1, 0), (0, 1), (0, -1))], nearest(row, 1, (1, 0))
    ([1, 2, 0], 2)
    """
    if at < 0:
        return 0
    here, (across, down) = places[at].center(), direction

    def distance(number: int) -> float:
        way: QPointF = places[number].center() - here
        along, aside = way.x() * across + way.y() * down, abs(way.x() * down) + abs(way.y() * across)
        limit = places[at].height() / 2 if across else 0.5
        if along <= 0.5 or (across and aside > limit):
            return float("inf")
        return along + 2 * aside

    best = min(range(len(places)), key=distance)
    if distance(best) < float("inf"):
        return best
    return min(len(places) - 1, max(0, at + across))

"""TurnByTurn: what the window's own thread has to do, in steps that each take a turn of the event loop.

The work is a generator, which yields where it may be interrupted.  After each step Qt lays out and paints what the step
has changed, in a turn of its own, before the next one comes.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent

Steps = Iterator[None]
_END = object()
_ACTS = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.ShortcutOverride,
        QEvent.Type.InputMethod,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseButtonRelease,
        QEvent.Type.MouseButtonDblClick,
        QEvent.Type.Wheel,
        QEvent.Type.TouchBegin,
        QEvent.Type.TabletPress,
        QEvent.Type.Drop,
    }
)
"""What comes of somebody's doing something."""


class TurnByTurn(QObject):
    """Does one work at a time; `ended` comes when all of it has been done."""

    ended = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._steps: Steps = iter(())
        self._stepping = self._painting = False
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._on_turn)

    @property
    def active(self) -> bool:
        """Something is still to be done."""
        return self._timer.isActive()

    def begin(self, steps: Steps) -> None:
        """Do this, from the next turn on, instead of what is left of anything else."""
        self._steps, self._painting = steps, False
        self._timer.start()

    def go_on(self) -> None:
        """Do the next step now."""
        if self._stepping or not self.active:
            return
        self._stepping = True
        try:
            ended = next(self._steps, _END) is _END
        finally:
            self._stepping = False
        if ended:
            self._timer.stop()
            self.ended.emit()

    def finish(self) -> None:
        """Do now what is left; from within a step nothing happens."""
        while self.active and not self._stepping:
            self.go_on()

    def drop(self) -> None:
        """Leave what is left."""
        self._timer.stop()
        self._steps = iter(())

    def _on_turn(self) -> None:
        """Every other turn is for layouts and painting, which would come on top of the step."""
        self._painting = not self._painting
        if self._painting:
            self.go_on()


class Undisturbed(TurnByTurn):
    """The same for what nobody should find half done: who types, clicks or drops meanwhile has all of it done first.

    Escape comes through: it may mean this very work, and whoever is asked to cancel decides.
    """

    def begin(self, steps: Steps) -> None:
        super().begin(steps)
        self._watch(True)

    def go_on(self) -> None:
        """A step makes thousands of events, and nobody acts within it."""
        self._watch(False)
        super().go_on()
        self._watch(self.active)

    def drop(self) -> None:
        super().drop()
        self._watch(False)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() in _ACTS and not (isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape):
            self.finish()
        return False

    def _watch(self, on: bool) -> None:
        application = QCoreApplication.instance()
        assert application is not None
        application.removeEventFilter(self)
        if on:
            application.installEventFilter(self)

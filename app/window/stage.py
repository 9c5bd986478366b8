"""The stage: one pane alone on the whole screen, everything large, nothing else around it but its keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QWidget

from app.look.theme import Appearance
from app.translation import later, translate
from app.widgets.window.blank_screen import BlankScreen
from app.widgets.window.key_hints import Hint, KeyHints

HINT_TIME = 8_000
"""Milliseconds without a key after which the hints go while the timeline plays."""
_LEAVE: Hint = ("Esc", later("stage", "leave"))
_HINTS: Mapping[str, tuple[Hint, ...]] = {
    "theatre": (
        ("\N{LEFTWARDS ARROW} \N{RIGHTWARDS ARROW}", later("stage", "step")),
        (later("stage", "Space"), later("stage", "play")),
        ("T", later("stage", "next tie")),
        ("P", later("stage", "predict")),
        ("G", later("stage", "go to")),
        ("S", later("stage", "two runs")),
        ("D", later("stage", "difference")),
        ("W", later("stage", "blank")),
    ),
}
_GUESS_HINTS: tuple[Hint, ...] = (
    ("1 ... 4", later("stage", "guess")),
    (later("stage", "Enter"), later("stage", "reveal, go on")),
    ("H", later("stage", "counts")),
    ("P", later("stage", "end guessing")),
)
_OTHER_HINTS: tuple[Hint, ...] = (
    (later("stage", "PgUp PgDown"), later("stage", "step")),
    (later("stage", "Ctrl + 1 2 3 ..."), later("stage", "another pane")),
    (later("stage", "Ctrl +"), later("stage", "larger")),
    ("W", later("stage", "blank")),
)


class Stage(QObject):
    """Hides what stands around a dock and shows the window on the full screen; `leave` brings all of it back.

    `changed` comes when all is there, or back: the sizes of the stage may take some turns of the event loop to go.
    """

    changed = Signal(bool)

    def __init__(self, window: QMainWindow, appearance: Appearance, around: tuple[QWidget, ...]) -> None:
        super().__init__(window)
        self._window = window
        self._appearance = appearance
        self._around = around
        self._dock: QDockWidget | None = None
        self._title = QWidget()
        self._were_shown: list[QWidget] = []
        self._was_full = False
        self.hints = KeyHints(appearance)
        self.hints.hide()
        self.blank = BlankScreen(window)
        self._timer = QTimer(self, singleShot=True, interval=HINT_TIME)
        self._timer.timeout.connect(self._rest)
        self.playing: Callable[[], bool] = bool
        """Asked before the hints go."""
        self.guessing: Callable[[], bool] = bool
        """Whether the theatre asks the room."""

    @property
    def pane(self) -> str:
        """The pane on stage; "" for none."""
        return self._dock.objectName() if self._dock is not None else ""

    def show_pane(self, dock: QDockWidget) -> None:
        """Put a pane on stage; it is alone in the window already."""
        if self._dock is None:
            self._were_shown = [part for part in self._around if not part.isHidden()]
            for part in self._were_shown:
                part.hide()
            self._was_full = self._window.isFullScreen()
            self._window.showFullScreen()
            self._appearance.enter_stage(self._window.screen().size().height())
        else:
            self._give_title_back()
        self._dock, self._title = dock, dock.titleBarWidget()
        nothing = QWidget()
        nothing.setFixedHeight(0)  # a title that is only hidden keeps its place
        dock.setTitleBarWidget(nothing)
        self._appearance.before_seen(self._listen)
        self.show_hints()
        self._wake()
        self.changed.emit(True)

    def show_hints(self) -> None:
        """The keys that mean something now."""
        hints = _HINTS.get(self.pane, _OTHER_HINTS)
        if self.pane in _HINTS and self.guessing():
            hints = _GUESS_HINTS
        self.hints.show_hints([(translate("stage", key), translate("stage", words)) for key, words in (*hints, _LEAVE)])

    def _listen(self) -> None:
        """To keys, which bring the hints back; not while thousands of events make all of it larger."""
        application = QApplication.instance()
        if self._dock is not None and application is not None:
            application.installEventFilter(self)

    def leave(self) -> None:
        """Everything as it was."""
        if self._dock is None:
            return
        application = QApplication.instance()
        assert application is not None
        application.removeEventFilter(self)
        self._timer.stop()
        self.blank.uncover()
        self.hints.hide()
        self._give_title_back()
        self._dock = None
        self._appearance.leave_stage()
        self._appearance.before_seen(self._come_back, partial(self.changed.emit, False))

    def _come_back(self) -> None:
        """As large as on the stage, what stood around the pane would push the window."""
        for part in self._were_shown:
            part.show()
            # A status bar that is hidden does not see that its font has changed.
            QCoreApplication.postEvent(part, QEvent(QEvent.Type.LayoutRequest))
        if not self._was_full:
            self._window.showNormal()

    def _give_title_back(self) -> None:
        assert self._dock is not None
        nothing = self._dock.titleBarWidget()
        self._dock.setTitleBarWidget(self._title)
        self._title.show()
        nothing.deleteLater()

    def cover(self) -> None:
        """Blank the stage; without one nothing happens."""
        if self._dock is not None:
            self.blank.cover()

    def _wake(self) -> None:
        if self._dock is not None:
            self.hints.show()
            self._timer.start()

    def _rest(self) -> None:
        if self.playing() and not self.guessing():
            self.hints.hide()
        else:
            self._timer.start()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress:
            self._wake()
        return False

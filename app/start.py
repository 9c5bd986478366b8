"""Starting: the application object, the log, the look, the session, the window; and the tour where there is no display."""

from __future__ import annotations

import os
import signal
import sys
from functools import partial
from pathlib import Path

# A script without a font would make Qt print a line for each of its glyphs.
os.environ.setdefault("QT_LOGGING_RULES", "qt.text.font.db=false")

# Qt's bindings search the source of every module that is imported after them; numba's are many.
import engine.training  # noqa: F401

# isort: split
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from app import log, smoothness, translation
from app.destroyed_window import DestroyedWindow
from app.look.icons import program_icon
from app.look.theme import LIGHT, THEMES, Appearance
from app.main_window import MainWindow
from app.session import Session
from app.session_files.crash_copies import state_folder
from app.session_keeper import SessionKeeper
from app.state.corpus.dropped import kind_of
from app.state.settings import Settings


def application() -> QApplication:
    """The one application object."""
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    made = QApplication([sys.argv[0] if sys.argv else "mergescope"])
    made.setApplicationName("mergescope")
    made.setApplicationDisplayName("Mergescope")
    made.setDesktopFileName("mergescope")
    made.setWindowIcon(QIcon(program_icon()))
    return made


def look(app: QApplication, settings: Settings) -> Appearance:
    """Theme and size as last chosen; the system's theme where none was."""
    appearance = Appearance(THEMES.get(settings.theme, LIGHT), settings.base)
    if not settings.theme:
        appearance.follow_system()
    appearance.apply(app, in_turns=True)
    return appearance


def run_window(session_file: Path | None = None) -> int:
    """Open the window and stay until it is closed; the exit status."""
    app = application()
    log.start_log()
    settings = Settings()
    translation.install(app, translation.language_of(settings.language))
    appearance = look(app, settings)
    session = Session(settings)
    smoothness.begin_smoothly(session.run.finished)
    keeper = SessionKeeper(session, state_folder())
    window = MainWindow(session, appearance, keeper)
    log.on_exception.append(window.news.show_error)
    window.show()
    QTimer.singleShot(0, lambda: _begin(session, window, keeper, session_file))
    _close_on_signals(window)
    destroyed = DestroyedWindow(int(window.winId()), app.quit)
    app.installNativeEventFilter(destroyed)
    try:
        return app.exec()
    finally:
        app.removeNativeEventFilter(destroyed)
        session.close()
        log.on_exception.clear()
        log.stop_log()


def _begin(session: Session, window: MainWindow, keeper: SessionKeeper, file: Path | None) -> None:
    """The file that was named; without one, or where it is no session that can be opened, the sample."""
    keeper.start()
    if file is None or kind_of(file) != "session":
        session.begin()
        window.files.offer_tour()
    if file is not None and kind_of(file) == "session":
        instead = partial(_begin_after_all, session, keeper)
        keeper.failed.connect(instead, Qt.ConnectionType.SingleShotConnection)
        session.begin_with(lambda: keeper.open(file))
    elif file is not None:
        window.files.take_dropped([file])


def _begin_after_all(session: Session, keeper: SessionKeeper, _error: BaseException) -> None:
    """The session that was named cannot be opened, as a message says; the window is not left empty."""
    if keeper.path is None and not session.corpus.rows and not session.run.running:
        session.begin()


def _close_on_signals(window: MainWindow) -> None:
    """Ctrl + C in the terminal and a polite kill close the window as the user would."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: window.close())
    # Python looks at signals between its own instructions only: a timer makes sure there are some.
    timer = QTimer(window)
    timer.timeout.connect(lambda: None)
    timer.start(200)


def run_tour(out: Path) -> int:
    """Draw each pane into a folder, off-screen; the exit status."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from app.tour import draw_tour

    app = application()
    log.start_log()
    try:
        return draw_tour(out, app)
    finally:
        log.stop_log()

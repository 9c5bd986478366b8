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
from app.state.read_ahead import ReadAhead
from app.state.settings import Settings

READ_LATE = (
    "app.panes.vocabulary_pane",
    "app.panes.tradeoffs_pane",
    "app.window.palette",
    "app.widgets.window.command_palette",
    "app.widgets.window.download_sheet",
    "app.widgets.window.glossary_list",
    "app.widgets.window.key_list",
    "app.widgets.window.about_window",
    "app.widgets.window.show_list",
    "app.widgets.window.welcome_tour",
    "app.glossary",
    "app.licences",
    "app.welcome",
)
"""What a start needs none of, and the window's thread reads in where it is first wanted, unless it is there by then."""


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


def work_smoothly(session: Session) -> None:
    """Read ahead once the first training is through; what is there after that is never garbage."""
    ahead = ReadAhead(session.preparation, READ_LATE, session.run.running_changed, session)
    smoothness.begin_smoothly(ahead.ended)


def run_window(session_file: Path | None = None) -> int:
    """Open the window and stay until it is closed; the exit status."""
    app = application()
    log.start_log()
    settings = Settings()
    translation.install(app, translation.language_of(settings.language))
    appearance = look(app, settings)
    session = Session(settings)
    work_smoothly(session)
    keeper = SessionKeeper(session, state_folder())
    window = MainWindow(session, appearance, keeper)
    log.on_exception.append(window.news.show_error)
    window.show()
    QTimer.singleShot(0, lambda: _begin(session, window, keeper, session_file))
    _close_on_signals(window)
    destroyed = DestroyedWindow(int(window.winId()), partial(_end, window, app))
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
        session.begin(None if file is None else partial(window.files.take_dropped, [file]))
        window.files.offer_tour()
    else:
        instead = partial(_begin_after_all, session, keeper)
        keeper.failed.connect(instead, Qt.ConnectionType.SingleShotConnection)
        session.begin_with(lambda: keeper.open(file))


def _begin_after_all(session: Session, keeper: SessionKeeper, _error: BaseException) -> None:
    """The session that was named cannot be opened, as a message says; the window is not left empty."""
    if keeper.path is None and not session.corpus.rows and not session.run.running:
        session.begin()


def _end(window: MainWindow, app: QApplication) -> None:
    """The window is gone: of what cannot be written nobody could be told, so the copy against a crash stays."""
    window.keeper.close_unasked()
    app.quit()


def _close_on_signals(window: MainWindow) -> None:
    """Ctrl + C in the terminal closes the window as the user would.  Where it is the system that ends the program, or its
    terminal that goes, the copy against a crash stays, to be opened at the next start.

    Python calls a handler in the midst of whatever it does, so the window is closed in a turn of its own.
    """

    def close(unasked: bool) -> None:
        if unasked:
            window.keeper.close_unasked()
        window.close()

    def heard(number: int, _frame: object) -> None:
        QTimer.singleShot(0, window, partial(close, number != signal.SIGINT))

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), heard)
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

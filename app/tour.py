"""The tour: the program without a display - train on the bundled sample, then write a picture of each pane and a table."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QDeadlineTimer, QEventLoop, QSettings, QSize
from PySide6.QtWidgets import QApplication

from app.look.theme import DARK, LIGHT, Appearance
from app.main_window import MainWindow
from app.pane_rows import PANES
from app.session import Session
from app.state.settings import Settings

SIZE = QSize(1600, 1000)
"""Of every picture."""
_PATIENCE = 180_000
"""Milliseconds; with a cold cache the loops are compiled first."""


def draw_tour(out: Path, app: QApplication) -> int:
    """Write PNG files and comparison.csv into a folder, which is made; 1 and a sentence if that fails."""
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        print(f"mergescope: {out} cannot be made: {error.strerror}.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(QSettings(str(Path(folder) / "tour.ini"), QSettings.Format.IniFormat))
        return _draw(out, app, settings)


def _draw(out: Path, app: QApplication, settings: Settings) -> int:
    appearance = Appearance(LIGHT)
    appearance.apply(app)
    session = Session(settings)
    window = MainWindow(session, appearance)
    errors: list[BaseException] = []
    session.failed.connect(errors.append)
    try:
        window.resize(SIZE)
        window.show()
        session.begin()
        _wait(lambda: bool(errors) or _is_ready(session))
        written = [] if errors else [*_pictures(out, window, appearance), _table(out, session)]
    finally:
        window.close()
    for error in errors:
        print(f"mergescope: {error}", file=sys.stderr)
    for path in written:
        print(path)
    return 1 if errors else 0


def _is_ready(session: Session) -> bool:
    """Trained, counted, coloured and compared."""
    run, grid = session.run, session.grid
    return (
        run.history.stopped is not None
        and session.corpus.statistics is not None
        and session.playground.encoding is not None
        and all(entry.tokenizer is not None for entry in session.tokenizers.entries)
        and not session.corpus.busy
        and not grid.busy
        and all(grid.is_known(column.key, code) for column in grid.columns for code in grid.languages)
    )


def _wait(ready: Callable[[], bool]) -> None:
    deadline = QDeadlineTimer(_PATIENCE)
    while not ready() and not deadline.hasExpired():
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)


def settle() -> None:
    """Let everything that waits for the next frame be drawn, on a machine that others use as well."""
    deadline, until = QDeadlineTimer(300), time.thread_time() + 0.15
    while not deadline.hasExpired() or time.thread_time() < until:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)


def _pictures(out: Path, window: MainWindow, appearance: Appearance) -> list[Path]:
    """The workspace and each pane alone, light and dark."""
    written = []
    for theme in (LIGHT, DARK):
        appearance.set_theme(theme)
        settle()  # the window takes its size back a moment after a pane was alone
        window.resize(SIZE)
        written.append(_grab(window, out / f"workspace-{theme.name}.png"))
        for row in PANES:
            window.maximise(row.name)
            written.append(_grab(window, out / f"{row.name}-{theme.name}.png"))
            window.maximise(row.name)
    return written


def _grab(window: MainWindow, path: Path) -> Path:
    """Write a picture of the window, once its languages are in order."""
    _wait(lambda: not window.languages.is_moving)
    settle()
    window.grab().save(str(path))
    return path


def _table(out: Path, session: Session) -> Path:
    path = out / "comparison.csv"
    done: list[object] = []
    session.grid.exported.connect(done.append)
    session.failed.connect(done.append)
    session.grid.export_csv(path)
    _wait(lambda: bool(done))
    return path

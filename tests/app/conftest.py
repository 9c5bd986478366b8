"""A session that is ready, the window around it and single panes, made once a test."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSettings
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import LIGHT, Appearance
from app.main_window import MainWindow
from app.panes.training_pane import TrainingPane
from app.session import Session
from app.state.settings import Settings
from app.state.text.playground import Playground
from engine import load_preset
from tests.app.token_panes import playground_with
from tests.app.waiting import LONG

_ENDED = count(1)
"""Tests."""
_BETWEEN_FULL = 10
"""Tests after which all is collected: whole windows are among it."""


def grid_is_full(session: Session) -> bool:
    grid = session.grid
    known = all(grid.is_known(column.key, code) for column in grid.columns for code in grid.languages)
    return len(grid.columns) == 4 and known and not grid.busy


@pytest.fixture(autouse=True)
def _garbage_goes_in_this_thread() -> Iterator[None]:
    """A collection in the thread of a job would destroy widgets there; see `app.smoothness.set_garbage_aside`."""
    gc.disable()
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.enable()
    gc.collect(2 if next(_ENDED) % _BETWEEN_FULL == 0 else 1)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))


def worn(*, in_turns: bool) -> Iterator[Appearance]:
    """A look that the application has for the time of a test."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    look = Appearance(LIGHT)
    look.apply(application, in_turns=in_turns)
    yield look
    look.finish()
    application.setStyleSheet("")
    look.deleteLater()


@pytest.fixture
def appearance(qtbot: QtBot) -> Iterator[Appearance]:
    """What is asked of it is there at once."""
    yield from worn(in_turns=False)


@pytest.fixture
def look(qtbot: QtBot) -> Iterator[Appearance]:
    """The same as the program has it: what is asked of it comes some turns later."""
    yield from worn(in_turns=True)


@pytest.fixture
def session(qtbot: QtBot, settings: Settings) -> Iterator[Session]:
    """State without a window, and nothing in it yet."""
    made = Session(settings, cold=False)
    yield made
    assert made.close(), "a job did not end"
    made.deleteLater()


@pytest.fixture
def other(qtbot: QtBot, tmp_path: Path) -> Iterator[Session]:
    """A second session, as after another start."""
    made = Session(Settings(QSettings(str(tmp_path / "other.ini"), QSettings.Format.IniFormat)), cold=False)
    yield made
    assert made.close(), "a job did not end"
    made.deleteLater()


@pytest.fixture
def trained(qtbot: QtBot, session: Session) -> Session:
    """As it is a moment after the first start."""
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        session.begin()
    qtbot.waitUntil(lambda: session.corpus.statistics is not None and not session.corpus.busy, timeout=LONG)
    return session


def shown_window(qtbot: QtBot, session: Session, look: Appearance) -> MainWindow:
    """The whole window, with what is in the session."""
    made = MainWindow(session, look)
    made.resize(1600, 1000)
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def window(qtbot: QtBot, session: Session, appearance: Appearance) -> MainWindow:
    """The whole window after the first start: trained, coloured, compared."""
    made = shown_window(qtbot, session, appearance)
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        session.begin()
    qtbot.waitUntil(lambda: session.corpus.statistics is not None and not session.corpus.busy, timeout=LONG)
    qtbot.waitUntil(lambda: grid_is_full(session), timeout=LONG)
    return made


@pytest.fixture
def show(qtbot: QtBot) -> Callable[[QWidget], QWidget]:
    """Show a widget for the time of a test."""

    def shown(widget: QWidget, width: int = 900, height: int = 600) -> QWidget:
        qtbot.addWidget(widget)
        widget.resize(width, height)
        widget.show()
        return widget

    return shown


@pytest.fixture
def read(qtbot: QtBot, session: Session) -> Callable[..., None]:
    """Take texts into the corpus, which is empty, and wait until they are read."""

    def taken(*texts: str) -> None:
        for text in texts:
            session.corpus.add_text(text)
        qtbot.waitUntil(lambda: len(session.corpus.checked) == len(texts) and not session.corpus.busy, timeout=LONG)

    return taken


@pytest.fixture
def theatre(session: Session, appearance: Appearance, show: Callable[..., QWidget]) -> TrainingPane:
    """The theatre alone, with nothing in it; its button trains."""
    made = TrainingPane(
        session.run, session.playback, session.settings, appearance, session.corpus, session.rebalancing
    )
    made.train_asked.connect(session.train)
    show(made, 1400, 900)
    session.preparation.start()
    return made


@pytest.fixture
def preset() -> str:
    """The tokenizer of `playground`."""
    return "cl100k_base"


@pytest.fixture
def playground(qtbot: QtBot, preset: str) -> Iterator[Playground]:
    """An empty text, and a tokenizer to see it through."""
    made = playground_with(qtbot, load_preset(preset), preset)
    yield made
    made.close()

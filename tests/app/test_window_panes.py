"""Panes that stand behind another's tab are made when they are first looked at, however one comes to them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.main_window import MainWindow
from app.panes.tradeoffs_pane import TradeoffsPane
from app.panes.vocabulary_pane import VocabularyPane
from app.session import Session
from app.session_keeper import SessionKeeper
from app.widgets.basics import file_dialogs

WAIT = 60_000


def pane_in(window: MainWindow, name: str) -> object:
    """What stands in a dock, made or not."""
    return window.docks[name].widget()


@pytest.fixture
def new(qtbot: QtBot, session: Session, appearance: Appearance) -> MainWindow:
    made = MainWindow(session, appearance)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


def click_tab(qtbot: QtBot, window: MainWindow, title: str) -> None:
    for bar in window.dock_area.findChildren(QTabBar):
        for index in range(bar.count()):
            if bar.tabText(index) == title:
                qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(index).center())
                return
    raise AssertionError(title)


WAYS: dict[str, Callable[[QtBot, MainWindow], None]] = {
    "a click on the tab": lambda qtbot, window: click_tab(qtbot, window, "Vocabulary"),
    "Ctrl+5": lambda qtbot, window: qtbot.keyClick(window, Qt.Key.Key_5, Qt.KeyboardModifier.ControlModifier),
    "alone": lambda qtbot, window: window.maximise("vocabulary"),
    "a window of its own": lambda qtbot, window: window.docks["vocabulary"].titleBarWidget().detach.click(),
    "the stage": lambda qtbot, window: (window.focus_pane("vocabulary"), window.layout_of_panes.toggle_stage()),
    "a scene": lambda qtbot, window: window.layout_of_panes.show_scene("vocabulary"),
}


def test_a_new_window_has_not_made_what_nobody_sees(qtbot: QtBot, new: MainWindow) -> None:
    assert not isinstance(pane_in(new, "vocabulary"), VocabularyPane)
    assert not isinstance(pane_in(new, "tradeoffs"), TradeoffsPane)
    # Menus and keys know them all the same
    assert new.docks["tradeoffs"].toggleViewAction().isChecked()


@pytest.mark.qt_log_ignore("does not support raise", extend=True)  # says the plugin without a screen of a floating dock
@pytest.mark.parametrize("way", WAYS)
def test_a_pane_is_made_when_somebody_comes_to_it(qtbot: QtBot, new: MainWindow, way: str) -> None:
    WAYS[way](qtbot, new)
    qtbot.waitUntil(lambda: isinstance(pane_in(new, "vocabulary"), VocabularyPane), timeout=WAIT)
    pane = new.panes.vocabulary
    assert pane is pane_in(new, "vocabulary")
    assert pane.accessibleName() == "Vocabulary"
    qtbot.waitUntil(lambda: not pane.visibleRegion().isEmpty(), timeout=WAIT)
    assert not isinstance(pane_in(new, "tradeoffs"), TradeoffsPane)
    new.layout_of_panes.leave_stage()


@pytest.mark.parametrize("way", ["a click on the tab", "Ctrl+5", "alone", "a window of its own"])
@pytest.mark.qt_log_ignore("does not support raise", extend=True)
def test_nothing_is_made_while_qt_tells_of_it(
    qtbot: QtBot, new: MainWindow, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """An error in there would end the process."""
    wanted: list[str] = []
    monkeypatch.setattr(new.panes, "_want", lambda name, want=new.panes._want: (wanted.append(name), want(name)))
    WAYS[way](qtbot, new)
    assert wanted == []
    assert not isinstance(pane_in(new, "vocabulary"), VocabularyPane)
    qtbot.waitUntil(lambda: isinstance(pane_in(new, "vocabulary"), VocabularyPane), timeout=WAIT)
    assert wanted == ["vocabulary"]


def test_the_keyboard_waits_for_the_pane(qtbot: QtBot, new: MainWindow) -> None:
    qtbot.keyClick(new, Qt.Key.Key_5, Qt.KeyboardModifier.ControlModifier)
    assert new.layout_of_panes.focused_pane() == "vocabulary"
    qtbot.waitUntil(
        lambda: isinstance(new.focusWidget(), QWidget) and new.panes.vocabulary.isAncestorOf(new.focusWidget()),
        timeout=WAIT,
    )
    # THEN it stands where it does when one comes to a pane that is there
    first = new.focusWidget()
    new.focus_pane("theatre")
    new.focus_pane("vocabulary")
    assert new.focusWidget() is first


def test_who_has_looked_away_needs_no_pane(qtbot: QtBot, new: MainWindow) -> None:
    new.focus_pane("vocabulary")
    new.focus_pane("languages")
    new.focus_pane("tradeoffs")
    qtbot.waitUntil(lambda: isinstance(pane_in(new, "tradeoffs"), TradeoffsPane), timeout=WAIT)
    assert not isinstance(pane_in(new, "vocabulary"), VocabularyPane)


def test_whoever_looks_twice_while_it_is_made_sees_one_pane(
    qtbot: QtBot, new: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[QWidget] = []

    def make(*given: object) -> QWidget:
        made.append(VocabularyPane(*given))  # type: ignore[arg-type]
        for seen in (False, True):
            new.panes._note_look("vocabulary", seen)
            new.panes._on_looks()
        return made[-1]

    monkeypatch.setattr("app.panes.vocabulary_pane.VocabularyPane", make)
    new.focus_pane("vocabulary")
    qtbot.waitUntil(lambda: bool(made) and not new.panes._making.active, timeout=WAIT)
    assert (len(made), pane_in(new, "vocabulary")) == (1, made[0])


def test_a_pane_from_which_one_has_looked_away_while_it_was_made_works_nothing_out(
    new: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[bool] = []
    monkeypatch.setattr(new.session.vocabulary, "set_shown", shown.append)
    for name in ("vocabulary", "languages"):
        new.focus_pane(name)
        new.panes._on_looks()
    assert isinstance(new.panes.vocabulary, VocabularyPane)
    assert shown[-1] is False


_BROKEN = """
import sys
from PySide6.QtCore import QSettings
from app import log, start
from app.look.theme import Appearance
from app.main_window import MainWindow
from app.panes import vocabulary_pane
from app.session import Session
from app.state.settings import Settings
from tests.app.waiting import wait_until

def broken(*_):
    raise ValueError("no pane today")

application = start.application()
log.start_log()
session = Session(Settings(QSettings(sys.argv[1], QSettings.Format.IniFormat)), cold=False)
window = MainWindow(session, Appearance())
log.on_exception.append(window.news.show_error)
window.show()
whole, vocabulary_pane.VocabularyPane = vocabulary_pane.VocabularyPane, broken
window.focus_pane("vocabulary")
wait_until(lambda: window.messages.messages)
print(window.messages.messages[-1].text)
vocabulary_pane.VocabularyPane = whole
window.focus_pane("languages")
wait_until(lambda: not window.panes._looks.isActive())
window.focus_pane("vocabulary")
wait_until(lambda: isinstance(window.docks["vocabulary"].widget(), whole))
print(type(window.docks["vocabulary"].widget()).__name__)
window.close()
print(session.close())
"""


def test_a_pane_that_cannot_be_made_is_said_and_tried_again(tmp_path: Path) -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "MERGESCOPE_LOG_FOLDER": str(tmp_path)}
    command = [sys.executable, "-c", _BROKEN, str(tmp_path / "settings.ini")]
    root = Path(__file__).parents[2]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, env=environment, timeout=200, check=False)
    assert (done.returncode, done.stdout.splitlines()) == (
        0,
        [
            "This failed by an error in the program: ValueError no pane today. What was loaded and learned is kept.",
            "VocabularyPane",
            "True",
        ],
    ), done.stderr
    assert "no pane today" in (tmp_path / "mergescope.log").read_text("utf-8")


def test_nothing_is_shown_beside_the_window_while_it_is_built(
    qtbot: QtBot, qapp: QApplication, session: Session, appearance: Appearance
) -> None:
    """A part that is shown before it stands in anything is a window of its own, which flashes and takes the keyboard."""
    watch = _Windows()
    qapp.installEventFilter(watch)
    made = MainWindow(session, appearance)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    for name, _pane in made.panes.items():
        made.focus_pane(name)
    for action in ("palette", "get", "keys", "glossary", "about", "show_list", "welcome"):
        made.actions_by_name[action].trigger()
        made.sheets.close_last()
    qapp.removeEventFilter(watch)
    assert {kind for kind in watch.shown if kind != "MainWindow"} <= {
        "KeyList",
        "GlossaryList",
        "AboutWindow",
        "ShowList",
    }


def test_the_comparison_says_that_it_comes_while_tokenizers_are_opened(
    qtbot: QtBot, session: Session, appearance: Appearance
) -> None:
    library, grid = session.tokenizers, session.grid
    assert grid.expects == any(entry.tokenizer is None for entry in library.checked)
    window = MainWindow(session, appearance)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(lambda: len(grid.columns) == 3, timeout=WAIT)
    assert not grid.expects
    title = window.languages.empty._title
    for entry in library.entries:
        library.set_checked(entry.key, False)
    qtbot.waitUntil(lambda: title.isVisible() and title.text() == "No tokenizer is checked.", timeout=WAIT)
    grid.set_expecting(True)
    qtbot.waitUntil(lambda: title.text() == "The comparison begins in a moment", timeout=WAIT)
    grid.set_expecting(False)
    qtbot.waitUntil(lambda: title.text() == "No tokenizer is checked.", timeout=WAIT)


class _Windows(QObject):
    """Notes what is shown as a window."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.shown.append(type(watched).__name__)
        return False


@pytest.mark.qt_log_ignore("does not support raise", extend=True)
def test_the_default_layout_takes_detached_panes_back(qtbot: QtBot, new: MainWindow) -> None:
    for name in ("theatre", "vocabulary"):
        new.docks[name].setFloating(True)
    new.docks["corpus"].close()
    new.actions_by_name["reset_layout"].trigger()
    assert not any(dock.isFloating() or dock.isHidden() for dock in new.docks.values())
    tabs = {dock.objectName() for dock in new.dock_area.tabifiedDockWidgets(new.docks["languages"])}
    assert tabs == {"vocabulary", "tradeoffs"}
    assert new.docks["corpus"].x() < new.docks["theatre"].x() < new.docks["languages"].x()
    assert new.docks["theatre"].y() < new.docks["tokens"].y()


def test_it_shows_what_was_learned_before_it_was_there(qtbot: QtBot, window: MainWindow) -> None:
    assert not isinstance(pane_in(window, "vocabulary"), VocabularyPane)
    click_tab(qtbot, window, "Vocabulary")
    table = window.panes.vocabulary.table
    qtbot.waitUntil(lambda: table.model().rowCount() > 256, timeout=WAIT)
    click_tab(qtbot, window, "Trade-offs")
    tradeoffs = window.panes.tradeoffs
    qtbot.waitUntil(lambda: tradeoffs.sizes.plot.chart is not None, timeout=WAIT)


def test_the_layout_of_a_session_brings_its_pane(
    qtbot: QtBot, window: MainWindow, appearance: Appearance, settings: object, tmp_path: Path
) -> None:
    window.maximise("tradeoffs")
    with qtbot.waitSignal(window.keeper.saved, timeout=WAIT):
        window.keeper.save(tmp_path / "sizes.mergescope-session")
    other = Session(window.session.settings, cold=False)
    opened = MainWindow(other, appearance, SessionKeeper(other))
    qtbot.addWidget(opened)
    opened.show()
    with qtbot.waitSignal(opened.keeper.opened, timeout=WAIT):
        opened.keeper.open(tmp_path / "sizes.mergescope-session")
    qtbot.waitUntil(lambda: isinstance(pane_in(opened, "tradeoffs"), TradeoffsPane), timeout=WAIT)
    assert not isinstance(pane_in(opened, "vocabulary"), VocabularyPane)
    opened.close()


def test_a_start_does_not_read_in_what_is_not_seen() -> None:
    code = "import sys; from app import start; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    read = set(done.stdout.split())
    assert "app.panes.training_pane" in read
    late = {
        "app.panes.vocabulary_pane",
        "app.panes.tradeoffs_pane",
        "app.window.palette",
        "app.glossary",
        "app.licences",
        "app.welcome",
        "app.widgets.window.about_window",
        "app.widgets.window.command_palette",
        "app.widgets.window.key_list",
        "app.widgets.window.show_list",
        "app.reports.page",
        "tokenizers",
        "tiktoken",
    }
    assert sorted(late & read) == []


def test_languages_behind_a_tab_are_drawn_when_somebody_looks(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []
    pane, session = window.languages, window.session
    show = pane.views.show_all

    def show_and_note(*, moving: bool) -> None:
        drawn.append(session.playback.position)
        show(moving=moving)

    monkeypatch.setattr(pane.views, "show_all", show_and_note)
    click_tab(qtbot, window, "Vocabulary")
    qtbot.waitUntil(lambda: not pane._shown, timeout=WAIT)
    # GIVEN a pane that nobody sees         WHEN the timeline moves
    drawn.clear()
    session.playback.seek(7)
    qtbot.waitUntil(lambda: pane._missed and not pane.is_moving, timeout=WAIT)
    # THEN it is drawn once somebody comes, and once
    assert drawn == []
    click_tab(qtbot, window, "Languages")
    qtbot.waitUntil(lambda: drawn == [7], timeout=WAIT)


def test_a_table_has_the_languages_that_came_while_nobody_looked(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pane, grid, path = window.languages, window.session.grid, tmp_path / "languages.csv"
    click_tab(qtbot, window, "Vocabulary")
    qtbot.waitUntil(lambda: not pane._shown, timeout=WAIT)

    def name_it(*_: object) -> Path:
        """A session that is opened meanwhile has other languages."""
        grid.set_languages(["eng", "isl"])
        qtbot.waitUntil(lambda: pane._missed, timeout=WAIT)
        return path

    monkeypatch.setattr(file_dialogs, "ask_save_file", name_it)
    with qtbot.waitSignal(grid.exported, timeout=WAIT):
        window.file_commands.export()
    written = path.read_text()
    assert "English" in written
    assert "Icelandic" in written


def test_a_text_that_nobody_sees_is_not_encoded_at_each_step(qtbot: QtBot, window: MainWindow) -> None:
    playback, playground = window.session.playback, window.session.playground
    window.maximise("theatre")
    qtbot.waitUntil(lambda: not playground._shown, timeout=WAIT)
    before = playground.encoding
    playback.seek(7)
    playback.seek(3)
    playback.turns.finish()
    assert playground.encoding is before
    window.maximise("theatre")
    qtbot.waitUntil(lambda: "step 3" in playground.title, timeout=WAIT)
    qtbot.waitUntil(lambda: playground.encoding is not before, timeout=WAIT)


@pytest.mark.parametrize("first", ["tokens", "theatre"])
def test_a_pane_on_the_stage_follows_the_timeline(qtbot: QtBot, window: MainWindow, first: str) -> None:
    session, layout, pane = window.session, window.layout_of_panes, window.languages
    window.focus_pane(first)
    layout.toggle_stage()
    qtbot.waitUntil(lambda: window.appearance.is_settled, timeout=WAIT)
    window.focus_pane("tokens")
    session.playback.seek(7)
    qtbot.waitUntil(lambda: "step 7" in session.playground.title, timeout=WAIT)
    window.focus_pane("languages")
    session.playback.seek(3)
    qtbot.waitUntil(lambda: not pane.is_moving, timeout=WAIT)
    qtbot.waitUntil(lambda: pane._shown and not pane._missed, timeout=WAIT)
    layout.leave_stage()
    qtbot.waitUntil(lambda: "step 3" in session.playground.title, timeout=WAIT)

"""Panes that stand behind another's tab are made when they are first looked at, however one comes to them."""

from __future__ import annotations

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

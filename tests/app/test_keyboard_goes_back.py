"""What takes the keyboard for a while gives it back to whoever had it; and keys that a painted widget takes for itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.main_window import MainWindow
from app.panes.training_pane import TrainingPane
from app.widgets.basics.keyboard_guest import KeyboardGuest
from app.widgets.vocabulary.script_map import ScriptMap
from app.widgets.words.stage_words import StageGroup, StageWord
from app.widgets.words.token_chips import TokenChips
from tests.app.waiting import LONG

OPENED: dict[str, Callable[[TrainingPane], None]] = {
    "why": TrainingPane.toggle_why,
    "tied": lambda pane: pane._ask_tied(),
    "word": lambda pane: pane.middle.ask_word(),
    "note": TrainingPane.ask_note,
}


class Field(KeyboardGuest, QLineEdit):
    """The plainest guest."""


@pytest.fixture
def theatre(qtbot: QtBot, window: MainWindow) -> TrainingPane:
    window.activateWindow()
    window.session.playback.seek(141)
    window.theatre.setFocus()
    qtbot.waitUntil(window.theatre.hasFocus, timeout=LONG)
    return window.theatre


@pytest.mark.parametrize("name", OPENED)
def test_escape_puts_it_away_and_the_theatre_has_the_keyboard_again(
    qtbot: QtBot, theatre: TrainingPane, name: str
) -> None:
    OPENED[name](theatre)
    guest = theatre.window().focusWidget()
    assert guest is not theatre
    QTest.keyClick(guest, Qt.Key.Key_Escape)
    assert not guest.isVisible()
    assert theatre.hasFocus()
    # THEN the next key is the theatre's
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: theatre._playback.position == 142, timeout=LONG)


def test_a_word_that_is_pinned_gives_the_keyboard_back(theatre: TrainingPane) -> None:
    theatre.middle.ask_word()
    QTest.keyClicks(theatre.word, " lowest")
    QTest.keyClick(theatre.word, Qt.Key.Key_Return)
    assert b" lowest" in theatre.pinned
    assert theatre.hasFocus()
    # AND what was typed and left is forgotten
    theatre.middle.ask_word()
    QTest.keyClicks(theatre.word, "half a w")
    QTest.keyClick(theatre.word, Qt.Key.Key_Escape)
    theatre.middle.ask_word()
    assert theatre.word.text() == ""


def test_the_sheet_for_a_download_gives_the_keyboard_back(window: MainWindow, theatre: TrainingPane) -> None:
    sheet = window.sheets.download
    sheet.open()
    assert sheet.field.hasFocus()
    QTest.keyClick(sheet.field, Qt.Key.Key_Escape)
    assert sheet.isHidden()
    assert theatre.hasFocus()


def test_a_guest_whose_host_is_gone_gives_the_keyboard_to_the_window(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    row, host, other, guest = QHBoxLayout(window), QPushButton("host"), QPushButton("other"), Field()
    for widget in (host, other, guest):
        row.addWidget(widget)
    guest.hide()
    window.show()
    window.activateWindow()
    host.setFocus()
    guest.show()
    guest.setFocus()
    host.deleteLater()
    qtbot.waitUntil(lambda: row.count() == 2, timeout=LONG)
    QTest.keyClick(guest, Qt.Key.Key_Escape)
    assert guest.isHidden()
    # AND one that has no keyboard takes none from others
    other.setFocus()
    guest.show()
    guest.hide()
    assert other.hasFocus()


def test_the_space_bar_asks_where_the_keys_are_and_does_not_play(qtbot: QtBot, appearance: Appearance) -> None:
    window, script_map, played, asked = QWidget(), ScriptMap(appearance), [], []
    qtbot.addWidget(window)
    QHBoxLayout(window).addWidget(script_map)
    play = QAction("play", window)
    play.setShortcut("Space")
    play.triggered.connect(lambda: played.append(True))
    window.addAction(play)
    script_map.show_scripts({"Latin": 3, "Thai": 2}, "")
    script_map.script_asked.connect(asked.append)
    window.resize(400, 300)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=LONG)
    # GIVEN the keyboard, but nothing that it has reached: the key is the window's
    script_map.setFocus()
    script_map.walk_from_start()
    QTest.keyClick(script_map, Qt.Key.Key_Space)
    assert (played, asked) == ([True], [])
    # WHEN the arrow keys have reached one
    QTest.keyClick(script_map, Qt.Key.Key_Home)
    QTest.keyClick(script_map, Qt.Key.Key_Space)
    assert (played, asked) == ([True], ["Latin"])


def test_the_right_button_asks_for_nothing(qtbot: QtBot, appearance: Appearance) -> None:
    script_map, asked = ScriptMap(appearance), []
    qtbot.addWidget(script_map)
    script_map.resize(400, 300)
    script_map.show_scripts({"Latin": 3, "Thai": 2}, "")
    script_map.script_asked.connect(asked.append)
    at = script_map.places()[0].center().toPoint()
    qtbot.mouseClick(script_map, Qt.MouseButton.RightButton, pos=at)
    assert asked == []
    qtbot.mouseClick(script_map, Qt.MouseButton.LeftButton, pos=at)
    assert asked == ["Latin"]
    chips, clicked = TokenChips(appearance), []
    qtbot.addWidget(chips)
    chips.resize(400, 200)
    chips.show_words([StageGroup("words", (StageWord((b"lo", b"w"), 3, text=b"low"),))])
    chips.word_clicked.connect(lambda *place: clicked.append(place))
    at = chips.stage.words[0].bounds(chips.stage.size.row).center().toPoint()
    qtbot.mouseClick(chips, Qt.MouseButton.RightButton, pos=at)
    assert clicked == []
    qtbot.mouseClick(chips, Qt.MouseButton.LeftButton, pos=at)
    assert clicked == [(0, 0)]

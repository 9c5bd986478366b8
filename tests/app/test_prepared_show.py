"""A prepared show: views taken in, noted, put in order, and stepped with one key, on the stage too; kept in the session."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.session_files.session_reading import read_session
from app.tour import settle
from app.widgets.window.show_list import ShowList
from app.widgets.window.show_strip import ShowStrip

NONE, SHIFT, CONTROL = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)


def press(qtbot: QtBot, window: QWidget, key: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
    qtbot.keyClick(QApplication.focusWidget() or window, key, modifier)
    settle()


def prepare(qtbot: QtBot, window: MainWindow) -> None:
    """Two scenes: the theatre at step 3, and the tokens of a text through gpt2 at step 50."""
    session = window.session
    window.activateWindow()
    window.focus_pane("theatre")
    session.playback.seek(3)
    press(qtbot, window, Qt.Key.Key_D, CONTROL)
    session.playback.seek(50)
    session.tokenizers.select("gpt2")
    session.playground.set_text("strawberry")
    window.focus_pane("tokens")
    press(qtbot, window, Qt.Key.Key_D, CONTROL)
    session.playback.seek(100)
    session.tokenizers.select("run")
    session.playground.set_text("something else")


def strip(window: MainWindow) -> ShowStrip:
    found = window.findChild(ShowStrip)
    assert isinstance(found, ShowStrip)
    return found


def test_one_key_goes_from_scene_to_scene(qtbot: QtBot, window: MainWindow) -> None:
    prepare(qtbot, window)
    session = window.session
    assert strip(window).isHidden()
    press(qtbot, window, Qt.Key.Key_F8)
    assert (session.playback.position, window.layout_of_panes.focused_pane()) == (3, "theatre")
    assert strip(window).words[0] == "1 of 2"
    press(qtbot, window, Qt.Key.Key_F8)
    assert (session.playback.position, session.tokenizers.selected) == (50, "gpt2")
    assert (session.playground.text, window.layout_of_panes.focused_pane()) == ("strawberry", "tokens")
    press(qtbot, window, Qt.Key.Key_F8)  # the last one stays
    assert session.show.place == 1
    press(qtbot, window, Qt.Key.Key_F8, SHIFT)
    assert session.playback.position == 3
    strip(window).end.click()
    assert strip(window).isHidden()
    assert len(session.show.scenes) == 2


def test_on_the_stage_the_scene_takes_the_stage(qtbot: QtBot, window: MainWindow) -> None:
    prepare(qtbot, window)
    window.focus_pane("languages")
    press(qtbot, window, Qt.Key.Key_F11)
    assert window.stage.pane == "languages"
    press(qtbot, window, Qt.Key.Key_F8)
    assert window.stage.pane == "theatre"
    press(qtbot, window, Qt.Key.Key_F8)
    assert window.stage.pane == "tokens"
    assert strip(window).isVisible()
    press(qtbot, window, Qt.Key.Key_Escape)
    assert window.stage.pane == ""


def test_scenes_are_noted_moved_and_taken_out_in_the_list(qtbot: QtBot, window: MainWindow) -> None:
    prepare(qtbot, window)
    press(qtbot, window, Qt.Key.Key_F7)
    scenes = window.sheets.open_ones["show"]
    assert isinstance(scenes, ShowList)
    table = scenes.table
    shown = [[table.item(row, column).text() for column in range(4)] for row in range(table.rowCount())]
    assert shown[1] == ["Tokens", "50", "GPT-2", "strawberry"]
    table.item(1, 4).setText("Count the letters.")
    table.setCurrentCell(1, 4)
    scenes.up.click()
    assert [scene.note for scene in window.session.show.scenes] == ["Count the letters.", ""]
    table.setCurrentCell(1, 0)
    scenes.remove.click()
    assert [scene.pane for scene in window.session.show.scenes] == ["tokens"]
    scenes.start.click()
    qtbot.waitUntil(lambda: not window.sheets.open_ones)
    assert strip(window).words == ("1 of 1", "Count the letters.")


def test_without_a_scene_the_key_says_how_to_prepare_one(qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    press(qtbot, window, Qt.Key.Key_F8)
    assert "Ctrl+D" in window.messages.messages[-1].text


def test_the_session_keeps_the_show(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    prepare(qtbot, window)
    window.session.show.set_note(0, "Here it begins.")
    file = tmp_path / "lecture.mergescope-session"
    with qtbot.waitSignal(window.keeper.saved):
        window.keeper.save(file)
    assert [scene["note"] for scene in read_session(file).show] == ["Here it begins.", ""]
    window.session.show.restore([])
    with qtbot.waitSignal(window.keeper.opened):
        window.keeper.open(file)
    assert [(scene.pane, scene.step) for scene in window.session.show.scenes] == [("theatre", 3), ("tokens", 50)]


def test_about_names_the_version_what_is_bundled_and_the_libraries(qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    window.actions_by_name["about"].trigger()
    about = window.sheets.open_ones["about"]
    assert "Universal Declaration" in about.notice.text()
    press(qtbot, window, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not window.sheets.open_ones)

"""The stage and the command palette, by keys as on a lecture."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.pane_rows import PANES
from app.tour import settle
from app.window.file_commands import as_named
from engine.formats import FORMATS, load
from engine.patterns import PATTERNS
from engine.presets import load_preset
from tests.app.conftest import LONG


def trigger(window: MainWindow, name: str) -> None:
    window.actions_by_name[name].trigger()
    settle()


def shown(window: MainWindow) -> list[str]:
    return [name for name, dock in window.docks.items() if dock.isVisible()]


def test_the_stage_shows_one_pane_large_and_gives_all_back(qtbot: QtBot, window: MainWindow) -> None:
    before = shown(window), window.appearance.base
    trigger(window, "stage")
    assert (window.stage.pane, shown(window)) == ("theatre", ["theatre"])
    assert window.isFullScreen()
    assert window.appearance.base >= 24
    assert window.menuBar().isHidden()
    assert not window.shelf.isVisible()
    assert window.statusBar().isHidden()
    assert window.stage.hints.isVisible()
    window.focus_pane("languages")
    settle()
    assert (window.stage.pane, shown(window)) == ("languages", ["languages"])
    trigger(window, "cancel")
    assert window.stage.pane == ""
    assert not window.isFullScreen()
    assert not window.menuBar().isHidden()
    assert (shown(window), window.appearance.base) == before
    assert window.session.settings.base == before[1], "the size of the stage is not remembered"
    assert window.docks["theatre"].titleBarWidget().isVisible()


@pytest.mark.parametrize("name", ["theatre", "tokens", "languages"])
def test_the_keyboard_stays_in_the_pane_that_comes_back(qtbot: QtBot, window: MainWindow, name: str) -> None:
    window.activateWindow()
    window.focus_pane(name)
    settle()
    holder, pane = QApplication.focusWidget(), window.docks[name].widget()
    assert holder is pane or pane.isAncestorOf(holder)
    # WHEN it was alone
    window.maximise(name)
    window.maximise(name)
    settle()
    assert QApplication.focusWidget() is holder
    # AND on the stage: the next Space plays, and unchecks no tokenizer
    trigger(window, "stage")
    trigger(window, "stage")
    focused = QApplication.focusWidget()
    assert focused is not None
    assert focused is pane or pane.isAncestorOf(focused)


def test_a_pane_alone_takes_the_keyboard_of_one_that_goes(qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    window.focus_pane("theatre")
    window.maximise("languages")
    settle()
    focused = QApplication.focusWidget()
    assert focused is not None
    assert window.docks["languages"].widget().isAncestorOf(focused)


def test_clicker_keys_step_and_blank_on_the_stage(qtbot: QtBot, window: MainWindow) -> None:
    window.session.playback.seek(10)
    window.activateWindow()
    trigger(window, "stage")

    def press(key: Qt.Key) -> None:
        qtbot.keyClick(QApplication.focusWidget() or window, key)

    press(Qt.Key.Key_PageDown)
    assert window.session.playback.position == 11
    press(Qt.Key.Key_PageUp)
    press(Qt.Key.Key_Left)
    assert window.session.playback.position == 9
    press(Qt.Key.Key_W)
    assert window.stage.blank.isVisible()
    press(Qt.Key.Key_PageDown)
    assert not window.stage.blank.isVisible()
    assert window.session.playback.position == 9, "the key only shows the stage again"
    press(Qt.Key.Key_Period)
    assert window.stage.blank.isVisible()
    qtbot.mouseClick(window.stage.blank, Qt.MouseButton.LeftButton)
    press(Qt.Key.Key_PageDown)
    assert window.session.playback.position == 10


def test_without_a_stage_nothing_is_blanked(qtbot: QtBot, window: MainWindow) -> None:
    trigger(window, "blank")
    assert not window.stage.blank.isVisible()


def test_closing_on_the_stage_remembers_the_workspace(qtbot: QtBot, window: MainWindow) -> None:
    trigger(window, "stage")
    window.close()
    assert not window.appearance.on_stage
    assert window.layout_of_panes.alone == ""


def test_the_palette_finds_and_does(qtbot: QtBot, window: MainWindow) -> None:
    window.session.playback.seek(35)
    window.session.playback.set_note("first tie")
    window.session.playback.seek(700)
    window.activateWindow()
    trigger(window, "palette")
    sheet = window.sheets.palette
    assert sheet.isVisible()
    offered = {command.text for command in sheet.rows.commands}
    assert {
        action.text() for name, action in window.actions_by_name.items() if name not in ("palette", "cancel")
    } <= offered
    assert {f"Go to {row.title}" for row in PANES} <= offered
    qtbot.keyClicks(sheet.field, "first tie")
    assert sheet.rows.commands[0].text == "Go to the bookmark at step 35: first tie"
    qtbot.keyClick(sheet.field, Qt.Key.Key_Return)
    assert not sheet.isVisible()
    assert window.session.playback.position == 35
    trigger(window, "palette")
    qtbot.keyClicks(sheet.field, "through gpt")
    qtbot.keyClick(sheet.field, Qt.Key.Key_Return)
    assert window.session.tokenizers.selected == "gpt2"


def test_the_palette_is_left_by_escape_and_moved_by_arrows(qtbot: QtBot, window: MainWindow) -> None:
    trigger(window, "palette")
    sheet = window.sheets.palette
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up):
        qtbot.keyClick(sheet.field, key)
    assert sheet.list.currentIndex().row() == 1
    qtbot.keyClicks(sheet.field, "no such thing")
    assert sheet.rows.rowCount() == 0
    qtbot.keyClick(sheet.field, Qt.Key.Key_Return)
    assert sheet.isVisible()
    qtbot.keyClick(sheet.field, Qt.Key.Key_Escape)
    assert not sheet.isVisible()


# Files ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("format", ["tiktoken", "mergescope", "vocab-merges", "tokenizer-json", "vocab"])
def test_every_format_is_saved_from_the_window_with_where_it_comes_from(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format: str
) -> None:
    library = window.session.tokenizers
    window.session.playback.seek(300)
    monkeypatch.setattr("app.widgets.basics.file_dialogs.ask_save_as", lambda *_: (tmp_path / "alice", format))
    with qtbot.waitSignal(library.saved, timeout=LONG) as told:
        trigger(window, "save")
    path = told.args[0]
    assert path.name == "alice" + FORMATS[format].suffix
    if FORMATS[format].load is None:
        return
    again = load(path)
    assert again.encode("Alice was beginning").ids.tolist() == (
        window.session.run.history.tokenizer_at(300).encode("Alice was beginning").ids.tolist()
    )
    if format == "mergescope":
        assert again.provenance["step"] == 300
        assert again.provenance["steps"] == 744
        assert len(again.provenance["corpus"]) == 64


def test_what_a_format_cannot_hold_is_said(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.widgets.basics.file_dialogs.ask_save_as", lambda *_: (tmp_path / "alice", "vocab-txt"))
    with qtbot.waitSignal(window.session.failed, timeout=LONG):
        trigger(window, "save")
    assert window.messages.messages[-1].kind == "error"
    assert list(tmp_path.glob("alice*")) == []


def test_a_file_without_a_pattern_asks_in_the_bar(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    tokenizer = window.session.run.history.tokenizer_at(744)
    path = tmp_path / "ranks.tiktoken"
    from engine.formats import save

    save(tokenizer, path)
    for beside in tmp_path.glob("*.json"):
        beside.unlink()
    window.file_commands.open_path(path)
    qtbot.waitUntil(lambda: bool(window.messages.messages), timeout=LONG)
    assert "ranks.tiktoken does not say how text is cut" in window.messages.label.text()
    menu = window.messages.action.menu()
    (choice,) = [action for action in menu.actions() if action.text() == PATTERNS["gpt2"].title]
    choice.trigger()
    qtbot.waitUntil(lambda: window.session.tokenizers.selected == str(path), timeout=LONG)
    assert window.messages.messages == ()


def test_a_library_tokenizer_dropped_on_the_shelf_shows_its_tokens(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    path = tmp_path / "vocab.txt"
    path.write_text("[UNK]\n[CLS]\n[SEP]\nstraw\n##berry\na\n", "utf-8")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    window.shelf.dropEvent(QDropEvent(QPointF(5, 5), copy, data, left, none))
    qtbot.waitUntil(lambda: window.session.tokenizers.selected == str(path), timeout=LONG)
    window.session.playground.set_text("a strawberry")
    qtbot.waitUntil(lambda: window.session.playground.encoded_by is window.session.tokenizers.tokenizer(str(path)))
    qtbot.waitUntil(lambda: window.session.playground.encoding.text == "a strawberry")
    assert window.session.playground.encoding.ids.tolist() == [5, 3, 4]


def test_names_on_this_computer_are_offered(qtbot: QtBot, window: MainWindow) -> None:
    shelf = window.shelf
    with qtbot.waitSignal(window.session.tokenizers.names_found, timeout=LONG):
        shelf.names.aboutToShow.emit()
    names = [action.text() for action in shelf.names.actions()]
    assert "r50k_base" in names
    assert "gpt2" not in names, "it stands in the shelf already"
    shelf.name_asked.emit("r50k_base")
    qtbot.waitUntil(lambda: window.session.tokenizers.selected == "r50k_base", timeout=LONG)
    assert window.session.tokenizers.tokenizer("r50k_base").identity == load_preset("r50k_base").identity


def test_a_typed_suffix_wins() -> None:
    assert as_named(Path("a.tiktoken"), "tokenizer-json") == (Path("a.tiktoken"), "tiktoken")
    assert as_named(Path("a.b"), "mergescope") == (Path("a.b.mergescope"), "mergescope")
    assert as_named(Path("folder"), "vocab-merges") == (Path("folder"), "vocab-merges")

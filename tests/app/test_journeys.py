"""The journeys, walked through the window as a user would: click, type, press, and look at what is shown."""

from __future__ import annotations

import csv
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.state.tokenizers.tokenizer_library import RUN
from app.tour import settle
from app.widgets.theatre.recipe_options import with_option
from app.worker import Worker
from engine.presets import load_preset
from tests.app.conftest import LONG
from tests.app.cut_texts import cut_texts


def theatre(window: MainWindow) -> QWidget:
    return window.panes["theatre"]


def press(qtbot: QtBot, window: MainWindow, key: Qt.Key, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    target = QApplication.focusWidget() or window
    qtbot.keyClick(target, key, modifier)


def test_load_train_animate(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    # GIVEN a file dropped on the corpus
    file = tmp_path / "notes.txt"
    file.write_text("low lower lowest newer newest wider widest " * 200)
    corpus = window.panes["corpus"]
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    corpus.dropEvent(QDropEvent(QPointF(5, 5), copy, data, left, none))
    qtbot.waitUntil(lambda: len(corpus.rows) == 3)
    qtbot.waitUntil(lambda: not window.session.corpus.busy)
    assert corpus.rows[2].title.text() == "notes.txt"
    # WHEN only it is checked, and trained with Ctrl + Enter
    corpus.rows[0].box.click()
    qtbot.waitUntil(lambda: corpus.figures["Distinct"].text() == "9")
    with qtbot.waitSignal(window.session.run.finished):
        window.activateWindow()
        theatre(window).setFocus()
        press(qtbot, window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    # THEN the theatre shows its last step, and every other pane follows
    run, playback = window.session.run, window.session.playback
    assert run.title == "notes 1k"
    qtbot.waitUntil(lambda: theatre(window).timeline.position == playback.length)
    qtbot.waitUntil(lambda: window.panes["tokens"].choice.currentText() == f"notes 1k, step {playback.length}")
    # AND the keys move through time
    press(qtbot, window, Qt.Key.Key_Home)
    assert playback.position == 0
    press(qtbot, window, Qt.Key.Key_Right)
    press(qtbot, window, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert playback.position == 11
    press(qtbot, window, Qt.Key.Key_Left)
    assert playback.position == 10
    press(qtbot, window, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: playback.position > 10)
    press(qtbot, window, Qt.Key.Key_Space)
    assert not playback.playing
    press(qtbot, window, Qt.Key.Key_End)
    assert playback.position == playback.length
    settle()


def test_the_words_split_again_when_the_timeline_goes_back(qtbot: QtBot, window: MainWindow) -> None:
    pane, playback = theatre(window), window.session.playback
    playback.seek(141)
    pane.flush()
    words = pane._groups[0].words
    assert words[0].tokens == (b" t", b"a", b"l", b"k", b"ing")
    assert words[0].lit == (1,)
    pane.timeline.seek_asked.emit(0)
    pane.flush()
    assert pane._groups[0].words[0].tokens == tuple(bytes([byte]) for byte in b" Alice")


def test_type_and_see_the_tokens(qtbot: QtBot, window: MainWindow) -> None:
    tokens = window.panes["tokens"]
    tokens.choice.setCurrentIndex(tokens.choice.findData("cl100k_base"))
    tokens.choice.activated.emit(tokens.choice.currentIndex())
    view = tokens.view
    view.setFocus()
    view.select_all()
    with qtbot.waitSignal(window.session.playground.encoded):
        qtbot.keyClicks(view, "strawberry T")
    expected = load_preset("cl100k_base").encode("strawberry T").ids.tolist()
    qtbot.waitUntil(lambda: window.session.playground.encoding.ids.tolist() == expected)
    assert view.text() == "strawberry T", "a letter is typed, not taken for a key of the window"


def test_compare(qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grid = window.session.grid
    # The run's column follows the timeline
    window.session.playback.seek(744)
    late = grid.value(RUN, "vie")
    window.session.playback.seek(0)
    qtbot.waitUntil(lambda: grid.value(RUN, "vie") not in (None, late))
    # Unchecking a pill takes its column away
    window.shelf.pill("gpt2").toggle()
    qtbot.waitUntil(lambda: "gpt2" not in [column.key for column in grid.columns])
    # And the table can be taken along
    out = tmp_path / "out.csv"
    monkeypatch.setattr("app.widgets.basics.file_dialogs.ask_save_file", lambda *_: out)
    with qtbot.waitSignal(grid.exported):
        window.actions_by_name["export"].trigger()
    rows = list(csv.DictReader(out.read_text("utf-8").splitlines()))
    assert {row["tokenizer"] for row in rows} >= {"cl100k_base", "o200k_base"}
    assert "Saved out.csv." in window.messages.label.text()


def test_save_and_open(qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "alice.json"
    monkeypatch.setattr("app.widgets.basics.file_dialogs.ask_save_as", lambda *_: (path, "tokenizer-json"))
    monkeypatch.setattr("app.widgets.basics.file_dialogs.ask_open_files", lambda *_: [path])
    with qtbot.waitSignal(window.session.tokenizers.saved):
        window.actions_by_name["save"].trigger()
    window.actions_by_name["open"].trigger()
    qtbot.waitUntil(lambda: window.session.tokenizers.selected == str(path), timeout=LONG)
    assert window.shelf.pill(str(path)) is not None
    assert window.panes["tokens"].choice.currentText() == "alice"


def test_an_error_lands_in_the_bar_and_the_window_lives_on(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text("{}")
    monkeypatch.setattr("app.widgets.basics.file_dialogs.ask_open_files", lambda *_: [path])
    window.shelf.add.menu().actions()[0].trigger()
    qtbot.waitUntil(lambda: bool(window.messages.messages))
    qtbot.waitUntil(window.messages.isVisible)
    assert "tokenizer.json" in window.messages.label.text()
    assert len(window.session.run.history) == 744
    window.messages.close_button.click()
    assert not window.messages.messages


@pytest.mark.expects_warnings
def test_an_error_of_our_own_has_details(qtbot: QtBot, window: MainWindow) -> None:
    def broken():
        yield 1
        raise ZeroDivisionError("in the job")

    worker = Worker(broken)
    worker.failed.connect(window.session.failed)
    worker.start()
    qtbot.waitUntil(lambda: bool(window.messages.messages))
    assert "in the job" in window.messages.label.text()
    window.messages.details.click()
    assert "Traceback" in QGuiApplication.clipboard().text()


def test_closing_during_a_training_is_clean(qtbot: QtBot, window: MainWindow) -> None:
    window.session.corpus.set_checked(1, True)
    run = window.session.run
    run.set_recipe(with_option(with_option(run.recipe, "vocab_size", 16_000), "min_frequency", 1))
    with qtbot.waitSignal(window.session.run.advanced):
        window.session.train()
    assert window.session.run.running
    window.close()
    assert not window.session.run.running


def test_theme_and_size_change_everything_and_are_remembered(qtbot: QtBot, window: MainWindow) -> None:
    before = window.docks["corpus"].titleBarWidget().height()
    window.actions_by_name["larger"].trigger()
    window.actions_by_name["larger"].trigger()
    window.actions_by_name["theme"].trigger()
    settle()
    assert window.docks["corpus"].titleBarWidget().height() > before
    assert (window.session.settings.base, window.session.settings.theme) == (18, "dark")
    window.actions_by_name["normal_size"].trigger()
    assert window.session.settings.base == 14


def test_large_text_is_whole(qtbot: QtBot, window: MainWindow) -> None:
    """At the second size up nothing is cut: handles of sliders, the number of the step, columns of the map."""
    for _ in range(2):
        window.actions_by_name["larger"].trigger()
    settle()
    assert cut_texts(window) == []
    transport = window.theatre.transport
    assert transport.step_field.lineEdit().font().pixelSize() == 18
    handle = 6 * window.appearance.metrics.u / 4 * 2 + 3
    for slider in (transport.speed, window.corpus.rows[0].slider):
        assert slider.height() >= handle
    assert window.languages.map.horizontalScrollBar().maximum() == 0
    assert window.languages.width() >= window.width() // 4


def test_one_pane_alone_and_back(qtbot: QtBot, window: MainWindow) -> None:
    window.docks["tokens"].titleBarWidget().maximise.click()
    assert [name for name, dock in window.docks.items() if dock.isVisible()] == ["tokens"]
    window.docks["tokens"].titleBarWidget().maximise.click()
    assert all(dock.isVisible() for dock in window.docks.values())


def test_keys_are_listed(qtbot: QtBot, window: MainWindow) -> None:
    window.actions_by_name["keys"].trigger()
    (dialog,) = [child for child in window.children() if type(child).__name__ == "KeyList"]
    texts = {label.text() for label in dialog.findChildren(QLabel)}
    assert {"Space", "Play, pause", "Next tie"} <= texts
    dialog.close()


def test_escape_and_f1_close_the_list_of_keys_from_the_window(qtbot: QtBot, window: MainWindow) -> None:
    """Without a window manager the list gets no keys of its own."""

    def lists() -> list[QWidget]:
        return [child for child in window.children() if type(child).__name__ == "KeyList" and child.isVisible()]

    for key in ("cancel", "keys"):
        window.actions_by_name["keys"].trigger()
        qtbot.waitUntil(lambda: len(lists()) == 1)
        window.news.say("A message that Escape must leave alone.", "error")
        window.actions_by_name[key].trigger()
        assert lists() == [], key
        assert window.messages.messages
        qtbot.waitUntil(lambda: not window.sheets.open_ones)


SMALL = [(1280, 720), (1280, 800), (1600, 1000)]


@pytest.mark.parametrize("size", SMALL)
def test_words_keep_their_headings_and_other_rules_are_named(
    qtbot: QtBot, window: MainWindow, size: tuple[int, int]
) -> None:
    window.resize(*size)
    window.session.playback.seek(141)
    settle()
    pane = window.theatre
    titles = [heading.title for heading in pane.chips.stage.headings]
    assert titles == ["Words that change now", "Words the tied pairs would change", "My words"]
    assert {group for group, _ in pane.chips.shown_words} == {0, 1, 2}
    assert pane.other_rules.isVisible() or pane.rules.isVisible()
    assert pane.other_rules.text() == "Other rules choose space and space very" or pane.other_rules.pairs() == (
        (b" ", b"very"),
    )
    assert pane.other_rules._placed()[0][1].right() <= pane.other_rules.width()
    assert pane.bars.rows_shown >= 3


@pytest.mark.parametrize("size", SMALL)
def test_a_message_does_not_push_the_window_out_of_the_screen(
    qtbot: QtBot, window: MainWindow, size: tuple[int, int]
) -> None:
    window.resize(*size)
    settle()
    window.news.say("letters.txt: 3 bytes are not UTF-8. " * 8, "error")
    settle()
    assert window.messages.isVisible()
    assert window.messages.height() > 12 * window.appearance.metrics.u, "it has two lines"
    assert (window.width(), window.height()) == size


@pytest.mark.parametrize("size", SMALL)
def test_the_heat_map_shows_whole_rows_and_needs_no_scroll_bar_below(
    qtbot: QtBot, window: MainWindow, size: tuple[int, int]
) -> None:
    window.resize(*size)
    heat = window.languages.map
    for position in (0, 5, 141, 744):
        window.session.playback.seek(position)
        settle()
        assert not heat.horizontalScrollBar().isVisible()
        assert heat.horizontalScrollBar().maximum() == 0
        last = heat.rowAt(heat.viewport().height() - 1)
        bottom = heat.rowViewportPosition(last) + heat.rowHeight(last)
        assert last < 0 or bottom <= heat.viewport().height() + 1, (size, position)


def test_rows_stay_where_they_are_while_the_timeline_is_dragged(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    languages, playback = window.languages, window.session.playback
    playback.seek(744)
    qtbot.waitUntil(lambda: not languages.is_moving)
    order = languages.map.order()
    bars = [bar.code for bar in languages.bars.bars()]
    # GIVEN the handle held                     WHEN it goes to where the order is another
    held = Qt.MouseButton.LeftButton
    monkeypatch.setattr("app.panes.languages_pane.QGuiApplication.mouseButtons", lambda: held)
    playback.seek(3)
    qtbot.waitUntil(lambda: languages.map.cell_text(RUN, "vie") != "")
    settle()
    languages._on_rest()
    # THEN the numbers change in their places
    assert languages.map.order() == order
    assert [bar.code for bar in languages.bars.bars()] == bars
    # AND once it is let go the rows are in order again
    monkeypatch.setattr("app.panes.languages_pane.QGuiApplication.mouseButtons", lambda: Qt.MouseButton.NoButton)
    qtbot.waitUntil(lambda: languages.map.order() != order)
    values = [window.session.grid.value(RUN, code) for code in languages.map.order()]
    assert values == sorted(values)
    assert [bar.code for bar in languages.bars.bars()] != bars


def test_the_wide_corpus_pane_uses_its_right_half(qtbot: QtBot, window: MainWindow) -> None:
    corpus = window.corpus
    short = corpus.preview.text()
    assert short.endswith(" …")
    window.maximise("corpus")
    settle()
    place = corpus.preview.mapTo(corpus, corpus.preview.rect().topLeft())
    assert place.x() > corpus.width() // 3
    assert corpus.preview.width() > corpus.width() // 3
    assert len(corpus.preview.text()) > 4 * len(short)
    window.maximise("corpus")
    settle()
    assert corpus.preview.text() == short


def shows_all_texts(window: MainWindow, name: str) -> None:
    assert cut_texts(window) == [], name


@pytest.mark.parametrize("size", SMALL)
def test_no_text_is_cut(qtbot: QtBot, window: MainWindow, size: tuple[int, int]) -> None:
    window.resize(*size)
    settle()
    assert (window.width(), window.height()) == size
    assert cut_texts(window) == []
    for name in window.docks:
        window.maximise(name)
        settle()
        assert (window.width(), window.height()) == size, name
        qtbot.waitUntil(
            partial(shows_all_texts, window, name), timeout=10_000
        )  # what a pane shows comes a moment later
        window.maximise(name)

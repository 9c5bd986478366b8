"""What makes a tool one to live with: edits taken back, files dropped anywhere, words explained, nothing to guess."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, QSize, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.glossary import terms
from app.main_window import MainWindow
from app.session_keeper import SessionKeeper
from app.state.text import text_file
from app.tour import settle
from app.widgets.basics.time_left import TimeLeft
from tests.app.conftest import LONG

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def data_of(*paths: Path, text: str = "") -> QMimeData:
    data = QMimeData()
    if paths:
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    if text:
        data.setText(text)
    return data


def drop(target: QWidget, data: QMimeData) -> QWidget:
    """As the system does it: the first that takes it, from the widget under the pointer outwards; who that was."""
    copy = Qt.DropAction.CopyAction
    while True:
        enters = QDragEnterEvent(QPoint(5, 5), copy, data, LEFT, NONE)
        if target.acceptDrops():
            enters.ignore()
            target.dragEnterEvent(enters)
            if enters.isAccepted():
                target.dropEvent(QDropEvent(QPointF(5, 5), copy, data, LEFT, NONE))
                return target
        target = target.parentWidget()


# -- dropping ----------------------------------------------------------------------------------------------------------


def test_files_are_taken_for_what_they_are_wherever_they_fall(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    session = window.session
    text = tmp_path / "notes.txt"
    text.write_text("low lower lowest\r\n", newline="")
    # A text on the tokens pane is looked at.
    assert drop(window.tokens.view.viewport(), data_of(text)) is window.tokens
    qtbot.waitUntil(lambda: session.playground.text == "low lower lowest\r\n", timeout=LONG)
    assert drop(window.tokens.view.viewport(), data_of(text="typed elsewhere")) is window.tokens
    assert session.playground.text == "typed elsewhere"
    # On the theatre it goes to the corpus, as on the corpus.
    assert drop(window.theatre, data_of(text)) is window
    qtbot.waitUntil(lambda: session.corpus.rows[-1].title == "notes.txt", timeout=LONG)
    another = tmp_path / "more.txt"
    another.write_text("newest widest")
    assert drop(window.corpus, data_of(another)) is window.corpus
    qtbot.waitUntil(lambda: len(session.corpus.rows) == 4 and not session.corpus.busy, timeout=LONG)
    # A tokenizer on any pane but the corpus, and on the shelf.
    saved = tmp_path / "mine.json"
    with qtbot.waitSignal(session.tokenizers.saved, timeout=LONG):
        session.tokenizers.save(session.tokenizers.selected, saved)
    with qtbot.waitSignal(session.tokenizers.selected_changed, timeout=LONG):
        assert drop(window.tokens.view.viewport(), data_of(saved)) is window
    assert session.tokenizers.selected == str(saved)


def test_a_session_opens_wherever_it_falls(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    session = window.session
    session.playback.seek(77)
    keeper = SessionKeeper(session)
    path = tmp_path / "a.mergescope-session"
    with qtbot.waitSignal(keeper.saved, timeout=LONG):
        keeper.save(path)
    for target in (window.corpus, window.tokens.view.viewport(), window.languages):
        session.playback.seek(5)
        with qtbot.waitSignal(window.keeper.opened, timeout=LONG):
            assert drop(target, data_of(path)) is window
        assert session.playback.position == 77
    qtbot.waitUntil(lambda: not session.corpus.busy, timeout=LONG)


def test_a_text_file_is_read_in_its_encoding_and_what_is_none_is_said(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    latin = tmp_path / "latin.txt"
    latin.write_bytes("\ufeffmanger à midi".encode("utf-16"))
    monkeypatch.setattr("app.widgets.basics.file_dialogs.ask_open_files", lambda *_: [latin])
    window.actions_by_name["show_text"].trigger()
    qtbot.waitUntil(lambda: window.session.playground.text.endswith("manger à midi"), timeout=LONG)
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\xff\xfe\xc3" * 50)
    window.tokens.file.open(picture)
    qtbot.waitUntil(lambda: "picture.png is not a text" in window.messages.label.text(), timeout=LONG)
    assert window.session.playground.text.endswith("manger à midi"), "nothing is lost by it"
    monkeypatch.setattr(text_file, "MOST", 1 << 20)
    large = tmp_path / "large.txt"
    large.write_text("words " * 400_000)
    window.tokens.file.open(large)
    qtbot.waitUntil(lambda: "its first 1 MB are shown" in window.messages.label.text(), timeout=LONG)


# -- taking back -------------------------------------------------------------------------------------------------------


def test_edits_of_the_corpus_are_taken_back_and_made_again_by_keys(qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    corpus = window.session.corpus
    window.focus_pane("corpus")
    box = window.corpus.rows[1].box
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Space)
    assert corpus.rows[1].checked
    qtbot.keyClick(box, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not corpus.rows[1].checked
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(box, Qt.Key.Key_Z, both)
    assert corpus.rows[1].checked
    corpus.set_weight(0, 5)
    assert not corpus.can_redo, "another edit forgets what was taken back"
    # A text that is typed has its own.
    view = window.tokens.view
    before, rows = window.session.playground.text, corpus.rows
    view.setFocus()
    qtbot.keyClicks(view, "new")
    assert window.session.playground.text != before
    qtbot.keyClick(view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.session.playground.text == before
    assert corpus.rows == rows
    qtbot.waitUntil(lambda: not corpus.busy, timeout=LONG)


def test_nothing_to_take_back_is_said(qtbot: QtBot, window: MainWindow) -> None:
    while window.session.corpus.can_undo:
        window.session.corpus.undo()
    window.actions_by_name["undo"].trigger()
    assert "No change" in window.messages.label.text()
    qtbot.waitUntil(lambda: not window.session.corpus.busy, timeout=LONG)


# -- words -------------------------------------------------------------------------------------------------------------


def test_words_are_explained_and_found(qtbot: QtBot, window: MainWindow) -> None:
    window.actions_by_name["glossary"].trigger()
    sheet = window.sheets.open_ones["glossary"]
    assert sheet.shown == [term.name for term in terms()]
    qtbot.keyClicks(sheet.field, "premi")
    assert sheet.shown == ["Premium"]
    qtbot.keyClicks(sheet.field, "xyz")
    assert sheet.shown == []
    assert sheet.nothing.isVisible()
    qtbot.keyClick(sheet, Qt.Key.Key_Escape)
    assert "glossary" not in window.sheets.open_ones


def test_a_term_is_one_sentence_that_says_something() -> None:
    names = [term.name for term in terms()]
    assert len(set(names)) == len(names) > 30
    for term in terms():
        assert term.meaning.endswith(".")
        assert 30 < len(term.meaning) < 200, term.name


# -- progress ----------------------------------------------------------------------------------------------------------


def test_the_time_left_follows_the_work() -> None:
    now = 0.0
    left = TimeLeft(lambda: now)
    assert left.seconds(0.0) is None
    now = 0.5
    assert left.seconds(0.5) is None, "too early to say"
    now = 30.0
    assert left.seconds(0.5) == 30
    now = 300.0
    assert left.seconds(0.6) == 200
    assert left.seconds(1.0) is None
    now = 301.0
    assert left.seconds(0.01) is None, "another job begins"


def test_the_status_says_what_is_being_written(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    with qtbot.waitSignal(window.keeper.saved, timeout=LONG):
        window.keeper.save(tmp_path / "a")
        assert window.status.state.text() == "Saving the session"
    with qtbot.waitSignal(window.keeper.report_written, timeout=LONG):
        window.keeper.write_report(tmp_path / "a.html")
        assert window.status.state.text() == "Writing the report"
    qtbot.waitUntil(lambda: window.status.state.text() == "Ready", timeout=LONG)


# -- room --------------------------------------------------------------------------------------------------------------


def test_at_twice_the_size_the_window_stays_as_large_as_the_screen(qtbot: QtBot, window: MainWindow) -> None:
    window.resize(1600, 1000)
    window.appearance.set_base(28)
    settle()
    assert window.size() == QSize(1600, 1000)
    assert window.minimumSizeHint().height() < 800
    area = window.panned
    assert area.horizontalScrollBar().maximum() > 0
    for name in window.panes:  # keys bring along what is out of sight
        window.focus_pane(name)
        settle()
        focused = QApplication.focusWidget()
        seen = focused.visibleRegion().boundingRect()
        assert seen.height() >= min(focused.height(), 60), name
        assert area.rect().intersects(QRect(focused.mapTo(area, QPoint(0, 0)), focused.size())), name


def test_keys_begin_where_a_pane_is_worked_with(qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    for name, part in (("theatre", window.theatre), ("tokens", window.tokens.view)):
        window.focus_pane(name)
        assert QApplication.focusWidget() is part
    for name, pane in window.panes.items():
        window.focus_pane(name)
        assert pane is QApplication.focusWidget() or pane.isAncestorOf(QApplication.focusWidget())

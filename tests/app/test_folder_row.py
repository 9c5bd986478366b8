"""A folder of thousands of files: which of them are taken is asked in the pane, and they stand there as one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.panes.corpus_pane import CorpusPane
from app.session import Session
from app.session_keeper import SessionKeeper
from app.state.corpus.corpus_library import CorpusLibrary
from app.widgets.theatre.balance_row import BalanceRow
from tests.app.conftest import LONG

TEXTS, NOTES, PICTURES = 1_500, 300, 700


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("somewhere") / "notes"
    for number in range(TEXTS + NOTES + PICTURES):
        suffix = ".txt" if number < TEXTS else ".md" if number < TEXTS + NOTES else ".png"
        path = made / str(number % 30) / f"{number}{suffix}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"\x89PNG\x00\xff\xfe" * 20 if suffix == ".png" else b"low lower lowest")
    return made


@pytest.fixture
def pane(qtbot: QtBot, session: Session, appearance: Appearance) -> CorpusPane:
    made = CorpusPane(session.corpus, appearance)
    qtbot.addWidget(made)
    made.resize(300, 700)
    made.show()
    made.activateWindow()
    return made


def drop(pane: CorpusPane, *paths: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    pane.dropEvent(QDropEvent(QPointF(5, 5), copy, data, left, none))


def seen(qtbot: QtBot, pane: CorpusPane, words: str) -> None:
    qtbot.waitUntil(lambda: not pane.choice.looking and pane.folder_row.count.text() == words, timeout=LONG)


def rest(qtbot: QtBot, library: CorpusLibrary) -> None:
    qtbot.waitUntil(lambda: not library.busy, timeout=LONG)


def test_a_dropped_folder_is_asked_about_and_stands_as_one(qtbot: QtBot, pane: CorpusPane, folder: Path) -> None:
    library, row = pane._library, pane.folder_row
    drop(pane, folder)
    seen(qtbot, pane, "1,800 of them")
    assert row.title.text() == "notes/: 2,500 files; take"
    assert row.filter.text() == "*.txt *.md", "pictures are not proposed"
    assert ".png 700" in row.filter.toolTip()
    assert library.rows == (), "nothing is taken before it is wanted"
    assert QApplication.focusWidget() is row.filter
    row.filter.selectAll()
    qtbot.keyClicks(row.filter, "*.md")
    seen(qtbot, pane, "300 of them")
    qtbot.keyClick(row.filter, Qt.Key.Key_Return)
    assert row.isHidden()
    qtbot.waitUntil(lambda: len(library.rows) == NOTES, timeout=LONG)
    rest(qtbot, library)
    (one,) = pane.rows
    assert one.title.text() == "notes/"
    assert one.detail.text().startswith("300 texts")
    assert library.statistics is not None
    assert library.statistics.words == 3 * NOTES


def test_what_is_done_to_a_folder_is_done_to_each_of_its_texts(
    qtbot: QtBot, pane: CorpusPane, session: Session, appearance: Appearance, folder: Path
) -> None:
    library = pane._library
    library.add_text("a text of its own")
    library.add_paths([folder], "*.md")
    qtbot.waitUntil(lambda: len(library.rows) == 1 + NOTES, timeout=LONG)
    rest(qtbot, library)
    balance = BalanceRow(appearance, library, session.rebalancing)
    qtbot.addWidget(balance)
    balance.show()
    assert len(balance.sliders) == 2
    pane.rows[1].slider.setValue(5)
    assert {row.source.weight_tenths for row in library.rows[1:]} == {5}
    assert library.rows[0].source.weight_tenths == 10
    pane.rows[1].box.click()
    assert [row.checked for row in library.rows].count(True) == 1
    library.undo()
    library.undo()
    assert {row.source.weight_tenths for row in library.rows} == {10}
    pane.rows[1].remove.click()
    assert len(library.rows) == 1
    rest(qtbot, library)


def test_a_folder_can_be_left_alone(qtbot: QtBot, pane: CorpusPane, folder: Path) -> None:
    drop(pane, folder)
    qtbot.keyClick(pane.folder_row.filter, Qt.Key.Key_Escape)
    assert pane.folder_row.isHidden()
    assert pane.choice.folder is None
    pane.choice.ask([folder, folder.parent])
    assert pane.choice.folder == folder
    pane.folder_row.cancel.click()
    assert pane.choice.folder == folder.parent, "the next one is asked about"
    pane.choice.close()
    assert pane._library.rows == ()


def test_a_filter_that_takes_nothing_adds_nothing(qtbot: QtBot, pane: CorpusPane, folder: Path) -> None:
    drop(pane, folder)
    seen(qtbot, pane, "1,800 of them")
    pane.folder_row.filter.selectAll()
    qtbot.keyClicks(pane.folder_row.filter, "*.pdf")
    seen(qtbot, pane, "0 of them")
    assert not pane.folder_row.add.isEnabled()
    qtbot.keyClick(pane.folder_row.filter, Qt.Key.Key_Return)
    assert not pane.folder_row.isHidden()
    pane.choice.close()


def test_what_is_no_text_is_said_once(qtbot: QtBot, pane: CorpusPane, folder: Path) -> None:
    library = pane._library
    errors: list[BaseException] = []
    library.failed.connect(errors.append)
    library.add_paths([folder], "*.md *.png")
    qtbot.waitUntil(lambda: len(library.rows) == NOTES, timeout=LONG)
    rest(qtbot, library)
    assert len(errors) == 1
    assert "700 files were left out" in str(errors[0])


def test_reading_can_be_cancelled(qtbot: QtBot, pane: CorpusPane, folder: Path) -> None:
    library = pane._library
    library.add_text("stays")
    rest(qtbot, library)
    library.add_paths([folder], "*.txt")
    qtbot.waitUntil(lambda: len(library.rows) > 1, timeout=LONG)
    qtbot.waitUntil(lambda: pane.progress.isVisible() and "of 1,500 texts" in pane.progress.title.text(), timeout=LONG)
    pane.progress.button.click()
    assert library.reading is None
    assert all(row.report is not None for row in library.rows)
    assert len(library.rows) < 1 + TEXTS
    rest(qtbot, library)
    library.undo()
    assert [row.title for row in library.rows] == ["Pasted text 1"]
    rest(qtbot, library)


def test_a_session_keeps_it_as_one(
    qtbot: QtBot, session: Session, pane: CorpusPane, folder: Path, tmp_path: Path
) -> None:
    session.corpus.add_paths([folder], "*.md")
    qtbot.waitUntil(lambda: len(session.corpus.rows) == NOTES, timeout=LONG)
    rest(qtbot, session.corpus)
    keeper = SessionKeeper(session)
    path = tmp_path / "a.mergescope-session"
    with qtbot.waitSignal(keeper.saved, timeout=LONG):
        keeper.save(path)
    pane.rows[0].remove.click()
    with qtbot.waitSignal(keeper.opened, timeout=LONG):
        keeper.open(path)
    rest(qtbot, session.corpus)
    assert [row.title.text() for row in pane.rows] == ["notes/"]


def test_an_empty_clipboard_is_no_text(session: Session, pane: CorpusPane, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some systems have nothing at all there."""

    class Nothing:
        def mimeData(self) -> None:
            return None

    monkeypatch.setattr(QGuiApplication, "clipboard", Nothing)
    before = session.corpus.rows
    pane.paste()
    assert session.corpus.rows == before


def test_a_folder_that_cannot_be_looked_through_is_asked_about_no_more(
    qtbot: QtBot, pane: CorpusPane, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_folder: Path) -> Iterator[list[str]]:
        yield ["a.txt"]
        raise MemoryError("too many names")

    monkeypatch.setattr("app.state.corpus.folder_choice.walk", broken)
    with qtbot.waitSignal(pane.choice.failed, timeout=LONG) as failed:
        drop(pane, folder)
    assert isinstance(failed.args[0], MemoryError)
    assert pane.choice.folder is None
    assert not pane.choice.looking

"""How a file is read can be seen and changed in its row: the encoding, and one column of a table."""

from __future__ import annotations

from pathlib import Path

import pyarrow
import pytest
from pyarrow import parquet
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.panes.corpus_pane import CorpusPane
from app.session import Session
from app.widgets.basics.source_row import ENCODINGS
from engine.text_files import check_encoding
from tests.app.conftest import LONG


@pytest.fixture
def pane(qtbot: QtBot, session: Session, appearance: Appearance) -> CorpusPane:
    made = CorpusPane(session.corpus, appearance)
    qtbot.addWidget(made)
    made.resize(300, 700)
    made.show()
    return made


def add(qtbot: QtBot, pane: CorpusPane, path: Path) -> None:
    library = pane._library
    library.add_paths([path])
    qtbot.waitUntil(lambda: bool(library.rows) and library.rows[-1].report is not None, timeout=LONG)
    qtbot.waitUntil(lambda: not library.busy and library.statistics is not None, timeout=LONG)


def choose(pane: CorpusPane, menu: int, words: str) -> None:
    actions = pane.rows[0].reading.menu().actions()[menu].menu().actions()
    (action,) = [action for action in actions if action.text().partition("\t")[0] == words]
    action.trigger()


def test_the_encoding_is_shown_and_changed(qtbot: QtBot, pane: CorpusPane, tmp_path: Path) -> None:
    path = tmp_path / "letters.txt"
    path.write_bytes("Žluťoučký kůň úpěl ďábelské ódy. ".encode("cp1250") * 30)
    add(qtbot, pane, path)
    before = pane.rows[0].reading.text()
    choose(pane, 0, "Cyrillic (KOI8-R)")
    qtbot.waitUntil(lambda: "koi8" in pane.rows[0].reading.text().casefold(), timeout=LONG)
    assert pane.rows[0].reading.text() != before
    choose(pane, 0, "Central European (Windows-1250)")
    qtbot.waitUntil(lambda: "Žluťoučký" in pane.preview.text(), timeout=LONG)
    pane.undo.click()
    pane.undo.click()
    assert pane._library.rows[0].source.encoding is None


def test_a_column_of_a_table_is_read_alone(qtbot: QtBot, pane: CorpusPane, tmp_path: Path) -> None:
    path = tmp_path / "mail.csv"
    path.write_text("name,text\nanna,low lower\nberta,newest wide\n" * 1)
    add(qtbot, pane, path)
    assert "Column" in [action.text() for action in pane.rows[0].reading.menu().actions()]
    assert "--column" not in pane.rows[0].note.text()
    assert pane.rows[0].note.text(), "the row says that it is a table"
    shown = [action.text() for action in pane.rows[0].reading.menu().actions()[1].menu().actions()]
    assert shown[1:] == ["name\tanna", "text\tlow lower"], "an example stands beside each column"
    choose(pane, 1, "text")
    qtbot.waitUntil(lambda: "column text" in pane.rows[0].reading.text(), timeout=LONG)
    qtbot.waitUntil(lambda: pane._library.statistics is not None and pane._library.statistics.words == 4, timeout=LONG)
    assert "anna" not in pane.preview.text()
    choose(pane, 1, "The whole file as text")
    qtbot.waitUntil(lambda: "anna" in pane.preview.text(), timeout=LONG)


def test_parquet_is_read_by_the_column_that_looks_like_texts(qtbot: QtBot, pane: CorpusPane, tmp_path: Path) -> None:
    rows = {"id": [1, 2], "title": ["anna", "berta"], "body": ["low lower lowest", "newest wide"]}
    parquet.write_table(pyarrow.table(rows), tmp_path / "mail.parquet")
    add(qtbot, pane, tmp_path / "mail.parquet")
    assert "column body" in pane.rows[0].reading.text()
    choose(pane, 1, "title")
    qtbot.waitUntil(lambda: "column title" in pane.rows[0].reading.text(), timeout=LONG)
    assert "anna" in pane.preview.text()


def test_parquet_in_a_folder_is_a_table_like_others(qtbot: QtBot, pane: CorpusPane, tmp_path: Path) -> None:
    folder = tmp_path / "mails"
    folder.mkdir()
    (folder / "a.txt").write_text("low lower", "utf-8")
    for name in ("b", "c", "d"):
        rows = {"id": [1, 2], "title": ["anna", "berta"], "body": [f"lowest {name}", "newest wide"]}
        parquet.write_table(pyarrow.table(rows), folder / f"{name}.parquet")
    with qtbot.assertNotEmitted(pane._library.failed):
        add(qtbot, pane, folder)
        assert [row.source.column for row in pane._library.rows] == [None, "body", "body", "body"]
        # WHEN all are read as texts  THEN those that are none keep their column
        pane._library.set_column(0, "title", 4)
        qtbot.waitUntil(lambda: not pane._library.busy, timeout=LONG)
        pane._library.set_column(0, None, 4)
        qtbot.waitUntil(lambda: not pane._library.busy, timeout=LONG)
    assert [row.source.column for row in pane._library.rows] == [None, "title", "title", "title"]
    assert all(row.report is not None for row in pane._library.rows)


def test_a_sample_is_read_in_one_way(qtbot: QtBot, pane: CorpusPane) -> None:
    pane._library.add_sample("alice")
    qtbot.waitUntil(lambda: not pane._library.busy, timeout=LONG)
    assert pane.rows[0].reading.isHidden()


@pytest.mark.parametrize("name", [name for name in ENCODINGS if name])
def test_every_encoding_is_one(name: str) -> None:
    assert check_encoding(name)

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
from app.state.corpus.corpus_rows import Row
from app.widgets.basics.source_row import ENCODINGS
from engine.corpus import Source
from engine.text_encodings import check_encoding
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


def test_two_texts_of_one_name_are_both_read(qtbot: QtBot, session: Session) -> None:
    session.corpus.restore([Row(Source("Pasted text 2", text=text)) for text in ("wide", "low")])
    qtbot.waitUntil(lambda: not session.corpus.busy and session.corpus.statistics is not None, timeout=LONG)
    sizes = [row.report.bytes for row in session.corpus.rows if row.report is not None]
    assert sizes == [4, 3]


def test_a_pasted_text_is_called_as_no_other_is(session: Session) -> None:
    """The first was taken out before the session was saved."""
    session.corpus.restore([Row(Source("Pasted text 2", text="wide"))])
    for text in ("low", "lower"):
        session.corpus.add_text(text)
    assert [row.title for row in session.corpus.rows] == ["Pasted text 2", "Pasted text 1", "Pasted text 3"]


def test_a_file_that_is_dropped_again_is_not_counted_twice(qtbot: QtBot, session: Session, tmp_path: Path) -> None:
    corpus, told = session.corpus, []
    session.failed.connect(lambda error: told.append(str(error)))
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"{folder}.txt").write_text("low lower\n" * 10)
    (tmp_path / "b" / "link.txt").symlink_to(tmp_path / "a" / "a.txt")
    # WHEN a file, its folder and another folder that leads to it are dropped, at once and one after the other
    corpus.add_paths([tmp_path / "a" / "a.txt", tmp_path / "a"])
    corpus.add_paths([tmp_path / "b"])
    corpus.add_paths([tmp_path / "b" / "b.txt"])
    qtbot.waitUntil(lambda: not corpus.busy, timeout=LONG)
    # THEN each stands once in the list, and it is said which was left out
    assert [row.title for row in corpus.rows] == ["a.txt", "b.txt"]
    assert [sentence.partition(" is in the corpus already")[0] for sentence in told] == [
        f"{tmp_path}/a/a.txt",
        f"{tmp_path}/b/link.txt",
        f"{tmp_path}/b/b.txt",
    ]
    # AND one that was taken out, or was lost, can be taken in again
    corpus.remove(0)
    corpus.add_paths([tmp_path / "a"])
    qtbot.waitUntil(lambda: not corpus.busy, timeout=LONG)
    assert [row.title for row in corpus.rows] == ["b.txt", "a.txt"]
    corpus.restore([Row(row.source, checked=False, lost="has gone") for row in corpus.rows])
    corpus.add_paths([tmp_path / "b" / "b.txt"])
    qtbot.waitUntil(lambda: not corpus.busy, timeout=LONG)
    assert len(corpus.rows) == 3
    assert len(told) == 3


def test_what_is_found_late_and_what_was_pasted_meanwhile_are_taken_back_one_by_one(
    qtbot: QtBot, pane: CorpusPane, tmp_path: Path
) -> None:
    path = tmp_path / "late.txt"
    path.write_text("low lower lowest")
    library = pane._library

    def titles() -> list[str]:
        return [row.title for row in library.rows]

    library.add_paths([path])
    library.add_text("pasted while the file was looked for")
    qtbot.waitUntil(lambda: "late.txt" in titles() and not library.busy, timeout=LONG)
    pane.undo.click()
    assert "late.txt" not in titles()
    assert "Pasted text 1" in titles()
    pane.undo.click()
    assert "Pasted text 1" not in titles()
    library.redo()
    library.redo()
    assert {"late.txt", "Pasted text 1"} <= set(titles())

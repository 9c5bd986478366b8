"""Edits of the corpus while texts are still being read: each can be taken back alone, and nothing of the list is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.session import Session
from tests.app.conftest import LONG


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Three texts, the last two of one name."""
    made = [tmp_path / "a" / "one.txt", tmp_path / "b" / "notes.txt", tmp_path / "c" / "notes.txt"]
    for number, file in enumerate(made):
        file.parent.mkdir()
        file.write_text(f"text number {number} " * 40)
    return made


def rest(qtbot: QtBot, session: Session) -> None:
    qtbot.waitUntil(lambda: not session.corpus.busy, timeout=LONG)


def shown(session: Session) -> list[Path | None]:
    return [row.source.path for row in session.corpus.rows]


def test_each_wish_for_files_is_taken_back_alone(qtbot: QtBot, session: Session, files: list[Path]) -> None:
    session.corpus.add_paths(files[:1])
    session.corpus.add_paths(files[1:2])  # while the first is being read
    rest(qtbot, session)
    session.corpus.undo()
    assert shown(session) == files[:1]


def test_a_text_that_was_to_be_read_otherwise_stays_when_that_is_cancelled(
    qtbot: QtBot, session: Session, files: list[Path]
) -> None:
    session.corpus.add_paths(files[:2])
    rest(qtbot, session)
    session.corpus.set_encoding(0, "latin-1")
    session.corpus.set_weight(1, 20)
    session.corpus.cancel()
    assert shown(session) == files[:2]
    assert [row.source.encoding for row in session.corpus.rows] == [None, None]
    assert session.corpus.rows[1].source.weight_tenths == 20
    assert all(row.report is not None for row in session.corpus.rows)


def test_a_lost_text_cannot_be_checked_and_that_is_no_edit(qtbot: QtBot, session: Session, files: list[Path]) -> None:
    session.corpus.add_paths(files[:1])
    rest(qtbot, session)
    files[0].unlink()
    session.corpus.set_encoding(0, "latin-1")
    rest(qtbot, session)
    assert session.corpus.rows[0].lost
    session.corpus.set_checked(0, True)
    session.corpus.undo()
    assert session.corpus.rows[0].source.encoding is None, "the last edit was that of the encoding"


def test_counts_of_tokens_are_of_the_texts_that_are_checked_now(
    qtbot: QtBot, session: Session, files: list[Path]
) -> None:
    session.corpus.add_paths(files[:1])
    rest(qtbot, session)
    qtbot.waitUntil(lambda: session.tokenizers.tokenizer("gpt2") is not None, timeout=LONG)
    session.tokenizers.select("gpt2")
    tokenizer = session.tokenizers.tokenizer("gpt2")
    assert tokenizer is not None
    qtbot.waitUntil(lambda: session.vocabulary.known is not None and not session.vocabulary.busy, timeout=LONG)
    id = tokenizer.encode(" number").ids[0]
    assert session.counts.of(tokenizer, id) == 40
    session.vocabulary.set_shown(False)
    session.corpus.add_paths(files[1:2])
    rest(qtbot, session)
    assert session.counts.of(tokenizer, id) in (None, 80)
    session.counts.ask(tokenizer)
    qtbot.waitUntil(lambda: session.counts.of(tokenizer, id) is not None, timeout=LONG)
    assert session.counts.of(tokenizer, id) == 80

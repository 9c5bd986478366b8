"""An answer that comes late, to what nobody asks any more, changes nothing; one that could not be given is asked for again."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from app.session import Session
from app.state.corpus.corpus_rows import Row
from app.state.text import explaining
from app.state.text.playground import Playground
from app.state.tokenizers.tokenizer_library import RUN
from app.state.vocabulary import vocabulary_job
from engine import AnyTokenizer, load_preset
from engine.corpus import Source
from engine.parallel import udhr
from engine.vocabularies.vocabulary_overview import Asked, Event, overview
from tests.app.conftest import LONG
from tests.app.test_parallel_texts import folder_of
from tests.app.token_panes import shown_pane


@pytest.fixture
def gpt2(qtbot: QtBot, session: Session) -> AnyTokenizer:
    """As the shelf has it."""
    qtbot.waitUntil(lambda: session.tokenizers.tokenizer("gpt2") is not None, timeout=LONG)
    tokenizer = session.tokenizers.tokenizer("gpt2")
    assert tokenizer is not None
    return tokenizer


@pytest.fixture
def preset() -> str:
    return "gpt2"


def all_is_delivered(qtbot: QtBot) -> None:
    """No job runs any more, whether somebody wants what it does or not."""
    qtbot.waitUntil(lambda: not any(t.name.startswith("worker: ") for t in threading.enumerate()), timeout=LONG)
    QCoreApplication.processEvents()


def test_texts_that_are_still_read_do_not_come_into_the_session_that_is_opened(
    qtbot: QtBot, session: Session, tmp_path: Path
) -> None:
    for number in range(30):
        (tmp_path / f"{number}.txt").write_text("low lower\n" * 10)
    session.corpus.add_paths([tmp_path])
    session.corpus.restore((Row(Source("kept", text="wide")),))
    qtbot.waitUntil(lambda: not session.corpus.busy and session.corpus.statistics is not None, timeout=LONG)
    assert [row.title for row in session.corpus.rows] == ["kept"]
    assert session.corpus.rows[0].report is not None


def test_nor_does_a_parallel_text(qtbot: QtBot, session: Session, tmp_path: Path) -> None:
    session.parallel_texts.open(folder_of(tmp_path / "aligned", en="Hello\n" * 6, th="x\n" * 6))
    session.parallel_texts.restore({}, lambda: None)
    assert not session.parallel_texts.busy
    all_is_delivered(qtbot)
    assert session.grid.parallel is udhr()
    assert session.parallel_texts.texts == (udhr(),)


def test_a_file_that_was_asked_for_does_not_replace_a_newer_text(
    qtbot: QtBot, playground: Playground, tmp_path: Path
) -> None:
    (tmp_path / "x.txt").write_text("of the file")
    pane = shown_pane(qtbot, playground, 900, 600)
    pane.file.open(tmp_path / "x.txt")
    playground.set_text("of the session")
    all_is_delivered(qtbot)
    assert playground.text == "of the session"


def test_merges_that_were_asked_for_before_do_not_end_a_training(
    qtbot: QtBot, session: Session, gpt2: AnyTokenizer
) -> None:
    session.playground.set_text("the theatre")
    session.corpus.add_sample("alice")
    session.merges.play("gpt2")
    with qtbot.waitSignal(session.run.finished, timeout=LONG) as finished:
        session.train()
    assert finished.args != ["cancelled"]
    assert session.merges.played == ""
    assert session.run.title == "Alice 1k"


def test_what_is_found_out_about_one_vocabulary_is_not_taken_for_another(
    qtbot: QtBot, trained: Session, gpt2: AnyTokenizer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A token of the other vocabulary is asked for while the run's is being looked through at another step."""
    may_go_on = threading.Event()
    may_go_on.set()

    def held(asked: Asked) -> Iterator[Event]:
        may_go_on.wait()
        yield from overview(asked)

    monkeypatch.setattr(vocabulary_job, "overview", held)
    view = trained.vocabulary
    qtbot.waitUntil(lambda: view.known is not None and not view.busy, timeout=LONG)
    view.comparison.compare_with("gpt2")
    qtbot.waitUntil(lambda: view.comparison.found is not None, timeout=LONG)
    may_go_on.clear()
    trained.playback.seek(7)
    qtbot.waitUntil(lambda: view.surveying, timeout=LONG)
    view.select_in_other(40_000)
    may_go_on.set()
    qtbot.waitUntil(lambda: view.known is not None and view.known.tokenizer is gpt2 and not view.busy, timeout=LONG)
    assert view.selected == 40_000
    assert view.comparison.other == RUN


def test_counts_that_could_not_be_found_yet_are_found_when_they_can(
    qtbot: QtBot, session: Session, gpt2: AnyTokenizer
) -> None:
    session.corpus.add_sample("alice")
    qtbot.waitUntil(lambda: session.corpus.statistics is not None and not session.corpus.busy, timeout=LONG)
    recipe = session.run.recipe
    session.corpus.set_pipeline(recipe.normalizer, load_preset("cl100k_base").pre_tokenizer)  # type: ignore[union-attr]
    session.corpus.cancel()
    assert session.corpus.statistics is None
    session.counts.ask(gpt2)
    session.corpus.set_pipeline(recipe.normalizer, recipe.pre_tokenizer)
    qtbot.waitUntil(lambda: session.corpus.statistics is not None and not session.corpus.busy, timeout=LONG)
    with qtbot.waitSignal(session.counts.changed, timeout=LONG):
        session.counts.ask(gpt2)
    assert session.counts.of(gpt2, 262) == 1_447  # " the"


def test_where_the_way_to_a_token_cannot_be_told_that_of_another_is_not_shown(
    qtbot: QtBot, playground: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    playground.display.open_explain(True)
    with qtbot.waitSignal(playground.encoded, timeout=LONG):
        playground.set_text("low lower")
    with qtbot.waitSignal(playground.explaining.changed, timeout=LONG):
        playground.pin(0)
    assert playground.explaining.look is not None

    def broken(*_: object) -> None:
        raise MemoryError("no room")

    monkeypatch.setattr(explaining, "look_at", broken)
    with qtbot.capture_exceptions() as raised:
        with qtbot.waitSignal(playground.explaining.changed, timeout=LONG):
            playground.pin(1)
        qtbot.waitUntil(lambda: bool(raised), timeout=LONG)
    assert playground.explaining.look is None
    assert isinstance(raised[0][1], MemoryError)

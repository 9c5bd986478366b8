"""Rounds of very many pieces: their tables are made in the background, and the window's thread never waits for them."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.session import Session
from app.widgets.theatre.options_form import with_option
from app.widgets.theatre.round_scene import RoundScene
from engine.algorithms import unigram_model
from engine.algorithms.unigram_model import Unigram
from engine.history import RoundHistory
from tests.app.conftest import LONG


@pytest.fixture
def history(qtbot: QtBot, session: Session) -> RoundHistory:
    session.preparation.start()
    session.corpus.add_text("low lower lowest newer newest wider widest the cat sat on the mat " * 30)
    qtbot.waitUntil(lambda: len(session.corpus.checked) == 1 and not session.corpus.busy, timeout=LONG)
    session.run.set_algorithm("unigram")
    session.run.set_recipe(with_option(session.run.recipe, "vocab_size", 30))
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        session.train()
    made = session.run.history
    assert isinstance(made, RoundHistory)
    return made


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Every vocabulary is a large one; notes for each table whether the window's thread has made it."""
    made: list[bool] = []
    build = unigram_model.piece_trie.build_trie
    monkeypatch.setattr(unigram_model, "_QUICKLY_PREPARED", 0)
    monkeypatch.setattr(
        unigram_model.piece_trie,
        "build_trie",
        lambda *given: (made.append(threading.current_thread() is threading.main_thread()), build(*given))[1],
    )
    return made


@pytest.fixture
def scene(show: Callable[..., QWidget], appearance: Appearance) -> RoundScene:
    made = RoundScene(appearance)
    show(made, 1000, 600)
    return made


def test_a_large_round_is_worked_out_in_the_background(
    qtbot: QtBot, scene: RoundScene, history: RoundHistory, threads: list[bool]
) -> None:
    history._tokenizers.clear()
    # WHEN a round is shown of which nothing is known
    scene.show_step(history, 2, (b"low",))
    # THEN its sizes stand there at once, and the rest when it is worked out
    assert scene.title.text() == f"Round 2: {len(history.row(1).pieces):,} pieces become {len(history.row(2).pieces):,}"
    assert scene.table.model.rowCount() == 0
    qtbot.waitUntil(lambda: scene.table.model.rowCount() > 0, timeout=LONG)
    assert scene.sentence.text()
    assert scene.groups
    # The start has few pieces, and the scene shows it at once; no other table was made by the window's thread.
    assert threads
    assert not any(threads)
    # AND it is known from now on
    made = len(threads)
    scene.show_step(history, 2, (b"low",))
    assert scene.table.model.rowCount() > 0
    assert len(threads) == made
    # AND even where the tables have been let go of meanwhile, others than the window's thread make them
    history._tokenizers.clear()
    scene.show_step(history, 2, (b"low", b"newest"))
    qtbot.waitUntil(lambda: len(threads) > made and scene.table.model.rowCount() > 0, timeout=LONG)
    assert not any(threads)


def test_the_round_that_is_shown_last_is_the_one_that_stays(
    qtbot: QtBot, scene: RoundScene, history: RoundHistory, threads: list[bool]
) -> None:
    history._tokenizers.clear()
    last = len(history)
    for step in (1, 2, last):
        scene.show_step(history, step, ())
    qtbot.waitUntil(lambda: scene.table.model.rowCount() > 0, timeout=LONG)
    assert scene.title.text().startswith(f"Round {last}")
    assert f"{len(history.row(last).pieces):,}" in scene.title.text()
    assert not any(threads)


def test_the_text_waits_for_no_table_either(
    qtbot: QtBot, session: Session, history: RoundHistory, threads: list[bool]
) -> None:
    session.playground.set_text("lower newest")
    history._tokenizers.clear()
    session.playback.seek(1)
    wanted = history.tokenizer_at(1)
    qtbot.waitUntil(lambda: session.playground.encoded_by is wanted, timeout=LONG)
    assert threads
    assert not any(threads)


def test_a_round_has_one_tokenizer(history: RoundHistory) -> None:
    assert history.tokenizer_at(2) is history.tokenizer_at(2)
    assert history.model_at(2) is history.tokenizer_at(2).model


def test_a_model_says_whether_its_first_text_costs_more(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Unigram([b"a", b"b", b"ab"], [-1.0, -1.0, -1.5])
    assert model.is_prepared, "few pieces are quickly entered"
    monkeypatch.setattr(unigram_model, "_QUICKLY_PREPARED", 2)
    assert not model.is_prepared
    model.prepare()
    assert model.is_prepared

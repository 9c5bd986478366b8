"""Published merges in the theatre: played over one's own text, saying what a file does not tell."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.panes.tradeoffs_pane import TradeoffsPane
from app.panes.training_pane import TrainingPane
from app.session import Session
from app.session_keeper import SessionKeeper
from app.state.tokenizers.tokenizer_library import RUN
from app.widgets.steps.step_model import COUNT, TIED
from app.widgets.theatre.film_sheet import FilmOptions
from app.window.export import WindowExport
from engine.history import History, MergeListHistory
from engine.presets import load_preset
from tests.app.conftest import LONG

TEXT = "the theatre of the thin theory"


@pytest.fixture
def pane(qtbot: QtBot, theatre: TrainingPane, session: Session) -> TrainingPane:
    session.playground.set_text(TEXT)
    qtbot.waitUntil(lambda: session.tokenizers.tokenizer("gpt2") is not None, timeout=LONG)
    return theatre


def play(qtbot: QtBot, pane: TrainingPane, session: Session, key: str) -> MergeListHistory:
    session.merges.play(key)
    qtbot.waitUntil(lambda: session.merges.played == key, timeout=LONG)
    pane.flush()
    history = session.run.history
    assert isinstance(history, MergeListHistory)
    return history


@pytest.mark.parametrize("key", ["gpt2", "cl100k_base"])
def test_merges_of_a_published_tokenizer_play(qtbot: QtBot, pane: TrainingPane, session: Session, key: str) -> None:
    history = play(qtbot, pane, session, key)
    # THEN the list and the timeline have all of them, and stand before the first
    assert session.playback.position == 0
    assert pane.steps.model.rowCount() == len(history) == pane.timeline.known
    assert pane.steps.view.isColumnHidden(COUNT)
    assert pane.steps.view.isColumnHidden(TIED)
    assert "not in its file" in pane.steps._note.text()
    # AND WHEN one goes from merge to merge of the text
    for _ in range(5):
        pane.transport.next_tie.click()
        pane.flush()
        step = session.playback.position
        row = history.row(step)
        merge = pane.equation._merge
        assert merge is not None
        assert ((merge.left, merge.right), merge.piece, merge.id) == (row.pair, row.piece, row.id)
        assert merge.count == row.occurrences > 0
        changing = pane._groups[0].words
        assert sum((word.count or 0) * len(word.lit) for word in changing) == row.occurrences
        # THEN why is answered with what is not known
        assert pane.bars._row is None
        assert "The file does not say" in pane.bars.accessibleDescription()
        assert not pane.rules.isVisible()
    pane.grab()
    # AND everything else follows: the run's tokenizer is the published one, cut to the step
    tokenizer = session.tokenizers.tokenizer(RUN)
    assert tokenizer is not None
    assert len(tokenizer.encode(TEXT).ids) == history.corpus_tokens[step]
    session.playback.to_end()
    pane.flush()
    assert session.tokenizers.tokenizer(RUN).identity == load_preset(key).identity  # type: ignore[union-attr]
    assert not pane.prediction.possible


def test_words_follow_the_text_and_the_pins(qtbot: QtBot, pane: TrainingPane, session: Session) -> None:
    first = play(qtbot, pane, session, "gpt2")
    session.playback.seek(100)
    session.playground.set_text("मनुष्यों को 人人生 👩‍🔬 سلام สวัสดี")
    qtbot.waitUntil(lambda: session.run.history is not first, timeout=LONG)
    history = session.run.history
    assert isinstance(history, MergeListHistory)
    assert session.playback.position == 100
    assert len(history.tokenizer_at(0).encode(session.playground.text).ids) == history.corpus_tokens[0]
    assert not session.run.earlier.records, "the same merges over another text are no run of their own"
    pane.words.add(" once")
    pane.flush()
    mine = next(group for group in pane._groups if group.action)
    assert b"".join(mine.words[-1].tokens) == b" once"
    pane.grab()


def test_a_training_stands_beside_it(qtbot: QtBot, pane: TrainingPane, session: Session) -> None:
    session.corpus.add_text("the cat sat on the mat that the man had. " * 50)
    qtbot.waitUntil(lambda: not session.corpus.busy, timeout=LONG)
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        session.train()
    mine = session.run.history
    assert isinstance(mine, History)
    history = play(qtbot, pane, session, "gpt2")
    qtbot.waitUntil(lambda: session.run.earlier.comparison is not None, timeout=LONG)
    comparison = session.run.earlier.comparison
    assert comparison is not None
    assert comparison.by_steps
    made = list(mine.made_tokens())
    for step in range(1, 300):
        token = history.made_token(step)
        assert comparison.elsewhere[step - 1] == (made.index(token) + 1 if token in made else 0)
    pane.both.set_beside(True)
    session.playback.seek(2)
    pane.flush()
    assert "merges of a file" in pane.both.band.name
    assert "Byte-level BPE" in pane.both.second.band.name
    # AND the other way round
    pane.both.row.back.click()
    qtbot.waitUntil(lambda: session.run.earlier.comparison is not None, timeout=LONG)
    pane.flush()
    assert session.run.history is mine
    assert pane.both.second.reasons.text() == "Its file does not say why."


def test_the_size_pane_and_pictures_take_them(
    qtbot: QtBot, pane: TrainingPane, session: Session, appearance: Appearance, tmp_path: Path, show: Callable
) -> None:
    play(qtbot, pane, session, "gpt2")
    session.playback.seek(20)
    # WHEN the pane of sizes is first looked at only now
    sizes = TradeoffsPane(session.tradeoffs, session.cuts, appearance)
    show(sizes)
    assert session.tradeoffs.curve is not None or sizes.empty.isVisible()
    assert session.tradeoffs.characters == 0
    # AND the text goes
    before = session.run.history
    session.playground.set_text("")
    qtbot.waitUntil(lambda: session.run.history is not before, timeout=LONG)
    session.tradeoffs._take_curve()
    assert session.tradeoffs.point() is None
    session.playground.set_text(TEXT)
    qtbot.waitUntil(lambda: session.tradeoffs.point() is not None, timeout=LONG)
    # AND the step is made a picture, and some steps a film
    export = WindowExport(pane, session, appearance)
    for write in (
        lambda: export._write_picture(tmp_path / "step.png", "png-1080"),
        lambda: export._write_film(FilmOptions(19, 21, 8, (480, 270), "gif"), tmp_path / "steps.gif"),
    ):
        with qtbot.waitSignal(export.saved, timeout=LONG) as saved:
            write()
        assert saved.args[0].stat().st_size > 1_000
    export.close()


def test_the_bar_says_that_it_is_about_the_next_training(qtbot: QtBot, pane: TrainingPane, session: Session) -> None:
    assert not pane.bar.played.isVisible()
    assert not pane.bar.coming.isVisible()
    play(qtbot, pane, session, "gpt2")
    # THEN it says whose merges are on stage, and what the rest of the row is for
    assert pane.bar.played.text() == f"Merges of {session.run.title}"
    assert pane.bar.played.isVisible()
    assert pane.bar.coming.text() == "Next training"
    # AND in a narrow theatre at least that this is the next one
    pane.resize(520, 900)
    assert pane.bar.coming.isVisible()
    assert not pane.bar.played.isVisible()
    assert session.run.title in pane.bar.coming.toolTip()
    # AND WHEN a training takes over
    session.corpus.add_text(TEXT * 20)
    qtbot.waitUntil(lambda: bool(session.corpus.checked) and not session.corpus.busy, timeout=LONG)
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        session.train()
    assert not pane.bar.coming.isVisible()
    pane.resize(1400, 900)
    assert not pane.bar.played.isVisible()


def test_what_cannot_play_says_why(qtbot: QtBot, pane: TrainingPane, session: Session) -> None:
    with qtbot.waitSignal(session.failed) as said:
        session.merges.play(RUN)
    assert "This run plays already" in str(said.args[0])


def test_it_comes_back_with_the_session(qtbot: QtBot, pane: TrainingPane, session: Session, tmp_path: Path) -> None:
    play(qtbot, pane, session, "gpt2")
    session.playback.seek(1_234)
    keeper = SessionKeeper(session)
    path = tmp_path / "played.mergescope-session"
    with qtbot.waitSignal(keeper.saved, timeout=LONG):
        keeper.save(path)
    session.playback.seek(5)
    with qtbot.waitSignal(keeper.opened, timeout=LONG):
        keeper.open(path)
    qtbot.waitUntil(lambda: session.playback.position == 1_234, timeout=LONG)
    assert session.merges.played == "gpt2"


def test_the_training_under_played_merges_comes_back_too(
    qtbot: QtBot, pane: TrainingPane, session: Session, tmp_path: Path
) -> None:
    session.corpus.add_text("low lower lowest newest widest " * 40)
    qtbot.waitUntil(lambda: not session.corpus.busy, timeout=LONG)
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        session.train()
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        session.run.branch_off(3, "shortest")
    branch = session.run.history
    assert isinstance(branch, History)
    play(qtbot, pane, session, "gpt2")
    keeper = SessionKeeper(session)
    path = tmp_path / "under.mergescope-session"
    with qtbot.waitSignal(keeper.saved, timeout=LONG):
        keeper.save(path)
    with qtbot.waitSignal(keeper.opened, timeout=LONG):
        keeper.open(path)
    qtbot.waitUntil(lambda: session.merges.played == "gpt2" and session.run.earlier.chosen is not None, timeout=LONG)
    under = session.run.earlier.chosen
    assert under is not None
    assert isinstance(under.history, History)
    assert np.array_equal(under.history.parts, branch.parts)
    assert under.branch is not None
    assert (under.branch.step, under.branch.rule) == (3, "shortest")


def test_both_runs_come_back_with_the_session(
    qtbot: QtBot, pane: TrainingPane, session: Session, tmp_path: Path
) -> None:
    session.corpus.add_text("low lower lowest newest widest " * 40)
    qtbot.waitUntil(lambda: not session.corpus.busy, timeout=LONG)
    for _ in range(2):
        with qtbot.waitSignal(session.run.finished, timeout=LONG):
            session.train()
        session.corpus.set_weight(0, 20)
        qtbot.waitUntil(lambda: not session.run.running, timeout=LONG)
    this, other = session.run.record, session.run.earlier.chosen
    assert other is not None
    keeper = SessionKeeper(session)
    path = tmp_path / "both.mergescope-session"
    with qtbot.waitSignal(keeper.saved, timeout=LONG):
        keeper.save(path)
    with qtbot.waitSignal(keeper.opened, timeout=LONG):
        keeper.open(path)
    back, other_back = session.run.history, session.run.earlier.chosen
    assert isinstance(back, History)
    assert isinstance(this.history, History)
    assert other_back is not None
    assert isinstance(other_back.history, History)
    assert isinstance(other.history, History)
    assert np.array_equal(back.parts, this.history.parts)
    assert np.array_equal(other_back.history.counts, other.history.counts)
    assert other_back.title == other.title
    qtbot.waitUntil(lambda: session.run.earlier.comparison is not None, timeout=LONG)

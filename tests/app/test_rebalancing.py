"""Weights moved while a run is there: it is learned again at once, and the run before stays the one to compare with."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.panes.training_pane import TrainingPane
from app.session import Session
from app.widgets.theatre.recipe_options import with_option
from engine.history import History
from tests.app.conftest import LONG

ONE = "low lower lowest newest widest " * 40
TWO = "niedrig niedriger neu weit weiter am weitesten " * 40


@pytest.fixture
def pane(qtbot: QtBot, theatre: TrainingPane, read: Callable[..., None], session: Session) -> TrainingPane:
    """The theatre after a training on two texts, with the sliders shown."""
    read(ONE, TWO)
    session.run.set_recipe(with_option(session.run.recipe, "vocab_size", 290))
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        session.train()
    theatre.flush()
    theatre.toggle_balance()
    return theatre


def moved(qtbot: QtBot, pane: TrainingPane, session: Session, key: Qt.Key, times: int = 1) -> None:
    """The second slider, by the keyboard; then everything has come to rest."""
    for _ in range(times):
        qtbot.keyClick(pane.balance.sliders[1], key)
    qtbot.waitUntil(lambda: not session.run.running and session.run.earlier.comparison is not None, timeout=LONG)
    pane.flush()


def test_a_moved_weight_trains_at_once(qtbot: QtBot, pane: TrainingPane, session: Session) -> None:
    before = session.run.history
    session.playback.seek(9)
    assert "Each move trains again" in pane.balance.note.text()
    moved(qtbot, pane, session, Qt.Key.Key_Right)
    # THEN the run is another one, over the weights as they are now, looked at from the same step
    history = session.run.history
    assert isinstance(history, History)
    assert history is not before
    assert session.corpus.rows[1].source.weight_tenths == 19
    assert history.scale == 10
    assert session.playback.position == 9
    # AND what was there before is the ghost, and both are named by their weights
    chosen = session.run.earlier.chosen
    assert chosen is not None
    assert chosen.history is before
    assert "Pasted text 2 \N{MULTIPLICATION SIGN}1.9" in session.run.earlier.names[0]
    assert len(pane.merges.curves.bytes_curve.ghost)


def test_a_row_of_moves_is_held_against_the_run_before_the_first(
    qtbot: QtBot, pane: TrainingPane, session: Session
) -> None:
    before = session.run.history
    moved(qtbot, pane, session, Qt.Key.Key_Right)
    moved(qtbot, pane, session, Qt.Key.Key_Right, times=5)
    chosen = session.run.earlier.chosen
    assert chosen is not None
    assert chosen.history is before
    assert len(session.run.earlier.records) == 1
    # What is learned is what a training from the start learns
    again = session.run.history
    assert isinstance(again, History)
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        session.train()
    fresh = session.run.history
    assert isinstance(fresh, History)
    assert np.array_equal(fresh.parts, again.parts)
    # AND that one is a run of its own: the one with moved weights is kept now
    assert [record.history for record in session.run.earlier.records] == [again, before]


def test_one_undo_takes_a_row_of_moves_back(qtbot: QtBot, pane: TrainingPane, session: Session) -> None:
    first = session.run.history
    assert isinstance(first, History)
    moved(qtbot, pane, session, Qt.Key.Key_Right, times=4)
    session.corpus.undo()
    assert session.corpus.rows[1].source.weight_tenths == 10
    qtbot.waitUntil(lambda: not session.run.running and session.run.earlier.comparison is not None, timeout=LONG)
    back = session.run.history
    assert isinstance(back, History)
    assert np.array_equal(back.parts, first.parts)


def test_the_statistics_follow_when_the_hand_rests(qtbot: QtBot, pane: TrainingPane, session: Session) -> None:
    statistics = session.corpus.statistics
    assert statistics is not None
    moved(qtbot, pane, session, Qt.Key.Key_Right, times=3)
    qtbot.waitUntil(lambda: not session.corpus.busy, timeout=LONG)
    after = session.corpus.statistics
    assert after is not None
    assert after.most_frequent != statistics.most_frequent


def test_where_there_is_one_text_the_sliders_say_what_is_missing(
    qtbot: QtBot, pane: TrainingPane, session: Session
) -> None:
    session.corpus.set_checked(1, False)
    assert len(pane.balance.sliders) == 1
    note = pane.balance.note
    assert "Check two texts" in note.text()
    # AND the sentence is whole where one slider leaves room for it
    pane.resize(960, 900)
    pane.balance.set_shown(True)
    qtbot.waitUntil(lambda: note.width() >= note.fontMetrics().horizontalAdvance(note.text()))


def test_nothing_trains_before_there_is_a_run(qtbot: QtBot, session: Session) -> None:
    session.corpus.add_text(ONE)
    qtbot.waitUntil(lambda: not session.corpus.busy, timeout=LONG)
    session.corpus.set_weight(0, 20)
    assert not session.run.running

"""Two runs held against each other: ghosts, marks in the list, side by side, the first difference by one key."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.panes.training_pane import TrainingPane
from app.session import Session
from app.state.training.first_recipes import first_recipe
from app.state.training.run_record import RunRecord, told_apart, weights_apart, weights_of
from app.widgets.steps.step_model import MERGE, NOWHERE, OTHER, SAME
from app.widgets.theatre.recipe_options import with_option
from app.widgets.why import run_curves
from engine.algorithms import ALGORITHMS
from engine.corpus import Corpus, Source
from engine.history import History
from engine.model import WordCounts
from engine.training import new_history
from tests.app.conftest import LONG

TEXT = (
    "low " * 100 + "lower " * 40 + "newest " * 120 + "widest " * 60 + "the cat sat on the mat that the man had. " * 20
)


@pytest.fixture
def pane(theatre: TrainingPane, read: Callable[..., None]) -> TrainingPane:
    """The theatre over a short text."""
    read(TEXT)
    return theatre


def train(qtbot: QtBot, pane: TrainingPane, session: Session, name: str = "byte-bpe", **options: object) -> None:
    session.run.set_algorithm(name)
    for option, value in options.items():
        session.run.set_recipe(with_option(session.run.recipe, option, value))
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        pane.train.click()
    compared(qtbot, pane, session)


def compared(qtbot: QtBot, pane: TrainingPane, session: Session) -> None:
    """Both runs have been held against each other, and that is drawn."""
    earlier = session.run.earlier
    qtbot.waitUntil(lambda: earlier.chosen is None or earlier.comparison is not None, timeout=LONG)
    pane.flush()


def test_runs_that_differ_only_in_weights_are_named_by_the_texts_that_differ() -> None:
    titles = [f"text {number}.txt" for number in range(9)]

    def record(weights: dict[int, int]) -> RunRecord:
        sources = (Source(title, text="x", weight_tenths=weights.get(at, 10)) for at, title in enumerate(titles))
        return RunRecord(new_history(first_recipe()), "9 texts 1k", weights=weights_of(Corpus(tuple(sources))))

    plain, one, two, many = (record(weights) for weights in ({}, {7: 20}, {8: 5}, dict.fromkeys(range(5), 20)))
    assert told_apart(plain, one) == ("9 texts 1k, text 7 ×1", "9 texts 1k, text 7 ×2")
    assert told_apart(one, two)[1] == "9 texts 1k, text 7 ×1, text 8 ×0.5"
    assert told_apart(plain, many)[1] == "9 texts 1k, text 0 ×2, text 1 ×2, text 2 ×2, and 2 more"
    # AND one text alone that counts more often than once
    alone = [
        RunRecord(
            new_history(first_recipe()),
            "a 1k",
            weights=weights_of(Corpus((Source("a.txt", "x", weight_tenths=tenths),))),
        )
        for tenths in (10, 30)
    ]
    assert told_apart(*alone) == ("a 1k", "a 1k, a ×3")


def test_texts_of_one_name_are_told_apart_by_all_weights() -> None:
    weights = ("a ×2, a ×1", "a ×1, a ×1")
    assert weights_apart(*weights) == weights


def test_the_first_run_has_none_beside_it(qtbot: QtBot, pane: TrainingPane, session: Session) -> None:
    train(qtbot, pane, session, vocab_size=270)
    assert not pane.both.row.isVisible()
    assert not pane.merges.curves.bytes_curve.ghost_key.isVisible()
    assert pane.steps.view.isColumnHidden(OTHER)
    assert not pane.both.shows_both


def test_the_run_before_is_the_ghost_of_the_next(qtbot: QtBot, pane: TrainingPane, session: Session) -> None:
    train(qtbot, pane, session, vocab_size=280, min_frequency=1)
    first = session.run.history
    train(qtbot, pane, session, tie_rule="lexicographic-largest")
    # THEN every curve has a ghost, named in its legend
    merges = pane.merges
    for curve, values in (
        (merges.curves.bytes_curve, run_curves.bytes_per_token(first)),
        (merges.curves.count_curve, run_curves.winner_worth(first)),
        (merges.curves.ties_curve, run_curves.tie_sizes(first)),
    ):
        assert np.array_equal(curve.ghost, values, equal_nan=True)
        assert "smallest ids" in curve.ghost_key.name
    assert np.array_equal(pane.timeline.data.ghost, run_curves.corpus_tokens(first))
    pane.grab()
    # AND WHEN no other run is wanted, there is none
    row = pane.both.row
    row.choice.setCurrentIndex(row.choice.count() - 1)
    row.choice.activated.emit(row.choice.currentIndex())
    pane.flush()
    assert not len(merges.curves.bytes_curve.ghost)
    assert not merges.curves.bytes_curve.ghost_key.isVisible()
    assert row.isVisible(), "so that one can be chosen again"


def test_a_training_left_before_its_first_step_is_held_against_nothing(
    qtbot: QtBot, pane: TrainingPane, session: Session
) -> None:
    train(qtbot, pane, session, vocab_size=280)
    # WHEN it is stopped once its words are counted, and nothing more is known
    session.run._coming = RunRecord(new_history(session.run.recipe), "left")
    session.run._on_produced([WordCounts.of({b"low": 5})])
    assert session.run.history.start is None
    earlier, told = session.run.earlier, []
    earlier.compared.connect(lambda: told.append(earlier.comparison))
    earlier.compare()
    # THEN it is known at once, without a job, that there is nothing to tell
    assert told == [None]


def test_steps_of_an_earlier_run_are_marked_in_the_list(qtbot: QtBot, pane: TrainingPane, session: Session) -> None:
    train(qtbot, pane, session, vocab_size=285, min_frequency=1)
    first = session.run.history
    train(qtbot, pane, session, tie_rule="lexicographic-largest")
    second = session.run.history
    assert isinstance(first, History)
    assert isinstance(second, History)
    assert not pane.steps.view.isColumnHidden(OTHER)
    marks = [pane.steps.model.row(row).other for row in range(len(second))]
    made = list(first.made_tokens())
    for step, mark in enumerate(marks, 1):
        if first.step_tokens(step) == second.step_tokens(step):
            assert mark == SAME
        elif second.made_token(step) in made:
            assert mark == str(made.index(second.made_token(step)) + 1)
        else:
            assert mark == NOWHERE
    assert SAME in marks
    assert len(set(marks)) > 1
    tip = pane.steps.model.data(pane.steps.model.index(marks.index(SAME), OTHER), Qt.ItemDataRole.ToolTipRole)
    assert "the same step" in str(tip)
    assert pane.steps.model.headerData(MERGE, Qt.Orientation.Horizontal) == "Merge"


def test_both_runs_side_by_side(qtbot: QtBot, pane: TrainingPane, session: Session) -> None:
    train(qtbot, pane, session, vocab_size=280, min_frequency=1)
    first = session.run.history
    train(qtbot, pane, session, tie_rule="lexicographic-largest")
    assert isinstance(first, History)
    # WHEN both are asked for
    pane.both.row.beside.click()
    difference = session.run.earlier.difference
    assert difference is not None
    pane.both.row.difference.click()
    pane.flush()
    # THEN the first difference is shown of both: equation, counts, words, and which is which
    assert session.playback.position == difference
    second = pane.both.second
    assert second.isVisible()
    assert not pane.bars.isVisible()
    row = first.row(difference)
    merge = second.equation._merge
    assert merge is not None
    assert ((merge.left, merge.right), merge.count, merge.id) == (row.pair, row.count, row.id)
    assert second.chips._groups[0].words
    assert all(word.lit for word in second.chips._groups[0].words)
    assert "lexicographically largest" in pane.both.band.name
    assert "smallest ids" in second.band.name
    assert "other run" in second.verdict.text().lower()
    # AND where both do the same, that is said
    session.playback.seek(next(step for step in range(1, len(first)) if session.run.earlier.is_same(step)))
    pane.flush()
    assert second.verdict.text() == "The same step in both runs."
    pane.grab()
    # AND it is remembered
    assert session.settings.kept("theatre-side-by-side") == "yes"
    pane.both.row.beside.click()
    pane.flush()
    assert not second.isVisible()
    assert pane.bars.isVisible()


@pytest.mark.parametrize("name", [name for name in ALGORITHMS if name != "byte-bpe"])
def test_other_algorithms_stand_beside_by_size(qtbot: QtBot, pane: TrainingPane, session: Session, name: str) -> None:
    train(qtbot, pane, session, vocab_size=290)
    options = {} if name == "char-level" else {"vocab_size": 40}
    pane.both.set_beside(True)
    train(qtbot, pane, session, name, **options)
    assert "by vocabulary size" in pane.both.row.sentence.text()
    last = len(session.run.history)
    for position in {0, 1, 2, last // 2, last}:
        session.playback.seek(position)
        pane.flush()
        assert pane.both.second.isVisible()
        assert ALGORITHMS[name].title in pane.both.band.name
        assert "Byte-level BPE" in pane.both.second.band.name
    pane.grab()
    # AND the other way round
    pane.both.row.back.click()
    compared(qtbot, pane, session)
    assert isinstance(session.run.history, History)
    session.playback.seek(3)
    pane.flush()
    assert ALGORITHMS[name].title in pane.both.second.band.name
    pane.grab()


def test_an_earlier_run_comes_back_at_the_same_step(qtbot: QtBot, pane: TrainingPane, session: Session) -> None:
    train(qtbot, pane, session, vocab_size=280, min_frequency=1)
    first = session.run.history
    train(qtbot, pane, session, tie_rule="first-seen")
    second = session.run.history
    session.playback.seek(7)
    pane.both.row.back.click()
    compared(qtbot, pane, session)
    assert session.run.history is first
    assert session.playback.position == 7
    chosen = session.run.earlier.chosen
    assert chosen is not None
    assert chosen.history is second
    # A third run is held against the second newest, and any earlier one can be chosen
    train(qtbot, pane, session, tie_rule="shortest")
    records = session.run.earlier.records
    assert [record.history for record in records] == [first, second]
    row = pane.both.row
    row.choice.setCurrentIndex(1)
    row.choice.activated.emit(1)
    compared(qtbot, pane, session)
    assert session.run.earlier.chosen is records[1]
    assert "first seen" in row.choice.currentText()


def test_a_question_hides_the_other_run(qtbot: QtBot, pane: TrainingPane, session: Session) -> None:
    train(qtbot, pane, session, vocab_size=280)
    train(qtbot, pane, session, tie_rule="first-seen")
    pane.both.set_beside(True)
    session.playback.seek(3)
    pane.flush()
    assert pane.both.second.isVisible()
    pane.bar.predict.click()
    pane.flush()
    assert not pane.both.second.isVisible()
    assert pane.reasons.guess.isVisible()
    assert pane.steps.view.isColumnHidden(OTHER)


def test_a_low_theatre_shows_one_run_whole_rather_than_two_cut(
    qtbot: QtBot, pane: TrainingPane, session: Session
) -> None:
    train(qtbot, pane, session, vocab_size=280)
    train(qtbot, pane, session, tie_rule="first-seen")
    pane.both.set_beside(True)
    pane.flush()
    assert pane.both.second.isVisible()
    pane.resize(600, 270)
    pane.flush()
    assert not pane.both.second.isVisible()
    assert not pane.both.row.isVisible()
    assert pane.both.lacks_room
    pane.resize(1400, 900)
    pane.flush()
    assert pane.both.second.isVisible()
    assert pane.both.row.isVisible()


def test_the_keys_of_two_runs(qtbot: QtBot, window: MainWindow, session: Session) -> None:
    pane = window.theatre
    window.maximise("theatre")
    # GIVEN one run: the key says why nothing happens
    qtbot.keyClick(window, Qt.Key.Key_S)
    assert "There is one run so far" in window.messages.label.text()
    qtbot.keyClick(window, Qt.Key.Key_D)
    assert "no other run" in window.messages.label.text()
    # WHEN there are two
    session.run.set_recipe(with_option(session.run.recipe, "tie_rule", "first-seen"))
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        qtbot.keyClick(window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    compared(qtbot, pane, session)
    qtbot.keyClick(window, Qt.Key.Key_D)
    assert session.playback.position == 35
    qtbot.keyClick(window, Qt.Key.Key_S)
    pane.flush()
    assert pane.both.second.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_S)
    pane.flush()
    assert not pane.both.second.isVisible()
    # AND the sliders come by key, with the keyboard on the first, and go by Escape
    qtbot.keyClick(window, Qt.Key.Key_M)
    assert pane.balance.isVisible()
    assert pane.balance.sliders[0].hasFocus()
    qtbot.keyClick(pane.balance.sliders[0], Qt.Key.Key_Escape)
    assert not pane.balance.isVisible()


def test_the_shelf_offers_the_merges_of_a_tokenizer(qtbot: QtBot, window: MainWindow, session: Session) -> None:
    pill = window.shelf.pill("gpt2")
    own = window.shelf.pill("run")
    assert pill is not None
    assert own is not None
    assert not [action for action in own.menu().actions() if "merges" in action.text()]
    next(action for action in pill.menu().actions() if "merges" in action.text()).trigger()
    qtbot.waitUntil(lambda: session.merges.played == "gpt2", timeout=LONG)
    assert window.theatre.timeline.known == 50_000 or len(session.run.history) == 50_000
    assert session.tokenizers.title("run").startswith("GPT-2, step 0")

"""The theatre with every algorithm: chosen, trained and watched; branches, guesses, bookmarks, the whole tied set."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QLineEdit, QSpinBox
from pytestqt.qtbot import QtBot

from app.panes.training_pane import TrainingPane
from app.session import Session
from app.widgets.theatre.recipe_options import with_option
from engine.algorithms import ALGORITHMS
from engine.history import AdditionHistory, History, RoundHistory
from engine.normalizers import NORMALIZERS
from engine.tie_rules import RULE_NAMES
from tests.app.conftest import LONG

FOUR_WORDS = "low " * 5 + "lower " * 2 + "newest " * 6 + "widest " * 3
RARE = "Alice and her sister wondered quietly about pictures, jumping foxes, every lazy dog and six big boxes."


@pytest.fixture
def pane(theatre: TrainingPane, read: Callable[..., None]) -> TrainingPane:
    """The theatre over a short text."""
    read(FOUR_WORDS * 20 + "the cat sat on the mat that Thomas had in the hall. " * 30 + RARE)
    return theatre


def choose(pane: TrainingPane, name: str) -> None:
    """Take an algorithm from the choice above the theatre."""
    box = pane.bar.algorithm
    box.setCurrentIndex(box.findData(name))
    box.activated.emit(box.currentIndex())


def train(qtbot: QtBot, pane: TrainingPane, session: Session, name: str = "byte-bpe", **options: object) -> None:
    choose(pane, name)
    for option, value in options.items():
        session.run.set_recipe(with_option(session.run.recipe, option, value))
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        pane.train.click()
    pane.flush()


@pytest.mark.parametrize("name", list(ALGORITHMS))
def test_every_algorithm_is_chosen_trained_and_walked_through(
    qtbot: QtBot, pane: TrainingPane, session: Session, name: str
) -> None:
    # WHEN it is chosen, the form has a row for each of its options
    choose(pane, name)
    shown = set(pane.form.inputs)
    assert {"pattern", "digits", "normalizers", "special_tokens", "specials"} <= shown
    fields = {field for field in ALGORITHMS[name].trainer.__dataclass_fields__ if field != "rule_changes"}
    assert fields <= shown
    # AND WHEN it is trained and every step is walked through
    options = {} if name == "char-level" else {"vocab_size": 300 if name == "byte-bpe" else 60}
    train(qtbot, pane, session, name, **options)
    history = session.run.history
    assert history.stopped is not None
    for position in range(len(history) + 1):
        session.playback.seek(position)
        pane.flush()
        assert pane.timeline.position == position
        assert pane._groups, "some words are on stage"
    # THEN the list has a row for each step, and the whole can be painted
    assert pane.steps.model.rowCount() == len(history)
    pane.grab()


def test_the_screen_says_what_the_history_says(qtbot: QtBot, pane: TrainingPane, session: Session) -> None:
    train(qtbot, pane, session, "wordpiece", min_frequency=2)
    history = session.run.history
    assert isinstance(history, History)
    for step in range(1, len(history) + 1):
        session.playback.seek(step)
        pane.flush()
        row = history.row(step)
        facts = pane.reasons.score._facts
        assert facts is not None
        assert row.score == pytest.approx(facts.count / (facts.part_counts[0] * facts.part_counts[1]))
        assert (facts.pair, facts.count, facts.part_counts) == (row.pair, row.count, row.part_counts)
        reasons = pane.bars._row
        assert reasons is not None
        assert (reasons.winner.left, reasons.winner.right) == row.pair
        assert reasons.tied == row.tied
        assert pane.equation._merge is not None
        assert pane.equation._merge.piece == row.piece
        for word in pane._groups[0].words:
            assert [word.tokens[left : left + 2] for left in word.lit] == [row.pair] * len(word.lit)
            assert word.lit


def test_wordpiece_shows_the_training_state_and_says_so(qtbot: QtBot, pane: TrainingPane, session: Session) -> None:
    train(qtbot, pane, session, "wordpiece", min_frequency=2)
    session.playback.seek(1)
    pane.flush()
    assert "as the training cuts them" in pane._groups[0].note
    assert pane.reasons.score.isVisible()
    assert "Plain count would merge" in pane.reasons.score.text()


def test_a_round_of_unigram(qtbot: QtBot, pane: TrainingPane, session: Session) -> None:
    train(qtbot, pane, session, "unigram", vocab_size=40)
    history = session.run.history
    assert isinstance(history, RoundHistory)
    session.playback.seek(2)
    pane.flush()
    scene = pane.rounds
    assert pane.scene is scene
    row = history.row(2)
    assert scene.title.text() == f"Round 2: {len(history.row(1).pieces):,} pieces become {len(row.pieces):,}"
    assert f"{len(row.removed):,} go" in scene.cut.text()
    # The row that the keys reach is the one that is copied
    scene.table.view.setFocus()
    qtbot.keyClick(scene.table.view, Qt.Key.Key_Up)
    qtbot.keyClick(scene.table.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    above_the_cut = scene.table.model.index(scene.table.model.kept - 1, 0).data()
    assert QGuiApplication.clipboard().text().splitlines()[1].startswith(f"{above_the_cut}\t")
    # A click on a piece that goes shows a word with it, and what is read instead
    model = scene.table.model
    gone = model.rows[model.kept]
    scene.table.piece_asked.emit(gone.piece)
    ways = scene.lattice._ways
    assert ways is not None
    assert gone.piece in ways.word
    assert b"".join(model.then(gone)) == gone.piece
    assert [arc for arc in scene.lattice.arcs if arc.edge.text == gone.piece and arc.kind == "gone"] or len(
        gone.piece
    ) == 1
    scene.grab()


def test_words_of_word_level_are_known_or_not(qtbot: QtBot, pane: TrainingPane, session: Session) -> None:
    train(qtbot, pane, session, "word-level", vocab_size=6)
    history = session.run.history
    assert isinstance(history, AdditionHistory)
    session.playback.seek(2)
    pane.flush()
    taken = history.learned
    groups = {group.title: group.words for group in pane._groups}
    assert [word.tokens[0] for word in groups["Words in the vocabulary"]] == [taken[1], taken[0]]
    assert all(word.unknown == (0,) for word in groups["Words that come next"])
    assert pane.equation._merge is not None
    assert pane.equation._merge.left == taken[1]
    assert not pane.rules.isVisible()
    assert not pane.bar.predict.isEnabled()


def test_choosing_an_algorithm_again_brings_its_options_back(pane: TrainingPane, session: Session) -> None:
    choose(pane, "wordpiece")
    box = pane.form.inputs["min_frequency"]
    assert isinstance(box, QSpinBox)
    box.setValue(7)
    choose(pane, "unigram")
    share = pane.form.inputs["shrinking"]
    assert isinstance(share, QDoubleSpinBox)
    share.setValue(60)
    assert session.run.recipe.trainer.shrinking == 0.6  # type: ignore[attr-defined]
    choose(pane, "wordpiece")
    assert session.run.recipe.trainer.min_frequency == 7  # type: ignore[attr-defined]
    choose(pane, "unigram")
    assert session.run.recipe.trainer.shrinking == 0.6  # type: ignore[attr-defined]


def test_a_size_goes_along_where_it_can(pane: TrainingPane, session: Session) -> None:
    choose(pane, "wordpiece")
    pane.bar.size_asked.emit(100)
    choose(pane, "char-bpe")
    assert session.run.recipe.trainer.vocab_size == 100  # type: ignore[attr-defined]
    choose(pane, "byte-bpe")
    assert session.run.recipe.trainer.vocab_size == 1_000, "256 bytes are more than 100"  # type: ignore[attr-defined]


def test_a_convention_may_bring_its_algorithm(pane: TrainingPane, session: Session) -> None:
    box = pane.form.inputs["convention"]
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(box.findData("sentencepiece"))
    box.activated.emit(box.currentIndex())
    assert session.run.algorithm == "char-bpe"
    assert pane.bar.algorithm.currentData() == "char-bpe"
    assert session.run.recipe.normalizer.names == ("metaspace",)
    box = pane.form.inputs["convention"]
    assert isinstance(box, QComboBox)
    assert box.currentData() == "sentencepiece"


def test_words_that_nothing_can_write(qtbot: QtBot, pane: TrainingPane, session: Session) -> None:
    """Without an unknown token a word with other characters is shown all the same."""
    for name in ("char-bpe", "char-level"):
        choose(pane, name)
        session.run.set_recipe(with_option(session.run.recipe, "unknown", None))
        with qtbot.waitSignal(session.run.finished, timeout=LONG):
            pane.train.click()
        pane.words.show_only(("низкий",))
        session.playback.to_start()
        pane.flush()
        mine = next(group for group in pane._groups if group.action)
        assert mine.words[0].unknown[:6] == (0, 1, 2, 3, 4, 5)
        pane.grab()


def test_a_character_that_is_not_known_is_shown_as_it_was_typed(
    qtbot: QtBot, pane: TrainingPane, session: Session
) -> None:
    shown = {}
    for name, options in (("char-bpe", {}), ("char-bpe", {"byte_fallback": True}), ("unigram", {}), ("wordpiece", {})):
        train(qtbot, pane, session, name, vocab_size=400, **options)
        pane.words.show_only(("théo",))
        session.playback.to_end()
        pane.flush()
        mine = next(group for group in pane._groups if group.action).words[0]
        shown[name, bool(options)] = ([token.decode() for token in mine.tokens], mine.unknown)
    tokens, unknown = shown["char-bpe", False]
    assert [tokens[at] for at in unknown] == ["é"]
    tokens, unknown = shown["char-bpe", True]
    assert {"<0xC3>", "<0xA9>"} <= set(tokens)
    assert not unknown
    tokens, unknown = shown["unigram", False]
    assert [tokens[at] for at in unknown] == ["é"]
    tokens, unknown = shown["wordpiece", False]
    assert [tokens[at] for at in unknown] == ["é"]


def test_options_that_may_be_nothing(qtbot: QtBot, pane: TrainingPane, session: Session) -> None:
    choose(pane, "char-bpe")
    line = pane.form.inputs["end_of_word"]
    assert isinstance(line, QLineEdit)
    line.clear()
    line.editingFinished.emit()
    assert session.run.recipe.trainer.end_of_word is None  # type: ignore[attr-defined]
    digits = pane.form.inputs["digits"]
    assert isinstance(digits, QComboBox)
    digits.setCurrentIndex(digits.findData("each"))
    digits.activated.emit(digits.currentIndex())
    assert session.run.recipe.pre_tokenizer.digits == "each"
    normalizers = pane.form.inputs["normalizers"].menu()
    next(action for action in normalizers.actions() if action.text() == NORMALIZERS["lowercase"].title).trigger()
    assert session.run.recipe.normalizer.names == ("lowercase",)
    with qtbot.waitSignal(pane.failed) as failed:
        pane.form._ask("character_coverage", 0.0)
    assert "character coverage" in str(failed.args[0])


# -- branches ----------------------------------------------------------------------------------------------------------


def test_another_rule_at_a_step_is_a_branch(qtbot: QtBot, pane: TrainingPane, session: Session) -> None:
    train(qtbot, pane, session, "byte-bpe", vocab_size=300, min_frequency=1)
    run = session.run
    trunk = run.history
    assert isinstance(trunk, History)
    step = next(
        step
        for step in range(1, len(trunk) + 1)
        if trunk.row(step).choices["lexicographic-largest"].ids != trunk.row(step).ids
    )
    session.playback.seek(step)
    pane.flush()
    # WHEN the list of rules is clicked
    rule = pane.rules._rows[RULE_NAMES.index("lexicographic-largest")]
    with qtbot.waitSignal(run.finished, timeout=LONG):
        rule.click()
    pane.flush()
    # THEN the timeline still stands where the branch begins
    assert session.playback.position == step
    # AND the steps before it are the same, and it is the first that is not
    branch = run.history
    assert isinstance(branch, History)
    assert np.array_equal(branch.parts[: step - 1], trunk.parts[: step - 1])
    assert branch.row(step).ids == trunk.row(step).choices["lexicographic-largest"].ids
    row = pane.both.row
    qtbot.waitUntil(lambda: run.earlier.comparison is not None)
    pane.flush()
    assert row.sentence.text().startswith(
        f"A branch from step {step} on, with lexicographically largest. The first difference is step {step}."
    )
    row.difference.click()
    assert session.playback.position == step
    pane.flush()
    assert [row.isChecked() for row in pane.rules._rows].index(True) == RULE_NAMES.index("lexicographic-largest")
    # AND the run before is a click away
    row.back.click()
    assert run.history is trunk
    pane.flush()
    assert "branch" not in row.sentence.text()
    # AND the branch is now the run that it is compared with
    assert run.earlier.chosen is not None
    assert run.earlier.chosen.history is branch


def test_a_branch_says_of_itself_where_it_comes_from(qtbot: QtBot, pane: TrainingPane, session: Session) -> None:
    train(qtbot, pane, session, "char-bpe", vocab_size=60)
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        session.run.branch_off(3, "shortest")
    assert session.run.history.recipe.trainer.rule_changes == ((3, "shortest"),)  # type: ignore[attr-defined]
    assert session.run.title.endswith("from step 4 shortest, then smallest")
    # A branch of a branch keeps the rules before it
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        session.run.branch_off(8, "first-seen")
    assert session.run.history.recipe.trainer.rule_changes == ((3, "shortest"), (8, "first-seen"))  # type: ignore[attr-defined]


# -- guessing ----------------------------------------------------------------------------------------------------------


def test_guess_from_the_keyboard(qtbot: QtBot, pane: TrainingPane, session: Session) -> None:
    train(qtbot, pane, session, "byte-bpe", vocab_size=300)
    history, playback, prediction = session.run.history, session.playback, pane.prediction
    assert isinstance(history, History)
    playback.seek(5)
    pane.bar.predict.click()
    pane.flush()
    # GIVEN a question: nothing tells what comes
    assert prediction.asking
    assert pane.equation._covered
    assert pane.steps.model.rowCount() == 5
    assert not pane.bars.isVisible()
    assert all(not word.lit for group in pane._groups for word in group.words)
    # WHEN the right pair is guessed and revealed
    right = [option.ids for option in prediction.options].index(history.row(6).ids)
    qtbot.keyClick(pane, Qt.Key(Qt.Key.Key_1 + right))
    pane.flush()
    assert pane.reasons.guess.options[right].isChecked()
    qtbot.keyClick(pane, Qt.Key.Key_Return)
    pane.flush()
    # THEN the step is shown, and counted
    assert playback.position == 6
    assert pane.reasons.guess.title.text() == "Right."
    assert pane.reasons.guess.score.text() == "Score 1 of 1"
    assert not pane.equation._covered
    # AND Enter asks again; a wrong guess counts too
    qtbot.keyClick(pane, Qt.Key.Key_Return)
    assert prediction.asking
    wrong = next(n for n, option in enumerate(prediction.options) if option.ids != history.row(7).ids)
    qtbot.keyClick(pane, Qt.Key(Qt.Key.Key_1 + wrong))
    qtbot.keyClick(pane, Qt.Key.Key_Enter)
    pane.flush()
    assert (prediction.right, prediction.total) == (1, 2)
    assert pane.reasons.guess.title.text() == "No, another pair."
    pane.bar.predict.click()
    pane.flush()
    assert pane.steps.model.rowCount() == len(history)
    assert not pane.reasons.guess.isVisible()


def test_wherever_one_goes_the_next_step_is_a_question(qtbot: QtBot, pane: TrainingPane, session: Session) -> None:
    train(qtbot, pane, session, "byte-bpe", vocab_size=290)
    prediction = pane.prediction
    prediction.set_on(True)
    session.playback.seek(3)
    assert prediction.step == 4
    prediction.choose(0)
    session.playback.seek(9)
    assert prediction.guess is None
    session.playback.to_end()
    assert not prediction.asking, "after the last step there is nothing to guess"
    pane.flush()
    prediction.go_on()
    train(qtbot, pane, session, "unigram", vocab_size=40)
    assert not prediction.on


# -- bookmarks, tied sets, words ---------------------------------------------------------------------------------------


def test_bookmarks_carry_notes(qtbot: QtBot, pane: TrainingPane, session: Session) -> None:
    train(qtbot, pane, session, "byte-bpe", vocab_size=300)
    playback = session.playback
    playback.seek(10)
    pane.ask_note()
    qtbot.keyClicks(pane.note, "the break")
    qtbot.keyClick(pane.note, Qt.Key.Key_Return)
    playback.seek(20)
    playback.toggle_bookmark()
    assert playback.bookmarks == (10, 20)
    assert playback.note(10) == "the break"
    assert [mark.label for mark in pane.timeline.data.bookmarks] == ["the break", "20"]
    assert not pane.note.isVisible()
    playback.set_bookmarks([(3, "here"), (4_000, "beyond the end")])
    assert playback.bookmarks == (3,)


def test_the_whole_tied_set_on_demand(qtbot: QtBot, pane: TrainingPane, session: Session) -> None:
    train(qtbot, pane, session, "byte-bpe", vocab_size=None, min_frequency=1)
    history = session.run.history
    assert isinstance(history, History)
    step = int(np.argmax(history.tied)) + 1
    assert history.row(step).tied > 20
    session.playback.seek(step)
    pane.flush()
    assert pane.reasons.all_tied.isVisible()
    with qtbot.waitSignal(pane.tied.tied.changed, timeout=LONG):
        pane.reasons.all_tied.click()
    model = pane.tied.list.model
    assert model.rowCount() == history.row(step).tied
    assert model.pairs[0].ids == history.row(step).ids
    assert "Smallest ids" in model.rules[history.row(step).ids]
    assert pane.tied.list.isVisible()
    # AND a pair is copied by its row
    qtbot.keyClick(pane.tied.list.view, Qt.Key.Key_Down)
    qtbot.keyClick(pane.tied.list.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    titles, row = QGuiApplication.clipboard().text().splitlines()
    assert titles.split("\t") == ["Pair", "Ids", "Taken by"]
    assert "Smallest ids" in row
    qtbot.keyClick(pane.tied.list.view, Qt.Key.Key_Escape)
    assert not pane.tied.list.isVisible()


def test_a_word_is_pinned_as_this_run_cuts_words(qtbot: QtBot, pane: TrainingPane, session: Session) -> None:
    train(qtbot, pane, session, "unigram", vocab_size=60)
    pane.middle.ask_word()
    qtbot.keyClicks(pane.word, "lowest")
    qtbot.keyClick(pane.word, Qt.Key.Key_Return)
    pane.flush()
    mine = next(group for group in pane._groups if group.action)
    assert "▁lowest".encode() in [word.text for word in mine.words]
    pane._pin("▁lowest".encode(), False)
    pane.flush()
    mine = next(group for group in pane._groups if group.action)
    assert "▁lowest".encode() not in [word.text for word in mine.words]
    # The same words in another pipeline
    train(qtbot, pane, session, "wordpiece", min_frequency=2)
    mine = next(group for group in pane._groups if group.action)
    assert b"Alice" in [word.text for word in mine.words]


@pytest.mark.parametrize(
    ("name", "size"), [("wordpiece", (560, 420)), ("unigram", (560, 420)), ("word-level", (520, 380))]
)
def test_a_small_theatre_keeps_what_matters(
    qtbot: QtBot, pane: TrainingPane, session: Session, name: str, size: tuple[int, int]
) -> None:
    train(qtbot, pane, session, name, vocab_size=60)
    session.playback.seek(2)
    pane.resize(*size)
    qtbot.waitUntil(lambda: (pane.width(), pane.height()) == size)
    pane.flush()
    for part in (pane.transport, pane.timeline, pane.train):
        corner = part.mapTo(pane, part.rect().bottomRight())
        assert pane.rect().contains(corner), f"{part.accessibleName()} is cut off"
    pane.grab()


def test_characters_alone_have_no_steps_and_that_is_said(qtbot: QtBot, pane: TrainingPane, session: Session) -> None:
    train(qtbot, pane, session, "char-level")
    assert "no steps to list" in pane.steps._empty.text()
    assert pane.steps._empty.isVisible()
    assert not pane.steps.view.isVisible()
    assert not pane.steps.search.isVisible()
    assert "characters in" in pane.steps._note.text()
    # AND the next run has its list again
    train(qtbot, pane, session, "byte-bpe", vocab_size=270)
    assert pane.steps.view.isVisible()
    assert pane.steps.search.isVisible()
    assert not pane.steps._empty.isVisible()


def test_counts_are_hidden_from_the_audience_and_the_score_is_kept(
    qtbot: QtBot, pane: TrainingPane, session: Session
) -> None:
    train(qtbot, pane, session, "byte-bpe", vocab_size=300)
    session.playback.seek(5)
    pane.bar.predict.click()
    pane.flush()
    guess = pane.reasons.guess
    count = f"{pane.prediction.options[0].count:,.0f}"
    assert guess.options[0].accessibleName().endswith(count)
    # WHEN H is pressed, or the button
    qtbot.keyClick(pane, Qt.Key.Key_H)
    pane.flush()
    assert not guess.options[0].accessibleName().endswith(count)
    assert guess.counts.isChecked()
    guess.counts.click()
    pane.flush()
    assert guess.options[0].accessibleName().endswith(count)
    guess.counts.click()
    assert session.settings.kept("theatre-hide-counts") == "yes"
    # AND a guess counts on when the audience has had a break
    qtbot.keyClick(pane, Qt.Key.Key_1)
    qtbot.keyClick(pane, Qt.Key.Key_Return)
    pane.bar.predict.click()
    pane.bar.predict.click()
    pane.flush()
    assert pane.prediction.total == 1
    assert guess.score.text().endswith("of 1")
    train(qtbot, pane, session, "byte-bpe", vocab_size=290)
    assert pane.prediction.total == 0

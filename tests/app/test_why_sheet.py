"""Play, back and why: buttons with words on a small screen, and the sheet that says the whole reason."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.main_window import MainWindow
from app.panes.training_pane import TrainingPane
from app.session import Session
from app.widgets.why.why import why_headline, why_sentence
from engine.history import History
from tests.app.conftest import LONG


@pytest.fixture
def pane(qtbot: QtBot, trained: Session, appearance: Appearance, show: Callable[..., QWidget]) -> TrainingPane:
    made = TrainingPane(trained.run, trained.playback, trained.settings, appearance)
    show(made, 620, 420)
    trained.playback.seek(141)
    made.flush()
    return made


def is_in_sight(button: QWidget, window: QWidget) -> bool:
    """Two of its corners are in the window, and nothing lies over them."""
    corners = [button.mapTo(window, corner) for corner in (QPoint(1, 1), button.rect().bottomRight() - QPoint(1, 1))]
    return all(window.rect().contains(corner) and window.childAt(corner) is button for corner in corners)


def test_play_back_and_why_are_named_and_in_sight_on_a_small_screen(qtbot: QtBot, window: MainWindow) -> None:
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: window.size().width() == 1280)
    transport = window.theatre.transport
    qtbot.waitUntil(lambda: transport.why.text().strip() == "Why")
    for button, word, key in (
        (transport.play, "Play", "Space"),
        (transport.step_back, "Back", "Left"),
        (transport.why, "Why", "Y"),
    ):
        assert button.text().strip() == word
        assert f"({key})" in button.toolTip()
        # All of it is in the window, nothing lies over it, and its word is not cut off.
        qtbot.waitUntil(lambda button=button: is_in_sight(button, window))
        assert button.width() >= button.fontMetrics().horizontalAdvance(button.text()) + window.appearance.metrics.icon
    # The keys that the tooltips name do what the buttons do.
    window.session.playback.seek(141)
    for button in (transport.why, transport.step_back):
        assert button.isEnabled()
    window.actions_by_name["why"].trigger()
    assert window.theatre.why_sheet.isVisible()
    window.actions_by_name["why"].trigger()
    assert not window.theatre.why_sheet.isVisible()


def test_the_sheet_says_all_and_follows_the_position(qtbot: QtBot, pane: TrainingPane, trained: Session) -> None:
    sheet, history = pane.why_sheet, trained.run.history
    assert isinstance(history, History)
    # WHEN the button is clicked
    qtbot.mouseClick(pane.transport.why, Qt.MouseButton.LeftButton)
    # THEN the sheet has the whole reason, and what each rule would do
    assert sheet.isVisible()
    assert sheet.title.text() == "Why step 141"
    reasons = sheet.bars._row
    assert reasons is not None
    assert why_headline(reasons) == "Three pairs occur 120 times."
    assert why_sentence(reasons) in sheet.accessibleDescription()
    choices = history.row(141).choices
    assert [row.choice.pair for row in sheet.rules._rows if row.choice] == [choices[name].pair for name in choices]
    # AND it follows
    trained.playback.seek(1)
    pane.flush()
    assert sheet.title.text() == "Why step 1"
    assert sheet.bars._row is not None
    assert sheet.bars._row.winner.count == history.row(1).count
    # Escape closes it
    qtbot.keyClick(sheet, Qt.Key.Key_Escape)
    assert not sheet.isVisible()


def test_a_question_is_not_given_away(qtbot: QtBot, pane: TrainingPane) -> None:
    pane.toggle_why()
    pane.prediction.set_on(True)
    pane.flush()
    assert not pane.why_sheet.bars.isVisible()
    assert "Guess it first" in pane.why_sheet.text.text()
    pane.prediction.set_on(False)
    pane.flush()
    assert pane.why_sheet.bars.isVisible()


def test_a_rule_of_the_sheet_makes_a_branch(qtbot: QtBot, pane: TrainingPane, trained: Session) -> None:
    pane.toggle_why()
    row = next(row for row in pane.why_sheet.rules._rows if row.choice and row.choice.name == "first-seen")
    with qtbot.waitSignal(trained.run.finished, timeout=LONG):
        row.click()
    assert trained.run.history.tie_rule_at(141) == "first-seen"
    assert trained.run.history.tie_rule_at(140) != "first-seen"


def test_rounds_and_words_have_reasons_too(qtbot: QtBot, pane: TrainingPane, trained: Session) -> None:
    for name, words in (("unigram", "Pieces go whose loss"), ("word-level", ""), ("char-level", "")):
        trained.run.set_algorithm(name)
        with qtbot.waitSignal(trained.run.finished, timeout=LONG):
            trained.train()
        trained.playback.seek(2)
        pane.flush()
        if not pane.why_sheet.isVisible():
            pane.toggle_why()
        assert pane.why_sheet.accessibleDescription() or name == "char-level"
        assert words in pane.why_sheet.text.text()
        pane.why_sheet.grab()

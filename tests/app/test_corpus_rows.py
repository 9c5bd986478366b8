"""The rows of the corpus pane, by the keys."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.panes.corpus_pane import CorpusPane
from app.session import Session


@pytest.fixture
def pane(session: Session, appearance: Appearance, show: Callable[..., QWidget]) -> CorpusPane:
    made = show(CorpusPane(session.corpus, appearance), 320, 700)
    assert isinstance(made, CorpusPane)
    session.preparation.start()
    return made


def test_the_keyboard_stays_in_the_list_when_a_row_goes(
    qtbot: QtBot, pane: CorpusPane, read: Callable[..., None]
) -> None:
    read("one", "two", "three")
    pane.rows[2].remove.setFocus()
    # WHEN the last text is taken out by the keys THEN the row before has the keyboard
    qtbot.keyClick(pane.rows[2].remove, Qt.Key.Key_Space)
    assert len(pane.rows) == 2
    assert pane.window().focusWidget() is pane.rows[1].remove
    # AND of a text between others the next one comes under the keys
    pane.rows[0].remove.setFocus()
    qtbot.keyClick(pane.rows[0].remove, Qt.Key.Key_Space)
    assert pane.window().focusWidget() is pane.rows[0].remove
    # AND after the only one the keyboard is where texts are added
    qtbot.keyClick(pane.rows[0].remove, Qt.Key.Key_Space)
    assert pane.rows == []
    assert pane.window().focusWidget() is pane.add


def test_a_keyboard_elsewhere_stays_there(qtbot: QtBot, pane: CorpusPane, read: Callable[..., None]) -> None:
    read("one", "two")
    pane.undo.setFocus()
    pane.rows[1].remove.click()
    assert len(pane.rows) == 1
    assert pane.window().focusWidget() is pane.undo

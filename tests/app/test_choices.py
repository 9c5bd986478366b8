"""A list to choose from is not changed under the pointer: while it is open it stays as it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.widgets.basics.controls import Choice, Entry
from app.widgets.basics.value_choice import ValueChoice

FEW = [Entry("All 10", ""), Entry("Rare 2", "rare", "Seldom")]
MORE = [Entry("All 20", ""), Entry("Unused 5", "unused"), Entry("Rare 3", "rare", "Seldom")]


@pytest.fixture(params=[Choice, ValueChoice])
def choice(request: pytest.FixtureRequest, appearance: Appearance, show: Callable[..., QWidget]) -> Choice:
    made = show(request.param(appearance, "List"), 200, 30)
    assert isinstance(made, Choice)
    made.show_entries(FEW, "rare")
    return made


def titles(choice: Choice) -> list[str]:
    return [choice.itemText(row) for row in range(choice.count())]


def test_entries_are_shown_with_their_tips_and_the_chosen_one(choice: Choice) -> None:
    assert titles(choice) == ["All 10", "Rare 2"]
    assert (choice.currentData(), choice.itemData(1, Qt.ItemDataRole.ToolTipRole)) == ("rare", "Seldom")
    choice.show_entries(MORE, "unused")
    assert (titles(choice), choice.currentData()) == (["All 20", "Unused 5", "Rare 3"], "unused")


@pytest.mark.qt_log_ignore("raise|grabbing the keyboard", extend=True)  # off screen neither works
def test_an_open_list_stays_until_it_closes(qtbot: QtBot, choice: Choice) -> None:
    chosen: list[object] = []
    choice.activated.connect(lambda row: chosen.append(choice.itemData(row)))
    choice.showPopup()
    choice.show_entries(MORE, "rare")
    choice.show_entries([*MORE, Entry("Odd 1", "odd")], "rare")
    assert titles(choice) == ["All 10", "Rare 2"]
    # WHEN a line of it is chosen by the keys
    qtbot.keyClick(choice.view(), Qt.Key.Key_Home)
    qtbot.keyClick(choice.view(), Qt.Key.Key_Return)
    # THEN it was the one that stood there, and the new list comes after it
    assert chosen == [""]
    qtbot.waitUntil(lambda: titles(choice) == ["All 20", "Unused 5", "Rare 3", "Odd 1"])
    assert choice.currentData() == "rare"


def test_the_same_entries_leave_the_list_alone(qtbot: QtBot, choice: Choice) -> None:
    with qtbot.assertNotEmitted(choice.model().rowsRemoved):
        choice.show_entries(list(FEW), "")
    assert choice.currentData() == ""

"""Places in the middle of a character: found bytes that end there, a caret whose text has become another.

What is chosen, copied and typed over is whole characters.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.widgets.text.token_view import TokenView
from engine import load_preset
from tests.app.conftest import LONG
from tests.app.token_panes import playground_with, shown_pane


@pytest.mark.parametrize(("sought", "chosen"), [("0xA4", "ä"), ("0xA4 62", "äb"), ("0x61 C3", "aä"), ("0x9F 92", "💡")])
def test_a_part_of_a_character_that_is_found_is_left_as_the_whole(qtbot: QtBot, sought: str, chosen: str) -> None:
    playground = playground_with(qtbot, load_preset("gpt2"), "gpt2")
    pane = shown_pane(qtbot, playground, 900, 600)
    with qtbot.waitSignal(playground.encoded, timeout=LONG):
        playground.set_text("aäb 💡.")
    pane.view.setFocus()
    qtbot.keyClick(pane.view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(pane.rows.search.field, sought)
    qtbot.waitUntil(lambda: playground.search.known and len(playground.search.hits) == 1)
    qtbot.keyClick(pane.rows.search.field, Qt.Key.Key_Return)
    # WHEN the search is left      THEN whole characters are chosen
    qtbot.keyClick(pane.rows.search.field, Qt.Key.Key_Escape)
    assert pane.view.selected_text() == chosen
    qtbot.keyClick(pane.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == chosen
    # AND what is typed takes their place
    qtbot.keyClick(pane.view, "x")
    assert pane.view.text() == "aäb 💡.".replace(chosen, "x")
    playground.close()


@pytest.mark.parametrize(
    ("before", "caret", "after"), [("ab", 1, "é"), ("abcd", 2, "💡"), ("xaby", 2, "xéy"), ("é", 2, "ab")]
)
def test_the_caret_is_between_characters_when_the_text_becomes_another(
    qtbot: QtBot, before: str, caret: int, after: str
) -> None:
    view = TokenView(Appearance())
    qtbot.addWidget(view)
    view.set_text(before)
    view.select_bytes(caret, caret)
    view.follow_text(after)
    qtbot.keyClick(view, "!")
    assert view.text().replace("!", "") == after
    assert view.text().count("!") == 1

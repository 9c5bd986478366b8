"""Buttons that stand together are whole, or a list stands in their place."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.widgets.basics.segment_row import Segment, Segments

VIEWS = [Segment(title, f"What {title} shows") for title in ("Benutzt in", "Formen", "Schriften", "Vergleich")]


def test_a_list_takes_the_place_of_buttons_that_have_no_room(
    qtbot: QtBot, appearance: Appearance, show: Callable[..., QWidget]
) -> None:
    made, holder = Segments(appearance, "View", VIEWS), QWidget()
    made.setParent(holder)
    show(holder, 900, 60)
    asked: list[int] = []
    made.group.idClicked.connect(asked.append)
    made.resize(made.sizeHint())
    assert [button.isVisible() for button in made.group.buttons()] == [True] * 4
    assert not made.list.isVisible()
    # WHEN it is narrower
    whole = made.sizeHint()
    made.resize(whole.width() - 1, whole.height())
    assert [button.isVisible() for button in made.group.buttons()] == [False] * 4
    assert made.list.isVisible()
    assert made.sizeHint() == whole
    # THEN the keys choose in the list as clicks do on the buttons
    qtbot.keyClick(made.list, Qt.Key.Key_Down)
    assert (asked, made.group.checkedId(), made.list.currentText()) == ([1], 1, "Formen")
    made.group.button(3).setChecked(True)
    assert made.list.currentText() == "Vergleich"
    # AND the buttons come back with the room, and go with larger type
    made.resize(whole)
    assert made.group.button(3).isVisible()
    appearance.set_base(22)
    assert made.list.isVisible()


def test_the_keyboard_stays_with_the_views_when_the_list_comes(
    qtbot: QtBot, appearance: Appearance, show: Callable[..., QWidget]
) -> None:
    made, holder = Segments(appearance, "View", VIEWS), QWidget()
    other = QLineEdit(holder)
    made.setParent(holder)
    show(holder, 900, 60)
    whole = made.sizeHint()
    made.resize(whole)
    made.group.button(2).click()
    made.group.button(0).setFocus()
    made.resize(whole.width() - 1, whole.height())
    assert holder.focusWidget() is made.list
    made.resize(whole)
    assert holder.focusWidget() is made.group.button(2)
    other.setFocus()
    made.resize(whole.width() - 1, whole.height())
    assert holder.focusWidget() is other

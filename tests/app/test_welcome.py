"""The tour of the window: offered once, walked with keys or clicks, left at any moment."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.pane_rows import PANES
from app.tour import settle
from app.welcome import stops


def test_it_says_something_of_every_pane() -> None:
    assert {stop.pane for stop in stops()} == {row.name for row in PANES}


def test_it_is_offered_on_the_first_start_only(qtbot: QtBot, window: MainWindow) -> None:
    window.files.offer_tour()
    assert "tour" in window.messages.messages[-1].text
    window.messages.close_top()
    window.files.offer_tour()
    assert not window.messages.messages


def test_it_goes_from_pane_to_pane_and_brings_each_in_front(qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    welcome = window.sheets.welcome
    window.actions_by_name["welcome"].trigger()
    for stop in stops():
        settle()
        assert welcome.isVisible()
        assert welcome.title.text() == stop.title
        pane = window.panes[stop.pane]
        seen = window.childAt(pane.mapTo(window, QPoint(6, 6)))
        assert seen is pane or pane.isAncestorOf(seen)
        assert window.rect().contains(welcome.geometry())
        assert welcome.height() >= welcome.layout().heightForWidth(welcome.width())
        qtbot.keyClick(welcome, Qt.Key.Key_Right)
    assert welcome.isHidden()


def test_escape_leaves_it_and_the_keyboard_is_where_it_was(qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    window.focus_pane("theatre")
    before = QApplication.focusWidget()
    window.actions_by_name["welcome"].trigger()
    qtbot.mouseClick(window.sheets.welcome.on, Qt.MouseButton.LeftButton)
    qtbot.keyClick(window.sheets.welcome, Qt.Key.Key_Escape)
    assert window.sheets.welcome.isHidden()
    assert QApplication.focusWidget() is before

"""The lecture of five minutes, as docs/lecture.md tells it: the keys of each row, and where they lead."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.tour import settle

LECTURE = Path(__file__).resolve().parents[2] / "docs" / "lecture.md"


def rows() -> list[tuple[list[str], str, str]]:
    """The keys, the pane and the step of each row of the table."""
    lines = [line for line in LECTURE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")][1:]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [(re.findall(r"`([^`]+)`", keys), pane, step) for _, keys, pane, step in cells]


def press(qtbot: QtBot, window: MainWindow, keys: str) -> None:
    """A key by its name, or digits that are typed."""
    target = QApplication.focusWidget() or window
    if keys.isdigit():
        qtbot.keyClicks(target, keys)
        return
    pressed = QKeySequence(keys)[0]
    qtbot.keyClick(target, pressed.key(), pressed.keyboardModifiers())


def test_the_lecture_is_given_from_the_keyboard(qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    playback = window.session.playback
    assert len(rows()) == 11
    for keys, pane, step in rows():
        for key in keys:
            press(qtbot, window, key)
            settle()  # a key finds what the one before it has brought
        focus = QApplication.focusWidget()
        assert focus is not None
        assert window.panes[pane].isAncestorOf(focus) or focus is window.panes[pane], keys
        if step:
            assert playback.position == int(step), keys
    qtbot.waitUntil(lambda: playback.position > 3)
    press(qtbot, window, "Space")
    assert not playback.playing
    settle()

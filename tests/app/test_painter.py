"""An error while something is painted costs its picture, never the program."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

import app
from app.widgets.basics.painter import Painter


class Faulty(QWidget):
    used: list[Painter]

    def paintEvent(self, _event: QPaintEvent) -> None:
        with Painter(self) as painter:
            self.used = [painter]
            raise IndexError("no such colour")


def test_a_painter_ends_with_its_error(qtbot: QtBot) -> None:
    widget = Faulty()
    qtbot.addWidget(widget)
    with qtbot.captureExceptions() as errors:
        widget.show()
        qtbot.waitExposed(widget)
        widget.update()
        QApplication.sendPostedEvents(widget, QEvent.Type.UpdateRequest)
        qtbot.waitUntil(lambda: bool(errors))
    assert {error[0] for error in errors} == {IndexError}
    assert not widget.used[0].isActive()


def test_no_painter_can_be_left_open() -> None:
    folder = Path(app.__file__).parent
    kept = re.compile(r"= Painter\(.*")
    assert [(path.name, line) for path in folder.rglob("*.py") for line in kept.findall(path.read_text("utf-8"))] == []

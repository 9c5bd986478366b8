"""The hazards of the toolkit that the program rests on: references to None, and exceptions in slots."""

from __future__ import annotations

import sys

import PySide6
import pytest
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QLabel, QTableView
from pytestqt.qtbot import QtBot

CALLS = 20_000


class _Emitter(QObject):
    sent = Signal(object)


@pytest.mark.parametrize("what", ["setText", "setPosition", "emit"])
def test_a_call_without_result_keeps_the_count_of_none(qtbot: QtBot, what: str) -> None:  # UI-17
    """PySide6 6.12.0 lost one reference a call on Python 3.11 and the process died after some thousand."""
    label, document, emitter = QLabel(), QTextDocument("text"), _Emitter()
    qtbot.addWidget(label)
    cursor = QTextCursor(document)
    call = {
        "setText": lambda: label.setText("text"),
        "setPosition": lambda: cursor.setPosition(1),
        "emit": lambda: emitter.sent.emit(1),
    }[what]
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        call()
    lost = (before - sys.getrefcount(None)) / CALLS
    assert abs(lost) < 0.2, f"PySide6 {PySide6.__version__} loses {lost:.2f} references to None a call"


def test_an_exception_in_a_slot_is_not_swallowed(qtbot: QtBot) -> None:  # UI-18
    emitter = _Emitter()

    def raise_it(_: object) -> None:
        raise ValueError("in the slot")

    emitter.sent.connect(raise_it)
    with qtbot.captureExceptions() as caught:
        emitter.sent.emit(1)
    assert [str(error[1]) for error in caught] == ["in the slot"]


def test_an_exception_in_a_model_is_not_swallowed(qtbot: QtBot) -> None:
    class Model(QAbstractTableModel):
        def rowCount(self, _parent: QModelIndex = QModelIndex()) -> int:  # noqa: B008
            return 1

        def columnCount(self, _parent: QModelIndex = QModelIndex()) -> int:  # noqa: B008
            return 1

        def data(self, _index: QModelIndex, role: int = 0) -> object:
            if role == Qt.ItemDataRole.DisplayRole:
                raise ValueError("in data()")
            return None

    view = QTableView()
    qtbot.addWidget(view)
    view.setModel(Model())
    with pytest.raises(ValueError, match=r"in data\(\)"):
        view.grab()

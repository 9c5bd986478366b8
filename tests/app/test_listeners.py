"""Those who listen to a look are all told, in their order, and some at a time where it takes long."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from pytestqt.qtbot import QtBot

from app.look import listeners as module
from app.look.listeners import Listeners
from app.look.theme import DARK, Appearance
from app.main_window import MainWindow
from app.session import Session
from tests.app.conftest import LONG


class Listener(QObject):
    """Notes that it was told."""

    def __init__(self, told: list[int], number: int, parent: QObject) -> None:
        super().__init__(parent)
        self._told, self._number = told, number

    def hear(self) -> None:
        self._told.append(self._number)


@pytest.fixture
def owner(qtbot: QtBot) -> Iterator[QObject]:
    made = QObject()
    yield made
    made.deleteLater()


def connected(owner: QObject, told: list[int], number: int) -> Listeners:
    made = Listeners(owner)
    for one in range(number):
        made.connect(Listener(told, one, owner).hear)
    return made


def test_all_are_told_once_in_the_order_in_which_they_came(owner: QObject) -> None:
    told: list[int] = []
    everybody = connected(owner, told, 600)
    everybody.emit()
    assert told == list(range(600))
    told.clear()
    list(everybody.in_turns())
    assert told == list(range(600))


def test_more_than_there_is_room_for_are_told_too(owner: QObject, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_TOGETHER", 2)
    told: list[int] = []
    connected(owner, told, 300).emit()
    assert sorted(told) == list(range(300))


def test_who_takes_long_has_a_turn_of_its_own(owner: QObject, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_TIME", 0)
    told: list[int] = []
    everybody = connected(owner, told, 64)
    so_far = [len(told) for _ in everybody.in_turns()]
    assert so_far[:4] == [16, 32, 48, 64]


def test_those_that_have_gone_make_room(owner: QObject) -> None:
    told: list[int] = []
    everybody = connected(owner, told, 16)
    for _ in range(3):
        passing = QObject()
        for number in range(160):
            everybody.connect(Listener(told, number, passing).hear)
        assert sum(some.count for some in everybody._all) == 176
        passing.deleteLater()
        QCoreApplication.sendPostedEvents(passing, QEvent.Type.DeferredDelete)
        assert sum(some.count for some in everybody._all) == 16
    everybody.emit()
    assert told == list(range(16))


def test_a_window_takes_another_theme_in_several_turns(
    qtbot: QtBot, session: Session, look: Appearance, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_TIME", 0)
    window = MainWindow(session, look)
    qtbot.addWidget(window)
    window.show()
    turns = [0]
    told = [0]

    def one_more() -> None:
        turns[0] += 1

    look._dressing._turns._timer.timeout.connect(one_more)  # type: ignore[union-attr]
    first, last = (
        look.changed._all[0],
        max(look.changed._all, key=lambda some: (some.count > 0, look.changed._all.index(some))),
    )
    for some in (first, last):
        some.told.connect(lambda: told.append(turns[0]))
    look.set_theme(DARK)
    qtbot.waitUntil(lambda: look.is_settled, timeout=LONG)
    assert len(told) == 3
    assert told[2] > told[1]


def test_what_is_done_before_it_is_seen_has_a_turn_each(qtbot: QtBot, look: Appearance) -> None:
    events: list[str] = []
    look.changed.connect(lambda: events.append("changed"))
    look.settled.connect(lambda: events.append("seen"))
    look.set_theme(DARK)
    look.before_seen(lambda: events.append("one"), lambda: events.append("two"))
    assert events == []
    qtbot.waitUntil(lambda: look.is_settled, timeout=LONG)
    assert events == ["changed", "one", "two", "seen"]
    # AND where nothing is being put on, now
    look.before_seen(lambda: events.append("now"))
    assert events[4:] == ["now"]

"""Only what was asked last gives a value."""

from __future__ import annotations

import threading

import pytest
from pytestqt.qtbot import QtBot

from app.state.latest import Latest


@pytest.fixture
def latest(qtbot: QtBot):
    made = Latest[int]("test")
    yield made
    made.close()


def test_the_newest_question_wins(qtbot, latest):
    # GIVEN a question whose answer takes its time  WHEN another is asked
    go_on, values = threading.Event(), []
    latest.changed.connect(lambda: values.append(latest.value))
    latest.ask(lambda: 1 if go_on.wait(5) else 0)
    qtbot.waitUntil(lambda: not latest._rest.isActive())
    with qtbot.waitSignal(latest.changed):
        latest.ask(lambda: 2)
    go_on.set()
    # THEN only its answer comes
    assert latest.value == 2
    assert values == [2]
    assert not latest.busy


def test_a_known_value_drops_what_is_asked(qtbot, latest):
    latest.ask(lambda: 1)
    latest.set(3)
    assert (latest.value, latest.busy) == (3, False)
    with qtbot.waitSignal(latest.changed):
        latest.close()
    assert latest.value is None


def test_an_error_is_not_kept_quiet(qtbot, latest):
    def breaks() -> int:
        raise ZeroDivisionError("a fault of ours")

    with qtbot.captureExceptions() as caught:
        latest.ask(breaks)
        qtbot.waitUntil(lambda: bool(caught))
    assert caught[0][0] is ZeroDivisionError
    assert latest.value is None


def test_who_listens_gets_the_error(qtbot, latest):
    with qtbot.waitSignal(latest.failed) as told:
        latest.ask(lambda: 1 // 0)
    assert isinstance(told.args[0], ZeroDivisionError)

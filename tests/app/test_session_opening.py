"""A session is shown in turns of the event loop, and nobody can come between two of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.session import FIRST_POSITION, Session
from app.session_files.session_reading import read_session
from app.state.training.run_record import RunRecord
from app.turn_by_turn import TurnByTurn, Undisturbed
from engine.training import new_history
from tests.app.conftest import LONG

NEVER = 10_000_000
"""Milliseconds between two turns, so that a test does each step itself."""
STEPS = 20
"""More than a session is opened in."""


@pytest.fixture
def file(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> Path:
    """A session at step 141 with a text of its own; the window is somewhere else by now."""
    session, path = window.session, tmp_path / "lecture.mergescope-session"
    session.playback.seek(141)
    session.playground.set_text("of the file")
    with qtbot.waitSignal(window.keeper.saved, timeout=LONG):
        window.keeper.save(path)
    for _ in window.messages.messages:
        window.messages.close_top()
    move_on(session)
    return path


def move_on(session: Session) -> None:
    session.playback.seek(600)
    session.playground.set_text("of the window")


def opened_up_to(qtbot: QtBot, window: MainWindow, path: Path, steps: int) -> bool:
    """Begin to open it, and do so many steps; False if that are all."""
    keeper = window.keeper
    move_on(window.session)
    keeper.queue.ending._timer.setInterval(NEVER)
    keeper.open(path)
    qtbot.waitUntil(lambda: keeper.queue.ending.active, timeout=LONG)
    for _ in range(steps):
        keeper.queue.ending.go_on()
    return keeper.queue.ending.active


def every_moment(qtbot: QtBot, window: MainWindow, path: Path, apart: int = 1) -> Iterator[int]:
    """The session, opened up to each of its steps, or to some of them."""
    for steps in range(0, STEPS, apart):
        if not opened_up_to(qtbot, window, path, steps):
            return
        yield steps
    pytest.fail("it is opened in more steps than that")


def is_the_file_s(session: Session) -> bool:
    return (session.playback.position, session.playground.text) == (141, "of the file")


# The steps ------------------------------------------------------------------------------------------------------------


def test_each_step_is_a_turn_and_is_painted_before_the_next(qtbot: QtBot) -> None:
    events: list[str] = []

    class Painted(QWidget):
        def paintEvent(self, _event: QEvent) -> None:
            events.append("painted")

    widget = Painted()
    qtbot.addWidget(widget)
    widget.show()
    qtbot.waitExposed(widget)
    qtbot.waitUntil(lambda: bool(events), timeout=LONG)
    events.clear()

    def steps() -> Iterator[None]:
        for number in range(3):
            events.append(str(number))
            widget.update()
            yield

    turns = TurnByTurn(widget)
    with qtbot.waitSignal(turns.ended, timeout=LONG):
        turns.begin(steps())
        assert events == []
    assert events[:6] == ["0", "painted", "1", "painted", "2", "painted"]
    assert not turns.active


def test_what_is_left_can_be_done_now_or_be_left(qtbot: QtBot) -> None:
    done: list[int] = []

    def steps() -> Iterator[None]:
        for number in range(3):
            done.append(number)
            turns.finish()  # from within a step nothing happens
            yield

    turns = TurnByTurn(QApplication.instance())
    turns.begin(steps())
    with qtbot.waitSignal(turns.ended, timeout=LONG):
        turns.finish()
    assert done == [0, 1, 2]
    turns.begin(steps())
    turns.go_on()
    turns.drop()
    assert (done, turns.active) == ([0, 1, 2, 0], False)
    turns.deleteLater()


def test_only_what_comes_of_somebody_has_all_of_it_done(qtbot: QtBot) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    turns = Undisturbed(widget)
    turns._timer.setInterval(NEVER)
    turns.begin(iter([None] * 3))
    QApplication.sendEvent(widget, QEvent(QEvent.Type.UpdateRequest))
    qtbot.mouseMove(widget)
    qtbot.keyClick(widget, Qt.Key.Key_Escape)
    assert turns.active
    place = QPointF(widget.rect().center())
    buttons, keys, phase = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    QApplication.sendEvent(widget, QWheelEvent(place, place, QPoint(), QPoint(0, 120), buttons, keys, phase, False))
    assert not turns.active


def test_a_session_is_opened_in_several_turns_and_is_busy_until_the_last(
    qtbot: QtBot, window: MainWindow, file: Path
) -> None:
    seen: list[tuple[bool, bool]] = []
    keeper = window.keeper
    with qtbot.waitSignal(keeper.opened, timeout=LONG):
        for _ in every_moment(qtbot, window, file):
            seen.append((keeper.busy, window.status.state.text() == "Opening the session"))
            keeper.queue.ending.drop()
            keeper.queue._begin_next()
        keeper.queue.ending.finish()
    assert len(seen) > 5
    assert all(seen[number] == (True, True) for number in range(len(seen)))
    assert not keeper.busy
    assert window.status.state.text() != "Opening the session"
    assert is_the_file_s(window.session)


# Who comes between two steps ------------------------------------------------------------------------------------------

Act = Callable[[QtBot, MainWindow], None]
Check = Callable[[MainWindow], bool]


def type_a_letter(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.keyClick(window.tokens.view, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(window.tokens.view, "!")


def train(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.mouseClick(window.theatre.train, Qt.MouseButton.LeftButton)


def select(qtbot: QtBot, window: MainWindow) -> None:
    pill = window.shelf.pill("gpt2")
    assert pill is not None
    qtbot.mouseClick(pill, Qt.MouseButton.LeftButton, pos=QPoint(pill.width() - 8, pill.height() // 2))


ACTS: dict[str, tuple[Act, Check]] = {
    "typing": (type_a_letter, lambda window: window.session.playground.text == "of the file!"),
    "training": (train, lambda window: window.session.run.running),
    "selecting": (
        select,
        lambda window: window.session.tokenizers.selected == "gpt2" and is_the_file_s(window.session),
    ),
}


@pytest.mark.parametrize("name", ACTS)
def test_who_acts_between_two_steps_acts_on_the_whole_session(
    qtbot: QtBot, window: MainWindow, file: Path, name: str
) -> None:
    act, is_done = ACTS[name]
    before = window.session.tokenizers.selected
    for steps in every_moment(qtbot, window, file):
        act(qtbot, window)
        assert is_done(window), f"after {steps} steps"
        assert not window.keeper.busy
        assert window.keeper.path == file
        window.session.run.stop()
        window.session.tokenizers.select(before)


def test_escape_between_two_steps_leaves_nothing_half_open_and_nothing_else(
    qtbot: QtBot, window: MainWindow, file: Path
) -> None:
    window.news.say("a message", "error")  # one that stays
    for steps in every_moment(qtbot, window, file):
        qtbot.keyClick(window, Qt.Key.Key_Escape)
        assert is_the_file_s(window.session), f"after {steps} steps"
        assert not window.keeper.busy
        assert [message.text for message in window.messages.messages] == ["a message"]


def test_another_session_asked_for_between_two_steps_is_what_is_open(
    qtbot: QtBot, window: MainWindow, file: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.mergescope-session"
    with qtbot.waitSignal(window.keeper.saved, timeout=LONG):
        window.keeper.save(other)
    for _ in every_moment(qtbot, window, file, apart=3):
        window.keeper.open(other)
        window.keeper.queue.ending._timer.setInterval(0)
        qtbot.waitUntil(lambda: not window.keeper.busy, timeout=LONG)
        assert window.keeper.path == other
        assert (window.session.playback.position, window.session.playground.text) == (600, "of the window")


def test_what_is_saved_between_two_steps_is_the_whole_session(
    qtbot: QtBot, window: MainWindow, file: Path, tmp_path: Path
) -> None:
    for steps in every_moment(qtbot, window, file, apart=3):
        path = tmp_path / f"{steps}.mergescope-session"
        with qtbot.waitSignal(window.keeper.saved, timeout=LONG):
            window.keeper.save(path)
        assert read_session(path).text == "of the file"
        assert read_session(path).run.position == 141  # type: ignore[union-attr]


def test_a_copy_against_a_crash_waits_for_the_last_step(
    qtbot: QtBot, window: MainWindow, file: Path, tmp_path: Path
) -> None:
    opened_up_to(qtbot, window, file, 2)
    window.keeper.autosave()
    assert window.keeper.queue._waiting == []
    window.keeper.queue.ending.finish()
    assert is_the_file_s(window.session)


def test_a_window_that_closes_between_two_steps_leaves_the_file_and_no_step(
    qtbot: QtBot, window: MainWindow, file: Path
) -> None:
    before = file.read_bytes()
    opened_up_to(qtbot, window, file, 2)
    window.close()
    assert not window.keeper.busy
    assert file.read_bytes() == before


def test_a_save_that_waits_is_done_though_the_window_closes_between_two_steps(
    qtbot: QtBot, window: MainWindow, file: Path, tmp_path: Path
) -> None:
    keeper, late = window.keeper, tmp_path / "late.mergescope-session"
    move_on(window.session)
    keeper.queue.ending._timer.setInterval(NEVER)
    keeper.open(file)
    keeper.save(late)
    qtbot.waitUntil(lambda: keeper.queue.ending.active, timeout=LONG)
    window.close()
    assert read_session(late).text == "of the window"


def test_a_lost_copy_stays_until_all_of_it_is_open(qtbot: QtBot, window: MainWindow, file: Path) -> None:
    keeper = window.keeper
    keeper.queue.ending._timer.setInterval(NEVER)
    keeper.open_lost(file)
    qtbot.waitUntil(lambda: keeper.queue.ending.active, timeout=LONG)
    while keeper.queue.ending.active:
        assert file.exists()
        keeper.queue.ending.go_on()
    assert not file.exists()
    assert (is_the_file_s(window.session), keeper.path) == (True, None)


# The first start ------------------------------------------------------------------------------------------------------


def test_the_first_start_takes_several_turns_and_nobody_comes_between(
    qtbot: QtBot, session: Session, other: Session
) -> None:
    for number, one in enumerate((session, other)):
        one._beginning._timer.setInterval(NEVER)
        one.begin()
        for rows in range(1 + number):
            one._beginning.go_on()
            assert (one.begins, one.run.running, len(one.corpus.rows)) == (True, False, rows)
        widget = QWidget()
        qtbot.addWidget(widget)
        qtbot.keyClick(widget, Qt.Key.Key_A)
        assert (one.begins, one.run.running, len(one.corpus.rows)) == (False, True, 2)


def test_a_session_that_is_closed_at_its_first_start_trains_nothing(qtbot: QtBot, session: Session) -> None:
    session._beginning._timer.setInterval(NEVER)
    session.begin()
    session._beginning.go_on()
    assert session.close()
    assert (session.begins, session.run.running) == (False, False)


@pytest.mark.parametrize("opens", [True, False])
def test_a_run_after_the_first_start_does_not_end_at_the_step_of_the_first(
    qtbot: QtBot, session: Session, opens: bool
) -> None:
    """The first was left before its end, for a session or for another training."""
    session.begin()
    session._beginning.finish()
    assert session.run.running
    if opens:
        session.run.restore(RunRecord(new_history(session.run.recipe)))
        assert not session.run.running
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        session.train()
    assert session.playback.position != FIRST_POSITION

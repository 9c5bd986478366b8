"""Memory that a job has freed in its own thread goes back to the system, in the background."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app import start
from app.free_memory import FreeMemory
from app.session import Session
from app.worker import wait_for_all
from tests.benchmarks.soak import memory


def leave_free(megabytes: int) -> object:
    """Much memory freed in another thread, and a little behind it that is not, so that glibc keeps it all."""
    kept: list[bytes] = []

    def work() -> None:
        pieces = [bytes(range(256)) * 40 for _ in range(megabytes * 100)]
        kept.append(pieces[-1])

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    return kept


def test_what_a_thread_has_freed_goes_back(qtbot: QtBot) -> None:
    owner = QObject()
    made = FreeMemory(owner)
    kept = leave_free(300)
    before = memory()
    if made._timer.isActive():  # only glibc keeps it
        made.give_back()
        assert wait_for_all()
        assert before - memory() > 100, "megabytes"
    assert kept
    owner.deleteLater()


def test_the_window_looks_now_and_then_as_long_as_its_session_lives(
    qtbot: QtBot, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start.smoothness, "begin_smoothly", lambda _: None)
    start.work_smoothly(session)
    looks = session.findChildren(FreeMemory)
    assert len(looks) == 1
    assert looks[0]._timer.isActive() == hasattr(looks[0]._glibc, "malloc_trim")
    assert looks[0].parent() is session

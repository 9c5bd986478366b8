"""What keeps the window from being held up: collections, the switch interval, compiled loops loaded elsewhere."""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal
from pytestqt.qtbot import QtBot

from app import smoothness
from app.session import Session
from app.state.text.playground import Playground
from app.worker import Worker
from engine import load_preset
from tests.app.conftest import LONG


class _Work(QObject):
    done = Signal(str)


@pytest.fixture
def interpreter() -> Iterator[None]:
    """As it was, after the test."""
    interval = sys.getswitchinterval()
    yield
    sys.setswitchinterval(interval)
    gc.unfreeze()
    gc.enable()
    application = QCoreApplication.instance()
    assert application is not None
    for timer in application.findChildren(QTimer, smoothness.COLLECTOR):
        timer.stop()
        timer.deleteLater()


class _Garbage:
    """Held by nothing but itself; says in which thread it goes."""

    def __init__(self, went: list[int]) -> None:
        self._went, self._itself = went, self

    def __del__(self) -> None:
        self._went.append(threading.get_ident())


def test_garbage_of_a_job_goes_in_the_windows_thread(
    qtbot: QtBot, interpreter: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smoothness, "_COLLECT", 10)
    gc.disable()
    smoothness.set_garbage_aside()
    went: list[int] = []

    def job() -> Iterator[int]:
        for _ in range(3 * gc.get_threshold()[0]):
            _Garbage(went)
        yield 1

    worker = Worker(job)
    with qtbot.waitSignal(worker.succeeded):
        worker.start()
    qtbot.waitUntil(lambda: len(went) == 3 * gc.get_threshold()[0])
    assert set(went) == {threading.get_ident()}


def test_nothing_is_collected_until_the_first_work_is_done(
    qtbot: QtBot, interpreter: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smoothness, "_SETTLED", 20)
    work = _Work()
    smoothness.begin_smoothly(work.done)
    assert sys.getswitchinterval() == pytest.approx(0.0001)
    assert not gc.isenabled()
    before = gc.get_freeze_count()
    work.done.emit("exhausted")
    work.done.emit("again")
    qtbot.waitUntil(lambda: gc.get_freeze_count() > before)
    assert not gc.isenabled()
    # What was there is never looked at again; only what comes later is.
    assert gc.get_freeze_count() > before + 10_000


def test_a_job_lets_the_window_go_first(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only Linux has a priority for a single thread; the window's own is left as it is."""
    asked: list[tuple[int, int, int]] = []
    monkeypatch.setattr("app.worker.sys.platform", "linux")
    monkeypatch.setattr(os, "PRIO_PROCESS", 0, raising=False)
    monkeypatch.setattr(os, "setpriority", lambda *row: asked.append(row), raising=False)
    ids: list[int] = []
    worker = Worker(lambda: iter([threading.get_native_id()]))
    worker.produced.connect(ids.extend)
    with qtbot.waitSignal(worker.succeeded):
        worker.start()
    (which, thread, nice) = asked[0]
    assert (which, [thread]) == (0, ids)
    assert thread != threading.get_native_id()
    assert nice > 0


def test_the_first_text_is_not_encoded_by_the_window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled loops are loaded with it, which takes a quarter of a second."""
    threads: list[threading.Thread] = []
    tokenizer = load_preset("gpt2")
    playground = Playground("")

    class Watched:
        vocabulary = tokenizer.vocabulary
        special = tokenizer.special

        def encode(self, text: str, *, allowed_special: frozenset[str] = frozenset()):  # type: ignore[no-untyped-def]
            threads.append(threading.current_thread())
            return tokenizer.encode(text)

        def decode(self, ids: list[int], errors: str) -> str:
            return tokenizer.decode(ids, errors)

    with qtbot.waitSignal(playground.encoded):
        playground.set_tokenizer(Watched(), "watched")  # type: ignore[arg-type]
    assert threads != [threading.main_thread()]
    with qtbot.waitSignal(playground.encoded):
        playground.set_text("a")
    assert threads[-1] is threading.main_thread(), "later ones are, while they are short"
    playground.close()


def test_bundled_tokenizers_come_with_their_tables(qtbot: QtBot, session: Session) -> None:
    """Neither the first text nor the first words on stage make the window's thread build or load anything."""
    library = session.tokenizers
    qtbot.waitUntil(lambda: all(entry.tokenizer is not None for entry in library.entries), timeout=LONG)
    for entry in library.entries:
        assert entry.tokenizer is not None
        assert {"vocabulary"} <= vars(entry.tokenizer).keys(), "the cached table is there"

"""The thread boundary: batches in order, one ending, silence after a cancel, panics handed over."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.session import Session
from app.state.tokenizers.tokenizer_library import RUN
from app.worker import Worker, wait_for_all


class Seen:
    """Connects to a worker and remembers what came, and in which thread."""

    def __init__(self, worker: Worker) -> None:
        self.values: list[object] = []
        self.batches = 0
        self.endings: list[object] = []
        self.threads: set[threading.Thread] = set()
        worker.produced.connect(self._on_produced)
        worker.succeeded.connect(lambda: self.endings.append("succeeded"))
        worker.failed.connect(self.endings.append)

    def _on_produced(self, values: list[object]) -> None:
        self.values += values
        self.batches += 1
        self.threads.add(threading.current_thread())


def test_everything_arrives_in_order_in_the_windows_thread(qtbot: QtBot) -> None:
    worker = Worker(lambda: iter(range(50_000)))
    seen = Seen(worker)
    with qtbot.waitSignal(worker.succeeded):
        worker.start()
    assert seen.values == list(range(50_000))
    assert seen.threads == {threading.main_thread()}
    assert seen.endings == ["succeeded"]
    assert not worker.running


def test_batches_come_at_most_once_a_frame(qtbot: QtBot) -> None:
    def many() -> Iterator[int]:
        until = time.perf_counter() + 0.2
        while time.perf_counter() < until:
            yield 1

    worker = Worker(many)
    seen = Seen(worker)
    with qtbot.waitSignal(worker.succeeded):
        worker.start()
    assert 2 <= seen.batches <= 0.2 / 0.016 + 3


class Panic(BaseException):
    """Like the error of a native library that gives up: no Exception."""


@pytest.mark.parametrize("error", [ValueError("no"), Panic("worse")])
def test_an_error_is_handed_over_after_what_came_before(qtbot: QtBot, error: BaseException) -> None:
    def job() -> Iterator[int]:
        yield 1
        raise error

    worker = Worker(job)
    seen = Seen(worker)
    with qtbot.waitSignal(worker.failed):
        worker.start()
    assert seen.values == [1]
    assert seen.endings == [error]


def test_a_job_that_fails_before_its_first_value(qtbot: QtBot) -> None:
    def job() -> Iterator[int]:
        raise OSError("gone")

    worker = Worker(job)
    with qtbot.waitSignal(worker.failed) as signal:
        worker.start()
    assert str(signal.args[0]) == "gone"


def endless(closed: threading.Event, where: list[threading.Thread]) -> Callable[[], Iterator[int]]:
    def job() -> Iterator[int]:
        try:
            while True:
                time.sleep(0.001)
                yield 1
        finally:
            where.append(threading.current_thread())
            closed.set()

    return job


def test_after_a_cancel_nothing_comes_and_the_generator_is_closed_in_its_thread(qtbot: QtBot) -> None:
    closed, where = threading.Event(), []
    worker = Worker(endless(closed, where))
    seen = Seen(worker)
    worker.start()
    qtbot.waitUntil(lambda: len(seen.values) > 3)
    time.sleep(0.05)  # batches are queued now
    worker.cancel()
    count = len(seen.values)
    assert worker.wait()
    assert closed.is_set()
    assert where[0] is not threading.main_thread()
    qtbot.waitUntil(lambda: not worker.running)
    Worker(lambda: iter(())).start()
    qtbot.waitUntil(lambda: wait_for_all(0))
    assert len(seen.values) == count
    assert seen.endings == []


def test_a_slot_may_cancel(qtbot: QtBot) -> None:
    worker = Worker(lambda: iter([1]))
    seen = Seen(worker)
    worker.produced.connect(lambda _values: worker.cancel())
    worker.start()
    assert worker.wait()
    qtbot.waitUntil(lambda: seen.values == [1] and not worker.running)
    assert seen.endings == []


def test_pause_waits_between_two_yields(qtbot: QtBot) -> None:
    closed: threading.Event = threading.Event()
    worker = Worker(endless(closed, []))
    seen = Seen(worker)
    worker.start()
    qtbot.waitUntil(lambda: bool(seen.values))
    worker.pause()
    time.sleep(0.05)
    qtbot.waitUntil(lambda: not worker._values)
    count = len(seen.values)
    time.sleep(0.05)
    assert len(seen.values) == count
    assert not worker._values
    worker.resume()
    qtbot.waitUntil(lambda: len(seen.values) > count)
    worker.pause()
    worker.cancel()
    assert worker.wait()


def test_many_short_jobs_that_nobody_holds(qtbot: QtBot) -> None:
    ended: list[int] = []
    for number in range(500):
        worker = Worker(lambda: iter([1, 2]))
        worker.succeeded.connect(lambda number=number: ended.append(number))
        worker.start()
        if number % 3 == 0:
            worker.cancel()
        del worker
    qtbot.waitUntil(lambda: len(ended) == 333)
    assert wait_for_all()


def test_wait_for_all_ends_what_still_runs(qtbot: QtBot) -> None:
    closed: threading.Event = threading.Event()
    worker = Worker(endless(closed, []))
    worker.start()
    assert wait_for_all()
    assert closed.is_set()


def test_what_a_job_held_may_go_though_the_worker_is_kept(qtbot: QtBot) -> None:
    class Held:
        """Something large."""

    held = Held()
    gone = weakref.ref(held)
    worker = Worker(lambda held=held: iter([len(repr(held))]))
    with qtbot.waitSignal(worker.succeeded):
        worker.start()
    del held
    gc.collect()
    assert gone() is None
    assert not worker.running


def test_a_tokenizer_that_was_saved_leaves_no_job_behind(qtbot: QtBot, trained: Session, tmp_path: Path) -> None:
    before = weakref.WeakSet(one for one in gc.get_objects() if isinstance(one, Worker))

    def workers() -> int:
        gc.collect()
        jobs = [one for one in gc.get_objects() if isinstance(one, Worker) and one not in before]
        return sum(job._thread.name == "worker: tokenizers" for job in jobs)

    with qtbot.waitSignal(trained.tokenizers.saved):
        trained.tokenizers.save(RUN, tmp_path / "a.mergescope")
    qtbot.waitUntil(lambda: workers() <= 1)
    for _ in range(3):
        with qtbot.waitSignal(trained.tokenizers.saved):
            trained.tokenizers.save(RUN, tmp_path / "a.mergescope")
    qtbot.waitUntil(lambda: workers() <= 1)

"""Work on files at the end of a program: all that was to be written is, whatever stands before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import repeat

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.file_queue import FileJob, FileQueue
from app.worker import wait_for_all
from tests.app.waiting import LONG


@pytest.fixture
def queue(qtbot: QtBot) -> Iterator[FileQueue]:
    owner = QObject()
    yield FileQueue(owner)
    assert wait_for_all()
    owner.deleteLater()


def read(queue: FileQueue, done: list[str], words: str = "") -> FileJob:
    """A file whose end goes on in three steps."""

    def shown() -> Iterator[None]:
        for step in ("first", "second", "third"):
            done.append(step)
            yield

    return FileJob(lambda: iter(()), lambda: queue.ending.begin(shown()), words, "left")


def write(done: list[str], name: str) -> FileJob:
    return FileJob(lambda: iter(()), lambda: done.append(name), "Writing", writes=True)


def broken(error: Exception) -> Callable[[], Iterator[object]]:
    def job() -> Iterator[object]:
        raise error
        yield

    return job


@pytest.mark.parametrize("words", ["", "Reading"])
def test_a_file_is_written_though_another_that_was_read_is_not_shown_yet(queue: FileQueue, words: str) -> None:
    done: list[str] = []
    queue.begin(read(queue, done, words))
    queue.begin(write(done, "one"))
    queue.begin(write(done, "two"))
    assert queue.finish()
    assert done[-2:] == ["one", "two"]
    assert not queue.busy


def test_what_nobody_sees_any_more_is_not_shown(qtbot: QtBot, queue: FileQueue) -> None:
    endless = FileJob(lambda: iter(()), lambda: queue.ending.begin(repeat(None)))
    queue.begin(endless)
    qtbot.waitUntil(lambda: queue.ending.active, timeout=LONG)
    assert queue.finish()
    assert not queue.busy


def test_what_waits_is_left_and_said_to_be(queue: FileQueue) -> None:
    done: list[str] = []
    left: list[str] = []
    queue.left.connect(left.append)
    queue.begin(FileJob(broken(OSError("full")), list, "Writing", writes=True))
    queue.begin(read(queue, done, "Reading"))
    queue.begin(read(queue, done))
    assert not queue.finish()
    assert (done, left) == ([], ["left"])
    assert queue.finish(), "nothing is to be written any more"

"""A state does one job at a time: of one that another took the place of, or that was let go of, nothing comes."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.state.one_job import OneJob
from app.worker import wait_for_all
from tests.app.waiting import LONG


@pytest.fixture
def job(qtbot: QtBot) -> Iterator[OneJob]:
    owner = QObject()
    yield OneJob("test", owner)
    owner.deleteLater()


def heard_of(job: OneJob) -> list[object]:
    heard: list[object] = []
    job.produced.connect(heard.extend)
    return heard


def test_a_newer_job_takes_the_place_of_the_older(qtbot: QtBot, job: OneJob) -> None:
    heard, go_on = heard_of(job), threading.Event()

    def older() -> Iterator[str]:
        go_on.wait(LONG / 1000)
        yield "older"

    job.begin(older)
    with qtbot.waitSignal(job.succeeded, timeout=LONG):
        job.begin(lambda: iter(["newer"]))
    go_on.set()
    assert wait_for_all()
    qtbot.wait(0)
    assert heard == ["newer"]
    assert not job.running


def test_of_a_job_that_is_let_go_of_nothing_comes(qtbot: QtBot, job: OneJob) -> None:
    heard = heard_of(job)
    job.begin(lambda: iter(["a", "b"]))
    assert job.running
    job.close()
    qtbot.wait(0)
    assert (heard, job.running) == ([], False)


def test_an_error_is_handed_over(qtbot: QtBot, job: OneJob) -> None:
    def broken() -> Iterator[None]:
        raise MemoryError
        yield

    with qtbot.waitSignal(job.failed, timeout=LONG) as failed:
        job.begin(broken)
    assert isinstance(failed.args[0], MemoryError)
    assert not job.running

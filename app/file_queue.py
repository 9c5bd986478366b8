"""FileQueue: work on files, one after the other, as two may be about one file; the user may cancel what is said to take a while.

Each is done elsewhere, and ends here: where that takes more than a turn, in steps before which nobody comes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.turn_by_turn import Undisturbed
from app.worker import Job, Worker
from engine.model import Progress

_LAST = 60.0
"""Seconds that a program which ends waits for what is being written: a disk may be slow, or busy."""


@dataclass(frozen=True, slots=True)
class FileJob:
    """What is done elsewhere, and then here."""

    work: Job
    end: Callable[[], object]
    words: str = ""
    """What the user is told, who may cancel it; "" for what nobody waits for."""
    left: str = ""
    """What is said once it is cancelled."""
    writes: bool = False
    """Whether it is about a file that somebody has asked for: one that is written is not cancelled any more."""


class FileQueue(QObject):
    """`working` says what takes a while, and "" when nothing does any more; `progressed` carries how far it is, `found` what
    else a job yields.

    `left` carries what is said of a job that was cancelled, or left at the end, `failed` an error; before either comes
    `unwritten`, where a file that somebody has asked for has not been written.
    """

    working = Signal(str)
    progressed = Signal(object)
    found = Signal(object)
    left = Signal(str)
    failed = Signal(object)
    unwritten = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._worker: Worker | None = None
        self._job: FileJob | None = None
        self._waiting: list[FileJob] = []
        self._all_written = True
        self.ending = Undisturbed(self)
        """Steps in which a job's end goes on, where it begins some; the next job comes after them."""
        self.ending.ended.connect(self._begin_next)

    @property
    def busy(self) -> bool:
        """A job is at work, or ends."""
        return self._worker is not None or self.ending.active

    def begin(self, job: FileJob) -> None:
        """Do this, when all is done that was asked for before."""
        self._waiting.append(job)
        self._begin_next()

    def cancel(self) -> bool:
        """Stop what the user is waiting for; what stood in the file stays.  False if there is nothing to stop."""
        if self.ending.active:  # the rest is there sooner than one could say no
            self.ending.finish()
            return True
        job, worker = self._job, self._worker
        if job is None or worker is None or not job.words:
            return False
        if worker.leave():
            self._worker = None
            self._say_unwritten(job)
            self.left.emit(job.left)
            self._begin_next()
        return True

    def finish(self) -> bool:
        """The program ends: wait for what writes, and leave the rest.  False if something could not be written: then all goes
        on, so what ends in steps before it is not left half done."""
        self._all_written = True
        left = [job for job in self._waiting if not job.writes]
        self._waiting = [job for job in self._waiting if job.writes]
        if self._worker is not None and self._job is not None and not self._job.writes:
            self.cancel()
        while self.busy:
            if self._waiting:
                self.ending.finish()
            self.ending.drop()
            self._begin_next()
            if self._worker is None or not self._worker.wait(_LAST):
                break
            QCoreApplication.sendPostedEvents(self._worker)  # its end, with which the next begins
        for job in left:
            if job.words:
                self.left.emit(job.left)
        return self._all_written

    def _begin_next(self) -> None:
        if self.busy:
            return
        self._job = None
        if not self._waiting:
            self.working.emit("")
            return
        job = self._job = self._waiting.pop(0)
        if job.words:
            self.working.emit(job.words)
        worker = self._worker = Worker(job.work, "session")
        worker.produced.connect(self._take)
        worker.succeeded.connect(self._on_succeeded)
        worker.failed.connect(self._on_failed)
        worker.start()

    def _take(self, values: list[object]) -> None:
        """Of how far it is, the newest; and all that it has found out."""
        progress: Progress | None = None
        for value in values:
            if isinstance(value, Progress):
                progress = value
            else:
                self.found.emit(value)
        if progress is not None and self._job is not None and self._job.words:
            self.progressed.emit(progress)

    def _on_succeeded(self) -> None:
        job, self._worker = self._job, None
        assert job is not None
        job.end()
        self._begin_next()  # not while it still ends

    def _on_failed(self, error: BaseException) -> None:
        self._worker = None
        if self._job is not None:
            self._say_unwritten(self._job)
        self.failed.emit(error)
        self._begin_next()

    def _say_unwritten(self, job: FileJob) -> None:
        if job.writes:
            self._all_written = False
            self.unwritten.emit()

"""OneJob: a job of a state, at most one at a time; a newer takes the place of the older, of which nothing comes any more."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.worker import Job, Worker


class OneJob(QObject):
    """The signals are those of the `Worker` that does the newest."""

    produced = Signal(object)
    succeeded = Signal()
    failed = Signal(object)

    def __init__(self, name: str, parent: QObject) -> None:
        super().__init__(parent)
        self._name = name
        self._worker: Worker | None = None

    @property
    def running(self) -> bool:
        """Its end is still to come."""
        return self._worker is not None and self._worker.running

    def begin(self, job: Job) -> None:
        """Do this, in the background."""
        self.drop()
        worker = self._worker = Worker(job, self._name)
        worker.produced.connect(self.produced)
        worker.succeeded.connect(self.succeeded)
        worker.failed.connect(self.failed)
        worker.start()

    def drop(self) -> None:
        """Let go of it."""
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None

    def close(self) -> None:
        """Let go of it, and wait for its thread."""
        worker = self._worker
        self.drop()
        if worker is not None:
            worker.wait()

"""One value, worked out of whatever was asked last: at once where that is quick, else in the background after a rest.

What was asked before is dropped: neither its value nor its error comes any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from PySide6.QtCore import QMetaMethod, QObject, QTimer, Signal

from app.state.one_job import OneJob

Value = TypeVar("Value")


class Latest(QObject, Generic[Value]):
    """`changed` when a value has come from the background, or the old one is known no more; `failed` with an error: one
    that nobody is connected for is raised, and ends in the log."""

    changed = Signal()
    failed = Signal(object)

    def __init__(self, name: str, rest: int = 0, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._value: Value | None = None
        self._work: Callable[[], Value | None] | None = None
        self._job = OneJob(name, self)
        self._job.produced.connect(self._take)
        self._job.failed.connect(self._on_failed)
        self._rest = QTimer(self, singleShot=True, interval=rest)
        self._rest.timeout.connect(self._begin)

    @property
    def value(self) -> Value | None:
        """None while it is not known."""
        return self._value

    @property
    def busy(self) -> bool:
        """A value may still come."""
        return self._rest.isActive() or self._job.running

    def set(self, value: Value | None) -> None:
        """A value that is known already."""
        self._stop()
        self._value = value

    def ask(self, work: Callable[[], Value | None]) -> None:
        """Work it out in the background; until then nothing is known."""
        self.set(None)
        self._work = work
        self._rest.start()

    def close(self) -> None:
        """Forget the question, and the value; tells if there was one."""
        known = self._value is not None
        self.set(None)
        if known:
            self.changed.emit()

    def _stop(self) -> None:
        self._rest.stop()
        self._work = None
        self._job.drop()

    def _begin(self) -> None:
        work = self._work
        if work is not None:
            self._job.begin(lambda: _once(work))

    def _take(self, values: list[Value | None]) -> None:
        self._job.drop()  # nothing comes after its one value
        self._value = values[-1]
        self.changed.emit()

    def _on_failed(self, error: BaseException) -> None:
        if not self.isSignalConnected(QMetaMethod.fromSignal(self.failed)):
            raise error
        self.failed.emit(error)


def _once(work: Callable[[], Value | None]) -> Iterator[Value | None]:
    yield work()

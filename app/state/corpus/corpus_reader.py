"""CorpusReader: finds and reads texts in the background, one wish after the other."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.state.corpus.corpus_rows import Found, ReadSource, Wanted, read_sources
from app.worker import Worker
from engine.corpus import Source
from engine.errors import EngineError

_SELDOM = 0.1
"""Seconds between two deliveries: each goes through all rows, and a folder may bring thousands."""


class CorpusReader(QObject):
    """`found(Found)`: texts are there; `read(list of ReadSource)`: they have been read; `changed`: it goes on, or has ended."""

    found = Signal(object)
    read = Signal(object)
    changed = Signal()
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.known: Callable[[], tuple[Source, ...]] = tuple
        """Asked for what is in the list when something more is looked for."""
        self._queue: list[Wanted] = []
        self._worker: Worker | None = None
        self._held: list[ReadSource] = []
        self._told = 0.0
        self.done = self.total = 0
        self.number = 0
        """Of the wish that is being read, counted from the first."""

    @property
    def busy(self) -> bool:
        return self._worker is not None

    def ask(self, wanted: Wanted) -> None:
        """Read this too, when what was asked before is done."""
        self._queue.append(wanted)
        if self._worker is None:
            self._next()

    def cancel(self) -> None:
        """Read no more; what has been read was handed over."""
        self._queue.clear()
        if self._worker is not None:
            self._worker.cancel()
            self._hand_over()
            self._end()

    def _next(self) -> None:
        if not self._queue:
            return
        wanted = replace(self._queue.pop(0), known=self.known())
        self.number += 1
        self.done, self.total = 0, len(wanted.sources)
        self._worker = Worker(lambda: read_sources(wanted), "read")
        self._worker.produced.connect(self._on_produced)
        self._worker.succeeded.connect(self._on_succeeded)
        self._worker.failed.connect(self._on_failed)
        self._worker.start()
        self.changed.emit()

    def _on_produced(self, values: list[object]) -> None:
        for value in values:
            if isinstance(value, Found):
                self.total += len(value.sources)
                self.found.emit(value)
            elif isinstance(value, ReadSource):
                self._held.append(value)
            elif isinstance(value, EngineError):
                self.failed.emit(value)
        if time.monotonic() - self._told >= _SELDOM:
            self._hand_over()

    def _hand_over(self) -> None:
        held, self._held = self._held, []
        self._told = time.monotonic()
        self.done += len(held)
        if held:
            self.read.emit(held)
            self.changed.emit()

    def _on_succeeded(self) -> None:
        self._hand_over()
        self._end()
        self._next()

    def _on_failed(self, error: BaseException) -> None:
        self.failed.emit(error)
        self._on_succeeded()

    def _end(self) -> None:
        self._worker = None
        self.changed.emit()

"""ParallelTexts: the declaration and the user's own texts, kept apart; one of them is compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.state.comparison_grid import ComparisonGrid
from app.worker import Worker
from engine.parallel import ParallelText, load_parallel, separate_texts


class ParallelTexts(QObject):
    """`changed`: texts came, or another one is compared."""

    changed = Signal()
    failed = Signal(object)

    def __init__(self, grid: ComparisonGrid, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._grid = grid
        self._texts: tuple[ParallelText, ...] = (grid.parallel,)
        self._worker: Worker | None = None
        grid.parallel_changed.connect(self.changed)

    @property
    def texts(self) -> tuple[ParallelText, ...]:
        return self._texts

    @property
    def current(self) -> ParallelText:
        """The one that is compared."""
        return self._grid.parallel

    @property
    def busy(self) -> bool:
        """A text is being read."""
        return self._worker is not None

    def open(self, path: Path) -> None:
        """Read a folder with a file for each language, or a table; it is then compared."""
        self._read(lambda: load_parallel(str(path)))

    def open_separate(self, folder: Path) -> None:
        """Read a folder whose files need not correspond line by line."""
        self._read(lambda: separate_texts(folder))

    def choose(self, text: ParallelText) -> None:
        self._grid.set_parallel(text)

    def close(self) -> None:
        """Stop, and wait for the thread."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.cancel()
            worker.wait()

    def _read(self, load: Callable[[], ParallelText]) -> None:
        def job() -> Iterator[ParallelText]:
            yield load()

        if self._worker is not None:
            self._worker.cancel()
        self._worker = Worker(job, "parallel text")
        self._worker.produced.connect(self._take)
        self._worker.succeeded.connect(self._end)
        self._worker.failed.connect(self._on_failed)
        self._worker.start()
        self.changed.emit()

    def _take(self, values: list[ParallelText]) -> None:
        """A text that was read again takes the place of its older self."""
        for text in values:
            same = [old for old in self._texts if (old.name, old.is_parallel) == (text.name, text.is_parallel)]
            self._texts = (*(old for old in self._texts if old not in same), text)
            self._grid.set_parallel(text)

    def _end(self) -> None:
        self._worker = None
        self.changed.emit()

    def _on_failed(self, error: BaseException) -> None:
        self._end()
        self.failed.emit(error)

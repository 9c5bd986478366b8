"""CellCounter: counts the cells of a comparison in the background, each once, and keeps them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.state.languages.comparison_columns import Compared
from app.state.preparation import Preparation
from app.worker import Worker
from engine.cells import Cell, Refusal
from engine.comparison import compare_all
from engine.model import Progress
from engine.parallel import ParallelText
from engine.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True)
class _Counted:
    key: str
    cell: Cell | Refusal


Work = Sequence[tuple[Compared, Sequence[str]]]


def _count(work: Work, text: ParallelText, reference: str) -> Iterator[Progress | _Counted]:
    """The cells of each tokenizer for the languages that it lacks."""
    for compared, codes in work:
        for event in compare_all([compared.tokenizer], text, codes, reference):
            yield _Counted(compared.key, event) if isinstance(event, Cell | Refusal) else event


class CellCounter(QObject):
    """`counted`: more cells are known.  `progress(done, total)` is of what is wanted now; (0, 0) says that it has ended."""

    counted = Signal()
    progress = Signal(int, int)
    failed = Signal(object)

    def __init__(self, preparation: Preparation | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._preparation = preparation
        self._cells: dict[tuple[str, str, str], Cell | Refusal] = {}
        self._known: dict[str, Tokenizer] = {}
        self._wanted: tuple[tuple[Compared, ...], ParallelText | None, tuple[str, ...], str] = ((), None, (), "")
        self._worker: Worker | None = None

    @property
    def prepared(self) -> bool:
        """Whether the compiled loops are there, so that something can be counted."""
        return self._preparation is None or self._preparation.ready

    @property
    def busy(self) -> bool:
        return self._worker is not None

    def cell(self, key: str, language: str, reference: str) -> Cell | Refusal | None:
        """None while it is not counted."""
        return self._cells.get((key, language, reference))

    def forget(self) -> None:
        """Another text: what was counted on the one before is gone."""
        self.cancel()
        self._cells = {}

    def meet(self, tokenizers: Sequence[Compared]) -> None:
        """A key that now stands for another tokenizer is counted anew."""
        for compared in tokenizers:
            known = self._known.setdefault(compared.key, compared.tokenizer)
            if known is not compared.tokenizer:
                self._known[compared.key] = compared.tokenizer
                self._cells = {place: cell for place, cell in self._cells.items() if place[0] != compared.key}

    def want(self, tokenizers: Sequence[Compared], text: ParallelText, codes: Sequence[str], reference: str) -> None:
        """Count what is missing of this view; a job for an older one is of no use any more."""
        self.cancel()
        self._wanted = tuple(tokenizers), text, tuple(codes), reference
        if not self._missing():
            return
        if self._preparation is None:
            self._start()
        else:
            self._preparation.when_ready(self._start)

    def cancel(self) -> None:
        """Stop counting; what is counted stays."""
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None
            self.progress.emit(0, 0)

    def close(self) -> None:
        """Stop, and wait for the thread."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.cancel()
            worker.wait()

    def _missing(self) -> list[tuple[Compared, tuple[str, ...]]]:
        tokenizers, _, codes, reference = self._wanted
        work = []
        for compared in tokenizers:
            left = tuple(code for code in codes if (compared.key, code, reference) not in self._cells)
            if left:
                work.append((compared, left))
        return work

    def _start(self) -> None:
        work, text, reference = self._missing(), self._wanted[1], self._wanted[3]
        if self._worker is not None or not work or text is None:
            return
        self._worker = Worker(lambda: _count(work, text, reference), "compare")
        self._worker.produced.connect(self._on_produced)
        self._worker.succeeded.connect(self._on_end)
        self._worker.failed.connect(self._on_failed)
        self._worker.start()
        self._tell_progress()

    def _tell_progress(self) -> None:
        total = len(self._wanted[0]) * len(self._wanted[2])
        self.progress.emit(total - sum(len(codes) for _, codes in self._missing()), total)

    def _on_produced(self, values: list[object]) -> None:
        counted = [value for value in values if isinstance(value, _Counted)]
        for value in counted:
            self._cells[value.key, value.cell.language.code, value.cell.reference] = value.cell
        if counted:
            self.counted.emit()
            self._tell_progress()

    def _on_end(self) -> None:
        self._worker = None
        self.progress.emit(0, 0)

    def _on_failed(self, error: BaseException) -> None:
        self._on_end()
        self.failed.emit(error)

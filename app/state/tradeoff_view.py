"""TradeoffView: the sizes that this run passed through, the model they are weighed against, and the marked size."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.state.training_run import TrainingRun
from app.worker import Worker
from engine.formats.files import write_atomically
from engine.tradeoffs import SizeCurve, SizePoint, size_curve, size_point, to_csv

WIDTHS = (256, 512, 768, 1_024, 1_600, 2_048, 4_096, 8_192, 16_384)
"""Usual lengths of a model's vectors."""
MODELS = (124_000_000, 355_000_000, 1_300_000_000, 7_000_000_000, 13_000_000_000, 70_000_000_000)
"""Parameters of models of usual sizes."""
MEASURES = ("bytes_per_token", "tokens", "premium")
LANGUAGES = ("deu_1996", "rus", "hin", "cmn_hans", "arb", "tha")
REFERENCE = "eng"
_WHILE_TRAINING = 150
"""Milliseconds between two curves of a run that is still learning."""


class TradeoffView(QObject):
    """`changed`: another curve, or other options; `moved`: the marked size or the one that it is compared with."""

    changed = Signal()
    moved = Signal()
    exported = Signal(object)
    failed = Signal(object)

    def __init__(self, run: TrainingRun) -> None:
        super().__init__()
        self._run = run
        self._curve: SizeCurve | None = None
        self._width, self._tied, self._parameters = 768, True, MODELS[0]
        self._measure = MEASURES[0]
        self._size = self._reference = self._chosen = 0
        self._writer: Worker | None = None
        self._is_shown, self._is_stale = True, False
        self._later = QTimer(self, singleShot=True, interval=_WHILE_TRAINING)
        self._later.timeout.connect(self._take_curve)
        run.history_replaced.connect(self._on_replaced)
        run.advanced.connect(lambda _length: self._soon())
        run.finished.connect(lambda _reason: self._take_curve())

    # -- what it is --------------------------------------------------------------------------------------------------

    @property
    def curve(self) -> SizeCurve | None:
        return self._curve

    @property
    def title(self) -> str:
        return self._run.title

    @property
    def width(self) -> int:
        """d_model."""
        return self._width

    @property
    def tied(self) -> bool:
        return self._tied

    @property
    def parameters(self) -> int:
        """Of the model that the tables are a part of."""
        return self._parameters

    @property
    def measure(self) -> str:
        """Which curve is shown beside the parameters: one of MEASURES."""
        return self._measure

    @property
    def size(self) -> int:
        """The marked size."""
        return self._size

    @property
    def reference(self) -> int:
        """The size that it is compared with; the middle one until another is chosen."""
        return self._reference

    def point(self) -> SizePoint | None:
        """The marked size, with all that it saves and costs."""
        if self._curve is None:
            return None
        return size_point(self._curve, self._size, self._reference, self._width, self._parameters, tied=self._tied)

    # -- edits -------------------------------------------------------------------------------------------------------

    def set_width(self, width: int) -> None:
        self._width = width
        self.changed.emit()

    def set_tied(self, tied: bool) -> None:
        self._tied = tied
        self.changed.emit()

    def set_parameters(self, parameters: int) -> None:
        self._parameters = parameters
        self.changed.emit()

    def set_measure(self, measure: str) -> None:
        self._measure = measure
        self.changed.emit()

    def mark(self, size: int) -> None:
        """Mark a size; the nearest that the run passed through is taken."""
        if self._curve is None:
            return
        size = self._near(size)
        if size != self._size:
            self._size = size
            self.moved.emit()

    def compare_with_marked(self) -> None:
        """From now on other sizes are compared with the marked one."""
        self._reference = self._chosen = self._size
        self.moved.emit()

    def export_csv(self, path: Path) -> None:
        """Write all sizes as a table."""
        if self._curve is None:
            return
        curve, width, tied = self._curve, self._width, self._tied

        def job() -> Iterator[Path]:
            write_atomically(path, to_csv(curve, width, tied=tied).encode())
            yield path

        self._writer = Worker(job, "export sizes")
        self._writer.produced.connect(lambda values: self.exported.emit(values[-1]))
        self._writer.failed.connect(self.failed)
        self._writer.start()

    # -- the run -----------------------------------------------------------------------------------------------------

    def _on_replaced(self) -> None:
        self._curve = None
        self._size = self._reference = self._chosen = 0
        self._soon()

    def _soon(self) -> None:
        if not self._later.isActive():
            self._later.start()

    def set_shown(self, shown: bool) -> None:
        """Whether anybody looks: a curve that nobody sees is made when it is looked at."""
        self._is_shown = shown
        if shown and self._is_stale:
            self._take_curve()

    def _take_curve(self) -> None:
        """The curve as it is now; the mark keeps its place, and stands at the end where nobody has moved it."""
        self._is_stale = not self._is_shown
        if self._is_stale:
            return
        before = self._curve
        at_end = before is None or not self._size or self._size == int(before.sizes[-1])
        self._curve = size_curve(self._run.history, LANGUAGES, REFERENCE)
        if self._curve is not None:
            last = int(self._curve.sizes[-1])
            self._size = last if at_end else self._near(self._size)
            middle = (int(self._curve.sizes[0]) + last) // 2
            self._reference = self._near(self._chosen or middle)
        self.changed.emit()

    def _near(self, size: int) -> int:
        curve = self._curve
        assert curve is not None
        return int(curve.sizes[curve.row_of(size)])

"""ExportJob: the cells of a comparison as a file, written in the background."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.comparison import Cell, compare_all
from engine.comparison_tables import to_csv, to_json, to_latex
from engine.formats.files import write_atomically
from engine.metrics import Metric
from engine.parallel import ParallelText
from engine.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True, eq=False)
class ExportJob:
    """What is written: counted cells, and the run, which is encoded for it as it is at the timeline's step.

    `kind`: "csv" (as `mergescope compare --csv`), "json", or "tex" (a LaTeX table of the chosen measure).
    """

    path: Path
    kind: str
    cells: tuple[Cell, ...]
    run: tuple[Tokenizer, ...]
    codes: tuple[str, ...]
    parallel: ParallelText
    reference: str
    metric: Metric

    def write(self) -> Iterator[object]:
        cells = [*self.cells]
        if self.run:
            for event in compare_all(self.run, self.parallel, self.codes, self.reference):
                if isinstance(event, Cell):
                    cells.append(event)
                yield event
        write_atomically(self.path, self._text(cells).encode())

    def _text(self, cells: list[Cell]) -> str:
        if self.kind == "csv":
            return to_csv(cells, self.parallel)
        if self.kind == "json":
            return to_json(cells, self.parallel, self.reference, self.metric)
        return to_latex(cells, self.parallel, self.reference, self.metric)

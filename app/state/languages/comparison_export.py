"""ExportJob: the cells of a comparison as a file, written in the background."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.cells import Cell, Refusal
from engine.comparison import compare_all
from engine.comparison_tables import to_csv, to_json, to_latex
from engine.formats.files import write_atomically
from engine.metrics import Metric
from engine.parallel import ParallelText
from engine.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True, eq=False)
class ExportColumn:
    """A tokenizer, and by code the languages that are counted already."""

    tokenizer: Tokenizer
    known: Mapping[str, Cell | Refusal]


@dataclass(frozen=True, slots=True, eq=False)
class ExportJob:
    """What is written: every column whole, whatever of it is still to be counted.

    `kind`: "csv" (as `mergescope compare --csv`), "json", or "tex" (a LaTeX table of the chosen measure).
    """

    path: Path
    kind: str
    columns: tuple[ExportColumn, ...]
    codes: tuple[str, ...]
    parallel: ParallelText
    reference: str
    metric: Metric

    def write(self) -> Iterator[object]:
        cells: list[Cell] = []
        for column in self.columns:
            known = dict(column.known)
            for event in self._missing(column):
                if isinstance(event, Cell | Refusal):
                    known[event.language.code] = event
                yield event
            cells += [cell for code in self.codes if isinstance(cell := known.get(code), Cell)]
        write_atomically(self.path, self._text(cells).encode())

    def _missing(self, column: ExportColumn) -> Iterator[object]:
        codes = [code for code in self.codes if code not in column.known]
        return compare_all([column.tokenizer], self.parallel, codes, self.reference) if codes else iter(())

    def _text(self, cells: list[Cell]) -> str:
        if self.kind == "csv":
            return to_csv(cells, self.parallel)
        if self.kind == "json":
            return to_json(cells, self.parallel, self.reference, self.metric)
        return to_latex(cells, self.parallel, self.reference, self.metric)

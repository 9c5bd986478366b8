"""ComparisonGrid: what a parallel text costs in the chosen languages, for the checked tokenizers and for this run.

Cells are counted in the background, once for each tokenizer, language and reference, and kept.  The column of the run
follows the timeline without being counted: the training cuts the parallel text along.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.sentences import said
from app.state.languages.cell_counter import CellCounter
from app.state.languages.comparison_columns import Column, Compared
from app.state.languages.comparison_export import ExportColumn, ExportJob
from app.state.languages.grid_choice import GridChoice
from app.state.languages.page_terms import PageTerms
from app.state.languages.run_column import RunColumn
from app.state.preparation import Preparation
from app.state.tokenizers.tokenizer_library import RUN
from app.worker import Worker
from engine.audit import Audit, audit
from engine.bootstrap import Interval
from engine.cells import Cell, Refusal
from engine.history import TrainingHistory
from engine.metrics import gini
from engine.parallel import ParallelText, udhr
from engine.tokenizer import Tokenizer


class ComparisonGrid(GridChoice):
    """`cells_changed`: which columns and rows there are, or what is in them; `run_changed`: the run's column alone.

    `progress(done, total)` counts the cells of the present view; (0, 0) says that nothing is counted any more.
    """

    run_changed = Signal()
    progress = Signal(int, int)
    exported = Signal(object)
    failed = Signal(object)

    def __init__(
        self,
        preparation: Preparation | None = None,
        parallel: ParallelText | None = None,
        terms: PageTerms | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parallel or udhr(), terms, parent)
        self._counter = CellCounter(preparation, self)
        self._counter.counted.connect(self.cells_changed)
        self._counter.progress.connect(self.progress)
        self._counter.failed.connect(self.failed)
        self._tokenizers: dict[str, Compared] = {}
        self._expects = False
        self._run = RunColumn(self)
        self._run.show_text(self._parallel)
        self._run.changed.connect(self.run_changed)
        self._run.failed.connect(self.failed)
        self._exporter: Worker | None = None

    # -- what it is --------------------------------------------------------------------------------------------------

    @property
    def columns(self) -> tuple[Column, ...]:
        """The checked tokenizers in their order, this run last."""
        columns = [Column(compared.key, compared.title) for compared in self._tokenizers.values()]
        if self._run.history is not None:
            columns.append(Column(RUN, self._run.title))
        return tuple(columns)

    @property
    def history(self) -> TrainingHistory | None:
        """The run's, if it is shown."""
        return self._run.history

    @property
    def position(self) -> int:
        """The step that the run's column shows."""
        return self._run.position

    @property
    def busy(self) -> bool:
        """Cells are being counted."""
        return self._counter.busy

    @property
    def selected_tokenizer(self) -> str:
        """Key of a column; of the last one if the selected one is gone."""
        keys = [column.key for column in self.columns]
        return self._selected[0] if self._selected[0] in keys else keys[-1] if keys else ""

    # -- what is in it -----------------------------------------------------------------------------------------------

    def cell(self, tokenizer: str, language: str) -> Cell | Refusal | None:
        """All that is known of a cell; None while it is not counted (the run's: while its timeline moves)."""
        if tokenizer == RUN:
            return self._run.cell(language)
        return self._counter.cell(tokenizer, language, self._reference)

    def is_known(self, tokenizer: str, language: str) -> bool:
        """The cell is counted (its value may still not be defined)."""
        if tokenizer == RUN:
            return self._run.is_known(language, self._reference, self.metric)
        return self.cell(tokenizer, language) is not None

    def value(self, tokenizer: str, language: str) -> float | None:
        """The chosen measure of a cell; None where it is not counted yet or not defined."""
        if tokenizer == RUN:
            return self._run.value(language, self._reference, self.metric)
        cell = self.cell(tokenizer, language)
        return self.metric.value(cell.sums) if isinstance(cell, Cell) else None

    def doubt(self, tokenizer: str, language: str) -> str:
        """Why the chosen measure would mislead, in words; "" where it can be compared."""
        if self._measure == "unknown_share":
            return ""  # it is what says so
        if tokenizer == RUN:
            return said(self._run.doubt(language, self._measure))
        cell = self.cell(tokenizer, language)
        return said(cell.doubt(self._measure)) if isinstance(cell, Cell) else self.refusal(tokenizer, language)

    def refusal(self, tokenizer: str, language: str) -> str:
        """Why the tokenizer cannot write the language at all, in a sentence; "" where it can."""
        cell = self._run.refusal(language) if tokenizer == RUN else self.cell(tokenizer, language)
        return said(cell.reason) if isinstance(cell, Refusal) else ""

    def unknown_share(self, tokenizer: str, language: str) -> float:
        """Share of the text's characters that the tokenizer does not know."""
        cell = self.cell(tokenizer, language)
        return (cell.value("unknown_share") or 0.0) if isinstance(cell, Cell) else 0.0

    @property
    def prepared(self) -> bool:
        """Whether the compiled loops are there, so that something can be counted."""
        return self._counter.prepared

    @property
    def expects(self) -> bool:
        """Whether columns are coming by themselves."""
        return self._expects

    def interval(self, tokenizer: str, language: str) -> Interval | None:
        """Of the premium; for the run there is one where its timeline rests."""
        cell = self.cell(tokenizer, language)
        return cell.interval if self._measure == "premium" and isinstance(cell, Cell) else None

    def gini(self, tokenizer: str) -> float | None:
        """How unequally the shown languages pay: of their tokens, those left out that would mislead."""
        cells = [self.cell(tokenizer, code) for code in self._languages]
        fair = [cell.tokens for cell in cells if isinstance(cell, Cell) and not cell.doubt("tokens")]
        return gini(fair) if self._parallel.is_parallel else None

    def audit(self, tokenizer: str, language: str, identity: str = "") -> Audit | None:
        """All that stands behind a cell; None while it is not counted."""
        cell = self.cell(tokenizer, language)
        if cell is None:
            return None
        return audit(cell, self._parallel, self.metric, self.title_of(tokenizer), identity, self.unit_count)

    def title_of(self, tokenizer: str) -> str:
        """A column's tokenizer as it is called in full: the run's with its step."""
        if tokenizer == RUN:
            return self.tr("{}, step {:,}").format(self._run.title, self.position)
        compared = self._tokenizers.get(tokenizer)
        return compared.tokenizer.name if compared is not None else ""

    def tokenizer_of(self, tokenizer: str) -> Tokenizer | None:
        """A column's tokenizer, the run's as it is at the timeline's step."""
        if tokenizer == RUN:
            return self._run.tokenizer()
        compared = self._tokenizers.get(tokenizer)
        return compared.tokenizer if compared is not None else None

    def size_of(self, tokenizer: str) -> int | None:
        """Entries of a column's vocabulary; None while nothing of it is counted."""
        cells = (self.cell(tokenizer, code) for code in self._languages)
        return next((cell.sums.vocabulary_size for cell in cells if isinstance(cell, Cell)), None)

    def explain(self, tokenizer: str, language: str) -> str:
        """The cell in a sentence or two: the fraction behind the number, and what qualifies it."""
        facts = self.audit(tokenizer, language)
        if facts is None:
            return self.refusal(tokenizer, language) or (
                self.tr("Not counted yet.")
                if not self.is_known(tokenizer, language)
                else self.tr("Counted where the timeline rests.")
            )
        parts = [part for part in (facts.numerator, facts.denominator) if part is not None]
        lines = [", ".join(f"{part.number} {said(part.words)}" for part in parts)] if parts else []
        if facts.interval:
            lines.append(self.tr("95 % interval {}, bootstrap over {}.").format(facts.interval, self.unit_count))
        return "\n".join([*lines, *(said(sentence) for sentence in (facts.absence, facts.doubt) if sentence)])

    def premium_while_training(self, language: str) -> np.ndarray | None:
        """Premium at every position of the run, row 0 before the first step; None where the run lacks the language."""
        return self._run.premium_series(language, self._reference)

    def premiums_at_end(self) -> list[tuple[str, float]]:
        """(language, premium) after the run's last step, of the shown languages without the reference."""
        return self._run.premiums_at_end(self._languages, self._reference)

    # -- changes -----------------------------------------------------------------------------------------------------

    def set_tokenizers(self, tokenizers: Sequence[Compared]) -> None:
        """The checked tokenizers in their order.  A key that now stands for another tokenizer is counted anew."""
        new = {compared.key: compared for compared in tokenizers}
        if new == self._tokenizers:
            return
        self._counter.meet(tokenizers)
        self._tokenizers = new
        self._changed()

    def set_expecting(self, expects: bool) -> None:
        """Whether tokenizers are checked that are still being opened."""
        if expects != self._expects:
            self._expects = expects
            self.cells_changed.emit()

    def set_run(self, history: TrainingHistory | None, position: int = 0, title: str = "This run") -> None:
        """The run that is shown, and at which step; None takes its column away."""
        before = (self._run.history is None, self._run.title, self._run.known_languages())
        self._run.show_run(history, position, title)
        self._ask_for_counts()
        if before == (self._run.history is None, self._run.title, self._run.known_languages()):
            self.run_changed.emit()
        else:
            self.cells_changed.emit()

    def set_parallel(self, parallel: ParallelText) -> None:
        """Another text: what was counted on the one before is gone."""
        if parallel is self._parallel:
            return
        self._counter.forget()
        self._take_text(parallel)
        self._run.show_text(parallel)
        self.parallel_changed.emit()
        self._changed()

    def cancel(self) -> None:
        """Stop counting; what is counted stays."""
        self._counter.cancel()

    def close(self) -> None:
        """Stop, and wait for the threads."""
        self._run.close()
        self._counter.close()
        exporter, self._exporter = self._exporter, None
        if exporter is not None:
            exporter.cancel()
            exporter.wait()

    def export(self, path: Path, kind: str, languages: Sequence[str] = ()) -> None:
        """Write the cells as a table ("csv", "json", "tex") in the background; `languages` is the order of the rows."""
        codes = tuple(languages) or self._languages
        columns = [self._export_column(compared, codes) for compared in self._tokenizers.values()]
        own = self._run.tokenizer()
        if own is not None:  # encoded anew, under its name
            named = own.renamed(self.tr("{}, step {}").format(self._run.title, self.position))
            columns.append(ExportColumn(named, {}))
        job = ExportJob(path, kind, tuple(columns), codes, self._parallel, self._reference, self.metric)
        worker = Worker(job.write, "export")
        worker.succeeded.connect(lambda: self.exported.emit(path))
        worker.failed.connect(self.failed)
        self._exporter = worker
        worker.start()

    def _export_column(self, compared: Compared, codes: Sequence[str]) -> ExportColumn:
        cells = ((code, self.cell(compared.key, code)) for code in codes)
        return ExportColumn(compared.tokenizer, {code: cell for code, cell in cells if cell is not None})

    def export_csv(self, path: Path, languages: Sequence[str] = ()) -> None:
        """Write the cells as `mergescope compare --csv` does."""
        self.export(path, "csv", languages)

    # -- counting ----------------------------------------------------------------------------------------------------

    def _ask_for_counts(self) -> None:
        self._run.ask(self._languages, self._reference)

    def _changed(self) -> None:
        self._ask_for_counts()
        self.cells_changed.emit()
        self._counter.want(list(self._tokenizers.values()), self._parallel, self._languages, self._reference)

"""ComparisonGrid: what a parallel text costs in the chosen languages, for the checked tokenizers and for this run.

Cells are counted in the background, once for each tokenizer, language and reference, and kept.  The column of the run
follows the timeline without being counted: the training cuts the parallel text along.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.state.comparison_export import ExportJob
from app.state.language_names import short_names
from app.state.playback import Playback
from app.state.preparation import Preparation
from app.state.run_column import RunColumn
from app.state.tokenizer_library import RUN, TokenizerLibrary
from app.state.training_run import TrainingRun
from app.worker import Worker
from engine.audit import Audit, audit
from engine.comparison import Cell, Refusal, compare_all
from engine.history import TrainingHistory
from engine.metrics import METRICS, Interval, Metric, gini
from engine.model import Progress
from engine.parallel import ParallelText, udhr
from engine.tokenizer import Tokenizer

_ORDER = ("premium", "tokens")
MEASURES: dict[str, Metric] = {name: METRICS[name] for name in (*_ORDER, *(n for n in METRICS if n not in _ORDER))}
"""All measures, the one that is asked for most first."""
_FIRST = "eng spa fra deu_1996 tur cmn_hans vie jpn arb amh rus tha hin tam mya"
FIRST_LANGUAGES = tuple(_FIRST.split())
"""What is shown at first: the reference, and one language for each way of writing that a table has room for."""
MANY_LANGUAGES = 40
"""A text of no more languages is shown whole at first."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A tokenizer that has a column: by which key it is known, and what stands over its numbers."""

    key: str
    title: str
    tokenizer: Tokenizer

    @classmethod
    def of(cls, tokenizer: Tokenizer) -> Compared:
        """Known by its own name."""
        return cls(tokenizer.name, column_title(tokenizer.name), tokenizer)


@dataclass(frozen=True, slots=True)
class Column:
    """What stands over a column."""

    key: str
    title: str


@dataclass(frozen=True, slots=True)
class _Counted:
    key: str
    cell: Cell | Refusal


def column_title(name: str) -> str:
    """A tokenizer's name as it stands over a column of numbers: "cl100k_base" is "cl100k"."""
    return name.removesuffix("_base")


Work = Sequence[tuple[Compared, Sequence[str]]]


def _count(work: Work, text: ParallelText, reference: str) -> Iterator[Progress | _Counted]:
    """The cells of each tokenizer for the languages that it lacks."""
    for compared, codes in work:
        for event in compare_all([compared.tokenizer], text, codes, reference):
            yield _Counted(compared.key, event) if isinstance(event, Cell | Refusal) else event


class ComparisonGrid(QObject):
    """`cells_changed`: which columns and rows there are, or what is in them; `run_changed`: the run's column alone;
    `parallel_changed`: another text.

    `progress(done, total)` counts the cells of the present view; (0, 0) says that nothing is counted any more.
    """

    cells_changed = Signal()
    run_changed = Signal()
    selection_changed = Signal()
    progress = Signal(int, int)
    parallel_changed = Signal()
    exported = Signal(object)
    failed = Signal(object)

    def __init__(
        self,
        preparation: Preparation | None = None,
        parallel: ParallelText | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._preparation = preparation
        self._parallel = parallel or udhr()
        self._measure = "premium"
        self._tokenizers: dict[str, Compared] = {}
        self._known: dict[str, Tokenizer] = {}
        self._cells: dict[tuple[str, str, str], Cell | Refusal] = {}
        self._selected = ("", "")
        self._pinned: tuple[str, ...] = ()
        self._take_first_languages()
        self._run = RunColumn(self)
        self._run.show_text(self._parallel)
        self._run.changed.connect(self.run_changed)
        self._run.failed.connect(self.failed)
        self._worker: Worker | None = None
        self._exporter: Worker | None = None

    def _take_first_languages(self) -> None:
        """What is shown of a text at first."""
        text = self._parallel
        usual = tuple(code for code in FIRST_LANGUAGES if code in text.languages)
        codes = usual or (text.aligned or tuple(text.languages))[: len(FIRST_LANGUAGES)]
        self._languages = codes if len(text.languages) > MANY_LANGUAGES else tuple(text.languages)
        english = (code for code, language in text.languages.items() if language.iso639_3 == "eng")
        self._reference = next(english, codes[0]) if "eng" not in codes else "eng"

    # -- what it is --------------------------------------------------------------------------------------------------

    @property
    def parallel(self) -> ParallelText:
        return self._parallel

    @property
    def languages(self) -> tuple[str, ...]:
        """Codes of the languages that are shown."""
        return self._languages

    @property
    def reference(self) -> str:
        """Code of the language that premiums compare with."""
        return self._reference

    @property
    def measure(self) -> str:
        """One of MEASURES."""
        return self._measure

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
    def pinned(self) -> tuple[str, ...]:
        """Codes of languages that stay on top, whatever the order."""
        return self._pinned

    @property
    def busy(self) -> bool:
        """Cells are being counted."""
        return self._worker is not None

    @property
    def selected_tokenizer(self) -> str:
        """Key of a column; of the first one if the selected one is gone."""
        keys = [column.key for column in self.columns]
        return self._selected[0] if self._selected[0] in keys else keys[-1] if keys else ""

    @property
    def selected_language(self) -> str:
        """Code of a language that is shown, or ""."""
        return self._selected[1] if self._selected[1] in self._languages else ""

    def names(self) -> dict[str, str]:
        """Short names of the shown languages by code."""
        return short_names([self._parallel.languages[code] for code in self._languages])

    # -- what is in it -----------------------------------------------------------------------------------------------

    def cell(self, tokenizer: str, language: str) -> Cell | Refusal | None:
        """All that is known of a cell; None while it is not counted (the run's: while its timeline moves)."""
        if tokenizer == RUN:
            return self._run.cell(language)
        return self._cells.get((tokenizer, language, self._reference))

    def is_known(self, tokenizer: str, language: str) -> bool:
        """The cell is counted (its value may still not be defined)."""
        if tokenizer == RUN:
            return self._run.is_known(language, self._reference, self._measure)
        return self.cell(tokenizer, language) is not None

    def value(self, tokenizer: str, language: str) -> float | None:
        """The chosen measure of a cell; None where it is not counted yet or not defined."""
        if tokenizer == RUN:
            return self._run.value(language, self._reference, self._measure)
        cell = self.cell(tokenizer, language)
        return cell.value(self._measure) if isinstance(cell, Cell) else None

    def doubt(self, tokenizer: str, language: str) -> str:
        """Why the chosen measure would mislead, in words; "" where it can be compared."""
        if self._measure == "unknown_share":
            return ""  # it is what says so
        if tokenizer == RUN:
            return self._run.doubt(language, self._measure)
        cell = self.cell(tokenizer, language)
        return cell.doubt(self._measure) if isinstance(cell, Cell) else ""

    def unknown_share(self, tokenizer: str, language: str) -> float:
        """Share of the text's characters that the tokenizer does not know."""
        cell = self.cell(tokenizer, language)
        return (cell.value("unknown_share") or 0.0) if isinstance(cell, Cell) else 0.0

    @property
    def prepared(self) -> bool:
        """Whether the compiled loops are there, so that something can be counted."""
        return self._preparation is None or self._preparation.ready

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
        return audit(cell, self._parallel, self._measure, self.title_of(tokenizer), identity)

    def title_of(self, tokenizer: str) -> str:
        """A column's tokenizer as it is called in full: the run's with its step."""
        if tokenizer == RUN:
            return f"{self._run.title}, step {self.position:,}"
        compared = self._tokenizers.get(tokenizer)
        return compared.tokenizer.name if compared is not None else ""

    def tokenizer_of(self, tokenizer: str) -> Tokenizer | None:
        """A column's tokenizer, the run's as it is at the timeline's step."""
        if tokenizer == RUN:
            return self._run.tokenizer()
        compared = self._tokenizers.get(tokenizer)
        return compared.tokenizer if compared is not None else None

    def explain(self, tokenizer: str, language: str) -> str:
        """The cell in a sentence or two: the fraction behind the number, and what qualifies it."""
        facts = self.audit(tokenizer, language)
        if facts is None:
            return "Not counted yet." if not self.is_known(tokenizer, language) else "Counted where the timeline rests."
        parts = [part for part in (facts.numerator, facts.denominator) if part is not None]
        lines = [", ".join(f"{part.number} {part.words}" for part in parts)] if parts else []
        if facts.interval:
            lines.append(f"95 % interval {facts.interval}, bootstrap over {self.unit_count}.")
        return "\n".join([*lines, *(sentence for sentence in (facts.absence, facts.doubt) if sentence)])

    @property
    def unit_count(self) -> str:
        """ "30 articles"."""
        count = len(self._parallel.units(self._reference))
        return f"{count:,} {self._parallel.unit}{'' if count == 1 else 's'}"

    def premium_while_training(self, language: str) -> np.ndarray | None:
        """Premium at every position of the run, row 0 before the first step; None where the run lacks the language."""
        return self._run.premium_series(language, self._reference)

    def premiums_at_end(self) -> list[tuple[str, float]]:
        """(language, premium) after the run's last step, of the shown languages without the reference."""
        return self._run.premiums_at_end(self._languages, self._reference)

    # -- changes -----------------------------------------------------------------------------------------------------

    def follow(self, library: TokenizerLibrary, run: TrainingRun, playback: Playback) -> None:
        """Show what is checked and selected there, and the run at the timeline's step."""

        def take_run() -> None:
            entry = library.entry(RUN)
            shown = entry is not None and entry.checked
            self.set_run(run.history if shown else None, playback.position, run.title)

        def take_tokenizers() -> None:
            compared = [
                Compared(entry.key, column_title(entry.title), entry.tokenizer)
                for entry in library.checked
                if entry.key != RUN and entry.tokenizer is not None
            ]
            self.set_tokenizers(compared)
            take_run()

        library.changed.connect(take_tokenizers)
        library.selected_changed.connect(lambda key: self.select(tokenizer=key))
        self.selection_changed.connect(lambda: library.select(self._selected[0]))
        playback.position_changed.connect(take_run)
        run.history_replaced.connect(take_run)
        run.advanced.connect(take_run)
        take_tokenizers()
        self.select(tokenizer=library.selected)

    def set_tokenizers(self, tokenizers: Sequence[Compared]) -> None:
        """The checked tokenizers in their order.  A key that now stands for another tokenizer is counted anew."""
        new = {compared.key: compared for compared in tokenizers}
        if new == self._tokenizers:
            return
        for key, compared in new.items():
            known = self._known.setdefault(key, compared.tokenizer)
            if known is not compared.tokenizer:
                self._known[key] = compared.tokenizer
                self._cells = {place: cell for place, cell in self._cells.items() if place[0] != key}
        self._tokenizers = new
        self._changed()

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
        self.cancel()
        self._parallel = parallel
        self._cells, self._pinned, self._selected = {}, (), (self._selected[0], "")
        self._take_first_languages()
        if not parallel.is_parallel and self._measure == "premium":
            self._measure = "bytes_per_token"
        self._run.show_text(parallel)
        self.parallel_changed.emit()
        self._changed()

    def set_pinned(self, code: str, pinned: bool) -> None:
        """Keep a language on top, or let it go."""
        left = tuple(other for other in self._pinned if other != code)
        codes = (*left, code) if pinned else left
        if codes != self._pinned:
            self._pinned = codes
            self.cells_changed.emit()

    def set_languages(self, codes: Sequence[str]) -> None:
        """Which languages are shown; an empty choice shows the reference alone."""
        languages = self._parallel.select(list(codes) or [self._reference])
        if languages != self._languages:
            self._languages = languages
            self._changed()

    def set_reference(self, code: str) -> None:
        self._parallel.units(code)
        if code != self._reference:
            self._reference = code
            self._changed()

    def set_measure(self, name: str) -> None:
        if name in MEASURES and name != self._measure:
            self._measure = name
            self.cells_changed.emit()

    def select(self, tokenizer: str = "", language: str = "") -> None:
        """The column that the bars show, and the row that is lit; "" keeps what is selected."""
        selected = (tokenizer or self._selected[0], language or self._selected[1])
        if selected != self._selected:
            self._selected = selected
            self.selection_changed.emit()

    def cancel(self) -> None:
        """Stop counting; what is counted stays."""
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None
            self.progress.emit(0, 0)

    def close(self) -> None:
        """Stop, and wait for the threads."""
        self._run.close()
        for worker in (self._worker, self._exporter):
            if worker is not None:
                worker.cancel()
                worker.wait()
        self._worker = self._exporter = None

    def export(self, path: Path, kind: str, languages: Sequence[str] = ()) -> None:
        """Write the cells as a table ("csv", "json", "tex") in the background; `languages` is the order of the rows."""
        codes = tuple(languages) or self._languages
        cells = [self.cell(key, code) for key in self._tokenizers for code in codes]
        counted = tuple(cell for cell in cells if isinstance(cell, Cell))
        run: tuple[Tokenizer, ...] = ()
        own = self._run.tokenizer()
        if own is not None:
            run = (own.renamed(f"{self._run.title}, step {self.position}"),)
        job = ExportJob(path, kind, counted, run, codes, self._parallel, self._reference, self._measure)
        worker = Worker(job.write, "export")
        worker.succeeded.connect(lambda: self.exported.emit(path))
        worker.failed.connect(self.failed)
        self._exporter = worker
        worker.start()

    def export_csv(self, path: Path, languages: Sequence[str] = ()) -> None:
        """Write the cells as `mergescope compare --csv` does."""
        self.export(path, "csv", languages)

    # -- counting ----------------------------------------------------------------------------------------------------

    def _ask_for_counts(self) -> None:
        self._run.ask(self._languages, self._reference)

    def _changed(self) -> None:
        self._ask_for_counts()
        self.cells_changed.emit()
        self._restart()

    def _missing(self) -> list[tuple[Compared, tuple[str, ...]]]:
        work = []
        for key, compared in self._tokenizers.items():
            codes = tuple(code for code in self._languages if self.cell(key, code) is None)
            if codes:
                work.append((compared, codes))
        return work

    def _restart(self) -> None:
        """Count what is missing now; a job for an older view is of no use any more."""
        self.cancel()
        if self._missing():
            if self._preparation is None:
                self._start()
            else:
                self._preparation.when_ready(self._start)

    def _start(self) -> None:
        work = self._missing()
        if self._worker is not None or not work:
            return
        parallel, reference = self._parallel, self._reference
        self._worker = Worker(lambda: _count(work, parallel, reference), "compare")
        self._worker.produced.connect(self._on_produced)
        self._worker.succeeded.connect(self._on_end)
        self._worker.failed.connect(self._on_failed)
        self._worker.start()
        self._tell_progress()

    def _tell_progress(self) -> None:
        total = len(self._tokenizers) * len(self._languages)
        self.progress.emit(total - sum(len(codes) for _, codes in self._missing()), total)

    def _on_produced(self, values: list[object]) -> None:
        counted = [value for value in values if isinstance(value, _Counted)]
        for value in counted:
            self._cells[value.key, value.cell.language.code, value.cell.reference] = value.cell
        if counted:
            self.cells_changed.emit()
            self._tell_progress()

    def _on_end(self) -> None:
        self._worker = None
        self.progress.emit(0, 0)

    def _on_failed(self, error: BaseException) -> None:
        self._on_end()
        self.failed.emit(error)

"""ComparisonGrid: what the parallel text costs in the chosen languages, for the checked tokenizers and for this run.

Cells are counted in the background, once for each tokenizer, language and reference, and kept.  The column of the run
is not counted at all: the training segments the parallel text along, so each position of the timeline has its totals
already.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.state.language_names import short_names
from app.state.playback import Playback
from app.state.preparation import Preparation
from app.state.run_intervals import RunIntervals
from app.state.tokenizer_library import RUN, TokenizerLibrary
from app.state.training_run import TrainingRun
from app.worker import Worker
from engine.comparison import Cell, compare, to_csv
from engine.formats.files import write_atomically
from engine.history import History
from engine.metrics import METRICS, Interval, Metric, Sums
from engine.model import Progress
from engine.parallel import ParallelText, udhr
from engine.tokenizer import Tokenizer

MEASURES: dict[str, Metric] = {
    name: METRICS[name] for name in ("premium", "tokens", "bytes_per_token", "characters_per_token")
}
_FIRST = "eng spa fra deu_1996 tur cmn_hans vie jpn arb amh rus tha hin tam mya"
FIRST_LANGUAGES = tuple(_FIRST.split())
"""What is shown at first: the reference, and one language for each way of writing that a table has room for."""


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
    cell: Cell


def column_title(name: str) -> str:
    """A tokenizer's name as it stands over a column of numbers: "cl100k_base" is "cl100k"."""
    return name.removesuffix("_base")


Work = Sequence[tuple[Compared, Sequence[str]]]


def _count(work: Work, text: ParallelText, reference: str) -> Iterator[Progress | _Counted]:
    """The cells of each tokenizer for the languages that it lacks."""
    for compared, codes in work:
        for event in compare([compared.tokenizer], text, codes, reference):
            yield _Counted(compared.key, event) if isinstance(event, Cell) else event


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """What an export writes: counted cells, and the run, encoded for it (of its cells only totals are known)."""

    path: Path
    cells: tuple[Cell, ...]
    run: tuple[Tokenizer, ...]
    codes: tuple[str, ...]
    parallel: ParallelText
    reference: str

    def write(self) -> Iterator[object]:
        cells = [*self.cells]
        if self.run:
            for event in compare(self.run, self.parallel, self.codes, self.reference):
                if isinstance(event, Cell):
                    cells.append(event)
                yield event
        write_atomically(self.path, to_csv(cells).encode())


class ComparisonGrid(QObject):
    """`cells_changed`: which columns and rows there are, or what is in them; `run_changed`: the run's column alone.

    `progress(done, total)` counts the cells of the present view; (0, 0) says that nothing is counted any more.
    """

    cells_changed = Signal()
    run_changed = Signal()
    selection_changed = Signal()
    progress = Signal(int, int)
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
        self._languages = tuple(code for code in FIRST_LANGUAGES if code in self._parallel.languages)
        self._languages = self._languages or self._parallel.aligned[: len(FIRST_LANGUAGES)]
        self._reference = self._languages[0]
        self._measure = "premium"
        self._tokenizers: dict[str, Compared] = {}
        self._known: dict[str, Tokenizer] = {}
        self._cells: dict[tuple[str, str, str], Cell] = {}
        self._history: History | None = None
        self._position = 0
        self._run_title = "This run"
        self._run_totals: dict[str, int] = {}
        self._sizes: dict[str, tuple[int, int]] = {}
        self._selected = ("", "")
        self._run_intervals = RunIntervals(self._parallel, self)
        self._run_intervals.changed.connect(self.run_changed)
        self._run_intervals.failed.connect(self.failed)
        self._worker: Worker | None = None
        self._exporter: Worker | None = None

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
        if self._history is not None:
            columns.append(Column(RUN, self._run_title))
        return tuple(columns)

    @property
    def history(self) -> History | None:
        """The run's, if it is shown and knows the languages."""
        return self._history

    @property
    def position(self) -> int:
        """The step whose totals the run's column shows."""
        return self._position

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

    def cell(self, tokenizer: str, language: str) -> Cell | None:
        """All that is known of a cell; None while it is not counted, and for the run's: its totals alone are known."""
        return self._cells.get((tokenizer, language, self._reference))

    def is_known(self, tokenizer: str, language: str) -> bool:
        """The cell is counted (its value may still not be defined)."""
        return self._sums(tokenizer, language) is not None

    def value(self, tokenizer: str, language: str) -> float | None:
        """The chosen measure of a cell; None where it is not counted yet or not defined."""
        sums = self._sums(tokenizer, language)
        return None if sums is None else MEASURES[self._measure].value(sums)

    @property
    def prepared(self) -> bool:
        """Whether the compiled loops are there, so that something can be counted."""
        return self._preparation is None or self._preparation.ready

    def interval(self, tokenizer: str, language: str) -> Interval | None:
        """Of the premium; for the run there is one where its timeline rests."""
        if self._measure != "premium":
            return None
        if tokenizer == RUN:
            return self._run_intervals.of(language)
        cell = self.cell(tokenizer, language)
        return cell.interval if cell is not None else None

    def unknown_share(self, tokenizer: str, language: str) -> float:
        """Share of characters that the tokenizer does not know: above 2 % a count looks too cheap."""
        cell = self.cell(tokenizer, language)
        return (cell.value("unknown_share") or 0.0) if cell is not None else 0.0

    def explain(self, tokenizer: str, language: str) -> str:
        """The cell in a sentence or two: the fraction behind the number, and what qualifies it."""
        sums = self._sums(tokenizer, language)
        if sums is None:
            return "Not counted yet."
        name = self._parallel.languages[language].name
        reference = self._parallel.languages[self._reference].name
        lines = [f"{name}: {sums.tokens:,} tokens, {reference}: {sums.reference_tokens:,} tokens."]
        interval = self.interval(tokenizer, language)
        if interval is not None:
            lines.append(f"95 % interval {interval.low:.2f} to {interval.high:.2f}, bootstrap over {self.unit_count}.")
        share = self.unknown_share(tokenizer, language)
        if share > 0:
            lines.append(f"{share:.0%} of this text is unknown to this tokenizer.".replace("%", " %"))
        return "\n".join(lines)

    @property
    def unit_count(self) -> str:
        """ "30 articles"."""
        count = len(self._parallel.units(self._reference))
        return f"{count:,} {self._parallel.unit}{'' if count == 1 else 's'}"

    def premium_while_training(self, language: str) -> np.ndarray | None:
        """Premium at every position of the run, row 0 before the first step; None where the run lacks the language."""
        history = self._history
        if history is None or not len(history) or not {language, self._reference} <= self._run_totals.keys():
            return None
        return history.premium_series(language, self._reference)

    def premiums_at_end(self) -> list[tuple[str, float]]:
        """(language, premium) after the run's last step, of the shown languages without the reference."""
        history = self._history
        if history is None or history.probes is None or self._reference not in self._run_totals:
            return []
        totals = dict(zip(history.probes.codes, history.probe_tokens_at(len(history)).tolist(), strict=True))
        shown = [code for code in self._languages if code in totals and code != self._reference]
        return [(code, totals[code] / totals[self._reference]) for code in shown]

    def _sums(self, tokenizer: str, language: str) -> Sums | None:
        if tokenizer == RUN:
            return self._run_sums(language)
        cell = self.cell(tokenizer, language)
        return None if cell is None else cell.sums

    def _run_sums(self, language: str) -> Sums | None:
        tokens, reference = self._run_totals.get(language), self._run_totals.get(self._reference)
        if tokens is None or reference is None:
            return None
        size, characters = self._size(language)
        return Sums(
            tokens=tokens,
            reference_tokens=reference,
            bytes=size,
            characters=characters,
            words=None,
            unknown_characters=0,
            clusters=0,
            clusters_cut=0,
        )

    def _size(self, language: str) -> tuple[int, int]:
        """Bytes and characters of a language's units."""
        if language not in self._sizes:
            text = "".join(self._parallel.units(language))
            self._sizes[language] = len(text.encode("utf-8", "replace")), len(text)
        return self._sizes[language]

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

    def set_run(self, history: History | None, position: int = 0, title: str = "This run") -> None:
        """The run whose totals are shown, and at which step; None takes its column away."""
        if history is not None and history.probes is None:
            history = None
        before = (self._history is None, self._run_title, set(self._run_totals))
        self._history, self._position, self._run_title = history, position, title
        self._run_totals = {}
        if history is not None and history.probes is not None:
            self._position = max(0, min(position, len(history)))
            totals = history.probe_tokens_at(self._position).tolist()
            self._run_totals = dict(zip(history.probes.codes, totals, strict=True))
        self._ask_for_intervals()
        if before == (self._history is None, self._run_title, set(self._run_totals)):
            self.run_changed.emit()
        else:
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
        self._run_intervals.close()
        for worker in (self._worker, self._exporter):
            if worker is not None:
                worker.cancel()
                worker.wait()
        self._worker = self._exporter = None

    def export_csv(self, path: Path, languages: Sequence[str] = ()) -> None:
        """Write the cells as a table in the background; `languages` gives the order of the rows."""
        codes = tuple(languages) or self._languages
        cells = tuple(cell for key in self._tokenizers for code in codes if (cell := self.cell(key, code)) is not None)
        run: tuple[Tokenizer, ...] = ()
        if self._history is not None:
            name = f"{self._run_title}, step {self._position}"
            run = (self._history.tokenizer_at(self._position).renamed(name),)
        table = _Table(path, cells, run, codes, self._parallel, self._reference)
        worker = Worker(table.write, "export")
        worker.succeeded.connect(lambda: self.exported.emit(path))
        worker.failed.connect(self.failed)
        self._exporter = worker
        worker.start()

    # -- counting ----------------------------------------------------------------------------------------------------

    def _ask_for_intervals(self) -> None:
        self._run_intervals.ask(self._history, self._position, self._languages, self._reference)

    def _changed(self) -> None:
        self._ask_for_intervals()
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

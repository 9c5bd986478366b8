"""VocabularyView: the selected tokenizer's tokens - what is known of each, which a search finds, which one is looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from app.sentences import said
from app.state.corpus.corpus_library import CorpusLibrary
from app.state.preparation import Preparation
from app.state.tokenizers.tokenizer_library import RUN, TokenizerLibrary
from app.state.training.training_run import TrainingRun
from app.state.vocabulary.vocabulary_comparison import VocabularyComparison
from app.state.vocabulary.vocabulary_job import VocabularyJob
from app.state.vocabulary.vocabulary_shown import compared_table, listed_table, query_fields, query_from, token_table
from app.worker import Job, Worker
from engine import AnyTokenizer, OptionError
from engine.corpus import Source
from engine.formats.files import write_atomically
from engine.model import Progress
from engine.value_table import Table
from engine.vocabularies.vocabulary_compare import Variant, variants
from engine.vocabularies.vocabulary_overview import Overview
from engine.vocabularies.vocabulary_search import Columns, Query, search
from engine.vocabularies.vocabulary_survey import Floats
from engine.vocabulary import IntArray

_WHILE_MOVING = 60
"""Milliseconds between two surveys of a run whose timeline is being dragged."""
_NOTHING = np.empty(0, np.int64)


class VocabularyView(QObject):
    """`surveyed`: more is known of the tokenizer; `found`: other tokens are listed; `refused` says what is wrong with the
    search ("" when nothing is); `progressed` carries Progress, and None when nothing is under way any more.

    `comparison` compares the vocabulary with another one.
    """

    surveyed = Signal()
    found = Signal()
    selected_changed = Signal(int)
    refused = Signal(str)
    progressed = Signal(object)
    exported = Signal(object)
    failed = Signal(object)

    def __init__(
        self, preparation: Preparation, library: TokenizerLibrary, run: TrainingRun, corpus: CorpusLibrary
    ) -> None:
        super().__init__()
        self._preparation, self._library, self._run, self._corpus = preparation, library, run, corpus
        self._known: Overview | None = None
        self._texts: tuple[Source, ...] = ()
        self._query = Query()
        self._ids: IntArray = _NOTHING
        self._selected = -1
        self._wanted: tuple[str, int] | None = None
        self._stopped = False
        self.comparison = VocabularyComparison(library, self)
        self.comparison.failed.connect(self.failed)
        self._survey = VocabularyJob(corpus, self)
        self._jobs: dict[str, Worker] = {}
        self._shown = True
        self._stale = False
        self._later = QTimer(self, singleShot=True, interval=_WHILE_MOVING)
        self._later.timeout.connect(lambda: preparation.when_ready(self._begin_survey))
        self._survey.known.connect(self._on_survey)
        self._survey.progressed.connect(self.progressed)
        self._survey.ended.connect(lambda: self.progressed.emit(None))
        self._survey.failed.connect(self._on_survey_failed)
        library.selected_changed.connect(self._on_another_selected)
        library.changed.connect(self._on_library_changed)
        library.run_changed.connect(self._on_run_changed)
        corpus.rows_changed.connect(self._on_corpus_changed)

    # -- what is known -----------------------------------------------------------------------------------------------

    @property
    def known(self) -> Overview | None:
        """What is known of the selected tokenizer; None before the first is there."""
        return self._known

    @property
    def counts(self) -> tuple[AnyTokenizer, Floats] | None:
        """The selected tokenizer, and how often each of its tokens comes out of the texts that are checked now; None while
        that is not known."""
        known = self._known
        if known is None or known.columns.counts is None:
            return None
        as_now = known.is_run or self._texts == self._corpus.corpus().sources
        return (known.tokenizer, known.columns.counts) if as_now else None

    @property
    def expected(self) -> bool:
        """The selected tokenizer is there, so that something will be known of it."""
        return self._library.tokenizer(self._library.selected) is not None

    @property
    def columns(self) -> Columns | None:
        return self._known.columns if self._known is not None else None

    @property
    def query(self) -> Query:
        return self._query

    @property
    def ids(self) -> IntArray:
        """The tokens that are found, in order."""
        return self._ids

    @property
    def selected(self) -> int:
        """The id that is looked at, -1 for none."""
        return self._selected

    @property
    def busy(self) -> bool:
        """A survey or a search is under way."""
        running = any(worker.running for worker in self._jobs.values())
        return self._later.isActive() or self._survey.running or self.comparison.running or running

    @property
    def surveying(self) -> bool:
        """The tokenizer's tokens are being counted and checked."""
        return self._survey.running

    @property
    def stopped(self) -> bool:
        """The user has ended the survey before all was known."""
        return self._stopped

    def marked_counts(self) -> dict[str, int]:
        """How many tokens each named set has."""
        columns = self.columns
        return {name: int(flags.sum()) for name, flags in columns.marked.items()} if columns is not None else {}

    def variants(self) -> list[Variant]:
        """The selected token's word in other forms."""
        if self._known is None or self._selected < 0:
            return []
        return variants(self._known.columns.survey.said, self._selected)

    # -- what is asked -----------------------------------------------------------------------------------------------

    def set_shown(self, shown: bool) -> None:
        """While the pane is hidden nothing is worked out; what was missed is made up for when it is shown."""
        self._shown = shown
        self.comparison.set_shown(shown)
        if shown and self._stale:
            self._ask()

    def ask(self, **values: object) -> None:
        """Another search: any fields of Query."""
        query = replace(self._query, **values)  # type: ignore[arg-type]
        if query != self._query:
            self._query = query
            self._search()

    def select(self, id: int) -> None:
        """Look at a token."""
        if id != self._selected:
            self._selected = id
            self.selected_changed.emit(id)

    def select_in_other(self, id: int) -> None:
        """Look at a token of the vocabulary that this one is compared with: the two change places."""
        here, there = self._library.selected, self.comparison.other
        if self._library.entry(there) is not None:
            self._wanted = there, id
            self.comparison.follow(None)
            self.comparison.compare_with(here)
            self._library.select(there)

    def stop(self) -> None:
        """End the survey of the tokenizer; what is known stays."""
        if self._survey.running:
            self._survey.cancel()
            self._stopped = True
            self.progressed.emit(None)
            self.surveyed.emit()

    def go_on(self) -> None:
        """Find out what is not known yet."""
        self._ask()

    def table_of(self, view: str) -> Callable[[], Table] | None:
        """Makes the table of what a view shows, None where it shows none: "tokens" are the listed ones."""
        known, found, other = self._known, self.comparison.found, self.comparison.tokenizer()
        if known is None:
            return None
        if view == "tokens":
            return listed_table(known, self._ids)
        if view == "compare":
            return None if found is None or other is None else compared_table(known, found, other)
        return token_table(known, view, self._selected)

    def export_csv(self, path: Path, view: str = "tokens") -> None:
        """Write what a view shows as a table."""
        table = self.table_of(view)
        if table is None:
            self.failed.emit(OptionError(self.tr("There is nothing to export in this view yet.")))
            return

        def job() -> Iterator[Path]:
            write_atomically(path, table().csv().encode())
            yield path

        self._begin("export", job, lambda values: self.exported.emit(values[-1]))

    # -- a session ---------------------------------------------------------------------------------------------------

    def kept(self) -> dict[str, Any]:
        """What a session keeps: the search, and the other vocabulary."""
        return {"query": query_fields(self._query), "other": self.comparison.other}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """As a session has kept it; what is of another kind is left as it is."""
        self._query = query_from(kept.get("query"))
        self.comparison.compare_with(str(kept.get("other", "")))
        self._search()

    def close(self) -> None:
        """End all jobs and wait for their threads."""
        self._later.stop()
        self._survey.close()
        self.comparison.close()
        for worker in self._jobs.values():
            worker.cancel()
            worker.wait()

    # -- the tokenizer -----------------------------------------------------------------------------------------------

    def _on_another_selected(self, _key: str) -> None:
        """What is still being found out is about the one before."""
        if self._survey.running:
            self._survey.cancel()
            self.progressed.emit(None)
        self._ask()

    def _on_library_changed(self) -> None:
        tokenizer = self._library.tokenizer(self._library.selected)
        if tokenizer is not None and (self._known is None or self._known.tokenizer is not tokenizer):
            self._ask()

    def _on_run_changed(self) -> None:
        if self._library.selected == RUN:
            self._ask()

    def _on_corpus_changed(self) -> None:
        if self._library.selected != RUN and self._known is not None:
            self._ask()

    def _ask(self, *_: object) -> None:
        """Survey soon: at most every few frames, and not while nobody sees it."""
        self._stale = not self._shown
        if self._shown and not self._later.isActive():
            self._later.start()

    def _begin_survey(self) -> None:
        library, key = self._library, self._library.selected
        tokenizer = library.tokenizer(key)
        if tokenizer is not None:
            self._stopped = False
            if key != RUN:  # of a run in motion each survey is short, and the next one follows at once
                self.progressed.emit(Progress("Reading", 0, 0, "tokens"))
            self._survey.start(key, tokenizer, self._run.history if key == RUN else None)

    def _on_survey(self, known: Overview) -> None:
        before, self._known = self._known, known
        self._texts = self._survey.texts
        if before is None or before.tokenizer is not known.tokenizer:
            self._keep_selected(before)
            self.comparison.follow(known.columns.survey.said)
        self.surveyed.emit()
        self._search()

    def _on_survey_failed(self, error: BaseException) -> None:
        self.progressed.emit(None)
        self.failed.emit(error)

    def _keep_selected(self, before: Overview | None) -> None:
        """The token that was asked for in this vocabulary; else the one before, whose id may be another, or none, here."""
        said = self._known.columns.survey.said if self._known is not None else None
        wanted, self._wanted = self._wanted, None
        id = None
        if wanted is not None and wanted[0] == self._library.selected:
            id = wanted[1]
        elif before is not None and said is not None and 0 <= self._selected < len(before.columns.survey):
            id = said.id_of(before.columns.survey.said[self._selected])
        self._selected = -1 if id is None else id
        self.selected_changed.emit(self._selected)

    # -- the search --------------------------------------------------------------------------------------------------

    def _search(self) -> None:
        columns, query = self.columns, self._query
        if columns is None:
            return

        # In slices: the next key ends a search that is still under way at the next of them.
        self._begin("search", lambda: search(columns, query), self._on_found)

    def _on_found(self, values: list[IntArray | None]) -> None:
        found = values[-1]
        if found is None:
            return
        self._ids = found
        self.refused.emit("")
        self.found.emit()

    # -- jobs --------------------------------------------------------------------------------------------------------

    def _begin(self, name: str, job: Job, on_values: object) -> None:
        """Start a job; one of the same name that still runs is of no use any more."""
        if name in self._jobs:
            self._jobs[name].cancel()
        worker = Worker(job, f"vocabulary: {name}")
        worker.produced.connect(on_values)
        worker.failed.connect(lambda error: self._on_failed(name, error))
        self._jobs[name] = worker
        worker.start()

    def _on_failed(self, name: str, error: BaseException) -> None:
        if name == "search" and isinstance(error, OptionError):
            self._ids = _NOTHING
            self.refused.emit(said(error))
            self.found.emit()
        else:
            self.failed.emit(error)

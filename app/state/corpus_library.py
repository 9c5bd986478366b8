"""CorpusLibrary: the texts to learn from - which are checked, how much each counts, what is in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.state.preparation import Preparation
from app.worker import Worker
from engine.corpus import Corpus, Source, SourceReport, preview, read_report
from engine.corpus_statistics import CorpusStatistics, statistics
from engine.counting import count_words
from engine.errors import EngineError
from engine.model import Progress, WordCounts
from engine.normalizers import IDENTITY, Normalizer
from engine.pre_tokenizers import PATTERNS, PreTokenizer

SAMPLE_TITLES = {"alice": "Alice in Wonderland", "moby-dick": "Moby-Dick, 1 to 60"}
SHORT_TITLES = {"alice": "Alice", "moby-dick": "Moby-Dick"}
_MOST_UNDO = 100
_COLUMN_FLAG = re.compile(r" \(--column: .*\)")


@dataclass(frozen=True, slots=True)
class Row:
    """A source as it stands in the list; `report` is None until it has been read.

    `columns` are those of a table, one of which may be read alone; `lost` says why it cannot be read any more,
    `changed` that it is not what it was when the session was saved.
    """

    source: Source
    checked: bool = True
    report: SourceReport | None = None
    columns: tuple[str, ...] = ()
    lost: str = ""
    changed: str = ""

    @property
    def title(self) -> str:
        return SAMPLE_TITLES.get(self.source.sample or "", Path(self.source.label).name)

    @property
    def notes(self) -> list[str]:
        """What is odd about it, in sentences."""
        if self.lost:
            return [self.lost]
        if self.report is None:
            return []
        # What the command line would take is of no use here.
        flag = f" (--encoding {self.report.guess})"
        found = [_COLUMN_FLAG.sub("", note).replace(flag, "") for note in self.report.notes(self.title)]
        return [*filter(None, (self.changed,)), *found]


@dataclass(frozen=True, slots=True)
class _Read:
    source: Source
    report: SourceReport


def _read(paths: Sequence[Path], sources: Sequence[Source]) -> Iterator[Source | _Read | EngineError]:
    """Find the sources of the paths, then read each to its end.  What cannot be read is told and passed over."""
    found = list(sources)
    for path in paths:
        try:
            corpus = Corpus.of(path)
        except EngineError as error:
            yield error
            continue
        found += corpus.sources
        yield from corpus.sources
        yield from (EngineError(sentence) for sentence in corpus.left_out)
    for source in found:
        try:
            yield _Read(source, read_report(source))
        except EngineError as error:
            yield error


def _count(
    corpus: Corpus, normalizer: Normalizer, pre_tokenizer: PreTokenizer
) -> Iterator[Progress | CorpusStatistics]:
    for event in count_words(corpus, normalizer, pre_tokenizer):
        if isinstance(event, WordCounts):
            yield statistics(event)
        else:
            yield event


_LINE_END = re.compile(r"(?<!\n)\r?\n(?!\r?\n)")
"""A line end inside a paragraph."""


class CorpusLibrary(QObject):
    """Rows are values: an edit makes a new tuple of them, and undo takes the one before."""

    rows_changed = Signal()
    statistics_changed = Signal()
    progressed = Signal(object)
    failed = Signal(object)

    def __init__(self, preparation: Preparation) -> None:
        super().__init__()
        self._preparation = preparation
        self._rows: tuple[Row, ...] = ()
        self._past: list[tuple[Row, ...]] = []
        self._statistics: CorpusStatistics | None = None
        self._reader: Worker | None = None
        self._queue: list[tuple[list[Path], list[Source]]] = []
        self._counter: Worker | None = None
        self._pipeline = IDENTITY, PreTokenizer(PATTERNS["gpt2"])
        self._typed = 0

    @property
    def rows(self) -> tuple[Row, ...]:
        return self._rows

    @property
    def statistics(self) -> CorpusStatistics | None:
        """Of the checked rows; None while they are not counted, or when none is checked."""
        return self._statistics

    @property
    def busy(self) -> bool:
        """Something is being read or counted."""
        return self._reader is not None or self._counter is not None

    @property
    def checked(self) -> tuple[Row, ...]:
        return tuple(row for row in self._rows if row.checked)

    def corpus(self) -> Corpus:
        """What a training learns from now."""
        return Corpus(tuple(row.source for row in self.checked))

    @property
    def short_title(self) -> str:
        """A name for what is learned from the checked rows."""
        titles = [SHORT_TITLES.get(row.source.sample or "", Path(row.title).stem) for row in self.checked]
        return titles[0] if len(titles) == 1 else f"{len(titles)} texts" if titles else "nothing"

    def preview(self, most: int = 240) -> str:
        """The first characters of the first checked text (of any, if none is checked), paragraphs without their line
        ends."""
        rows = self.checked or self._rows
        try:
            return _LINE_END.sub(" ", preview(rows[0].source, 4 * most))[:most] if rows else ""
        except EngineError:
            return ""

    # -- edits -------------------------------------------------------------------------------------------------------

    def add_paths(self, paths: Sequence[Path]) -> None:
        """Files and folders; each appears as soon as it is found and is read in the background."""
        self._remember()
        self._read(list(paths), [])

    def add_sample(self, name: str, *, checked: bool = True) -> None:
        if any(row.source.sample == name for row in self._rows):
            self.set_checked(next(n for n, row in enumerate(self._rows) if row.source.sample == name), True)
            return
        self._add(Source(name, sample=name, language="English"), checked)

    def add_text(self, text: str) -> None:
        """A pasted text, if there is anything in it."""
        if not text.strip():
            self.failed.emit(EngineError("There is no text to paste. Copy some text first."))
            return
        self._typed += 1
        self._add(Source(f"Pasted text {self._typed}", text=text), True)

    def _add(self, source: Source, checked: bool) -> None:
        self._edit((*self._rows, Row(source, checked)))
        self._read([], [source])

    def remove(self, index: int) -> None:
        self._edit(self._rows[:index] + self._rows[index + 1 :])

    def set_checked(self, index: int, checked: bool) -> None:
        if self._rows[index].checked != checked:
            self._edit(self._replaced(index, replace(self._rows[index], checked=checked)))

    def set_weight(self, index: int, tenths: int) -> None:
        row = self._rows[index]
        if row.source.weight_tenths != tenths:
            self._edit(self._replaced(index, replace(row, source=replace(row.source, weight_tenths=tenths))))

    def set_encoding(self, index: int, name: str | None) -> None:
        """Read a file as this encoding says (None: as its bytes look)."""
        self._read_anew(index, replace(self._rows[index].source, encoding=name))

    def set_column(self, index: int, column: str | None) -> None:
        """Read one column of a table, each row a record (None: the file as plain text)."""
        self._read_anew(index, replace(self._rows[index].source, column=column))

    def _read_anew(self, index: int, source: Source) -> None:
        row = self._rows[index]
        if source != row.source:
            self._edit(self._replaced(index, replace(row, source=source, report=None)))
            self._read([], [source])

    def restore(self, rows: Sequence[Row]) -> None:
        """The rows of a session; those that are not lost are read in the background."""
        self._past.clear()
        self._typed = sum(row.source.text is not None for row in rows)
        self._show(tuple(rows))
        self._read([], [row.source for row in rows if not row.lost])

    def undo(self) -> None:
        """Take the last edit back."""
        if self._past:
            self._show(self._past.pop())
            unread = [row.source for row in self._rows if row.report is None and not row.lost]
            if unread:
                self._read([], unread)

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    def set_pipeline(self, normalizer: Normalizer, pre_tokenizer: PreTokenizer) -> None:
        """How statistics count pre-tokens: as the recipe does."""
        if (normalizer, pre_tokenizer) != self._pipeline:
            self._pipeline = normalizer, pre_tokenizer
            self._recount()

    def _replaced(self, index: int, row: Row) -> tuple[Row, ...]:
        return (*self._rows[:index], row, *self._rows[index + 1 :])

    def _remember(self) -> None:
        self._past = [*self._past[-_MOST_UNDO:], self._rows]

    def _edit(self, rows: tuple[Row, ...]) -> None:
        self._remember()
        self._show(rows)

    def _show(self, rows: tuple[Row, ...]) -> None:
        self._rows = rows
        self.rows_changed.emit()
        self._recount()

    # -- jobs --------------------------------------------------------------------------------------------------------

    def _read(self, paths: list[Path], sources: list[Source]) -> None:
        self._queue.append((paths, sources))
        self._read_next()

    def _read_next(self) -> None:
        if self._reader is not None or not self._queue:
            return
        paths, sources = self._queue.pop(0)
        self._reader = Worker(lambda: _read(paths, sources), "read")
        self._reader.produced.connect(self._on_read)
        self._reader.succeeded.connect(self._on_read_end)
        self._reader.failed.connect(self._on_read_failed)
        self._reader.start()

    def _on_read(self, values: list[object]) -> None:
        rows = self._rows
        for value in values:
            if isinstance(value, Source):
                rows = (*rows, Row(value))
            elif isinstance(value, _Read):
                rows = tuple(_with_report(row, value) for row in rows)
            elif isinstance(value, EngineError):
                self.failed.emit(value)
        texts = [row.source for row in rows] != [row.source for row in self._rows]
        self._rows = rows
        self.rows_changed.emit()
        if texts:
            self._recount()

    def _on_read_end(self) -> None:
        self._reader = None
        self.rows_changed.emit()
        self._read_next()

    def _on_read_failed(self, error: BaseException) -> None:
        self.failed.emit(error)
        self._on_read_end()

    def _recount(self) -> None:
        """Count the checked rows anew; a count that still runs is of no use any more."""
        if self._counter is not None:
            self._counter.cancel()
            self._counter = None
        if not self.checked:
            self._statistics = None
            self.statistics_changed.emit()
            return
        self._preparation.when_ready(self._count)

    def _count(self) -> None:
        if self._counter is not None or not self.checked:
            return
        corpus, pipeline = self.corpus(), self._pipeline
        self._counter = Worker(lambda: _count(corpus, *pipeline), "count")
        self._counter.produced.connect(self._on_counted)
        self._counter.succeeded.connect(self._on_count_end)
        self._counter.failed.connect(self._on_count_failed)
        self._counter.start()

    def _on_counted(self, values: list[object]) -> None:
        last = values[-1]
        if isinstance(last, CorpusStatistics):
            self._statistics = last
        elif isinstance(last, Progress):
            self.progressed.emit(last)

    def _on_count_end(self) -> None:
        self._counter = None
        self.statistics_changed.emit()

    def _on_count_failed(self, error: BaseException) -> None:
        self._statistics = None
        self._on_count_end()
        self.failed.emit(error)


def _with_report(row: Row, read: _Read) -> Row:
    """The row, with the report if it is of this source (weights may have changed since)."""
    if replace(row.source, weight_tenths=read.source.weight_tenths) != read.source:
        return row
    return replace(row, report=read.report, columns=read.report.columns or row.columns)

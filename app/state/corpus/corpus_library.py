"""CorpusLibrary: the texts to learn from - which are checked, how much each counts, what is in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.state.corpus.checked_statistics import CheckedStatistics
from app.state.corpus.corpus_groups import Group, groups_of
from app.state.corpus.corpus_reader import CorpusReader
from app.state.corpus.corpus_rows import Found, ReadSource, Row, Wanted, with_reports
from app.state.corpus.row_edits import RowEdits
from app.state.preparation import Preparation
from engine.corpora.corpus_statistics import CorpusStatistics
from engine.corpus import Corpus, Source, preview
from engine.errors import EngineError
from engine.normalizers import Normalizer
from engine.pre_tokenizers import PreTokenizer

SHORT_TITLES = {"alice": "Alice", "moby-dick": "Moby-Dick"}

_LINE_END = re.compile(r"(?<!\n)\r?\n(?!\r?\n)")
"""A line end inside a paragraph."""


class CorpusLibrary(QObject):
    """Rows are values: an edit makes a new tuple of them, and undo takes the one before.  `weighed` when a weight was moved."""

    rows_changed = Signal()
    statistics_changed = Signal()
    weighed = Signal()
    progressed = Signal(object)
    failed = Signal(object)

    def __init__(self, preparation: Preparation) -> None:
        super().__init__()
        self._rows: tuple[Row, ...] = ()
        self._edits = RowEdits()
        self._reader = CorpusReader(self)
        self._reader.known = self._known
        self._reader.found.connect(self._on_found)
        self._reader.read.connect(self._on_read)
        self._reader.changed.connect(self._on_reader_changed)
        self._reader.failed.connect(self.failed)
        self._statistics = CheckedStatistics(preparation, self.corpus, self)
        self._statistics.changed.connect(self.statistics_changed)
        self._statistics.progressed.connect(self.progressed)
        self._statistics.failed.connect(self.failed)

    @property
    def rows(self) -> tuple[Row, ...]:
        return self._rows

    @property
    def statistics(self) -> CorpusStatistics | None:
        """Of the checked rows; None while they are not counted, or when none is checked."""
        return self._statistics.value

    @property
    def busy(self) -> bool:
        """Something is being read or counted, or is about to be."""
        return self._reader.busy or self._statistics.busy

    @property
    def groups(self) -> tuple[Group, ...]:
        """The rows as they stand in the list: many texts of one folder as one."""
        return groups_of(self._rows)

    @property
    def reading(self) -> tuple[int, int] | None:
        """How many texts have been read of how many that are to be; None while none is."""
        return (self._reader.done, self._reader.total) if self._reader.busy else None

    @property
    def counting(self) -> bool:
        return self._statistics.counting

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
        return (
            titles[0] if len(titles) == 1 else self.tr("{} texts").format(len(titles)) if titles else self.tr("nothing")
        )

    def preview(self, most: int = 240) -> str:
        """The first characters of the first checked text (of any, if none is checked), paragraphs without their line
        ends."""
        rows = self.checked or self._rows
        try:
            return _LINE_END.sub(" ", preview(rows[0].source, 4 * most))[:most] if rows else ""
        except EngineError:
            return ""

    # -- edits -------------------------------------------------------------------------------------------------------

    def add_paths(self, paths: Sequence[Path], take: str = "") -> None:
        """Files and folders, of these what the filter `take` takes; they appear when found and are read in the
        background."""
        self._reader.ask(Wanted(tuple(paths), take=take))

    def add_sample(self, name: str, *, checked: bool = True) -> None:
        if any(row.source.sample == name for row in self._rows):
            self.set_checked(next(n for n, row in enumerate(self._rows) if row.source.sample == name), True)
            return
        self._add(Source(name, sample=name, language="English"), checked)

    def add_text(self, text: str) -> None:
        """A pasted text, if there is anything in it."""
        if not text.strip():
            self.failed.emit(EngineError(self.tr("There is no text to paste. Copy some text first.")))
            return
        taken, titles = {row.source.label for row in self._rows}, map(self.tr("Pasted text {}").format, count(1))
        self._add(Source(next(title for title in titles if title not in taken), text=text), True)

    def _add(self, source: Source, checked: bool) -> None:
        self._edit((*self._rows, Row(source, checked)))
        self._reader.ask(Wanted(sources=(source,)))

    # Each of these changes `count` rows from `index` on: one text, or those of a folder.

    def remove(self, index: int, count: int = 1) -> None:
        self._edit(self._rows[:index] + self._rows[index + count :])

    def set_checked(self, index: int, checked: bool, count: int = 1) -> None:
        rows = self._changed(index, count, lambda row: replace(row, checked=checked and not row.lost))
        if rows != self._rows:
            self._edit(rows)

    def set_weight(self, index: int, tenths: int, count: int = 1) -> None:
        """How often a text counts, in tenths; a row of moves of one weight is one edit."""
        if all(row.source.weight_tenths == tenths for row in self._rows[index : index + count]):
            return
        rows = self._changed(index, count, lambda row: replace(row, source=replace(row.source, weight_tenths=tenths)))
        self._edits.begin(self._rows, ("weight", index))
        self._rows = rows
        self.rows_changed.emit()
        self.weighed.emit()
        # What is learned again from the new weights comes first; the statistics wait for the hand to rest.
        self._statistics.renew_later()

    def set_encoding(self, index: int, name: str | None, count: int = 1) -> None:
        """Read files as this encoding says (None: as their bytes look)."""
        self._read_anew(index, count, lambda row: replace(row.source, encoding=name))

    def set_column(self, index: int, column: str | None, count: int = 1) -> None:
        """Read one column of each table that has it, each row a record (None: the files as plain text, but for Parquet,
        which is none)."""

        def with_column(row: Row) -> Source:
            can = not row.source.is_parquet if column is None else column in dict(row.columns)
            return replace(row.source, column=column) if can else row.source

        self._read_anew(index, count, with_column)

    def _read_anew(self, index: int, count: int, read_as: Callable[[Row], Source]) -> None:
        def changed(row: Row) -> Row:
            source = read_as(row)
            return row if source == row.source else replace(row, source=source, report=None)

        rows = self._changed(index, count, changed)
        anew = tuple(row.source for row, before in zip(rows, self._rows, strict=True) if row is not before)
        if anew:
            self._edit(rows)
            self._reader.ask(Wanted(sources=anew))

    def restore(self, rows: Sequence[Row]) -> None:
        """The rows of a session; those that are not lost are read in the background.  What was being read belongs to none
        of them."""
        self._reader.cancel()
        self._edits.clear()
        self._show(tuple(rows))
        self._reader.ask(Wanted(sources=tuple(row.source for row in rows if not row.lost)))

    def undo(self) -> None:
        """Take the last edit back."""
        if self.can_undo:
            self._go_to(self._edits.undo(self._rows))

    def redo(self) -> None:
        """Make the edit again that was taken back last."""
        if self.can_redo:
            self._go_to(self._edits.redo(self._rows))

    def _go_to(self, rows: tuple[Row, ...]) -> None:
        before = self._rows
        self._show(rows)
        if _is_weighed(before, rows):
            self.weighed.emit()
        unread = tuple(row.source for row in rows if row.report is None and not row.lost)
        if unread:
            self._reader.ask(Wanted(sources=unread))

    @property
    def can_undo(self) -> bool:
        return self._edits.can_undo

    @property
    def can_redo(self) -> bool:
        return self._edits.can_redo

    def set_pipeline(self, normalizer: Normalizer, pre_tokenizer: PreTokenizer) -> None:
        """How statistics count pre-tokens: as the recipe does."""
        self._statistics.set_pipeline(normalizer, pre_tokenizer)

    def _changed(self, index: int, count: int, change: Callable[[Row], Row]) -> tuple[Row, ...]:
        end = index + count
        return (*self._rows[:index], *map(change, self._rows[index:end]), *self._rows[end:])

    def _edit(self, rows: tuple[Row, ...]) -> None:
        self._edits.begin(self._rows)
        self._show(rows)

    def _show(self, rows: tuple[Row, ...]) -> None:
        self._rows = rows
        self.rows_changed.emit()
        self._statistics.renew()

    def _known(self) -> tuple[Source, ...]:
        """What need not be found again; a file that was lost may have come back."""
        return tuple(row.source for row in self._rows if not row.lost)

    # -- jobs --------------------------------------------------------------------------------------------------------

    def cancel(self) -> None:
        """Read and count no more: what has not been read is taken out again, or read as it was before."""
        if self._reader.busy:
            self._reader.cancel()
            rows = (row if row.report is not None or row.lost else self._as_read_before(row) for row in self._rows)
            self._show(tuple(row for row in rows if row is not None))
        else:
            self._statistics.cancel()

    def _as_read_before(self, row: Row) -> Row | None:
        """The text as it was last read, with the weight and the mark that it has now; None where it never was."""
        earlier = (old for rows in self._edits.newest_first for old in rows if old.report is not None)
        read = next((old for old in earlier if old.is_same_text(row)), None)
        if read is None:
            return None
        source = replace(read.source, weight_tenths=row.source.weight_tenths)
        return replace(read, source=source, checked=row.checked)

    def _on_found(self, found: Found) -> None:
        """What one wish finds is one edit, unless another came between: an edit made meanwhile can be undone without it."""
        self._edits.begin(self._rows, ("found", self._reader.number))
        self._show((*self._rows, *(Row(source, folder=found.folder) for source in found.sources)))

    def _on_read(self, read: list[ReadSource]) -> None:
        self._rows = with_reports(self._rows, read)
        self.rows_changed.emit()

    def _on_reader_changed(self) -> None:
        """Whoever waits for the end of reading looks at rows."""
        if not self._reader.busy:
            self.rows_changed.emit()


def _is_weighed(before: Sequence[Row], rows: Sequence[Row]) -> bool:
    """Whether a text that stands checked in both has another weight."""
    weights = {replace(row.source, weight_tenths=0): row.source.weight_tenths for row in before if row.checked}
    return any(
        weights.get(replace(row.source, weight_tenths=0), row.source.weight_tenths) != row.source.weight_tenths
        for row in rows
        if row.checked
    )

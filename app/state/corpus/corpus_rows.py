"""Rows of the corpus: a text as it stands in the list, and how texts are found and read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path

from app.sentences import said
from app.translation import translate
from engine.corpora.same_texts import KnownTexts
from engine.corpus import Corpus, Source, SourceReport, examples, read_report
from engine.errors import EngineError

SAMPLE_TITLES = {"alice": "Alice in Wonderland", "moby-dick": "Moby-Dick, 1 to 60"}
_MOST_SENTENCES = 3
_COLUMN_FLAG = re.compile(r" \(--column: .*\)")


Columns = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A source as it stands in the list; `report` is None until it has been read.

    `columns` are those of a table, one of which may be read alone, each with an example of what it holds; `lost` says
    why it cannot be read any more, `changed` that it is not what it was when the session was saved, which had the SHA-256
    `digest`; `folder` is the one it was found in.
    """

    source: Source
    checked: bool = True
    report: SourceReport | None = None
    columns: Columns = ()
    lost: str = ""
    changed: str = ""
    folder: str = ""
    digest: str = ""

    @property
    def title(self) -> str:
        return SAMPLE_TITLES.get(self.source.sample or "", Path(self.source.label).name)

    def is_same_text(self, other: Row) -> bool:
        """Whether both are of one text, however it is read and whatever it counts."""
        one, two = self.source, other.source
        return (one.label, one.path, one.text, one.sample) == (two.label, two.path, two.text, two.sample)

    @property
    def notes(self) -> list[str]:
        """What is odd about it, in sentences."""
        if self.lost:
            return [said(self.lost)]
        if self.report is None or not (self.changed or self.report.is_odd):
            return []
        # What the command line would take is of no use here.
        flag = f" (--encoding {self.report.guess})"
        found = [_COLUMN_FLAG.sub("", said(note)).replace(flag, "") for note in self.report.notes(self.title)]
        return [*filter(None, (self.changed,)), *found]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be read: the texts at `paths` (of folders those that the filter `take` takes), and given sources.

    What is `known` is in the list already, and is not found again.
    """

    paths: tuple[Path, ...] = ()
    sources: tuple[Source, ...] = ()
    take: str = ""
    known: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """Texts that stand at a path; `folder` is "" for a file."""

    sources: tuple[Source, ...]
    folder: str


@dataclass(frozen=True, slots=True)
class ReadSource:
    """A source that has been read to its end; or, without a report, why it cannot be."""

    source: Source
    report: SourceReport | None
    columns: Columns = ()
    problem: str = ""


def read_sources(wanted: Wanted) -> Iterator[Found | ReadSource | EngineError]:
    """Find the sources of the paths, then read each to its end.  What cannot be read is told and passed over."""
    sources, known = list(wanted.sources), KnownTexts(wanted.known)
    for path in wanted.paths:
        try:
            corpus = Corpus.of(path, take=wanted.take, guess_columns=True, known=known)
        except EngineError as error:
            yield error
            continue
        sources += corpus.sources
        if corpus.sources:
            yield Found(corpus.sources, str(path) if path.is_dir() else "")
        yield from map(EngineError, _few(corpus.left_out, path.name))
    for source in sources:
        try:
            report = read_report(source)
            yield ReadSource(source, report, _columns(source, report))
        except EngineError as error:
            yield error
            yield ReadSource(source, None, problem=str(error))


def _columns(source: Source, report: SourceReport) -> Columns:
    """Those that can be read alone."""
    if source.path is None or not (report.columns or source.column):
        return ()
    return tuple(examples(source.path, source.encoding).items())


def _few(sentences: Sequence[str], folder: str) -> Sequence[str]:
    """A sentence for each file of a folder that was left out; where that would be a flood, one for all."""
    if len(sentences) <= _MOST_SENTENCES:
        return sentences
    words = translate("corpus_rows", "{}: {:,} files were left out. The first: {}")
    return [words.format(folder, len(sentences), said(sentences[0]))]


def with_reports(rows: Sequence[Row], read: Sequence[ReadSource]) -> tuple[Row, ...]:
    """The rows with what has been read of them; two that are called alike may be two texts."""
    named: dict[str, list[ReadSource]] = {}
    for one in read:
        named.setdefault(one.source.label, []).append(one)
    return tuple(reduce(_with_report, named.get(row.source.label, ()), row) for row in rows)


def _with_report(row: Row, read: ReadSource) -> Row:
    """The row, with the report if it is of this source (weights may have changed since)."""
    if replace(row.source, weight_tenths=read.source.weight_tenths) != read.source:
        return row
    if read.report is None:
        return replace(row, checked=False, lost=read.problem)
    return replace(row, report=read.report, columns=read.columns or row.columns)

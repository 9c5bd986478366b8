"""Corpus: the texts to learn from, with their labels and weights, read by streaming.

A corpus is a list of sources (files, bundled samples, typed text) and what counts as a record in them.  `Corpus.blocks`
reads them piece by piece, so that a corpus may be larger than memory; no pre-token ever reaches across a record.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.corpora.blocks import RECORDS, Block, Records, blocks_of, blocks_of_rows
from engine.corpora.folder_files import NameFilter, in_order, walk
from engine.corpora.same_texts import KnownTexts
from engine.corpora.source_report import SourceReport, read_report
from engine.corpora.sources import (
    LARGEST_WEIGHT,
    SAMPLES,
    Source,
    checked,
    columns,
    examples,
    likely_column,
    preview,
    rows,
    sample_path,
    source_digest,
    source_encoding,
    source_size,
    texts,
)
from engine.errors import CorpusError, OptionError, readable
from engine.suggestions import did_you_mean
from engine.tables import TABLE_SUFFIXES, table_kind
from engine.text_files import PIECE

__all__ = [
    "LARGEST_WEIGHT",
    "SAMPLES",
    "Corpus",
    "Source",
    "SourceReport",
    "columns",
    "examples",
    "preview",
    "read_report",
    "sample_path",
    "source_encoding",
]


@dataclass(frozen=True, slots=True)
class Corpus:
    """The sources to learn from, in order, and what a record is in them.

    `left_out` are sentences about files of a folder that are no text, and about texts that were found twice.
    """

    sources: tuple[Source, ...]
    records: Records = "file"
    left_out: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if self.records not in RECORDS:
            raise OptionError(f"Records are {', '.join(RECORDS)}, not {self.records}.")

    @classmethod
    def of(
        cls,
        *names: str | Path,
        records: Records = "file",
        encoding: str | None = None,
        column: str | None = None,
        take: str = "",
        guess_columns: bool = False,
        known: KnownTexts | None = None,
    ) -> Corpus:
        """From files, folders and names of samples; what is named must be a text, what a folder holds may be left out.

        What is found twice, or is `known` already, is left out too.
        The files of a folder come in byte order of their relative path, those alone that the filter `take` takes
        (`engine.corpora.folder_files`; "" takes all).  A sample's name wins over a file of that name
        (write `./alice` for the file).  With a `column` that column of every table is read; other files as they are.
        Parquet is no text without one: with `guess_columns` it is read by the column that looks most like a text.
        Raises CorpusError for what is not there or no text, OptionError for a column where no table is.

        >>> Corpus.of("alice", records="line").total_bytes
        144354
        """
        sources: list[Source] = []
        left_out: list[str] = []
        read_as = _ReadAs(encoding, column, guess_columns)
        for name in names:
            if str(name) in SAMPLES:
                sources.append(Source(str(name), sample=str(name)))
            elif _is_folder(Path(name)):
                found, refused = _folder_sources(Path(name), read_as, take)
                sources += found
                left_out += refused
            else:
                sources.append(_named_source(str(name), read_as))
        if not sources:
            raise CorpusError("There is no text to learn from: name a file, a folder or a sample (alice, moby-dick).")
        if column is not None and all(source.column is None for source in sources):
            raise OptionError(f"There is no table ({TABLE_SUFFIXES}) to take the column {column} from.")
        once, repeated = (known or KnownTexts()).take(sources)
        return cls(tuple(once), records, (*left_out, *repeated))

    @classmethod
    def of_text(cls, text: str, label: str = "text", records: Records = "file") -> Corpus:
        """One given text."""
        return cls((Source(label, text=text),), records)

    @property
    def total_bytes(self) -> int:
        """Bytes of all sources, for progress."""
        return sum(source_size(source) for source in self.sources if source.weight_tenths)

    def digest(self, known: Mapping[Source, str] | None = None) -> str:
        """SHA-256 over label, weight and the SHA-256 of the bytes of each source (and its column), sorted.

        Sources whose SHA-256 is `known` are not read.
        """
        digests = {source: (known or {}).get(source) or source_digest(source) for source in self.sources}
        rows = sorted(
            [source.label, source.weight_tenths, digests[source], *([source.column] if source.column else [])]
            for source in self.sources
        )
        return hashlib.sha256(json.dumps(rows, separators=(",", ":")).encode()).hexdigest()

    def with_weights(self, weights: dict[str, int]) -> Corpus:
        """The corpus with other weights in tenths, by label; a folder's name means all its files."""
        left = dict(weights)
        sources = []
        for source in self.sources:
            names = [name for name in weights if _is_called(source, name)]
            for name in names:
                left.pop(name, None)
            sources.append(replace(source, weight_tenths=weights[names[-1]]) if names else source)
        if left:
            labels = ", ".join(source.label for source in self.sources[:8])
            raise OptionError(f"There is no source {next(iter(left))} to weigh; there are {labels}.")
        return replace(self, sources=tuple(sources))

    def blocks(self, size: int = PIECE, *, whole_records: bool = False) -> Iterator[Block]:
        """The texts of all sources with a weight, read in pieces of about `size` bytes; nothing empty comes.

        `whole_records` is for patterns (or special tokens) that may reach across a blank: a block then never ends
        inside a record, however large that is.
        """
        for index, source in enumerate(self.sources):
            if not source.weight_tenths:
                continue
            if source.column is not None:
                yield from blocks_of_rows(index, rows(source))
            else:
                yield from blocks_of(index, texts(source, size), self.records, whole_records=whole_records)


# Which files ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _ReadAs:
    """What is asked for all files; see `Corpus.of`."""

    encoding: str | None
    column: str | None
    guess_columns: bool

    def source(self, label: str, path: Path) -> Source:
        column = self.column
        if column is None and self.guess_columns and table_kind(path) == "parquet":
            column = likely_column(path)
        return Source(label, path=path, encoding=self.encoding, column=column if table_kind(path) else None)


def _is_folder(path: Path) -> bool:
    with readable(path, CorpusError):
        return path.is_dir()


def _named_source(name: str, read_as: _ReadAs) -> Source:
    """The file of this name; where there is none, what may have been meant."""
    path = Path(name)
    if not path.exists():
        hint = did_you_mean(name, SAMPLES) or f" Bundled samples are {' and '.join(SAMPLES)}."
        raise CorpusError(f"{name}: there is no such file.{hint}")
    return checked(read_as.source(name, path))


def _folder_sources(folder: Path, read_as: _ReadAs, take: str) -> tuple[list[Source], list[str]]:
    """The texts of a folder and all folders in it; and a sentence about each file that is none."""
    label, taken = str(folder).rstrip("/\\") or str(folder), NameFilter.of(take)
    closed: list[OSError] = []
    names = in_order(name for found in walk(folder, closed) for name in found if taken.takes(name))
    sources, left_out = [], [_said(error) for error in closed]
    for name in names:
        try:
            sources.append(checked(read_as.source(f"{label}/{name}", folder / name)))
        except CorpusError as error:
            left_out.append(str(error))
    if not sources and closed:
        raise CorpusError(_said(closed[0]))
    if not sources:
        what = f"none of its {len(names):,} files is a text" if names else "it holds no file"
        what = what if names or not take.strip() else f"no file of it is called {take}"
        raise CorpusError(f"There is nothing to learn from in the folder {folder}: {what}.")
    return sources, left_out


def _said(error: OSError) -> str:
    return f"{error.filename} cannot be read: {error.strerror}."


def _is_called(source: Source, name: str) -> bool:
    folder = name.rstrip("/\\") + "/"
    return source.label == name or source.label.startswith(folder) or Path(source.label).name == name

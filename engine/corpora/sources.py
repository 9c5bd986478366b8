"""Source: one text to learn from - a file, a column of a table, a bundled sample, typed text - and how it is read.

source_encoding   how its bytes become text
texts, rows       all of it as valid UTF-8, piece by piece; of a table the rows of its column
preview           its beginning
checked           the source, if there is a text in it at all
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from engine.errors import CorpusError, OptionError
from engine.suggestions import did_you_mean
from engine.tables import TABLE_SUFFIXES, Rows, column_examples, column_rows, column_size, columns_of, table_kind
from engine.text_encodings import TextEncoding, check_encoding, detect, named
from engine.text_files import PIECE, byte_pieces, read_head, unpacked_size, utf8, utf8_pieces

SAMPLES: dict[str, str] = {
    "alice": "Alice's Adventures in Wonderland (Lewis Carroll, 1865)",
    "moby-dick": "Moby-Dick, chapters 1-60 (Herman Melville, 1851)",
}
"""Name of each bundled text -> what it is."""
LARGEST_WEIGHT = 100
"""In tenths: a source counts at most ten times."""
_UTF8 = TextEncoding("utf-8", "UTF-8")


@dataclass(frozen=True, slots=True)
class Source:
    """One text: a file (`path`), a bundled sample (`sample`) or given text (`text`); exactly one of the three.

    `weight_tenths` says how often it counts, in tenths (10 = once, 0 = left out); `encoding` overrides what is
    detected; of a table (JSON Lines, CSV, TSV, Parquet) the texts of one `column` are read, each row a record.
    Raises OptionError for values that exclude each other.

    >>> Source("my notes", text="low lower", weight_tenths=25).label
    'my notes'
    """

    label: str
    path: Path | None = None
    text: str | None = None
    sample: str | None = None
    weight_tenths: int = 10
    language: str | None = None
    encoding: str | None = None
    column: str | None = None

    def __post_init__(self) -> None:
        if sum(origin is not None for origin in (self.path, self.text, self.sample)) != 1:
            raise OptionError(f"The source {self.label} needs a path, a text or a sample: exactly one of them.")
        if not 0 <= self.weight_tenths <= LARGEST_WEIGHT:
            raise OptionError(
                f"The weight of {self.label} must be from 0.1 to 10 in steps of 0.1, or 0 to leave it out."
            )
        if self.sample is not None and self.sample not in SAMPLES:
            hint = did_you_mean(self.sample, SAMPLES)
            raise OptionError(f"There is no sample {self.sample}; there are {' and '.join(SAMPLES)}.{hint}")
        if self.column is not None and (self.path is None or table_kind(self.path) is None):
            raise OptionError(f"{self.label} has no columns: it is no table ({TABLE_SUFFIXES}).")
        if self.encoding is not None:
            check_encoding(self.encoding)

    @property
    def is_parquet(self) -> bool:
        """Whether a library reads it, which knows its encoding and unpacks it."""
        return self.column is not None and self.path is not None and table_kind(self.path) == "parquet"


def source_encoding(source: Source) -> TextEncoding:
    """How the source's bytes are read: as the user says, or as its first 8 KiB look."""
    if source.is_parquet:
        return TextEncoding("utf-8", "Parquet")
    if source.encoding is not None:
        return named(source.encoding, read_source_head(source))
    if source.path is None:
        return _UTF8
    return detect(read_source_head(source), source.label)


def texts(source: Source, size: int = PIECE) -> Iterator[bytes]:
    """All of the source's bytes as valid UTF-8, in pieces of about `size`."""
    codec = source_encoding(source).codec
    return (piece.data for piece in utf8_pieces(raw_pieces(source, size), codec, counts_lines=False))


def rows(source: Source, pieces: Iterator[bytes] | None = None) -> Iterator[Rows]:
    """The rows of a source with a column; from these pieces of UTF-8 if they are read already."""
    assert source.path is not None
    assert source.column is not None
    if pieces is None:
        pieces = iter(()) if source.is_parquet else texts(source)
    return column_rows(source.path, source.column, pieces)


def columns(path: Path, encoding: str | None = None) -> list[str]:
    """The names of a table's columns, to choose from."""
    if table_kind(path) == "parquet":
        return columns_of(path, iter(()))
    return columns_of(path, texts(Source(str(path), path=path, encoding=encoding)))


def examples(path: Path, encoding: str | None = None) -> dict[str, str]:
    """What stands in each column of a table, to choose one by: the first text of each."""
    if table_kind(path) == "parquet":
        return column_examples(path, iter(()))
    return column_examples(path, texts(Source(str(path), path=path, encoding=encoding)))


def likely_column(path: Path) -> str | None:
    """The column of a table that looks most like a text: the one whose example is longest; None where all are empty."""
    found = examples(path)
    return max(found, key=lambda name: len(found[name])) if any(found.values()) else None


def preview(source: Source, characters: int = 2000) -> str:
    """The beginning of the text; rows stand on lines of their own."""
    if source.column is not None:
        first = next(rows(source), Rows())
        starts = [0, *first.ends.tolist()]
        parts = [first.data[start:end] for start, end in zip(starts, first.ends.tolist(), strict=False)]
        return b"\n".join(parts[:characters]).decode()[:characters]
    piece = next(utf8_pieces(iter([read_source_head(source)]), source_encoding(source).codec), None)
    text = piece.data.decode() if piece else ""
    return text[:characters].removesuffix("\N{REPLACEMENT CHARACTER}")


def checked(source: Source) -> Source:
    """The source, if its file is there, is a text and holds something."""
    if source.is_parquet:
        next(rows(source))
        return source
    head = read_source_head(source)
    if not head:
        raise CorpusError(f"{source.label}: the file is empty.")
    if source.column is None and source.path is not None and head.startswith(b"PAR1"):
        names = ", ".join(columns(source.path)) if table_kind(source.path) == "parquet" else "its name should end so"
        raise CorpusError(f"{source.label} is a Parquet table; name the column to read with --column ({names}).")
    beginning = next(utf8_pieces(iter([head]), source_encoding(source).codec))
    if not beginning.data:
        raise CorpusError(f"{source.label}: the file is empty but for its byte order mark.")
    if source.column is not None:
        next(rows(source))
    return source


def sample_path(name: str) -> Path:
    """Where a bundled text stands."""
    return Path(str(resources.files("resources") / "corpora" / f"{name}.txt"))


# Bytes ----------------------------------------------------------------------------------------------------------------


def raw_pieces(source: Source, size: int = PIECE) -> Iterator[bytes]:
    """The source's bytes as they stand in its file, unpacked."""
    path = _file(source)
    if path is not None:
        return byte_pieces(path, size)
    return iter([utf8(source.text or "")[0]])


def read_source_head(source: Source) -> bytes:
    """The first bytes of it."""
    path = _file(source)
    return read_head(path) if path is not None else next(raw_pieces(source))


def source_size(source: Source) -> int:
    """Bytes of it, for progress; where only reading it would tell, an estimate."""
    path = _file(source)
    if path is None:
        return len(utf8(source.text or "")[0])
    return column_size(path, source.column or "") if source.is_parquet else unpacked_size(path)


def source_digest(source: Source) -> str:
    """SHA-256 of its bytes."""
    digest = hashlib.sha256()
    for raw in raw_pieces(source):
        digest.update(raw)
    return digest.hexdigest()


def _file(source: Source) -> Path | None:
    return sample_path(source.sample) if source.sample is not None else source.path

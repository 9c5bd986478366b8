"""Tables: JSON Lines, CSV, TSV and Parquet, read row by row as a stream.

    table_kind     whether a file is one, by its name (`.gz` and `.zst` may stand behind it)
    column_rows    the texts of one column, some thousand rows at a time: each row is a record to learn from
    table_rows     all columns of each row (for parallel texts)
    column_examples    what stands in each column, to choose one by

JSON Lines, CSV and TSV come as pieces of UTF-8, so that their encoding is the caller's matter; Parquet is read by
`pyarrow`, which need not be installed.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from engine.errors import CorpusError
from engine.tables.parquet import column_size, parquet_column, parquet_columns, parquet_rows
from engine.tables.rows import Rows, no_column, no_rows, rows_of
from engine.text_files import utf8

__all__ = [
    "TABLE_SUFFIXES",
    "Row",
    "Rows",
    "column_examples",
    "column_rows",
    "column_size",
    "columns_of",
    "table_kind",
    "table_rows",
]

Row = dict[str, Any]

_KINDS = {
    ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "jsonl", ".csv": "csv", ".tsv": "tsv", ".parquet": "parquet",
}  # fmt: skip
_PACKED = (".gz", ".zst")
TABLE_SUFFIXES = ".jsonl, .csv, .tsv or .parquet"
_DELIMITERS = {"csv": ",;\t", "tsv": "\t"}
_BATCH_ROWS = 4096
_BATCH_BYTES = 1 << 20
_ROWS_TO_FIND_A_COLUMN = 1000
LONGEST_LINE = 1 << 27
"""Bytes of a line of JSON or CSV: a hundred books.  Longer ones are no table, and would take many times their length."""
_MOST_VALUES = 4_000_000
"""Values in a line of JSON: each takes many times the bytes that it is written in."""
_EXAMPLE = 200
"""Characters of an example of a column."""


def table_kind(path: Path) -> str | None:
    """ "jsonl", "csv", "tsv" or "parquet"; None for what is no table."""
    name = path.name.casefold()
    for suffix in _PACKED:
        name = name.removesuffix(suffix)
    return _KINDS.get(Path(name).suffix)


def column_rows(path: Path, column: str, pieces: Iterator[bytes]) -> Iterator[Rows]:
    """The texts of a column.  `pieces` is the file as UTF-8; Parquet does not look at it.

    Raises CorpusError for a damaged row (with its place), a column that is not there, and one that holds no texts.
    """
    if table_kind(path) == "parquet":
        return parquet_column(path, column)
    return _batches(_texts(table_rows(path, pieces), path, column))


def table_rows(path: Path, pieces: Iterator[bytes]) -> Iterator[Row]:
    """Each row of a table as a dict from column to value; in JSON Lines a value may be anything."""
    return _READERS[_kind_of(path)](path, pieces)


def columns_of(path: Path, pieces: Iterator[bytes]) -> list[str]:
    """The names of a table's columns; of JSON Lines those of its first rows."""
    if table_kind(path) == "parquet":
        return parquet_columns(path)
    return list(dict.fromkeys(name for row in islice(table_rows(path, pieces), 100) for name in row))


def column_examples(path: Path, pieces: Iterator[bytes]) -> dict[str, str]:
    """Column -> what its first row that has something holds; "" for a column without texts in the first rows."""
    examples: dict[str, str] = {}
    for row in islice(table_rows(path, pieces), 100):
        for name, value in row.items():
            if not examples.get(name):
                examples[name] = " ".join(value.split())[:_EXAMPLE] if isinstance(value, str) else ""
    return examples


def _kind_of(path: Path) -> str:
    kind = table_kind(path)
    if kind is None:
        raise CorpusError(f"{path} is not a table; its name has to end with {TABLE_SUFFIXES}.")
    return kind


# The texts of a column ------------------------------------------------------------------------------------------------


def _texts(rows: Iterator[Row], path: Path, column: str) -> Iterator[str]:
    """The text of each row, "" for none; the column has to turn up in the first thousand rows."""
    seen: dict[str, None] = {}
    found = False
    number = 0
    for number, row in enumerate(rows, 1):
        found = found or column in row
        seen |= dict.fromkeys(row if not found else ())
        if not found and number >= _ROWS_TO_FIND_A_COLUMN:
            break
        value = row.get(column)
        if value is not None and not isinstance(value, str):
            raise CorpusError(
                f"{path}, row {number:,}: {column} is {_json_type(value)}; expected a text in each row of the column."
            )
        yield value or ""
    if not number:
        raise no_rows(path)
    if not found:
        raise no_column(path, column, list(seen))


def _json_type(value: Any) -> str:
    if isinstance(value, bool):
        return "true or false"
    return {int: "a number", float: "a number", list: "a list", dict: "an object"}.get(type(value), "no text")


def _batches(texts: Iterator[str]) -> Iterator[Rows]:
    """Rows put together until they make a piece that is worth counting at once."""
    parts: list[bytes] = []
    size = rows = replaced = 0
    for text in texts:
        data, surrogates = utf8(text)
        rows += 1
        replaced += surrogates
        size += len(data)
        if data:
            parts.append(data)
        if size >= _BATCH_BYTES or rows >= _BATCH_ROWS:
            yield rows_of(parts, rows, replaced)
            parts, size, rows, replaced = [], 0, 0, 0
    if rows:
        yield rows_of(parts, rows, replaced)


# JSON Lines, CSV, TSV -------------------------------------------------------------------------------------------------


def _json_rows(path: Path, pieces: Iterator[bytes]) -> Iterator[Row]:
    for number, line in enumerate(_lines(path, pieces), 1):
        if not line.strip():
            continue
        if len(line) > _MOST_VALUES and line.count(b",") + line.count(b"[") + line.count(b"{") > _MOST_VALUES:
            raise CorpusError(f"{path}, line {number:,}: more than {_MOST_VALUES:,} values. Is it a table?")
        try:
            row = json.loads(line)
        except RecursionError:
            raise CorpusError(f"{path}, line {number:,}: nested too deep.") from None
        except json.JSONDecodeError as error:
            raise CorpusError(f"{path}, line {number:,}: not JSON ({error.msg}).") from None
        except UnicodeDecodeError as error:
            raise CorpusError(f"{path}, line {number:,}: not JSON ({error}).") from None
        except ValueError:  # Python reads no number of more than 4,300 digits
            raise CorpusError(f"{path}, line {number:,}: a number is too long to be read.") from None
        if not isinstance(row, dict):
            raise CorpusError(f"{path}, line {number:,}: expected an object with a value for each column.")
        yield row


def _lines(path: Path, pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Lines without their LF, which alone ends a line."""
    held: list[bytes] = []
    size = number = 0
    for piece in pieces:
        *lines, rest = piece.split(b"\n")
        if lines:
            yield b"".join([*held, lines[0]])
            yield from lines[1:]
            held, size, number = [], 0, number + len(lines)
        held.append(rest)
        size += len(rest)
        if size > LONGEST_LINE:
            raise _too_long(path, number + 1)
    yield b"".join(held)


def _too_long(path: Path, line: int) -> CorpusError:
    return CorpusError(
        f"{path}, line {line:,}: longer than {LONGEST_LINE / 1e6:,.0f} MB. Is it a table, with a row on each line?"
    )


def _separated_rows(path: Path, pieces: Iterator[bytes]) -> Iterator[Row]:
    """CSV and TSV: names in the first row; a semicolon or a tab may part the columns of a CSV."""
    text = io.TextIOWrapper(io.BufferedReader(_Pieces(pieces)), "utf-8", newline="")
    lines = _text_lines(path, text)
    first = next(lines, "")
    csv.field_size_limit(LONGEST_LINE)  # a row may hold a book; the module's limit of 128 KB is one for all readers
    delimiter = max(_DELIMITERS[_kind_of(path)], key=lambda candidate: _columns_by(first, candidate))
    reader = csv.reader(_chain(first, lines), delimiter=delimiter, strict=True)
    number = 0
    try:
        header = [name.strip() for name in next(reader, [])]
        if len(set(header)) < len(header) or "" in header:
            raise CorpusError(f"{path}, line 1: expected a different name over each column.")
        for number, row in enumerate(filter(None, reader), 2):
            if len(row) != len(header):
                raise CorpusError(f"{path}, row {number:,}: expected {len(header)} columns, found {len(row)}.")
            yield dict(zip(header, row, strict=True))
    except csv.Error as error:
        raise CorpusError(f"{path}, row {max(1, number) + 1:,}: not a row that can be read ({error}).") from None


def _text_lines(path: Path, text: io.TextIOWrapper) -> Iterator[str]:
    """Lines with their ends."""
    number = 0
    while line := text.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            raise _too_long(path, number)
        yield line


def _columns_by(line: str, delimiter: str) -> int:
    return len(next(csv.reader([line], delimiter=delimiter), []))


def _chain(first: str, rest: Iterator[str]) -> Iterator[str]:
    if first:
        yield first
    yield from rest


class _Pieces(io.RawIOBase):
    """A stream of bytes as a file that can be read."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._rest:
            piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._rest = piece
        count = min(len(buffer), len(self._rest))
        buffer[:count] = self._rest[:count]
        self._rest = self._rest[count:]
        return count


_READERS: dict[str, Callable[[Path, Iterator[bytes]], Iterator[Row]]] = {
    "jsonl": _json_rows,
    "csv": _separated_rows,
    "tsv": _separated_rows,
    "parquet": lambda path, pieces: parquet_rows(path),
}

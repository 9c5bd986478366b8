"""Parquet, read by pyarrow where that is installed.

A column's texts are taken straight from Arrow's buffers, which hold UTF-8 end to end: no string is made of them.  A text that
stands in many rows may be stored once, so that a file of some hundred bytes unpacks to any size: how many rows are unpacked at
a time follows from what a row group stores, or from the longest text in its dictionary.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.errors import CorpusError
from engine.tables.rows import Rows, no_column, no_rows, rows_of

_BATCH_ROWS = 1024
_BATCH_BYTES = 1 << 27
"""What a batch unpacks to at most, unless one row is larger."""
_FEW_ROWS = 64
"""With so many at a time reading takes hardly longer; to look into the dictionary takes as long as to read some MB."""


def column_size(path: Path, column: str) -> int:
    """Bytes that a Parquet file's column takes once it is unpacked, for progress."""
    file = _open_parquet(path)
    with _said_of(path):
        place = _place(file, column)
        groups = () if place is None else range(file.num_row_groups)
        return sum(_chunk(file, group, column, place).total_uncompressed_size for group in groups)


def parquet_columns(path: Path) -> list[str]:
    """The names of the columns."""
    return list(_open_parquet(path).schema_arrow.names)


def _open_parquet(path: Path) -> Any:
    try:
        from pyarrow import parquet
    except ImportError:
        raise CorpusError(
            f"{path}: Parquet files are read by pyarrow, which is not installed: pip install 'mergescope[parquet]'."
        ) from None
    if not path.is_file():
        raise CorpusError(f"{path}: there is no such file.")
    with _said_of(path):
        return parquet.ParquetFile(path)


@contextmanager
def _said_of(path: Path) -> Iterator[None]:
    """Inside, what pyarrow complains of becomes a CorpusError; names and texts need not be UTF-8."""
    import pyarrow

    try:
        yield
    except (pyarrow.ArrowException, OSError, UnicodeDecodeError) as error:
        what = str(error).partition("\n")[0].rstrip(".") or type(error).__name__
        raise CorpusError(f"{path} cannot be read as Parquet: {what}.") from None


def _parquet_batches(path: Path, columns: list[str] | None) -> Iterator[Any]:
    file = _open_parquet(path)
    with _said_of(path):
        for rows, groups in _portions(path, file, columns):
            yield from file.iter_batches(rows, row_groups=groups, columns=columns)


def _portions(path: Path, file: Any, columns: list[str] | None) -> Iterator[tuple[int, list[int]]]:
    """How many rows are unpacked at a time, and the row groups that this holds for."""
    from pyarrow import parquet

    read = [field for field in file.schema_arrow if columns is None or field.name in columns]
    texts = [field.name for field in read if _is_text(field.type)]
    dictionaries = parquet.ParquetFile(path, metadata=file.metadata, read_dictionary=texts)

    def surely(group: int) -> int:
        """Rows that are small together, whatever they hold: none is larger than the group; 0 for too few."""
        rows = _BATCH_BYTES // max(1, file.metadata.row_group(group).total_byte_size)
        return min(int(rows), _BATCH_ROWS) if rows >= _FEW_ROWS else 0

    for rows, groups in groupby(range(file.num_row_groups), surely):
        if rows:
            yield rows, list(groups)
            continue
        for group in groups:
            row = sum(_longest(dictionaries, group, column) for column in texts)
            yield max(1, min(_BATCH_ROWS, _BATCH_BYTES // max(1, row))), [group]


def _longest(file: Any, group: int, column: str) -> int:
    """Bytes of the longest text in the dictionary of a row group, or of the usual text where that is larger."""
    chunk = _chunk(file, group, column, _place(file, column))
    usual: int = chunk.total_uncompressed_size // max(1, file.metadata.row_group(group).num_rows)
    batches = file.iter_batches(_FEW_ROWS, row_groups=[group], columns=[column]) if chunk.has_dictionary_page else ()
    for batch in batches:
        dictionary = batch.column(column).dictionary
        if len(dictionary):  # all of it, whichever rows were asked for; none where they all are null
            return max(usual, int(np.diff(_offsets(_large(dictionary))).max()))
    return usual


def _place(file: Any, column: str) -> int | None:
    """Which of the file's columns it is, nested ones counted; None for one that is not there."""
    columns = map(file.schema.column, range(len(file.schema)))
    return next((place for place, found in enumerate(columns) if found.path == found.name == column), None)


def _chunk(file: Any, group: int, column: str, place: int | None) -> Any:
    """What a row group says of a column.

    A row is read first, which fails where the column is encrypted; asked about such a one, pyarrow ends the process.
    """
    next(file.iter_batches(1, row_groups=[group], columns=[column]), None)
    return file.metadata.row_group(group).column(place)


def parquet_rows(path: Path) -> Iterator[dict[str, Any]]:
    """All columns of each row."""
    with _said_of(path):
        for batch in _parquet_batches(path, None):
            yield from batch.to_pylist()


def parquet_column(path: Path, column: str) -> Iterator[Rows]:
    """The texts of a column straight from Arrow's buffers, which hold UTF-8 end to end."""
    schema = _open_parquet(path).schema_arrow
    if column not in schema.names:
        raise no_column(path, column, list(schema.names))
    if schema.names.count(column) > 1:
        raise CorpusError(f"{path}: several columns are called {column}, so none of them can be told.")
    kind = schema.field(column).type
    if not _is_text(kind):
        raise CorpusError(f"{path}: the column {column} holds {kind}; expected texts.")
    empty = True
    for batch in _parquet_batches(path, [column]):
        empty = False
        yield _arrow_rows(batch.column(column))
    if empty:
        raise no_rows(path)


def _is_text(kind: Any) -> bool:
    import pyarrow

    if pyarrow.types.is_dictionary(kind):
        kind = kind.value_type
    types = pyarrow.types
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def _large(array: Any) -> Any:
    """The texts that there are, each unpacked, with offsets of 64 bits."""
    import pyarrow

    texts = array.cast(pyarrow.large_string(), safe=False)
    return texts.drop_null() if texts.null_count else texts  # which copies all of them


def _offsets(texts: Any) -> npt.NDArray[np.int64]:
    """Where each text starts in their buffer, and one more: the end."""
    return np.frombuffer(texts.buffers()[1], np.int64)[texts.offset : texts.offset + len(texts) + 1]


def _arrow_rows(array: Any) -> Rows:
    full = _large(array)
    if not len(full):
        return Rows(rows=len(array), missing=len(array))
    starts, data = _offsets(full), full.buffers()[2]
    text = bytes(memoryview(data)[starts[0] : starts[-1]]) if data is not None else b""
    ends = (starts - starts[0])[1:]
    ends = ends[np.diff(ends, prepend=0) > 0]
    rows = Rows(text, ends, len(array), len(array) - len(ends))
    return rows if _is_whole(rows) else _repaired(rows)


def _is_whole(rows: Rows) -> bool:
    """Whether each row is UTF-8 on its own; Arrow does not look."""
    try:
        rows.data.decode()
    except UnicodeDecodeError:
        return False
    starts = np.frombuffer(rows.data, np.uint8)[rows.ends[:-1]]
    return not bool(((starts & 0xC0) == 0x80).any())


def _repaired(rows: Rows) -> Rows:
    starts = [0, *rows.ends[:-1].tolist()]
    raw = [rows.data[start:end] for start, end in zip(starts, rows.ends.tolist(), strict=True)]
    texts = [part.decode("utf-8", "replace") for part in raw]
    kept = [part.decode("utf-8", "ignore") for part in raw]
    replaced = sum(a.count("\ufffd") - b.count("\ufffd") for a, b in zip(texts, kept, strict=True))
    repaired = rows_of([text.encode() for text in texts], rows.rows, replaced)
    return Rows(repaired.data, repaired.ends, rows.rows, rows.missing, replaced)

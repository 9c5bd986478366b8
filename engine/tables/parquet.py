"""Parquet, read by pyarrow where that is installed.

A column's texts are taken straight from Arrow's buffers, which hold UTF-8 end to end: no string is made of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import CorpusError
from engine.tables.rows import Rows, no_column, no_rows, rows_of

_BATCH_ROWS = 1024
"""A text that stands in many rows may be stored once: a small file unpacks to as many of it as are read at a time."""


def column_size(path: Path, column: str) -> int:
    """Bytes that a Parquet file's column takes once it is unpacked, for progress."""
    metadata = _open_parquet(path).metadata
    chunks = (
        metadata.row_group(g).column(c) for g in range(metadata.num_row_groups) for c in range(metadata.num_columns)
    )
    return sum(chunk.total_uncompressed_size for chunk in chunks if chunk.path_in_schema == column)


def parquet_columns(path: Path) -> list[str]:
    """The names of the columns."""
    return list(_open_parquet(path).schema_arrow.names)


def _open_parquet(path: Path) -> Any:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise CorpusError(
            f"{path}: Parquet files are read by pyarrow, which is not installed: pip install 'mergescope[parquet]'."
        ) from None
    if not path.is_file():
        raise CorpusError(f"{path}: there is no such file.")
    try:
        return parquet.ParquetFile(path)
    except (pyarrow.ArrowException, OSError, UnicodeDecodeError) as error:
        raise _damaged(path, error) from None


def _damaged(path: Path, error: Exception) -> CorpusError:
    what = str(error).partition("\n")[0].rstrip(".") or type(error).__name__
    return CorpusError(f"{path} cannot be read as Parquet: {what}.")


def _parquet_batches(path: Path, columns: list[str] | None) -> Iterator[Any]:
    import pyarrow

    file = _open_parquet(path)
    try:
        yield from file.iter_batches(_BATCH_ROWS, columns=columns)
    except (pyarrow.ArrowException, OSError) as error:
        raise _damaged(path, error) from None


def parquet_rows(path: Path) -> Iterator[dict[str, Any]]:
    """All columns of each row."""
    for batch in _parquet_batches(path, None):
        yield from batch.to_pylist()


def parquet_column(path: Path, column: str) -> Iterator[Rows]:
    """The texts of a column straight from Arrow's buffers, which hold UTF-8 end to end."""
    schema = _open_parquet(path).schema_arrow  # says what is missing where it is pyarrow
    import pyarrow

    if column not in schema.names:
        raise no_column(path, column, list(schema.names))
    if schema.names.count(column) > 1:
        raise CorpusError(f"{path}: several columns are called {column}, so none of them can be told.")
    kind = schema.field(column).type
    if pyarrow.types.is_dictionary(kind):
        kind = kind.value_type
    if not (pyarrow.types.is_string(kind) or pyarrow.types.is_large_string(kind) or pyarrow.types.is_string_view(kind)):
        raise CorpusError(f"{path}: the column {column} holds {kind}; expected texts.")
    empty = True
    for batch in _parquet_batches(path, [column]):
        empty = False
        yield _arrow_rows(batch.column(0))
    if empty:
        raise no_rows(path)


def _arrow_rows(array: Any) -> Rows:
    import pyarrow

    full = array.cast(pyarrow.large_string(), safe=False).drop_null()
    _, offsets, data = full.buffers()
    if not len(full):
        return Rows(rows=len(array), missing=len(array))
    starts = np.frombuffer(offsets, np.int64)[full.offset : full.offset + len(full) + 1]
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

"""Rows: the texts of some consecutive rows of a column, and the refusals that all kinds of tables share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from engine.errors import CorpusError
from engine.suggestions import did_you_mean
from engine.vocabulary import IntArray

_COLUMNS_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Rows:
    """The texts of consecutive rows, end to end as valid UTF-8; `ends` are the offsets where each row's text ends.

    rows         how many rows there were         missing    those of them without a text, which are not in `data`
    replaced     lone surrogates and bytes that are no UTF-8: they became U+FFFD
    """

    data: bytes = b""
    ends: IntArray = field(default_factory=lambda: np.empty(0, np.int64))
    rows: int = 0
    missing: int = 0
    replaced: int = 0


def rows_of(parts: Sequence[bytes], rows: int, replaced: int) -> Rows:
    """The rows of these texts; an empty one is missing."""
    ends = np.cumsum(np.array([len(part) for part in parts], np.int64))
    return Rows(b"".join(parts), ends, rows, rows - len(parts), replaced)


def no_column(path: Path, column: str, columns: Sequence[str]) -> CorpusError:
    """The refusal of a column that a table does not have."""
    more = len(columns) - _COLUMNS_SHOWN
    shown = ", ".join(columns[:_COLUMNS_SHOWN]) + (f" and {more:,} more" if more > 0 else "")
    return CorpusError(f"{path} has no column {column}; it has {shown or 'none'}.{did_you_mean(column, columns)}")


def no_rows(path: Path) -> CorpusError:
    """The refusal of a table that has names of columns at most."""
    return CorpusError(f"{path}: the table has no rows.")

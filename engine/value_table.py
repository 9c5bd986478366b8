"""Table: rows under the names of their columns, to be written as CSV or JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under the names of their columns; None is an empty cell."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    @classmethod
    def of(cls, columns: Iterable[str], rows: Iterable[tuple[Any, ...]]) -> Table:
        return cls(tuple(columns), tuple(rows))

    def csv(self) -> str:
        """As CSV; lines end with CR LF, or a token that is a CR would not be quoted.

        >>> Table(("a", "b"), ((1, None), ("x,y", "\\r"))).csv()
        'a,b\\r\\n1,\\r\\n"x,y","\\r"\\r\\n'
        """
        stream = io.StringIO(newline="")
        writer = csv.writer(stream)
        writer.writerow(self.columns)
        writer.writerows(self.rows)
        return stream.getvalue()

    def dicts(self) -> list[dict[str, Any]]:
        """A mapping a row, for JSON."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


def as_number(count: float) -> float | int:
    """A count as a whole number where it is one: weighted ones are tenths."""
    count = round(float(count), 10)
    return int(count) if count.is_integer() else count

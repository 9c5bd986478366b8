"""Arrays that grow at their end while a training runs.

Column   one array, doubled when it is full: for what is read as a whole (curves)
Chunks   the batches as they came: for wide rows that are read one at a time; nothing is ever copied
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.vocabulary import IntArray


class Column:
    """An array that grows at its end, by doubling."""

    def __init__(self, empty: IntArray) -> None:
        self._data = empty
        self._length = len(empty)

    def extend(self, rows: IntArray) -> None:
        """Put rows behind the last."""
        need = self._length + len(rows)
        if need > len(self._data):
            grown = np.empty((max(need, 2 * len(self._data), 1024), *self._data.shape[1:]), self._data.dtype)
            grown[: self._length] = self._data[: self._length]
            self._data = grown
        self._data[self._length : need] = rows
        self._length = need

    @property
    def rows(self) -> IntArray:
        """All rows: a view that stays as it is when more come."""
        return self._data[: self._length]


class Chunks:
    """Rows in the batches in which they came.

    >>> chunks = Chunks()
    >>> chunks.extend(np.array([[1, 2], [3, 4]])); chunks.extend(np.array([[5, 6]]))
    >>> len(chunks), chunks[2].tolist()
    (3, [5, 6])
    """

    def __init__(self) -> None:
        self._batches: list[npt.NDArray[Any]] = []
        self._ends: list[int] = []

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def extend(self, rows: npt.NDArray[Any]) -> None:
        """Keep a batch behind the last."""
        if len(rows):
            self._batches.append(rows)
            self._ends.append(len(self) + len(rows))

    def __getitem__(self, row: int) -> Any:
        if not 0 <= row < len(self):
            raise IndexError(f"There are {len(self):,} rows; there is no row {row:,}.")
        batch = bisect_right(self._ends, row)
        return self._batches[batch][row - self._ends[batch]]

    def joined(self) -> npt.NDArray[Any]:
        """All rows as one array, for narrow ones; empty if there are none."""
        return np.concatenate(self._batches) if self._batches else np.empty(0)

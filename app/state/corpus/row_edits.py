"""RowEdits: the rows of a corpus as they were before each edit, to be taken back and made again."""

from __future__ import annotations

from collections.abc import Iterator

from app.state.corpus.corpus_rows import Row

Rows = tuple[Row, ...]
_MOST = 100


class RowEdits:
    """Rows are values: an edit makes new ones, and undo gives those before.

    >>> edits = RowEdits()
    >>> edits.begin(()), edits.can_undo, edits.undo(()), edits.can_redo
    (None, True, (), True)
    """

    def __init__(self) -> None:
        self._past: list[Rows] = []
        self._future: list[Rows] = []
        self._last: object = None

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        return bool(self._future)

    @property
    def newest_first(self) -> Iterator[Rows]:
        """The rows before each edit, those before the last one first."""
        return reversed(self._past)

    def begin(self, rows: Rows, part_of: object = None) -> None:
        """These rows are about to change.  Changes that are `part_of` the same, one after the other, are one edit."""
        if part_of is None or part_of != self._last:
            self._past = [*self._past, rows][-_MOST:]
            self._future.clear()
        self._last = part_of

    def end(self) -> None:
        """What changes next is another edit, whatever it is part of."""
        self._last = None

    def undo(self, rows: Rows) -> Rows:
        """The rows before the last edit; these come back with `redo`."""
        self.end()
        self._future.append(rows)
        return self._past.pop()

    def redo(self, rows: Rows) -> Rows:
        """The rows after the edit that was taken back last."""
        self.end()
        self._past.append(rows)
        return self._future.pop()

    def clear(self) -> None:
        """There are other rows: nothing can be taken back."""
        self.end()
        self._past.clear()
        self._future.clear()

"""What stands as one in the list of texts: a text, or the many texts of one folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from app.state.corpus.corpus_rows import Row
from app.translation import counted, translate

MOST_ALONE = 12
"""Texts of one folder that still stand each for itself."""


@dataclass(frozen=True, slots=True)
class Group:
    """Consecutive rows, the first of which is number `first` of all."""

    first: int
    rows: tuple[Row, ...]

    @property
    def is_folder(self) -> bool:
        return len(self.rows) > 1

    @property
    def title(self) -> str:
        return f"{Path(self.rows[0].folder).name}/" if self.is_folder else self.rows[0].title

    @property
    def checked(self) -> bool:
        """Whether any of them is."""
        return any(row.checked for row in self.rows)

    @property
    def weight_tenths(self) -> int:
        return self.rows[0].source.weight_tenths

    @property
    def read(self) -> int:
        """How many have been read."""
        return sum(row.report is not None for row in self.rows)

    @property
    def bytes(self) -> int:
        """Of those that have been read."""
        return sum(row.report.bytes for row in self.rows if row.report is not None)

    @property
    def encodings(self) -> tuple[str, ...]:
        """As what they are read, the most frequent first."""
        titles = [row.report.encoding for row in self.rows if row.report is not None]
        return tuple(sorted(dict.fromkeys(titles), key=titles.count, reverse=True))

    @property
    def columns(self) -> dict[str, str]:
        """Columns that any of them has, with an example of what stands there."""
        return {name: example for row in reversed(self.rows) for name, example in row.columns}

    @property
    def needs_column(self) -> bool:
        """Whether none is a text but by one of its columns."""
        return all(row.source.is_parquet for row in self.rows)

    @property
    def notes(self) -> list[str]:
        """What is odd: all of it for one text; of a folder the first, and how many texts more have something odd."""
        if not self.is_folder:
            return self.rows[0].notes
        odd = [notes for row in self.rows if (notes := row.notes)]
        if not odd:
            return []
        others = len(odd) - 1
        more = counted(
            others,
            translate("corpus_groups", "{:,} more text has something odd."),
            translate("corpus_groups", "{:,} more texts have something odd."),
        )
        return [odd[0][0], *([more] if others else [])]


def groups_of(rows: Sequence[Row]) -> tuple[Group, ...]:
    """The rows as they stand in the list."""
    return tuple(_groups(rows))


def _groups(rows: Sequence[Row]) -> Iterator[Group]:
    first = 0
    for folder, found in groupby(rows, key=lambda row: row.folder):
        together = tuple(found)
        if folder and len(together) > MOST_ALONE:
            yield Group(first, together)
        else:
            yield from (Group(first + place, (row,)) for place, row in enumerate(together))
        first += len(together)

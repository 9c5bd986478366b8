"""The steps of each kind of training as columns over its arrays; nothing is copied, and rows grow.

StepColumns      merges, with how often each pair occurred; or those of a file, which does not say that
AdditionColumns  words taken in whole, with how often each occurs
RoundColumns     rounds, with the pieces before and after each and its likelihood
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from app.translation import later, translate

Finder = Callable[[bytes, int], int | None]
"""The next step behind another one whose token holds some bytes."""


COUNT_TITLES = (
    later("step_columns", "Step"),
    later("step_columns", "Merge"),
    later("step_columns", "Count"),
    later("step_columns", "Tied"),
)
MERGE_TITLES = (*COUNT_TITLES[:2], "", "")
"""Of merges whose counts nobody knows."""


@dataclass(frozen=True, slots=True)
class StepColumns:
    """Steps from 1 on: (n, 2) ids of the merged parts, counts (times `scale`) and tied pairs (both may be empty: not known),
    and the bytes behind an id."""

    parts: npt.NDArray[np.integer]
    counts: npt.NDArray[np.integer]
    tied: npt.NDArray[np.integer]
    token: Callable[[int], bytes]
    scale: int = 1
    titles: tuple[str, ...] = COUNT_TITLES
    finder: Finder | None = None

    def __len__(self) -> int:
        return len(self.parts)

    def pair(self, step: int) -> tuple[bytes, ...]:
        """Both parts of a step, counted from 1."""
        left, right = self.parts[step - 1].tolist()
        return self.token(left), self.token(right)

    def words(self, step: int) -> str:
        """What the step does, where it is not told by chips."""
        return ""

    def count(self, step: int) -> float:
        return int(self.counts[step - 1]) / self.scale if step <= len(self.counts) else 0

    def ties(self, step: int) -> int:
        """Pairs with the winning count; 1 where it was alone or ties were not recorded."""
        return int(self.tied[step - 1]) if step <= len(self.tied) else 1

    def continues(self, old: ListColumns) -> bool:
        """Whether these rows begin with the old ones."""
        count = len(old)
        if not isinstance(old, StepColumns) or not len(self) >= count > 0:
            return False
        return old.titles == self.titles and bool(np.array_equal(old.parts, self.parts[:count]))


@dataclass(frozen=True, slots=True)
class AdditionColumns:
    """Words taken in whole: their texts, counts (times `scale`), and how many were equally frequent."""

    pieces: Sequence[bytes]
    counts: npt.NDArray[np.integer]
    tied: npt.NDArray[np.integer]
    scale: int = 1
    titles: tuple[str, ...] = (
        later("step_columns", "Step"),
        later("step_columns", "Word"),
        later("step_columns", "Count"),
        later("step_columns", "Tied"),
    )

    def __len__(self) -> int:
        return len(self.pieces)

    def pair(self, step: int) -> tuple[bytes, ...]:
        """The word of a step."""
        return (self.pieces[step - 1],)

    def words(self, step: int) -> str:
        return ""

    def count(self, step: int) -> float:
        return int(self.counts[step - 1]) / self.scale

    def ties(self, step: int) -> int:
        return int(self.tied[step - 1]) if step <= len(self.tied) else 1

    def continues(self, old: ListColumns) -> bool:
        if not isinstance(old, AdditionColumns) or not len(self) >= len(old) > 0:
            return False
        return old.pieces[-1] == self.pieces[len(old) - 1]


@dataclass(frozen=True, slots=True)
class RoundColumns:
    """Rounds: how many pieces stand after each, and the log-likelihood of the corpus by them."""

    sizes: tuple[int, ...]
    likelihoods: tuple[float, ...]
    titles: tuple[str, ...] = (later("step_columns", "Round"), later("step_columns", "Pieces"), "-log L", "")

    def __len__(self) -> int:
        return len(self.sizes)

    def pair(self, step: int) -> tuple[bytes, ...]:
        return ()

    def words(self, step: int) -> str:
        """How many pieces there were and are."""
        after = f"{self.sizes[step - 1]:,}"
        return (
            f"{self.sizes[step - 2]:,} → {after}" if step > 1 else translate("step_columns", "{} seeds").format(after)
        )

    def count(self, step: int) -> float:
        return round(-self.likelihoods[step - 1])

    def ties(self, step: int) -> int:
        return 1

    def continues(self, old: ListColumns) -> bool:
        return isinstance(old, RoundColumns) and 0 < len(old) <= len(self) and self.sizes[: len(old)] == old.sizes


class ListColumns(Protocol):
    """Rows from step 1 on, and how the columns are called."""

    @property
    def titles(self) -> tuple[str, ...]: ...

    def __len__(self) -> int: ...

    def pair(self, step: int) -> tuple[bytes, ...]: ...

    def words(self, step: int) -> str: ...

    def count(self, step: int) -> float: ...

    def ties(self, step: int) -> int: ...

    def continues(self, old: ListColumns) -> bool: ...

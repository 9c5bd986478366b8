"""Where a tokenizer parts from several others on one text.

>>> from engine.presets import load_preset
>>> from engine.reading.differences import Differences, Side
>>> names = "gpt2", "cl100k_base", "o200k_base"
>>> gpt2, *others = (Side(name, load_preset(name), load_preset(name).encode("1234 5")) for name in names)
>>> found = together([Differences(gpt2, other) for other in others])
>>> found.lacked_by.tolist(), found.others, found.starts.tolist()
([2, 2, 2], 2, [0, 4])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.reading.differences import Differences
from engine.vocabulary import IntArray


@dataclass(frozen=True, eq=False, slots=True)
class Together:
    """`lacked_by` says of each token how many of the `others` have none like it; `starts` are the first bytes of the places
    where at least one parts, ascending."""

    lacked_by: npt.NDArray[np.uint8]
    others: int
    starts: IntArray

    @property
    def tokens(self) -> int:
        """Tokens that at least one of the others lacks."""
        return int(np.count_nonzero(self.lacked_by))

    def place_after(self, byte: int, step: int) -> int:
        """The first byte of the next place behind this byte, or with `step` -1 of the one before, around the end."""
        side, shift = ("right", 0) if step > 0 else ("left", -1)
        at = int(self.starts.searchsorted(byte, side)) + shift  # type: ignore[call-overload]
        return int(self.starts[at % len(self.starts)])


def together(found: Sequence[Differences]) -> Together:
    """Of the same text; there is at least one."""
    lacked_by = np.zeros(len(found[0].mine), np.uint8)
    for differences in found:
        lacked_by += differences.mine
    return Together(lacked_by, len(found), np.unique(np.concatenate([differences.starts for differences in found])))

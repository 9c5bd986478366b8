"""Pieces of several characters as the Unigram trainer's loops walk them.

The pieces that start at a place are the deepest node there and its ancestors (see suffix_tree.py), one row each.  How many
there are stands in the row of the deepest one: a loop that knows beforehand when it will end is nearly twice as fast as one
that finds out where a chain stops.

Everywhere `base` is how many single characters there are, symbol 0 (unknown) included: piece `k` of more than one
character has number `base + k` among the scores.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from engine.kernels import inlined_kernel, kernel
from engine.vocabulary import IntArray

Int = Any  # a number in a kernel: a Python int or a numpy one, as numba has it
Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.void]

ROW = np.dtype(
    [
        ("weight", np.float64),  # its probability or score
        ("parent", np.uint32),  # the way on along the chain; nothing that can be followed in the chain's last row
        ("length", np.uint16),  # its characters
        ("depth", np.uint16),  # rows from here to the end of the chain, this one included
    ],
    align=True,
)

LONGEST_PIECE = 64
"""No piece has more characters."""
ROWS_AHEAD = 12
"""Rows are asked for this many places before they are needed."""


@kernel
def fill_rows(
    parents: IntArray, lengths: IntArray, scores: Floats, base: Int, tilt: float, linear: bool, rows: Rows
) -> None:
    """One row a piece: tilted probabilities, or the scores as they are.  A parent comes before its children."""
    for piece in range(parents.shape[0]):
        score = scores[base + piece]
        parent = parents[piece]
        rows[piece]["weight"] = np.exp(score + tilt * lengths[piece]) if linear else score
        rows[piece]["parent"] = parent if parent >= 0 else 0
        rows[piece]["length"] = lengths[piece]
        rows[piece]["depth"] = rows[parent]["depth"] + 1 if parent >= 0 else 1


@inlined_kernel
def depth_of(rows: Rows, piece: Int) -> Int:
    """How many pieces start where this is the longest one; -1 is none."""
    return np.int64(rows[piece]["depth"]) if piece >= 0 else np.int64(0)

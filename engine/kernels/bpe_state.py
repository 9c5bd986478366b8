"""The records that the byte-pair trainer's loops share: cells, pairs, candidates, and one record of counters.

    CELL         one symbol of one distinct word, and what the word weighs
    PAIR         one row of the pair table
    CANDIDATE    a pair with a count that orders it
    ORDERED      a tied pair with the number by which a tie rule orders it
    NEIGHBOUR    what one merge does to the pairs of one neighbouring token
    OCCURRENCE   one place that was merged, and what now stands beside it
    PIECE        where a token's symbols are, and its first symbols as one number
    STATE        all counters and limits, by name

Arrays that belong together travel as named tuples: the corpus, the candidates, the level, the tokens, the neighbours, the
probes' lists, and the columns that a slice of steps is written to.

A pair of ids is one whole number, its key: left id in the upper half, right id in the lower.  Keys in numeric order are
pairs in the order of their ids.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.kernels import inlined_kernel, inner_kernel, lean_kernel
from engine.vocabulary import IntArray

Records = npt.NDArray[np.void]
State = Any
"""One record of type STATE; compiled code passes it by reference."""

CELL = np.dtype([("token", np.int32), ("weight", np.int32)], align=True)
PAIR = np.dtype(
    [
        ("key", np.int64),  # plus one, so that zero is an empty row
        ("count", np.int64),  # exact at all times; zero once merged or gone
        ("start", np.int64),  # its places are `places[start:start + length]`, ascending; some have gone stale
        ("length", np.int64),
    ]
)
CANDIDATE = np.dtype([("count", np.int64), ("key", np.int64)])
NEIGHBOUR = np.dtype(
    [
        # what its pair with the merged token's part loses, then what its pair with the new token has
        ("weight", np.int64),
        ("places", np.int64),  # how often it stands beside the new token, then where the next such place is written
    ]
)
OCCURRENCE = np.dtype([("place", np.int32), ("left", np.int32), ("right", np.int32)], align=True)
ORDERED = np.dtype([("order", np.int64), ("key", np.int64)])
PIECE = np.dtype([("start", np.int64), ("prefix", np.uint64)])

STATE = np.dtype(
    [
        (name, np.int64)
        for name in (
            # the run
            "base",  # base symbols; the piece of step k is base + k - 1
            "tokens",  # ids in use
            "symbols_used",  # symbols of all tokens end to end
            "symbol_bits",  # bits of one symbol in a prefix
            "minimum",  # pairs that occur less often are never stored
            "rule",  # the tie rule that decides
            "corpus_tokens",  # tokens of the corpus by weight
            "done",  # steps done since the slice began
            "work",  # places looked at since the slice began
            # what is recorded
            "levels",  # 1: the tied pairs are followed (needed to record, and for every rule but the smallest ids)
            "recording",  # 1: ties, choices and candidates of each step are written down
            "languages",  # probe languages
            # pair table and places
            "rows_used",
            "places_used",
            # candidates
            "pending_size",
            "heap_size",
            "threshold",  # pairs that occur at least as often are in heap or window
            "window_head",
            "window_size",
            "window_limit",  # at most so many pairs stand in the window
            "bound_count",  # the window holds all pairs up to (bound_count, bound_key) and no other
            "bound_key",
            # level
            "level",  # the highest count
            "tied",  # pairs that have it, 0: no level is open
            "waiting",  # pairs of the level that are not yet ordered by the rules
            "ordered",  # pairs of the level that have been ordered so far
            # one merge
            "winner",  # the key of the pair that is merged
            "winner_count",
            "left_size",  # distinct neighbours met
            "right_size",
            "merged",  # places merged
            "merged_weight",
            "side_by_side",  # weight of the places that the new token itself follows
            "languages_met",
            "room",  # pairs that the step at hand can bring at most
        )
    ]
)


class Corpus(NamedTuple):
    cells: Records
    table: Records
    places: IntArray


class Candidates(NamedTuple):
    pending: Records
    heap: Records
    window: Records


class Level(NamedTuple):
    waiting: IntArray
    orders: Records  # a heap for each rule but the first
    sizes: IntArray


class Tokens(NamedTuple):
    lengths: IntArray
    pieces: Records
    symbols: IntArray  # base symbols of all tokens end to end


class Neighbours(NamedTuple):
    left: Records  # by id
    right: Records
    left_met: IntArray  # the ids met
    right_met: IntArray
    occurrences: Records


class ProbeLists(NamedTuple):
    """Word lists of (language, times) for probe words of several languages, and what a merge takes from each language."""

    starts: IntArray
    rows: IntArray
    lowered: IntArray
    met: IntArray


class Columns(NamedTuple):
    """Where a slice writes its steps."""

    parts: IntArray
    counts: IntArray
    corpus_tokens: IntArray
    tied: IntArray
    choices: IntArray
    candidates: IntArray
    candidate_counts: IntArray
    probe_rows: IntArray
    probe_languages: IntArray
    probe_deltas: IntArray


NO_COUNT = 1 << 62
"""More than any count."""
ON_LEFT, ON_RIGHT = np.bool_(True), np.bool_(False)
"""Where a neighbour stands; Python's own constants would make numba compile a function once for each."""


@lean_kernel
def key_of(left: int, right: int) -> int:
    """Two ids as one number."""
    return (np.int64(left) << 32) | np.int64(right)


@inlined_kernel
def key_beside(token: int, neighbour: int, on_left: bool) -> int:
    """The key of the pair that a token forms with a neighbour on its left, or on its right."""
    return key_of(neighbour, token) if on_left else key_of(token, neighbour)


@inner_kernel
def left_of(key: int) -> int:
    """The left id of a key."""
    return np.int64(key) >> 32


@inner_kernel
def right_of(key: int) -> int:
    """The right id of a key."""
    return np.int64(key) & 0xFFFFFFFF


def aligned_zeros(size: int, dtype: np.dtype[Any]) -> Records:
    """Zeroed records that start at a cache line, so that a row of 32 bytes never straddles two."""
    memory = np.empty(size * dtype.itemsize + 64, np.uint8)  # not zeros(): numpy asks for huge pages for this one
    memory[:] = 0
    start = -memory.ctypes.data % 64
    return memory[start : start + size * dtype.itemsize].view(dtype)


def longer(records: npt.NDArray[Any], size: int) -> npt.NDArray[Any]:
    """The same with room for `size` along the last axis; what is new is not set."""
    grown = np.empty((*records.shape[:-1], size), records.dtype)
    grown[..., : records.shape[-1]] = records
    return grown

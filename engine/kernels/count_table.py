"""The table of distinct pre-tokens and how often each was met.

It is open addressing with rows of four words, half a cache line:

    key, key     the bytes of a word of up to 16 (see keys.py); of a longer one its hash, and where it is in the arena
    place        position of its first appearance << 8 | its length, or LONG
    count        0: the row is free

The arena holds words longer than 16 bytes: eight bytes of length, then the word.  So no table refers to the text, and a
corpus can be counted block by block.  What fills a table stands in count.py; here tables are added up and read.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.kernels import inner_allocating_kernel, inner_kernel, kernel, lean_kernel
from engine.kernels.intrinsics import load64, prefetch, store64
from engine.kernels.keys import SHORT, copy_bytes, hash_of_key, key_of, same_bytes
from engine.model import PADDING
from engine.vocabulary import ByteArray, IntArray

Words64 = npt.NDArray[np.uint64]

LONG = np.uint64(255)
ROW = 4
"""Words of a row."""
PLACE, COUNT = 2, 3
FRONT_BITS = 12
PLACE_SHIFT = np.uint64(8)
ZERO = np.uint64(0)
ROOM = 64
"""Rows that may be added before anybody looks whether the table is too full."""
_ROWS_AHEAD = 16
USED, ARENA_USED, PRE_TOKENS = range(3)


class Counter(NamedTuple):
    """What one thread counts into.  `state`: rows used, bytes of the arena used, pre-tokens counted."""

    table: Words64
    front: Words64
    arena: ByteArray
    state: npt.NDArray[np.int64]


def new_counter(rows: int = 1 << 12) -> Counter:
    """An empty one; `rows` is a power of two."""
    return Counter(
        np.zeros(rows * ROW, np.uint64),
        np.zeros(ROW << FRONT_BITS, np.uint64),
        np.zeros(1 << 12, np.uint8),
        np.zeros(3, np.int64),
    )


def counts_of(counter: Counter, data: ByteArray, starts: IntArray, lengths: IntArray) -> npt.NDArray[np.int64]:
    """How often a folded counter has each of these words; 0 for one that it has not met."""
    counts = np.zeros(len(starts), np.int64)
    _look_up(counter.table, counter.arena, data, starts, lengths, counts)
    return counts


def fold(counters: list[Counter]) -> Counter:
    """One counter with the sums of all, its front table emptied; the first appearance of a word is the least of all."""
    sums = max(counters, key=lambda counter: int(counter.state[USED]))
    pre_tokens = sum(int(counter.state[PRE_TOKENS]) for counter in counters)
    table, arena = _add_rows(sums.front, sums.arena, sums.table, sums.arena, sums.state)
    for counter in counters:
        if counter is not sums:
            table, arena = _add_rows(counter.front, counter.arena, table, arena, sums.state)
            table, arena = _add_rows(counter.table, counter.arena, table, arena, sums.state)
    sums.state[PRE_TOKENS] = pre_tokens
    return Counter(table, np.zeros(0, np.uint64), arena, sums.state)


class Words(NamedTuple):
    """Distinct words end to end, with `PADDING` behind the last, and the last column of their rows."""

    data: ByteArray
    starts: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int64]


def words_in_order(counter: Counter) -> Words:
    """What a folded counter holds, in the order of first appearance."""
    used = int(counter.state[USED])
    rows, places = np.empty(used, np.int64), np.empty(used, np.int64)
    _list_rows(counter.table, rows, places)
    rows = rows[np.argsort(places)]  # all differ
    lengths, counts = np.empty(used, np.int64), np.empty(used, np.int64)
    _read_rows(counter.table, counter.arena, rows, lengths, counts)
    starts = np.cumsum(lengths) - lengths
    data = np.zeros(int(lengths.sum()) + PADDING, np.uint8)
    _write_words(counter.table, counter.arena, rows, starts, lengths, data)
    return Words(data, starts, lengths, counts)


# The table ----------------------------------------------------------------------------------------------------------


@inner_kernel
def _row_hash(rows: Words64, at: int) -> np.uint64:
    """The hash of the row at `at`; a long word's second key word says where it stands and is left out."""
    tag = rows[at + PLACE] & LONG
    return hash_of_key(rows[at], ZERO if tag == LONG else rows[at + 1], np.int64(tag))


@inner_kernel
def _find_short(table: Words64, key0: np.uint64, key1: np.uint64, length: np.uint64, hashed: np.uint64) -> int:
    """Where the row of a short word is, or the free row where it belongs."""
    mask = np.uint64(table.shape[0] // ROW - 1)
    row = hashed & mask
    while True:
        at = np.int64(row) * ROW
        if table[at + COUNT] == ZERO:
            return at
        if table[at] == key0 and table[at + 1] == key1 and table[at + PLACE] & LONG == length:
            return at
        row = (row + np.uint64(1)) & mask


@inner_kernel
def _find_long(
    table: Words64, arena: ByteArray, key0: np.uint64, hashed: np.uint64, data: ByteArray, start: int, length: int
) -> int:
    """The same for a word of more than 16 bytes that stands in `data`."""
    mask = np.uint64(table.shape[0] // ROW - 1)
    row = hashed & mask
    while True:
        at = np.int64(row) * ROW
        if table[at + COUNT] == ZERO:
            return at
        if table[at] == key0 and table[at + PLACE] & LONG == LONG:
            kept = np.int64(table[at + 1])
            if np.int64(load64(arena, kept)) == length and same_bytes(data, start, arena, kept + 8, length):
                return at
        row = (row + np.uint64(1)) & mask


@inner_allocating_kernel
def roomy_table(table: Words64, used: int) -> Words64:
    """The table, or one of twice its size, so that `ROOM` more rows leave it at most half full."""
    rows = table.shape[0] // ROW
    if 2 * (used + ROOM) <= rows:
        return table
    grown = np.zeros(2 * rows * ROW, np.uint64)
    mask = np.uint64(2 * rows - 1)
    for at in range(0, table.shape[0], ROW):
        if table[at + COUNT] == ZERO:
            continue
        row = _row_hash(table, at) & mask
        while grown[np.int64(row) * ROW + COUNT] != ZERO:
            row = (row + np.uint64(1)) & mask
        for word in range(ROW):
            grown[np.int64(row) * ROW + word] = table[at + word]
    return grown


@inner_allocating_kernel
def _keep_long(arena: ByteArray, used: int, data: ByteArray, start: int, length: int) -> tuple[ByteArray, int]:
    """Copy a long word to the end of the arena; returns the arena, perhaps a larger one, and what is used of it then."""
    need = used + 8 + length
    if need + PADDING > arena.shape[0]:
        grown = np.zeros(2 * (need + PADDING), np.uint8)
        copy_bytes(arena, 0, grown, 0, used)
        arena = grown
    store64(arena, used, np.uint64(length))
    copy_bytes(data, start, arena, used + 8, length)
    return arena, need


@inner_kernel
def add_short(
    table: Words64, key0: np.uint64, key1: np.uint64, place: np.uint64, count: np.uint64, hashed: np.uint64
) -> int:
    """Add to a short word's count; returns the rows this took, 0 or 1."""
    at = _find_short(table, key0, key1, place & LONG, hashed)
    if table[at + COUNT] != ZERO:
        table[at + COUNT] += count
        table[at + PLACE] = min(table[at + PLACE], place)  # of equal lengths the smaller one is the earlier one
        return 0
    table[at] = key0
    table[at + 1] = key1
    table[at + PLACE] = place
    table[at + COUNT] = count
    return 1


@inner_allocating_kernel
def add_long(
    table: Words64,
    arena: ByteArray,
    state: IntArray,
    key0: np.uint64,
    place: np.uint64,
    count: np.uint64,
    hashed: np.uint64,
    data: ByteArray,
    start: int,
    length: int,
) -> ByteArray:
    """Add to a long word's count; returns the arena, perhaps a larger one."""
    at = _find_long(table, arena, key0, hashed, data, start, length)
    if table[at + COUNT] != ZERO:
        table[at + COUNT] += count
        table[at + PLACE] = min(table[at + PLACE], place)
        return arena
    table[at] = key0
    table[at + 1] = np.uint64(state[ARENA_USED])
    table[at + PLACE] = place
    table[at + COUNT] = count
    arena, state[ARENA_USED] = _keep_long(arena, state[ARENA_USED], data, start, length)
    state[USED] += 1
    return arena


# Adding up and reading ------------------------------------------------------------------------------------------------


@kernel
def _look_up(
    table: Words64, arena: ByteArray, data: ByteArray, starts: IntArray, lengths: IntArray, counts: IntArray
) -> None:
    for i in range(len(starts)):
        start, length = np.int64(starts[i]), np.int64(lengths[i])
        key0, key1 = key_of(data, start, length)
        if length <= SHORT:
            at = _find_short(table, key0, key1, np.uint64(length), hash_of_key(key0, key1, length))
        else:
            hashed = hash_of_key(key0, ZERO, np.int64(LONG))
            at = _find_long(table, arena, key0, hashed, data, start, length)
        counts[i] = np.int64(table[at + COUNT])


@kernel
def _add_rows(
    rows: Words64, rows_arena: ByteArray, table: Words64, arena: ByteArray, state: IntArray
) -> tuple[Words64, ByteArray]:
    """Add all rows of another table (or front table) and its arena to the table."""
    ahead = _ROWS_AHEAD * ROW
    for at in range(0, rows.shape[0], ROW):
        if at + ahead < rows.shape[0] and rows[at + ahead + COUNT] != ZERO:
            hashed = _row_hash(rows, at + ahead)
            prefetch(table, np.int64(hashed & np.uint64(table.shape[0] // ROW - 1)) * ROW)
        count = rows[at + COUNT]
        if count == ZERO:
            continue
        hashed = _row_hash(rows, at)
        place = rows[at + PLACE]
        if place & LONG == LONG:
            kept = np.int64(rows[at + 1])
            length = np.int64(load64(rows_arena, kept))
            arena = add_long(table, arena, state, rows[at], place, count, hashed, rows_arena, kept + 8, length)
        else:
            state[USED] += add_short(table, rows[at], rows[at + 1], place, count, hashed)
        table = roomy_table(table, state[USED])
    return table, arena


@lean_kernel
def _list_rows(table: Words64, rows: IntArray, places: IntArray) -> None:
    """Where the rows in use start, and where the word of each first appears."""
    size = np.int64(0)
    for at in range(0, table.shape[0], ROW):
        if table[at + COUNT] != ZERO:
            rows[size] = at
            places[size] = np.int64(table[at + PLACE] >> PLACE_SHIFT)
            size += 1


@lean_kernel
def _read_rows(table: Words64, arena: ByteArray, rows: IntArray, lengths: IntArray, counts: IntArray) -> None:
    for i in range(len(rows)):
        if i + _ROWS_AHEAD < len(rows):
            prefetch(table, rows[i + _ROWS_AHEAD])
        at = rows[i]
        tag = table[at + PLACE] & LONG
        lengths[i] = np.int64(load64(arena, np.int64(table[at + 1])) if tag == LONG else tag)
        counts[i] = np.int64(table[at + COUNT])


@kernel
def _write_words(
    table: Words64, arena: ByteArray, rows: IntArray, starts: IntArray, lengths: IntArray, data: ByteArray
) -> None:
    for i in range(len(rows)):
        if i + _ROWS_AHEAD < len(rows):
            prefetch(table, rows[i + _ROWS_AHEAD])
        at = rows[i]
        start, length = starts[i], lengths[i]
        if length > SHORT:
            kept = np.int64(table[at + 1]) + 8
            copy_bytes(arena, kept, data, start, length)
            continue
        # The zeros that this writes behind a word are written over by the next one, or stand in the padding.
        store64(data, start, table[at])
        store64(data, start + 8, table[at + 1])

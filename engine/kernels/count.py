"""Counting distinct pre-tokens: cut, look up, add one.

In front of the table (see count_table.py) stands a small one of one row a slot that stays in the processor's cache.  Nearly
nine pre-tokens in ten are found there and only add to a number; what is pushed out goes to the large table with its count,
64 at a time, each row having been asked for when it was queued.
"""

from __future__ import annotations

import numpy as np

from engine.kernels import inner_allocating_kernel, kernel
from engine.kernels.count_table import (
    COUNT,
    FRONT_BITS,
    LONG,
    PLACE,
    PLACE_SHIFT,
    PRE_TOKENS,
    ROOM,
    ROW,
    USED,
    ZERO,
    Counter,
    Words64,
    add_long,
    add_short,
    roomy_table,
)
from engine.kernels.intrinsics import prefetch
from engine.kernels.keys import SHORT, hash_of_key, key_of
from engine.kernels.scan import fill_ends
from engine.vocabulary import ByteArray, IntArray

_FRONT_SHIFT = np.uint64(64 - FRONT_BITS)
_BATCH = 4096
_QUEUE = ROOM
_QUEUE_COLUMNS = 7
_KEY0, _KEY1, _QUEUED_PLACE, _QUEUED_COUNT, _HASH, _START, _LENGTH = range(_QUEUE_COLUMNS)


def count_stretches(
    pattern: int,
    data: ByteArray,
    starts: IntArray,
    ends: IntArray,
    position: int,
    weight: int,
    classes: ByteArray,
    counter: Counter,
) -> Counter:
    """Count the pre-tokens of the stretches `data[starts[i]:ends[i]]`, each cut on its own, `weight` times.

    `position` is where `data[0]` stands in the whole corpus.  The counter given must not be used again.
    """
    table, arena = _count_stretches(pattern, data, starts, ends, position, np.uint64(weight), classes, *counter)
    return counter._replace(table=table, arena=arena)


def count_pieces(
    data: ByteArray, starts: IntArray, ends: IntArray, position: int, weight: int, counter: Counter
) -> Counter:
    """The same for pre-tokens that are known already: `data[starts[i]:ends[i]]`."""
    table, arena = _count_pieces(
        data, starts, ends, position, np.uint64(weight), counter.table, counter.arena, counter.state
    )
    return counter._replace(table=table, arena=arena)


@inner_allocating_kernel
def _flush(
    queue: Words64, queued: int, data: ByteArray, table: Words64, arena: ByteArray, state: IntArray
) -> tuple[Words64, ByteArray]:
    """Add what is queued to the table."""
    for i in range(queued):
        key0, place, count, hashed = queue[i, _KEY0], queue[i, _QUEUED_PLACE], queue[i, _QUEUED_COUNT], queue[i, _HASH]
        if place & LONG == LONG:
            start, length = np.int64(queue[i, _START]), np.int64(queue[i, _LENGTH])
            arena = add_long(table, arena, state, key0, place, count, hashed, data, start, length)
        else:
            state[USED] += add_short(table, key0, queue[i, _KEY1], place, count, hashed)
    return roomy_table(table, state[USED]), arena


@kernel
def _count_stretches(
    pattern: int,
    data: ByteArray,
    starts: IntArray,
    ends: IntArray,
    position: int,
    weight: np.uint64,
    classes: ByteArray,
    table: Words64,
    front: Words64,
    arena: ByteArray,
    state: IntArray,
) -> tuple[Words64, ByteArray]:
    borders = np.empty(_BATCH, np.int64)
    queue = np.empty((_QUEUE, _QUEUE_COLUMNS), np.uint64)
    queued = np.int64(0)
    table = roomy_table(table, state[USED])
    for stretch in range(len(starts)):
        start = np.int64(starts[stretch])
        end = np.int64(ends[stretch])
        while start < end:
            found, _ = fill_ends(pattern, data, start, end, classes, borders)
            state[PRE_TOKENS] += found
            for i in range(found):
                length = borders[i] - start
                key0, key1 = key_of(data, start, length)
                place = np.uint64(position + start) << PLACE_SHIFT
                if length <= SHORT:
                    hashed = hash_of_key(key0, key1, length)
                    at = np.int64(hashed >> _FRONT_SHIFT) * ROW
                    tag = np.uint64(length)
                    same = front[at] == key0 and front[at + 1] == key1
                    if same and front[at + PLACE] & LONG == tag:
                        front[at + COUNT] += weight
                        start = borders[i]
                        continue
                    # The newcomer takes the slot; what stood there is queued for the table.
                    old0, old1, old_place, count = front[at], front[at + 1], front[at + PLACE], front[at + COUNT]
                    front[at] = key0
                    front[at + 1] = key1
                    front[at + PLACE] = place | tag
                    front[at + COUNT] = weight
                    start = borders[i]
                    if count == ZERO:
                        continue
                    queue[queued, _KEY0] = old0
                    queue[queued, _KEY1] = old1
                    queue[queued, _QUEUED_PLACE] = old_place
                    queue[queued, _QUEUED_COUNT] = count
                    hashed = hash_of_key(old0, old1, np.int64(old_place & LONG))
                else:
                    queue[queued, _KEY0] = key0
                    queue[queued, _QUEUED_PLACE] = place | LONG
                    queue[queued, _QUEUED_COUNT] = weight
                    queue[queued, _START] = np.uint64(start)
                    queue[queued, _LENGTH] = np.uint64(length)
                    hashed = hash_of_key(key0, ZERO, np.int64(LONG))
                    start = borders[i]
                queue[queued, _HASH] = hashed
                prefetch(table, np.int64(hashed & np.uint64(table.shape[0] // ROW - 1)) * ROW)
                queued += 1
                if queued == _QUEUE:
                    table, arena = _flush(queue, queued, data, table, arena, state)
                    queued = np.int64(0)
    return _flush(queue, queued, data, table, arena, state)


@kernel
def _count_pieces(
    data: ByteArray,
    starts: IntArray,
    ends: IntArray,
    position: int,
    weight: np.uint64,
    table: Words64,
    arena: ByteArray,
    state: IntArray,
) -> tuple[Words64, ByteArray]:
    """No front table here: what comes before - normalizing, cutting with gaps - takes longer than it would save."""
    queue = np.empty((_QUEUE, _QUEUE_COLUMNS), np.uint64)
    queued = np.int64(0)
    table = roomy_table(table, state[USED])
    state[PRE_TOKENS] += len(starts)
    for i in range(len(starts)):
        start = np.int64(starts[i])
        length = np.int64(ends[i]) - start
        key0, key1 = key_of(data, start, length)
        tag = np.uint64(length) if length <= SHORT else LONG
        hashed = hash_of_key(key0, key1 if length <= SHORT else ZERO, np.int64(tag))
        queue[queued, _KEY0] = key0
        queue[queued, _KEY1] = key1
        queue[queued, _QUEUED_PLACE] = (np.uint64(position + start) << PLACE_SHIFT) | tag
        queue[queued, _QUEUED_COUNT] = weight
        queue[queued, _HASH] = hashed
        queue[queued, _START] = np.uint64(start)
        queue[queued, _LENGTH] = np.uint64(length)
        prefetch(table, np.int64(hashed & np.uint64(table.shape[0] // ROW - 1)) * ROW)
        queued += 1
        if queued == _QUEUE:
            table, arena = _flush(queue, queued, data, table, arena, state)
            queued = np.int64(0)
    return _flush(queue, queued, data, table, arena, state)

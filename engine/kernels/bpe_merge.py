"""Merging one pre-token: its base symbols are found, then the pair with the lowest rank is merged, again and again.

The base symbols are the bytes, or the characters and an end-of-word mark; from there on all is the same.  The lowest rank is
found by a linear search up to 48 symbols, with a heap above, so that a million equal letters take a moment, not minutes.

A pair's row in the pair table holds `rank << 32 | product`: the lowest value is the lowest rank, and a step limit is one
comparison (`value < limit << 32`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.kernels import inner_allocating_kernel, inner_kernel, kernel, lean_kernel
from engine.kernels.characters import write_symbols
from engine.kernels.intrinsics import multiply_fold
from engine.kernels.whole_tokens import WholeTokens, find_whole, whole_tokens
from engine.vocabulary import ByteArray, IntArray

Int = Any  # a number in a kernel: a Python int or a numpy one, as numba has it

MISSING = 0x7FFFFFFF
"""The id of what cannot be written; no token has it."""
_NO_MERGE = np.int64(1 << 62)
LINEAR_LIMIT = 48  # symbols; above, the heap is faster

_HASH = np.uint64(0xA0761D6478BD642F)


class Tables(NamedTuple):
    """What encoding looks up; the same for every step of a model.

    byte_ids      the id of each byte
    byte_pairs    value of each pair of bytes, at `first << 8 | second`
    characters    the id of each code point up to the highest that has one, -1 for none; empty: the symbols are bytes
    special       the ids of what stands for a character without one (MISSING: nothing does), of the token of byte 0
                  where unknown characters become bytes, and of the end-of-word mark; -1 where there are none
    pairs         open addressing, rows of two: `(left << 32 | right) + 1`, value
    whole         tokens that only a whole pre-token gives
    """

    byte_ids: npt.NDArray[np.int64]
    byte_pairs: npt.NDArray[np.int64]
    characters: npt.NDArray[np.int32]
    special: tuple[int, int, int]
    pairs: npt.NDArray[np.int64]
    whole: WholeTokens


def byte_tables(
    byte_order: IntArray, merges: IntArray, products: IntArray, whole: Sequence[tuple[int, bytes]] = ()
) -> Tables:
    """The tables of a model of bytes; of a pair that is listed twice the first counts."""
    byte_ids = np.empty(256, np.int64)
    byte_ids[byte_order] = np.arange(256)
    pairs = np.zeros(2 * _capacity(len(merges)), np.int64)
    byte_pairs = np.full(1 << 16, _NO_MERGE, np.int64)
    _enter_pairs(merges, products, pairs)
    _enter_byte_pairs(byte_order, pairs, byte_pairs)
    tokens = whole_tokens([token for _, token in whole], np.array([id for id, _ in whole], np.int64))
    return Tables(byte_ids, byte_pairs, np.empty(0, np.int32), (MISSING, -1, -1), pairs, tokens)


def character_tables(
    characters: npt.NDArray[np.int32], special: tuple[int, int, int], merges: IntArray, products: IntArray
) -> Tables:
    """The tables of a model of characters."""
    pairs = np.zeros(2 * _capacity(len(merges)), np.int64)
    _enter_pairs(merges, products, pairs)
    none = np.empty(0, np.int64)
    return Tables(none, none, characters, special, pairs, whole_tokens([], none))


def _capacity(rows: int) -> int:
    """A power of two that leaves half of the table free."""
    return 1 << (2 * rows + 16).bit_length()


# -- the pair table ----------------------------------------------------------------------------------------------------


@inner_kernel
def _pair_slot(pairs: IntArray, key: Int) -> Int:
    return np.int64(multiply_fold(np.uint64(key), _HASH) & np.uint64((pairs.shape[0] >> 1) - 1))


@lean_kernel
def pair_value(pairs: IntArray, left: Int, right: Int) -> Int:
    """`rank << 32 | product` of a pair; beyond all others if it is no merge."""
    key = (np.int64(left) << 32 | np.int64(right)) + 1
    slot = _pair_slot(pairs, key)
    while True:
        found = pairs[2 * slot]
        if found == key:
            return pairs[2 * slot + 1]
        if found == 0:
            return _NO_MERGE
        slot = (slot + 1) & ((pairs.shape[0] >> 1) - 1)


@kernel
def _enter_pairs(merges: IntArray, products: IntArray, pairs: IntArray) -> None:
    for rank in range(merges.shape[0]):
        left = np.int64(merges[rank, 0])
        right = np.int64(merges[rank, 1])
        key = (left << 32 | right) + 1
        slot = _pair_slot(pairs, key)
        while pairs[2 * slot] != 0 and pairs[2 * slot] != key:
            slot = (slot + 1) & ((pairs.shape[0] >> 1) - 1)
        if pairs[2 * slot] == 0:
            pairs[2 * slot] = key
            pairs[2 * slot + 1] = np.int64(rank) << 32 | np.int64(products[rank])


@kernel
def _enter_byte_pairs(byte_order: IntArray, pairs: IntArray, byte_pairs: IntArray) -> None:
    for left in range(256):
        for right in range(256):
            byte_pairs[byte_order[left] << 8 | byte_order[right]] = pair_value(pairs, left, right)


# -- merging -----------------------------------------------------------------------------------------------------------


@inner_allocating_kernel
def merge(
    data: ByteArray,
    start: Int,
    length: Int,
    tables: Tables,
    limit: Int,
    use_whole: bool,
    ids: IntArray,
    values: IntArray,
) -> Int:
    """Ids of one pre-token into `ids`, which has room for `length` + 1; returns how many.  `limit` is `step << 32`."""
    if use_whole:
        whole = find_whole(tables.whole, data, start, length)
        if whole >= 0:
            ids[0] = whole
            return np.int64(1)
    if tables.characters.shape[0] > 0:
        count = _write_characters(data, start, length, tables, ids, values)
    else:
        count = _write_bytes(data, start, length, tables, ids, values)
    if limit == 0:
        return count
    if count <= LINEAR_LIMIT:
        return _merge_linear(count, tables.pairs, limit, ids, values)
    return _merge_with_heap(count, tables.pairs, limit, ids)


@inner_kernel
def _write_bytes(data: ByteArray, start: Int, length: Int, tables: Tables, ids: IntArray, values: IntArray) -> Int:
    """The base symbols, and as far as the linear search goes the value of the pair (i, i + 1) in `values[i]`."""
    for i in range(length):
        ids[i] = tables.byte_ids[data[start + i]]
    if length <= LINEAR_LIMIT:
        for i in range(length - 1):
            values[i] = tables.byte_pairs[np.int64(data[start + i]) << 8 | np.int64(data[start + i + 1])]
    return np.int64(length)


@inner_kernel
def _write_characters(data: ByteArray, start: Int, length: Int, tables: Tables, ids: IntArray, values: IntArray) -> Int:
    """The same for characters."""
    missing, first_byte, mark = tables.special
    count = write_symbols(data, start, start + length, tables.characters, missing, first_byte, mark, ids, 0)
    if count <= LINEAR_LIMIT:
        for i in range(count - 1):
            values[i] = pair_value(tables.pairs, ids[i], ids[i + 1])
    return np.int64(count)


@inner_kernel
def _merge_linear(count: Int, pairs: IntArray, limit: Int, ids: IntArray, values: IntArray) -> Int:
    """Merge the lowest rank, the leftmost first, until none is left; `values[i]` belongs to the pair (i, i + 1)."""
    while count > 1:
        best = np.int64(limit)
        at = -1
        for i in range(count - 1):
            if values[i] < best:
                best = values[i]
                at = i
        if at < 0:
            break
        ids[at] = best & 0xFFFFFFFF
        count -= 1
        for i in range(at + 1, count):
            ids[i] = ids[i + 1]
            values[i] = values[i + 1]
        if at > 0:
            values[at - 1] = pair_value(pairs, ids[at - 1], ids[at])
        if at < count - 1:
            values[at] = pair_value(pairs, ids[at], ids[at + 1])
    return count


@inner_kernel
def _heap_push(heap: IntArray, places: IntArray, size: Int, value: Int, place: Int) -> Int:
    """Sift (value, place) up; smaller values first, then smaller places.  Returns the new size."""
    at = size
    while at > 0:
        parent = (at - 1) >> 1
        if heap[parent] < value or (heap[parent] == value and places[parent] <= place):
            break
        heap[at] = heap[parent]
        places[at] = places[parent]
        at = parent
    heap[at] = value
    places[at] = place
    return size + 1


@inner_kernel
def _heap_pop(heap: IntArray, places: IntArray, size: Int) -> Int:
    """Remove the first entry; returns the new size."""
    size -= 1
    value = heap[size]
    place = places[size]
    at = np.int64(0)
    while True:
        child = 2 * at + 1
        if child >= size:
            break
        right = child + 1
        if right < size and (
            heap[right] < heap[child] or (heap[right] == heap[child] and places[right] < places[child])
        ):
            child = right
        if heap[child] > value or (heap[child] == value and places[child] >= place):
            break
        heap[at] = heap[child]
        places[at] = places[child]
        at = child
    heap[at] = value
    places[at] = place
    return size


@inner_allocating_kernel
def _merge_with_heap(length: Int, pairs: IntArray, limit: Int, ids: IntArray) -> Int:
    """As `_merge_linear`, in n log n: tokens are linked, possible merges wait in a heap and are checked when popped."""
    token = np.empty(length, np.int64)
    following = np.empty(length, np.int64)
    previous = np.empty(length, np.int64)
    heap = np.empty(3 * length, np.int64)
    places = np.empty(3 * length, np.int64)
    size = np.int64(0)
    for i in range(length):
        token[i] = ids[i]
        following[i] = i + 1
        previous[i] = i - 1
    for i in range(length - 1):
        value = pair_value(pairs, token[i], token[i + 1])
        if value < limit:
            size = _heap_push(heap, places, size, value, i)
    while size > 0:
        best = heap[0]
        left = places[0]
        size = _heap_pop(heap, places, size)
        right = following[left]
        # An entry is stale when its left token was swallowed, or either of its tokens has changed since.
        if token[left] < 0 or right >= length or pair_value(pairs, token[left], token[right]) != best:
            continue
        token[left] = best & 0xFFFFFFFF
        token[right] = -1
        following[left] = following[right]
        if following[left] < length:
            previous[following[left]] = left
            value = pair_value(pairs, token[left], token[following[left]])
            if value < limit:
                size = _heap_push(heap, places, size, value, left)
        if previous[left] >= 0:
            value = pair_value(pairs, token[previous[left]], token[left])
            if value < limit:
                size = _heap_push(heap, places, size, value, previous[left])
    count = np.int64(0)
    at = np.int64(0)
    while at < length:
        ids[count] = token[at]
        count += 1
        at = following[at]
    return count

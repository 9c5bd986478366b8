"""The encoder of byte-pair models: pre-tokens in, ids out.

Nearly all pre-tokens of a text were seen before, so their ids come from a cache: a small table that stays in the
processor's cache, then a bounded large one.  Only a pre-token in neither is merged: with a linear search for the lowest
rank up to 48 bytes, with a heap above, so that a million equal letters take a moment, not minutes.

A pair's row in the pair table holds `rank << 32 | product`: the lowest value is the lowest rank, and a step limit is one
comparison (`value < limit << 32`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.kernels import kernel, lean_kernel
from engine.kernels.intrinsics import multiply_fold
from engine.kernels.keys import hash_of_key, key_of, same_bytes
from engine.model import PADDING, padded
from engine.vocabulary import ByteArray, IntArray

Int = Any  # a number in a kernel: a Python int or a numpy one, as numba has it

_NO_MERGE = np.int64(1 << 62)
_LINEAR_LIMIT = 48  # bytes; above, the heap is faster
_SHORT = 16  # bytes that a key holds whole
_CACHED = 128  # bytes; longer pre-tokens are rare, and merged every time
_CACHE_BITS = 18
_FRONT_BITS = 12
_PACKED_ID_BITS = 20
_BLOCK = 1 << 20  # bytes encoded in one call: bounds the room for ids

_HASH = np.uint64(0xA0761D6478BD642F)
_ZERO = np.uint64(0)
_BITS_4 = np.uint64(15)
_BITS_20 = np.uint64((1 << 20) - 1)
_SHIFT_4 = np.uint64(4)
_SHIFT_8 = np.uint64(8)
_SHIFT_24 = np.uint64(24)
_SHIFT_32 = np.uint64(32)
_SHIFT_44 = np.uint64(44)


class Tables(NamedTuple):
    """What encoding looks up; the same for every step of a model.

    byte_ids      the id of each byte
    byte_pairs    value of each pair of bytes, at `first << 8 | second`
    pairs         open addressing, rows of two: `(left << 32 | right) + 1`, value
    whole_rows    open addressing, rows of four: key, key, `start << 32 | length`, id + 1: tokens that only a whole
                  pre-token gives; without rows there are none
    whole_data    their bytes
    """

    byte_ids: npt.NDArray[np.int64]
    byte_pairs: npt.NDArray[np.int64]
    pairs: npt.NDArray[np.int64]
    whole_rows: npt.NDArray[np.uint64]
    whole_data: ByteArray


class Cache(NamedTuple):
    """Pre-tokens seen before, with their ids, for all steps of one model; one thread uses it at a time.

    Rows of four: key, key, `start << 32 | step << 8 | length`, and either up to three packed ids or where the ids stand.
    Bytes of pre-tokens that a key does not hold whole are kept and compared.  A full store empties the cache.
    """

    front: npt.NDArray[np.uint64]
    rows: npt.NDArray[np.uint64]
    ids: npt.NDArray[np.int32]
    data: ByteArray
    used: npt.NDArray[np.int64]

    @classmethod
    def empty(cls) -> Cache:
        """A fresh cache; its 30 MB are only touched as they fill."""
        return cls(
            np.zeros(4 << _FRONT_BITS, np.uint64),
            np.zeros(4 << _CACHE_BITS, np.uint64),
            np.empty(1 << 22, np.int32),
            np.empty((1 << 23) + PADDING, np.uint8),
            np.zeros(2, np.int64),
        )


def build_tables(
    byte_order: IntArray, merges: IntArray, products: IntArray, whole: Sequence[tuple[int, bytes]] = ()
) -> Tables:
    """The tables of a model; of a pair that is listed twice the first counts."""
    byte_ids = np.empty(256, np.int64)
    byte_ids[byte_order] = np.arange(256)
    pairs = np.zeros(2 * _capacity(len(merges)), np.int64)
    byte_pairs = np.full(1 << 16, _NO_MERGE, np.int64)
    _enter_pairs(merges, products, byte_order, pairs, byte_pairs)
    data = padded(b"".join(token for _, token in whole))
    rows = np.zeros(4 * _capacity(len(whole)) if whole else 0, np.uint64)
    start = 0
    for id, token in whole:
        _enter_whole(rows, data, start, len(token), id)
        start += len(token)
    return Tables(byte_ids, byte_pairs, pairs, rows, data)


def encode(
    data: ByteArray, start: int, ends: IntArray, tables: Tables, cache: Cache, step: int, complete: bool
) -> npt.NDArray[np.int32]:
    """Ids of `data[start:ends[-1]]`, cut into pre-tokens at `ends`, by the first `step` merges.

    `complete` says that these are all merges, so that tokens for whole pre-tokens count.
    """
    blocks: list[npt.NDArray[np.int32]] = []
    first = 0
    while first < len(ends):
        last = max(first + 1, int(np.searchsorted(ends, start + _BLOCK, "right")))
        ids = np.empty(int(ends[last - 1]) - start, np.int32)
        count = _encode_block(data, start, ends[first:last], tables, cache, step, complete, ids)
        blocks.append(ids[:count] if first == 0 and last == len(ends) else ids[:count].copy())
        start, first = int(ends[last - 1]), last
    return blocks[0] if len(blocks) == 1 else np.concatenate([*blocks, np.empty(0, np.int32)])


def segment(
    data: ByteArray, starts: IntArray, lengths: IntArray, tables: Tables, step: int
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
    """Ids of many words by the first `step` merges, end to end, and how many each word has; no cache is touched."""
    ids = np.empty(int(lengths.sum()), np.int32)
    counts = np.empty(len(starts), np.int64)
    total = _segment_words(data, starts, lengths, tables, step, ids, counts)
    return ids[:total], counts


def _capacity(rows: int) -> int:
    """A power of two that leaves half of the table free."""
    return 1 << (2 * rows + 16).bit_length()


# -- the pair table ----------------------------------------------------------------------------------------------------


@lean_kernel
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
def _enter_pairs(
    merges: IntArray, products: IntArray, byte_order: IntArray, pairs: IntArray, byte_pairs: IntArray
) -> None:
    for rank in range(merges.shape[0]):
        left = np.int64(merges[rank, 0])
        right = np.int64(merges[rank, 1])
        value = np.int64(rank) << 32 | np.int64(products[rank])
        key = (left << 32 | right) + 1
        slot = _pair_slot(pairs, key)
        while pairs[2 * slot] != 0 and pairs[2 * slot] != key:
            slot = (slot + 1) & ((pairs.shape[0] >> 1) - 1)
        if pairs[2 * slot] == key:
            continue
        pairs[2 * slot] = key
        pairs[2 * slot + 1] = value
        if left < 256 and right < 256:
            byte_pairs[byte_order[left] << 8 | byte_order[right]] = value


# -- tokens for whole pre-tokens ---------------------------------------------------------------------------------------


@kernel
def _enter_whole(rows: IntArray, data: ByteArray, start: Int, length: Int, id: Int) -> None:
    key0, key1 = key_of(data, start, length)
    mask = (rows.shape[0] >> 2) - 1
    slot = np.int64(hash_of_key(key0, key1, length) & np.uint64(mask))
    while rows[4 * slot + 3] != _ZERO:
        slot = (slot + 1) & mask
    rows[4 * slot] = key0
    rows[4 * slot + 1] = key1
    rows[4 * slot + 2] = np.uint64(start) << _SHIFT_32 | np.uint64(length)
    rows[4 * slot + 3] = np.uint64(id + 1)


@lean_kernel
def _whole_token(tables: Tables, data: ByteArray, start: Int, length: Int) -> Int:
    """The id of the token that this pre-token is as a whole, -1 if there is none."""
    rows = tables.whole_rows
    key0, key1 = key_of(data, start, length)
    mask = (rows.shape[0] >> 2) - 1
    slot = np.int64(hash_of_key(key0, key1, length) & np.uint64(mask))
    while rows[4 * slot + 3] != _ZERO:
        place = rows[4 * slot + 2]
        same_length = np.int64(place & np.uint64(0xFFFFFFFF)) == length
        if rows[4 * slot] == key0 and rows[4 * slot + 1] == key1 and same_length:
            at = np.int64(place >> _SHIFT_32)
            if length <= _SHORT or same_bytes(data, start, tables.whole_data, at, length):
                return np.int64(rows[4 * slot + 3]) - 1
        slot = (slot + 1) & mask
    return np.int64(-1)


# -- merging -----------------------------------------------------------------------------------------------------------


@kernel
def _merge(
    data: ByteArray,
    start: Int,
    length: Int,
    tables: Tables,
    limit: Int,
    use_whole: bool,
    ids: IntArray,
    values: IntArray,
) -> Int:
    """Ids of one pre-token into `ids`, which has room for `length`; returns how many.  `limit` is `step << 32`."""
    if use_whole:
        whole = _whole_token(tables, data, start, length)
        if whole >= 0:
            ids[0] = whole
            return np.int64(1)
    if length <= _LINEAR_LIMIT:
        return _merge_linear(data, start, length, tables, limit, ids, values)
    return _merge_with_heap(data, start, length, tables, limit, ids)


@lean_kernel
def _merge_linear(
    data: ByteArray, start: Int, length: Int, tables: Tables, limit: Int, ids: IntArray, values: IntArray
) -> Int:
    """Merge the lowest rank, the leftmost first, until none is left; `values[i]` belongs to the pair (i, i + 1)."""
    pairs = tables.pairs
    for i in range(length):
        ids[i] = tables.byte_ids[data[start + i]]
    for i in range(length - 1):
        values[i] = tables.byte_pairs[np.int64(data[start + i]) << 8 | np.int64(data[start + i + 1])]
    count = np.int64(length)
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


@lean_kernel
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


@lean_kernel
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


@kernel
def _merge_with_heap(data: ByteArray, start: Int, length: Int, tables: Tables, limit: Int, ids: IntArray) -> Int:
    """As `_merge_linear`, in n log n: tokens are linked, possible merges wait in a heap and are checked when popped."""
    pairs = tables.pairs
    token = np.empty(length, np.int64)
    following = np.empty(length, np.int64)
    previous = np.empty(length, np.int64)
    heap = np.empty(3 * length, np.int64)
    places = np.empty(3 * length, np.int64)
    size = np.int64(0)
    for i in range(length):
        token[i] = tables.byte_ids[data[start + i]]
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


@kernel
def _segment_words(
    data: ByteArray, starts: IntArray, lengths: IntArray, tables: Tables, step: Int, ids: IntArray, counts: IntArray
) -> Int:
    longest = np.int64(1)
    for word in range(lengths.shape[0]):
        longest = max(longest, np.int64(lengths[word]))
    work = np.empty(longest, np.int64)
    values = np.empty(_LINEAR_LIMIT, np.int64)
    total = np.int64(0)
    limit = np.int64(step) << 32
    for word in range(starts.shape[0]):
        count = _merge(data, starts[word], lengths[word], tables, limit, False, work, values)
        for i in range(count):
            ids[total + i] = work[i]
        counts[word] = count
        total += count
    return total


# -- the cache ---------------------------------------------------------------------------------------------------------


@lean_kernel
def _keep(cache: Cache, data: ByteArray, start: Int, length: Int, ids: IntArray, count: Int) -> tuple[Int, Int]:
    """What a cache row says of a pre-token: (start of its kept bytes, packed ids or where its ids stand)."""
    if cache.used[0] + _CACHED > cache.ids.shape[0] or cache.used[1] + _CACHED + PADDING > cache.data.shape[0]:
        cache.front[:] = _ZERO
        cache.rows[:] = _ZERO
        cache.used[:] = 0
    bytes_at = cache.used[1]
    if length > _SHORT:
        for i in range(length):
            cache.data[bytes_at + i] = data[start + i]
        cache.used[1] += length
    packed = np.uint64(count)
    small = count <= 3
    for i in range(count):
        small = small and ids[i] < (1 << _PACKED_ID_BITS)
    if small:
        for i in range(count):
            packed |= np.uint64(ids[i]) << np.uint64(4 + _PACKED_ID_BITS * i)
        return np.uint64(bytes_at), packed
    ids_at = cache.used[0]
    for i in range(count):
        cache.ids[ids_at + i] = ids[i]
    cache.used[0] += count
    return np.uint64(bytes_at), np.uint64(ids_at) << _SHIFT_24 | np.uint64(count) << _SHIFT_4


@lean_kernel
def _put_ids(cache: Cache, entry: Int, out: IntArray, at: Int) -> Int:
    """Write the ids of a cache row's last field to `out[at:]`; returns the new end."""
    count = np.int64(entry & _BITS_4)
    if count > 0:
        out[at] = np.int32((entry >> _SHIFT_4) & _BITS_20)
        if count > 1:
            out[at + 1] = np.int32((entry >> _SHIFT_24) & _BITS_20)
            if count > 2:
                out[at + 2] = np.int32(entry >> _SHIFT_44)
        return at + count
    count = np.int64((entry >> _SHIFT_4) & _BITS_20)
    first = np.int64(entry >> _SHIFT_24)
    for i in range(count):
        out[at + i] = cache.ids[first + i]
    return at + count


@kernel
def _encode_block(
    data: ByteArray,
    start: Int,
    ends: IntArray,
    tables: Tables,
    cache: Cache,
    step: Int,
    complete: bool,
    out: IntArray,
) -> Int:
    limit = np.int64(step) << 32
    use_whole = complete and tables.whole_rows.shape[0] > 0
    ids = np.empty(_CACHED, np.int64)
    values = np.empty(_LINEAR_LIMIT, np.int64)
    front = cache.front
    rows = cache.rows
    step_bits = np.uint64(step) << _SHIFT_8
    total = np.int64(0)
    begin = np.int64(start)
    for index in range(ends.shape[0]):
        end = ends[index]
        length = end - begin
        if length > _CACHED:
            long_ids = np.empty(length, np.int64)
            count = _merge(data, begin, length, tables, limit, use_whole, long_ids, values)
            for i in range(count):
                out[total + i] = long_ids[i]
            total += count
            begin = end
            continue
        key0, key1 = key_of(data, begin, length)
        hashed = hash_of_key(key0, key1, length)
        tag = step_bits | np.uint64(length)
        near = 4 * np.int64(hashed >> np.uint64(64 - _FRONT_BITS))
        if length <= _SHORT and front[near] == key0 and front[near + 1] == key1 and front[near + 2] == tag:
            total = _put_ids(cache, front[near + 3], out, total)
            begin = end
            continue
        row = 4 * np.int64(hashed >> np.uint64(64 - _CACHE_BITS))
        known = rows[row] == key0 and rows[row + 1] == key1 and (rows[row + 2] & np.uint64(0xFFFFFFFF)) == tag
        if known and length > _SHORT:
            known = same_bytes(data, begin, cache.data, np.int64(rows[row + 2] >> _SHIFT_32), length)
        if not known:
            count = _merge(data, begin, length, tables, limit, use_whole, ids, values)
            kept_at, entry = _keep(cache, data, begin, length, ids, count)
            rows[row] = key0
            rows[row + 1] = key1
            rows[row + 2] = kept_at << _SHIFT_32 | tag
            rows[row + 3] = entry
        entry = rows[row + 3]
        if length <= _SHORT:
            front[near] = key0
            front[near + 1] = key1
            front[near + 2] = tag
            front[near + 3] = entry
        total = _put_ids(cache, entry, out, total)
        begin = end
    return total

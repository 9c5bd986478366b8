"""The encoder of byte-pair models: pre-tokens in, ids out.

Nearly all pre-tokens of a text were seen before, so their ids come from a cache: a small table that stays in the
processor's cache, then a bounded large one.  Only a pre-token in neither is merged (`bpe_merge.py`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.kernels import inlined_kernel, inner_kernel, kernel
from engine.kernels.bpe_merge import LINEAR_LIMIT, Tables, merge
from engine.kernels.keys import SHORT, hash_of_key, key_of, same_bytes
from engine.model import PADDING
from engine.vocabulary import ByteArray, IntArray

Int = Any  # a number in a kernel: a Python int or a numpy one, as numba has it

_CACHED = 128  # bytes; longer pre-tokens are rare, and merged every time
_CACHE_BITS = 18
_FRONT_BITS = 12
_PACKED_ID_BITS = 20
_SPARE = 3  # ids that may be written behind the last
_BLOCK = 1 << 20  # bytes encoded in one call: bounds the room for ids

_ZERO = np.uint64(0)
_BITS_4 = np.uint64(15)
_BITS_40 = np.uint64((1 << 40) - 1)
_BITS_20 = np.uint64((1 << 20) - 1)
_SHIFT_4 = np.uint64(4)
_SHIFT_8 = np.uint64(8)
_SHIFT_24 = np.uint64(24)
_SHIFT_40 = np.uint64(40)
_SHIFT_44 = np.uint64(44)


class Cache(NamedTuple):
    """Pre-tokens seen before, with their ids, for all steps of one model; one thread uses it at a time.

    Rows of four: key, key, `start << 40 | step << 8 | length`, and either up to three packed ids or where the ids stand.
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


class Encoded(NamedTuple):
    """Ids of pre-tokens, end to end, and how many each pre-token has."""

    ids: npt.NDArray[np.int32]
    counts: npt.NDArray[np.int64]


def encode(
    data: ByteArray, start: int, ends: IntArray, tables: Tables, cache: Cache, step: int, complete: bool
) -> npt.NDArray[np.int32]:
    """Ids of `data[start:ends[-1]]`, cut into pre-tokens at `ends`, by the first `step` merges.

    `complete` says that these are all merges, so that tokens for whole pre-tokens count.
    """
    none = np.empty(0, np.int64)
    blocks: list[npt.NDArray[np.int32]] = []
    first = 0
    while first < len(ends):
        last = max(first + 1, int(np.searchsorted(ends, start + _BLOCK, "right")))
        ids = np.empty(int(ends[last - 1]) - start + last - first + _SPARE, np.int32)
        count = _encode_block(data, start, none, ends[first:last], tables, cache, step, complete, ids, none)
        blocks.append(ids[:count] if first == 0 and last == len(ends) else ids[:count].copy())
        start, first = int(ends[last - 1]), last
    return blocks[0] if len(blocks) == 1 else np.concatenate([*blocks, np.empty(0, np.int32)])


def encode_apart(
    data: ByteArray, starts: IntArray, ends: IntArray, tables: Tables, cache: Cache, step: int, complete: bool
) -> Encoded:
    """The same for pre-tokens `data[starts[i]:ends[i]]` that may stand apart, with the number of ids of each."""
    counts = np.empty(len(starts), np.int64)
    blocks = [np.empty(0, np.int32)]
    first = 0
    while first < len(ends):
        last = max(first + 1, int(np.searchsorted(ends, starts[first] + _BLOCK, "right")))
        block = slice(first, last)
        ids = np.empty(int((ends[block] - starts[block]).sum()) + last - first + _SPARE, np.int32)
        count = _encode_block(data, 0, starts[block], ends[block], tables, cache, step, complete, ids, counts[block])
        blocks.append(ids[:count].copy())
        first = last
    return Encoded(np.concatenate(blocks), counts)


def segment(
    data: ByteArray, starts: IntArray, lengths: IntArray, tables: Tables, step: int
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
    """Ids of many words by the first `step` merges, end to end, and how many each word has; no cache is touched."""
    ids = np.empty(int(lengths.sum()) + len(lengths), np.int32)
    counts = np.empty(len(starts), np.int64)
    total = _segment_words(data, starts, lengths, tables, step, False, ids, counts)
    return ids[:total], counts


def place_tokens(
    model_ids: npt.NDArray[np.int32], public: npt.NDArray[np.int32], offsets: IntArray
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
    """Other ids for the model's, and the span of each token in the text that they join to; token `i` has the bytes
    `offsets[i]:offsets[i + 1]` of a vocabulary."""
    ids = np.empty(len(model_ids), np.int32)
    spans = np.empty((len(model_ids), 2), np.int64)
    _place_tokens(model_ids, public, offsets, ids, spans)
    return ids, spans


@kernel
def _place_tokens(
    model_ids: IntArray, public: IntArray, offsets: IntArray, ids: IntArray, spans: npt.NDArray[np.int64]
) -> None:
    end = np.int64(0)
    for i in range(model_ids.shape[0]):
        token = np.int64(model_ids[i])
        ids[i] = public[token]
        spans[i, 0] = end
        end += offsets[token + 1] - offsets[token]
        spans[i, 1] = end


@kernel
def _segment_words(
    data: ByteArray,
    starts: IntArray,
    lengths: IntArray,
    tables: Tables,
    step: Int,
    use_whole: bool,
    ids: IntArray,
    counts: IntArray,
) -> Int:
    longest = np.int64(1)
    for word in range(lengths.shape[0]):
        longest = max(longest, np.int64(lengths[word]))
    work = np.empty(longest + 1, np.int64)
    values = np.empty(LINEAR_LIMIT, np.int64)
    total = np.int64(0)
    limit = np.int64(step) << 32
    for word in range(starts.shape[0]):
        count = merge(data, starts[word], lengths[word], tables, limit, use_whole, work, values)
        for i in range(count):
            ids[total + i] = work[i]
        counts[word] = count
        total += count
    return total


# -- the cache ---------------------------------------------------------------------------------------------------------


@inner_kernel
def _keep(cache: Cache, data: ByteArray, start: Int, length: Int, ids: IntArray, count: Int) -> tuple[Int, Int]:
    """What a cache row says of a pre-token: (start of its kept bytes, packed ids or where its ids stand)."""
    if cache.used[0] + _CACHED + 1 > cache.ids.shape[0] or cache.used[1] + _CACHED + PADDING > cache.data.shape[0]:
        cache.front[:] = _ZERO
        cache.rows[:] = _ZERO
        cache.used[:] = 0
    bytes_at = cache.used[1]
    if length > SHORT:
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


@inlined_kernel
def _put_ids(kept: IntArray, entry: Int, out: IntArray, at: Int) -> Int:
    """Write the ids of a cache row's last field to `out[at:]`; returns the new end.

    Three are written whatever their number, for a jump that is guessed wrong costs more; hence `_SPARE`.
    """
    count = np.int64(entry & _BITS_4)
    if count > 0:
        out[at] = np.int32((entry >> _SHIFT_4) & _BITS_20)
        out[at + 1] = np.int32((entry >> _SHIFT_24) & _BITS_20)
        out[at + 2] = np.int32(entry >> _SHIFT_44)
        return at + count
    count = np.int64((entry >> _SHIFT_4) & _BITS_20)
    first = np.int64(entry >> _SHIFT_24)
    for i in range(count):
        out[at + i] = kept[first + i]
    return at + count


@kernel
def _encode_block(
    data: ByteArray,
    start: Int,
    starts: IntArray,
    ends: IntArray,
    tables: Tables,
    cache: Cache,
    step: Int,
    complete: bool,
    out: IntArray,
    counts: IntArray,
) -> Int:
    """Ids of pre-tokens into `out`; returns how many.

    Without `starts` the first begins at `start`, each of the others where the one before it ends.  `counts`, unless empty,
    gets the number of ids of each.
    """
    limit = np.int64(step) << 32
    use_whole = complete and tables.whole.rows.shape[0] > 0
    ids = np.empty(_CACHED + 1, np.int64)
    values = np.empty(LINEAR_LIMIT, np.int64)
    front = cache.front
    rows = cache.rows
    kept_ids = cache.ids
    step_bits = np.uint64(step) << _SHIFT_8
    total = np.int64(0)
    end = np.int64(start)
    apart = starts.shape[0] > 0
    counted = counts.shape[0] > 0
    for index in range(ends.shape[0]):
        begin = np.int64(starts[index]) if apart else end
        end = np.int64(ends[index])
        length = end - begin
        before = total
        if length > _CACHED:
            long_ids = np.empty(length + 1, np.int64)
            count = merge(data, begin, length, tables, limit, use_whole, long_ids, values)
            for i in range(count):
                out[total + i] = long_ids[i]
            total += count
            if counted:
                counts[index] = count
            continue
        key0, key1 = key_of(data, begin, length)
        hashed = hash_of_key(key0, key1, length)
        tag = step_bits | np.uint64(length)
        near = 4 * np.int64(hashed >> np.uint64(64 - _FRONT_BITS))
        if length <= SHORT and front[near] == key0 and front[near + 1] == key1 and front[near + 2] == tag:
            total = _put_ids(kept_ids, front[near + 3], out, total)
            if counted:
                counts[index] = total - before
            continue
        row = 4 * np.int64(hashed >> np.uint64(64 - _CACHE_BITS))
        known = rows[row] == key0 and rows[row + 1] == key1 and (rows[row + 2] & _BITS_40) == tag
        if known and length > SHORT:
            known = same_bytes(data, begin, cache.data, np.int64(rows[row + 2] >> _SHIFT_40), length)
        if not known:
            count = merge(data, begin, length, tables, limit, use_whole, ids, values)
            kept_at, entry = _keep(cache, data, begin, length, ids, count)
            rows[row] = key0
            rows[row + 1] = key1
            rows[row + 2] = kept_at << _SHIFT_40 | tag
            rows[row + 3] = entry
        entry = rows[row + 3]
        if length <= SHORT:
            front[near] = key0
            front[near + 1] = key1
            front[near + 2] = tag
            front[near + 3] = entry
        total = _put_ids(kept_ids, entry, out, total)
        if counted:
            counts[index] = total - before
    return total

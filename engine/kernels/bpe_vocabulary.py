"""Between a byte-pair vocabulary and its merges: the bytes of each token, and the merges behind a list of ranks.

A rank file lists tokens only.  The merge that made a token is found by encoding the token's own bytes with all lower
ranks: what is left is the two parts it was made of.  A token that does not come down to two parts is made by no merge.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.kernels import inner_kernel, kernel
from engine.vocabulary import ByteArray, IntArray

Int = Any  # a number in a kernel: a Python int or a numpy one, as numba has it

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_FNV_START = np.uint64(0xCBF29CE484222325)
_FNV_PRIME = np.uint64(0x100000001B3)
_NO_RANK = np.int64(1 << 62)


def token_bytes(
    symbols: Sequence[bytes], merges: IntArray, products: IntArray, size: int
) -> tuple[ByteArray, npt.NDArray[np.int64]]:
    """All tokens end to end, and where each starts (one more at the end); ids are base symbols, then what merges make.

    Every merge's parts must be made before it.
    """
    lengths = token_lengths(np.array([len(symbol) for symbol in symbols], np.int64), merges, products, size)
    offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
    data = np.empty(int(offsets[-1]), np.uint8)
    data[: offsets[len(symbols)]] = np.frombuffer(b"".join(symbols), np.uint8)
    _fill_tokens(len(symbols), merges, products, offsets, data)
    return data, offsets


def token_lengths(
    base_lengths: npt.NDArray[np.int64], merges: IntArray, products: IntArray, size: int
) -> npt.NDArray[np.int64]:
    """How long each token is, the base symbols being that long."""
    lengths = np.zeros(size, np.int64)
    lengths[: len(base_lengths)] = base_lengths
    _add_lengths(merges, products, lengths)
    return lengths


@kernel
def _add_lengths(merges: IntArray, products: IntArray, lengths: IntArray) -> None:
    for step in range(merges.shape[0]):
        lengths[products[step]] = lengths[merges[step, 0]] + lengths[merges[step, 1]]


@kernel
def _fill_tokens(base: Int, merges: IntArray, products: IntArray, offsets: IntArray, data: ByteArray) -> None:
    made = np.int64(base) - 1
    for step in range(merges.shape[0]):
        if products[step] <= made:
            continue  # another way to a token that is there already
        made = np.int64(products[step])
        at = offsets[made]
        for side in range(2):
            part = merges[step, side]
            for i in range(offsets[part], offsets[part + 1]):
                data[at] = data[i]
                at += 1


@kernel
def recover_merges(data: ByteArray, offsets: IntArray) -> npt.NDArray[np.int32]:
    """(n, 2) the two tokens (as indexes) that each token was merged from; -1, -1 for bytes and where there are none.

    Tokens stand end to end in rank order, token `t` being `data[offsets[t]:offsets[t + 1]]`; no two may be equal.
    """
    count = offsets.shape[0] - 1
    capacity = 1024
    while capacity < 2 * count:
        capacity *= 2
    table = np.full(capacity, -1, np.int32)
    for token in range(count):
        _enter(table, data, offsets, token)
    parts = np.full((count, 2), -1, np.int32)
    longest = np.int64(2)
    for token in range(count):
        longest = max(longest, np.int64(offsets[token + 1] - offsets[token]))
    starts = np.empty(longest + 1, np.int64)
    ranks = np.empty(longest + 1, np.int64)
    for token in range(count):
        left = _split_in_two(table, data, offsets, token, starts, ranks)
        if left > offsets[token]:
            parts[token, 0] = _find(table, data, offsets, offsets[token], left)
            parts[token, 1] = _find(table, data, offsets, left, offsets[token + 1])
    return parts


@inner_kernel
def _split_in_two(
    table: IntArray, data: ByteArray, offsets: IntArray, token: Int, starts: IntArray, ranks: IntArray
) -> Int:
    """Where the second part of a token starts; its own start if it does not come down to two parts."""
    first = offsets[token]
    end = offsets[token + 1]
    parts = end - first
    for i in range(parts + 1):
        starts[i] = first + i
    for i in range(parts - 1):
        ranks[i] = _lower_rank(table, data, offsets, starts[i], starts[i + 2], token)
    while parts > 2:
        best = 0
        for i in range(1, parts - 1):
            if ranks[i] < ranks[best]:
                best = i
        if ranks[best] == _NO_RANK:
            return first
        parts -= 1
        for i in range(best + 1, parts + 1):
            starts[i] = starts[i + 1]
        for i in range(best, parts - 1):
            ranks[i] = ranks[i + 1]
        for i in range(max(int(best) - 1, 0), min(int(best) + 1, int(parts) - 1)):
            ranks[i] = _lower_rank(table, data, offsets, starts[i], starts[i + 2], token)
    return starts[1] if parts == 2 else first


@inner_kernel
def _lower_rank(table: IntArray, data: ByteArray, offsets: IntArray, start: Int, end: Int, token: Int) -> Int:
    rank = np.int64(_find(table, data, offsets, start, end))
    return rank if 0 <= rank < token else _NO_RANK


@inner_kernel
def _slot(table: IntArray, data: ByteArray, start: Int, end: Int) -> Int:
    hashed = _FNV_START
    for i in range(start, end):
        hashed = (hashed ^ np.uint64(data[i])) * _FNV_PRIME
    hashed = (hashed ^ (hashed >> np.uint64(32))) * _MULTIPLIER
    return np.int64((hashed >> np.uint64(32)) & np.uint64(table.shape[0] - 1))


@inner_kernel
def _find(table: IntArray, data: ByteArray, offsets: IntArray, start: Int, end: Int) -> Int:
    """The token that equals data[start:end], or -1."""
    slot = _slot(table, data, start, end)
    while table[slot] >= 0:
        token = table[slot]
        if _same(data, offsets[token], offsets[token + 1], start, end):
            return np.int64(token)
        slot = (slot + 1) & (table.shape[0] - 1)
    return np.int64(-1)


@inner_kernel
def _enter(table: IntArray, data: ByteArray, offsets: IntArray, token: Int) -> None:
    slot = _slot(table, data, offsets[token], offsets[token + 1])
    while table[slot] >= 0:
        slot = (slot + 1) & (table.shape[0] - 1)
    table[slot] = token


@inner_kernel
def _same(data: ByteArray, start: Int, end: Int, other: Int, other_end: Int) -> bool:
    if end - start != other_end - other:
        return False
    for i in range(end - start):
        if data[start + i] != data[other + i]:
            return False
    return True


@kernel
def gather_tokens(data: ByteArray, offsets: IntArray, order: IntArray) -> tuple[ByteArray, npt.NDArray[np.int64]]:
    """Tokens in another order, end to end, with their offsets: token `order[i]` at place `i`, nothing for -1."""
    gathered = np.zeros(order.shape[0] + 1, np.int64)
    for place in range(order.shape[0]):
        token = order[place]
        length = offsets[token + 1] - offsets[token] if token >= 0 else 0
        gathered[place + 1] = gathered[place] + length
    out = np.empty(gathered[-1], np.uint8)
    for place in range(order.shape[0]):
        if order[place] >= 0:
            source = offsets[order[place]]
            for i in range(gathered[place], gathered[place + 1]):
                out[i] = data[source + i - gathered[place]]
    return out, gathered

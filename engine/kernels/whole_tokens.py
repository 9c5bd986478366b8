"""Tokens that are found by all of their bytes: a table from a whole pre-token to its id."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.kernels import inner_kernel, kernel
from engine.kernels.keys import SHORT, hash_of_key, key_of, same_bytes
from engine.model import padded
from engine.vocabulary import ByteArray, IntArray

Int = Any  # a number in a kernel: a Python int or a numpy one, as numba has it

_ZERO = np.uint64(0)
_SHIFT_32 = np.uint64(32)


class WholeTokens(NamedTuple):
    """Open addressing, rows of four: key, key, `start << 32 | length`, id + 1; without tokens there are no rows.

    The bytes of all tokens stand end to end in `data`, for those that a key does not hold whole.
    """

    rows: npt.NDArray[np.uint64]
    data: ByteArray


def whole_tokens(tokens: Sequence[bytes], ids: IntArray) -> WholeTokens:
    """The table of some tokens, none of them empty; of equal ones the first is found."""
    data = padded(b"".join(tokens))
    if not tokens:
        return WholeTokens(np.empty(0, np.uint64), data)
    rows = np.zeros(4 << (2 * len(tokens) + 16).bit_length(), np.uint64)
    _enter(rows, data, np.cumsum([len(token) for token in tokens]), ids)
    return WholeTokens(rows, data)


@kernel
def _enter(rows: IntArray, data: ByteArray, ends: IntArray, ids: IntArray) -> None:
    mask = (rows.shape[0] >> 2) - 1
    start = np.int64(0)
    for token in range(ends.shape[0]):
        length = ends[token] - start
        key0, key1 = key_of(data, start, length)
        slot = np.int64(hash_of_key(key0, key1, length) & np.uint64(mask))
        while rows[4 * slot + 3] != _ZERO:
            slot = (slot + 1) & mask
        rows[4 * slot] = key0
        rows[4 * slot + 1] = key1
        rows[4 * slot + 2] = np.uint64(start) << _SHIFT_32 | np.uint64(length)
        rows[4 * slot + 3] = np.uint64(ids[token] + 1)
        start = ends[token]


@inner_kernel
def find_whole(tokens: WholeTokens, data: ByteArray, start: Int, length: Int) -> Int:
    """The id of the token that `data[start:start + length]` is as a whole, -1 if there is none."""
    rows = tokens.rows
    key0, key1 = key_of(data, start, length)
    mask = (rows.shape[0] >> 2) - 1
    slot = np.int64(hash_of_key(key0, key1, length) & np.uint64(mask))
    while rows[4 * slot + 3] != _ZERO:
        place = rows[4 * slot + 2]
        same_length = np.int64(place & np.uint64(0xFFFFFFFF)) == length
        if rows[4 * slot] == key0 and rows[4 * slot + 1] == key1 and same_length:
            at = np.int64(place >> _SHIFT_32)
            if length <= SHORT or same_bytes(data, start, tokens.data, at, length):
                return np.int64(rows[4 * slot + 3]) - 1
        slot = (slot + 1) & mask
    return np.int64(-1)


@kernel
def find_each(
    tokens: WholeTokens, data: ByteArray, starts: IntArray, ends: IntArray, limit: Int, missing: Int, ids: IntArray
) -> None:
    """The id of each of many pre-tokens, `missing` where there is none below `limit`."""
    for index in range(starts.shape[0]):
        id = np.int64(-1)
        if tokens.rows.shape[0] > 0:
            id = np.int64(find_whole(tokens, data, starts[index], ends[index] - starts[index]))
        ids[index] = id if 0 <= id < limit else missing

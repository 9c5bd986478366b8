"""Numbering the pre-tokens of texts that stay in memory: equal ones get the same number, from 0 in order of appearance.

A plain table without the front table of count.py: parallel texts are small, and each pre-token's number is wanted.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.kernels import inner_allocating_kernel, inner_kernel, kernel
from engine.kernels.keys import SHORT, hash_of_key, key_of, same_bytes
from engine.vocabulary import ByteArray, IntArray

_ROW = 4  # key, key, length, number + 1 (0: the row is free)
_LENGTH, _NUMBER = 2, 3
_ZERO, _ONE = np.uint64(0), np.uint64(1)


@inner_kernel
def _find(
    table: npt.NDArray[np.uint64], data: ByteArray, starts: IntArray, start: int, length: int, key0: int, key1: int
) -> int:
    """Where the row of this word is, or the free row where it belongs."""
    mask = np.uint64(table.shape[0] // _ROW - 1)
    row = hash_of_key(key0, key1, length) & mask
    while True:
        at = np.int64(row) * _ROW
        number = np.int64(table[at + _NUMBER])
        if number == 0:
            return at
        if table[at] == key0 and table[at + 1] == key1 and np.int64(table[at + _LENGTH]) == length:
            if length <= SHORT or same_bytes(data, start, data, starts[number - 1], length):
                return at
        row = (row + _ONE) & mask


@inner_allocating_kernel
def _grown(table: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """The same rows in a table of twice the size."""
    grown = np.zeros(2 * table.shape[0], np.uint64)
    mask = np.uint64(grown.shape[0] // _ROW - 1)
    for at in range(0, table.shape[0], _ROW):
        if table[at + _NUMBER] == _ZERO:
            continue
        row = hash_of_key(table[at], table[at + 1], np.int64(table[at + _LENGTH])) & mask
        while grown[np.int64(row) * _ROW + _NUMBER] != _ZERO:
            row = (row + _ONE) & mask
        for word in range(_ROW):
            grown[np.int64(row) * _ROW + word] = table[at + word]
    return grown


@kernel
def number_spans(
    data: ByteArray, begins: IntArray, ends: IntArray, numbers: IntArray, starts: IntArray, lengths: IntArray
) -> int:
    """Number the pre-tokens `data[begins[i]:ends[i]]`, none of them empty; returns how many distinct ones there are.

    Fills `numbers`, one a pre-token, and where each distinct one first stands and its length.
    """
    table = np.zeros(_ROW << 8, np.uint64)
    words = np.int64(0)
    for i in range(len(ends)):
        start = np.int64(begins[i])
        length = np.int64(ends[i]) - start
        key0, key1 = key_of(data, start, length)
        at = _find(table, data, starts, start, length, key0, key1)
        if table[at + _NUMBER] == _ZERO:
            table[at] = key0
            table[at + 1] = key1
            table[at + _LENGTH] = np.uint64(length)
            table[at + _NUMBER] = np.uint64(words + 1)
            starts[words] = start
            lengths[words] = length
            words += 1
        numbers[i] = np.int64(table[at + _NUMBER]) - 1
        if 2 * _ROW * words > table.shape[0]:
            table = _grown(table)
    return words

"""Checking UTF-8: how far bytes are whole, valid characters."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.kernels import inlined_kernel, inner_kernel, lean_kernel
from engine.kernels.intrinsics import bytes_among, trailing_zeros
from engine.vocabulary import ByteArray

Int = Any  # a number in a kernel: a Python int or a numpy one, as numba has it

_ONE, _TWO, _THREE = np.uint64(1), np.uint64(2), np.uint64(3)
_LAST, _LAST_TWO, _LAST_THREE = np.uint64(1 << 63), np.uint64(3 << 62), np.uint64(7 << 61)


@inner_kernel
def _valid_length(data: ByteArray, at: Int, end: Int) -> Int:
    """Bytes of the character that starts at `at`; 0 if it is none, or reaches beyond the end."""
    lead = np.int64(data[at])
    if lead < 0x80:
        return np.int64(1)
    length = np.int64(2) if lead < 0xE0 else np.int64(3) if lead < 0xF0 else np.int64(4)
    if lead < 0xC2 or lead > 0xF4 or at + length > end:
        return np.int64(0)
    second = np.int64(data[at + 1])
    # Not written longer than need be, no half of a UTF-16 pair, nothing beyond the last code point.
    lowest = 0xA0 if lead == 0xE0 else 0x90 if lead == 0xF0 else 0x80
    highest = 0x9F if lead == 0xED else 0x8F if lead == 0xF4 else 0xBF
    if second < lowest or second > highest:
        return np.int64(0)
    for i in range(2, length):
        if data[at + i] & 0xC0 != 0x80:
            return np.int64(0)
    return length


@inlined_kernel
def _valid_of_block(data: ByteArray, at: Int) -> Int:
    """Of 64 bytes that begin with a character, those that are whole characters, 61 to 64; 0 if anything is wrong.

    All bytes are looked at together: bit `k` of each number tells of the byte `at + k`.
    """
    wide = bytes_among(data, at, 0x80, 0x80)
    if not wide:
        return np.int64(64)
    following = bytes_among(data, at, 0x80, 0x40)
    two, three, four = bytes_among(data, at, 0xC2, 30), bytes_among(data, at, 0xE0, 16), bytes_among(data, at, 0xF0, 5)
    longer = three | four
    expected = (two | longer) << _ONE | longer << _TWO | four << _THREE
    if following != expected or wide != following | two | longer:
        return np.int64(0)
    # The four first bytes behind which not every second byte will do, as in `_valid_length`.
    low, lowest = bytes_among(data, at, 0x80, 0x20), bytes_among(data, at, 0x80, 0x10)
    wrong = (bytes_among(data, at, 0xE0, 1) << _ONE & low) | (bytes_among(data, at, 0xED, 1) << _ONE & ~low)
    wrong |= (bytes_among(data, at, 0xF0, 1) << _ONE & lowest) | (bytes_among(data, at, 0xF4, 1) << _ONE & ~lowest)
    if wrong:
        return np.int64(0)
    cut_off = (two & _LAST) | (three & _LAST_TWO) | (four & _LAST_THREE)
    return trailing_zeros(cut_off)  # 64 if there is none


@lean_kernel
def valid_until(data: ByteArray) -> Int:
    """Where the first byte stands that belongs to no whole character; the length of the data if all do."""
    end = np.int64(data.shape[0])
    at = np.int64(0)
    while at + 64 <= end:
        length = _valid_of_block(data, at)
        if length == 0:
            break
        at += length
    while at < end:
        length = _valid_length(data, at, end)
        if length == 0:
            break
        at += length
    return at

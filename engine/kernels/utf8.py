"""Checking UTF-8: how far bytes are whole, valid characters."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.kernels import inner_kernel, lean_kernel
from engine.kernels.intrinsics import load64, trailing_zeros
from engine.vocabulary import ByteArray

Int = Any  # a number in a kernel: a Python int or a numpy one, as numba has it

_TOP_BITS = np.uint64(0x8080808080808080)


@inner_kernel
def _valid_length(data: ByteArray, at: Int, end: Int) -> Int:
    """Bytes of the character from 128 on that starts at `at`; 0 if it is none, or reaches beyond the end."""
    lead = np.int64(data[at])
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


@lean_kernel
def valid_until(data: ByteArray) -> Int:
    """Where the first byte stands that belongs to no whole character; the length of the data if all do."""
    end = np.int64(data.shape[0])
    at = np.int64(0)
    while at < end:
        if data[at] >= 0x80:
            length = _valid_length(data, at, end)
            if length == 0:
                return at
            at += length
        elif at + 8 <= end:
            wide = load64(data, at) & _TOP_BITS
            at += trailing_zeros(wide) >> 3  # 8 if there is none
        else:
            at += 1
    return end

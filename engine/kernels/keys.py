"""Keys and hashes of byte strings: a pre-token of up to 16 bytes, as nearly all are, *is* its key.

All loads read up to eight bytes behind the string, so that `PADDING` must stand behind the text.
"""

from __future__ import annotations

import numpy as np

from engine.kernels import inner_kernel
from engine.kernels.intrinsics import load64, multiply_fold
from engine.vocabulary import ByteArray

SHORT = 16
"""Bytes that a key holds whole."""
_HASH_1 = np.uint64(0x9E3779B97F4A7C15)
_HASH_2 = np.uint64(0xD6E8FEB86659FD93)
_HASH_3 = np.uint64(0xA0761D6478BD642F)
_ALL_BITS = np.uint64(0xFFFFFFFFFFFFFFFF)
_ZERO, _EIGHT, _WORD = np.uint64(0), np.uint64(8), np.uint64(64)


@inner_kernel
def key_of(data: ByteArray, start: int, length: int) -> tuple[np.uint64, np.uint64]:
    """Two words that stand for `data[start:start + length]`.

    Up to 16 bytes they are the bytes, filled up with zeros; beyond, two hashes: then equal keys are no proof.  The key of
    no bytes at all says nothing: only lengths that are compared beside it tell.
    """
    if length <= 8:
        return load64(data, start) & (_ALL_BITS >> (_WORD - np.uint64(length) * _EIGHT)), _ZERO
    if length <= SHORT:
        kept = _ALL_BITS >> (_WORD - np.uint64(length - 8) * _EIGHT)
        return load64(data, start), load64(data, start + 8) & kept
    first, second = _HASH_1, _HASH_2
    at, last = start, start + length - 8
    while at < last:
        word = load64(data, at)
        first = multiply_fold(first ^ word, _HASH_3)
        second = multiply_fold(second + word, _HASH_1)
        at += 8
    word = load64(data, last)
    return multiply_fold(first ^ word, _HASH_2), multiply_fold(second + word, _HASH_3)


@inner_kernel
def hash_of_key(key0: np.uint64, key1: np.uint64, length: int) -> np.uint64:
    """64 well-mixed bits: the low ones choose a slot of a large table, the high ones of a small one."""
    return multiply_fold(key0 ^ _HASH_1, key1 ^ _HASH_2 ^ (np.uint64(length) * _HASH_3))


@inner_kernel
def same_bytes(data: ByteArray, start: int, other: ByteArray, other_start: int, length: int) -> bool:
    """Whether two strings of the same length, eight bytes or more, are equal."""
    at = 0
    while at + 8 <= length:
        if load64(data, start + at) != load64(other, other_start + at):
            return False
        at += 8
    return load64(data, start + length - 8) == load64(other, other_start + length - 8)


@inner_kernel
def copy_bytes(data: ByteArray, start: int, target: ByteArray, at: int, length: int) -> None:
    """Copy a string.  A slice on the left would say the same, but its error messages take a second to compile."""
    for i in range(length):
        target[at + i] = data[start + i]

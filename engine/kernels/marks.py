"""Blanks as marks, text by text, as `engine/metaspace.py` tells it: bytes in, bytes out."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from engine.kernels import inner_kernel, kernel
from engine.kernels.intrinsics import store64
from engine.vocabulary import ByteArray, IntArray

Int = Any  # a number in a kernel: a Python int or a numpy one, as numba has it

MARK = "\u2581".encode()
_FIRST, _SECOND, _THIRD = MARK
_LENGTH = len(MARK)
_MARK_WORD = np.uint64(int.from_bytes(MARK, "little"))
_BLANK = ord(" ")


@inner_kernel
def _stripped_end(data: ByteArray, first: Int, last: Int) -> Int:
    """Where a stretch ends without the blanks and marks behind it."""
    while last > first:
        if data[last - 1] == _BLANK:
            last -= 1
        elif (
            last - first >= _LENGTH
            and data[last - 3] == _FIRST
            and data[last - 2] == _SECOND
            and data[last - 1] == _THIRD
        ):
            last -= _LENGTH
        else:
            break
    return last


@kernel
def mark_blanks(
    data: ByteArray,
    starts: IntArray,
    ends: IntArray,
    opens: npt.NDArray[np.bool_],
    keep: bool,
    written: ByteArray,
    offsets: IntArray,
) -> None:
    """What metaspace makes of the texts `data[starts[i]:ends[i]]`, end to end, and where each starts in `written`.

    One that does not open its text has no mark in front, and its first blanks are not stripped.  There must be room for eight
    bytes behind the last.
    """
    size = np.int64(0)
    for text in range(starts.shape[0]):
        offsets[text] = size
        first, last = np.int64(starts[text]), np.int64(ends[text])
        if not keep:
            while opens[text] and first < last and data[first] == _BLANK:
                first += 1
            last = _stripped_end(data, first, last)
        if first == last:
            continue
        if opens[text]:
            store64(written, size, _MARK_WORD)
            size += _LENGTH
        skipped = False
        for at in range(first, last):
            # Without a jump: nobody can guess where the next blank stands.  What is written too much is written over.
            is_blank = data[at] == _BLANK
            store64(written, size, _MARK_WORD if is_blank else np.uint64(data[at]))
            size += 0 if is_blank and skipped else _LENGTH if is_blank else 1
            skipped = is_blank and not keep
    offsets[starts.shape[0]] = size

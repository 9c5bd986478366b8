"""Pieces: pre-tokens that may leave something out between them, and digits that are cut before all else.

What this adds to scan.py, whose patterns leave nothing out and come to ends alone:

    whitespace      what stands between white space
    bert            the same, and each punctuation mark alone
    metaspace       a new piece before each `▁` (U+2581), or before each row of them
    whole           the text as it is

and the digit rules: with one, every run of `\\p{N}` is cut out and into pieces of its own, and the pattern sees what is left
between them as if it stood alone.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.kernels import inner_allocating_kernel, inner_kernel, kernel
from engine.kernels.scan import QWEN, ROOM, character_at, fill_ends
from engine.kernels.scan_rules import LENGTH_SHIFT
from engine.unicode import NUMBER, PUNCTUATION, SPACE
from engine.vocabulary import ByteArray, IntArray

WHITESPACE, BERT, METASPACE, METASPACE_ROWS, WHOLE = range(QWEN + 1, QWEN + 6)
AS_PATTERN, EACH, THREES_LEFT, THREES_RIGHT = range(4)

Places = npt.NDArray[np.int64]

# Arguments that are Python's own constants would make numba compile a function once for each value.
_NUMBERS, _SPACES, _SPACES_AND_MARKS = (np.int64(number) for number in (NUMBER, SPACE, SPACE | PUNCTUATION))
_MARK_FIRST, _MARK_SECOND, _MARK_THIRD = "\u2581".encode()
_MARK_LENGTH = 3


@inner_kernel
def _skip(data: ByteArray, at: int, end: int, classes: ByteArray, unwanted: int) -> int:
    """Where the run of characters of these classes that starts at `at` ends."""
    while at < end:
        character = character_at(data, at, classes)
        if character & unwanted == 0:
            break
        at += character >> LENGTH_SHIFT
    return at


@inner_kernel
def _until(data: ByteArray, at: int, end: int, classes: ByteArray, stop: int) -> int:
    """Where the first character of these classes stands, or the end."""
    while at < end:
        character = character_at(data, at, classes)
        if character & stop:
            break
        at += character >> LENGTH_SHIFT
    return at


@inner_kernel
def _is_mark(data: ByteArray, at: int) -> bool:
    return data[at] == _MARK_FIRST and data[at + 1] == _MARK_SECOND and data[at + 2] == _MARK_THIRD


@inner_kernel
def _metaspace_end(data: ByteArray, start: int, end: int, rows: bool) -> int:
    """Before the next mark; with `rows`, marks that follow each other stay with the word behind them."""
    at = start
    if _is_mark(data, at):
        at += _MARK_LENGTH
        while rows and at < end and _is_mark(data, at):
            at += _MARK_LENGTH
    while at < end and not _is_mark(data, at):
        at += 1
    return at


@inner_kernel
def _next_piece(scanner: int, data: ByteArray, at: int, end: int, classes: ByteArray) -> tuple[int, int]:
    """The piece that starts at `at` or behind; an empty one at the end of the text."""
    if scanner == WHOLE:
        return at, end
    if scanner == METASPACE or scanner == METASPACE_ROWS:
        return at, _metaspace_end(data, at, end, scanner == METASPACE_ROWS)
    start = _skip(data, at, end, classes, _SPACES)
    if start >= end or scanner == WHITESPACE:
        return start, _until(data, start, end, classes, _SPACES)
    first = character_at(data, start, classes)
    if first & PUNCTUATION:
        return start, start + (first >> LENGTH_SHIFT)
    return start, _until(data, start, end, classes, _SPACES_AND_MARKS)


class _Pieces(NamedTuple):
    """Starts and ends, of which the first `count` are written."""

    starts: Places
    ends: Places
    count: int


@inner_allocating_kernel
def _grown(array: Places, used: int) -> Places:
    """A copy of twice the size."""
    grown = np.empty(2 * len(array), np.int64)
    for i in range(used):
        grown[i] = array[i]
    return grown


@inner_allocating_kernel
def _cut_stretch(scanner: int, data: ByteArray, at: int, end: int, classes: ByteArray, pieces: _Pieces) -> _Pieces:
    """Add the pieces of one stretch that is cut as if it stood alone."""
    starts, ends, count = pieces
    while at < end:
        if count + ROOM > len(ends):
            starts, ends = _grown(starts, count), _grown(ends, count)
        if scanner <= QWEN:
            found, _ = fill_ends(scanner, data, at, end, classes, ends[count:])
            for i in range(count, count + found):
                starts[i] = at
                at = ends[i]
            count += found
        else:
            start, at = _next_piece(scanner, data, at, end, classes)
            if start < at:
                starts[count] = start
                ends[count] = at
                count += 1
    return _Pieces(starts, ends, count)


@inner_allocating_kernel
def _cut_digits(digits: int, data: ByteArray, at: int, end: int, classes: ByteArray, pieces: _Pieces) -> _Pieces:
    """Add the pieces of a run of digits; counted from the right, the first piece is the one that may be short."""
    size = 1 if digits == EACH else 3
    left = size
    if digits == THREES_RIGHT:
        total = np.int64(0)
        for i in range(at, end):
            total += (data[i] & 0xC0) != 0x80
        left = (total - 1) % 3 + 1
    starts, ends, count = pieces
    while at < end:
        if count + ROOM > len(ends):
            starts, ends = _grown(starts, count), _grown(ends, count)
        starts[count] = at
        while at < end and left > 0:
            at += character_at(data, at, classes) >> LENGTH_SHIFT
            left -= 1
        ends[count] = at
        count += 1
        left = size
    return _Pieces(starts, ends, count)


@kernel
def cut_texts(
    scanner: int, digits: int, data: ByteArray, text_starts: IntArray, text_ends: IntArray, classes: ByteArray
) -> tuple[Places, Places]:
    """Starts and ends of the pieces of the texts `data[text_starts[i]:text_ends[i]]`, each cut on its own."""
    room = np.int64(1024)
    for text in range(len(text_ends)):
        room += (text_ends[text] - text_starts[text]) >> 2
    pieces = _Pieces(np.empty(room, np.int64), np.empty(room, np.int64), np.int64(0))
    for text in range(len(text_ends)):
        at = np.int64(text_starts[text])
        end = np.int64(text_ends[text])
        while at < end:
            stretch = end if digits == AS_PATTERN else _until(data, at, end, classes, _NUMBERS)
            pieces = _cut_stretch(scanner, data, at, stretch, classes, pieces)
            at = stretch
            if at < end:
                stretch = _skip(data, at, end, classes, _NUMBERS)
                pieces = _cut_digits(digits, data, at, stretch, classes, pieces)
                at = stretch
    starts, ends, count = pieces
    return starts[:count].copy(), ends[:count].copy()


@kernel
def ends_among(ends: IntArray, wanted: IntArray) -> npt.NDArray[np.int64]:
    """Numbers of those ends that are among the wanted; both ascend, the wanted may come more than once."""
    found = np.empty(min(len(ends), len(wanted)), np.int64)
    size = np.int64(0)
    place = np.int64(0)
    for i in range(len(ends)):
        while place < len(wanted) and wanted[place] < ends[i]:
            place += 1
        if place < len(wanted) and wanted[place] == ends[i]:
            found[size] = i
            size += 1
            place += 1
    return found[:size].copy()


@kernel
def are_of_class(data: ByteArray, starts: IntArray, classes: ByteArray, wanted: int) -> npt.NDArray[np.bool_]:
    """Whether the character at each place is of one of these classes."""
    found = np.empty(len(starts), np.bool_)
    for i in range(len(starts)):
        found[i] = character_at(data, starts[i], classes) & wanted != 0
    return found

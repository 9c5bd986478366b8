"""The exact rules of the scanners: given where a pre-token starts, where it ends, character by character.

None of the patterns looks behind, so any known border is a legal place to start.  What the patterns share is parametrised
by where they differ; the table stands in `scan.py`, which asks these rules only where masks of 64 bytes are not enough.
"""

from __future__ import annotations

import numpy as np

from engine.kernels import inner_kernel, lean_kernel
from engine.kernels.intrinsics import load64, trailing_zeros
from engine.unicode import LETTER, LINE_END, LOWER, NUMBER, OTHER, SLASH, SPACE, UPPER
from engine.vocabulary import ByteArray

GPT2, CL100K, O200K, LLAMA3, QWEN = range(5)

_BLANK = ord(" ")
APOSTROPHE = ord("'")

_UPPER_A, _UPPER_Z, _LOWER_A, _LOWER_Z = b"AZaz"
_S, _T, _M, _D, _L, _V, _R, _E = b"stmdlvre"
LENGTH_SHIFT = 8  # a character's class and length travel as one number: class | length << 8
_UNLIMITED = np.int64(1 << 60)
# Arguments that are Python's own constants would make numba compile a function once for each value.
_LETTERS, _NUMBERS, _OTHERS, _LOWERS = (np.int64(number) for number in (LETTER, NUMBER, OTHER, LOWER))


# Characters and runs ------------------------------------------------------------------------------------------------


@inner_kernel
def wide_character(data: ByteArray, at: int, classes: ByteArray) -> int:
    """Class and length of the character from 128 on that starts at `at`."""
    lead = np.int64(data[at])
    second = np.int64(data[at + 1]) & 63
    if lead < 0xE0:
        return np.int64(classes[((lead & 31) << 6) | second]) | (2 << LENGTH_SHIFT)
    third = np.int64(data[at + 2]) & 63
    if lead < 0xF0:
        return np.int64(classes[((lead & 15) << 12) | (second << 6) | third]) | (3 << LENGTH_SHIFT)
    point = ((lead & 7) << 18) | (second << 12) | (third << 6) | (np.int64(data[at + 3]) & 63)
    return np.int64(classes[min(point, 0x10FFFF)]) | (4 << LENGTH_SHIFT)


@inner_kernel
def character_at(data: ByteArray, at: int, classes: ByteArray) -> int:
    """Class and length of the character at `at`."""
    byte = np.int64(data[at])
    if byte < 128:
        return np.int64(classes[byte]) | (1 << LENGTH_SHIFT)
    return wide_character(data, at, classes)


@inner_kernel
def _run(data: ByteArray, at: int, end: int, classes: ByteArray, wanted: int, most: int) -> int:
    """Where the run of at most `most` characters of the wanted classes that starts at `at` ends."""
    while at < end and most > 0:
        character = character_at(data, at, classes)
        if character & wanted == 0:
            break
        at += character >> LENGTH_SHIFT
        most -= 1
    return at


# Eight bytes at a time: `(b + (0x80 - first)) & ~(b + (0x80 - last - 1))` has its top bit set for first <= b <= last.
_EVERY = np.uint64(0x0101010101010101)
_TOP_BITS = np.uint64(0x80) * _EVERY
_LOW_BITS = np.uint64(0x7F) * _EVERY
_BLANKS = np.uint64(_BLANK) * _EVERY
_FROM_LOWER_A = np.uint64(0x80 - ord("a")) * _EVERY
_BEYOND_LOWER_Z = np.uint64(0x80 - ord("z") - 1) * _EVERY
_FROM_UPPER_A = np.uint64(0x80 - ord("A")) * _EVERY
_BEYOND_UPPER_Z = np.uint64(0x80 - ord("Z") - 1) * _EVERY


@inner_kernel
def _ascii_letters(data: ByteArray, at: int) -> int:
    """Where the run of ASCII letters ends; the zeros behind the text end it."""
    while True:
        word = load64(data, at)
        lowered = (word & _LOW_BITS) | _BLANKS
        others = ~((lowered + _FROM_LOWER_A) & ~(lowered + _BEYOND_LOWER_Z) & ~word) & _TOP_BITS
        if others:
            return at + (trailing_zeros(others) >> 3)
        at += 8


@inner_kernel
def _ascii_lower(data: ByteArray, at: int) -> int:
    """Where the run of small ASCII letters ends."""
    while True:
        word = load64(data, at)
        low = word & _LOW_BITS
        others = ~((low + _FROM_LOWER_A) & ~(low + _BEYOND_LOWER_Z) & ~word) & _TOP_BITS
        if others:
            return at + (trailing_zeros(others) >> 3)
        at += 8


@inner_kernel
def _ascii_upper(data: ByteArray, at: int) -> int:
    """Where the run of ASCII capitals ends."""
    while True:
        word = load64(data, at)
        low = word & _LOW_BITS
        others = ~((low + _FROM_UPPER_A) & ~(low + _BEYOND_UPPER_Z) & ~word) & _TOP_BITS
        if others:
            return at + (trailing_zeros(others) >> 3)
        at += 8


@inner_kernel
def _blanks(data: ByteArray, at: int) -> int:
    """Where the run of blanks ends."""
    while True:
        others = load64(data, at) ^ _BLANKS
        if others:
            return at + (trailing_zeros(others) >> 3)
        at += 8


# The parts of the patterns ------------------------------------------------------------------------------------------


@inner_kernel
def _lowered(byte: int) -> int:
    return byte | 0x20 if _UPPER_A <= byte <= _UPPER_Z else byte


@inner_kernel
def is_ascii_letter(byte: int) -> bool:
    return _LOWER_A <= (np.int64(byte) | 0x20) <= _LOWER_Z


@inner_kernel
def contraction(data: ByteArray, at: int, end: int, pattern: int) -> int:
    """Length of 's 't 'm 'd 'll 've 're at the apostrophe at `at`, 0 if there is none."""
    if at + 1 >= end:
        return 0
    first = np.int64(data[at + 1])
    second = np.int64(data[at + 2]) if at + 2 < end else np.int64(0)
    if pattern != GPT2:
        if first == 0xC5 and second == 0xBF:
            return 3  # U+017F, the long s, is an s when case is ignored
        first, second = _lowered(first), _lowered(second)
    if first == _S or first == _T or first == _M or first == _D:
        return 2
    if first == _L and second == _L:
        return 3
    if (first == _V or first == _R) and second == _E:
        return 3
    return 0


@inner_kernel
def _digits(data: ByteArray, at: int, end: int, classes: ByteArray, pattern: int) -> int:
    most = _UNLIMITED if pattern == GPT2 else 1 if pattern == QWEN else 3
    return _run(data, at, end, classes, _NUMBERS, most)


@inner_kernel
def _punctuation(data: ByteArray, at: int, end: int, classes: ByteArray, pattern: int) -> int:
    at = _run(data, at, end, classes, _OTHERS, _UNLIMITED)
    if pattern == GPT2:
        return at
    wanted = np.int64(LINE_END | SLASH) if pattern == O200K else np.int64(LINE_END)
    return _run(data, at, end, classes, wanted, _UNLIMITED)


@inner_kernel
def _white_space(data: ByteArray, start: int, end: int, classes: ByteArray, pattern: int) -> int:
    r"""All but the last character of the run (`\s+(?!\S)`), unless line ends or the text's end decide."""
    at = last = start
    behind_line_end = 0
    while at < end:
        if data[at] == _BLANK:
            at = min(_blanks(data, at), end)
            last = at - 1
            continue
        character = character_at(data, at, classes)
        if character & SPACE == 0:
            break
        last = at
        at += character >> LENGTH_SHIFT
        if character & LINE_END:
            behind_line_end = at
    if pattern == CL100K and at >= end:
        return at
    if pattern != GPT2 and behind_line_end:
        return behind_line_end
    return at if at >= end or last == start else last


@inner_kernel
def _cased_word(data: ByteArray, start: int, end: int, classes: ByteArray) -> int:
    """o200k: where `UPPER* LOWER+` ends; else, if `UPPER+` matches, minus its end; else 0.

    Letters without case and marks are in both classes.  When no purely small letter follows the UPPER run, the first
    alternative backtracks to the last character of the run that is in both.
    """
    at = start
    last_in_both = 0
    while at < end:
        character = character_at(data, at, classes)
        if character & UPPER == 0:
            if character & LOWER:
                return _run(data, at, end, classes, _LOWERS, _UNLIMITED)
            break
        at += character >> LENGTH_SHIFT
        if character & LOWER:
            last_in_both = at
    if last_in_both:
        return last_in_both
    return -at if at > start else 0


# The patterns -------------------------------------------------------------------------------------------------------


@inner_kernel
def _next_gpt2(data: ByteArray, start: int, end: int, classes: ByteArray, pattern: int) -> int:
    if data[start] == APOSTROPHE:
        length = contraction(data, start, end, pattern)
        if length:
            return start + length
    at = start
    character = character_at(data, at, classes)
    if data[start] == _BLANK and start + 1 < end:
        following = character_at(data, start + 1, classes)
        if following & SPACE == 0:
            at, character = start + 1, following
    if character & SPACE:
        return _white_space(data, start, end, classes, pattern)
    return _run(data, at, end, classes, character & (LETTER | NUMBER | OTHER), _UNLIMITED)


@inner_kernel
def _next_cl100k(data: ByteArray, start: int, end: int, classes: ByteArray, pattern: int) -> int:
    """cl100k, llama3 and qwen."""
    if data[start] == APOSTROPHE:
        length = contraction(data, start, end, pattern)
        if length:
            return start + length
    character = character_at(data, start, classes)
    if character & LETTER:
        return _run(data, start, end, classes, _LETTERS, _UNLIMITED)
    if character & NUMBER:
        return _digits(data, start, end, classes, pattern)
    at = start + (character >> LENGTH_SHIFT)
    if character & LINE_END == 0 and at < end:
        following = character_at(data, at, classes)
        if following & LETTER:  # one character of any other kind belongs to the word behind it
            return _run(data, at, end, classes, _LETTERS, _UNLIMITED)
        if data[start] == _BLANK and following & OTHER:
            return _punctuation(data, at, end, classes, pattern)
    if character & OTHER:
        return _punctuation(data, start, end, classes, pattern)
    return _white_space(data, start, end, classes, pattern)


@inner_kernel
def _word_o200k(data: ByteArray, start: int, end: int, classes: ByteArray, character: int, pattern: int) -> int:
    """Where the word from `start` ends, contraction included; 0 if no word starts there.

    Four attempts in the order of the expression: `UPPER* LOWER+` with one character of another kind in front, then
    without it; `UPPER+` with it, then without.
    """
    with_prefix = without = np.int64(0)
    if character & (LETTER | NUMBER | LINE_END) == 0:
        with_prefix = _cased_word(data, start + (character >> LENGTH_SHIFT), end, classes)
    if with_prefix <= 0 and character & (UPPER | LOWER):
        without = _cased_word(data, start, end, classes)
    if with_prefix > 0:
        word_end = with_prefix
    elif without > 0:
        word_end = without
    else:
        word_end = -with_prefix if with_prefix < 0 else -without
    if 0 < word_end < end and data[word_end] == APOSTROPHE:
        word_end += contraction(data, word_end, end, pattern)
    return word_end


@inner_kernel
def _next_o200k(data: ByteArray, start: int, end: int, classes: ByteArray, pattern: int) -> int:
    character = character_at(data, start, classes)
    word_end = _word_o200k(data, start, end, classes, character, pattern)
    if word_end > 0:
        return word_end
    if character & NUMBER:
        return _digits(data, start, end, classes, pattern)
    at = start + (character >> LENGTH_SHIFT)
    if data[start] == _BLANK and at < end and character_at(data, at, classes) & OTHER:
        return _punctuation(data, at, end, classes, pattern)
    if character & OTHER:
        return _punctuation(data, start, end, classes, pattern)
    return _white_space(data, start, end, classes, pattern)


@inner_kernel
def _ascii_word_end(data: ByteArray, start: int, pattern: int) -> int:
    """The end of a plain word, `[ ]?[A-Za-z]+` before another ASCII character; `start` if more must be looked at."""
    first = start + 1 if data[start] == _BLANK else start
    if pattern == O200K:
        word_end = _ascii_lower(data, _ascii_upper(data, first))
        if data[word_end] == APOSTROPHE:
            return start  # perhaps a contraction
    else:
        word_end = _ascii_letters(data, first)
    return word_end if word_end > first and data[word_end] < 128 else start


@lean_kernel
def next_end(pattern: int, data: ByteArray, start: int, end: int, classes: ByteArray) -> int:
    """Where the pre-token that starts at `start` (< `end`, the end of the text) ends."""
    word_end = _ascii_word_end(data, start, pattern)
    if start < word_end <= end:
        return word_end
    if pattern == GPT2:
        return _next_gpt2(data, start, end, classes, pattern)
    if pattern == O200K:
        return _next_o200k(data, start, end, classes, pattern)
    return _next_cl100k(data, start, end, classes, pattern)

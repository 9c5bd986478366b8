"""Cutting text into pre-tokens: what five regular expressions say, as loops over UTF-8 bytes.

`next_end` is the exact rule: given where a pre-token starts it returns where it ends.  None of the patterns looks behind,
so any known border is a legal place to start.  `fill_ends` gives many ends at once; where the text is ASCII it finds the
borders of 64 bytes with a few dozen operations on bit masks, and asks `next_end` only where that is not enough.

A pattern is a number here (`GPT2` ...); what they share is parametrised by where they differ:

                contraction    digits   after punctuation   white space with a line end
    gpt2        first, exact   all      -                   -
    cl100k      first, folded  3        line ends           up to its last line end; whole at the end of the text
    llama3      first, folded  3        line ends           up to its last line end
    qwen        first, folded  1        line ends           up to its last line end
    o200k       after a word   3        line ends and /     up to its last line end

Text must be valid UTF-8 with `PADDING` zero bytes behind it.  `classes` is `unicode.class_table()`.
"""

from __future__ import annotations

import numpy as np

from engine.kernels import kernel
from engine.kernels.intrinsics import class_masks, leading_zeros, load64, trailing_zeros
from engine.unicode import LETTER, LINE_END, LOWER, NUMBER, OTHER, SLASH, SPACE, UPPER
from engine.vocabulary import ByteArray, IntArray

GPT2, CL100K, O200K, LLAMA3, QWEN = range(5)

_BLANK = ord(" ")
_APOSTROPHE = ord("'")
_SLASH = ord("/")
_UPPER_A, _UPPER_Z = b"AZ"
_S, _T, _M, _D, _L, _V, _R, _E = b"stmdlvre"
_LENGTH_SHIFT = 8  # a character's class and length travel as one number: class | length << 8
_UNLIMITED = 1 << 60


# Characters and runs ------------------------------------------------------------------------------------------------


@kernel
def _wide_character(data: ByteArray, at: int, classes: ByteArray) -> int:
    """Class and length of the character from 128 on that starts at `at`."""
    lead = np.int64(data[at])
    second = np.int64(data[at + 1]) & 63
    if lead < 0xE0:
        return np.int64(classes[((lead & 31) << 6) | second]) | (2 << _LENGTH_SHIFT)
    third = np.int64(data[at + 2]) & 63
    if lead < 0xF0:
        return np.int64(classes[((lead & 15) << 12) | (second << 6) | third]) | (3 << _LENGTH_SHIFT)
    point = ((lead & 7) << 18) | (second << 12) | (third << 6) | (np.int64(data[at + 3]) & 63)
    return np.int64(classes[min(point, 0x10FFFF)]) | (4 << _LENGTH_SHIFT)


@kernel
def character_at(data: ByteArray, at: int, classes: ByteArray) -> int:
    """Class and length of the character at `at`."""
    byte = np.int64(data[at])
    if byte < 128:
        return np.int64(classes[byte]) | (1 << _LENGTH_SHIFT)
    return _wide_character(data, at, classes)


@kernel
def _run(data: ByteArray, at: int, end: int, classes: ByteArray, wanted: int, most: int) -> int:
    """Where the run of at most `most` characters of the wanted classes that starts at `at` ends."""
    while at < end and most > 0:
        character = character_at(data, at, classes)
        if character & wanted == 0:
            break
        at += character >> _LENGTH_SHIFT
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


@kernel
def _ascii_letters(data: ByteArray, at: int) -> int:
    """Where the run of ASCII letters ends; the zeros behind the text end it."""
    while True:
        word = load64(data, at)
        lowered = (word & _LOW_BITS) | _BLANKS
        others = ~((lowered + _FROM_LOWER_A) & ~(lowered + _BEYOND_LOWER_Z) & ~word) & _TOP_BITS
        if others:
            return at + (trailing_zeros(others) >> 3)
        at += 8


@kernel
def _ascii_lower(data: ByteArray, at: int) -> int:
    """Where the run of small ASCII letters ends."""
    while True:
        word = load64(data, at)
        low = word & _LOW_BITS
        others = ~((low + _FROM_LOWER_A) & ~(low + _BEYOND_LOWER_Z) & ~word) & _TOP_BITS
        if others:
            return at + (trailing_zeros(others) >> 3)
        at += 8


@kernel
def _ascii_upper(data: ByteArray, at: int) -> int:
    """Where the run of ASCII capitals ends."""
    while True:
        word = load64(data, at)
        low = word & _LOW_BITS
        others = ~((low + _FROM_UPPER_A) & ~(low + _BEYOND_UPPER_Z) & ~word) & _TOP_BITS
        if others:
            return at + (trailing_zeros(others) >> 3)
        at += 8


@kernel
def _blanks(data: ByteArray, at: int) -> int:
    """Where the run of blanks ends."""
    while True:
        others = load64(data, at) ^ _BLANKS
        if others:
            return at + (trailing_zeros(others) >> 3)
        at += 8


# The parts of the patterns ------------------------------------------------------------------------------------------


@kernel
def _lowered(byte: int) -> int:
    return byte | 0x20 if _UPPER_A <= byte <= _UPPER_Z else byte


@kernel
def _is_ascii_letter(byte: int) -> bool:
    return 97 <= (np.int64(byte) | 0x20) <= 122


@kernel
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


@kernel
def _digits(data: ByteArray, at: int, end: int, classes: ByteArray, pattern: int) -> int:
    most = _UNLIMITED if pattern == GPT2 else 1 if pattern == QWEN else 3
    return _run(data, at, end, classes, NUMBER, most)


@kernel
def _punctuation(data: ByteArray, at: int, end: int, classes: ByteArray, pattern: int) -> int:
    at = _run(data, at, end, classes, OTHER, _UNLIMITED)
    if pattern == GPT2:
        return at
    return _run(data, at, end, classes, LINE_END | SLASH if pattern == O200K else LINE_END, _UNLIMITED)


@kernel
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
        at += character >> _LENGTH_SHIFT
        if character & LINE_END:
            behind_line_end = at
    if pattern == CL100K and at >= end:
        return at
    if pattern != GPT2 and behind_line_end:
        return behind_line_end
    return at if at >= end or last == start else last


@kernel
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
                return _run(data, at, end, classes, LOWER, _UNLIMITED)
            break
        at += character >> _LENGTH_SHIFT
        if character & LOWER:
            last_in_both = at
    if last_in_both:
        return last_in_both
    return -at if at > start else 0


# The patterns -------------------------------------------------------------------------------------------------------


@kernel
def _next_gpt2(data: ByteArray, start: int, end: int, classes: ByteArray) -> int:
    if data[start] == _APOSTROPHE:
        length = contraction(data, start, end, GPT2)
        if length:
            return start + length
    at = start
    character = character_at(data, at, classes)
    if data[start] == _BLANK and start + 1 < end:
        following = character_at(data, start + 1, classes)
        if following & SPACE == 0:
            at, character = start + 1, following
    if character & SPACE:
        return _white_space(data, start, end, classes, GPT2)
    return _run(data, at, end, classes, character & (LETTER | NUMBER | OTHER), _UNLIMITED)


@kernel
def _next_cl100k(data: ByteArray, start: int, end: int, classes: ByteArray, pattern: int) -> int:
    """cl100k, llama3 and qwen."""
    if data[start] == _APOSTROPHE:
        length = contraction(data, start, end, pattern)
        if length:
            return start + length
    character = character_at(data, start, classes)
    if character & LETTER:
        return _run(data, start, end, classes, LETTER, _UNLIMITED)
    if character & NUMBER:
        return _digits(data, start, end, classes, pattern)
    at = start + (character >> _LENGTH_SHIFT)
    if character & LINE_END == 0 and at < end:
        following = character_at(data, at, classes)
        if following & LETTER:  # one character of any other kind belongs to the word behind it
            return _run(data, at, end, classes, LETTER, _UNLIMITED)
        if data[start] == _BLANK and following & OTHER:
            return _punctuation(data, at, end, classes, pattern)
    if character & OTHER:
        return _punctuation(data, start, end, classes, pattern)
    return _white_space(data, start, end, classes, pattern)


@kernel
def _word_o200k(data: ByteArray, start: int, end: int, classes: ByteArray, character: int) -> int:
    """Where the word from `start` ends, contraction included; 0 if no word starts there.

    Four attempts in the order of the expression: `UPPER* LOWER+` with one character of another kind in front, then
    without it; `UPPER+` with it, then without.
    """
    with_prefix = without = np.int64(0)
    if character & (LETTER | NUMBER | LINE_END) == 0:
        with_prefix = _cased_word(data, start + (character >> _LENGTH_SHIFT), end, classes)
    if with_prefix <= 0 and character & (UPPER | LOWER):
        without = _cased_word(data, start, end, classes)
    if with_prefix > 0:
        word_end = with_prefix
    elif without > 0:
        word_end = without
    else:
        word_end = -with_prefix if with_prefix < 0 else -without
    if 0 < word_end < end and data[word_end] == _APOSTROPHE:
        word_end += contraction(data, word_end, end, O200K)
    return word_end


@kernel
def _next_o200k(data: ByteArray, start: int, end: int, classes: ByteArray) -> int:
    character = character_at(data, start, classes)
    word_end = _word_o200k(data, start, end, classes, character)
    if word_end > 0:
        return word_end
    if character & NUMBER:
        return _digits(data, start, end, classes, O200K)
    at = start + (character >> _LENGTH_SHIFT)
    if data[start] == _BLANK and at < end and character_at(data, at, classes) & OTHER:
        return _punctuation(data, at, end, classes, O200K)
    if character & OTHER:
        return _punctuation(data, start, end, classes, O200K)
    return _white_space(data, start, end, classes, O200K)


@kernel
def _ascii_word_end(data: ByteArray, start: int, pattern: int) -> int:
    """The end of a plain word, `[ ]?[A-Za-z]+` before another ASCII character; `start` if more must be looked at."""
    first = start + 1 if data[start] == _BLANK else start
    if pattern == O200K:
        word_end = _ascii_lower(data, _ascii_upper(data, first))
        if data[word_end] == _APOSTROPHE:
            return start  # perhaps a contraction
    else:
        word_end = _ascii_letters(data, first)
    return word_end if word_end > first and data[word_end] < 128 else start


@kernel
def next_end(pattern: int, data: ByteArray, start: int, end: int, classes: ByteArray) -> int:
    """Where the pre-token that starts at `start` (< `end`, the end of the text) ends."""
    word_end = _ascii_word_end(data, start, pattern)
    if start < word_end <= end:
        return word_end
    if pattern == GPT2:
        return _next_gpt2(data, start, end, classes)
    if pattern == O200K:
        return _next_o200k(data, start, end, classes)
    return _next_cl100k(data, start, end, classes, pattern)


# 64 bytes at a time -------------------------------------------------------------------------------------------------

_NONE, _ONE = np.uint64(0), np.uint64(1)
_TWO, _THREE = np.uint64(2), np.uint64(3)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


@kernel
def _run_behind(starts: np.uint64, members: np.uint64) -> np.uint64:
    """The runs of `members` that begin at the bits `starts`, members too: one addition carries through each."""
    return members & ~(members + starts)


@kernel
def _known(white: np.uint64, wide: np.uint64) -> np.uint64:
    """The bits where a border can be told: up to the first wide character or the block's end, and not inside a run of
    white space that touches it, for what white space comes to depends on what follows."""
    last = trailing_zeros(wide) - 1  # 63 if there is no wide character
    if last < 0:
        return _NONE
    seen = _ALL >> np.uint64(63 - last)
    if white >> np.uint64(last) & _ONE:
        last = 64 - leading_zeros(~white & seen)  # where that run of white space starts
        seen &= _ALL >> np.uint64(63 - last)
    return seen & ~_ONE


@kernel
def _third_digits(digits: np.uint64, run_starts: np.uint64) -> np.uint64:
    """Every third digit of each run, its first included."""
    four = digits & (digits << _ONE) & (digits << _TWO) & (digits << _THREE)
    found = latest = run_starts
    while latest:
        latest = (latest << _THREE) & four
        found |= latest
    return found


@kernel
def _borders_gpt2(data: ByteArray, start: int) -> np.uint64:
    """Bit `k` is set if a pre-token starts at `start + k`, given that one starts at `start`; only what is certain."""
    letters, _, digits, white, blanks, _, wide = class_masks(data, start)
    others = ~(letters | digits | white)
    begins = (letters & ~(letters << _ONE)) | (digits & ~(digits << _ONE)) | (others & ~(others << _ONE))
    words = begins & ~(blanks << _ONE)  # a blank belongs to what follows it
    spaces = white & (~(white << _ONE) | ~(white >> _ONE))  # the first of a run, and the last, which stands alone
    return (words | spaces) & _known(white, wide)


@kernel
def _borders(data: ByteArray, start: int, pattern: int) -> np.uint64:
    """The same for the other patterns."""
    letters, capitals, digits, white, blanks, line_ends, wide = class_masks(data, start)
    others = ~(letters | digits | white)
    known = _known(white, wide)

    # Punctuation takes a blank before it and the line ends after it; alone and without a blank it leads a word.
    punctuation = others & ~(others << _ONE) & ~(blanks << _ONE)
    taken = _run_behind((others << _ONE) & line_ends, line_ends)
    # A word takes one character in front that is no letter, digit or line end.
    leading = (white & ~line_ends) | punctuation
    words = letters & ~(letters << _ONE) & ~(leading << _ONE)
    if pattern == O200K:
        words |= capitals & ((letters & ~capitals) << _ONE)
        for_slash = (taken << _ONE) & others
        while for_slash:  # a slash behind taken line ends is taken too: leave it to the exact rule
            at = trailing_zeros(for_slash)
            if data[start + at] == _SLASH:
                known &= (_ONE << np.uint64(at)) - _ONE
                break
            for_slash &= for_slash - _ONE

    numbers = digits
    if pattern != QWEN:
        numbers = _third_digits(digits, digits & ~(digits << _ONE))

    # White space: up to the last line end of the run, then all but the last character, then the last.
    white &= ~taken
    line_ends &= ~taken
    indents = (line_ends << _ONE) & white & ~line_ends
    plain = white & ~line_ends
    if (plain + indents) & ~plain & line_ends:  # line ends on both sides of an indent: the last one decides
        known &= (_ONE << np.uint64(trailing_zeros(indents))) - _ONE
    spaces = (white & ~(white << _ONE)) | (plain & ~(white >> _ONE)) | indents
    return (punctuation | words | numbers | spaces) & known


@kernel
def fill_ends(
    pattern: int, data: ByteArray, start: int, end: int, classes: ByteArray, ends: IntArray
) -> tuple[int, int]:
    """Write the ends of the pre-tokens from `start` on; stop at `end` or when fewer than 64 places are left.

    Returns how many were written and where the last of them ends.
    """
    count = 0
    while start < end and count + 64 <= len(ends):
        borders = _NONE
        if start + 64 <= end and data[start] < 128:
            borders = _borders_gpt2(data, start) if pattern == GPT2 else _borders(data, start, pattern)
        if not borders:
            start = next_end(pattern, data, start, end, classes)
            ends[count] = start
            count += 1
            continue
        block = start
        while borders:
            border = block + trailing_zeros(borders)
            extra = np.int64(0)
            if pattern != O200K:
                if data[start] == _APOSTROPHE:
                    extra = contraction(data, start, end, pattern)
                    if extra:
                        border = start + extra
            elif data[border] == _APOSTROPHE and _is_ascii_letter(data[border - 1]):
                extra = contraction(data, border, end, pattern)
                border += extra
            if extra:  # borders up to here are done
                borders = borders & (_ALL << np.uint64(border - block) << _ONE) if border - block < 64 else _NONE
            else:
                borders &= borders - _ONE
            start = border
            ends[count] = start
            count += 1
    return count, start

"""Cutting text into pre-tokens: what five regular expressions say, as loops over UTF-8 bytes.

`fill_ends` gives many ends at once: it finds the borders of 64 bytes with a few dozen operations on bit masks, and asks the
exact rule (`scan_rules.next_end`) only where that is not enough.

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

from engine.kernels import inlined_kernel, inner_kernel, kernel
from engine.kernels.intrinsics import class_masks, leading_zeros, trailing_zeros
from engine.kernels.scan_rules import (
    APOSTROPHE,
    CL100K,
    GPT2,
    LENGTH_SHIFT,
    LLAMA3,
    O200K,
    QWEN,
    character_at,
    contraction,
    is_ascii_letter,
    next_end,
    wide_character,
)
from engine.unicode import LETTER, LOWER, NUMBER, SPACE, UPPER
from engine.vocabulary import ByteArray, IntArray

__all__ = ["CL100K", "GPT2", "LLAMA3", "O200K", "QWEN", "character_at", "fill_ends", "next_end"]

_SLASH = ord("/")

ROOM = 64
"""Places for ends that must be left when the next 64 bytes are looked at: one a byte."""

_NONE, _ONE = np.uint64(0), np.uint64(1)
_TWO, _THREE = np.uint64(2), np.uint64(3)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_GPT2 = np.int64(GPT2)  # Python's own constant would make numba compile a function once more


@inner_kernel
def _run_behind(starts: np.uint64, members: np.uint64) -> np.uint64:
    """The runs of `members` that begin at the bits `starts`, members too: one addition carries through each."""
    return members & ~(members + starts)


@inner_kernel
def _known(white: np.uint64, wide: np.uint64) -> np.uint64:
    """The bits where a border can be told: up to the first wide character that is left to the exact rule or the block's end,
    and not inside a run of white space that touches it, for what white space comes to depends on what follows."""
    last = trailing_zeros(wide) - 1  # 63 if there is none
    if last < 0:
        return _NONE
    seen = _ALL >> np.uint64(63 - last)
    if white >> np.uint64(last) & _ONE:
        last = 64 - leading_zeros(~white & seen)  # where that run of white space starts
        seen &= _ALL >> np.uint64(63 - last)
    return seen & ~_ONE


@inner_kernel
def _third_digits(digits: np.uint64, run_starts: np.uint64) -> np.uint64:
    """Every third digit of each run, its first included."""
    four = digits & (digits << _ONE) & (digits << _TWO) & (digits << _THREE)
    found = latest = run_starts
    while latest:
        latest = (latest << _THREE) & four
        found |= latest
    return found


@inlined_kernel
def _bits_of(character: int, at: np.uint64) -> np.uint64:
    """The bits of all bytes of a wide character that starts at bit `at`; none if it reaches out of the block."""
    length = np.uint64(character >> LENGTH_SHIFT)
    return ((_ONE << length) - _ONE) << at if at + length <= np.uint64(64) else _NONE


@inner_kernel
def _wide_masks(
    data: ByteArray, start: int, letters: np.uint64, wide: np.uint64, classes: ByteArray, pattern: int
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]:
    """What the wide characters of a block are, up to the first that is left to the exact rule.

    All letters; for o200k the wide ones that are capitals alone, and those of both cases; first bytes of other wide
    characters of two, three and four bytes; the wide bytes that were not looked at.  White space, digits, and marks of
    o200k that follow no letter are left.
    """
    capitals = both = two = three = four = _NONE
    while wide:
        at = np.uint64(trailing_zeros(wide))
        character = wide_character(data, start + np.int64(at), classes)
        bits = _bits_of(character, at)
        if character & (SPACE | NUMBER) or bits == _NONE:
            break
        if character & LETTER:
            letters |= bits
            if pattern == O200K:
                if character & LOWER == 0:
                    capitals |= bits
                elif character & UPPER:
                    both |= bits
        elif pattern == O200K and character & UPPER:  # a mark
            if ((letters << _ONE) >> at) & _ONE == _NONE:
                break
            letters |= bits
            both |= bits
        else:
            length = character >> LENGTH_SHIFT
            first = _ONE << at
            if length == 2:
                two |= first
            elif length == 3:
                three |= first
            else:
                four |= first
        wide &= ~bits
    return letters, capitals, both, two, three, four, wide


@inner_kernel
def _borders_gpt2(data: ByteArray, start: int, classes: ByteArray) -> np.uint64:
    """Bit `k` is set if a pre-token starts at `start + k`, given that one starts at `start`; only what is certain."""
    letters, _, digits, white, blanks, _, wide = class_masks(data, start)
    if wide:
        letters, _, _, _, _, _, wide = _wide_masks(data, start, letters, wide, classes, _GPT2)
    others = ~(letters | digits | white)
    begins = (letters & ~(letters << _ONE)) | (digits & ~(digits << _ONE)) | (others & ~(others << _ONE))
    words = begins & ~(blanks << _ONE)  # a blank belongs to what follows it
    spaces = white & (~(white << _ONE) | ~(white >> _ONE))  # the first of a run, and the last, which stands alone
    return (words | spaces) & _known(white, wide)


@inner_kernel
def _borders(data: ByteArray, start: int, classes: ByteArray, pattern: int) -> np.uint64:
    """The same for the other patterns."""
    letters, capitals, digits, white, blanks, line_ends, wide = class_masks(data, start)
    both = two = three = four = _NONE
    if wide:
        letters, wide_capitals, both, two, three, four, wide = _wide_masks(data, start, letters, wide, classes, pattern)
        capitals |= wide_capitals
    others = ~(letters | digits | white)
    known = _known(white, wide)

    # Punctuation takes a blank before it and the line ends after it; alone and without a blank it leads a word.
    punctuation = others & ~(others << _ONE) & ~(blanks << _ONE)
    taken = _run_behind((others << _ONE) & line_ends, line_ends)
    # A word takes one character in front that is no letter, digit or line end.
    leading = (white & ~line_ends) | (punctuation & ~(two | three | four))
    leading |= (punctuation & two) << _ONE | (punctuation & three) << _TWO | (punctuation & four) << _THREE
    words = letters & ~(letters << _ONE) & ~(leading << _ONE)
    if pattern == O200K:
        words |= capitals & ((letters & ~capitals) << _ONE)
        unsure = capitals & (both << _ONE)  # a capital behind a letter of both cases: what follows decides
        if unsure:
            known &= (_ONE << np.uint64(trailing_zeros(unsure))) - _ONE
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
    """Write the ends of the pre-tokens from `start` on; stop at `end` or when fewer than `ROOM` places are left.

    Returns how many were written and where the last of them ends.
    """
    count = 0
    while start < end and count + ROOM <= len(ends):
        borders = _NONE
        if start + 64 <= end:
            gpt2 = pattern == GPT2
            borders = _borders_gpt2(data, start, classes) if gpt2 else _borders(data, start, classes, pattern)
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
                if data[start] == APOSTROPHE:
                    extra = contraction(data, start, end, pattern)
                    if extra:
                        border = start + extra
            elif data[border] == APOSTROPHE and (is_ascii_letter(data[border - 1]) or data[border - 1] >= 128):
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

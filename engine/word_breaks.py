"""Words by Unicode's segmentation (annex 29): "don't" and "3.14" are one word, "well-known" is two.

Most of what stands between two blanks is letters alone, and then it is one word; only the rest is looked at with `regex`.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt
import regex

from engine.unicode import CODE_POINTS, LETTER, NUMBER, class_table, code_points
from engine.vocabulary import ByteArray, IntArray

_BREAK = regex.compile(r"(?w)\b")
_BLANK, _JOINS, _EXTENDS = 1, 2, 4
_CLASSES = {
    _BLANK: r"[ \n\0]",  # a border stands before and after these, unless an accent follows
    _JOINS: r"[\p{WB=ALetter}\p{WB=Hebrew_Letter}\p{WB=Numeric}]",  # never a border between two of these
    _EXTENDS: r"[\p{WB=Extend}\p{WB=Format}\p{WB=ZWJ}]",  # belongs to what is before it
}


@cache
def _classes() -> ByteArray:
    """What each code point does to the borders of words."""
    characters = "".join(map(chr, range(0xD800))) + "\ufffd" * 0x800 + "".join(map(chr, range(0xE000, CODE_POINTS)))
    table = np.zeros(CODE_POINTS, np.uint8)
    for number, expression in _CLASSES.items():
        for match in regex.finditer(f"{expression}+", characters):
            table[match.start() : match.end()] = number
    return table


def word_spans(text: str) -> tuple[IntArray, IntArray]:
    """Where each word starts and how long it is, in code points: the segments that hold a letter or a number.

    >>> starts, lengths = word_spans("Don't say 3.14!")
    >>> starts.tolist(), lengths.tolist()
    ([0, 6, 10], [5, 3, 4])
    """
    if not text:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    points = code_points(text)
    starts, ends, is_plain = _stretches(_classes()[points])
    odd_starts, odd_ends = _segments(text, starts[~is_plain], ends[~is_plain])
    starts, ends = np.concatenate([starts[is_plain], odd_starts]), np.concatenate([ends[is_plain], odd_ends])
    said = np.concatenate([[0], np.cumsum((class_table()[points] & (LETTER | NUMBER)) != 0)])
    is_word = said[ends] > said[starts]
    starts, ends = starts[is_word], ends[is_word]
    order = np.argsort(starts, kind="stable")
    return starts[order], (ends - starts)[order]


def _stretches(classes: ByteArray) -> tuple[IntArray, IntArray, npt.NDArray[np.bool_]]:
    """Starts and ends of stretches between sure borders, and which of them are one word: letters with their accents."""
    blank, extends = classes == _BLANK, classes == _EXTENDS
    # An accent behind a blank belongs to the blank; then where the border is, is left to the full rules.
    hangs = extends & np.concatenate([[True], (blank | extends)[:-1]])
    sure = (blank[1:] != blank[:-1]) & ~extends[1:] & ~hangs[:-1]
    borders = np.flatnonzero(sure) + 1
    starts, ends = np.concatenate([[0], borders]), np.append(borders, len(classes))
    odd = np.concatenate([[0], np.cumsum((classes != _JOINS) & ~extends)])
    is_plain = (odd[ends] == odd[starts]) & (classes[starts] == _JOINS)
    nothing = np.concatenate([[0], np.cumsum(~blank)])
    kept = nothing[ends] > nothing[starts]
    return starts[kept], ends[kept], is_plain[kept]


def _segments(text: str, starts: IntArray, ends: IntArray) -> tuple[IntArray, IntArray]:
    """Starts and ends of all segments of some stretches: they are looked at in one go, each on a line of its own."""
    joined = "\n".join([text[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)])
    breaks = np.array([match.start() for match in _BREAK.finditer(joined)], np.int64)
    first, last = breaks[:-1], breaks[1:]
    lines = np.cumsum(np.append(0, ends - starts + 1))  # where each stretch begins among the joined
    stretch = np.searchsorted(lines, first, "right") - 1
    is_line_end = first == lines[stretch + 1] - 1
    moved = (starts[stretch] - lines[stretch])[~is_line_end] if len(starts) else first
    return first[~is_line_end] + moved, last[~is_line_end] + moved

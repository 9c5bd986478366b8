"""Seams: places between two characters where a text may be taken apart and encoded in parts.

At a seam a token ends and another begins whatever stands around these two characters; the tokens before it do not depend on
what comes behind them, and the tokens behind it not on what comes before.  None of the patterns looks behind, so what is
left to show for each is that no piece holds both characters, and that no piece before them looks further ahead:

    a pattern with a scanner   before a blank that follows no white space; behind a line end before something that is
                               neither white space nor a slash (o200k takes slashes along); between a letter and a digit,
                               a sign (no mark, no apostrophe) or white space; behind a digit before anything else
    white space is dropped     before a blank or line end: nothing reaches over it
    metaspace                  before a blank that follows a letter or an ASCII digit, since it becomes a mark

A normalizer must not act across a seam either: before a blank or line end none does, but what it makes of the character in
front must still be a letter.  A regular expression of somebody's own may look anywhere: it has no seams, and neither has a
text that is not cut at all.

>>> text = "so 12x"
>>> [place for place in range(1, len(text)) if scanner_seams(code_points(text))[place - 1]]
[2, 5]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
import numpy.typing as npt

from engine.kernels import pieces, scan
from engine.metaspace import MARK
from engine.normalizers import Normalizer
from engine.pre_tokenizers import PreTokenizer
from engine.unicode import LETTER, LINE_END, LOWER, NUMBER, OTHER, SPACE, UPPER, class_table, code_points

CodePoints = npt.NDArray[np.uint32]
Booleans = npt.NDArray[np.bool_]
Seams = Callable[[CodePoints], Booleans]
"""For code points in a row: whether there is a seam between each and the next."""
Normalize = Callable[[str], str]

_BLANK, _NEWLINE, _SLASH, _APOSTROPHE, _MARK = (ord(character) for character in (" ", "\n", "/", "'", MARK))
_WINDOWS = (512, 4096, 32_768, 262_144)
"""Bytes that are searched for a seam, one after the other; beyond the last it is not worth it."""


def pipeline_seams(pre_tokenizer: PreTokenizer, normalizer: Normalizer) -> Seams | None:
    """The seams of a pipeline; None where none can be told."""
    scanner = pre_tokenizer.pattern.scanner
    if scanner is None or scanner == pieces.WHOLE or normalizer.marks_blanks != normalizer.leaves_marks:
        return None
    if pre_tokenizer.drops_whitespace and not normalizer.marks_blanks:
        return dropped_blank_seams
    if scanner <= scan.QWEN and not normalizer:
        return scanner_seams
    if pre_tokenizer.cuts_at_marks and not normalizer.marks_blanks:
        return None if normalizer else mark_seams
    return letter_seams(normalizer.text, (_BLANK,) if normalizer.marks_blanks else (_BLANK, _NEWLINE))


def every_seam(points: CodePoints) -> Booleans:
    """Where each character comes to its own tokens."""
    return np.ones(max(0, len(points) - 1), np.bool_)


def scanner_seams(points: CodePoints) -> Booleans:
    """Of the patterns in kernels/scan.py, on the text as it is."""
    classes = class_table()[points]
    before, after, following = classes[:-1], classes[1:], points[1:]
    mark = after & (UPPER | LOWER) != 0
    sign = (after & OTHER != 0) & ~mark & (following != _APOSTROPHE)
    blank = (following == _BLANK) & (before & SPACE == 0)
    line = (before & LINE_END != 0) & (after & SPACE == 0) & (following != _SLASH)
    letter = (before & LETTER != 0) & ((after & (SPACE | NUMBER) != 0) | sign)
    number = (before & NUMBER != 0) & (after & NUMBER == 0)
    return np.asarray(blank | line | letter | number)


def dropped_blank_seams(points: CodePoints) -> Booleans:
    """Of patterns that drop white space, whatever a normalizer has done."""
    blank = (points[1:] == _BLANK) | (points[1:] == _NEWLINE)
    return np.asarray(blank & (class_table()[points[:-1]] & SPACE == 0))


def mark_seams(points: CodePoints) -> Booleans:
    """Of metaspace on a text that holds its marks already."""
    return np.asarray((points[1:] == _MARK) & (points[:-1] != _MARK))


def letter_seams(normalize: Normalize, followed_by: Iterable[int] = (_BLANK,)) -> Seams:
    """Before blanks that follow an ASCII letter or digit, or a letter that a normalizer leaves one letter."""
    blanks = np.array(list(followed_by), np.uint32)
    stays: dict[int, bool] = {}

    def is_letter(point: int) -> bool:
        if point not in stays:
            made = code_points(normalize(chr(point)))
            stays[point] = len(made) == 1 and bool(class_table()[made[0]] & LETTER)
        return stays[point]

    def seams(points: CodePoints) -> Booleans:
        classes = class_table()[points[:-1]]
        found = np.isin(points[1:], blanks) & (classes & (LETTER | NUMBER) != 0)
        for place in np.flatnonzero(found & ((points[:-1] >= 128) | (classes & NUMBER != 0))).tolist():
            point = int(points[place])
            found[place] = point < 128 or is_letter(point)
        return np.asarray(found)

    return seams


def last_seam(seams: Seams, data: bytes, end: int) -> int | None:
    """The last seam in `data[:end]` (UTF-8, whole characters), as the byte behind it; 0 where there is none, None where it
    is too far."""
    for size in _WINDOWS:
        start = _character_start(data, max(0, end - size))
        places = _places(seams, data, start, end)
        if len(places):
            return int(places[-1])
        if start == 0:
            return 0
    return None


def first_seam(seams: Seams, data: bytes, start: int) -> int | None:
    """The first seam in `data[start:]`; its length where there is none, None where it is too far."""
    for size in _WINDOWS:
        end = _character_start(data, min(len(data), start + size))
        places = _places(seams, data, start, end)
        if len(places):
            return int(places[0])
        if end == len(data):
            return end
    return None


def _places(seams: Seams, data: bytes, start: int, end: int) -> npt.NDArray[np.int64]:
    points = code_points(data[start:end].decode())
    lengths = 1 + (points >= 0x80).astype(np.int64) + (points >= 0x800) + (points >= 0x10000)
    if len(points) < 2:
        return np.empty(0, np.int64)
    return np.asarray(start + np.cumsum(lengths)[:-1][seams(points)])


def _character_start(data: bytes, place: int) -> int:
    """The place, or where the character begins that is there."""
    while 0 < place < len(data) and data[place] & 0xC0 == 0x80:
        place -= 1
    return place

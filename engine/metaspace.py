"""Metaspace: SentencePiece's rules for white space, in which a blank is the visible character `▁` (U+2581).

A mark stands in front of the first word too, blanks at both ends go, of some in a row one is left - unless they are kept.
SentencePiece strips what it has written, not what it has read: a mark that stands at the end of the raw text goes with the
blanks, and with a text that holds nothing else goes the mark in front.
"""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt

from engine.alignment import Alignment, Offsets, offsets_of
from engine.kernels.marks import mark_blanks
from engine.model import PADDING
from engine.vocabulary import ByteArray, IntArray

MARK = "\u2581"
_MARK_BYTES = len(MARK.encode())
_BLANK = ord(" ")
_MORE_BLANKS = re.compile("  +")


def marked(text: str, *, keep: bool = False, at_start: bool = True) -> str:
    """Blanks as marks; `keep` keeps all of them, and a text that is not `at_start` gets none in front.

    >>> marked("  low  er"), marked(" low", at_start=False)
    ('▁low▁er', '▁low')
    """
    first, last = _kept(text, keep, at_start)
    if first >= last:
        return ""
    kept = text[first:last]
    if not keep and "  " in kept:
        kept = _MORE_BLANKS.sub(" ", kept)
    return (MARK if at_start else "") + kept.replace(" ", MARK)


def marked_texts(
    data: bytes, starts: IntArray, ends: IntArray, opens: npt.NDArray[np.bool_], *, keep: bool = False
) -> tuple[ByteArray, Offsets]:
    """The same of the texts `data[starts[i]:ends[i]]`, end to end with `PADDING` behind them, and where each starts;
    `opens` says which are at the start."""
    read = np.frombuffer(data, np.uint8)
    first, last = (int(starts[0]), int(ends[-1])) if len(starts) else (0, 0)
    blanks = int(np.count_nonzero(read[first:last] == _BLANK))
    written = np.empty(last - first + (_MARK_BYTES - 1) * blanks + _MARK_BYTES * len(starts) + PADDING, np.uint8)
    offsets = np.empty(len(starts) + 1, np.int64)
    mark_blanks(read, starts, ends, opens, keep, written, offsets)
    written = written[: int(offsets[-1]) + PADDING]
    written[int(offsets[-1]) :] = 0
    return written, offsets


def unmarked(text: str, *, keep: bool = False) -> str:
    """Marks as blanks, without the one in front; all in front go where they would not have been kept.

    >>> unmarked("▁low▁er")
    'low er'
    """
    text = text.replace(MARK, " ")
    return text.removeprefix(" ") if keep else text.lstrip(" ")


def mark_alignment(text: str, *, keep: bool = False, at_start: bool = True) -> Alignment:
    """The alignment of a text with what `marked` makes of it: one piece a byte, and one for the mark in front."""
    first, last = _kept(text, keep, at_start)
    data = np.frombuffer(text.encode(), np.uint8)
    if first >= last:
        return Alignment.of([(len(data), 0, False)])
    skipped = len(text[:first].encode())
    end = len(data) - len(text[last:].encode())
    blank = data == _BLANK
    sizes = np.where(blank, _MARK_BYTES, 1)
    sizes[:skipped] = sizes[end:] = 0
    if not keep:
        again = skipped + 1 + np.flatnonzero(blank[skipped + 1 : end] & blank[skipped : end - 1])
        sizes[again] = 0
    raw = np.ones(len(data), np.int64)
    if at_start:
        raw, sizes, blank = (
            np.insert(raw, skipped, 0),
            np.insert(sizes, skipped, _MARK_BYTES),
            np.insert(blank, skipped, True),
        )
    return Alignment(offsets_of(raw), offsets_of(sizes), ~blank & (sizes > 0))


def _kept(text: str, keep: bool, at_start: bool) -> tuple[int, int]:
    """Which characters are left after stripping."""
    if keep:
        return 0, len(text)
    first = len(text) - len(text.lstrip(" ")) if at_start else 0
    return first, len(text.rstrip(" " + MARK))

"""Where each byte of a normalized text comes from: pieces of the raw text beside what became of them.

A piece is the least stretch that can be normalized on its own: a character, or a grapheme cluster where characters act on
each other ("e" and an accent that become one letter).  Within a piece that came through byte by byte, bytes match one by
one; of any other, each normalized byte stands for the whole piece.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

import numpy as np
import numpy.typing as npt

from engine.unicode import grapheme_breaks
from engine.vocabulary import IntArray

Offsets = npt.NDArray[np.int64]

WIDE = re.compile(r"([\x00-\x7f]?[^\x00-\x7f]+)")
"""What is not ASCII, with the character in front: an accent acts on that one, and nothing acts on what comes behind."""
_WORD = re.compile(r"[^ \n]*[ \n]?")


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    """Pieces in order: `raw[i]:raw[i + 1]` of the raw bytes became `normalized[i]:normalized[i + 1]`; `matches[i]` says
    that their bytes match one by one."""

    raw: Offsets
    normalized: Offsets
    matches: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, pieces: Iterable[tuple[int, int, bool]]) -> Alignment:
        """From the bytes of each piece before and after, and whether they match.

        >>> Alignment.of([(2, 0, False), (3, 3, True)]).raw_spans(np.array([[1, 3]])).tolist()
        [[3, 5]]
        """
        rows = np.array(list(pieces), np.int64).reshape(-1, 3)
        return cls(offsets_of(rows[:, 0]), offsets_of(rows[:, 1]), rows[:, 2].astype(bool))

    def raw_spans(self, spans: IntArray) -> Offsets:
        """(n, 2) ranges of the normalized bytes as ranges of the raw ones; an empty range stays empty."""
        spans = np.asarray(spans, np.int64).reshape(-1, 2)
        if len(self.matches) == 0:
            return np.zeros_like(spans)
        starts, ends = spans[:, 0], spans[:, 1]
        last = len(self.matches) - 1
        # What was taken away stands between two pieces that are left: a range never begins or ends in it.
        first_piece = np.minimum(np.searchsorted(self.normalized[1:], starts, "right"), last)
        last_piece = np.minimum(np.searchsorted(self.normalized[1:], ends, "left"), last)
        into_first = np.where(self.matches[first_piece], starts - self.normalized[first_piece], 0)
        whole = self.raw[last_piece + 1] - self.raw[last_piece]
        into_last = np.where(self.matches[last_piece], ends - self.normalized[last_piece], whole)
        found = np.stack([self.raw[first_piece] + into_first, self.raw[last_piece] + into_last], axis=1)
        empty = starts >= ends
        found[empty, 1] = np.where(ends[empty] > 0, found[empty, 1], 0)
        # Nothing, in the middle of what has no middle: at its start, so that nothing behind it begins before it.
        inside = empty & ~self.matches[last_piece] & (ends < self.normalized[last_piece + 1]) & (ends > 0)
        found[inside, 1] = self.raw[last_piece[inside]]
        found[empty, 0] = found[empty, 1]
        return found


def offsets_of(sizes: IntArray) -> Offsets:
    """Where things of these sizes start that stand end to end, and where the last ends."""
    offsets = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes, out=offsets[1:])
    return offsets


def align(raw: str, normalized: str, normalize: Callable[[str], str]) -> Alignment:
    """The alignment of a text with what `normalize` made of it.

    Clusters can be normalized one by one: if ever they cannot (`regex` knows a newer Unicode than the normalizers do),
    it is the words, and else the whole text, that are aligned.
    """
    for cut in (_pieces, _words):
        pieces = cut(raw, normalize)
        made = {piece: normalize(piece) for piece in set(pieces)}
        if "".join(map(made.__getitem__, pieces)) == normalized:
            return _alignment(pieces, made)
    return _alignment([raw], {raw: normalized})


def _alignment(pieces: Sequence[str], made: dict[str, str]) -> Alignment:
    sizes = {piece: (len(piece.encode()), len(text.encode()), _matches(piece, text)) for piece, text in made.items()}
    return Alignment.of(map(sizes.__getitem__, pieces))


def _matches(piece: str, text: str) -> bool:
    return piece == text or (len(piece) == len(text) and piece.isascii() and text.isascii())


def _pieces(text: str, normalize: Callable[[str], str]) -> list[str]:
    """ASCII as long as it can be, else characters, or clusters where those do not come to the same one by one."""
    stretches = WIDE.split(text)
    made: dict[str, list[str]] = {}
    for stretch in set(stretches[::2]):
        together = len(normalize(stretch)) == len(stretch)
        made[stretch] = ([stretch] if stretch else []) if together else list(stretch)
    for stretch in set(stretches[1::2]):
        made[stretch] = [stretch] if normalize(stretch) == stretch else list(_clusters(stretch, normalize))
    return list(chain.from_iterable(map(made.__getitem__, stretches)))


def _words(text: str, _: Callable[[str], str]) -> list[str]:
    """Words and lines, each with the blank or line end behind it."""
    return [word for word in _WORD.findall(text) if word]


def _clusters(text: str, normalize: Callable[[str], str]) -> Iterable[str]:
    breaks = grapheme_breaks(text)
    if len(breaks) == len(text):
        return text
    clusters = [text[start:end] for start, end in pairwise([*breaks.tolist(), len(text)])]
    together = {
        cluster: normalize(cluster) != "".join(map(normalize, cluster)) for cluster in set(clusters) if len(cluster) > 1
    }
    return chain.from_iterable([cluster] if together.get(cluster) else cluster for cluster in clusters)

"""Where two tokenizers part on one text, and why.

Two tokens are equal if they cover the same bytes of the text and say the same.  Between two places where both end a token
lies a difference; its cause is the first of these that holds:

    blank        one leaves out a blank, or puts one in front, that the other has in a token
    normalizer   the models did not see the same text
    unknown      one of them cannot write it
    pre-token    the text was cut into other pieces before the model saw it
    missing      a token of one is not in the other's vocabulary
    order        both have the tokens; other merges, or other scores, come first
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal

import numpy as np
import numpy.typing as npt

from engine.backends import AnyTokenizer
from engine.encoding import Encoding
from engine.metaspace import MARK
from engine.reading.places import quoted, tokens_in
from engine.reading.pre_tokens import PreTokens, pre_tokens
from engine.vocabulary import IntArray

CauseKind = Literal["blank", "normalizer", "unknown", "pre-token", "missing", "order"]


@dataclass(frozen=True, slots=True)
class Side:
    """A tokenizer, what it made of the text, and how it is called in a sentence."""

    title: str
    tokenizer: AnyTokenizer
    encoding: Encoding


@dataclass(frozen=True, slots=True)
class Difference:
    """Bytes `start` to `end` of the text that the two cut differently, and the tokens (half-open) that each has there."""

    start: int
    end: int
    mine: tuple[int, int]
    theirs: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Cause:
    """Why two tokenizers differ at a place, in words."""

    kind: CauseKind
    sentence: str


class Differences:
    """All differences of two encodings of the same text.

    `mine` and `theirs` say for each token whether the other side lacks it.
    """

    def __init__(self, mine: Side, theirs: Side) -> None:
        self._sides = mine, theirs
        self.mine, self.theirs = _lacking(mine.encoding, theirs.encoding)
        self._regions = _regions(mine.encoding, theirs.encoding, self.mine, self.theirs)

    def __len__(self) -> int:
        return len(self._regions)

    def __getitem__(self, index: int) -> Difference:
        start, end = self._regions[index].tolist()
        sides = (tokens_in(side.encoding.byte_spans, start, end) for side in self._sides)
        return Difference(start, end, *sides)

    @property
    def starts(self) -> IntArray:
        """The first byte of each, ascending."""
        return self._regions[:, 0]

    def at(self, byte: int) -> int | None:
        """The difference that holds a byte, None if there is none."""
        index = int(self.starts.searchsorted(byte, "right")) - 1
        return index if index >= 0 and byte < max(self._regions[index, 1], self._regions[index, 0] + 1) else None

    def prepare(self) -> None:
        """Find the pre-tokens now, which the first cause would have to wait for."""
        _ = self._pieces

    @cached_property
    def _pieces(self) -> tuple[PreTokens | None, PreTokens | None]:
        mine, theirs = (pre_tokens(side.tokenizer, side.encoding) for side in self._sides)
        return mine, theirs

    def cause(self, index: int) -> Cause:
        """Why the two part at a difference."""
        difference = self[index]
        return (
            self._by_normalizer(difference)
            or self._by_unknown(difference)
            or self._by_pre_tokens(difference)
            or self._by_vocabulary(difference)
        )

    def _by_normalizer(self, difference: Difference) -> Cause | None:
        mine, theirs = self._sides
        one, other = _seen(mine.encoding, difference.mine), _seen(theirs.encoding, difference.theirs)
        if one == other or _has(mine.encoding.unknown, difference.mine):
            return None
        if _has(theirs.encoding.unknown, difference.theirs):
            return None
        if one.strip() == other.strip():
            return _by_blanks(mine.title, theirs.title, one, other)
        sentence = (
            f"{mine.title} reads {quoted(one)} here, {theirs.title} reads {quoted(other)}: their normalizers differ."
        )
        return Cause("normalizer", sentence)

    def _by_unknown(self, difference: Difference) -> Cause | None:
        for side, tokens in zip(self._sides, (difference.mine, difference.theirs), strict=True):
            if _has(side.encoding.unknown, tokens):
                text = side.encoding.data[difference.start : difference.end]
                return Cause("unknown", f"{side.title} cannot write {quoted(text)}: it becomes the unknown token.")
        return None

    def _by_pre_tokens(self, difference: Difference) -> Cause | None:
        mine, theirs = self._pieces
        if mine is None or theirs is None:
            return None
        ranges = difference.mine, difference.theirs
        borders = [
            _borders(pieces, side.encoding, tokens)
            for pieces, side, tokens in zip((mine, theirs), self._sides, ranges, strict=True)
        ]
        if borders[0] == borders[1]:
            return None
        texts = [
            _cut_at(side.encoding.data, difference, places) for side, places in zip(self._sides, borders, strict=True)
        ]
        titles = [side.title for side in self._sides]
        sentence = f"Before any merge {titles[0]} cuts the text into {texts[0]}, {titles[1]} into {texts[1]}."
        return Cause("pre-token", sentence)

    def _by_vocabulary(self, difference: Difference) -> Cause:
        for at in (0, 1):
            side, other = self._sides[at], self._sides[1 - at]
            first, last = (difference.mine, difference.theirs)[at]
            for token in range(first, last):
                text = side.encoding.tokens[token]
                if len(text) > 1 and not _in_vocabulary(other.tokenizer, text):
                    sentence = f"{side.title} has the token {quoted(text)}; {other.title} does not."
                    return Cause("missing", sentence)
        here, there = (side.title for side in self._sides)
        kinds = {side.tokenizer.kind for side in self._sides}
        if kinds <= {"byte-bpe", "char-bpe"}:
            return Cause("order", f"{here} and {there} know the same tokens here, but merge them in another order.")
        return Cause("order", f"{here} and {there} know the same tokens here, but choose by other rules.")


def _lacking(one: Encoding, other: Encoding) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Which tokens of each have no equal in the other."""
    width = len(one.data) + 1
    keys = [spans[:, 0] * width + spans[:, 1] for spans in (one.byte_spans, other.byte_spans)]
    mine, theirs = ~_are_in(keys[0], keys[1]), ~_are_in(keys[1], keys[0])
    if one.normalized is None and other.normalized is None and not (one.unknown or other.unknown):
        return mine, theirs  # then equal bytes are equal tokens
    unknown = set(one.unknown), set(other.unknown)
    tokens = one.tokens, other.tokens  # made anew each time they are asked for
    _, first, second = np.intersect1d(keys[0], keys[1], return_indices=True)
    for at, place in zip(first.tolist(), second.tolist(), strict=True):
        if tokens[0][at] != tokens[1][place] or (at in unknown[0]) != (place in unknown[1]):
            mine[at] = theirs[place] = True
    return mine, theirs


def _are_in(keys: IntArray, others: IntArray) -> npt.NDArray[np.bool_]:
    """Which keys are among the others; both are in order, but for marks that cover no bytes."""
    if not len(others):
        return np.zeros(len(keys), np.bool_)
    ordered = np.sort(others, kind="stable")  # in order as it is, this takes no time
    places = np.minimum(ordered.searchsorted(keys), len(ordered) - 1)
    return np.asarray(ordered[places] == keys)


def _regions(
    one: Encoding, other: Encoding, mine: npt.NDArray[np.bool_], theirs: npt.NDArray[np.bool_]
) -> npt.NDArray[np.int64]:
    """(n, 2) bytes around the tokens that differ, from one border that both have to the next."""
    common = np.flatnonzero(_borders_of(one) & _borders_of(other))
    spans = np.concatenate([one.byte_spans[mine], other.byte_spans[theirs]])
    if not len(spans):
        return np.empty((0, 2), np.int64)
    starts = common[common.searchsorted(spans[:, 0], "right") - 1]
    ends = common[common.searchsorted(spans[:, 1], "left")]
    width = len(one.data) + 1
    found = np.stack(np.divmod(np.unique(starts * width + ends), width), axis=1)
    # Tokens over several borders make regions that overlap: join them.
    reach = np.maximum.accumulate(found[:, 1])
    begins = np.concatenate([[True], found[1:, 0] >= reach[:-1]])
    return np.stack([found[begins, 0], reach[np.append(np.flatnonzero(begins)[1:] - 1, len(found) - 1)]], axis=1)


def _borders_of(encoding: Encoding) -> npt.NDArray[np.bool_]:
    """For each byte, and the end, whether a token begins or ends there; so do the ends of the text."""
    borders = np.zeros(len(encoding.data) + 1, np.bool_)
    borders[encoding.byte_spans.ravel()] = True
    borders[[0, -1]] = True
    return borders


def _by_blanks(mine: str, theirs: str, one: bytes, other: bytes) -> Cause:
    has, lacks = (mine, theirs) if len(one) > len(other) else (theirs, mine)
    return Cause("blank", f"{has} has a blank in its tokens here; to {lacks} there is none.")


def _seen(encoding: Encoding, tokens: tuple[int, int]) -> bytes:
    """What the model saw there, in one form of the blank."""
    return b"".join(encoding.tokens[slice(*tokens)]).replace(MARK.encode(), b" ")


def _has(places: tuple[int, ...], tokens: tuple[int, int]) -> bool:
    return any(tokens[0] <= place < tokens[1] for place in places)


def _borders(pieces: PreTokens, encoding: Encoding, tokens: tuple[int, int]) -> list[int]:
    """Where a pre-token begins inside some tokens, in bytes of the text."""
    firsts = pieces.firsts[(pieces.firsts > tokens[0]) & (pieces.firsts < tokens[1])]
    begin = int(encoding.byte_spans[tokens[0], 0]) if tokens[0] < tokens[1] else -1
    inner = {int(encoding.byte_spans[first, 0]) for first in firsts.tolist()}
    return sorted(inner - {begin})


def _cut_at(data: bytes, difference: Difference, places: list[int]) -> str:
    cuts = [difference.start, *places, difference.end]
    parts = [data[begin:end] for begin, end in pairwise(cuts)]
    return " | ".join(map(quoted, parts))


def _in_vocabulary(tokenizer: AnyTokenizer, text: bytes) -> bool:
    """Whether a token says this, in any of the ways in which vocabularies write it."""
    marked = text.replace(b" ", MARK.encode())
    forms = {text, b"##" + text, marked, text + b"</w>"}
    return any(tokenizer.vocabulary.id_of(form) is not None for form in forms)

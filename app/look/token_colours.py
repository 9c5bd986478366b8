"""The colour of every token of a text, fast enough for each key that is typed.

`theme.token_colour_indexes` says the rule for a list of tokens; this is the same rule over arrays.  The checksum of each id
is looked up once, and after an edit the colours are decided only from there on until they are again those of before.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import NamedTuple
from weakref import WeakKeyDictionary, ref

import numpy as np
import numpy.typing as npt

from app.look.theme import TOKEN_COLOURS
from engine import AnyTokenizer, Encoding, Vocabulary
from engine.encoding import Splice
from engine.vocabulary import IntArray

_UNKNOWN = 255
Colours = npt.NDArray[np.uint8]


class _Drawn(NamedTuple):
    """What was decided last: of which encoding, what each token would like, and what it got.

    One value, so that a worker may decide while the window looks up."""

    encoding: Callable[[], Encoding | None]
    keys: Colours
    drawn: Colours


class TokenColours:
    """Colours for the tokens of one vocabulary; `colours` is how many the theme has."""

    def __init__(self, vocabulary: Vocabulary, colours: int = TOKEN_COLOURS) -> None:
        self._vocabulary = vocabulary
        self._count = colours
        self._of_id = np.full(len(vocabulary), _UNKNOWN, np.uint8)
        self._last = _Drawn(lambda: None, np.zeros(0, np.uint8), np.zeros(0, np.uint8))

    def of(self, encoding: Encoding) -> Colours:
        """(n,) colour index of each token; tokens that touch in a paragraph never share one."""
        before = encoding.origin.encoding() if encoding.origin is not None else None
        last = self._last
        if last.encoding() is encoding:
            return last.drawn
        if encoding.origin is not None and before is not None and before is last.encoding():
            return self._after_edit(encoding, encoding.origin.splice, last)
        wanted = self._wanted(np.asarray(encoding.ids))
        # A token that begins a paragraph has its own colour whatever stands before it.
        keys = wanted + np.uint8(self._count) * _begins_paragraph(encoding.data, encoding.byte_spans[:, 0])
        _, old_keys, old_drawn = last
        same_start = _equal_from_start(keys, old_keys)
        same_end = min(_equal_from_start(keys[::-1], old_keys[::-1]), min(len(keys), len(old_keys)) - same_start)
        drawn = wanted.copy()
        drawn[:same_start] = old_drawn[:same_start]
        end = len(keys) - same_end
        self._decide(drawn, keys, same_start, end)
        if same_end:
            self._go_on(drawn, keys, end, old_drawn[len(old_keys) - same_end :])
        self._last = _Drawn(ref(encoding), keys, drawn)
        return drawn

    def _after_edit(self, encoding: Encoding, splice: Splice, last: _Drawn) -> Colours:
        """The same where it is known which tokens are new: nothing else is looked at, however long the text is."""
        _, old_keys, old_drawn = last
        first, end = splice.first, splice.first + splice.count
        starts = encoding.byte_spans[first:end, 0]
        wanted = self._wanted(np.asarray(encoding.ids[first:end]))
        fresh = wanted + np.uint8(self._count) * _begins_paragraph(encoding.data, starts)
        keys = np.concatenate([old_keys[:first], fresh, old_keys[splice.last :]])
        drawn = np.concatenate([old_drawn[:first], wanted, old_drawn[splice.last :]])
        self._decide(drawn, keys, first, end)
        self._go_on(drawn, keys, end, old_drawn[splice.last :])
        self._last = _Drawn(ref(encoding), keys, drawn)
        return drawn

    def _decide(self, drawn: Colours, keys: Colours, start: int, end: int) -> None:
        """The colours from `start` to `end`, from those before; `drawn` holds what each token would like.

        A token is moved one on if the one before it is drawn in the colour that it would like.  Where both would like the
        same, it is moved if that one was not; where it would like the next colour, if that one was; else it is not.  So
        what counts is how many would like the same as the one before them since the last that could not be moved.
        """
        first = max(1, start)
        if first >= end:
            return
        wanted = keys[first - 1 : end] % self._count
        likes, before = keys[first:end], wanted[:-1]
        same = likes == before
        free = ~(same | (likes == (before + 1) % self._count))
        turns = np.cumsum(same, dtype=np.int32)
        moved_before = -int(drawn[first - 1] != wanted[0])
        since = np.maximum.accumulate(np.where(free, turns, np.int32(moved_before)))
        drawn[first:end] = (wanted[1:] + ((turns - since) & 1).astype(np.uint8)) % self._count

    def _go_on(self, drawn: Colours, keys: Colours, at: int, old: Colours) -> None:
        """After an edit: decide one by one until a token has the colour that it had, from where all is as it was."""
        begin = at
        while at < len(drawn):
            collides = bool(at) and drawn[at - 1] == keys[at]
            drawn[at] = (keys[at] + collides) % self._count
            if drawn[at] == old[at - begin]:
                drawn[at:] = old[at - begin :]
                return
            at += 1

    def _wanted(self, ids: npt.NDArray[np.integer]) -> Colours:
        known = self._of_id[ids]
        if (known == _UNKNOWN).any():
            is_new = np.zeros(len(self._of_id), np.bool_)  # sorting the ids of a long text takes longer
            is_new[ids[known == _UNKNOWN]] = True
            new = np.flatnonzero(is_new)
            self._of_id[new] = [zlib.crc32(self._vocabulary[id]) % self._count for id in new.tolist()]
            known = self._of_id[ids]
        return np.asarray(known, np.uint8)


_shared: WeakKeyDictionary[AnyTokenizer, dict[int, TokenColours]] = WeakKeyDictionary()


def colours_of(tokenizer: AnyTokenizer, colours: int) -> TokenColours:
    """The colours of a tokenizer's tokens, the same ones for all views and for the worker that prepares them."""
    return _shared.setdefault(tokenizer, {}).setdefault(colours, TokenColours(tokenizer.vocabulary, colours))


def _equal_from_start(one: Colours, other: Colours) -> int:
    """How many values from the start are the same."""
    shorter = min(len(one), len(other))
    differs = one[:shorter] != other[:shorter]
    return int(differs.argmax()) if differs.any() else shorter


def _begins_paragraph(data: bytes, starts: IntArray) -> npt.NDArray[np.bool_]:
    """Whether each token is the first of a paragraph."""
    begins: npt.NDArray[np.bool_] = starts == 0
    before = np.frombuffer(data, np.uint8)[np.maximum(starts - 1, 0)] if data else np.zeros(len(starts), np.uint8)
    begins |= before == ord("\n")
    return begins

"""The end of a text: which of its last tokens could still change if more were typed.

Tokens of a text do not begin with the tokens of what it begins with: " hel" is another token than " help".  What
is said here is always shown to be true by a text that goes on; a token that is not named may still be one that no
continuation tried here has changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.backends import AnyTokenizer
from engine.encoding import Encoding
from engine.errors import EngineError
from engine.metaspace import MARK
from engine.vocabulary import Vocabulary

_WINDOW = 400
"""Characters at the end that are encoded again for each try."""
_LONGEST = 24
"""Characters of the end that a token may begin with."""
_EACH = 4
"""Tokens tried for each of those ends, the lowest ids first: they are the most frequent."""
_ALWAYS = ("s", "ing", "e", "a", "'s", " ", "\n", "1", ".")


@dataclass(frozen=True, slots=True)
class Tail:
    """Tokens from `first` on could change: with `continuation` typed behind the text they are cut as `alternative`."""

    first: int
    continuation: str
    alternative: tuple[bytes, ...]


def unstable_tail(tokenizer: AnyTokenizer, encoding: Encoding) -> Tail | None:
    """The tokens at the end that more text could change; None where nothing was found, or none can be told.

    >>> from engine.presets import load_preset
    >>> gpt2 = load_preset("gpt2")
    >>> tail = unstable_tail(gpt2, gpt2.encode("Say hel"))
    >>> tail.first, tail.continuation, tail.alternative
    (1, 'p', (b' help',))
    """
    window = _window(tokenizer, encoding)
    if window is None:
        return None
    text, before, ids = window
    best: Tail | None = None
    for continuation in _continuations(tokenizer.vocabulary, text):
        try:
            longer = tokenizer.encode(text + continuation)
        except EngineError:
            continue  # it cannot be written at all, so it cannot follow
        kept = _equal_from_start(ids, longer.ids)
        if kept < len(ids) and (best is None or before + kept < best.first):
            end = len(text.encode())
            reaching = int(longer.byte_spans[:, 0].searchsorted(end, "left"))
            best = Tail(before + kept, continuation, tuple(longer.tokens[kept : max(reaching, kept + 1)]))
            if not kept:
                break
    return best


def _window(tokenizer: AnyTokenizer, encoding: Encoding) -> tuple[str, int, np.ndarray] | None:
    """The end of the text, tokens before it, and its own; None if its tokens alone are not those it has in the text."""
    if not len(encoding) or encoding.special:
        return None
    text, before = encoding.text, 0
    if len(text) > _WINDOW:
        # In bytes: where each character of a long text stands takes longer to find than all that follows.
        place = len(encoding.data) - len(text[-_WINDOW:].encode())
        before = int(encoding.byte_spans[:, 0].searchsorted(place, "left"))
        while before < len(encoding) and not _begins_character(encoding.data, int(encoding.byte_spans[before, 0])):
            before += 1
        if before == len(encoding):
            return None
        text = encoding.data[int(encoding.byte_spans[before, 0]) :].decode()
    ids = encoding.ids[before:]
    if before and not np.array_equal(tokenizer.encode(text).ids, ids):
        return None
    return text, before, ids


def _begins_character(data: bytes, place: int) -> bool:
    return place == len(data) or data[place] & 0xC0 != 0x80


def _continuations(vocabulary: Vocabulary, text: str) -> Iterator[str]:
    """What may come next: the rest of tokens that begin with the end of the text, then letters that often follow."""
    data = vocabulary.data.tobytes()
    for length in range(min(_LONGEST, len(text)), 0, -1):
        for end in _spellings(text[-length:]):
            yield from _rests(vocabulary, data, end)
    yield from _ALWAYS


def _spellings(end: str) -> set[bytes]:
    """How a vocabulary may write an end of the text."""
    return {end.encode(), end.replace(" ", MARK).encode()}


def _rests(vocabulary: Vocabulary, data: bytes, end: bytes) -> Iterator[str]:
    """What the first tokens that begin so go on with."""
    found, place = 0, data.find(end)
    while place >= 0 and found < _EACH:
        id = int(vocabulary.offsets.searchsorted(place, "right")) - 1
        if vocabulary.offsets[id] == place and vocabulary.offsets[id + 1] > place + len(end):
            rest = vocabulary[id][len(end) :].decode("utf-8", "ignore").replace(MARK, " ").removesuffix("</w>")
            if rest:
                found += 1
                yield rest
        place = data.find(end, place + 1)


def _equal_from_start(one: np.ndarray, other: np.ndarray) -> int:
    shorter = min(len(one), len(other))
    differs = np.asarray(one[:shorter] != other[:shorter])
    return int(differs.argmax()) if differs.any() else shorter

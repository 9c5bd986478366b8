"""A text encoded whole, and cut into parts that are encoded one by one: where the tokens differ, and why.

Who counts the tokens of the pieces of a prompt and adds them up, or joins the ids of two texts, does the second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations

import numpy as np

from engine.backends import AnyTokenizer
from engine.encoding import Encoding
from engine.metaspace import MARK
from engine.reading.places import quoted, tokens_in
from engine.reading.pre_tokens import pre_tokens, seen_text
from engine.vocabulary import IntArray


@dataclass(frozen=True, slots=True)
class PartToken:
    """A token on one side: its id, its text as the model saw it, its place in the whole text; `same` if the other side
    has it too."""

    id: int
    token: bytes
    start: int
    end: int
    same: bool


@dataclass(frozen=True, slots=True)
class Cut:
    """What happens around one cut: the tokens of the whole there, those of the parts on either side, and the cause in a
    sentence.  A token before and one behind what differs come with them."""

    byte: int
    whole: tuple[PartToken, ...]
    left: tuple[PartToken, ...]
    right: tuple[PartToken, ...]
    sentence: str

    @property
    def differs(self) -> bool:
        """Whether the parts have other tokens there than the whole."""
        return not all(token.same for token in (*self.whole, *self.left, *self.right))


@dataclass(frozen=True, slots=True)
class Parts:
    """Tokens of the whole and of each part, and what happens at each cut."""

    whole: int
    parts: tuple[int, ...]
    cuts: tuple[Cut, ...]


@dataclass(frozen=True, slots=True)
class _Side:
    """Tokens of a side as arrays, in bytes of the whole text."""

    ids: IntArray
    spans: IntArray
    texts: Sequence[bytes]
    same: np.ndarray

    def tokens(self, first: int, last: int) -> tuple[PartToken, ...]:
        columns = zip(self.ids[first:last].tolist(), self.spans[first:last].tolist(), strict=True)
        return tuple(
            PartToken(id, self.texts[at], start, end, bool(self.same[at]))
            for at, (id, (start, end)) in enumerate(columns, first)
        )


def cut_apart(
    tokenizer: AnyTokenizer, whole: Encoding, cuts: Sequence[int], encode: Callable[[str], Encoding] | None = None
) -> Parts:
    """Cut a text at some bytes, encode the parts, and compare; `encode` if special tokens are to be told apart.

    >>> from engine.presets import load_preset
    >>> gpt2 = load_preset("gpt2")
    >>> parts = cut_apart(gpt2, gpt2.encode("strawberry"), [5])
    >>> [token.token for token in parts.cuts[0].whole], [token.token for token in parts.cuts[0].left]
    ([b'raw', b'berry'], [b'raw'])
    """
    places = sorted({cut for cut in cuts if 0 < cut < len(whole.data)})
    texts = [whole.data[start:end].decode() for start, end in pairwise([0, *places, len(whole.data)])]
    parts = [(encode or tokenizer.encode)(text) for text in texts]
    mine, theirs = _sides(whole, parts, [0, *places])
    found = tuple(_cut(tokenizer, whole, parts, places, number, (mine, theirs)) for number in range(len(places)))
    return Parts(len(whole), tuple(map(len, parts)), found)


def _sides(whole: Encoding, parts: list[Encoding], starts: list[int]) -> tuple[_Side, _Side]:
    spans = np.concatenate([part.byte_spans + start for part, start in zip(parts, starts, strict=True)])
    ids = np.concatenate([part.ids for part in parts])
    same = [
        np.logical_and(*(np.isin(*keys) for keys in zip(one, other, strict=True)))
        for one, other in permutations((_keys(whole.ids, whole.byte_spans), _keys(ids, spans)))
    ]
    texts = [token for part in parts for token in part.tokens]
    return _Side(whole.ids, whole.byte_spans, whole.tokens, same[0]), _Side(ids, spans, texts, same[1])


def _keys(ids: IntArray, spans: IntArray) -> tuple[IntArray, IntArray]:
    """Two numbers of each token: its place, and where its id begins; tokens that share both are the same."""
    return spans[:, 0] << 32 | spans[:, 1], spans[:, 0] << 32 | ids


def _cut(
    tokenizer: AnyTokenizer,
    whole: Encoding,
    parts: list[Encoding],
    places: list[int],
    number: int,
    sides: tuple[_Side, _Side],
) -> Cut:
    cut = places[number]
    begin, end = _reach(cut, places, sides)
    ranges = [_tokens_around(side.spans, begin, end) for side in sides]
    first, last = ranges[1]
    middle = sum(map(len, parts[: number + 1]))
    left, right = sides[1].tokens(min(first, middle), middle), sides[1].tokens(middle, max(last, middle))
    mine = sides[0].tokens(*ranges[0])
    differs = not all(token.same for token in (*mine, *left, *right))
    sentence = _why(tokenizer, whole, parts, number, cut) if differs else _SAME
    return Cut(cut, mine, left, right, sentence)


_SAME = "No token lies across the cut, and the parts are cut as the whole is: the ids are the same."


def _reach(cut: int, places: list[int], sides: tuple[_Side, _Side]) -> tuple[int, int]:
    """Bytes around a cut in which the two differ; a token that differs belongs to the cut that is nearest."""
    begin = end = cut
    for side in sides:
        changed = side.spans[~side.same]
        away = np.maximum(changed[:, :1] - places, places - changed[:, 1:]).clip(0)
        near = changed[away.argmin(axis=1) == places.index(cut)]
        if len(near):
            begin, end = min(begin, int(near[:, 0].min())), max(end, int(near[:, 1].max()))
    return begin, end


def _tokens_around(spans: IntArray, begin: int, end: int) -> tuple[int, int]:
    """Tokens in some bytes, with the one before and the one behind."""
    first, last = tokens_in(spans, begin, end)
    return max(0, first - 1), min(len(spans), last + 1)


# -- why ---------------------------------------------------------------------------------------------------------------


def _why(tokenizer: AnyTokenizer, whole: Encoding, parts: list[Encoding], number: int, cut: int) -> str:
    return (
        _by_token(whole, cut)
        or _by_blank(whole, parts[number + 1], cut)
        or _by_pre_token(tokenizer, whole, cut)
        or _by_normalizer(whole, parts)
        or "Each part is encoded as if the other were not there: next to the cut other tokens fit."
    )


def _by_token(whole: Encoding, cut: int) -> str:
    across = np.flatnonzero((whole.byte_spans[:, 0] < cut) & (cut < whole.byte_spans[:, 1]))
    if not len(across):
        return ""
    at = int(across[0])
    token = quoted(whole.tokens[at])
    return f"The token {token}, id {int(whole.ids[at]):,}, lies across the cut: no part can have it."


def _by_blank(whole: Encoding, part: Encoding, cut: int) -> str:
    """A blank that the tokenizer puts before each text."""
    seen = b"".join(part.tokens[:2]).replace(MARK.encode(), b" ")
    typed = whole.data[cut : cut + len(part.data)]
    if _blanks(seen) > _blanks(typed):
        return "This tokenizer puts a blank before each text, and so before each part."
    return ""


def _blanks(text: bytes) -> int:
    return len(text) - len(text.lstrip(b" "))


def _by_pre_token(tokenizer: AnyTokenizer, whole: Encoding, cut: int) -> str:
    found = pre_tokens(tokenizer, whole)
    if found is None:
        return ""
    filled = np.flatnonzero(found.firsts < found.lasts)
    starts, ends = whole.byte_spans[found.firsts[filled], 0], whole.byte_spans[found.lasts[filled] - 1, 1]
    across = filled[(starts < cut) & (cut < ends)]
    if not len(across):
        return ""
    word = quoted(found.text(int(across[0])))
    return f"The pre-token {word} lies across the cut: its two pieces are encoded without each other."


def _by_normalizer(whole: Encoding, parts: list[Encoding]) -> str:
    if "".join(map(seen_text, parts)) == seen_text(whole):
        return ""
    return "The normalizer changes the parts otherwise than the whole."

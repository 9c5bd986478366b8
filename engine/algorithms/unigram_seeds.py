"""The pieces that a Unigram training starts from: the frequent substrings of its words.

    find_seeds  sorts all suffixes, finds the substrings that they share, and chooses among them
    Seeds       the chosen ones, linked as a lattice needs them

What the loops do stands in `engine/kernels/suffixes.py` and `suffix_tree.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from engine.algorithms.unigram_corpus import UnigramCorpus
from engine.kernels import suffix_tree, suffixes
from engine.model import Progress
from engine.vocabulary import IntArray

SeedRule = Literal["followers", "all"]
SEED_RULES: dict[SeedRule, str] = {
    "followers": "two different things follow it in running text, as sentencepiece has it; a blank and a line's end are two",
    "all": "it occurs twice, word ends included: fewer tokens and a better likelihood",
}
"""Which substrings the training starts from."""

_PLACES_A_TURN = 1 << 20
_SUFFIXES_A_TURN = 1 << 18
"""Places that a loop works on between two reports: 10 to 50 ms."""
_WHITE_SPACE = frozenset("\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000\u2581") | {
    chr(code) for code in range(0x2000, 0x200B)
}
Int32s = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Seeds:
    """Pieces of several characters in the order of their texts.

    places   where one occurrence of each starts
    lengths  its characters
    parents  number of the longest other piece that it begins with; -1: none
    deepest  the longest piece at each place of the corpus; its parents are all others
    worth    count times length
    """

    places: Int32s
    lengths: Int32s
    parents: Int32s
    deepest: Int32s
    worth: IntArray


def find_seeds(
    corpus: UnigramCorpus,
    *,
    longest: int,
    rule: SeedRule,
    most: int,
    white_space_only: bool = False,
    reserved: Collection[str] = (),
) -> Generator[Progress, None, Seeds]:
    """The substrings that the rule lets in, and of too many the `most` with the highest count times length.

    `reserved` are the texts of other tokens, which no piece may have too."""
    order = yield from _sorted_suffixes(corpus, longest)
    nodes, deepest = yield from _tree(corpus, order, longest)
    allowed = np.ones(len(nodes.places), np.bool_) if rule == "all" else nodes.apart
    if not white_space_only:
        allowed = allowed & ~_is_blank(corpus, nodes)
    allowed = allowed & ~_is_reserved(corpus, nodes, reserved)
    yield Progress("Choosing seeds", 0, 0, "pieces")
    by_text = suffix_tree.order_by_text(nodes, len(order))
    chosen = by_text[allowed[by_text]]
    worth = (nodes.counts * nodes.lengths)[chosen]
    if len(chosen) > most:
        yield Progress("Choosing seeds", 0, 0, "pieces")
        best = _largest(worth, most)
        chosen, worth = chosen[best], worth[best]
    parents = relinked(chosen, nodes.parents, deepest)
    return Seeds(nodes.places[chosen], nodes.lengths[chosen], parents, deepest, worth)


def relinked(chosen: IntArray, parents: Int32s, deepest: Int32s) -> Int32s:
    """Parents of the pieces when only the chosen ones are left, in this order; `deepest` is written over."""
    numbers = np.full(len(parents), -1, np.int32)
    numbers[chosen] = np.arange(len(chosen), dtype=np.int32)
    kept_parents = np.empty(len(chosen), np.int32)
    suffix_tree.relink(numbers, parents, kept_parents, deepest)
    return kept_parents


def _sorted_suffixes(corpus: UnigramCorpus, longest: int) -> Generator[Progress, None, Int32s]:
    """All places that a piece can start at, in the order of what stands there within the word: by prefix doubling, as suffix
    arrays were first sorted (Manber, Myers 1993)."""
    symbols, remaining = corpus.symbols, corpus.remaining
    size, count = len(symbols), int(np.count_nonzero(remaining))
    order, second = np.empty(count, np.int32), np.empty(count + 1, np.int32)
    ranks, spare = symbols.copy(), np.zeros(size, np.int32)
    starts = np.zeros(max(corpus.base, count) + 3, np.int32)
    suffixes.order_by_symbol(symbols, corpus.base - 1, starts, order)
    groups, known = corpus.base - 1, 1
    # Every round doubles how many symbols are looked at; it is over early when all suffixes differ.
    while known < longest and groups < count:
        listed = 0
        for first, last in _turns(size, _PLACES_A_TURN):
            listed = int(suffixes.list_short(remaining, first, last, known, listed, second))
            yield Progress("Sorting", known, longest, "characters")
        for first, last in _turns(count, _PLACES_A_TURN):
            listed = int(suffixes.list_long(order, remaining, first, last, known, listed, second))
            yield Progress("Sorting", known, longest, "characters")
        for first, last in _turns(count, _PLACES_A_TURN):
            suffixes.distribute(second, ranks, first, last, starts, order)
            yield Progress("Sorting", known, longest, "characters")
        groups = 0
        for first, last in _turns(count, _PLACES_A_TURN):
            groups = int(suffixes.rank_again(order, ranks, remaining, first, last, known, groups, spare, starts))
            yield Progress("Sorting", known, longest, "characters")
        ranks, spare = spare, ranks
        known *= 2
    return order


def _tree(
    corpus: UnigramCorpus, order: Int32s, longest: int
) -> Generator[Progress, None, tuple[suffix_tree.Nodes, Int32s]]:
    """The substrings that suffixes share, and the longest one at each place."""
    weights, flags = corpus.of_each_place(corpus.counts), corpus.of_each_place(corpus.flags)
    before = np.empty(len(order) + 1, np.int64)
    suffix_tree.weigh_suffixes(order, weights, before)
    nodes, stack = suffix_tree.Nodes.empty(2 * len(order) + 2), suffix_tree.Stack.empty(longest)
    deepest = np.full(len(corpus.symbols), -1, np.int32)
    for first, last in _turns(len(order), _SUFFIXES_A_TURN):
        suffix_tree.grow_tree(
            corpus.symbols,
            corpus.remaining,
            order,
            before,
            flags,
            longest,
            2 * corpus.scale,
            first,
            last,
            nodes,
            stack,
            deepest,
        )
        yield Progress("Finding substrings", last, len(order), "places")
    return nodes.cut_to(int(stack.state[0])), deepest


def _is_blank(corpus: UnigramCorpus, nodes: suffix_tree.Nodes) -> npt.NDArray[np.bool_]:
    """Which substrings hold nothing but white space and its mark."""
    blank = np.array([False, *(chr(code) in _WHITE_SPACE for code in corpus.alphabet.tolist())])
    found: npt.NDArray[np.bool_] = blank[corpus.symbols[nodes.places]] & blank[corpus.symbols[nodes.places + 1]]
    for node in np.flatnonzero(found).tolist():
        place = int(nodes.places[node])
        found[node] = blank[corpus.symbols[place : place + int(nodes.lengths[node])]].all()
    return found


def _is_reserved(corpus: UnigramCorpus, nodes: suffix_tree.Nodes, reserved: Collection[str]) -> npt.NDArray[np.bool_]:
    """Which substrings read like one of these."""
    found = np.zeros(len(nodes.places), np.bool_)
    # Few substrings have the right length, the right first and the right last character; only those are looked at.
    for length, first, last in {(len(text), text[0], text[-1]) for text in reserved}:
        likely = np.flatnonzero(nodes.lengths == length)
        likely = likely[corpus.codes[nodes.places[likely]] == ord(first)]
        likely = likely[corpus.codes[nodes.places[likely] + length - 1] == ord(last)]
        texts = corpus.texts(nodes.places[likely], nodes.lengths[likely])
        found[likely] = [text.decode() in reserved for text in texts]
    return found


def _largest(values: IntArray, count: int) -> IntArray:
    """Indexes of the largest values, ascending; of equal ones the first.

    >>> _largest(np.array([3, 9, 3, 7, 3]), 3).tolist()
    [0, 1, 3]
    """
    if count == 0:
        return np.empty(0, np.int64)
    least = np.partition(values, len(values) - count)[len(values) - count]
    chosen = values > least
    chosen[np.flatnonzero(values == least)[: count - int(chosen.sum())]] = True
    return np.flatnonzero(chosen)


def _turns(size: int, step: int) -> Iterator[tuple[int, int]]:
    for first in range(0, size, step):
        yield first, min(first + step, size)

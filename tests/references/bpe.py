"""Byte-pair encoding as the textbook has it: count every pair again at each step, merge the best, note all that is asked.

Nothing here is clever.  The compiled trainer must agree with it in every figure of every step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.tie_rules import RULE_NAMES

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class NaiveStep:
    """One step: the winner, what stood beside it, and what the corpus looked like before."""

    pair: Pair
    count: int
    tied: int
    choices: tuple[Pair, ...]
    candidates: tuple[tuple[Pair, int], ...]
    corpus_tokens: int
    probe_tokens: tuple[int, ...]


def pairs_of(word: Sequence[int]) -> Iterator[Pair]:
    """All neighbours, overlaps included: three equal symbols are two pairs."""
    return pairwise(word)


def merge(word: Sequence[int], pair: Pair, new: int) -> list[int]:
    """Replace each non-overlapping `pair`, left to right.

    >>> merge([1, 1, 1, 2], (1, 1), 9)
    [9, 1, 2]
    """
    merged: list[int] = []
    at = 0
    while at < len(word):
        if tuple(word[at : at + 2]) == pair:
            merged.append(new)
            at += 2
        else:
            merged.append(word[at])
            at += 1
    return merged


def choose(rule: str, tied: Sequence[Pair], strings: Mapping[int, tuple[int, ...]], first: Mapping[Pair, int]) -> Pair:
    """The pair that a tie rule takes; `strings` are the base symbols behind each id."""
    if rule == "smallest-ids":
        return min(tied)
    if rule == "first-seen":
        return min(tied, key=lambda pair: first[pair])
    if rule == "shortest":
        return min(tied, key=lambda pair: _shortest_key(strings[pair[0]], strings[pair[1]]))
    pick = min if rule == "lexicographic-smallest" else max
    return pick(tied, key=lambda pair: (strings[pair[0]], strings[pair[1]]))


def _shortest_key(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    return len(left) + len(right), left + right, left


def train(
    words: Mapping[tuple[int, ...], int],
    *,
    base: int,
    rule: str,
    minimum: int,
    max_steps: int,
    probes: Sequence[tuple[tuple[int, ...], Mapping[int, int]]] = (),
    languages: int = 0,
    top: int = 20,
    apart: Collection[int] = (),
) -> list[NaiveStep]:
    """All steps of a training on words made of base symbols 0 .. base - 1, and how often each occurs.

    `probes` are words with the languages they occur in and how often; they are cut along but have no say.  Symbols that
    stand `apart` are in no pair.
    """
    corpus = [list(word) for word in words]
    weights = list(words.values())
    texts = [list(word) for word, _ in probes]
    strings = {symbol: (symbol,) for symbol in range(base)}
    steps: list[NaiveStep] = []
    while len(steps) < max_steps:
        counts, first = count_pairs(corpus, weights, apart)
        if not counts or max(counts.values()) < minimum:
            break
        highest = max(counts.values())
        tied = [pair for pair, count in counts.items() if count == highest]
        choices = tuple(choose(name, tied, strings, first) for name in RULE_NAMES)
        pair = choices[RULE_NAMES.index(rule)]
        new = len(strings)
        strings[new] = strings[pair[0]] + strings[pair[1]]
        candidates = best_pairs(counts, pair, minimum, top)
        corpus = [merge(word, pair, new) for word in corpus]
        texts = [merge(word, pair, new) for word in texts]
        tokens = sum(len(word) * weight for word, weight in zip(corpus, weights, strict=True))
        probe_tokens = count_probe_tokens(texts, [times for _, times in probes], languages)
        steps.append(NaiveStep(pair, highest, len(tied), choices, candidates, tokens, probe_tokens))
    return steps


def count_pairs(
    corpus: Sequence[Sequence[int]], weights: Sequence[int], apart: Collection[int] = ()
) -> tuple[Counter[Pair], dict[Pair, int]]:
    """How often each pair occurs, and which place it is first seen at; words of weight 0 do not exist."""
    counts: Counter[Pair] = Counter()
    first: dict[Pair, int] = {}
    place = 0
    for word, weight in zip(corpus, weights, strict=True):
        if weight:
            for pair in pairs_of(word):
                if pair[0] in apart or pair[1] in apart:
                    continue
                counts[pair] += weight
                first.setdefault(pair, place)
                place += 1
    return counts, first


def best_pairs(counts: Mapping[Pair, int], winner: Pair, minimum: int, top: int) -> tuple[tuple[Pair, int], ...]:
    """The winner, then the most frequent others; equal counts by ids."""
    others = sorted((-count, pair) for pair, count in counts.items() if count >= minimum and pair != winner)
    return ((winner, counts[winner]), *((pair, -count) for count, pair in others))[:top]


def count_probe_tokens(
    texts: Sequence[Sequence[int]], times: Sequence[Mapping[int, int]], languages: int
) -> tuple[int, ...]:
    """Tokens of each language's probe words."""
    totals = [0] * languages
    for word, where in zip(texts, times, strict=True):
        for language, often in where.items():
            totals[language] += often * len(word)
    return tuple(totals)

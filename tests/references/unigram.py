"""Unigram as its paper has it: every way to cut every word is written out, nothing is clever.

The compiled trainer and model must agree with it: seeds, expected counts, scores, losses, cuts, rounds.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

GOES_ON, ENDS = 1, 2
UNIT = 2.0**28
"""Expected counts are rounded to so many parts of one occurrence, as the compiled trainer does."""


def ways(text: str, pieces: Mapping[str, float], without: str | None = None) -> Iterator[list[str]]:
    """All ways to cut a text into pieces."""
    if not text:
        yield []
    for end in range(1, len(text) + 1):
        if text[:end] in pieces and text[:end] != without:
            for rest in ways(text[end:], pieces, without):
                yield [text[:end], *rest]


def score(way: Sequence[str], pieces: Mapping[str, float]) -> float:
    """The sum of the scores, from the left."""
    total = 0.0
    for piece in way:
        total += pieces[piece]
    return total


def best(text: str, pieces: Mapping[str, float], without: str | None = None) -> list[str]:
    """The likeliest way.  Up to every place the first of equal ways stays, the one whose last piece starts first."""
    reached: list[tuple[float, list[str]]] = [(0.0, [])]
    for end in range(1, len(text) + 1):
        found: tuple[float, list[str]] = (-math.inf, [])
        for start in range(end):
            piece = text[start:end]
            if piece in pieces and piece != without and reached[start][0] + pieces[piece] > found[0]:
                found = (reached[start][0] + pieces[piece], [*reached[start][1], piece])
        reached.append(found)
    return reached[-1][1]


def log_sum(values: Sequence[float]) -> float:
    """log of the sum of the exponentials."""
    highest = max(values)
    return highest + math.log(math.fsum(math.exp(value - highest) for value in values))


def log_likelihood(words: Mapping[str, int], pieces: Mapping[str, float], without: str | None = None) -> float:
    """Of all words, all ways taken together."""
    return math.fsum(
        count * log_sum([score(way, pieces) for way in ways(word, pieces, without)]) for word, count in words.items()
    )


def expected_counts(words: Mapping[str, int], pieces: Mapping[str, float]) -> dict[str, float]:
    """How often each piece occurs, over all ways weighted by how likely they are."""
    expected: dict[str, float] = dict.fromkeys(pieces, 0.0)
    for word, count in words.items():
        found = list(ways(word, pieces))
        whole = log_sum([score(way, pieces) for way in found])
        edges: defaultdict[tuple[int, str], float] = defaultdict(float)
        for way in found:
            at = 0
            for piece in way:
                edges[at, piece] += math.exp(score(way, pieces) - whole)
                at += len(piece)
        for (_, piece), share in edges.items():
            expected[piece] += math.floor(UNIT * count * share + 0.5)
    return {piece: value / UNIT for piece, value in expected.items()}


def seeds(words: Mapping[str, int], flags: Mapping[str, int], longest: int, *, followers: bool) -> dict[str, int]:
    """Substrings of two characters and more with how often they occur, by one of the two rules."""
    counts: Counter[str] = Counter()
    places: Counter[str] = Counter()
    after: defaultdict[str, set[str]] = defaultdict(set)
    for word, count in words.items():
        for start in range(len(word)):
            for end in range(start + 2, min(len(word), start + longest) + 1):
                text = word[start:end]
                counts[text] += count
                places[text] += 1
                after[text].update(_followers(word, end, flags[word]))
    if followers:
        return {text: count for text, count in counts.items() if count >= 2 and len(after[text]) >= 2}
    return {
        text: count
        for text, count in counts.items()
        if count >= 2
        and (len(after[text] - {" ", "\n"}) > 1 or after[text] & {" ", "\n"} or _cut(text, places, longest))
    }


def _followers(word: str, end: int, flags: int) -> set[str]:
    if end < len(word):
        return {word[end]}
    return {sign for sign, flag in ((" ", GOES_ON), ("\n", ENDS)) if flags & flag}


def _cut(text: str, places: Mapping[str, int], longest: int) -> bool:
    """Substrings of the full length stand for all longer ones: there two places are enough."""
    return len(text) == longest and places[text] >= 2


def digamma(number: float) -> float:
    """The derivative of log gamma, by the recurrence and the series of Bernoulli numbers."""
    result = 0.0
    while number < 30.0:
        result -= 1.0 / number
        number += 1.0
    inverse = 1.0 / number**2
    series = inverse * (1 / 12 - inverse * (1 / 120 - inverse * (1 / 252 - inverse / 240)))
    return result + math.log(number) - 0.5 / number - series


def maximised(expected: Mapping[str, float], *, use_digamma: bool) -> tuple[dict[str, float], list[str]]:
    """New scores, and the pieces that faded; characters stay, 10 below the worst."""
    logarithm = digamma if use_digamma else math.log
    kept = {piece: value for piece, value in expected.items() if value >= 0.5}
    whole = logarithm(math.fsum(kept.values())) if kept else 0.0
    scores = {piece: logarithm(value) - whole for piece, value in kept.items()}
    worst = min([0.0, *scores.values()])
    for piece in expected:
        if len(piece) == 1 and piece not in scores:
            scores[piece] = worst - 10.0
    return scores, [piece for piece in expected if piece not in scores]


def losses(words: Mapping[str, int], pieces: Mapping[str, float]) -> dict[str, float]:
    """What losing each piece of several characters would cost by its best replacement; -1: no best cut needs it."""
    used: Counter[str] = Counter()
    for word, count in words.items():
        for piece in best(word, pieces):
            used[piece] += count
    total = sum(used.values())
    found = {}
    for piece in pieces:
        if len(piece) == 1:
            continue
        instead = best(piece, pieces, without=piece)
        if not used[piece] or score(instead, pieces) > pieces[piece]:
            found[piece] = -1.0
            continue
        whole = math.log(total + used[piece] * (len(instead) - 1))
        parts = sum(math.log(used[part] + used[piece]) - whole for part in reversed(instead))
        found[piece] = used[piece] * (math.log(used[piece]) - math.log(total) - parts)
    return found


@dataclass(frozen=True, slots=True)
class NaiveRound:
    """The pieces and scores after a round, and what the corpus costs by them."""

    scores: dict[str, float]
    removed: dict[str, float]
    log_likelihood: float
    corpus_tokens: int


def train(
    words: Mapping[str, int],
    flags: Mapping[str, int],
    *,
    room: int,
    wanted: int,
    longest: int,
    followers: bool,
    shrinking: float,
    sub_iterations: int,
    use_digamma: bool,
    refuse_ties: bool = False,
) -> list[NaiveRound]:
    """All rounds; `room` is for pieces of several characters in the end, `wanted` is where pruning ceases.

    `refuse_ties` raises Tied where rounding decides which piece goes.
    """
    characters: Counter[str] = Counter()
    for word, count in words.items():
        for character in word:
            characters[character] += count
    worth = {
        **characters,
        **{text: n * len(text) for text, n in seeds(words, flags, longest, followers=followers).items()},
    }
    whole = math.log(sum(worth.values()) + 1)
    scores = {piece: math.log(value) - whole for piece, value in worth.items()}
    rounds = [_round(words, scores, {})]
    while True:
        removed: dict[str, float] = {}
        for _ in range(sub_iterations):
            expected = expected_counts(words, scores)
            scores, faded = maximised(expected, use_digamma=use_digamma)
            removed |= {piece: expected[piece] for piece in faded}
        several = sorted(piece for piece in scores if len(piece) > 1)
        finished = len(several) <= wanted or not several
        if finished:
            scores = lifted(scores, expected)
            keep = _first(several, scores, room, refuse_ties)
        else:
            size = max(wanted, int(shrinking * len(scores)) - len(characters), 0)
            lost = losses(words, scores)
            keep = _first([piece for piece in several if lost[piece] >= 0], lost, size, refuse_ties)
        removed |= {piece: expected[piece] for piece in several if piece not in keep}
        scores = {piece: value for piece, value in scores.items() if len(piece) == 1 or piece in keep}
        rounds.append(_round(words, scores, removed))
        if finished:
            return rounds


class Tied(Exception):  # noqa: N818 - nothing has failed
    """The last piece that stays is worth as much as the first that goes: rounding decides between them."""


def _first(pieces: Sequence[str], worth: Mapping[str, float], size: int, refuse_ties: bool) -> list[str]:
    """The pieces that are worth most."""
    ordered = sorted(pieces, key=lambda piece: -worth[piece])
    if (
        refuse_ties
        and 0 < size < len(ordered)
        and math.isclose(worth[ordered[size - 1]], worth[ordered[size]], abs_tol=1e-9)
    ):
        raise Tied
    return ordered[:size]


def lifted(scores: dict[str, float], expected: Mapping[str, float]) -> dict[str, float]:
    """Characters that nothing expects come just above the worst of the others."""
    unseen = sorted(piece for piece in scores if expected[piece] < 0.5)
    worst = min([0.0, *(value for piece, value in scores.items() if piece not in unseen)])
    return scores | {piece: worst + 1e-4 * number for number, piece in enumerate(unseen)}


def _round(words: Mapping[str, int], scores: dict[str, float], removed: dict[str, float]) -> NaiveRound:
    tokens = sum(count * len(best(word, scores)) for word, count in words.items())
    return NaiveRound(scores, removed, log_likelihood(words, scores), tokens)

"""The loops of the Unigram trainer: expected counts, new scores, best cuts, and what losing a piece would cost.

A word's lattice is walked along parents (see suffixes.py): the pieces that start at a place are the deepest node there and
its ancestors, and the single character.  Probabilities are plain numbers, not logarithms; each is raised by
`tilt` for every character, which no posterior feels, so that nothing underflows in ordinary words.  A word that is very
long, or out of range in spite of it, goes through a second loop that rescales as it goes.

Expected counts are added up as whole numbers (`unit` of them are one occurrence): so the sum does not depend on the order.

Everywhere `base` is how many single characters there are, symbol 0 (unknown) included: piece `k` of more than one
character has number `base + k` among the scores.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from engine.kernels import inner_allocating_kernel, inner_kernel, kernel
from engine.vocabulary import IntArray

Int = Any  # a number in a kernel: a Python int or a numpy one, as numba has it
Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.void]

ROW = np.dtype([("weight", np.float64), ("parent", np.int32), ("length", np.int32)], align=True)
"""One piece of several characters: its probability or score, and the way on along the chain."""

LIKELIHOOD_UNIT = 1 << 20
"""A log-likelihood comes as a whole number of parts of this size."""

_LONGEST_PLAIN = 512  # characters of a word that the fast loop takes
_LONGEST_PIECE = 64  # no piece has more characters
_LOWEST, _HIGHEST = 1e-250, 1e250  # beyond, a word is done again with rescaling
_LOW, _HIGH = 1e-100, 1e100  # beyond, the window of live numbers is rescaled
_LEAST_EXPECTED = 0.5
_UNSEEN = 10.0  # a character that nothing expects scores this much below the worst piece


@kernel
def fill_rows(
    parents: IntArray, lengths: IntArray, scores: Floats, base: Int, tilt: float, linear: bool, rows: Rows
) -> None:
    """One row a piece: tilted probabilities, or the scores as they are."""
    for piece in range(parents.shape[0]):
        score = scores[base + piece]
        rows[piece]["weight"] = np.exp(score + tilt * lengths[piece]) if linear else score
        rows[piece]["parent"] = parents[piece]
        rows[piece]["length"] = lengths[piece]


# -- expected counts ---------------------------------------------------------------------------------------------------


@kernel
def expect(
    symbols: IntArray,
    word_starts: IntArray,
    counts: IntArray,
    first: Int,
    last: Int,
    deepest: IntArray,
    rows: Rows,
    scores: Floats,
    base: Int,
    tilt: float,
    unit: float,
    expected: IntArray,
) -> int:
    """Forward and backward over the words `first:last`: adds up how often each piece is expected, and returns the
    log-likelihood of the words in parts of `LIKELIHOOD_UNIT`."""
    forward, backward = np.empty(_LONGEST_PLAIN + _LONGEST_PIECE), np.empty(_LONGEST_PLAIN + _LONGEST_PIECE)
    edge_starts = np.empty(_LONGEST_PLAIN + 2, np.int64)
    most_edges = _LONGEST_PLAIN * _LONGEST_PIECE
    chances = np.empty(most_edges)
    edge_ends, edge_pieces = np.empty(most_edges, np.int32), np.empty(most_edges, np.int32)
    characters = np.exp(scores[:base] + tilt)
    likelihood = np.int64(0)
    for word in range(first, last):
        start = word_starts[word]
        size = word_starts[word + 1] - start
        total = 0.0
        if size <= _LONGEST_PLAIN:
            # Forward: the weight of all ways to reach each place; every edge is kept for the way back.
            for at in range(size + 1):
                forward[at] = 0.0
            forward[0] = 1.0
            edge = 0
            for at in range(size):
                edge_starts[at] = edge
                here = forward[at]
                piece = np.int64(deepest[start + at])
                while piece >= 0:
                    row = rows[piece]
                    chance = row["weight"]
                    end = at + np.int64(row["length"])
                    forward[end] += here * chance
                    chances[edge] = chance
                    edge_ends[edge], edge_pieces[edge] = end, base + piece
                    edge += 1
                    piece = np.int64(row["parent"])
                symbol = symbols[start + at]
                chance = characters[symbol]
                forward[at + 1] += here * chance
                chances[edge] = chance
                edge_ends[edge], edge_pieces[edge] = at + 1, symbol
                edge += 1
            edge_starts[size] = edge
            total = forward[size]
        if _LOWEST < total < _HIGHEST:
            # Backward: an edge is as likely as all ways to it, times it, times all ways on, by all ways there are.
            share = unit * counts[word] / total
            backward[size] = 1.0
            for at in range(size - 1, -1, -1):
                ways = 0.0
                here = share * forward[at]
                for edge in range(edge_starts[at], edge_starts[at + 1]):
                    weight = chances[edge] * backward[edge_ends[edge]]
                    ways += weight
                    expected[edge_pieces[edge]] += np.int64(here * weight + 0.5)
                backward[at] = ways
            logarithm = np.log(total) - tilt * size
        else:
            logarithm = _expect_rescaled(
                symbols, start, size, counts[word], deepest, rows, characters, base, tilt, unit, expected
            )
        likelihood += np.int64(np.rint(counts[word] * logarithm * LIKELIHOOD_UNIT))
    return likelihood


@inner_allocating_kernel
def _expect_rescaled(
    symbols: IntArray,
    start: Int,
    size: Int,
    count: Int,
    deepest: IntArray,
    rows: Rows,
    characters: Floats,
    base: Int,
    tilt: float,
    unit: float,
    expected: IntArray,
) -> float:
    """The same for one word of any length; whenever a number leaves the range, the window that can still change (no piece
    is longer) is divided by it, and its logarithm added up.  Returns the log-likelihood of the word once."""
    forward, scale_before = np.zeros(size + 1), np.empty(size + 1)
    forward[0] = 1.0
    scale = 0.0
    for at in range(size):
        here = forward[at]
        if here < _LOW or here > _HIGH:
            for near in range(at, min(size, at + _LONGEST_PIECE) + 1):
                forward[near] /= here
            scale += np.log(here)
            here = 1.0
        scale_before[at] = scale
        piece = np.int64(deepest[start + at])
        while piece >= 0:
            row = rows[piece]
            forward[at + np.int64(row["length"])] += here * row["weight"]
            piece = np.int64(row["parent"])
        forward[at + 1] += here * characters[symbols[start + at]]
    logarithm = np.log(forward[size]) + scale
    backward = np.zeros(size + 1)
    backward[size] = 1.0
    scale, scale_then, share = 0.0, np.inf, 0.0
    for at in range(size - 1, -1, -1):
        if scale_before[at] + scale != scale_then:
            scale_then = scale_before[at] + scale
            share = unit * count * np.exp(scale_then - logarithm)
        ways = 0.0
        here = share * forward[at]
        piece = np.int64(deepest[start + at])
        while piece >= 0:
            row = rows[piece]
            weight = row["weight"] * backward[at + np.int64(row["length"])]
            ways += weight
            expected[base + piece] += np.int64(here * weight + 0.5)
            piece = np.int64(row["parent"])
        symbol = symbols[start + at]
        weight = characters[symbol] * backward[at + 1]
        ways += weight
        expected[symbol] += np.int64(here * weight + 0.5)
        backward[at] = ways
        if ways < _LOW or ways > _HIGH:
            for near in range(at, min(size, at + _LONGEST_PIECE) + 1):
                backward[near] /= ways
            scale += np.log(ways)
    return logarithm - tilt * size


# -- new scores --------------------------------------------------------------------------------------------------------


@inner_kernel
def digamma(number: float) -> float:
    """The derivative of log gamma: log(number), lowered the more the smaller the number is.

    Raised to 7 by the recurrence, then the asymptotic series around the next half."""
    result = 0.0
    while number < 7.0:
        result -= 1.0 / number
        number += 1.0
    number -= 0.5
    inverse = 1.0 / number
    square = inverse * inverse
    fourth = square * square
    series = square / 24.0 - 7.0 / 960.0 * fourth + 31.0 / 8064.0 * fourth * square - 127.0 / 30720.0 * fourth * fourth
    return result + np.log(number) + series


@kernel
def maximise(expected: Floats, kept: IntArray, base: Int, use_digamma: bool, scores: Floats) -> None:
    """New scores from expected counts.  Pieces that are expected less than half a time are not kept; a character stays,
    with a score below all others."""
    total, worst = 0.0, 0.0
    for piece in range(expected.shape[0]):
        kept[piece] = expected[piece] >= _LEAST_EXPECTED
        if kept[piece]:
            total += expected[piece]
    whole = digamma(total) if use_digamma else np.log(total)
    for piece in range(expected.shape[0]):
        if kept[piece]:
            scores[piece] = (digamma(expected[piece]) if use_digamma else np.log(expected[piece])) - whole
            worst = min(worst, scores[piece])
    for symbol in range(base):
        if not kept[symbol]:
            scores[symbol] = worst - _UNSEEN


# -- best cuts and losses ----------------------------------------------------------------------------------------------


@inner_kernel
def _best_cut(
    symbols: IntArray,
    start: Int,
    size: Int,
    deepest: IntArray,
    rows: Rows,
    scores: Floats,
    base: Int,
    left_out: Int,
    best: Floats,
    pieces: IntArray,
    origins: IntArray,
) -> None:
    """The likeliest cut of a stretch of symbols, without the piece `left_out`.

    Of equally likely ones the first found stays: the one whose last piece starts first."""
    for at in range(size + 1):
        best[at] = -np.inf
    best[0] = 0.0
    for at in range(size):
        here = best[at]
        piece = np.int64(deepest[start + at])
        while piece >= 0:
            row = rows[piece]
            end = at + np.int64(row["length"])
            if end <= size and piece != left_out:
                score = here + row["weight"]
                if score > best[end]:
                    best[end], pieces[end], origins[end] = score, base + piece, at
            piece = np.int64(row["parent"])
        symbol = symbols[start + at]
        score = here + scores[symbol]
        if score > best[at + 1]:
            best[at + 1], pieces[at + 1], origins[at + 1] = score, symbol, at


@kernel
def count_best_cuts(
    symbols: IntArray,
    word_starts: IntArray,
    counts: IntArray,
    words: IntArray,
    deepest: IntArray,
    rows: Rows,
    scores: Floats,
    base: Int,
    unknown_tokens: IntArray,
    used: IntArray,
    cuts: IntArray,
    cut_sizes: IntArray,
    tokens: IntArray,
) -> None:
    """The best cuts of some words: adds up in `used` how often each piece stands in them.

    Word `w` gets `tokens[w]`, and the pieces of its cut, last first, in `cuts` from `word_starts[w]` on, `cut_sizes[w]` of
    them.  `rows` holds scores here.  `unknown_tokens[place]` is how many tokens an unknown character takes; without entries
    neighbouring ones take one together."""
    longest = 0
    for word in words:
        longest = max(longest, word_starts[word + 1] - word_starts[word])
    best = np.empty(longest + 1)
    pieces, origins = np.empty(longest + 1, np.int32), np.empty(longest + 1, np.int32)
    for word in words:
        start = word_starts[word]
        size = word_starts[word + 1] - start
        _best_cut(symbols, start, size, deepest, rows, scores, base, -1, best, pieces, origins)
        at = size
        number, taken = np.int64(0), np.int64(0)
        known = True
        while at > 0:
            piece = pieces[at]
            used[piece] += counts[word]
            cuts[start + taken] = piece
            taken += 1
            at = np.int64(origins[at])
            if piece > 0:
                number += 1
            elif unknown_tokens.shape[0] > 0:
                number += unknown_tokens[start + at]
            elif known:
                number += 1
            known = piece > 0
        cut_sizes[word] = taken
        tokens[word] = number


@kernel
def words_with(gone: npt.NDArray[np.bool_], word_starts: IntArray, cuts: IntArray, cut_sizes: IntArray) -> IntArray:
    """The words whose cut has a piece that is gone: all others are still cut in the best way."""
    words = np.empty(cut_sizes.shape[0], np.int64)
    found = 0
    for word in range(cut_sizes.shape[0]):
        start = word_starts[word]
        for at in range(start, start + cut_sizes[word]):
            if gone[cuts[at]]:
                words[found] = word
                found += 1
                break
    return words[:found].copy()


@kernel
def find_losses(
    symbols: IntArray,
    places: IntArray,
    lengths: IntArray,
    first: Int,
    last: Int,
    deepest: IntArray,
    rows: Rows,
    scores: Floats,
    base: Int,
    used: IntArray,
    total: float,
    losses: Floats,
) -> None:
    """What losing each of the pieces `first:last` would cost: how much the likelihood of the best cuts falls if each use
    is cut into other pieces instead, which are then used so much more often.

    -1 for a piece that no best cut uses, or that is no better than others in its place."""
    best = np.empty(_LONGEST_PIECE + 1)
    pieces, origins = np.empty(_LONGEST_PIECE + 1, np.int32), np.empty(_LONGEST_PIECE + 1, np.int32)
    for piece in range(first, last):
        losses[piece] = -1.0
        uses = np.float64(used[base + piece])
        if uses == 0.0:
            continue
        size = np.int64(lengths[piece])
        _best_cut(symbols, places[piece], size, deepest, rows, scores, base, piece, best, pieces, origins)
        if best[size] > scores[base + piece]:
            continue
        parts = 0
        at = size
        while at > 0:
            parts += 1
            at = np.int64(origins[at])
        whole = np.log(total + uses * (parts - 1))
        instead = 0.0
        at = size
        while at > 0:
            instead += np.log(np.float64(used[pieces[at]]) + uses) - whole
            at = np.int64(origins[at])
        losses[piece] = uses * (np.log(uses) - np.log(total) - instead)

"""The expectation and maximisation of the Unigram trainer: expected counts, and new scores.

A word's lattice is walked along chains of rows (see unigram_rows.py), and the single character at each place.
Probabilities are plain numbers, not logarithms; each is raised by `tilt` for every character, which no posterior feels, so
that nothing underflows in ordinary words.  A word that is very long, or out of range in spite of it, goes through a second
loop that rescales as it goes.

Expected counts are added up as whole numbers (`unit` of them are one occurrence): so the sum does not depend on the order.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.kernels import inlined_kernel, inner_allocating_kernel, inner_kernel, kernel
from engine.kernels.intrinsics import known_index, prefetch
from engine.kernels.unigram_rows import LONGEST_PIECE, ROWS_AHEAD, Floats, Int, Rows, depth_of
from engine.vocabulary import IntArray

LIKELIHOOD_UNIT = 1 << 20
"""A log-likelihood comes as a whole number of parts of this size."""

_LONGEST_PLAIN = 512  # characters of a word that the fast loop takes
_LOWEST, _HIGHEST = 1e-250, 1e250  # beyond, a word is done again with rescaling
_LOW, _HIGH = 1e-100, 1e100  # beyond, the window of live numbers is rescaled
_LEAST_EXPECTED = 0.5
_UNSEEN = 10.0  # a character that nothing expects scores this much below the worst piece


# -- expected counts ---------------------------------------------------------------------------------------------------


class _Room(NamedTuple):
    """The lattice of one word, from the way there to the way back.

    forward, backward   the weight of all ways to each place, and from there to the end
    pending             what has been reached of the places ahead so far; zero between two words
    depths              edges of several characters that start at each place
    chances, ends       of these edges: how likely each is, where it ends,
    pieces              and its number among the scores
    """

    forward: Floats
    backward: Floats
    pending: Floats
    depths: npt.NDArray[np.uint16]
    chances: Floats
    ends: npt.NDArray[np.uint16]
    pieces: npt.NDArray[np.uint32]


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
    forward, backward, pending = np.empty(_LONGEST_PLAIN), np.empty(_LONGEST_PLAIN + 1), np.zeros(_LONGEST_PLAIN + 1)
    depths, most_edges = np.empty(_LONGEST_PLAIN, np.uint16), _LONGEST_PLAIN * LONGEST_PIECE
    ends, pieces = np.empty(most_edges, np.uint16), np.empty(most_edges, np.uint32)
    room = _Room(forward, backward, pending, depths, np.empty(most_edges), ends, pieces)
    characters = np.exp(scores[:base] + tilt)
    likelihood = np.int64(0)
    for word in range(first, last):
        start = np.int64(word_starts[word])
        size = np.int64(word_starts[word + 1]) - start
        total, edges = 0.0, np.int64(0)
        if size <= _LONGEST_PLAIN:
            total, edges = _go_forward(symbols, start, size, deepest, rows, characters, base, room)
        if _LOWEST < total < _HIGHEST:
            _go_back(symbols, start, size, edges, unit * counts[word] / total, characters, room, expected)
            logarithm = np.log(total) - tilt * size
        else:
            logarithm = _expect_rescaled(
                symbols, start, size, counts[word], deepest, rows, characters, base, tilt, unit, expected
            )
        likelihood += np.int64(np.rint(counts[word] * logarithm * LIKELIHOOD_UNIT))
    return likelihood


@inlined_kernel
def _go_forward(
    symbols: IntArray,
    start: Int,
    size: Int,
    deepest: IntArray,
    rows: Rows,
    characters: Floats,
    base: Int,
    room: _Room,
) -> tuple[float, Int]:
    """The weight of all ways through a word, every edge of several characters kept for the way back; and how many these
    are.

    The edge of a single character is the last that reaches the next place, and all that the next place waits for."""
    last = deepest.shape[0] - 1
    edge = np.int64(0)
    here = 1.0
    for at in range(size):
        prefetch(rows, np.int64(deepest[known_index(min(start + at + ROWS_AHEAD, last))]))
        room.forward[at] = here
        piece = np.int64(deepest[known_index(start + at)])
        depth = depth_of(rows, piece)
        room.depths[at] = depth
        for number in range(edge, edge + depth):
            row = rows[piece]
            chance = row["weight"]
            end = known_index(at + row["length"])
            room.pending[end] += here * chance
            kept = known_index(number)
            room.chances[kept] = chance
            room.ends[kept] = end
            room.pieces[kept] = base + piece
            piece = np.int64(row["parent"])
        edge += depth
        following = known_index(at + 1)
        here = room.pending[following] + here * characters[known_index(symbols[known_index(start + at)])]
        room.pending[following] = 0.0
    return here, edge


@inlined_kernel
def _go_back(
    symbols: IntArray,
    start: Int,
    size: Int,
    edge: Int,
    share: float,
    characters: Floats,
    room: _Room,
    expected: IntArray,
) -> None:
    """An edge is as likely as all ways to it, times it, times all ways on, by all ways there are."""
    onward = 1.0
    room.backward[size] = onward
    for at in range(size - 1, -1, -1):
        depth = np.int64(room.depths[at])
        here = share * room.forward[at]
        ways = 0.0
        for number in range(edge - depth, edge):
            kept = known_index(number)
            weight = room.chances[kept] * room.backward[np.int64(room.ends[kept])]
            ways += weight
            expected[np.int64(room.pieces[kept])] += np.int64(here * weight + 0.5)
        edge -= depth
        symbol = known_index(symbols[known_index(start + at)])
        weight = characters[symbol] * onward
        expected[symbol] += np.int64(here * weight + 0.5)
        onward = ways + weight
        room.backward[at] = onward


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
            for near in range(at, min(size, at + LONGEST_PIECE) + 1):
                forward[near] /= here
            scale += np.log(here)
            here = 1.0
        scale_before[at] = scale
        piece = np.int64(deepest[start + at])
        for _ in range(depth_of(rows, piece)):
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
        for _ in range(depth_of(rows, piece)):
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
            for near in range(at, min(size, at + LONGEST_PIECE) + 1):
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

"""The best cuts of a Unigram training, and what losing a piece would cost.

Lattices are walked as unigram_em.py walks them, with scores instead of probabilities.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.kernels import inlined_kernel, kernel
from engine.kernels.intrinsics import known_index, prefetch
from engine.kernels.unigram_rows import LONGEST_PIECE, ROWS_AHEAD, Floats, Int, Rows, depth_of
from engine.vocabulary import IntArray

_ORIGIN_SHIFT = 32
_PIECE_BITS = (1 << _ORIGIN_SHIFT) - 1


@inlined_kernel
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
    links: IntArray,
) -> float:
    """The score of the likeliest cut of a stretch of symbols, without the piece `left_out`.

    `links` gets the last piece of the best cut up to each place, and where it starts.  Of equally likely ones the first
    found stays: the one whose last piece starts first.  `best` has what has been found of the places ahead, minus infinity
    between two stretches; nothing jumps where a better one is found, for nobody can guess when that is."""
    last = deepest.shape[0] - 1
    here = 0.0
    for at in range(size):
        prefetch(rows, np.int64(deepest[known_index(min(start + at + ROWS_AHEAD, last))]))
        piece = np.int64(deepest[known_index(start + at)])
        for _ in range(depth_of(rows, piece)):
            row = rows[piece]
            end = known_index(at + row["length"])
            score = here + row["weight"]
            found, link = best[end], links[end]
            is_better = (score > found) & (end <= size) & (piece != left_out)
            best[end] = score if is_better else found
            links[end] = at << _ORIGIN_SHIFT | (base + piece) if is_better else link
            piece = np.int64(row["parent"])
        symbol = known_index(symbols[known_index(start + at)])
        following = known_index(at + 1)
        score = here + scores[symbol]
        found, link = best[following], links[following]
        is_better = score > found
        here = score if is_better else found
        best[following] = -np.inf
        links[following] = at << _ORIGIN_SHIFT | symbol if is_better else link
    return here


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
    best, links = np.full(longest + 1, -np.inf), np.empty(longest + 1, np.int64)
    for word in words:
        start = np.int64(word_starts[word])
        size = np.int64(word_starts[word + 1]) - start
        _best_cut(symbols, start, size, deepest, rows, scores, base, -1, best, links)
        at = size
        number, taken = np.int64(0), np.int64(0)
        known = True
        while at > 0:
            link = links[at]
            piece, at = link & _PIECE_BITS, link >> _ORIGIN_SHIFT
            used[piece] += counts[word]
            cuts[start + taken] = piece
            taken += 1
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
    best, links = np.full(2 * LONGEST_PIECE + 1, -np.inf), np.empty(2 * LONGEST_PIECE + 1, np.int64)
    for piece in range(first, last):
        losses[piece] = -1.0
        uses = np.float64(used[base + piece])
        if uses == 0.0:
            continue
        size = np.int64(lengths[piece])
        score = _best_cut(symbols, np.int64(places[piece]), size, deepest, rows, scores, base, piece, best, links)
        if score > scores[base + piece]:
            continue
        parts = 0
        at = size
        while at > 0:
            parts += 1
            at = links[at] >> _ORIGIN_SHIFT
        whole = np.log(total + uses * (parts - 1))
        instead = 0.0
        at = size
        while at > 0:
            instead += np.log(np.float64(used[links[at] & _PIECE_BITS]) + uses) - whole
            at = links[at] >> _ORIGIN_SHIFT
        losses[piece] = uses * (np.log(uses) - np.log(total) - instead)

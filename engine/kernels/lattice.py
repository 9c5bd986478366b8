"""The lattice of a finished Unigram model: all ways to cut a text into pieces, and the n best, a drawn one."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.kernels import inner_kernel, kernel
from engine.kernels.intrinsics import multiply_fold
from engine.kernels.piece_trie import UNKNOWN, Floats, Int, Trie, child
from engine.vocabulary import IntArray

_HASH = np.uint64(0x9E3779B97F4A7C15)
_HASH_2 = np.uint64(0xD6E8FEB86659FD93)
_NUMBERS = 2.0**53
_BEYOND_NUMBERS = np.uint64(64 - 53)  # what a float has no room for
_NO_PIECE = np.int64(-2)


class Edges(NamedTuple):
    """The lattice of one text as columns, ordered by start, then by end: where an edge starts and ends (in characters), its
    piece (`UNKNOWN`: none), and its score."""

    starts: IntArray
    ends: IntArray
    pieces: IntArray
    scores: Floats


@kernel
def _list_edges(codes: IntArray, size: Int, trie: Trie, edges: Edges) -> int:
    """All edges of a text; returns how many there are, and only counts what there is no room for."""
    count = 0
    for at in range(size):
        node = np.int64(0)
        alone = False
        for end in range(at + 1, size + 1):
            node = child(trie, node, codes[end - 1])
            if node < 0:
                break
            piece = trie.pieces[node]
            if piece >= 0:
                alone = alone or end == at + 1
                if count < edges.starts.shape[0]:
                    edges.starts[count], edges.ends[count] = at, end
                    edges.pieces[count], edges.scores[count] = piece, trie.scores[piece]
                count += 1
        if not alone:
            if count < edges.starts.shape[0]:
                edges.starts[count], edges.ends[count] = at, at + 1
                edges.pieces[count], edges.scores[count] = UNKNOWN, trie.unknown[0]
            count += 1
    return count


def edges_of(codes: npt.NDArray[np.int32], trie: Trie) -> Edges:
    """The lattice of a text."""
    size = 16 * len(codes) + 16
    while True:
        edges = Edges(*(np.empty(size, np.int64) for _ in range(3)), np.empty(size))
        count = int(_list_edges(codes, len(codes), trie, edges))
        if count <= size:
            return Edges(*(column[:count] for column in edges))
        size = count


@inner_kernel
def _log_add(one: float, other: float) -> float:
    """log(exp(one) + exp(other))."""
    if one < other:
        one, other = other, one
    return one if other == -np.inf else one + np.log1p(np.exp(other - one))


@inner_kernel
def _sum_forward(edges: Edges, left_out: Int, sums: Floats) -> None:
    """The logarithm of the probability of all ways to reach each character, without one piece."""
    for at in range(sums.shape[0]):
        sums[at] = -np.inf
    sums[0] = 0.0
    for edge in range(edges.starts.shape[0]):
        if edges.pieces[edge] == UNKNOWN or edges.pieces[edge] != left_out:
            end = edges.ends[edge]
            sums[end] = _log_add(sums[end], sums[edges.starts[edge]] + edges.scores[edge])


@kernel
def posteriors(edges: Edges, size: Int, shares: Floats) -> float:
    """How likely a cut uses each edge; returns the log-likelihood of the text."""
    forward, backward = np.empty(size + 1), np.full(size + 1, -np.inf)
    _sum_forward(edges, _NO_PIECE, forward)
    backward[size] = 0.0
    for edge in range(edges.starts.shape[0] - 1, -1, -1):
        start = edges.starts[edge]
        on = edges.scores[edge] + backward[edges.ends[edge]]
        backward[start] = _log_add(backward[start], on)
        shares[edge] = np.exp(forward[start] + on - forward[size])
    return forward[size]


@kernel
def n_best(edges: Edges, wanted: Int, scores: Floats, last_edges: IntArray, ranks: IntArray) -> None:
    """`scores[at, r]` becomes the score of the r-th best way to a character, with its last edge, and the rank of the way
    that it goes on from.  Of equal ways the first found stays ahead."""
    scores[:] = -np.inf
    scores[0, 0] = 0.0
    for edge in range(edges.starts.shape[0]):
        start, end = edges.starts[edge], edges.ends[edge]
        for rank in range(wanted):
            score = scores[start, rank] + edges.scores[edge]
            if score == -np.inf or score <= scores[end, wanted - 1]:
                break
            at = wanted - 1
            while at > 0 and scores[end, at - 1] < score:
                scores[end, at] = scores[end, at - 1]
                last_edges[end, at], ranks[end, at] = last_edges[end, at - 1], ranks[end, at - 1]
                at -= 1
            scores[end, at], last_edges[end, at], ranks[end, at] = score, edge, rank


@kernel
def draw_cut(edges: Edges, size: Int, sharpness: float, seed: Int, drawn: IntArray) -> int:
    """One cut, each as likely as the exponential of its score times `sharpness`: forward sums, then backwards by lot.

    `drawn` gets its edges, the last first; returns how many."""
    forward = np.full(size + 1, -np.inf)
    forward[0] = 0.0
    for edge in range(edges.starts.shape[0]):
        end = edges.ends[edge]
        forward[end] = _log_add(forward[end], forward[edges.starts[edge]] + sharpness * edges.scores[edge])
    lot = multiply_fold(np.uint64(seed) + _HASH, _HASH_2)
    at = np.int64(size)
    count = 0
    while at > 0:
        lot = multiply_fold(lot + _HASH, _HASH_2)
        number = np.float64(lot >> _BEYOND_NUMBERS) / _NUMBERS  # from 0 to below 1
        chosen, reached = np.int64(-1), 0.0
        for edge in range(edges.starts.shape[0]):
            if edges.ends[edge] == at and forward[edges.starts[edge]] > -np.inf:
                chosen = np.int64(edge)
                reached += np.exp(forward[edges.starts[edge]] + sharpness * edges.scores[edge] - forward[at])
                if reached > number:
                    break
        drawn[count] = chosen
        count += 1
        at = edges.starts[chosen]
    return count


@kernel
def add_exact_losses(edges: Edges, size: Int, count: float, losses: Floats) -> None:
    """Add, for each piece in the lattice of a word, how much the word's log-likelihood falls when that piece alone goes.

    A word that could not be cut without it counts nothing: such a piece is never given up."""
    sums = np.empty(size + 1)
    _sum_forward(edges, _NO_PIECE, sums)
    whole = sums[size]
    for edge in range(edges.starts.shape[0]):
        piece = edges.pieces[edge]
        seen = piece == UNKNOWN
        for earlier in range(edge):
            seen = seen or edges.pieces[earlier] == piece
        if not seen:
            _sum_forward(edges, piece, sums)
            if sums[size] > -np.inf:
                losses[piece] += count * (whole - sums[size])

"""One pre-token and all ways to cut it, as a Unigram model sees it: for a reader who looks at one word.

    Lattice    all pieces that occur in it
    Edge, Way  one piece in it; one way through it
    Ways       the same as numbers: what is asked of it is worked out by the kernels

Whole texts are cut by `unigram_model.py`, which keeps no lattice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from engine.kernels import lattice as kernels
from engine.kernels import piece_trie
from engine.vocabulary import IntArray

Floats = npt.NDArray[np.float64]
_SEED_BITS = 0x7FFFFFFFFFFFFFFF


@dataclass(frozen=True, slots=True)
class Edge:
    """A piece in a lattice: `start` and `end` in bytes of the pre-token, its id (None: an unknown character without an
    unknown token), its score, and how likely a cut is to use it (`share`, 0 to 1)."""

    start: int
    end: int
    id: int | None
    text: bytes
    score: float
    share: float


@dataclass(frozen=True, slots=True)
class Way:
    """One way through a lattice: its edges from left to right, and the sum of their scores."""

    edges: tuple[Edge, ...]
    score: float


@dataclass(frozen=True, slots=True)
class Lattice:
    """All ways to cut one pre-token: its edges by start, then end; `log_likelihood` of all ways together."""

    edges: tuple[Edge, ...]
    log_likelihood: float


class Ways:
    """All ways to cut a pre-token into the pieces of a trie; `unknown` is the id of the unknown token."""

    def __init__(self, pre_token: bytes, trie: piece_trie.Trie, unknown: int | None) -> None:
        self._pre_token = pre_token
        self._unknown = unknown
        codes, self._places = _characters(pre_token)
        self._size = len(codes)
        self._edges: kernels.Edges = kernels.edges_of(codes, trie)

    @cached_property
    def _posteriors(self) -> tuple[float, Floats]:
        """The log-likelihood of all ways together, and how likely a cut is to use each edge."""
        shares = np.empty(len(self._edges.starts))
        return float(kernels.posteriors(self._edges, self._size, shares)), shares

    @property
    def log_likelihood(self) -> float:
        """Of all ways together: the logarithm of the sum of their probabilities."""
        return self._posteriors[0]

    def lattice(self) -> Lattice:
        """All of it."""
        return Lattice(tuple(self._told), self.log_likelihood)

    @cached_property
    def _told(self) -> list[Edge]:
        """The edges in bytes of the pre-token and ids of the model."""
        found = []
        columns = (*self._edges, self._posteriors[1])
        for start, end, piece, score, share in zip(*(column.tolist() for column in columns), strict=True):
            first, last = int(self._places[start]), int(self._places[end])
            id = self._unknown if piece == piece_trie.UNKNOWN else piece
            found.append(Edge(first, last, id, self._pre_token[first:last], score, share))
        return found

    def n_best(self, count: int) -> list[Way]:
        """The likeliest ways, the best first."""
        size = self._size
        scores = np.empty((size + 1, count))
        last_edges, ranks = np.zeros((size + 1, count), np.int64), np.zeros((size + 1, count), np.int64)
        kernels.n_best(self._edges, count, scores, last_edges, ranks)
        known = int(np.isfinite(scores[size]).sum())
        return [Way(self._way(last_edges, ranks, rank), float(scores[size, rank])) for rank in range(known)]

    def _way(self, last_edges: IntArray, ranks: IntArray, rank: int) -> tuple[Edge, ...]:
        """The edges of the way of that rank, followed from its end."""
        way: list[Edge] = []
        at = self._size
        while at > 0:
            edge, rank = int(last_edges[at, rank]), int(ranks[at, rank])
            way.append(self._told[edge])
            at = int(self._edges.starts[edge])
        return tuple(reversed(way))

    def drawn(self, sharpness: float, seed: int) -> Iterator[tuple[int, int, int]]:
        """The pieces of a way drawn by lot, from left to right, and their bytes; its probability to the power of
        `sharpness` is how likely it is."""
        drawn = np.empty(self._size, np.int64)
        count = int(kernels.draw_cut(self._edges, self._size, sharpness, seed & _SEED_BITS, drawn))
        for edge in drawn[:count][::-1].tolist():
            places = self._places[self._edges.starts[edge]], self._places[self._edges.ends[edge]]
            yield int(self._edges.pieces[edge]), int(places[0]), int(places[1])

    def add_exact_losses(self, count: int, losses: Floats) -> None:
        """Add what it would cost to lose each piece, the pre-token occurring so often; see `Unigram.exact_losses`."""
        kernels.add_exact_losses(self._edges, self._size, float(count), losses)


def _characters(pre_token: bytes) -> tuple[npt.NDArray[np.int32], IntArray]:
    """Code points of a pre-token, and the byte at which each starts, the end last."""
    text = pre_token.decode()
    codes = np.array([ord(character) for character in text], np.int32)
    return codes, np.cumsum([0, *(len(character.encode()) for character in text)])

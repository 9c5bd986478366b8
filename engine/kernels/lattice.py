"""The lattice of a finished Unigram model: all ways to cut a text into pieces, and the best, the n best, a drawn one.

Pieces hang in a trie of characters, kept as a hash table (node, character) -> node.  A character that is no piece itself
gets an unknown edge, number -1, so that every text has a cut.  Of equally likely cuts the one whose last token is longest
wins, and so on towards the front.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.kernels import inner_allocating_kernel, inner_kernel, kernel
from engine.kernels.intrinsics import multiply_fold
from engine.kernels.number_words import number_spans
from engine.vocabulary import ByteArray, IntArray

Int = Any  # a number in a kernel: a Python int or a numpy one, as numba has it
Floats = npt.NDArray[np.float64]

UNKNOWN = -1
_HASH = np.uint64(0x9E3779B97F4A7C15)
_HASH_2 = np.uint64(0xD6E8FEB86659FD93)
_MANTISSA = np.uint64(11)
_CODE_BITS = 21  # a code point has no more


class Trie(NamedTuple):
    """What cutting looks up.

    keys, children   open addressing: `(node << 21 | code point) + 1` -> node; the root is 0
    pieces           the id of the piece that ends at each node, -1: none
    scores           natural logarithms, by id
    unknown          [0] the score of an unknown character, [1] the id of the unknown token or -1
    byte_ids         ids of the 256 byte tokens; without entries there are none
    """

    keys: npt.NDArray[np.int64]
    children: npt.NDArray[np.int32]
    pieces: npt.NDArray[np.int32]
    scores: Floats
    unknown: Floats
    byte_ids: npt.NDArray[np.int32]


class Edges(NamedTuple):
    """The lattice of one text as columns, ordered by start, then by end: where an edge starts and ends (in characters), its
    piece (`UNKNOWN`: none), and its score."""

    starts: IntArray
    ends: IntArray
    pieces: IntArray
    scores: Floats


def build_trie(
    data: ByteArray,
    offsets: IntArray,
    spelled: npt.NDArray[np.bool_],
    scores: Floats,
    unknown: Floats,
    byte_ids: npt.NDArray[np.int32],
) -> Trie:
    """From all tokens end to end; only those that are `spelled` stand for their own text.  Of equal pieces the first
    counts."""
    keys, children, pieces = _enter_pieces(data, offsets, spelled)
    return Trie(keys, children, pieces, scores, unknown, byte_ids)


@inner_kernel
def _slot(keys: IntArray, key: Int) -> Int:
    return np.int64(multiply_fold(np.uint64(key), _HASH) & np.uint64(keys.shape[0] - 1))


@inner_kernel
def _child(trie: Trie, node: Int, code: Int) -> Int:
    """The node that a character leads to, -1 if there is none."""
    keys = trie.keys
    key = (np.int64(node) << _CODE_BITS | code) + 1
    slot = _slot(keys, key)
    while keys[slot] != key:
        if keys[slot] == 0:
            return np.int64(-1)
        slot = (slot + 1) & (keys.shape[0] - 1)
    return np.int64(trie.children[slot])


@inner_kernel
def _character(data: ByteArray, at: Int) -> tuple[int, int]:
    """The code point that starts at `at`, and how many bytes it takes; a byte that starts none stands alone."""
    byte = np.int64(data[at])
    if byte < 0xC0:
        return byte, np.int64(1)
    if byte < 0xE0:
        return (byte & 31) << 6 | (np.int64(data[at + 1]) & 63), np.int64(2)
    if byte < 0xF0:
        return (byte & 15) << 12 | (np.int64(data[at + 1]) & 63) << 6 | (np.int64(data[at + 2]) & 63), np.int64(3)
    high = (byte & 7) << 18 | (np.int64(data[at + 1]) & 63) << 12
    return high | (np.int64(data[at + 2]) & 63) << 6 | (np.int64(data[at + 3]) & 63), np.int64(4)


@inner_allocating_kernel
def _grown(keys: IntArray, children: IntArray) -> tuple[IntArray, IntArray]:
    """The same rows in a table of twice the size."""
    more_keys, more_children = np.zeros(2 * keys.shape[0], np.int64), np.zeros(2 * keys.shape[0], np.int32)
    for row in range(keys.shape[0]):
        if keys[row] != 0:
            slot = _slot(more_keys, keys[row])
            while more_keys[slot] != 0:
                slot = (slot + 1) & (more_keys.shape[0] - 1)
            more_keys[slot], more_children[slot] = keys[row], children[row]
    return more_keys, more_children


@kernel
def _enter_pieces(data: ByteArray, offsets: IntArray, spelled: IntArray) -> tuple[IntArray, IntArray, IntArray]:
    keys, children, pieces = np.zeros(1 << 10, np.int64), np.zeros(1 << 10, np.int32), np.full(1 << 9, -1, np.int32)
    nodes = 1
    for piece in range(offsets.shape[0] - 1):
        if not spelled[piece] or offsets[piece] == offsets[piece + 1]:
            continue
        node = np.int64(0)
        at = np.int64(offsets[piece])
        while at < offsets[piece + 1]:
            code, wide = _character(data, at)
            at += wide
            key = (node << _CODE_BITS | code) + 1
            slot = _slot(keys, key)
            while keys[slot] != 0 and keys[slot] != key:
                slot = (slot + 1) & (keys.shape[0] - 1)
            if keys[slot] != 0:
                node = np.int64(children[slot])
                continue
            keys[slot] = key
            children[slot] = nodes
            node = np.int64(nodes)
            nodes += 1
            if 2 * nodes > keys.shape[0]:
                keys, children = _grown(keys, children)
                more = np.full(2 * pieces.shape[0], -1, np.int32)
                for old in range(pieces.shape[0]):
                    more[old] = pieces[old]
                pieces = more
        if pieces[node] < 0:
            pieces[node] = piece
    return keys, children, pieces[:nodes].copy()


# -- cutting -----------------------------------------------------------------------------------------------------------


@inner_kernel
def _decode(data: ByteArray, start: Int, end: Int, codes: IntArray, offsets: IntArray) -> Int:
    """The characters of a text, and where each starts; returns how many."""
    size = np.int64(0)
    at = np.int64(start)
    while at < end:
        code, wide = _character(data, at)
        codes[size] = code
        offsets[size] = at
        size += 1
        at += wide
    offsets[size] = end
    return size


@inner_kernel
def _best_cut(codes: IntArray, size: Int, trie: Trie, best: Floats, pieces: IntArray, origins: IntArray) -> None:
    """Viterbi: the score of the best cut up to each character, its last piece, and where that starts."""
    for at in range(size + 1):
        best[at] = -np.inf
    best[0] = 0.0
    for at in range(size):
        here = best[at]
        node = np.int64(0)
        alone = False
        for end in range(at + 1, size + 1):
            node = _child(trie, node, codes[end - 1])
            if node < 0:
                break
            piece = trie.pieces[node]
            if piece >= 0:
                alone = alone or end == at + 1
                score = here + trie.scores[piece]
                if score > best[end]:
                    best[end], pieces[end], origins[end] = score, piece, at
        if not alone:
            score = here + trie.unknown[0]
            if score > best[at + 1]:
                best[at + 1], pieces[at + 1], origins[at + 1] = score, UNKNOWN, at


@inner_kernel
def _write_tokens(
    data: ByteArray,
    offsets: IntArray,
    size: Int,
    trie: Trie,
    pieces: IntArray,
    origins: IntArray,
    written: Int,
    ids: IntArray,
    spans: IntArray,
) -> Int:
    """The tokens of a cut, in the order of the text, behind those already written; returns how many there are then, or
    -1 - place for the first character that nothing stands for."""
    # The way back gives the tokens last first: they are written so, and turned round at the end.
    first = written
    at = np.int64(size)
    unknown = np.int64(trie.unknown[1])
    missing = np.int64(-1)
    joined = False
    while at > 0:
        piece, origin = pieces[at], np.int64(origins[at])
        start, end = offsets[origin], offsets[at]
        if piece >= 0:
            ids[written], spans[written, 0], spans[written, 1] = piece, start, end
            written += 1
        elif trie.byte_ids.shape[0] > 0:
            for place in range(end - 1, start - 1, -1):
                ids[written], spans[written, 0], spans[written, 1] = trie.byte_ids[data[place]], place, place + 1
                written += 1
        elif unknown < 0:
            missing = start
        elif joined:
            spans[written - 1, 0] = start
        else:
            ids[written], spans[written, 0], spans[written, 1] = unknown, start, end
            written += 1
        joined = piece < 0
        at = origin
    if missing >= 0:
        return np.int64(-1) - missing
    low, high = first, written - 1
    while low < high:
        ids[low], ids[high] = ids[high], ids[low]
        spans[low, 0], spans[high, 0] = spans[high, 0], spans[low, 0]
        spans[low, 1], spans[high, 1] = spans[high, 1], spans[low, 1]
        low += 1
        high -= 1
    return written


@kernel
def _cut_words(
    data: ByteArray, starts: IntArray, lengths: IntArray, trie: Trie, ids: IntArray, spans: IntArray, firsts: IntArray
) -> int:
    """Tokens of some words end to end, spans in `data`; `firsts[i]` is the first of word i.  Returns how many, or
    -1 - place of a character that cannot be written."""
    longest = np.int64(0)
    for word in range(starts.shape[0]):
        longest = max(longest, np.int64(lengths[word]))
    codes, offsets = np.empty(longest + 1, np.int32), np.empty(longest + 1, np.int64)
    best = np.empty(longest + 1)
    pieces, origins = np.empty(longest + 1, np.int32), np.empty(longest + 1, np.int32)
    written = np.int64(0)
    for word in range(starts.shape[0]):
        firsts[word] = written
        size = _decode(data, starts[word], starts[word] + lengths[word], codes, offsets)
        _best_cut(codes, size, trie, best, pieces, origins)
        written = _write_tokens(data, offsets, size, trie, pieces, origins, written, ids, spans)
        if written < 0:
            return written
    firsts[starts.shape[0]] = written
    return written


@kernel
def _spread(
    begins: IntArray,
    numbers: IntArray,
    word_starts: IntArray,
    firsts: IntArray,
    word_ids: IntArray,
    word_spans: IntArray,
    ids: IntArray,
    spans: IntArray,
) -> None:
    """Copy the tokens of the distinct words to wherever the words stand."""
    at = 0
    for i in range(numbers.shape[0]):
        word = numbers[i]
        shift = begins[i] - word_starts[word]
        for token in range(firsts[word], firsts[word + 1]):
            ids[at] = word_ids[token]
            spans[at, 0] = word_spans[token, 0] + shift
            spans[at, 1] = word_spans[token, 1] + shift
            at += 1


def cut(
    data: ByteArray, begins: IntArray, ends: IntArray, trie: Trie
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64], int]:
    """Ids and spans of the tokens of pre-tokens `data[begins[i]:ends[i]]`, none empty; each distinct one is cut once.

    Last comes the place of the first character found that nothing stands for, -1 where all is written.
    """
    numbers, starts, lengths = (np.empty(len(ends), np.int64) for _ in range(3))
    words = int(number_spans(data, begins, ends, numbers, starts, lengths))
    word_ids, word_spans, firsts, failed = cut_words(data, starts[:words], lengths[:words], trie)
    if failed >= 0:
        return word_ids[:0], word_spans[:0], failed
    total = int(np.diff(firsts)[numbers].sum())
    ids, spans = np.empty(total, np.int32), np.empty((total, 2), np.int64)
    _spread(begins, numbers, starts, firsts, word_ids, word_spans, ids, spans)
    return ids, spans, -1


def cut_words(
    data: ByteArray, starts: IntArray, lengths: IntArray, trie: Trie
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64], npt.NDArray[np.int64], int]:
    """Ids and spans of the tokens of some words, where each word's tokens start among them (and where the last ends), and
    the place of a character that nothing stands for or -1."""
    most = int(lengths.sum())
    ids, spans = np.empty(most, np.int32), np.empty((most, 2), np.int64)
    firsts = np.empty(len(starts) + 1, np.int64)
    written = int(_cut_words(data, starts, lengths, trie, ids, spans, firsts))
    return ids[:written], spans[:written], firsts, -1 - written if written < 0 else -1


# -- all ways ----------------------------------------------------------------------------------------------------------


@kernel
def _list_edges(codes: IntArray, size: Int, trie: Trie, edges: Edges) -> int:
    """All edges of a text; returns how many there are, and only counts what there is no room for."""
    count = 0
    for at in range(size):
        node = np.int64(0)
        alone = False
        for end in range(at + 1, size + 1):
            node = _child(trie, node, codes[end - 1])
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
    _sum_forward(edges, np.int64(-2), forward)
    backward[size] = 0.0
    for edge in range(edges.starts.shape[0] - 1, -1, -1):
        start = edges.starts[edge]
        on = edges.scores[edge] + backward[edges.ends[edge]]
        backward[start] = _log_add(backward[start], on)
        shares[edge] = np.exp(forward[start] + on - forward[size])
    return forward[size]


@kernel
def n_best(edges: Edges, size: Int, wanted: Int, scores: Floats, last_edges: IntArray, ranks: IntArray) -> None:
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
        number = np.float64(lot >> _MANTISSA) / 9007199254740992.0  # 53 bits: from 0 to below 1
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
    _sum_forward(edges, np.int64(-2), sums)
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

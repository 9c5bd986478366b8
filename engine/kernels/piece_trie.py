"""The pieces of a finished Unigram model as a trie of characters, kept as a hash table (node, character) -> node."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.kernels import inner_allocating_kernel, inner_kernel, kernel
from engine.kernels.characters import character_length, code_point
from engine.kernels.intrinsics import multiply_fold
from engine.vocabulary import ByteArray, IntArray

Int = Any  # a number in a kernel: a Python int or a numpy one, as numba has it
Floats = npt.NDArray[np.float64]

UNKNOWN = -1
"""The piece of an unknown character: one that is no piece itself gets an edge of its own, so that every text has a cut."""
_HASH = np.uint64(0x9E3779B97F4A7C15)
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
def child(trie: Trie, node: Int, code: Int) -> Int:
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
def character(data: ByteArray, at: Int) -> tuple[int, int]:
    """The code point that starts at `at`, and how many bytes it takes; a byte that starts none stands alone."""
    length = np.int64(1) if data[at] < 0xC0 else character_length(data[at])
    return code_point(data, at, length), length


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
            code, wide = character(data, at)
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

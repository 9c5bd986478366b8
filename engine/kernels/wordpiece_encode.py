"""The WordPiece encoder: from the start of a word the longest token that fits, then the longest continuation, to its end.

All tokens, as they are stored, are spelled out in one tree of bytes.  A word is followed from the root; what comes after its
first token is followed from where the continuation mark leads.  So a word that itself reads "##ing" is found as the stored
text "##ing", as in the libraries.  A token is found in the tree only if its id is below a limit: an earlier step of a
training is the same tree with a lower limit.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.kernels import inlined_kernel, inner_kernel, kernel, lean_kernel
from engine.kernels.intrinsics import multiply_fold
from engine.vocabulary import ByteArray, IntArray

Int = Any  # a number in a kernel: a Python int or a numpy one, as numba has it

_HASH = np.uint64(0xA0761D6478BD642F)
_BLOCK = 1 << 20  # bytes cut in one call: bounds the room for tokens


class Tree(NamedTuple):
    """Where each byte leads from each node; node 0 is the root.

    edges        open addressing, rows of two: `(node << 8 | byte) + 1`, next node
    first_edges  where each byte leads from the root and, in the second row, from behind the mark; -1: nowhere
    token_at     the token that ends at each node, -1 where none does
    """

    edges: npt.NDArray[np.int64]
    first_edges: npt.NDArray[np.int64]
    token_at: npt.NDArray[np.int32]


def build_tree(data: ByteArray, offsets: IntArray, mark: ByteArray) -> Tree:
    """The tree of all tokens of a vocabulary; of two with the same text the last counts."""
    size = int(offsets[-1]) + 1
    tree = Tree(
        np.zeros(2 << (2 * size).bit_length(), np.int64),
        np.full((2, 256), -1, np.int64),
        np.full(size, -1, np.int32),
    )
    _grow_tree(data, offsets, mark, *tree)
    return tree


def cut(
    data: ByteArray,
    starts: IntArray,
    ends: IntArray,
    tree: Tree,
    limits: tuple[int, int, int],
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64], npt.NDArray[np.int64], int]:
    """Tokens of many words: ids, spans in `data`, how many each word has, and the first word that cannot be written (-1).

    `limits` are the tokens that count, the id of the unknown one (-1: none), and the longest word in characters.
    """
    counts = np.zeros(len(starts), np.int64)
    reach = np.cumsum(ends - starts)
    ids, spans = [np.empty(0, np.int32)], [np.empty((0, 2), np.int64)]
    first, done, failed = 0, 0, -1
    while first < len(starts) and failed < 0:
        last = max(first + 1, int(np.searchsorted(reach, done + _BLOCK, "right")))
        room = int(reach[last - 1]) - done
        block_ids, block_spans = np.empty(room, np.int32), np.empty((room, 2), np.int64)
        words = slice(first, last)
        size, failed = _cut_words(
            data, starts[words], ends[words], *tree, limits, block_ids, block_spans, counts[words]
        )
        failed += first if failed >= 0 else 0
        ids.append(block_ids[:size].copy())
        spans.append(block_spans[:size].copy())
        first, done = last, int(reach[last - 1])
    return np.concatenate(ids), np.concatenate(spans), counts, failed


# -- the tree ----------------------------------------------------------------------------------------------------------


@inner_kernel
def _slot(edges: IntArray, key: Int) -> Int:
    return np.int64(multiply_fold(np.uint64(key), _HASH) & np.uint64((edges.shape[0] >> 1) - 1))


@inlined_kernel
def _follow(edges: IntArray, node: Int, byte: Int) -> Int:
    """The next node, or -1."""
    key = (node << 8 | np.int64(byte)) + 1
    slot = _slot(edges, key)
    while True:
        found = edges[2 * slot]
        if found == key:
            return edges[2 * slot + 1]
        if found == 0:
            return np.int64(-1)
        slot = (slot + 1) & ((edges.shape[0] >> 1) - 1)


@inner_kernel
def _enter_edge(edges: IntArray, node: Int, byte: Int, following: Int) -> None:
    key = (node << 8 | np.int64(byte)) + 1
    slot = _slot(edges, key)
    while edges[2 * slot] != 0:
        slot = (slot + 1) & ((edges.shape[0] >> 1) - 1)
    edges[2 * slot] = key
    edges[2 * slot + 1] = following


@lean_kernel
def _grow_tree(
    data: ByteArray, offsets: IntArray, mark: ByteArray, edges: IntArray, first_edges: IntArray, token_at: IntArray
) -> None:
    nodes = np.int64(1)
    for token in range(offsets.shape[0] - 1):
        node = np.int64(0)
        for i in range(offsets[token], offsets[token + 1]):
            following = _follow(edges, node, data[i])
            if following < 0:
                following = nodes
                nodes += 1
                _enter_edge(edges, node, data[i], following)
            node = following
        if node > 0:
            token_at[node] = token
    behind_mark = np.int64(0)
    for i in range(mark.shape[0]):
        behind_mark = _follow(edges, behind_mark, mark[i])
        if behind_mark < 0:
            break
    for byte in range(256):
        first_edges[0, byte] = _follow(edges, 0, byte)
        if behind_mark >= 0:
            first_edges[1, byte] = _follow(edges, behind_mark, byte)


# -- words -------------------------------------------------------------------------------------------------------------


@inner_kernel
def _is_too_long(data: ByteArray, start: Int, end: Int, longest: Int) -> bool:
    """Whether a word has more characters than that."""
    if end - start <= longest:
        return False
    characters = np.int64(0)
    for i in range(start, end):
        if data[i] & 0xC0 != 0x80:
            characters += 1
    return characters > longest


@inner_kernel
def _cut_word(
    data: ByteArray,
    start: Int,
    end: Int,
    edges: IntArray,
    first_edges: IntArray,
    token_at: IntArray,
    tokens: Int,
    ids: IntArray,
    spans: IntArray,
    place: Int,
) -> Int:
    """Writes the tokens of a word from `place` on; returns where they end, or -1 when nothing fits somewhere."""
    at = start
    side = 0
    while at < end:
        found = np.int64(-1)
        found_end = at
        i = at + 1
        node = first_edges[side, data[at]]
        while node >= 0:
            token = np.int64(token_at[node])
            if 0 <= token < tokens:
                found = token
                found_end = i
            if i == end:
                break
            node = _follow(edges, node, data[i])
            i += 1
        if found < 0:
            return np.int64(-1)
        ids[place] = found
        spans[place, 0] = at
        spans[place, 1] = found_end
        place += 1
        at = found_end
        side = 1
    return place


@lean_kernel
def _cut_words(
    data: ByteArray,
    starts: IntArray,
    ends: IntArray,
    edges: IntArray,
    first_edges: IntArray,
    token_at: IntArray,
    limits: tuple[int, int, int],
    ids: IntArray,
    spans: IntArray,
    counts: IntArray,
) -> tuple[int, int]:
    """Returns how many tokens there are and the first word that cannot be written, -1 if all can."""
    tokens, unknown, longest = limits
    place = np.int64(0)
    for word in range(starts.shape[0]):
        start = np.int64(starts[word])
        end = np.int64(ends[word])
        if start == end:
            continue
        after = np.int64(-1)
        if not _is_too_long(data, start, end, longest):
            after = _cut_word(data, start, end, edges, first_edges, token_at, tokens, ids, spans, place)
        if after < 0:
            if unknown < 0:
                return place, word
            ids[place] = unknown
            spans[place, 0] = start
            spans[place, 1] = end
            after = place + 1
        counts[word] = after - place
        place = after
    return place, -1


# -- the texts of a training's tokens ----------------------------------------------------------------------------------


def token_texts(
    data: ByteArray, offsets: IntArray, parts: IntArray, mark_length: int
) -> tuple[ByteArray, npt.NDArray[np.int64]]:
    """All tokens as they are stored, end to end, and where each starts (one more at the end).

    `data` and `offsets` are the base symbols; each row of `parts` makes one token: its left part, and its right part
    without the mark.
    """
    all_offsets: npt.NDArray[np.int64] = _text_offsets(offsets, parts, mark_length)
    texts = np.empty(int(all_offsets[-1]), np.uint8)
    texts[: len(data)] = data
    _fill_texts(parts, mark_length, len(offsets) - 1, all_offsets, texts)
    return texts, all_offsets


@kernel
def _text_offsets(offsets: IntArray, parts: IntArray, mark_length: Int) -> npt.NDArray[np.int64]:
    base = offsets.shape[0] - 1
    all_offsets = np.zeros(base + parts.shape[0] + 1, np.int64)
    for token in range(base + 1):
        all_offsets[token] = offsets[token]
    for step in range(parts.shape[0]):
        length = -np.int64(mark_length)
        for side in range(2):
            part = parts[step, side]
            length += all_offsets[part + 1] - all_offsets[part]
        all_offsets[base + step + 1] = all_offsets[base + step] + length
    return all_offsets


@lean_kernel
def _fill_texts(parts: IntArray, mark_length: Int, base: Int, offsets: IntArray, texts: ByteArray) -> None:
    for step in range(parts.shape[0]):
        at = offsets[base + step]
        for side in range(2):
            part = parts[step, side]
            for i in range(offsets[part] + side * mark_length, offsets[part + 1]):
                texts[at] = texts[i]
                at += 1

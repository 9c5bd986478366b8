"""The best cut of words into the pieces of a finished Unigram model.

Of equally likely cuts the one whose last token is longest wins, and so on towards the front.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.kernels import inner_kernel, kernel
from engine.kernels.number_words import number_spans
from engine.kernels.piece_trie import UNKNOWN, Floats, Int, Trie, character, child
from engine.vocabulary import ByteArray, IntArray


@inner_kernel
def _decode(data: ByteArray, start: Int, end: Int, codes: IntArray, offsets: IntArray) -> Int:
    """The characters of a text, and where each starts; returns how many."""
    size = np.int64(0)
    at = np.int64(start)
    while at < end:
        code, wide = character(data, at)
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
            node = child(trie, node, codes[end - 1])
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

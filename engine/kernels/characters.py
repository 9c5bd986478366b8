"""Words as characters: how often each code point occurs, and which base symbols a word is made of.

The words are valid UTF-8; nothing here checks it.  `of_character` gives the symbol of each code point up to the highest
that has one, -1 for those that have none.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.kernels import inlined_kernel, inner_kernel, lean_kernel
from engine.vocabulary import ByteArray, IntArray

Int = Any  # a number in a kernel: a Python int or a numpy one, as numba has it

CODE_POINTS = 0x110000


@inlined_kernel
def character_length(first: Int) -> Int:
    """Bytes of the character that starts with this byte."""
    if first < 0x80:
        return np.int64(1)
    if first < 0xE0:
        return np.int64(2)
    return np.int64(3) if first < 0xF0 else np.int64(4)


@inlined_kernel
def code_point(data: ByteArray, at: Int, length: Int) -> Int:
    """The code point of the character of `length` bytes at `data[at]`."""
    first = np.int64(data[at])
    if length == 1:
        return first
    second = np.int64(data[at + 1]) & 0x3F
    if length == 2:
        return (first & 0x1F) << 6 | second
    third = np.int64(data[at + 2]) & 0x3F
    if length == 3:
        return (first & 0x0F) << 12 | second << 6 | third
    return (first & 0x07) << 18 | second << 12 | third << 6 | (np.int64(data[at + 3]) & 0x3F)


@lean_kernel
def count_characters(data: ByteArray, starts: IntArray, lengths: IntArray, counts: IntArray, totals: IntArray) -> None:
    """Adds how often each code point occurs in some words, by the words' counts."""
    for word in range(starts.shape[0]):
        at = np.int64(starts[word])
        end = at + np.int64(lengths[word])
        while at < end:
            length = character_length(data[at])
            totals[code_point(data, at, length)] += counts[word]
            at += length


@inner_kernel
def write_symbols(
    data: ByteArray,
    start: Int,
    end: Int,
    of_character: IntArray,
    missing: Int,
    first_byte: Int,
    mark: Int,
    symbols: IntArray,
    place: Int,
) -> Int:
    """The base symbols of one word, from `symbols[place]` on; returns where they end.

    A character without a symbol becomes its bytes' symbols, counted from `first_byte`, or, where there are none (-1), the
    symbol `missing`.  `mark` (-1: none) ends the word.
    """
    at = np.int64(start)
    while at < end:
        length = character_length(data[at])
        character = code_point(data, at, length)
        symbol = np.int64(of_character[character]) if character < of_character.shape[0] else np.int64(-1)
        if symbol < 0 and first_byte >= 0:
            for i in range(length):
                symbols[place] = first_byte + np.int64(data[at + i])
                place += 1
        else:
            symbols[place] = symbol if symbol >= 0 else missing
            place += 1
        at += length
    if mark >= 0:
        symbols[place] = mark
        place += 1
    return place


@lean_kernel
def write_symbols_of_words(
    data: ByteArray,
    starts: IntArray,
    lengths: IntArray,
    of_character: IntArray,
    special: tuple[int, int, int],
    symbols: IntArray,
    ends: IntArray,
) -> None:
    """The base symbols of some words, end to end; `ends[w]` says where those of word `w` end.

    `special` is (missing, first_byte, mark) of `write_symbols`.
    """
    missing, first_byte, mark = special
    place = np.int64(0)
    for word in range(starts.shape[0]):
        start = np.int64(starts[word])
        end = start + np.int64(lengths[word])
        place = write_symbols(data, start, end, of_character, missing, first_byte, mark, symbols, place)
        ends[word] = place


@lean_kernel
def write_spans(
    data: ByteArray,
    starts: IntArray,
    counts: IntArray,
    ids: IntArray,
    lengths: IntArray,
    unknown: Int,
    spans: IntArray,
) -> None:
    """(n, 2) the bytes under each token: pre-token `i` starts at `starts[i]` and has `counts[i]` of the `ids`.

    `lengths` are the tokens' bytes of text; `unknown` (-1: none) stands for one character.
    """
    token = np.int64(0)
    for pre_token in range(starts.shape[0]):
        at = np.int64(starts[pre_token])
        for _ in range(counts[pre_token]):
            id = ids[token]
            length = character_length(data[at]) if id == unknown else np.int64(lengths[id])
            spans[token, 0] = at
            at += length
            spans[token, 1] = at
            token += 1

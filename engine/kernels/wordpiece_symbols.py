"""Words as WordPiece's base symbols: a character that begins a word is another symbol than the same one further on."""

from __future__ import annotations

import numpy as np

from engine.kernels import lean_kernel
from engine.kernels.characters import character_length, code_point
from engine.vocabulary import ByteArray, IntArray


@lean_kernel
def count_characters_by_place(
    data: ByteArray,
    starts: IntArray,
    lengths: IntArray,
    counts: IntArray,
    words: tuple[int, int],
    initial: IntArray,
    continuing: IntArray,
) -> None:
    """Adds how often each code point begins a word, and how often it stands further on, by the words' counts."""
    for word in range(words[0], words[1]):
        at = np.int64(starts[word])
        end = at + np.int64(lengths[word])
        first = True
        while at < end:
            length = character_length(data[at])
            if first:
                initial[code_point(data, at, length)] += counts[word]
            else:
                continuing[code_point(data, at, length)] += counts[word]
            first = False
            at += length


@lean_kernel
def write_symbols_by_place(
    data: ByteArray,
    starts: IntArray,
    lengths: IntArray,
    words: tuple[int, int],
    initial: IntArray,
    continuing: IntArray,
    symbols: IntArray,
    ends: IntArray,
) -> None:
    """The base symbols of the words from `words[0]` to `words[1]`, end to end; `ends[w]` says where word `w` ends.

    `initial` and `continuing` give the symbol of each code point.
    """
    place = np.int64(ends[words[0] - 1]) if words[0] > 0 else np.int64(0)
    for word in range(words[0], words[1]):
        at = np.int64(starts[word])
        end = at + np.int64(lengths[word])
        first = True
        while at < end:
            length = character_length(data[at])
            character = code_point(data, at, length)
            symbols[place] = initial[character] if first else continuing[character]
            place += 1
            first = False
            at += length
        ends[word] = place

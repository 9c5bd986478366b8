"""Words as numbered characters, and stretches of them as UTF-8 again.

All words stand end to end, one 32-bit symbol a character.  Symbol 0 is a character that no piece may hold.
"""

from __future__ import annotations

import numpy as np

from engine.kernels import kernel
from engine.kernels.characters import character_length, code_point
from engine.kernels.intrinsics import known_index, prefetch
from engine.vocabulary import ByteArray, IntArray

FAR = 255
"""More symbols than any substring has; nobody asks how many more there are."""
_TEXTS_AHEAD = 16  # characters are asked for so many texts before they are needed


@kernel
def code_points(data: ByteArray, starts: IntArray, lengths: IntArray, codes: IntArray, word_starts: IntArray) -> int:
    """The characters of valid UTF-8 words end to end, and where each word starts; returns how many characters."""
    size = 0
    for word in range(starts.shape[0]):
        word_starts[word] = size
        at = np.int64(starts[word])
        end = at + lengths[word]
        while at < end:
            length = character_length(data[at])
            codes[size] = code_point(data, at, length)
            at += length
            size += 1
    word_starts[starts.shape[0]] = size
    return size


@kernel
def count_characters(codes: IntArray, word_starts: IntArray, counts: IntArray, totals: IntArray) -> None:
    """Add up how often each character occurs."""
    for word in range(counts.shape[0]):
        for place in range(word_starts[word], word_starts[word + 1]):
            totals[codes[place]] += counts[word]


@kernel
def number_symbols(
    codes: IntArray, word_starts: IntArray, symbol_of: IntArray, symbols: IntArray, remaining: ByteArray
) -> None:
    """The symbol of each character, and how many known ones stand from here on before the word or its known run ends, up to
    `FAR`."""
    for word in range(word_starts.shape[0] - 1):
        run = 0
        for place in range(word_starts[word + 1] - 1, word_starts[word] - 1, -1):
            symbol = symbol_of[codes[place]]
            run = min(run + 1, FAR) if symbol > 0 else 0
            symbols[place] = symbol
            remaining[place] = run


@kernel
def piece_bytes(codes: IntArray, places: IntArray, lengths: IntArray, offsets: IntArray, data: ByteArray) -> None:
    """UTF-8 of some substrings end to end; with no room in `data` only where each would end."""
    writing = data.shape[0] > 0
    size = np.int64(0)
    pieces = places.shape[0]
    for piece in range(pieces):
        prefetch(codes, np.int64(places[min(piece + _TEXTS_AHEAD, pieces - 1)]))
        offsets[piece] = size
        first = np.int64(places[piece])
        for place in range(first, first + np.int64(lengths[piece])):
            code = np.int64(codes[known_index(place)])
            if not writing:
                size += 1 + (code >= 0x80) + (code >= 0x800) + (code >= 0x10000)
            elif code < 0x80:
                data[known_index(size)] = code
                size += 1
            else:
                wide = 2 if code < 0x800 else 3 if code < 0x10000 else 4
                for byte in range(wide - 1, 0, -1):
                    data[size + byte] = 0x80 | (code & 63)
                    code >>= 6
                data[size] = (0xF00 >> wide & 0xFF) | code
                size += wide
    offsets[pieces] = size

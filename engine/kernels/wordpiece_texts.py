"""Texts of WordPiece tokens: how ties are decided by them, and how two tokens with one text are prevented.

A token is compared as it is stored, by code points, with its continuation mark: "##a" stands between "#" and "a".

From a word like "##a", "#" and "###a" could be joined to a word-initial "##a", which reads like the continuation of "a".
A vocabulary cannot hold both, so such a pair is refused; and so is one that would read like the unknown token.
"""

from __future__ import annotations

import numpy as np

from engine.kernels import inner_kernel, lean_kernel
from engine.kernels.bpe_level import FIRST_SEEN, LEXICOGRAPHIC_SMALLEST, SHORTEST, SMALLEST_IDS, first_place
from engine.kernels.bpe_state import Corpus, Records, State, left_of, right_of
from engine.kernels.intrinsics import multiply_fold
from engine.kernels.wordpiece_state import Texts
from engine.vocabulary import IntArray

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_SALT = np.uint64(0xD6E8FEB86659FD93)
_ONE = np.uint64(1)


@lean_kernel
def describe_text(token: int, texts: Records, characters: IntArray, limits: State) -> None:
    """Prefixes and hashes of a token whose characters are in place."""
    start = texts[token].start
    end = start + texts[token].length
    rest = start + texts[token].mark
    texts[token].prefix = _prefix(start, end, characters, limits.bits)
    texts[token].rest_prefix = _prefix(rest, end, characters, limits.bits)
    hashed = np.uint64(0)
    for i in range(start, rest):
        hashed = hashed * _FACTOR + np.uint64(characters[i])
    rest_hash = np.uint64(0)
    power = _ONE
    for i in range(rest, end):
        rest_hash = rest_hash * _FACTOR + np.uint64(characters[i])
        power *= _FACTOR
    texts[token].hash = hashed * power + rest_hash
    texts[token].rest_hash = rest_hash
    texts[token].rest_power = power


@inner_kernel
def _prefix(start: int, end: int, characters: IntArray, bits: int) -> np.uint64:
    """The first characters as one number, of `bits` each, the first in the highest; as many as there is room for."""
    prefix = np.uint64(0)
    shift = 64 - bits
    for i in range(start, end):
        if shift < 0:
            break
        prefix |= np.uint64(characters[i]) << np.uint64(shift)
        shift -= bits
    return prefix


@inner_kernel
def join_texts(left: int, right: int, new: int, texts: Records, characters: IntArray, limits: State) -> None:
    """The text of a new token: the left part's, then the right part's without its mark."""
    start = limits.characters_used
    end = start
    for i in range(texts[left].start, texts[left].start + texts[left].length):
        characters[end] = characters[i]
        end += 1
    for i in range(texts[right].start + texts[right].mark, texts[right].start + texts[right].length):
        characters[end] = characters[i]
        end += 1
    texts[new].start = start
    texts[new].length = end - start
    texts[new].mark = texts[left].mark
    limits.characters_used = end
    describe_text(new, texts, characters, limits)


# --- no two tokens with one text


@inner_kernel
def _slot(known: IntArray, hashed: np.uint64) -> int:
    return np.int64(multiply_fold(hashed ^ _SALT, _FACTOR) & np.uint64(known.shape[0] - 1))


@lean_kernel
def know_text(token: int, texts: Records, known: IntArray) -> None:
    """From now on no other token may have this text."""
    slot = _slot(known, texts[token].hash)
    while known[slot] != 0:
        slot = (slot + 1) & (known.shape[0] - 1)
    known[slot] = token + 1


@lean_kernel
def is_taken(key: int, texts: Records, characters: IntArray, known: IntArray) -> bool:
    """Whether some token has the text that a pair would make."""
    left = left_of(key)
    right = right_of(key)
    hashed = texts[left].hash * texts[right].rest_power + texts[right].rest_hash
    length = texts[left].length + texts[right].length - texts[right].mark
    slot = _slot(known, hashed)
    while known[slot] != 0:
        token = np.int64(known[slot]) - 1
        if texts[token].hash == hashed and texts[token].length == length:
            same = True
            for i in range(length):
                if characters[texts[token].start + i] != _joined_character(key, i, texts, characters):
                    same = False
                    break
            if same:
                return True
        slot = (slot + 1) & (known.shape[0] - 1)
    return False


# --- ties


@inner_kernel
def comes_first(
    rule: int, row: int, other: int, corpus: Corpus, lengths: IntArray, texts: Texts, limits: State
) -> bool:
    """Whether a tie rule prefers the pair of one table row to that of another."""
    cells, table, places = corpus
    if rule == FIRST_SEEN:
        return first_place(row, table, cells, places, lengths) < first_place(other, table, cells, places, lengths)
    key = table[row].key - 1
    other_key = table[other].key - 1
    if rule == SMALLEST_IDS:
        return key < other_key
    if rule == SHORTEST:
        return _is_shorter(key, other_key, lengths, texts.texts, texts.characters, limits.bits)
    if left_of(key) != left_of(other_key):
        order = _compare(left_of(key), left_of(other_key), texts.texts, texts.characters)
    else:
        order = _compare(right_of(key), right_of(other_key), texts.texts, texts.characters)
    return order < 0 if rule == LEXICOGRAPHIC_SMALLEST else order > 0


@inner_kernel
def _is_shorter(key: int, other: int, lengths: IntArray, texts: Records, characters: IntArray, bits: int) -> bool:
    """By base symbols, then by the joined text, then by the left part's."""
    length = np.int64(lengths[left_of(key)]) + np.int64(lengths[right_of(key)])
    other_length = np.int64(lengths[left_of(other)]) + np.int64(lengths[right_of(other)])
    if length != other_length:
        return length < other_length
    prefix = _joined_prefix(key, texts, bits)
    other_prefix = _joined_prefix(other, texts, bits)
    if prefix != other_prefix:
        return prefix < other_prefix
    length += texts[left_of(key)].mark
    other_length += texts[left_of(other)].mark
    for i in range(min(length, other_length)):
        character = _joined_character(key, i, texts, characters)
        other_character = _joined_character(other, i, texts, characters)
        if character != other_character:
            return character < other_character
    if length != other_length:
        return length < other_length
    return _compare(left_of(key), left_of(other), texts, characters) < 0


@inner_kernel
def _joined_prefix(key: int, texts: Records, bits: int) -> np.uint64:
    """The prefix of the text that a pair would make."""
    left = left_of(key)
    shift = texts[left].length * bits
    prefix = texts[left].prefix
    if shift + bits > 64:
        return prefix
    # The shift may leave part of one character more; two pairs must not differ by how much of it fits.
    joined = prefix | (texts[right_of(key)].rest_prefix >> np.uint64(shift))
    spare = np.uint64(64 % bits)
    return (joined >> spare) << spare


@inner_kernel
def _joined_character(key: int, index: int, texts: Records, characters: IntArray) -> int:
    """Character `index` of that text."""
    left = left_of(key)
    if index < texts[left].length:
        return np.int64(characters[texts[left].start + index])
    right = right_of(key)
    return np.int64(characters[texts[right].start + texts[right].mark + index - texts[left].length])


@inner_kernel
def _compare(token: int, other: int, texts: Records, characters: IntArray) -> int:
    """Character by character, a prefix first: below 0, 0, or above 0."""
    if texts[token].prefix != texts[other].prefix:
        return -1 if texts[token].prefix < texts[other].prefix else 1
    length = texts[token].length
    other_length = texts[other].length
    for i in range(min(length, other_length)):
        character = np.int64(characters[texts[token].start + i])
        other_character = np.int64(characters[texts[other].start + i])
        if character != other_character:
            return character - other_character
    return length - other_length

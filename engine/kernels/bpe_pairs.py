"""The pair table of the byte-pair trainer, and the corpus laid out for it.

Every distinct word is laid out as one cell a symbol, a border between words.  A token's id stands in its *first and last*
cell, so the next token starts `length` cells further, and the previous one's id is in the cell before: no links, and one
cache line a visit.

All places of a pair come into being in the merge that makes the younger of its two ids, so each pair has *one* ascending
run of places, written once.  A place can only go stale, which a look at the cells tells; counts never rise.
"""

from __future__ import annotations

import numpy as np

from engine.kernels import inlined_kernel, inner_kernel, lean_kernel
from engine.kernels.bpe_state import PAIR, Records, State, aligned_zeros, key_of
from engine.kernels.intrinsics import known_index, multiply_fold, prefetch
from engine.vocabulary import IntArray

BORDER = -1
"""The token of the cell between two words."""
INSIDE = -2
"""What is left in the first cell of a merged pair's right part, so that no stale place there looks alive."""
UNMERGED = -3
"""The token of a cell that takes part in no pair: an unknown character, or a byte of one."""

ROWS_AHEAD = 8
"""Rows of the pair table are asked for this many pairs before they are needed."""
_WORDS_AHEAD = 16
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_SALT = np.uint64(0xD6E8FEB86659FD93)


@inner_kernel
def slot_of(table: Records, key: int) -> int:
    """The row where the search for a pair begins."""
    return known_index(multiply_fold(np.uint64(key + 1) ^ _SALT, _MULTIPLIER) & np.uint64(table.shape[0] - 1))


@inner_kernel
def find_pair(table: Records, key: int) -> int:
    """The row of a pair, or -1."""
    row = slot_of(table, key)
    while True:
        there = table[row].key
        if there == key + 1:
            return row
        if there == 0:
            return -1
        row = known_index((row + 1) & (table.shape[0] - 1))


@inner_kernel
def enter_pair(table: Records, key: int, count: int, start: int, length: int) -> int:
    """A new row for a pair that has none; returns it."""
    row = slot_of(table, key)
    while table[row].key != 0:
        row = known_index((row + 1) & (table.shape[0] - 1))
    table[row].key = key + 1
    table[row].count = count
    table[row].start = start
    table[row].length = length
    return row


@inlined_kernel
def add_pair(table: Records, key: int, count: int, length: int, state: State) -> int:
    """A new row for a pair, its places reserved behind those of all others; returns the row."""
    row = enter_pair(table, key, count, state.places_used, length)
    state.places_used += length
    state.rows_used += 1
    return row


@inlined_kernel
def wait(pending: Records, count: int, key: int, state: State) -> None:
    """A pair joins the candidates that stand in no order."""
    pending[state.pending_size].count = count
    pending[state.pending_size].key = key
    state.pending_size += 1


@inner_kernel
def count_of(table: Records, key: int) -> int:
    """How often a pair occurs now."""
    row = find_pair(table, key)
    return table[row].count if row >= 0 else 0


def rebuilt(table: Records, state: State, room: int) -> Records:
    """The table without the pairs that are gone, at most half full and with `room` for more."""
    live = int(np.count_nonzero(table["count"]))
    capacity = len(table)
    while capacity < 2.2 * live or capacity * 5 < (live + room) * 8:
        capacity *= 2
    fresh = aligned_zeros(capacity, PAIR)
    _copy_pairs(table, fresh)
    state["rows_used"] = live
    return fresh


@lean_kernel
def _copy_pairs(table: Records, fresh: Records) -> None:
    for row in range(table.shape[0]):
        pair = table[row]
        if pair.count > 0:
            enter_pair(fresh, pair.key - 1, pair.count, pair.start, pair.length)


@lean_kernel
def lay_out_words(
    data: IntArray,
    starts: IntArray,
    lengths: IntArray,
    weights: IntArray,
    tokens: IntArray,
    words: tuple[int, int],
    cell: int,
    cells: Records,
) -> int:
    """Cells of the words from `words[0]` to `words[1]`, from `cell` on; words of one symbol or no weight have none.

    `data` holds their symbols, `tokens` what stands in a cell for each symbol.  Returns the cell after the last border.
    """
    for word in range(words[0], words[1]):
        if word + _WORDS_AHEAD < words[1]:
            prefetch(data, np.int64(starts[word + _WORDS_AHEAD]))
        if lengths[word] < 2 or weights[word] == 0:
            continue
        weight = np.int32(weights[word])
        for i in range(starts[word], starts[word] + lengths[word]):
            cells[cell].token = tokens[data[i]]
            cells[cell].weight = weight
            cell += 1
        cells[cell].token = BORDER
        cells[cell].weight = 0
        cell += 1
    return cell


@lean_kernel
def count_first_pairs(cells: Records, first: int, last: int, counts: IntArray, places: IntArray) -> None:
    """Adds the base symbols' pairs between two cells: how often they occur, and at how many places (probes included)."""
    left = np.int64(BORDER)
    for cell in range(first, last):
        right = np.int64(cells[cell].token)
        if left >= 0 and right >= 0:
            counts[left, right] += max(cells[cell].weight, 0)
            places[left, right] += 1
        left = right


@lean_kernel
def enter_first_pairs(counts: IntArray, places: IntArray, table: Records, pending: Records, state: State) -> int:
    """Rows and candidates for the pairs of base symbols; `places` becomes where each pair's first place is written.

    A pair that is too rare gets -1.  Returns the largest number of places of one pair.
    """
    base = counts.shape[0]
    most = np.int64(0)
    for left in range(base):
        for right in range(base):
            length = places[left, right]
            count = counts[left, right]
            if count < state.minimum:
                places[left, right] = -1
                continue
            key = key_of(left, right)
            places[left, right] = state.places_used
            add_pair(table, key, count, length, state)
            wait(pending, count, key, state)
            most = max(most, length)
    return most


@lean_kernel
def write_first_places(cells: Records, first: int, last: int, next_place: IntArray, places: IntArray) -> None:
    """The places of the pairs that start between two cells, in ascending order."""
    for cell in range(first, last):
        left = np.int64(cells[cell].token)
        right = np.int64(cells[cell + 1].token)
        if left >= 0 and right >= 0:
            at = next_place[left, right]
            if at >= 0:
                places[at] = cell
                next_place[left, right] = at + 1


# --- the same for many base symbols, most pairs of which never occur


@lean_kernel
def tally_pairs(cells: Records, first: int, last: int, table: Records, state: State) -> int:
    """As `count_first_pairs`, into the pair table; returns the cell it came to, short of `last` when the table is full."""
    for cell in range(first, last):
        left = np.int64(cells[cell].token)
        right = np.int64(cells[cell + 1].token)
        if left < 0 or right < 0:
            continue
        key = key_of(left, right)
        row = find_pair(table, key)
        if row >= 0:
            table[row].count += max(cells[cell].weight, 0)
            table[row].length += 1
            continue
        if 2 * state.rows_used >= table.shape[0]:
            return cell
        enter_pair(table, key, max(cells[cell].weight, 0), 0, 1)
        state.rows_used += 1
    return last


@lean_kernel
def enter_tallied_pairs(tallied: Records, table: Records, pending: Records, state: State) -> int:
    """As `enter_first_pairs`, for the pairs of a table; each row's `start` is where its next place is written."""
    most = np.int64(0)
    state.rows_used = 0
    for row in range(tallied.shape[0]):
        pair = tallied[row]
        if pair.key == 0 or pair.count < state.minimum:
            continue
        add_pair(table, pair.key - 1, pair.count, pair.length, state)
        wait(pending, pair.count, pair.key - 1, state)
        most = max(most, pair.length)
    return most


@lean_kernel
def write_tallied_places(cells: Records, first: int, last: int, table: Records, places: IntArray) -> None:
    """As `write_first_places`, where the pairs are those of a table."""
    for cell in range(first, last):
        left = np.int64(cells[cell].token)
        right = np.int64(cells[cell + 1].token)
        if left >= 0 and right >= 0:
            row = find_pair(table, key_of(left, right))
            if row >= 0:
                places[table[row].start] = cell
                table[row].start += 1


# --- reading


@lean_kernel
def pair_is_left(cells: Records, lengths: IntArray, first: int, last: int) -> bool:
    """Whether two tokens stand side by side between two cells, the first of which begins a word."""
    cell = first
    while cell < last:
        token = np.int64(cells[cell].token)
        if token < 0:
            cell += 1
            continue
        cell += lengths[token]
        if cells[cell].token >= 0:
            return True
    return False


@lean_kernel
def tokens_between(cells: Records, lengths: IntArray, first: int, last: int, ids: IntArray) -> int:
    """Writes the tokens between two cells, a border after each word, and returns how many numbers that are.

    A cell without a token is written as what stands there.
    """
    size = np.int64(0)
    cell = first
    while cell < last:
        token = np.int64(cells[cell].token)
        ids[size] = token
        size += 1
        cell += 1 if token < 0 else lengths[token]
    return size

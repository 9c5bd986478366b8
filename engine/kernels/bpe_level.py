"""The level: all pairs with the highest count, and which of them each tie rule would take.

When a new highest count is reached, the pairs that have it are listed.  A new pair with exactly this count joins; one
whose count falls, or that is merged, is out.  Smallest ids are what the window is sorted by; each of the other four rules
has a heap of its own, filled only when two pairs tie.  A pair that is out stays in these heaps until it gets to the top,
where a look at its count tells.  So a tie among hundreds of thousands costs no more than a few steps down a heap.

Three rules order by things that never change.  The place where a pair is first seen only moves on, as its first places go
stale, so it too is corrected at the top.
"""

from __future__ import annotations

import numpy as np

from engine.kernels import inner_kernel
from engine.kernels.bpe_pairs import count_of, find_pair
from engine.kernels.bpe_state import Records, State, left_of, right_of
from engine.vocabulary import IntArray

SMALLEST_IDS, FIRST_SEEN, LEXICOGRAPHIC_SMALLEST, LEXICOGRAPHIC_LARGEST, SHORTEST = range(5)
"""The rules by number, in the order of TIE_RULES."""

ORDERED_AT_ONCE = 30_000
"""Pairs of a level that are ordered in one go, some 20 ms; a few hundred thousand must not hold up the news."""

_SIGN = np.uint64(1 << 63)
"""Flipping it makes signed numbers compare as the unsigned ones did."""


@inner_kernel
def open_level(
    table: Records, heap: Records, window: Records, waiting: IntArray, sizes: IntArray, state: State
) -> bool:
    """Lists the pairs with the count of the window's first in `waiting`; False: there is no room for all."""
    state.level = window[state.window_head].count
    state.waiting = 0
    state.ordered = 0
    sizes[:] = 0
    for i in range(state.window_head, state.window_head + state.window_size):
        if window[i].count < state.level:
            break
        if state.waiting == waiting.shape[0]:
            return False
        waiting[state.waiting] = window[i].key
        state.waiting += 1
    if state.bound_count == state.level and not _list_heap(table, heap, waiting, state):
        return False
    state.tied = state.waiting
    return True


@inner_kernel
def _list_heap(table: Records, heap: Records, waiting: IntArray, state: State) -> bool:
    """The pairs of the level beyond the window's bound: they stand together at the top of the heap."""
    node = np.int64(0)
    while True:
        if node < state.heap_size and heap[node].count >= state.level:
            if count_of(table, heap[node].key) == state.level:
                if state.waiting == waiting.shape[0]:
                    return False
                waiting[state.waiting] = heap[node].key
                state.waiting += 1
            node = 2 * node + 1
            continue
        while node > 0 and node & 1 == 0:  # a right child is done with its parent
            node = (node - 1) >> 1
        if node == 0:
            return True
        node += 1


@inner_kernel
def order_waiting(
    table: Records,
    cells: Records,
    places: IntArray,
    waiting: IntArray,
    orders: Records,
    sizes: IntArray,
    lengths: IntArray,
    pieces: Records,
    symbols: IntArray,
    state: State,
) -> None:
    """The waiting pairs that are still tied go into the heaps of the rules, at most so many at a call."""
    last = max(state.waiting - ORDERED_AT_ONCE, 0)
    while state.waiting > last:
        state.waiting -= 1
        key = waiting[state.waiting]
        row = find_pair(table, key)
        if row < 0 or table[row].count != state.level:
            continue
        state.ordered += 1
        for rule in range(FIRST_SEEN, SHORTEST + 1):
            if state.recording or rule == state.rule:
                if rule == FIRST_SEEN:
                    order = first_place(row, table, cells, places, lengths)
                else:
                    order = _order_by_symbols(rule, key, lengths, pieces, state.symbol_bits)
                _push(rule, order, key, orders[rule - 1], sizes[rule - 1], lengths, pieces, symbols)
                sizes[rule - 1] += 1


@inner_kernel
def choice_of(
    rule: int,
    table: Records,
    cells: Records,
    places: IntArray,
    heap: Records,
    sizes: IntArray,
    lengths: IntArray,
    pieces: Records,
    symbols: IntArray,
    state: State,
) -> int:
    """The tied pair that a rule (other than the smallest ids) takes; `heap` is the rule's own."""
    while True:
        key = heap[0].key
        row = find_pair(table, key)
        if row < 0 or table[row].count != state.level:
            sizes[rule - 1] -= 1
            last = sizes[rule - 1]
            if last > 0:
                _sink(rule, heap[last].order, heap[last].key, heap, last, lengths, pieces, symbols)
            continue
        if rule == FIRST_SEEN:
            place = first_place(row, table, cells, places, lengths)
            if place != heap[0].order:
                _sink(rule, place, key, heap, sizes[rule - 1], lengths, pieces, symbols)
                continue
        return key


@inner_kernel
def first_place(row: int, table: Records, cells: Records, places: IntArray, lengths: IntArray) -> int:
    """The first place where a pair still stands; the stale ones before it are dropped for good."""
    pair = table[row]
    left = left_of(pair.key - 1)
    right = right_of(pair.key - 1)
    step = np.int64(lengths[left])
    start = pair.start
    end = start + pair.length
    while start < end - 1:
        place = np.int64(places[start])
        if cells[place].token == left and cells[place + step].token == right:
            break
        start += 1
    pair.length = end - start
    pair.start = start
    return np.int64(places[start])


# --- order by symbols


@inner_kernel
def _order_by_symbols(rule: int, key: int, lengths: IntArray, pieces: Records, bits: int) -> int:
    """A number that orders pairs as the rule does, as far as their first symbols tell."""
    left = left_of(key)
    prefix = pieces[left].prefix
    if rule == SHORTEST:
        length = np.int64(lengths[left])
        if length * bits < 64:
            prefix |= pieces[right_of(key)].prefix >> np.uint64(length * bits)
        joined = min(int(length + np.int64(lengths[right_of(key)])), 255)
        # From 255 symbols on the length has no room here, so nothing behind it may decide either.
        rest = prefix >> np.uint64(8) if joined < 255 else np.uint64(0)
        prefix = (np.uint64(joined) << np.uint64(56)) | rest
    ascending = np.int64(prefix ^ _SIGN)
    return ~ascending if rule == LEXICOGRAPHIC_LARGEST else ascending


@inner_kernel
def _compare_tokens(token: int, other: int, lengths: IntArray, pieces: Records, symbols: IntArray) -> int:
    """Symbol by symbol, a prefix first: below 0, 0, or above 0."""
    if token == other:
        return 0
    if pieces[token].prefix != pieces[other].prefix:
        return -1 if pieces[token].prefix < pieces[other].prefix else 1
    length = np.int64(lengths[token])
    other_length = np.int64(lengths[other])
    for i in range(min(length, other_length)):
        symbol = np.int64(symbols[pieces[token].start + i])
        other_symbol = np.int64(symbols[pieces[other].start + i])
        if symbol != other_symbol:
            return symbol - other_symbol
    return length - other_length


@inner_kernel
def _symbol_of_pair(key: int, index: int, lengths: IntArray, pieces: Records, symbols: IntArray) -> int:
    """Symbol `index` of the joined string."""
    left = left_of(key)
    if index < lengths[left]:
        return np.int64(symbols[pieces[left].start + index])
    return np.int64(symbols[pieces[right_of(key)].start + index - lengths[left]])


@inner_kernel
def _comes_first(rule: int, key: int, other: int, lengths: IntArray, pieces: Records, symbols: IntArray) -> bool:
    """Whether a pair stands before another of the same order number."""
    if rule == FIRST_SEEN:
        return key < other  # two pairs share a place only while one of the places is stale
    if rule == SHORTEST:
        length = np.int64(lengths[left_of(key)]) + np.int64(lengths[right_of(key)])
        other_length = np.int64(lengths[left_of(other)]) + np.int64(lengths[right_of(other)])
        if length != other_length:
            return length < other_length
        for i in range(length):
            symbol = _symbol_of_pair(key, i, lengths, pieces, symbols)
            other_symbol = _symbol_of_pair(other, i, lengths, pieces, symbols)
            if symbol != other_symbol:
                return symbol < other_symbol
        return _compare_tokens(left_of(key), left_of(other), lengths, pieces, symbols) < 0
    order = _compare_tokens(left_of(key), left_of(other), lengths, pieces, symbols)
    if order == 0:
        order = _compare_tokens(right_of(key), right_of(other), lengths, pieces, symbols)
    return order < 0 if rule == LEXICOGRAPHIC_SMALLEST else order > 0


# --- the heap of one rule


@inner_kernel
def _push(
    rule: int, order: int, key: int, heap: Records, size: int, lengths: IntArray, pieces: Records, symbols: IntArray
) -> None:
    node = size
    while node > 0:
        parent = (node - 1) >> 1
        above = heap[parent].order
        if order > above or (
            order == above and not _comes_first(rule, key, heap[parent].key, lengths, pieces, symbols)
        ):
            break
        heap[node].order = above
        heap[node].key = heap[parent].key
        node = parent
    heap[node].order = order
    heap[node].key = key


@inner_kernel
def _sink(
    rule: int, order: int, key: int, heap: Records, size: int, lengths: IntArray, pieces: Records, symbols: IntArray
) -> None:
    node = np.int64(0)
    while True:
        child = 2 * node + 1
        if child >= size:
            break
        if child + 1 < size and (
            heap[child + 1].order < heap[child].order
            or (
                heap[child + 1].order == heap[child].order
                and _comes_first(rule, heap[child + 1].key, heap[child].key, lengths, pieces, symbols)
            )
        ):
            child += 1
        below = heap[child].order
        if order < below or (order == below and not _comes_first(rule, heap[child].key, key, lengths, pieces, symbols)):
            break
        heap[node].order = below
        heap[node].key = heap[child].key
        node = child
    heap[node].order = order
    heap[node].key = key

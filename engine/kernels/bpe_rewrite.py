"""One merge: rewrite the places of a pair, and bring everything that depends on them up to date.

rewrite     its places become the new token; what the neighbours' pairs lose is summed up by neighbour
lower       one look-up a neighbour to lower the count of its pair
settle      the sums become those of the pairs with the new token
enter       one row a new pair, its places reserved
place       the places are written, in ascending order by construction
"""

from __future__ import annotations

import numpy as np

from engine.kernels import inlined_kernel, inner_kernel
from engine.kernels.bpe_candidates import add_candidate, in_window, take_out
from engine.kernels.bpe_pairs import ROWS_AHEAD, add_pair, find_pair, slot_of, wait
from engine.kernels.bpe_places import PLACES_AHEAD, forget, rewrite, settle, write_places
from engine.kernels.bpe_state import (
    ON_LEFT,
    ON_RIGHT,
    Candidates,
    Corpus,
    Level,
    Neighbours,
    ProbeLists,
    Records,
    State,
    Tokens,
    key_beside,
    left_of,
    right_of,
)
from engine.kernels.intrinsics import prefetch
from engine.vocabulary import IntArray


@inner_kernel
def merge_pair(
    corpus: Corpus,
    candidates: Candidates,
    level: Level,
    tokens: Tokens,
    neighbours: Neighbours,
    probes: ProbeLists,
    state: State,
) -> None:
    """Merges the winner wherever it still stands."""
    cells, table, places = corpus
    window = candidates.window
    lengths, pieces, symbols = tokens
    left, right, left_met, right_met, occurrences = neighbours
    row = find_pair(table, state.winner)
    if in_window(state.winner_count, state.winner, state):
        take_out(window, state.winner_count, state.winner, state)
    state.tied -= state.levels
    _look_ahead(corpus, window, state)
    new = _make_token(state.winner, lengths, pieces, symbols, state)
    rewrite(row, new, cells, table, places, lengths, neighbours, probes, state)
    first, second = left_of(state.winner), right_of(state.winner)
    _lower_pairs(first, ON_LEFT, row, table, candidates, left, left_met, state.left_size, state)
    _lower_pairs(second, ON_RIGHT, row, table, candidates, right, right_met, state.right_size, state)
    table[row].count = 0
    table[row].length = 0
    settle(new, neighbours, state)
    rows_before = state.rows_used
    _enter_pairs(new, ON_LEFT, table, candidates, level.waiting, left, left_met, state.left_size, state)
    _enter_pairs(new, ON_RIGHT, table, candidates, level.waiting, right, right_met, state.right_size, state)
    if state.rows_used > rows_before:
        write_places(places, lengths, left, right, occurrences, state)
    forget(left, left_met, state.left_size)
    forget(right, right_met, state.right_size)


@inner_kernel
def _look_ahead(corpus: Corpus, window: Records, state: State) -> None:
    """Asks for what the next merges will need, each a step nearer: a row, where its places are, the cells there."""
    cells, table, places = corpus
    head = state.window_head
    if state.window_size < 3:
        return
    prefetch(table, slot_of(table, window[head + 2].key))
    row = find_pair(table, window[head + 1].key)
    prefetch(places, table[row].start)
    row = find_pair(table, window[head].key)
    start = table[row].start
    for i in range(start, start + min(table[row].length, PLACES_AHEAD)):
        prefetch(cells, np.int64(places[i]))


# --- rewrite


@inner_kernel
def _make_token(key: int, lengths: IntArray, pieces: Records, symbols: IntArray, state: State) -> int:
    """The id of the joined token, its symbols copied behind all others."""
    new = state.tokens
    start = state.symbols_used
    end = start
    for part in (left_of(key), right_of(key)):
        for i in range(pieces[part].start, pieces[part].start + lengths[part]):
            symbols[end] = symbols[i]
            end += 1
    lengths[new] = end - start
    left = left_of(key)
    shift = lengths[left] * state.symbol_bits
    prefix = pieces[left].prefix
    if shift < 64:
        prefix |= pieces[right_of(key)].prefix >> np.uint64(shift)
    pieces[new].start = start
    pieces[new].prefix = prefix
    state.tokens += 1
    state.symbols_used = end
    return new


# --- lower


@inner_kernel
def _lower_pairs(
    part: int,
    on_left: bool,
    winner_row: int,
    table: Records,
    candidates: Candidates,
    neighbours: Records,
    met: IntArray,
    size: int,
    state: State,
) -> None:
    """Pairs of a merged part with its neighbours on one side lose what was merged away from them."""
    for i in range(size):
        if i + ROWS_AHEAD < size:
            prefetch(table, slot_of(table, key_beside(part, met[i + ROWS_AHEAD], on_left)))
        neighbour = met[i]
        key = key_beside(part, neighbour, on_left)
        _lower(key, neighbours[neighbour].weight, winner_row, table, candidates, state)


@inlined_kernel
def _lower(key: int, lost: int, winner_row: int, table: Records, candidates: Candidates, state: State) -> None:
    row = find_pair(table, key)
    if row < 0 or row == winner_row:
        return
    count = table[row].count
    table[row].count = count - lost
    if count == state.level:
        state.tied -= state.levels
    if in_window(count, key, state):
        take_out(candidates.window, count, key, state)
        add_candidate(count - lost, key, candidates.pending, candidates.heap, candidates.window, state)


# --- enter


@inner_kernel
def _enter_pairs(
    new: int,
    on_left: bool,
    table: Records,
    candidates: Candidates,
    waiting: IntArray,
    neighbours: Records,
    met: IntArray,
    size: int,
    state: State,
) -> None:
    """Rows and places for the pairs of the new token with its neighbours on one side."""
    for i in range(size):
        if i + ROWS_AHEAD < size and neighbours[met[i + ROWS_AHEAD]].weight >= state.minimum:
            prefetch(table, slot_of(table, key_beside(new, met[i + ROWS_AHEAD], on_left)))
        neighbour = neighbours[met[i]]
        key = key_beside(new, met[i], on_left)
        neighbour.places = _enter(key, neighbour.weight, neighbour.places, table, candidates, waiting, state)


@inlined_kernel
def _enter(
    key: int, count: int, length: int, table: Records, candidates: Candidates, waiting: IntArray, state: State
) -> int:
    """A new pair becomes a row and a candidate; returns where its places begin, -1 if it is too rare to keep."""
    if count < state.minimum:
        return -1
    start = state.places_used
    add_pair(table, key, count, length, state)
    if state.levels and count == state.level:
        state.tied += 1
        waiting[state.waiting] = key
        state.waiting += 1
    if count < state.threshold:
        # Most new pairs are rare: what `add_candidate` would do, without the call.
        wait(candidates.pending, count, key, state)
    else:
        add_candidate(count, key, candidates.pending, candidates.heap, candidates.window, state)
    return start

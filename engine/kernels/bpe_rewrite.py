"""One merge: rewrite the places of a pair, and bring everything that depends on them up to date.

    rewrite     its places become the new token; what the neighbours' pairs lose is summed up by neighbour
    lower       one look-up a neighbour to lower the count of its pair
    meet        with all places rewritten, the new token's neighbours are summed up in the same way
    enter       one row a new pair, its places reserved
    place       the places are written, in ascending order by construction

Probe words are laid out behind the corpus with negative weights.  They are rewritten like the rest but change no count, and
as corpus places come first, a pair that only probes have is never stored.
"""

from __future__ import annotations

import numpy as np

from engine.kernels import inlined_kernel, lean_kernel
from engine.kernels.bpe_candidates import add_candidate, in_window, take_out
from engine.kernels.bpe_pairs import INSIDE, enter_pair, find_pair, slot_of
from engine.kernels.bpe_state import (
    Candidates,
    Corpus,
    Level,
    Neighbours,
    ProbeLists,
    Records,
    State,
    Tokens,
    key_of,
    left_of,
    right_of,
)
from engine.kernels.intrinsics import prefetch
from engine.vocabulary import IntArray

ONE_LANGUAGE_TIMES = 64
"""A probe word of one language that occurs less often than this needs no list: its weight says it all."""
_AHEAD = 24
"""Cells are asked for this many places before they are needed."""
_ROWS_AHEAD = 8
"""Rows of the pair table likewise."""


@lean_kernel
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
    pending, heap, window = candidates
    lengths, pieces, symbols = tokens
    left, right, left_met, right_met, occurrences = neighbours
    row = find_pair(table, state.winner)
    if in_window(state.winner_count, state.winner, state):
        take_out(window, state.winner_count, state.winner, state)
    state.tied -= state.levels
    new = _make_token(state.winner, lengths, pieces, symbols, state)
    rewrite(row, new, cells, table, places, lengths, neighbours, probes, state)
    _lower_left(row, table, pending, heap, window, left, left_met, state)
    _lower_right(row, table, pending, heap, window, right, right_met, state)
    table[row].count = 0
    table[row].length = 0
    meet(new, np.int64(lengths[new]), cells, neighbours, state)
    rows_before = state.rows_used
    _enter_left(new, table, pending, heap, window, level.waiting, left, left_met, state)
    _enter_right(new, table, pending, heap, window, level.waiting, right, right_met, state)
    if state.rows_used > rows_before:
        write_places(places, lengths, left, right, occurrences, state)
    forget(left, left_met, state.left_size)
    forget(right, right_met, state.right_size)


# --- rewrite


@lean_kernel
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


@lean_kernel
def rewrite(
    row: int,
    new: int,
    cells: Records,
    table: Records,
    places: IntArray,
    lengths: IntArray,
    neighbours: Neighbours,
    probes: ProbeLists,
    state: State,
) -> None:
    left, right, left_met, right_met, occurrences = neighbours
    first = np.int32(left_of(state.winner))
    second = np.int32(right_of(state.winner))
    token = np.int32(new)
    first_length = np.int64(lengths[first])
    second_length = np.int64(lengths[second])
    joined = first_length + second_length
    start = table[row].start
    end = start + table[row].length
    previous = np.int64(-1 << 40)
    merged = np.int64(0)
    weight_merged = np.int64(0)
    left_size = np.int64(0)
    right_size = np.int64(0)
    state.languages_met = 0
    for i in range(start, end):
        if i + _AHEAD < end:
            prefetch(cells, np.int64(places[i + _AHEAD]))
        place = np.int64(places[i])
        middle = place + first_length
        if cells[place].token != first or cells[middle].token != second:
            continue  # stale
        weight = np.int64(cells[place].weight)
        if weight >= 0:
            weight_merged += weight
            before = np.int64(cells[place - 1].token)
            after = np.int64(cells[place + joined].token)
            # A left neighbour that was merged a moment ago is new: its pair with the old token is already counted out.
            if before >= 0 and previous + joined != place:
                if left[before].lost == 0:
                    left_met[left_size] = before
                    left_size += 1
                left[before].lost += weight
            if after >= 0:
                if right[after].lost == 0:
                    right_met[right_size] = after
                    right_size += 1
                right[after].lost += weight
        else:
            _lower_languages(-weight - 1, probes.starts, probes.rows, probes.lowered, probes.met, state)
        if second_length > 1:
            cells[middle].token = INSIDE
        cells[place].token = token
        cells[place + joined - 1].token = token
        occurrences[merged].place = place
        merged += 1
        previous = place
    state.merged = merged
    state.merged_weight = weight_merged
    state.left_size = left_size
    state.right_size = right_size


@lean_kernel
def _lower_languages(
    code: int, starts: IntArray, rows: IntArray, lowered: IntArray, met: IntArray, state: State
) -> None:
    """One token less for each time that each language has the word; `code` says which and how often, or which list."""
    if code < state.languages * ONE_LANGUAGE_TIMES:
        language = code // ONE_LANGUAGE_TIMES
        if lowered[language] == 0:
            met[state.languages_met] = language
            state.languages_met += 1
        lowered[language] += code % ONE_LANGUAGE_TIMES
        return
    word = code - state.languages * ONE_LANGUAGE_TIMES
    for i in range(starts[word], starts[word + 1]):
        language = np.int64(rows[i, 0])
        if lowered[language] == 0:
            met[state.languages_met] = language
            state.languages_met += 1
        lowered[language] += rows[i, 1]


# --- lower


@lean_kernel
def _lower_left(
    winner_row: int,
    table: Records,
    pending: Records,
    heap: Records,
    window: Records,
    left: Records,
    met: IntArray,
    state: State,
) -> None:
    """Pairs (neighbour, first part) lose what was merged away from them."""
    first = left_of(state.winner)
    for i in range(state.left_size):
        if i + _ROWS_AHEAD < state.left_size:
            prefetch(table, slot_of(table, key_of(met[i + _ROWS_AHEAD], first)))
        neighbour = met[i]
        _lower(key_of(neighbour, first), left[neighbour].lost, winner_row, table, pending, heap, window, state)
        left[neighbour].lost = 0


@lean_kernel
def _lower_right(
    winner_row: int,
    table: Records,
    pending: Records,
    heap: Records,
    window: Records,
    right: Records,
    met: IntArray,
    state: State,
) -> None:
    """Pairs (second part, neighbour) lose what was merged away from them."""
    second = right_of(state.winner)
    for i in range(state.right_size):
        if i + _ROWS_AHEAD < state.right_size:
            prefetch(table, slot_of(table, key_of(second, met[i + _ROWS_AHEAD])))
        neighbour = met[i]
        _lower(key_of(second, neighbour), right[neighbour].lost, winner_row, table, pending, heap, window, state)
        right[neighbour].lost = 0


@inlined_kernel
def _lower(
    key: int,
    lost: int,
    winner_row: int,
    table: Records,
    pending: Records,
    heap: Records,
    window: Records,
    state: State,
) -> None:
    row = find_pair(table, key)
    if row < 0 or row == winner_row:
        return
    count = table[row].count
    table[row].count = count - lost
    if count == state.level:
        state.tied -= state.levels
    if in_window(count, key, state):
        take_out(window, count, key, state)
        add_candidate(count - lost, key, pending, heap, window, state)


# --- meet and enter


@lean_kernel
def meet(new: int, length: int, cells: Records, neighbours: Neighbours, state: State) -> None:
    """What stands beside the new token now.  Two new tokens side by side are recorded once, by the right one."""
    left, right, left_met, right_met, occurrences = neighbours
    left_size = np.int64(0)
    right_size = np.int64(0)
    for i in range(state.merged):
        place = np.int64(occurrences[i].place)
        weight = np.int64(cells[place].weight)
        before = np.int64(cells[place - 1].token)
        after = np.int64(cells[place + length].token)
        if after == new:
            after = np.int64(-1)
        if weight < 0:
            weight = np.int64(0)
            if before >= 0 and left[before].places == 0:
                before = np.int64(-1)
            if after >= 0 and right[after].places == 0:
                after = np.int64(-1)
        if before >= 0:
            if left[before].places == 0:
                left_met[left_size] = before
                left_size += 1
            left[before].gained += weight
            left[before].places += 1
        if after >= 0:
            if right[after].places == 0:
                right_met[right_size] = after
                right_size += 1
            right[after].gained += weight
            right[after].places += 1
        occurrences[i].left = before
        occurrences[i].right = after
    state.left_size = left_size
    state.right_size = right_size


@lean_kernel
def _enter_left(
    new: int,
    table: Records,
    pending: Records,
    heap: Records,
    window: Records,
    waiting: IntArray,
    left: Records,
    met: IntArray,
    state: State,
) -> None:
    """Rows and places for the pairs (neighbour, new)."""
    for i in range(state.left_size):
        if i + _ROWS_AHEAD < state.left_size and left[met[i + _ROWS_AHEAD]].gained >= state.minimum:
            prefetch(table, slot_of(table, key_of(met[i + _ROWS_AHEAD], new)))
        neighbour = met[i]
        left[neighbour].next_place = _enter(
            key_of(neighbour, new),
            left[neighbour].gained,
            left[neighbour].places,
            table,
            pending,
            heap,
            window,
            waiting,
            state,
        )


@lean_kernel
def _enter_right(
    new: int,
    table: Records,
    pending: Records,
    heap: Records,
    window: Records,
    waiting: IntArray,
    right: Records,
    met: IntArray,
    state: State,
) -> None:
    """Rows and places for the pairs (new, neighbour)."""
    for i in range(state.right_size):
        if i + _ROWS_AHEAD < state.right_size and right[met[i + _ROWS_AHEAD]].gained >= state.minimum:
            prefetch(table, slot_of(table, key_of(new, met[i + _ROWS_AHEAD])))
        neighbour = met[i]
        right[neighbour].next_place = _enter(
            key_of(new, neighbour),
            right[neighbour].gained,
            right[neighbour].places,
            table,
            pending,
            heap,
            window,
            waiting,
            state,
        )


@inlined_kernel
def _enter(
    key: int,
    count: int,
    length: int,
    table: Records,
    pending: Records,
    heap: Records,
    window: Records,
    waiting: IntArray,
    state: State,
) -> int:
    """A new pair becomes a row and a candidate; returns where its places begin, -1 if it is too rare to keep."""
    if count < state.minimum:
        return -1
    start = state.places_used
    enter_pair(table, key, count, start, length)
    state.places_used += length
    state.rows_used += 1
    if state.levels and count == state.level:
        state.tied += 1
        waiting[state.waiting] = key
        state.waiting += 1
    if count < state.threshold:
        # Most new pairs are rare: what `add_candidate` would do, without the call.
        pending[state.pending_size].count = count
        pending[state.pending_size].key = key
        state.pending_size += 1
    else:
        add_candidate(count, key, pending, heap, window, state)
    return start


@lean_kernel
def write_places(
    places: IntArray, lengths: IntArray, left: Records, right: Records, occurrences: Records, state: State
) -> None:
    """Writes the places of the new pairs."""
    for i in range(state.merged):
        place = np.int64(occurrences[i].place)
        before = np.int64(occurrences[i].left)
        after = np.int64(occurrences[i].right)
        if before >= 0:
            at = left[before].next_place
            if at >= 0:
                places[at] = place - lengths[before]
                left[before].next_place = at + 1
        if after >= 0:
            at = right[after].next_place
            if at >= 0:
                places[at] = place
                right[after].next_place = at + 1


@lean_kernel
def forget(neighbours: Records, met: IntArray, size: int) -> None:
    """The sums are zero again for the next merge."""
    for i in range(size):
        neighbours[met[i]].gained = 0
        neighbours[met[i]].places = 0

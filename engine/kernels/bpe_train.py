"""One merge after the other: choose a pair, write down what stood beside it, see that there is room, merge it.

A slice of steps ends after so much work, so that whoever waits for news hears some often.
"""

from __future__ import annotations

import numpy as np

from engine.kernels import inner_kernel, lean_kernel
from engine.kernels.bpe_candidates import fill_window
from engine.kernels.bpe_level import SMALLEST_IDS, choice_of, open_level, order_waiting
from engine.kernels.bpe_pairs import find_pair
from engine.kernels.bpe_rewrite import merge_pair
from engine.kernels.bpe_state import (
    Candidates,
    Columns,
    Corpus,
    Level,
    Neighbours,
    ProbeLists,
    Records,
    State,
    Tokens,
    left_of,
    right_of,
)
from engine.vocabulary import IntArray

SLICE_DONE, FINISHED, PAUSED = range(3)
"""What a slice ends with; a paused one stopped before a step, which takes much to prepare and goes on in the next slice."""
GROW_TABLE, GROW_PLACES, GROW_PENDING, GROW_HEAP, GROW_LEVEL, GROW_TOKENS, GROW_SYMBOLS = range(3, 10)
"""What needs more room: the caller makes it and calls again.  Nothing of the step at hand has happened yet."""

TOP = 20
"""Candidates written down a step."""
_STEP_WORK = 24
"""What a step costs besides its places, in places."""
_ORDER_WORK = 32
"""What it costs to order one tied pair, likewise."""


@lean_kernel
def merge_steps(
    limit: int,
    budget: int,
    corpus: Corpus,
    candidates: Candidates,
    level: Level,
    tokens: Tokens,
    neighbours: Neighbours,
    probes: ProbeLists,
    columns: Columns,
    states: Records,
) -> int:
    """Up to `limit` steps, or until about `budget` places were looked at; at least one, unless it is paused.

    Returns one of the codes above; `done` of the state says how many steps the columns hold.
    """
    state = states[0]
    while state.done < limit and (state.done == 0 or state.work < budget):
        status = _choose(corpus, candidates, level, tokens, columns, state)
        if status != SLICE_DONE:
            return status
        length = corpus.table[find_pair(corpus.table, state.winner)].length
        status = _room_for(length, corpus, candidates, level, tokens, state)
        if status != SLICE_DONE:
            return status
        if state.languages and columns.probe_rows[state.done] + state.languages > columns.probe_languages.shape[0]:
            return SLICE_DONE
        state.work += length + _STEP_WORK
        merge_pair(corpus, candidates, level, tokens, neighbours, probes, state)
        write_step(columns, probes, state)
    return SLICE_DONE


# --- choose


@inner_kernel
def _choose(
    corpus: Corpus, candidates: Candidates, level: Level, tokens: Tokens, columns: Columns, state: State
) -> int:
    """Sets the winner and writes down what stood beside it; may be called again for the same step."""
    window = candidates.window
    wanted = TOP if state.recording else 1
    if state.window_size < wanted and not fill_window(
        max(wanted, state.window_limit * 3 // 10), corpus.table, candidates.pending, candidates.heap, window, state
    ):
        return GROW_HEAP
    if state.window_size == 0:
        return FINISHED
    state.winner = window[state.window_head].key
    state.winner_count = window[state.window_head].count
    if state.levels:
        if state.tied == 0 and not open_level(corpus.table, candidates.heap, window, level.waiting, level.sizes, state):
            return GROW_LEVEL
        if state.tied > 1:
            if state.ordered + state.waiting > level.orders.shape[1]:
                return GROW_LEVEL
            before = state.waiting
            _order(corpus, level, tokens, state)
            state.work += (before - state.waiting) * _ORDER_WORK
            if state.waiting > 0:
                return PAUSED
            _choose_among_tied(corpus, level, tokens, columns.choices, state)
        elif state.recording:
            for rule in range(columns.choices.shape[1]):
                columns.choices[state.done, rule, 0] = left_of(state.winner)
                columns.choices[state.done, rule, 1] = right_of(state.winner)
    if state.recording:
        columns.tied[state.done] = state.tied
        _write_candidates(window, columns.candidates, columns.candidate_counts, state)
    return SLICE_DONE


@inner_kernel
def _order(corpus: Corpus, level: Level, tokens: Tokens, state: State) -> None:
    """The tied pairs that are still to be ordered get their places, or some thousands of them."""
    cells, table, places = corpus
    lengths, pieces, symbols = tokens
    order_waiting(table, cells, places, level.waiting, level.orders, level.sizes, lengths, pieces, symbols, state)


@inner_kernel
def _choose_among_tied(corpus: Corpus, level: Level, tokens: Tokens, choices: IntArray, state: State) -> None:
    """What each rule takes; the run's own rule decides.  The window's first is what the smallest ids take."""
    cells, table, places = corpus
    lengths, pieces, symbols = tokens
    smallest = state.winner
    for rule in range(level.orders.shape[0] + 1):
        if not state.recording and rule != state.rule:
            continue
        key = smallest
        if rule != SMALLEST_IDS:
            heap = level.orders[rule - 1]
            key = choice_of(rule, table, cells, places, heap, level.sizes, lengths, pieces, symbols, state)
        if rule == state.rule:
            state.winner = key
        if state.recording:
            choices[state.done, rule, 0] = left_of(key)
            choices[state.done, rule, 1] = right_of(key)


@inner_kernel
def _write_candidates(window: Records, candidates: IntArray, counts: IntArray, state: State) -> None:
    """The winner, then the first of the window without it."""
    row = state.done
    candidates[row, 0, 0] = left_of(state.winner)
    candidates[row, 0, 1] = right_of(state.winner)
    counts[row, 0] = state.winner_count
    size = np.int64(1)
    at = state.window_head
    end = at + state.window_size
    while size < TOP and at < end:
        key = window[at].key
        if key != state.winner:
            candidates[row, size, 0] = left_of(key)
            candidates[row, size, 1] = right_of(key)
            counts[row, size] = window[at].count
            size += 1
        at += 1
    for rest in range(size, TOP):
        candidates[row, rest, 0] = -1
        candidates[row, rest, 1] = -1
        counts[row, rest] = 0


@inner_kernel
def _room_for(length: int, corpus: Corpus, candidates: Candidates, level: Level, tokens: Tokens, state: State) -> int:
    """Whether all arrays can take what a merge of so many places may bring; else which of them cannot."""
    if state.tokens == tokens.lengths.shape[0]:
        return GROW_TOKENS
    joined = tokens.lengths[left_of(state.winner)] + tokens.lengths[right_of(state.winner)]
    if state.symbols_used + joined > tokens.symbols.shape[0]:
        return GROW_SYMBOLS
    status = room_for_pairs(length, corpus, state)
    if status != SLICE_DONE:
        return status
    if state.levels and state.waiting + state.room > level.waiting.shape[0]:
        return GROW_LEVEL
    # A merge moves no more pairs than it lowers and enters; a full window gives half of itself back to the heap.
    moved = 2 * state.room + state.window_limit
    if state.heap_size + moved > candidates.heap.shape[0]:
        return GROW_HEAP
    if state.pending_size + state.heap_size + moved > candidates.pending.shape[0]:
        return GROW_PENDING
    return SLICE_DONE


@inner_kernel
def room_for_pairs(length: int, corpus: Corpus, state: State) -> int:
    """Whether table and places can take the pairs of a merge of so many places; notes how many these may be."""
    state.room = 2 * min(state.tokens + 1, length)
    rows = corpus.table.shape[0]
    # Made anew once five eighths are used, for then searches get long; one merge may fill it up to seven.
    if state.rows_used * 8 > rows * 5 or (state.rows_used + state.room) * 8 > rows * 7:
        return GROW_TABLE
    if state.places_used + 2 * length > corpus.places.shape[0]:
        return GROW_PLACES
    return SLICE_DONE


@inner_kernel
def write_step(columns: Columns, probes: ProbeLists, state: State) -> None:
    """Writes down the merge that was done, and what it took from each language."""
    row = state.done
    state.corpus_tokens -= state.merged_weight
    columns.parts[row, 0] = left_of(state.winner)
    columns.parts[row, 1] = right_of(state.winner)
    columns.counts[row] = state.winner_count
    columns.corpus_tokens[row] = state.corpus_tokens
    if state.recording:
        at = columns.probe_rows[row]
        for i in range(state.languages_met):
            language = probes.met[i]
            columns.probe_languages[at] = language
            columns.probe_deltas[at] = probes.lowered[language]
            probes.lowered[language] = 0
            at += 1
        columns.probe_rows[row + 1] = at
    state.done += 1

"""One WordPiece merge after the other: choose a pair, write down what stood beside it, see that there is room, merge it.

The cells are rewritten by the loops of byte-pair training; what is different is which pair is chosen, and what a merge makes
stale: all pairs of the tokens whose number fell, on either side.
"""

from __future__ import annotations

import numpy as np

from engine.kernels import inner_kernel, lean_kernel
from engine.kernels.bpe_pairs import ROWS_AHEAD, add_pair, find_pair, slot_of
from engine.kernels.bpe_places import forget, rewrite, settle, write_places
from engine.kernels.bpe_state import (
    ON_LEFT,
    ON_RIGHT,
    Columns,
    Neighbours,
    ProbeLists,
    Records,
    State,
    key_beside,
    left_of,
    right_of,
)
from engine.kernels.bpe_train import FINISHED, GROW_SYMBOLS, GROW_TOKENS, SLICE_DONE, room_for_pairs, write_step
from engine.kernels.intrinsics import prefetch
from engine.kernels.wordpiece_best import compete, is_among_best, look_again
from engine.kernels.wordpiece_choice import choose, most_frequent, write_candidates
from engine.kernels.wordpiece_state import Bests, Lists, Run, Texts, WordPieceColumns, make_stale, score_of
from engine.kernels.wordpiece_texts import join_texts, know_text
from engine.vocabulary import IntArray

_STEP_WORK = 64
"""What a step costs besides the places and pairs that it looks at."""


@lean_kernel
def merge_steps(
    limit: int,
    budget: int,
    run: Run,
    neighbours: Neighbours,
    probes: ProbeLists,
    columns: Columns,
    more: WordPieceColumns,
    states: Records,
    all_limits: Records,
) -> int:
    """Up to `limit` steps, or until about `budget` places and pairs were looked at; at least one.

    Returns one of the codes of bpe_train.py; `done` of the state says how many steps the columns hold.
    """
    state = states[0]
    limits = all_limits[0]
    table = run.corpus.table
    while state.done < limit and (state.done == 0 or state.work < budget):
        look_again(run, state, limits)
        if not choose(run, more.chosen, state, limits):
            return FINISHED
        row = more.chosen[state.rule]
        state.winner = table[row].key - 1
        state.winner_count = table[row].count
        length = table[row].length
        status = _room_for(length, run, state, limits)
        if status != SLICE_DONE:
            return status
        if state.languages and columns.probe_rows[state.done] + state.languages > columns.probe_languages.shape[0]:
            return SLICE_DONE
        _write_choice(run, columns, more, state, limits)
        state.work += length + _STEP_WORK
        _merge(row, run, neighbours, probes, state, limits)
        write_step(columns, probes, state)
    return SLICE_DONE


@inner_kernel
def _room_for(length: int, run: Run, state: State, limits: State) -> int:
    """Whether all arrays can take what a merge of so many places may bring; else which of them cannot."""
    if state.tokens == run.lengths.shape[0]:
        return GROW_TOKENS
    texts = run.texts.texts
    joined = texts[left_of(state.winner)].length + texts[right_of(state.winner)].length
    if limits.characters_used + joined > run.texts.characters.shape[0]:
        return GROW_SYMBOLS
    return room_for_pairs(length, run.corpus, state)


@inner_kernel
def _write_choice(run: Run, columns: Columns, more: WordPieceColumns, state: State, limits: State) -> None:
    """What stands beside the winner before it is merged."""
    if not state.recording:
        return
    table, counts = run.corpus.table, run.counts
    step = state.done
    left = left_of(state.winner)
    right = right_of(state.winner)
    more.scores[step] = score_of(state.winner_count, counts[left], counts[right])
    more.part_counts[step, 0] = counts[left]
    more.part_counts[step, 1] = counts[right]
    columns.tied[step] = state.tied
    for rule in range(columns.choices.shape[1]):
        key = table[more.chosen[rule]].key - 1
        columns.choices[step, rule, 0] = left_of(key)
        columns.choices[step, rule, 1] = right_of(key)
    frequent = more.chosen[state.rule]
    if limits.follows_counts:
        frequent = most_frequent(run, state, limits)
    more.frequent[step, 0] = left_of(table[frequent].key - 1)
    more.frequent[step, 1] = right_of(table[frequent].key - 1)
    more.frequent_counts[step] = table[frequent].count
    write_candidates(run, columns, more, state, limits)


# --- merge


@inner_kernel
def _merge(row: int, run: Run, neighbours: Neighbours, probes: ProbeLists, state: State, limits: State) -> None:
    """Merges the winner, whose table row is given, wherever it still stands."""
    cells, table, places = run.corpus
    best, lengths, counts = run.best, run.lengths, run.counts
    left, right, left_met, right_met, occurrences = neighbours
    first = left_of(state.winner)
    second = right_of(state.winner)
    new = _make_token(first, second, run, state, limits)
    rewrite(row, new, cells, table, places, lengths, neighbours, probes, state)
    _lower_pairs(first, ON_LEFT, table, left, left_met, state.left_size, best, counts, limits)
    _lower_pairs(second, ON_RIGHT, table, right, right_met, state.right_size, best, counts, limits)
    table[row].count = 0
    table[row].length = 0
    counts[first] -= state.merged_weight
    counts[second] -= state.merged_weight
    counts[new] = state.merged_weight
    settle(new, neighbours, state)
    rows_before = state.rows_used
    _enter_pairs(new, ON_LEFT, left, left_met, state.left_size, run, state, limits)
    _enter_pairs(new, ON_RIGHT, right, right_met, state.right_size, run, state, limits)
    if state.rows_used > rows_before:
        write_places(places, lengths, left, right, occurrences, state)
    forget(left, left_met, state.left_size)
    forget(right, right_met, state.right_size)
    make_stale(first, best.bests, best.stale, limits)
    make_stale(new, best.bests, best.stale, limits)
    if limits.by_score:
        make_stale(second, best.bests, best.stale, limits)
        compete(first, run, state, limits)
        if first != second:
            compete(second, run, state, limits)
    compete(new, run, state, limits)
    if limits.guarded:
        _guard(new, best, run.texts, state, limits)


@inner_kernel
def _make_token(first: int, second: int, run: Run, state: State, limits: State) -> int:
    """The id of the joined token, which has no pairs yet."""
    new = state.tokens
    join_texts(first, second, new, run.texts.texts, run.texts.characters, limits)
    run.lengths[new] = run.lengths[first] + run.lengths[second]
    run.lists.by_left[new] = -1
    run.lists.by_right[new] = -1
    run.best.measures[new] = -1.0
    run.best.bests[new].stale = 0
    state.tokens += 1
    return new


@inner_kernel
def _lower_pairs(
    part: int,
    on_left: bool,
    table: Records,
    neighbours: Records,
    met: IntArray,
    size: int,
    best: Bests,
    counts: IntArray,
    limits: State,
) -> None:
    """Pairs of a merged part with its neighbours on one side lose what was merged away from them."""
    for i in range(size):
        if i + ROWS_AHEAD < size:
            prefetch(table, slot_of(table, key_beside(part, met[i + ROWS_AHEAD], on_left)))
        key = key_beside(part, met[i], on_left)
        row = find_pair(table, key)
        if row < 0:
            continue
        left = left_of(key)
        if best.bests[left].stale == 0 and is_among_best(left, row, table, best, counts, limits):
            make_stale(left, best.bests, best.stale, limits)
        table[row].count -= neighbours[met[i]].weight


@inner_kernel
def _enter_pairs(
    new: int, on_left: bool, neighbours: Records, met: IntArray, size: int, run: Run, state: State, limits: State
) -> None:
    """Rows and places for the pairs of the new token with its neighbours on one side."""
    for i in range(size):
        neighbour = neighbours[met[i]]
        length = neighbour.places
        if neighbour.weight < state.minimum:
            neighbour.places = -1
            continue
        neighbour.places = state.places_used
        key = key_beside(new, met[i], on_left)
        left = left_of(key)
        list_pair(add_pair(run.corpus.table, key, neighbour.weight, length, state), left, right_of(key), run.lists)
        if limits.guarded:  # the pair may have to be refused
            make_stale(left, run.best.bests, run.best.stale, limits)


@inner_kernel
def list_pair(row: int, left: int, right: int, lists: Lists) -> None:
    """Hangs a pair into its two lists."""
    lists.next_left[row] = lists.by_left[left]
    lists.by_left[left] = row
    lists.next_right[row] = lists.by_right[right]
    lists.by_right[right] = row


@lean_kernel
def list_pairs(table: Records, lists: Lists, best: Bests, state: State, limits: State) -> None:
    """All pairs of a table that was made anew; every token is to be looked at then."""
    lists.by_left[: state.tokens] = -1
    lists.by_right[: state.tokens] = -1
    for row in range(table.shape[0]):
        if table[row].count > 0:
            key = table[row].key - 1
            list_pair(row, left_of(key), right_of(key), lists)
    for token in range(state.tokens):
        make_stale(token, best.bests, best.stale, limits)


# --- one text, one token


@inner_kernel
def _guard(new: int, best: Bests, texts: Texts, state: State, limits: State) -> None:
    """A new text may forbid pairs that were allowed until now: whoever has such pairs looks at them again.

    A new continuation forbids pairs of the watched tokens, which are few; a new word-initial token that reads like a
    continuation forbids pairs of any token, but there hardly are any.
    """
    know_text(new, texts.texts, texts.known)
    for i in range(limits.watched_size):
        make_stale(np.int64(best.watched[i]), best.bests, best.stale, limits)
    if texts.texts[new].mark or not _may_read_like_mark(new, texts, limits):
        return
    best.watched[limits.watched_size] = new
    limits.watched_size += 1
    if texts.texts[new].length > limits.mark_length:
        for token in range(state.tokens):
            make_stale(token, best.bests, best.stale, limits)


@inner_kernel
def _may_read_like_mark(token: int, texts: Texts, limits: State) -> bool:
    """Whether a word-initial token begins with the continuation mark, which stands before all texts, or the mark with it."""
    start = texts.texts[token].start
    for i in range(min(texts.texts[token].length, limits.mark_length)):
        if texts.characters[start + i] != texts.characters[i]:
            return False
    return True

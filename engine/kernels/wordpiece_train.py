"""One WordPiece merge after the other: choose a pair, write down what stood beside it, see that there is room, merge it.

The cells are rewritten by the loops of byte-pair training; what is different is which pair is chosen, and what a merge makes
stale: all pairs of the tokens whose number fell, on either side.
"""

from __future__ import annotations

import numpy as np

from engine.kernels import inner_kernel, lean_kernel
from engine.kernels.bpe_pairs import enter_pair, find_pair, slot_of
from engine.kernels.bpe_places import forget, rewrite, settle, write_places
from engine.kernels.bpe_state import Columns, Corpus, Neighbours, ProbeLists, Records, State, key_of, left_of, right_of
from engine.kernels.bpe_train import (
    FINISHED,
    GROW_PLACES,
    GROW_SYMBOLS,
    GROW_TABLE,
    GROW_TOKENS,
    SLICE_DONE,
    write_step,
)
from engine.kernels.intrinsics import prefetch
from engine.kernels.wordpiece_best import compete, is_among_best, look_again
from engine.kernels.wordpiece_choice import choose, most_frequent, write_candidates
from engine.kernels.wordpiece_state import Bests, Lists, Texts, WordPieceColumns, make_stale, score_of
from engine.kernels.wordpiece_texts import join_texts, know_text
from engine.vocabulary import IntArray

_STEP_WORK = 64
"""What a step costs besides the places and pairs that it looks at."""
_ROWS_AHEAD = 8


@lean_kernel
def merge_steps(
    limit: int,
    budget: int,
    corpus: Corpus,
    lists: Lists,
    best: Bests,
    texts: Texts,
    lengths: IntArray,
    counts: IntArray,
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
    while state.done < limit and (state.done == 0 or state.work < budget):
        look_again(corpus, lists, best, texts, lengths, counts, state, limits)
        if not choose(corpus, best, texts, lengths, more.chosen, state, limits):
            return FINISHED
        row = more.chosen[state.rule]
        state.winner = corpus.table[row].key - 1
        state.winner_count = corpus.table[row].count
        length = corpus.table[row].length
        status = _room_for(length, corpus, texts, lengths, state, limits)
        if status != SLICE_DONE:
            return status
        if state.languages and columns.probe_rows[state.done] + state.languages > columns.probe_languages.shape[0]:
            return SLICE_DONE
        _write_choice(corpus, lists, best, texts, lengths, counts, columns, more, state, limits)
        state.work += length + _STEP_WORK
        _merge(row, corpus, lists, best, texts, lengths, counts, neighbours, probes, state, limits)
        write_step(columns, probes, state)
    return SLICE_DONE


@inner_kernel
def _room_for(length: int, corpus: Corpus, texts: Texts, lengths: IntArray, state: State, limits: State) -> int:
    """Whether all arrays can take what a merge of so many places may bring; else which of them cannot."""
    if state.tokens == lengths.shape[0]:
        return GROW_TOKENS
    joined = texts.texts[left_of(state.winner)].length + texts.texts[right_of(state.winner)].length
    if limits.characters_used + joined > texts.characters.shape[0]:
        return GROW_SYMBOLS
    room = 2 * min(state.tokens + 1, length)
    state.room = room
    rows = corpus.table.shape[0]
    if state.rows_used * 8 > rows * 5 or (state.rows_used + room) * 8 > rows * 7:
        return GROW_TABLE
    if state.places_used + 2 * length > corpus.places.shape[0]:
        return GROW_PLACES
    return SLICE_DONE


@inner_kernel
def _write_choice(
    corpus: Corpus,
    lists: Lists,
    best: Bests,
    texts: Texts,
    lengths: IntArray,
    counts: IntArray,
    columns: Columns,
    more: WordPieceColumns,
    state: State,
    limits: State,
) -> None:
    """What stands beside the winner before it is merged."""
    if not state.recording:
        return
    table = corpus.table
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
        frequent = most_frequent(corpus, best, texts, lengths, state, limits)
    more.frequent[step, 0] = left_of(table[frequent].key - 1)
    more.frequent[step, 1] = right_of(table[frequent].key - 1)
    more.frequent_counts[step] = table[frequent].count
    write_candidates(corpus, lists, best, counts, columns, more, state, limits)


# --- merge


@inner_kernel
def _merge(
    row: int,
    corpus: Corpus,
    lists: Lists,
    best: Bests,
    texts: Texts,
    lengths: IntArray,
    counts: IntArray,
    neighbours: Neighbours,
    probes: ProbeLists,
    state: State,
    limits: State,
) -> None:
    """Merges the winner, whose table row is given, wherever it still stands."""
    cells, table, places = corpus
    left, right, left_met, right_met, occurrences = neighbours
    first = left_of(state.winner)
    second = right_of(state.winner)
    new = _make_token(first, second, lists, best, texts, lengths, state, limits)
    rewrite(row, new, cells, table, places, lengths, neighbours, probes, state)
    _lower_left(first, table, left, left_met, best, counts, state, limits)
    _lower_right(second, table, right, right_met, best, counts, state, limits)
    table[row].count = 0
    table[row].length = 0
    counts[first] -= state.merged_weight
    counts[second] -= state.merged_weight
    counts[new] = state.merged_weight
    settle(new, neighbours, state)
    rows_before = state.rows_used
    _enter_left(new, table, lists, left, left_met, best, state, limits)
    _enter_right(new, table, lists, right, right_met, state)
    if state.rows_used > rows_before:
        write_places(places, lengths, left, right, occurrences, state)
    forget(left, left_met, state.left_size)
    forget(right, right_met, state.right_size)
    make_stale(first, best.bests, best.stale, limits)
    make_stale(new, best.bests, best.stale, limits)
    if limits.by_score:
        make_stale(second, best.bests, best.stale, limits)
        compete(first, corpus, lists, best, texts, lengths, counts, state, limits)
        if first != second:
            compete(second, corpus, lists, best, texts, lengths, counts, state, limits)
    compete(new, corpus, lists, best, texts, lengths, counts, state, limits)
    if limits.guarded:
        _guard(new, best, texts, state, limits)


@inner_kernel
def _make_token(
    first: int, second: int, lists: Lists, best: Bests, texts: Texts, lengths: IntArray, state: State, limits: State
) -> int:
    new = state.tokens
    join_texts(first, second, new, texts.texts, texts.characters, limits)
    lengths[new] = lengths[first] + lengths[second]
    lists.by_left[new] = -1
    lists.by_right[new] = -1
    best.measures[new] = -1.0
    best.bests[new].stale = 0
    state.tokens += 1
    return new


@inner_kernel
def _lower_left(
    first: int,
    table: Records,
    left: Records,
    met: IntArray,
    best: Bests,
    counts: IntArray,
    state: State,
    limits: State,
) -> None:
    """Pairs (neighbour, first part) lose what was merged away from them."""
    for i in range(state.left_size):
        if i + _ROWS_AHEAD < state.left_size:
            prefetch(table, slot_of(table, key_of(met[i + _ROWS_AHEAD], first)))
        neighbour = met[i]
        _lower(neighbour, first, left[neighbour].weight, table, best, counts, limits)


@inner_kernel
def _lower_right(
    second: int,
    table: Records,
    right: Records,
    met: IntArray,
    best: Bests,
    counts: IntArray,
    state: State,
    limits: State,
) -> None:
    """Pairs (second part, neighbour) lose what was merged away from them."""
    for i in range(state.right_size):
        if i + _ROWS_AHEAD < state.right_size:
            prefetch(table, slot_of(table, key_of(second, met[i + _ROWS_AHEAD])))
        neighbour = met[i]
        _lower(second, neighbour, right[neighbour].weight, table, best, counts, limits)


@inner_kernel
def _lower(left: int, right: int, lost: int, table: Records, best: Bests, counts: IntArray, limits: State) -> None:
    row = find_pair(table, key_of(left, right))
    if row < 0:
        return
    if best.bests[left].stale == 0 and is_among_best(left, row, table, best, counts, limits):
        make_stale(left, best.bests, best.stale, limits)
    table[row].count -= lost


@inner_kernel
def _enter_left(
    new: int,
    table: Records,
    lists: Lists,
    left: Records,
    met: IntArray,
    best: Bests,
    state: State,
    limits: State,
) -> None:
    """Rows and places for the pairs (neighbour, new)."""
    for i in range(state.left_size):
        neighbour = met[i]
        enters = left[neighbour].weight >= state.minimum
        length = left[neighbour].places
        left[neighbour].places = state.places_used if enters else -1
        if enters:
            _enter(neighbour, new, left[neighbour].weight, length, table, lists, state)
            if limits.guarded:  # the pair may have to be refused
                make_stale(neighbour, best.bests, best.stale, limits)


@inner_kernel
def _enter_right(new: int, table: Records, lists: Lists, right: Records, met: IntArray, state: State) -> None:
    """Rows and places for the pairs (new, neighbour)."""
    for i in range(state.right_size):
        neighbour = met[i]
        enters = right[neighbour].weight >= state.minimum
        length = right[neighbour].places
        right[neighbour].places = state.places_used if enters else -1
        if enters:
            _enter(new, neighbour, right[neighbour].weight, length, table, lists, state)


@inner_kernel
def _enter(left: int, right: int, count: int, length: int, table: Records, lists: Lists, state: State) -> None:
    key = key_of(left, right)
    enter_pair(table, key, count, state.places_used, length)
    list_pair(find_pair(table, key), left, right, lists)
    state.places_used += length
    state.rows_used += 1


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

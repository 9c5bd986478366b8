"""The best pair of each left token, and the best of all: what a WordPiece step chooses from.

After a merge only some tokens' pairs have other counts or scores than before; they are looked at again one by one.  Then the
choice is a matter of maxima: a number for every group of tokens, and in the groups that have the highest, one for every
token.
"""

from __future__ import annotations

import numpy as np

from engine.kernels import inner_kernel
from engine.kernels.bpe_state import Columns, Corpus, Records, State, left_of, right_of
from engine.kernels.bpe_train import TOP
from engine.kernels.wordpiece_state import (
    GROUP,
    Bests,
    Lists,
    Texts,
    WordPieceColumns,
    make_group_stale,
    measure_of,
    score_of,
)
from engine.kernels.wordpiece_texts import comes_first, is_taken
from engine.vocabulary import IntArray

# --- one left token


@inner_kernel
def look_again(
    corpus: Corpus,
    lists: Lists,
    best: Bests,
    texts: Texts,
    lengths: IntArray,
    counts: IntArray,
    state: State,
    limits: State,
) -> None:
    """Brings what the stale tokens remember up to date, and then the maxima of their groups."""
    for i in range(limits.stale_size):
        token = np.int64(best.stale[i])
        best.bests[token].stale = 0
        state.work += _look_at(token, corpus, lists, best, texts, lengths, counts, state, limits)
        make_group_stale(token, best, limits)
    limits.stale_size = 0
    for i in range(limits.stale_groups_size):
        group = np.int64(best.stale_groups[i])
        best.group_is_stale[group] = 0
        _sum_up(group, corpus, best, texts, lengths, state, limits)
    state.work += limits.stale_groups_size * (GROUP // 4)
    limits.stale_groups_size = 0


@inner_kernel
def _sum_up(
    group: int, corpus: Corpus, best: Bests, texts: Texts, lengths: IntArray, state: State, limits: State
) -> None:
    """The best measure among the tokens of a group, who has it, and which of these each rule takes."""
    first = group * GROUP
    last = min(first + GROUP, state.tokens)
    measure = -1.0
    count = np.int64(0)
    for token in range(first, last):
        measure = max(measure, best.measures[token])
        count = max(count, best.bests[token].frequent_count)
    best.group_measures[group] = measure
    best.group_counts[group] = count
    best.group_tied[group] = 0
    if measure < 0:
        return
    for token in range(first, last):
        if best.measures[token] != measure:
            continue
        alone = best.group_tied[group] == 0
        best.group_tied[group] += best.bests[token].tied
        for rule in range(limits.first_rule, limits.last_rule + 1):
            row = best.champions[rule, token]
            if alone or comes_first(rule, row, best.group_champions[rule, group], corpus, lengths, texts, limits):
                best.group_champions[rule, group] = row


@inner_kernel
def _look_at(
    left: int,
    corpus: Corpus,
    lists: Lists,
    best: Bests,
    texts: Texts,
    lengths: IntArray,
    counts: IntArray,
    state: State,
    limits: State,
) -> int:
    """Goes through the pairs of one left token; those that are too rare leave its list.  Returns how many there were."""
    table = corpus.table
    measure = -1.0
    tied = np.int64(0)
    frequent_count = np.int64(0)
    frequent = np.int64(-1)
    met = np.int64(0)
    previous = np.int64(-1)
    row = np.int64(lists.by_left[left])
    while row >= 0:
        met += 1
        following = np.int64(lists.next_left[row])
        count = table[row].count
        refused = count < state.minimum
        if limits.guarded and not refused:
            refused = is_taken(table[row].key - 1, texts.texts, texts.characters, texts.known)
        if refused:
            table[row].count = 0
            if previous < 0:
                lists.by_left[left] = following
            else:
                lists.next_left[previous] = following
            row = following
            continue
        value = measure_of(table, row, counts, limits)
        if value > measure:
            measure = value
            tied = np.int64(1)
            for rule in range(limits.first_rule, limits.last_rule + 1):
                best.champions[rule, left] = row
        elif value == measure:
            tied += 1
            for rule in range(limits.first_rule, limits.last_rule + 1):
                if comes_first(rule, row, best.champions[rule, left], corpus, lengths, texts, limits):
                    best.champions[rule, left] = row
        if limits.follows_counts:
            if count > frequent_count:
                frequent_count = count
                frequent = row
            elif count == frequent_count and comes_first(state.rule, row, frequent, corpus, lengths, texts, limits):
                frequent = row
        previous = row
        row = following
    best.measures[left] = measure
    best.bests[left].tied = tied
    best.bests[left].frequent_count = frequent_count
    best.bests[left].frequent = frequent
    return met


# --- one pair


@inner_kernel
def is_among_best(left: int, row: int, table: Records, best: Bests, counts: IntArray, limits: State) -> bool:
    """Whether what a left token remembers depends on this pair."""
    if limits.follows_counts and table[row].count == best.bests[left].frequent_count:
        return True
    return measure_of(table, row, counts, limits) == best.measures[left]


@inner_kernel
def compete(
    token: int,
    corpus: Corpus,
    lists: Lists,
    best: Bests,
    texts: Texts,
    lengths: IntArray,
    counts: IntArray,
    state: State,
    limits: State,
) -> None:
    """The pairs that end with a token compete (again): they are new, or their scores rose as the token became rarer.

    Where what the left token remembers still holds, the pair is all that has to be looked at: it joins the best, or is
    alone with the best measure.  None of them is among the best yet at its new score: a pair whose count fell is not, or
    its left token would be stale; and no count comes near 2^52, where floats would hide that a score rose.
    """
    table = corpus.table
    previous = np.int64(-1)
    row = np.int64(lists.by_right[token])
    while row >= 0:
        state.work += 1
        following = np.int64(lists.next_right[row])
        if table[row].count < state.minimum:
            if previous < 0:
                lists.by_right[token] = following
            else:
                lists.next_right[previous] = following
            row = following
            continue
        left = left_of(table[row].key - 1)
        if best.bests[left].stale == 0:
            _join_best(left, row, corpus, best, texts, lengths, counts, limits)
            if limits.follows_counts:
                _join_frequent(left, row, corpus, best, texts, lengths, state, limits)
        previous = row
        row = following


@inner_kernel
def _join_best(
    left: int, row: int, corpus: Corpus, best: Bests, texts: Texts, lengths: IntArray, counts: IntArray, limits: State
) -> None:
    measure = measure_of(corpus.table, row, counts, limits)
    if measure < best.measures[left]:
        return
    alone = measure > best.measures[left]
    if alone:
        best.measures[left] = measure
        best.bests[left].tied = 0
    best.bests[left].tied += 1
    make_group_stale(left, best, limits)
    for rule in range(limits.first_rule, limits.last_rule + 1):
        if alone or comes_first(rule, row, best.champions[rule, left], corpus, lengths, texts, limits):
            best.champions[rule, left] = row


@inner_kernel
def _join_frequent(
    left: int, row: int, corpus: Corpus, best: Bests, texts: Texts, lengths: IntArray, state: State, limits: State
) -> None:
    count = corpus.table[row].count
    frequent = best.bests[left].frequent
    if count < best.bests[left].frequent_count or row == frequent:
        return
    if count > best.bests[left].frequent_count:
        best.bests[left].frequent_count = count
        best.bests[left].frequent = row
        best.group_counts[left // GROUP] = max(best.group_counts[left // GROUP], count)
    elif comes_first(state.rule, row, frequent, corpus, lengths, texts, limits):
        best.bests[left].frequent = row


# --- the best of all


@inner_kernel
def choose(
    corpus: Corpus, best: Bests, texts: Texts, lengths: IntArray, chosen: IntArray, state: State, limits: State
) -> bool:
    """Fills `chosen`, the table row that each rule takes, and counts the ties; False when no pair is left."""
    groups = (state.tokens + GROUP - 1) // GROUP
    measure = -1.0
    for group in range(groups):
        measure = max(measure, best.group_measures[group])
    if measure < 0:
        return False
    state.tied = 0
    for group in range(groups):
        if best.group_measures[group] != measure:
            continue
        alone = state.tied == 0
        state.tied += best.group_tied[group]
        for rule in range(limits.first_rule, limits.last_rule + 1):
            row = np.int64(best.group_champions[rule, group])
            if alone or comes_first(rule, row, chosen[rule], corpus, lengths, texts, limits):
                chosen[rule] = row
    return True


@inner_kernel
def most_frequent(corpus: Corpus, best: Bests, texts: Texts, lengths: IntArray, state: State, limits: State) -> int:
    """The table row of the pair that plain count would take, ties by the run's rule; there is one."""
    groups = (state.tokens + GROUP - 1) // GROUP
    count = np.int64(0)
    for group in range(groups):
        count = max(count, best.group_counts[group])
    found = np.int64(-1)
    for group in range(groups):
        if best.group_counts[group] != count:
            continue
        for token in range(group * GROUP, min((group + 1) * GROUP, state.tokens)):
            if best.bests[token].frequent_count != count:
                continue
            row = best.bests[token].frequent
            if found < 0 or comes_first(state.rule, row, found, corpus, lengths, texts, limits):
                found = row
    return found


# --- the first twenty


@inner_kernel
def write_candidates(
    corpus: Corpus,
    lists: Lists,
    best: Bests,
    counts: IntArray,
    columns: Columns,
    more: WordPieceColumns,
    state: State,
    limits: State,
) -> None:
    """The winner, then the best of the others by their measure, equal ones by ids."""
    table = corpus.table
    step = state.done
    size = np.int64(1)
    _write_candidate(step, 0, state.winner, state.winner_count, counts, columns, more)
    found = _first_rows(corpus, lists, best, counts, more, state, limits)
    for i in range(found):
        row = more.top_rows[i]
        key = table[row].key - 1
        if key != state.winner and size < TOP:
            _write_candidate(step, size, key, table[row].count, counts, columns, more)
            size += 1
    for rest in range(size, TOP):
        columns.candidates[step, rest, 0] = -1
        columns.candidates[step, rest, 1] = -1
        columns.candidate_counts[step, rest] = 0
        more.candidate_scores[step, rest] = 0.0


@inner_kernel
def _write_candidate(
    step: int, place: int, key: int, count: int, counts: IntArray, columns: Columns, more: WordPieceColumns
) -> None:
    left = left_of(key)
    right = right_of(key)
    columns.candidates[step, place, 0] = left
    columns.candidates[step, place, 1] = right
    columns.candidate_counts[step, place] = count
    more.candidate_scores[step, place] = score_of(count, counts[left], counts[right])


@inner_kernel
def _first_tokens(best: Bests, more: WordPieceColumns, tokens: int) -> int:
    """The left tokens with the best measures, in that order: the first twenty pairs start with some of them."""
    size = np.int64(0)
    for group in range((tokens + GROUP - 1) // GROUP):
        if size == TOP and best.group_measures[group] <= best.measures[more.top_tokens[TOP - 1]]:
            continue
        for token in range(group * GROUP, min((group + 1) * GROUP, tokens)):
            measure = best.measures[token]
            if measure < 0 or (size == TOP and measure <= best.measures[more.top_tokens[TOP - 1]]):
                continue
            at = size if size < TOP else TOP - 1
            size = at + 1
            while at > 0 and best.measures[more.top_tokens[at - 1]] < measure:
                more.top_tokens[at] = more.top_tokens[at - 1]
                at -= 1
            more.top_tokens[at] = token
    return size


@inner_kernel
def _first_rows(
    corpus: Corpus,
    lists: Lists,
    best: Bests,
    counts: IntArray,
    more: WordPieceColumns,
    state: State,
    limits: State,
) -> int:
    """The table rows of the first twenty pairs, in order; returns how many there are."""
    table = corpus.table
    rows = more.top_rows
    measures = more.top_measures
    size = np.int64(0)
    for i in range(_first_tokens(best, more, state.tokens)):
        token = more.top_tokens[i]
        if size == TOP:
            worst = left_of(table[rows[TOP - 1]].key - 1)
            if best.measures[token] < measures[TOP - 1] or (
                best.measures[token] == measures[TOP - 1] and token > worst
            ):
                break
        row = np.int64(lists.by_left[token])
        while row >= 0:
            if table[row].count < state.minimum:
                row = np.int64(lists.next_left[row])
                continue
            measure = measure_of(table, row, counts, limits)
            key = table[row].key
            last = TOP - 1
            if size < TOP or measure > measures[last] or (measure == measures[last] and key < table[rows[last]].key):
                at = size if size < TOP else last
                size = at + 1
                while at > 0 and (
                    measures[at - 1] < measure or (measures[at - 1] == measure and table[rows[at - 1]].key > key)
                ):
                    rows[at] = rows[at - 1]
                    measures[at] = measures[at - 1]
                    at -= 1
                rows[at] = row
                measures[at] = measure
            row = np.int64(lists.next_left[row])
            state.work += 1
    return size

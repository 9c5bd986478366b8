"""The best pair of each left token, and of each group of tokens: what a WordPiece step chooses from.

After a merge only some tokens' pairs have other counts or scores than before; they are looked at again one by one, and then
the maxima of their groups.
"""

from __future__ import annotations

import numpy as np

from engine.kernels import inlined_kernel, inner_kernel
from engine.kernels.bpe_state import Records, State, left_of
from engine.kernels.wordpiece_state import GROUP, Bests, Run, make_group_stale, measure_of
from engine.kernels.wordpiece_texts import comes_first, is_taken
from engine.vocabulary import IntArray

_GROUP_WORK = GROUP // 4
"""What it costs to sum up a group, in pairs that are looked at."""

# --- one left token


@inner_kernel
def look_again(run: Run, state: State, limits: State) -> None:
    """Brings what the stale tokens remember up to date, and then the maxima of their groups."""
    best = run.best
    for i in range(limits.stale_size):
        token = np.int64(best.stale[i])
        best.bests[token].stale = 0
        state.work += _look_at(token, run, state, limits)
        make_group_stale(token, best, limits)
    limits.stale_size = 0
    for i in range(limits.stale_groups_size):
        group = np.int64(best.stale_groups[i])
        best.group_is_stale[group] = 0
        _sum_up(group, run, state, limits)
    state.work += limits.stale_groups_size * _GROUP_WORK
    limits.stale_groups_size = 0


@inner_kernel
def _sum_up(group: int, run: Run, state: State, limits: State) -> None:
    """The best measure among the tokens of a group, who has it, and which of these each rule takes."""
    corpus, _, best, texts, lengths, _ = run
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
def _look_at(left: int, run: Run, state: State, limits: State) -> int:
    """Goes through the pairs of one left token; those that are too rare leave its list.  Returns how many there were."""
    corpus, lists, best, texts, lengths, counts = run
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


@inlined_kernel
def is_among_best(left: int, row: int, table: Records, best: Bests, counts: IntArray, limits: State) -> bool:
    """Whether what a left token remembers depends on this pair."""
    if limits.follows_counts and table[row].count == best.bests[left].frequent_count:
        return True
    return measure_of(table, row, counts, limits) == best.measures[left]


@inner_kernel
def compete(token: int, run: Run, state: State, limits: State) -> None:
    """The pairs that end with a token compete (again): they are new, or their scores rose as the token became rarer.

    Where what the left token remembers still holds, the pair is all that has to be looked at: it joins the best, or is
    alone with the best measure.  None of them is among the best yet at its new score: a pair whose count fell is not, or
    its left token would be stale; and no count comes near 2^52, where floats would hide that a score rose.
    """
    table, lists = run.corpus.table, run.lists
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
        if run.best.bests[left].stale == 0:
            _join_best(left, row, run, limits)
            if limits.follows_counts:
                _join_frequent(left, row, run, state, limits)
        previous = row
        row = following


@inlined_kernel
def _join_best(left: int, row: int, run: Run, limits: State) -> None:
    """The pair is alone with the best measure of its left token, or one of several, or below it."""
    corpus, _, best, texts, lengths, counts = run
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


@inlined_kernel
def _join_frequent(left: int, row: int, run: Run, state: State, limits: State) -> None:
    """The same for what plain count would take, of which only the first by the run's rule is known."""
    corpus, _, best, texts, lengths, _ = run
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

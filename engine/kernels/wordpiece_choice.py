"""What a WordPiece step takes, and what stands beside it: the best of all pairs, and the first twenty.

The choice is a matter of maxima: a number for every group of tokens, and in the groups that have the highest, one for every
token.  That they are up to date is the care of wordpiece_best.py.
"""

from __future__ import annotations

import numpy as np

from engine.kernels import inner_kernel
from engine.kernels.bpe_state import Columns, State, left_of, right_of
from engine.kernels.bpe_train import TOP
from engine.kernels.wordpiece_state import GROUP, Bests, Run, WordPieceColumns, measure_of, score_of
from engine.kernels.wordpiece_texts import comes_first
from engine.vocabulary import IntArray

# --- the best of all


@inner_kernel
def choose(run: Run, chosen: IntArray, state: State, limits: State) -> bool:
    """Fills `chosen`, the table row that each rule takes, and counts the ties; False when no pair is left."""
    corpus, _, best, texts, lengths, _ = run
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
def most_frequent(run: Run, state: State, limits: State) -> int:
    """The table row of the pair that plain count would take, ties by the run's rule; there is one."""
    corpus, _, best, texts, lengths, _ = run
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
def write_candidates(run: Run, columns: Columns, more: WordPieceColumns, state: State, limits: State) -> None:
    """The winner, then the best of the others by their measure, equal ones by ids."""
    table, counts = run.corpus.table, run.counts
    step = state.done
    size = np.int64(1)
    _write_candidate(step, 0, state.winner, state.winner_count, counts, columns, more)
    found = _first_rows(run, more, state, limits)
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
def _first_rows(run: Run, more: WordPieceColumns, state: State, limits: State) -> int:
    """The table rows of the first twenty pairs, in order; returns how many there are."""
    table, lists, best = run.corpus.table, run.lists, run.best
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
            measure = measure_of(table, row, run.counts, limits)
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

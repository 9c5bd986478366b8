"""What the WordPiece trainer's loops know beside what byte-pair training knows: texts, lists of pairs, best partners.

Cells, pair table, places and neighbours are those of bpe_state.py, and so are the loops that rewrite them.  But a score
*rises* when the parts of a pair get rarer, so no heap of counts helps.  Instead every live pair hangs in two lists, one by its
left and one by its right token, and each left token remembers the best of its pairs.  A merge makes some of that memory
stale; only those tokens' pairs are looked at again.

    TEXT    a token as it is stored, "##" and all: ties are decided by it, and no two tokens may have the same
    BEST    what a left token remembers of its pairs
    LIMITS  what does not change in a run, and some sizes
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.kernels import inner_kernel
from engine.kernels.bpe_state import Corpus, Records, State, left_of, right_of
from engine.vocabulary import IntArray

Floats = npt.NDArray[np.float64]

TEXT = np.dtype(
    [
        # its characters are `characters[start:start + length]`, as ranks among all that occur, from 1
        ("start", np.int64),
        ("length", np.int64),
        # how many of them are the continuation mark: all tokens but word-initial ones begin with it
        ("mark", np.int64),
        ("prefix", np.uint64),  # its first characters as one number
        ("rest_prefix", np.uint64),  # the same without the mark
        ("hash", np.uint64),
        ("rest_hash", np.uint64),
        ("rest_power", np.uint64),  # what a hash is multiplied by when the rest is put behind it
    ]
)
BEST = np.dtype(
    [
        ("tied", np.int64),  # pairs that have the best measure
        ("frequent_count", np.int64),  # the highest count of any of its pairs, where it is wanted
        ("frequent", np.int64),  # the table row of the pair that has it, by the run's tie rule
        ("stale", np.int64),  # 1: its pairs must be looked at again
    ]
)
LIMITS = np.dtype(
    [
        (name, np.int64)
        for name in (
            "by_score",  # 1: the measure is the score, 0: the count
            "follows_counts",  # 1: what plain count would take is wanted too
            "first_rule",  # the tie rules that are followed: all, or the run's own
            "last_rule",
            "bits",  # of one character in a prefix
            "mark_length",
            "guarded",  # 1: some word could make two tokens with one text, so every pair's text is looked up
            "characters_used",
            "stale_size",
            "stale_groups_size",
            "watched_size",
        )
    ]
)

GROUP = 64
"""So many tokens are summed up as one: a choice looks at the groups only."""


class Texts(NamedTuple):
    texts: Records  # by token
    characters: IntArray  # the continuation mark's, then those of all texts end to end
    known: IntArray  # token + 1 at the hash of its text, open addressing; filled in guarded runs only


class Lists(NamedTuple):
    """Live pairs by their left and by their right token: the first table row of each, and the next of each row; -1 ends."""

    by_left: IntArray
    by_right: IntArray
    next_left: IntArray
    next_right: IntArray


class Bests(NamedTuple):
    """By left token, and then by group of tokens: the best measure (-1: no pair), how many pairs have it, and the table row
    of the one that each tie rule takes."""

    measures: Floats
    bests: Records
    champions: IntArray  # (rules, tokens)
    group_measures: Floats
    group_tied: IntArray
    group_champions: IntArray  # (rules, groups)
    group_counts: IntArray  # the highest count of the group, where it is wanted
    group_is_stale: IntArray
    stale_groups: IntArray  # groups that must be summed up again
    stale: IntArray  # tokens whose pairs must be looked at again
    watched: IntArray  # word-initial tokens whose pairs may read like a continuation


class Run(NamedTuple):
    """What all loops of a training work on.  A function that is called for each of many pairs takes no more of it than it
    needs: every array that is handed over costs some stores."""

    corpus: Corpus
    lists: Lists
    best: Bests
    texts: Texts
    lengths: IntArray  # of each token, in base symbols
    counts: IntArray  # how often each token occurs now


class WordPieceColumns(NamedTuple):
    """What a slice of steps is written to beside the columns of bpe_state.py, and room to find the candidates."""

    scores: Floats
    part_counts: IntArray
    candidate_scores: Floats
    frequent: IntArray
    frequent_counts: IntArray
    chosen: IntArray  # the table row that each rule takes
    top_tokens: IntArray
    top_rows: IntArray
    top_measures: Floats


@inner_kernel
def score_of(count: int, left_count: int, right_count: int) -> float:
    """Evaluated in this order everywhere: ties are equal floats."""
    return np.float64(count) / (np.float64(left_count) * np.float64(right_count))


@inner_kernel
def measure_of(table: Records, row: int, counts: IntArray, limits: State) -> float:
    """What the choice goes by: the score of a pair, or its count."""
    count = table[row].count
    if limits.by_score == 0:
        return np.float64(count)
    key = table[row].key - 1
    return score_of(count, counts[left_of(key)], counts[right_of(key)])


@inner_kernel
def make_stale(token: int, bests: Records, stale: IntArray, limits: State) -> None:
    """The pairs that start with a token are to be looked at before the next choice."""
    if bests[token].stale == 0:
        bests[token].stale = 1
        stale[limits.stale_size] = token
        limits.stale_size += 1


@inner_kernel
def make_group_stale(token: int, best: Bests, limits: State) -> None:
    """What a token remembers has changed, so its group is to be summed up before the next choice."""
    group = np.int64(token) // GROUP
    if best.group_is_stale[group] == 0:
        best.group_is_stale[group] = 1
        best.stale_groups[limits.stale_groups_size] = group
        limits.stale_groups_size += 1

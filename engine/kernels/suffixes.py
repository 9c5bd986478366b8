"""The suffixes of all words in order, by their first symbols.

Words stand end to end as symbols (see unigram_texts.py); no substring crosses a symbol 0, nor a word's end.  The suffixes are
sorted by doubling: ordered by `h` symbols, one counting sort orders them by `2 h`.  What their order tells of the substrings
they share stands in suffix_tree.py.

Every loop works on a range, so that the caller can report in between.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.kernels import kernel
from engine.kernels.intrinsics import known_index, prefetch
from engine.vocabulary import ByteArray, IntArray

Int = Any  # a number in a kernel: a Python int or a numpy one, as numba has it

_AHEAD = 16  # what is known of a place is asked for so many places before it is needed


@kernel
def order_by_symbol(symbols: IntArray, alphabet: Int, group_starts: IntArray, order: IntArray) -> None:
    """Places with a known symbol, ordered by it; `group_starts[s]` says where those of symbol `s` start."""
    for place in range(symbols.shape[0]):
        if symbols[place] > 0:
            group_starts[symbols[place] + 1] += 1
    for symbol in range(1, alphabet + 1):
        group_starts[symbol + 1] += group_starts[symbol]
    for place in range(symbols.shape[0]):
        symbol = symbols[place]
        if symbol > 0:
            order[group_starts[symbol]] = place
            group_starts[symbol] += 1
    for symbol in range(alphabet, 0, -1):
        group_starts[symbol] = group_starts[symbol - 1]
    group_starts[1] = 0


@kernel
def list_short(remaining: ByteArray, first: Int, last: Int, known: Int, listed: Int, second: IntArray) -> int:
    """Places in `first:last` whose suffix has no more than `known` symbols: nothing follows, so they come first.

    One place more than there are is written at the end of `second`, here and below: so nothing jumps."""
    for place in range(first, last):
        second[listed] = place
        listed += (remaining[place] > 0) & (remaining[place] <= known)
    return listed


@kernel
def list_long(
    order: IntArray, remaining: ByteArray, first: Int, last: Int, known: Int, listed: Int, second: IntArray
) -> int:
    """The other places, in the order of what stands `known` symbols further on."""
    for at in range(first, last):
        prefetch(remaining, max(np.int64(order[min(at + _AHEAD, last - 1)]) - known, 0))
        place = np.int64(order[at]) - known
        second[listed] = place
        listed += (place >= 0) & (remaining[known_index(max(place, 0))] > known)
    return listed


@kernel
def distribute(second: IntArray, ranks: IntArray, first: Int, last: Int, next_free: IntArray, order: IntArray) -> None:
    """One counting sort: `second` is in order of the later symbols, `ranks` of the earlier ones."""
    for at in range(first, last):
        prefetch(ranks, np.int64(second[min(at + 2 * _AHEAD, last - 1)]))
        prefetch(next_free, np.int64(ranks[known_index(second[min(at + _AHEAD, last - 1)])]))
        place = second[at]
        rank = known_index(ranks[known_index(place)])
        order[known_index(next_free[rank])] = place
        next_free[rank] += 1


@kernel
def rank_again(
    order: IntArray,
    ranks: IntArray,
    remaining: ByteArray,
    first: Int,
    last: Int,
    known: Int,
    groups: Int,
    next_ranks: IntArray,
    group_starts: IntArray,
) -> int:
    """Number the groups of equal suffixes, now equal in twice as many symbols; returns how many there are."""
    end = ranks.shape[0] - 1
    earlier, later = np.int64(-1), np.int64(-1)
    if first > 0:
        place = np.int64(order[first - 1])
        earlier = np.int64(ranks[place])
        later = np.int64(ranks[min(place + known, end)]) if remaining[place] > known else np.int64(0)
    else:
        group_starts[1] = 0
    for at in range(first, last):
        ahead = np.int64(order[min(at + _AHEAD, last - 1)])
        prefetch(ranks, ahead)
        prefetch(remaining, ahead)
        prefetch(next_ranks, ahead)
        place = known_index(order[at])
        one = np.int64(ranks[place])
        two = np.int64(ranks[known_index(min(place + known, end))])
        two = two if remaining[place] > known else np.int64(0)
        groups += (one != earlier) | (two != later)
        earlier, later = one, two
        # Where the next group starts, if nothing more belongs to this one.
        group_starts[known_index(groups + 1)] = at + 1
        next_ranks[place] = groups
    return groups

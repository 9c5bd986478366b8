"""Frequent substrings of words, without a trie: their suffixes in order, and the tree that this order implies.

All words stand end to end, one 32-bit symbol a character.  Symbol 0 is a character that no piece may hold; no substring
crosses it, nor a word's end.  The suffixes are sorted by their first symbols by doubling: ordered by `h` symbols, one
counting sort orders them by `2 h`.  A stack over the common prefixes of neighbours then finds the nodes of the suffix tree:
a node is a substring with two different followers, or one that ends words.

The pieces that start at a place are the node found deepest there and its ancestors, so that a lattice is a walk along
parents.  Every loop works on a range, so that the caller can report in between.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.kernels import inner_kernel, kernel
from engine.vocabulary import ByteArray, IntArray

Int = Any  # a number in a kernel: a Python int or a numpy one, as numba has it

GOES_ON, ENDS = 1, 2
"""Flags of a word: something follows it in a record; it was seen at a record's end."""

_NODE, _DEPTH = 0, 1  # entries of `Stack.state`


class Nodes(NamedTuple):
    """Substrings of two symbols and more that occur twice and more, as columns.

    places   where one occurrence starts
    lengths  how many symbols
    counts   how often it occurs, weighted
    parents  the longest other node it begins with; -1: none
    firsts   number of the first suffix, in order, that begins with it
    apart    whether two different things follow it in running text
    """

    places: npt.NDArray[np.int32]
    lengths: npt.NDArray[np.int32]
    counts: npt.NDArray[np.int64]
    parents: npt.NDArray[np.int32]
    firsts: npt.NDArray[np.int32]
    apart: npt.NDArray[np.bool_]

    @classmethod
    def empty(cls, size: int) -> Nodes:
        """Room for so many."""
        places, lengths, parents, firsts = (np.empty(size, np.int32) for _ in range(4))
        return cls(places, lengths, np.zeros(size, np.int64), parents, firsts, np.zeros(size, np.bool_))

    def cut_to(self, size: int) -> Nodes:
        """The first so many, without the room behind them."""
        places, lengths, counts, parents, firsts, apart = (column[:size].copy() for column in self)
        return Nodes(places, lengths, counts, parents, firsts, apart)


class Stack(NamedTuple):
    """The open nodes while suffixes are walked in order: depth, first suffix and number (-1: shorter than two symbols) of
    each; the state is how many nodes there are and the top of the stack."""

    depths: IntArray
    firsts: IntArray
    nodes: IntArray
    state: IntArray

    @classmethod
    def empty(cls, longest: int) -> Stack:
        """The root alone."""
        size = longest + 3
        return cls(
            np.zeros(size, np.int64), np.zeros(size, np.int64), np.full(size, -1, np.int64), np.zeros(2, np.int64)
        )


# -- characters --------------------------------------------------------------------------------------------------------


@kernel
def code_points(data: ByteArray, starts: IntArray, lengths: IntArray, codes: IntArray, word_starts: IntArray) -> int:
    """The characters of valid UTF-8 words end to end, and where each word starts; returns how many characters."""
    size = 0
    for word in range(starts.shape[0]):
        word_starts[word] = size
        at = np.int64(starts[word])
        end = at + lengths[word]
        while at < end:
            byte = np.int64(data[at])
            if byte < 0x80:
                codes[size] = byte
                at += 1
            elif byte < 0xE0:
                codes[size] = (byte & 31) << 6 | (np.int64(data[at + 1]) & 63)
                at += 2
            elif byte < 0xF0:
                codes[size] = (byte & 15) << 12 | (np.int64(data[at + 1]) & 63) << 6 | (np.int64(data[at + 2]) & 63)
                at += 3
            else:
                high = (byte & 7) << 18 | (np.int64(data[at + 1]) & 63) << 12
                codes[size] = high | (np.int64(data[at + 2]) & 63) << 6 | (np.int64(data[at + 3]) & 63)
                at += 4
            size += 1
    word_starts[starts.shape[0]] = size
    return size


@kernel
def count_characters(codes: IntArray, word_starts: IntArray, counts: IntArray, totals: IntArray) -> None:
    """Add up how often each character occurs."""
    for word in range(counts.shape[0]):
        for place in range(word_starts[word], word_starts[word + 1]):
            totals[codes[place]] += counts[word]


@kernel
def number_symbols(
    codes: IntArray, word_starts: IntArray, symbol_of: IntArray, symbols: IntArray, remaining: IntArray
) -> None:
    """The symbol of each character, and how many known ones stand from here on before the word or its known run ends."""
    for word in range(word_starts.shape[0] - 1):
        run = 0
        for place in range(word_starts[word + 1] - 1, word_starts[word] - 1, -1):
            symbol = symbol_of[codes[place]]
            run = run + 1 if symbol > 0 else 0
            symbols[place] = symbol
            remaining[place] = run


# -- sorting -----------------------------------------------------------------------------------------------------------


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
def list_short(remaining: IntArray, first: Int, last: Int, known: Int, listed: Int, second: IntArray) -> int:
    """Places in `first:last` whose suffix has no more than `known` symbols: nothing follows, so they come first."""
    for place in range(first, last):
        if 0 < remaining[place] <= known:
            second[listed] = place
            listed += 1
    return listed


@kernel
def list_long(
    order: IntArray, remaining: IntArray, first: Int, last: Int, known: Int, listed: Int, second: IntArray
) -> int:
    """The other places, in the order of what stands `known` symbols further on."""
    for at in range(first, last):
        place = order[at] - known
        if place >= 0 and remaining[place] > known:
            second[listed] = place
            listed += 1
    return listed


@kernel
def distribute(second: IntArray, ranks: IntArray, first: Int, last: Int, next_free: IntArray, order: IntArray) -> None:
    """One counting sort: `second` is in order of the later symbols, `ranks` of the earlier ones."""
    for at in range(first, last):
        place = second[at]
        rank = ranks[place]
        order[next_free[rank]] = place
        next_free[rank] += 1


@kernel
def rank_again(
    order: IntArray,
    ranks: IntArray,
    remaining: IntArray,
    first: Int,
    last: Int,
    known: Int,
    groups: Int,
    next_ranks: IntArray,
    group_starts: IntArray,
) -> int:
    """Number the groups of equal suffixes, now equal in twice as many symbols; returns how many there are."""
    earlier, later = np.int64(-1), np.int64(-1)
    if first > 0:
        place = order[first - 1]
        earlier = np.int64(ranks[place])
        later = np.int64(ranks[place + known]) if remaining[place] > known else np.int64(0)
    for at in range(first, last):
        place = order[at]
        one = np.int64(ranks[place])
        two = np.int64(ranks[place + known]) if remaining[place] > known else np.int64(0)
        if one != earlier or two != later:
            groups += 1
            group_starts[groups] = at
            earlier, later = one, two
        next_ranks[place] = groups
    return groups


# -- the tree ----------------------------------------------------------------------------------------------------------


@inner_kernel
def _open(nodes: Nodes, stack: Stack, depth: Int, place: Int, first: Int) -> None:
    """Push a node; only substrings of two symbols and more are numbered."""
    state = stack.state
    state[_DEPTH] += 1
    top = state[_DEPTH]
    stack.depths[top] = depth
    stack.firsts[top] = first
    stack.nodes[top] = -1
    if depth >= 2:
        node = state[_NODE]
        state[_NODE] += 1
        stack.nodes[top] = node
        nodes.places[node] = place
        nodes.lengths[node] = depth
        nodes.firsts[node] = first


@inner_kernel
def _two_followers(
    symbols: IntArray, remaining: IntArray, order: IntArray, flags: ByteArray, first: Int, last: Int, depth: Int
) -> bool:
    """Whether the suffixes `first..last` of one node go on in two ways; a blank and a record's end are two."""
    ways, follower = 0, np.int64(-1)
    for at in range(first, last + 1):
        place = order[at]
        if remaining[place] == depth:
            ways |= flags[place]
        elif follower < 0:
            follower = np.int64(symbols[place + depth])
        elif symbols[place + depth] != follower:
            return True
    return ways == GOES_ON | ENDS or (ways > 0 and follower >= 0)


@kernel
def grow_tree(
    symbols: IntArray,
    remaining: IntArray,
    order: IntArray,
    weights: IntArray,
    weights_before: IntArray,
    flags: ByteArray,
    longest: Int,
    twice: Int,
    first: Int,
    last: Int,
    nodes: Nodes,
    stack: Stack,
    deepest: IntArray,
) -> None:
    """Walk the suffixes `first:last` in order and write down the nodes; `deepest` gets the longest node at each place.

    `weights_before[i]` is the weight of all suffixes before the i-th; `twice` is what a word must weigh to count as seen
    twice.
    """
    depths, node_of, state = stack.depths, stack.nodes, stack.state
    for at in range(first, last):
        place = order[at]
        common = np.int64(0)
        if at + 1 < order.shape[0]:
            other = order[at + 1]
            limit = min(min(remaining[place], remaining[other]), longest)
            while common < limit and symbols[place + common] == symbols[other + common]:
                common += 1
        if common > depths[state[_DEPTH]]:
            _open(nodes, stack, common, place, at)
        top = state[_DEPTH]
        deepest[place] = node_of[top]
        length = np.int64(remaining[place])
        if length > depths[top] and 2 <= length <= longest and weights[place] >= twice:
            # The end of a single word that occurs more than once.
            node = state[_NODE]
            state[_NODE] += 1
            nodes.places[node] = place
            nodes.lengths[node] = length
            nodes.counts[node] = weights[place]
            nodes.parents[node] = node_of[top]
            nodes.firsts[node] = at
            nodes.apart[node] = flags[place] == GOES_ON | ENDS
            deepest[place] = node
        while depths[state[_DEPTH]] > common:
            top = state[_DEPTH]
            node, begin = node_of[top], stack.firsts[top]
            state[_DEPTH] -= 1
            if depths[state[_DEPTH]] < common:
                _open(nodes, stack, common, order[begin], begin)
            if node >= 0:
                depth = np.int64(nodes.lengths[node])
                nodes.counts[node] = weights_before[at + 1] - weights_before[begin]
                nodes.parents[node] = node_of[state[_DEPTH]]
                # Two neighbours that differ behind it are two followers, unless its last member ends here or the tree
                # is cut at this depth: then all its members have to be looked at.
                known = length != depth and depth != longest
                nodes.apart[node] = known or _two_followers(symbols, remaining, order, flags, begin, at, depth)


@kernel
def order_by_text(nodes: Nodes, suffixes: Int) -> IntArray:
    """Numbers of the nodes in the order of their texts: by first suffix, then by length."""
    size = nodes.places.shape[0]
    ends = np.zeros(suffixes + 1, np.int32)
    for node in range(size):
        ends[nodes.firsts[node] + 1] += 1
    for suffix in range(suffixes):
        ends[suffix + 1] += ends[suffix]
    order = np.empty(size, np.int64)
    begun = ends.copy()
    for node in range(size):
        first = nodes.firsts[node]
        at = ends[first]
        ends[first] += 1
        while at > begun[first] and nodes.lengths[order[at - 1]] > nodes.lengths[node]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = node
    return order


@kernel
def skip_dropped(kept: IntArray, parents: IntArray, kept_parents: IntArray, deepest: IntArray) -> None:
    """Let parents and deepest nodes pass over nodes that are not kept."""
    for node in range(parents.shape[0]):
        if kept[node]:
            parent = parents[node]
            while parent >= 0 and not kept[parent]:
                parent = parents[parent]
            kept_parents[node] = parent
    for place in range(deepest.shape[0]):
        node = deepest[place]
        while node >= 0 and not kept[node]:
            node = parents[node]
        deepest[place] = node


@kernel
def piece_bytes(codes: IntArray, places: IntArray, lengths: IntArray, offsets: IntArray, data: ByteArray) -> None:
    """UTF-8 of some substrings end to end; with no room in `data` only where each would end."""
    writing = data.shape[0] > 0
    size = np.int64(0)
    for piece in range(places.shape[0]):
        offsets[piece] = size
        for place in range(places[piece], places[piece] + lengths[piece]):
            code = np.int64(codes[place])
            wide = 1 if code < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4
            if writing:
                if wide == 1:
                    data[size] = code
                else:
                    for byte in range(wide - 1, 0, -1):
                        data[size + byte] = 0x80 | (code & 63)
                        code >>= 6
                    data[size] = (0xF00 >> wide & 0xFF) | code
            size += wide
    offsets[places.shape[0]] = size

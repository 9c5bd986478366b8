"""Frequent substrings of words, without a trie: the tree that the order of their suffixes implies.

A stack over the common prefixes of neighbours finds the nodes of the suffix tree: a node is a substring with two different
followers, or one that ends words.  The pieces that start at a place are the node found deepest there and its ancestors, so
that a lattice is a walk along parents.

A loop that takes long works on a range, so that the caller can report in between.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.kernels import inner_kernel, kernel
from engine.kernels.intrinsics import known_index, prefetch
from engine.kernels.suffixes import Int
from engine.vocabulary import ByteArray, IntArray

GOES_ON, ENDS = 1, 2
"""Flags of a word: something follows it in a record; it was seen at a record's end."""

_NODE, _DEPTH = 0, 1  # entries of `Stack.state`
_AHEAD = 16  # what is known of a place is asked for so many suffixes before it is needed


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


# -- finding nodes -----------------------------------------------------------------------------------------------------


@kernel
def weigh_suffixes(order: IntArray, weights: IntArray, weights_before: IntArray) -> None:
    """The weight of all suffixes before each one in order; `weights` has that of each place."""
    total = np.int64(0)
    for at in range(order.shape[0]):
        prefetch(weights, np.int64(order[min(at + _AHEAD, order.shape[0] - 1)]))
        weights_before[at] = total
        total += weights[known_index(order[at])]
    weights_before[order.shape[0]] = total


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
    symbols: IntArray, remaining: ByteArray, order: IntArray, flags: ByteArray, first: Int, last: Int, depth: Int
) -> bool:
    """Whether the suffixes `first..last` of one node go on in two ways; a blank and a record's end are two."""
    ways, follower = 0, np.int64(-1)
    for at in range(first, last + 1):
        place = known_index(order[at])
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
    remaining: ByteArray,
    order: IntArray,
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
        ahead = np.int64(order[min(at + _AHEAD, order.shape[0] - 1)])
        prefetch(symbols, ahead)
        prefetch(remaining, ahead)
        prefetch(deepest, ahead)
        place = known_index(order[at])
        common = np.int64(0)
        if at + 1 < order.shape[0]:
            other = known_index(order[at + 1])
            limit = min(min(np.int64(remaining[place]), np.int64(remaining[other])), longest)
            while common < limit and symbols[known_index(place + common)] == symbols[known_index(other + common)]:
                common += 1
        if common > depths[state[_DEPTH]]:
            _open(nodes, stack, common, place, at)
        top = state[_DEPTH]
        deepest[place] = node_of[top]
        length = np.int64(remaining[place])
        weight = weights_before[at + 1] - weights_before[at]
        if length > depths[top] and 2 <= length <= longest and weight >= twice:
            # The end of a single word that occurs more than once.
            node = state[_NODE]
            state[_NODE] += 1
            nodes.places[node] = place
            nodes.lengths[node] = length
            nodes.counts[node] = weight
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


# -- choosing among them -----------------------------------------------------------------------------------------------


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
def relink(numbers: IntArray, parents: IntArray, kept_parents: IntArray, deepest: IntArray) -> None:
    """Let parents and deepest nodes pass over nodes that are gone: `numbers` has what each is called from now on, -1 where it
    is not kept.  `kept_parents` is filled, `deepest` written over."""
    size = parents.shape[0]
    landings = np.empty(size + 1, np.int32)
    landings[size] = -1  # for a place without a node
    for node in range(size):
        up = np.int64(node)
        while up >= 0 and numbers[up] < 0:
            up = np.int64(parents[up])
            if 0 <= up < node:
                break
        if up < 0:
            landings[node] = -1
        else:
            landings[node] = landings[up] if up < node else numbers[up]
    for node in range(size):
        if numbers[node] >= 0:
            parent = np.int64(parents[node])
            kept_parents[numbers[node]] = landings[parent if parent >= 0 else size]
    for place in range(deepest.shape[0]):
        node = np.int64(deepest[place])
        deepest[place] = landings[known_index(node if node >= 0 else size)]

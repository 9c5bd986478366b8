"""Which pairs may be merged next: three waiting rooms, from rough to exact.

    pending   occur less often than a threshold; in no order, with an upper bound of the count
    heap      above the threshold; the best on top, counts corrected only when a pair gets there
    window    the best fifty or so, sorted and exact: down to its bound it holds every pair

A count that falls, or a new pair, inside the window's bound is put in its place at once.  So the best twenty before each
step are a copy, and nothing is searched for.  Order: higher count first, then smaller ids.
"""

from __future__ import annotations

import numpy as np

from engine.kernels import inner_kernel
from engine.kernels.bpe_pairs import ROWS_AHEAD, count_of, slot_of, wait
from engine.kernels.bpe_state import NO_COUNT, Records, State
from engine.kernels.intrinsics import prefetch

ENOUGH = 512
"""Pairs that a lower threshold should let through."""


@inner_kernel
def comes_before(count: int, key: int, other_count: int, other_key: int) -> bool:
    """Whether one candidate stands before another."""
    return count > other_count or (count == other_count and key < other_key)


@inner_kernel
def in_window(count: int, key: int, state: State) -> bool:
    """Whether a pair with this exact count belongs in the window."""
    return count > state.bound_count or (count == state.bound_count and key <= state.bound_key)


# --- heap


@inner_kernel
def push(heap: Records, count: int, key: int, state: State) -> None:
    """Into the heap."""
    node = state.heap_size
    state.heap_size += 1
    while node > 0:
        parent = (node - 1) >> 1
        if not comes_before(count, key, heap[parent].count, heap[parent].key):
            break
        heap[node].count = heap[parent].count
        heap[node].key = heap[parent].key
        node = parent
    heap[node].count = count
    heap[node].key = key


@inner_kernel
def sink(heap: Records, size: int, node: int, count: int, key: int) -> None:
    """The candidate takes `node`, or a place below it where it fits."""
    while True:
        child = 2 * node + 1
        if child >= size:
            break
        if child + 1 < size and comes_before(
            heap[child + 1].count, heap[child + 1].key, heap[child].count, heap[child].key
        ):
            child += 1
        if not comes_before(heap[child].count, heap[child].key, count, key):
            break
        heap[node].count = heap[child].count
        heap[node].key = heap[child].key
        node = child
    heap[node].count = count
    heap[node].key = key


@inner_kernel
def drop_top(heap: Records, state: State) -> None:
    """The best leaves the heap."""
    state.heap_size -= 1
    last = state.heap_size
    if last > 0:
        sink(heap, last, 0, heap[last].count, heap[last].key)


# --- pending


@inner_kernel
def postpone(pending: Records, count: int, key: int, state: State) -> None:
    """A pair below the threshold waits; one below the minimum is forgotten, for counts never rise."""
    if count >= state.minimum:
        wait(pending, count, key, state)


@inner_kernel
def _lower_threshold(pending: Records, state: State) -> int:
    """Lowers the threshold until enough pending pairs may pass, or all; returns how many."""
    if state.threshold == NO_COUNT:
        state.threshold = state.minimum
        for i in range(state.pending_size):
            state.threshold = max(state.threshold, pending[i].count)
    while True:
        state.threshold = max(state.minimum, state.threshold * 5 // 8)
        passing = np.int64(0)
        for i in range(state.pending_size):
            passing += pending[i].count >= state.threshold
        if passing >= ENOUGH or state.threshold == state.minimum:
            return passing


@inner_kernel
def _let_pass(table: Records, pending: Records, heap: Records, state: State) -> None:
    """Pending pairs that reach the threshold move to the empty heap; their counts are made exact on the way."""
    size = np.int64(0)
    stay = np.int64(0)
    for i in range(state.pending_size):
        if i + ROWS_AHEAD < state.pending_size and pending[i + ROWS_AHEAD].count >= state.threshold:
            prefetch(table, slot_of(table, pending[i + ROWS_AHEAD].key))
        count = pending[i].count
        key = pending[i].key
        if count >= state.threshold:
            count = count_of(table, key)
            if count >= state.threshold:
                heap[size].count = count
                heap[size].key = key
                size += 1
                continue
            if count < state.minimum:
                continue
        pending[stay].count = count
        pending[stay].key = key
        stay += 1
    state.pending_size = stay
    state.heap_size = size
    for node in range(size // 2 - 1, -1, -1):
        sink(heap, size, node, heap[node].count, heap[node].key)


# --- window


@inner_kernel
def fill_window(wanted: int, table: Records, pending: Records, heap: Records, window: Records, state: State) -> bool:
    """At least `wanted` pairs in the window, or all there are; False: the heap is too small."""
    _to_front(window, state)
    while state.window_size < wanted:
        if state.heap_size == 0:
            if state.threshold <= state.minimum:
                break
            before = state.threshold
            if _lower_threshold(pending, state) > heap.shape[0]:
                state.threshold = before
                return False
            _let_pass(table, pending, heap, state)
            continue
        supposed = heap[0].count
        key = heap[0].key
        count = count_of(table, key)
        if count == supposed:
            drop_top(heap, state)
            window[state.window_size].count = count
            window[state.window_size].key = key
            state.window_size += 1
            state.bound_count = count
            state.bound_key = key
        elif count >= state.threshold:
            sink(heap, state.heap_size, 0, count, key)
        else:
            drop_top(heap, state)
            postpone(pending, count, key, state)
    return True


@inner_kernel
def _to_front(window: Records, state: State) -> None:
    """The window's pairs move to the start of its array."""
    head = state.window_head
    if head > 0:
        for i in range(state.window_size):
            window[i].count = window[head + i].count
            window[i].key = window[head + i].key
        state.window_head = 0


@inner_kernel
def _place_of(window: Records, count: int, key: int, state: State) -> int:
    """The first place in the window whose pair does not stand before this one."""
    low = state.window_head
    high = low + state.window_size
    while low < high:
        middle = (low + high) >> 1
        if comes_before(window[middle].count, window[middle].key, count, key):
            low = middle + 1
        else:
            high = middle
    return low


@inner_kernel
def add_candidate(count: int, key: int, pending: Records, heap: Records, window: Records, state: State) -> None:
    """A pair that is in none of the three goes where it belongs."""
    if in_window(count, key, state):
        if state.window_size == state.window_limit:
            _halve_window(heap, window, state)
        if in_window(count, key, state):
            _insert(window, count, key, state)
        else:
            push(heap, count, key, state)
    elif count >= state.threshold:
        push(heap, count, key, state)
    else:
        postpone(pending, count, key, state)


@inner_kernel
def _halve_window(heap: Records, window: Records, state: State) -> None:
    """The worse half goes back to the heap."""
    keep = state.window_limit // 2
    head = state.window_head
    for i in range(head + keep, head + state.window_size):
        push(heap, window[i].count, window[i].key, state)
    state.window_size = keep
    state.bound_count = window[head + keep - 1].count
    state.bound_key = window[head + keep - 1].key


@inner_kernel
def _insert(window: Records, count: int, key: int, state: State) -> None:
    """Into the window, moving whichever side is shorter."""
    if state.window_head + state.window_size == window.shape[0]:
        _to_front(window, state)
    head = state.window_head
    end = head + state.window_size
    at = _place_of(window, count, key, state)
    if head > 0 and at - head < end - at:
        for i in range(head, at):
            window[i - 1].count = window[i].count
            window[i - 1].key = window[i].key
        state.window_head -= 1
        at -= 1
    else:
        for i in range(end, at, -1):
            window[i].count = window[i - 1].count
            window[i].key = window[i - 1].key
    window[at].count = count
    window[at].key = key
    state.window_size += 1


@inner_kernel
def take_out(window: Records, count: int, key: int, state: State) -> None:
    """A pair leaves the window; it must be there, with this count."""
    head = state.window_head
    end = head + state.window_size
    at = _place_of(window, count, key, state)
    if at - head < end - at:
        for i in range(at, head, -1):
            window[i].count = window[i - 1].count
            window[i].key = window[i - 1].key
        state.window_head += 1
    else:
        for i in range(at, end - 1):
            window[i].count = window[i + 1].count
            window[i].key = window[i + 1].key
    state.window_size -= 1

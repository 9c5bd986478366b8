"""The places of one merge: the pair becomes the new token, and what stands beside it is summed up by neighbour.

Used by all trainers that merge pairs; what the sums mean for counts and candidates is theirs.

Probe words are laid out behind the corpus with negative weights.  They are rewritten like the rest but change no count, and
as corpus places come first, a pair that only probes have is never stored.
"""

from __future__ import annotations

import numpy as np

from engine.kernels import inlined_kernel, inner_kernel
from engine.kernels.bpe_pairs import INSIDE
from engine.kernels.bpe_state import Neighbours, ProbeLists, Records, State, left_of, right_of
from engine.kernels.intrinsics import known_index, prefetch
from engine.vocabulary import IntArray

ONE_LANGUAGE_TIMES = 64
"""A probe word of one language that occurs less often than this needs no list: its weight says it all."""
_SIFTED = 256
"""Places that are looked at before those that stand are rewritten."""
PLACES_AHEAD = 24
"""Cells are asked for this many places before they are needed."""


@inner_kernel
def rewrite(
    row: int,
    new: int,
    cells: Records,
    table: Records,
    places: IntArray,
    lengths: IntArray,
    neighbours: Neighbours,
    probes: ProbeLists,
    state: State,
) -> None:
    """Some places at a time: first those that still stand are sifted out, without a jump that depends on it, for about half
    have gone stale and nobody can guess which; then they are rewritten, their cells at hand."""
    first_length = np.int64(lengths[left_of(state.winner)])
    start = table[row].start
    end = start + table[row].length
    state.languages_met = 0
    state.merged = 0
    state.merged_weight = 0
    state.left_size = 0
    state.right_size = 0
    state.side_by_side = 0
    previous = np.int64(-1 << 40)
    for chunk in range(start, end, _SIFTED):
        last = min(chunk + _SIFTED, end)
        standing = _sift(chunk, last, end, first_length, cells, places, state)
        previous = _rewrite_places(chunk, standing, new, previous, cells, places, lengths, neighbours, probes, state)


@inner_kernel
def _sift(first: int, last: int, end: int, step: int, cells: Records, places: IntArray, state: State) -> int:
    """Moves the places where the pair stands to the front, and returns where they end; the run is not needed again."""
    left = np.int32(left_of(state.winner))
    right = np.int32(right_of(state.winner))
    standing = np.int64(first)
    for i in range(first, last):
        if i + PLACES_AHEAD < end:
            prefetch(cells, np.int64(places[known_index(i + PLACES_AHEAD)]))
        place = known_index(places[known_index(i)])
        places[known_index(standing)] = place
        standing += np.int64(cells[place].token == left) & np.int64(cells[known_index(place + step)].token == right)
    return standing


@inner_kernel
def _rewrite_places(
    first: int,
    last: int,
    new: int,
    previous: int,
    cells: Records,
    places: IntArray,
    lengths: IntArray,
    neighbours: Neighbours,
    probes: ProbeLists,
    state: State,
) -> int:
    """Rewrites places and sums up what stands beside them; returns the last one that was merged.

    What a neighbour's pair with the old token loses, its pair with the new one gains.  Two new tokens side by side are the
    exception: the right one finds that the left one has noted the old token as its neighbour, and takes that back.
    """
    left, right, left_met, right_met, occurrences = neighbours
    left_id = np.int32(left_of(state.winner))
    right_id = np.int32(right_of(state.winner))
    token = np.int32(new)
    first_length = np.int64(lengths[left_id])
    second_length = np.int64(lengths[right_id])
    joined = first_length + second_length
    merged = state.merged
    weight_merged = state.merged_weight
    left_size = state.left_size
    right_size = state.right_size
    for i in range(first, last):
        place = known_index(places[known_index(i)])
        middle = known_index(place + first_length)
        if cells[place].token != left_id or cells[middle].token != right_id:
            continue  # the third of three equal tokens: the first two are merged
        weight = np.int64(cells[place].weight)
        before = np.int64(cells[known_index(place - 1)].token)
        after = np.int64(cells[known_index(place + joined)].token)
        if previous + joined == place:
            before = np.int64(new)
            noted = np.int64(occurrences[merged - 1].right)
            if noted >= 0:
                right[noted].places -= 1
                occurrences[merged - 1].right = -1
                state.side_by_side += max(weight, 0)
        if weight >= 0:
            weight_merged += weight
            if before >= 0:
                if left[before].places == 0 and before != new:
                    left_met[known_index(left_size)] = before
                    left_size += 1
                left[before].weight += weight
                left[before].places += 1
            if after >= 0:
                if right[after].weight == 0:
                    right_met[known_index(right_size)] = after
                    right_size += 1
                right[after].weight += weight
                right[after].places += 1
        else:
            _lower_languages(-weight - 1, probes.starts, probes.rows, probes.lowered, probes.met, state)
            if before >= 0:
                if left[before].places == 0:
                    before = np.int64(-1)
                else:
                    left[before].places += 1
            if after >= 0:
                if right[after].places == 0:
                    after = np.int64(-1)
                else:
                    right[after].places += 1
        if second_length > 1:
            cells[middle].token = INSIDE
        cells[place].token = token
        cells[known_index(place + joined - 1)].token = token
        occurrence = known_index(merged)
        occurrences[occurrence].place = place
        occurrences[occurrence].left = before
        occurrences[occurrence].right = after
        merged += 1
        previous = place
    state.merged = merged
    state.merged_weight = weight_merged
    state.left_size = left_size
    state.right_size = right_size
    return previous


@inner_kernel
def settle(new: int, neighbours: Neighbours, state: State) -> None:
    """Once the old pairs are lowered: from what they lost to what the new ones have."""
    if neighbours.left[new].places > 0:
        neighbours.left_met[state.left_size] = new
        state.left_size += 1
    neighbours.right[left_of(state.winner)].weight -= state.side_by_side


@inner_kernel
def _lower_languages(
    code: int, starts: IntArray, rows: IntArray, lowered: IntArray, met: IntArray, state: State
) -> None:
    """One token less for each time that each language has the word; `code` says which and how often, or which list."""
    if code < state.languages * ONE_LANGUAGE_TIMES:
        _lower_language(code // ONE_LANGUAGE_TIMES, code % ONE_LANGUAGE_TIMES, lowered, met, state)
        return
    word = code - state.languages * ONE_LANGUAGE_TIMES
    for i in range(starts[word], starts[word + 1]):
        _lower_language(np.int64(rows[i, 0]), np.int64(rows[i, 1]), lowered, met, state)


@inlined_kernel
def _lower_language(language: int, times: int, lowered: IntArray, met: IntArray, state: State) -> None:
    # A language is new as long as nothing is lowered: one that has a word no times would stay so, and be met again and
    # again, beyond the room for all languages.
    if times <= 0:
        return
    if lowered[language] == 0:
        met[state.languages_met] = language
        state.languages_met += 1
    lowered[language] += times


@inner_kernel
def write_places(
    places: IntArray, lengths: IntArray, left: Records, right: Records, occurrences: Records, state: State
) -> None:
    """Writes the places of the new pairs."""
    for i in range(state.merged):
        place = np.int64(occurrences[i].place)
        before = np.int64(occurrences[i].left)
        after = np.int64(occurrences[i].right)
        if before >= 0:
            at = left[before].places
            if at >= 0:
                places[known_index(at)] = place - lengths[before]
                left[before].places = at + 1
        if after >= 0:
            at = right[after].places
            if at >= 0:
                places[known_index(at)] = place
                right[after].places = at + 1


@inner_kernel
def forget(neighbours: Records, met: IntArray, size: int) -> None:
    """The sums are zero again for the next merge."""
    for i in range(size):
        neighbours[met[i]].weight = 0
        neighbours[met[i]].places = 0

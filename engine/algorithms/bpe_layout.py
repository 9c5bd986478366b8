"""A corpus laid out for a trainer that merges pairs: cells, the table of its first pairs, and the places of each.

The words of probe languages stand behind the corpus, with weights that say which languages have them (see bpe_places.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from engine.algorithms.symbol_words import ProbeWords, Words
from engine.errors import TrainingError
from engine.kernels import bpe_pairs, bpe_state
from engine.kernels.bpe_places import ONE_LANGUAGE_TIMES
from engine.kernels.bpe_state import Records, State, aligned_zeros
from engine.model import Progress
from engine.vocabulary import IntArray

FIRST_ROOM = 4096
"""Rows that growing arrays begin with."""
DENSE_BASE = 1024
"""With up to so many base symbols their pairs are counted in a square; it takes 16 MB then."""
_CELLS_A_TURN = 1 << 22
_INT32_END = 1 << 31


class Layout:
    """What the loops of a training work on, once it is laid out.

    cells        one a symbol, and a border between words
    corpus_end   the cell after the corpus; what follows is probes
    table        the pairs of base symbols that are frequent enough
    pending      the same as candidates
    places       where each of them stands
    most_places  places of the pair that has most of them
    probe_lists  where each list of (language, times) starts, and all lists end to end
    """

    cells: Records
    table: Records
    pending: Records
    places: npt.NDArray[np.int32]

    def __init__(
        self,
        words: Words,
        tokens: npt.NDArray[np.int32],
        base: int,
        probes: ProbeWords | None,
        state: State,
    ) -> None:
        self._words, self._probe_words = words, probes
        self._tokens, self._base = tokens, base
        self._state = state
        self.corpus_end = 0
        self.most_places = 0
        self.probe_lists: tuple[IntArray, IntArray] = np.zeros(1, np.int64), np.zeros((0, 2), np.int32)

    def prepare(self) -> Iterator[Progress]:
        """Lays the corpus out as cells and finds the places of all pairs."""
        words, probes = self._words, self._probe_words
        self.corpus_end = 1 + _cells_needed(words.lengths, words.counts)
        end = self.corpus_end + (_cells_needed(probes.lengths, None) if probes else 0)
        # A border before the first word, and one more cell that may be looked at behind the last.
        self.cells = np.empty(end + 1, bpe_state.CELL)
        self.cells[0] = self.cells[-1] = (bpe_pairs.BORDER, 0)
        yield from self._lay_out_corpus(2 * end)
        if probes is not None:
            self._lay_out_probes(probes)
        yield from self._place_first_pairs(end)

    def _lay_out_corpus(self, total: int) -> Iterator[Progress]:
        words = self._words
        cell = 1
        for turn in turns(words.lengths):
            cell = bpe_pairs.lay_out_words(
                words.data, words.starts, words.lengths, words.counts, self._tokens, turn, cell, self.cells
            )
            yield Progress("Preparing", cell, total, "places")

    def _lay_out_probes(self, probes: ProbeWords) -> None:
        weights, *lists = _probe_weights(probes)
        self.probe_lists = lists[0], lists[1]
        bpe_pairs.lay_out_words(
            probes.data,
            probes.starts,
            probes.lengths,
            weights,
            self._tokens,
            (0, len(probes.lengths)),
            self.corpus_end,
            self.cells,
        )

    def _place_first_pairs(self, end: int) -> Iterator[Progress]:
        """Counts the pairs of base symbols in a square, enters the frequent ones, and writes down where each stands."""
        if self._base > DENSE_BASE:
            yield from self._place_many_pairs(end)
            return
        base = self._base
        counts = np.zeros((base, base), np.int64)
        next_place = np.zeros((base, base), np.int64)
        for first in range(0, end - 1, _CELLS_A_TURN):
            # One cell more, the pair across the cut; its left half then starts the next turn.
            last = min(first + _CELLS_A_TURN + 1, end)
            bpe_pairs.count_first_pairs(self.cells, first, last, counts, next_place)
            yield Progress("Preparing", end + first // 2, 2 * end, "places")
        self._make_room_for_pairs(counts)
        self.most_places = int(bpe_pairs.enter_first_pairs(counts, next_place, self.table, self.pending, self._state))
        self.places = self._room_for_places(end)
        for first in range(0, end - 1, _CELLS_A_TURN):
            last = min(first + _CELLS_A_TURN, end - 1)
            bpe_pairs.write_first_places(self.cells, first, last, next_place, self.places)
            yield Progress("Preparing", end + (end + last) // 2, 2 * end, "places")

    def _place_many_pairs(self, end: int) -> Iterator[Progress]:
        """As above where a square of all base symbols would be too large: most of their pairs never occur."""
        tallied = aligned_zeros(power_of_two(FIRST_ROOM + 16), bpe_state.PAIR)
        cell = 0
        while cell < end - 1:
            last = min(cell + _CELLS_A_TURN, end - 1)
            cell = int(bpe_pairs.tally_pairs(self.cells, cell, last, tallied, self._state))
            if cell < last:
                tallied = bpe_pairs.rebuilt(tallied, self._state, len(tallied))
            yield Progress("Preparing", end + cell // 2, 2 * end, "places")
        self._make_room_for_pairs(tallied["count"])
        self.most_places = int(bpe_pairs.enter_tallied_pairs(tallied, self.table, self.pending, self._state))
        self.places = self._room_for_places(end)
        for first in range(0, end - 1, _CELLS_A_TURN):
            last = min(first + _CELLS_A_TURN, end - 1)
            bpe_pairs.write_tallied_places(self.cells, first, last, self.table, self.places)
            yield Progress("Preparing", end + (end + last) // 2, 2 * end, "places")
        self.table["start"] -= self.table["length"]

    def _make_room_for_pairs(self, counts: IntArray) -> None:
        """For those that are frequent enough."""
        pairs = int((counts >= self._state["minimum"]).sum())
        self.table = aligned_zeros(power_of_two(2 * pairs + FIRST_ROOM), bpe_state.PAIR)
        self.pending = np.empty(pairs + FIRST_ROOM, bpe_state.CANDIDATE)

    def _room_for_places(self, cells: int) -> npt.NDArray[np.int32]:
        """What most corpora come to; memory that is never written is never taken, growing means copying."""
        return np.empty(max(2 * cells, int(self._state["places_used"]) + 2 * self.most_places), np.int32)


def refuse_too_large(words: Words, probes: ProbeWords | None) -> None:
    """Places and weights are 32-bit numbers."""
    cells = _cells_needed(words.lengths, words.counts) + (_cells_needed(probes.lengths, None) if probes else 0)
    if cells >= _INT32_END - 2:
        raise TrainingError(
            f"The distinct words of this corpus take {cells:,} places; a training holds 2,147,483,645. Use fewer texts."
        )
    if len(words.counts) and int(words.counts.max()) >= _INT32_END:
        raise TrainingError(
            f"One word occurs {int(words.counts.max()):,} times; a training counts to 2,147,483,647. Use fewer texts, "
            "or weights of 1."
        )


def _cells_needed(lengths: IntArray, counts: IntArray | None) -> int:
    """A cell a symbol and a border a word, for words of at least two symbols that count at all."""
    laid = is_laid_out(lengths, counts)
    return int(lengths[laid].sum() + np.count_nonzero(laid))


def is_laid_out(lengths: IntArray, counts: IntArray | None) -> npt.NDArray[np.bool_]:
    """Words of one symbol have no pairs, words that do not count have no say."""
    return lengths >= 2 if counts is None else (lengths >= 2) & (counts != 0)


def turns(lengths: IntArray) -> Iterator[tuple[int, int]]:
    """Runs of words of about `_CELLS_A_TURN` symbols."""
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if len(ends) else 0
    marks = np.searchsorted(ends, np.arange(_CELLS_A_TURN, total, _CELLS_A_TURN))
    borders = [0, *np.unique(marks[marks > 0]).tolist(), len(lengths)]
    yield from pairwise(borders)


def _probe_weights(probes: ProbeWords) -> tuple[IntArray, IntArray, IntArray]:
    """The weight of each probe word's cells, and the lists of (language, times) for words that need one.

    The weight is -1 - code; the code of a word of one language is 64 times the language plus how often it occurs there,
    that of any other word the number of its list, counted on from there.
    """
    single = ONE_LANGUAGE_TIMES
    rows = np.diff(probes.rows)
    first_row = np.minimum(probes.rows[:-1], max(len(probes.languages) - 1, 0))
    alone = (rows == 1) & (probes.times[first_row] < single)
    code = np.empty(len(rows), np.int64)
    code[alone] = probes.languages[first_row[alone]].astype(np.int64) * single + probes.times[first_row[alone]]
    code[~alone] = len(probes.codes) * single + np.arange(np.count_nonzero(~alone))
    listed = np.repeat(~alone, rows)
    lists = np.stack([probes.languages[listed], probes.times[listed]], 1).astype(np.int32)
    starts = np.concatenate([[0], np.cumsum(rows[~alone])]).astype(np.int64)
    return -1 - code, starts, lists


def power_of_two(number: int) -> int:
    """The least that is not below a number.

    >>> power_of_two(5), power_of_two(8)
    (8, 8)
    """
    return 1 << (number - 1).bit_length()

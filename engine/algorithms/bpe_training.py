"""One run of the byte-pair trainer: the arrays its loops work on, and how they grow.

    BPETraining   lays a corpus out, merges it slice by slice, and can tell how each word is cut at the end
    learn         the events of a whole run

What a merge does stands in `engine/kernels/bpe_train.py`; this file only makes room for it and hands its columns over.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.algorithms.symbol_words import ProbeWords, Words, start_of
from engine.errors import TrainingError
from engine.kernels import bpe_pairs, bpe_state, bpe_train
from engine.kernels.bpe_places import ONE_LANGUAGE_TIMES
from engine.kernels.bpe_state import aligned_zeros, longer
from engine.kernels.bpe_train import TOP
from engine.model import Progress, Start, Steps, Stopped, StopReason
from engine.tie_rules import RULE_NAMES
from engine.vocabulary import IntArray

_SLICE_SECONDS = 0.02
"""What a slice aims at: a window hears of news fifty times a second."""
_FIRST_SLICE_SECONDS = 0.004
"""The first few slices are shorter, so that something is seen at once."""
SLICE_STEPS = 2048
RuleChanges = tuple[tuple[int, str], ...]
"""After how many steps which tie rule decides, in this order: a branch of a run."""
FIRST_ROOM = 4096
"""Rows that growing arrays begin with."""
WINDOW_LIMIT = 100
"""Pairs kept sorted; anything from 50 to 300 is as fast."""
DENSE_BASE = 1024
"""With up to so many base symbols their pairs are counted in a square; it takes 16 MB then."""
_CELLS_A_TURN = 1 << 22
_INT32_END = 1 << 31


class BPETraining:
    """A corpus of distinct words, laid out and merged on demand.

    `tokens` gives the base symbol of each symbol in the words' data, UNMERGED for one that is in no pair; there are `base`
    of them (all are given, if nothing is said).  `minimum` is in the counts of `words`.
    """

    def __init__(
        self,
        words: Words,
        tokens: npt.NDArray[np.int32],
        *,
        minimum: int,
        rule: str,
        base: int | None = None,
        probes: ProbeWords | None = None,
        record: bool = True,
    ) -> None:
        _refuse_too_large(words, probes)
        self._words = words
        self._symbol_tokens = tokens
        self._probe_words = probes
        self._record = record
        base = self._base = len(tokens) if base is None else base
        self._states = np.zeros(1, bpe_state.STATE)
        state = self._state = self._states[0]
        state["base"] = state["tokens"] = state["symbols_used"] = base
        state["symbol_bits"] = max((base - 1).bit_length(), 1)
        state["minimum"] = minimum
        state["rule"] = RULE_NAMES.index(rule)
        state["levels"] = record or state["rule"] != 0
        state["recording"] = record
        state["languages"] = len(probes.codes) if probes else 0
        state["corpus_tokens"] = int((words.counts * words.lengths).sum())
        state["threshold"] = state["bound_count"] = bpe_state.NO_COUNT
        self._budget = 1.0
        self._slices = 0

    def start(self, symbols: tuple[bytes, ...]) -> Start:
        """How things stand before the first step, the base symbols being these."""
        return start_of(symbols, self._words, self._probe_words)

    def follow(self, rule: str) -> None:
        """From the next step on another tie rule decides; a training that records nothing follows one rule only."""
        if RULE_NAMES.index(rule) == self._state["rule"]:
            return
        if not self._record:
            raise ValueError("The pairs that other rules would take are known only where steps are recorded.")
        self._state["rule"] = RULE_NAMES.index(rule)

    # -- laying out ------------------------------------------------------------------------------------------------

    def prepare(self) -> Iterator[Progress]:
        """Lays the corpus out as cells and finds the places of all pairs."""
        words, probes = self._words, self._probe_words
        self._corpus_end = 1 + _cells_needed(words.lengths, words.counts)
        end = self._corpus_end + (_cells_needed(probes.lengths, None) if probes else 0)
        # A border before the first word, and one more cell that may be looked at behind the last.
        self._cells = np.empty(end + 1, bpe_state.CELL)
        self._cells[0] = self._cells[-1] = (bpe_pairs.BORDER, 0)
        yield from self._lay_out_corpus(2 * end)
        lists = self._lay_out_probes()
        yield from self._place_first_pairs(end)
        self._make_room(lists)

    def _lay_out_corpus(self, total: int) -> Iterator[Progress]:
        words = self._words
        cell = 1
        for turn in turns(words.lengths):
            cell = bpe_pairs.lay_out_words(
                words.data, words.starts, words.lengths, words.counts, self._symbol_tokens, turn, cell, self._cells
            )
            yield Progress("Preparing", cell, total, "places")

    def _lay_out_probes(self) -> tuple[IntArray, IntArray]:
        """Behind the corpus; returns the lists that the weights refer to."""
        probes = self._probe_words
        if probes is None:
            return np.zeros(1, np.int64), np.zeros((0, 2), np.int32)
        weights, starts, rows = _probe_weights(probes)
        bpe_pairs.lay_out_words(
            probes.data,
            probes.starts,
            probes.lengths,
            weights,
            self._symbol_tokens,
            (0, len(probes.lengths)),
            self._corpus_end,
            self._cells,
        )
        return starts, rows

    def _place_first_pairs(self, end: int) -> Iterator[Progress]:
        if self._base > DENSE_BASE:
            yield from self._place_many_pairs(end)
            return
        base = self._base
        counts = np.zeros((base, base), np.int64)
        next_place = np.zeros((base, base), np.int64)
        for first in range(0, end - 1, _CELLS_A_TURN):
            # One cell more, the pair across the cut; its left half then starts the next turn.
            last = min(first + _CELLS_A_TURN + 1, end)
            bpe_pairs.count_first_pairs(self._cells, first, last, counts, next_place)
            yield Progress("Preparing", end + first // 2, 2 * end, "places")
        pairs = int((counts >= self._state["minimum"]).sum())
        self._table = aligned_zeros(power_of_two(2 * pairs + FIRST_ROOM), bpe_state.PAIR)
        self._pending = np.empty(pairs + FIRST_ROOM, bpe_state.CANDIDATE)
        self._most_places = int(
            bpe_pairs.enter_first_pairs(counts, next_place, self._table, self._pending, self._state)
        )
        self._places = self._room_for_places(end)
        for first in range(0, end - 1, _CELLS_A_TURN):
            last = min(first + _CELLS_A_TURN, end - 1)
            bpe_pairs.write_first_places(self._cells, first, last, next_place, self._places)
            yield Progress("Preparing", end + (end + last) // 2, 2 * end, "places")

    def _place_many_pairs(self, end: int) -> Iterator[Progress]:
        """As above where a square of all base symbols would be too large: most of their pairs never occur."""
        tallied = aligned_zeros(power_of_two(FIRST_ROOM + 16), bpe_state.PAIR)
        cell = 0
        while cell < end - 1:
            last = min(cell + _CELLS_A_TURN, end - 1)
            cell = int(bpe_pairs.tally_pairs(self._cells, cell, last, tallied, self._state))
            if cell < last:
                tallied = bpe_pairs.rebuilt(tallied, self._state, len(tallied))
            yield Progress("Preparing", end + cell // 2, 2 * end, "places")
        pairs = int((tallied["count"] >= self._state["minimum"]).sum())
        self._table = aligned_zeros(power_of_two(2 * pairs + FIRST_ROOM), bpe_state.PAIR)
        self._pending = np.empty(pairs + FIRST_ROOM, bpe_state.CANDIDATE)
        self._most_places = int(bpe_pairs.enter_tallied_pairs(tallied, self._table, self._pending, self._state))
        self._places = self._room_for_places(end)
        for first in range(0, end - 1, _CELLS_A_TURN):
            last = min(first + _CELLS_A_TURN, end - 1)
            bpe_pairs.write_tallied_places(self._cells, first, last, self._table, self._places)
            yield Progress("Preparing", end + (end + last) // 2, 2 * end, "places")
        self._table["start"] -= self._table["length"]

    # -- room ------------------------------------------------------------------------------------------------------

    def _room_for_places(self, cells: int) -> npt.NDArray[np.int32]:
        """What most corpora come to; memory that is never written is never taken, growing means copying."""
        return np.empty(max(2 * cells, int(self._state["places_used"]) + 2 * self._most_places), np.int32)

    def _make_room(self, probe_lists: tuple[IntArray, IntArray]) -> None:
        base = self._base
        state = self._state
        state["window_limit"] = WINDOW_LIMIT
        self._heap = np.empty(FIRST_ROOM, bpe_state.CANDIDATE)
        self._window = np.empty(2 * WINDOW_LIMIT, bpe_state.CANDIDATE)
        waiting = FIRST_ROOM if state["levels"] else 0
        self._waiting = np.empty(waiting, np.int64)
        self._orders = np.empty((len(RULE_NAMES) - 1, waiting), bpe_state.ORDERED)
        self._sizes = np.zeros(len(RULE_NAMES) - 1, np.int64)
        capacity = base + FIRST_ROOM
        self._lengths = np.ones(capacity, np.int32)
        self._pieces = np.zeros(capacity, bpe_state.PIECE)
        self._pieces["start"][:base] = np.arange(base)
        self._pieces["prefix"][:base] = np.arange(base, dtype=np.uint64) << np.uint64(64 - int(state["symbol_bits"]))
        self._symbols: npt.NDArray[Any] = np.empty(base + 16 * FIRST_ROOM, np.int32)
        self._symbols[:base] = np.arange(base)
        self._left, self._right = (np.zeros(capacity, bpe_state.NEIGHBOUR) for _ in range(2))
        self._left_met, self._right_met = (np.empty(capacity, np.int64) for _ in range(2))
        self._occurrences = np.empty(max(self._most_places, 1), bpe_state.OCCURRENCE)
        languages = int(state["languages"])
        self._probes = bpe_state.ProbeLists(*probe_lists, np.zeros(languages, np.int64), np.empty(languages, np.int64))
        self._columns = empty_columns(SLICE_STEPS, self._record, languages)

    def _grow(self, status: int) -> None:
        """Room for what the step at hand needs."""
        state = self._state
        room = int(state["room"])
        if status == bpe_train.GROW_TABLE:
            self._table = bpe_pairs.rebuilt(self._table, state, room)
        elif status == bpe_train.GROW_PLACES:
            self._places = longer(self._places, len(self._places) * 3 // 2 + 2 * self._most_places)
        elif status == bpe_train.GROW_PENDING:
            self._pending = longer(self._pending, 2 * len(self._pending) + len(self._heap))
        elif status == bpe_train.GROW_HEAP:
            self._heap = longer(self._heap, 2 * len(self._heap))
        elif status == bpe_train.GROW_LEVEL:
            size = 2 * len(self._waiting)
            self._waiting, self._orders = longer(self._waiting, size), longer(self._orders, size)
        elif status == bpe_train.GROW_SYMBOLS:
            self._symbols = longer(self._symbols, 2 * len(self._symbols))
        else:
            self._grow_tokens(2 * len(self._lengths))

    def _grow_tokens(self, size: int) -> None:
        self._lengths = longer(self._lengths, size)
        self._pieces = longer(self._pieces, size)
        self._left_met, self._right_met = (np.empty(size, np.int64) for _ in range(2))
        self._left, self._right = (np.zeros(size, bpe_state.NEIGHBOUR) for _ in range(2))  # zero between two merges

    # -- merging ---------------------------------------------------------------------------------------------------

    @property
    def steps_done(self) -> int:
        """Steps since the training began."""
        return int(self._state["tokens"] - self._state["base"])

    def slice(self, limit: int) -> Steps | None:
        """The next steps, at most `limit`, for about a fiftieth of a second; None: no pair is frequent enough.

        It may be none yet, where a step takes long to prepare.
        """
        began = time.perf_counter()
        first = self.steps_done + 1
        finished = self._merge(min(limit, SLICE_STEPS))
        self._adapt(time.perf_counter() - began)
        done = int(self._state["done"])
        return None if finished and not done else self._steps(first, done)

    def _merge(self, limit: int) -> bool:
        """True when no pair is left."""
        state = self._state
        state["done"] = state["work"] = 0
        while True:
            status = bpe_train.merge_steps(
                limit,
                int(self._budget),
                bpe_state.Corpus(self._cells, self._table, self._places),
                bpe_state.Candidates(self._pending, self._heap, self._window),
                bpe_state.Level(self._waiting, self._orders, self._sizes),
                bpe_state.Tokens(self._lengths, self._pieces, self._symbols),
                bpe_state.Neighbours(self._left, self._right, self._left_met, self._right_met, self._occurrences),
                self._probes,
                self._columns,
                self._states,
            )
            if status in (bpe_train.SLICE_DONE, bpe_train.FINISHED, bpe_train.PAUSED):
                return bool(status == bpe_train.FINISHED)
            self._grow(status)

    def _adapt(self, seconds: float) -> None:
        """The next slice's budget follows from what this one took; a hiccup of the machine changes little."""
        wanted = _SLICE_SECONDS if self._slices > 10 else _FIRST_SLICE_SECONDS
        work = max(int(self._state["work"]), 1)
        fitting = work * wanted / max(seconds, 1e-5)
        self._budget = float(np.clip(fitting, max(self._budget / 2, 1.0), max(2 * self._budget, 20_000)))
        self._slices += 1

    def _steps(self, first: int, done: int) -> Steps:
        columns = self._columns
        parts, counts, corpus_tokens = (column[:done].copy() for column in columns[:3])
        if not self._record:
            return Steps(first, parts, counts, corpus_tokens)
        rows = int(columns.probe_rows[done])
        return Steps(
            first,
            parts,
            counts,
            corpus_tokens,
            tied=columns.tied[:done].copy(),
            choices=columns.choices[:done].copy(),
            candidates=columns.candidates[:done].copy(),
            candidate_counts=columns.candidate_counts[:done].copy(),
            probe_rows=columns.probe_rows[: done + 1].copy(),
            probe_languages=columns.probe_languages[:rows].copy(),
            probe_deltas=columns.probe_deltas[:rows].copy(),
        )

    # -- reading ---------------------------------------------------------------------------------------------------

    def pair_is_left(self) -> bool:
        """Whether any two tokens of the corpus still stand side by side."""
        return bool(bpe_pairs.pair_is_left(self._cells, self._lengths, 1, self._corpus_end))

    def segmentation(self) -> list[IntArray]:
        """The tokens of each word of the corpus as it is cut now."""
        words = self._words
        laid = _is_laid_out(words.lengths, words.counts)
        ids = np.empty(self._corpus_end, np.int32)
        size = bpe_pairs.tokens_between(self._cells, self._lengths, 1, self._corpus_end, ids)
        borders = np.flatnonzero(ids[:size] == bpe_pairs.BORDER)
        unmerged = np.flatnonzero(ids[:size] == bpe_pairs.UNMERGED)
        if len(unmerged):
            symbols = np.concatenate([self._symbols_of(index) for index in np.flatnonzero(laid).tolist()])
            ids[unmerged] = symbols[self._symbol_tokens[symbols] == bpe_pairs.UNMERGED]
        merged = iter(np.split(ids[:size], borders + 1)) if len(borders) else iter(())
        cut: list[IntArray] = []
        for index in range(len(words.starts)):
            if laid[index]:
                cut.append(next(merged)[:-1])
            else:
                symbols = self._symbols_of(index)
                tokens = self._symbol_tokens[symbols]
                cut.append(np.where(tokens == bpe_pairs.UNMERGED, symbols, tokens))
        return cut

    def _symbols_of(self, index: int) -> IntArray:
        start = int(self._words.starts[index])
        return self._words.data[start : start + int(self._words.lengths[index])]


def _refuse_too_large(words: Words, probes: ProbeWords | None) -> None:
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
    laid = _is_laid_out(lengths, counts)
    return int(lengths[laid].sum() + np.count_nonzero(laid))


def _is_laid_out(lengths: IntArray, counts: IntArray | None) -> npt.NDArray[np.bool_]:
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


def empty_columns(steps: int, record: bool, languages: int) -> bpe_state.Columns:
    recorded = steps if record else 0
    rows = max(1 << 16, 2 * languages) if languages else 0
    return bpe_state.Columns(
        np.empty((steps, 2), np.int32),
        np.empty(steps, np.int64),
        np.empty(steps, np.int64),
        np.empty(recorded, np.int32),
        np.empty((recorded, len(RULE_NAMES), 2), np.int32),
        np.empty((recorded, TOP, 2), np.int32),
        np.empty((recorded, TOP), np.int64),
        np.zeros(recorded + 1, np.int64),
        np.empty(rows, np.int32),
        np.empty(rows, np.int32),
    )


def power_of_two(number: int) -> int:
    return 1 << (number - 1).bit_length()


def learn(
    training: BPETraining, limit: int | None, reason: StopReason, rule_changes: RuleChanges = ()
) -> Iterator[Progress | Steps | Stopped]:
    """Lays the corpus out, and learns up to `limit` steps; `reason` says what the limit comes from."""
    yield from training.prepare()
    for stage, rule in _stages(limit, rule_changes):
        for steps in run(training, stage):
            if len(steps):
                yield steps
            yield Progress("Merging", training.steps_done, limit or 0, "steps")
        if rule is not None:
            training.follow(rule)
    if limit is None or training.steps_done < limit:
        reason = "min-frequency" if training.pair_is_left() else "exhausted"
    yield Stopped(reason)


def _stages(limit: int | None, rule_changes: RuleChanges) -> Iterator[tuple[int | None, str | None]]:
    """Steps up to which one rule decides, and the rule after them; the last stage ends at the limit."""
    for step, rule in rule_changes:
        if limit is None or step < limit:
            yield step, rule
    yield limit, None


def replay(training: BPETraining, step: int) -> list[IntArray]:
    """How each word is cut after that many steps."""
    for _ in training.prepare():
        pass
    for _ in run(training, step):
        pass
    return training.segmentation()


def run(training: BPETraining, limit: int | None) -> Iterator[Steps]:
    """Slices until `limit` steps are done or no pair is frequent enough."""
    while limit is None or training.steps_done < limit:
        steps = training.slice(SLICE_STEPS if limit is None else limit - training.steps_done)
        if steps is None:
            return
        yield steps

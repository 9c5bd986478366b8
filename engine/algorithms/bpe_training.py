"""One run of the byte-pair trainer: the arrays its loops work on, and how they grow.

    BPETraining   merges a corpus that is laid out (see bpe_layout.py) slice by slice, and can tell how each word is cut
    learn         the events of a whole run

What a merge does stands in `engine/kernels/bpe_train.py`; this file only makes room for it and hands its columns over.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.algorithms import bpe_layout
from engine.algorithms.bpe_layout import Layout, is_laid_out, refuse_too_large
from engine.algorithms.symbol_words import ProbeWords, Words, start_of
from engine.kernels import bpe_pairs, bpe_state, bpe_train
from engine.kernels.bpe_state import longer
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
WINDOW_LIMIT = 100
"""Pairs kept sorted; anything from 50 to 300 is as fast."""


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
        refuse_too_large(words, probes)
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

    # -- room ------------------------------------------------------------------------------------------------------

    def prepare(self) -> Iterator[Progress]:
        """Lays the corpus out as cells and finds the places of all pairs."""
        layout = Layout(self._words, self._symbol_tokens, self._base, self._probe_words, self._state)
        yield from layout.prepare()
        self._cells, self._corpus_end = layout.cells, layout.corpus_end
        self._table, self._places = layout.table, layout.places
        self._pending, self._most_places = layout.pending, layout.most_places
        self._make_room(layout.probe_lists)

    def _make_room(self, probe_lists: tuple[IntArray, IntArray]) -> None:
        base = self._base
        state = self._state
        state["window_limit"] = WINDOW_LIMIT
        self._heap = np.empty(bpe_layout.FIRST_ROOM, bpe_state.CANDIDATE)
        self._window = np.empty(2 * WINDOW_LIMIT, bpe_state.CANDIDATE)
        waiting = bpe_layout.FIRST_ROOM if state["levels"] else 0
        self._waiting = np.empty(waiting, np.int64)
        self._orders = np.empty((len(RULE_NAMES) - 1, waiting), bpe_state.ORDERED)
        self._sizes = np.zeros(len(RULE_NAMES) - 1, np.int64)
        capacity = base + bpe_layout.FIRST_ROOM
        self._lengths = np.ones(capacity, np.int32)
        self._pieces = np.zeros(capacity, bpe_state.PIECE)
        self._pieces["start"][:base] = np.arange(base)
        self._pieces["prefix"][:base] = np.arange(base, dtype=np.uint64) << np.uint64(64 - int(state["symbol_bits"]))
        self._symbols: npt.NDArray[Any] = np.empty(base + 16 * bpe_layout.FIRST_ROOM, np.int32)
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
        laid = is_laid_out(words.lengths, words.counts)
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


def empty_columns(steps: int, record: bool, languages: int) -> bpe_state.Columns:
    """Room for what a slice of so many steps says; of what nobody records, and of languages without any, none."""
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

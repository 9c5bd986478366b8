"""One run of the WordPiece trainer: byte-pair training's cells and places, with another choice of what is merged.

What a merge does stands in `engine/kernels/wordpiece_train.py`; this file only makes room for it.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np

from engine.algorithms import bpe_layout, bpe_training
from engine.algorithms.bpe_training import BPETraining
from engine.algorithms.symbol_words import ProbeWords, Words
from engine.algorithms.wordpiece_alphabet import WordPieceAlphabet
from engine.kernels import bpe_pairs, bpe_state, bpe_train, wordpiece_state, wordpiece_texts, wordpiece_train
from engine.kernels.bpe_state import longer
from engine.kernels.bpe_train import TOP
from engine.model import Steps
from engine.tie_rules import RULE_NAMES
from engine.vocabulary import IntArray


class WordPieceTraining(BPETraining):
    """A corpus of distinct words, laid out and merged on demand.

    `by_score` chooses the pair with the highest score, else the most frequent one; `guarded` looks out for pairs that would
    give two tokens one text.
    """

    def __init__(
        self,
        alphabet: WordPieceAlphabet,
        words: Words,
        *,
        minimum: int,
        rule: str,
        by_score: bool,
        guarded: bool,
        probes: ProbeWords | None = None,
        record: bool = True,
    ) -> None:
        base = len(alphabet.texts)
        tokens = np.arange(base, dtype=np.int32)
        tokens[0] = bpe_pairs.UNMERGED
        super().__init__(
            words,
            tokens,
            base=base,
            minimum=minimum,
            rule=rule,
            probes=probes,
            record=record,
        )
        self._alphabet = alphabet
        self._all_limits = np.zeros(1, wordpiece_state.LIMITS)
        limits = self._limits = self._all_limits[0]
        limits["by_score"] = by_score
        limits["follows_counts"] = by_score and record
        limits["first_rule"] = 0 if record else RULE_NAMES.index(rule)
        limits["last_rule"] = len(RULE_NAMES) - 1 if record else RULE_NAMES.index(rule)
        limits["mark_length"] = len(alphabet.continuation)
        limits["guarded"] = guarded

    # -- room ------------------------------------------------------------------------------------------------------

    def _make_room(self, probe_lists: tuple[IntArray, IntArray]) -> None:
        base = self._base
        languages = int(self._state["languages"])
        capacity = base + bpe_layout.FIRST_ROOM
        self._pending = self._pending[:0]  # a heap of counts is of no use here
        self._lengths = np.ones(capacity, np.int32)
        self._counts = np.zeros(capacity, np.int64)
        self._counts[:base] = self._alphabet.counts
        self._make_texts(capacity)
        self._neighbours = _empty_neighbours(capacity, self._most_places)
        self._best = _empty_bests(capacity)
        self._by_left, self._by_right = (np.empty(capacity, np.int32) for _ in range(2))
        self._probes = bpe_state.ProbeLists(*probe_lists, np.zeros(languages, np.int64), np.empty(languages, np.int64))
        self._columns = bpe_training.empty_columns(bpe_training.SLICE_STEPS, self._record, languages)
        self._more = _more_columns(bpe_training.SLICE_STEPS, self._record)
        self._watch_symbols()
        self._list_pairs()

    def _make_texts(self, capacity: int) -> None:
        """The texts of the base symbols, as ranks among all characters that occur; the continuation mark stands first."""
        alphabet, limits = self._alphabet, self._limits
        mark = alphabet.continuation
        ranks = {character: n for n, character in enumerate(sorted({*mark, *"".join(alphabet.texts)}), 1)}
        limits["bits"] = len(ranks).bit_length()
        lengths = np.array([len(text) for text in alphabet.texts])
        start = len(mark)
        end = limits["characters_used"] = start + int(lengths.sum())
        self._characters = np.empty(end + 16 * bpe_layout.FIRST_ROOM, np.int32)
        self._characters[:end] = [ranks[character] for text in (mark, *alphabet.texts) for character in text]
        self._texts = np.zeros(capacity, wordpiece_state.TEXT)
        self._known = np.zeros(2 * bpe_layout.power_of_two(capacity), np.int32)
        for symbol, text in enumerate(alphabet.texts):
            self._texts[symbol]["start"], self._texts[symbol]["length"] = start, len(text)
            self._texts[symbol]["mark"] = alphabet.marks[symbol]
            start += len(text)
            wordpiece_texts.describe_text(symbol, self._texts, self._characters, limits)
            wordpiece_texts.know_text(symbol, self._texts, self._known)

    def _watch_symbols(self) -> None:
        """Word-initial characters that the continuation mark begins with: their pairs may read like a continuation."""
        for symbol, text in enumerate(self._alphabet.texts):
            if symbol and text == self._alphabet.continuation[0]:
                self._best.watched[0] = symbol
                self._limits["watched_size"] = 1

    def _list_pairs(self) -> None:
        self._next_left, self._next_right = (np.empty(len(self._table), np.int32) for _ in range(2))
        wordpiece_train.list_pairs(self._table, self._lists, self._best, self._state, self._limits)

    @property
    def _lists(self) -> wordpiece_state.Lists:
        return wordpiece_state.Lists(self._by_left, self._by_right, self._next_left, self._next_right)

    @property
    def _run(self) -> wordpiece_state.Run:
        return wordpiece_state.Run(
            bpe_state.Corpus(self._cells, self._table, self._places),
            self._lists,
            self._best,
            wordpiece_state.Texts(self._texts, self._characters, self._known),
            self._lengths,
            self._counts,
        )

    def _grow(self, status: int) -> None:
        """Room for what the step at hand needs."""
        if status == bpe_train.GROW_TABLE:
            self._table = bpe_pairs.rebuilt(self._table, self._state, int(self._state["room"]))
            self._list_pairs()
        elif status == bpe_train.GROW_PLACES:
            self._places = longer(self._places, len(self._places) * 3 // 2 + 2 * self._most_places)
        elif status == bpe_train.GROW_SYMBOLS:
            self._characters = longer(self._characters, 2 * len(self._characters))
        else:
            self._grow_tokens(2 * len(self._lengths))

    def _grow_tokens(self, size: int) -> None:
        self._lengths, self._counts = longer(self._lengths, size), longer(self._counts, size)
        self._texts = longer(self._texts, size)
        self._by_left, self._by_right = longer(self._by_left, size), longer(self._by_right, size)
        self._neighbours = _empty_neighbours(size, self._most_places)
        self._best = _longer_bests(self._best, size)
        self._known = np.zeros(2 * bpe_layout.power_of_two(size), np.int32)
        for token in range(int(self._state["tokens"]) if self._limits["guarded"] else 0):
            wordpiece_texts.know_text(token, self._texts, self._known)

    # -- merging ---------------------------------------------------------------------------------------------------

    def follow(self, rule: str) -> None:
        """From the next step on another tie rule decides, also between pairs that plain count would take."""
        super().follow(rule)
        self._list_pairs()

    def _merge(self, limit: int) -> bool:
        """True when no pair is left."""
        state = self._state
        state["done"] = state["work"] = 0
        while True:
            status = wordpiece_train.merge_steps(
                limit,
                int(self._budget),
                self._run,
                self._neighbours,
                self._probes,
                self._columns,
                self._more,
                self._states,
                self._all_limits,
            )
            if status in (bpe_train.SLICE_DONE, bpe_train.FINISHED):
                return bool(status == bpe_train.FINISHED)
            self._grow(status)

    def _steps(self, first: int, done: int) -> Steps:
        steps = super()._steps(first, done)
        if not self._record:
            return steps
        more = self._more
        return replace(
            steps,
            scores=more.scores[:done].copy(),
            part_counts=more.part_counts[:done].copy(),
            candidate_scores=more.candidate_scores[:done].copy(),
            frequent=more.frequent[:done].copy(),
            frequent_counts=more.frequent_counts[:done].copy(),
        )

    # -- reading ---------------------------------------------------------------------------------------------------

    def pair_is_left(self) -> bool:
        """Whether any two tokens still stand side by side that may be merged at all."""
        if not self._limits["guarded"]:
            return super().pair_is_left()
        ids = np.empty(self._corpus_end, np.int32)
        size = bpe_pairs.tokens_between(self._cells, self._lengths, 1, self._corpus_end, ids)
        met = {(left, right) for left, right in pairwise(ids[:size].tolist()) if left >= 0 and right >= 0}
        texts = self._texts, self._characters, self._known
        return not all(wordpiece_texts.is_taken(bpe_state.key_of(*pair), *texts) for pair in met)


def _empty_neighbours(tokens: int, places: int) -> bpe_state.Neighbours:
    return bpe_state.Neighbours(
        np.zeros(tokens, bpe_state.NEIGHBOUR),
        np.zeros(tokens, bpe_state.NEIGHBOUR),
        np.empty(tokens, np.int64),
        np.empty(tokens, np.int64),
        np.empty(max(places, 1), bpe_state.OCCURRENCE),
    )


def _empty_bests(tokens: int) -> wordpiece_state.Bests:
    groups = tokens // wordpiece_state.GROUP + 1
    return wordpiece_state.Bests(
        np.full(tokens, -1.0),
        np.zeros(tokens, wordpiece_state.BEST),
        np.full((len(RULE_NAMES), tokens), -1, np.int32),
        np.full(groups, -1.0),
        np.zeros(groups, np.int64),
        np.full((len(RULE_NAMES), groups), -1, np.int32),
        np.zeros(groups, np.int64),
        np.zeros(groups, np.uint8),
        np.empty(groups, np.int64),
        np.empty(tokens, np.int64),
        np.empty(tokens, np.int64),
    )


def _longer_bests(best: wordpiece_state.Bests, size: int) -> wordpiece_state.Bests:
    groups = size // wordpiece_state.GROUP + 1
    return wordpiece_state.Bests(
        longer(best.measures, size),
        longer(best.bests, size),
        longer(best.champions, size),
        longer(best.group_measures, groups),
        longer(best.group_tied, groups),
        longer(best.group_champions, groups),
        longer(best.group_counts, groups),
        np.concatenate([best.group_is_stale, np.zeros(groups - len(best.group_is_stale), np.uint8)]),
        longer(best.stale_groups, groups),
        longer(best.stale, size),
        longer(best.watched, size),
    )


def _more_columns(steps: int, record: bool) -> wordpiece_state.WordPieceColumns:
    recorded = steps if record else 0
    return wordpiece_state.WordPieceColumns(
        np.empty(recorded, np.float64),
        np.empty((recorded, 2), np.int64),
        np.empty((recorded, TOP), np.float64),
        np.empty((recorded, 2), np.int32),
        np.empty(recorded, np.int64),
        np.full(len(RULE_NAMES), -1, np.int64),
        np.empty(TOP, np.int64),
        np.empty(TOP, np.int64),
        np.empty(TOP, np.float64),
    )

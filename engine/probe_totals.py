"""Tokens of the languages that are cut along with a training, at every position: one checkpoint and a few short rows."""

from __future__ import annotations

import numpy as np

from engine.columns import Column
from engine.model import Probes, Steps
from engine.vocabulary import IntArray

_CHECKPOINT = 256
"""Totals are kept every so many steps; a position is one of them and at most that many short rows."""


class ProbeTotals:
    """How many tokens each language has after each step; `before` are those before the first."""

    def __init__(self, probes: Probes, before: IntArray) -> None:
        self.codes = probes.codes
        self._rows = Column(np.zeros(1, np.int64))
        self._languages = Column(np.empty(0, np.int32))
        self._deltas = Column(np.empty(0, np.int32))
        self._totals = [before]

    def append(self, steps: Steps) -> None:
        """Take in what these steps took from each language."""
        self._rows.extend(self._rows.rows[-1] + steps.probe_rows[1:])
        self._languages.extend(steps.probe_languages)
        self._deltas.extend(steps.probe_deltas)
        while len(self._totals) * _CHECKPOINT <= len(self):
            start = (len(self._totals) - 1) * _CHECKPOINT
            self._totals.append(self._totals[-1] - self._lost(start, start + _CHECKPOINT))

    def __len__(self) -> int:
        """Steps taken in."""
        return len(self._rows.rows) - 1

    def _lost(self, start: int, stop: int) -> IntArray:
        """Tokens that each language lost in the steps after position `start`, up to position `stop`."""
        rows = slice(self._rows.rows[start], self._rows.rows[stop])
        lost = np.bincount(self._languages.rows[rows], self._deltas.rows[rows], len(self.codes))
        return lost.astype(np.int64)

    def at(self, step: int) -> IntArray:
        """(languages,) tokens of each language at a position."""
        checkpoint = min(step // _CHECKPOINT, len(self._totals) - 1)
        return self._totals[checkpoint] - self._lost(checkpoint * _CHECKPOINT, step)

    def series(self, code: str) -> IntArray:
        """(n + 1,) tokens of one language at every position."""
        language = self.codes.index(code)
        rows = np.flatnonzero(self._languages.rows == language)
        step_of_row = np.searchsorted(self._rows.rows, rows, "right")
        lost = np.bincount(step_of_row, self._deltas.rows[rows], len(self) + 1)
        return (int(self._totals[0][language]) - np.cumsum(lost)).astype(np.int64)

"""RunColumn: what the parallel text costs the run, at the step that the timeline shows.

While the timeline moves, tokens are known at once: the training cuts the declaration along.  Where it rests, the languages
are counted like those of any tokenizer, and then everything is known.  Another parallel text is counted only there.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.state.languages.run_intervals import RunIntervals
from engine.algorithms.bpe import BPETrainer
from engine.cells import Cell, Refusal
from engine.history import TrainingHistory
from engine.metrics import Metric, Sums
from engine.parallel import ParallelText, udhr
from engine.tokenizer import PipelineTokenizer

_PAGES = ("page_tokens", "window_pages", "page_price")
KNOWN_WHILE_MOVING = ("premium", "tokens", "bytes_per_token", "characters_per_token", *_PAGES)
"""Measures that need no more than the tokens."""


class RunColumn(QObject):
    """`changed` when the counts of a step where the timeline rests have come."""

    changed = Signal()
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.history: TrainingHistory | None = None
        self.position = 0
        self.title = self.tr("This run")
        self._parallel: ParallelText = udhr()
        self._totals: dict[str, int] = {}
        self._sizes: dict[str, tuple[int, int]] = {}
        self._made: tuple[TrainingHistory, int, PipelineTokenizer] | None = None
        self._counted = RunIntervals(self)
        self._counted.changed.connect(self.changed)
        self._counted.failed.connect(self.failed)

    # -- changes -----------------------------------------------------------------------------------------------------

    def show_run(self, history: TrainingHistory | None, position: int, title: str) -> None:
        """Another run, or another step of it; None for no run."""
        if history is not None and history.start is None:
            history = None
        self.history, self.title = history, title
        self.position = max(0, min(position, len(history))) if history is not None else 0
        self._read_totals()

    def show_text(self, parallel: ParallelText) -> None:
        self._parallel = parallel
        self._sizes = {}
        self._read_totals()

    def ask(self, languages: Sequence[str], reference: str) -> None:
        """Count these languages as soon as the timeline rests."""
        self._counted.ask(self.history, self.position, self._parallel, languages, reference)

    def close(self) -> None:
        self._counted.close()

    def _read_totals(self) -> None:
        self._totals = {}
        history = self.history
        if history is not None and history.probes is not None and self._parallel is udhr():
            totals = history.probe_tokens_at(self.position).tolist()
            self._totals = dict(zip(history.probes.codes, totals, strict=True))

    def tokenizer(self) -> PipelineTokenizer | None:
        """As it is at this step: the same object until the timeline moves."""
        history = self.history
        if history is None:
            return None
        if self._made is None or self._made[:2] != (history, self.position):
            self._made = history, self.position, history.tokenizer_at(self.position)
        return self._made[2]

    # -- what is known -----------------------------------------------------------------------------------------------

    def known_languages(self) -> set[str]:
        """Codes whose tokens are known while the timeline moves."""
        return set(self._totals)

    def cell(self, language: str) -> Cell | Refusal | None:
        """The counts at this step; None while the timeline moves."""
        return self._counted.of(language)

    def doubt(self, language: str, measure: str) -> str:
        """Why the measure would mislead, or why there is none, from the last counts of this run."""
        refusal = self.refusal(language)
        if refusal is not None:
            return refusal.reason
        cell = self._known(language)
        return cell.doubt(measure) if isinstance(cell, Cell) else ""

    def refusal(self, language: str) -> Refusal | None:
        """Why the run cannot write the language at all, where it cannot: its tokens are then no cost."""
        cell = self._known(language)
        return cell if isinstance(cell, Refusal) else None

    def _known(self, language: str) -> Cell | Refusal | None:
        """The counts at this step; else the last ones of this run."""
        return self._counted.of(language) or self._counted.last(language)

    def value(self, language: str, reference: str, metric: Metric) -> float | None:
        """The measure; None while it is not known."""
        if self.refusal(language) is not None:
            return None
        cell = self.cell(language)
        if isinstance(cell, Cell):
            return metric.value(cell.sums)
        sums = self._sums(language, reference)
        return metric.value(sums) if sums is not None and metric.name in KNOWN_WHILE_MOVING else None

    def is_known(self, language: str, reference: str, metric: Metric) -> bool:
        """Whether the value (perhaps none) is known."""
        moving = metric.name in KNOWN_WHILE_MOVING and self._sums(language, reference) is not None
        return moving or self.cell(language) is not None or self.refusal(language) is not None

    def _sums(self, language: str, reference: str) -> Sums | None:
        """What the training's own totals tell; nothing of a run that may have unknown text before that is looked at."""
        tokens, reference_tokens = self._totals.get(language), self._totals.get(reference)
        if tokens is None or reference_tokens is None:
            return None
        if not self._is_lossless and self._counted.last(language) is None:
            return None
        size, characters = self._size(language)
        return Sums(
            tokens=tokens,
            reference_tokens=reference_tokens,
            bytes=size,
            characters=characters,
            words=None,
            unknown_characters=0,
            clusters=0,
            clusters_cut=0,
            reference_characters=self._size(reference)[1],
        )

    @property
    def _is_lossless(self) -> bool:
        recipe = self.history.recipe if self.history is not None else None
        return recipe is not None and isinstance(recipe.trainer, BPETrainer) and not recipe.normalizer.names

    def _size(self, language: str) -> tuple[int, int]:
        """Bytes and characters of a language's units."""
        if language not in self._sizes:
            text = "".join(self._parallel.units(language))
            self._sizes[language] = len(text.encode("utf-8", "replace")), len(text)
        return self._sizes[language]

    # -- over all steps ----------------------------------------------------------------------------------------------

    def premium_series(self, language: str, reference: str) -> np.ndarray | None:
        """Premium at every position, row 0 before the first step; None where the run lacks the language."""
        history = self.history
        if history is None or not len(history) or not {language, reference} <= self._totals.keys():
            return None
        return history.premium_series(language, reference)

    def _is_fair(self, language: str) -> bool:
        """Whether tokens of the training are a cost: not where characters are unknown, nor before that is counted."""
        if self._is_lossless:
            return True
        return self._counted.last(language) is not None and not self.doubt(language, "premium")

    def premiums_at_end(self, languages: Sequence[str], reference: str) -> list[tuple[str, float]]:
        """(language, premium) after the last step, without the reference and without languages that only look cheap
        because they are unknown."""
        history = self.history
        if history is None or history.probes is None or reference not in self._totals:
            return []
        totals = dict(zip(history.probes.codes, history.probe_tokens_at(len(history)).tolist(), strict=True))
        shown = [code for code in languages if code in totals and code != reference and self._is_fair(code)]
        return [(code, totals[code] / totals[reference]) for code in shown]

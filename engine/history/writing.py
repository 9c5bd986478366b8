"""WrittenLanguages: which of the languages along a training can be written with its base symbols.

Where a character has no symbol its tokens stand for whatever it is, and no merge saves anything that could be compared.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from engine.algorithms.bpe import BPETrainer
from engine.model import Probes, Start
from engine.recipe import Recipe

UNKNOWN_AT_MOST = 0.02
"""The share of characters without a symbol from which on a language is left out, as in a comparison."""


def alphabet_of(recipe: Recipe, start: Start) -> frozenset[str] | None:
    """The characters that have a symbol; None where every text can be written."""
    trainer = recipe.trainer
    if isinstance(trainer, BPETrainer) or getattr(trainer, "byte_fallback", False):
        return None
    mark = getattr(trainer, "continuation", "")
    symbols = (symbol.decode("utf-8", "replace") for symbol in start.symbols)
    characters = (symbol if len(symbol) == 1 else symbol.removeprefix(mark) for symbol in symbols)
    return frozenset(character for character in characters if len(character) == 1)


class WrittenLanguages:
    """Looks at a language when it is asked for the first time, about a millisecond each."""

    def __init__(self, probes: Probes, alphabet: frozenset[str] | None) -> None:
        self._probes = probes
        self._alphabet = alphabet
        self._shares: dict[int, float] = {}

    def writes(self, language: int) -> bool:
        """Whether next to nothing of a language (its place among the codes) is unknown."""
        return self.unknown_share(language) <= UNKNOWN_AT_MOST

    def unknown_share(self, language: int) -> float:
        """The share of its characters that have no symbol."""
        if self._alphabet is None:
            return 0.0
        if language not in self._shares:
            counts = self._characters(language)
            unknown = sum(count for character, count in counts.items() if character not in self._alphabet)
            self._shares[language] = unknown / max(1, counts.total())
        return self._shares[language]

    def _characters(self, language: int) -> Counter[str]:
        """How often each character occurs."""
        probes = self._probes
        at = np.flatnonzero(probes.languages == language)
        words = np.searchsorted(probes.rows, at, "right") - 1
        counts: Counter[str] = Counter()
        for word, times in zip(words.tolist(), probes.times[at].tolist(), strict=True):
            start = int(probes.starts[word])
            text = probes.data[start : start + int(probes.lengths[word])].tobytes().decode("utf-8", "replace")
            for character in text:
                counts[character] += times
        return counts

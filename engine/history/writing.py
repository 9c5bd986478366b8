"""WrittenLanguages: which of the languages along a training can be written with its base symbols.

Where a character has no symbol its tokens stand for whatever it is, and no merge saves anything that could be compared.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.algorithms.bpe import BPETrainer
from engine.model import Probes, Start
from engine.recipe import Recipe
from engine.round_trip import UNKNOWN_LIMIT
from engine.unicode import code_points
from engine.vocabulary import IntArray


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
    """Looks at a language when it is asked for the first time, some tenths of a millisecond each."""

    def __init__(self, probes: Probes, alphabet: frozenset[str] | None) -> None:
        self._probes = probes
        self._writes_all = alphabet is None
        self._code_points = np.array([ord(character) for character in alphabet or ()], np.uint32)
        self._shares: dict[int, float] = {}

    def writes(self, language: int) -> bool:
        """Whether next to nothing of a language (its place among the codes) is unknown."""
        return self.unknown_share(language) <= UNKNOWN_LIMIT

    def unknown_share(self, language: int) -> float:
        """The share of its characters that have no symbol."""
        if self._writes_all:
            return 0.0
        if language not in self._shares:
            characters, times = self._characters(language)
            unknown = times[~np.isin(characters, self._code_points)]
            self._shares[language] = int(unknown.sum()) / max(1, int(times.sum()))
        return self._shares[language]

    def _characters(self, language: int) -> tuple[npt.NDArray[np.uint32], IntArray]:
        """The code points of its words, and how often each of them occurs."""
        probes = self._probes
        at = np.flatnonzero(probes.languages == language)
        words = np.searchsorted(probes.rows, at, "right") - 1
        lengths = probes.lengths[words].astype(np.int64)
        ends = np.cumsum(lengths)
        places = np.repeat(probes.starts[words] - (ends - lengths), lengths) + np.arange(int(lengths.sum()))
        joined = probes.data[places]
        is_lead = (joined & 0xC0) != 0x80
        return code_points(joined.tobytes().decode()), np.repeat(probes.times[at], lengths)[is_lead]

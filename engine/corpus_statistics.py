"""What a corpus is made of, told from its distinct pre-tokens: no second reading."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.model import WordCounts
from engine.unicode import script_names, script_table

PreToken = bytes
_SHOWN = 50
_NO_SCRIPTS = ("Common", "Inherited", "Unknown")


@dataclass(frozen=True, slots=True)
class CorpusStatistics:
    """Sums over a corpus, each source counted as often as its weight says.

    words          runs without white space that hold a letter or a digit, inside pre-tokens
    scripts        script -> share of the characters that have one (blanks and punctuation have none), the largest first
    most_frequent  pre-tokens and how often they occur, the most frequent first (equal ones in the order of appearance)
    """

    bytes: int
    characters: int
    words: int
    pre_tokens: int
    distinct: int
    scripts: dict[str, float]
    most_frequent: tuple[tuple[PreToken, float], ...]


def statistics(words: WordCounts, shown: int = _SHOWN) -> CorpusStatistics:
    """The statistics of the corpus that these words were counted in."""
    characters, scripts = _characters(words)
    return CorpusStatistics(
        int((words.counts * words.lengths).sum()) // words.scale,
        characters,
        _words(words),
        int(words.counts.sum()) // words.scale,
        len(words),
        scripts,
        _most_frequent(words, shown),
    )


def _characters(words: WordCounts) -> tuple[int, dict[str, float]]:
    """How many characters there are, and the share of each script."""
    if not len(words):
        return 0, {}
    lengths = words.lengths.astype(np.int64)
    ends = np.cumsum(lengths)
    joined = words.data[np.repeat(words.starts - (ends - lengths), lengths) + np.arange(ends[-1])]
    code_points = np.frombuffer(joined.tobytes().decode().encode("utf-32-le"), np.uint32)
    times = np.repeat(words.counts, lengths)[(joined & 0xC0) != 0x80]
    sums = np.bincount(script_table()[code_points], times.astype(np.float64), len(script_names()))
    sums[[script_names().index(name) for name in _NO_SCRIPTS]] = 0
    total = float(sums.sum()) or 1.0
    order = np.argsort(-sums, kind="stable")
    shares = {script_names()[index]: float(sums[index]) / total for index in order if sums[index]}
    return int(times.sum()) // words.scale, shares


def _words(words: WordCounts) -> int:
    total = 0
    for index, count in enumerate(words.counts.tolist()):
        parts = words.word(index).decode().split()
        total += count * sum(any(map(str.isalnum, part)) for part in parts)
    return total // words.scale


def _most_frequent(words: WordCounts, shown: int) -> tuple[tuple[PreToken, float], ...]:
    order = np.argsort(-words.counts, kind="stable")[:shown]
    return tuple((words.word(int(index)), float(words.counts[index]) / words.scale) for index in order)

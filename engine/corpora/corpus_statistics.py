"""What a corpus is made of, told from its distinct pre-tokens: no second reading.

Many distinct pre-tokens are looked at in turns: what spells them out as code points holds the GIL, and the window waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.alignment import offsets_of
from engine.model import WordCounts
from engine.unicode import LETTER, NO_SCRIPTS, NUMBER, SPACE, class_table, code_points, script_names, script_table
from engine.vocabulary import ByteArray, IntArray

PreToken = bytes
_SHOWN = 50
_RANKS = 200
"""At so many ranks a curve on a logarithmic axis looks like one at all."""
_TURN = 1 << 16
"""Bytes of pre-tokens that are looked at in one go, about a millisecond."""


@dataclass(frozen=True, slots=True)
class CorpusStatistics:
    """Sums over a corpus, each source counted as often as its weight says.

    bytes          of the text as it was read, whatever a pipeline drops of it
    characters     in the pre-tokens, as the normalizer leaves them
    words          runs without white space that hold a letter or a digit, inside pre-tokens
    scripts        script -> share of the characters that have one (blanks and punctuation have none), the largest first
    most_frequent  pre-tokens and how often they occur, the most frequent first (equal ones in the order of appearance)
    frequencies    (rank, how often the pre-token of that rank occurs), some ranks of all, closer at the first ones
    """

    bytes: int
    characters: int
    words: int
    pre_tokens: int
    distinct: int
    scripts: dict[str, float]
    most_frequent: tuple[tuple[PreToken, float], ...]
    frequencies: tuple[tuple[int, float], ...] = ()

    @property
    def zipf_exponent(self) -> float:
        """The `s` of the line through the frequencies where both axes are logarithmic: frequency ~ 1 / rank^s; nan for fewer
        than two ranks.  Zipf's law says about 1."""
        if len(self.frequencies) < 2:
            return float("nan")
        ranks, counts = np.log(np.array(self.frequencies).T)
        return -float(np.polyfit(ranks, counts, 1)[0])


def statistics(words: WordCounts, shown: int = _SHOWN) -> CorpusStatistics:
    """The statistics of the corpus that these words were counted in."""
    characters = runs = 0
    script_sums = np.zeros(len(script_names()))
    for part in _parts(words):
        characters += int(part.times.sum())
        runs += _words(part)
        script_sums += _script_sums(part)
    return CorpusStatistics(
        words.weighted_bytes // words.scale,
        characters // words.scale,
        runs // words.scale,
        int(words.counts.sum()) // words.scale,
        len(words),
        _shares(script_sums),
        _most_frequent(words, shown),
        _frequencies(words),
    )


@dataclass(frozen=True, eq=False, slots=True)
class _Characters:
    """The code points of some distinct pre-tokens, with how often each counts; `begins` says that a pre-token starts."""

    code_points: npt.NDArray[np.uint32]
    times: IntArray
    begins: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, data: ByteArray, starts: IntArray, lengths: IntArray, counts: IntArray) -> _Characters:
        offsets = offsets_of(lengths)
        size = int(offsets[-1])
        joined = data[np.repeat(starts - offsets[:-1], lengths) + np.arange(size)]
        is_lead = (joined & 0xC0) != 0x80
        begins = np.zeros(size, np.bool_)
        begins[offsets[:-1][lengths > 0]] = True
        return cls(code_points(joined.tobytes().decode()), np.repeat(counts, lengths)[is_lead], begins[is_lead])


def _parts(words: WordCounts) -> Iterator[_Characters]:
    """All distinct pre-tokens, about `_TURN` bytes at a time."""
    ends = np.cumsum(words.lengths)
    first = 0
    while first < len(words):
        before = int(ends[first - 1]) if first else 0
        last = max(int(np.searchsorted(ends, before + _TURN, "right")), first + 1)
        turn = slice(first, last)
        yield _Characters.of(words.data, words.starts[turn], words.lengths[turn], words.counts[turn])
        first = last


def _script_sums(characters: _Characters) -> npt.NDArray[np.float64]:
    """How many characters each script has."""
    weights = characters.times.astype(np.float64)
    return np.asarray(np.bincount(script_table()[characters.code_points], weights, len(script_names())), np.float64)


def _shares(script_sums: npt.NDArray[np.float64]) -> dict[str, float]:
    """The share of each script."""
    sums = script_sums.copy()
    sums[[script_names().index(name) for name in NO_SCRIPTS]] = 0
    total = float(sums.sum()) or 1.0
    order = np.argsort(-sums, kind="stable")
    return {script_names()[index]: float(sums[index]) / total for index in order if sums[index]}


def _words(characters: _Characters) -> int:
    """How often a run without white space that holds a letter or a digit occurs."""
    classes = class_table()[characters.code_points]
    is_text = (classes & SPACE) == 0
    behind_text = np.concatenate([[False], is_text[:-1]]) & ~characters.begins
    starts = np.flatnonzero(is_text & ~behind_text)
    if not len(starts):
        return 0
    holds = np.add.reduceat(((classes & (LETTER | NUMBER)) != 0) & is_text, starts, dtype=np.int64) > 0
    return int(characters.times[starts][holds].sum())


def _most_frequent(words: WordCounts, shown: int) -> tuple[tuple[PreToken, float], ...]:
    order = np.argsort(-words.counts, kind="stable")[:shown]
    return tuple((words.word(int(index)), float(words.counts[index]) / words.scale) for index in order)


def _frequencies(words: WordCounts) -> tuple[tuple[int, float], ...]:
    """The counts at ranks that are equally far apart on a logarithmic axis; words that do not count have no rank."""
    counts = np.sort(words.counts[words.counts > 0])[::-1]
    if not len(counts):
        return ()
    ranks = np.unique(np.geomspace(1, len(counts), _RANKS).round().astype(np.int64))
    return tuple(zip(ranks.tolist(), (counts[ranks - 1] / words.scale).tolist(), strict=True))

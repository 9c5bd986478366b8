"""What is measured about a tokenizer on a parallel text: every measure a function of counts.

The premium is the ratio of sums over the same units (Petrov et al. 2023), never the mean of ratios; its interval is a
bootstrap over the units.  Bytes and characters per token are for comparing tokenizers within one language: scripts
differ in both.  Words are counted only where a script parts them by blanks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from engine.vocabulary import IntArray

RESAMPLES = 1000
FEWEST_UNITS = 5
"""An interval from fewer units says nothing, so there is none."""
_PERCENTILES = (2.5, 97.5)
_CHUNK = 1 << 22
"""Draws made at a time, so that a text of 100,000 units needs no gigabyte."""

_WORDLESS = "Thai Laoo Khmr Mymr Tibt Hans Hant Hani Jpan Hira Kana Yiii Lana Talu Tale Java Bali"
WORDLESS_SCRIPTS = frozenset(_WORDLESS.split())
"""Scripts that put no blank between words: tokens a word would be tokens a sentence there."""


@dataclass(frozen=True, slots=True)
class Interval:
    """The 95 % percentile interval of a bootstrap."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Sums:
    """What a tokenizer made of one language's units, summed; the numerators and denominators of all measures.

    `words` is None where the script does not part words by blanks.
    """

    tokens: int
    reference_tokens: int
    bytes: int
    characters: int
    words: int | None
    unknown_characters: int
    clusters: int
    clusters_cut: int


@dataclass(frozen=True, slots=True)
class Metric:
    """A measure: how it is named, what is divided by what, and the function of the counts."""

    name: str
    title: str
    meaning: str
    value: Callable[[Sums], float | None]


def ratio(numerator: float, denominator: float | None) -> float | None:
    """The quotient; None where there is nothing to divide by."""
    return numerator / denominator if denominator else None


METRICS: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        Metric("tokens", "Tokens", "tokens of all units", lambda c: c.tokens),
        Metric(
            "premium",
            "Premium",
            "tokens / tokens of the reference language for the same units",
            lambda c: ratio(c.tokens, c.reference_tokens),
        ),
        Metric(
            "bytes_per_token",
            "Bytes per token",
            "UTF-8 bytes / tokens; compare within one language",
            lambda c: ratio(c.bytes, c.tokens),
        ),
        Metric(
            "characters_per_token",
            "Characters per token",
            "code points / tokens; compare within one language",
            lambda c: ratio(c.characters, c.tokens),
        ),
        Metric(
            "fertility",
            "Fertility",
            "tokens / words, words being what blanks part; only where a script parts words by blanks",
            lambda c: ratio(c.tokens, c.words),
        ),
        Metric(
            "unknown_share",
            "Unknown share",
            "code points under unknown tokens / code points",
            lambda c: ratio(c.unknown_characters, c.characters) or 0.0,
        ),
        Metric(
            "characters_cut_share",
            "Characters cut",
            "grapheme clusters with a token boundary inside / all grapheme clusters",
            lambda c: ratio(c.clusters_cut, c.clusters) or 0.0,
        ),
    )
}
"""Name -> measure, in the order in which a table shows them."""


def premium_interval(tokens: Sequence[int] | IntArray, reference: Sequence[int] | IntArray) -> Interval | None:
    """The 95 % interval of sum(tokens) / sum(reference) over paired units; None with fewer than 5 of them.

    1,000 resamples of the units, drawn by numpy's PCG64 from seed 0, the same units for both; percentiles by linear
    interpolation.  The same counts give the same interval on every machine.

    >>> premium_interval([12, 20, 31, 8, 15], [10, 10, 20, 5, 10])
    Interval(low=1.32, high=1.7783333333333327)
    """
    ours, theirs = np.asarray(tokens, np.int64), np.asarray(reference, np.int64)
    if len(ours) < FEWEST_UNITS:
        return None
    sums = np.concatenate([draws @ np.stack([ours, theirs], 1) for draws in _resamples(len(ours))])
    kept = sums[sums[:, 1] > 0]
    if not len(kept):
        return None
    low, high = np.percentile(kept[:, 0] / kept[:, 1], _PERCENTILES)
    return Interval(float(low), float(high))


def _resamples(units: int) -> Sequence[npt.NDArray[np.int64]]:
    """How often each unit is drawn in each resample: (1,000, units), in chunks of rows."""
    return _kept_resamples(units) if RESAMPLES * units <= _CHUNK else list(_draw(units))


@lru_cache(maxsize=4)
def _kept_resamples(units: int) -> Sequence[npt.NDArray[np.int64]]:
    return list(_draw(units))


def _draw(units: int) -> Iterator[npt.NDArray[np.int64]]:
    random = np.random.Generator(np.random.PCG64(0))
    rows = max(1, _CHUNK // units)
    for start in range(0, RESAMPLES, rows):
        count = min(rows, RESAMPLES - start)
        chosen = random.integers(0, units, (count, units))
        cells = chosen + np.arange(count)[:, None] * units
        yield np.bincount(cells.ravel(), minlength=count * units).reshape(count, units)

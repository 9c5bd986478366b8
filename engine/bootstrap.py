"""How sure a premium is: the interval of a bootstrap over the units of a parallel text (Efron 1979)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from engine.vocabulary import IntArray

RESAMPLES = 1000
INTERVAL_METHOD = f"95 % percentile bootstrap over the units, {RESAMPLES:,} draws, seed 0"
FEWEST_UNITS = 5
"""An interval from fewer units says nothing, so there is none."""
_PERCENTILES = (2.5, 97.5)
_CHUNK = 1 << 22
"""Draws made at a time, so that a text of 100,000 units needs no gigabyte."""


@dataclass(frozen=True, slots=True)
class Interval:
    """The 95 % percentile interval of a bootstrap."""

    low: float
    high: float


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
    numerators, denominators = (_resampled(units.astype(np.float64)) for units in (ours, theirs))
    kept = denominators > 0
    if not kept.any():
        return None
    low, high = _percentiles(numerators[kept] / denominators[kept])
    return Interval(low, high)


def _resampled(units: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The sum of each resample.  Not as a product of matrices: that wakes all processors for half a millisecond of work."""
    sums: npt.NDArray[np.float64] = np.concatenate([np.einsum("du,u->d", d, units) for d in _resamples(len(units))])
    return sums


def _percentiles(values: npt.NDArray[np.float64]) -> list[float]:
    """Those of the interval, to the bit as `numpy.percentile` has them, which takes a while to find out what is wanted."""
    places = [percentile / 100 * (len(values) - 1) for percentile in _PERCENTILES]
    below = [int(place) for place in places]
    above = [min(place + 1, len(values) - 1) for place in below]
    known = np.partition(values, [*below, *above])
    return [_between(float(known[a]), float(known[b]), p - a) for a, b, p in zip(below, above, places, strict=True)]


def _between(first: float, second: float, share: float) -> float:
    return second - (second - first) * (1 - share) if share >= 0.5 else first + (second - first) * share


def _resamples(units: int) -> Sequence[npt.NDArray[np.float64]]:
    """How often each unit is drawn in each resample: (1,000, units), in chunks of rows."""
    return _kept_resamples(units) if RESAMPLES * units <= _CHUNK else list(_draw(units))


@lru_cache(maxsize=4)
def _kept_resamples(units: int) -> Sequence[npt.NDArray[np.float64]]:
    return list(_draw(units))


def _draw(units: int) -> Iterator[npt.NDArray[np.float64]]:
    """As floating numbers, which are multiplied faster and are exact: no sum comes near 2**53."""
    random = np.random.Generator(np.random.PCG64(0))
    rows = max(1, _CHUNK // units)
    for start in range(0, RESAMPLES, rows):
        count = min(rows, RESAMPLES - start)
        chosen = random.integers(0, units, (count, units))
        cells = chosen + np.arange(count)[:, None] * units
        drawn = np.bincount(cells.ravel(), minlength=count * units).reshape(count, units)
        yield drawn.astype(np.float64)

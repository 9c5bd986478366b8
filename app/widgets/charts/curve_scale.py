"""Round numbers for the axes of plots, labels kept apart, and which of many curves to draw.  Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

MOST_CURVES = 4


def round_ticks(low: float, high: float, most: int) -> list[float]:
    """Round values between two, at most so many.

    >>> round_ticks(1, 2.78, 5)
    [1.0, 1.5, 2.0, 2.5]
    """
    if high <= low:
        return [low]
    raw = (high - low) / max(1, most - 1)
    power = 10.0 ** math.floor(math.log10(raw))
    distance = next(power * factor for factor in (1, 2, 2.5, 5, 10) if power * factor >= raw * (1 - 1e-9))
    first = math.ceil(low / distance - 1e-9)
    count = math.floor(high / distance + 1e-9) - first + 1
    return [round((first + n) * distance, 10) for n in range(count)]


def log_ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Powers of ten between two values (both above 0); fewer where they would be too many.

    >>> log_ticks(14, 6000)
    [100.0, 1000.0]
    """
    first, last = math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9)
    every = max(1, -(-(last - first + 1) // most))
    return [10.0**power for power in range(first, last + 1, every)]


def spread(places: Sequence[float], distance: float, low: float, high: float) -> list[float]:
    """Moves labels as little as needed so that neighbours are `distance` apart and all stay between low and high.

    >>> spread([10, 12, 50], 8, 0, 60)
    [10.0, 18.0, 50.0]
    """
    order = sorted(range(len(places)), key=lambda index: places[index])
    result = [float(place) for place in places]
    floor = low
    for index in order:
        result[index] = max(result[index], floor)
        floor = result[index] + distance
    ceiling = high
    for index in reversed(order):
        result[index] = min(result[index], ceiling)
        ceiling = result[index] - distance
    return result


def spread_choice(ends: list[tuple[str, float]], selected: str = "", most: int = MOST_CURVES) -> tuple[str, ...]:
    """Which curves to draw: the selected language, and others that lie evenly from the dearest to the cheapest.

    >>> spread_choice([("a", 1.0), ("b", 2.0), ("c", 3.0), ("d", 4.0), ("e", 5.0)], "b", 3)
    ('e', 'b', 'a')
    """
    ranked = [code for code, _ in sorted(ends, key=lambda row: -row[1])]
    chosen = [selected] if selected in ranked else []
    others = [code for code in ranked if code not in chosen]
    places = np.linspace(0, len(others) - 1, min(len(others), most - len(chosen)))
    chosen += [others[round(place)] for place in places]
    return tuple(code for code in ranked if code in chosen)

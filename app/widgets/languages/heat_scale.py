"""HeatScale: which class of the heat map a number falls in, and how it is printed.  No window is needed to know that.

Premiums have fixed classes, so that a cell can be read off the legend; other measures are cut at their own octiles.  In
every theme the last class is the dearest: most tokens, or fewest bytes in a token.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from app.translation import later, translate
from engine.metrics import METRICS, Metric

RATIO_LIMITS = (0.995, 1.25, 1.5, 2.0, 3.0, 5.0, 8.0, 12.0)
"""Upper limits of the premium's classes; the first keeps what prints as 1.00 out of the green one."""
_RATIO_WORDS = (
    later("heat_scale", "below 1"),
    "1 – 1.25",
    "– 1.5",
    "– 2",
    "– 3",
    "– 5",
    "– 8",
    "– 12",
    later("heat_scale", "12 and more"),
)
_OCTILES = np.arange(1, 8) / 8
_FEWER_IS_DEARER = ("bytes_per_token", "characters_per_token", "renyi_efficiency", "window_pages")


@dataclass(frozen=True, slots=True)
class HeatScale:
    """`limits` part the classes, which are numbered from `first`; `falling`: small numbers are in the last class."""

    metric: Metric
    limits: tuple[float, ...]
    first: int = 0
    falling: bool = False

    @property
    def measure(self) -> str:
        """Name of what is measured."""
        return self.metric.name

    def class_of(self, value: float) -> int:
        """Index into the nine classes of a theme.

        >>> scale_for("premium", []).class_of(1.0), scale_for("premium", []).class_of(12.0)
        (1, 8)
        """
        place = bisect_right(self.limits, value)
        return self.first + (len(self.limits) - place if self.falling else place)

    def text(self, value: float) -> str:
        """The number as a cell prints it."""
        return self.metric.printed(value)

    def legend(self) -> list[tuple[int, str]]:
        """(class, words) from the cheapest to the dearest; at octiles the words are the limits."""
        if self.measure == "premium":
            return [(place, translate("heat_scale", words)) for place, words in enumerate(_RATIO_WORDS)]
        limits = self.limits[::-1] if self.falling else self.limits
        if not limits:
            return []
        words = [f"– {self.text(limit)}" for limit in limits]
        last = (
            translate("heat_scale", "below {}").format(self.text(limits[-1]))
            if self.falling
            else translate("heat_scale", "{} and more").format(self.text(limits[-1]))
        )
        first = (
            translate("heat_scale", "above {}").format(self.text(limits[0]))
            if self.falling
            else translate("heat_scale", "below {}").format(self.text(limits[0]))
        )
        return [(self.first, first), *((self.first + n, word) for n, word in enumerate(words[1:], 1)),
                (self.first + len(limits), last)]  # fmt: skip


def scale_for(measure: str | Metric, values: Iterable[float]) -> HeatScale:
    """The scale of a measure (a name of METRICS, or the measure itself) whose known values are these."""
    metric = METRICS[measure] if isinstance(measure, str) else measure
    if metric.name == "premium":
        return HeatScale(metric, RATIO_LIMITS)
    known = list(values)
    octiles = np.unique(np.quantile(known, _OCTILES)).tolist() if known else []
    # Nothing is below the least value: where many share it, it would be the limit of a class that stays empty.
    limits = tuple(limit for limit in octiles if limit > min(known))
    return HeatScale(metric, limits, 1, metric.name in _FEWER_IS_DEARER)

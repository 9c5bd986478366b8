"""How long a job will still take, from how long its first part took."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

_LEAST_TIME, _LEAST_SHARE = 1.0, 0.02
"""Seconds and share of the job before which nothing is said: a guess from less would be wild."""


class TimeLeft:
    """Asked with each share of one job; a share that is smaller than the last begins another job."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last = 1.0
        self._begun = self._from = 0.0

    def seconds(self, share: float) -> int | None:
        """Whole seconds, rounded as people say them; None while it is not known, and in the last moment.

        >>> times = iter((0.0, 10.0, 20.0))
        >>> left = TimeLeft(lambda: next(times))
        >>> left.seconds(0.0), left.seconds(0.1), left.seconds(0.5)
        (None, 90, 20)
        """
        now = self._clock()
        if share < self._last:
            self._begun, self._from = now, share
        self._last = share
        elapsed, done = now - self._begun, share - self._from
        if elapsed < _LEAST_TIME or done < _LEAST_SHARE or share >= 1:
            return None
        return _rounded(elapsed * (1 - share) / done)


def _rounded(seconds: float) -> int:
    """To a second below ten, then to five, above a minute to ten, above ten minutes to a minute."""
    step = 1 if seconds < 10 else 5 if seconds < 60 else 10 if seconds < 600 else 60
    return max(1, math.ceil(seconds / step) * step)

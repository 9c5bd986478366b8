"""Measures are functions of sums; the interval is reproducible to the last digit."""

import numpy as np
import pytest

from engine import metrics
from engine.metrics import METRICS, Sums, premium_interval


def test_measures_divide_what_they_say():
    sums = Sums(200, 100, 800, 500, 150, 0, 400, 100)
    assert {name: metric.value(sums) for name, metric in METRICS.items()} == {
        "tokens": 200,
        "premium": 2.0,
        "bytes_per_token": 4.0,
        "characters_per_token": 2.5,
        "fertility": pytest.approx(4 / 3),
        "unknown_share": 0.0,
        "characters_cut_share": 0.25,
    }


def test_nothing_is_divided_by_nothing():
    sums = Sums(0, 0, 0, 0, None, 0, 0, 0)
    assert METRICS["premium"].value(sums) is None
    assert METRICS["fertility"].value(sums) is None
    assert METRICS["characters_cut_share"].value(sums) == 0.0


@pytest.mark.parametrize("units", [5, 30, 997])
def test_the_interval_is_the_plain_bootstrap(units, monkeypatch):
    random = np.random.default_rng(units)
    tokens, reference = random.integers(1, 50, units), random.integers(1, 30, units)
    chosen = np.random.Generator(np.random.PCG64(0)).integers(0, units, (1000, units))
    low, high = np.percentile(tokens[chosen].sum(1) / reference[chosen].sum(1), [2.5, 97.5])
    interval = premium_interval(tokens, reference)
    assert (interval.low, interval.high) == (low, high)
    # THEN it does not depend on how many draws are held at once
    monkeypatch.setattr(metrics, "_CHUNK", units * 7)
    assert premium_interval(tokens, reference) == interval


def test_few_units_have_no_interval():
    assert premium_interval([1, 2, 3, 4], [1, 2, 3, 4]) is None
    assert premium_interval([0] * 6, [0] * 6) is None

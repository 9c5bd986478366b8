"""Measures are functions of sums; the interval is reproducible to the last digit."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from engine import bootstrap
from engine.bootstrap import Interval, premium_interval
from engine.metrics import METRICS, Sums, gini, renyi_entropy


def test_measures_divide_what_they_say():
    sums = Sums(200, 100, 800, 500, 150, 0, 400, 100, 30, 64, 1000, 4.5, 3600)
    assert {name: metric.value(sums) for name, metric in METRICS.items()} == {
        "tokens": 200,
        "premium": 2.0,
        "bytes_per_token": 4.0,
        "characters_per_token": 2.5,
        "fertility": pytest.approx(4 / 3),
        "unknown_share": 0.0,
        "characters_cut_share": 0.25,
        "continued_words_share": 0.2,
        "vocabulary_use": 0.064,
        "page_tokens": 100.0,
        "renyi_efficiency": 0.75,
    }


def test_every_measure_says_its_formula_and_where_it_comes_from():
    for metric in METRICS.values():
        assert metric.explanation.startswith(f"{metric.title} = ")
        assert metric.source
    assert "arXiv 2305.15425" in METRICS["premium"].explanation
    assert "do not rank by it alone" in METRICS["renyi_efficiency"].source


@pytest.mark.parametrize(
    ("tokens", "efficiency", "entropy", "shannon_efficiency", "shannon"),
    [
        ("pick @@ed pick @@l @@ed pick @@les", 0.8265064834, 1.6530129668, 0.9211854966, 1.8423709932),
        (
            "pick @@e @@d pick @@l @@e @@d pick @@l @@e @@s",
            0.9204840242, 2.1372977167, 0.9609557934, 2.2312702546,
        ),
    ],
)  # fmt: skip
def test_renyi_is_that_of_the_published_examples(tokens, efficiency, entropy, shannon_efficiency, shannon):
    counts = list(Counter(tokens.split()).values())
    assert renyi_entropy(counts) == pytest.approx(entropy, abs=1e-9)
    assert renyi_entropy(counts, 1) == pytest.approx(shannon, abs=1e-9)
    assert shannon / np.log2(len(counts)) == pytest.approx(shannon_efficiency, abs=1e-9)
    sums = Sums(10, 10, 10, 10, None, 0, 0, 0, None, len(counts), 100, renyi_entropy(counts))
    assert METRICS["renyi_efficiency"].value(sums) == pytest.approx(efficiency, abs=1e-9)


def test_gini_is_the_sum_over_all_pairs():
    # By hand: |1-3| + |1-8| + |3-8| = 14, each pair twice, over 2 * 9 * 4.
    assert gini([1, 3, 8]) == pytest.approx(28 / 72)
    values = np.random.default_rng(7).integers(1, 900, 60)
    pairs = np.abs(values[:, None] - values[None, :]).sum()
    assert gini(values) == pytest.approx(pairs / (2 * len(values) ** 2 * values.mean()))
    assert gini([5, 5, 5]) == 0.0
    assert gini([5]) is None
    assert gini([0, 0]) is None


def test_nothing_is_divided_by_nothing():
    sums = Sums(0, 0, 0, 0, None, 0, 0, 0)
    assert METRICS["renyi_efficiency"].value(sums) is None
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
    monkeypatch.setattr(bootstrap, "_CHUNK", units * 7)
    assert premium_interval(tokens, reference) == interval


def test_an_interval_by_hand():
    # Each unit costs exactly twice as much, so whichever are drawn the ratio of sums is 2.
    assert premium_interval([2, 4, 6, 8, 10], [1, 2, 3, 4, 5]) == Interval(2.0, 2.0)
    # One of five units costs 6 of 1, the others 1 of 1: the ratio is 1 + k for k draws of it, binomial(5, 1/5).
    # P(k = 0) = 0.33 and P(k <= 2) = 0.94 < 0.975 < P(k <= 3) = 0.993, so the interval is from 1 to 4.
    assert premium_interval([6, 1, 1, 1, 1], [1, 1, 1, 1, 1]) == Interval(1.0, 4.0)


def test_few_units_have_no_interval():
    assert premium_interval([1, 2, 3, 4], [1, 2, 3, 4]) is None
    assert premium_interval([0] * 6, [0] * 6) is None


def test_the_docs_tell_every_measure_as_the_program_does():
    page = (Path(__file__).parents[2] / "docs" / "measures.md").read_text("utf-8")
    for metric in METRICS.values():
        assert f"| {metric.title} | {metric.meaning} | {metric.source} |" in page

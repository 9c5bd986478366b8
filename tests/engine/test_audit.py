"""A reader who has nothing but the text of an audit computes the cell again."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from engine.audit import audit
from engine.cells import Cell
from engine.comparison import compare
from engine.metrics import METRICS
from engine.page_costs import Price, price_metric, window_metric
from engine.parallel import udhr
from engine.presets import load_preset

METRICS_OF_CELLS = [*METRICS.values(), window_metric(128_000), price_metric(Price("A", "EUR", 0.8, "2026-11-30"))]


@pytest.fixture(scope="module")
def cells() -> list[Cell]:
    tokenizers = [load_preset(name) for name in ("gpt2", "o200k_base")]
    return [cell for cell in compare(tokenizers, udhr(), ["eng", "hin", "deu_1996", "tha"]) if isinstance(cell, Cell)]


def numbers_after(text: str, name: str) -> list[float]:
    line = next(line for line in text.splitlines() if line.startswith(name))
    return [float(number.replace(",", "")) for number in re.findall(r"[\d,]*\d(?:\.\d+)?", line.partition(": ")[2])]


def product_after(text: str, name: str) -> float:
    """Of the numbers that stand with a multiplication sign between them after a name."""
    line = next(line for line in text.splitlines() if line.startswith(name)).partition(": ")[2]
    product = re.match(r"[\d,.]+(?: × [\d,.]+)*", line)
    return math.prod(float(number.replace(",", "")) for number in product[0].split(" × "))


@pytest.mark.parametrize("metric", METRICS_OF_CELLS, ids=lambda metric: metric.name)
def test_the_number_is_the_quotient_of_what_is_told(cells, metric):
    for cell in cells:
        text = audit(cell, udhr(), metric).as_text()
        printed = text.partition(": ")[2].split(" " + metric.title)[0].split(" tokens for each")[0]
        if printed.startswith("-"):
            assert metric.absence in text
            continue
        quotient = product_after(text, "Numerator")
        if "\nDenominator: " in text:
            quotient /= product_after(text, "Denominator")
        assert metric.printed(quotient) == printed


def test_sums_and_interval_follow_from_the_tokens_of_each_unit(cells):
    for cell in cells:
        if cell.language.code == "eng":
            continue
        text = audit(cell, udhr(), "premium").as_text()
        ours = np.array(numbers_after(text, f"Tokens of each unit, {cell.language.name}"), int)
        theirs = np.array(numbers_after(text, "Tokens of each unit, English"), int)
        assert [ours.sum(), theirs.sum()] == [numbers_after(text, part)[0] for part in ("Numerator", "Denominator")]
        # "bootstrap over the articles, 1,000 draws, seed 0", as the audit and the documentation say
        drawn = np.random.Generator(np.random.PCG64(0)).integers(0, len(ours), (1000, len(ours)))
        low, high = np.percentile(ours[drawn].sum(1) / theirs[drawn].sum(1), [2.5, 97.5])
        assert f"95 % interval: {low:.2f} – {high:.2f}" in text

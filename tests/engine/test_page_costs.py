"""Pages in a window and their price: the same content in every language, and only prices that the user typed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.audit import Part, audit
from engine.cells import Cell
from engine.comparison import compare
from engine.errors import OptionError
from engine.metrics import METRICS, Sums
from engine.page_costs import Price, price_metric, price_of, prices_from, prices_text, window_metric
from engine.parallel import udhr
from engine.presets import load_preset

PRICE = Price("Model A, input", "EUR", 2.5, "2026-11-30")
# Two pages of the reference language, which cost 800 tokens in this one.
SUMS = Sums(800, 400, 1, 1, 1, 0, 1, 0, reference_characters=3600)
APART = Sums(800, None, 1, 1, 1, 0, 1, 0)


def test_by_hand():
    assert SUMS.pages == 2.0
    assert METRICS["page_tokens"].value(SUMS) == 400.0
    assert window_metric(8192).value(SUMS) == 20.48
    # 1,000 pages are 400,000 tokens: 0.4 of a million, at 2.5 each.
    assert price_metric(PRICE).value(SUMS) == 1.0
    assert window_metric(8192).printed(20.48) == "20.5"
    assert price_metric(PRICE).printed(1.0) == "1.00"


@pytest.mark.parametrize("metric", [METRICS["page_tokens"], window_metric(8192), price_metric(PRICE)])
def test_without_the_same_content_there_is_no_page(metric):
    assert metric.value(APART) is None
    assert "not parallel" in metric.absence


def test_a_page_is_the_same_content_in_every_language():
    cells = [cell for cell in compare([load_preset("gpt2")], udhr(), ["eng", "hin"]) if isinstance(cell, Cell)]
    english, hindi = cells
    characters = sum(map(len, udhr().units("eng")))
    assert english.sums.pages == hindi.sums.pages == characters / 1800
    fits = window_metric(128_000)
    assert fits.value(english.sums) / fits.value(hindi.sums) == pytest.approx(hindi.premium)
    told = audit(hindi, udhr(), fits)
    assert told.numerator == Part(f"128,000 × {characters:,}", "tokens in the window × characters, English")
    assert told.denominator == Part(f"{hindi.tokens:,} × 1,800", "tokens × characters a page")


def test_a_price_that_is_not_there_has_no_fraction():
    (cell,) = (c for c in compare([load_preset("gpt2")], udhr(), ["hin"]) if isinstance(c, Cell))
    told = audit(cell, udhr(), price_metric(PRICE))
    assert told.numerator.number.endswith(" × 1,800 × 1,000 × 2.5")
    nothing = replace(METRICS["page_tokens"], value=lambda _sums: None)
    assert audit(cell, udhr(), nothing).numerator is None


def test_a_price_is_checked_where_it_is_typed():
    assert price_of(" Model A, input ", "eur", "2,5", " 2026-11-30 ") == PRICE
    assert PRICE.words == "Model A, input: 2.5 EUR per 1,000,000 tokens (2026-11-30)"
    for row, sentence in (
        (("", "EUR", "1", "2026-11-30"), "A price needs a name"),
        (("A", "", "1", "2026-11-30"), 'A: "" is no currency'),
        (("A", "EUR", "cheap", "2026-11-30"), 'A: "cheap" is no price'),
        (("A", "EUR", "-1", "2026-11-30"), 'A: "-1" is no price'),
        (("A", "EUR", "nan", "2026-11-30"), 'A: "nan" is no price'),
        (("A", "EUR", "1", "30.11.26"), 'A: "30.11.26" is no date'),
    ):
        with pytest.raises(OptionError, match=sentence):
            price_of(*row)


def test_the_table_is_kept_and_a_damaged_row_is_passed_over():
    table = (PRICE, Price("模型", "CNY", 0.0, "2026-01-01"))
    assert prices_from(prices_text(table)) == table
    assert prices_from("") == prices_from("{") == prices_from("7") == ()
    assert prices_from('[7, {"name": "A"}, ' + prices_text(table)[1:]) == table

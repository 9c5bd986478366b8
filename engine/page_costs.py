"""What a page costs: how many pages of each language fit a context window, and what a price of tokens makes of them.

A page is the same content in every language: what 1,800 characters of the reference language say.  Prices are the user's
own, dated; the program knows none.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date

from engine.errors import OptionError
from engine.metrics import METRICS, PAGE_CHARACTERS, Metric, Sums, ratio

WINDOW = 8192
"""Tokens of a window, until another number is chosen."""
LARGEST_WINDOW = 10_000_000
PRICED_PAGES = 1000
_MILLION = 1_000_000
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Price:
    """What somebody asks for a million tokens, in which currency, and when that was so (an ISO date)."""

    name: str
    currency: str
    per_million: float
    date: str

    @property
    def words(self) -> str:
        """All of it on one line, as tables and audits name it.

        >>> Price("Model A, input", "EUR", 2.5, "2026-11-30").words
        'Model A, input: 2.5 EUR per 1,000,000 tokens (2026-11-30)'
        """
        return f"{self.name}: {self.per_million:,.10g} {self.currency} per 1,000,000 tokens ({self.date})"


def price_of(name: str, currency: str, per_million: str, day: str) -> Price:
    """A row of the price table as it was typed; OptionError names the field that cannot be.

    >>> price_of("A", "eur", "2.50", "2026-11-30")
    Price(name='A', currency='EUR', per_million=2.5, date='2026-11-30')
    """
    name, currency = name.strip(), currency.strip().upper()
    if not name or len(name) > _LONGEST:
        raise OptionError("A price needs a name, of no more than 60 characters.")
    if not 1 <= len(currency) <= 8 or currency.isdecimal():
        raise OptionError(f'{name}: "{currency}" is no currency; write it as EUR, USD or INR.')
    return Price(name, currency, _amount(name, per_million), _day(name, day))


def _amount(name: str, typed: str) -> float:
    try:
        amount = float(typed.strip().replace(" ", "").replace(",", "."))
    except ValueError:
        amount = -1.0
    if not 0 <= amount <= _MILLION:  # also false for nan
        raise OptionError(f'{name}: "{typed.strip()}" is no price; write a number from 0 to 1,000,000, as in 2.50.')
    return amount


def _day(name: str, typed: str) -> str:
    try:
        return date.fromisoformat(typed.strip()).isoformat()
    except ValueError:
        raise OptionError(
            f'{name}: "{typed.strip()}" is no date; write year, month and day as in 2026-11-30.'
        ) from None


def prices_text(prices: Sequence[Price]) -> str:
    """The table as it is kept."""
    return json.dumps([asdict(price) for price in prices], ensure_ascii=False)


def prices_from(text: str) -> tuple[Price, ...]:
    """The table as it was kept; rows that cannot be are passed over, for somebody may have edited the file."""
    try:
        rows = json.loads(text or "[]")
    except ValueError:
        return ()
    prices = []
    for row in rows if isinstance(rows, list) else []:
        try:
            prices.append(price_of(row["name"], row["currency"], repr(float(row["per_million"])), row["date"]))
        except (OptionError, TypeError, KeyError, ValueError, AttributeError):
            continue
    return tuple(prices)


# The measures ---------------------------------------------------------------------------------------------------------


def window_metric(window: int) -> Metric:
    """How many pages fit a window of so many tokens."""

    def pages(sums: Sums) -> float | None:
        return ratio(window, ratio(sums.tokens, sums.pages))

    return Metric(
        "window_pages",
        f"Pages in {window:,} tokens",
        f"{window:,} tokens / tokens a page; a page is what {PAGE_CHARACTERS:,} characters of the reference language say",
        METRICS["page_tokens"].source,
        pages,
        absence=METRICS["page_tokens"].absence,
        places=1,
    )


def price_metric(price: Price) -> Metric:
    """What a thousand pages cost at a price, the same for every tokenizer."""

    def cost(sums: Sums) -> float | None:
        tokens = ratio(sums.tokens, sums.pages)
        return None if tokens is None else tokens * PRICED_PAGES * price.per_million / _MILLION

    return Metric(
        "page_price",
        f"Price of {PRICED_PAGES:,} pages, {price.currency}",
        f"tokens a page x {PRICED_PAGES:,} x {price.per_million:,.10g} {price.currency} / 1,000,000; a page is what "
        f"{PAGE_CHARACTERS:,} characters of the reference language say",
        f"{price.words}, a price that was typed in here and is taken for every tokenizer; {METRICS['page_tokens'].source}",
        cost,
        absence=METRICS["page_tokens"].absence,
        places=2 if price.per_million >= 1 else 4,
    )

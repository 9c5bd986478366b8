"""PageTerms: the user's window and prices, for what a page costs; kept in the settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.state.settings import Settings
from app.translation import later, translate
from engine.metrics import METRICS, PAGE_CHARACTERS, Metric
from engine.page_costs import (
    LARGEST_WINDOW,
    PRICED_PAGES,
    WINDOW,
    Price,
    price_metric,
    prices_from,
    prices_text,
    window_metric,
)

_WINDOW, _PRICES, _CHOSEN = "window", "prices", "price"
NO_PRICE = later("page_terms", "There is no price yet. Type one in under Prices.")


class PageTerms(QObject):
    """`changed`: another window, other prices, or another of them is chosen."""

    changed = Signal()

    def __init__(self, settings: Settings | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        kept = settings.kept(_WINDOW) if settings is not None else ""
        self._window = min(LARGEST_WINDOW, max(1, int(kept))) if kept.isdecimal() else WINDOW
        self._prices = prices_from(settings.kept(_PRICES)) if settings is not None else ()
        self._chosen = settings.kept(_CHOSEN) if settings is not None else ""

    @property
    def window(self) -> int:
        """Tokens that fit."""
        return self._window

    @property
    def prices(self) -> tuple[Price, ...]:
        """The table, as it was typed."""
        return self._prices

    @property
    def price(self) -> Price | None:
        """The one that is applied: the chosen one, or the first; None for an empty table."""
        return next((price for price in self._prices if price.words == self._chosen), next(iter(self._prices), None))

    def metrics(self) -> dict[str, Metric]:
        """What can be measured with them."""
        return {metric.name: metric for metric in (self._window_metric(), self._price_metric())}

    def _window_metric(self) -> Metric:
        title = self.tr("Pages in {:,} tokens").format(self._window)
        meaning = self.tr(
            "{:,} tokens / tokens a page; a page is what {:,} characters of the reference language say"
        ).format(self._window, PAGE_CHARACTERS)
        return replace(window_metric(self._window), title=title, meaning=meaning)

    def _price_metric(self) -> Metric:
        if self.price is not None:
            return self._priced(self.price)
        title, meaning = (
            self.tr("Price of {:,} pages").format(PRICED_PAGES),
            self.tr("tokens a page x {:,} x price of a token").format(PRICED_PAGES),
        )
        return Metric(
            "page_price",
            title,
            meaning,
            METRICS["page_tokens"].source,
            lambda _sums: None,
            absence=translate("page_terms", NO_PRICE),
        )

    def _priced(self, price: Price) -> Metric:
        metric, typed = price_metric(price), f"{price.per_million:,.10g}"
        meaning = self.tr(
            "tokens a page x {:,} x {} {} / 1,000,000; a page is what {:,} characters of the reference language say"
        ).format(PRICED_PAGES, typed, price.currency, PAGE_CHARACTERS)
        source = self.tr("{}, a price that was typed in here and is taken for every tokenizer; {}").format(
            price.words, translate("engine", METRICS["page_tokens"].source)
        )
        title = self.tr("Price of {:,} pages, {}").format(PRICED_PAGES, price.currency)
        return replace(metric, title=title, meaning=meaning, source=source)

    def set_window(self, tokens: int) -> None:
        if tokens != self._window:
            self._window = tokens
            self._keep(_WINDOW, str(tokens))

    def set_prices(self, prices: Sequence[Price]) -> None:
        """Another table; the chosen row stays chosen while it is there."""
        if tuple(prices) != self._prices:
            self._prices = tuple(prices)
            self._keep(_PRICES, prices_text(self._prices))

    def choose(self, price: Price) -> None:
        if price.words != self._chosen:
            self._chosen = price.words
            self._keep(_CHOSEN, price.words)

    def _keep(self, key: str, text: str) -> None:
        if self._settings is not None:
            self._settings.keep(key, text)
        self.changed.emit()

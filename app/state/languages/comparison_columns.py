"""What stands over the columns of a comparison, and what is measured in them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.translation import translate
from engine.metrics import METRICS, Metric
from engine.tokenizer import Tokenizer

_ORDER = ("premium", "tokens")
MEASURES: dict[str, Metric] = {name: METRICS[name] for name in (*_ORDER, *(n for n in METRICS if n not in _ORDER))}
"""The measures that need nothing but the text, the one that is asked for most first."""
NEED_PARALLEL = ("premium", "page_tokens", "window_pages", "page_price")
"""Measures that compare the same content, and are not offered for texts that do not correspond."""


def in_words(metric: Metric) -> Metric:
    """A measure as the window says it."""
    return replace(
        metric,
        title=translate("engine", metric.title),
        meaning=translate("engine", metric.meaning),
        source=translate("engine", metric.source),
        absence=translate("engine", metric.absence),
    )


@dataclass(frozen=True, slots=True)
class Compared:
    """A tokenizer that has a column: by which key it is known, and what stands over its numbers."""

    key: str
    title: str
    tokenizer: Tokenizer

    @classmethod
    def of(cls, tokenizer: Tokenizer) -> Compared:
        """Known by its own name."""
        return cls(tokenizer.name, column_title(tokenizer.name), tokenizer)


@dataclass(frozen=True, slots=True)
class Column:
    """What stands over a column."""

    key: str
    title: str


def column_title(name: str) -> str:
    """A tokenizer's name as it stands over a column of numbers: "cl100k_base" is "cl100k"."""
    return name.removesuffix("_base")

"""How large a vocabulary should be: what more entries save in tokens, and what they cost in parameters and work."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from engine.errors import EncodeError, OptionError
from engine.size_curve import SizeCurve
from engine.tokenizer import Tokenizer
from engine.value_table import Table, as_number


@dataclass(frozen=True, slots=True)
class UsualFigures:
    """What English text usually comes to, and whose figure that is."""

    low: float
    high: float
    source: str


USUAL_BYTES_PER_TOKEN = UsualFigures(
    4.0,
    4.3,
    "English prose. Moby-Dick (bundled) comes to 4.18, 4.27 and 4.32 bytes a token with gpt2, cl100k_base and o200k_base, "
    "and to 0.74, 0.76 and 0.77 words a token; the rule of thumb that OpenAI gives is 4 characters and 0.75 words.",
)
USUAL_WORDS_PER_TOKEN = UsualFigures(0.74, 0.77, USUAL_BYTES_PER_TOKEN.source)
RULE_OF_THUMB = 0.75
"""Words a token, by the same source."""


# -- what a vocabulary costs -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ModelCost:
    """Parameters of the tables that grow with the vocabulary; a tied output table is the embedding once more, at no cost.

    >>> model_cost(32_000, 768)
    ModelCost(embedding=24576000, output=0)
    >>> model_cost(291, 16, tied=False).total
    9312
    """

    embedding: int
    output: int

    @property
    def total(self) -> int:
        """Both tables."""
        return self.embedding + self.output

    def share(self, parameters: int) -> float:
        """The tables' share of a model of so many parameters, these included; above 1 they do not fit into it."""
        return self.total / parameters


def model_cost(vocabulary: int, width: int, *, tied: bool = True) -> ModelCost:
    """The tables of `vocabulary` entries for a model whose vectors have `width` numbers (d_model)."""
    return ModelCost(vocabulary * width, 0 if tied else vocabulary * width)


def change(before: float, after: float) -> float:
    """By what share something grew; below 0 it shrank.

    >>> round(100 * change(250_000, 222_222), 1)
    -11.1
    """
    return after / before - 1


# -- languages that are unknown ----------------------------------------------------------------------------------------


def unknown_share(tokenizer: Tokenizer, units: Sequence[str]) -> float:
    """The share of a text's characters that stand under unknown tokens, which look cheap; 1 where it cannot be written."""
    try:
        counts = tokenizer.count(units)
    except EncodeError:
        return 1.0
    return float(counts.unknown.sum()) / max(1, int(counts.characters.sum()))


# -- one size ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SizePoint:
    """What one size saves and costs, and the same against another size (`reference`).

    next_gain  the share of tokens that the `next_entries` more save; None where the training has fewer
    words_per_token  of the corpus; None where its words are not known
    attention  work of attention for the same text: it grows with the square of its tokens
    output     work of the output table for the same text: tokens x entries
    """

    size: int
    position: int
    tokens: float
    bytes_per_token: float
    cost: ModelCost
    share: float
    next_gain: float | None
    reference: int
    token_change: float
    parameter_change: int
    attention: float
    output: float
    next_entries: int = 0
    premiums: dict[str, float] = field(default_factory=dict)
    words_per_token: float | None = None


def size_point(
    curve: SizeCurve, size: int, reference: int, width: int, parameters: int, *, tied: bool = True
) -> SizePoint:
    """One size of a curve, compared with another; both become sizes that the training passed through."""
    row, other = curve.row_of(size), curve.row_of(reference)
    size, reference = int(curve.sizes[row]), int(curve.sizes[other])
    tokens, before = float(curve.tokens[row]), float(curve.tokens[other])
    cost = model_cost(size, width, tied=tied)
    return SizePoint(
        size=size,
        position=int(curve.positions[row]),
        tokens=tokens,
        bytes_per_token=curve.corpus_bytes / tokens,
        cost=cost,
        share=cost.share(parameters),
        next_gain=None if np.isnan(curve.next_gains[row]) else float(curve.next_gains[row]),
        reference=reference,
        token_change=change(before, tokens),
        parameter_change=cost.total - model_cost(reference, width, tied=tied).total,
        attention=change(before**2, tokens**2),
        output=change(before * reference, tokens * size),
        next_entries=curve.next_entries,
        premiums={code: float(series[row]) for code, series in curve.premiums.items()},
        words_per_token=None if np.isnan(curve.words_per_token[row]) else float(curve.words_per_token[row]),
    )


def sentence(point: SizePoint) -> str:
    """What one pays and gains, in words."""
    if point.size == point.reference:
        return "This is the size that others are compared with."
    more = point.size > point.reference
    direction, cost = ("more", "cost") if more else ("fewer", "save")
    saved = "saves" if point.token_change <= 0 else "costs"
    parts = [
        f"{abs(point.size - point.reference):,} {direction} entries: the same text {saved} "
        f"{abs(point.token_change):.1%} of its tokens".replace("%", " %"),
        f"its attention {_percent(point.attention)}",
        f"the output table's work {_percent(point.output)}",
        f"and the tables {cost} {short_number(abs(point.parameter_change))} parameters",
    ]
    return ", ".join(parts) + "."


def _percent(share: float) -> str:
    return f"{'falls' if share < 0 else 'grows'} by {abs(share):.1%}".replace("%", " %")


def short_number(value: float) -> str:
    """A count for reading.

    >>> short_number(1_536_000), short_number(124_000_000), short_number(4_656), short_number(7_000_000_000)
    ('1.54 M', '124 M', '4,656', '7 B')
    """
    for limit, least, unit in ((1e12, 0.99995e12, "T"), (1e9, 0.99995e9, "B"), (1e6, 1e6, "M")):
        if abs(value) >= least:  # a little less would be rounded to 1,000 of the next smaller unit
            places = max(0, min(2, 3 - int(math.log10(max(abs(value) / limit, 1)))))
            shown = f"{value / limit:,.{places}f}"
            return f"{shown.rstrip('0').rstrip('.') if '.' in shown else shown} {unit}"
    return f"{value:,.0f}"


_UNITS = {"": 1, "k": 1e3, "m": 1e6, "b": 1e9, "t": 1e12}
_SHORT = re.compile(r"\s*(\d+|\d{1,3}(?:,\d{3})+)(\.\d*)?\s*([kmbt]?)\s*", re.IGNORECASE | re.ASCII)
"""Commas part thousands: where they stand otherwise, they may be meant for the point."""


def number_of(text: str) -> int:
    """A count as people write it; OptionError for what is none.

    >>> number_of("124 M"), number_of("1.3B"), number_of("5,120")
    (124000000, 1300000000, 5120)
    """
    found = _SHORT.fullmatch(text)
    whole = found[1].replace(",", "") + (found[2] or "") if found else "0"
    value = float(whole) * _UNITS[found[3].lower()] if found else 0.0
    number = round(value) if value <= 1e15 else 0  # what has hundreds of digits is infinite
    if not number:
        raise OptionError(f"{text.strip()} is no number of that kind. Write it as 768, 124 M or 1.3 B.")
    return number


# -- as a table --------------------------------------------------------------------------------------------------------


def sizes_table(curve: SizeCurve, width: int, *, tied: bool = True, parameters: int = 0) -> Table:
    """All sizes: entries, tokens, bytes and (where they are counted) words per token, gain of the next entries, parameters of
    both tables and their share of a model of so many (0: not told), premiums."""
    counted = curve.words is not None and not np.isnan(curve.words)
    names = ["vocab_size", "step", "tokens", "bytes_per_token", *(["words_per_token"] if counted else [])]
    names += [f"gain_of_next_{curve.next_entries}"]
    names += ["embedding", "output", *(["share_of_model"] if parameters else [])]
    names += [f"premium_{code}" for code in curve.premiums]
    per_token, gains = curve.bytes_per_token.tolist(), curve.next_gains.tolist()
    words_per_token = curve.words_per_token.tolist()

    def row(at: int, size: int) -> tuple[object, ...]:
        cost = model_cost(size, width, tied=tied)
        share = (cost.share(parameters),) if parameters else ()
        gain = None if np.isnan(gains[at]) else gains[at]
        words = (words_per_token[at],) if counted else ()
        start = (size, int(curve.positions[at]), as_number(curve.tokens[at]), per_token[at], *words, gain)
        return (*start, cost.embedding, cost.output, *share, *(float(s[at]) for s in curve.premiums.values()))

    return Table.of(names, (row(at, size) for at, size in enumerate(curve.sizes.tolist())))

"""Cell: what one tokenizer makes of one language, counted, so that each number shown can be traced to what was divided.

A Refusal stands in its place where the tokenizer cannot encode the language at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.bootstrap import Interval
from engine.languages import Language
from engine.metrics import METRICS, Sums, ratio
from engine.round_trip import UNKNOWN_LIMIT
from engine.vocabulary import IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """One tokenizer on one language.

    unit_tokens, reference_unit_tokens   tokens of each unit that both languages have, here and in the reference
    sums, reference_sums                 all that the measures divide, here and in the reference
    interval                             of the premium; None with fewer than 5 units
    round_trip, reference_round_trip     whether decoding gives every unit back, character by character
    loses_text, reference_loses_text     whether letters are missing in what is decoded, unknown ones aside
    vocab_size                           entries of the tokenizer, where one is compared at several sizes
    """

    tokenizer: str
    language: Language
    reference: str
    unit_tokens: IntArray
    reference_unit_tokens: IntArray
    sums: Sums
    interval: Interval | None
    round_trip: bool
    reference_sums: Sums | None = None
    reference_round_trip: bool = True
    loses_text: bool = False
    reference_loses_text: bool = False
    vocab_size: int | None = None

    def doubt(self, metric: str) -> str:
        """Why a measure would mislead here, in words; "" where it can be compared.

        What is lost or unknown costs nothing, so a count looks too cheap; in the reference it makes all others too dear.
        """
        own = _doubt(self.tokenizer, "this text", self.sums, self.loses_text, "cheap")
        if own or metric != "premium" or self.reference_sums is None:
            return own
        return _doubt(self.tokenizer, "the reference text", self.reference_sums, self.reference_loses_text, "dear")

    @property
    def units(self) -> int:
        """How many units were compared."""
        return len(self.unit_tokens)

    @property
    def tokens(self) -> int:
        """Tokens of all units."""
        return self.sums.tokens

    def value(self, metric: str) -> float | None:
        """One of METRICS; None where it is not defined for this language."""
        return METRICS[metric].value(self.sums)

    @property
    def premium(self) -> float | None:
        """Tokens over the reference language's tokens for the same units."""
        return self.value("premium")

    def row(self) -> dict[str, Any]:
        """The cell as plain values, in the order of the table's columns; the vocabulary size only in a sweep."""
        size = {} if self.vocab_size is None else {"vocab_size": self.vocab_size}
        return {
            "tokenizer": self.tokenizer,
            "language": self.language.code,
            "units": self.units,
            "tokens": self.tokens,
            "premium": self.premium,
            "premium_low": self.interval.low if self.interval else None,
            "premium_high": self.interval.high if self.interval else None,
            "bytes": self.sums.bytes,
            "characters": self.sums.characters,
            "bytes_per_token": self.value("bytes_per_token"),
            "characters_per_token": self.value("characters_per_token"),
            "fertility": self.value("fertility"),
            "unknown_share": self.value("unknown_share"),
            "characters_cut_share": self.value("characters_cut_share"),
            "round_trip": self.round_trip,
        } | size


@dataclass(frozen=True, slots=True)
class Refusal:
    """A language that a tokenizer cannot encode, and why: it has no token for something unknown."""

    tokenizer: str
    language: Language
    reference: str
    reason: str


def _doubt(name: str, text: str, sums: Sums, loses_text: bool, looks: str) -> str:
    share = ratio(sums.unknown_characters, sums.characters) or 0.0
    if share > UNKNOWN_LIMIT:
        return f"{share:.0%} of {text} is unknown to {name}, so a count would look too {looks}.".replace("%", " %")
    return f"{name} loses letters of {text}, so a count would look too {looks}." if loses_text else ""

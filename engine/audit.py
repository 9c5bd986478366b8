"""audit(): everything that stands behind one number of a comparison, so that a reader can compute it again.

Numerator and denominator, which units, in which Unicode form, what happened to special tokens, what is unknown, what comes
back when decoded, and which tokenizer it was.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.bootstrap import RESAMPLES
from engine.cells import Cell, Refusal
from engine.metrics import METRICS, PAGE_CHARACTERS, Metric, Sums
from engine.parallel import ParallelText
from engine.round_trip import unicode_form

_PARTS: dict[str, tuple[tuple[str, str], tuple[str, str] | None]] = {
    "tokens": (("tokens", "tokens"), None),
    "premium": (("tokens", "tokens"), ("reference_tokens", "tokens")),
    "bytes_per_token": (("bytes", "bytes"), ("tokens", "tokens")),
    "characters_per_token": (("characters", "code points"), ("tokens", "tokens")),
    "fertility": (("tokens", "tokens"), ("words", "words")),
    "continued_words_share": (("words_continued", "words with a boundary inside"), ("words", "words")),
    "unknown_share": (("unknown_characters", "unknown code points"), ("characters", "code points")),
    "characters_cut_share": (("clusters_cut", "characters cut"), ("clusters", "characters")),
    "vocabulary_use": (("types", "different tokens"), ("vocabulary_size", "entries of the vocabulary")),
    "renyi_efficiency": (("renyi_entropy", "bits of Rényi entropy"), ("types", "different tokens")),
}
"""Measure -> what stands above and below the line: a field of Sums, and what it counts."""


@dataclass(frozen=True, slots=True)
class Part:
    """A number of the fraction, and what it counts."""

    number: str
    words: str


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of the audit; `good` is False for what qualifies the number, True for a check that it passed."""

    name: str
    text: str
    good: bool | None = None


@dataclass(frozen=True, slots=True)
class Audit:
    """One cell, told in full.

    value   as it is printed, "" where there is none; then `absence` says why
    doubt   why the number would mislead, "" where it does not
    facts   the most important first
    unit_tokens, reference_unit_tokens   tokens of each unit: what the sums, and the interval, are made of
    """

    tokenizer: str
    language: str
    metric: Metric
    value: str
    words: str
    absence: str
    doubt: str
    numerator: Part | None
    denominator: Part | None
    interval: str
    facts: tuple[Fact, ...]
    reference: str = ""
    unit_tokens: tuple[int, ...] = ()
    reference_unit_tokens: tuple[int, ...] = ()

    def as_text(self, say: Callable[[str], str] = str) -> str:
        """All of it as lines, to be pasted into a paper or a mail; `say` puts a sentence or a name into another language."""
        lines = [f"{self.language}, {self.tokenizer}: {self.value or '-'} {say(self.words)}".rstrip()]
        lines += [f"{self.metric.title} = {self.metric.meaning}. {self.metric.source}."]
        if self.numerator is not None:
            lines.append(say(f"Numerator: {self.numerator.number} {self.numerator.words}"))
        if self.denominator is not None:
            lines.append(say(f"Denominator: {self.denominator.number} {self.denominator.words}"))
        lines += [say(sentence) for sentence in (self.absence, self.doubt) if sentence]
        if self.interval:
            lines.append(say(f"95 % interval: {self.interval}"))
        lines += [f"{say(fact.name)}: {say(fact.text)}" for fact in self.facts]
        for language, tokens in ((self.language, self.unit_tokens), (self.reference, self.reference_unit_tokens)):
            if tokens:
                told = say(f"Tokens of each unit, {language}")
                lines.append(f"{told}: {' '.join(map(str, tokens))}")
        return "\n".join(lines) + "\n"


def audit(
    cell: Cell | Refusal,
    parallel: ParallelText,
    metric: str | Metric,
    tokenizer: str = "",
    identity: str = "",
    units: str = "",
) -> Audit:
    """The audit of a cell; `tokenizer` is how it is called on screen, `identity` the tokenizer's, `units` "30 articles"."""
    name = tokenizer or cell.tokenizer
    language = parallel.languages[cell.language.code].name
    reference = parallel.languages[cell.reference].name
    measure = METRICS[metric] if isinstance(metric, str) else metric
    if isinstance(cell, Refusal):
        return Audit(name, language, measure, "", "", cell.reason, "", None, None, "", ())
    value = measure.value(cell.sums)
    numerator, denominator = _fraction(cell, measure, language, reference)
    interval = cell.interval if measure.name == "premium" else None
    return Audit(
        name,
        language,
        measure,
        "" if value is None else measure.printed(value),
        f"tokens for each token of {reference}" if measure.name == "premium" else measure.title,
        measure.absence if value is None else "",
        cell.doubt(measure.name),
        numerator,
        denominator,
        f"{interval.low:.2f} – {interval.high:.2f}" if interval else "",
        tuple(_facts(cell, parallel, measure.name, units or f"{cell.units:,} {parallel.unit}s", identity)),
        reference,
        tuple(cell.unit_tokens.tolist()),
        tuple(cell.reference_unit_tokens.tolist()) if _has_reference(cell) else (),
    )


def _has_reference(cell: Cell) -> bool:
    return cell.reference_sums is not None and cell.language.code != cell.reference


def _fraction(cell: Cell, metric: Metric, language: str, reference: str) -> tuple[Part | None, Part | None]:
    sums = cell.sums
    if metric.name == "premium" and sums.reference_tokens is not None:
        return Part(f"{sums.tokens:,}", f"tokens, {language}"), Part(
            f"{sums.reference_tokens:,}", f"tokens, {reference}"
        )
    if metric.name in ("page_tokens", "window_pages", "page_price"):
        return _page_fraction(sums, metric, reference)
    above, below = _PARTS[metric.name]
    numerator = _part(sums, above)
    if metric.name == "renyi_efficiency" and sums.types:
        return numerator, Part(f"{math.log2(sums.types):,.6f}", f"log2 of {sums.types:,} different tokens")
    return numerator, _part(sums, below) if below else None


def _page_fraction(sums: Sums, metric: Metric, reference: str) -> tuple[Part | None, Part | None]:
    """Pages are characters of the reference / 1,800: the fractions that are made of them, in whole numbers."""
    value, characters = metric.value(sums), sums.reference_characters
    if value is None or not characters:
        return None, None
    tokens, page = f"{sums.tokens:,} × {PAGE_CHARACTERS:,}", f"{characters:,}"
    if metric.name == "page_tokens":
        return Part(tokens, "tokens × characters a page"), Part(page, f"characters, {reference}")
    if metric.name == "window_pages":
        window = f"{value * sums.tokens * PAGE_CHARACTERS / characters:,.0f}"
        above = Part(f"{window} × {page}", f"tokens in the window × characters, {reference}")
        return above, Part(tokens, "tokens × characters a page")
    price = value / (sums.tokens * PAGE_CHARACTERS) * characters * 1_000 if sums.tokens else 0.0
    above = Part(f"{tokens} × 1,000 × {price:,.10g}", "tokens × characters a page × pages × price")
    return above, Part(f"{page} × 1,000,000", f"characters, {reference} × tokens that the price is for")


def _part(sums: Sums, row: tuple[str, str]) -> Part | None:
    value = getattr(sums, row[0])
    if value is None:
        return None
    return Part(f"{value:,.6f}" if isinstance(value, float) else f"{value:,}", row[1])


def _facts(cell: Cell, parallel: ParallelText, metric: str, units: str, identity: str) -> list[Fact]:
    ours, theirs = parallel.units(cell.language.code), parallel.units(cell.reference)
    both = _has_reference(cell)
    facts = [
        Fact("Unit", f"{units}, each encoded alone"),
        Fact("Text", parallel.title + ("" if parallel.is_parallel else ", not parallel")),
        Fact("Form", _pair(unicode_form("".join(ours)), unicode_form("".join(theirs)) if both else None)),
        Fact("Special tokens", "none added; in a text they count as text"),
        _round_trip(cell, both),
        Fact(
            "Unknown",
            f"{_counts(cell, 'unknown_characters', both)} code points",
            good=False if cell.sums.unknown_characters else None,
        ),
    ]
    if metric == "premium" and cell.interval is not None:
        facts.append(Fact("Interval", f"bootstrap over the {parallel.unit}s, {RESAMPLES:,} draws, seed 0"))
    facts += [
        Fact("Bytes", _counts(cell, "bytes", both)),
        Fact("Code points", _counts(cell, "characters", both)),
        Fact("Tokens", _counts(cell, "tokens", both)),
        Fact("Bytes per token", _values(cell, "bytes_per_token", both)),
        Fact("Characters cut", _values(cell, "characters_cut_share", both)),
        Fact("Vocabulary", f"{cell.sums.vocabulary_size:,} entries"),
    ]
    if identity:
        facts.append(Fact("Identity", identity[:16]))
    digests = [_digest(ours), *([_digest(theirs)] if both else [])]
    facts.append(Fact("SHA-256 of the text", " : ".join(digests)))
    return facts


def _round_trip(cell: Cell, both: bool) -> Fact:
    """What comes back when the tokens are decoded."""
    if cell.sums.unknown_characters or (both and cell.reference_sums and cell.reference_sums.unknown_characters):
        return Fact("Round trip", "not equal: unknown text does not come back", good=False)
    if cell.loses_text or (both and cell.reference_loses_text):
        return Fact("Round trip", "not equal: letters are lost", good=False)
    if not cell.round_trip or (both and not cell.reference_round_trip):
        return Fact("Round trip", "equal but for case, blanks, accents or form", good=False)
    return Fact("Round trip", "both equal" if both else "equal", good=True)


def _pair(ours: str, theirs: str | None) -> str:
    return ours if theirs is None or theirs == ours else f"{ours} : {theirs}"


def _sides(cell: Cell, both: bool) -> list[Sums]:
    return [cell.sums, cell.reference_sums] if both and cell.reference_sums else [cell.sums]


def _counts(cell: Cell, field: str, both: bool) -> str:
    """ "22,466 : 8,276": here, and in the reference."""
    return " : ".join(f"{getattr(side, field):,}" for side in _sides(cell, both))


def _values(cell: Cell, metric: str, both: bool) -> str:
    values = [METRICS[metric].value(side) for side in _sides(cell, both)]
    return " : ".join("–" if value is None else METRICS[metric].printed(value) for value in values)


def _digest(units: Sequence[str]) -> str:
    """Of the units as UTF-8, joined by LF: what a reader who has the text can compare."""
    return hashlib.sha256("\n".join(units).encode("utf-8", "replace")).hexdigest()[:12]

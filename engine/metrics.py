"""What is measured about a tokenizer on a parallel text: every measure a function of sums.

The premium is the ratio of sums over the same units (Petrov et al. 2023), never the mean of ratios; how sure it is says
bootstrap.py.  Bytes and characters per token are for comparing tokenizers within one language: scripts
differ in both.  Words are those of Unicode's segmentation (annex 29) that hold a letter or a number, and are counted only
where a script parts words by blanks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.vocabulary import IntArray

PAGE_CHARACTERS = 1800
"""Code points of the reference language that make a page: 30 lines of 60, what translators count as one."""


@dataclass(frozen=True, slots=True)
class Sums:
    """What a tokenizer made of one language's units, summed; the numerators and denominators of all measures.

    reference_tokens  tokens of the reference language for the same units; None where the texts are not parallel
    reference_characters   code points of the same units in the reference language; None where there is no reference
    words             None where the script does not part words by blanks; `words_continued` have more than one token
    types             how many different tokens came out, of the `vocabulary_size` that there are
    renyi_entropy     of the tokens' frequencies, of order `ALPHA`, in bits
    """

    tokens: int
    reference_tokens: int | None
    bytes: int
    characters: int
    words: int | None
    unknown_characters: int
    clusters: int
    clusters_cut: int
    words_continued: int | None = None
    types: int | None = None
    vocabulary_size: int | None = None
    renyi_entropy: float | None = None
    reference_characters: int | None = None

    @property
    def pages(self) -> float | None:
        """How many pages the text has, in every language the same number: it is counted in the reference language.

        >>> Sums(1, 1, 1, 1, 1, 0, 1, 0, reference_characters=9_000).pages
        5.0
        """
        return ratio(self.reference_characters, PAGE_CHARACTERS)


@dataclass(frozen=True, slots=True)
class Metric:
    """A measure: how it is named, what is divided by what, where that comes from, and the function of the sums.

    `is_share`: printed in percent, else with `places` behind the point.  `absence` says why there may be no value.
    """

    name: str
    title: str
    meaning: str
    source: str
    value: Callable[[Sums], float | None]
    is_share: bool = False
    absence: str = ""
    places: int = 2

    @property
    def explanation(self) -> str:
        """Formula and source, for a tool tip."""
        return f"{self.title} = {self.meaning}.\n{self.source}."

    def printed(self, value: float) -> str:
        """A value as tables print it: whole tokens, percent with a space, all others with two places.

        >>> METRICS["tokens"].printed(8321), METRICS["characters_cut_share"].printed(0.5893)
        ('8,321', '59 %')
        """
        if self.is_share:
            return percent(value)
        return f"{value:,.{self.places}f}"


def percent(share: float) -> str:
    """With the places that tell small shares apart.

    >>> percent(0.5), percent(0.012), percent(0.0), percent(0.00034)
    ('50 %', '1.2 %', '0 %', '0.03 %')
    """
    hundredths = 100 * share
    places = 0 if hundredths >= 9.95 or not hundredths else 1 if hundredths >= 0.95 else 2
    return f"{hundredths:.{places}f} %"


def ratio(numerator: float | None, denominator: float | None) -> float | None:
    """The quotient; None where there is nothing to divide, or to divide by."""
    return numerator / denominator if denominator and numerator is not None else None


def _renyi_efficiency(sums: Sums) -> float | None:
    """None for a single type: its frequency says nothing."""
    if sums.renyi_entropy is None or not sums.types or sums.types < 2:
        return None
    return sums.renyi_entropy / math.log2(sums.types)


_NO_WORDS = "This script does not part words by blanks, so there are no words to count."
_NO_REFERENCE = "These texts are not parallel: the same content is not in all of them, so no premium can be told."
_PETROV = "Petrov, La Malfa, Torr and Bibi 2023, arXiv 2305.15425"
_RUST = "Rust et al. 2021; words by Unicode's segmentation (annex 29) that hold a letter or a number"

METRICS: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        Metric(
            "tokens", "Tokens", "tokens of all units", f"Corpus token count: {_PETROV}", lambda c: c.tokens, places=0
        ),
        Metric(
            "premium",
            "Premium",
            "tokens / tokens of the reference language for the same units (ratio of sums)",
            _PETROV,
            lambda c: ratio(c.tokens, c.reference_tokens),
            absence=_NO_REFERENCE,
        ),
        Metric(
            "bytes_per_token",
            "Bytes per token",
            "UTF-8 bytes / tokens; compare within one language, for scripts differ in bytes a character",
            "Compression, as in TokEval and tokka-bench",
            lambda c: ratio(c.bytes, c.tokens),
        ),
        Metric(
            "characters_per_token",
            "Characters per token",
            "code points / tokens; compare within one language, for a character says more in some scripts",
            "Limisiewicz et al. 2023, arXiv 2305.17179",
            lambda c: ratio(c.characters, c.tokens),
        ),
        Metric(
            "fertility",
            "Fertility",
            "tokens / words; a dash for scripts that do not part words by blanks",
            _RUST,
            lambda c: ratio(c.tokens, c.words),
            absence=_NO_WORDS,
        ),
        Metric(
            "continued_words_share",
            "Continued words",
            "words with a token boundary inside / words; a dash for scripts that do not part words by blanks",
            _RUST,
            lambda c: ratio(c.words_continued, c.words),
            is_share=True,
            absence=_NO_WORDS,
        ),
        Metric(
            "unknown_share",
            "Unknown share",
            "code points under unknown tokens / code points; above 2 % no other measure is shown",
            "After Petrov et al. 2023, whose limit is 10 %",
            lambda c: ratio(c.unknown_characters, c.characters) or 0.0,
            is_share=True,
        ),
        Metric(
            "characters_cut_share",
            "Characters cut",
            "grapheme clusters with a token boundary inside / all grapheme clusters",
            "What a reader sees as one character, by Unicode annex 29",
            lambda c: ratio(c.clusters_cut, c.clusters) or 0.0,
            is_share=True,
        ),
        Metric(
            "page_tokens",
            "Tokens a page",
            "tokens / pages; a page is what 1,800 characters of the reference language say, whichever language says it",
            f"Context and price in proportion to tokens: {_PETROV}; a page of 1,800 characters as translators count",
            lambda c: ratio(c.tokens, c.pages),
            absence="These texts are not parallel, so a page in one language is not the same text in another.",
            places=0,
        ),
        Metric(
            "vocabulary_use",
            "Vocabulary use",
            "different tokens that came out / entries of the vocabulary; grows with the length of the text",
            "As in TokEval and tokka-bench",
            lambda c: ratio(c.types, c.vocabulary_size),
            is_share=True,
        ),
        Metric(
            "renyi_efficiency",
            "Rényi efficiency",
            "Rényi entropy of order 2.5 of the tokens' frequencies / log2 of the number of different tokens",
            "Zouhar et al. 2023, arXiv 2306.16842. It can be raised at will while translations get worse (Cognetta et "
            "al. 2024, arXiv 2402.14614): show it, do not rank by it alone",
            _renyi_efficiency,
            absence="Fewer than two different tokens came out.",
        ),
    )
}
"""Name -> measure, in the order in which a table shows them."""

ALPHA = 2.5
"""Order of the Rényi entropy: the one that went best with the quality of translations (Zouhar et al. 2023)."""

GINI = (
    "Gini = sum of |a - b| over all pairs of languages / (2 n² mean), of tokens for the same units; 0: all pay the same.\n"
    "Tokenizer fairness Gini: Foroutan et al. 2025, arXiv 2508.04796."
)


def gini(values: Sequence[float]) -> float | None:
    """How unequal the values are: 0 when all are the same, near 1 when one has everything; None for fewer than two.

    >>> gini([1, 1, 1]), gini([1, 3]), gini([0, 0, 0, 4])
    (0.0, 0.25, 0.75)
    """
    sorted_values = np.sort(np.asarray(values, np.float64))
    count, total = len(sorted_values), float(sorted_values.sum())
    if count < 2 or not total:
        return None
    # The sum over all pairs of |a - b|, each pair twice: each value counts for those below it less those above it.
    weights = 2 * np.arange(1, count + 1) - count - 1
    return float((weights * sorted_values).sum() / (count * total))


def renyi_entropy(counts: Sequence[int] | IntArray, alpha: float = ALPHA) -> float | None:
    """Of the frequencies of some tokens, in bits; Shannon's entropy for alpha 1; None without tokens.

    >>> round(renyi_entropy([3, 2, 1, 1]), 10)
    1.6530129668
    """
    known = np.asarray(counts, np.float64)
    known = known[known > 0]
    if not len(known):
        return None
    shares = known / known.sum()
    if alpha == 1:
        return float(-(shares * np.log2(shares)).sum())
    return float(np.log2((shares**alpha).sum()) / (1 - alpha))

"""From the sizes of a training and what is asked of them to the chart that is drawn.  Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np

from app.state.languages.language_names import short_names
from app.state.vocabulary.tradeoff_view import TradeoffView
from app.translation import later, translate
from app.widgets.tradeoffs.size_chart import SizeChart, SizeLine
from engine.parallel import udhr
from engine.size_curve import SizeCurve
from engine.tradeoffs import RULE_OF_THUMB, USUAL_BYTES_PER_TOKEN, USUAL_WORDS_PER_TOKEN, model_cost

TITLES = {
    "bytes_per_token": later("size_lines", "Bytes per token"),
    "words_per_token": later("size_lines", "Words per token"),
    "tokens": later("size_lines", "Tokens of the corpus"),
    "premium": later("size_lines", "Premium over English"),
    "next_gain": later("size_lines", "Gain of the next entries"),
    "attention": later("size_lines", "Attention work"),
    "output": later("size_lines", "Output work"),
}
TIPS = {
    "bytes_per_token": later("size_lines", "How many bytes of the corpus a token holds"),
    "words_per_token": later("size_lines", "How many words of the corpus a token holds, by Unicode's segmentation"),
    "tokens": later("size_lines", "How many tokens the corpus has"),
    "premium": later("size_lines", "Tokens of the same text in other languages, over those in English"),
    "next_gain": later("size_lines", "The share of its tokens that the corpus loses by the next entries"),
    "attention": later(
        "size_lines",
        "Work of attention on the same text, which grows with the square of its tokens; the other size has 1",
    ),
    "output": later("size_lines", "Work of the output table on the same text: tokens x entries; the other size has 1"),
}


_OF_TOKENS = ("bytes_per_token", "words_per_token", "tokens", "next_gain", "attention")
"""Measures that stay as they are where a word is a token at every size."""


def chart_of(sizes: TradeoffView, curve: SizeCurve) -> SizeChart:
    """The chosen measure against the parameters of the tables."""
    entries = curve.sizes.astype(np.float64)
    cost = entries * model_cost(1, sizes.width, tied=sizes.tied).total
    chart = SizeChart(entries, (), cost, translate("size_lines", TITLES[sizes.measure]), sizes.size, sizes.reference)
    if sizes.measure == "premium":
        return _with_premiums(chart, curve)
    unknown = sizes.unknown_words
    if unknown is not None and sizes.measure in _OF_TOKENS:
        title = translate("size_lines", "Words of the corpus that are unknown")
        return replace(chart, title=title, lines=(SizeLine("", unknown),), decimals=1, percent=True)
    if sizes.measure == "tokens":
        band = _band(curve.corpus_bytes / USUAL_BYTES_PER_TOKEN.high, curve.corpus_bytes / USUAL_BYTES_PER_TOKEN.low)
        return replace(chart, lines=(SizeLine("", curve.tokens),), decimals=0, band=band)
    if sizes.measure == "next_gain":
        title = translate("size_lines", "Tokens saved by the next {:,} entries").format(curve.next_entries)
        return replace(chart, title=title, lines=(SizeLine("", curve.next_gains),), decimals=1, percent=True)
    if sizes.measure in ("attention", "output"):
        of = curve.attention if sizes.measure == "attention" else curve.output_work
        title = translate("size_lines", "{} (1 = {:,} entries)").format(chart.title, sizes.reference)
        return replace(chart, title=title, lines=(SizeLine("", of(sizes.reference)),))
    if sizes.measure == "words_per_token":
        usual = USUAL_WORDS_PER_TOKEN
        words = translate("size_lines", "usual for English: about {} words a token").format(RULE_OF_THUMB)
        lines = (SizeLine("", curve.words_per_token),)
        return replace(chart, lines=lines, band=(usual.low, usual.high, words), decimals=3)
    band = _band(USUAL_BYTES_PER_TOKEN.low, USUAL_BYTES_PER_TOKEN.high)
    return replace(chart, lines=(SizeLine("", curve.bytes_per_token),), floor=1.0, band=band)


def _band(low: float, high: float) -> tuple[float, float, str]:
    usual = USUAL_BYTES_PER_TOKEN
    words = translate("size_lines", "usual for English: {} to {} bytes, {} words a token").format(
        usual.low, usual.high, RULE_OF_THUMB
    )
    return low, high, words


def _with_premiums(chart: SizeChart, curve: SizeCurve) -> SizeChart:
    names = language_names(curve.premiums)
    lines = tuple(SizeLine(names[code], values) for code, values in curve.premiums.items())
    lowest = min((float(line.values.min()) for line in lines), default=1.0)
    return replace(chart, lines=lines, floor=min(1.0, np.floor(lowest * 2) / 2))


def language_names(codes: Iterable[str]) -> dict[str, str]:
    """Names of languages by code."""
    languages = udhr().languages
    return short_names([languages[code] for code in codes])


def no_words(words: float | None) -> str:
    """Why there is no curve of words; empty where there is one."""
    if words is None:
        return translate("size_lines", "Counting the words of the corpus...")
    if not np.isnan(words):
        return ""
    return translate(
        "size_lines", "Most of this corpus is in scripts that put no blank between words: none are counted."
    )


def whole_words(measure: str) -> str:
    """Why another curve is shown than the one that was chosen; empty where it can be shown."""
    if measure not in _OF_TOKENS:
        return ""
    return translate(
        "size_lines", "A word is one token at every size, known or not: what a size changes is how many are unknown."
    )


def left_out_words(left_out: Mapping[str, float]) -> str:
    """Which languages have no line, and why; empty where all have one."""
    if not left_out:
        return ""
    names = language_names(left_out)
    shares = ", ".join(f"{names[code]} {share:.0%}".replace("%", " %") for code, share in left_out.items())
    return translate(
        "size_lines",
        "Left out, as this much of them is unknown to the vocabulary, so that a count would look too cheap: {}.",
    ).format(shares)

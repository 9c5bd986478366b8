"""What the marked size of a vocabulary costs and gains against another, in one sentence.  Pure."""

from __future__ import annotations

from app.translation import translate
from engine.tradeoffs import SizePoint, short_number

_NOTHING = 0.0005
"""A change that is printed as 0.0 %."""


def size_sentence(point: SizePoint, unknown: tuple[float, float] | None = None) -> str:
    """What one pays and gains; the engine says the same in its own words.

    Where tokens are whole words, `unknown` are the shares of words that this size and the other do not know.
    """
    if point.size == point.reference:
        return translate("size_words", "This is the size that others are compared with.")
    more = point.size > point.reference
    entries = (
        translate("size_words", "{:,} more entries: ") if more else translate("size_words", "{:,} fewer entries: ")
    )
    text = (
        (_text_words(point.token_change), _attention_words(point.attention))
        if unknown is None
        else (_unknown_words(*unknown),)
    )
    parts = (*text, _output_words(point.output), _table_words(point.parameter_change, more=more))
    return entries.format(abs(point.size - point.reference)) + ", ".join(parts) + "."


def _unknown_words(here: float, there: float) -> str:
    return translate("size_words", "{} of the words are unknown instead of {}").format(_percent(here), _percent(there))


def _text_words(change: float) -> str:
    if abs(change) < _NOTHING:
        return translate("size_words", "the same text has as many tokens")
    words = (
        translate("size_words", "the same text saves {} of its tokens")
        if change <= 0
        else translate("size_words", "the same text costs {} of its tokens")
    )
    return words.format(_percent(change))


def _attention_words(change: float) -> str:
    if abs(change) < _NOTHING:
        return translate("size_words", "its attention stays as it is")
    falls = translate("size_words", "its attention falls by {}")
    return (falls if change < 0 else translate("size_words", "its attention grows by {}")).format(_percent(change))


def _output_words(change: float) -> str:
    falls = translate("size_words", "the output table's work falls by {}")
    grows = translate("size_words", "the output table's work grows by {}")
    return (falls if change < 0 else grows).format(_percent(change))


def _table_words(change: float, *, more: bool) -> str:
    words = (
        translate("size_words", "and the tables cost {} parameters")
        if more
        else translate("size_words", "and the tables save {} parameters")
    )
    return words.format(short_number(abs(change)))


def _percent(share: float) -> str:
    return f"{abs(share):.1%}".replace("%", " %")

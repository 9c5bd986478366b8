"""What the marked size of a vocabulary costs and gains against another, in one sentence.  Pure."""

from __future__ import annotations

from app.translation import translate
from engine.tradeoffs import SizePoint, short_number


def size_sentence(point: SizePoint) -> str:
    """What one pays and gains; the engine says the same in its own words."""
    if point.size == point.reference:
        return translate("size_words", "This is the size that others are compared with.")
    more = point.size > point.reference
    entries = (
        translate("size_words", "{:,} more entries: ") if more else translate("size_words", "{:,} fewer entries: ")
    )
    parts = (
        _text_words(point.token_change),
        _attention_words(point.attention),
        _output_words(point.output),
        _table_words(point.parameter_change, more=more),
    )
    return entries.format(abs(point.size - point.reference)) + ", ".join(parts) + "."


def _text_words(change: float) -> str:
    words = (
        translate("size_words", "the same text saves {} of its tokens")
        if change <= 0
        else translate("size_words", "the same text costs {} of its tokens")
    )
    return words.format(_percent(change))


def _attention_words(change: float) -> str:
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

"""Units of a parallel text in words: "30 articles"; "line 12".  Pure."""

from __future__ import annotations

from app.translation import counted, later, translate

_ONE = {
    "article": later("unit_words", "{:,} article"),
    "line": later("unit_words", "{:,} line"),
    "row": later("unit_words", "{:,} row"),
}
_MANY = {
    "article": later("unit_words", "{:,} articles"),
    "line": later("unit_words", "{:,} lines"),
    "row": later("unit_words", "{:,} rows"),
}
_PLACES = {
    "article": later("unit_words", "article {:,}"),
    "line": later("unit_words", "line {:,}"),
    "row": later("unit_words", "row {:,}"),
}


def count_of_units(unit: str, count: int) -> str:
    """
    >>> count_of_units("article", 30), count_of_units("line", 1)
    ('30 articles', '1 line')
    """
    one, many = _ONE.get(unit, "{:,} " + unit), _MANY.get(unit, "{:,} " + unit + "s")
    return counted(count, translate("unit_words", one), translate("unit_words", many))


def place_of_unit(unit: str, number: int) -> str:
    """
    >>> place_of_unit("article", 12)
    'article 12'
    """
    return translate("unit_words", _PLACES.get(unit, unit + " {:,}")).format(number)

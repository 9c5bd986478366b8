"""How tokenizers cut numbers, sums, code and words, as tables; rows come as (name of the tokenizer, what it makes)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from engine.cut_samples import (
    DIGIT_RULE_TITLES,
    Addition,
    CodeCost,
    CutText,
    cut_by_rule,
    from_the_right,
    letters_in,
)
from engine.value_table import Table

_CUT = ("tokens", "cut", "ids")


def _cut(cut: CutText) -> tuple[int, str, str]:
    """Tokens, the text with bars between them, ids."""
    return len(cut), "|".join(cut.parts), " ".join(map(str, cut.ids))


def _places(cut: CutText) -> str:
    """The place values at which tokens begin."""
    return " ".join(map(str, from_the_right(cut)))


def numbers_table(rows: Iterable[tuple[str, CutText]]) -> Table:
    """Numbers; `places` are the place values, counted in characters from the end, at which tokens begin.

    >>> numbers_table([("t", CutText("1275", ((0, 3), (3, 4)), (7, 9)))]).rows
    (('t', '1275', 2, '127|5', '7 9', '4 1'),)
    """
    lines = ((name, cut.text, *_cut(cut), _places(cut)) for name, cut in rows)
    return Table.of(("tokenizer", "text", *_CUT, "places"), lines)


def rule_cuts(numbers: Iterable[str]) -> list[tuple[str, CutText]]:
    """Whole numbers under each rule for digits, before any vocabulary; under "rule: " and its title."""
    whole = [number for number in numbers if number.isdecimal()]
    rules = [(rule, title) for rule, title in DIGIT_RULE_TITLES.items() if rule != "as-pattern"]
    return [(f"rule: {title}", cut_by_rule(rule, number)) for rule, title in rules for number in whole]


def sums_table(rows: Iterable[tuple[str, Addition]], numbers: Iterable[tuple[str, CutText]] = ()) -> Table:
    """Sums: three numbers each, and whether their cuts stand at the same place values (empty where a number is unknown);
    behind the numbers of a list."""

    def lines() -> Iterator[tuple[Any, ...]]:
        for name, cut in numbers:
            yield (name, "number", cut.text, *_cut(cut), _places(cut), None)
        for name, sum in rows:
            lines_up = int(sum.lines_up) if sum.is_known else None
            for role, cut in (("first", sum.first), ("second", sum.second), ("sum", sum.total)):
                yield (name, role, cut.text, *_cut(cut), _places(cut), lines_up)

    return Table.of(("tokenizer", "role", "text", *_CUT, "places", "lines_up"), lines())


def code_table(rows: Iterable[tuple[str, CodeCost]]) -> Table:
    """Code, a row for each tokenizer: what it costs as a whole, and what blanks and names have of it."""
    names = ("tokenizer", "tokens", "tokens_per_line", "indentation", "single_spaces", "names", "tokens_per_name")
    return Table.of(
        names,
        (
            (
                name,
                len(code.cut),
                round(code.tokens_per_line, 4),
                code.indent_tokens,
                code.single_blanks,
                len(code.identifiers),
                round(code.tokens_per_identifier, 4),
            )
            for name, code in rows
        ),
    )


def code_lines_table(rows: Iterable[tuple[str, CodeCost]]) -> Table:
    """Code line by line: how many tokens begin in each, how many of them indent it, and how many are a single space."""

    def lines() -> Iterator[tuple[Any, ...]]:
        for name, code in rows:
            counts = zip(code.line_tokens, code.line_indents, code.line_blanks, strict=True)
            for number, (text, counted) in enumerate(zip(code.cut.text.split("\n"), counts, strict=True), 1):
                if text or counted[0]:
                    yield (name, number, text, *counted)

    return Table.of(("tokenizer", "line", "text", "tokens", "indentation", "single_spaces"), lines())


def spelling_table(rows: Iterable[tuple[str, CutText]], letter: str) -> Table:
    """Forms of a word, and how often a letter stands in each of their tokens."""
    cuts = ((name, cut.text, *_cut(cut), " ".join(map(str, letters_in(cut, letter)))) for name, cut in rows)
    return Table.of(("tokenizer", "text", *_CUT, f"{letter or 'letter'}_inside"), cuts)

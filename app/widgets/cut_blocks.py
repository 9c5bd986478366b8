"""From what tokenizers make of the samples to blocks of rows.  Pure: everything that is said is decided here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.state.cut_view import Cuts
from app.widgets.cut_rows import CutBlock, CutRow, row_of, rows_of
from engine.cut_samples import DIGIT_RULE_TITLES, Addition, CutText, cut_by_rule, letters_in

_MOST_TERMS = 8
"""Tokens of which each has its own count."""


def sectioned(title: str, blocks: Sequence[CutBlock]) -> list[CutBlock]:
    """The blocks under a title of their own."""
    return [replace(block, section=title if not number else "") for number, block in enumerate(blocks)]


def _tokens(count: int) -> str:
    return f"{count:,} token{'s' if count != 1 else ''}"


def _refused(cuts: Cuts) -> CutBlock:
    return CutBlock(cuts.title, (), cuts.error, good=False)


def number_blocks(all_cuts: Sequence[Cuts], colours: int) -> list[CutBlock]:
    """The list of numbers under each tokenizer, at their place values; then the sum."""
    blocks = []
    for cuts in all_cuts:
        if cuts.error:
            blocks.append(_refused(cuts))
            continue
        rows = tuple(row_of("", cut, colours, f"{len(cut)}") for cut in cuts.numbers)
        total = sum(len(cut) for cut in cuts.numbers)
        blocks.append(CutBlock(cuts.title, rows, f"{_tokens(total)} in all", right=True))
    return blocks


def sum_blocks(all_cuts: Sequence[Cuts], colours: int) -> list[CutBlock]:
    """The sum under each tokenizer, and whether its cuts stand at the same places."""
    blocks = []
    for cuts in all_cuts:
        if cuts.addition is not None:
            good = cuts.addition.lines_up
            words = "cuts line up" if good else "cuts do not line up"
            blocks.append(CutBlock(cuts.title, _sum_rows(cuts.addition, colours), words, right=True, good=good))
    return blocks


def _sum_rows(addition: Addition, colours: int) -> tuple[CutRow, ...]:
    signs = ("", "+", "=")
    rows = zip(signs, (addition.first, addition.second, addition.total), strict=True)
    return tuple(row_of(sign, cut, colours) for sign, cut in rows)


def rule_blocks(numbers: Sequence[str], colours: int) -> list[CutBlock]:
    """The same numbers under each rule for digits, before any vocabulary."""
    blocks = []
    for rule, title in DIGIT_RULE_TITLES.items():
        cuts = [cut_by_rule(rule, number) for number in numbers if number.isdecimal()]
        if rule != "as-pattern" and cuts:
            blocks.append(
                CutBlock(title[0].upper() + title[1:], tuple(row_of("", cut, colours) for cut in cuts), right=True)
            )
    return blocks


def code_blocks(all_cuts: Sequence[Cuts], colours: int) -> list[CutBlock]:
    """The code under each tokenizer, line by line, and what its indentation costs."""
    blocks = []
    for cuts in all_cuts:
        if cuts.error or cuts.code is None:
            blocks.append(_refused(cuts))
            continue
        code = cuts.code
        words = (
            f"{_tokens(len(code.cut))}, {code.tokens_per_line:.1f} a line; {code.indent_tokens:,} for indentation, "
            f"{code.single_blanks:,} single spaces"
        )
        rows = rows_of(code.cut, colours, [f"{count}" for count in code.line_tokens])
        blocks.append(CutBlock(cuts.title, rows, words))
    return blocks


def word_blocks(all_cuts: Sequence[Cuts], letter: str, colours: int) -> list[CutBlock]:
    """A word as it is written in running text, and a letter inside its tokens."""
    blocks = []
    for cuts in all_cuts:
        if cuts.error:
            blocks.append(_refused(cuts))
            continue
        rows = tuple(row_of("", cut, colours, _letters(cut, letter)) for cut in cuts.words)
        blocks.append(CutBlock(cuts.title, rows, "" if rows else "no word"))
    return blocks


def _letters(cut: CutText, letter: str) -> str:
    """ "3 tokens, r inside: 1 + 0 + 2" """
    counts = letters_in(cut, letter)
    words = _tokens(len(cut))
    if not counts:
        return words
    terms = " + ".join(map(str, counts)) if len(counts) <= _MOST_TERMS else f"{sum(counts)} in all"
    return f"{words}, {letter} inside: {terms}"

"""From what tokenizers make of the samples to blocks of rows.  Pure: everything that is said is decided here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.state.vocabulary.cut_view import Cuts
from app.translation import counted, translate
from app.widgets.tradeoffs.cut_rows import CutBlock, CutRow, by_place, row_of, rows_of
from engine.cut_samples import DIGIT_RULE_TITLES, Addition, CutText, cut_by_rule, letters_in

_MOST_TERMS = 8
"""Tokens of which each has its own count."""


def blocks_of(view: str, cuts: Sequence[Cuts], numbers: Sequence[str], letter: str, colours: int) -> list[CutBlock]:
    """All that a view ("numbers", "code" or "spelling") shows."""
    if view == "numbers":
        return [
            *number_blocks(cuts, colours),
            *sectioned(translate("cut_blocks", "A sum, column by column"), sum_blocks(cuts, colours)),
            *sectioned(
                translate("cut_blocks", "The same numbers under rules for digits"), rule_blocks(numbers, colours)
            ),
        ]
    if view == "code":
        return [
            *code_blocks(cuts, colours),
            *sectioned(translate("cut_blocks", "Its names, each where it first stands"), name_blocks(cuts, colours)),
        ]
    return word_blocks(cuts, letter, colours)


def sectioned(title: str, blocks: Sequence[CutBlock]) -> list[CutBlock]:
    """The blocks under a title of their own."""
    return [replace(block, section=title if not number else "") for number, block in enumerate(blocks)]


def _tokens(count: int) -> str:
    return counted(count, translate("cut_blocks", "{:,} token"), translate("cut_blocks", "{:,} tokens"))


def _refused(cuts: Cuts) -> CutBlock:
    return CutBlock(cuts.title, (), cuts.error, good=False)


def number_blocks(all_cuts: Sequence[Cuts], colours: int) -> list[CutBlock]:
    """The list of numbers under each tokenizer, at their place values; then the sum."""
    blocks = []
    for cuts in all_cuts:
        if cuts.error:
            blocks.append(_refused(cuts))
            continue
        rows = tuple(by_place(row_of("", cut, colours, _count(cut))) for cut in cuts.numbers)
        total = sum(len(cut) for cut in cuts.numbers)
        words = translate("cut_blocks", "{} in all").format(_tokens(total))
        words += _unknown_words(sum(len(cut.unknown) for cut in cuts.numbers))
        blocks.append(CutBlock(cuts.title, rows, words, right=True))
    return blocks


def _unknown_words(count: int) -> str:
    return translate("cut_blocks", ", {:,} of them unknown").format(count) if count else ""


def _count(cut: CutText) -> str:
    """How many tokens, and that the text is unknown where it is."""
    return translate("cut_blocks", "{:,}, unknown").format(len(cut)) if cut.unknown else f"{len(cut):,}"


def sum_blocks(all_cuts: Sequence[Cuts], colours: int) -> list[CutBlock]:
    """The sum under each tokenizer, and whether its cuts stand at the same places."""
    blocks = []
    for cuts in all_cuts:
        if cuts.addition is not None:
            words, good = _verdict(cuts.addition)
            blocks.append(CutBlock(cuts.title, _sum_rows(cuts.addition, colours), words, right=True, good=good))
    return blocks


def _verdict(sum: Addition) -> tuple[str, bool]:
    """Whether the cuts stand at the same places, in words."""
    if not sum.is_known:
        return translate("cut_blocks", "unknown: nothing to line up"), False
    if sum.lines_up:
        return translate("cut_blocks", "cuts line up"), True
    return translate("cut_blocks", "cuts do not line up"), False


def _sum_rows(addition: Addition, colours: int) -> tuple[CutRow, ...]:
    signs = ("", "+", "=")
    rows = zip(signs, (addition.first, addition.second, addition.total), strict=True)
    return tuple(row_of(sign, cut, colours) for sign, cut in rows)


def rule_blocks(numbers: Sequence[str], colours: int) -> list[CutBlock]:
    """The same numbers under each rule for digits, before any vocabulary."""
    blocks = []
    for rule, title in DIGIT_RULE_TITLES.items():
        title = translate("engine", title)
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
        words = translate("cut_blocks", "{}, {:.1f} a line; {:,} for indentation, {:,} single spaces").format(
            _tokens(len(code.cut)), code.tokens_per_line, code.indent_tokens, code.single_blanks
        )
        rows = rows_of(code.cut, colours, [f"{count}" for count in code.line_tokens])
        blocks.append(CutBlock(cuts.title, rows, words))
    return blocks


def name_blocks(all_cuts: Sequence[Cuts], colours: int) -> list[CutBlock]:
    """The distinct names in the code under each tokenizer, and how many tokens they are spread over."""
    blocks = []
    for cuts in all_cuts:
        if cuts.code is not None and cuts.code.identifiers:
            words = translate("cut_blocks", "{:.2f} tokens a name").format(cuts.code.tokens_per_identifier)
            words += _unknown_words(sum(bool(cut.unknown) for cut in cuts.code.identifiers))
            rows = tuple(row_of("", cut, colours, _count(cut)) for cut in cuts.code.identifiers)
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
        blocks.append(
            CutBlock(cuts.title, rows, _space_words(cuts.words) if rows else translate("cut_blocks", "no word"))
        )
    return blocks


def _space_words(forms: Sequence[CutText]) -> str:
    """What the space before the word changes, of the form that was typed."""
    without, with_space = forms[0], forms[len(forms) // 2]
    return translate("cut_blocks", "{} alone, {:,} with a space before it").format(
        _tokens(len(without)), len(with_space)
    )


def _letters(cut: CutText, letter: str) -> str:
    """ "3 tokens, r inside: 1 + 0 + 2" """
    counts = letters_in(cut, letter)
    words = _tokens(len(cut))
    if not counts:
        return words
    terms = (
        " + ".join(map(str, counts))
        if len(counts) <= _MOST_TERMS
        else translate("cut_blocks", "{} in all").format(sum(counts))
    )
    return translate("cut_blocks", "{}, {} inside: {}").format(words, letter, terms)

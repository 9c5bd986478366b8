"""The views of `inspect` beside its facts: tables of tokens, of one token, of two vocabularies, and of what is cut how."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from engine.backends import AnyTokenizer
from engine.commands import shared
from engine.commands.status import UsageError
from engine.value_table import Table
from engine.vocabularies.vocabulary_search import SEARCH_MODES, SORT_KEYS, Columns, Query, find_tokens
from engine.vocabularies.vocabulary_survey import KINDS

VIEWS = ("tokens", "tree", "grown", "forms", "scripts", "against", "numbers", "sum", "code", "spelling")
_OF_SEVERAL = ("numbers", "sum", "code", "spelling")
_KINDS = tuple(kind for kind in KINDS if kind != "hole")
_SETS = ("unreachable", "inside", "unused", "rare", "variants")
"""Those of `vocabulary_overview`, which is not imported for a list of options."""
_MOST_DIGITS = 30
"""Of a number; Python reads none of more than 4,300."""
_SEARCH = ("find", "find_in", "script", "kind", "length", "only", "sort", "descending", "first")


def add_view_arguments(parser: argparse.ArgumentParser) -> None:
    """One view at most; --csv and --json work with each."""
    views = parser.add_argument_group("tables (one at a time)")
    views.add_argument(
        "--tokens", action="store_true", help="the tokens, with length, script, kind, step, count and sets"
    )
    views.add_argument(
        "--tree", metavar="TOKEN", type=shared.text, help="the merges under a token; TOKEN is its text, or # and its id"
    )
    views.add_argument("--grown", metavar="TOKEN", type=shared.text, help="the tokens that were made of one")
    views.add_argument(
        "--forms", metavar="TOKEN", type=shared.text, help="the same word in other cases, with and without a space"
    )
    views.add_argument("--scripts", action="store_true", help="how many tokens each script has")
    views.add_argument("--against", metavar="OTHER", help="the tokens of two vocabularies, with their ids in both")
    views.add_argument(
        "--numbers", metavar='"7 42"', type=shared.text, help="how numbers are cut, by place value (several TOKENIZERs)"
    )
    views.add_argument(
        "--sum",
        metavar="A+B",
        type=shared.text,
        help="a sum with its tokens, and whether its cuts line up (several TOKENIZERs)",
    )
    views.add_argument("--code", metavar="FILE", help="what code costs: lines, indentation, names (several TOKENIZERs)")
    views.add_argument(
        "--spelling",
        metavar="WORD",
        type=shared.text,
        help="a word in its forms, with and without a space (several TOKENIZERs)",
    )
    views.add_argument("--csv", metavar="FILE", type=Path, help="write the table to this file")
    _add_search(parser.add_argument_group("which tokens (with --tokens)"))
    parser.add_argument("--lines", action="store_true", help="with --code: the tokens of each line")
    parser.add_argument("--letter", default="r", type=shared.text, help="with --spelling: what to count (r)")


def _add_search(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--find", metavar="TEXT", type=shared.text, help="those with this in them")
    group.add_argument("--find-in", choices=SEARCH_MODES, help="what TEXT is looked for in (text)")
    group.add_argument("--script", metavar="NAME", help="those of a script: Latin, Devanagari, ...")
    group.add_argument("--kind", choices=_KINDS, metavar="KIND", help=", ".join(_KINDS))
    group.add_argument("--length", metavar="N|A-B", help="those of so many bytes")
    group.add_argument(
        "--only",
        choices=_SETS,
        metavar="SET",
        help="those of a set: unreachable (no text gives them), inside (their own text gives others: at most inside other "
        "text), unused and rare (never, or up to 3 times, in the --corpus), variants (one word in other forms)",
    )
    group.add_argument("--corpus", metavar="CORPUS", action="append", help="count the tokens in this text (repeatable)")
    group.add_argument("--sort", choices=SORT_KEYS, help="in the order of a column (id)")
    group.add_argument("--descending", action="store_true", help="the last first")
    group.add_argument("--first", metavar="N", type=shared.count, help="only so many rows")


def view_of(options: argparse.Namespace) -> str | None:
    """The view that is asked for; UsageError for two, and for options that go with another."""
    views = [name for name in VIEWS if getattr(options, name) not in (None, False)]
    if len(views) > 1:
        raise UsageError(f"Ask for one table at a time, not for --{views[0]} and --{views[1]}")
    view = views[0] if views else None
    stray = next((name for name in _SEARCH if getattr(options, name) not in (None, False)), None)
    if stray and view != "tokens":
        raise UsageError(f"--{stray.replace('_', '-')} goes with --tokens")
    if options.csv is not None and view is None:
        raise UsageError(f"--csv goes with a table: {', '.join(f'--{name}' for name in VIEWS)}")
    if view not in _OF_SEVERAL and len(options.tokenizers) > 1:
        raise UsageError("Name one TOKENIZER; several are compared with --numbers, --sum, --code and --spelling")
    return view


def table_of(view: str, options: argparse.Namespace) -> Table:
    """The rows of a view."""
    tokenizers = shared.tokenizers_named(options.tokenizers, options.pattern)
    if view in _OF_SEVERAL:
        return _cuts(view, tokenizers, options)
    if view == "tokens":
        return _tokens(tokenizers[0], options)
    if view == "against":
        return _against(tokenizers[0], shared.tokenizer_named(options.against, options.pattern))
    return _of_token(view, tokenizers[0], options)


# -- tokens ------------------------------------------------------------------------------------------------------------


def _tokens(tokenizer: AnyTokenizer, options: argparse.Namespace) -> Table:
    from engine.vocabularies.vocabulary_tables import tokens_table

    if options.only in ("unused", "rare") and not options.corpus:
        raise UsageError(f"--only {options.only} needs a --corpus to count the tokens in")
    columns = _columns(tokenizer, options)
    with shared.usage():
        ids = find_tokens(columns, _query(columns, options))
    return tokens_table(columns, ids[: options.first] if options.first is not None else ids)


def _columns(tokenizer: AnyTokenizer, options: argparse.Namespace) -> Columns:
    """All that is known of the tokens, counted in a corpus if one is named; what stays unknown is said."""
    from engine.corpus import Corpus
    from engine.vocabularies.vocabulary_overview import Asked, Overview, overview

    corpus = Corpus.of(*options.corpus) if options.corpus else None
    known = None
    for event in shared.shown_progress(overview(Asked(tokenizer, corpus=corpus))):
        known = event if isinstance(event, Overview) else known
    assert known is not None
    if (options.only == "unreachable" and "unreachable" not in known.columns.marked) or (corpus and known.note):
        shared.say(known.note)
    return known.columns


def _query(columns: Columns, options: argparse.Namespace) -> Query:
    least, most = _length(options.length)
    return Query(
        text=options.find or "",
        mode=options.find_in or "text",
        script=_script(options.script, columns.survey.script_counts()),
        kind=options.kind or "",
        marked=options.only or "",
        least=least,
        most=most,
        sort=options.sort or "id",
        descending=options.descending,
    )


def _length(text: str | None) -> tuple[int, int]:
    """ "3" or "2-5"; (0, 0) for none."""
    if text is None:
        return 0, 0
    least, _, most = text.partition("-")
    if not _is_number(least) or not _is_number(most or least) or not 1 <= int(most or least) >= int(least):
        raise UsageError(f"--length {text} is no length: write a number, or two as in 2-5")
    return int(least), int(most or least)


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) <= _MOST_DIGITS


def _script(name: str | None, scripts: dict[str, int]) -> str:
    from engine.suggestions import did_you_mean

    if name is None:
        return ""
    known = {script.casefold(): script for script in scripts}
    wanted = name.casefold().replace(" ", "_")
    if wanted not in known:
        raise UsageError(f"No token is of the script {name}.{did_you_mean(name, list(scripts))}")
    return known[wanted]


def _of_token(view: str, tokenizer: AnyTokenizer, options: argparse.Namespace) -> Table:
    from engine.vocabularies.library_forest import forest_of_any
    from engine.vocabularies.vocabulary_compare import variants
    from engine.vocabularies.vocabulary_survey import survey
    from engine.vocabularies.vocabulary_tables import forms_table, grown_table, scripts_table, tree_table

    found = survey(tokenizer)
    columns = Columns(tokenizer.vocabulary, found)
    if view == "scripts":
        return scripts_table(found.script_counts())
    id = _id_of(getattr(options, view), columns, tokenizer)
    if view == "forms":
        return forms_table(columns, variants(found.said, id))
    forest = forest_of_any(tokenizer)
    if forest is None:
        raise UsageError(
            f"{tokenizer.name} has no merges, or does not show them: no token of it was made of two others"
        )
    return tree_table(columns, forest.tree(id)) if view == "tree" else grown_table(columns, forest, id)


def _id_of(text: str, columns: Columns, tokenizer: AnyTokenizer) -> int:
    """The id of a token that is named by its text, or by # and its id."""
    if text.startswith("#") and _is_number(text[1:]) and int(text[1:]) < len(columns.vocabulary):
        return int(text[1:])
    stored = text.encode()
    for vocabulary in (columns.vocabulary, columns.survey.said):
        id = vocabulary.id_of(stored)
        if id is not None:
            return id
    raise UsageError(f'{tokenizer.name} has no token "{text}". Write its text, a space before it too, or # and its id')


def _against(tokenizer: AnyTokenizer, other: AnyTokenizer) -> Table:
    from engine.vocabularies.vocabulary_compare import overlap
    from engine.vocabularies.vocabulary_survey import said_vocabulary
    from engine.vocabularies.vocabulary_tables import overlap_table

    here, there = said_vocabulary(tokenizer), said_vocabulary(other)
    return overlap_table(overlap(here, there), here, there)


# -- what is cut how ---------------------------------------------------------------------------------------------------


def _cuts(view: str, tokenizers: Sequence[AnyTokenizer], options: argparse.Namespace) -> Table:
    from engine import cut_samples, cut_tables

    if view == "numbers":
        numbers = options.numbers.split()
        rows = [(t.name, cut_samples.cut_text(t, number)) for t in tokenizers for number in numbers]
        return cut_tables.numbers_table([*rows, *cut_tables.rule_cuts(numbers)])
    if view == "sum":
        first, second = _terms(options.sum)
        return cut_tables.sums_table([(t.name, cut_samples.addition(t, first, second)) for t in tokenizers])
    if view == "code":
        text = shared.read_text(options.code)
        costs = [(t.name, cut_samples.code_cost(t, text)) for t in tokenizers]
        return cut_tables.code_lines_table(costs) if options.lines else cut_tables.code_table(costs)
    forms = cut_samples.spellings(options.spelling)
    words = [(t.name, cut_samples.cut_text(t, form)) for t in tokenizers for form in forms]
    return cut_tables.spelling_table(words, options.letter)


def _terms(text: str) -> tuple[int, int]:
    terms = [term.strip() for term in text.split("+")]
    if len(terms) != 2 or not all(map(_is_number, terms)):
        raise UsageError(f"--sum {text} is no sum of two whole numbers, as 1275+8990 is")
    return int(terms[0]), int(terms[1])

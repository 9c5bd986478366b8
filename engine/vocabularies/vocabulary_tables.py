"""What there is to know about tokens, as tables for files and for the command line.

tokens_table    tokens with all their columns
tree_table      the merges under a token
grown_table     tokens that were made of one
forms_table     a word in other forms
scripts_table   tokens of each script
overlap_table   two vocabularies
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.unicode import script_names
from engine.value_table import Table, as_number
from engine.vocabularies.token_forest import MergeForest, TokenTree
from engine.vocabularies.vocabulary_compare import Overlap, Variant
from engine.vocabularies.vocabulary_search import Columns
from engine.vocabularies.vocabulary_survey import KINDS
from engine.vocabulary import IntArray, Vocabulary


def _texts(vocabulary: Vocabulary, id: int) -> tuple[str, str]:
    """A token to be read, and its bytes in hex."""
    return vocabulary[id].decode("utf-8", "replace"), vocabulary[id].hex()


def tokens_table(columns: Columns, ids: IntArray) -> Table:
    """Tokens in the order of the ids; a column of 0 and 1 for each named set."""
    survey, counts, steps = columns.survey, columns.counts, columns.steps
    scripts, sets = script_names(), [*columns.marked]

    def row(id: int) -> tuple[Any, ...]:
        script = scripts[survey.scripts[id]] if survey.scripts[id] else None
        token = *_texts(survey.said, id), int(survey.lengths[id]), int(survey.characters[id])
        count = None if counts is None else as_number(counts[id])
        step = None if steps is None else int(steps[id])
        return (id, *token, script, KINDS[survey.kinds[id]], count, step, *(int(columns.marked[s][id]) for s in sets))

    names = ("id", "token", "hex", "bytes", "characters", "script", "kind", "count", "step")
    return Table.of((*names, *sets), (row(id) for id in ids.tolist()))


def tree_table(columns: Columns, tree: TokenTree) -> Table:
    """The tokens of a tree, from the token down, each before its parts; `level` 0 is the token itself."""
    counts, vocabulary = columns.counts, columns.vocabulary

    def rows(part: TokenTree, level: int) -> Iterator[tuple[Any, ...]]:
        left, right = (child.id for child in part.children) if part.children else (None, None)
        count = None if counts is None else as_number(counts[part.id])
        yield (level, part.id, *_texts(vocabulary, part.id), part.step or None, left, right, count)
        for child in part.children:
            yield from rows(child, level + 1)

    return Table.of(("level", "id", "token", "hex", "step", "left", "right", "count"), rows(tree, 0))


def grown_table(columns: Columns, forest: MergeForest, id: int) -> Table:
    """Tokens with this one in their trees, in the order of their steps; `direct` says whether it is one of the two parts."""
    direct = set(forest.made_of(id).tolist())
    rows = (
        (other, *_texts(columns.vocabulary, other), int(forest.steps[other]), int(other in direct))
        for other in forest.all_made_of(id).tolist()
    )
    return Table.of(("id", "token", "hex", "step", "direct"), rows)


def forms_table(columns: Columns, forms: Iterable[Variant]) -> Table:
    """A word in other forms, with the id of each that is a token."""
    counts = columns.counts
    rows = (
        (form.text, form.id, None if form.id is None or counts is None else as_number(counts[form.id]))
        for form in forms
    )
    return Table.of(("form", "id", "count"), rows)


def scripts_table(counts: Mapping[str, int]) -> Table:
    """Tokens of each script, and their share of all that have one."""
    total = sum(counts.values())
    return Table.of(("script", "tokens", "share"), ((name, n, round(n / total, 6)) for name, n in counts.items()))


def overlap_table(found: Overlap, here: Vocabulary, there: Vocabulary) -> Table:
    """Every token of both vocabularies with its id here and there; one of them is empty where only one has it."""

    def rows() -> Iterator[tuple[Any, ...]]:
        for one, two in found.shared.tolist():
            yield (*_texts(here, one), one, two)
        for one in found.only_here.tolist():
            yield (*_texts(here, one), one, None)
        for two in found.only_there.tolist():
            yield (*_texts(there, two), None, two)

    return Table.of(("token", "hex", "id_here", "id_there"), rows())

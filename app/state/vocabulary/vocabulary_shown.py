"""What a view of the vocabulary shows, as a table; and a search as a session keeps it.  Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, fields, replace
from typing import Any

from engine import AnyTokenizer
from engine.value_table import Table
from engine.vocabularies.vocabulary_compare import Overlap, variants
from engine.vocabularies.vocabulary_overview import Overview
from engine.vocabularies.vocabulary_search import Query
from engine.vocabularies.vocabulary_survey import said_vocabulary
from engine.vocabularies.vocabulary_tables import (
    forms_table,
    grown_table,
    overlap_table,
    scripts_table,
    tokens_table,
    tree_table,
)
from engine.vocabulary import IntArray


def listed_table(known: Overview, ids: IntArray) -> Callable[[], Table]:
    """Makes the table of the listed tokens."""
    return lambda: tokens_table(known.columns, ids)


def token_table(known: Overview, view: str, id: int) -> Callable[[], Table] | None:
    """Makes the table of what "tree", "used" or "forms" shows of a token, "scripts" of all; None where it shows nothing."""
    columns, forest = known.columns, known.forest
    if view == "scripts":
        return lambda: scripts_table(columns.survey.script_counts())
    if view == "forms" and id >= 0:
        return lambda: forms_table(columns, variants(columns.survey.said, id))
    if id < 0 or forest is None or view not in ("tree", "used"):
        return None
    return lambda: tree_table(columns, forest.tree(id)) if view == "tree" else grown_table(columns, forest, id)


def compared_table(known: Overview, found: Overlap, other: AnyTokenizer) -> Callable[[], Table]:
    """Makes the table of two vocabularies."""
    return lambda: overlap_table(found, known.columns.survey.said, said_vocabulary(other))


def query_fields(query: Query) -> dict[str, Any]:
    """A search as plain values."""
    return {name: value for name, value in asdict(query).items() if name != "ids"}


def query_from(values: object) -> Query:
    """The search of these values; what is unknown or of another kind is left out."""
    plain = Query()
    names = {field.name for field in fields(Query)} - {"ids"}
    given = values if isinstance(values, Mapping) else {}
    kept = {name: value for name, value in given.items() if name in names and type(value) is type(getattr(plain, name))}
    return replace(plain, **kept)

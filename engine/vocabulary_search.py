"""Finding tokens: by text, glyphs, bytes in hex, id or regular expression; by script, kind and what became of them."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt
import regex

from engine.errors import OptionError
from engine.unicode import script_names
from engine.vocabulary import IntArray, Vocabulary
from engine.vocabulary_survey import KINDS, Flags, Floats, Survey

SearchMode = Literal["text", "glyphs", "bytes", "id", "expression"]
SEARCH_MODES: tuple[SearchMode, ...] = ("text", "glyphs", "bytes", "id", "expression")
SORT_KEYS = ("id", "token", "length", "count", "script", "step")
PATIENCE = 4.0
"""Seconds that an expression may take on all tokens together."""
_HEX = re.compile(r"(?:[0-9a-f]{2})+")


@dataclass(frozen=True, slots=True)
class Columns:
    """All that tokens are found and sorted by.  `counts` and `steps` are None where they are not known; `marked` are the
    tokens of a named set: unreachable ones, unused ones."""

    vocabulary: Vocabulary
    survey: Survey
    counts: Floats | None = None
    steps: IntArray | None = None
    marked: dict[str, Flags] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked for.  Empty and None leave a condition out."""

    text: str = ""
    mode: SearchMode = "text"
    script: str = ""
    kind: str = ""
    marked: str = ""
    ids: tuple[int, ...] | None = None
    sort: str = "id"
    descending: bool = False


def find_tokens(columns: Columns, query: Query) -> IntArray:
    """The ids that a query asks for, in its order.  Raises OptionError for a search that cannot be understood.

    >>> from engine.vocabulary_survey import survey
    >>> from engine.presets import load_preset
    >>> gpt2 = load_preset("gpt2")
    >>> find_tokens(Columns(gpt2.vocabulary, survey(gpt2)), Query(" strawberr")).tolist()
    [36973, 41236]
    """
    survey = columns.survey
    keep = survey.present.copy()
    if query.script:
        keep &= survey.scripts == script_names().index(query.script)
    if query.kind:
        keep &= survey.kinds == KINDS.index(query.kind)
    if query.marked:
        keep &= columns.marked.get(query.marked, np.zeros(len(survey), bool))
    if query.ids is not None:
        keep &= np.isin(np.arange(len(survey)), query.ids)
    if query.text:
        keep &= _matching(columns, query, keep)
    return _sorted(np.flatnonzero(keep), columns, query)


def _matching(columns: Columns, query: Query, asked: Flags) -> Flags:
    if query.mode == "text":
        return _containing(columns.survey.said, query.text.encode())
    if query.mode == "bytes":
        wanted = query.text.lower().replace(" ", "").removeprefix("0x")
        if not _HEX.fullmatch(wanted):
            raise OptionError(f'"{query.text}" is not bytes in hex. Write two digits a byte, as in E0 A4.')
        return _containing(columns.survey.said, bytes.fromhex(wanted))
    if query.mode == "id":
        return _by_id(query.text, len(columns.survey))
    if query.mode == "glyphs":
        found = [asked[id] and query.text in columns.vocabulary.glyphs(id) for id in range(len(columns.survey))]
        return np.array(found, bool)
    return _by_expression(columns.survey, query.text, asked)


def _containing(vocabulary: Vocabulary, part: bytes) -> Flags:
    """Tokens with these bytes inside, found in all of them at once."""
    data, offsets = vocabulary.data.tobytes(), np.asarray(vocabulary.offsets)
    places = []
    at = data.find(part)
    while at >= 0:
        places.append(at)
        at = data.find(part, at + 1)
    flags = np.zeros(len(vocabulary), bool)
    starts = np.array(places, np.int64)
    tokens = np.searchsorted(offsets, starts, "right") - 1
    flags[tokens[starts + len(part) <= offsets[tokens + 1]]] = True
    return flags


def _by_id(text: str, size: int) -> Flags:
    """ "315", or "300-400"."""
    numbers = [part.strip().replace(",", "") for part in text.split("-")]
    if len(numbers) > 2 or not all(number.isdecimal() for number in numbers):
        raise OptionError(f'"{text}" is not an id. Write a number, or two with a hyphen between, as in 300-400.')
    first, last = int(numbers[0]), int(numbers[-1])
    ids = np.arange(size)
    return np.asarray((ids >= first) & (ids <= last))


def _by_expression(survey: Survey, expression: str, asked: Flags) -> Flags:
    try:
        compiled = regex.compile(expression)
    except regex.error as error:
        raise OptionError(f"This is not a regular expression: {error}.") from None
    flags = np.zeros(len(survey), bool)
    until = time.monotonic() + PATIENCE
    for id in np.flatnonzero(asked).tolist():
        text = survey.said[id].decode("utf-8", "replace")
        try:
            flags[id] = compiled.search(text, concurrent=True, timeout=max(0.0, until - time.monotonic())) is not None
        except TimeoutError:
            sentence = f"The expression takes more than {PATIENCE:g} s. Write it with fewer repeats."
            raise OptionError(sentence) from None
    return flags


# -- order -------------------------------------------------------------------------------------------------------------


def _sorted(ids: IntArray, columns: Columns, query: Query) -> IntArray:
    """By the key that is asked for, equal ones by id.  What has no value stands last in both directions."""
    key = _key(ids, columns, query.sort)
    if key is None:
        return ids[::-1] if query.sort == "id" and query.descending else ids
    order = np.argsort(key, kind="stable")
    if query.descending:
        # Turned around run by run, so that equal ones stay in the order of their ids.
        order = np.argsort(-np.unique(key, return_inverse=True)[1], kind="stable")
    return ids[order]


def _key(ids: IntArray, columns: Columns, sort: str) -> npt.NDArray[np.generic] | None:
    survey = columns.survey
    if sort == "token":
        return np.array([survey.said[id] for id in ids.tolist()], "S" if len(ids) else "S1")
    if sort == "length":
        return np.asarray(survey.lengths[ids])
    if sort == "script":
        order = np.argsort(np.argsort(np.array(script_names())))
        return np.asarray(order[survey.scripts[ids]])
    if sort == "count" and columns.counts is not None:
        return np.asarray(columns.counts[ids])
    if sort == "step" and columns.steps is not None:
        return np.asarray(columns.steps[ids])
    return None

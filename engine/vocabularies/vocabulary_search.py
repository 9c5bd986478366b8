"""Finding tokens: by text, glyphs, bytes in hex, id or regular expression; by script, kind and what became of them.

Only an expression takes time: it is tried on one token after the other, in slices, between which a search can be ended.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt
import regex

from engine.errors import OptionError, clipped
from engine.unicode import script_names
from engine.vocabularies.vocabulary_survey import KINDS, Flags, Floats, Survey
from engine.vocabulary import IntArray, Vocabulary, from_glyphs

SearchMode = Literal["text", "glyphs", "bytes", "id", "expression"]
SEARCH_MODES: tuple[SearchMode, ...] = ("text", "glyphs", "bytes", "id", "expression")
SORT_KEYS = ("id", "token", "length", "count", "script", "step")
PATIENCE = 4.0
"""Seconds that an expression may take on all tokens together."""
LONGEST = 0.5
"""Seconds that it may take on one token: a search cannot be ended inside of one."""
_SLICE = 64
"""Tokens between two places where a search can be ended."""
_MOST_DIGITS = 18
"""Of an id; Python reads no number of more than 4,300."""
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
    """What is asked for.  Empty and None leave a condition out; `least` and `most` are bytes (0: any number)."""

    text: str = ""
    mode: SearchMode = "text"
    script: str = ""
    kind: str = ""
    marked: str = ""
    ids: tuple[int, ...] | None = None
    least: int = 0
    most: int = 0
    sort: str = "id"
    descending: bool = False


def find_tokens(columns: Columns, query: Query) -> IntArray:
    """The ids that a query asks for, in its order.  Raises OptionError for a search that cannot be understood.

    >>> from engine.vocabularies.vocabulary_survey import survey
    >>> from engine.presets import load_preset
    >>> gpt2 = load_preset("gpt2")
    >>> find_tokens(Columns(gpt2.vocabulary, survey(gpt2)), Query(" strawberr")).tolist()
    [36973, 41236]
    """
    *_, found = search(columns, query)
    assert found is not None
    return found


def search(columns: Columns, query: Query) -> Iterator[IntArray | None]:
    """The same as `find_tokens`, in slices: None after each, the ids at the end."""
    keep = _conditions(columns, query)
    if query.text and query.mode == "expression":
        flags = np.zeros(len(keep), bool)
        for matching in _by_expression(columns.survey, query.text, np.flatnonzero(keep)):
            flags[matching] = True
            yield None
        keep &= flags
    elif query.text:
        keep &= _matching(columns, query)
    yield _sorted(np.flatnonzero(keep), columns, query)


def _conditions(columns: Columns, query: Query) -> Flags:
    """All that is asked for but the text."""
    survey = columns.survey
    keep = survey.present.copy()
    if query.script:
        keep &= survey.scripts == script_names().index(query.script)
    if query.kind:
        keep &= survey.kinds == KINDS.index(query.kind)
    if query.marked:
        keep &= columns.marked.get(query.marked, np.zeros(len(survey), bool))
    if query.least:
        keep &= survey.lengths >= query.least
    if query.most:
        keep &= survey.lengths <= query.most
    if query.ids is not None:
        keep &= np.isin(np.arange(len(survey)), query.ids)
    return keep


def _matching(columns: Columns, query: Query) -> Flags:
    if query.mode == "text":
        return _containing(columns.survey.said, query.text.encode())
    if query.mode == "bytes":
        wanted = query.text.lower().replace(" ", "").removeprefix("0x")
        if not _HEX.fullmatch(wanted):
            raise OptionError(f'"{query.text}" is not bytes in hex. Write two digits a byte, as in E0 A4.')
        return _containing(columns.survey.said, bytes.fromhex(wanted))
    if query.mode == "id":
        return _by_id(query.text, len(columns.survey))
    return _by_glyphs(columns.vocabulary, query.text)


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


def _by_glyphs(vocabulary: Vocabulary, text: str) -> Flags:
    """Tokens that are stored with this text.  Each printable character stands for one byte, so bytes are looked for; special
    tokens are stored as they are."""
    if not vocabulary.byte_level:
        return _containing(vocabulary, text.encode())
    try:
        flags = _containing(vocabulary, from_glyphs(text))
    except KeyError:  # a character that stands for no byte
        flags = np.zeros(len(vocabulary), bool)
    for name, id in vocabulary.special.items():
        flags[id] = text in name
    return flags


def _by_id(text: str, size: int) -> Flags:
    """ "315", or "300-400"."""
    numbers = [part.strip().replace(",", "") for part in text.split("-")]
    if len(numbers) > 2 or not all(number.isdecimal() and len(number) <= _MOST_DIGITS for number in numbers):
        raise OptionError(
            f'"{clipped(text)}" is not an id. Write a number, or two with a hyphen between, as in 300-400.'
        )
    first, last = int(numbers[0]), int(numbers[-1])
    ids = np.arange(size)
    return np.asarray((ids >= first) & (ids <= last))


def _by_expression(survey: Survey, expression: str, ids: IntArray) -> Iterator[list[int]]:
    """Of each slice of the ids those that match."""
    try:
        compiled = regex.compile(expression)
    except regex.error as error:
        raise OptionError(f"This is not a regular expression: {error}.") from None
    tokens, until = list(survey.said), time.monotonic() + PATIENCE
    for start in range(0, len(ids), _SLICE):
        left = until - time.monotonic()
        if left <= 0:
            raise OptionError(f"The expression takes more than {PATIENCE:g} s. Write it with fewer repeats.")
        slice = ids[start : start + _SLICE].tolist()
        yield [id for id in slice if _matches(compiled, tokens[id], min(left, LONGEST))]


def _matches(compiled: regex.Pattern[str], token: bytes, seconds: float) -> bool:
    try:
        return compiled.search(token.decode("utf-8", "replace"), concurrent=True, timeout=seconds) is not None
    except TimeoutError:
        sentence = f"The expression takes more than {LONGEST:g} s on one token. Write it with fewer repeats."
        raise OptionError(sentence) from None


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
        return byte_order(survey.said)[ids]
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


_PREFIX = 16


def byte_order(vocabulary: Vocabulary) -> IntArray:
    """The place of each token among all in the order of their bytes.

    Numbers are sorted, not texts: the first bytes of each token as two of them, and only those that agree in all of these
    as bytes.

    >>> byte_order(Vocabulary.of([b"b", b"a" * 20, b"a", b"a" * 19])).tolist()
    [3, 2, 0, 1]
    """
    offsets = np.asarray(vocabulary.offsets, np.int64)
    lengths = np.diff(offsets)
    columns = np.arange(_PREFIX)
    padded = np.concatenate([vocabulary.data, np.zeros(_PREFIX, np.uint8)])
    prefixes = np.where(columns < lengths[:, None], padded[offsets[:-1, None] + columns], 0).astype(np.uint8)
    high, low = prefixes.view(">u8").astype(np.uint64).T
    order = np.lexsort((low, high))
    same = (high[order][1:] == high[order][:-1]) & (low[order][1:] == low[order][:-1])
    borders = np.diff(np.concatenate([[False], same, [False]]).astype(np.int8))
    for begin, last in zip(np.flatnonzero(borders > 0), np.flatnonzero(borders < 0), strict=True):
        order[begin : last + 1] = sorted(order[begin : last + 1].tolist(), key=vocabulary.__getitem__)
    places = np.empty(len(order), np.int64)
    places[order] = np.arange(len(order))
    return places

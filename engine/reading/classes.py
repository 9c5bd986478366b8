"""Classes of tokens, by which a text can be coloured: how long they are, when they were learned, what is written in them.

by_index      its number in the text, so that neighbours always differ
by_length     bytes of the text under a token
by_rank       the step in which it was learned, in powers of ten
by_script     the script of its first letter; a part of a character has the script of that character
by_language   the language of the line, where it is known: where the very line stands in a parallel text
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

import numpy as np

from engine.algorithms.unigram_model import Unigram
from engine.backends import AnyTokenizer
from engine.encoding import Encoding
from engine.parallel import ParallelText
from engine.tokenizer import PipelineTokenizer
from engine.unicode import NO_SCRIPTS, code_points, script_names, script_table
from engine.vocabulary import ByteArray, IntArray

Kind = TypeVar("Kind")
MOST_KINDS = 5
"""Scripts or languages that have a class of their own; what is rarer in the text shares one."""
_LENGTHS = (1, 2, 3, 5, 8)
_LENGTH_NAMES = ("1 byte", "2", "3", "4-5", "6-8", "9 or more")
_RANKS = (0, 100, 1_000, 10_000, 100_000)
_RANK_NAMES = ("not learned", "1-100", "to 1,000", "to 10,000", "to 100,000", "later")


@dataclass(frozen=True, slots=True)
class Classes:
    """The class of each token.

    form   `turns` take turns and mean nothing; `steps` go from less to more; `kinds` have the most frequent first, and
           NONE for tokens that have none
    names  of the classes, in their order
    note   what must be said of them
    """

    form: Literal["turns", "steps", "kinds"]
    of_token: ByteArray
    names: tuple[str, ...] = ()
    note: str = ""


NONE = 255
"""In `Classes.of_token`: the token belongs to no kind."""
Classify = Callable[[AnyTokenizer, Encoding], Classes]


TURNS = 12
"""A number that the colours of every theme go into."""


def by_index(_tokenizer: AnyTokenizer, encoding: Encoding) -> Classes:
    """Each token's number in the text."""
    return Classes("turns", (np.arange(len(encoding)) % TURNS).astype(np.uint8))


def by_length(_tokenizer: AnyTokenizer, encoding: Encoding) -> Classes:
    """Bytes of the text under each token.

    >>> from engine.presets import load_preset
    >>> gpt2 = load_preset("gpt2")
    >>> by_length(gpt2, gpt2.encode("a beginning")).of_token.tolist()
    [0, 5]
    """
    lengths = encoding.byte_spans[:, 1] - encoding.byte_spans[:, 0]
    return Classes("steps", _steps(lengths, _LENGTHS), _LENGTH_NAMES)


def by_rank(tokenizer: AnyTokenizer, encoding: Encoding) -> Classes:
    """When each token was learned; pieces of Unigram are ranked by their probability."""
    ranks = _ranks(tokenizer, encoding.ids)
    if ranks is None:
        note = f"{tokenizer.name} runs on its own library, which does not tell the order of its tokens."
        return Classes("kinds", np.full(len(encoding), NONE, np.uint8), note=note)
    return Classes("steps", _steps(ranks, _RANKS), _RANK_NAMES)


def by_script(_tokenizer: AnyTokenizer, encoding: Encoding) -> Classes:
    """The script of the first letter in the characters that each token touches."""
    scripts = script_table()[code_points(encoding.text)]
    names = script_names()
    letters = ~np.isin(scripts, [names.index(name) for name in NO_SCRIPTS])
    counted = Counter(dict(enumerate(np.bincount(scripts[letters], minlength=len(names)).tolist())))
    shown = _shown(counted)
    first = _first_true(letters, encoding.character_spans)
    kinds = np.where(first >= 0, np.append(scripts, 0)[first].astype(np.int64), -1)
    return _kinds(kinds, shown, [names[number].replace("_", " ") for number in shown], "other scripts")


def by_language(known: Mapping[str, str], title: str) -> Classify:
    """`known` has the language of whole lines, `title` says from which text."""

    def classify(_tokenizer: AnyTokenizer, encoding: Encoding) -> Classes:
        names = [known.get(line.strip(), "") for line in encoding.data.decode().split("\n")]
        counted = Counter(name for name in names if name)
        shown = _shown(counted)
        number = {name: place for place, name in enumerate(counted)}
        of_line = np.array([number[name] if name else -1 for name in names], np.int64)
        breaks = np.flatnonzero(np.frombuffer(encoding.data, np.uint8) == ord("\n"))
        kinds = of_line[breaks.searchsorted(encoding.byte_spans[:, 0], "left")]
        note = f"The language is told only of lines that stand in: {title}."
        found = _kinds(kinds, [number[name] for name in shown], shown, "other languages")
        return replace(found, note=note)

    return classify


def known_lines(parallel: ParallelText) -> dict[str, str]:
    """The language of each line of a parallel text; lines that several languages share are left out."""
    found: dict[str, str] = {}
    shared = set()
    for code, units in parallel.texts.items():
        name = parallel.languages[code].name
        for line in {line.strip() for unit in units for line in unit.split("\n")}:
            if found.setdefault(line, name) != name:
                shared.add(line)
    return {line: name for line, name in found.items() if line and line not in shared}


# -- from numbers to classes -------------------------------------------------------------------------------------------


def _steps(values: IntArray, limits: tuple[int, ...]) -> ByteArray:
    """The number of the first limit that is not passed."""
    return np.searchsorted(np.array(limits), values, "left").astype(np.uint8)


def _shown(counted: Counter[Kind]) -> list[Kind]:
    """The most frequent kinds; one more if it would be alone among the others."""
    kinds = [kind for kind, count in counted.most_common() if count]
    return kinds if len(kinds) <= MOST_KINDS + 1 else kinds[:MOST_KINDS]


def _kinds(kinds: IntArray, shown: list[int], names: list[str], rest: str) -> Classes:
    """Kinds (-1: none) as classes in the order of `shown`; all others share the last."""
    classes = np.full(len(kinds), len(shown), np.uint8)
    for place, kind in enumerate(shown):
        classes[kinds == kind] = place
    classes[kinds < 0] = NONE
    has_rest = bool((classes == len(shown)).any())
    return Classes("kinds", classes, (*names, rest) if has_rest else tuple(names))


def _first_true(flags: np.ndarray, spans: IntArray) -> IntArray:
    """The first place in each span where the flag is set, -1 where none is."""
    places = np.where(flags, np.arange(len(flags)), len(flags))
    following = np.append(np.minimum.accumulate(places[::-1])[::-1], len(flags))
    first = following[spans[:, 0]]
    return np.where(first < spans[:, 1], first, -1)


def _ranks(tokenizer: AnyTokenizer, ids: IntArray) -> IntArray | None:
    """The step of each token, 0 for what was there from the start; None where it is not known."""
    if not isinstance(tokenizer, PipelineTokenizer):
        return None
    model = tokenizer.model
    special = np.isin(ids, list(tokenizer.special.values()))
    model_ids = np.zeros(len(ids), np.int64)
    model_ids[~special] = tokenizer.model_ids(ids[~special])
    if isinstance(model, Unigram):
        order = np.empty(len(model.scores), np.int64)
        order[np.argsort(-np.asarray(model.scores), kind="stable")] = np.arange(1, len(order) + 1)
        return np.where(special, 0, order[model_ids])
    return np.where(special, 0, np.maximum(0, model_ids - model.base + 1))

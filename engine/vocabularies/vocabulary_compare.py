"""The same word in other forms, and what two vocabularies have in common; both work on what tokens say."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.vocabulary import IntArray, Vocabulary

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to write a word, and its id where it is a token."""

    text: str
    id: int | None


def variants(said: Vocabulary, id: int) -> list[Variant]:
    """The token's word in lower case, with a capital, in capitals and as it is, without and with a space before it.

    >>> [(row.text, row.id) for row in variants(Vocabulary.of([b"the", b" The"]), 0)]
    [('the', 0), ('The', None), ('THE', None), (' the', None), (' The', 1), (' THE', None)]
    """
    try:
        word = said[id].decode().removeprefix(" ")
    except UnicodeDecodeError:
        return []
    if not word.strip():
        return []
    forms = dict.fromkeys([word.lower(), word.lower().capitalize(), word.upper(), word])
    return [Variant(space + form, said.id_of((space + form).encode())) for space in ("", " ") for form in forms]


def with_variants(said: Vocabulary, words: IntArray) -> Flags:
    """Which of these tokens are one word with another of them, but for cases and the space before it.

    >>> with_variants(Vocabulary.of([b"the", b" The", b"then"]), np.arange(3)).tolist()
    [True, True, False]
    """
    first: dict[str, int] = {}  # no lists in it: 100,000 of them would keep the garbage collector busy
    flags: Flags = np.zeros(len(said), bool)
    tokens = list(said)
    for id in words.tolist():
        other = first.setdefault(tokens[id].decode().removeprefix(" ").casefold(), id)
        if other != id:
            flags[id] = flags[other] = True
    return flags


@dataclass(frozen=True, slots=True)
class Overlap:
    """Two vocabularies compared by what their tokens say, special tokens aside.

    `shared` (n, 2) holds the ids here and there of the same token; `moved` are rows of it in which the two differ.
    """

    shared: IntArray
    only_here: IntArray
    only_there: IntArray

    @property
    def moved(self) -> IntArray:
        """Rows of `shared` whose ids differ."""
        return np.flatnonzero(self.shared[:, 0] != self.shared[:, 1])


def overlap(here: Vocabulary, there: Vocabulary) -> Overlap:
    """What two vocabularies (of `said_vocabulary`) have in common.

    >>> found = overlap(Vocabulary.of([b"a", b"b", b"ab"]), Vocabulary.of([b"b", b"a", b"ab", b"c"]))
    >>> found.shared.tolist(), found.only_here.tolist(), found.only_there.tolist(), len(found.moved)
    ([[0, 1], [1, 0], [2, 2]], [], [3], 2)
    """
    ours, theirs = _ordinary(here), _ordinary(there)
    shared = sorted((id, theirs[token]) for token, id in ours.items() if token in theirs)
    only_here = sorted(id for token, id in ours.items() if token not in theirs)
    only_there = sorted(id for token, id in theirs.items() if token not in ours)
    rows = np.array(shared, np.int64).reshape(-1, 2)
    return Overlap(rows, np.array(only_here, np.int64), np.array(only_there, np.int64))


def _ordinary(vocabulary: Vocabulary) -> dict[bytes, int]:
    special = set(vocabulary.special.values())
    return {
        token: id
        for id, token in reversed(list(enumerate(vocabulary)))
        if id not in special and id not in vocabulary.holes
    }

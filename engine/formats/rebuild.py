"""From the fields that a file keeps of a model to the model, for each algorithm."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.algorithms.alphabet import Alphabet
from engine.algorithms.char_bpe import CharBPE
from engine.algorithms.char_level import CharLevel
from engine.algorithms.code_points import CodePoints
from engine.algorithms.unigram_model import Unigram
from engine.algorithms.word_level import WordLevel
from engine.algorithms.wordpiece import WordPiece
from engine.model import Model
from engine.vocabulary import IntArray


@dataclass(frozen=True, slots=True)
class ModelFields:
    """What a model is made of.

    tokens  as they are stored, in the order of the model's ids
    base    how many of them are base symbols
    merges  (m, 2) pairs of the model's ids, for algorithms that merge
    own     `Model.identity_fields`, except for merges
    """

    tokens: Sequence[bytes]
    base: int
    merges: IntArray
    own: Mapping[str, Any]

    @property
    def unknown(self) -> str | None:
        """The text of the unknown token; None if there is none."""
        text: str | None = self.own.get("unknown")
        return text

    @property
    def unknown_id(self) -> int | None:
        """Its id."""
        return None if self.unknown is None else list(self.tokens).index(self.unknown.encode())


def rebuilt(kind: str, fields: ModelFields) -> Model:
    """The model; KeyError for a kind that is none, ValueError for fields that do not fit."""
    _check_merges(fields)
    return _MAKERS[kind](fields)


def _check_merges(fields: ModelFields) -> None:
    """Each merge is of two tokens that are there before it, and makes one that is among the tokens."""
    merges = np.asarray(fields.merges)
    if not 0 <= fields.base <= len(fields.tokens):
        raise ValueError(f"there are not {fields.base:,} base symbols")
    if not len(merges):
        return
    made = fields.base + np.arange(len(merges))
    if merges.shape != (len(merges), 2) or fields.base + len(merges) != len(fields.tokens):
        raise ValueError(f"{len(merges):,} merges do not make {len(fields.tokens) - fields.base:,} tokens")
    if (merges < 0).any() or (merges >= made[:, None]).any():
        raise ValueError("a merge is of tokens that are not there before it")
    mark = str(fields.own.get("continuation", "")).encode()
    for row, (left, right) in enumerate(merges.tolist()):
        second = fields.tokens[right]
        joined = fields.tokens[left] + second[len(mark) :]
        if not second.startswith(mark) or fields.tokens[fields.base + row] != joined:
            raise ValueError(f"merge {row + 1:,} does not make the token that has its id")


def _alphabet(fields: ModelFields) -> Alphabet:
    return Alphabet(
        tuple(fields.tokens[: fields.base]),
        fields.unknown,
        bool(fields.own.get("byte_fallback")),
        fields.own.get("end_of_word"),
    )


def _char_bpe(fields: ModelFields) -> Model:
    return CharBPE(_alphabet(fields), np.asarray(fields.merges, np.int32).reshape(-1, 2))


def _char_level(fields: ModelFields) -> Model:
    return CharLevel(_alphabet(fields))


def _word_level(fields: ModelFields) -> Model:
    return WordLevel(list(fields.tokens[fields.base :]), fields.unknown)


def _wordpiece(fields: ModelFields) -> Model:
    # Without its merges it encodes the same, but has no steps to go back.
    return WordPiece(
        fields.tokens[: fields.base] if len(fields.merges) else fields.tokens,
        fields.merges,
        unknown=fields.unknown_id,
        continuation=fields.own["continuation"],
        longest_word=fields.own["limit"],
    )


def _unigram(fields: ModelFields) -> Model:
    scores = [float.fromhex(score) for score in fields.own["scores"]]
    return Unigram(
        list(fields.tokens),
        scores,
        base=fields.base,
        unknown=fields.unknown_id,
        byte_fallback=bool(fields.own.get("byte_fallback")),
    )


def _code_points(fields: ModelFields) -> Model:
    return CodePoints()  # it has nothing of its own, and the identity finds a vocabulary that is another


_MAKERS: dict[str, Callable[[ModelFields], Model]] = {
    "char-bpe": _char_bpe,
    "char-level": _char_level,
    "code-points": _code_points,
    "word-level": _word_level,
    "wordpiece": _wordpiece,
    "unigram": _unigram,
}

"""ALGORITHMS: the ways to learn a vocabulary, each a trainer with the pipeline it starts from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from engine.algorithms.bpe import BPETrainer
from engine.algorithms.char_bpe import CharBPETrainer
from engine.algorithms.char_level import CharLevelTrainer
from engine.algorithms.unigram import UnigramTrainer
from engine.algorithms.word_level import WordLevelTrainer
from engine.algorithms.wordpiece import WordPieceTrainer
from engine.model import Trainer


@dataclass(frozen=True, slots=True)
class Algorithm:
    """A named way to learn.

    trainer      its class, whose fields are the options
    steps        what a step of it is: a merge, a round that takes pieces away, or a word that is taken in
    pattern      its usual pattern in PATTERNS, and `normalizers` its usual ones in NORMALIZERS
    says         one sentence on what it does
    """

    name: str
    title: str
    trainer: type[Any]
    steps: Literal["merges", "rounds", "additions"]
    pattern: str
    says: str
    normalizers: tuple[str, ...] = ()


ALGORITHMS: dict[str, Algorithm] = {
    row.name: row
    for row in (
        Algorithm(
            "byte-bpe",
            "Byte-level BPE",
            BPETrainer,
            "merges",
            "gpt2",
            "Starts from the 256 bytes and merges the most frequent pair; it can write every text.",
        ),
        Algorithm(
            "char-bpe",
            "Character BPE",
            CharBPETrainer,
            "merges",
            "whitespace",
            "Starts from the characters of the corpus and merges the most frequent pair; a mark says where a word ends.",
        ),
        Algorithm(
            "wordpiece",
            "WordPiece",
            WordPieceTrainer,
            "merges",
            "bert",
            "Merges the pair whose parts are most often together rather than apart; encodes by the longest match.",
        ),
        Algorithm(
            "unigram",
            "Unigram",
            UnigramTrainer,
            "rounds",
            "metaspace",
            "Starts from many pieces and takes away those that are missed least; encodes by the likeliest path.",
            normalizers=("metaspace",),
        ),
        Algorithm(
            "char-level",
            "Character level",
            CharLevelTrainer,
            "additions",
            "none",
            "Every character of the corpus is a token; nothing is merged.",
        ),
        Algorithm(
            "word-level",
            "Word level",
            WordLevelTrainer,
            "additions",
            "whitespace",
            "The most frequent words are tokens, and all others are unknown.",
        ),
    )
}


def algorithm_of(trainer: Trainer) -> str:
    """The name of the algorithm that a trainer belongs to; of merges that were learned elsewhere, their own."""
    elsewhere: str | None = getattr(trainer, "kind", None)
    return elsewhere or next(row.name for row in ALGORITHMS.values() if type(trainer) is row.trainer)

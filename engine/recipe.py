"""Recipe: everything that decides what a training learns - normalizer, pre-tokenizer, trainer, special tokens, their place.

CONVENTIONS name the combinations by which published trainers differ, so that a class gets the merges of its homework.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from engine.errors import OptionError
from engine.model import Trainer
from engine.normalizers import IDENTITY, Normalizer
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from engine.vocabulary import IntArray

LayoutKind = Literal["top", "reserved", "first"]
LAYOUTS: dict[LayoutKind, str] = {
    "top": "on top, after the merges (minbpe, tiktoken)",
    "reserved": "after the base symbols, before the merges",
    "first": "first, from 0 (tokenizers)",
}


@dataclass(frozen=True, slots=True)
class IdLayout:
    """Where special tokens stand among the ids of a model: around them, or between its base symbols and what it learned.

    >>> IdLayout("first", ("<s>", "</s>")).special_ids(base=256, size=266)
    {'<s>': 0, '</s>': 1}
    >>> IdLayout("reserved", ("<s>",)).public_ids(base=256, size=258)[-3:].tolist()
    [255, 257, 258]
    """

    kind: LayoutKind = "top"
    specials: tuple[str, ...] = ()

    def public_ids(self, base: int, size: int) -> IntArray:
        """The tokenizer's id of each of the `size` ids of a model with `base` symbols, ascending."""
        ids = np.arange(size, dtype=np.int32)
        if self.kind == "first":
            ids += len(self.specials)
        elif self.kind == "reserved":
            ids[base:] += len(self.specials)
        return ids

    def public_id(self, base: int, id: int) -> int:
        """The tokenizer's id of one of the model's."""
        behind = self.kind == "first" or (self.kind == "reserved" and id >= base)
        return id + len(self.specials) if behind else id

    def special_ids(self, base: int, size: int) -> dict[str, int]:
        """Text -> id of each special token."""
        first = {"top": size, "reserved": base, "first": 0}[self.kind]
        return {text: first + n for n, text in enumerate(self.specials)}


def check_special_text(text: str) -> None:
    """OptionError for what cannot be a special token: nothing, or half a character that UTF-8 cannot hold."""
    if not text:
        raise OptionError("A special token must not be empty.")
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise OptionError(f"The special token {text!r} is not text: it holds half of a surrogate pair.")


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to learn: what is done to the text, how it is cut, a trainer with its options, special tokens and their place.

    Raises OptionError for an empty or repeated special token.

    >>> from engine.algorithms.bpe import BPETrainer
    >>> Recipe(BPETrainer(vocab_size=300), special_tokens=("<s>",), specials="first").layout
    IdLayout(kind='first', specials=('<s>',))
    """

    trainer: Trainer
    pre_tokenizer: PreTokenizer = field(default_factory=lambda: PreTokenizer(PATTERNS["gpt2"]))
    special_tokens: tuple[str, ...] = ()
    specials: LayoutKind = "top"
    normalizer: Normalizer = IDENTITY

    def __post_init__(self) -> None:
        if self.specials not in LAYOUTS:
            raise OptionError(
                f'There is no layout "{self.specials}" for special tokens. Choose one of: {", ".join(LAYOUTS)}.'
            )
        for text in self.special_tokens:
            check_special_text(text)
        repeated = {text for text in self.special_tokens if self.special_tokens.count(text) > 1}
        if repeated:
            raise OptionError(f'The special token "{min(repeated)}" is given twice.')

    @property
    def layout(self) -> IdLayout:
        """Where the ids of this recipe stand."""
        return IdLayout(self.specials, self.special_tokens)


@dataclass(frozen=True, slots=True)
class Convention:
    """What a published trainer does where others differ; an option that is given explicitly wins over it."""

    name: str
    title: str
    tie_rule: str
    byte_order: Literal["raw", "gpt2"]
    specials: LayoutKind
    min_frequency: int
    pattern: str
    algorithm: str = "byte-bpe"
    normalizers: tuple[str, ...] = ()
    end_of_word: str | None = "</w>"


CONVENTIONS: dict[str, Convention] = {
    row.name: row
    for row in (
        Convention("tokenizers", "tokenizers", "smallest-ids", "gpt2", "first", 1, "gpt2"),
        Convention("minbpe", "minbpe", "first-seen", "raw", "top", 1, "cl100k"),
        Convention("tiktoken-educational", "tiktoken, teaching module", "first-seen", "raw", "top", 1, "gpt2"),
        Convention(
            "sentencepiece",
            "sentencepiece",
            "shortest",
            "raw",
            "first",
            1,
            "metaspace",
            algorithm="char-bpe",
            normalizers=("metaspace",),
            end_of_word=None,
        ),
        Convention("cs336", "CS336", "lexicographic-largest", "raw", "top", 1, "gpt2"),
    )
}

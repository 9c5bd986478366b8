"""The recipe that each algorithm starts with in the window: small enough to be watched to its end, and able to write any text."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import fields, replace
from typing import Any

from engine.algorithms import ALGORITHMS, Algorithm
from engine.errors import OptionError
from engine.normalizers import sequence_of
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from engine.recipe import Recipe

FIRST_VOCABULARY = 1_000
_UNKNOWN = "[UNK]"
_OPTIONS: dict[str, dict[str, Any]] = {
    "byte-bpe": {"min_frequency": 2, "byte_order": "gpt2"},
    # With a low minimum its score takes the rarest pairs of all, which is no sight to begin with.
    "wordpiece": {"min_frequency": 20},
}
# Line breaks are blanks to SentencePiece, whose way this is; else pieces would reach over the ends of lines.
_NORMALIZERS = {"unigram": ("nmt-nfkc", "metaspace")}


def first_recipe(name: str = "byte-bpe") -> Recipe:
    """What an algorithm learns if nobody has said otherwise."""
    algorithm = ALGORITHMS[name]
    return Recipe(
        algorithm.trainer(**_options(algorithm)),
        PreTokenizer(PATTERNS[algorithm.pattern]),
        specials="first" if name == "byte-bpe" else "top",
        normalizer=sequence_of(_NORMALIZERS.get(name, algorithm.normalizers)),
    )


def _options(algorithm: Algorithm) -> dict[str, Any]:
    defaults = {field.name: field.default for field in fields(algorithm.trainer)}
    options: dict[str, Any] = dict(_OPTIONS.get(algorithm.name, {}))
    if defaults.get("vocab_size") is not None:
        options["vocab_size"] = FIRST_VOCABULARY
    if "unknown" in defaults and defaults["unknown"] is None:
        options["unknown"] = _UNKNOWN
    return options


def with_size_of(recipe: Recipe, other: Recipe) -> Recipe:
    """The recipe with the other's vocabulary size and special tokens, so that a change of algorithm compares like with like.

    A size that the algorithm cannot have (bytes alone take 256) is not taken.
    """
    size, own = getattr(other.trainer, "vocab_size", None), getattr(recipe.trainer, "vocab_size", None)
    trainer = recipe.trainer
    if size is not None and own is not None:
        with suppress(OptionError):
            trainer = replace(trainer, vocab_size=size)  # type: ignore[type-var]
    return replace(recipe, trainer=trainer, special_tokens=other.special_tokens, specials=other.specials)

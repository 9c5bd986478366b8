"""A recipe as plain values, and back: what a session file keeps of the options of a training."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from engine.algorithms import ALGORITHMS, algorithm_of
from engine.errors import FormatError
from engine.normalizers import sequence_of
from engine.patterns import PATTERNS, pattern_expressed
from engine.pre_tokenizers import PreTokenizer
from engine.recipe import Recipe


def recipe_fields(recipe: Recipe) -> dict[str, Any]:
    """All that makes the recipe, as JSON can hold it.

    >>> from engine.algorithms.bpe import BPETrainer
    >>> recipe_fields(Recipe(BPETrainer(vocab_size=300)))["pattern"]
    'gpt2'
    """
    cut = recipe.pre_tokenizer
    return {
        "algorithm": algorithm_of(recipe.trainer),
        "options": asdict(recipe.trainer),  # type: ignore[call-overload]
        "pattern": cut.pattern.name,
        "expression": cut.pattern.expression,
        "digits": cut.digits,
        "whitespace_pieces": cut.whitespace_pieces,
        "special_tokens": list(recipe.special_tokens),
        "specials": recipe.specials,
        "normalizers": list(recipe.normalizer.names),
        "keep_whitespace": recipe.normalizer.keep_whitespace,
    }


def recipe_from(values: Mapping[str, Any]) -> Recipe:
    """The recipe of such values; FormatError for values that make none."""
    algorithm = ALGORITHMS.get(str(values.get("algorithm")))
    if algorithm is None:
        raise FormatError(f"There is no algorithm {values.get('algorithm')} here; a later version may have it.")
    known = {field.name for field in fields(algorithm.trainer)}
    try:
        # An option of a later version decides nothing here that it did not decide there by its default.
        options = {name: _frozen(value) for name, value in values["options"].items() if name in known}
        return Recipe(
            algorithm.trainer(**options),
            _pre_tokenizer(values),
            tuple(values["special_tokens"]),
            values["specials"],
            sequence_of(tuple(values["normalizers"]), keep_whitespace=bool(values["keep_whitespace"])),
        )
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise FormatError(f"The options of the training are damaged ({error}).") from None


def _frozen(value: Any) -> Any:
    """Lists of JSON as the tuples that they were."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _pre_tokenizer(values: Mapping[str, Any]) -> PreTokenizer:
    """The named pattern if it still has the expression that was kept, else the expression."""
    named, expression = PATTERNS.get(str(values["pattern"])), values["expression"]
    if named is None or named.expression != expression:
        named = PATTERNS["none"] if expression is None else pattern_expressed(str(expression))
    return PreTokenizer(named, values["digits"], bool(values["whitespace_pieces"]))

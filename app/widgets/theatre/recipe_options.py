"""A recipe with one option changed, or with all that a convention says.  Pure: recipes in, recipes out."""

from __future__ import annotations

from dataclasses import fields, replace

from app.state.training.first_recipes import first_recipe, with_size_of
from engine.algorithms import algorithm_of
from engine.normalizers import sequence_of
from engine.patterns import pattern_named
from engine.recipe import CONVENTIONS, Convention, Recipe

NO_CONVENTION = "own"


def with_option(recipe: Recipe, name: str, value: object) -> Recipe:
    """The recipe with one option changed, whether it is the trainer's or the recipe's own."""
    if name in {field.name for field in fields(recipe.trainer)}:  # type: ignore[arg-type]
        return replace(recipe, trainer=replace(recipe.trainer, **{name: value}))  # type: ignore[type-var]
    if name == "pattern":
        return _with_pattern(recipe, str(value))
    if name == "digits":
        return replace(recipe, pre_tokenizer=replace(recipe.pre_tokenizer, digits=value))  # type: ignore[arg-type]
    if name == "normalizers":
        kept = recipe.normalizer.keep_whitespace
        return replace(recipe, normalizer=sequence_of(tuple(value), keep_whitespace=kept))  # type: ignore[arg-type]
    return replace(recipe, **{name: value})  # type: ignore[arg-type]


def with_convention(recipe: Recipe, convention: Convention) -> Recipe:
    """The recipe with all in which a published trainer differs from others; it may go by another algorithm."""
    if convention.algorithm != algorithm_of(recipe.trainer):
        recipe = with_size_of(first_recipe(convention.algorithm), recipe)
    differing = {
        "tie_rule": convention.tie_rule,
        "byte_order": convention.byte_order,
        "min_frequency": convention.min_frequency,
        "end_of_word": convention.end_of_word,
    }
    own = {field.name for field in fields(recipe.trainer)}  # type: ignore[arg-type]
    options = {name: value for name, value in differing.items() if name in own}
    trainer = replace(recipe.trainer, **options)  # type: ignore[type-var]
    normalizer = sequence_of(convention.normalizers, keep_whitespace=recipe.normalizer.keep_whitespace)
    plain = replace(recipe, trainer=trainer, specials=convention.specials, normalizer=normalizer)
    return _with_pattern(plain, convention.pattern)


def has_conventions(recipe: Recipe) -> bool:
    """Whether there are published trainers that do what the recipe's algorithm does."""
    return any(convention.algorithm == algorithm_of(recipe.trainer) for convention in CONVENTIONS.values())


def _with_pattern(recipe: Recipe, named: str) -> Recipe:
    return replace(recipe, pre_tokenizer=replace(recipe.pre_tokenizer, pattern=pattern_named(named)))


def convention_of(recipe: Recipe) -> str:
    """The convention that a recipe follows, "own" if none.  The minimum count is left to the user."""
    for name, convention in CONVENTIONS.items():
        if convention.algorithm != algorithm_of(recipe.trainer):
            continue
        like = with_convention(recipe, replace(convention, min_frequency=recipe.trainer.min_frequency))  # type: ignore[attr-defined]
        if like == recipe:
            return name
    return NO_CONVENTION

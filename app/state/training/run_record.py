"""RunRecord: a run as a value - its history, its name, from what it was learned - and names that tell two runs apart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.translation import inside, translate
from engine.algorithms import ALGORITHMS
from engine.corpus import Corpus
from engine.history import TrainedElsewhere, TrainingHistory
from engine.recipe import Recipe
from engine.tie_rules import TIE_RULES

_TIMES = "\N{MULTIPLICATION SIGN}"
_FACTOR = re.compile(rf"(.+?) {_TIMES}([\d.]+)(?:, |$)")
_MOST_NAMED = 3
"""Texts of other weights that are named: a name stands in a row beside other things."""
Origin = Corpus | Mapping[str, Any]
"""What a run learns from; of one that was opened, where it came from."""


@dataclass(frozen=True, slots=True)
class Branch:
    """The run is like another one up to a step and follows another tie rule from the next one on."""

    step: int
    rule: str


@dataclass(frozen=True, slots=True)
class RunRecord:
    """`title` says what it was learned from and how large it is, `seconds` how long that took, `weights` how much each of
    several texts counted; `rebalanced` that it was started by moving a weight."""

    history: TrainingHistory
    title: str = ""
    seconds: float = 0.0
    origin: Origin = field(default_factory=dict)
    branch: Branch | None = None
    weights: str = ""
    rebalanced: bool = False


def branch_title(title: str, rule_changes: Iterable[tuple[int, str]]) -> str:
    """What a branch is called: as the run that it comes from at first, with the step and the rule of each change.

    >>> branch_title("Alice 1k", [(10, "first-seen")])
    'Alice 1k, from step 11 first seen'
    """
    words = translate("run_record", ", from step {:,} {}")
    root = title.split(words.split("{")[0])[0]
    changes = (
        words.format(step + 1, inside(translate("engine", TIE_RULES[rule].title))) for step, rule in rule_changes
    )
    return "".join([root, *changes])


def told_apart(one: RunRecord, other: RunRecord) -> tuple[str, str]:
    """Names for two runs: their titles, and with them whatever they differ in.

    Two runs by the same recipe over the same texts have one name.
    """
    left, right = _aspects(one), _aspects(other)
    left["weights"], right["weights"] = weights_apart(one.weights, other.weights)
    differ = [name for name in left if left[name] != right[name]]
    if "algorithm" in differ:  # with it everything else may differ, and this says most
        differ = [name for name in differ if name in ("algorithm", "size", "weights")]
    return _named(one.title, left, differ), _named(other.title, right, differ)


def _named(title: str, aspects: Mapping[str, str], differ: list[str]) -> str:
    words = [aspects[name] for name in differ if aspects[name] and aspects[name] not in title]
    return ", ".join([title, *words])


def _aspects(record: RunRecord) -> dict[str, str]:
    """What may tell a run from another one, in words."""
    recipe = record.history.recipe
    trainer: Any = recipe.trainer
    rule = getattr(trainer, "tie_rule", "")
    minimum = getattr(trainer, "min_frequency", 0)
    size = getattr(trainer, "vocab_size", None)
    return {
        "algorithm": algorithm_title(recipe),
        "rule": inside(translate("engine", TIE_RULES[rule].title)) if rule and record.branch is None else "",
        "pattern": translate("run_record", "pattern {}").format(recipe.pre_tokenizer.pattern.name),
        "digits": translate("run_record", "digits {}").format(recipe.pre_tokenizer.digits),
        "size": translate("run_record", "{:,} tokens").format(size) if size else "",
        "minimum": translate("run_record", "minimum count {:,}").format(minimum) if minimum else "",
        "normalizer": " + ".join(recipe.normalizer.names) or translate("run_record", "no normalizer"),
        "weights": record.weights,
    }


def algorithm_title(recipe: Recipe) -> str:
    """What the run learns by, as the window calls it."""
    trainer = recipe.trainer
    if isinstance(trainer, TrainedElsewhere):
        return translate("run_record", "merges of a file")
    return next(translate("engine", row.title) for row in ALGORITHMS.values() if row.trainer is type(trainer))


def weights_apart(one: str, other: str) -> tuple[str, str]:
    """Of the weights of two runs over the same texts those that are not the same, some of them if there are many.

    >>> weights_apart("a ×2, b ×1, c ×1", "a ×2, b ×1, c ×3")
    ('c ×1', 'c ×3')
    """
    left, right = _factors(one), _factors(other)
    names = [name for name, _ in left]
    if names != [name for name, _ in right] or len(set(names)) < len(names):
        return one, other
    pairs = [(a, b) for a, b in zip(left, right, strict=True) if a != b]
    return _listed([a for a, _ in pairs]), _listed([b for _, b in pairs])


def _factors(weights: str) -> list[tuple[str, str]]:
    """Each text and its factor, read off what `weights_of` says."""
    return [(name, factor) for name, factor in _FACTOR.findall(weights)]


def _listed(factors: list[tuple[str, str]]) -> str:
    words = [f"{name} {_TIMES}{factor}" for name, factor in factors[:_MOST_NAMED]]
    more = len(factors) - len(words)
    return ", ".join([*words, translate("run_record", "and {:,} more").format(more)] if more else words)


def weights_of(corpus: Corpus) -> str:
    """How much each of several texts counts; "" for one alone that counts once.

    >>> from engine.corpus import Source
    >>> weights_of(Corpus((Source("a.txt", text="x", weight_tenths=20), Source("b.txt", text="y"))))
    'a ×2, b ×1'
    """
    if len(corpus.sources) < 2 and all(row.weight_tenths == 10 for row in corpus.sources):
        return ""
    return ", ".join(f"{Path(row.label).stem} {_TIMES}{row.weight_tenths / 10:g}" for row in corpus.sources)

"""How the options of a training are called, what each may be, and a sentence on those whose title does not say all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from app.translation import later, translate
from engine.algorithms.unigram_seeds import SEED_RULES
from engine.algorithms.wordpiece import SCORES
from engine.patterns import PATTERNS
from engine.recipe import CONVENTIONS
from engine.tie_rules import TIE_RULES, TieRule

TITLES = {
    "convention": later("options_form", "Convention"),
    "vocab_size": later("options_form", "Vocabulary size"),
    "max_steps": later("options_form", "Steps at most"),
    "min_frequency": later("options_form", "Minimum count"),
    "tie_rule": later("options_form", "Tie rule"),
    "rule_changes": later("options_form", "Other tie rules"),
    "byte_order": later("options_form", "Order of the bytes"),
    "pattern": later("options_form", "Pattern"),
    "expression": later("options_form", "Expression"),
    "special_tokens": later("options_form", "Special tokens"),
    "specials": later("options_form", "Special ids"),
    "normalizers": later("options_form", "Before cutting"),
    "digits": later("options_form", "Digits"),
    "end_of_word": later("options_form", "End-of-word mark"),
    "unknown": later("options_form", "Unknown token"),
    "continuation": later("options_form", "Continuation mark"),
    "longest_word": later("options_form", "Longest word"),
    "score": later("options_form", "Score"),
    "seed_size": later("options_form", "Seeds at most"),
    "seeds": later("options_form", "Seeds are substrings that"),
    "shrinking": later("options_form", "Kept each round"),
    "sub_iterations": later("options_form", "Turns in a round"),
    "longest_piece": later("options_form", "Longest piece"),
    "character_coverage": later("options_form", "Character coverage"),
    "byte_fallback": later("options_form", "Unknown as bytes"),
    "digamma": later("options_form", "Digamma"),
    "whitespace_only_pieces": later("options_form", "Pieces of blanks"),
}
CHOICES: Mapping[str, Mapping[str, str]] = {
    "byte_order": {"raw": later("options_form", "by value"), "gpt2": later("options_form", "GPT-2's printable order")},
    "digits": {
        "as-pattern": later("options_form", "as the pattern cuts them"),
        "each": later("options_form", "each alone"),
        "3-left": later("options_form", "in threes from the left"),
        "3-right": later("options_form", "in threes from the right"),
    },
    "seeds": {
        "all": later("options_form", "occur twice"),
        "followers": later("options_form", "two different things follow"),
    },
    "specials": {
        "top": later("options_form", "after the merges"),
        "reserved": later("options_form", "before the merges"),
        "first": later("options_form", "first, from 0"),
    },
}
TIPS: Mapping[str, str] = {
    "digamma": later("options_form", "Lower the probability of rare pieces, as a sparse prior would"),
    "shrinking": later("options_form", "The share of the pieces that a round keeps"),
    "character_coverage": later(
        "options_form", "The share of all characters that have a token of their own; the rarest beyond it have none"
    ),
    "byte_fallback": later("options_form", "A character without a token is written as its bytes"),
    "unknown": later("options_form", "Stands for what the vocabulary cannot write; empty: such text is refused"),
    "end_of_word": later("options_form", "One symbol at the end of each word; empty: words have none"),
}


class _Titled(Protocol):
    """A row of one of the engine's tables."""

    @property
    def title(self) -> str: ...


def title_of(name: str) -> str:
    """How a field is called; a new one by its own name."""
    return translate("options_form", TITLES.get(name, name.replace("_", " ").capitalize()))


def choices_of(name: str) -> dict[str, str]:
    """What a field may be, and how each value is called; empty for a field of any value."""
    if name == "tie_rule":
        return {rule.name: _with_library(rule) for rule in TIE_RULES.values()}
    titled: Mapping[str, Mapping[Any, _Titled]] = {"pattern": PATTERNS, "score": SCORES, "convention": CONVENTIONS}
    if name in titled:
        return {value: translate("engine", row.title) for value, row in titled[name].items()}
    return {value: translate("options_form", words) for value, words in CHOICES.get(name, {}).items()}


def _with_library(rule: TieRule) -> str:
    title = translate("engine", rule.title)
    return f"{title} ({rule.library})" if rule.library else title


def tip_of(name: str) -> str:
    """One sentence on a field; "" where its title says all."""
    if name == "score":
        return "\n".join(f"{translate('engine', s.title)}: {translate('engine', s.meaning)}" for s in SCORES.values())
    if name == "seeds":
        return "\n".join(translate("engine", words) for words in SEED_RULES.values())
    return translate("options_form", TIPS[name]) if name in TIPS else ""

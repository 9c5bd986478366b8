"""TIE_RULES: which of several equally frequent pairs is merged, and which library decides so.

Published trainers differ in nothing as often as in this: on ordinary text more than nine steps in ten are ties.  A token
is a string of base symbols; base symbols have an order (bytes by value, or GPT-2's printable order); strings compare symbol
by symbol, a prefix first.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TieRule:
    """A rule, how it is said in words, and who uses it."""

    name: str
    title: str
    library: str
    meaning: str


TIE_RULES: dict[str, TieRule] = {
    rule.name: rule
    for rule in (
        TieRule(
            "smallest-ids", "Smallest ids", "tokenizers", "the pair with the smaller left id, then the smaller right id"
        ),
        TieRule(
            "first-seen", "First seen", "minbpe", "the pair that stands first in the corpus as it is segmented now"
        ),
        TieRule(
            "lexicographic-smallest",
            "Lexicographically smallest",
            "",
            "the pair whose left, then right string is least",
        ),
        TieRule(
            "lexicographic-largest",
            "Lexicographically largest",
            "CS336",
            "the pair whose left, then right string is greatest",
        ),
        TieRule(
            "shortest",
            "Shortest, then smallest",
            "SentencePiece",
            "the pair with the fewest symbols, then the least joined string, then the least left part",
        ),
    )
}
RULE_NAMES: tuple[str, ...] = tuple(TIE_RULES)
"""In the order of the `choices` column of `Steps`."""

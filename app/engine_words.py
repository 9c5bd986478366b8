"""What the window shows of tables that are written in one language: the engine's, and the window's own of names.

They are asked for as `translate(context, row.title)`, so the extraction of texts does not see them; it reads this list.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.actions import ACTIONS, MENUS
from app.look.theme import THEMES
from app.pane_rows import PANES
from app.sentence_templates import sentence_templates
from app.sentences import SENTENCES
from app.translation import ENGINE
from engine.algorithms import ALGORITHMS
from engine.algorithms.unigram_seeds import SEED_RULES
from engine.algorithms.wordpiece import SCORES
from engine.cut_samples import DIGIT_RULE_TITLES
from engine.formats import FORMATS
from engine.language_groups import GROUPINGS
from engine.languages import SCRIPT_FAMILIES, Language
from engine.metrics import GINI, METRICS
from engine.normalizers import NORMALIZERS
from engine.patterns import PATTERNS
from engine.recipe import CONVENTIONS
from engine.tie_rules import TIE_RULES
from engine.tradeoffs import USUAL_BYTES_PER_TOKEN
from engine.vocabularies.vocabulary_survey import KINDS

_STAGES = (
    *("Reading the merges", "Preparing", "Sorting", "Finding substrings", "Choosing seeds", "Noting pieces"),
    *("Expectation", "Pruning", "Counting pairs", "Cutting", "Cutting languages", "Merging", "Taking words"),
    *("Comparing", "Counting", "Reading"),
)
"""What the engine says it is doing."""
_CLASSES = (
    *("1 byte", "9 or more", "not learned", "to 1,000", "to 10,000", "to 100,000", "later"),
    *("other scripts", "other languages"),
)
"""Names of classes by which tokens are coloured, but for scripts and languages."""


def table_texts() -> dict[str, list[str]]:
    """Context -> texts, each once, in the order of the tables."""
    return {
        "actions": _once([*MENUS, *(row.text for row in ACTIONS)]),
        "panes": [row.title for row in PANES],
        "themes": [theme.title for theme in THEMES.values()],
        ENGINE: _once(text for text in _of_the_engine() if text),
        SENTENCES: sentence_templates(),
    }


def _once(texts: Iterator[str] | list[str]) -> list[str]:
    return list(dict.fromkeys(texts))


def _groups() -> Iterator[str]:
    """Titles of groups of languages, but for scripts, whose names are data."""
    yield from SCRIPT_FAMILIES.values()
    for speakers in (100_000_000, 10_000_000, 1_000_000, 1, 0):
        yield GROUPINGS["speakers"].group_of(Language("und", "", speakers=speakers))[1]
    yield GROUPINGS["script"].group_of(Language("und", ""))[1]


def _of_the_engine() -> Iterator[str]:
    for algorithm in ALGORITHMS.values():
        yield from (algorithm.title, algorithm.says)
    for metric in METRICS.values():
        yield from (metric.title, metric.meaning, metric.source, metric.absence)
    yield GINI
    for normalizer in NORMALIZERS.values():
        yield from (normalizer.title, normalizer.loses)
    for score in SCORES.values():
        yield from (score.title, score.meaning)
    titled = (TIE_RULES, PATTERNS, CONVENTIONS, FORMATS, GROUPINGS)
    yield from (row.title for table in titled for row in table.values())
    yield from SEED_RULES.values()
    yield USUAL_BYTES_PER_TOKEN.source
    yield from DIGIT_RULE_TITLES.values()
    yield from _groups()
    yield from KINDS
    yield from _STAGES
    yield from _CLASSES

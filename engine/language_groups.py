"""GROUPINGS: what languages can be grouped and filtered by - their script, its family, how many speak them.

Numbers of speakers are estimates that the bundled declaration brings along; they are good for orders of magnitude only, so
languages are put into classes by them and no number is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

from engine.languages import SCRIPT_FAMILIES, Language, script_name

Group = tuple[int, str]
"""Place among the groups, and title."""

_CLASSES = (
    (100_000_000, "100 million speakers and more"),
    (10_000_000, "10 to 100 million speakers"),
    (1_000_000, "1 to 10 million speakers"),
    (1, "Under 1 million speakers"),
)
_LAST = 99


@dataclass(frozen=True, slots=True)
class Grouping:
    """A way to group languages: its name, its title, and the group of a language."""

    name: str
    title: str
    group_of: Callable[[Language], Group]


def _script(language: Language) -> Group:
    name = script_name(language.script)
    return (0, f"{name} ({language.script})") if name else (_LAST, "Script not known")


def _family(language: Language) -> Group:
    if not language.family:
        return _LAST, "Script not known"
    return _families().get(language.family, _LAST - 1), language.family


@cache
def _families() -> dict[str, int]:
    return {family: place for place, family in enumerate(dict.fromkeys(SCRIPT_FAMILIES.values()))}


def _speakers(language: Language) -> Group:
    known = language.speakers or 0
    found = ((place, title) for place, (least, title) in enumerate(_CLASSES) if known >= least)
    return next(found, (_LAST, "Speakers not known"))


GROUPINGS: dict[str, Grouping] = {
    grouping.name: grouping
    for grouping in (
        Grouping("family", "Family of scripts", _family),
        Grouping("script", "Script", _script),
        Grouping("speakers", "Speakers (estimates)", _speakers),
    )
}
"""Name -> grouping."""


def groups_of(languages: Iterable[Language], grouping: str) -> list[str]:
    """Titles of the groups that some languages fall in, in their order.

    >>> groups_of([Language("hin", "Hindi", script="Deva"), Language("eng", "English", script="Latn")], "family")
    ['Latin', 'South Asia']
    """
    return [title for _, title in sorted({GROUPINGS[grouping].group_of(language) for language in languages})]

"""Names of languages that fit beside a table: as short as tells them apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.parallel import Language


def short_names(languages: Sequence[Language]) -> dict[str, str]:
    """Names by code, without what is not needed to tell these languages apart.

    "Arabic, Standard" is "Arabic" where no other Arabic stands beside it; Chinese always says how it is written.
    """
    names = {language.code: _short(language) for language in languages}
    short, full = Counter(names.values()), Counter(language.name for language in languages)
    for language in languages:
        if short[names[language.code]] > 1:
            names[language.code] = language.name
        if full[language.name] > 1:
            names[language.code] = f"{language.name} [{language.code}]"
    return names


def _short(language: Language) -> str:
    name, bracket, rest = language.name.partition(" (")
    name = name.split(",")[0]
    return f"{name}{bracket}{rest}" if language.script in ("Hans", "Hant") else name

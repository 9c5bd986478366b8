"""Which languages of a text are shown at first, and under which names: as short as tells them apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.parallel import Language, ParallelText

_FIRST = "eng spa fra deu_1996 tur cmn_hans vie jpn arb amh rus tha hin tam mya"
FIRST_LANGUAGES = tuple(_FIRST.split())
"""What is shown at first: the reference, and one language for each way of writing that a table has room for."""
MANY_LANGUAGES = 40
"""A text of no more languages is shown whole at first."""


def first_view(text: ParallelText) -> tuple[tuple[str, ...], str]:
    """Codes of the languages that are shown of a text at first, and of the reference: English where there is some."""
    usual = tuple(code for code in FIRST_LANGUAGES if code in text.languages)
    codes = usual or (text.aligned or tuple(text.languages))[: len(FIRST_LANGUAGES)]
    languages = codes if len(text.languages) > MANY_LANGUAGES else tuple(text.languages)
    english = (code for code, language in text.languages.items() if language.iso639_3 == "eng")
    return languages, "eng" if "eng" in codes else next(english, codes[0])


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

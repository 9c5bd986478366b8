"""Language: whose text a parallel text holds; finding one by a word, and what a wrong code may have meant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.suggestions import similar

_HINTS = 4


@dataclass(frozen=True, slots=True)
class Language:
    """One text of a parallel text: whose language it is, and whether its units can be compared with the others'.

    `script` is the ISO 15924 code and `tag` the BCP 47 tag ("de-1996"), both "" where not known; `direction` "ltr" or
    "rtl"; `speakers` an estimate for sorting; `flags` says what is odd about the text.
    """

    code: str
    name: str
    autonym: str | None = None
    script: str = ""
    direction: str = "ltr"
    speakers: int | None = None
    aligned: bool = True
    iso639_3: str = ""
    flags: tuple[str, ...] = ()
    tag: str = ""

    @property
    def title(self) -> str:
        """Code and name: "hau_NG (Hausa, Nigeria)"; the code alone where no name is known."""
        name = self.name.replace(" (", ", ").removesuffix(")")
        return f"{self.code} ({name})" if name != self.code else self.code

    @property
    def short_tag(self) -> str:
        """The two or three letters that a tag begins with."""
        return self.tag.casefold().partition("-")[0]


def find_languages(languages: Mapping[str, Language], word: str) -> list[Language]:
    """Those whose code, name or own name holds the word, or whose tag (`de`) or script (`Deva`) it is; "" finds all."""
    wanted = word.casefold()
    return [
        language
        for language in languages.values()
        if any(wanted in part.casefold() for part in (language.code, language.name, language.autonym or ""))
        or wanted in (language.short_tag, language.tag.casefold(), language.script.casefold())
    ]


def language_hint(languages: Mapping[str, Language], code: str) -> str:
    """The way out of a wrong code, a sentence with a blank in front.

    >>> language_hint({"eng": Language("eng", "English", tag="en")}, "en")
    ' Did you mean eng (English)?'
    """
    likely = _likely(languages, code.casefold().partition("_")[0]) or [
        languages[name] for name in similar(code, languages)
    ]
    titles = [language.title for language in likely[:_HINTS]]
    if titles:
        return f" Did you mean {', '.join(titles[:-1])}{' or ' if titles[:-1] else ''}{titles[-1]}?"
    shown = ", ".join(list(languages)[:8])
    return f" It has {shown}{' ...' if len(languages) > 8 else ''}."


def _likely(languages: Mapping[str, Language], wanted: str) -> list[Language]:
    """The languages that fit best: by the beginning of a code, by a tag or ISO code, or by the beginning of a name."""
    found: dict[int, list[Language]] = {}
    for language in languages.values():
        fits = _fits(language, wanted)
        if any(fits):
            found.setdefault(fits.index(True), []).append(language)
    best = found[min(found)] if found else []
    return sorted(best, key=lambda language: (not language.aligned, len(language.code)))


def _fits(language: Language, wanted: str) -> list[bool]:
    begins = [len(wanted) > 2 and part.casefold().startswith(wanted) for part in (language.code, language.name)]
    own_name = len(wanted) > 2 and (language.autonym or "").casefold().startswith(wanted)
    same = wanted != "" and wanted in (language.short_tag, language.iso639_3)
    return [begins[0], same, begins[1], own_name]

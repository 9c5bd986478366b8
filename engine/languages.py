"""Language: whose text a parallel text holds; finding one by a word, and what a wrong code may have meant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from engine.suggestions import asked, similar
from engine.unicode import script_names, scripts

_HINTS = 4
_SHOWN = 8

_FAMILIES = {
    "Latin": "Latn",
    "Other European": "Cyrl Cyrs Grek Armn Geor Geok Glag Goth Copt",
    "Middle East, North Africa": "Arab Aran Hebr Syrc Samr Mand Thaa Nkoo Adlm Tfng Rohg",
    "Ethiopic": "Ethi",
    "South Asia": "Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Tibt Olck Mtei Limb Lepc Cakm Sylo Saur Newa Gran",
    "South-east Asia": "Thai Laoo Khmr Mymr Java Bali Sund Lana Talu Tale Tavt Cham Bugi Batk Tglg Hano Kali Rjng",
    "East Asia": "Hans Hant Hani Jpan Hira Kana Hang Kore Bopo Yiii Mong",
    "America": "Cher Cans Osge Dsrt",
}
SCRIPT_FAMILIES = {script: family for family, scripts in _FAMILIES.items() for script in scripts.split()}
"""ISO 15924 code of a script -> the family that tables are grouped by: scripts that pose a tokenizer the same questions."""

_SCRIPT_CODES = {
    "Han": "Hani", "Hangul": "Kore", "Hiragana": "Jpan", "Katakana": "Jpan", "Lao": "Laoo", "Oriya": "Orya",
    "Telugu": "Telu", "Kannada": "Knda", "Malayalam": "Mlym", "Myanmar": "Mymr", "Khmer": "Khmr", "Gurmukhi": "Guru",
    "Gujarati": "Gujr", "Latin": "Latn", "Cyrillic": "Cyrl", "Tibetan": "Tibt", "Tifinagh": "Tfng", "Yi": "Yiii",
    "Armenian": "Armn", "Nko": "Nkoo", "Canadian_Aboriginal": "Cans", "Tai_Le": "Tale", "New_Tai_Lue": "Talu",
    "Tai_Tham": "Lana", "Javanese": "Java", "Balinese": "Bali", "Ol_Chiki": "Olck", "Meetei_Mayek": "Mtei",
    "Greek": "Grek", "Tamil": "Taml", "Syriac": "Syrc", "Samaritan": "Samr", "Adlam": "Adlm", "Hanifi_Rohingya": "Rohg",
    "Chakma": "Cakm", "Lepcha": "Lepc", "Syloti_Nagri": "Sylo", "Tai_Viet": "Tavt", "Batak": "Batk", "Tagalog": "Tglg",
    "Hanunoo": "Hano", "Kayah_Li": "Kali", "Rejang": "Rjng", "Osage": "Osge", "Deseret": "Dsrt", "Vai": "Vaii",
}  # fmt: skip
"""Unicode's names of scripts -> ISO 15924, where the code is not the name's first four letters."""
_WORDLESS = "Thai Laoo Khmr Mymr Tibt Hans Hant Hani Jpan Hira Kana Yiii Lana Talu Tale Java Bali Tavt"
WORDLESS_SCRIPTS = frozenset(_WORDLESS.split())
"""Scripts (ISO 15924) that put no blank between words: tokens a word would be tokens a sentence there.  Tai Viet does, but
Unicode's segmentation leaves it to dictionaries, as it does Thai, and makes each letter a word."""
_KANA_SHARE = 0.05
"""Of a Japanese text's Chinese characters and kana at least so many are kana; a Chinese text quotes fewer."""


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
    def family(self) -> str:
        """Of its script; "Other" for a script of none, "" where the script is not known."""
        return SCRIPT_FAMILIES.get(self.script, "Other" if self.script else "")

    @property
    def short_tag(self) -> str:
        """The two or three letters that a tag begins with."""
        return self.tag.casefold().partition("-")[0]


def script_of(text: str) -> str:
    """ISO 15924 code of the script that most of a text is in; "" for a text without letters.

    >>> script_of("नमस्ते, world"), script_of("漢字とかな"), script_of("123")
    ('Deva', 'Jpan', '')
    """
    found = scripts(text)
    kana = found["Hiragana"] + found["Katakana"]
    japanese = kana + found["Han"]
    if kana > _KANA_SHARE * japanese and japanese >= max(found.values()):
        return "Jpan"
    return script_code(next(iter(found), ""))


def named_script(code: str) -> str:
    """ISO 15924 code of the script that the code of a text names; "" where it names none.

    >>> named_script("hin_Deva"), named_script("zh-hans-CN"), named_script("deu_1996")
    ('Deva', 'Hans', '')
    """
    _, *parts = code.replace("-", "_").split("_")
    named = (part.title() for part in parts if len(part) == 4 and part.isalpha() and part.isascii())
    return next(named, "")


def script_code(name: str) -> str:
    """ISO 15924 code of a script that Unicode calls so.

    >>> script_code("Devanagari"), script_code("Han"), script_code("")
    ('Deva', 'Hani', '')
    """
    return _SCRIPT_CODES.get(name, name[:4])


def script_name(code: str) -> str:
    """Its name in English; the code itself where there is none, "" for "".

    >>> script_name("Deva"), script_name("Hans"), script_name("Zzyx")
    ('Devanagari', 'Chinese, simplified', 'Zzyx')
    """
    return _script_names().get(code, code)


@cache
def _script_names() -> dict[str, str]:
    unicode_names = {script_code(name): name.replace("_", " ") for name in script_names()}
    unicode_names |= {"Aran": "Arabic, Nastaliq", "Cyrs": "Cyrillic, Old", "Geok": "Georgian, Khutsuri"}
    own = {"Hans": "Chinese, simplified", "Hant": "Chinese, traditional", "Jpan": "Japanese", "Kore": "Korean"}
    own |= {"Hira": "Hiragana", "Kana": "Katakana", "Hang": "Hangul"}
    return unicode_names | own


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
    if likely:
        return asked([language.title for language in likely[:_HINTS]])
    shown = ", ".join(list(languages)[:_SHOWN])
    more = len(languages) - _SHOWN
    return f" It has {shown} and {more:,} more." if more > 0 else f" It has {shown}."


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

"""ParallelText: the same text in many languages, cut into units that correspond to each other.

Bundled is the Universal Declaration of Human Rights (units: its 30 articles); your own text comes as a folder with one
UTF-8 file a language (a line is a unit) or as a table with one column a language (a row is a unit).
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from engine.errors import CorpusError, OptionError, readable
from engine.language_codes import WiderLanguage, other_name, usual_code, wider_one
from engine.languages import Language, language_hint, named_script, script_of
from engine.tables import TABLE_SUFFIXES, Row, table_kind, table_rows
from engine.text_files import byte_pieces, utf8

__all__ = ["DEFAULT_LANGUAGES", "Language", "ParallelText", "load_parallel", "separate_texts", "udhr"]

_DEFAULT = (
    "eng spa fra deu_1996 ita por_BR nld pol ces ron_2006 hun fin swe lit tur vie ind tgl swh yor hau_NG ibo zul som "
    "rus ukr bul kaz ell_monotonic hye kat heb arb pes_1 urd pbu hin mar ben nep pan guj tam tel kan mal sin tha lao "
    "mya khm bod cmn_hans cmn_hant yue jpn kor amh tir khk uig_arab iii chr_cased"
)
LARGEST_TEXT = 1 << 28
"""Bytes of one file, unpacked: a parallel text is held as a whole."""
_SCRIPT_SAMPLE = 20
"""Units of a text that are looked at to find its script."""
DEFAULT_LANGUAGES: tuple[str, ...] = tuple(_DEFAULT.split())
"""A selection of the declaration's languages for a first look: 63 of them, in 28 scripts."""


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class ParallelText:
    """Texts in `languages` (by code), each the same number of units; what a unit is, says `unit` ("article").

    A unit that a language lacks is "".  Where the texts are not parallel (`is_parallel`), units are only parts of a text,
    and each language has its own number of them.
    """

    name: str
    title: str
    unit: str
    languages: Mapping[str, Language]
    texts: Mapping[str, tuple[str, ...]]
    is_parallel: bool = True

    def units(self, code: str) -> tuple[str, ...]:
        """The units of one language; OptionError if it is not there."""
        if code not in self.texts:
            raise OptionError(f"{self.title} has no language {code}.{language_hint(self.languages, code)}")
        return self.texts[code]

    @property
    def digest(self) -> str:
        """SHA-256 of the codes and units: whether a text is still the one that it was."""
        parts = ("\0".join((code, *units)) for code, units in self.texts.items())
        return hashlib.sha256("\1".join(parts).encode("utf-8", "replace")).hexdigest()

    @property
    def aligned(self) -> tuple[str, ...]:
        """Codes of the languages whose units can be compared."""
        return tuple(code for code, language in self.languages.items() if language.aligned)

    def select(self, languages: str | Sequence[str]) -> tuple[str, ...]:
        """Codes: "all" aligned ones, "everything", or those of a list or of a text with commas, each once."""
        if languages == "all":
            return self.aligned
        if languages == "everything":
            return tuple(self.languages)
        codes = languages.split(",") if isinstance(languages, str) else languages
        chosen = tuple(dict.fromkeys(code.strip() for code in codes if code.strip()))
        for code in chosen:
            self.units(code)
        if not chosen:
            raise OptionError("No language is chosen; name some codes, or say all.")
        return chosen


def load_parallel(name: str) -> ParallelText:
    """`udhr`, a folder with a file for each language, or a table (.csv, .tsv, .jsonl or .parquet).

    Raises CorpusError for what is not there, is no UTF-8 or no table, and for units that do not correspond.

    >>> load_parallel("udhr").unit
    'article'
    """
    if name == "udhr":
        return udhr()
    path = Path(name)
    with readable(path, CorpusError):
        is_folder, is_anything = path.is_dir(), path.exists()
    if is_folder:
        return parallel_folder(path)
    if not is_anything:
        raise CorpusError(f"{name}: there is no such file or folder; the bundled parallel text is called udhr.")
    return parallel_table(path)


# The bundled declaration ----------------------------------------------------------------------------------------------


@cache
def udhr() -> ParallelText:
    """The Universal Declaration of Human Rights, 30 articles; read once, in about 50 ms.

    >>> len(udhr().languages), len(udhr().aligned), udhr().units("fra")[0][:31]
    (532, 471, 'Tous les êtres humains naissent')
    """
    path = Path(str(resources.files("resources") / "parallel" / "udhr.jsonl.gz"))
    if not path.exists():
        raise CorpusError("The Universal Declaration is not part of this installation; give a folder of texts.")
    with gzip.open(path) as stream:
        rows = [json.loads(line) for line in stream.read().split(b"\n") if line]
    texts = {row["code"]: row for row in rows if "code" in row}
    return ParallelText(
        "udhr",
        "The Universal Declaration of Human Rights",
        "article",
        {code: _declared_language(row) for code, row in texts.items()},
        {code: tuple(article or "" for article in row["articles"]) for code, row in texts.items()},
    )


def _declared_language(row: dict[str, Any]) -> Language:
    return Language(
        row["code"],
        row["name"],
        row["autonym"],
        row["script"],
        row["dir"],
        row["speakers"],
        row["aligned"],
        row["iso639_3"],
        tuple(row["flags"] or ()),
        row["bcp47"] or "",
    )


# A user's own text ----------------------------------------------------------------------------------------------------


def parallel_folder(folder: Path) -> ParallelText:
    """A folder with one UTF-8 file a language: the file's stem is the code, each line (ended by LF) is a unit."""
    return _own(folder, _texts_in(folder), "line")


def _texts_in(folder: Path) -> dict[str, tuple[str, ...]]:
    """The lines of each file of a folder, by language."""
    with readable(folder, CorpusError):
        paths = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    texts: dict[str, tuple[str, ...]] = {}
    for path in paths:
        code = path.name.split(".")[0]
        if code in texts:
            raise CorpusError(f"{folder} has two files for the language {code}; rename or remove {path.name}.")
        texts[code] = tuple(_lines(_utf8_text(path)))
    return texts


def parallel_table(path: Path) -> ParallelText:
    """A table with a column a language: .csv, .tsv or .parquet with codes over the columns, .jsonl with codes as keys."""
    if table_kind(path) is None:
        raise CorpusError(f"{path} is no table with a language in each column; it needs to be {TABLE_SUFFIXES}.")
    pieces = iter(()) if table_kind(path) == "parquet" else iter([_utf8_text(path).encode()])
    rows = [_texts_of(row, path, number) for number, row in enumerate(table_rows(path, pieces), 1)]
    codes = list(dict.fromkeys(code for row in rows for code in row))
    return _own(path, {code: tuple(row.get(code, "") for row in rows) for code in codes}, "row")


def _texts_of(row: Row, path: Path, number: int) -> dict[str, str]:
    """A row as texts; what is missing is ""."""
    for code, value in row.items():
        if not isinstance(value, str | None):
            raise CorpusError(f"{path}, row {number:,}: expected a text for each language code; {code} has none.")
    return {code: utf8(value or "")[0].decode() for code, value in row.items()}


def _own(path: Path, texts: dict[str, tuple[str, ...]], unit: str) -> ParallelText:
    """The parallel text of these units, once they are known to correspond."""
    counts = {code: len(units) for code, units in texts.items()}
    if not texts or not max(counts.values()):
        raise CorpusError(f"{path} holds no parallel text: one file or column a language is needed.")
    usual = max(counts.values(), key=list(counts.values()).count)
    for code, count in counts.items():
        if count != usual:
            raise CorpusError(_misaligned(path, code, count, usual, unit))
    return _of_languages(path, texts, unit, is_parallel=True)


def _misaligned(path: Path, code: str, count: int, usual: int, unit: str) -> str:
    """Which file, and the first unit that has no counterpart."""
    here = f"{code} has {count:,} {unit}{'' if count == 1 else 's'}, the others {usual:,}"
    if count > usual:
        what = f"{unit} {usual + 1:,} of {code} is the first that the others have not"
    else:
        what = f"{unit} {count + 1:,} of the others is the first that {code} has not"
    return f"{path}: {here}; {what}. Each {unit} must say the same in all."


def _of_languages(path: Path, texts: dict[str, tuple[str, ...]], unit: str, *, is_parallel: bool) -> ParallelText:
    languages = {code: _own_language(code, units) for code, units in texts.items()}
    return ParallelText(str(path), path.name, unit, languages, texts, is_parallel)


def separate_texts(folder: Path) -> ParallelText:
    """A folder with one UTF-8 file a language whose lines need not correspond: no premium can be told of them."""
    texts = {code: tuple(line for line in units if line) for code, units in _texts_in(folder).items()}
    if not any(texts.values()):
        raise CorpusError(f"{folder} holds no text: one file a language is needed.")
    return _of_languages(folder, texts, "line", is_parallel=False)


def _own_language(code: str, units: tuple[str, ...]) -> Language:
    """What is known of a code such as `fra`, `fr`, `zho` or `hin_Deva`: taken from the declaration's language of that name.

    A script that the code does not name is that of most of the text.
    """
    first, _, script = code.replace("-", "_").partition("_")
    iso = usual_code(first)
    named = named_script(code)
    found = named or script_of("".join(units[:_SCRIPT_SAMPLE]))
    wider = wider_one(iso)
    alike = _declared(code, iso, script) or (_declared(code, wider.member, script) if wider else [])
    if not alike:
        return Language(code, other_name(iso) or code, script=found, aligned=all(units))
    exact = [language for language in alike if language.code == code or language.script == found]
    known, *others = exact or alike
    if others and not _is_called(known, code, script):  # neither the spelling nor the country is known
        known = replace(known, name=_bare(known.name), autonym=_bare(known.autonym or "") or None, tag=known.short_tag)
    return Language(
        code,
        known.name if wider is None else _widened(known.name, wider),
        known.autonym,
        named or (known.script if exact else found),
        known.direction,
        known.speakers,
        all(units),
        known.iso639_3,
        tag=known.tag,
    )


def _widened(name: str, wider: WiderLanguage) -> str:
    """The name of a macrolanguage, with what the text of its member is told by.

    >>> _widened("Uzbek, Northern (Cyrillic)", WiderLanguage("Uzbek", "uzn"))
    'Uzbek (Cyrillic)'
    """
    _, bracket, told = name.partition(" (")
    return wider.name + bracket + told


def _bare(name: str) -> str:
    """A language's name without what tells its texts apart.

    >>> _bare("Portuguese (Brazil)")
    'Portuguese'
    """
    return name.partition(" (")[0]


def _declared(code: str, iso: str, script: str) -> list[Language]:
    """The declaration's languages that a code may mean: what is called like it, then aligned texts first."""
    try:
        known = udhr().languages.values()
    except CorpusError:
        return []
    alike = [language for language in known if code == language.code or iso in (language.iso639_3, language.short_tag)]
    return sorted(alike, key=lambda language: (not _is_called(language, code, script), not language.aligned))


def _is_called(language: Language, code: str, script: str) -> bool:
    """By the code itself, or by its language and script: cmn_hans is zho_Hans."""
    return language.code in (code, f"{language.iso639_3}_{script}".casefold())


def _utf8_text(path: Path) -> str:
    parts, size = [], 0
    for part in byte_pieces(path):
        parts.append(part)
        size += len(part)
        if size > LARGEST_TEXT:
            raise CorpusError(f"{path} holds more than {LARGEST_TEXT / 1e6:,.0f} MB, which no parallel text needs.")
    data = b"".join(parts)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 + data.count(b"\n", 0, error.start)
        raise CorpusError(f"{path}, line {line:,}: not UTF-8; save the file as UTF-8.") from error


def _lines(text: str) -> list[str]:
    """Lines parted by LF alone; a CR before it is its part, and the last line may end with one or not."""
    return [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")] if text else []

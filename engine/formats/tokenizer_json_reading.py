"""Opening a `tokenizer.json`: byte-level BPE becomes a tokenizer of ours, everything else runs on the `tokenizers` library.

Ours can be cut to any merge.  Its ids are compared with the library's on a sample before it is handed out; where they
differ, the library takes over and the overview says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.backends import LibraryTokenizer
from engine.backends.library_limits import check
from engine.backends.tokenizer_json_parts import steps_of
from engine.errors import FormatError, UnsupportedError
from engine.formats.assembly import Merge, assemble, check_id, check_special_token, layout_from
from engine.formats.files import parse_json, read_bytes
from engine.formats.library_file import KINDS, open_with_library
from engine.formats.library_patterns import ByteLevelSplit, pattern_of
from engine.formats.native import native, pipeline_noted
from engine.formats.notes import configuration_beside, notes_on
from engine.formats.witness import SAMPLE, library_agrees
from engine.normalizers import Normalizer, sequence_of
from engine.patterns import Pattern
from engine.pre_tokenizers import PreTokenizer
from engine.tokenizer import PipelineTokenizer
from engine.vocabulary import from_glyphs

_NORMALIZERS = {
    "NFC": "nfc",
    "NFD": "nfd",
    "NFKC": "nfkc",
    "NFKD": "nfkd",
    "Lowercase": "lowercase",
    "StripAccents": "strip-accents",
}


def load(path: Path, pattern: Pattern | None = None) -> PipelineTokenizer | LibraryTokenizer:
    """Open a file; FormatError if it contradicts itself or the library refuses it.

    A pattern takes the place of the file's, which only byte-level BPE allows: else UnsupportedError.
    """
    raw = read_bytes(path)
    return open_content(
        parse_json(raw, path),
        Origin(own_name(path, "tokenizer.json"), path.name, ("tokenizer-json", raw)),
        pattern,
        notes=notes_on(path, configuration_beside(path)),
    )


def own_name(path: Path, generic: str) -> str:
    """What to call a tokenizer: after its file, or after the folder if the file is called as all of its kind are."""
    return path.absolute().parent.name if path.name == generic else path.stem


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a content comes from: the tokenizer's name, the file's, and the file itself with its format."""

    name: str
    source: str
    file: tuple[str, bytes] | None = None


def open_content(
    content: Mapping[str, Any],
    origin: Origin,
    pattern: Pattern | None = None,
    *,
    notes: Mapping[str, Any] | None = None,
    details: Mapping[str, str] | None = None,
) -> PipelineTokenizer | LibraryTokenizer:
    """The tokenizer of a file's content, or of another format's content in this shape."""
    model = content.get("model")
    if not isinstance(model, dict):
        raise FormatError(f"{origin.source}: expected a tokenizer.json, but there is no model in it.")
    model = {**model, "type": _type_of(model)}
    content = {**content, "model": model}
    if model["type"] not in KINDS:
        raise UnsupportedError(f"{origin.source} holds a {model['type']} model; it cannot be opened.")
    known = native(content, notes or {}, origin.name) if pattern is None else None
    if known is not None:
        return known
    merges = _checked_merges(model, origin.source) if model["type"] == "BPE" else []
    _check_added(content, origin.source)
    check(content, origin.source)
    try:
        return _built_here(content, origin, merges, pattern, notes or {})
    except UnsupportedError as reason:
        if pattern is not None:
            raise
        why = {"runs on the library because": str(reason)} if model["type"] == "BPE" else {}
    return open_with_library(content, origin.name, origin.source, file=origin.file, details={**(details or {}), **why})


def _type_of(model: Mapping[str, Any]) -> str:
    """The model's type; older files leave it out."""
    named = model.get("type")
    if named:
        return str(named)
    if "merges" in model:
        return "BPE"
    if isinstance(model.get("vocab"), list):
        return "Unigram"
    return "WordPiece" if "continuing_subword_prefix" in model else "WordLevel"


def _built_here(
    content: Mapping[str, Any], origin: Origin, merges: list[Merge], pattern: Pattern | None, notes: Mapping[str, Any]
) -> PipelineTokenizer:
    """Byte-level BPE; UnsupportedError says what of it is not built here."""
    model, source = content["model"], origin.source
    if model["type"] != "BPE":
        raise UnsupportedError(f"{source} is no byte-level BPE; only that can be cut with another pattern.")
    special = _special_tokens(content, source)
    _refuse_options(model, source)
    tokens = {id: _token(text, source) for text, id in model["vocab"].items() if text not in special}
    assembled = assemble(tokens, merges, source, whole=bool(model.get("ignore_merges")))
    noted = pipeline_noted(notes, source) if pattern is None else None
    if noted is not None:
        ids = layout_from(notes.get("layout"), assembled, special) or assembled.ids
        saved = PipelineTokenizer(origin.name, noted[1], assembled.model, ids, special, normalizer=noted[0])
        if notes.get("identity") == saved.identity:  # else it is another file's configuration
            return saved.renamed(origin.name, {**notes.get("provenance", {}), "identity": saved.identity})
    normalizer = _normalizer(content, source)
    cut = PreTokenizer(pattern or pattern_of(ByteLevelSplit.read(content.get("pre_tokenizer"), source), source))
    opened = PipelineTokenizer(origin.name, cut, assembled.model, assembled.ids, special, normalizer=normalizer)
    if pattern is None and not library_agrees(opened, content, SAMPLE):
        raise UnsupportedError(f"{origin.name}: the library gives other ids for a sample text.")
    return opened.renamed(origin.name, {"opened from": source})


def _checked_merges(model: dict[str, Any], source: str) -> list[Merge]:
    """The merges; the model holds them as pairs afterwards, in which a token may hold a blank."""
    vocabulary = _vocabulary(model, source)
    pairs = _pairs(model, vocabulary, source)
    prefix = str(model.get("continuing_subword_prefix") or "")
    merges: list[Merge] = []
    first: dict[tuple[str, str], int] = {}
    for number, (left, right) in enumerate(pairs, 1):
        product = left + right.removeprefix(prefix)
        for role, text in (("part", left), ("part", right), ("product", product)):
            if text not in vocabulary:
                raise FormatError(
                    f'{source}: merge {number:,} ({left} + {right}): the {role} "{text}" is not in the vocabulary.'
                )
        if first.setdefault((left, right), number) != number:
            raise FormatError(f"{source}: merge {number:,} repeats merge {first[left, right]:,} ({left} + {right}).")
        merges.append((vocabulary[left], vocabulary[right], vocabulary[product]))
    model["merges"] = [list(pair) for pair in pairs]
    return merges


def _vocabulary(model: Mapping[str, Any], source: str) -> dict[str, int]:
    vocabulary = model.get("vocab")
    if not isinstance(vocabulary, dict):
        raise FormatError(f"{source}: the model's vocab must be an object of tokens and ids.")
    seen: dict[int, str] = {}
    for text, id in vocabulary.items():
        check_id(id, source)
        if id in seen:
            raise FormatError(f'{source}: the tokens "{seen[id]}" and "{text}" have the same id {id:,}.')
        seen[id] = text
    return vocabulary


def _pairs(model: Mapping[str, Any], vocabulary: Mapping[str, int], source: str) -> list[tuple[str, str]]:
    rows = model.get("merges")
    if not isinstance(rows, list):
        raise FormatError(f"{source}: the model's merges must be a list.")
    return [_pair(row, vocabulary, f"{source}: merge {number:,}") for number, row in enumerate(rows, 1)]


def _pair(row: Any, vocabulary: Mapping[str, int], place: str) -> tuple[str, str]:
    """The parts of a merge: a pair, or in older files one text in which a blank stands between them."""
    if isinstance(row, list) and len(row) == 2 and all(isinstance(part, str) for part in row):
        return row[0], row[1]
    if isinstance(row, str):
        blanks = [at for at, character in enumerate(row) if character == " "]
        ways = [(row[:at], row[at + 1 :]) for at in blanks]
        if len(ways) > 1:  # a token holds a blank itself: the vocabulary decides
            ways = [(a, b) for a, b in ways if a in vocabulary and b in vocabulary and a + b in vocabulary]
        if len(ways) == 1:
            return ways[0]
    raise FormatError(f"{place}: expected two parts, found {str(row)[:60]!r}.")


def _check_added(content: Mapping[str, Any], source: str) -> None:
    """FormatError for an added token that is none."""
    rows = content.get("added_tokens") or []
    if not isinstance(rows, list):
        raise FormatError(f"{source}: the added tokens must be a list, found {str(rows)[:60]!r}.")
    for row in rows:
        if not isinstance(row, dict) or not isinstance(row.get("content"), str) or "id" not in row:
            raise FormatError(f"{source}: an added token needs a content and an id, found {str(row)[:60]!r}.")
        check_special_token(row["content"], row["id"], source)


def _special_tokens(content: Mapping[str, Any], source: str) -> dict[str, int]:
    """Text -> id; UnsupportedError for added tokens that are more than a text that is looked for when it is allowed."""
    for row in content.get("added_tokens") or []:
        wanted = [flag for flag in ("single_word", "lstrip", "rstrip") if row.get(flag)]
        if wanted:
            raise UnsupportedError(
                f'{source}: the special token "{row["content"]}" takes what stands beside it into itself '
                f"({', '.join(wanted)})."
            )
        if not row.get("special"):
            raise UnsupportedError(f'{source}: the added token "{row["content"]}" is found in every text.')
    return {row["content"]: row["id"] for row in content.get("added_tokens") or []}


def _normalizer(content: Mapping[str, Any], source: str) -> Normalizer:
    kinds = [str(step.get("type")) for step in steps_of(content.get("normalizer"))]
    foreign = [kind for kind in kinds if kind not in _NORMALIZERS]
    if foreign:
        raise UnsupportedError(f"{source} uses the normalizer {foreign[0]}.")
    return sequence_of([_NORMALIZERS[kind] for kind in kinds])


def _refuse_options(model: Mapping[str, Any], source: str) -> None:
    asked = {
        "dropout": model.get("dropout"),
        "a continuation prefix": model.get("continuing_subword_prefix"),
        "an end-of-word suffix": model.get("end_of_word_suffix"),
        "byte fallback": model.get("byte_fallback"),
    }
    for what, value in asked.items():
        if value:
            raise UnsupportedError(f"{source} uses {what}; that is not plain byte-level BPE.")


def _token(text: str, source: str) -> bytes:
    try:
        return from_glyphs(text)
    except KeyError as error:
        raise UnsupportedError(
            f'{source}: the token "{text}" holds {error.args[0]!r}, which is no byte in GPT-2\'s characters.'
        ) from None

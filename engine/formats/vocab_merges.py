"""`vocab.json` and `merges.txt`, a folder of two files: tokens with their ids, and a line for each merge.

Neither says how text is cut.  That is known for published merges (by their SHA-256), for the classes that a
`tokenizer_config.json` beside them names, or stands there because this program saved it; else it must be named.  Files
whose tokens are characters instead of bytes are cut at white space, where a token ends in `</w>`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.backends import LibraryTokenizer
from engine.backends.tokenizer_json_parts import BYTE_LEVEL, END_OF_WORD, added_token
from engine.errors import FormatError, OptionError, PatternNeededError
from engine.formats.assembly import check_id, is_written_id
from engine.formats.files import read_bytes, read_json
from engine.formats.library_patterns import split_fields
from engine.formats.notes import configuration_beside, notes_on
from engine.formats.tokenizer_json_reading import Origin, open_content
from engine.patterns import PATTERNS, Pattern, pattern_kept
from engine.tokenizer import PipelineTokenizer
from engine.vocabulary import glyphs

VOCAB, MERGES = "vocab.json", "merges.txt"
PAIRS = ((VOCAB, MERGES), ("encoder.json", "vocab.bpe"))
"""What the two files are called; the second pair is what GPT-2 was published as."""

_KNOWN_MERGES = {"1ce1664773c50f3e0cc8842619a93edc4624525b728b188a9e0be33b7726adc5": "gpt2"}
_CLASSES = {
    "GPT2Tokenizer": "gpt2",
    "RobertaTokenizer": "gpt2",
    "BartTokenizer": "gpt2",
    "LongformerTokenizer": "gpt2",
    "WhisperTokenizer": "gpt2",
    "Qwen2Tokenizer": "qwen",
}
_SPECIAL = re.compile(r"<[^<> ]+>|\[[A-Z]+\]")


def load(path: Path, pattern: Pattern | None = None) -> PipelineTokenizer | LibraryTokenizer:
    """Open the two files; `path` is their folder, or one of them.  PatternNeededError where text is cut nobody knows how."""
    vocab, merges = files_of(path)
    return load_pair(vocab, merges, pattern)


def files_of(path: Path) -> tuple[Path, Path]:
    """Both files, of their folder or of one of them; FormatError if the other is not there."""
    if path.is_dir():
        for vocab, merges in PAIRS:
            if (path / vocab).exists() and (path / merges).exists():
                return path / vocab, path / merges
        raise FormatError(f"{path} holds no {VOCAB} with a {MERGES}.")
    other = _other(path)
    if not other.exists():
        raise FormatError(f"{path.name} is one of two files; {other.name} is missing beside it.")
    return (path, other) if path.suffix == ".json" else (other, path)


def _other(path: Path) -> Path:
    """The file that belongs to one of the two: my_vocab.json and my_merges.txt, encoder.json and vocab.bpe."""
    for names in PAIRS:
        if path.name in names:
            return path.with_name(names[1 - names.index(path.name)])
    if path.suffix == ".json":
        return path.with_name(path.name.replace("vocab", "merges").removesuffix(".json") + ".txt")
    return path.with_name(path.name.replace("merges", "vocab").removesuffix(path.suffix) + ".json")


def load_pair(
    vocab_path: Path, merges_path: Path, pattern: Pattern | None = None
) -> PipelineTokenizer | LibraryTokenizer:
    """Open two files that are named."""
    vocabulary = read_json(vocab_path)
    for id in vocabulary.values():
        check_id(id, vocab_path.name)
    raw = read_bytes(merges_path)
    rows = read_merges(raw, merges_path.name)
    for row in rows:
        _check_product(row, vocabulary, merges_path.name)
    config = configuration_beside(vocab_path)
    notes = notes_on(vocab_path, config)
    name = vocab_path.stem if vocab_path.name not in {pair[0] for pair in PAIRS} else vocab_path.absolute().parent.name
    content: dict[str, Any] = {
        "added_tokens": _special(vocabulary, rows, config),
        "model": {
            "type": "BPE",
            "vocab": vocabulary,
            "merges": [[row.left, row.right] for row in rows],
        },
    }
    if all(glyphs(bytes([byte])) in vocabulary for byte in range(256)):
        _complete_bytes(content, pattern or _pattern(raw, config, notes, merges_path))
        content["normalizer"] = {"type": "NFC"} if config.get("tokenizer_class") == "Qwen2Tokenizer" else None
    else:
        _complete_characters(content, pattern)
    return open_content(content, Origin(name, merges_path.name), notes=notes)


def _complete_bytes(content: dict[str, Any], pattern: Pattern) -> None:
    """What cuts text for byte-level BPE."""
    splits = [] if pattern.expression is None else [split_fields(pattern)]
    content["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": [*splits, BYTE_LEVEL]}
    content["decoder"] = BYTE_LEVEL


def _complete_characters(content: dict[str, Any], pattern: Pattern | None) -> None:
    """What cuts text for a model of characters."""
    model = content["model"]
    marked = any(token.endswith(END_OF_WORD) for token in model["vocab"])
    model["end_of_word_suffix"] = END_OF_WORD if marked else None
    model["unk_token"] = next((text for text in ("<unk>", "[UNK]") if text in model["vocab"]), None)
    content["decoder"] = {"type": "BPEDecoder", "suffix": END_OF_WORD} if marked else {"type": "Fuse"}
    if pattern is None and marked:
        content["pre_tokenizer"] = {"type": "WhitespaceSplit"}
    elif pattern is not None and pattern.expression is not None:
        split = {"type": "WhitespaceSplit"} if pattern.name == "whitespace" else split_fields(pattern)
        content["pre_tokenizer"] = split


# -- merges ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MergeLine:
    """A merge and the line it stands in."""

    left: str
    right: str
    line: int


def read_merges(content: bytes, source: str) -> list[MergeLine]:
    """The merges in their order; only a first line that begins with `#version` is no merge (`# #` is one)."""
    try:
        lines = content.decode("utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        place = content.count(b"\n", 0, error.start) + 1
        raise FormatError(f"{source}, line {place:,}: byte {error.start:,} is not UTF-8.") from None
    rows: list[MergeLine] = []
    line_of: dict[tuple[str, str], int] = {}
    for number, line in enumerate(lines, 1):
        text = line.removesuffix("\r")
        if not text or (number == 1 and text.startswith("#version")):
            continue
        parts = text.split(" ")
        if len(parts) != 2 or not all(parts):
            found = len([part for part in parts if part])
            raise FormatError(
                f"{source}, line {number:,}: expected two parts with a blank between them, found {found}."
            )
        pair = (parts[0], parts[1])
        if line_of.setdefault(pair, number) != number:
            raise FormatError(f"{source}, line {number:,} repeats the merge of line {line_of[pair]:,} ({text}).")
        rows.append(MergeLine(*pair, number))
    return rows


def _check_product(row: MergeLine, vocabulary: Mapping[str, Any], source: str) -> None:
    for role, text in (("part", row.left), ("part", row.right), ("product", row.left + row.right)):
        if text not in vocabulary:
            raise FormatError(f'{source}, line {row.line:,}: the {role} "{text}" is not in the vocabulary.')


def _special(vocabulary: Mapping[str, int], rows: list[MergeLine], config: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Special tokens: those that the configuration names, and all that look like one and that no merge makes."""
    made = {row.left + row.right for row in rows}
    found = {text: id for text, id in vocabulary.items() if text not in made and _is_special(text)}
    named = config.get("added_tokens_decoder")
    for id, fields in (named if isinstance(named, dict) else {}).items():
        if isinstance(fields, dict) and fields.get("special") and is_written_id(id):
            found[str(fields.get("content"))] = int(id)
    return [added_token(id, text) for text, id in sorted(found.items(), key=lambda item: item[1])]


def _is_special(text: str) -> bool:
    return _SPECIAL.fullmatch(text) is not None and text != END_OF_WORD


# -- pattern -----------------------------------------------------------------------------------------------------------


def _pattern(merges: bytes, config: Mapping[str, Any], notes: Mapping[str, Any], path: Path) -> Pattern:
    named = notes.get("pattern") or _CLASSES.get(str(config.get("tokenizer_class", "")).removesuffix("Fast"))
    named = named or _KNOWN_MERGES.get(hashlib.sha256(merges).hexdigest())
    if named is None:
        raise PatternNeededError(
            f"{path.name} does not say how text is cut before merging. Name its pattern with --pattern: "
            f"{', '.join(PATTERNS)}, or a regular expression."
        )
    try:
        return pattern_kept(str(named))
    except OptionError as error:
        raise FormatError(f"tokenizer_config.json beside {path.name}: {error}") from None

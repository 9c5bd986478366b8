"""Where the tokenizers of libraries may take a text apart: read from what a file says of its stages, and from its vocabulary.

What is not known here has no seams, and its texts are encoded whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.backends.tokenizer_json_parts import replace_text, steps_of
from engine.metaspace import MARK
from engine.patterns import PATTERNS
from engine.seams import Seams, dropped_blank_seams, letter_seams, scanner_seams
from engine.vocabulary import Vocabulary

_LOCAL_NORMALIZERS = {"BertNormalizer", "NFC", "NFD", "NFKC", "NFKD", "Lowercase", "StripAccents"}
"""They act on a character and the marks behind it: on nothing across a blank."""
_DROP_BLANKS = {"BertPreTokenizer", "Whitespace", "WhitespaceSplit"}
_WITH_SCANNERS = {pattern.expression for pattern in PATTERNS.values() if pattern.scanner is not None}


def begin_with_marks(vocabulary: Vocabulary) -> bool:
    """Whether no token holds a mark for a blank, or a blank, behind anything but marks: none goes over the start of a word."""
    return vocabulary.id_of(MARK.encode()) is not None and not any(
        MARK in text.lstrip(MARK) or " " in text for text in (token.decode("utf-8", "replace") for token in vocabulary)
    )


def file_seams(content: Mapping[str, Any], vocabulary: Vocabulary, normalize: Callable[[str], str]) -> Seams | None:
    """The seams of a tokenizer.json; None where a stage is not known."""
    added = content.get("added_tokens") or []
    if any(row.get("rstrip") or any(map(str.isspace, row["content"])) for row in added):
        return None  # what such a token takes along reaches over a blank
    normalizers = steps_of(content.get("normalizer"))
    cutters = steps_of(content.get("pre_tokenizer"))
    if not all(_is_local(row) for row in normalizers):
        only_marks = not cutters and _marks_blanks(normalizers, vocabulary)
        return letter_seams(_without_marks(normalize)) if only_marks else None
    if not cutters:
        return None
    first = cutters[0].get("type")
    if first in _DROP_BLANKS:
        return dropped_blank_seams
    if first == "Metaspace":
        return letter_seams(normalize) if len(cutters) == 1 and cutters[0].get("split", True) else None
    if not _are_byte_level(cutters):
        return None
    if normalizers or first == "Digits" or any(not row.get("special") for row in added):
        return letter_seams(normalize, (ord(" "), ord("\n")))
    return scanner_seams


def _are_byte_level(cutters: list[Mapping[str, Any]]) -> bool:
    """Whether the text is cut by GPT-2's pattern or another one that is known, digits before it perhaps."""
    *before, last = cutters
    if last.get("type") != "ByteLevel":
        return False
    rest = [row for row in before if row.get("type") != "Digits"]
    return all(map(_is_known_split, rest)) and len(rest) == (0 if last.get("use_regex", True) else 1)


def _is_known_split(row: Mapping[str, Any]) -> bool:
    expression = row.get("pattern", {}).get("Regex")
    isolated = row.get("behavior") == "Isolated" and not row.get("invert")
    return row.get("type") == "Split" and isolated and expression in _WITH_SCANNERS


def _is_local(row: Mapping[str, Any]) -> bool:
    return row.get("type") in _LOCAL_NORMALIZERS


def _marks_blanks(normalizers: list[Mapping[str, Any]], vocabulary: Vocabulary) -> bool:
    """Whether nothing is done but that blanks become marks, and one stands in front, as in Llama 2."""
    marks = replace_text(" ", MARK)
    known = ({"type": "Prepend", "prepend": MARK}, marks)
    return marks in normalizers and all(row in known for row in normalizers) and begin_with_marks(vocabulary)


def _without_marks(normalize: Callable[[str], str]) -> Callable[[str], str]:
    return lambda text: normalize(text).removeprefix(MARK)

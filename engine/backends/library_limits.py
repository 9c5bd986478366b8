"""What a tokenizer.json may ask of the `tokenizers` library: no text without end, no word that is looked up for ever.

The library runs out of memory by ending the process, so what a file could make of a text is known before it is asked:

    growth          how many times as long normalizing can make a text, at most
    check           FormatError for a file that asks for too much at all
    check_length    EngineError for a text that may become too long
    plain           the file without what adds to a text, cuts it off or fills it up
    bounded_model   the model without chance, and with a limit to the length of its words
    check_words     EngineError for a word beyond that limit
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from engine.errors import EngineError, FormatError

LARGEST_TEXT = 1 << 26
"""Bytes that a normalized text may have, where it may be longer than a few times the text: the library keeps 80 for each."""
USUAL_GROWTH = 100
"""Rules of SentencePiece make 33 bytes of one sign at most."""
MOST_GROWTH = 1 << 20
MOST_DECODED = 1 << 12
"""How many times as long a decoder may make a text."""
LONGEST_PREFIX = 1000
LONGEST_WORD = 1000
"""Characters of a word that WordPiece looks up: it tries all its parts, so twice the length takes eight times as long."""


@dataclass(frozen=True, slots=True)
class Growth:
    """At most `factor` bytes come of each byte of a text, and of the end of it."""

    factor: int

    def length(self, text: str) -> int:
        """Bytes that may come of a text."""
        return self.factor * (len(text.encode("utf-8", "replace")) + LONGEST_PREFIX)


def growth(content: Mapping[str, Any]) -> Growth:
    """How much longer normalizing may make a text."""
    return Growth(prod(_factor(step) for step in _steps(content.get("normalizer"))))


def check(content: Mapping[str, Any], source: str) -> None:
    """FormatError for what makes a text longer without end, and for rules that are not what their head says."""
    steps = list(_steps(content.get("normalizer")))
    for step in steps:
        if step.get("type") == "Precompiled" and not _is_whole(step):
            raise FormatError(f"{source}: the rules of its normalizer are damaged.")
        if len(str(step.get("prepend", ""))) > LONGEST_PREFIX:
            raise FormatError(f"{source} puts more than {LONGEST_PREFIX:,} characters before each text.")
    if growth(content).factor > MOST_GROWTH:
        raise FormatError(f"{source}: its normalizer may make a text more than {MOST_GROWTH:,} times as long.")
    if prod(_factor(step) for step in _steps(content.get("decoder"))) > MOST_DECODED:
        raise FormatError(f"{source}: its decoder may make a text more than {MOST_DECODED:,} times as long.")


def check_length(texts: Sequence[str], grown: Growth, source: str) -> None:
    """EngineError for a text that would become too long."""
    if grown.factor <= USUAL_GROWTH:
        return
    for text in texts:
        if grown.length(text) > LARGEST_TEXT:
            raise EngineError(
                f"{source}: its normalizer may make this text {grown.factor:,} times as long, more than "
                f"{LARGEST_TEXT / 1e6:,.0f} MB. Take a shorter text."
            )


def plain(content: Mapping[str, Any]) -> dict[str, Any]:
    """The file without what is added to a text, cut off or filled up (to any length)."""
    return {**content, "post_processor": None, "truncation": None, "padding": None}


def bounded_model(model: Mapping[str, Any]) -> dict[str, Any]:
    """The model as the library gets it: nothing is left to chance (`dropout` is for training), no word is too long."""
    bounded = dict(model)
    if "dropout" in bounded:
        bounded["dropout"] = None
    limit = bounded.get("max_input_chars_per_word")
    if isinstance(limit, int) and limit > LONGEST_WORD:
        bounded["max_input_chars_per_word"] = LONGEST_WORD
    return bounded


def is_cut_short(model: Mapping[str, Any]) -> bool:
    """Whether the library gets a lower limit to the length of words than the file has."""
    limit = model.get("max_input_chars_per_word")
    return isinstance(limit, int) and limit > LONGEST_WORD


def check_words(offsets: Iterable[Sequence[tuple[int, int]]], source: str) -> None:
    """EngineError for a word that would have been looked up in all its parts, and was not."""
    for start, end in (span for spans in offsets for span in spans):
        if end - start > LONGEST_WORD:
            raise EngineError(
                f"{source}: a word has {end - start:,} characters. Here no more than {LONGEST_WORD:,} are looked up."
            )


def _steps(fields: Any) -> Iterator[Mapping[str, Any]]:
    """The steps of a normalizer or a decoder, one after the other."""
    waiting = [fields]
    while waiting:
        step = waiting.pop()
        if not isinstance(step, dict):
            continue
        inner = step.get("normalizers") or step.get("decoders")
        if isinstance(inner, list):
            waiting += inner
        else:
            yield step


def _factor(step: Mapping[str, Any]) -> int:
    """How many bytes come of one byte, at most."""
    if step.get("type") == "Replace":
        return _replaced(step.get("pattern"), str(step.get("content", "")))
    if step.get("type") == "Precompiled":
        return max(1, max(map(len, _rules(step)[1].split(b"\0"))))
    return 1


def _replaced(pattern: Any, content: str) -> int:
    """An expression may match the empty text before each character; a text takes its own bytes away."""
    put = len(content.encode("utf-8", "replace"))
    text = str(pattern.get("String") or "") if isinstance(pattern, dict) else ""
    taken = len(text.encode("utf-8", "replace"))
    return max(1, -(-put // taken)) if taken else put + 1


def _rules(step: Mapping[str, Any]) -> tuple[int, bytes]:
    """SentencePiece's rules: bytes of the table at their head, and what stands behind it."""
    try:
        data = base64.b64decode(step.get("precompiled_charsmap") or "")
    except (binascii.Error, TypeError, ValueError):
        return 0, b""
    table = int.from_bytes(data[:4], "little")
    return table, data[4 + table :]


def _is_whole(step: Mapping[str, Any]) -> bool:
    table, rest = _rules(step)
    return not table or bool(rest)

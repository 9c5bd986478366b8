"""What a tokenizer.json may ask of the `tokenizers` library: no text without end, no word that is looked up for ever.

The library runs out of memory by ending the process, so what a file could make of a text is known before it is asked:

    growth          how many times as long a text can become before the model sees it, at most
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
from math import prod
from typing import Any

from engine.errors import EngineError, FormatError

LARGEST_TEXT = 1 << 26
"""Bytes that a text may become, where it may become longer than usual: the library keeps 80 for each."""
USUAL_GROWTH = 300
"""T5 has 264: SentencePiece's rules make 33 bytes of one sign, blanks in a row become a mark (4), marks stand in front (2)."""
MOST_GROWTH = 1 << 20
MOST_DECODED = 1 << 12
"""How many times as long a decoder may make a text."""
MOST_STEPS = 100
"""Of a normalizer, a pre-tokenizer and a decoder together: some add a few bytes each."""
LONGEST_PREFIX = 1000
"""Characters before each text."""
LONGEST_WORD = 1000
"""Characters of a word that WordPiece looks up: it tries all its parts, so twice the length takes eight times as long."""
_LISTS = ("normalizers", "pretokenizers", "decoders")
_ALWAYS_LONGER = ("ByteLevel", "Metaspace")
"""Bytes become letters of two bytes, or marks are put in front: done again and again, it doubles a text each time."""


def growth(content: Mapping[str, Any]) -> int:
    """At most so many bytes come of each byte of a text in the normalizer and the pre-tokenizer."""
    return prod(_factor(step) for part in ("normalizer", "pre_tokenizer") for step in _steps(content.get(part)))


def check(content: Mapping[str, Any], source: str) -> None:
    """FormatError for what makes a text longer without end, and for rules that are not what their head says."""
    parts = [list(_steps(content.get(part))) for part in ("normalizer", "pre_tokenizer", "decoder")]
    if sum(map(len, parts)) > MOST_STEPS:
        raise FormatError(f"{source} does more than {MOST_STEPS} things to a text, one after another.")
    if any("precompiled_charsmap" in step and not _is_whole(step) for step in parts[0]):
        raise FormatError(f"{source}: the rules of its normalizer are damaged.")
    if sum(len(str(step.get("prepend", ""))) for step in parts[0]) > LONGEST_PREFIX:
        raise FormatError(f"{source} puts more than {LONGEST_PREFIX:,} characters before each text.")
    if growth(content) > MOST_GROWTH:
        raise FormatError(f"{source}: its normalizer may make a text more than {MOST_GROWTH:,} times as long.")
    if prod(map(_factor, parts[2])) > MOST_DECODED:
        raise FormatError(f"{source}: its decoder may make a text more than {MOST_DECODED:,} times as long.")


def check_length(texts: Sequence[str], factor: int, source: str) -> None:
    """EngineError for a text that would become too long; `factor` is the `growth` of its file."""
    if factor <= USUAL_GROWTH:
        return
    for text in texts:
        if factor * (len(text.encode("utf-8", "replace")) + 4 * LONGEST_PREFIX) > LARGEST_TEXT:
            raise EngineError(
                f"{source}: its normalizer may make this text {factor:,} times as long, more than "
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
    if is_cut_short(model):
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
    """All steps of a normalizer, a pre-tokenizer or a decoder, and what they are put together by.

    A step is taken for all that its fields could make of it: older files leave `type` out, and the library then tries.
    """
    waiting = [fields]
    while waiting:
        step = waiting.pop()
        if isinstance(step, dict):
            yield step
            for name in _LISTS:
                inner = step.get(name)
                waiting += inner if isinstance(inner, list) else []


def _factor(step: Mapping[str, Any]) -> int:
    """How many bytes come of one byte, at most."""
    factor = 2 if step.get("type") in _ALWAYS_LONGER else 1
    if "content" in step and "pattern" in step:
        pattern = step["pattern"]
        factor *= _replaced(pattern.get("String") if isinstance(pattern, dict) else None, str(step["content"]))
    for name in ("suffix", "word_delimiter_token"):  # becomes a blank in a decoder
        if name in step:
            factor *= _replaced(step[name], " ")
    if "precompiled_charsmap" in step:
        factor *= max(1, max(map(len, _rules(step)[1].split(b"\0"))))
    return factor


def _replaced(text: Any, content: str) -> int:
    """An expression, and an empty text, may match before each character; a text takes its own bytes away."""
    put = len(content.encode("utf-8", "replace"))
    taken = len(str(text or "").encode("utf-8", "replace"))
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

"""How much longer a tokenizer.json can make a text, reckoned from its steps: what the `tokenizers` library would do is not tried.

steps        all steps of a normalizer, a pre-tokenizer or a decoder
growth       how many bytes come of one byte of a text, at most, in a part of the file
put_before   how many bytes the normalizer puts before a text
rules        the rules of SentencePiece in a step
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator, Mapping
from math import prod
from typing import Any

from engine.errors import FormatError

_LISTS = ("normalizers", "pretokenizers", "decoders")
_FACTORS = {"NFC": 3, "NFD": 3, "NFKC": 11, "NFKD": 11, "Lowercase": 2, "ByteLevel": 4}
"""Unicode's forms of one character, at most (U+FDFA becomes 18), a lower case that is longer (Ⱥ), and bytes that become
letters of two bytes, with a blank in front.  Such a step alone does little; between others, it can multiply each time."""
_BERT = 3
"""Marks taken apart, or blanks around a Chinese character, of a step that says what it does about these."""


def steps(fields: Any, source: str) -> Iterator[Mapping[str, Any]]:
    """All steps of a part, and what they are put together by; FormatError for what is no step.

    The library also takes a list for a step, its fields in a row, which nobody writes.
    """
    waiting = [] if fields is None else [fields]
    while waiting:
        step = waiting.pop()
        if not isinstance(step, dict):
            raise FormatError(f"{source}: {str(step)[:40]!r} is no step of a normalizer, pre-tokenizer or decoder.")
        yield step
        for name in _LISTS:
            inner = step.get(name)
            waiting += inner if isinstance(inner, list) else []


def growth(fields: Any, source: str) -> int:
    """So many bytes come of each byte of a text in a part of the file, at most."""
    return prod(_factor(step) for step in steps(fields, source))


def put_before(normalizer: Any, source: str) -> int:
    """Bytes that stand before each text then."""
    return sum(_length(step.get("prepend", "")) for step in steps(normalizer, source))


def _factor(step: Mapping[str, Any]) -> int:
    """How many bytes come of one byte, at most.

    A step is taken for all that its fields could make of it: older files leave `type` out, and the library then tries.
    """
    factor = _FACTORS.get(str(step.get("type")), 1)
    if "handle_chinese_chars" in step:
        factor *= _BERT
    if step.get("type") == "Metaspace":  # a mark before each part, be it one character
        factor *= 1 + _length(step.get("replacement", ""))
    if "content" in step and "pattern" in step:
        pattern = step["pattern"]
        factor *= _replaced(pattern.get("String") if isinstance(pattern, dict) else None, str(step["content"]))
    for name in ("suffix", "word_delimiter_token"):  # becomes a blank in a decoder
        if name in step:
            factor *= _replaced(step[name], " ")
    if "precompiled_charsmap" in step:
        factor *= max(1, max(map(len, rules(step)[1].split(b"\0"))))
    return factor


def _replaced(text: Any, content: str) -> int:
    """An expression, and an empty text, may match before each character; a text takes its own bytes away."""
    put, taken = _length(content), _length(text or "")
    return max(1, -(-put // taken)) if taken else put + 1


def _length(text: Any) -> int:
    return len(str(text).encode("utf-8", "replace"))


def rules(step: Mapping[str, Any]) -> tuple[int, bytes]:
    """SentencePiece's rules: bytes of the table at their head, and what stands behind it."""
    try:
        data = base64.b64decode(step.get("precompiled_charsmap") or "")
    except (binascii.Error, TypeError, ValueError):
        return 0, b""
    table = int.from_bytes(data[:4], "little")
    return table, data[4 + table :]

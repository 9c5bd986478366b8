"""The parts of a tokenizer.json as the `tokenizers` library writes them: how one is put, and how those of a file are read.

Formats that the library does not read itself (vocab.txt, GGUF, codes) are put into this shape, and ours are saved in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Fields = dict[str, Any]
ADDED_FLAGS = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
"""What the library asks of an added token beside its id and its text: here it takes nothing else of a text along."""
BYTE_LEVEL: Fields = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False}
"""Bytes in GPT-2's printable characters, as pre-tokenizer and as decoder."""
END_OF_WORD = "</w>"
WORD_END = r"(?<=\S)(?!\S)"
"""Where a `Replace` puts the mark of a word's end, which is one character of private use there."""


# -- writing -----------------------------------------------------------------------------------------------------------


def added_token(id: int, content: str, *, special: bool = True) -> Fields:
    """A row of the added tokens."""
    return {"id": id, "content": content, **ADDED_FLAGS, "special": special}


def replace(expression: str, content: str) -> Fields:
    """Puts a text in the place of whatever an expression matches."""
    return {"type": "Replace", "pattern": {"Regex": expression}, "content": content}


def replace_text(text: str, content: str) -> Fields:
    """Puts a text in the place of another one."""
    return {"type": "Replace", "pattern": {"String": text}, "content": content}


def strip(*, start: int = 0, stop: int = 0) -> Fields:
    """A decoder that takes away so many blanks at most, at the start or at the end."""
    return {"type": "Strip", "content": " ", "start": start, "stop": stop}


def sequence(key: str, parts: Sequence[Fields]) -> Fields | None:
    """Parts one after another; `key` is what the library calls them.  One alone stands for itself, none is None.

    >>> sequence("decoders", [{"type": "Fuse"}]), sequence("decoders", [])
    ({'type': 'Fuse'}, None)
    """
    if len(parts) < 2:
        return parts[0] if parts else None
    return {"type": "Sequence", key: list(parts)}


# -- reading -----------------------------------------------------------------------------------------------------------


def steps_of(fields: Any) -> list[Mapping[str, Any]]:
    """The steps of a normalizer, pre-tokenizer or decoder, one inside another laid flat; older files leave `type` out.

    >>> [step["type"] for step in steps_of({"type": "Sequence", "normalizers": [{"type": "NFC"}, {"type": "Lowercase"}]})]
    ['NFC', 'Lowercase']
    """
    if not isinstance(fields, dict):
        return []
    inner = fields.get("normalizers") or fields.get("pretokenizers") or fields.get("decoders")
    if fields.get("type", "Sequence") == "Sequence" and isinstance(inner, list):
        return [step for part in inner for step in steps_of(part)]
    return [fields]


def word_end_mark(content: Mapping[str, Any]) -> str | None:
    """The character that a file puts behind each word to mark its end, None where it does not."""
    for step in steps_of(content.get("normalizer")):
        if step.get("type") == "Replace" and step.get("pattern") == {"Regex": WORD_END}:
            return str(step.get("content"))
    return None


def uses_bytes(content: Mapping[str, Any]) -> bool:
    """Whether tokens are bytes in GPT-2's printable characters."""
    parts = [*steps_of(content.get("pre_tokenizer")), *steps_of(content.get("normalizer"))]
    return any(part.get("type") == "ByteLevel" for part in parts)

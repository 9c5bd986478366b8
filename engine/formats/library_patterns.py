"""Split patterns as the `tokenizers` library writes them, to and from ours.

Its regular expressions are another dialect (Oniguruma): a `+` behind `{1,3}` repeats instead of refusing to give back,
and `$` is the end of a line.  So each of our patterns has its own spelling here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.backends.tokenizer_json_parts import steps_of
from engine.errors import OptionError, UnsupportedError
from engine.patterns import PATTERNS, Pattern, pattern_expressed

_GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
_CONTRACTION = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_SPELLINGS: dict[str, str] = {
    "cl100k": _CONTRACTION + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s+\z|\s*[\r\n]|\s+(?!\S)|\s",
    "llama3": _CONTRACTION + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+",
    "qwen": _CONTRACTION + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+",
    "o200k": r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+" + _CONTRACTION + "?"
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*" + _CONTRACTION + "?"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
}
_OURS = {spelling: name for name, spelling in _SPELLINGS.items()} | {_GPT2: "gpt2"}


@dataclass(frozen=True, slots=True)
class ByteLevelSplit:
    """What a file's pre-tokenizer comes down to: one expression, "" for none at all, None for the library's own GPT-2."""

    expression: str | None

    @classmethod
    def read(cls, fields: Any, source: str) -> ByteLevelSplit:
        """From the file's pre-tokenizer; UnsupportedError for what is more than one pattern before the bytes."""
        parts = steps_of(fields)
        splits = [part for part in parts if part.get("type") == "Split"]
        byte_level = [part for part in parts if part.get("type") == "ByteLevel"]
        if len(byte_level) != 1 or len(splits) > 1 or len(parts) != len(splits) + 1 or parts[-1] is not byte_level[0]:
            kinds = ", ".join(str(part.get("type")) for part in parts) or "none"
            raise UnsupportedError(
                f"{source}: its pre-tokenizer ({kinds}) is not ByteLevel, alone or behind one pattern; "
                "only byte-level BPE can be opened."
            )
        if byte_level[0].get("add_prefix_space"):
            raise UnsupportedError(f"{source} puts a blank before every text; that is not supported.")
        if not splits:
            return cls(None if byte_level[0].get("use_regex", True) else "")
        split = splits[0]
        expression = (split.get("pattern") or {}).get("Regex")
        if expression is None or split.get("behavior") != "Isolated" or split.get("invert"):
            raise UnsupportedError(f"{source}: its pattern is no regular expression that cuts out what it matches.")
        if byte_level[0].get("use_regex", True):
            raise UnsupportedError(f"{source} cuts with two patterns, one after the other; that is not supported.")
        return cls(str(expression))


def pattern_of(split: ByteLevelSplit, source: str) -> Pattern:
    """Our pattern for a file's; an expression that is none of the known ones runs through `regex`."""
    if split.expression is None:
        return PATTERNS["gpt2"]
    if split.expression == "":
        return PATTERNS["none"]
    if split.expression in _OURS:
        return PATTERNS[_OURS[split.expression]]
    try:
        return pattern_expressed(split.expression)
    except OptionError as error:
        raise UnsupportedError(f"{source}: {error}") from None


def split_fields(pattern: Pattern) -> dict[str, Any]:
    """The library's pre-tokenizer that cuts by one of our expressions and keeps what stands between."""
    expression = _GPT2 if pattern.name == "gpt2" else _SPELLINGS.get(pattern.name, pattern.expression)
    return {"type": "Split", "pattern": {"Regex": expression}, "behavior": "Isolated", "invert": False}

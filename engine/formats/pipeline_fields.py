"""Normalizer and pre-tokenizer as our own files keep them, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import FormatError, OptionError
from engine.normalizers import Normalizer, sequence_of
from engine.patterns import PATTERNS, Pattern, pattern_expressed
from engine.pre_tokenizers import PreTokenizer
from engine.recipe import LAYOUTS, IdLayout
from engine.tokenizer import KEEPING


def pattern_from(expression: Any, named: Any, source: str) -> Pattern:
    """The named pattern if it still has the expression that the file holds, else the expression."""
    known = PATTERNS.get(str(named))
    if known is not None and (known.expression or "") == (expression or ""):
        return known
    try:
        return pattern_expressed(str(expression)) if expression else PATTERNS["none"]
    except OptionError as error:
        raise FormatError(f"{source}: {error}") from None


def pre_tokenizer_from(fields: Mapping[str, Any], named: Any, source: str) -> PreTokenizer:
    """From an identity's "pattern" and "digits", and the pattern's name."""
    digits = fields.get("digits", "as-pattern")
    rows = PreTokenizer(PATTERNS["metaspace"], digits, whitespace_pieces=True)
    if fields.get("pattern") == rows.expression:
        return rows
    return PreTokenizer(pattern_from(fields.get("pattern"), named, source), digits)


def normalizer_from(names: Sequence[str]) -> Normalizer:
    """From an identity's "normalizers"."""
    kept = [name.removesuffix(KEEPING) for name in names]
    return sequence_of(kept, keep_whitespace=kept != list(names))


def layout_of_ids(fields: Any, base: int, public: Sequence[int], special: Mapping[str, int]) -> IdLayout | None:
    """The layout that a file names, if it gives the ids that the file has: those of the model's tokens and the special."""
    if not isinstance(fields, dict) or fields.get("kind") not in LAYOUTS:
        return None
    layout = IdLayout(fields["kind"], tuple(fields.get("special_tokens", ())))
    same = layout.public_ids(base, len(public)).tolist() == list(public)
    return layout if same and layout.special_ids(base, len(public)) == dict(special) else None

"""What there is to know about a tokenizer, for `inspect`: plain values, ready for JSON."""

from __future__ import annotations

from typing import Any

from engine.backends import AnyTokenizer, LibraryTokenizer
from engine.vocabularies.library_reach import unreachable_tokens

_MODEL_FACTS = ("end_of_word", "continuation", "limit", "byte_fallback", "unknown")


def describe(tokenizer: AnyTokenizer) -> dict[str, Any]:
    """Size, pipeline, special tokens, identity, where it comes from, and tokens that never come out.

    `unreachable` is None where it is not known: for most tokenizers that run on their own library.
    """
    return {
        "name": tokenizer.name,
        "kind": tokenizer.kind,
        "size": tokenizer.vocabulary.entries,
        "id_limit": len(tokenizer.vocabulary),
        "steps": tokenizer.step_count,
        **_pipeline(tokenizer),
        "specials": dict(tokenizer.special),
        "identity": tokenizer.identity,
        "provenance": dict(tokenizer.provenance),
        "unreachable": unreachable_tokens(tokenizer),
    }


def _pipeline(tokenizer: AnyTokenizer) -> dict[str, Any]:
    """Normalizer, pattern and what else the algorithm goes by."""
    if isinstance(tokenizer, LibraryTokenizer):
        details = dict(tokenizer.details)
        cut = details.get("pattern") or details.get("pre-tokenizer")
        return {"pattern": cut, "pattern_name": None, "details": details}
    fields = tokenizer.identity_fields
    return {
        "pattern": tokenizer.pre_tokenizer.expression,
        "pattern_name": tokenizer.pattern.name,
        "digits": tokenizer.pre_tokenizer.digits,
        "normalizers": list(tokenizer.normalizer.names),
        "roles": tokenizer.roles,
        **{name: fields[name] for name in _MODEL_FACTS if name in fields},
    }

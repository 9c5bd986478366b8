"""`.mergescope` of a tokenizer that runs on its own library: what the library needs stands in it as it is.

    tokenizers      the content of its tokenizer.json
    sentencepiece   its model
    tiktoken        its ranks, its pattern, its special tokens

A library that keeps its vocabulary to itself (`splintr`) gives nothing that could be written.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Any

from engine.backends import LibraryTokenizer
from engine.backends.sentencepiece_library import SentencePieceLibrary
from engine.backends.tiktoken_library import TiktokenLibrary
from engine.backends.tokenizers_library import TokenizersLibrary
from engine.errors import FormatError, UnsupportedError
from engine.formats.assembly import check_id, special_tokens
from engine.formats.library_file import open_with_library
from engine.formats.pipeline_fields import normalizer_from, pattern_from
from engine.formats.sentencepiece_model import open_model
from engine.formats.tiktoken_bpe import check_bytes, with_library

KEY = "library"
"""The member that says on which library the tokenizer of a `.mergescope` runs."""
_OWN_DETAILS = ("runs on the library because", "lower case", "empty lines")
"""What is told of a tokenizer of the `tokenizers` library that its content does not say."""


def library_content(tokenizer: LibraryTokenizer) -> dict[str, Any]:
    """What makes this tokenizer; UnsupportedError where its library does not say."""
    library, described = tokenizer.library, tokenizer.description
    if isinstance(library, TokenizersLibrary):
        details = {key: value for key, value in described.details.items() if key in _OWN_DETAILS}
        return {KEY: "tokenizers", "content": library.content, "details": details, "omitted": sorted(described.omitted)}
    if isinstance(library, SentencePieceLibrary):
        return {KEY: "sentencepiece", "model": base64.b64encode(library.model).decode()}
    if isinstance(library, TiktokenLibrary):
        return {KEY: "tiktoken", **_ranks(tokenizer)}
    name = described.details.get("library", "its own library")
    raise UnsupportedError(
        f"{tokenizer.name} runs on the library {name}, which does not show what it is made of: it can be used by its name, "
        "but not be saved."
    )


def _ranks(tokenizer: LibraryTokenizer) -> dict[str, Any]:
    described, special = tokenizer.description, dict(tokenizer.special)
    left_out = set(special.values()) | tokenizer.vocabulary.holes
    rows = [(id, token) for id, token in enumerate(tokenizer.vocabulary) if id not in left_out]
    return {
        "ranks": {token.hex(): id for id, token in rows},
        "pattern": described.fields["pattern"],
        "pattern_name": described.details.get("pattern"),
        "normalizers": described.fields["normalizers"],
        "special": special,
        "reason": described.details.get("runs on the library because", ""),
    }


def library_tokenizer(content: Mapping[str, Any], name: str, source: str) -> LibraryTokenizer:
    """The tokenizer again; FormatError for what is damaged, or of a library that is not known here."""
    opened = _opened(content, name, source)
    provenance = content.get("provenance")
    return opened.renamed(name, provenance if isinstance(provenance, dict) else None)


def _opened(content: Mapping[str, Any], name: str, source: str) -> LibraryTokenizer:
    if content[KEY] == "tokenizers":
        held = content["content"]
        if not isinstance(held, dict) or not isinstance(held.get("model"), dict):
            raise FormatError(f"{source}: expected a tokenizer.json, but there is no model in it.")
        omitted = frozenset(int(id) for id in content["omitted"])
        return open_with_library(held, name, source, details=dict(content["details"]), omitted=omitted)
    if content[KEY] == "sentencepiece":
        try:
            return open_model(base64.b64decode(content["model"], validate=True), name, source)
        except binascii.Error:
            raise FormatError(f"{source}: its model is not base64.") from None
    if content[KEY] == "tiktoken":
        for id in content["ranks"].values():
            check_id(id, source)
        tokens = {id: bytes.fromhex(token) for token, id in content["ranks"].items()}
        check_bytes(tokens, source)
        pattern = pattern_from(content["pattern"], content["pattern_name"], source)
        special = special_tokens(content["special"], source, tokens)
        normalizer = normalizer_from(content["normalizers"])
        return with_library(tokens, pattern, special, normalizer, name, source, str(content["reason"]))
    raise FormatError(f"{source} needs the library {content[KEY]}, which is not known here.")

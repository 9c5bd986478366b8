"""`tokenizer.json`, the file of the `tokenizers` library, with `tokenizer_config.json` beside it.

What is saved here is loaded with the library and compared before anything is written; what it cannot express is refused.
tokenizer_json_reading.py opens such files.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.backends.tokenizer_json_parts import ADDED_FLAGS, added_token
from engine.errors import UnsupportedError
from engine.formats.assembly import layout_fields
from engine.formats.files import write_json
from engine.formats.library_parts import decoder_fields, model_fields, normalizer_fields, pre_tokenizer_fields
from engine.formats.native import native_notes
from engine.formats.notes import CONFIGURATION, NOTES, plain_provenance, write_configuration
from engine.formats.tokenizer_json_reading import load
from engine.formats.witness import library_agrees, witness_text
from engine.patterns import PATTERNS
from engine.tokenizer import PipelineTokenizer

__all__ = ["SUFFIX", "library_fields", "load", "save"]

SUFFIX = ".json"
_NO_LIMIT = int(1e30)
"""What `transformers` writes where a model has no longest text."""


def save(tokenizer: PipelineTokenizer, path: Path) -> None:
    """Write the library's file, and the configuration that `transformers` asks for beside it."""
    if path.name == CONFIGURATION:
        raise UnsupportedError(f"{path.name} stands beside a tokenizer; choose another name for the tokenizer itself.")
    content = library_fields(tokenizer)
    check_library(tokenizer, content, "tokenizer.json")
    asked = configuration(tokenizer)
    usual = {"padding_side": "right", "model_max_length": _NO_LIMIT}
    write_json(path, content)
    write_configuration(tokenizer, path, asked, usual)


def check_library(tokenizer: PipelineTokenizer, content: dict[str, Any], file: str, *, without: str = "") -> None:
    """Have the library encode a text that uses much of the vocabulary, `without` some characters; UnsupportedError if it
    disagrees."""
    if library_agrees(tokenizer, content, witness_text(tokenizer).translate(dict.fromkeys(map(ord, without)))):
        return
    named = tokenizer.pattern.name in PATTERNS
    cause = "" if named else f", as it reads the pattern {tokenizer.pattern.expression} differently"
    raise UnsupportedError(
        f"{tokenizer.name} cannot be saved as {file}: the library would give other ids{cause}. Save it as .mergescope."
    )


def library_fields(tokenizer: PipelineTokenizer) -> dict[str, Any]:
    """The file as an object; UnsupportedError for what the library has not."""
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            added_token(id, text) for text, id in sorted(tokenizer.special.items(), key=lambda item: item[1])
        ],
        "normalizer": normalizer_fields(tokenizer),
        "pre_tokenizer": pre_tokenizer_fields(tokenizer.pre_tokenizer, byte_level=tokenizer.kind == "byte-bpe"),
        "post_processor": None,
        "decoder": decoder_fields(tokenizer),
        "model": model_fields(tokenizer),
    }


def configuration(tokenizer: PipelineTokenizer) -> dict[str, Any]:
    """`tokenizer_config.json`: what `transformers` asks for, and notes of ours that the library's file cannot hold."""
    roles = _unknown_role(tokenizer) | tokenizer.roles
    others = [text for text in tokenizer.special if text not in roles.values()]
    return {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "clean_up_tokenization_spaces": False,
        "added_tokens_decoder": {
            str(id): {"content": text, **ADDED_FLAGS, "special": True} for text, id in tokenizer.special.items()
        },
        "additional_special_tokens": others,
        **{f"{role}_token": text for role, text in roles.items()},
        NOTES: {
            "kind": tokenizer.kind,
            "pattern": tokenizer.pattern.kept,
            "layout": layout_fields(tokenizer),
            **native_notes(tokenizer),
            "identity": tokenizer.identity,
            "provenance": plain_provenance(tokenizer),
        },
    }


def _unknown_role(tokenizer: PipelineTokenizer) -> dict[str, str]:
    """The model's unknown token has its role without being asked for."""
    unknown = tokenizer.model.unknown
    return {} if unknown is None else {"unk": tokenizer.model.vocabulary[unknown].decode()}

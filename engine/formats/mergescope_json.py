"""`.mergescope`: our own file, everything that makes a tokenizer and where it comes from, as one JSON object.

It holds the fields that the identity is taken of, as they are, so that anybody can compute it again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.errors import FormatError, OptionError
from engine.formats.assembly import Merge, assemble, layout_fields, layout_from, special_tokens
from engine.formats.files import read_json, write_json
from engine.pre_tokenizers import PATTERNS, Pattern, pattern_expressed
from engine.tokenizer import PipelineTokenizer

SUFFIX = ".mergescope"
_VERSION = 1


def save(tokenizer: PipelineTokenizer, path: Path) -> None:
    """Write the file."""
    content = {
        "format": "mergescope",
        "format_version": _VERSION,
        "name": tokenizer.name,
        "pattern_name": tokenizer.pattern.name,
        "layout": layout_fields(tokenizer),
        "provenance": json.loads(json.dumps(dict(tokenizer.provenance), default=str)),
        "identity": tokenizer.identity,
        "tokenizer": tokenizer.identity_fields,
    }
    write_json(path, content, indent=None)


def load(path: Path, pattern: Pattern | None = None) -> PipelineTokenizer:
    """Open the file; FormatError if it is none, or no longer what it was when it was saved."""
    content = read_json(path)
    if content.get("format") != "mergescope":
        raise FormatError(f"{path.name} is no file of this program: expected the format mergescope.")
    if content.get("format_version") != _VERSION:
        raise FormatError(
            f"{path.name} was written by a later version of this program ({content.get('format_version')})."
        )
    fields = content.get("tokenizer")
    if not isinstance(fields, dict) or not isinstance(fields.get("vocabulary"), list):
        raise FormatError(f"{path.name}: expected the tokenizer's fields, with its vocabulary.")
    try:
        opened = _tokenizer(path, content, fields, pattern)
    except (TypeError, ValueError, KeyError, IndexError) as error:
        raise FormatError(f"{path.name}: a field has a value that cannot be read ({error}).") from None
    if pattern is None and opened.identity != content.get("identity"):
        raise FormatError(f"{path.name} was changed after it was saved: its identity is no longer what it says.")
    return opened


def _tokenizer(
    path: Path, content: Mapping[str, Any], fields: Mapping[str, Any], pattern: Pattern | None
) -> PipelineTokenizer:
    table = [None if token is None else bytes.fromhex(token) for token in fields["vocabulary"]]
    named = fields.get("special", {})
    tokens = {id: token for id, token in enumerate(table) if token is not None and id not in set(named.values())}
    special = special_tokens(named, path.name, tokens)
    id_of = {token: id for id, token in tokens.items()}
    merges: list[Merge] = [(a, b, id_of[tokens[a] + tokens[b]]) for a, b in fields.get("merges", [])]
    assembled = assemble(tokens, merges, path.name, whole="whole" in fields)
    ids = layout_from(content.get("layout"), assembled, special) or assembled.ids
    name = str(content.get("name", path.stem))
    return PipelineTokenizer(
        name, pattern or _pattern(path, content, fields), assembled.model, ids, special, content.get("provenance")
    )


def _pattern(path: Path, content: Mapping[str, Any], fields: Mapping[str, Any]) -> Pattern:
    """The named pattern if it still has the expression that the file holds, else the expression."""
    expression = fields.get("pattern", "")
    named = PATTERNS.get(str(content.get("pattern_name")))
    if named is not None and named.expression == expression:
        return named
    try:
        return pattern_expressed(expression) if expression else PATTERNS["none"]
    except OptionError as error:
        raise FormatError(f"{path.name}: {error}") from None

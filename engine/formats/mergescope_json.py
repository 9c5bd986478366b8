"""`.mergescope`: our own file, everything that makes a tokenizer and where it comes from, as one JSON object.

It holds the fields that the identity is taken of, as they are, so that anybody can compute it again; of a tokenizer that runs
on its own library what that needs (mergescope_library.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from engine.algorithms.wordpiece import WordPiece
from engine.backends import AnyTokenizer, LibraryTokenizer
from engine.errors import EngineError, FormatError, OptionError, UnsupportedError
from engine.formats.assembly import Merge, assemble, check_id, layout_fields, layout_from, special_tokens
from engine.formats.files import read_json, write_json
from engine.formats.mergescope_library import KEY, library_content, library_tokenizer
from engine.formats.notes import plain_provenance
from engine.formats.pipeline_fields import layout_of_ids, normalizer_from, pre_tokenizer_from
from engine.formats.rebuild import ModelFields, rebuilt
from engine.patterns import Pattern
from engine.pre_tokenizers import PreTokenizer
from engine.tokenizer import PipelineTokenizer

SUFFIX = ".mergescope"
_VERSION = 1
_OWN = ("scores", "continuation", "end_of_word", "limit", "byte_fallback", "unknown")
"""What a model keeps beside its vocabulary and its merges."""


def save(tokenizer: PipelineTokenizer, path: Path) -> None:
    """Write the file."""
    content = {
        "format": "mergescope",
        "format_version": _VERSION,
        "name": tokenizer.name,
        "pattern_name": tokenizer.pattern.name,
        "layout": layout_fields(tokenizer),
        "provenance": plain_provenance(tokenizer),
        "identity": tokenizer.identity,
        "tokenizer": tokenizer.identity_fields,
        **({} if tokenizer.kind == "byte-bpe" else {"model": _model_fields(tokenizer)}),
    }
    write_json(path, content, indent=None)


def save_library(tokenizer: LibraryTokenizer, path: Path) -> None:
    """Write the file of a tokenizer that runs on its own library, once it has been seen to come back as the same."""
    content = {
        "format": "mergescope",
        "format_version": _VERSION,
        "name": tokenizer.name,
        "provenance": plain_provenance(tokenizer),
        "identity": tokenizer.identity,
        **library_content(tokenizer),
    }
    if library_tokenizer(content, tokenizer.name, path.name).identity != tokenizer.identity:
        raise UnsupportedError(
            f"{tokenizer.name} cannot be saved as {path.name}: what its library shows makes another tokenizer."
        )
    write_json(path, content, indent=None)


def _model_fields(tokenizer: PipelineTokenizer) -> dict[str, Any]:
    """What the identity says nothing of, as it decides no ids: which tokens are base symbols, what was merged."""
    model = tokenizer.model
    fields: dict[str, Any] = {"base": model.base, "ids": tokenizer.public_ids(np.arange(model.size)).tolist()}
    if isinstance(model, WordPiece):
        fields["parts"] = model.parts.tolist()
    return fields


def load(path: Path, pattern: Pattern | None = None) -> AnyTokenizer:
    """Open the file; FormatError if it is none, or no longer what it was when it was saved."""
    content = read_json(path)
    if content.get("format") != "mergescope":
        raise FormatError(f"{path.name} is no file of this program: expected the format mergescope.")
    if content.get("format_version") != _VERSION:
        raise FormatError(
            f"{path.name} was written by a later version of this program ({content.get('format_version')})."
        )
    try:
        opened = _opened(path, content, pattern)
        identity = opened.identity  # it looks at every field once more
    except OptionError as error:
        raise FormatError(f"{path.name}: {error}") from None
    except EngineError:
        raise
    except (TypeError, ValueError, KeyError, IndexError, AttributeError, OverflowError) as error:
        raise FormatError(f"{path.name}: a field has a value that cannot be read ({error}).") from None
    if pattern is None and identity != content.get("identity"):
        raise FormatError(f"{path.name} was changed after it was saved: its identity is no longer what it says.")
    return opened


def _opened(path: Path, content: Mapping[str, Any], pattern: Pattern | None) -> AnyTokenizer:
    """What is in it: a tokenizer of ours, or what a library needs."""
    if KEY not in content:
        fields = content.get("tokenizer")
        if not isinstance(fields, dict) or not isinstance(fields.get("vocabulary", []), list):
            raise FormatError(f"{path.name}: expected the tokenizer's fields, with its vocabulary.")
        return _tokenizer(path, content, fields, pattern)
    if pattern is not None:
        raise UnsupportedError(f"{path.name} runs on its own library, so no pattern can be given.")
    return library_tokenizer(content, str(content.get("name", path.stem)), path.name)


def _tokenizer(
    path: Path, content: Mapping[str, Any], fields: Mapping[str, Any], pattern: Pattern | None
) -> PipelineTokenizer:
    table = [None if token is None else bytes.fromhex(token) for token in fields.get("vocabulary", [])]
    if fields.get("kind") != "byte-bpe":
        return _tokenizer_of_characters(path, content, fields, table, pattern)
    named = fields.get("special", {})
    tokens = {id: token for id, token in enumerate(table) if token is not None and id not in set(named.values())}
    special = special_tokens(named, path.name, tokens)
    id_of = {token: id for id, token in tokens.items()}
    merges: list[Merge] = [(a, b, id_of[tokens[a] + tokens[b]]) for a, b in fields.get("merges", [])]
    assembled = assemble(tokens, merges, path.name, whole="whole" in fields)
    ids = layout_from(content.get("layout"), assembled, special) or assembled.ids
    pre_tokenizer = _pre_tokenizer(path, content, fields, pattern)
    name, provenance = str(content.get("name", path.stem)), content.get("provenance")
    normalizer = normalizer_from(fields.get("normalizers", ()))
    return PipelineTokenizer(name, pre_tokenizer, assembled.model, ids, special, provenance, normalizer)


def _tokenizer_of_characters(
    path: Path,
    content: Mapping[str, Any],
    fields: Mapping[str, Any],
    table: Sequence[bytes | None],
    pattern: Pattern | None,
) -> PipelineTokenizer:
    """All kinds but byte-level BPE: their model is put together from its fields."""
    notes = content["model"]
    public = [int(id) for id in notes["ids"]]
    for id in notes["ids"]:
        check_id(id, path.name)
    model_of = {id: place for place, id in enumerate(public)}
    merges = notes.get("parts") or [[model_of[a], model_of[b]] for a, b in fields.get("merges", [])]
    own = {key: value for key, value in fields.items() if key in _OWN}
    tokens = [table[id] or b"" for id in public]
    model = rebuilt(fields["kind"], ModelFields(tokens, int(notes["base"]), np.array(merges, np.int64), own))
    special = special_tokens(fields.get("special"), path.name, {})
    name, provenance = str(content.get("name", path.stem)), content.get("provenance")
    pre_tokenizer, normalizer = (
        _pre_tokenizer(path, content, fields, pattern),
        normalizer_from(fields.get("normalizers", ())),
    )
    ids = layout_of_ids(content.get("layout"), model.base, public, special) or np.array(public, np.int32)
    return PipelineTokenizer(name, pre_tokenizer, model, ids, special, provenance, normalizer)


def _pre_tokenizer(
    path: Path, content: Mapping[str, Any], fields: Mapping[str, Any], pattern: Pattern | None
) -> PreTokenizer:
    if pattern is not None:
        return PreTokenizer(pattern, fields.get("digits", "as-pattern"))
    return pre_tokenizer_from(fields, content.get("pattern_name"), path.name)

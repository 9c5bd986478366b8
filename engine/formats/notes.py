"""Our notes in `tokenizer_config.json`, the file that `transformers` wants beside a tokenizer: one file for a whole folder.

`transformers` knows one tokenizer a folder; here several may lie in it.  What it asks for is that of the one saved last; our
notes on the others stay, by the names of their files, so that each is opened as what it was.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.backends import LibraryTokenizer
from engine.formats.files import read_json, write_json
from engine.tokenizer import PipelineTokenizer

NOTES = "mergescope"
"""The member in which saving says what the library's file cannot."""
_OTHERS = "mergescope_others"
"""Notes on the other tokenizers of the folder, by the names of their files."""
CONFIGURATION = "tokenizer_config.json"
_ROLES = ("bos_token", "eos_token", "unk_token", "pad_token", "sep_token", "cls_token", "mask_token")


def plain_provenance(tokenizer: PipelineTokenizer | LibraryTokenizer) -> dict[str, Any]:
    """Where a tokenizer comes from, as JSON can hold it."""
    plain: dict[str, Any] = json.loads(json.dumps(dict(tokenizer.provenance), default=str))
    return plain


def configuration_beside(path: Path) -> dict[str, Any]:
    """The configuration in the folder of a file; empty if there is none."""
    beside = path.with_name(CONFIGURATION)
    return read_json(beside) if beside.exists() else {}


def notes_on(path: Path, configuration: Mapping[str, Any]) -> dict[str, Any]:
    """Our notes on this file, empty if there are none; whether they still belong to it, the identity decides."""
    others = configuration.get(_OTHERS)
    own = others.get(path.name) if isinstance(others, dict) else None
    notes = own or configuration.get(NOTES)
    return notes if isinstance(notes, dict) else {}


def write_configuration(
    tokenizer: PipelineTokenizer, path: Path, asked: Mapping[str, Any], usual: Mapping[str, Any] | None = None
) -> None:
    """Write what is asked for, with our notes on the tokenizer in `path`, and what is usual where nothing else is said.

    A chat template, say: what others wrote there is theirs, and stays.
    """
    kept = configuration_beside(path)
    others = _others(path, kept)
    kept = {key: value for key, value in kept.items() if key != _OTHERS and not _is_foreign(tokenizer, key, kept)}
    notes = {**asked[NOTES], "file": path.name}
    rest = {_OTHERS: others} if others else {}
    write_json(path.with_name(CONFIGURATION), {**(usual or {}), **kept, **asked, NOTES: notes, **rest})


def _others(path: Path, kept: Mapping[str, Any]) -> dict[str, Any]:
    """The notes on all files but this one, as far as the files are still there."""
    known = kept.get(_OTHERS)
    others = dict(known) if isinstance(known, dict) else {}
    last = kept.get(NOTES)
    if isinstance(last, dict) and last.get("file"):
        others[str(last["file"])] = last
    return {name: notes for name, notes in others.items() if name != path.name and _is_beside(path, name)}


def _is_beside(path: Path, name: str) -> bool:
    """Whether that is the name of a file in the folder, and no way out of it."""
    return bool(name) and "\0" not in name and Path(name).name == name and (path.parent / name).exists()


def _is_foreign(tokenizer: PipelineTokenizer, key: str, kept: Mapping[str, Any]) -> bool:
    """Whether it gives a role to a token that this tokenizer has not, or that the one saved before it had asked for.

    `transformers` would add the token, and count one more than there are.
    """
    if key not in _ROLES:
        return False
    value, last = kept[key], kept.get(NOTES)
    text = value.get("content") if isinstance(value, dict) else value
    if not isinstance(text, str):
        return False
    provenance = last.get("provenance") if isinstance(last, dict) else None
    roles = provenance.get("roles") if isinstance(provenance, dict) else None
    if isinstance(roles, dict) and roles.get(key.removesuffix("_token")) == text:
        return True
    return text not in tokenizer.special and tokenizer.vocabulary.id_of(text.encode("utf-8", "replace")) is None

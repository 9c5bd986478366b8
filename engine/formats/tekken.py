"""Mistral's tekken JSON: special tokens first, then ranks with their bytes in base64, and the pattern.

A file lists more ranks than the model uses: `default_vocab_size` counts special tokens and ranks together.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import FormatError, OptionError
from engine.formats.assembly import LARGEST_ID, assemble, check_special_token
from engine.formats.files import parse_json, read_bytes
from engine.formats.tiktoken_bpe import recovered_merges
from engine.patterns import Pattern, pattern_expressed
from engine.pre_tokenizers import PreTokenizer
from engine.tokenizer import PipelineTokenizer

Fields = Mapping[str, Any]


def load(path: Path, pattern: Pattern | None = None) -> PipelineTokenizer:
    """Open a file; FormatError where it is none or contradicts itself."""
    content = parse_json(read_bytes(path), path)
    config = content.get("config")
    if not isinstance(config, dict) or not isinstance(content.get("vocab"), list):
        raise FormatError(f"{path.name}: expected a tekken.json, with a config and a vocab.")
    reserved = _number(config, "default_num_special_tokens", path.name)
    size = _number(config, "default_vocab_size", path.name)
    tokens = _tokens(content["vocab"], size - reserved, path.name)
    assembled = assemble(tokens, recovered_merges(tokens), path.name, whole=True)
    special = _special(content, reserved, path.name)
    cut = PreTokenizer(pattern or _pattern(config, path.name))
    ids = np.asarray(assembled.ids) + reserved
    return PipelineTokenizer(path.stem, cut, assembled.model, ids, special, {"opened from": path.name})


def _number(config: Fields, name: str, source: str) -> int:
    value = config.get(name)
    if not isinstance(value, int) or not 0 <= value <= LARGEST_ID:
        raise FormatError(f"{source}: expected a number as {name}, found {str(value)[:40]!r}.")
    return value


def _tokens(rows: list[Any], wanted: int, source: str) -> dict[int, bytes]:
    """Rank -> token, of the first `wanted` ranks."""
    tokens: dict[int, bytes] = {}
    for number, row in enumerate(rows[: max(wanted, 0)], 1):
        try:
            rank, token = row["rank"], base64.b64decode(row["token_bytes"], validate=True)
        except (TypeError, KeyError, ValueError):  # also what is no ASCII
            raise FormatError(f"{source}: entry {number:,} of the vocab is no rank with its bytes in base64.") from None
        if rank != number - 1 or not token:
            raise FormatError(f"{source}: entry {number:,} of the vocab has the rank {rank}; expected {number - 1:,}.")
        tokens[rank] = token
    if not tokens or len(set(tokens.values())) != len(tokens):
        raise FormatError(f"{source}: " + ("two ranks have the same token." if tokens else "the vocab holds no ranks."))
    return tokens


def _special(content: Fields, reserved: int, source: str) -> dict[str, int]:
    """Text -> id.  Older files do not list them; the places that they keep are holes then, but for the first three."""
    rows = content.get("special_tokens")
    if rows is None:
        return {text: id for id, text in enumerate(("<unk>", "<s>", "</s>")) if id < reserved}
    special: dict[str, int] = {}
    for row in rows:
        if not isinstance(row, dict) or not isinstance(row.get("token_str"), str):
            raise FormatError(f"{source}: a special token needs a token_str and a rank, found {str(row)[:60]!r}.")
        check_special_token(row["token_str"], row.get("rank"), source)
        if row["rank"] >= reserved or row["rank"] in special.values():
            raise FormatError(f'{source}: the special token "{row["token_str"]}" has no place of its own.')
        special[row["token_str"]] = row["rank"]
    return special


def _pattern(config: Fields, source: str) -> Pattern:
    try:
        return pattern_expressed(str(config.get("pattern", "")))
    except OptionError as error:
        raise FormatError(f"{source}: {error}") from None

"""The vocabulary of a GGUF file, the model format of llama.cpp: a model's own tokenizer, read without its weights.

Five kinds are known: `gpt2` (byte-level BPE), `llama` (SentencePiece BPE), `bert` (WordPiece), `t5` (Unigram), and
`gemma4` (BPE with byte fallback).  Each is put into the shape of another format that holds the same.
"""

from __future__ import annotations

import base64
import dataclasses
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.backends import LibraryTokenizer
from engine.backends.tokenizer_json_parts import BYTE_LEVEL, added_token, replace, replace_text, sequence
from engine.errors import FormatError, PatternNeededError, UnsupportedError
from engine.formats.gguf_metadata import read_metadata
from engine.formats.library_file import open_with_library
from engine.formats.library_patterns import split_fields
from engine.formats.published import DEEPSEEK_V3, QWEN_35
from engine.formats.sentencepiece_model import CONTROL, NORMAL, UNUSED, USER_DEFINED, Piece, bpe_model, open_model
from engine.formats.sentencepiece_model import UNKNOWN as UNKNOWN_KIND
from engine.formats.tokenizer_json_reading import Origin, open_content
from engine.formats.vocab_txt import UNKNOWN, bert_content, is_lower_cased, is_mark
from engine.metaspace import MARK
from engine.patterns import PATTERNS, Pattern, pattern_expressed, pattern_kept
from engine.tokenizer import PipelineTokenizer

SUFFIX = ".gguf"
_PREFIX = "tokenizer.ggml."
_FILLING = re.compile(r"\[PAD\d+\]")
"""Tokens that round a vocabulary up: nobody means them by what they are called."""

_PATTERNS: dict[str, str] = {
    "gpt-2": "gpt2",
    "phi-2": "gpt2",
    "mpt": "gpt2",
    "olmo": "gpt2",
    "jais": "gpt2",
    "gpt-neox": "gpt2",
    "llama-bpe": "llama3",
    "llama3": "llama3",
    "llama-v3": "llama3",
    "dbrx": "llama3",
    "smaug-bpe": "llama3",
    "chatglm-bpe": "llama3",
    "glm4": "llama3",
    "qwen2": "qwen",
    "stablelm2": "qwen",
    "hunyuan": "qwen",
    "deepseek-r1-qwen": "qwen",
    "qwen35": QWEN_35,
    "gpt-4o": "o200k",
    "llama4": "o200k",
}
"""The pattern that `tokenizer.ggml.pre` names: one of ours, or an expression."""
_DIGITS_FIRST = ("command-r", "starcoder", "refact", "smollm", "codeshell", "exaone")
"""These cut each digit off, and then as GPT-2 does."""
_IN_TURN = {"deepseek-v3": DEEPSEEK_V3}
"""These cut with several patterns, one after the other."""
_WHOLE = ("llama-bpe", "llama3", "llama-v3")
"""In these a pre-token that is in the vocabulary is one token, whatever the merges say."""


def load(path: Path, pattern: Pattern | None = None) -> PipelineTokenizer | LibraryTokenizer:
    """Open a file's vocabulary; FormatError if it has none, UnsupportedError for a kind that is not known."""
    found = read_metadata(path, lambda name: name.startswith(_PREFIX))
    fields = {name.removeprefix(_PREFIX): value for name, value in found.items()}
    kind = fields.get("model")
    if kind is None or not isinstance(fields.get("tokens"), list):
        raise FormatError(f"{path.name} holds no vocabulary.")
    if kind not in _KINDS:
        raise UnsupportedError(f"{path.name} holds a {kind} vocabulary; known are {', '.join(_KINDS)}.")
    if pattern is not None and kind != "gpt2":
        raise UnsupportedError(f"{path.name}: a {kind} vocabulary is not cut by a pattern, so none can be given.")
    for name in ("scores", "token_type"):
        rows = fields.get(name)
        if rows is not None and len(rows) != len(fields["tokens"]):
            raise FormatError(f"{path.name} has {len(fields['tokens']):,} tokens but {len(rows):,} entries of {name}.")
    return _KINDS[kind](path, fields, pattern)


def _byte_level(path: Path, fields: Mapping[str, Any], pattern: Pattern | None) -> PipelineTokenizer | LibraryTokenizer:
    content = _bpe_content(path, fields)
    digits = {"type": "Digits", "individual_digits": True}
    pre = str(fields.get("pre", "default"))
    splits: list[dict[str, Any]]
    if pattern is None and pre in _DIGITS_FIRST:
        splits = [digits, split_fields(PATTERNS["gpt2"])]
    elif pattern is None and pre in _IN_TURN:
        splits = [split_fields(pattern_expressed(expression)) for expression in _IN_TURN[pre]]
    else:
        cut = pattern or _pattern(pre, path)
        splits = [] if cut.expression is None else [split_fields(cut)]
    content["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": [*splits, BYTE_LEVEL]}
    content["decoder"] = BYTE_LEVEL
    content["model"]["ignore_merges"] = pre in _WHOLE
    return open_content(content, Origin(path.stem, path.name), details={"kind of vocabulary": f"gpt2, {pre}"})


def _pattern(pre: str, path: Path) -> Pattern:
    if pre not in _PATTERNS:
        raise PatternNeededError(
            f'{path.name} cuts text by rules called "{pre}", which are not known here. Name its pattern with --pattern: '
            f"{', '.join(PATTERNS)}, or a regular expression."
        )
    return pattern_kept(_PATTERNS[pre])


def _byte_fallback(path: Path, fields: Mapping[str, Any], _: Pattern | None) -> PipelineTokenizer | LibraryTokenizer:
    content = _bpe_content(path, fields)
    content["model"] |= {"byte_fallback": True, "unk_token": _unknown(fields)}
    content["normalizer"] = replace_text(" ", MARK)
    content["decoder"] = sequence("decoders", [replace_text(MARK, " "), {"type": "ByteFallback"}, {"type": "Fuse"}])
    return open_content(content, Origin(path.stem, path.name), details={"kind of vocabulary": "gemma4"})


def _bpe_content(path: Path, fields: Mapping[str, Any]) -> dict[str, Any]:
    if not isinstance(fields.get("merges"), list):
        raise FormatError(f"{path.name} holds no merges.")
    vocabulary: dict[str, int] = {}
    for id, token in enumerate(fields["tokens"]):
        if vocabulary.setdefault(token, id) != id:
            raise FormatError(f'{path.name}: the token "{token}" has the ids {vocabulary[token]:,} and {id:,}.')
    return {
        "added_tokens": _added(fields),
        "model": {"type": "BPE", "vocab": vocabulary, "merges": fields["merges"]},
    }


def _added(fields: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Control tokens, and those that users added and that are found in every text."""
    return [
        added_token(id, piece.text, special=piece.kind == CONTROL)
        for id, piece in enumerate(_pieces(fields))
        if piece.kind in (CONTROL, USER_DEFINED)
    ]


def _pieces(fields: Mapping[str, Any]) -> list[Piece]:
    tokens = fields["tokens"]
    scores = fields.get("scores") or [0.0] * len(tokens)
    kinds = [
        UNUSED if _FILLING.fullmatch(token) else kind
        for token, kind in zip(tokens, fields.get("token_type") or [NORMAL] * len(tokens), strict=True)
    ]
    return [Piece(*row) for row in zip(tokens, scores, kinds, strict=True)]


def _unknown(fields: Mapping[str, Any]) -> str | None:
    id = fields.get("unknown_token_id")
    return fields["tokens"][id] if isinstance(id, int) and 0 <= id < len(fields["tokens"]) else None


def _sentencepiece(path: Path, fields: Mapping[str, Any], _: Pattern | None) -> LibraryTokenizer:
    pieces = _pieces(fields)
    unknown = next((id for id, piece in enumerate(pieces) if piece.kind == UNKNOWN_KIND), None)
    # Further unknown tokens (Phi-3 has some) are places that are kept free; SentencePiece wants one at most.
    pieces = [
        dataclasses.replace(piece, kind=CONTROL) if piece.kind == UNKNOWN_KIND and id != unknown else piece
        for id, piece in enumerate(pieces)
    ]
    model = bpe_model(pieces, dummy_prefix=bool(fields.get("add_space_prefix", True)))
    return open_model(model, path.stem, path.name)


def _wordpiece(path: Path, fields: Mapping[str, Any], _: Pattern | None) -> LibraryTokenizer:
    """Words begin with a mark here; in a vocab.txt it is the other pieces that have one."""
    tokens: list[str] = [
        token if is_mark(token) or token.startswith("[unused") else _as_in_vocab_txt(token)
        for token in fields["tokens"]
    ]
    if UNKNOWN not in tokens:
        raise FormatError(f"{path.name} holds no {UNKNOWN}.")
    return open_with_library(bert_content(tokens, {"do_lower_case": is_lower_cased(tokens)}), path.stem, path.name)


def _as_in_vocab_txt(token: str) -> str:
    return token.removeprefix(MARK) if token.startswith(MARK) else f"##{token}"


def _unigram(path: Path, fields: Mapping[str, Any], _: Pattern | None) -> LibraryTokenizer:
    unknown, normalizers = _unknown(fields), _unigram_normalizers(fields)
    prefix = "always" if fields.get("add_space_prefix", True) else "never"
    metaspace = {"type": "Metaspace", "replacement": MARK, "prepend_scheme": prefix, "split": True}
    content = {
        "added_tokens": [row for row in _added(fields) if row["content"] != unknown],
        "normalizer": {"type": "Sequence", "normalizers": normalizers} if normalizers else None,
        "pre_tokenizer": metaspace,
        "decoder": metaspace,
        "model": {
            "type": "Unigram",
            "unk_id": fields.get("unknown_token_id"),
            "vocab": [[piece.text, piece.score] for piece in _pieces(fields)],
            "byte_fallback": False,
        },
    }
    return open_with_library(content, path.stem, path.name)


def _unigram_normalizers(fields: Mapping[str, Any]) -> list[dict[str, Any]]:
    """SentencePiece's own rules, and what it does with blanks."""
    rules = bytes(byte & 0xFF for byte in fields.get("precompiled_charsmap") or [])
    normalizers: list[dict[str, Any]] = []
    if rules:
        normalizers.append({"type": "Precompiled", "precompiled_charsmap": base64.b64encode(rules).decode()})
    if fields.get("remove_extra_whitespaces"):
        normalizers += [{"type": "Strip", "strip_left": True, "strip_right": True}, replace(" {2,}", " ")]
    return normalizers


_KINDS = {
    "gpt2": _byte_level,
    "llama": _sentencepiece,
    "bert": _wordpiece,
    "t5": _unigram,
    "gemma4": _byte_fallback,
}

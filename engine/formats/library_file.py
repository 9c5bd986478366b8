"""From the content of a tokenizer.json to a tokenizer that runs on the `tokenizers` library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.backends import LibraryTokenizer
from engine.backends.library_tokenizer import Description
from engine.backends.tokenizer_json_parts import ADDED_FLAGS, END_OF_WORD, steps_of, uses_bytes, word_end_mark
from engine.backends.tokenizers_library import TokenizersLibrary, token_texts, unknown_token
from engine.errors import EngineError, FormatError, UnsupportedError
from engine.formats.assembly import check_id, check_special_token
from engine.vocabulary import Vocabulary, from_glyphs

KINDS = {"BPE": "char-bpe", "WordPiece": "wordpiece", "Unigram": "unigram", "WordLevel": "word-level"}
"""The library's model types, and ours."""
Added = Mapping[int, Mapping[str, Any]]
"""Id -> row of each added token of a file."""


def open_with_library(
    content: Mapping[str, Any],
    name: str,
    source: str,
    *,
    file: tuple[str, bytes] | None = None,
    details: Mapping[str, str] | None = None,
    omitted: frozenset[int] = frozenset(),
) -> LibraryTokenizer:
    """A tokenizer of the library; FormatError where the content contradicts itself or the library refuses it."""
    rows = [{**ADDED_FLAGS, "special": False, **row} for row in content.get("added_tokens") or []]
    content = {**content, "added_tokens": rows}  # the library wants every flag, older files leave some out
    model = content["model"]
    if model.get("type") not in KINDS:
        raise UnsupportedError(f"{source} holds a {model.get('type')} model; it cannot be opened.")
    try:
        library = TokenizersLibrary(content, source)
    except EngineError as error:
        raise FormatError(str(error)) from None
    tokens = model_tokens(model, source)
    added = _added_tokens(content, library.added_ids(), tokens, source)
    table = _with_added(tokens, added)
    unknown, is_bpe = unknown_token(model), model["type"] == "BPE"
    vocabulary, texts = _vocabulary(content, table, added)
    described = Description(
        kind="byte-bpe" if vocabulary.byte_level and is_bpe else KINDS[model["type"]],
        vocabulary=vocabulary,
        texts=texts,
        fields=_identity_fields(content, table, added),
        unknown=table.index(unknown) if unknown in table else None,
        skips_unknown=unknown is None and is_bpe and not content.get("normalizer"),
        steps=len(model["merges"]) if is_bpe else 0,
        details={**_details(content), **(details or {})},
        omitted=omitted,
        file=file,
    )
    return LibraryTokenizer(name, library, described, {"opened from": source, "runs on": "tokenizers"})


def _with_added(tokens: Sequence[str | None], added: Added) -> list[str | None]:
    """The model's tokens and the added ones in id order, as the file has them; None for a hole."""
    table: list[str | None] = [*tokens, *[None] * (max([-1, *added]) + 1 - len(tokens))]
    for id, row in added.items():
        table[id] = str(row["content"])
    return table


def _vocabulary(
    content: Mapping[str, Any], table: Sequence[str | None], added: Added
) -> tuple[Vocabulary, list[bytes | None]]:
    """The tokens as they are stored, and what each says in a text; the mark of a word's end is written `</w>`."""
    model, mark = content["model"], word_end_mark(content)
    byte_level = uses_bytes(content) and not model.get("end_of_word_suffix")
    texts = token_texts(table, {id: str(row["content"]) for id, row in added.items()}, model)
    if uses_bytes(content):
        texts = [text if id in added else _bytes_behind(text) for id, text in enumerate(texts)]
    if mark:
        texts = [text and text.replace(mark.encode(), b"") for text in texts]
        table = [token and token.replace(mark, END_OF_WORD) for token in table]
    written = [None if token is None else token.encode() for token in table]
    stored = [(text or token) if byte_level and token else token for text, token in zip(texts, written, strict=True)]
    special = {str(row["content"]): id for id, row in added.items() if row.get("special")}
    return Vocabulary.of(stored, special, byte_level=byte_level), texts


def model_tokens(model: Mapping[str, Any], source: str) -> list[str | None]:
    """The model's tokens in id order, None for a hole."""
    vocabulary = model.get("vocab")
    if isinstance(vocabulary, list):
        return [str(row[0]) for row in vocabulary]
    if not isinstance(vocabulary, dict):
        raise FormatError(f"{source}: the model's vocab must be an object of tokens and ids.")
    tokens: list[str | None] = []
    for text, id in vocabulary.items():
        check_id(id, source)
        tokens += [None] * (id + 1 - len(tokens))
        if tokens[id] is not None:
            raise FormatError(f'{source}: the tokens "{tokens[id]}" and "{text}" have the same id {id:,}.')
        tokens[id] = text
    return tokens


def _added_tokens(
    content: Mapping[str, Any], library_ids: Mapping[str, int], tokens: Sequence[str | None], source: str
) -> dict[int, Mapping[str, Any]]:
    """Id -> row of each added token; UnsupportedError where the library gives another id than the file says."""
    added: dict[int, Mapping[str, Any]] = {}
    for row in content.get("added_tokens") or []:
        text, id = str(row["content"]), row["id"]
        check_special_token(text, id, source)
        if id in added or (id < len(tokens) and tokens[id] not in (None, text)):
            raise FormatError(f'{source}: the id {id:,} of the added token "{text}" belongs to another token too.')
        if library_ids.get(text, id) != id:
            raise UnsupportedError(
                f'{source}: the added token "{text}" has the id {id:,} in the file, but the tokenizers library gives it '
                f"{library_ids[text]:,}, because ids before it are missing."
            )
        added[id] = row
    return added


def _bytes_behind(text: bytes | None) -> bytes | None:
    if text is None:
        return None
    try:
        return from_glyphs(text.decode())
    except KeyError:  # a token that no text reaches
        return text


def _identity_fields(content: Mapping[str, Any], table: Sequence[str | None], added: Added) -> dict[str, Any]:
    """What decides ids beside the vocabulary: the same for a file that says the same in another way."""
    model = content["model"]
    id_of = {text: id for id, text in enumerate(table) if text is not None}
    merges = [merge if isinstance(merge, list) else str(merge).split(" ") for merge in model.get("merges") or []]
    flags = ("special", "single_word", "lstrip", "rstrip", "normalized")
    return {
        "added": {id: [row["content"], *(bool(row.get(flag)) for flag in flags)] for id, row in added.items()},
        "byte_fallback": model.get("byte_fallback"),
        "continuation": model.get("continuing_subword_prefix"),
        "end_of_word": model.get("end_of_word_suffix"),
        "fuse_unknown": model.get("fuse_unk"),
        "limit": model.get("max_input_chars_per_word"),
        "merges": [[id_of.get(part, part) for part in merge] for merge in merges],
        "normalizers": content.get("normalizer"),
        "pattern": content.get("pre_tokenizer"),
        "scores": [float(row[1]).hex() for row in model["vocab"]] if model["type"] == "Unigram" else None,
        "unknown": unknown_token(model),
        "whole": model.get("ignore_merges"),
    }


def _details(content: Mapping[str, Any]) -> dict[str, str]:
    model = content["model"]
    normalizer = ", ".join(str(step.get("type")) for step in steps_of(content.get("normalizer")))
    pre_tokenizer = ", ".join(str(step.get("type")) for step in steps_of(content.get("pre_tokenizer")))
    return {
        "library": "tokenizers",
        "type": str(model["type"]),
        "normalizer": normalizer or "none",
        "pre-tokenizer": pre_tokenizer or "none",
        "byte fallback": "yes" if model.get("byte_fallback") else "no",
    }

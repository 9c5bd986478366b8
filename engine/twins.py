"""Twins: models of ours with the vocabulary of a tokenizer that runs on its library, to explain how that comes to its tokens.

A twin never encodes for anybody; and what it explains is told only where its ids are the library's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engine.algorithms.alphabet import BYTE_TOKENS, Alphabet, byte_of
from engine.algorithms.char_bpe import CharBPE
from engine.algorithms.unigram_model import Unigram
from engine.algorithms.wordpiece import WordPiece
from engine.backends import LibraryTokenizer
from engine.backends.sentencepiece_library import SentencePieceLibrary
from engine.backends.tokenizers_library import TokenizersLibrary, unknown_token
from engine.errors import EngineError, UnsupportedError
from engine.formats.sentencepiece_model import BYTE, CONTROL, UNKNOWN, ModelFile
from engine.model import Model
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from engine.tokenizer import PipelineTokenizer

_UNIGRAM, _BPE = 1, 2
"""Types of SentencePiece models."""


def twin_of(tokenizer: LibraryTokenizer) -> PipelineTokenizer:
    """A tokenizer of ours with the same ids for a pre-token; UnsupportedError for what is built otherwise there."""
    library = tokenizer.library
    try:
        if isinstance(library, TokenizersLibrary):
            model, ids = _model_of_file(library.content["model"])
        elif isinstance(library, SentencePieceLibrary):
            model, ids = _model_of_pieces(ModelFile.read(library.model))
        else:
            raise ValueError("it does not show its model")
    except (ValueError, KeyError, TypeError, EngineError) as error:
        raise UnsupportedError(
            f"{tokenizer.name} runs on its own library, and how it comes to its tokens cannot be told ({error})."
        ) from None
    return PipelineTokenizer(tokenizer.name, PreTokenizer(PATTERNS["none"]), model, np.array(ids, np.int32))


def words_of(tokenizer: LibraryTokenizer, text: str) -> list[str]:
    """The pre-tokens of a text as the library's model gets them."""
    library = tokenizer.library
    assert isinstance(library, TokenizersLibrary | SentencePieceLibrary)  # the only ones that have a twin
    return library.words(text)


# -- tokenizer.json ----------------------------------------------------------------------------------------------------


def _model_of_file(fields: Mapping[str, Any]) -> tuple[Model, list[int]]:
    """The model of a `tokenizers` file, and the public id of each of its tokens."""
    kind = fields["type"]
    if kind == "Unigram":
        return _unigram(fields)
    rows = sorted(fields["vocab"].items(), key=lambda row: row[1])
    tokens, ids = [text for text, _ in rows], [id for _, id in rows]
    if kind == "WordPiece":
        continuation = fields.get("continuing_subword_prefix", "##")
        limit = fields.get("max_input_chars_per_word", 100)
        return WordPiece.of(tokens, str(fields["unk_token"]), continuation, limit), ids
    if kind == "BPE" and not fields.get("end_of_word_suffix") and not fields.get("continuing_subword_prefix"):
        merges = [tuple(row) if isinstance(row, list) else tuple(row.split(" ")) for row in fields["merges"]]
        named = unknown_token(fields)
        triples = [(left, right, left + right) for left, right in merges]
        return _characters(tokens, ids, triples, named, bool(fields.get("byte_fallback")))
    raise ValueError(f"its {kind} is not built here")


def _unigram(fields: Mapping[str, Any]) -> tuple[Model, list[int]]:
    pieces = [str(text).encode() for text, _ in fields["vocab"]]
    scores = [float(score) for _, score in fields["vocab"]]
    fallback = bool(fields.get("byte_fallback"))
    return Unigram(pieces, scores, unknown=fields.get("unk_id"), byte_fallback=fallback), list(range(len(pieces)))


# -- SentencePiece -----------------------------------------------------------------------------------------------------


def _model_of_pieces(file: ModelFile) -> tuple[Model, list[int]]:
    """The model of a `.model` file, without its control pieces, which no text gives."""
    rows = [(id, piece) for id, piece in enumerate(file.pieces) if piece.kind != CONTROL]
    ids, texts = [id for id, _ in rows], [piece.text for _, piece in rows]
    unknown = next((place for place, (_, piece) in enumerate(rows) if piece.kind == UNKNOWN), None)
    if file.model_type == _UNIGRAM:
        scores = [piece.score for _, piece in rows]
        pieces = [text.encode() for text in texts]
        return Unigram(pieces, scores, unknown=unknown, byte_fallback=file.byte_fallback), ids
    if file.model_type == _BPE:
        # A pair is merged if the whole is a piece, the best score first: as if each way to make a piece were a merge.
        known = {piece.text for _, piece in rows if piece.kind not in (BYTE, UNKNOWN)}
        ordered = sorted(rows, key=lambda row: -row[1].score)
        merges = [
            (piece.text[:at], piece.text[at:], piece.text)
            for _, piece in ordered
            for at in range(1, len(piece.text))
            if piece.text in known and piece.text[:at] in known and piece.text[at:] in known
        ]
        return _characters(texts, ids, merges, None if unknown is None else texts[unknown], file.byte_fallback)
    raise ValueError("it is of words or characters")


# -- character BPE -----------------------------------------------------------------------------------------------------


def _characters(
    tokens: Sequence[str],
    ids: Sequence[int],
    merges: Sequence[tuple[str, str, str]],
    unknown: str | None,
    fallback: bool,
) -> tuple[Model, list[int]]:
    """Character BPE from merges (left, right, product); tokens that are neither a character nor merged are left out."""
    id_of = dict(zip(tokens, ids, strict=True))
    first = [] if unknown is None else [unknown]
    first += [token.decode() for token in BYTE_TOKENS] if fallback else []
    characters = [token for token in tokens if len(token) == 1 and token not in first]
    symbols = [*first, *characters]
    products = list(dict.fromkeys(product for _, _, product in merges if product not in set(symbols)))
    place = {text: number for number, text in enumerate([*symbols, *products])}
    usable = [row for row in merges if all(part in place for part in row) and byte_of(row[2].encode()) is None]
    pairs = np.array([[place[left], place[right]] for left, right, _ in usable], np.int32).reshape(-1, 2)
    made = np.array([place[product] for _, _, product in usable], np.int32)
    alphabet = Alphabet(tuple(text.encode() for text in symbols), unknown, fallback)
    return CharBPE(alphabet, pairs, products=made), [id_of[text] for text in [*symbols, *products]]

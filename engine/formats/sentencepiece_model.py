"""SentencePiece's `.model`: pieces with scores, and how text is normalized, as a protocol buffer.

It runs on the `sentencepiece` library; read here is what an overview says: its type, its normalizer, its byte fallback.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.backends import LibraryTokenizer
from engine.backends.library_tokenizer import Description
from engine.backends.sentencepiece_library import SentencePieceLibrary
from engine.errors import EngineError, FormatError, UnsupportedError
from engine.formats.files import read_bytes
from engine.patterns import Pattern
from engine.protocol_buffers import Fields, bytes_field, number_field, read_fields, real_field
from engine.vocabulary import Vocabulary

SUFFIX = ".model"

NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = 1, 2, 3, 4, 5, 6
"""The kinds of pieces."""
_KINDS = {1: "unigram", 2: "char-bpe", 3: "word-level", 4: "char-level"}
_TYPES = {1: "unigram", 2: "bpe", 3: "word", 4: "char"}


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece with its score and its kind."""

    text: str
    score: float
    kind: int = NORMAL

    def says(self) -> bytes | None:
        """What it says in a text."""
        if self.kind == BYTE:
            return bytes([int(self.text[3:5], 16)])
        return None if self.kind in (UNKNOWN, CONTROL) else self.text.encode()


@dataclass(frozen=True, slots=True)
class ModelFile:
    """What a `.model` holds.  `model_type` is 1 unigram, 2 BPE, 3 words, 4 characters."""

    pieces: tuple[Piece, ...]
    model_type: int
    byte_fallback: bool
    normalizer: str
    rules: bytes
    dummy_prefix: bool
    removes_whitespace: bool
    escapes_whitespace: bool
    whitespace_behind: bool

    @classmethod
    def read(cls, content: bytes) -> ModelFile:
        """From the file's content; ValueError where it is no protocol buffer of this kind."""
        fields = read_fields(content)
        trainer = read_fields(b"".join(fields.messages(2)[-1:]))
        normalizer = read_fields(b"".join(fields.messages(3)[-1:]))
        pieces = tuple(_piece(read_fields(row)) for row in fields.messages(1))
        if not pieces or not fields.messages(2):
            raise ValueError("no pieces in it")
        return cls(
            pieces,
            trainer.number(3, 1),
            trainer.flag(35, False),
            normalizer.text(1),
            b"".join(normalizer.messages(2)),
            normalizer.flag(3, True),
            normalizer.flag(4, True),
            normalizer.flag(5, True),
            trainer.flag(24, False),
        )

    def identity_fields(self) -> dict[str, Any]:
        """What decides ids beside the vocabulary."""
        return {
            "byte_fallback": self.byte_fallback,
            "kinds": [piece.kind for piece in self.pieces],
            "normalizers": {
                "dummy_prefix": self.dummy_prefix,
                "escapes_whitespace": self.escapes_whitespace,
                "removes_whitespace": self.removes_whitespace,
                "rules": hashlib.sha256(self.rules).hexdigest(),
                "whitespace_behind": self.whitespace_behind,
            },
            "scores": [piece.score.hex() for piece in self.pieces],
            "unknown": next((piece.text for piece in self.pieces if piece.kind == UNKNOWN), None),
        }

    def details(self) -> dict[str, str]:
        """What an overview says."""
        return {
            "library": "sentencepiece",
            "type": _TYPES.get(self.model_type, str(self.model_type)),
            "normalizer": self.normalizer or ("own rules" if self.rules else "identity"),
            "blank before the text": _yes(self.dummy_prefix),
            "extra white space": "removed" if self.removes_whitespace else "kept",
            "byte fallback": _yes(self.byte_fallback),
        }


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _piece(row: Fields) -> Piece:
    piece = Piece(row.text(1), row.real(2), row.number(3, NORMAL))
    if piece.kind == BYTE:
        piece.says()  # a ValueError if it names no byte
    return piece


def load(path: Path, pattern: Pattern | None = None) -> LibraryTokenizer:
    """Open a model; FormatError if it is none."""
    if pattern is not None:
        raise UnsupportedError(f"{path.name}: a SentencePiece model is not cut by a pattern, so none can be given.")
    return open_model(read_bytes(path), path.stem, path.name, file=True)


def open_model(content: bytes, name: str, source: str, *, file: bool = False) -> LibraryTokenizer:
    """The tokenizer of a model's content; `file` says that it was read from a file of this format."""
    try:
        model = ModelFile.read(content)
        library = SentencePieceLibrary(content, source)
    except (ValueError, EngineError) as error:
        reason = "the file is empty" if not content else str(error).removeprefix(f"{source}: ").rstrip(".")
        raise FormatError(f"{source} is no SentencePiece model: {reason}.") from None
    special = {piece.text: id for id, piece in enumerate(model.pieces) if piece.kind == CONTROL}
    described = Description(
        kind=_KINDS.get(model.model_type, "unigram"),
        vocabulary=Vocabulary.of([piece.text.encode() for piece in model.pieces], special, byte_level=False),
        texts=[piece.says() for piece in model.pieces],
        fields=model.identity_fields(),
        unknown=next((id for id, piece in enumerate(model.pieces) if piece.kind == UNKNOWN), None),
        details=model.details(),
        file=("sentencepiece", content) if file else None,
    )
    return LibraryTokenizer(name, library, described, {"opened from": source, "runs on": "sentencepiece"})


def bpe_model(pieces: Sequence[Piece], *, dummy_prefix: bool) -> bytes:
    """The content of a model of BPE with byte fallback and no normalizer, for formats that hold the same in another way."""
    rows = [
        bytes_field(1, piece.text.encode()) + real_field(2, piece.score) + number_field(3, piece.kind)
        for piece in pieces
    ]
    trainer = number_field(3, 2) + number_field(35, int(any(piece.kind == BYTE for piece in pieces)))
    normalizer = bytes_field(1, b"identity") + number_field(3, int(dummy_prefix)) + number_field(4, 0)
    body = b"".join(bytes_field(1, row) for row in rows)
    return body + bytes_field(2, trainer) + bytes_field(3, normalizer)

"""Which reader opens a file: by its suffix, and where several formats share one, by how it begins.

`.json` may be a tokenizer.json, a vocab.json or a tekken.json; `.model` SentencePiece's, minbpe's, or ranks as Llama 3 has
them; `.txt` a vocab.txt, a merges.txt or codes of subword-nmt.  A folder is opened by what is in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.backends import AnyTokenizer
from engine.errors import FormatError
from engine.formats import (
    gguf,
    gguf_metadata,
    mergescope_json,
    minbpe,
    sentencepiece_model,
    subword_nmt,
    tekken,
    tiktoken_bpe,
    tokenizer_json_reading,
    vocab_merges,
    vocab_txt,
)
from engine.pre_tokenizers import Pattern

READABLE = (".json", ".tiktoken", ".model", ".gguf", ".txt", ".bpe", ".codes", ".mergescope", "a folder of such files")
_HEAD = 4096
_FOLDERS = (
    "tokenizer.json",
    "vocab.json",
    "encoder.json",
    "tokenizer.model",
    "spiece.model",
    "tekken.json",
    "vocab.txt",
)
"""What is opened in a folder, the first that is there."""


@dataclass(frozen=True, slots=True)
class Reader:
    """A format that can be opened: what it is called, and what opens it."""

    title: str
    load: Callable[[Path, Pattern | None], AnyTokenizer]


TOKENIZER_JSON = Reader("tokenizer.json", tokenizer_json_reading.load)
TEKKEN = Reader("tekken.json", tekken.load)
VOCAB_MERGES = Reader("vocab.json and merges.txt", vocab_merges.load)
SENTENCEPIECE = Reader("SentencePiece model", sentencepiece_model.load)
MINBPE = Reader("minbpe model", minbpe.load)
RANKS = Reader("ranks (tiktoken)", tiktoken_bpe.load)
VOCAB_TXT = Reader("vocab.txt", vocab_txt.load)
CODES = Reader("codes (subword-nmt)", subword_nmt.load)
GGUF = Reader("GGUF", gguf.load)
MERGESCOPE = Reader("Mergescope", mergescope_json.load)


def reader_of(path: Path) -> tuple[Reader, Path] | None:
    """What opens a file or folder, and the file that it is to be given; None where nothing is known to."""
    if path.is_dir():
        inside = next((path / name for name in _FOLDERS if (path / name).exists()), None)
        if inside is None:
            raise FormatError(
                f"{path} is a folder without a tokenizer.json, vocab.json and merges.txt, tokenizer.model or vocab.txt."
            )
        path = inside
    reader = _reader(path, _head(path))
    return None if reader is None else (reader, path)


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_HEAD)
    except FileNotFoundError:
        raise FormatError(f"There is no file {path}.") from None
    except OSError as error:
        raise FormatError(f"{path} cannot be read: {error.strerror or error}.") from None


def _reader(path: Path, head: bytes) -> Reader | None:
    if head.startswith(gguf_metadata.MAGIC) or path.suffix == gguf.SUFFIX:
        return GGUF
    by_suffix = {
        tiktoken_bpe.SUFFIX: lambda: RANKS,
        mergescope_json.SUFFIX: lambda: MERGESCOPE,
        ".json": lambda: _json(path, head),
        ".model": lambda: _model(head),
        ".txt": lambda: _text(path, head),
        ".bpe": lambda: _text(path, head),
        ".codes": lambda: CODES,
    }
    choose = by_suffix.get(path.suffix)
    return choose() if choose else None


def _json(path: Path, head: bytes) -> Reader:
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if b'"token_bytes"' in head or b'"default_vocab_size"' in head or "tekken" in path.name:
        return TEKKEN
    is_vocabulary = re.match(rb'\{\s*"(?:[^"\\]|\\.)*"\s*:\s*\d+\s*[,}]', text) is not None
    return VOCAB_MERGES if is_vocabulary or path.name in ("vocab.json", "encoder.json") else TOKENIZER_JSON


def _model(head: bytes) -> Reader:
    if head.startswith(minbpe.MAGIC):
        return MINBPE
    return RANKS if re.match(rb"[A-Za-z0-9+/]+={0,2} \d+\r?\n", head) else SENTENCEPIECE


def _text(path: Path, head: bytes) -> Reader:
    lines = head.removeprefix(b"\xef\xbb\xbf").split(b"\n")[:-1] or [head]
    is_merges = lines[0].startswith(b"#version") or all(re.fullmatch(rb"[^ ]+ [^ ]+\r?", line) for line in lines)
    if path.suffix == ".bpe" or "merges" in path.name or is_merges:
        try:
            vocab_merges.files_of(path)
        except FormatError:
            return CODES if path.name not in ("merges.txt", "vocab.bpe") else VOCAB_MERGES
        return VOCAB_MERGES
    return VOCAB_TXT

"""Which reader opens a file: by its suffix, and where several formats share one, by how it begins.

`.json` may be a tokenizer.json, a vocab.json or a tekken.json; `.model` SentencePiece's, minbpe's, or ranks as Llama 3 has
them; `.txt` a vocab.txt, a merges.txt or codes of subword-nmt.  A folder is opened by what is in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from engine.backends import AnyTokenizer
from engine.errors import FormatError, readable
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
from engine.patterns import Pattern

Reader = Callable[[Path, Pattern | None], AnyTokenizer]
"""What opens a file: the `load` of a format."""

SUFFIXES = (".json", ".tiktoken", ".model", ".gguf", ".txt", ".bpe", ".codes", ".mergescope")
FOLDER_FILES = (
    "tokenizer.json",
    "vocab.json",
    "encoder.json",
    "tokenizer.model",
    "spiece.model",
    "tekken.json",
    "vocab.txt",
)
"""What is opened in a folder, the first that is there."""

_HEAD = 4096


def reader_of(path: Path) -> tuple[Reader, Path] | None:
    """What opens a file or folder, and the file that it is to be given; None where nothing is known to."""
    if path.is_dir():
        with readable(path, FormatError):
            inside = next((path / name for name in FOLDER_FILES if (path / name).exists()), None)
        if inside is None:
            raise FormatError(
                f"{path} is a folder without a tokenizer.json, vocab.json and merges.txt, tokenizer.model or vocab.txt."
            )
        if not inside.is_file():
            raise FormatError(f"{inside} is no file.")
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
        return gguf.load
    by_suffix: dict[str, Callable[[], Reader]] = {
        tiktoken_bpe.SUFFIX: lambda: tiktoken_bpe.load,
        mergescope_json.SUFFIX: lambda: mergescope_json.load,
        ".json": lambda: _json(path, head),
        ".model": lambda: _model(head),
        ".txt": lambda: _text(path, head),
        ".bpe": lambda: _text(path, head),
        ".codes": lambda: subword_nmt.load,
    }
    choose = by_suffix.get(path.suffix)
    return choose() if choose else None


def _json(path: Path, head: bytes) -> Reader:
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if b'"token_bytes"' in head or b'"default_vocab_size"' in head or "tekken" in path.name:
        return tekken.load
    is_vocabulary = re.match(rb'\{\s*"(?:[^"\\]|\\.)*"\s*:\s*\d+\s*[,}]', text) is not None
    return (
        vocab_merges.load
        if is_vocabulary or path.name in ("vocab.json", "encoder.json")
        else tokenizer_json_reading.load
    )


def _model(head: bytes) -> Reader:
    if head.startswith(minbpe.MAGIC):
        return minbpe.load
    return tiktoken_bpe.load if re.match(rb"[A-Za-z0-9+/]+={0,2} \d+\r?\n", head) else sentencepiece_model.load


def _text(path: Path, head: bytes) -> Reader:
    lines = head.removeprefix(b"\xef\xbb\xbf").split(b"\n")[:-1] or [head]
    is_merges = lines[0].startswith(b"#version") or all(re.fullmatch(rb"[^ ]+ [^ ]+\r?", line) for line in lines)
    if path.suffix == ".bpe" or "merges" in path.name or is_merges:
        try:
            vocab_merges.files_of(path)
        except FormatError:
            return subword_nmt.load if path.name not in ("merges.txt", "vocab.bpe") else vocab_merges.load
        return vocab_merges.load
    return vocab_txt.load

"""CLIP's merges, as it was published: a packed text of one merge a line behind a header.

Its vocabulary follows from them: the bytes, the bytes at a word's end, a token for each of the first 48,894 merges, and two
special tokens.
"""

from __future__ import annotations

import gzip
import io
import zlib
from pathlib import Path
from typing import Any

from engine.backends import LibraryTokenizer
from engine.backends.tokenizer_json_parts import (
    BYTE_LEVEL,
    END_OF_WORD,
    added_token,
    replace,
    replace_text,
    sequence,
    strip,
)
from engine.errors import FormatError, UnsupportedError
from engine.formats.files import read_bytes
from engine.formats.tokenizer_json_reading import Origin, open_content
from engine.patterns import Pattern
from engine.tokenizer import PipelineTokenizer
from engine.vocabulary import GPT2_BYTE_ORDER, glyphs

SUFFIX = ".txt.gz"
MERGES = 48_894
_SPECIAL = ("<|startoftext|>", "<|endoftext|>")
_LARGEST = 1 << 24
_PATTERN = r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"


def load(path: Path, pattern: Pattern | None = None) -> PipelineTokenizer | LibraryTokenizer:
    """Open the file; FormatError if it is another."""
    if pattern is not None:
        raise UnsupportedError(f"{path.name} is cut as CLIP cuts text; another pattern cannot be given.")
    return open_content(_content(_merges(path)), Origin("clip", path.name))


def _merges(path: Path) -> list[list[str]]:
    """The two parts of each merge."""
    try:
        lines = _unpacked(read_bytes(path)).decode().split("\n")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise FormatError(f"{path.name} is no packed text of merges: {error}.") from None
    merges = [line.split(" ") for line in lines[1 : MERGES + 1]]
    if len(merges) != MERGES or any(len(merge) != 2 for merge in merges):
        raise FormatError(f"{path.name} does not hold CLIP's {MERGES:,} merges.")
    return merges


def _unpacked(packed: bytes) -> bytes:
    """What was packed, as far as a list of merges can reach: a few bytes may claim to be terabytes."""
    with gzip.open(io.BytesIO(packed)) as stream:
        return stream.read(_LARGEST)


def _content(merges: list[list[str]]) -> dict[str, Any]:
    """A tokenizer.json that does what CLIP's own code does."""
    symbols = [glyphs(bytes([byte])) for byte in GPT2_BYTE_ORDER]
    tokens = [*symbols, *(symbol + END_OF_WORD for symbol in symbols), *(left + right for left, right in merges)]
    split = {"type": "Split", "pattern": {"Regex": _PATTERN}, "behavior": "Removed", "invert": True}
    ends = [replace_text(END_OF_WORD, " "), strip(stop=1)]
    return {
        "added_tokens": [added_token(len(tokens) + n, text) for n, text in enumerate(_SPECIAL)],
        "normalizer": sequence("normalizers", [{"type": "NFC"}, replace(r"\s+", " "), {"type": "Lowercase"}]),
        "pre_tokenizer": sequence("pretokenizers", [split, BYTE_LEVEL]),
        "decoder": sequence("decoders", [BYTE_LEVEL, {"type": "Fuse"}, *ends]),
        "model": {
            "type": "BPE",
            "end_of_word_suffix": END_OF_WORD,
            "vocab": {token: id for id, token in enumerate([*tokens, *_SPECIAL])},
            "merges": merges,
        },
    }

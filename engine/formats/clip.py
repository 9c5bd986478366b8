"""CLIP's merges, as it was published: a packed text of one merge a line behind a header.

Its vocabulary follows from them: the bytes, the bytes at a word's end, a token for each of the first 48,894 merges, and two
special tokens.
"""

from __future__ import annotations

import gzip
import io
import zlib
from pathlib import Path

from engine.backends import LibraryTokenizer
from engine.errors import FormatError, UnsupportedError
from engine.formats.files import read_bytes
from engine.formats.library_file import END_OF_WORD
from engine.formats.tokenizer_json_reading import Origin, open_content
from engine.pre_tokenizers import Pattern
from engine.tokenizer import PipelineTokenizer
from engine.vocabulary import GPT2_BYTE_ORDER, glyphs

SUFFIX = ".txt.gz"
MERGES = 48_894
_SPECIAL = ("<|startoftext|>", "<|endoftext|>")
_LARGEST = 1 << 24
_PATTERN = r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"


def _unpacked(packed: bytes) -> bytes:
    """What was packed, as far as a list of merges can reach: a few bytes may claim to be terabytes."""
    with gzip.open(io.BytesIO(packed)) as stream:
        return stream.read(_LARGEST)


def load(path: Path, pattern: Pattern | None = None) -> PipelineTokenizer | LibraryTokenizer:
    """Open the file; FormatError if it is another."""
    if pattern is not None:
        raise UnsupportedError(f"{path.name} is cut as CLIP cuts text; another pattern cannot be given.")
    try:
        lines = _unpacked(read_bytes(path)).decode().split("\n")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise FormatError(f"{path.name} is no packed text of merges: {error}.") from None
    merges = [line.split(" ") for line in lines[1 : MERGES + 1]]
    if len(merges) != MERGES or any(len(merge) != 2 for merge in merges):
        raise FormatError(f"{path.name} does not hold CLIP's {MERGES:,} merges.")
    symbols = [glyphs(bytes([byte])) for byte in GPT2_BYTE_ORDER]
    tokens = [*symbols, *(symbol + END_OF_WORD for symbol in symbols), *(left + right for left, right in merges)]
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    split = {"type": "Split", "pattern": {"Regex": _PATTERN}, "behavior": "Removed", "invert": True}
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False}
    content = {
        "added_tokens": [{"id": len(tokens) + n, "content": text, **flags} for n, text in enumerate(_SPECIAL)],
        "normalizer": {
            "type": "Sequence",
            "normalizers": [
                {"type": "NFC"},
                {"type": "Replace", "pattern": {"Regex": r"\s+"}, "content": " "},
                {"type": "Lowercase"},
            ],
        },
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [split, byte_level]},
        "decoder": {
            "type": "Sequence",
            "decoders": [
                byte_level,
                {"type": "Fuse"},
                {"type": "Replace", "pattern": {"String": END_OF_WORD}, "content": " "},
                {"type": "Strip", "content": " ", "start": 0, "stop": 1},
            ],
        },
        "model": {
            "type": "BPE",
            "end_of_word_suffix": END_OF_WORD,
            "vocab": {token: id for id, token in enumerate([*tokens, *_SPECIAL])},
            "merges": merges,
        },
    }
    return open_content(content, Origin("clip", path.name))

"""subword-nmt's codes: merges of characters, one a line, without a vocabulary and without ids.

Version 0.2 says so in its first line, and the end-of-word mark is glued to a word's last character.  Without that line it
is version 0.1, in which the mark is a symbol of its own.  Ids are given here: the characters that the codes use, then one
each merge; `<unk>`, the first, stands for every other character.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.backends import LibraryTokenizer
from engine.backends.tokenizer_json_parts import END_OF_WORD, WORD_END, replace, replace_text, sequence, strip
from engine.errors import FormatError, UnsupportedError
from engine.formats.files import read_bytes
from engine.formats.library_file import open_with_library
from engine.formats.vocab_merges import MergeLine, read_merges
from engine.patterns import Pattern

UNKNOWN = "<unk>"
_MARK = "\ue000"
"""Stands in the library for a mark that is a symbol of its own: one character of private use."""


def load(path: Path, pattern: Pattern | None = None) -> LibraryTokenizer:
    """Open codes; FormatError names the line of what is wrong."""
    if pattern is not None and pattern.name != "whitespace":
        raise UnsupportedError(
            f"{path.name}: words of subword-nmt are what stands between blanks; no other pattern fits."
        )
    content = read_bytes(path)
    rows = read_merges(content, path.name)
    if not rows:
        raise FormatError(f"{path.name} holds no merges; expected two parts with a blank between them in each line.")
    header = content.removeprefix(b"\xef\xbb\xbf").split(b"\n", 1)[0].split()
    is_glued = header[:1] == [b"#version:"] and header[1:2] != [b"0.1"]
    fields = _glued(rows) if is_glued else _apart(rows, path.name)
    omitted = frozenset() if is_glued else frozenset({fields["model"]["vocab"][_MARK]})
    details = {"codes": f"version {'0.2' if is_glued else '0.1'}"}
    return open_with_library(
        fields, path.stem, path.name, file=("subword-nmt", content), details=details, omitted=omitted
    )


def _glued(rows: Sequence[MergeLine]) -> dict[str, Any]:
    """Version 0.2: `w</w>` is a symbol."""
    pairs = [(row.left, row.right) for row in rows]
    characters = sorted(
        {symbol.removesuffix(END_OF_WORD) for pair in pairs for part in pair for symbol in _symbols(part)}
    )
    fields = _content([*characters, *(character + END_OF_WORD for character in characters)], pairs)
    fields["model"]["end_of_word_suffix"] = END_OF_WORD
    fields["decoder"] = {"type": "BPEDecoder", "suffix": END_OF_WORD}
    return fields


def _symbols(part: str) -> list[str]:
    """The characters of a part, a mark at its end glued to the last.

    >>> _symbols("est</w>")
    ['e', 's', 't</w>']
    """
    stem = part.removesuffix(END_OF_WORD)
    return list(stem) if stem == part else [*stem[:-1], stem[-1:] + END_OF_WORD]


def _apart(rows: Sequence[MergeLine], source: str) -> dict[str, Any]:
    """Version 0.1: `</w>` is a symbol, written here as one character that is put behind each word."""
    if any(_MARK in row.left + row.right for row in rows):
        raise UnsupportedError(f"{source} uses U+E000 itself, which stands for the end of a word here.")
    pairs = [(row.left.replace(END_OF_WORD, _MARK), row.right.replace(END_OF_WORD, _MARK)) for row in rows]
    symbols = sorted({symbol for pair in pairs for part in pair for symbol in part} | {_MARK})
    fields = _content(symbols, pairs)
    fields["normalizer"] = replace(WORD_END, _MARK)
    fields["decoder"] = sequence("decoders", [{"type": "Fuse"}, replace_text(_MARK, " "), strip(stop=1)])
    return fields


def _content(symbols: Sequence[str], pairs: Sequence[tuple[str, str]]) -> dict[str, Any]:
    # A part that no merge before it makes is never reached, but the library wants to know it.
    made = [token for left, right in pairs for token in (left, right, left + right)]
    tokens = dict.fromkeys([UNKNOWN, *symbols, *made])
    return {
        "added_tokens": [],
        "normalizer": None,
        "pre_tokenizer": {"type": "WhitespaceSplit"},
        "model": {
            "type": "BPE",
            "unk_token": UNKNOWN,
            "fuse_unk": False,
            "vocab": {token: id for id, token in enumerate(tokens)},
            "merges": [list(pair) for pair in pairs],
        },
    }

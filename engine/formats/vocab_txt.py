"""`vocab.txt`: the vocabulary of a BERT, a token a line; its id is the number of line feeds before it.

The file holds neither the normalizer nor the special tokens.  What was saved here is opened as what it was, by our notes in
`tokenizer_config.json` beside it.  Else text is treated as BERT does; whether it is lower-cased says that configuration, or the
vocabulary itself: one without a capital letter is of lower-cased text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.backends import LibraryTokenizer
from engine.backends.tokenizer_json_parts import added_token
from engine.errors import FormatError, UnsupportedError
from engine.formats.files import read_bytes
from engine.formats.library_file import open_with_library
from engine.formats.native import native
from engine.formats.notes import configuration_beside, notes_on
from engine.formats.tokenizer_json_reading import own_name
from engine.patterns import Pattern
from engine.tokenizer import PipelineTokenizer

FILE_NAME = "vocab.txt"
UNKNOWN = "[UNK]"
CONTINUATION = "##"
LONGEST_WORD = 100
_MARK = re.compile(r"\[(?:PAD|UNK|CLS|SEP|MASK|BOS|EOS)\]")
_OPTIONS = ("do_lower_case", "strip_accents", "tokenize_chinese_chars")


def load(path: Path, pattern: Pattern | None = None) -> PipelineTokenizer | LibraryTokenizer:
    """Open a vocabulary; FormatError if it is none, UnsupportedError for a pattern other than BERT's."""
    if pattern is not None and pattern.name != "bert":
        raise UnsupportedError(f"{path.name} is cut as BERT cuts text; another pattern cannot be given.")
    content = read_bytes(path)
    tokens = read_lines(content, path.name)
    configuration = configuration_beside(path)
    name = own_name(path, FILE_NAME)
    saved = _saved(tokens, notes_on(path, configuration), name)
    if saved is not None:
        return saved
    options = {option: value for option, value in configuration.items() if option in _OPTIONS}
    if "do_lower_case" not in options:
        options["do_lower_case"] = is_lower_cased(tokens)
    empty = [id for id, token in enumerate(tokens) if token is None]
    details = {"lower case": "yes" if options["do_lower_case"] else "no"}
    if empty:
        details["empty lines"] = f"{len(empty):,}, the first is id {empty[0]:,}: no token has these ids"
    return open_with_library(
        bert_content(tokens, options),
        name,
        path.name,
        file=("vocab-txt", content),
        details=details,
    )


def _saved(tokens: Sequence[str | None], notes: Mapping[str, Any], name: str) -> PipelineTokenizer | None:
    """The tokenizer that was saved here; None where the notes are not of these tokens."""
    layout = notes.get("layout")
    listed = layout.get("special_tokens") if isinstance(layout, dict) else None
    named = listed if isinstance(listed, list) else []
    rows = {token: id for id, token in enumerate(tokens) if token is not None}
    added = [{"id": id, "content": token} for token, id in rows.items() if token in named]
    return native({"added_tokens": added, "model": {"type": "WordPiece", "vocab": rows}}, notes, name)


def read_lines(content: bytes, source: str) -> list[str | None]:
    """The tokens in id order, None for an empty line; FormatError names the line of what is wrong."""
    try:
        lines: list[str] = content.decode("utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        place = content.count(b"\n", 0, error.start) + 1
        raise FormatError(
            f"{source}, line {place:,}: byte {error.start:,} is not UTF-8; expected a vocabulary of BERT, a token a line."
        ) from None
    if lines[-1] == "":
        lines.pop()
    if lines and all(line.endswith("\r") for line in lines):
        lines = [line[:-1] for line in lines]
    line_of: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        if line and line_of.setdefault(line, number) != number:
            raise FormatError(f'{source}: the token "{line}" stands in line {line_of[line]:,} and in line {number:,}.')
    if "\t" in "".join(lines[:2]):
        raise FormatError(
            f"{source}, line 1: expected a token, found a table; a .vocab of SentencePiece is no tokenizer."
        )
    if UNKNOWN not in line_of:
        raise FormatError(f"{source} holds no {UNKNOWN}; expected a vocabulary of BERT, a token a line.")
    return [line or None for line in lines]


def is_mark(token: str | None) -> bool:
    """Whether it is one of BERT's special tokens."""
    return token is not None and _MARK.fullmatch(token) is not None


def is_lower_cased(tokens: Sequence[str | None]) -> bool:
    """Whether no token holds a capital letter of ASCII, special and unused tokens aside."""
    return not any(token and not token.startswith("[") and re.search("[A-Z]", token) for token in tokens)


def bert_content(tokens: Sequence[str | None], options: Mapping[str, Any]) -> dict[str, Any]:
    """A tokenizer.json that does what BERT does with these tokens."""
    return {
        "version": "1.0",
        "added_tokens": [added_token(id, token) for id, token in enumerate(tokens) if token and is_mark(token)],
        "normalizer": {
            "type": "BertNormalizer",
            "clean_text": True,
            "handle_chinese_chars": options.get("tokenize_chinese_chars", True),
            "strip_accents": options.get("strip_accents"),
            "lowercase": bool(options.get("do_lower_case", True)),
        },
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "decoder": {"type": "WordPiece", "prefix": CONTINUATION, "cleanup": False},
        "model": {
            "type": "WordPiece",
            "unk_token": UNKNOWN,
            "continuing_subword_prefix": CONTINUATION,
            "max_input_chars_per_word": LONGEST_WORD,
            "vocab": {token: id for id, token in enumerate(tokens) if token is not None},
        },
    }

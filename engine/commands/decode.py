"""Turn ids into a text.  Without IDS, or with -, they are read from standard input.

The text is printed as it is, without a line end of our own.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from engine.backends import AnyTokenizer
from engine.commands import shared
from engine.commands.status import AT_FAULT, DONE
from engine.errors import DecodeError, EngineError
from engine.tokenizer import PipelineTokenizer


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `mergescope decode`."""
    parser.epilog = "example: mergescope decode gpt2 15496 995"
    parser.add_argument("tokenizer", metavar="TOKENIZER", help="a bundled name (inspect --list) or a file")
    parser.add_argument("ids", metavar="IDS", nargs="*", help="ids, separated by blanks or commas; - is standard input")
    parser.add_argument(
        "--errors",
        choices=["strict", "replace"],
        default="strict",
        help="what to do about bad ids and bytes that are no text: refuse them, or show [id] and U+FFFD",
    )
    parser.add_argument("--bytes", metavar="FILE", help="write the raw bytes to this file; - is standard output")
    shared.add_pattern(parser, "how a file without a pattern cuts the text")


def run(options: argparse.Namespace) -> int:
    """Decode and print."""
    if options.bytes not in (None, "-"):
        shared.check_overwriting(Path(options.bytes), options.tokenizer)
    tokenizer = shared.tokenizer_named(options.tokenizer, options.pattern)
    ids = _ids(options.ids)
    if options.bytes is not None:
        _write(options.bytes, _bytes_of(tokenizer, ids))
        return DONE
    bad = _bad_id(tokenizer, ids)
    if bad is not None and options.errors == "replace":
        shared.say(f"mergescope decode: {bad}")
        sys.stdout.write(tokenizer.decode(ids, "replace"))
        return AT_FAULT
    try:
        text = tokenizer.decode(ids, options.errors)
    except DecodeError as error:
        raise EngineError(str(error).replace("decode with replacement", "give --errors replace")) from None
    sys.stdout.write(text)
    return DONE


def _bytes_of(tokenizer: AnyTokenizer, ids: list[int]) -> bytes:
    """The raw bytes of some ids; a library whose tokens are characters gives text."""
    return tokenizer.decode_bytes(ids) if isinstance(tokenizer, PipelineTokenizer) else tokenizer.decode(ids).encode()


def _bad_id(tokenizer: AnyTokenizer, ids: list[int]) -> DecodeError | None:
    """The refusal of the first id that is not there; bytes that are no text are no bad ids."""
    if all(map(tokenizer.vocabulary.has, ids)):
        return None
    try:
        tokenizer.decode(ids)
    except DecodeError as error:
        return error
    return None


def _ids(words: list[str]) -> list[int]:
    """The ids of the command line or of standard input."""
    text = " ".join(words) if words and words != ["-"] else shared.read_text("-")
    ids = []
    for place, word in enumerate(re.findall(r"[^\s,\[\]]+", text), 1):
        if not re.fullmatch(r"[+-]?[0-9]{1,400}", word):
            raise DecodeError(b"", 0, 0, f'"{word[:40]}" (place {place:,}) is not an id; ids are whole numbers.')
        ids.append(int(word))
    return ids


def _write(name: str, data: bytes) -> None:
    if name == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        from engine.formats.files import write_atomically

        write_atomically(Path(name), data)

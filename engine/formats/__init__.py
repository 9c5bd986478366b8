"""FORMATS: the files a tokenizer can be saved to and opened from, and the two functions that choose among them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.backends import AnyTokenizer, LibraryTokenizer
from engine.errors import FormatError, OptionError, UnsupportedError, readable
from engine.formats import (
    mergescope_json,
    tiktoken_bpe,
    tokenizer_json,
    vocab_folders,
    vocab_merges,
    vocab_text,
    vocab_txt,
)
from engine.formats.recognise import SUFFIXES, Reader, reader_of
from engine.formats.resaving import save_as_opened
from engine.patterns import Pattern, pattern_named
from engine.tokenizer import PipelineTokenizer


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file: its name on the command line, the suffix by which it is known, and what reads and writes it.

    Without a suffix it is a folder of several files, and known by its name alone.
    """

    name: str
    title: str
    suffix: str
    save: Callable[[PipelineTokenizer, Path], None]
    load: Reader | None = None


FORMATS: dict[str, Format] = {
    row.name: row
    for row in (
        Format(
            "tokenizer-json",
            "tokenizer.json (tokenizers)",
            tokenizer_json.SUFFIX,
            tokenizer_json.save,
            tokenizer_json.load,
        ),
        Format("tiktoken", "Ranks (tiktoken)", tiktoken_bpe.SUFFIX, tiktoken_bpe.save, tiktoken_bpe.load),
        Format("mergescope", "Mergescope", mergescope_json.SUFFIX, mergescope_json.save, mergescope_json.load),
        Format("vocab", "Vocabulary, to read", vocab_text.SUFFIX, vocab_text.save),
        Format("vocab-merges", "vocab.json and merges.txt, a folder", "", vocab_folders.save_merges, vocab_merges.load),
        Format("vocab-txt", "vocab.txt (BERT), a folder", "", vocab_folders.save_lines, vocab_txt.load),
    )
}

OPENABLE = tuple(dict.fromkeys((*SUFFIXES, *(kind.suffix for kind in FORMATS.values() if kind.suffix and kind.load))))
"""The suffixes of files that can be opened."""


def load(path: str | Path, pattern: Pattern | str | None = None) -> AnyTokenizer:
    """Open a tokenizer file, or the folder of one; `pattern`, or one of its name, overrides what the file says, or says
    what it does not.

    Raises FormatError for a damaged file, UnsupportedError for one that holds something else than can be opened,
    OptionError for a pattern that there is not.
    """
    path = Path(path)
    cut = pattern_named(pattern) if isinstance(pattern, str) else pattern
    with readable(path, FormatError):
        if not path.exists():
            raise FormatError(f"There is no file {path}.")
        if not path.is_file() and not path.is_dir():  # a pipe or a device: looking into it may never end
            raise FormatError(f"{path} is no file.")
        if path.is_file() and path.suffix != ".model" and not path.stat().st_size:  # its reader says what it is not
            raise FormatError(f"{path.name}: the file is empty.")
        if path.is_file() and _is_web_page(path):
            raise FormatError(f"{path.name} is a web page, not a tokenizer. Download the file itself.")
    if path.suffix == vocab_text.SUFFIX:
        raise UnsupportedError(f"{path.name} is a list for people to read; it cannot be opened as a tokenizer.")
    found = _reader_of(path)
    if found is None:
        suffixes = ", ".join(OPENABLE)
        raise OptionError(
            f"{path.name}: the suffix tells no format. Tokenizers are opened from {suffixes} and folders of such files."
        )
    load_file, file = found
    return load_file(file, cut)


def _is_web_page(path: Path) -> bool:
    """What browsers save where a file is only shown; no tokenizer begins like this."""
    with path.open("rb") as file:
        return file.read(64).lstrip().lower().startswith((b"<!doctype html", b"<html"))


def _reader_of(path: Path) -> tuple[Reader, Path] | None:
    """What opens it, and the file that it is to be given: by its content where formats share a suffix, else by the table."""
    by_suffix = (
        kind.load for kind in FORMATS.values() if kind.load and kind.suffix and path.name.endswith(kind.suffix)
    )
    own = next(by_suffix, None)
    return reader_of(path) or (None if own is None else (own, path))


def save(tokenizer: AnyTokenizer, path: str | Path, format: str | None = None) -> None:
    """Write a tokenizer, whole or not at all; the format is the one named, or follows from the suffix.

    Raises UnsupportedError where the format cannot hold this tokenizer, and says what can.
    """
    path = Path(path)
    kind = FORMATS[format] if format in FORMATS else format_of(path, format)
    if isinstance(tokenizer, LibraryTokenizer):
        save_as_opened(tokenizer, path, kind.name)
    else:
        kind.save(tokenizer, path)


def format_of(path: Path, named: str | None = None) -> Format:
    """The format of a file by its suffix; OptionError if neither the suffix nor the name is known."""
    if named is not None and named not in FORMATS:
        raise OptionError(f'There is no format "{named}". Choose one of: {", ".join(FORMATS)}.')
    for kind in FORMATS.values():
        if kind.suffix and path.name.endswith(kind.suffix):
            return FORMATS[named] if named else kind
    known = ", ".join(f"{kind.suffix} ({kind.name})" for kind in FORMATS.values() if kind.suffix)
    raise OptionError(f"{path.name}: the suffix tells no format. Use one of: {known}.")

"""FORMATS: the files a tokenizer can be saved to and opened from, and the two functions that choose among them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.errors import FormatError, OptionError, UnsupportedError
from engine.formats import mergescope_json, tiktoken_bpe, tokenizer_json, vocab_text
from engine.pre_tokenizers import Pattern
from engine.tokenizer import PipelineTokenizer


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file: its name on the command line, the suffix by which it is known, and what reads and writes it."""

    name: str
    title: str
    suffix: str
    save: Callable[[PipelineTokenizer, Path], None]
    load: Callable[[Path, Pattern | None], PipelineTokenizer] | None = None


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
    )
}


def load(path: str | Path, pattern: Pattern | None = None) -> PipelineTokenizer:
    """Open a tokenizer file by its suffix; `pattern` overrides what the file says, or says what it does not.

    Raises FormatError for a damaged file, UnsupportedError for one that holds something else than can be opened.
    """
    path = Path(path)
    if path.is_dir():
        inside = path / "tokenizer.json"
        if not inside.exists():
            raise FormatError(f"{path} is a folder without a tokenizer.json.")
        path = inside
    if not path.exists():
        raise FormatError(f"There is no file {path}.")
    kind = format_of(path)
    if kind.load is None:
        raise UnsupportedError(f"{path.name} is a list for people to read; it cannot be opened as a tokenizer.")
    return kind.load(path, pattern)


def save(tokenizer: PipelineTokenizer, path: str | Path, format: str | None = None) -> None:
    """Write a tokenizer, whole or not at all; the format is the one named, or follows from the suffix.

    Raises UnsupportedError where the format cannot hold this tokenizer, and says what can.
    """
    path = Path(path)
    (FORMATS[format] if format in FORMATS else format_of(path, format)).save(tokenizer, path)


def format_of(path: Path, named: str | None = None) -> Format:
    """The format of a file by its suffix; OptionError if neither the suffix nor the name is known."""
    if named is not None and named not in FORMATS:
        raise OptionError(f'There is no format "{named}". Choose one of: {", ".join(FORMATS)}.')
    for kind in FORMATS.values():
        if path.name.endswith(kind.suffix):
            return FORMATS[named] if named else kind
    known = ", ".join(f"{kind.suffix} ({kind.name})" for kind in FORMATS.values())
    raise OptionError(f"{path.name}: the suffix tells no format. Use one of: {known}.")

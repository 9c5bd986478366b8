"""What several commands need: naming a tokenizer, reading texts, JSON, progress on a terminal."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from engine.backends import AnyTokenizer
from engine.commands.status import UsageError
from engine.errors import EngineError, OptionError, is_there
from engine.model import Progress
from engine.patterns import PATTERNS, Pattern, pattern_named
from engine.suggestions import did_you_mean
from engine.text_encodings import check_encoding

Event = TypeVar("Event")


class FileError(EngineError):
    """A file of the command line cannot be read."""


# Options --------------------------------------------------------------------------------------------------------------


def add_pattern(parser: argparse._ActionsContainer, purpose: str) -> None:
    """`--pattern`, a name or a regular expression."""
    parser.add_argument(
        "--pattern",
        type=pattern,
        metavar="NAME|REGEX",
        help=f"{purpose}: {', '.join(PATTERNS)} or a regular expression",
    )


def text(argument: str) -> str:
    """An argument that is text, not the name of a file: UTF-8 in every locale, for argparse."""
    try:
        return os.fsencode(argument).decode()
    except UnicodeError as error:
        raise argparse.ArgumentTypeError(f"{argument!r} is not UTF-8") from error


def pattern(argument: str) -> Pattern:
    """The pattern of this name or expression, for argparse."""
    try:
        return pattern_named(text(argument))
    except OptionError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def encoding(text: str) -> str:
    """The name of a text encoding, for argparse."""
    try:
        return check_encoding(text)
    except OptionError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def whole(text: str) -> int:
    """A whole number, for argparse."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is no whole number") from None


def real(text: str) -> float:
    """A number, for argparse."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is no number") from None


def count(text: str) -> int:
    """A whole number from 0 on, for argparse."""
    number = whole(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"{text} is less than 0")
    return number


# Tokenizers and texts -------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def usage(way_out: str = "") -> Iterator[None]:
    """Inside, an option that the engine refuses is wrong usage of the command; its sentence ends with the way out."""
    try:
        yield
    except OptionError as error:
        raise UsageError(f"{error}{way_out}") from error


def tokenizer_named(name: str, pattern: Pattern | None = None) -> AnyTokenizer:
    """The tokenizer of a bundled or installed name, or of a file."""
    from engine.formats import load
    from engine.presets import PRESETS, available, load_preset
    from engine.published.preset_table import FOUND

    if name in PRESETS:
        return load_preset(name)
    if is_there(Path(name)) and (name not in FOUND or FOUND[name].source() is None):
        return load(Path(name), pattern)
    names = [*PRESETS, *FOUND]
    if name in FOUND or name in available():
        return load_preset(name)
    hint = did_you_mean(name, names) or " Those with a name are listed by mergescope inspect --list."
    raise FileError(f"{name}: no such file, and no tokenizer is called so.{hint}")


def tokenizers_named(names: Sequence[str], pattern: Pattern | None = None) -> list[AnyTokenizer]:
    """Several of them; where two would have one name, each is called by what it was asked for with."""
    tokenizers = [tokenizer_named(name, pattern) for name in names]
    called = Counter(tokenizer.name for tokenizer in tokenizers)
    return [
        tokenizer if called[tokenizer.name] == 1 else tokenizer.renamed(name)
        for name, tokenizer in zip(names, tokenizers, strict=True)
    ]


def read_bytes(name: str) -> bytes:
    """A file's bytes, or standard input's for "-"."""
    if name == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise FileError(f"{name} cannot be read: {error.strerror or error}.") from error


def read_text(name: str, encoding: str = "utf-8") -> str:
    """The text of a file or of standard input, every character of it; a bad byte is refused with its offset."""
    data = read_bytes(name)
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        label = "standard input" if name == "-" else name
        bad = error.object[error.start : error.start + 1].hex()
        raise FileError(
            f"{label}: byte {error.start:,} (0x{bad}) is not {encoding}; name its --encoding, or give --bytes."
        ) from error


def output_format(path: Path, named: str | None) -> str:
    """The name of the format to write: the one that is named, or by the suffix."""
    from engine.formats import format_of

    if named is not None:
        return named
    try:
        return format_of(path).name
    except OptionError as error:
        raise UsageError(f"{error} Or name one with --format.") from error


# Output ---------------------------------------------------------------------------------------------------------------


def print_json(value: Any) -> None:
    """One line of JSON."""
    print(json.dumps(value, ensure_ascii=True, allow_nan=False))


def say(*sentences: str) -> None:
    """Sentences on standard error."""
    for sentence in sentences:
        print(sentence, file=sys.stderr)


def counted(number: int, thing: str, things: str = "") -> str:
    """A number with what it is of.

    >>> counted(1, "merge"), counted(2_000, "merge"), counted(0, "entry", "entries")
    ('1 merge', '2,000 merges', '0 entries')
    """
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"


def check_writable(path: Path, format: str | None = None) -> None:
    """What cannot be written is said before the work; formats of several files are written into a folder of their own."""
    from engine.formats import FORMATS
    from engine.formats.files import writable

    takes_folder = format is not None and not FORMATS[format].suffix
    if not (takes_folder and path.is_dir()):
        writable(path)


def check_overwriting(out: Path, *read: str) -> None:
    """What a command reads is not written over by it."""
    for name in read:
        if Path(name).exists() and os.path.realpath(out) == os.path.realpath(name):
            raise UsageError(f"{out} and {name} are the same file, which would be overwritten")


def shown_progress(events: Iterable[Progress | Event]) -> Iterator[Event]:
    """All events but Progress, which becomes a bar on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield from (event for event in events if not isinstance(event, Progress))
        return
    from rich.console import Console
    from rich.progress import Progress as Bars

    with Bars(console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, Any] = {}
        for event in events:
            if not isinstance(event, Progress):
                yield event
                continue
            if event.stage not in tasks:
                tasks[event.stage] = bars.add_task(event.stage, total=1.0 if event.total else None)
            bars.update(tasks[event.stage], completed=event.share)

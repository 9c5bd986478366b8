"""What can go wrong, said so that a user can act on it.

    EngineError             anything the engine refuses; its message is one sentence ready to be shown
      OptionError           an option's value is out of range, or two options exclude each other
      CorpusError           a text to learn from cannot be read
      FormatError           a tokenizer file is not what it claims to be (file, place, what was expected)
        PatternNeededError  the file is whole but does not say how text is cut
      UnsupportedError      this tokenizer cannot be saved or cut that way, and why
      TrainingError         a training cannot go on
      DownloadError         a file cannot be fetched, or is not what was published
      EncodeError           a text holds what this tokenizer cannot write
      DecodeError           ids or bytes are no text; also a `UnicodeDecodeError`

A sentence names the thing, the place and the way out: "merges.txt, line 8,191: expected two parts, found three."
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_CONTROLS = re.compile("[\x00-\x1f\x7f\x85\u2028\u2029]")
_MOST_SHOWN = 40
_LONGEST = 600
"""Characters of a sentence; one that names tokens of a damaged file could be of any length."""


def clipped(text: str) -> str:
    """A text as a sentence names it: its beginning, where it is long.

    >>> clipped("a" * 1_000_000)
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…'
    """
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"


def on_one_line(sentence: str) -> str:
    """A sentence that can be read, whatever is named in it: of one line, and with an end.

    >>> on_one_line("a" + chr(10) + "b"), len(on_one_line("a" * 5_000))
    ('a\\\\nb', 603)
    """
    sentence = _CONTROLS.sub(lambda found: repr(found[0])[1:-1], sentence)
    return sentence if len(sentence) <= _LONGEST else f"{sentence[: _LONGEST - 150]} … {sentence[-150:]}"


class EngineError(Exception):
    """A refusal with a sentence for the user; everything the engine raises on purpose is one.

    >>> str(EngineError('the token "' + chr(10) + '" has no id'))
    'the token "\\\\n" has no id'
    """

    def __str__(self) -> str:
        return on_one_line(super().__str__())  # a token or a name out of a damaged file may hold anything


class OptionError(EngineError):
    """An option has a value that cannot be used."""


class CorpusError(EngineError):
    """A corpus file cannot be read as text."""


class FormatError(EngineError):
    """A file does not hold what its format asks for."""


class PatternNeededError(FormatError):
    """A file holds tokens but not the pattern that cuts text before merging; the caller has to name it."""


class UnsupportedError(EngineError):
    """What was asked for cannot be expressed; the message says why and what can be done instead."""


class TrainingError(EngineError):
    """A training cannot start or go on."""


class DownloadError(EngineError):
    """A tokenizer cannot be fetched by name: no connection, a refusal, half a file or another one."""


class EncodeError(EngineError):
    """A text holds a character or a word that is not in the vocabulary, and there is no unknown token."""


class DecodeError(EngineError, UnicodeDecodeError):
    """Ids that are not in the vocabulary, or tokens whose bytes are not UTF-8.

    Carries the bytes and the place like any `UnicodeDecodeError`; `str` gives the sentence.
    """

    def __init__(self, data: bytes, start: int, end: int, sentence: str) -> None:
        UnicodeDecodeError.__init__(self, "utf-8", data, start, end, sentence)
        self.sentence = sentence

    def __str__(self) -> str:
        return self.sentence


@contextmanager
def readable(path: Path, kind: type[EngineError]) -> Iterator[None]:
    """What the system refuses of a path inside - a closed folder, a name that is too long - is said as such an error."""
    try:
        yield
    except OSError as error:
        raise kind(f"{path} cannot be read: {error.strerror or error}.") from None


def is_there(path: Path) -> bool:
    """Whether there is something at a path; False where the system does not say.

    >>> is_there(Path("n" * 10_000))
    False
    """
    try:
        return path.exists()
    except OSError:
        return False

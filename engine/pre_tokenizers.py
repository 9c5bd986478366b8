r"""PATTERNS: how a text is cut into pre-tokens before anything is learned or encoded; no token crosses such a cut.

A pattern is a regular expression.  The well-known ones also have a compiled scanner that gives the same cuts a hundred
times as fast; all others go through `regex`.  What stands between two matches is a pre-token of its own, so that nothing
of a text is ever lost; an empty match is a cut (as in `tokenizers`).

Scanners follow Unicode 16.0 (see unicode.py) as `tiktoken` and `tokenizers` do; `regex` follows its own version.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import regex

from engine.errors import OptionError
from engine.kernels import scan
from engine.model import padded
from engine.unicode import class_table
from engine.vocabulary import ByteArray, IntArray

_SLICE = 1 << 20


@dataclass(frozen=True, slots=True)
class Pattern:
    """A way to cut text.  `scanner` is the number of a scanner in kernels/scan.py; without an expression nothing is cut."""

    name: str
    title: str
    expression: str | None
    scanner: int | None = None

    def split(self, data: ByteArray, length: int) -> npt.NDArray[np.int64]:
        """Where each pre-token of `data[:length]` ends, in bytes; `data` is valid UTF-8, padded (see model.padded).

        >>> from engine.model import padded
        >>> PATTERNS["gpt2"].split(padded(b"Hello world!"), 12).tolist()
        [5, 11, 12]
        """
        if length == 0:
            return np.empty(0, np.int64)
        if self.scanner is not None:
            return _scan(self.scanner, data, length)
        ends = np.array([end for _, end in self.spans(data[:length].tobytes().decode())])
        offsets = byte_offsets(data, length)
        return np.asarray(offsets[ends], np.int64)

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Start and end of each pre-token in characters, through `regex`; they join to the text."""
        done = 0
        if self.expression is not None:
            for match in _compiled(self.expression).finditer(text):
                start, end = match.span()
                if start > done:
                    yield done, start
                if end > start:
                    yield start, end
                done = end
        if done < len(text):
            yield done, len(text)

    def split_text(self, text: str) -> list[str]:
        """The pre-tokens of a text.

        >>> PATTERNS["cl100k"].split_text("In 12345 days")
        ['In', ' ', '123', '45', ' days']
        """
        data = text.encode()
        ends = self.split(padded(data), len(data)).tolist()
        return [data[start:end].decode() for start, end in zip([0, *ends], ends, strict=False)]


def pattern_named(text: str) -> Pattern:
    """The pattern of that name, or the regular expression; OptionError names the place where it does not compile.

    >>> pattern_named("o200k").title
    'o200k (GPT-4o and later)'
    """
    name = text.removesuffix("_base")  # cl100k_base is the encoding, cl100k its pattern: meant is the same
    if name in PATTERNS:
        return PATTERNS[name]
    if not text:
        raise OptionError(f"The pattern is empty. Choose one of {', '.join(PATTERNS)}, or give a regular expression.")
    if text.isidentifier():  # as an expression it would cut at this one word: a name that is not there, or mistyped
        close = difflib.get_close_matches(text, PATTERNS, 1)
        raise OptionError(
            f"There is no pattern {text}.{f' Did you mean {close[0]}?' if close else ''} Choose one of "
            f"{', '.join(PATTERNS)}, or give a regular expression; the word itself is ({text})."
        )
    return pattern_expressed(text)


def pattern_expressed(text: str) -> Pattern:
    """The pattern of a regular expression, with its scanner if it is one of the well-known; OptionError as above."""
    same = next((pattern for pattern in PATTERNS.values() if pattern.expression == text), None)
    if same is not None:
        return same
    try:
        _compiled(text)
    except regex.error as error:
        place = "" if error.pos is None else f" at character {error.pos + 1}"
        message = str(error.msg)
        raise OptionError(
            f"The pattern {text} is neither a name ({', '.join(PATTERNS)}) nor a regular expression: {message}{place}."
        ) from error
    return Pattern("custom", "Regular expression", text)


def byte_offsets(data: ByteArray, length: int) -> npt.NDArray[np.int64]:
    """Where each character of UTF-8 bytes starts, and one more: the end."""
    return np.append(np.flatnonzero((data[:length] & 0xC0) != 0x80), length)


def _scan(scanner: int, data: ByteArray, length: int) -> npt.NDArray[np.int64]:
    """All ends, found in slices, so that the room for them does not grow to eight times the text at once."""
    classes = class_table()
    room = np.empty(min(length, _SLICE) + 64, np.int64)
    parts: list[IntArray] = []
    start = 0
    while start < length:
        count, start = scan.fill_ends(scanner, data, start, length, classes, room)
        parts.append(room[:count].copy())
    return np.concatenate(parts)


@lru_cache(64)
def _compiled(expression: str) -> regex.Pattern[str]:
    return regex.compile(expression)


_CONTRACTION = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_MARKED = r"\p{Lm}\p{Lo}\p{M}"
_PREFIX = r"[^\r\n\p{L}\p{N}]?"

PATTERNS: dict[str, Pattern] = {
    pattern.name: pattern
    for pattern in (
        Pattern(
            "gpt2",
            "GPT-2",
            r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
            scan.GPT2,
        ),
        Pattern(
            "cl100k",
            "cl100k (GPT-3.5 and GPT-4)",
            r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+"
            r"| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s",
            scan.CL100K,
        ),
        Pattern(
            "o200k",
            "o200k (GPT-4o and later)",
            rf"{_PREFIX}[\p{{Lu}}\p{{Lt}}{_MARKED}]*[\p{{Ll}}{_MARKED}]+{_CONTRACTION}?"
            rf"|{_PREFIX}[\p{{Lu}}\p{{Lt}}{_MARKED}]+[\p{{Ll}}{_MARKED}]*{_CONTRACTION}?"
            r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
            scan.O200K,
        ),
        Pattern(
            "llama3",
            "Llama 3",
            rf"{_CONTRACTION}|{_PREFIX}\p{{L}}+|\p{{N}}{{1,3}}"
            r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
            scan.LLAMA3,
        ),
        Pattern(
            "qwen",
            "Qwen 2 and 3",
            rf"{_CONTRACTION}|{_PREFIX}\p{{L}}+|\p{{N}}"
            r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
            scan.QWEN,
        ),
        Pattern("whitespace", "Runs of white space, and what stands between", r"\s+"),
        Pattern("none", "Whole text", None),
    )
}

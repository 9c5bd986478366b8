r"""PATTERNS: how a text is cut into pre-tokens before anything is learned or encoded; no token crosses such a cut.

    Pattern         an expression with a name; a custom one has none of its own
    PreTokenizer    a pattern and what goes beside it: a rule for digits, white space as pieces

A pattern is a regular expression.  The well-known ones also have a compiled scanner that gives the same cuts a hundred
times as fast; all others go through `regex`.  What stands between two matches is a pre-token of its own, so that nothing
of a text is ever lost; an empty match is a cut (as in `tokenizers`).  Only `whitespace` and `bert` drop what they do not
match: white space.

Scanners follow Unicode 16.0 (see unicode.py) as `tiktoken` and `tokenizers` do; `regex` follows its own version.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt
import regex

from engine.errors import OptionError
from engine.kernels import pieces, scan
from engine.model import padded
from engine.unicode import NUMBER, bert_class_table, class_table
from engine.vocabulary import ByteArray, IntArray

_ROOM = 1024

Offsets = npt.NDArray[np.int64]
Digits = Literal["as-pattern", "each", "3-left", "3-right"]
DIGIT_RULES: tuple[Digits, ...] = get_args(Digits)
"""What is done with a run of digits before the pattern: nothing, each alone, in threes from the left or from the right."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A way to cut text.

    `scanner` is the number of a scanner in kernels/scan.py or kernels/pieces.py; without an expression nothing is cut.
    """

    name: str
    title: str
    expression: str | None
    scanner: int | None = None
    drops_whitespace: bool = False

    def split(self, data: ByteArray, length: int) -> Offsets:
        """Where each pre-token of `data[:length]` ends, in bytes; `data` is valid UTF-8, padded (see model.padded).

        >>> from engine.model import padded
        >>> PATTERNS["gpt2"].split(padded(b"Hello world!"), 12).tolist()
        [5, 11, 12]
        """
        return PreTokenizer(self).pieces(data, length)[1]

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Start and end of each pre-token in characters, through `regex`; they join to the text unless white space is
        dropped."""
        done = 0
        if self.expression is not None:
            for match in _matches(self.expression, text):
                start, end = match.span()
                if start > done and not self.drops_whitespace:
                    yield done, start
                if end > start:
                    yield start, end
                done = end
        if done < len(text) and not self.drops_whitespace:
            yield done, len(text)

    def split_text(self, text: str) -> list[str]:
        """The pre-tokens of a text.

        >>> PATTERNS["cl100k"].split_text("In 12345 days")
        ['In', ' ', '123', '45', ' days']
        """
        return PreTokenizer(self).split_text(text)


@dataclass(frozen=True, slots=True)
class PreTokenizer:
    """A pattern, and what goes beside it.

    digits             with a rule every run of digits (\\p{N}, of any script) is cut out first, whatever the pattern would do
    whitespace_pieces  metaspace only: marks in a row are one piece with the word behind them, so that blanks can be merged
    """

    pattern: Pattern
    digits: Digits = "as-pattern"
    whitespace_pieces: bool = False

    def __post_init__(self) -> None:
        if self.digits not in DIGIT_RULES:
            raise OptionError(f'There is no rule "{self.digits}" for digits. Choose one of: {", ".join(DIGIT_RULES)}.')

    @property
    def expression(self) -> str | None:
        """The regular expression; None cuts nothing."""
        return _METASPACE_ROWS if self._joins_marks else self.pattern.expression

    @property
    def drops_whitespace(self) -> bool:
        """Whether pieces may have gaps between them, of white space alone."""
        return self.pattern.drops_whitespace

    @property
    def cuts_at_marks(self) -> bool:
        """Whether it is metaspace, so that words begin with their marks."""
        return self.pattern.scanner == pieces.METASPACE

    @property
    def ends_scanner(self) -> int | None:
        """The number of the scanner in kernels/scan.py that does all of it; None if more is needed."""
        scanner = self.pattern.scanner
        return scanner if scanner is not None and scanner <= scan.QWEN and self.digits == "as-pattern" else None

    def cuts_before_blanks(self, blanks_are_marks: bool = False) -> bool:
        """Whether there is a border before each blank that follows an ASCII letter, whatever stands around: a text may be
        taken apart there.  `blanks_are_marks`: it is cut after metaspace has made every blank a mark."""
        scanner = self.pattern.scanner
        if scanner is None or scanner == pieces.WHOLE:
            return False
        if scanner <= scan.QWEN:
            return True
        return self.cuts_at_marks == blanks_are_marks

    def pieces(self, data: ByteArray, length: int) -> tuple[Offsets, Offsets]:
        """Where the pre-tokens of `data[:length]` start and end, in bytes; the data is valid UTF-8, padded.

        >>> from engine.model import padded
        >>> starts, ends = PreTokenizer(PATTERNS["whitespace"]).pieces(padded(b"to  be"), 6)
        >>> starts.tolist(), ends.tolist()
        ([0, 4], [2, 6])
        """
        if self.ends_scanner is not None:
            ends = _scan(self.ends_scanner, data, length)
            return _starts_before(ends), ends
        return self.pieces_of_stretches(data, np.zeros(1, np.int64), np.array([length], np.int64))

    def pieces_of_texts(self, data: ByteArray, text_ends: IntArray) -> tuple[Offsets, Offsets]:
        """The same of texts that stand end to end, each cut on its own."""
        ends = np.asarray(text_ends, np.int64)
        return self.pieces_of_stretches(data, _starts_before(ends), ends)

    def pieces_of_stretches(self, data: ByteArray, starts: IntArray, ends: IntArray) -> tuple[Offsets, Offsets]:
        """The same of the texts `data[starts[i]:ends[i]]`."""
        digits = DIGIT_RULES.index(self.digits)
        scanner = self._scanner
        classes = bert_class_table() if scanner == pieces.BERT else class_table()
        found: tuple[Offsets, Offsets]
        if scanner is not None:
            found = pieces.cut_texts(scanner, digits, data, starts, ends, classes)
            return found
        found = pieces.cut_texts(pieces.WHOLE, digits, data, starts, ends, classes)
        numbers = pieces.are_of_class(data, found[0], classes, NUMBER) if digits else np.zeros(len(found[0]), bool)
        return self._cut_by_expression(data, *found, numbers)

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Start and end of each pre-token in characters, found bit by bit where the pattern has no scanner."""
        if self.digits == "as-pattern" and self.pattern.scanner is None:
            yield from self.pattern.spans(text)
            return
        data = text.encode()
        starts, ends = self.pieces(padded(data), len(data))
        offsets = byte_offsets(padded(data), len(data))
        yield from zip(np.searchsorted(offsets, starts).tolist(), np.searchsorted(offsets, ends).tolist(), strict=True)

    def split_text(self, text: str) -> list[str]:
        """The pre-tokens of a text.

        >>> PreTokenizer(PATTERNS["gpt2"], digits="3-right").split_text("In 12345 days")
        ['In', ' ', '12', '345', ' days']
        """
        data = text.encode()
        starts, ends = self.pieces(padded(data), len(data))
        return [data[start:end].decode() for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]

    @property
    def _joins_marks(self) -> bool:
        return self.whitespace_pieces and self.cuts_at_marks

    @property
    def _scanner(self) -> int | None:
        return pieces.METASPACE_ROWS if self._joins_marks else self.pattern.scanner

    def _cut_by_expression(
        self, data: ByteArray, starts: Offsets, ends: Offsets, whole: npt.NDArray[np.bool_]
    ) -> tuple[Offsets, Offsets]:
        """Pieces of stretches through `regex`; those that are marked stay whole."""
        parts: list[tuple[Offsets, Offsets]] = [(np.empty(0, np.int64), np.empty(0, np.int64))]
        for start, end, keep in zip(starts.tolist(), ends.tolist(), whole.tolist(), strict=True):
            if keep:
                parts.append((np.array([start]), np.array([end])))
            elif start < end:
                stretch = data[start:end]
                spans = np.array(list(self.pattern.spans(stretch.tobytes().decode())), np.int64).reshape(-1, 2)
                found = byte_offsets(stretch, end - start)[spans] + start
                parts.append((found[:, 0], found[:, 1]))
        return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])


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


def _starts_before(ends: Offsets) -> Offsets:
    """Where things start that stand end to end."""
    return np.concatenate([np.zeros(min(1, len(ends)), np.int64), ends[:-1]])


def _scan(scanner: int, data: ByteArray, length: int) -> npt.NDArray[np.int64]:
    """All ends; the room for them begins at twice the text's size, and doubles for a text of shorter pieces."""
    classes = class_table()
    ends = np.empty(length // 4 + _ROOM, np.int64)
    count, start = scan.fill_ends(scanner, data, 0, length, classes, ends)
    while start < length:
        ends = np.concatenate([ends[:count], np.empty(count + _ROOM, np.int64)])
        more, start = scan.fill_ends(scanner, data, start, length, classes, ends[count:])
        count += more
    return ends[:count]


def _matches(expression: str, text: str) -> Iterator[regex.Match[str]]:
    """All matches; an expression may come from a file that nobody has looked at, and try the same letters for ever.

    While it searches the interpreter is free for others.
    """
    try:
        yield from _compiled(expression).finditer(text, timeout=_MATCH_LIMIT, concurrent=True)
    except TimeoutError:
        raise OptionError(
            f"The pattern {expression} searches for longer than {_MATCH_LIMIT} seconds for one pre-token, as if for ever. "
            "Its repetitions can match the same letters in too many ways; make them possessive (++, *+)."
        ) from None


@lru_cache(64)
def _compiled(expression: str) -> regex.Pattern[str]:
    return regex.compile(expression)


_MATCH_LIMIT = 2
"""Seconds for one match; an ordinary one takes microseconds."""
_CONTRACTION = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_MARKED = r"\p{Lm}\p{Lo}\p{M}"
_PREFIX = r"[^\r\n\p{L}\p{N}]?"
_PUNCTUATION = r"!-/:-@\[-`{-~\p{P}"
_METASPACE_ROWS = "\u2581+[^\u2581]*|[^\u2581]+"

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
        # Possessive, so that they are not what somebody may write who wants the gaps between the matches kept.
        Pattern(
            "whitespace", "Between white space, which is dropped", r"\S++", pieces.WHITESPACE, drops_whitespace=True
        ),
        Pattern(
            "bert",
            "BERT: between white space, punctuation alone",
            rf"[^\s{_PUNCTUATION}]++|[{_PUNCTUATION}]",
            pieces.BERT,
            drops_whitespace=True,
        ),
        Pattern("metaspace", "Before each \u2581 (SentencePiece)", "\u2581[^\u2581]*|[^\u2581]+", pieces.METASPACE),
        Pattern("none", "Whole text", None, pieces.WHOLE),
    )
}

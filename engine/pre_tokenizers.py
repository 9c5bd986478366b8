"""PreTokenizer: how a text is cut into pre-tokens before anything is learned or encoded; no token crosses such a cut.

It is a pattern (see patterns.py) and what goes beside it: a rule for digits, and white space as pieces.  What stands between
two matches of a pattern is a pre-token of its own, so that nothing of a text is ever lost.  Only `whitespace` and `bert` drop
what they do not match: white space.

Scanners follow Unicode 16.0 (see unicode.py) as `tiktoken` and `tokenizers` do; `regex` follows its own version.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from engine.errors import OptionError
from engine.kernels import pieces, scan
from engine.model import padded
from engine.patterns import Pattern
from engine.unicode import NUMBER, bert_class_table, class_table
from engine.vocabulary import ByteArray, IntArray

_ROOM = 1024

Offsets = npt.NDArray[np.int64]
_METASPACE_ROWS = "\u2581+[^\u2581]*|[^\u2581]+"
"""What metaspace cuts by where white space is pieces: marks in a row are one with the word behind them."""
Digits = Literal["as-pattern", "each", "3-left", "3-right"]
DIGIT_RULES: tuple[Digits, ...] = get_args(Digits)
"""What is done with a run of digits before the pattern: nothing, each alone, in threes from the left or from the right."""


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
        >>> from engine.patterns import PATTERNS
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

        >>> from engine.patterns import PATTERNS
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

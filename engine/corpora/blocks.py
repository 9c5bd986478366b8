"""Cutting a stream of text into blocks: at records, or where every pattern with a scanner cuts anyway."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

import numpy as np

from engine.errors import CorpusError
from engine.tables import Rows
from engine.vocabulary import IntArray

Records = Literal["file", "line", "paragraph"]
RECORDS: tuple[Records, ...] = get_args(Records)


@dataclass(frozen=True, slots=True)
class Block:
    """Consecutive text of one source: valid UTF-8 that can be cut into pre-tokens on its own.

    A block ends with a record (`ends_record`), or before a blank that follows an ASCII letter, where every pattern with
    a scanner cuts whatever stands around it.  Records of lines and paragraphs come many to a block, end to end without
    what parts them: `record_ends` are the offsets in `data` where one ends and the next begins (empty: one record).
    """

    source: int
    data: bytes
    ends_record: bool
    record_ends: IntArray = field(default_factory=lambda: np.empty(0, np.int64))


LONGEST_UNCUT = 1 << 30
"""Bytes without a place to cut them: more would not be counted anyway, and what unpacks without end never has one."""
_ASCII_LETTER = np.zeros(256, bool)
_ASCII_LETTER[[*range(0x41, 0x5B), *range(0x61, 0x7B)]] = True
_NEWLINE = ord("\n")
_BLANKS = b" \t\r\n"
"""What a blank line may hold, and what ends it."""
_PARAGRAPH_END = re.compile(rb"\r?\n(?:[ \t\r]*\n)+")
_BLANK_LINES = re.compile(rb"(?:[ \t\r]*\n)+")
_LAST_LINE_END = re.compile(rb"\r?\n\Z")


def _space_cut(data: bytes) -> int:
    """The last blank after an ASCII letter, 0 if there is none; looked for in windows from the end."""
    array = np.frombuffer(data, np.uint8)
    end, window = len(data), 1 << 12
    while end > 1:
        start = max(0, end - window)
        found = np.flatnonzero((array[start + 1 : end] == 0x20) & _ASCII_LETTER[array[start : end - 1]])
        if len(found):
            return start + 1 + int(found[-1])
        end, window = start + 1 if start else 0, window * 2
    return 0


def _line_cut(data: bytes) -> int:
    """Behind the last LF, 0 if there is none."""
    return data.rfind(b"\n") + 1


def _paragraph_cut(data: bytes) -> int:
    """Behind the last blank line, 0 if there is none."""
    end = len(data)
    while (end := data.rfind(b"\n", 0, end)) > 0:
        before = data.rfind(b"\n", 0, end)
        if before >= 0 and not data[before:end].strip(_BLANKS):
            return end + 1
    return 0


def _cuts(records: Records, whole_records: bool) -> list[Callable[[bytes], int]]:
    """Where a block may end, the better place first."""
    finders: dict[Records, list[Callable[[bytes], int]]] = {
        "file": [],
        "line": [_line_cut],
        "paragraph": [_paragraph_cut],
    }
    return finders[records] if whole_records else [*finders[records], _space_cut]


def blocks_of(index: int, texts: Iterator[bytes], records: Records, *, whole_records: bool) -> Iterator[Block]:
    """The blocks of one source's text, which comes as pieces of valid UTF-8."""
    cuts = _cuts(records, whole_records)
    at_start = True
    for data, last in _cut_pieces(texts, cuts):
        block = _block(index, data, records, at_start, last)
        at_start = block.ends_record
        if block.data:
            yield block


def blocks_of_rows(index: int, batches: Iterator[Rows]) -> Iterator[Block]:
    """The blocks of a table's column, where each row is a record."""
    for batch in batches:
        if batch.data:
            yield Block(index, batch.data, True, batch.ends[:-1])


def _cut_pieces(pieces: Iterator[bytes], cuts: Sequence[Callable[[bytes], int]]) -> Iterator[tuple[bytes, bool]]:
    """The pieces cut again at safe places, and which is the last.  Where there is no such place a piece grows."""
    held: list[bytes] = []
    size = 0
    for piece in pieces:
        cut = next((cut for find in cuts if (cut := find(piece))), 0)
        if cut:
            yield b"".join([*held, memoryview(piece)[:cut]]), False  # a slice would be one more copy
            held, size = [], 0
        held.append(piece[cut:])
        size += len(piece) - cut
        if size > LONGEST_UNCUT:
            raise CorpusError(
                f"The corpus has {LONGEST_UNCUT / 1e9:,.1f} GB of text that nothing parts. Put it on lines and learn from "
                "each line as a record, or choose a pattern that cuts at blanks."
            )
    yield b"".join(held), True


def _block(index: int, data: bytes, records: Records, at_start: bool, last: bool) -> Block:
    """One block from a piece; its records are parted and what parts them is gone."""
    if records == "file":
        return Block(index, data, last)
    if records == "line":
        return _lines(index, data, last or data.endswith(b"\n"))
    if at_start and (blank := _BLANK_LINES.match(data)):
        data = data[blank.end() :]
    ends = last or _paragraph_cut(data) == len(data) > 0
    if last:
        data = _LAST_LINE_END.sub(b"", data)
    return _joined(index, _PARAGRAPH_END.split(data), ends)


def _lines(index: int, data: bytes, ends_record: bool) -> Block:
    """A block of the lines that are not empty."""
    breaks = np.flatnonzero(np.frombuffer(data, np.uint8) == _NEWLINE)
    joined = data.replace(b"\n", b"")
    ends = np.append(breaks - np.arange(len(breaks)), len(joined))
    ends = ends[np.diff(ends, prepend=0) > 0]
    return Block(index, joined, ends_record, ends[:-1])


def _joined(index: int, records: Sequence[bytes], ends_record: bool) -> Block:
    """A block of these records; empty ones are no records."""
    full = [record for record in records if record]
    ends = np.cumsum(np.array([len(record) for record in full], np.int64))
    return Block(index, b"".join(full), ends_record, ends[:-1])

"""From blocks of a corpus to the parts that are counted in one go: without special tokens, normalized, of a handy size.

    stretches_of       what of a block is cut into pre-tokens, each stretch on its own
    raw_parts          parts of blocks as they are
    normalized_parts   parts of what a normalizer makes of them

A part is small enough that a progress bar moves and a stop is heard.  A stretch longer than that is cut before a blank,
where all that cuts words has a border anyway; for what does not (`cuts` is false then) it stays whole.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.alignment import Offsets, offsets_of
from engine.corpora.blocks import Block
from engine.model import padded
from engine.normalizers import Normalizer
from engine.vocabulary import ByteArray, IntArray

_SHORT = 1 << 15
"""Bytes of a stretch that is normalized in a moment."""
_SAFE_CUT = re.compile(rb"[A-Za-z](?= )")
"""Before a blank that follows an ASCII letter every scanner has a border, whatever stands around."""


class Stretches(NamedTuple):
    """What of a block is cut into pre-tokens: `data[starts[i]:ends[i]]`, each on its own.

    opens    whether a text of its own starts there: a record, or what follows a special token
    closes   whether one ends there; else something follows in another stretch or block
    """

    starts: IntArray
    ends: IntArray
    opens: npt.NDArray[np.bool_]
    closes: npt.NDArray[np.bool_]

    def chosen(self, which: slice | npt.NDArray[np.bool_]) -> Stretches:
        """Some of them."""
        return Stretches(self.starts[which], self.ends[which], self.opens[which], self.closes[which])


@dataclass(frozen=True, slots=True)
class Part:
    """Stretches `data[starts[i]:ends[i]]`, each cut into pre-tokens on its own and counted `weight` times.

    position   where `data[0]` stands among all that is counted
    done       how much of the corpus is read with this part, in bytes; `raw_bytes`, how much of it is this part's
    closed     whether the text ends with a stretch; else something follows in another part.  Empty where nobody asks
    """

    data: ByteArray
    starts: IntArray
    ends: IntArray
    position: int
    weight: int
    done: int
    raw_bytes: int
    closed: npt.NDArray[np.bool_] = field(default_factory=lambda: np.empty(0, np.bool_))


def special_expression(special_tokens: Sequence[str]) -> re.Pattern[bytes] | None:
    """What finds special tokens in UTF-8, the longest where several fit."""
    if not special_tokens:
        return None
    longest_first = sorted(special_tokens, key=len, reverse=True)
    return re.compile(b"|".join(re.escape(text.encode()) for text in longest_first))


def stretches_of(block: Block, special: re.Pattern[bytes] | None) -> Iterator[tuple[int, int]]:
    """Where each stretch of a block starts and ends."""
    stretches = _stretches(block, special)
    return zip(stretches.starts.tolist(), stretches.ends.tolist(), strict=True)


def _stretches(block: Block, special: re.Pattern[bytes] | None, continues: bool = False) -> Stretches:
    """The parts of a block that are cut into pre-tokens each on its own: records, without the special tokens in them.

    `continues` says that the block goes on with the record of the one before.
    """
    ends = _record_ends(block)
    starts = np.concatenate([[0], ends[:-1]])
    if special is not None:
        starts, ends = _without(special, block.data, starts, ends)
    opens = np.ones(len(starts), np.bool_) if not continues else starts > 0
    closes = np.ones(len(ends), np.bool_) if block.ends_record else ends < len(block.data)
    return Stretches(starts, ends, opens, closes).chosen(starts < ends)


def _record_ends(block: Block) -> IntArray:
    ends, size = block.record_ends, len(block.data)
    return ends if len(ends) and ends[-1] == size else np.append(ends, size)


def _without(special: re.Pattern[bytes], data: bytes, starts: IntArray, ends: IntArray) -> tuple[IntArray, IntArray]:
    """What is left and right of special tokens."""
    begins: list[int] = []
    finishes: list[int] = []
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        begins.append(start)
        for found in special.finditer(data, start, end):
            finishes.append(found.start())
            begins.append(found.end())
        finishes.append(end)
    return np.array(begins, np.int64), np.array(finishes, np.int64)


def _cut_long(stretches: Stretches, data: bytes, most: int) -> Stretches:
    """Those of more than twice `most` bytes cut at safe places, as far as there are any."""
    for index in np.flatnonzero(stretches.ends - stretches.starts > 2 * most)[::-1].tolist():
        start, end = int(stretches.starts[index]), int(stretches.ends[index])
        cuts: list[int] = []
        while end - start > 2 * most and (found := _SAFE_CUT.search(data, start + most, end)):
            start = found.end()
            cuts.append(start)
        if not cuts:
            continue
        inside = np.zeros(len(cuts), np.bool_)
        stretches = Stretches(
            np.insert(stretches.starts, index + 1, cuts),
            np.insert(stretches.ends, index, cuts),
            np.insert(stretches.opens, index + 1, inside),
            np.insert(stretches.closes, index, inside),
        )
    return stretches


def _groups(stretches: Stretches, data: bytes, most: int, cuts: bool) -> Iterator[Stretches]:
    """Stretches in groups of about `most` bytes; longer ones are cut at safe places, if there are any."""
    if cuts:
        stretches = _cut_long(stretches, data, most)
    sums = np.cumsum(stretches.ends - stretches.starts)
    first = before = 0
    while first < len(sums):
        last = min(int(np.searchsorted(sums, before + most)) + 1, len(sums))
        yield stretches.chosen(slice(first, last))
        first, before = last, int(sums[last - 1])


def raw_parts(
    blocks: Iterator[tuple[Block, int]], special: re.Pattern[bytes] | None, most: int, cuts: bool
) -> Iterator[Part]:
    """Parts of about `most` bytes from blocks and their weights."""
    read = 0
    for block, weight in blocks:
        data = padded(block.data)
        for group in _groups(_stretches(block, special), block.data, most, cuts):
            done, raw_bytes = read + int(group.ends[-1]), int((group.ends - group.starts).sum())
            yield Part(data, group.starts, group.ends, read, weight, done, raw_bytes)
        read += len(block.data)


def normalized_parts(
    blocks: Iterator[tuple[Block, int]],
    normalizer: Normalizer,
    special: re.Pattern[bytes] | None,
    most: int,
    cuts: bool,
) -> Iterator[Part | int]:
    """The same after normalizing; in between how many bytes are read, so that nobody waits long.

    Something is said of a part only when the next is known: blanks alone that end a text are nothing, and the part
    before them then ends it.
    """
    held: Part | None = None
    for part in _parts_as_they_come(blocks, normalizer, special, most, cuts):
        if isinstance(part, int):
            yield part
            continue
        if held is not None:
            if not held.closed[-1] and part.ends[0] == 0 and part.closed[0]:
                held = replace(held, closed=np.append(held.closed[:-1], True))
            yield held
        held = part
    if held is not None:
        yield held


def _parts_as_they_come(
    blocks: Iterator[tuple[Block, int]],
    normalizer: Normalizer,
    special: re.Pattern[bytes] | None,
    most: int,
    cuts: bool,
) -> Iterator[Part | int]:
    read = position = 0
    continues = False
    for block, weight in blocks:
        for group in _groups(_stretches(block, special, continues), block.data, most, cuts):
            if normalizer.only_marks_blanks:
                data, offsets = normalizer.marked_texts(block.data, group.starts, group.ends, group.opens)
            else:
                data, offsets = yield from _normalized_group(block.data, group, normalizer, read)
            done, raw_bytes = read + int(group.ends[-1]), int((group.ends - group.starts).sum())
            yield Part(data, offsets[:-1], offsets[1:], position, weight, done, raw_bytes, group.closes)
            position += int(offsets[-1])
        read += len(block.data)
        continues = not block.ends_record


def _normalized_group(
    data: bytes, group: Stretches, normalizer: Normalizer, read: int
) -> Generator[int, None, tuple[ByteArray, Offsets]]:
    """What becomes of some stretches, end to end, and where each starts."""
    texts = []
    for start, end, opens in zip(group.starts.tolist(), group.ends.tolist(), group.opens.tolist(), strict=True):
        raw = data[start:end].decode()
        if end - start <= _SHORT:
            texts.append(normalizer.text(raw, at_start=opens).encode())
        else:
            text = yield from _normalized(raw, normalizer, opens, read + start)
            texts.append(text)
    return padded(b"".join(texts)), offsets_of(np.array([len(text) for text in texts]))


def _normalized(raw: str, normalizer: Normalizer, at_start: bool, read: int) -> Generator[int, None, bytes]:
    """What becomes of a long stretch; yields `read` again and again."""
    made = []
    for text in normalizer.slices(raw, at_start=at_start):
        yield read
        made.append(text)
    return "".join(made).encode()

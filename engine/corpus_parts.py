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

import numpy as np
import numpy.typing as npt

from engine.alignment import offsets_of
from engine.blocks import Block
from engine.model import padded
from engine.normalizers import Normalizer
from engine.vocabulary import ByteArray, IntArray

Stretches = list[tuple[int, int]]
_SHORT = 1 << 15
"""Bytes of a stretch that is normalized in a moment."""
_SAFE_CUT = re.compile(rb"[A-Za-z](?= )")
"""Before a blank that follows an ASCII letter every scanner has a border, whatever stands around."""


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


def stretches_of(block: Block, special: re.Pattern[bytes] | None) -> Stretches:
    """The parts of a block that are cut into pre-tokens each on its own: records, without the special tokens in them."""
    stretches: Stretches = []
    start = 0
    for end in _record_ends(block):
        for found in special.finditer(block.data, start, end) if special else ():
            stretches.append((start, found.start()))
            start = found.end()
        stretches.append((start, end))
        start = end
    return [stretch for stretch in stretches if stretch[0] < stretch[1]]


def text_starts(stretches: Stretches, continues: bool) -> set[int]:
    """Where a text of its own starts: a record, or what follows a special token; not at the start of a block that
    `continues` the record of the one before."""
    starts = {start for start, _ in stretches}
    return starts - {0} if continues else starts


def _record_ends(block: Block) -> list[int]:
    ends: list[int] = block.record_ends.tolist()
    return ends if ends and ends[-1] == len(block.data) else [*ends, len(block.data)]


def _groups(stretches: Stretches, data: bytes, most: int, cuts: bool) -> Iterator[Stretches]:
    """Stretches in groups of about `most` bytes; longer ones are cut at safe places, if there are any."""
    group: Stretches = []
    size = 0
    for start, end in stretches:
        while cuts and end - start > 2 * most:
            cut = _SAFE_CUT.search(data, start + most, end)
            if cut is None:
                break
            yield [*group, (start, cut.end())]
            group, size, start = [], 0, cut.end()
        group.append((start, end))
        size += end - start
        if size >= most:
            yield group
            group, size = [], 0
    if group:
        yield group


def raw_parts(
    blocks: Iterator[tuple[Block, int]], special: re.Pattern[bytes] | None, most: int, cuts: bool
) -> Iterator[Part]:
    """Parts of about `most` bytes from blocks and their weights."""
    read = 0
    for block, weight in blocks:
        data = padded(block.data)
        for group in _groups(stretches_of(block, special), block.data, most, cuts):
            starts, ends = np.array(group, np.int64).T.copy()
            yield Part(data, starts, ends, read, weight, read + int(ends[-1]), int((ends - starts).sum()))
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
        stretches = stretches_of(block, special)
        opened = text_starts(stretches, continues)
        closed = {end for _, end in stretches} - (set() if block.ends_record else {len(block.data)})
        for group in _groups(stretches, block.data, most, cuts):
            texts = []
            for start, end in group:
                raw = block.data[start:end].decode()
                if end - start <= _SHORT:
                    texts.append(normalizer.text(raw, at_start=start in opened).encode())
                else:
                    text = yield from _normalized(raw, normalizer, start in opened, read + start)
                    texts.append(text)
            offsets = offsets_of(np.array([len(text) for text in texts]))
            raw_bytes = sum(end - start for start, end in group)
            closes = np.array([end in closed for _, end in group])
            data = padded(b"".join(texts))
            yield Part(data, offsets[:-1], offsets[1:], position, weight, read + group[-1][1], raw_bytes, closes)
            position += int(offsets[-1])
        read += len(block.data)
        continues = not block.ends_record


def _normalized(raw: str, normalizer: Normalizer, at_start: bool, read: int) -> Generator[int, None, bytes]:
    """What becomes of a long stretch; yields `read` again and again."""
    made = []
    for text in normalizer.slices(raw, at_start=at_start):
        yield read
        made.append(text)
    return "".join(made).encode()

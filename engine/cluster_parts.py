"""The parts of a corpus that are counted by the workers of a cluster, and how a worker counts one.

    plan             a corpus -> Partitions, of about the same size
    count_partition  a Partition -> PackedTally; this is what runs on a worker

What travels to a worker are names of files and places in them, never the text; what comes back is the table of distinct
pre-tokens.  A large file is cut where a record ends, or before a blank where that is a border anyway, so that all parts
together are counted as the whole would be.  What cannot be cut so (packed files, tables, other encodings than UTF-8,
records that count as a whole) is one part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.corpora.blocks import Block, Records, blocks_of
from engine.corpora.sources import Source, source_encoding, source_size
from engine.corpus import Corpus
from engine.counting import Cutting, Tally, scale_of, tally_blocks, weight_of
from engine.errors import CorpusError, OptionError
from engine.kernels import count_table as kernels
from engine.text_files import is_packed, open_bytes, utf8_pieces
from engine.vocabulary import ByteArray

PART = 64 << 20
"""Bytes of a part: half a second for a worker, and there are some thousand of them in what one machine cannot hold."""
_WINDOW = 1 << 20
"""Bytes that are searched for a place to cut."""
_PIECE = 2 << 20
_CUTS: dict[Records, re.Pattern[bytes]] = {
    "file": re.compile(rb"[A-Za-z]()(?= )"),
    "line": re.compile(rb"\n()(?=[^\xef])"),  # what begins a part is never taken for a byte order mark
    # Whole blank lines with text around them; the cut is before them, for a record has no line end of its own there.
    "paragraph": re.compile(rb"(?<=\S)()\r?\n(?:[ \t\r]*\n)+(?=\S)"),
}
_POSITION_BITS = 36
"""A part stands in the corpus behind all that have a lower number: its positions begin at number << 36 (64 GiB)."""
_ROW, _PLACE, _COUNT = 4, 2, 3  # columns of a table's rows, as kernels/count_table.py has them
_PLACE_SHIFT = 8


@dataclass(frozen=True, slots=True)
class Range:
    """A stretch of a source's bytes, each pre-token of it counted `weight` times; `size` is that of the whole source.

    Without an `end` it is all of the source, which may then be of any kind.
    """

    source: Source
    weight: int
    size: int
    start: int = 0
    end: int | None = None

    @property
    def length(self) -> int:
        """Bytes of the stretch itself."""
        return (self.size if self.end is None else self.end) - self.start


@dataclass(frozen=True, slots=True)
class Partition:
    """What a worker counts at a time; `number` says where it stands among all."""

    number: int
    ranges: tuple[Range, ...]
    records: Records

    @property
    def size(self) -> int:
        """Bytes of it, for progress."""
        return sum(one.length for one in self.ranges)


@dataclass(frozen=True, slots=True)
class PackedTally:
    """A Tally to be sent: the used rows of its tables, with positions in the whole corpus, and the arenas behind them."""

    tables: tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]
    arenas: tuple[ByteArray, ByteArray]
    pre_tokens: int
    corpus_bytes: int
    weighted_bytes: int

    @classmethod
    def of(cls, tally: Tally, number: int) -> PackedTally:
        """The counters must be folded, as those of a Tally are."""
        counters = (tally.words, tally.last)
        first, second = (_used_rows(counter, number) for counter in counters)
        arenas = [counter.arena[: counter.state[kernels.ARENA_USED]].copy() for counter in counters]
        pre_tokens = int(tally.words.state[kernels.PRE_TOKENS])
        return cls((first, second), (arenas[0], arenas[1]), pre_tokens, tally.corpus_bytes, tally.weighted_bytes)

    def added_to(self, tally: Tally) -> Tally:
        """The sums of both; of a word's first appearances the least is kept."""
        words, last = (
            kernels.fold([counter, _appended(table, arena, pre_tokens)])
            for counter, table, arena, pre_tokens in zip(
                (tally.words, tally.last), self.tables, self.arenas, (self.pre_tokens, 0), strict=True
            )
        )
        corpus_bytes = tally.corpus_bytes + self.corpus_bytes
        return Tally(words, last, corpus_bytes, tally.weighted_bytes + self.weighted_bytes)


def _used_rows(counter: kernels.Counter, number: int) -> npt.NDArray[np.uint64]:
    rows = counter.table.reshape(-1, _ROW)
    used = rows[rows[:, _COUNT] > 0]
    used[:, _PLACE] += np.uint64(number << _POSITION_BITS + _PLACE_SHIFT)
    return used.ravel()


def _appended(table: npt.NDArray[np.uint64], arena: ByteArray, pre_tokens: int) -> kernels.Counter:
    """A counter that can be added to another.  It says that no row of it is used: its rows stand one after the other and
    not where their hashes say, so that nothing may be looked up in it."""
    state = np.zeros(3, np.int64)
    state[kernels.PRE_TOKENS] = pre_tokens
    return kernels.Counter(table, np.zeros(0, np.uint64), arena, state)


# Planning -------------------------------------------------------------------------------------------------------------


def plan(corpus: Corpus, cutting: Cutting, size: int = PART) -> Iterator[Partition]:
    """Parts of about `size` bytes, in the order of the corpus."""
    group: list[Range] = []
    number = total = 0
    for one in _ranges(corpus, cutting, size):
        group.append(one)
        total += one.length
        if 4 * total >= 3 * size:  # a cut comes a little before or behind the place where it is wanted
            yield Partition(number, tuple(group), corpus.records)
            group, total, number = [], 0, number + 1
    if group:
        yield Partition(number, tuple(group), corpus.records)


def _ranges(corpus: Corpus, cutting: Cutting, size: int) -> Iterator[Range]:
    scale = scale_of(corpus)
    for source in corpus.sources:
        if not source.weight_tenths:
            continue
        # A worker has a folder of its own to start from.
        source = source if source.path is None else replace(source, path=source.path.absolute())
        whole = Range(source, weight_of(source, scale), source_size(source))
        cuts = _places_to_cut(whole, cutting, corpus.records, size)
        if not cuts:
            yield whole
            continue
        for start, end in pairwise([0, *cuts, whole.size]):
            yield replace(whole, start=start, end=end)


def _places_to_cut(whole: Range, cutting: Cutting, records: Records, size: int) -> list[int]:
    """Where a file may be cut, about every `size` bytes; nowhere in most small ones."""
    path = whole.source.path
    if path is None or whole.size < 2 * size or whole.source.column is not None or not _can_cut(cutting, records):
        return []
    if is_packed(path) or source_encoding(whole.source).codec != "utf-8":
        return []
    found = (_place_to_cut(path, start, records) for start in range(size, whole.size - size // 2, size))
    return sorted({place for place in found if place is not None and 0 < place < whole.size})


def _can_cut(cutting: Cutting, records: Records) -> bool:
    """Records part everything.  Within one metaspace looks at the beginning and the end of a text, which a part has not."""
    return records != "file" or not (cutting.needs_whole_records or cutting.normalizer.marks_blanks)


def _place_to_cut(path: Path, start: int, records: Records) -> int | None:
    found = _CUTS[records].search(next(_pieces(path, start, start + _WINDOW), b""))
    return start + found.start(1) if found else None


def _pieces(path: Path, start: int, end: int) -> Iterator[bytes]:
    """The bytes of a file from one place to another."""
    with open_bytes(path) as stream:
        stream.seek(start)
        while start < end and (piece := stream.read(min(_PIECE, end - start))):
            start += len(piece)
            yield piece


# On a worker ----------------------------------------------------------------------------------------------------------


def versions() -> dict[str, str]:
    """What decides how a text is cut and must be the same everywhere."""
    return {package: _version(package) for package in ("mergescope", "regex", "sentencepiece", "tokenizers")}


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:  # a checkout that is not installed
        return "none"


def count_partition(partition: Partition, cutting: Cutting, expected: dict[str, str]) -> PackedTally:
    """Count a part; CorpusError where a file is not as it was when the parts were planned."""
    _check_versions(expected)
    events = tally_blocks(_blocks(partition, cutting), cutting, partition.size)
    while True:
        try:
            next(events)
        except StopIteration as ended:
            return PackedTally.of(ended.value, partition.number)


def _check_versions(expected: dict[str, str]) -> None:
    here = versions()
    for name, wanted in expected.items():
        if here[name] != wanted:
            raise OptionError(
                f"A worker of the cluster has {name} {here[name]} where this program has {wanted}, so its counts could "
                "differ; install the same versions on all workers."
            )


def _blocks(partition: Partition, cutting: Cutting) -> Iterator[tuple[Block, int]]:
    for one in partition.ranges:
        _check_file(one)
        for block in _blocks_of_range(one, partition.records, cutting.needs_whole_records):
            yield block, one.weight


def _check_file(one: Range) -> None:
    """Whether the worker sees the same file."""
    if one.source.path is None:
        return
    if not one.source.path.exists():
        raise CorpusError(
            f"{one.source.path}: a worker of the cluster does not see this file; put the corpus where all workers find it "
            "under the same name."
        )
    if source_size(one.source) != one.size:
        raise CorpusError(f"{one.source.path}: a worker of the cluster sees another file there; has it been changed?")


def _blocks_of_range(one: Range, records: Records, whole_records: bool) -> Iterator[Block]:
    if one.end is None:
        return Corpus((one.source,), records).blocks(_PIECE, whole_records=whole_records)
    assert one.source.path is not None
    pieces = utf8_pieces(_pieces(one.source.path, one.start, one.end), "utf-8")
    texts = (piece.data for piece in pieces)
    return blocks_of(0, texts, records, whole_records=whole_records)

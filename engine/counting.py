"""From a corpus to its distinct pre-tokens: read block by block, cut, count.

    count_words      a corpus -> WordCounts, with Progress on the way
    count_parallel   the languages of a parallel text -> Probes

Patterns with a scanner count on two threads, each into a table of its own, without holding the GIL.  Nothing depends
on which thread counted what: sums are sums, and the words are put in the order of their first appearance at the end.
Memory follows the number of distinct pre-tokens, not the size of the corpus.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice
from weakref import WeakKeyDictionary

import numpy as np

from engine.blocks import Block
from engine.corpus import Corpus
from engine.errors import CorpusError
from engine.kernels import count as kernels
from engine.kernels.number_words import number_words
from engine.kernels.tally import split_texts
from engine.model import Probes, Progress, WordCounts, padded
from engine.parallel import ParallelText
from engine.pre_tokenizers import Pattern
from engine.text_files import utf8
from engine.unicode import class_table
from engine.vocabulary import ByteArray, IntArray

_STAGE = "Counting"
_THREADS = 2
_BLOCK = 2 << 20
"""Bytes counted in one call: about 10 ms, so that progress and a stop are never far."""
_BATCH = 20_000
"""Pre-tokens that `regex` finds between two reports."""
_LARGEST = 2**31 - 1
_SAFE_CUT = re.compile(rb"[A-Za-z](?= )")
"""Before a blank that follows an ASCII letter every scanner has a border, whatever stands around."""

Stretches = list[tuple[int, int]]


def count_words(
    corpus: Corpus, pattern: Pattern, special_tokens: Sequence[str] = ()
) -> Iterator[Progress | WordCounts]:
    """Count the distinct pre-tokens of a corpus; yields Progress, and last the WordCounts.

    Special tokens are cut out: they end a pre-token and are counted nowhere.  No pre-token crosses a record.  If any
    source has a weight other than 1, all counts are in tenths (`scale` 10).  Raises CorpusError if nothing is there to
    learn from, or more than the trainer can number.
    """
    weighted = any(source.weight_tenths not in (0, 10) for source in corpus.sources)
    special = _special_expression(special_tokens)
    # A block may end before a blank; that is no border for an unknown expression, nor inside a special token.
    whole = pattern.scanner is None or any(" " in text for text in special_tokens)
    tasks = (
        (block, corpus.sources[block.source].weight_tenths if weighted else 1)
        for block in corpus.blocks(_BLOCK, whole_records=whole)
    )
    total = corpus.total_bytes
    if pattern.scanner is None:
        words = yield from _count_by_expression(tasks, pattern, special, total)
    else:
        words = yield from _count_by_scanner(tasks, pattern.scanner, special, total)
    words = replace(words, scale=10 if weighted else 1)
    _check(words)
    yield Progress(_STAGE, total, total)
    yield words


_memory: WeakKeyDictionary[ParallelText, dict[tuple[str | None, tuple[str, ...]], Probes]] = WeakKeyDictionary()


def count_parallel(parallel: ParallelText, pattern: Pattern, codes: Sequence[str] | None = None) -> Probes:
    """The distinct pre-tokens of a parallel text and how often each language has them; of all aligned languages, or of
    `codes`.  The result is kept: a second training with the same pattern does not count again."""
    chosen = tuple(parallel.aligned if codes is None else codes)
    kept = _memory.setdefault(parallel, {})
    key = (pattern.expression, chosen)
    if key not in kept:
        kept[key] = _count_languages([parallel.units(code) for code in chosen], chosen, pattern)
    return kept[key]


# Cutting out what is not learned from -------------------------------------------------------------------------------


def _special_expression(special_tokens: Sequence[str]) -> re.Pattern[bytes] | None:
    """What finds special tokens in UTF-8, the longest where several fit."""
    if not special_tokens:
        return None
    longest_first = sorted(special_tokens, key=len, reverse=True)
    return re.compile(b"|".join(re.escape(text.encode()) for text in longest_first))


def _stretches(block: Block, special: re.Pattern[bytes] | None) -> Stretches:
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


def _record_ends(block: Block) -> list[int]:
    ends: list[int] = block.record_ends.tolist()
    return ends if ends and ends[-1] == len(block.data) else [*ends, len(block.data)]


def _parts(stretches: Stretches, data: bytes) -> Iterator[Stretches]:
    """Stretches in groups of about `_BLOCK` bytes; longer ones are cut at safe places."""
    group: Stretches = []
    size = 0
    for start, end in stretches:
        while end - start > 2 * _BLOCK:
            cut = _SAFE_CUT.search(data, start + _BLOCK, end)
            if cut is None:
                break
            yield [*group, (start, cut.end())]
            group, size, start = [], 0, cut.end()
        group.append((start, end))
        size += end - start
        if size >= _BLOCK:
            yield group
            group, size = [], 0
    if group:
        yield group


# Counting with a scanner --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Part:
    """What one call of the kernel counts."""

    data: ByteArray
    starts: IntArray
    ends: IntArray
    position: int
    weight: int
    done: int


def _scanner_parts(tasks: Iterator[tuple[Block, int]], special: re.Pattern[bytes] | None) -> Iterator[_Part]:
    position = 0
    for block, weight in tasks:
        data = padded(block.data)
        for group in _parts(_stretches(block, special), block.data):
            starts, ends = np.array(group, np.int64).T.copy()
            yield _Part(data, starts, ends, position, weight, position + int(ends[-1]))
        position += len(block.data)


def _count_by_scanner(
    tasks: Iterator[tuple[Block, int]], scanner: int, special: re.Pattern[bytes] | None, total: int
) -> Generator[Progress, None, WordCounts]:
    classes = class_table()
    free = [kernels.new_counter() for _ in range(_THREADS)]
    corpus_bytes = 0

    def run(part: _Part, counter: kernels.Counter) -> kernels.Counter:
        return kernels.count_stretches(
            scanner, part.data, part.starts, part.ends, part.position, part.weight, classes, counter
        )

    running: deque[Future[kernels.Counter]] = deque()
    with ThreadPoolExecutor(_THREADS) as threads:
        for part in _scanner_parts(tasks, special):
            corpus_bytes += int((part.ends - part.starts).sum())
            if not free:
                free.append(running.popleft().result())
                yield Progress(_STAGE, part.done, total)
            running.append(threads.submit(run, part, free.pop()))
        free += [future.result() for future in running]
    yield Progress(_STAGE, total, total)
    counter = kernels.fold(free)
    yield Progress(_STAGE, total, total)
    words = kernels.words_in_order(counter)
    pre_tokens = int(counter.state[kernels.PRE_TOKENS])
    return WordCounts(*words, corpus_bytes=corpus_bytes, pre_tokens=pre_tokens)


# Counting with a regular expression ---------------------------------------------------------------------------------


def _count_by_expression(
    tasks: Iterator[tuple[Block, int]], pattern: Pattern, special: re.Pattern[bytes] | None, total: int
) -> Generator[Progress, None, WordCounts]:
    counts: dict[str, int] = {}
    pre_tokens = corpus_bytes = position = 0
    for block, weight in tasks:
        for start, end in _stretches(block, special):
            corpus_bytes += end - start
            text = block.data[start:end].decode()
            spans = pattern.spans(text)
            while batch := list(islice(spans, _BATCH)):
                for first, last in batch:
                    word = text[first:last]
                    counts[word] = counts.get(word, 0) + weight
                pre_tokens += len(batch)
                share = batch[-1][1] / len(text)
                yield Progress(_STAGE, position + start + int(share * (end - start)), total)
        position += len(block.data)
    words = WordCounts.of({word.encode(): count for word, count in counts.items()})
    return replace(words, corpus_bytes=corpus_bytes, pre_tokens=pre_tokens)


def _check(words: WordCounts) -> None:
    """Refuse what is empty, and what the trainer's 32-bit numbers cannot hold."""
    if len(words) == 0:
        raise CorpusError("There is nothing to learn from: the corpus is empty.")
    if int(words.lengths.sum()) + len(words) > _LARGEST:
        raise CorpusError(
            f"The corpus has {int(words.lengths.sum()):,} bytes of distinct pre-tokens; a training can hold "
            "2 GiB of them. Take a part of the corpus, or a pattern that cuts finer."
        )
    most = int(words.counts.argmax())
    if int(words.counts[most]) > _LARGEST:
        word = words.word(most)[:40].decode("utf-8", "replace")
        times = int(words.counts[most]) // words.scale
        raise CorpusError(
            f"The pre-token {word!r} occurs {times:,} times; a training can count to {_LARGEST // words.scale:,}. "
            "Take a part of the corpus" + (", or leave out the weights." if words.scale > 1 else ".")
        )


# Parallel texts -----------------------------------------------------------------------------------------------------


def _count_languages(texts: list[tuple[str, ...]], codes: tuple[str, ...], pattern: Pattern) -> Probes:
    units = [(utf8(unit)[0], language) for language, group in enumerate(texts) for unit in group if unit]
    data = padded(b"".join(unit for unit, _ in units))
    unit_ends = np.cumsum([len(unit) for unit, _ in units], dtype=np.int64)
    ends = _split_units(data, unit_ends, pattern)
    numbers, starts, lengths = (np.empty(len(ends), np.int64) for _ in range(3))
    word_count = number_words(data, ends, numbers, starts, lengths)
    # One row for each word in each language: equal (word, language) pairs of the pre-tokens, counted.
    unit_of_each = np.searchsorted(unit_ends, ends)
    language_of_each = np.array([language for _, language in units], np.int64)[unit_of_each]
    keys, times = np.unique(numbers * len(codes) + language_of_each, return_counts=True)
    words, languages = np.divmod(keys, max(len(codes), 1))
    rows = np.searchsorted(words, np.arange(word_count + 1))
    starts, lengths = starts[:word_count].copy(), lengths[:word_count].copy()
    return Probes(codes, data, starts, lengths, rows, languages.astype(np.int32), times.astype(np.int32))


def _split_units(data: ByteArray, unit_ends: IntArray, pattern: Pattern) -> IntArray:
    """Where the pre-tokens of texts that stand end to end end, each text cut on its own."""
    if pattern.scanner is not None:
        ends: IntArray = split_texts(pattern.scanner, data, unit_ends, class_table())
        return ends
    starts = [0, *unit_ends[:-1].tolist()]
    parts = [
        pattern.split(padded(data[start:end].tobytes()), end - start) + start
        for start, end in zip(starts, unit_ends.tolist(), strict=True)
    ]
    return np.concatenate([np.empty(0, np.int64), *parts])

"""From a corpus to its distinct pre-tokens: read block by block, normalize, cut, count.

    count_words      a corpus -> WordCounts, with Progress on the way
    tally_blocks     some blocks of one -> Tally, the table before it is put in order; tables can be added up

Whatever has a scanner is cut and counted on two threads, each into a table of its own, without holding the GIL; a
normalizer works in this one, some 10 ms at a time (metaspace alone is a loop that holds nothing).  Nothing depends on which
thread counted what: sums are sums, and the words are put in the order of their first appearance at the end.  Memory follows
the number of distinct pre-tokens, not the size of the corpus.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from engine.alignment import offsets_of
from engine.corpora.blocks import Block
from engine.corpora.corpus_parts import Part, normalized_parts, raw_parts, special_expression, stretches_of
from engine.corpus import Corpus, Source
from engine.errors import CorpusError
from engine.kernels import count_table as kernels
from engine.kernels.count import count_pieces, count_stretches
from engine.kernels.pieces import ends_among
from engine.model import Progress, WordCounts, padded
from engine.normalizers import Normalizer
from engine.pre_tokenizers import PreTokenizer
from engine.unicode import class_table

_STAGE = "Counting"
_THREADS = 2
_BLOCK = 2 << 20
"""Bytes counted in one call: about 10 ms, so that progress and a stop are never far."""
_NORMALIZED_BLOCK = 1 << 17
"""Bytes that are normalized in one call, which holds the GIL: about as long."""
_BATCH = 20_000
"""Pre-tokens that `regex` finds between two reports."""
_LARGEST = 2**31 - 1


CountWords = Callable[[Corpus, Normalizer, PreTokenizer, Sequence[str]], Iterator[Progress | WordCounts]]
"""What turns a corpus into its distinct pre-tokens: `count_words`, or the same somewhere else."""


def count_words(
    corpus: Corpus, normalizer: Normalizer, pre_tokenizer: PreTokenizer, special_tokens: Sequence[str] = ()
) -> Iterator[Progress | WordCounts]:
    """Count the distinct pre-tokens of a corpus; yields Progress, and last the WordCounts.

    Special tokens are cut out of the raw text: they end a pre-token and are counted nowhere.  No pre-token crosses a
    record, and each record is normalized on its own.  If any source has a weight other than 1, all counts are in tenths
    (`scale` 10).  Raises CorpusError if nothing is there to learn from, or more than the trainer can number.
    """
    cutting = Cutting(normalizer, pre_tokenizer, tuple(special_tokens))
    scale = scale_of(corpus)
    blocks = corpus.blocks(_BLOCK, whole_records=cutting.needs_whole_records)
    tasks = ((block, weight_of(corpus.sources[block.source], scale)) for block in blocks)
    total = corpus.total_bytes
    tally = yield from tally_blocks(tasks, cutting, total)
    words = words_of(tally, cutting, scale)
    yield Progress(_STAGE, total, total)
    yield words


@dataclass(frozen=True, slots=True)
class Cutting:
    """All that decides how a text becomes pre-tokens."""

    normalizer: Normalizer
    pre_tokenizer: PreTokenizer
    special_tokens: tuple[str, ...] = ()

    @property
    def cuts_before_blanks(self) -> bool:
        """Whether a border stands before a blank that follows an ASCII letter, whatever is around."""
        return self.pre_tokenizer.cuts_before_blanks(self.normalizer.leaves_marks)

    @property
    def needs_whole_records(self) -> bool:
        """Whether a block may not end before a blank: that is no border for an unknown expression, nor inside a special
        token."""
        return not self.cuts_before_blanks or any(" " in text for text in self.special_tokens)

    @property
    def notes_last(self) -> bool:
        """Whether the words know if something follows them."""
        has_scanner = self.pre_tokenizer.pattern.scanner is not None
        return has_scanner and self.normalizer.marks_blanks and self.pre_tokenizer.cuts_at_marks


@dataclass(frozen=True, slots=True)
class Tally:
    """What was counted: all words, and once more those that stand last in a text; `corpus_bytes` of raw text had them,
    which are `weighted_bytes` as often as each source counts."""

    words: kernels.Counter
    last: kernels.Counter
    corpus_bytes: int
    weighted_bytes: int


def empty_tally() -> Tally:
    """Nothing yet, to add others to."""
    return Tally(kernels.new_counter(), kernels.new_counter(), 0, 0)


def scale_of(corpus: Corpus) -> int:
    """10 if a source has a weight other than 1, so that all counts are in tenths."""
    return 10 if any(source.weight_tenths not in (0, 10) for source in corpus.sources) else 1


def weight_of(source: Source, scale: int) -> int:
    """How often each pre-token of a source counts."""
    return source.weight_tenths if scale == 10 else 1


def tally_blocks(tasks: Iterator[tuple[Block, int]], cutting: Cutting, total: int) -> Generator[Progress, None, Tally]:
    """Count blocks, each with its weight; returns the sums."""
    normalizer, pre_tokenizer = cutting.normalizer, cutting.pre_tokenizer
    special = special_expression(cutting.special_tokens)
    cuts = cutting.cuts_before_blanks
    if pre_tokenizer.pattern.scanner is None:
        return (yield from _count_by_expression(tasks, normalizer, pre_tokenizer, special, total))
    if normalizer:
        most = _BLOCK if normalizer.only_marks_blanks else _NORMALIZED_BLOCK
        made = normalized_parts(tasks, normalizer, special, most, cuts)
        return (yield from _count_pieces(made, pre_tokenizer, cutting.notes_last, total))
    parts = raw_parts(tasks, special, _BLOCK, cuts)
    if pre_tokenizer.ends_scanner is not None:
        return (yield from _count_by_scanner(parts, pre_tokenizer.ends_scanner, total))
    return (yield from _count_pieces(parts, pre_tokenizer, False, total))


def words_of(tally: Tally, cutting: Cutting, scale: int) -> WordCounts:
    """The words in the order of their first appearance; CorpusError for none, and for more than a training can number."""
    words = WordCounts(
        *kernels.words_in_order(tally.words),
        scale=scale,
        corpus_bytes=tally.corpus_bytes,
        pre_tokens=int(tally.words.state[kernels.PRE_TOKENS]),
        weighted_bytes=tally.weighted_bytes,
    )
    _check(words)
    if not cutting.notes_last:
        return words
    ending = kernels.counts_of(tally.last, words.data, words.starts, words.lengths)
    return replace(words, followed=((ending < words.counts) + 2 * (ending > 0)).astype(np.uint8))


# Counting on threads ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Counters:
    """What one thread counts into: all words, and once more those that stand last in a text."""

    words: kernels.Counter
    last: kernels.Counter


def _new_counters() -> _Counters:
    return _Counters(kernels.new_counter(), kernels.new_counter())


def _on_threads(
    parts: Iterator[Part | int], run: Callable[[Part, _Counters], _Counters], total: int
) -> Generator[Progress, None, Tally]:
    """Run all parts, each with counters of its own; returns their sums, and how many raw bytes the parts had."""
    free = [_new_counters() for _ in range(_THREADS)]
    corpus_bytes = weighted_bytes = 0
    running: deque[Future[_Counters]] = deque()
    with ThreadPoolExecutor(_THREADS) as threads:
        for part in parts:
            if isinstance(part, int):
                yield Progress(_STAGE, part, total)
                continue
            corpus_bytes += part.raw_bytes
            weighted_bytes += part.raw_bytes * part.weight
            if not free:
                free.append(running.popleft().result())
                yield Progress(_STAGE, part.done, total)
            running.append(threads.submit(run, part, free.pop()))
        free += [future.result() for future in running]
    yield Progress(_STAGE, total, total)
    words = kernels.fold([counters.words for counters in free])
    yield Progress(_STAGE, total, total)
    return Tally(words, kernels.fold([counters.last for counters in free]), corpus_bytes, weighted_bytes)


def _count_by_scanner(parts: Iterator[Part], scanner: int, total: int) -> Generator[Progress, None, Tally]:
    """What is neither normalized nor cut with gaps: cut and counted in one loop."""
    classes = class_table()

    def run(part: Part, counters: _Counters) -> _Counters:
        words = count_stretches(
            scanner, part.data, part.starts, part.ends, part.position, part.weight, classes, counters.words
        )
        return _Counters(words, counters.last)

    return _on_threads(parts, run, total)


def _count_pieces(
    parts: Iterator[Part | int], pre_tokenizer: PreTokenizer, notes_last: bool, total: int
) -> Generator[Progress, None, Tally]:
    """All else that has a scanner; with `notes_last` the words know whether something follows them."""

    def run(part: Part, counters: _Counters) -> _Counters:
        starts, ends = pre_tokenizer.pieces_of_stretches(part.data, part.starts, part.ends)
        words = count_pieces(part.data, starts, ends, part.position, part.weight, counters.words)
        if not notes_last:
            return _Counters(words, counters.last)
        last = ends_among(ends, part.ends[part.closed])
        return _Counters(words, count_pieces(part.data, starts[last], ends[last], 0, part.weight, counters.last))

    return _on_threads(parts, run, total)


# Counting with a regular expression ---------------------------------------------------------------------------------


def _count_by_expression(
    tasks: Iterator[tuple[Block, int]],
    normalizer: Normalizer,
    pre_tokenizer: PreTokenizer,
    special: re.Pattern[bytes] | None,
    total: int,
) -> Generator[Progress, None, Tally]:
    """Whole records come here: nobody knows where an unknown expression cuts."""
    counter = kernels.new_counter()
    corpus_bytes = weighted_bytes = read = position = 0
    for block, weight in tasks:
        for start, end in stretches_of(block, special):
            corpus_bytes += end - start
            weighted_bytes += (end - start) * weight
            stretch = block.data[start:end].decode()
            for pieces, done in _pieces_by_expression(stretch, normalizer, pre_tokenizer):
                offsets = offsets_of(np.array([len(piece) for piece in pieces], np.int64))
                data = padded(b"".join(pieces))
                counter = count_pieces(data, offsets[:-1], offsets[1:], position, weight, counter)
                position += int(offsets[-1])
                yield Progress(_STAGE, read + start + int(done * (end - start)), total)
        read += len(block.data)
    return Tally(kernels.fold([counter]), kernels.new_counter(), corpus_bytes, weighted_bytes)


def _pieces_by_expression(
    stretch: str, normalizer: Normalizer, pre_tokenizer: PreTokenizer
) -> Iterator[tuple[list[bytes], float]]:
    """The pre-tokens of a stretch in batches, and the share of it that is done; none yet while it is normalized."""
    made: list[str] = []
    for text in normalizer.slices(stretch):
        made.append(text)
        if not text:
            yield [], 0.0
    text = "".join(made)
    spans = pre_tokenizer.spans(text)
    while batch := list(islice(spans, _BATCH)):
        yield [text[first:last].encode() for first, last in batch], batch[-1][1] / len(text)


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

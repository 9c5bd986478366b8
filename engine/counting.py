"""From a corpus to its distinct pre-tokens: read block by block, normalize, cut, count.

    count_words      a corpus -> WordCounts, with Progress on the way
    count_parallel   the languages of a parallel text -> Probes

Whatever has a scanner is cut and counted on two threads, each into a table of its own, without holding the GIL; a
normalizer works in this one, some 10 ms at a time.  Nothing depends on which thread counted what: sums are sums, and the
words are put in the order of their first appearance at the end.  Memory follows the number of distinct pre-tokens, not
the size of the corpus.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice
from weakref import WeakKeyDictionary

import numpy as np

from engine.blocks import Block
from engine.corpus import Corpus
from engine.corpus_parts import Part, normalized_parts, raw_parts, special_expression, stretches_of
from engine.errors import CorpusError
from engine.kernels import count as kernels
from engine.kernels.number_words import number_spans
from engine.model import Probes, Progress, WordCounts, padded
from engine.normalizers import Normalizer
from engine.parallel import ParallelText
from engine.pre_tokenizers import PreTokenizer
from engine.text_files import utf8
from engine.unicode import class_table
from engine.vocabulary import IntArray

_STAGE = "Counting"
_THREADS = 2
_BLOCK = 2 << 20
"""Bytes counted in one call: about 10 ms, so that progress and a stop are never far."""
_NORMALIZED_BLOCK = 1 << 17
"""Bytes that are normalized in one call, which holds the GIL: about as long."""
_BATCH = 20_000
"""Pre-tokens that `regex` finds between two reports."""
_LARGEST = 2**31 - 1


def count_words(
    corpus: Corpus, normalizer: Normalizer, pre_tokenizer: PreTokenizer, special_tokens: Sequence[str] = ()
) -> Iterator[Progress | WordCounts]:
    """Count the distinct pre-tokens of a corpus; yields Progress, and last the WordCounts.

    Special tokens are cut out of the raw text: they end a pre-token and are counted nowhere.  No pre-token crosses a
    record, and each record is normalized on its own.  If any source has a weight other than 1, all counts are in tenths
    (`scale` 10).  Raises CorpusError if nothing is there to learn from, or more than the trainer can number.
    """
    weighted = any(source.weight_tenths not in (0, 10) for source in corpus.sources)
    special = special_expression(special_tokens)
    cuts = pre_tokenizer.cuts_before_blanks(normalizer.marks_blanks)
    # A block may end before a blank; that is no border for an unknown expression, nor inside a special token.
    whole = not cuts or any(" " in text for text in special_tokens)
    tasks = (
        (block, corpus.sources[block.source].weight_tenths if weighted else 1)
        for block in corpus.blocks(_BLOCK, whole_records=whole)
    )
    total = corpus.total_bytes
    if pre_tokenizer.pattern.scanner is None:
        words = yield from _count_by_expression(tasks, normalizer, pre_tokenizer, special, total)
    elif pre_tokenizer.ends_scanner is not None and not normalizer:
        parts = raw_parts(tasks, special, _BLOCK, cuts)
        words = yield from _count_by_scanner(parts, pre_tokenizer.ends_scanner, total)
    elif not normalizer:
        words = yield from _count_pieces(raw_parts(tasks, special, _BLOCK, cuts), pre_tokenizer, False, total)
    else:
        made = normalized_parts(tasks, normalizer, special, _NORMALIZED_BLOCK, cuts)
        notes_last = normalizer.marks_blanks and pre_tokenizer.cuts_at_marks
        words = yield from _count_pieces(made, pre_tokenizer, notes_last, total)
    words = replace(words, scale=10 if weighted else 1)
    _check(words)
    yield Progress(_STAGE, total, total)
    yield words


_memory: WeakKeyDictionary[ParallelText, dict[tuple[Normalizer, PreTokenizer, tuple[str, ...]], Probes]] = (
    WeakKeyDictionary()
)


def count_parallel(
    parallel: ParallelText, normalizer: Normalizer, pre_tokenizer: PreTokenizer, codes: Sequence[str] | None = None
) -> Probes:
    """The distinct pre-tokens of a parallel text and how often each language has them; of all aligned languages, or of
    `codes`.  The result is kept: a second training that cuts alike does not count again."""
    chosen = tuple(parallel.aligned if codes is None else codes)
    kept = _memory.setdefault(parallel, {})
    key = (normalizer, pre_tokenizer, chosen)
    if key not in kept:
        texts = [[normalizer.text(utf8(unit)[0].decode()) for unit in parallel.units(code)] for code in chosen]
        kept[key] = _count_languages(texts, chosen, pre_tokenizer)
    return kept[key]


# Counting on threads ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Counters:
    """What one thread counts into: all words, and once more those that stand last in a text."""

    words: kernels.Counter
    last: kernels.Counter


def _on_threads(
    parts: Iterator[Part | int], run: Callable[[Part, _Counters], _Counters], total: int
) -> Generator[Progress, None, tuple[_Counters, int]]:
    """Run all parts, each with counters of its own; returns their sums, and how many raw bytes the parts had."""
    free = [_Counters(kernels.new_counter(), kernels.new_counter()) for _ in range(_THREADS)]
    corpus_bytes = 0
    running: deque[Future[_Counters]] = deque()
    with ThreadPoolExecutor(_THREADS) as threads:
        for part in parts:
            if isinstance(part, int):
                yield Progress(_STAGE, part, total)
                continue
            corpus_bytes += part.raw_bytes
            if not free:
                free.append(running.popleft().result())
                yield Progress(_STAGE, part.done, total)
            running.append(threads.submit(run, part, free.pop()))
        free += [future.result() for future in running]
    yield Progress(_STAGE, total, total)
    words = kernels.fold([counters.words for counters in free])
    yield Progress(_STAGE, total, total)
    return _Counters(words, kernels.fold([counters.last for counters in free])), corpus_bytes


def _count_by_scanner(parts: Iterator[Part], scanner: int, total: int) -> Generator[Progress, None, WordCounts]:
    """What is neither normalized nor cut with gaps: cut and counted in one loop."""
    classes = class_table()

    def run(part: Part, counters: _Counters) -> _Counters:
        words = kernels.count_stretches(
            scanner, part.data, part.starts, part.ends, part.position, part.weight, classes, counters.words
        )
        return _Counters(words, counters.last)

    sums, corpus_bytes = yield from _on_threads(parts, run, total)
    return _word_counts(sums.words, corpus_bytes)


def _count_pieces(
    parts: Iterator[Part | int], pre_tokenizer: PreTokenizer, notes_last: bool, total: int
) -> Generator[Progress, None, WordCounts]:
    """All else that has a scanner; with `notes_last` the words know whether something follows them."""

    def run(part: Part, counters: _Counters) -> _Counters:
        starts, ends = pre_tokenizer.pieces_of_stretches(part.data, part.starts, part.ends)
        words = kernels.count_pieces(part.data, starts, ends, part.position, part.weight, counters.words)
        if not notes_last:
            return _Counters(words, counters.last)
        last = _ending_at(ends, part.ends[part.closed])
        return _Counters(
            words, kernels.count_pieces(part.data, starts[last], ends[last], 0, part.weight, counters.last)
        )

    sums, corpus_bytes = yield from _on_threads(parts, run, total)
    words = _word_counts(sums.words, corpus_bytes)
    if not notes_last:
        return words
    ending = kernels.counts_of(sums.last, words.data, words.starts, words.lengths)
    followed = ((ending < words.counts) + 2 * (ending > 0)).astype(np.uint8)
    return replace(words, followed=followed)


def _ending_at(ends: IntArray, wanted: IntArray) -> IntArray:
    """Which of the ascending ends are among the wanted, also ascending."""
    places = np.unique(np.searchsorted(ends, wanted))
    places = places[places < len(ends)]
    return places[np.isin(ends[places], wanted)]


def _word_counts(counter: kernels.Counter, corpus_bytes: int) -> WordCounts:
    pre_tokens = int(counter.state[kernels.PRE_TOKENS])
    return WordCounts(*kernels.words_in_order(counter), corpus_bytes=corpus_bytes, pre_tokens=pre_tokens)


# Counting with a regular expression ---------------------------------------------------------------------------------


def _count_by_expression(
    tasks: Iterator[tuple[Block, int]],
    normalizer: Normalizer,
    pre_tokenizer: PreTokenizer,
    special: re.Pattern[bytes] | None,
    total: int,
) -> Generator[Progress, None, WordCounts]:
    """Whole records come here: nobody knows where an unknown expression cuts."""
    counts: dict[str, int] = {}
    pre_tokens = corpus_bytes = position = 0
    for block, weight in tasks:
        for start, end in stretches_of(block, special):
            corpus_bytes += end - start
            made: list[str] = []
            for text in normalizer.slices(block.data[start:end].decode()):
                made.append(text)
                if not text:
                    yield Progress(_STAGE, position + start, total)
            text = "".join(made)
            spans = pre_tokenizer.spans(text)
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


def _count_languages(texts: list[list[str]], codes: tuple[str, ...], pre_tokenizer: PreTokenizer) -> Probes:
    units = [(unit.encode(), language) for language, group in enumerate(texts) for unit in group if unit]
    data = padded(b"".join(unit for unit, _ in units))
    unit_ends = np.cumsum([len(unit) for unit, _ in units], dtype=np.int64)
    begins, ends = pre_tokenizer.pieces_of_texts(data, unit_ends)
    numbers, starts, lengths = (np.empty(len(ends), np.int64) for _ in range(3))
    word_count = number_spans(data, begins, ends, numbers, starts, lengths)
    # One row for each word in each language: equal (word, language) pairs of the pre-tokens, counted.
    unit_of_each = np.searchsorted(unit_ends, ends)
    language_of_each = np.array([language for _, language in units], np.int64)[unit_of_each]
    keys, times = np.unique(numbers * len(codes) + language_of_each, return_counts=True)
    words, languages = np.divmod(keys, max(len(codes), 1))
    rows = np.searchsorted(words, np.arange(word_count + 1))
    starts, lengths = starts[:word_count].copy(), lengths[:word_count].copy()
    return Probes(codes, data, starts, lengths, rows, languages.astype(np.int32), times.astype(np.int32))

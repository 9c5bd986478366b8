"""count_parallel(): the languages of a parallel text as words, to be cut along with a training.

A training does not learn from them.  What each step saves every language is told while it learns.
"""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

import numpy as np

from engine.kernels.number_words import number_spans
from engine.model import Probes, padded
from engine.normalizers import Normalizer
from engine.parallel import ParallelText
from engine.pre_tokenizers import PreTokenizer
from engine.text_files import utf8

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

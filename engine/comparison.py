"""compare() and sweep(): what the same text costs in many languages, under several tokenizers or at many sizes of one.

Every unit is encoded alone and special tokens are left out.  A cell keeps its counts, so that each number shown can be
traced to a numerator and a denominator.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from engine.counts import Counts
from engine.errors import OptionError
from engine.metrics import METRICS, WORDLESS_SCRIPTS, Interval, Sums, premium_interval
from engine.model import Progress
from engine.parallel import Language, ParallelText
from engine.tokenizer import Tokenizer
from engine.vocabulary import IntArray

_CELLS_A_PROGRESS = 16


class Steppable(Tokenizer, Protocol):
    """A tokenizer that can be had as it was before."""

    @property
    def kind(self) -> str: ...

    @property
    def step_count(self) -> int: ...

    def at_step(self, step: int) -> Tokenizer:
        """As it was after that many steps."""


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """One tokenizer on one language.

    unit_tokens, reference_unit_tokens   tokens of each unit that both languages have, here and in the reference
    sums                                 all that the measures divide
    interval                             of the premium; None with fewer than 5 units
    round_trip                           whether decoding gives every unit back, character by character
    vocab_size                           entries of the tokenizer, where one is compared at several sizes
    """

    tokenizer: str
    language: Language
    reference: str
    unit_tokens: IntArray
    reference_unit_tokens: IntArray
    sums: Sums
    interval: Interval | None
    round_trip: bool
    vocab_size: int | None = None

    @property
    def units(self) -> int:
        """How many units were compared."""
        return len(self.unit_tokens)

    @property
    def tokens(self) -> int:
        """Tokens of all units."""
        return self.sums.tokens

    def value(self, metric: str) -> float | None:
        """One of METRICS; None where it is not defined for this language."""
        return METRICS[metric].value(self.sums)

    @property
    def premium(self) -> float | None:
        """Tokens over the reference language's tokens for the same units."""
        return self.value("premium")

    def row(self) -> dict[str, Any]:
        """The cell as plain values, in the order of the table's columns; the vocabulary size only in a sweep."""
        size = {} if self.vocab_size is None else {"vocab_size": self.vocab_size}
        return {
            "tokenizer": self.tokenizer,
            "language": self.language.code,
            "units": self.units,
            "tokens": self.tokens,
            "premium": self.premium,
            "premium_low": self.interval.low if self.interval else None,
            "premium_high": self.interval.high if self.interval else None,
            "bytes": self.sums.bytes,
            "characters": self.sums.characters,
            "bytes_per_token": self.value("bytes_per_token"),
            "characters_per_token": self.value("characters_per_token"),
            "fertility": self.value("fertility"),
            "unknown_share": self.value("unknown_share"),
            "characters_cut_share": self.value("characters_cut_share"),
            "round_trip": self.round_trip,
        } | size


def compare(
    tokenizers: Sequence[Tokenizer],
    parallel: ParallelText,
    languages: str | Sequence[str] = "all",
    reference: str = "eng",
) -> Iterator[Progress | Cell]:
    """A Cell for each tokenizer and each language, tokenizer by tokenizer, with Progress between.

    `languages`: "all" aligned ones, "everything", or codes.  The reference is encoded whether it is among them or not.
    Raises OptionError for a language that is not there.

    >>> cells = [c for c in compare([gpt2], udhr(), ["fra"]) if isinstance(c, Cell)]   # doctest: +SKIP
    >>> cells[0].tokens, cells[0].premium                                              # doctest: +SKIP
    (3122, 2.025...)
    """
    if not tokenizers:
        raise OptionError("No tokenizer is chosen; name at least one.")
    codes = parallel.select(languages)
    reference_units = parallel.units(reference)
    total = len(tokenizers) * len(codes)
    for row, tokenizer in enumerate(tokenizers):
        reference_counts = tokenizer.count(reference_units)
        for column, code in enumerate(codes):
            if column % _CELLS_A_PROGRESS == 0:
                yield Progress("Comparing", row * len(codes) + column, total, "cells")
            counts = reference_counts if code == reference else tokenizer.count(parallel.units(code))
            yield _cell(tokenizer.name, parallel.languages[code], reference, counts, reference_counts)
    yield Progress("Comparing", total, total, "cells")


def sweep(
    tokenizers: Sequence[Steppable],
    parallel: ParallelText,
    languages: str | Sequence[str] = "all",
    reference: str = "eng",
) -> Iterator[Progress | Cell]:
    """As `compare`, but each tokenizer at many sizes, each with a Cell for every language; sizes as `sweep_steps` says."""
    states = [(tokenizer, step) for tokenizer in tokenizers for step in sweep_steps(tokenizer)]
    for number, (tokenizer, step) in enumerate(states):
        state = tokenizer.at_step(step)
        size = vocabulary_size(state)
        for event in compare([state], parallel, languages, reference):
            if isinstance(event, Cell):
                yield replace(event, vocab_size=size)
            else:
                yield Progress("Comparing", number * event.total + event.done, len(states) * event.total, event.unit)


def sweep_steps(tokenizer: Steppable) -> list[int]:
    """The steps at which a tokenizer is compared: where its size is a power of two, and the last; every round of Unigram.

    Without steps it is the last alone.
    """
    last = tokenizer.step_count
    if tokenizer.kind == "unigram":
        return list(range(1, last + 1)) or [last]
    least = vocabulary_size(tokenizer) - last
    sizes = (1 << exponent for exponent in range(31))
    return [size - least for size in sizes if least <= size < least + last] + [last]


def vocabulary_size(tokenizer: Tokenizer) -> int:
    """Entries of the vocabulary, special tokens included."""
    return len(tokenizer.vocabulary) - len(tokenizer.vocabulary.holes)


def _cell(name: str, language: Language, reference: str, counts: Counts, reference_counts: Counts) -> Cell:
    """The cell of the units that neither language lacks."""
    paired = np.flatnonzero((counts.bytes > 0) & (reference_counts.bytes > 0))
    tokens, theirs = counts.tokens[paired], reference_counts.tokens[paired]
    words = None if language.script in WORDLESS_SCRIPTS else int(counts.words[paired].sum())
    sums = Sums(
        tokens=int(tokens.sum()),
        reference_tokens=int(theirs.sum()),
        bytes=int(counts.bytes[paired].sum()),
        characters=int(counts.characters[paired].sum()),
        words=words,
        unknown_characters=int(counts.unknown[paired].sum()),
        clusters=int(counts.clusters[paired].sum()),
        clusters_cut=int(counts.clusters_cut[paired].sum()),
    )
    interval = premium_interval(tokens, theirs)
    return Cell(name, language, reference, tokens, theirs, sums, interval, bool(counts.round_trip[paired].all()))


def to_csv(cells: Iterable[Cell]) -> str:
    """The cells as a table with a header row, the language's name beside its code."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for number, cell in enumerate(cells):
        row = cell.row() | {"name": cell.language.name, "reference": cell.reference}
        if number == 0:
            writer.writerow(row)
        writer.writerow("" if value is None else value for value in row.values())
    return text.getvalue()

"""compare() and sweep(): what the same text costs in many languages, under several tokenizers or at many sizes of one.

Every unit is encoded alone and special tokens are left out.  A cell keeps its counts, so that each number shown can be
traced to a numerator and a denominator.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from engine.counts import Counts
from engine.errors import EncodeError, OptionError
from engine.metrics import (
    METRICS,
    WORDLESS_SCRIPTS,
    Interval,
    Sums,
    premium_interval,
    ratio,
    renyi_entropy,
)
from engine.model import Progress
from engine.parallel import Language, ParallelText
from engine.round_trip import keeps_content
from engine.tokenizer import Tokenizer
from engine.vocabulary import IntArray

UNKNOWN_LIMIT = 0.02
"""Above this share of unknown text a count looks too cheap to be shown."""
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
    sums, reference_sums                 all that the measures divide, here and in the reference
    interval                             of the premium; None with fewer than 5 units
    round_trip, reference_round_trip     whether decoding gives every unit back, character by character
    loses_text, reference_loses_text     whether letters are missing in what is decoded, unknown ones aside
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
    reference_sums: Sums | None = None
    reference_round_trip: bool = True
    loses_text: bool = False
    reference_loses_text: bool = False
    vocab_size: int | None = None

    def doubt(self, metric: str) -> str:
        """Why a measure would mislead here, in words; "" where it can be compared.

        What is lost or unknown costs nothing, so a count looks too cheap; in the reference it makes all others too dear.
        """
        own = _doubt(self.tokenizer, "this text", self.sums, self.loses_text, "cheap")
        if own or metric != "premium" or self.reference_sums is None:
            return own
        return _doubt(self.tokenizer, "the reference text", self.reference_sums, self.reference_loses_text, "dear")

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


@dataclass(frozen=True, slots=True)
class Refusal:
    """A language that a tokenizer cannot encode, and why: it has no token for something unknown."""

    tokenizer: str
    language: Language
    reference: str
    reason: str


def compare(
    tokenizers: Sequence[Tokenizer],
    parallel: ParallelText,
    languages: str | Sequence[str] = "all",
    reference: str = "eng",
) -> Iterator[Progress | Cell]:
    """A Cell for each tokenizer and each language, tokenizer by tokenizer, with Progress between.

    `languages`: "all" aligned ones, "everything", or codes.  The reference is encoded whether it is among them or not.
    Raises OptionError for a language that is not there, EncodeError for one that a tokenizer cannot encode.

    >>> cells = [c for c in compare([gpt2], udhr(), ["fra"]) if isinstance(c, Cell)]   # doctest: +SKIP
    >>> cells[0].tokens, cells[0].premium                                              # doctest: +SKIP
    (3122, 2.025...)
    """
    for event in compare_all(tokenizers, parallel, languages, reference, refuses=True):
        assert not isinstance(event, Refusal)
        yield event


def compare_all(
    tokenizers: Sequence[Tokenizer],
    parallel: ParallelText,
    languages: str | Sequence[str] = "all",
    reference: str = "eng",
    *,
    refuses: bool = False,
) -> Iterator[Progress | Cell | Refusal]:
    """As `compare`, with a Refusal in the place of a language that a tokenizer cannot encode."""
    if not tokenizers:
        raise OptionError("No tokenizer is chosen; name at least one.")
    codes = parallel.select(languages)
    parallel.units(reference)
    total = len(tokenizers) * len(codes)
    for row, tokenizer in enumerate(tokenizers):
        columns = _Columns(tokenizer, parallel, reference)
        for column, code in enumerate(codes):
            if column % _CELLS_A_PROGRESS == 0:
                yield Progress("Comparing", row * len(codes) + column, total, "cells")
            try:
                yield columns.cell(code)
            except EncodeError as error:
                if refuses:
                    raise
                yield Refusal(tokenizer.name, parallel.languages[code], reference, str(error))
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


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """What a cell says of one of its two languages."""

    sums: Sums
    round_trip: bool
    loses_text: bool


class _Columns:
    """One tokenizer's counts of the reference, made once, and the cells that are set against it."""

    def __init__(self, tokenizer: Tokenizer, parallel: ParallelText, reference: str) -> None:
        self._tokenizer = tokenizer
        self._parallel = parallel
        self._reference = reference
        self._reference_counts: Counts | None = None
        self._reference_sides: dict[bytes, _Side] = {}

    def cell(self, code: str) -> Cell:
        """The cell of the units that neither language lacks; of all units where the texts are not parallel."""
        counts = self._counts(code)
        theirs = self._counts(self._reference) if self._parallel.is_parallel else counts
        paired = np.flatnonzero((counts.bytes > 0) & (theirs.bytes > 0))
        tokens, reference_tokens = counts.tokens[paired], theirs.tokens[paired]
        is_parallel = self._parallel.is_parallel
        here = self._side(code, counts, paired, theirs if is_parallel else None)
        there = self._reference_side(theirs, paired) if is_parallel else here
        return Cell(
            self._tokenizer.name,
            self._parallel.languages[code],
            self._reference,
            tokens,
            reference_tokens,
            here.sums,
            premium_interval(tokens, reference_tokens) if is_parallel else None,
            here.round_trip,
            there.sums if is_parallel else None,
            there.round_trip,
            here.loses_text,
            is_parallel and there.loses_text,
        )

    def _reference_side(self, theirs: Counts, paired: IntArray) -> _Side:
        """That of the reference: nearly always for all units, so it is kept."""
        key = paired.tobytes()
        if key not in self._reference_sides:
            self._reference_sides[key] = self._side(self._reference, theirs, paired, theirs)
        return self._reference_sides[key]

    def _side(self, code: str, counts: Counts, paired: IntArray, compared_with: Counts | None) -> _Side:
        return _Side(
            self._sums(code, counts, paired, compared_with),
            bool(counts.round_trip[paired].all()),
            self._loses_text(code, counts, paired),
        )

    def _counts(self, code: str) -> Counts:
        if code != self._reference:
            return self._counted(code)
        if self._reference_counts is None:
            self._reference_counts = self._counted(code)
        return self._reference_counts

    def _counted(self, code: str) -> Counts:
        units = self._parallel.units(code)
        try:
            return self._tokenizer.count(units)
        except EncodeError as error:
            title = self._parallel.languages[code].title
            raise EncodeError(f"{self._tokenizer.name} cannot encode {title}: {error}") from None

    def _sums(self, code: str, counts: Counts, paired: IntArray, compared_with: Counts | None) -> Sums:
        has_words = self._parallel.languages[code].script not in WORDLESS_SCRIPTS
        frequencies = _frequencies(counts, paired)
        return Sums(
            tokens=int(counts.tokens[paired].sum()),
            reference_tokens=None if compared_with is None else int(compared_with.tokens[paired].sum()),
            bytes=int(counts.bytes[paired].sum()),
            characters=int(counts.characters[paired].sum()),
            words=int(counts.words[paired].sum()) if has_words else None,
            unknown_characters=int(counts.unknown[paired].sum()),
            clusters=int(counts.clusters[paired].sum()),
            clusters_cut=int(counts.clusters_cut[paired].sum()),
            words_continued=int(counts.words_continued[paired].sum()) if has_words else None,
            types=len(frequencies),
            vocabulary_size=vocabulary_size(self._tokenizer),
            renyi_entropy=renyi_entropy(frequencies),
            reference_characters=None if compared_with is None else int(compared_with.characters[paired].sum()),
        )

    def _loses_text(self, code: str, counts: Counts, paired: IntArray) -> bool:
        """Whether a unit without unknown characters comes back with letters missing or changed."""
        doubtful = paired[~counts.round_trip[paired] & (counts.unknown[paired] == 0)].tolist()
        ends = np.cumsum(counts.tokens)
        texts = self._parallel.units(code)
        for unit in doubtful:
            ids = counts.ids[ends[unit] - counts.tokens[unit] : ends[unit]].tolist()
            if not keeps_content(texts[unit], self._tokenizer.decode(ids, "replace")):
                return True
        return False


def _frequencies(counts: Counts, paired: IntArray) -> IntArray:
    """How often each token that came out did so, in some of the units."""
    ids = counts.ids
    if len(paired) < len(counts):
        is_paired = np.zeros(len(counts), np.bool_)
        is_paired[paired] = True
        ids = ids[np.repeat(is_paired, counts.tokens)]
    return np.unique(ids, return_counts=True)[1]


def _doubt(name: str, text: str, sums: Sums, loses_text: bool, looks: str) -> str:
    share = ratio(sums.unknown_characters, sums.characters) or 0.0
    if share > UNKNOWN_LIMIT:
        return f"{share:.0%} of {text} is unknown to {name}, so a count would look too {looks}.".replace("%", " %")
    return f"{name} loses letters of {text}, so a count would look too {looks}." if loses_text else ""

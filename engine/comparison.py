"""compare(): what the same text costs in many languages, under several tokenizers.

Every unit is encoded alone and special tokens are left out.  What comes of it, a Cell, stands in cells.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from engine.bootstrap import premium_interval
from engine.cells import Cell, Refusal
from engine.counts import Counts
from engine.errors import EncodeError, OptionError
from engine.languages import WORDLESS_SCRIPTS
from engine.metrics import Sums, renyi_entropy
from engine.model import Progress
from engine.parallel import ParallelText
from engine.round_trip import keeps_content
from engine.tokenizer import Tokenizer
from engine.vocabulary import IntArray

_CELLS_A_PROGRESS = 16


def compare(
    tokenizers: Sequence[Tokenizer],
    parallel: ParallelText,
    languages: str | Sequence[str] = "all",
    reference: str = "eng",
) -> Iterator[Progress | Cell]:
    """A Cell for each tokenizer and each language, tokenizer by tokenizer, with Progress between.

    `languages`: "all" aligned ones, "everything", or codes.  The reference is encoded whether it is among them or not.
    Raises OptionError for a language that is not there, EncodeError for one that a tokenizer cannot encode.

    >>> from engine.parallel import udhr
    >>> from engine.presets import load_preset
    >>> (cell,) = (event for event in compare([load_preset("gpt2")], udhr(), ["fra"]) if isinstance(event, Cell))
    >>> cell.units, cell.tokens, f"{cell.premium:.2f}", f"{cell.interval.low:.2f} to {cell.interval.high:.2f}"
    (30, 3122, '2.03', '1.95 to 2.10')
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
        is_parallel = self._parallel.is_parallel
        counts = self._counts(code)
        theirs = self._counts(self._reference) if is_parallel else counts
        paired = np.flatnonzero((counts.bytes > 0) & (theirs.bytes > 0))
        tokens, reference_tokens = counts.tokens[paired], theirs.tokens[paired]
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
            vocabulary_size=self._tokenizer.vocabulary.entries,
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

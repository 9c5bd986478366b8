"""Words as symbols, whatever these are: bytes, or the base symbols of an alphabet.

Words, ProbeWords      what a trainer of pairs asks of its words, and of words of other texts
Symbols, ProbeSymbols  both as base symbols of an alphabet; words of bytes are WordCounts and Probes themselves
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from engine.model import Start
from engine.vocabulary import IntArray


class _Spelled(Protocol):
    """Distinct words: word `w` is `data[starts[w]:starts[w] + lengths[w]]`."""

    @property
    def data(self) -> IntArray: ...
    @property
    def starts(self) -> IntArray: ...
    @property
    def lengths(self) -> IntArray: ...


class Words(_Spelled, Protocol):
    """Words of a corpus: word `w` occurs `counts[w]` times."""

    @property
    def counts(self) -> IntArray: ...


class ProbeWords(_Spelled, Protocol):
    """Words of other texts; see `engine.model.Probes`."""

    @property
    def codes(self) -> tuple[str, ...]: ...
    @property
    def rows(self) -> IntArray: ...
    @property
    def languages(self) -> IntArray: ...
    @property
    def times(self) -> IntArray: ...


@dataclass(frozen=True, slots=True)
class Symbols:
    """Distinct words: word `w` is `data[starts[w]:starts[w] + lengths[w]]`, and occurs `counts[w]` times."""

    data: npt.NDArray[np.int32]
    starts: IntArray
    lengths: IntArray
    counts: IntArray


@dataclass(frozen=True, slots=True)
class ProbeSymbols:
    """Words of other texts; see `engine.model.Probes`."""

    codes: tuple[str, ...]
    data: npt.NDArray[np.int32]
    starts: IntArray
    lengths: IntArray
    rows: IntArray
    languages: IntArray
    times: IntArray


def start_of(base_symbols: tuple[bytes, ...], words: Words, probes: ProbeWords | None) -> Start:
    """How things stand while every symbol is a token."""
    tokens = int((words.counts * words.lengths).sum())
    if probes is None:
        return Start(base_symbols, tokens)
    lengths = np.repeat(probes.lengths, np.diff(probes.rows))
    by_language = np.bincount(probes.languages, lengths * probes.times, len(probes.codes))
    return Start(base_symbols, tokens, by_language.astype(np.int64))

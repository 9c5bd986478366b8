"""Words as symbols, whatever these are: bytes, or the base symbols of an alphabet."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from engine.model import Start
from engine.vocabulary import IntArray


class Words(Protocol):
    """Distinct words: word `w` is `data[starts[w]:starts[w] + lengths[w]]`, and occurs `counts[w]` times."""

    @property
    def data(self) -> IntArray: ...
    @property
    def starts(self) -> IntArray: ...
    @property
    def lengths(self) -> IntArray: ...
    @property
    def counts(self) -> IntArray: ...


class ProbeWords(Protocol):
    """Distinct words of other texts; see `engine.model.Probes`."""

    @property
    def codes(self) -> tuple[str, ...]: ...
    @property
    def data(self) -> IntArray: ...
    @property
    def starts(self) -> IntArray: ...
    @property
    def lengths(self) -> IntArray: ...
    @property
    def rows(self) -> IntArray: ...
    @property
    def languages(self) -> IntArray: ...
    @property
    def times(self) -> IntArray: ...


def start_of(base_symbols: tuple[bytes, ...], words: Words, probes: ProbeWords | None) -> Start:
    """How things stand while every symbol is a token."""
    tokens = int((words.counts * words.lengths).sum())
    if probes is None:
        return Start(base_symbols, tokens)
    lengths = np.repeat(probes.lengths, np.diff(probes.rows))
    by_language = np.bincount(probes.languages, lengths * probes.times, len(probes.codes))
    return Start(base_symbols, tokens, by_language.astype(np.int64))

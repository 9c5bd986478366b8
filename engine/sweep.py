"""sweep(): what the same text costs at many sizes of one tokenizer, from the steps that its training went through."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from engine.cells import Cell
from engine.comparison import compare
from engine.model import Progress
from engine.parallel import ParallelText
from engine.tokenizer import Tokenizer

_SIZES = tuple(1 << exponent for exponent in range(31))


class Steppable(Tokenizer, Protocol):
    """A tokenizer that can be had as it was before."""

    @property
    def kind(self) -> str: ...

    @property
    def step_count(self) -> int: ...

    def entries_at(self, step: int) -> int:
        """Entries of its vocabulary after that many steps, which need not be built for that."""

    def at_step(self, step: int) -> Tokenizer:
        """As it was after that many steps."""


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
        size = state.vocabulary.entries
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
    # A step makes one entry more, or none: a published list may reach one token by several merges.
    first = {size: bisect_left(range(last), size, key=tokenizer.entries_at) for size in _SIZES}
    return [step for size, step in first.items() if step < last and tokenizer.entries_at(step) == size] + [last]

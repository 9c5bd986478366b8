"""Long work may be left at each of its yields: nothing is held, nothing is spoiled, and the next start is as ever."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from engine import ALGORITHMS, Corpus, new_history, train
from engine.cells import Cell
from engine.comparison import compare_all
from engine.counting import count_words
from engine.history import TrainingHistory
from engine.model import WordCounts
from engine.normalizers import sequence_of
from engine.parallel import udhr
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from engine.presets import load_preset
from tests.engine.test_every_algorithm import TEXT, recipe_of

_MOST = 60
"""Yields that are tried of a job; of longer ones every so many."""


def left_at_each(job: Callable[[], Iterator[object]]) -> list[list[object]]:
    """What a job has yielded when it was left, for each number of yields; last all of it."""
    whole = list(job())
    every = max(1, len(whole) // _MOST)
    found = []
    for number in range(0, len(whole), every):
        events = job()
        found.append(list(islice(events, number)))  # how much comes at once is a matter of time
        events.close()  # type: ignore[attr-defined]
    return [*found, whole]


def taken_in(name: str, events: list[object]) -> TrainingHistory:
    history = new_history(recipe_of(name))
    for event in events:
        history.append(event)  # type: ignore[arg-type]
    return history


@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_training(name: str) -> None:
    recipe = recipe_of(name, vocab_size=400)
    corpus = Corpus.of_text(TEXT[:6_000])
    *parts, whole = left_at_each(lambda: train(corpus, recipe))
    complete = taken_in(name, whole)
    for events in parts:
        history = taken_in(name, events)
        if history.start is not None:
            steps = len(history)
            assert history.tokenizer_at(steps).encode("and").ids.size
            assert steps <= len(complete)
    again = taken_in(name, list(train(corpus, recipe)))
    assert again.tokenizer_at(len(again)).identity == complete.tokenizer_at(len(complete)).identity


def test_counting_a_corpus_on_threads(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(TEXT * 300)
    cut = PreTokenizer(PATTERNS["gpt2"])
    *_, whole = left_at_each(lambda: count_words(Corpus.of(path), sequence_of([]), cut))
    words = next(event for event in whole if isinstance(event, WordCounts))
    again = next(event for event in count_words(Corpus.of(path), sequence_of([]), cut) if isinstance(event, WordCounts))
    assert [words.word(at) for at in range(len(words))] == [again.word(at) for at in range(len(again))]
    assert words.counts.tolist() == again.counts.tolist()
    path.unlink()  # nobody holds it open: on Windows it could not be removed


def test_comparing() -> None:
    tokenizers = [load_preset("gpt2"), load_preset("cl100k_base")]
    languages = ["eng", "vie", "hin", "tha"]
    *parts, whole = left_at_each(lambda: compare_all(tokenizers, udhr(), languages, "eng"))
    cells = [event for event in whole if isinstance(event, Cell)]
    assert len(cells) == 8
    for events in parts:
        some = [event for event in events if isinstance(event, Cell)]
        assert [cell.tokens for cell in some] == [cell.tokens for cell in cells[: len(some)]]


# Memory that is not enough --------------------------------------------------------------------------------------------

_ALLOCATES = (
    "empty",
    "zeros",
    "ones",
    "full",
    "array",
    "asarray",
    "arange",
    "concatenate",
    "stack",
    "append",
    "cumsum",
)
_PLACES = 25
"""Allocations of an algorithm that are refused, each in a training of its own."""


class Refusal:
    """Refuses the allocation of that number that numpy is asked for; None refuses none."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked, self.at = 0, None
        for name in _ALLOCATES:
            monkeypatch.setattr(np, name, self._counted(getattr(np, name)))

    def arm(self, at: int | None) -> None:
        self.asked, self.at = 0, at

    def _counted(self, allocate: Callable[..., object]) -> Callable[..., object]:
        def asked(*given: object, **options: object) -> object:
            self.asked += 1
            if self.asked - 1 == self.at:
                raise MemoryError
            return allocate(*given, **options)

        return asked


@pytest.mark.parametrize("name", ALGORITHMS)
def test_memory_that_is_not_enough_at_any_moment(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever allocation is refused, that is what comes out, and the next training is as ever."""
    recipe, corpus = recipe_of(name, vocab_size=400), Corpus.of_text(TEXT[:3_000])

    def identity() -> str:
        history = new_history(recipe)
        for event in train(corpus, recipe):
            history.append(event)
        tokenizer = history.tokenizer_at(len(history))
        tokenizer.decode(tokenizer.encode("and so on").ids.tolist())
        return tokenizer.identity

    whole = identity()
    refusal = Refusal(monkeypatch)
    assert identity() == whole
    total, refused = refusal.asked, 0
    for at in range(0, total, max(1, total // _PLACES)):
        refusal.arm(at)
        try:
            assert identity() == whole  # an allocation less than before, as something was kept
        except MemoryError:
            refused += 1
        refusal.arm(None)
        assert identity() == whole, at
    assert refused > 10

"""train(): a corpus and a recipe in, what happens while a tokenizer learns out, event by event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from engine.algorithms import ALGORITHMS, algorithm_of
from engine.corpus import Corpus, Source
from engine.counting import CountWords, count_words
from engine.history import AdditionHistory, History, RoundHistory, TrainingEvent, TrainingHistory
from engine.model import WordCounts
from engine.parallel import ParallelText
from engine.parallel_words import count_parallel
from engine.recipe import Recipe

_MOST_NAMED = 20
"""Texts that a provenance names."""

_HISTORIES: dict[str, type[TrainingHistory]] = {
    "merges": History,
    "rounds": RoundHistory,
    "additions": AdditionHistory,
}


def train(
    corpus: Corpus,
    recipe: Recipe,
    probes: ParallelText | None = None,
    *,
    record: bool = True,
    count: CountWords = count_words,
) -> Iterator[TrainingEvent]:
    """Learn from a corpus, step by step.

    Yields the counted words, the probes if any, then what the trainer does (a Start, then Steps, Rounds or Additions as
    they come), with Progress between, and last a Stopped.  Ceasing to iterate cancels; what was yielded until then is a
    complete smaller tokenizer (`TrainingHistory.tokenizer_at`).  `record=False` asks for what is learned alone, without
    candidates, ties and other rules' choices; `count` may count the corpus elsewhere (`cluster.connected`).  Raises
    CorpusError for an empty or unreadable corpus, OptionError for options that exclude each other.

    >>> from engine.algorithms.bpe import BPETrainer
    >>> recipe = Recipe(BPETrainer(max_steps=2))
    >>> history = new_history(recipe)
    >>> for event in train(Corpus.of_text("low lower lowest"), recipe):
    ...     history.append(event)
    >>> [history.row(step).piece for step in (1, 2)], history.stopped
    ([b'lo', b'low'], 'steps')
    """
    words = None
    for event in count(corpus, recipe.normalizer, recipe.pre_tokenizer, recipe.special_tokens):
        if isinstance(event, WordCounts):
            words = event
        yield event
    assert words is not None
    counted = None
    if probes is not None:
        counted = count_parallel(probes, recipe.normalizer, recipe.pre_tokenizer)
        yield counted
    yield from recipe.trainer.steps(words, counted, specials=len(recipe.special_tokens), record=record)


def new_history(recipe: Recipe) -> TrainingHistory:
    """An empty history of the kind that this recipe's trainer fills: merges, rounds, or words taken in.

    >>> from engine.algorithms.unigram import UnigramTrainer
    >>> new_history(Recipe(UnigramTrainer())).step_kind
    'rounds'
    """
    return _HISTORIES[ALGORITHMS[algorithm_of(recipe.trainer)].steps](recipe)


def provenance(
    history: TrainingHistory, corpus: Corpus, version: str, digests: Mapping[Source, str] | None = None
) -> dict[str, Any]:
    """Where a trained tokenizer comes from: the options, the corpus, what trained it and why it stopped.  Sources whose
    `digests` are known are not read for it."""
    trainer = history.recipe.trainer
    return {
        "trainer": f"mergescope {version}",
        "options": {field.name: getattr(trainer, field.name) for field in fields(trainer)},  # type: ignore[arg-type]
        "corpus": corpus.digest(digests),
        "texts": _named(corpus),
        "records": corpus.records,
        "stopped": history.stopped or "cancelled",
    }


def _named(corpus: Corpus) -> list[str]:
    """The first texts by name, with what their weight and column are where they are not the usual: a digest alone would
    not tell anybody what to look for."""
    names = [_with_its_own(source) for source in corpus.sources[:_MOST_NAMED]]
    more = len(corpus.sources) - len(names)
    return [*names, f"and {more:,} more"] if more else names


def _with_its_own(source: Source) -> str:
    """In brackets, as names stand in a row with commas between."""
    column = [f"column {source.column}"] if source.column else []
    weight = [f"weight {source.weight_tenths / 10:g}"] if source.weight_tenths != 10 else []
    return f"{source.label} ({', '.join([*column, *weight])})" if column or weight else source.label

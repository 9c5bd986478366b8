"""Bytes per token are the same wherever the window tells them, whatever a pipeline does to the text."""

from __future__ import annotations

import pytest

from app.widgets.theatre.side_facts import figures_of
from app.widgets.why.run_curves import bytes_per_token, size_ratio
from engine.algorithms.unigram import UnigramTrainer
from engine.algorithms.wordpiece import WordPieceTrainer
from engine.corpus import Corpus, Source
from engine.history import TrainingHistory
from engine.model import Trainer
from engine.normalizers import IDENTITY, Normalizer, sequence_of
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from engine.recipe import Recipe
from engine.size_curve import size_curve
from engine.training import new_history, train

TEXT = "The cat and the dog, the cat and the bird:  many words and many spaces.\n" * 60


def trained(trainer: Trainer, pattern: str, weight: int, normalizer: Normalizer) -> TrainingHistory:
    recipe = Recipe(trainer, PreTokenizer(PATTERNS[pattern]), normalizer=normalizer)
    history = new_history(recipe)
    for event in train(Corpus((Source("text", text=TEXT, weight_tenths=weight),)), recipe):
        history.append(event)
    return history


RUNS = [
    (WordPieceTrainer(max_steps=20), "bert", 10, IDENTITY),
    (WordPieceTrainer(max_steps=20), "bert", 25, IDENTITY),
    (UnigramTrainer(vocab_size=60), "metaspace", 10, sequence_of(["metaspace"])),
]


@pytest.mark.parametrize(("trainer", "pattern", "weight", "normalizer"), RUNS)
def test_the_theatre_tells_what_the_trade_offs_tell(
    trainer: Trainer, pattern: str, weight: int, normalizer: Normalizer
) -> None:
    history = trained(trainer, pattern, weight, normalizer)
    curve = size_curve(history)
    assert curve is not None
    shown = bytes_per_token(history)
    for row in range(len(curve)):
        position = int(curve.positions[row])
        assert shown[position] == pytest.approx(curve.bytes_per_token[row])
        assert f"{curve.bytes_per_token[row]:.2f} bytes per token" in figures_of(history, position)


def test_two_runs_on_one_corpus_are_of_one_size() -> None:
    one, other = (trained(*row) for row in (RUNS[0], RUNS[2]))
    assert size_ratio(one, other) == 1.0

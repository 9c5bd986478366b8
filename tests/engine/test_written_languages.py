"""Languages that a vocabulary cannot write are not helped by what it learns."""

from __future__ import annotations

import pytest

from engine.algorithms.bpe import BPETrainer
from engine.algorithms.char_bpe import CharBPETrainer
from engine.algorithms.wordpiece import WordPieceTrainer
from engine.corpus import Corpus, Source
from engine.history import History
from engine.languages import Language
from engine.model import Trainer
from engine.parallel import ParallelText
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from engine.recipe import Recipe
from engine.training import train

TEXTS = {
    "aaa": ("the other then", "there the"),
    "bbb": ("thé thé thé thé thé", "thé thé thé thé thé"),  # "th" makes them shorter most; é is unknown
    "ccc": ("the the tha thi thi tho", "the the the x x"),
}


def parallel() -> ParallelText:
    languages = {code: Language(code, code.upper()) for code in TEXTS}
    return ParallelText("test", "Test", "line", languages, TEXTS)


def trained(trainer: Trainer, pattern: str) -> History:
    recipe = Recipe(trainer, PreTokenizer(PATTERNS[pattern]))
    history = History(recipe)
    for event in train(Corpus((Source("text", text="the tha thi tho x then other " * 5),)), recipe, parallel()):
        history.append(event)
    return history


@pytest.mark.parametrize("trainer", [CharBPETrainer(max_steps=2), WordPieceTrainer(max_steps=2, score="count")])
def test_what_cannot_be_written_is_not_helped(trainer: Trainer) -> None:
    history = trained(trainer, "whitespace")
    before, after = history.probe_tokens_at(0), history.probe_tokens_at(1)
    if isinstance(trainer, CharBPETrainer):
        assert before[1] > after[1]  # its tokens fall, and that says nothing
    assert [code for code, _ in history.helped_most(1)] == ["ccc", "aaa"]


def test_bytes_write_everything() -> None:
    history = trained(BPETrainer(max_steps=2), "gpt2")
    assert "bbb" in [code for code, _ in history.helped_most(1)]

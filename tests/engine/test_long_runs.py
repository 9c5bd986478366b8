"""One run of a million characters: every algorithm learns from it and cuts it, and what it says of it is true.

That nothing here is quadratic is not timed: a quadratic loop over a million would not end before the suite gives up.
"""

from __future__ import annotations

from dataclasses import fields

import pytest

from engine.algorithms import ALGORITHMS
from engine.corpus import Corpus
from engine.errors import EncodeError
from engine.history import TrainingHistory
from engine.normalizers import sequence_of
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from engine.recipe import Recipe
from engine.tokenizer import PipelineTokenizer
from engine.training import new_history, train

LENGTH = 1_000_000
RUNS = {"letters": "a" * LENGTH, "blanks": " " * LENGTH, "emoji": "\N{GRINNING FACE}" * LENGTH}
WORDLESS = {("char-bpe", "blanks"), ("wordpiece", "blanks"), ("unigram", "blanks"), ("word-level", "blanks")}
"""Algorithms that cut at blanks or drop them: nothing of such a run is left."""


def recipe_of(algorithm: str) -> Recipe:
    row = ALGORITHMS[algorithm]
    options = {"vocab_size": 300} if "vocab_size" in {field.name for field in fields(row.trainer)} else {}
    return Recipe(row.trainer(**options), PreTokenizer(PATTERNS[row.pattern]), normalizer=sequence_of(row.normalizers))


def learned(algorithm: str, text: str) -> tuple[TrainingHistory, PipelineTokenizer]:
    recipe = recipe_of(algorithm)
    history = new_history(recipe)
    for event in train(Corpus.of_text(text), recipe):
        history.append(event)
    return history, history.tokenizer_at(len(history))


@pytest.mark.parametrize("kind", RUNS)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_run_of_a_million_is_learned_and_cut(algorithm: str, kind: str) -> None:
    text = RUNS[kind]
    if (algorithm, kind) in WORDLESS:
        _, tokenizer = learned(algorithm, "a few words a few")
        assert not len(tokenizer.encode(text).ids)
        return
    history, tokenizer = learned(algorithm, f"{text} {text}")
    encoding = tokenizer.encode(text)
    if algorithm == "wordpiece":  # a word of more than 100 characters is unknown, as in BERT
        assert encoding.unknown_characters == LENGTH
        return
    assert tokenizer.decode(encoding.ids.tolist()) == text
    assert encoding.byte_spans[0, 0] == 0
    assert encoding.byte_spans[-1, 1] == len(text.encode())
    expected = {"char-level": LENGTH, "word-level": 1}.get(algorithm)
    if expected is None:
        # What was learned from the run cuts it again as the training left it: both halves alike, the blank aside.
        assert history.corpus_tokens[-1] == len(tokenizer.encode(f"{text} {text}").ids)
    else:
        assert len(encoding.ids) == expected


@pytest.mark.parametrize("algorithm", ["word-level", "char-bpe"])
def test_a_sentence_does_not_repeat_the_run(algorithm: str) -> None:
    _, tokenizer = learned(algorithm, "a few words a few")
    with pytest.raises(EncodeError) as refused:
        tokenizer.encode("z" * LENGTH)
    assert len(str(refused.value)) < 200

"""A history that is put away as arrays and read again is the same history: at every position, for every algorithm."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from engine.algorithms import ALGORITHMS
from engine.corpus import Corpus, Source
from engine.errors import EngineError, FormatError
from engine.history import History, TrainingHistory
from engine.history_arrays import history_arrays, history_from
from engine.normalizers import sequence_of
from engine.parallel import udhr
from engine.patterns import PATTERNS, pattern_named
from engine.pre_tokenizers import PreTokenizer
from engine.recipe import Recipe
from engine.recipe_fields import recipe_fields, recipe_from
from engine.training import new_history, train

TEXT = "low lower lowest newer newest wider widest, und die Straße lief weiter; 人人生而自由. " * 20


def recipe_for(name: str) -> Recipe:
    row = ALGORITHMS[name]
    options = {"char-level": {}, "unigram": {"vocab_size": 90}}.get(name, {"vocab_size": 300})
    return Recipe(row.trainer(**options), PreTokenizer(PATTERNS[row.pattern]), normalizer=sequence_of(row.normalizers))


def trained(recipe: Recipe, *, probes: bool = False) -> TrainingHistory:
    history = new_history(recipe)
    for event in train(Corpus.of_text(TEXT), recipe, udhr() if probes else None):
        history.append(event)
    return history


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_same_history_comes_back(name: str) -> None:
    history = trained(recipe_for(name))
    back = history_from(recipe_from(recipe_fields(history.recipe)), history_arrays(history))
    assert type(back) is type(history)
    assert len(back) == len(history)
    assert back.stopped == history.stopped
    assert back.corpus_tokens.tolist() == history.corpus_tokens.tolist()
    for step in {0, len(history) // 2, len(history)}:
        assert back.tokenizer_at(step).identity == history.tokenizer_at(step).identity
    again = history_arrays(back)
    for key, array in history_arrays(history).items():
        assert np.array_equal(again[key], array), key


@pytest.mark.parametrize("weight", [10, 25])
def test_bytes_of_the_corpus_come_back_and_are_made_up_for_where_they_were_not_kept(weight: int) -> None:
    recipe = recipe_for("byte-bpe")
    history = new_history(recipe)
    for event in train(Corpus((Source("text", text=TEXT, weight_tenths=weight),)), recipe):
        history.append(event)
    arrays = history_arrays(history)
    older = {name: array for name, array in arrays.items() if name != "words.weighted_bytes"}
    for kept in (arrays, older):
        back = history_from(recipe, kept)
        assert back.words is not None
        assert back.words.weighted_bytes / back.words.scale == len(TEXT.encode()) * weight / 10


def test_rows_and_languages_come_back() -> None:
    history = trained(recipe_for("byte-bpe"), probes=True)
    back = history_from(history.recipe, history_arrays(history))
    assert isinstance(history, History)
    assert isinstance(back, History)
    assert [back.row(step) for step in range(1, len(back) + 1)] == [
        history.row(step) for step in range(1, len(history) + 1)
    ]
    assert back.premium_series("vie", "eng").tolist() == history.premium_series("vie", "eng").tolist()


def test_rounds_keep_what_was_removed() -> None:
    history = trained(recipe_for("unigram"))
    back = history_from(history.recipe, history_arrays(history))
    for step in range(1, len(history) + 1):
        assert list(back.row(step).removed) == list(history.row(step).removed)  # type: ignore[attr-defined]


@pytest.mark.parametrize("damage", ["words.lengths", "steps.parts", "start.symbols_lengths", "steps.corpus_tokens"])
def test_damaged_arrays_are_refused(damage: str) -> None:
    history = trained(recipe_for("byte-bpe"))
    arrays = history_arrays(history)
    arrays[damage] = arrays[damage][: len(arrays[damage]) // 2]
    with pytest.raises(FormatError, match="damaged"):
        history_from(history.recipe, arrays)


@pytest.mark.parametrize("name", ["byte-bpe", "char-bpe", "wordpiece"])
def test_steps_that_double_a_token_again_and_again_are_refused(name: str) -> None:
    history = trained(recipe_for(name))
    arrays = history_arrays(history)
    parts = arrays["steps.parts"].copy()
    parts[1:37] = history.base + np.arange(36)[:, None]  # the last would be as large as a disk
    with pytest.raises(FormatError, match="its merges make tokens too long for any memory"):
        history_from(history.recipe, arrays | {"steps.parts": parts})


def test_an_empty_history_comes_back_empty() -> None:
    history = new_history(recipe_for("byte-bpe"))
    back = history_from(history.recipe, history_arrays(history))
    assert len(back) == 0
    assert back.words is None


@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_recipe_survives_json(name: str) -> None:
    recipe = replace(recipe_for(name), special_tokens=("<s>", "</s>"), specials="first")
    assert recipe_from(json.loads(json.dumps(recipe_fields(recipe)))) == recipe


def test_an_own_expression_and_kept_blanks_survive() -> None:
    base = recipe_for("unigram")
    recipe = replace(
        base,
        pre_tokenizer=PreTokenizer(pattern_named(r"\w+|\W+"), "3-right"),
        normalizer=sequence_of(("metaspace",), keep_whitespace=True),
    )
    assert recipe_from(json.loads(json.dumps(recipe_fields(recipe)))) == recipe


@pytest.mark.parametrize(
    "change",
    [
        {"algorithm": "later"},
        {"options": None},
        {"options": {"vocab_size": "many"}},
        {"specials": "aside"},
        {"digits": 3},
    ],
)
def test_values_that_make_no_recipe_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(EngineError):
        recipe_from({**recipe_fields(recipe_for("byte-bpe")), **change})

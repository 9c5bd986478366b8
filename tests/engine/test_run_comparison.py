"""Two trainings against each other: aligned by steps or by size, the first difference, the same token elsewhere."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engine.algorithms import ALGORITHMS
from engine.history import History, RoundHistory, TrainingHistory
from engine.model import WordCounts
from engine.normalizers import sequence_of
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from engine.recipe import Recipe
from engine.run_comparison import beside, compare_runs, go_by_steps, is_same_step
from engine.training import new_history

FOUR = {b"low": 5, b"lower": 2, b"newest": 6, b"widest": 3}
MORE = {b"the": 30, b"then": 11, b"there": 9, b"other": 8, b"hence": 7, b"tether": 5, b"hen": 4, b"net": 3, b"ten": 3}


def learned(name: str, words: dict[bytes, int] | None = None, **options: Any) -> TrainingHistory:
    algorithm = ALGORITHMS[name]
    trainer = algorithm.trainer(**options)
    recipe = Recipe(trainer, PreTokenizer(PATTERNS[algorithm.pattern]), normalizer=sequence_of(algorithm.normalizers))
    history = new_history(recipe)
    counted = WordCounts.of(words or MORE)
    history.append(counted)
    for event in recipe.trainer.steps(counted):
        history.append(event)
    return history


def test_a_run_is_the_same_as_itself() -> None:
    one = learned("byte-bpe", vocab_size=270)
    compared = compare_runs(one, one)
    assert compared.by_steps
    assert compared.same.all()
    assert compared.difference is None
    assert compared.elsewhere.tolist() == list(range(1, len(one) + 1))


def test_another_rule_differs_first_where_it_would_have_chosen_otherwise() -> None:
    one = learned("byte-bpe", FOUR, vocab_size=262, min_frequency=1)
    other = learned("byte-bpe", FOUR, vocab_size=262, min_frequency=1, tie_rule="lexicographic-largest")
    assert isinstance(one, History)
    compared = compare_runs(one, other)
    expected = next(
        step
        for step in range(1, len(one) + 1)
        if one.row(step).choices["lexicographic-largest"].pair != one.row(step).pair
    )
    assert compared.difference == expected
    assert [is_same_step(one, other, step) for step in range(1, len(one) + 1)] == compared.same.tolist()
    for step, place in enumerate(compared.elsewhere.tolist(), 1):
        made = one.made_tokens()[step - 1]
        assert (other.made_tokens()[place - 1] == made) if place else made not in other.made_tokens()


def test_ids_do_not_matter_only_what_is_merged() -> None:
    raw = learned("byte-bpe", vocab_size=270, tie_rule="first-seen")
    printed = learned("byte-bpe", vocab_size=270, tie_rule="first-seen", byte_order="gpt2")
    assert compare_runs(raw, printed).same.all()


def test_a_shorter_run_is_the_same_as_far_as_it_goes() -> None:
    long, short = learned("byte-bpe", vocab_size=272), learned("byte-bpe", vocab_size=262)
    assert compare_runs(long, short).difference is None
    assert compare_runs(long, short).same.sum() == len(short)
    assert beside(long, short).tolist() == [*range(len(short)), *[len(short)] * (len(long) - len(short) + 1)]


def test_other_algorithms_are_aligned_by_size() -> None:
    one = learned("char-bpe", vocab_size=20)
    other = learned("wordpiece", vocab_size=24, min_frequency=1)
    assert not go_by_steps(one, learned("byte-bpe", vocab_size=270))
    alike = go_by_steps(one, other)
    assert not alike
    places = beside(one, other)
    sizes, wanted = other.sizes, one.sizes
    for position, place in enumerate(places.tolist()):
        assert abs(sizes[place] - wanted[position]) == np.abs(sizes - wanted[position]).min()
    compared = compare_runs(one, other)
    assert not compared.by_steps
    assert not compared.same.any()
    # The tokens are compared by their letters: "##" and "</w>" are only how they are written.
    letters = [token.removeprefix(b"##") for token in other.made_tokens()]
    for token, place in zip(one.made_tokens(), compared.elsewhere.tolist(), strict=True):
        assert place == (
            letters.index(token.removesuffix(b"</w>")) + 1 if token.removesuffix(b"</w>") in letters else 0
        )
    assert compared.elsewhere.any()


def test_rounds_and_merges() -> None:
    unigram = learned("unigram", vocab_size=16)
    assert isinstance(unigram, RoundHistory)
    bpe = learned("char-bpe", vocab_size=24)
    assert not go_by_steps(bpe, unigram)
    # Rounds grow smaller: a small vocabulary stands beside a late round
    places = beside(bpe, unigram)
    assert (np.diff(places) <= 0).all()
    assert places.min() >= 1
    assert compare_runs(bpe, unigram).difference is None
    again = learned("unigram", vocab_size=16)
    assert compare_runs(unigram, again).same.all()
    assert go_by_steps(unigram, again)


@pytest.mark.parametrize("name", ["byte-bpe", "char-bpe", "wordpiece", "unigram", "word-level", "char-level"])
def test_sizes_are_those_of_the_tokenizers(name: str) -> None:
    options: dict[str, Any] = {"byte-bpe": {"vocab_size": 264}, "char-level": {}}.get(name, {"vocab_size": 16})
    history = learned(name, **options)
    sizes = history.sizes
    assert len(sizes) == len(history) + 1
    for position in range(1 if name == "unigram" else 0, len(history) + 1):
        assert len(history.tokenizer_at(position).vocabulary) == sizes[position], position


def test_every_pair_of_algorithms_can_stand_side_by_side() -> None:
    runs = [
        learned(
            name, **({"vocab_size": 266} if name == "byte-bpe" else {} if name == "char-level" else {"vocab_size": 15})
        )
        for name in ALGORITHMS
    ]
    for one in runs:
        for other in runs:
            places = beside(one, other)
            assert len(places) == len(one) + 1
            assert ((places >= 0) & (places <= len(other))).all()
            compared = compare_runs(one, other)
            assert len(compared.same) == len(compared.elsewhere) == len(one)


def test_special_tokens_count_in_the_size() -> None:
    plain = learned("char-bpe", vocab_size=20)
    marked = new_history(replace(plain.recipe, special_tokens=("<s>", "</s>")))
    assert marked.sizes.tolist() == [2]

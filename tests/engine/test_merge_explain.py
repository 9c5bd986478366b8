"""One word, merge by merge: the right order, the tempting one, and BPE-dropout."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from engine.algorithms.alphabet import Alphabet
from engine.algorithms.bpe import BPE
from engine.algorithms.char_bpe import CharBPE
from engine.errors import OptionError
from tests.references import bpe_encode as naive

A, B, C, D = b"abcd"


def model_of(merges: list[tuple[int, int]]) -> BPE:
    return BPE("raw", np.array(merges, np.int32).reshape(-1, 2))


def random_model(chance: random.Random) -> tuple[BPE, list[tuple[int, int]]]:
    made, merges = list(b"abc"), []
    while len(merges) < chance.randint(1, 25):
        pair = (chance.choice(made), chance.choice(made))
        if pair not in merges:
            merges.append(pair)
            made.append(255 + len(merges))
    return model_of(merges), merges


# -- from the left -----------------------------------------------------------------------------------------------------


def test_merging_as_met_from_the_left_goes_wrong_where_a_later_pair_was_learned_first() -> None:
    # GIVEN b c, learned before a b
    model = model_of([(B, C), (A, B)])
    # WHEN abcab is cut from the left without a look at the ranks
    result = model.naive_left_to_right(b"abcab")
    # THEN ab is merged first, which is wrong from the first token on
    assert [(step.position, step.rank) for step in result.steps] == [(0, 1), (2, 1)]
    assert result.ids == (257, C, 257)
    assert result.parts_at == 0
    assert model.tokenize(b"abcab").tolist() == [A, 256, 257]


def test_from_the_left_may_be_right_by_chance() -> None:
    assert model_of([(A, B), (B, C)]).naive_left_to_right(b"abc").parts_at is None
    assert model_of([]).naive_left_to_right(b"").ids == ()


@pytest.mark.parametrize("seed", range(40))
def test_the_first_wrong_token_is_named(seed: int) -> None:
    chance = random.Random(seed)
    model, merges = random_model(chance)
    word = bytes(chance.choices(b"abc", k=12))
    ids = list(word)
    while places := [at for at, pair in enumerate(pairwise(ids)) if pair in merges]:
        at = places[0]
        ids[at : at + 2] = [256 + merges.index((ids[at], ids[at + 1]))]
    right = model.tokenize(word).tolist()
    result = model.naive_left_to_right(word)
    assert list(result.ids) == ids
    assert result.parts_at == next((at for at in range(len(ids)) if right[at : at + 1] != ids[at : at + 1]), None)
    cut = list(word)
    for step in model.merge_steps(word):
        cut[step.position : step.position + 2] = [step.id]
    assert cut == right


# -- dropout -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_no_dropout_is_ordinary_and_full_dropout_leaves_the_base_symbols(seed: int) -> None:
    chance = random.Random(seed)
    model, merges = random_model(chance)
    word = bytes(chance.choices(b"abc", k=15))
    byte_ids = {byte: byte for byte in range(256)}
    for step in (0, len(merges) // 2, len(merges)):
        cut = model.at_step(step)
        assert cut.dropout(word, 0.0, seed).tolist() == naive.encode(
            word, byte_ids, merges[:step], range(256, 256 + step)
        )
        assert cut.dropout(word, 1.0, seed).tolist() == list(word)
        assert b"".join(cut.vocabulary[id] for id in cut.dropout(word, 0.3, seed)) == word


def test_the_same_seed_gives_the_same_cut_and_another_one_others() -> None:
    model, _ = random_model(random.Random(1))
    cuts = [tuple(model.dropout(b"abcabcabc", 0.5, seed)) for seed in range(50)]
    assert cuts == [tuple(model.dropout(b"abcabcabc", 0.5, seed)) for seed in range(50)]
    assert len(set(cuts)) > 5


def outcomes(ids: tuple[int, ...], merges: list[tuple[int, int]], p: float) -> Counter[tuple[int, ...]]:
    """The probability of each cut, by following every draw."""
    possible = sorted((merges.index(pair), at) for at, pair in enumerate(pairwise(ids)) if pair in merges)
    found: Counter[tuple[int, ...]] = Counter()
    for place, (rank, at) in enumerate(possible):
        # this one happens when it is kept and all better ones are struck out
        merged = (*ids[:at], 256 + rank, *ids[at + 2 :])
        for result, chance in outcomes(merged, merges, p).items():
            found[result] += (1 - p) * p**place * chance  # type: ignore[assignment]
    found[ids] += p ** len(possible)  # type: ignore[assignment]
    return found


@pytest.mark.parametrize("p", [0.1, 0.5])
def test_cuts_come_as_often_as_their_probabilities_say(p: float) -> None:
    merges = [(A, B), (B, C), (256, C), (A, 257)]
    model = model_of(merges)
    expected = outcomes(tuple(b"abcab"), merges, p)
    assert sum(expected.values()) == pytest.approx(1)
    draws = 4000
    found = Counter(tuple(model.dropout(b"abcab", p, seed).tolist()) for seed in range(draws))
    assert set(found) <= set(expected)
    chi_square = sum((found[cut] - draws * share) ** 2 / (draws * share) for cut, share in expected.items())
    assert chi_square < 45  # with 11 outcomes or fewer, one run in a million is above


def test_dropout_of_characters_keeps_the_mark() -> None:
    alphabet = Alphabet.of("abé", end_of_word="</w>")
    model = CharBPE(alphabet, np.array([[2, 0], [3, 4]]))
    assert [model.vocabulary[id] for id in model.dropout("éb".encode(), 1.0, 0)] == ["é".encode(), b"b", b"</w>"]
    assert model.dropout(b"b", 0.0, 0).tolist() == [4]


@pytest.mark.parametrize("p", [-0.1, 1.1, float("nan")])
def test_what_is_no_probability_is_refused(p: float) -> None:
    with pytest.raises(OptionError, match="between 0 and 1"):
        model_of([]).dropout(b"a", p, 0)

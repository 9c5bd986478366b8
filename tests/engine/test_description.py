"""What `inspect` knows: every part of the pipeline, and the tokens that never come out."""

import json

import numpy as np
import pytest

from engine.algorithms import ALGORITHMS
from engine.algorithms.bpe import BPE
from engine.algorithms.unigram_model import Unigram
from engine.algorithms.wordpiece import WordPiece
from engine.commands.description import describe
from engine.corpus import Corpus
from engine.normalizers import sequence_of
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from engine.presets import load_preset
from engine.recipe import IdLayout, Recipe
from engine.tokenizer import PipelineTokenizer
from engine.training import new_history, train
from engine.vocabularies.unreachable import unreachable

NONE = PreTokenizer(PATTERNS["none"])


def trained(name: str) -> PipelineTokenizer:
    row = ALGORITHMS[name]
    options = {"vocab_size": 300} if name != "char-level" else {}
    pre_tokenizer = PreTokenizer(PATTERNS[row.pattern])
    recipe = Recipe(row.trainer(**options), pre_tokenizer, ("<s>",), "top", sequence_of(row.normalizers))
    history = new_history(recipe)
    for event in train(Corpus.of_text("low low lower lowest, the newest of 12 widest roads. " * 9), recipe):
        history.append(event)
    return history.tokenizer_at(len(history))


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_algorithm_is_described_as_json(name):
    tokenizer = trained(name)
    facts = json.loads(json.dumps(describe(tokenizer)))
    row = ALGORITHMS[name]
    assert (facts["kind"], facts["pattern_name"], facts["normalizers"]) == (name, row.pattern, list(row.normalizers))
    assert facts["specials"] == {"<s>": facts["id_limit"] - 1}
    assert facts["size"] == facts["id_limit"] == len(tokenizer.vocabulary)
    assert facts["steps"] == tokenizer.step_count
    assert facts["identity"] == tokenizer.identity
    if name == "char-bpe":
        assert facts["end_of_word"] == "</w>"
    if name == "wordpiece":
        assert (facts["continuation"], facts["unknown"], facts["limit"]) == ("##", "[UNK]", 100)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_whatever_encoding_gives_is_reachable(name):
    tokenizer = trained(name)
    seen = set(tokenizer.encode("low lower lowest, the newest widest roads. 12").ids.tolist())
    assert not seen & set(unreachable(tokenizer))


def test_a_token_that_merges_never_make_is_told():
    # "abc" is made of "ab" and "c", but "bc" is merged first.
    merges = np.array([(98, 99), (97, 98), (257, 99)], np.int32)
    assert unreachable(PipelineTokenizer("t", NONE, BPE("raw", merges), IdLayout())) == [258]
    assert unreachable(load_preset("gpt2")) == []


def test_a_piece_that_is_always_cut_apart_is_told():
    model = Unigram([b"a", b"b", b"ab", b"bb"], [-1.0, -1.0, -3.0, -1.5])
    assert unreachable(PipelineTokenizer("t", NONE, model, IdLayout())) == [2]


def test_words_that_are_too_long_and_doubled_tokens_are_told():
    model = WordPiece.of(["[UNK]", "a", "##b", "a", "abcdef", "##bcdef"], longest_word=5)
    assert unreachable(PipelineTokenizer("t", NONE, model, IdLayout())) == [1, 4]

"""Mistyped words: what was meant stands first, and what resembles nothing gets no hint."""

import pytest

from engine.suggestions import did_you_mean, similar

NAMES = ["gpt2", "cl100k_base", "o200k_base", "tokenizers", "minbpe", "alice"]


@pytest.mark.parametrize(
    ("word", "first"),
    [
        ("cl100k", "cl100k_base"),
        ("GPT2", "gpt2"),
        ("cl200k_base", "cl100k_base"),
        ("gpt3", "gpt2"),
        ("tokenizer", "tokenizers"),
        ("alise", "alice"),
    ],
)
def test_what_was_meant_stands_first(word, first):
    assert similar(word, NAMES)[0] == first


def test_what_is_much_less_alike_is_not_named():
    flags = ["--vocab-size", "--seed-size", "--special", "--byte-order"]
    assert similar("--vocabsize", flags) == ["--vocab-size"]
    assert similar("cl100k", NAMES) == ["cl100k_base"]


def test_what_resembles_nothing_gets_no_hint():
    assert did_you_mean("xyz", NAMES) == did_you_mean("", NAMES) == did_you_mean("g", []) == ""


def test_several_are_joined_by_or():
    assert did_you_mean("hau", ["hau_NE", "hau_NG", "fra"]) == " Did you mean hau_NE or hau_NG?"
    assert did_you_mean("ab", ["ab1", "ab2", "ab3", "ab4"]) == " Did you mean ab1, ab2 or ab3?"

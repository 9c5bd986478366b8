"""Patterns: known names, any regular expression, and nothing of a text lost."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Regex, pre_tokenizers

from engine import OptionError
from engine.model import padded
from engine.pre_tokenizers import PATTERNS, pattern_named

EXAMPLES = json.loads((Path(__file__).parent.parent / "data" / "worked_examples.json").read_text("utf-8"))


@pytest.mark.parametrize("case", [c for c in EXAMPLES if c["kind"] == "split"], ids=lambda case: case["id"])
def test_worked_examples(case):
    assert PATTERNS[case["pattern"]].split_text(case["text"]) == case["chunks"]


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
@pytest.mark.parametrize("name", sorted(PATTERNS))
def test_pre_tokens_join_to_the_text(name, text):
    assert "".join(PATTERNS[name].split_text(text)) == text


@pytest.mark.parametrize("expression", [r"\d+", r"[a-c]+|x", r"(?=b)|c", r"\b"])
@pytest.mark.parametrize("text", ["", "ab12cd345", "xxabcx", "bcb", " a b ", "héllo 中文"])
def test_what_stands_between_matches_is_a_pre_token_as_in_tokenizers(expression, text):
    theirs = pre_tokenizers.Split(Regex(expression), "isolated").pre_tokenize_str(text)
    assert pattern_named(expression).split_text(text) == [piece for piece, _ in theirs]


def test_ends_are_bytes():
    text = "中 é"
    data = padded(text.encode())
    assert pattern_named(r"\S+").split(data, len(text.encode())).tolist() == [3, 4, 6]


def test_none_cuts_nothing():
    assert pattern_named("none").split_text("a b\nc") == ["a b\nc"]


def test_an_expression_that_cannot_be_read_names_its_place():
    with pytest.raises(OptionError, match=r"\(ab"):
        pattern_named("(ab")

"""Patterns by name and by expression."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiktoken_ext import openai_public

from engine.errors import OptionError
from engine.model import padded
from engine.pre_tokenizers import PATTERNS, pattern_named

EXAMPLES = json.loads((Path(__file__).parents[1] / "data" / "worked_examples.json").read_text(encoding="utf-8"))
SPLITS = [example for example in EXAMPLES if example["kind"] == "split"]


@pytest.mark.parametrize("example", SPLITS, ids=lambda example: example["id"])
def test_worked_example(example: dict) -> None:
    assert PATTERNS[example["pattern"]].split_text(example["text"]) == example["chunks"]


@pytest.mark.parametrize("name", PATTERNS)
@given(text=st.text(st.characters(exclude_categories=["Cs"])))
def test_nothing_is_lost(name: str, text: str) -> None:
    pieces = PATTERNS[name].split_text(text)
    assert "".join(pieces) == text
    assert "" not in pieces


def test_what_matches_and_what_stands_between_are_pre_tokens() -> None:
    pattern = pattern_named(r"\d+")
    assert pattern.split_text("ab12\u00e93") == ["ab", "12", "\u00e9", "3"]
    assert pattern.split(padded("\u00e93".encode()), 3).tolist() == [2, 3]


def test_empty_matches_cut_nothing() -> None:
    assert pattern_named(r"x*").split_text("axxb") == ["a", "xx", "b"]


def test_none_keeps_the_text_whole() -> None:
    assert PATTERNS["none"].split_text("one text, two") == ["one text, two"]
    assert PATTERNS["none"].split_text("") == []


def test_whitespace_cuts_at_unicode_white_space() -> None:
    assert PATTERNS["whitespace"].split_text("a \u3000b\x1cc") == ["a", " \u3000", "b\x1cc"]


def test_a_known_expression_gets_its_scanner() -> None:
    assert pattern_named(PATTERNS["o200k"].expression or "") is PATTERNS["o200k"]
    assert pattern_named("qwen").scanner is not None


def test_a_broken_expression_names_the_place() -> None:
    with pytest.raises(OptionError, match=r"nor a regular expression: missing \) at character 6"):
        pattern_named("(ab|c")
    with pytest.raises(OptionError, match="Choose one of gpt2, cl100k"):
        pattern_named("")


def test_expressions_are_those_that_tiktoken_publishes() -> None:
    source = Path(openai_public.__file__).read_text(encoding="utf-8")
    assert f'"""{PATTERNS["cl100k"].expression}"""' in source
    alternatives = re.findall(r'            r"""(.*)""",', source)[:7]
    assert PATTERNS["o200k"].expression == "|".join(alternatives)


def test_an_encoding_s_name_means_its_pattern() -> None:
    assert pattern_named("cl100k_base") is PATTERNS["cl100k"]
    assert pattern_named("o200k_base") is PATTERNS["o200k"]

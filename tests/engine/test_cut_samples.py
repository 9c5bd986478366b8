"""Numbers, sums, code and letters: the worked example, and the libraries' own cuts."""

import json
from pathlib import Path

import pytest
import tiktoken

from engine.cut_samples import (
    CutText,
    addition,
    code_cost,
    cut_by_rule,
    cut_text,
    from_the_right,
    letters_in,
    spellings,
)
from engine.presets import load_preset

GOLDEN = json.loads((Path(__file__).parent.parent / "data" / "worked_examples.json").read_text("utf-8"))
DIGITS = next(case for case in GOLDEN if case["kind"] == "digits")
RULES = {"each": "each", "left_to_right_3": "3-left", "right_to_left_3": "3-right"}
CODE = "def greet(name):\n    if name:\n        return 1\n\n    return 0\n"
PRESETS = ("gpt2", "cl100k_base", "o200k_base")


@pytest.mark.parametrize(("name", "rule"), RULES.items())
def test_digit_rules_of_the_worked_example(name: str, rule: str) -> None:
    for number, groups in DIGITS[name].items():
        assert list(cut_by_rule(rule, number).parts) == groups


def test_a_rule_that_cuts_nothing() -> None:
    assert cut_by_rule("as-pattern", "1234567").parts == ("1234567",)
    assert cut_by_rule("each", "१२३").parts == ("१", "२", "३")


def library(name: str) -> tiktoken.Encoding:
    """The library's own encoder over the bundled ranks."""
    ours = load_preset(name)
    special = set(ours.special.values())
    ranks = {ours.vocabulary[id]: id for id in range(len(ours.vocabulary)) if id not in special | ours.vocabulary.holes}
    pattern = ours.pre_tokenizer.expression
    return tiktoken.Encoding(name, pat_str=pattern, mergeable_ranks=ranks, special_tokens=dict(ours.special))


@pytest.mark.parametrize("name", PRESETS)
def test_cuts_are_those_of_the_library(name: str) -> None:
    encoder, tokenizer = library(name), load_preset(name)
    for text in ("1234567", "3.14159", "65536", CODE, " strawberry", "STRAWBERRY", "1275 + 8990 = 10265"):
        cut = cut_text(tokenizer, text)
        assert list(cut.ids) == encoder.encode_ordinary(text)
        assert [part.encode() for part in cut.parts] == [encoder.decode_single_token_bytes(id) for id in cut.ids]


def test_place_values() -> None:
    assert from_the_right(cut_text(load_preset("cl100k_base"), "1234567")) == (7, 4, 1)
    assert from_the_right(cut_by_rule("3-right", "1234567")) == (7, 6, 3)


def test_an_addition_lines_up_only_where_all_are_cut_at_the_same_places() -> None:
    sum = addition(load_preset("cl100k_base"), 1275, 8990)
    assert (sum.first.parts, sum.second.parts, sum.total.parts) == (("127", "5"), ("899", "0"), ("102", "65"))
    assert not sum.lines_up
    assert addition(load_preset("cl100k_base"), 123456, 111111).lines_up


def test_code_in_gpt2_loses_tokens_to_single_spaces() -> None:
    costs = {name: code_cost(load_preset(name), CODE) for name in PRESETS}
    assert [cost.indent_tokens for cost in costs.values()] == [13, 3, 3]
    # The two that are left stand before digits, which no pattern of theirs joins with a space.
    assert [cost.single_blanks for cost in costs.values()] == [13, 2, 2]
    assert [sum(cost.line_tokens) for cost in costs.values()] == [len(cost.cut) for cost in costs.values()]
    assert len(costs["gpt2"].line_tokens) == 6
    assert costs["gpt2"].tokens_per_line == len(costs["gpt2"].cut) / 4
    assert costs["gpt2"].tokens_per_line > costs["cl100k_base"].tokens_per_line


def test_letters_and_spellings() -> None:
    assert spellings(" Alice") == ["Alice", "alice", "ALICE", " Alice"]
    assert spellings("  ") == []
    cut = cut_text(load_preset("cl100k_base"), "strawberry")
    assert letters_in(cut, "r") == tuple(part.count("r") for part in cut.parts)
    assert sum(letters_in(cut, "R")) == 3
    assert letters_in(cut, "") == ()


def test_a_token_inside_a_character_spans_it() -> None:
    cut = cut_text(load_preset("gpt2"), "𠀀")
    assert isinstance(cut, CutText)
    assert set(cut.spans) == {(0, 1)}
    assert len(cut) > 1

"""Numbers, sums, code and letters: the worked example, and the libraries' own cuts."""

import json
from pathlib import Path

import numpy as np
import pytest
import tiktoken

from engine.algorithms import ALGORITHMS
from engine.corpus import Corpus
from engine.counting import count_words
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
from engine.cut_tables import code_lines_table, code_table, numbers_table, rule_cuts, spelling_table, sums_table
from engine.model import WordCounts
from engine.normalizers import sequence_of
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from engine.presets import load_preset
from engine.recipe import Recipe
from engine.training import new_history, train
from engine.vocabularies.vocabulary_survey import token_counts

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


@pytest.mark.parametrize("name", PRESETS)
def test_counts_in_a_corpus_are_those_of_the_library(name: str) -> None:
    tokenizer, corpus = load_preset(name), Corpus.of("alice")
    text = b"".join(block.data for block in corpus.blocks()).decode()
    events = count_words(corpus, tokenizer.normalizer, tokenizer.pre_tokenizer)
    words = next(event for event in events if isinstance(event, WordCounts))
    counts = token_counts(tokenizer, words)
    ids = library(name).encode_ordinary(text)
    assert np.array_equal(counts, np.bincount(ids, minlength=len(counts)))
    assert len(text.encode()) / counts.sum() == len(text.encode()) / len(ids)  # bytes per token


def test_place_values() -> None:
    assert from_the_right(cut_text(load_preset("cl100k_base"), "1234567")) == (7, 4, 1)
    assert from_the_right(cut_by_rule("3-right", "1234567")) == (7, 6, 3)


def test_an_addition_lines_up_only_where_all_are_cut_at_the_same_places() -> None:
    sum = addition(load_preset("cl100k_base"), 1275, 8990)
    assert (sum.first.parts, sum.second.parts, sum.total.parts) == (("127", "5"), ("899", "0"), ("102", "65"))
    assert not sum.lines_up
    assert addition(load_preset("cl100k_base"), 123456, 111111).lines_up


@pytest.mark.parametrize("algorithm", ["wordpiece", "unigram"])
def test_numbers_that_are_unknown_line_up_with_nothing(algorithm: str) -> None:
    # GIVEN a tokenizer that has seen the digit 1 alone
    row = ALGORITHMS[algorithm]
    recipe = Recipe(
        row.trainer(vocab_size=60), PreTokenizer(PATTERNS[row.pattern]), normalizer=sequence_of(row.normalizers)
    )
    history = new_history(recipe)
    for event in train(Corpus.of_text("11 times 1 is 11, and 1 of 111 is one. " * 9), recipe):
        history.append(event)
    tokenizer = history.tokenizer_at(len(history))
    # THEN a sum of others is one unknown token each, which says nothing
    sum = addition(tokenizer, 1275, 8990)
    assert not sum.is_known
    assert not sum.lines_up
    assert [line[-1] for line in sums_table([("t", sum)]).rows] == [None] * 3
    # AND a mark in front of a number is no cut of it
    number = cut_text(tokenizer, "111")
    assert not number.unknown
    assert from_the_right(number)[0] == 3
    assert len(from_the_right(number)) == len([part for part in number.parts if part])


def test_code_in_gpt2_loses_tokens_to_single_spaces() -> None:
    costs = {name: code_cost(load_preset(name), CODE) for name in PRESETS}
    assert [cost.indent_tokens for cost in costs.values()] == [13, 3, 3]
    # The two that are left stand before digits, which no pattern of theirs joins with a space.
    assert [cost.single_blanks for cost in costs.values()] == [13, 2, 2]
    assert [sum(cost.line_tokens) for cost in costs.values()] == [len(cost.cut) for cost in costs.values()]
    assert len(costs["gpt2"].line_tokens) == 6
    assert costs["gpt2"].tokens_per_line == len(costs["gpt2"].cut) / 4
    assert costs["gpt2"].tokens_per_line > costs["cl100k_base"].tokens_per_line


def test_a_mark_that_covers_nothing_indents_nothing() -> None:
    """The mark that stands in front of a text is a token of its own here, and no blank of the line."""
    recipe = Recipe(
        ALGORITHMS["char-level"].trainer(), PreTokenizer(PATTERNS["none"]), normalizer=sequence_of(["metaspace"])
    )
    history = new_history(recipe)
    for event in train(Corpus.of_text("x y"), recipe):
        history.append(event)
    cost = code_cost(history.tokenizer_at(0), "x y")
    assert (cost.line_tokens, cost.line_indents, cost.indent_tokens) == ((4,), (0,), 0)


def test_letters_and_spellings() -> None:
    assert spellings(" Alice") == ["Alice", "alice", "ALICE", " Alice", " alice", " ALICE"]
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


def test_names_in_code_and_the_tokens_they_share() -> None:
    cost = code_cost(load_preset("cl100k_base"), "for row in rows:\n    row.unitPrice = unitPrice\n")
    assert [name.text for name in cost.identifiers] == ["row", "rows", "unitPrice"]
    assert [name.parts for name in cost.identifiers] == [("row",), ("rows",), ("unit", "Price")]
    assert cost.tokens_per_identifier == 4 / 3
    assert (
        cost.identifiers[2].ids
        == tuple(cost.cut.ids[at] for at, part in enumerate(cost.cut.parts) if part in (".unit", "Price"))[:2]
    )
    assert code_cost(load_preset("gpt2"), "1 + 1").tokens_per_identifier == 0


def test_tables_have_what_the_views_show() -> None:
    gpt2 = load_preset("gpt2")
    numbers = numbers_table([("gpt2", cut_text(gpt2, "1234567")), *rule_cuts(["1234567", "3.14"])])
    assert [(row[0], row[3], row[5]) for row in numbers.rows] == [
        ("gpt2", "123|45|67", "7 4 2"),
        ("rule: each digit alone", "1|2|3|4|5|6|7", "7 6 5 4 3 2 1"),
        ("rule: threes from the left", "123|456|7", "7 4 1"),
        ("rule: threes from the right", "1|234|567", "7 6 3"),
    ]
    sums = sums_table([("gpt2", addition(gpt2, 1275, 8990))], [("gpt2", cut_text(gpt2, "7"))])
    assert [(row[1], row[2], row[7]) for row in sums.rows] == [
        ("number", "7", None),
        ("first", "1275", 0),
        ("second", "8990", 0),
        ("sum", "10265", 0),
    ]
    code = code_cost(gpt2, CODE)
    (row,) = code_table([("gpt2", code)]).dicts()
    assert (row["tokens"], row["indentation"], row["single_spaces"], row["names"]) == (len(code.cut), 13, 13, 2)
    lines = code_lines_table([("gpt2", code)])
    assert [(row[1], row[2]) for row in lines.rows][:2] == [(1, "def greet(name):"), (2, "    if name:")]
    totals = [sum(row[column] for row in lines.rows) for column in (3, 4, 5)]
    assert totals == [len(code.cut), code.indent_tokens, code.single_blanks]
    spelled = spelling_table([("gpt2", cut_text(gpt2, "strawberry"))], "r")
    assert spelled.columns[-1] == "r_inside"
    assert spelled.rows == (("gpt2", "strawberry", 3, "st|raw|berry", "301 1831 8396", "0 1 2"),)

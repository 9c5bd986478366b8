"""Patterns by name and by expression."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiktoken_ext import openai_public
from tokenizers import Regex, pre_tokenizers

from engine.errors import OptionError
from engine.kernels.pieces import ends_among
from engine.model import padded
from engine.patterns import PATTERNS, Pattern, pattern_named
from engine.pre_tokenizers import DIGIT_RULES, PreTokenizer
from engine.unicode import PUNCTUATION, SPACE, bert_class_table
from tests.references import pieces as naive

EXAMPLES = json.loads((Path(__file__).parents[1] / "data" / "worked_examples.json").read_text(encoding="utf-8"))
SPLITS = [example for example in EXAMPLES if example["kind"] == "split"]


@pytest.mark.parametrize("example", SPLITS, ids=lambda example: example["id"])
def test_worked_example(example: dict) -> None:
    assert PreTokenizer(PATTERNS[example["pattern"]]).split_text(example["text"]) == example["chunks"]


@pytest.mark.parametrize("name", PATTERNS)
@given(text=st.text(st.characters(exclude_categories=["Cs"])))
def test_nothing_is_lost(name: str, text: str) -> None:
    pattern = PATTERNS[name]
    pieces = PreTokenizer(pattern).split_text(text)
    kept = [c for c in text if not (pattern.drops_whitespace and bert_class_table()[ord(c)] & SPACE)]
    assert "".join(pieces) == "".join(kept)
    assert "" not in pieces


def test_what_matches_and_what_stands_between_are_pre_tokens() -> None:
    pattern = pattern_named(r"\d+")
    assert PreTokenizer(pattern).split_text("ab12\u00e93") == ["ab", "12", "\u00e9", "3"]
    assert PreTokenizer(pattern).pieces(padded("\u00e93".encode()), 3)[1].tolist() == [2, 3]


def test_empty_matches_cut_nothing() -> None:
    assert PreTokenizer(pattern_named(r"x*")).split_text("axxb") == ["a", "xx", "b"]


def test_none_keeps_the_text_whole() -> None:
    assert PreTokenizer(PATTERNS["none"]).split_text("one text, two") == ["one text, two"]
    assert PreTokenizer(PATTERNS["none"]).split_text("") == []


def test_whitespace_cuts_at_unicode_white_space() -> None:
    assert PreTokenizer(PATTERNS["whitespace"]).split_text("a \u3000b\x1cc ") == ["a", "b\x1cc"]


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


# Digits ---------------------------------------------------------------------------------------------------------------

RULES = {"each": "each", "left_to_right_3": "3-left", "right_to_left_3": "3-right"}


@pytest.mark.parametrize("key", RULES)
def test_worked_digits(key: str) -> None:
    (example,) = (example for example in EXAMPLES if example["kind"] == "digits")
    for text, expected in example[key].items():
        for name in ("gpt2", "cl100k", "whitespace", "none"):
            assert PreTokenizer(PATTERNS[name], RULES[key]).split_text(text) == expected


def test_digits_of_every_script_are_digits() -> None:
    each = PreTokenizer(PATTERNS["gpt2"], "each")
    for text in ("12345", "\u0661\u0662\u0663", "\u0967\u0968\u0969", "\uff11\uff12", "\u00bd\u00b2\u2167"):
        assert each.split_text(text) == list(text)
        assert PreTokenizer(PATTERNS["gpt2"], "3-right").split_text(text)[-1] == text[-3:]


def test_a_rule_wins_over_the_pattern() -> None:
    assert PreTokenizer(PATTERNS["qwen"], "3-left").split_text("x12345") == ["x", "123", "45"]
    assert PreTokenizer(PATTERNS["cl100k"], "3-right").split_text("x12345") == ["x", "12", "345"]
    assert PreTokenizer(pattern_named(r"x|\d"), "3-right").split_text("ax12345b") == ["a", "x", "12", "345", "b"]


def test_an_unknown_rule_is_refused() -> None:
    with pytest.raises(
        OptionError, match=r'no rule "3-up" for digits\. Choose one of: as-pattern, each, 3-left, 3-right'
    ):
        PreTokenizer(PATTERNS["gpt2"], "3-up")


EXPRESSIONS = {"each": r"\p{N}", "3-left": r"\p{N}{1,3}", "3-right": r"\p{N}{1,3}(?=(?:\p{N}{3})*(?:\P{N}|$))"}


@pytest.mark.parametrize("rule", EXPRESSIONS)
@pytest.mark.parametrize("name", ["gpt2", "cl100k", "o200k", "llama3", "whitespace", "bert", "none"])
def test_digits_are_cut_as_a_sequence_of_tokenizers_cuts_them(name: str, rule: str) -> None:
    first = pre_tokenizers.Split(Regex(EXPRESSIONS[rule]), "isolated")
    theirs = pre_tokenizers.Sequence([first, *_of_tokenizers(PATTERNS[name])])
    generator = random.Random(name + rule)
    for _ in range(400):
        text = random_text(generator)
        expected = [piece for piece, _ in theirs.pre_tokenize_str(text)]
        assert PreTokenizer(PATTERNS[name], rule).split_text(text) == expected, ascii(text)


def _of_tokenizers(pattern: Pattern) -> list[pre_tokenizers.PreTokenizer]:
    if pattern.name == "whitespace":
        return [pre_tokenizers.WhitespaceSplit()]
    if pattern.name == "bert":
        return [pre_tokenizers.BertPreTokenizer()]
    return [pre_tokenizers.Split(Regex(pattern.expression), "isolated")] if pattern.expression else []


# Pieces with gaps -----------------------------------------------------------------------------------------------------

ODD = "  \t\n\u3000\u00a0\x1c\u2581\u2581ab\u00e9\u4e2d1234\u0665\u00bd.,-$\u3002\u00bf\u0301\U0001f600"
CUTS: dict[str, Callable[[str], list[str]]] = {
    "whitespace": naive.whitespace,
    "bert": naive.bert,
    "metaspace": naive.metaspace,
    "none": naive.whole,
}


def random_text(generator: random.Random) -> str:
    return "".join(generator.choices(ODD, k=generator.choice([0, 1, 3, 10, 30, 90])))


@pytest.mark.parametrize("rule", DIGIT_RULES)
@pytest.mark.parametrize("name", CUTS)
def test_pieces_are_those_of_the_naive_twin(name: str, rule: str) -> None:
    generator = random.Random(name + rule)
    for _ in range(1500):
        text = random_text(generator)
        cut = CUTS[name]
        expected = cut(text) if rule == "as-pattern" else list(naive.with_digits(text, rule, cut))
        assert PreTokenizer(PATTERNS[name], rule).split_text(text) == expected, ascii(text)


@pytest.mark.parametrize("name", ["gpt2", "o200k"])
def test_with_a_digit_rule_a_scanner_sees_each_stretch_alone(name: str) -> None:
    generator = random.Random(name)
    pattern = PATTERNS[name]
    for _ in range(1500):
        text = random_text(generator)
        expected = list(naive.with_digits(text, "3-right", PreTokenizer(pattern).split_text))
        assert PreTokenizer(pattern, "3-right").split_text(text) == expected, ascii(text)


def test_marks_in_a_row_stay_with_the_word_behind_them() -> None:
    together = PreTokenizer(PATTERNS["metaspace"], whitespace_pieces=True)
    assert together.split_text("\u2581a\u2581\u2581\u2581b\u2581") == ["\u2581a", "\u2581\u2581\u2581b", "\u2581"]
    assert together.expression != PATTERNS["metaspace"].expression
    generator = random.Random(3)
    for _ in range(1500):
        text = random_text(generator)
        assert together.split_text(text) == naive.metaspace(text, rows=True)
        spans = Pattern("twin", "", together.expression).spans(text)
        assert [text[start:end] for start, end in spans] == naive.metaspace(text, rows=True)


@pytest.mark.parametrize("name", ["whitespace", "bert", "metaspace"])
def test_scanners_and_expressions_say_the_same(name: str) -> None:
    pattern = PATTERNS[name]
    generator = random.Random(name)
    for _ in range(1500):
        text = random_text(generator)
        assert PreTokenizer(pattern).split_text(text) == [text[start:end] for start, end in pattern.spans(text)], ascii(
            text
        )


@pytest.mark.parametrize("name", ["whitespace", "bert"])
def test_every_code_point_is_cut_as_in_tokenizers(name: str) -> None:
    (theirs,) = _of_tokenizers(PATTERNS[name])
    text = "".join(f"a{chr(code)}" for code in (*range(0xD800), *range(0xE000, 0x110000)))
    assert PreTokenizer(PATTERNS[name]).split_text(text) == [piece for piece, _ in theirs.pre_tokenize_str(text)]


def test_ascii_marks_are_punctuation_for_bert_and_nothing_else_is_lost() -> None:
    marks = [chr(code) for code in range(128) if bert_class_table()[code] & PUNCTUATION]
    assert "".join(marks) == "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"


@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.parametrize("rule", ["as-pattern", "3-right"])
def test_texts_end_to_end_are_cut_each_on_its_own(name: str, rule: str) -> None:
    pre_tokenizer = PreTokenizer(PATTERNS[name], rule)
    _check_texts(pre_tokenizer, random.Random(name))
    _check_texts(PreTokenizer(pattern_named("[ab]+"), rule), random.Random(name))


def _check_texts(pre_tokenizer: PreTokenizer, generator: random.Random) -> None:
    for _ in range(60):
        texts = [random_text(generator) for _ in range(generator.randint(0, 6))]
        data = "".join(texts).encode()
        text_ends = np.cumsum([len(text.encode()) for text in texts], dtype=np.int64)
        starts, ends = pre_tokenizer.pieces_of_texts(padded(data), text_ends)
        found = [data[start:end].decode() for start, end in zip(starts, ends, strict=True)]
        assert found == [piece for text in texts for piece in pre_tokenizer.split_text(text)]


@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.parametrize("rule", ["as-pattern", "each"])
def test_where_a_text_may_be_taken_apart_there_is_a_border(name: str, rule: str) -> None:
    pre_tokenizer = PreTokenizer(PATTERNS[name], rule)
    generator = random.Random(name)
    apart = []
    for _ in range(300):
        before, behind = random_text(generator) + "a", " " + random_text(generator)
        parts = pre_tokenizer.split_text(before) + pre_tokenizer.split_text(behind)
        apart.append(pre_tokenizer.split_text(before + behind) == parts)
    assert all(apart) == pre_tokenizer.cuts_before_blanks()


def test_metaspace_cuts_before_what_was_a_blank() -> None:
    borders = {name: PreTokenizer(PATTERNS[name]).cuts_before_blanks(blanks_are_marks=True) for name in PATTERNS}
    assert [name for name, cuts in borders.items() if not cuts] == ["whitespace", "bert", "none"]
    for name, cuts in borders.items():
        assert (PreTokenizer(PATTERNS[name]).split_text("b a\u2581c")[-1] in {"\u2581c", "c"}) == cuts


def test_a_long_text_needs_room_for_its_pieces() -> None:
    for text, name in (("a " * 60_000, "whitespace"), ("." * 60_000, "bert"), ("\u2581" * 30_000, "metaspace")):
        assert len(PreTokenizer(PATTERNS[name]).split_text(text)) == len(text) // (2 if name == "whitespace" else 1)
    assert len(PreTokenizer(PATTERNS["none"], "each").split_text("1" * 60_000)) == 60_000


def test_ends_that_are_wanted_are_found() -> None:
    generator = random.Random(3)
    for _ in range(500):
        ends = np.array(sorted(generator.sample(range(1, 30), generator.randint(0, 12))), np.int64)
        wanted = np.array(sorted(generator.choices(range(30), k=generator.randint(0, 12))), np.int64)
        assert ends_among(ends, wanted).tolist() == np.flatnonzero(np.isin(ends, wanted)).tolist()

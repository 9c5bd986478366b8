"""What is read off a text and its tokens: pre-tokens, differences and their causes, the open end, ids, special names."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engine import OptionError, PipelineTokenizer, PreTokenizer, load_preset, pattern_named, sequence_of
from engine.algorithms.bpe import BPE
from engine.algorithms.wordpiece import WordPiece
from engine.encoding import Encoding
from engine.reading.differences import Differences, Side
from engine.reading.ids import decoded, parse_ids
from engine.reading.pre_tokens import pre_tokens
from engine.reading.specials import special_names
from engine.reading.stages import stages
from engine.reading.tail import unstable_tail

TEXT = "Café don't 12345 ﬁx 的\n b 👩‍🚀 strawberry  \nx"


@pytest.fixture(scope="module")
def gpt2() -> PipelineTokenizer:
    return load_preset("gpt2")


@pytest.fixture(scope="module")
def cl100k() -> PipelineTokenizer:
    return load_preset("cl100k_base")


@pytest.fixture(scope="module")
def pieces() -> PipelineTokenizer:
    """A small WordPiece of lower-cased text: blanks are dropped, and most words unknown."""
    model = WordPiece.of(["[UNK]", "cafe", "straw", "##berry", "don", "'", "t", "b", "x", "12", "##345"])
    return PipelineTokenizer(
        "small", PreTokenizer(pattern_named("bert")), model, np.arange(11), normalizer=sequence_of(["bert"])
    )


def compared(one: PipelineTokenizer, other: PipelineTokenizer, text: str) -> Differences:
    return Differences(Side(one.name, one, one.encode(text)), Side(other.name, other, other.encode(text)))


# ---- pre-tokens ----


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base"])
def test_every_token_is_in_one_pre_token_and_they_join_to_the_text(name):
    tokenizer = load_preset(name)
    encoding = tokenizer.encode(TEXT)
    found = pre_tokens(tokenizer, encoding)
    assert b"".join(found.text(index) for index in range(len(found))).decode() == TEXT
    for index in range(len(found)):
        tokens = encoding.tokens[int(found.firsts[index]) : int(found.lasts[index])]
        assert b"".join(tokens) == found.text(index)
        assert {found.of_token(token) for token in range(int(found.firsts[index]), int(found.lasts[index]))} == {index}


def test_a_special_token_is_in_no_pre_token(gpt2):
    encoding = gpt2.encode("one<|endoftext|> two three", allowed_special={"<|endoftext|>"})
    found = pre_tokens(gpt2, encoding)
    assert [found.of_token(token) for token in range(len(encoding))] == [0, -1, 1, 2]
    assert [found.text(index) for index in range(3)] == [b"one", b" two", b" three"]


def test_pre_tokens_are_those_the_model_saw(pieces):
    encoding = pieces.encode("Café  Strawberry?")
    found = pre_tokens(pieces, encoding)
    assert [found.text(index) for index in range(len(found))] == [b"cafe", b"strawberry", b"?"]
    assert [found.of_token(token) for token in range(len(encoding))] == [0, 1, 1, 2]


# ---- differences ----


def test_equal_tokenizers_do_not_differ(gpt2):
    found = compared(gpt2, gpt2.renamed("the same"), TEXT)
    assert len(found) == 0
    assert not found.mine.any()


def test_the_causes(gpt2, cl100k, pieces):
    found = compared(gpt2, cl100k, TEXT)
    causes = {
        TEXT.encode()[found[at].start : found[at].end].decode("utf-8", "replace"): found.cause(at)
        for at in range(len(found))
    }
    assert causes[" 123"].kind == "pre-token"
    assert causes[" 的"].kind == "missing"
    assert causes[" 的"].sentence == 'cl100k_base has the token " 的"; gpt2 does not.'
    kinds = [compared(pieces, gpt2, text).cause(0).kind for text in ("Café", "nothing")]
    assert kinds == ["normalizer", "unknown"]
    blank = compared(pieces, gpt2, "x x")
    assert [blank.cause(at).kind for at in range(len(blank))] == ["blank"]


def test_another_order_of_merges_is_told():
    def of(name: str, merges: list[tuple[int, int]]) -> PipelineTokenizer:
        model = BPE("raw", np.array(merges, np.int32))
        return PipelineTokenizer(name, PreTokenizer(pattern_named("gpt2")), model, np.arange(258))

    one, other = of("one", [(97, 98), (98, 99)]), of("other", [(98, 99), (97, 98)])
    found = compared(one, other, "abc")
    assert [found.cause(at).kind for at in range(len(found))] == ["order"]


def test_differences_cover_exactly_the_tokens_that_the_other_lacks():
    rng, tokenizers = random.Random(0), [load_preset(name) for name in ("gpt2", "cl100k_base", "o200k_base")]
    for _ in range(300):
        text = "".join(
            rng.choice(["a", " the", "é", "的", "\n", "  ", "123", "👩‍🚀", "ing", "नम"])
            for _ in range(rng.randint(0, 30))
        )
        one, other = rng.sample(tokenizers, 2)
        found = compared(one, other, text)
        theirs = {tuple(span) for span in other.encode(text).byte_spans.tolist()}
        lacking = [tuple(span) not in theirs for span in one.encode(text).byte_spans.tolist()]
        assert found.mine.tolist() == lacking
        inside = np.zeros(len(lacking), bool)
        for at in range(len(found)):
            difference = found[at]
            inside[slice(*difference.mine)] = True
            assert found.at(difference.start) == at
            assert found.cause(at).sentence
        assert inside.tolist() == lacking


# ---- the open end ----


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base"])
def test_the_end_changes_as_is_said(name):
    tokenizer = load_preset(name)
    for text in ("Say hel", "a cat ", "x\n", "1", "foo(ba", "word " * 300 + "hel"):
        encoding = tokenizer.encode(text)
        tail = unstable_tail(tokenizer, encoding)
        assert tail is not None, text
        longer = tokenizer.encode(text + tail.continuation)
        assert longer.ids[: tail.first].tolist() == encoding.ids[: tail.first].tolist()
        assert longer.ids[tail.first] != encoding.ids[tail.first]
        assert tuple(longer.tokens[tail.first : tail.first + len(tail.alternative)]) == tail.alternative


def test_an_empty_text_has_no_end(gpt2):
    assert unstable_tail(gpt2, gpt2.encode("")) is None


@pytest.mark.parametrize("before", ["word ", "मनुष्यों ", "人人生而自由。"])
def test_the_open_end_of_a_long_text_is_that_of_a_short_one_and_found_without_all_of_it(gpt2, before):
    encoding = gpt2.encode(before * 3_000 + "Say hel")
    tail = unstable_tail(gpt2, encoding)
    assert tail is not None
    assert encoding.tokens[tail.first] == b" hel"
    assert (tail.continuation, tail.alternative) == ("p", (b" help",))
    assert "character_spans" not in vars(encoding)


def test_a_long_text_of_tokens_that_begin_inside_characters_has_no_open_end_or_a_true_one(gpt2):
    text = "ༀ" * 1_000  # three tokens a character
    tail = unstable_tail(gpt2, gpt2.encode(text))
    if tail is not None:
        longer, whole = gpt2.encode(text + tail.continuation), gpt2.encode(text)
        assert longer.ids[tail.first] != whole.ids[tail.first]


# ---- ids ----


def test_ids_in_any_spelling():
    assert parse_ids("[15496, 995]\n50256;1") == [15496, 995, 50256, 1]
    assert parse_ids("") == []
    with pytest.raises(OptionError, match=r'"abc" \(place 2\) is no id'):
        parse_ids("1 abc")
    with pytest.raises(OptionError, match="is no id"):
        parse_ids("1" * 30)


def test_bad_ids_are_named_and_the_rest_is_text(gpt2):
    assert decoded(gpt2, [15496, 995]).text == "Hello world"
    assert decoded(gpt2, [15496, 995]).strict is None
    bad = decoded(gpt2, [15496, 999_999, -1])
    assert bad.text == "Hello[999999][-1]"
    assert bad.bad == ((1, 999_999), (2, -1))
    assert "no token with id 999,999" in bad.strict


def test_bytes_that_are_no_text_are_kept(gpt2):
    half = gpt2.encode("भ").ids[:1].tolist()
    result = decoded(gpt2, half)
    assert (result.text, result.raw) == ("\ufffd", b"\xe0\xa4")
    assert "not UTF-8" in result.strict


# ---- special names, stages ----


def test_names_of_special_tokens_in_a_text():
    found = special_names("a<|end|><|x", ["<|", "<|end|>", ""])
    assert [(one.name, one.start) for one in found] == [("<|end|>", 1), ("<|", 8)]
    assert special_names("nothing", []) == []
    assert len(special_names("<s>" * 50, ["<s>"], most=10)) == 10


def raw_of(encoding: Encoding, tokenizer: PipelineTokenizer) -> str:
    return "".join(stage.raw for stage in stages(tokenizer, encoding))


def test_stages_hold_all_of_the_text(gpt2, pieces):
    for tokenizer in (gpt2, pieces):
        encoding = tokenizer.encode(TEXT)
        assert raw_of(encoding, tokenizer) == TEXT
    rows = stages(pieces, pieces.encode("Café x"))
    assert [(row.raw, row.seen, row.first == row.last) for row in rows] == [
        ("Café", "cafe", False),
        (" ", "", True),
        ("x", "x", False),
    ]

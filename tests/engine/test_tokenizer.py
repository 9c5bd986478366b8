"""PipelineTokenizer: encode, decode, count, special tokens, steps and identity."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.algorithms.bpe import BPE
from engine.errors import DecodeError, EngineError, OptionError
from engine.patterns import PATTERNS, pattern_named
from engine.pre_tokenizers import PreTokenizer
from engine.presets import load_preset
from engine.recipe import IdLayout
from engine.tokenizer import PipelineTokenizer

HU_HUG = np.array([(104, 117), (256, 103)], np.int32)


def small(layout: IdLayout, pattern: str = "gpt2") -> PipelineTokenizer:
    return PipelineTokenizer("small", PreTokenizer(pattern_named(pattern)), BPE("raw", HU_HUG), layout)


# -- special tokens ------------------------------------------------------------------------------------------------------


def test_special_tokens_are_text_unless_they_are_allowed():
    cl100k = load_preset("cl100k_base")
    assert cl100k.encode("<|endoftext|>").ids.tolist() == [27, 91, 8862, 728, 428, 91, 29]
    allowed = cl100k.encode("a<|endoftext|>b", allowed_special={"<|endoftext|>"})
    assert allowed.ids.tolist() == [64, 100257, 65]
    assert allowed.byte_spans.tolist() == [[0, 1], [1, 14], [14, 15]]
    assert allowed.special == (1,)


def test_only_the_named_special_tokens_are_cut_out():
    cl100k = load_preset("cl100k_base")
    ids = cl100k.encode("<|endofprompt|><|endoftext|>", allowed_special={"<|endofprompt|>"}).ids.tolist()
    assert ids == [100276, *cl100k.encode("<|endoftext|>").ids.tolist()]


def test_the_longest_special_token_wins():
    tokenizer = small(IdLayout("top", ("<a>", "<a><b>")))
    assert tokenizer.encode("<a><b><a>", allowed_special={"<a>", "<a><b>"}).ids.tolist() == [259, 258]


def test_an_unknown_special_token_is_refused_by_name():
    with pytest.raises(OptionError, match=r'gpt2 has no special token "<x>". It has: <\|endoftext\|>'):
        load_preset("gpt2").encode("a", allowed_special={"<x>"})


@pytest.mark.parametrize(
    ("kind", "hugs", "special"),
    [("top", [257, 115], 258), ("reserved", [258, 115], 256), ("first", [258, 116], 0)],
)
def test_special_tokens_stand_where_the_layout_says(kind, hugs, special):
    tokenizer = small(IdLayout(kind, ("<s>",)))
    assert tokenizer.encode("hugs").ids.tolist() == hugs
    assert tokenizer.encode("<s>", allowed_special={"<s>"}).ids.tolist() == [special]
    assert len(tokenizer.vocabulary) == 259
    assert tokenizer.vocabulary[special] == b"<s>"
    assert tokenizer.decode([*hugs, special]) == "hugs<s>"
    assert tokenizer.model_ids(np.array([*hugs, special, -5, 900])).tolist() == [257, 115, -1, -1, -1]


def test_at_step_moves_the_special_tokens_of_a_training_with_the_merges():
    tokenizer = small(IdLayout("top", ("<s>",)))
    assert [tokenizer.at_step(step).special["<s>"] for step in (0, 1, 2)] == [256, 257, 258]
    assert len(tokenizer.at_step(1).vocabulary) == 258
    assert list(tokenizer.at_step(1).vocabulary)[256:] == [b"hu", b"<s>"]


def test_at_step_leaves_the_ids_of_a_published_vocabulary_alone():
    cut = load_preset("gpt2").at_step(1)
    assert cut.special == {"<|endoftext|>": 50256}
    assert len(cut.vocabulary) == 50257
    assert len(cut.vocabulary.holes) == 50257 - 258
    assert cut.encode(" t").ids.tolist() == [256]


# -- decoding ------------------------------------------------------------------------------------------------------------


def test_a_bad_id_is_named_with_its_place():
    cl100k = load_preset("cl100k_base")
    for ids, place in (([100256], 1), ([100277], 1), ([-1], 1), ([9906, 100256, 1917], 2)):
        with pytest.raises(DecodeError, match=rf"\(place {place} of {len(ids)}\)"):
            cl100k.decode(ids)
    assert cl100k.decode([9906, 100256, 1917], "replace") == "Hello[100256] world"


@pytest.mark.parametrize(
    ("data", "shown"),
    [
        ("f09f", "\ufffd"), ("f09f9a41", "\ufffdA"), ("eda0bd", "\ufffd" * 3), ("c080", "\ufffd" * 2),
        ("e381e38182", "\ufffdあ"), ("f4908080", "\ufffd" * 4), ("fffe", "\ufffd" * 2),
    ],
)  # fmt: skip
def test_bytes_that_are_no_text(data, shown):
    tokenizer = small(IdLayout())
    ids = list(bytes.fromhex(data))
    assert tokenizer.decode(ids, "replace") == shown
    assert tokenizer.decode_bytes(ids).hex() == data
    with pytest.raises(UnicodeDecodeError) as caught:
        tokenizer.decode(ids)
    assert isinstance(caught.value, EngineError)
    assert "is not UTF-8" in str(caught.value)


# -- odd text ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "ids", "replaced"),
    [("👍", [9468, 239, 235], 0), ("\ud83d\udc4d", [9468, 239, 235], 0), ("\ud83d", [5809], 1), ("x\udc80y", [87, 5809, 88], 1)],
)  # fmt: skip
def test_lone_surrogates_become_replacement_characters_and_are_counted(text, ids, replaced):
    cl100k = load_preset("cl100k_base")
    encoding = cl100k.encode(text)
    assert (encoding.ids.tolist(), encoding.replaced) == (ids, replaced)
    assert cl100k.count([text]).ids.tolist() == ids


def test_any_bytes_can_be_encoded():
    data = b"caf\xc3\xa9 \xff\xfe hug\xe2\x82"
    tokenizer = load_preset("gpt2")
    assert tokenizer.decode_bytes(tokenizer.encode_bytes(data).tolist()) == data
    assert tokenizer.encode_bytes("naïve 文".encode()).tolist() == tokenizer.encode("naïve 文").ids.tolist()


def test_composed_and_decomposed_text_stay_as_they_are():
    cl100k = load_preset("cl100k_base")
    assert cl100k.encode("caf\u00e9").ids.tolist() == [936, 59958]
    assert cl100k.encode("cafe\u0301").ids.tolist() == [936, 1897, 54939]


def test_a_long_text_is_encoded_in_blocks_as_in_one(monkeypatch):
    text = "It's the 1st of 22 files, isn't it?  \n\n  été 文字  " * 400
    tokenizer = load_preset("gpt2")
    whole = tokenizer.encode(text).ids.tolist()
    for size in (50, 333, 5000):
        monkeypatch.setattr("engine.byte_texts._BLOCK", size)
        monkeypatch.setattr("engine.kernels.bpe_encode._BLOCK", size)
        assert tokenizer.encode(text).ids.tolist() == whole


@pytest.mark.parametrize(
    ("letter", "tokens"), [("a", 125_000), ("^", 250_000), (" ", 7_813), ("\n", 31_250), ("0", 333_334)]
)
def test_a_million_equal_characters(letter, tokens):
    assert len(load_preset("cl100k_base").encode(letter * 1_000_000)) == tokens


@settings(max_examples=150, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"])), st.sampled_from(["gpt2", "cl100k_base", "o200k_base"]))
def test_decode_of_encode_is_the_text(text, name):
    tokenizer = load_preset(name)
    encoding = tokenizer.encode(text)
    assert tokenizer.decode(encoding.ids.tolist()) == text
    assert [tokenizer.vocabulary[id] for id in encoding.ids.tolist()] == list(encoding.tokens)
    assert tokenizer.decode(tokenizer.at_step(300).encode(text).ids.tolist()) == text


# -- counting many texts -------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=20), max_size=8),
    st.sampled_from(["gpt2", "cl100k", "o200k", "whitespace", "none", "[a-c]+"]),
)
def test_counts_of_many_texts_are_those_of_each_alone(texts, pattern):
    gpt2 = load_preset("gpt2")
    tokenizer = PipelineTokenizer("any", PreTokenizer(pattern_named(pattern)), gpt2.model, np.arange(gpt2.model.size))
    counts = tokenizer.count(texts)
    encodings = [tokenizer.encode(text) for text in texts]
    assert counts.ids.tolist() == [id for encoding in encodings for id in encoding.ids.tolist()]
    assert counts.tokens.tolist() == [len(encoding) for encoding in encodings]
    cut = [encoding.clusters_cut() for encoding in encodings]
    assert list(zip(counts.clusters_cut.tolist(), counts.clusters.tolist(), strict=True)) == cut
    assert counts.bytes.tolist() == [len(text.encode()) for text in texts]
    assert counts.characters.tolist() == [len(text) for text in texts]
    assert counts.round_trip.all() or tokenizer.pre_tokenizer.drops_whitespace
    assert counts.usage.sum() == len(counts.ids)


def test_clusters_and_words_do_not_reach_from_one_text_into_the_next():
    counts = load_preset("gpt2").count(["a\r", "\n\u0301b  indescribably c", "", "🇦", "🇧"])
    assert counts.clusters.tolist() == [2, 20, 0, 1, 1]
    assert counts.words.tolist() == [1, 3, 0, 0, 0]  # a mark alone and half a flag are no words
    assert counts.words_continued.tolist() == [0, 1, 0, 0, 0]  # indescribably is four tokens


# -- identity ------------------------------------------------------------------------------------------------------------


def test_two_swapped_ids_make_another_identity():
    merges = np.array([(97, 98), (99, 100)], np.int32)
    ids = np.arange(258)
    swapped = ids.copy()
    swapped[[256, 257]] = 257, 256
    one, other = (
        PipelineTokenizer("t", PreTokenizer(PATTERNS["gpt2"]), BPE("raw", merges), rows) for rows in (ids, swapped)
    )
    assert len(one.vocabulary) == len(other.vocabulary)
    assert one.identity != other.identity
    assert one.identity == one.renamed("other name", {"where": "elsewhere"}).identity


def test_every_thing_that_decides_the_ids_is_in_the_identity():
    base = small(IdLayout("top", ("<s>",)))
    others = [
        small(IdLayout("first", ("<s>",))), small(IdLayout("top", ("<t>",))), small(IdLayout()),
        small(IdLayout("top", ("<s>",)), "cl100k"), base.at_step(1),
    ]  # fmt: skip
    assert len({tokenizer.identity for tokenizer in (base, *others)}) == 6
    assert base.identity == small(IdLayout("top", ("<s>",))).identity

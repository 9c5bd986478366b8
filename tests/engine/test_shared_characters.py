"""Several tokens under one typed character, and characters under none: what a normalizer makes of a text is still counted
and shown by what was typed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.algorithms.alphabet import Alphabet
from engine.algorithms.char_level import CharLevel
from engine.normalizers import sequence_of
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from engine.recipe import IdLayout
from engine.tokenizer import PipelineTokenizer


def characters(*normalizers: str, pattern: str = "none") -> PipelineTokenizer:
    """Every character of the normalized text is a token, some of them unknown."""
    alphabet = Alphabet.of(sorted("abcdeéfix\u0301\u2581 "), unknown="?")
    pre_tokenizer = PreTokenizer(PATTERNS[pattern])
    return PipelineTokenizer(
        "characters", pre_tokenizer, CharLevel(alphabet), IdLayout(), normalizer=sequence_of(normalizers)
    )


@pytest.mark.parametrize(
    ("normalizer", "text", "segments"),
    [
        ("nfd", "éx", [(0, 2, (0, 2)), (2, 3, (2, 3))]),
        ("nfkc", "aﬁx", [(0, 1, (0, 1)), (1, 3, (1, 4)), (3, 4, (4, 5))]),
        ("bert", "a\u200d", [(0, 1, (0, 1))]),
        ("bert", "a\u200d b", [(0, 1, (0, 1)), (1, 2, (4, 5)), (2, 3, (5, 6))]),
        ("strip-accents", "a\u0301 b", [(0, 1, (0, 1)), (1, 2, (3, 4)), (2, 3, (4, 5))]),
        ("metaspace", "a b", [(0, 1, (0, 0)), (1, 2, (0, 1)), (2, 3, (1, 2)), (3, 4, (2, 3))]),
    ],
)
def test_a_segment_has_all_tokens_that_share_a_character_and_no_text_stands_in_two(normalizer, text, segments):
    encoding = characters(normalizer).encode(text)
    assert [(s.first, s.last, s.byte_span) for s in encoding.segments()] == segments


@settings(max_examples=200, deadline=None)
@given(
    st.text("ab é\u0301ﬁ\u200d\u200b한x", max_size=12),
    st.lists(
        st.sampled_from(["nfd", "nfkc", "bert", "strip-accents", "lowercase", "metaspace"]), max_size=2, unique=True
    ),
    st.sampled_from(["none", "whitespace", "bert"]),
)
def test_segments_are_all_tokens_and_their_texts_follow_each_other(text, normalizers, pattern):
    encoding = characters(*normalizers, pattern=pattern).encode(text)
    segments = encoding.segments()
    assert [0, *(segment.last for segment in segments)] == [*(segment.first for segment in segments), len(encoding)]
    ends = [segment.byte_span[1] for segment in segments]
    assert all(end <= segment.byte_span[0] for end, segment in zip(ends, segments[1:], strict=False))


@pytest.mark.parametrize(
    ("normalizers", "text", "cut"),
    [
        (("nfd",), "é", True),  # a letter and an accent
        (("nfkc",), "ﬁ", True),
        (("nfc",), "e\u0301", False),
        (("strip-accents",), "e\u0301", False),
        (("metaspace",), "e", False),  # the mark in front is no part of it
    ],
)
def test_a_character_or_a_word_of_two_tokens_is_cut(normalizers, text, cut):
    """METRICS: a word is continued that has more than one token; a cluster is cut that has a border inside."""
    tokenizer = characters(*normalizers)
    counts = tokenizer.count([text, f"{text} {text}"])
    assert counts.words.tolist() == [1, 2]
    assert counts.words_continued.tolist() == [int(cut), 2 * cut]
    assert counts.clusters_cut.tolist() == [int(cut), 2 * cut]
    assert [tokenizer.encode(text).clusters_cut()[0] for text in (text, f"{text} {text}")] == [int(cut), 2 * cut]

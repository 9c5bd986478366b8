"""Spans and segments follow from exact bytes, in every way of counting."""

from __future__ import annotations

import numpy as np
import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.encoding import Encoding
from engine.presets import load_preset


def spans_of(text: str, *lengths: int) -> Encoding:
    ends = np.cumsum(lengths)
    return Encoding(text, np.arange(len(lengths)), np.stack([ends - lengths, ends], axis=1))


def test_a_token_that_holds_part_of_a_character_spans_all_of_it():
    encoding = load_preset("cl100k_base").encode("x😀y 𝒂z")
    assert encoding.byte_spans.tolist() == [[0, 1], [1, 4], [4, 5], [5, 6], [6, 9], [9, 10], [10, 11], [11, 12]]
    assert encoding.character_spans.tolist() == [[0, 1], [1, 2], [1, 2], [2, 3], [3, 5], [4, 5], [4, 5], [5, 6]]
    assert encoding.utf16_spans.tolist() == [[0, 1], [1, 3], [1, 3], [3, 4], [4, 7], [5, 7], [5, 7], [7, 8]]
    assert len(encoding.dropped) == 0


def test_right_to_left_text_has_logical_spans():
    encoding = load_preset("cl100k_base").encode("שלום hello مرحبا")
    assert encoding.character_spans.tolist() == [
        [0, 1], [1, 2], [2, 4], [3, 4], [4, 10], [10, 12], [12, 13], [13, 14], [14, 15], [15, 16],
    ]  # fmt: skip
    assert encoding.utf16_spans.tolist() == encoding.character_spans.tolist()


def test_spans_before_the_first_merge():
    encoding = load_preset("gpt2").at_step(0).encode("i ⭢ j")
    assert encoding.character_spans.tolist() == [[0, 1], [1, 2], [2, 3], [2, 3], [2, 3], [3, 4], [4, 5]]


def test_an_empty_text_has_no_tokens():
    encoding = load_preset("gpt2").encode("")
    assert len(encoding) == 0
    assert encoding.character_spans.shape == encoding.utf16_spans.shape == (0, 2)
    assert encoding.segments() == []
    assert encoding.clusters_cut() == (0, 0)


def test_segments_are_the_shortest_runs_that_make_whole_graphemes():
    # GIVEN a family of one cluster over three tokens, between two letters
    family = "👩‍🚀"
    encoding = spans_of(f"a{family}b", 1, 4, 5, 2, 1)
    # THEN the three are one segment
    assert [(s.first, s.last, s.is_shared) for s in encoding.segments()] == [(0, 1, False), (1, 4, True), (4, 5, False)]
    middle = encoding.segments()[1]
    assert (middle.byte_span, middle.character_span, middle.utf16_span) == ((1, 12), (1, 4), (1, 6))
    assert encoding.clusters_cut() == (1, 3)


def test_a_token_over_several_graphemes_is_a_segment_of_its_own():
    encoding = spans_of("e\u0301ab", 3, 2)
    assert [(s.first, s.last) for s in encoding.segments()] == [(0, 1), (1, 2)]
    assert encoding.clusters_cut() == (0, 3)


def test_tokens_are_a_sequence_of_bytes():
    tokens = load_preset("gpt2").encode("hello world").tokens
    assert tokens == [b"hello", b" world"]
    assert tokens[-1] == b" world"
    assert tokens[:1] == [b"hello"]
    with pytest.raises(IndexError):
        tokens[2]


@settings(max_examples=150, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30), st.data())
def test_spans_cover_any_text_however_it_is_cut(text, data):
    total = len(text.encode())
    cuts = sorted(data.draw(st.sets(st.integers(1, max(1, total - 1)), max_size=10))) if total > 1 else []
    borders = [0, *cuts, total] if total else [0]
    encoding = spans_of(text, *np.diff(borders).tolist())
    # THEN tokens join to the text, and each character span holds exactly the characters that the bytes touch
    assert b"".join(encoding.tokens) == text.encode()
    for (start, end), (first, last) in zip(
        encoding.byte_spans.tolist(), encoding.character_spans.tolist(), strict=True
    ):
        assert len(text[:first].encode()) <= start < end <= len(text[:last].encode())
        assert len(text[: first + 1].encode()) > start
        assert len(text[: last - 1].encode()) < end
    for (first, last), (left, right) in zip(
        encoding.character_spans.tolist(), encoding.utf16_spans.tolist(), strict=True
    ):
        assert len(text[:first].encode("utf-16-le")) // 2 == left
        assert len(text[:last].encode("utf-16-le")) // 2 == right
    # AND segments are all tokens, in order, and end where clusters end
    segments = encoding.segments()
    assert [s.first for s in segments[1:]] == [s.last for s in segments[:-1]]
    assert "".join(text[slice(*s.character_span)] for s in segments) == text
    clusters = {0} | {len(text[: match.end()].encode()) for match in regex.finditer(r"\X", text)}
    assert {end for end in borders if end in clusters and end} == {s.byte_span[1] for s in segments}

"""The tables: Unicode 16 as the libraries have it, clusters as `regex` finds them."""

import sys

import numpy as np
import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Regex, pre_tokenizers

from engine.unicode import (
    LETTER,
    LINE_END,
    LOWER,
    NUMBER,
    OTHER,
    SPACE,
    UPPER,
    class_table,
    grapheme_breaks,
    grapheme_count,
    scripts,
)

EVERYTHING = "".join(map(chr, (*range(0xD800), *range(0xE000, sys.maxunicode + 1))))
POINTS = np.array([ord(character) for character in EVERYTHING])


def library_class(expression: str) -> np.ndarray:
    """Whether each code point is of a class, asked of `tokenizers`: its splitter removes what matches."""
    splitter = pre_tokenizers.Split(Regex(expression), "removed")
    rest = [span for _, span in splitter.pre_tokenize_str(EVERYTHING)]
    of_class = np.ones(len(EVERYTHING), bool)
    for start, end in rest:
        of_class[start:end] = False
    return of_class


@pytest.mark.parametrize(
    ("expression", "bit"),
    [
        (r"\p{L}", LETTER),
        (r"\p{N}", NUMBER),
        (r"\s", SPACE),
        (r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", UPPER),
        (r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]", LOWER),
        (r"[^\s\p{L}\p{N}]", OTHER),
    ],
)
def test_each_code_point_is_of_the_classes_that_the_libraries_give_it(expression, bit):
    ours = (class_table()[POINTS] & bit) != 0
    differing = POINTS[ours != library_class(expression)]
    assert [hex(point) for point in differing[:10]] == []


def test_there_are_as_many_letters_as_in_unicode_16():
    assert int(((class_table() & LETTER) != 0).sum()) == 141_028
    assert int(((class_table() & SPACE) != 0).sum()) == 25
    assert np.flatnonzero(class_table() & LINE_END).tolist() == [10, 13]


CLUSTERED = st.text(
    st.one_of(
        st.sampled_from(
            list("aé\u0301\u200d\r\n\u0e33\u093f\u0915\u094d\u1100\u1161\u11a8🇫🇷👩🚀🏽\u0600\ufe0f \t\u0dd9")
        ),
        st.characters(max_codepoint=0x2FFFF, exclude_categories=["Cs", "Cn"]),
    ),
    max_size=30,
)


@given(CLUSTERED)
def test_clusters_are_those_of_regex(text):
    expected = [match.start() for match in regex.finditer(r"\X", text)]
    assert grapheme_breaks(text).tolist() == expected
    assert grapheme_count(text) == len(expected)


def test_scripts_leave_out_what_belongs_to_all():
    assert scripts("नमस्ते, world! 123") == {"Devanagari": 6, "Latin": 5}
    assert scripts("") == {}

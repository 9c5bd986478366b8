"""The shipped tables against the libraries that have the same version of Unicode, code point by code point."""

from __future__ import annotations

import numpy as np
import pytest
import regex
import tiktoken
from tokenizers import Regex, pre_tokenizers

from engine import unicode

ALL = "".join(map(chr, (*range(0xD800), *range(0xE000, 0x110000))))


def members(expression: str) -> set[int]:
    """Code points that tiktoken finds: it passes over what its pattern does not match."""
    ranks = {bytes([byte]): byte for byte in range(256)}
    probe = tiktoken.Encoding("probe", pat_str=expression, mergeable_ranks=ranks, special_tokens={})
    pieces = (ALL[start : start + 4096] for start in range(0, len(ALL), 4096))
    return {ord(character) for piece in pieces for character in bytes(probe.encode_ordinary(piece)).decode()}


@pytest.mark.parametrize(
    ("expression", "bit"),
    [
        (r"\p{L}", unicode.LETTER),
        (r"\p{N}", unicode.NUMBER),
        (r"\s", unicode.SPACE),
        (r"[\r\n]", unicode.LINE_END),
        (r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", unicode.UPPER),
        (r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]", unicode.LOWER),
        (r"[^\s\p{L}\p{N}]", unicode.OTHER),
        ("/", unicode.SLASH),
    ],
)
def test_class_is_tiktokens(expression: str, bit: int) -> None:
    ours = set(np.flatnonzero(unicode.class_table() & bit).tolist()) - set(range(0xD800, 0xE000))
    assert ours == members(expression)


def test_letters_are_those_of_tokenizers() -> None:
    split = pre_tokenizers.Split(Regex(r"\p{L}+"), "removed")
    spans = [span for _, span in split.pre_tokenize_str(ALL)]
    others = np.zeros(len(ALL), bool)
    for start, end in spans:
        others[start:end] = True
    code_points = np.array([ord(character) for character in ALL])
    assert np.array_equal(~others, (unicode.class_table()[code_points] & unicode.LETTER) > 0)


@pytest.mark.parametrize("script", ["Latin", "Han", "Devanagari", "Garay", "Inherited"])
def test_script_is_tiktokens(script: str) -> None:
    number = unicode.script_names().index(script)
    assert set(np.flatnonzero(unicode.script_table() == number).tolist()) == members(rf"\p{{Script={script}}}")


def test_scripts_are_counted_without_common_characters() -> None:
    assert unicode.scripts("Hello, \u043c\u0438\u0440! \u4f60\u597d e\u0301 \U0001f642") == {
        "Latin": 6,
        "Cyrillic": 3,
        "Han": 2,
    }
    assert not unicode.scripts("")


FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
FLAGS = "\U0001f1ee\U0001f1f3\U0001f1eb\U0001f1ee"


@pytest.mark.parametrize(
    ("text", "breaks"),
    [
        ("", []),
        ("abc", [0, 1, 2]),
        ("e\u0301a", [0, 2]),
        ("a\r\nb", [0, 1, 3]),
        ("x" + FAMILY + "y", [0, 1, 6]),
        (FLAGS, [0, 2]),
        ("\ud55c\uae00", [0, 1]),
        ("\u1112\u1161\u11ab\uae00", [0, 3]),
        ("\u0915\u094d\u0937\u093f", [0]),
    ],
)
def test_graphemes(text: str, breaks: list[int]) -> None:
    assert unicode.grapheme_breaks(text).tolist() == breaks


def test_graphemes_equal_regex_on_random_strings() -> None:
    generator = np.random.default_rng(1)
    odd = "\r\n\u0301\u200d\u0915\u094d\u093f\u1112\u1161\uac00\u0e33\U0001f1ee\U0001f468\U0001f3fb\u0600a b\ud800\U000e0020"
    for _ in range(3000):
        alphabet = odd if generator.random() < 0.8 else ALL
        text = "".join(alphabet[i] for i in generator.integers(0, len(alphabet), generator.integers(1, 30)))
        expected = [match.start() for match in regex.finditer(r"\X", text)]
        assert unicode.grapheme_breaks(text).tolist() == expected, ascii(text)

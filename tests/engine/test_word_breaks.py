"""Words are those of the full rules: the short way for letters between blanks changes nothing."""

import itertools
import random

import pytest
import regex

from engine.parallel import udhr
from engine.unicode import LETTER, NUMBER, class_table
from engine.word_breaks import word_spans

BREAK = regex.compile(r"(?w)\b")
PIECES = [
    " ", "\n", "\0", "a", "b", "7", ".", "'", ",", "_", "-", "\u0301", "\u200d", "\u00ad", "\u3000", "\r", "א", '"', "ß",
    "ก", "漢", "カ", "ا", "한", "क", "्", "🇦", "👩", "\u200b", "\u2019",
]  # fmt: skip


def plain(text: str) -> list[tuple[int, int]]:
    """The same, by the full rules alone."""
    breaks = sorted({0, *(match.start() for match in BREAK.finditer(text)), len(text)})
    pairs = itertools.pairwise(breaks)
    return [
        (start, end - start)
        for start, end in pairs
        if any(class_table()[ord(character)] & (LETTER | NUMBER) for character in text[start:end])
    ]


def found(text: str) -> list[tuple[int, int]]:
    starts, lengths = word_spans(text)
    return list(zip(starts.tolist(), lengths.tolist(), strict=True))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Don't say 3.14!", ["Don't", "say", "3.14"]),
        ("well-known U.S. foo_bar", ["well", "known", "U.S", "foo_bar"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("... -- !", []),
        ("", []),
    ],
)
def test_words_of_a_sentence(text, words):
    assert [text[start : start + length] for start, length in found(text)] == words


def test_all_of_the_declaration_is_cut_as_by_the_full_rules():
    for code in udhr().languages:
        text = "\0".join(udhr().units(code)[:4])
        assert found(text) == plain(text), code


def test_odd_texts_are_cut_as_by_the_full_rules():
    chance = random.Random(5)
    for _ in range(6000):
        text = "".join(chance.choices(PIECES, k=chance.randrange(1, 12)))
        assert found(text) == plain(text), ascii(text)

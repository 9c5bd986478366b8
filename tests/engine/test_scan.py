"""The scanners cut as the regular expressions do: on random strings, on every code point, on long runs.

`regex` knows a newer Unicode than the libraries; where the two differ (code points younger than Unicode 16, and U+0295,
whose category changed) the cuts are compared with `tiktoken`, which has the scanners' version built in.
"""

import random
import sys
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
import regex
import tiktoken

from engine.model import padded
from engine.pre_tokenizers import PATTERNS
from engine.unicode import LETTER, LOWER, NUMBER, SPACE, UPPER, class_table

SCANNED = [name for name, pattern in PATTERNS.items() if pattern.scanner is not None]
NASTY = [
    *"aAzZ09 '\"/.,-_\t\n\r\v\f\x00\x1c\x1f\x7f",
    *"éÉßſıİǅʰªºÅ中日한ㄱ़िًًَअक्षकเาྐུ٠५②Ⅷ",
    *"\u0301\u0300\u200d\u200c\ufe0f\u00a0\u1680\u2000\u2028\u2029\u202f\u205f\u3000\u0085\u180e\ufeff\u00ad",
    *"👩🚀🇫🇷😀🏽𝒜𝟙𐍈\U000e0001\U0010fffd\ue000",
    *[
        "'s",
        "'S",
        "'ll",
        "'LL",
        "'Re",
        "'ſ",
        "'vE",
        "'m",
        "'d",
        "'t",
        "  ",
        "\r\n",
        "\n\n",
        " \n ",
        "abcdefgh",
        "ABCDEFGH",
        "12345",
    ],
]


@cache
def regex_classes() -> np.ndarray:
    """LETTER, NUMBER, SPACE, UPPER, LOWER of each code point as `regex` has them."""
    table = np.zeros(sys.maxunicode + 1, np.uint8)
    everything = "".join(map(chr, (*range(0xD800), *range(0xE000, sys.maxunicode + 1))))
    for expression, bit in (
        (r"\p{L}", LETTER),
        (r"\p{N}", NUMBER),
        (r"\s", SPACE),
        (r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", UPPER),
        (r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]", LOWER),
    ):
        for match in regex.finditer(expression + "+", everything):
            points = np.array([ord(everything[match.start()]), ord(everything[match.end() - 1])])
            table[points[0] : points[1] + 1] |= bit
    table[0xD800:0xE000] = 0
    return table


@cache
def same_classes() -> np.ndarray:
    """Code points (no surrogates) whose classes are the same here and in `regex`."""
    mask = LETTER | NUMBER | SPACE | UPPER | LOWER
    same = (class_table() & mask) == regex_classes()
    same[0xD800:0xE000] = False
    return np.flatnonzero(same)


@cache
def other_classes() -> np.ndarray:
    mask = LETTER | NUMBER | SPACE | UPPER | LOWER
    other = (class_table() & mask) != regex_classes()
    other[0xD800:0xE000] = False
    return np.flatnonzero(other)


def cut(name: str, text: str) -> list[str]:
    data = text.encode()
    ends = PATTERNS[name].split(padded(data), len(data)).tolist()
    return [data[a:b].decode() for a, b in pairwise([0, *ends])]


def cut_by_regex(name: str, text: str) -> list[str]:
    return [match.group() for match in regex.finditer(PATTERNS[name].expression, text)]


@cache
def whole_words(name: str) -> tiktoken.Encoding:
    """An encoding with bytes alone, to ask `tiktoken` for its cuts."""
    ranks = {bytes([byte]): byte for byte in range(256)}
    return tiktoken.Encoding(name, pat_str=PATTERNS[name].expression, mergeable_ranks=ranks, special_tokens={})


def cut_by_tiktoken(name: str, text: str) -> list[str]:
    """`tiktoken` merges nothing here, so its own splitter is asked for: the Rust regex behind it has no Python door.

    A pair of bytes that would merge across every place tells whether a border stands there.
    """
    ranks = {bytes([byte]): byte for byte in range(256)}
    data = text.encode()
    borders = []
    for place in range(1, len(text)):
        left, right = text[:place].encode()[-1:], text[place:].encode()[:1]
        encoding = tiktoken.Encoding(
            "pair", pat_str=PATTERNS[name].expression, mergeable_ranks={**ranks, left + right: 256}, special_tokens={}
        )
        at = 0
        joined = set()
        for token in encoding.encode_ordinary(text):
            size = len(encoding.decode_single_token_bytes(token))
            if size == 2:
                joined.add(at + 1)
            at += size
        if len(text[:place].encode()) not in joined:
            borders.append(place)
    assert len(data) >= len(borders)
    return [text[a:b] for a, b in pairwise([0, *borders, len(text)])]


def random_text(rng: random.Random) -> str:
    pool = NASTY if rng.random() < 0.7 else [*NASTY, *(chr(rng.choice(same_classes())) for _ in range(40))]
    return "".join(rng.choices(pool, k=rng.randint(0, rng.choice([4, 12, 60, 200]))))


@pytest.mark.parametrize("name", SCANNED)
def test_random_texts_are_cut_as_regex_cuts_them(name):
    rng = random.Random(name)
    for _ in range(4000):
        text = random_text(rng)
        assert cut(name, text) == cut_by_regex(name, text), ascii(text)


@pytest.mark.parametrize("name", SCANNED)
@pytest.mark.parametrize("context", ["{}", "a{}b", " {} ", "A{}'s", "1{}2", "\n{}\n", "'{}", "{}{}"])
def test_every_code_point_is_cut_as_regex_cuts_it(name, context):
    # A line end at either side of a piece keeps the pieces apart in all patterns.
    text = "x\n".join(context.format(chr(point), chr(point)) for point in same_classes()[::7].tolist())
    assert cut(name, text) == cut_by_regex(name, text)


@pytest.mark.parametrize("name", ["gpt2", "cl100k", "o200k"])
def test_code_points_that_regex_sees_otherwise_are_cut_as_tiktoken_cuts_them(name):
    rng = random.Random(1)
    points = [0x295, *rng.sample(other_classes().tolist(), 12)]
    for point in points:
        for context in ("a{}", "{}a", " {}1", "A{}b"):
            text = context.format(chr(point))
            assert cut(name, text) == cut_by_tiktoken(name, text), ascii(text)


@pytest.mark.parametrize("name", SCANNED)
@pytest.mark.parametrize("run", ["a", "A", "é", " ", "\n", "1", "!", "'", "中", "👩", " \n", "a'", "\u0301"])
def test_long_runs_are_cut_as_regex_cuts_them(name, run):
    for length in (1, 2, 3, 7, 8, 9, 62, 63, 64, 65, 127, 128, 129, 1000):
        for text in (run * length, "x" + run * length, run * length + "y", " " + run * length + " z"):
            assert cut(name, text) == cut_by_regex(name, text)


@pytest.mark.parametrize("name", SCANNED)
def test_blocks_of_64_bytes_are_cut_as_one_text(name):
    """Mostly ASCII, with something else at any distance from the start: where vector and exact scanner hand over."""
    rng = random.Random(3)
    words = ["the", " quick", " fox", "'s", "  ", "\n", ", ", "1234", "don't", " I'LL", "(x", " ==", "\t\t"]
    for _ in range(1500):
        text = "".join(rng.choices(words, k=rng.randint(20, 60)))
        place = rng.randint(0, len(text))
        text = text[:place] + rng.choice(["é", "\u00a0", "中", "\u3000", "'", "’s"]) + text[place:]
        assert cut(name, text) == cut_by_regex(name, text), ascii(text)


@pytest.mark.parametrize("name", SCANNED)
def test_a_cut_is_a_place_to_start_from(name):
    """The patterns look at nothing before a cut: splitting from any cut on gives the same cuts again."""
    rng = random.Random(5)
    for _ in range(300):
        text = random_text(rng)
        pieces = cut(name, text)
        for start in range(len(pieces)):
            assert cut(name, "".join(pieces[start:])) == pieces[start:]

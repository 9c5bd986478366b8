"""The scanners against `regex` where the versions of Unicode agree, and against tiktoken where they do not."""

from __future__ import annotations

import itertools
import random
import unicodedata

import numpy as np
import pytest
import tiktoken
from tokenizers import Regex, pre_tokenizers

from engine.kernels import scan
from engine.model import padded
from engine.patterns import PATTERNS, Pattern
from engine.pre_tokenizers import PreTokenizer
from engine.unicode import class_table

SCANNERS = [pattern for pattern in PATTERNS.values() if pattern.scanner is not None and pattern.scanner <= scan.QWEN]
NASTY = (
    "  \n\r\t'sdmtlvreSDMTLVRE/aAbZ0129.,-\u017f\u2126\u0301\u02b0\u01c5\u00e9\u4e00\u3000\u00a0\u0085\u200b\x1c\u0660\u2160"
    "\U0001d400\U0001f600\u0e01\u0e31\u0903\u20dd\u00aa\0"
)
ASCII = "  \n\r\t''sdmtlveSDMTLVREaAbZ0129.,-/(x"
# U+0295 changed its category after Unicode 16; all else that differs was assigned later.
KNOWN = [
    code for code in range(0x110000) if unicodedata.category(chr(code)) not in ("Cn", "Co", "Cs") and code != 0x295
]


def by_scanner(pattern: Pattern, text: str) -> list[str]:
    return PreTokenizer(pattern).split_text(text)


def by_regex(pattern: Pattern, text: str) -> list[str]:
    return [text[start:end] for start, end in pattern.spans(text)]


def one_by_one(pattern: Pattern, text: str) -> list[str]:
    """By the exact rule alone, without the masks of 64 bytes."""
    data = text.encode()
    array, ends = padded(data), [0]
    while ends[-1] < len(data):
        ends.append(scan.next_end(pattern.scanner, array, ends[-1], len(data), class_table()))
    return [data[start:end].decode() for start, end in itertools.pairwise(ends)]


def random_text(generator: random.Random) -> str:
    kind = generator.random()
    if kind < 0.3:
        return "".join(generator.choices(NASTY, k=generator.randint(1, 14)))
    if kind < 0.6:
        return "".join(generator.choices(ASCII, k=generator.randint(60, 300)))
    if kind < 0.8:  # runs that are longer than a block
        runs = (generator.choice(ASCII) * generator.choice([1, 1, 1, 2, 3, 9, 40, 70]) for _ in range(40))
        return "".join(runs) + generator.choice(NASTY)
    pick = (generator.choice(KNOWN) for _ in range(generator.randint(1, 140)))
    return "".join(chr(code) if generator.random() < 0.3 else generator.choice(NASTY) for code in pick)


@pytest.mark.parametrize("pattern", SCANNERS, ids=lambda pattern: pattern.name)
def test_scanner_equals_regex_on_random_strings(pattern: Pattern) -> None:
    generator = random.Random(pattern.name)
    for _ in range(8000):
        text = random_text(generator)
        expected = by_regex(pattern, text)
        assert by_scanner(pattern, text) == expected, ascii(text)
        if len(text) < 100:
            assert one_by_one(pattern, text) == expected, ascii(text)


CONTEXTS = ("a{0}A {0}{0}b'{0}0{0}", "\n{0}\n", " {0}s", "B{0}'s", "0{0}1", "{0}{0} ", "'{0}x", "/\n{0}/")


def by_tokenizers(pattern: Pattern, text: str) -> list[str]:
    split = pre_tokenizers.Split(Regex(pattern.expression), "isolated")
    return [piece for piece, _ in split.pre_tokenize_str(text)]


def edge_code_points() -> list[int]:
    """The first and last code point of each run of one class."""
    firsts = np.flatnonzero(np.diff(class_table(), prepend=0))
    edges = {*firsts.tolist(), *(firsts - 1).tolist(), 0x10FFFF}
    return sorted(code for code in edges if code >= 0 and not 0xD800 <= code < 0xE000)


@pytest.mark.parametrize("pattern", SCANNERS, ids=lambda pattern: pattern.name)
@pytest.mark.parametrize("context", CONTEXTS)
def test_each_class_in_context_cuts_as_in_tokenizers(pattern: Pattern, context: str) -> None:
    text = "\n".join(context.replace("{0}", chr(code)) for code in edge_code_points())
    assert by_scanner(pattern, text) == by_tokenizers(pattern, text)


@pytest.mark.parametrize("name", ["gpt2", "o200k"])
def test_every_code_point_cuts_as_in_tokenizers(name: str) -> None:
    pattern = PATTERNS[name]
    text = "".join(f"a{chr(code)} " for code in (*range(0xD800), *range(0xE000, 0x110000), 0x20))
    assert by_scanner(pattern, text) == by_tokenizers(pattern, text)


def test_cuts_are_those_of_tiktoken() -> None:
    generator = random.Random(7)
    for pattern in SCANNERS:
        for _ in range(300):
            text = random_text(generator)
            pieces = by_scanner(pattern, text)
            vocabulary = {piece.encode() for piece in pieces} - {bytes([byte]) for byte in range(256)}
            ranks = {bytes([byte]): byte for byte in range(256)}
            ranks |= {piece: 256 + number for number, piece in enumerate(sorted(vocabulary))}
            library = tiktoken.Encoding("probe", pat_str=pattern.expression, mergeable_ranks=ranks, special_tokens={})
            # A whole piece that is in the vocabulary becomes one token: the same pieces, the same tokens.
            assert library.decode_tokens_bytes(library.encode_ordinary(text)) == [piece.encode() for piece in pieces]


def test_a_cut_is_where_it_is_whatever_follows() -> None:
    """Splitting has no memory: from any border on the rest is cut as before."""
    text = "It's  12345\n\n  HTTPServer's caf\u00e9 (x)/\n/ \u4e2d\u6587 \U0001f642!"
    for pattern in SCANNERS:
        pieces = by_scanner(pattern, text)
        for first in range(len(pieces)):
            assert by_scanner(pattern, "".join(pieces[first:])) == pieces[first:]


def test_text_that_ends_within_an_array_is_not_read_beyond() -> None:
    for pattern in SCANNERS:
        data = padded(b"can't stop 12345'll   \nx")
        for end in range(1, len(data) - 64 + 1):
            text = data[:end].tobytes().decode()
            ends = PreTokenizer(pattern).pieces(data, end)[1]
            assert [text[a:b] for a, b in zip([0, *ends], ends, strict=False)] == by_regex(pattern, text)


def test_ends_are_handed_over_in_batches() -> None:
    pattern = PATTERNS["cl100k"]
    data = padded(b"a b " * 5000)
    room = np.empty(256, np.int64)
    found, start = [], 0
    while start < 20_000:
        count, start = scan.fill_ends(pattern.scanner, data, start, 20_000, class_table(), room)
        found += room[:count].tolist()
    assert found == PreTokenizer(pattern).pieces(data, 20_000)[1].tolist()


def test_the_letter_that_changed_is_as_in_unicode_16() -> None:
    """U+0295 is a small letter there and lost its case later."""
    assert by_scanner(PATTERNS["o200k"], "\u0295A") == ["\u0295", "A"] == by_tokenizers(PATTERNS["o200k"], "\u0295A")


SCRIPTS = ["aAbB", "\u00e9\u00c9\u00f1", "\u0451\u0401\u0436\u0416", "\u4e2d\u6587\u3042", "\u00aa\u02b0\u01c5"]
SCRIPTS += [
    "\u0301\u0900\u093f",
    "\u0905\u0915",
    "1\u0663\u00bd",
    "'\u2019s't\u017f'LL've",
    " \n\r\t",
    "\u00a0\u3000\u2028",
]
SCRIPTS += ["-\u2014\u201c\u201d.!/", "\U0001f600\U0001d400\U00010400\U00010428", "\u0251\u0295", "\u00ad\u200b"]


@pytest.mark.parametrize(
    "pattern", [pattern for pattern in PATTERNS.values() if pattern.scanner in range(scan.QWEN + 1)]
)
def test_blocks_of_any_scripts_are_cut_as_by_the_exact_rule(pattern: Pattern) -> None:
    generator = random.Random(pattern.name)
    for _ in range(1500):
        pools = generator.sample(SCRIPTS, generator.randint(1, 5))
        runs = (generator.choice(generator.choice(pools)) * generator.choice((1, 1, 1, 2, 3)) for _ in range(200))
        text = "".join(runs)
        assert by_scanner(pattern, text) == one_by_one(pattern, text)

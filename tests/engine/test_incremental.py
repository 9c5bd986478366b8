"""The tokens of an edited text, made of the old ones, against encoding the whole: the same, whatever the edit."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engine import ALGORITHMS, seams
from engine.backends import AnyTokenizer
from engine.encoding import Encoding
from engine.errors import EncodeError
from engine.incremental import re_encoded
from engine.normalizers import NORMALIZERS, Normalizer, sequence_of
from engine.patterns import PATTERNS, pattern_named
from engine.pre_tokenizers import DIGIT_RULES, PreTokenizer
from engine.presets import load_preset
from engine.tokenizer import PipelineTokenizer
from tests.engine.test_backends import MAKERS
from tests.engine.test_every_algorithm import learned, recipe_of

SCRAPS = (
    "the", "Alice", "I'll", "it's", "we'Ve", "'", "don't", " ", "  ", "   ", "\n", "\r\n", "\n\n", "\t", " \n ", "/", "//",
    "1", "12", "1234567", "½", "٣", "a1b2", ",", ".", "?!", "...", "(", "-", "naïve", "e\u0301", "\u0301", "É", "ſ", "ǅ",
    "ABC", "aBC", "人人生而自由", "，", "。", "मनुष्यों", "की", "مرحبا", "שלום", "มนุษย์",
    "가", "\u1100\u1161\u11a8", "が", "か\u3099",
    "👩‍🚀", "🇫🇷", "\u00a0", "\u2003", "\u200b",
    "\u2028", "\u0085", "\0", "▁", "▁▁", "x▁y", "ﬁ", "ＡＢ", "ß", "İ", "Σας", "\u00a8",
    "<|endoftext|>", "[UNK]", "##ing", "</w>", "\u1e9b\u0323", "\ufdfa", "\U0001e900", "\U0002f800", "\ufeff",
)  # fmt: skip
EDITS = 30


def same(one: Encoding, other: Encoding) -> bool:
    arrays = ("ids", "byte_spans", "dropped")
    plain = ("text", "special", "replaced", "unknown", "normalized")
    places = (one.normalized_spans is None) == (other.normalized_spans is None)
    if places and one.normalized_spans is not None:
        places = np.array_equal(one.normalized_spans, other.normalized_spans)
    return (
        places
        and all(np.array_equal(getattr(one, name), getattr(other, name)) for name in arrays)
        and all(getattr(one, name) == getattr(other, name) for name in plain)
    )


def encoded(tokenizer: AnyTokenizer, text: str, allowed: frozenset[str]) -> Encoding | None:
    try:
        return tokenizer.encode(text, allowed_special=allowed)
    except EncodeError:
        return None


def some_text(chance: random.Random, most: int) -> str:
    return "".join(chance.choices(SCRAPS, k=chance.randrange(most + 1)))


def edited(chance: random.Random, text: str) -> str:
    """What a user may make of it: a stretch of a few characters, or none, becomes another."""
    begin = chance.randrange(len(text) + 1)
    end = min(len(text), begin + chance.choice((0, 0, 0, 1, 1, 2, 9)))
    return text[:begin] + chance.choice((chance.choice("ab '1\n "), some_text(chance, 2), "")) + text[end:]


def check(tokenizer: AnyTokenizer, seed: int, edits: int = EDITS, allowed: frozenset[str] = frozenset()) -> int:
    """Edits made one on the other; returns for how many of them the old tokens were of use."""
    chance = random.Random(seed)
    text, of_use = some_text(chance, 60), 0
    old = encoded(tokenizer, text, allowed)
    for _ in range(edits):
        text = edited(chance, text)
        whole = encoded(tokenizer, text, allowed)
        if old is not None and whole is not None:
            made = re_encoded(tokenizer, old, text, allowed)
            if made is not None:
                assert same(made, whole), (tokenizer.name, old.text, text)
                assert is_spliced(made, old), (made.origin, old.text, text)
                of_use += 1
        old = whole
        if len(text) > 400:
            text = text[:200]
            old = encoded(tokenizer, text, allowed)
    return of_use


def is_spliced(made: Encoding, old: Encoding) -> bool:
    """Whether the tokens before and behind the splice are those that were there."""
    assert made.origin is not None
    assert made.origin.encoding() is old
    splice = made.origin.splice
    behind = splice.first + splice.count
    return np.array_equal(old.ids[: splice.first], made.ids[: splice.first]) and np.array_equal(
        old.ids[splice.last :], made.ids[behind:]
    )


@pytest.fixture(scope="module")
def trained() -> dict[str, PipelineTokenizer]:
    """Each algorithm, of a small vocabulary with an unknown token."""
    histories = {name: learned(recipe_of(name)) for name in ALGORITHMS}
    return {name: history.tokenizer_at(len(history)) for name, history in histories.items()}


def with_pipeline(
    tokenizer: PipelineTokenizer, pre_tokenizer: PreTokenizer, normalizer: Normalizer
) -> PipelineTokenizer:
    """The same model behind another pipeline."""
    return PipelineTokenizer(
        f"{tokenizer.name} {pre_tokenizer} {normalizer}",
        pre_tokenizer,
        tokenizer.model,
        np.arange(tokenizer.model.size),
        {"<|endoftext|>": tokenizer.model.size, "[UNK]": tokenizer.model.size + 1},
        normalizer=normalizer,
    )


@pytest.mark.parametrize("digits", DIGIT_RULES)
@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_pattern_and_digit_rule(trained, pattern, digits):
    tokenizer = with_pipeline(trained["byte-bpe"], PreTokenizer(PATTERNS[pattern], digits), Normalizer())
    of_use = sum(check(tokenizer, seed) for seed in range(8))
    assert of_use > EDITS if pattern != "none" else of_use == 0


@pytest.mark.parametrize("pattern", ["gpt2", "o200k", "whitespace", "bert", "metaspace"])
@pytest.mark.parametrize(
    "names", [*([name] for name in NORMALIZERS), ["nfkc", "metaspace"], ["metaspace", "nfd"]], ids="-".join
)
def test_every_normalizer(trained, pattern, names):
    for keep in (False, True):
        normalizer = sequence_of(names, keep_whitespace=keep)
        tokenizer = with_pipeline(
            trained["byte-bpe"], PreTokenizer(PATTERNS[pattern], whitespace_pieces=keep), normalizer
        )
        for seed in range(4):
            check(tokenizer, seed)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_algorithm(trained, name):
    tokenizer = trained[name]
    assert sum(check(tokenizer, seed) for seed in range(15)) > EDITS
    for pattern in ("bert", "gpt2", "metaspace"):
        names = ["nmt-nfkc", "metaspace"] if pattern == "metaspace" else []
        other = with_pipeline(tokenizer, PreTokenizer(PATTERNS[pattern]), sequence_of(names))
        assert sum(check(other, seed) for seed in range(8)) > EDITS


@pytest.mark.parametrize("maker", MAKERS)
def test_every_library(maker):
    tokenizer = MAKERS[maker]()
    of_use = sum(check(tokenizer, seed) for seed in range(12))
    assert of_use > EDITS


@pytest.mark.parametrize("allowed", [frozenset({"<|endoftext|>"}), frozenset({"<|endoftext|>", "[UNK]"})])
def test_special_tokens_that_are_allowed(trained, allowed):
    for pattern, names in (("gpt2", []), ("bert", ["bert"]), ("metaspace", ["metaspace"])):
        tokenizer = with_pipeline(trained["byte-bpe"], PreTokenizer(PATTERNS[pattern]), sequence_of(names))
        assert sum(check(tokenizer, seed, allowed=allowed) for seed in range(20)) > EDITS


def test_an_expression_of_somebodys_own_has_no_seams(trained):
    pattern = PreTokenizer(pattern_named(r"(?<=a).|\w+|\W"))
    tokenizer = with_pipeline(trained["byte-bpe"], pattern, Normalizer())
    assert re_encoded(tokenizer, tokenizer.encode("so it is"), "so it was") is None
    assert check(tokenizer, 1) == 0


def test_little_is_encoded_again(trained):
    tokenizer = load_preset("cl100k_base")
    text = "One word after the other. " * 4_000
    old = tokenizer.encode(text)
    made = re_encoded(tokenizer, old, text[:50_000] + "x" + text[50_000:])
    assert made.origin.splice.last - made.origin.splice.first < 8
    assert made.origin.splice.count < 8
    assert same(made, tokenizer.encode(made.text))


def test_a_seam_may_be_far_away(monkeypatch, trained):
    monkeypatch.setattr(seams, "_WINDOWS", (3, 8, 30))
    for pattern in ("gpt2", "o200k", "bert"):
        tokenizer = with_pipeline(trained["byte-bpe"], PreTokenizer(PATTERNS[pattern]), Normalizer())
        assert EDITS < sum(check(tokenizer, seed) for seed in range(10)) < 10 * EDITS


@pytest.mark.parametrize("name", ["bytes", "code-points"])
def test_without_pieces_every_character_is_a_seam(name):
    assert check(load_preset(name), 3) == EDITS

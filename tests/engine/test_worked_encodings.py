"""Worked examples of byte-level encoding: byte glyphs, coverage, decoding and round trips."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.algorithms.bpe import BPE, BPETrainer
from engine.algorithms.unigram_model import Unigram
from engine.algorithms.word_level import WordLevel
from engine.algorithms.wordpiece import WordPiece
from engine.errors import DecodeError
from engine.formats import load, save
from engine.model import Steps, WordCounts
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from engine.presets import bundled, load_preset
from engine.recipe import IdLayout
from engine.tokenizer import PipelineTokenizer
from engine.vocabulary import from_glyphs, glyphs

ROOT = Path(__file__).parents[2]
EXAMPLES = json.loads((ROOT / "tests/data/worked_examples.json").read_text(encoding="utf-8"))


def examples(kind: str) -> list[dict[str, Any]]:
    return [row for row in EXAMPLES if row["kind"] == kind]


@cache
def trained() -> PipelineTokenizer:
    """A byte BPE of 1,000 entries, trained on a bundled book."""
    text = (ROOT / "resources/corpora/alice.txt").read_text(encoding="utf-8")
    words = Counter(PreTokenizer(PATTERNS["gpt2"]).split_text(text))
    events = BPETrainer(vocab_size=1_000).steps(WordCounts.of({word.encode(): n for word, n in words.items()}))
    parts = [event.parts for event in events if isinstance(event, Steps)]
    return PipelineTokenizer("alice", PreTokenizer(PATTERNS["gpt2"]), BPE("raw", np.concatenate(parts)), IdLayout())


def bare() -> PipelineTokenizer:
    return PipelineTokenizer(
        "bytes", PreTokenizer(PATTERNS["gpt2"]), BPE("raw", np.empty((0, 2), np.int32)), IdLayout()
    )


def test_byte_glyphs():
    (example,) = examples("byte-glyphs")
    assert {str(byte): glyphs(bytes([int(byte)])) for byte in example["glyphs"]} == example["glyphs"]
    assert len({glyphs(bytes([byte])) for byte in range(256)}) == example["distinct"]
    assert from_glyphs(glyphs(bytes(range(256)))) == bytes(range(256))


def test_a_typed_glyph_is_a_character_like_any_other():
    gpt2 = load_preset("gpt2")
    assert [glyphs(token) for token in gpt2.at_step(0).encode("Ġ").tokens] == ["Ä", "ł"]


@pytest.mark.parametrize("row", examples("coverage")[0]["rows"], ids=lambda row: row["text"])
def test_without_merges_a_text_is_its_bytes(row):
    encoding = bare().encode(row["text"])
    assert encoding.ids.tolist() == row["base_bytes"]
    assert (len(row["text"]), len(encoding)) == (row["code_points"], row["bytes"])


def test_a_character_never_seen_takes_four_tokens_at_most():
    (example,) = examples("coverage-bound")
    for character in ("😀", "文", "\U0010ffff", "é"):
        assert len(trained().encode(character)) <= example["byte_level_tokens_at_most"]


@pytest.mark.parametrize("row", examples("decode"), ids=lambda row: row["id"])
def test_decoding_bytes_that_are_no_text(row):
    assert bare().decode(row["bytes"], "replace") == row["replace"]
    assert list(bare().decode_bytes(row["bytes"])) == row["bytes"]
    with pytest.raises(UnicodeDecodeError) as caught:
        bare().decode(row["bytes"])
    assert isinstance(caught.value, DecodeError)


@pytest.mark.parametrize("text", examples("round-trip")[0]["texts"])
@pytest.mark.parametrize("name", [*bundled(), "trained"])
def test_round_trip(name, text):
    tokenizer = trained() if name == "trained" else load_preset(name)
    for step in (0, 100, tokenizer.step_count):
        at = tokenizer.at_step(step)
        encoding = at.encode(text)
        assert at.decode(encoding.ids.tolist()) == text
        assert b"".join(encoding.tokens) == text.encode()


# -- identity ----------------------------------------------------------------------------------------------------------


def of_words(tokens: list[bytes]) -> PipelineTokenizer:
    return PipelineTokenizer("t", PreTokenizer(PATTERNS["whitespace"]), WordLevel(tokens), IdLayout())


def of_pieces(tokens: list[bytes]) -> PipelineTokenizer:
    model = Unigram(tokens, [-1.0 - len(token) for token in tokens])
    return PipelineTokenizer("t", PreTokenizer(PATTERNS["none"]), model, IdLayout())


def of_word_pieces(tokens: list[bytes]) -> PipelineTokenizer:
    model = WordPiece.of(["[UNK]", *(token.decode() for token in tokens)])
    return PipelineTokenizer("t", PreTokenizer(PATTERNS["bert"]), model, IdLayout())


def of_bytes(tokens: list[bytes]) -> PipelineTokenizer:
    """All bytes and the merge of a and b, whose ids stand in the order of these tokens."""
    ids = np.arange(257, dtype=np.int32)
    ids[[97, 98, 256]] = [97 + tokens.index(b"a"), 97 + tokens.index(b"b"), 256]
    return PipelineTokenizer("t", PreTokenizer(PATTERNS["gpt2"]), BPE("raw", np.array([(97, 98)], np.int32)), ids)


@pytest.mark.parametrize("make", [of_words, of_pieces, of_word_pieces, of_bytes])
def test_two_ids_swapped_are_another_tokenizer(tmp_path, make):
    (example,) = examples("identity")
    first, second = (make([bytes.fromhex(token) for token in tokens]) for tokens in example["vocabularies"])
    assert len(first.vocabulary) == len(second.vocabulary)
    assert first.identity != second.identity
    for tokenizer in (first, second):
        save(tokenizer, tmp_path / "t.mergescope")
        assert load(tmp_path / "t.mergescope").identity == tokenizer.identity

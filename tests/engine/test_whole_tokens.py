"""Published models in which a pre-token that is a token stays one, whatever the merges say: everything that cuts words with
them must know it, not only the encoder."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from engine import formats
from engine.corpus import Corpus
from engine.counting import count_words
from engine.imported_merges import imported_history
from engine.model import WordCounts
from engine.tokenizer import PipelineTokenizer
from engine.vocabularies.unreachable import unreachable
from engine.vocabularies.vocabulary_survey import token_counts
from engine.vocabulary import glyphs

TEXT = "xyz ab xyz"


@pytest.fixture
def whole(tmp_path: Path) -> PipelineTokenizer:
    """`xyz` is a token that no merge makes; `qz` is one that merges go past."""
    texts = [*(glyphs(bytes([byte])) for byte in range(256)), "ab", "zq", "qz", "xyz", "zqz"]
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    model = {
        "type": "BPE",
        "vocab": {text: id for id, text in enumerate(texts)},
        "merges": [["a", "b"], ["z", "q"], ["q", "z"], ["z", "qz"]],
        "ignore_merges": True,
    }
    path = tmp_path / "whole.json"
    path.write_text(
        json.dumps({"added_tokens": [], "pre_tokenizer": byte_level, "decoder": byte_level, "model": model})
    )
    opened = formats.load(path)
    assert isinstance(opened, PipelineTokenizer)
    assert opened.encode("xyz").ids.tolist() == [259]
    return opened


def counted(tokenizer: PipelineTokenizer) -> WordCounts:
    *_, words = count_words(Corpus.of_text(TEXT), tokenizer.normalizer, tokenizer.pre_tokenizer)
    assert isinstance(words, WordCounts)
    return words


def test_words_are_cut_as_texts_are(whole: PipelineTokenizer) -> None:
    words = [b"xyz", b"ab", b" xyz", b"zqz", b"qz"]
    assert [cut.tolist() for cut in whole.model.segment(words)] == [
        whole.model.tokenize(word).tolist() for word in words
    ]


def test_counts_of_a_corpus_are_those_of_its_ids(whole: PipelineTokenizer) -> None:
    expected = np.bincount(whole.encode(TEXT).ids, minlength=len(whole.vocabulary))
    assert token_counts(whole, counted(whole)).tolist() == expected.tolist()


def test_a_token_that_a_pre_token_gives_is_not_unreachable(whole: PipelineTokenizer) -> None:
    assert unreachable(whole) == []
    assert whole.encode("zqz").ids.tolist() == [260]


def test_the_last_position_of_played_merges_has_the_tokens_of_the_text(whole: PipelineTokenizer) -> None:
    *_, history = imported_history(whole, TEXT)
    assert history.corpus_tokens[-1] == len(whole.encode(TEXT))
    assert history.corpus_tokens[-2] == len(whole.at_step(whole.step_count - 1).encode(TEXT))


def test_an_earlier_step_goes_by_its_merges_alone(whole: PipelineTokenizer) -> None:
    earlier = whole.at_step(1)
    assert earlier.encode("xyz").ids.tolist() == [*b"xyz"]
    assert [cut.tolist() for cut in earlier.model.segment([b"xyz", b"ab"])] == [[*b"xyz"], [256]]

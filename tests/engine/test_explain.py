"""explain(): each step of an encoding ends at the very tokens of the tokenizer, whoever runs it."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest
import sentencepiece
import tokenizers

from engine import ALGORITHMS, LibraryTokenizer, load_preset
from engine.errors import UnsupportedError
from engine.explain import explain, explainer, explanation_fields
from engine.formats import load
from tests.engine.test_every_algorithm import LOSSLESS_TEXT, TEXT, learned, recipe_of

WORDS = "the Rabbit was late and Alice ran after it, curiouser 42 naïve"


def public(tokenizer, explanations) -> list[int]:
    twin = explainer(tokenizer)
    return [id for row in explanations for id in twin.public_ids(np.array(row.ids, np.int64)).tolist()]


@pytest.mark.parametrize("name", ALGORITHMS)
def test_explanations_end_at_the_tokens_of_the_text(name):
    history = learned(recipe_of(name))
    tokenizer = history.tokenizer_at(len(history))
    for text in (LOSSLESS_TEXT, WORDS):
        explanations = explain(tokenizer, text)
        assert public(tokenizer, explanations) == tokenizer.encode(text).ids.tolist()
        json.dumps([explanation_fields(tokenizer, row) for row in explanations], allow_nan=False)


@pytest.mark.parametrize("name", ["byte-bpe", "char-bpe"])
def test_merges_are_applied_in_the_order_of_their_ranks(name):
    history = learned(recipe_of(name))
    tokenizer = history.tokenizer_at(len(history))
    for row in explain(tokenizer, WORDS):
        ids = list(row.symbols)
        for step in row.merges:
            assert tuple(ids[step.position : step.position + 2]) == step.pair
            ids[step.position : step.position + 2] = [step.id]
        assert tuple(ids) == row.ids


def test_the_best_way_through_a_lattice_is_the_encoding():
    history = learned(recipe_of("unigram"))
    tokenizer = history.tokenizer_at(len(history))
    for row in explain(tokenizer, LOSSLESS_TEXT):
        assert tuple(edge.id for edge in row.ways[0].edges) == row.ids
        assert [way.score for way in row.ways] == sorted((way.score for way in row.ways), reverse=True)


def test_a_word_is_tried_from_its_end_until_a_token_is_found():
    history = learned(recipe_of("wordpiece"))
    row = explain(history.tokenizer_at(len(history)), "Rabbit")[0]
    found = [tried.text for tried in row.tries if tried.found]
    assert "".join(text.removeprefix("##") for text in found) == "Rabbit"


def test_going_from_left_to_right_is_told_where_it_goes_wrong():
    row = explain(load_preset("gpt2"), "whales")[0]
    assert row.left_to_right is not None
    assert row.left_to_right.parts_at is not None
    assert row.left_to_right.ids != row.ids


# -- tokenizers that run on their library ------------------------------------------------------------------------------


@pytest.mark.parametrize("model_type", ["unigram", "bpe"])
@pytest.mark.parametrize("byte_fallback", [False, True])
def test_a_sentencepiece_model_is_explained_by_a_twin(tmp_path, model_type, byte_fallback):
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(TEXT.split("\n")),
        model_writer=model,
        vocab_size=700,
        model_type=model_type,
        byte_fallback=byte_fallback,
        minloglevel=2,
    )
    (tmp_path / "trained.model").write_bytes(model.getvalue())
    tokenizer = load(tmp_path / "trained.model")
    assert isinstance(tokenizer, LibraryTokenizer)
    for text in (LOSSLESS_TEXT, "curiouser and curiouser, naïve"):
        assert public(tokenizer, explain(tokenizer, text)) == tokenizer.encode(text).ids.tolist()


def trained_by_tokenizers(kind: str) -> tokenizers.Tokenizer:
    models = tokenizers.models
    made = {
        "WordPiece": (models.WordPiece(unk_token="[UNK]"), tokenizers.trainers.WordPieceTrainer),
        "Unigram": (models.Unigram(), tokenizers.trainers.UnigramTrainer),
        "BPE": (models.BPE(unk_token="[UNK]"), tokenizers.trainers.BpeTrainer),
    }
    model, trainer = made[kind]
    library = tokenizers.Tokenizer(model)
    library.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    options = {"unk_token": "[UNK]"} if kind == "Unigram" else {}
    library.train_from_iterator(
        TEXT.split("\n"), trainer(vocab_size=400, special_tokens=["[UNK]"], show_progress=False, **options)
    )
    return library


@pytest.mark.parametrize("kind", ["WordPiece", "Unigram", "BPE"])
def test_a_library_file_is_explained_by_a_twin(tmp_path, kind):
    trained_by_tokenizers(kind).save(str(tmp_path / "theirs.json"))
    tokenizer = load(tmp_path / "theirs.json")
    assert isinstance(tokenizer, LibraryTokenizer)
    assert public(tokenizer, explain(tokenizer, LOSSLESS_TEXT)) == tokenizer.encode(LOSSLESS_TEXT).ids.tolist()


def test_what_does_not_show_its_model_says_so(tmp_path):
    library = trained_by_tokenizers("WordPiece")
    content = json.loads(library.to_str())
    content["model"] = {"type": "WordLevel", "vocab": {"[UNK]": 0, "the": 1}, "unk_token": "[UNK]"}
    (tmp_path / "words.json").write_text(json.dumps(content))
    with pytest.raises(UnsupportedError, match=r"how it comes to its tokens cannot be told \(its WordLevel"):
        explain(load(tmp_path / "words.json"), "the")

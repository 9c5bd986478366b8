"""A trained WordPiece: it encodes as the naive longest match and as `tokenizers` do, at every step, and says how."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest
from tokenizers import Tokenizer, models

from engine.algorithms.wordpiece import WordPiece
from engine.errors import EncodeError
from engine.model import padded
from tests.engine.wordpiece_words import (
    BERT_LIKE,
    HUGS,
    ROOT,
    book_words,
    random_words,
    texts_of,
    tokens_of,
    trained,
)
from tests.references import wordpiece as reference

EXAMPLES = json.loads((ROOT / "tests/data/worked_examples.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "case", [case for case in EXAMPLES if case["kind"] == "wordpiece-encode"], ids=lambda c: c["id"]
)
def test_worked_examples_of_encoding(case: dict) -> None:
    model = WordPiece.of(case["vocab"], longest_word=case.get("max_chars", 100))
    assert {word: tokens_of(model, word) for word in case["encode"]} == case["encode"]
    if "too_long" in case:
        row = case["too_long"]
        assert tokens_of(model, row["char"] * row["n"]) == row["tokens"]


def test_a_word_with_one_bad_letter_is_unknown_as_a_whole() -> None:
    model = WordPiece.of(["[UNK]", "[CLS]", "[SEP]", "want", "##want", "##ed", "wa", "un", "runn", "##ing", ","])
    words = [b"unwanted", b"unwantedX", b",", b"running", b"wan"]
    assert [ids.tolist() for ids in model.segment(words)] == [[7, 4, 5], [0], [10], [8, 9], [0]]
    data = b"unwantedX running"
    cut = model.cut(padded(data), np.array([0, 10]), np.array([9, 17]))
    assert (cut.ids.tolist(), cut.spans.tolist()) == ([0, 8, 9], [[0, 9], [10, 14], [14, 17]])


@pytest.mark.parametrize("letter", ["a", "é", "\U0001f600"])
def test_the_limit_counts_characters(letter: str) -> None:
    model = WordPiece.of(["[UNK]", letter, "##" + letter])
    assert [len(tokens_of(model, letter * n)) for n in (99, 100, 101)] == [99, 100, 1]
    assert tokens_of(model, letter * 100)[:2] == [letter, "##" + letter]
    assert tokens_of(model, letter * 101) == ["[UNK]"]
    data = (letter * 101).encode()
    assert model.cut(padded(data), np.array([0]), np.array([len(data)])).spans.tolist() == [[0, len(data)]]


@pytest.mark.parametrize(
    ("words", "tokens", "text"),
    [
        (["#", "#", "ing"], ["#", "#", "ing"], "# # ing"),
        (["go", "#", "#", "ing"], ["go", "#", "#", "ing"], "go # # ing"),
        (["going"], ["go", "##ing"], "going"),
        (["##ing"], ["##ing"], "##ing"),
    ],
)
def test_a_mark_in_the_text_is_read_as_the_libraries_read_it(words: list[str], tokens: list[str], text: str) -> None:
    model = WordPiece.of(["[UNK]", "#", "##ing", "ing", "go"])
    ids = [id for word in words for id in model.tokenize(word.encode()).tolist()]
    assert [model.vocabulary[id].decode() for id in ids] == tokens
    assert model.join(ids, b" ").decode() == text


@pytest.mark.parametrize(
    ("options", "size"),
    [({}, 3000), ({"min_frequency": 20}, 3000), ({"score": "count"}, 3000), ({"score": "count"}, 500)],
)
def test_words_are_encoded_as_tokenizers_does_with_the_same_vocabulary(options: dict, size: int) -> None:
    model = trained(book_words("alice"), vocab_size=size, **options)
    library = Tokenizer(
        models.WordPiece(
            {text: id for id, text in enumerate(texts_of(model))}, unk_token="[UNK]", max_input_chars_per_word=100
        )
    )
    words = [*book_words("moby-dick"), "x" * 100, "x" * 101, "a中b", "##ing", "[UNK]", "[UNK]s", "##", "Alice's"]
    assert [ids.tolist() for ids in model.segment([word.encode() for word in words])] == [
        library.encode(word).ids for word in words
    ]


@pytest.mark.parametrize("seed", range(3))
def test_longest_match_equals_the_naive_one_at_every_step(seed: int) -> None:
    chance = random.Random(seed)
    compared = 0
    for _ in range(60):
        letters = "".join(chance.sample("#abcé中[]", chance.randint(1, 5)))
        model = trained(random_words(chance, letters, 30) | {"a": 1}, min_frequency=1, max_steps=chance.randint(0, 40))
        words = list(random_words(chance, letters + "z" * (chance.random() < 0.2), 20))
        for step in {0, model.step_count, chance.randint(0, model.step_count)}:
            earlier = model.at_step(step)
            earlier.longest_word = chance.choice([3, 12, 100])
            texts = texts_of(earlier)
            assert len(texts) == model.base + step == earlier.size
            for word, ids in zip(words, earlier.segment([word.encode() for word in words]), strict=True):
                expected = reference.encode(word, texts, longest=earlier.longest_word)
                assert [texts[id] for id in ids] == expected == tokens_of(earlier, word)
                compared += 1
    assert compared > 1000


def test_spans_join_to_the_words_and_leave_the_gaps() -> None:
    model = trained(book_words("alice"), vocab_size=1500)
    text = (ROOT / "resources/corpora/alice.txt").read_text(encoding="utf-8") * 12
    data = text.encode()
    bounds = [match.span() for match in BERT_LIKE.finditer(text)]
    offsets = np.append(np.flatnonzero((np.frombuffer(data, np.uint8) & 0xC0) != 0x80), len(data))
    starts, ends = offsets[np.array(bounds)].T
    cut = model.cut(padded(data), starts, ends)
    assert len(cut.ids) == len(cut.spans) > len(starts)
    assert np.array_equal(cut.spans[np.searchsorted(cut.spans[:, 0], starts), 0], starts)
    assert np.all(np.isin(ends, cut.spans[:, 1]))
    vocabulary = model.vocabulary
    for id, (start, end) in zip(cut.ids[:5000].tolist(), cut.spans[:5000].tolist(), strict=True):
        assert vocabulary[id].removeprefix(b"##") == data[start:end] or id == model.unknown
    words = BERT_LIKE.findall(text)[:40]
    ids = [id for word in words for id in model.tokenize(word.encode()).tolist()]
    assert model.join(ids, b" ").decode() == " ".join(words)


def test_nothing_gives_nothing() -> None:
    model = WordPiece.of(["[UNK]", "a"])
    assert model.tokenize(b"").tolist() == []
    assert model.segment([]) == []
    assert [ids.tolist() for ids in model.segment([b"", b"a", b""])] == [[], [1], []]
    assert len(model.cut(padded(b""), np.empty(0, np.int64), np.empty(0, np.int64)).ids) == 0


def test_without_an_unknown_token_a_word_is_refused_by_name() -> None:
    model = WordPiece.of(["play", "##ing"])
    assert (model.unknown, model.identity_fields()) == (None, {"continuation": "##", "limit": 100})
    assert tokens_of(model, "playing") == ["play", "##ing"]
    with pytest.raises(EncodeError, match='"player" cannot be written'):
        model.segment([b"playing", b"player"])


def test_tries_say_how_a_word_is_encoded() -> None:
    model = WordPiece.of(["[UNK]", "é", "##lan", "##l"])
    tried = [(one.start, one.end, one.text, one.found) for one in model.tries("élans".encode())]
    assert tried[:5] == [
        (0, 6, "élans", False),
        (0, 5, "élan", False),
        (0, 4, "éla", False),
        (0, 3, "él", False),
        (0, 2, "é", True),
    ]
    assert tried[5:] == [(2, 6, "##lans", False), (2, 5, "##lan", True), (5, 6, "##s", False)]
    assert tokens_of(model, "élans") == ["[UNK]"]
    assert model.tries(b"a" * 101) == []
    for word in ("él", "élan", "éll", "lan"):
        found = [one.text for one in model.tries(word.encode()) if one.found]
        whole = model.tries(word.encode())[-1].found
        assert tokens_of(model, word) == (found if whole else ["[UNK]"])


def test_a_step_that_is_not_there_is_refused() -> None:
    model = trained(HUGS)
    assert texts_of(model.at_step(2)) == texts_of(model)[: model.base + 2]
    assert model.at_step(2).at_step(model.step_count).size == model.size
    for step in (-1, model.step_count + 1):
        with pytest.raises(IndexError, match="steps"):
            model.at_step(step)


def test_tokens_are_stored_as_text_and_not_as_bytes() -> None:
    vocabulary = WordPiece.of(["[UNK]", "é", "##é"]).vocabulary
    assert [vocabulary.glyphs(id) for id in range(3)] == ["[UNK]", "é", "##é"]


def test_identity_and_kind() -> None:
    model = trained(HUGS, continuation="@@", unknown="<unk>", longest_word=7)
    assert (model.kind, model.unknown, model.base) == ("wordpiece", 0, 8)
    assert model.identity_fields() == {"continuation": "@@", "limit": 7, "unknown": "<unk>"}

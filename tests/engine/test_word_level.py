"""Word level: the most frequent words are tokens, ties by first appearance, all others unknown or refused."""

from __future__ import annotations

import random

import numpy as np
import pytest
import tokenizers

from engine.algorithms.word_level import WordLevel, WordLevelTrainer
from engine.errors import EncodeError, OptionError
from engine.model import Additions, Probes, Start, Stopped, WordCounts, padded
from tests.references.word_level import frequent_words


def learn(
    words: dict[bytes, int], specials: int = 0, probes: Probes | None = None, **options: object
) -> tuple[Start, list[Additions], Stopped]:
    start, *events, stopped = WordLevelTrainer(**options).steps(WordCounts.of(words), probes, specials=specials)  # type: ignore[arg-type]
    assert isinstance(start, Start)
    assert isinstance(stopped, Stopped)
    return start, [event for event in events if isinstance(event, Additions)], stopped


def pieces(steps: list[Additions]) -> list[bytes]:
    return [piece for batch in steps for piece in batch.pieces]


@pytest.mark.parametrize("seed", range(200))
def test_random_corpora_and_texts_equal_the_naive_way(seed: int) -> None:
    chance = random.Random(seed)
    length = chance.choice([2, 5, 20, 40])
    words = {
        bytes(chance.choices(b"ab", k=chance.randint(1, length))): chance.randint(0, chance.choice([1, 4, 90]))
        for _ in range(chance.choice([1, 10, 100]))
    }
    unknown = chance.choice([None, "?", "ab"])
    minimum = chance.choice([1, 2, 5])
    most = chance.choice([None, 0, 3, 50])
    size = chance.choice([None, 2, 30])
    base = unknown is not None
    start, steps, stopped = learn(
        words, unknown=unknown, min_frequency=minimum, max_steps=most, vocab_size=size, specials=1
    )
    limits = [limit for limit in (most, None if size is None else size - 1 - base) if limit is not None]
    text = None if unknown is None else unknown.encode()
    expected = frequent_words(words, minimum=minimum, most=min(limits, default=None), unknown=text)
    assert pieces(steps) == [word for word, _ in expected]
    assert [count for batch in steps for count in batch.counts.tolist()] == [count for _, count in expected]
    assert {tokens for batch in steps for tokens in batch.corpus_tokens.tolist()} <= {start.corpus_tokens}
    assert start.corpus_tokens == sum(words.values())
    assert (stopped.reason in ("vocab-size", "steps")) == (len(expected) == min(limits, default=-1))

    model = WordLevelTrainer(unknown=unknown).model(start, pieces(steps))
    step = chance.randint(0, model.step_count)
    cut = model.at_step(step)
    vocabulary = ([text] if text is not None else []) + [word for word, _ in expected[:step]]
    assert cut.vocabulary[:] == vocabulary
    assert (cut.size, cut.base, model.size) == (len(vocabulary), int(base), len(expected) + base)
    if unknown is not None:
        texts = [*words, b"c"]
        ends = np.cumsum([len(word) + 1 for word in texts]) - 1
        starts = ends - [len(word) for word in texts]
        tokens = cut.cut(padded(b" ".join(texts)), starts, ends)
        ids = [vocabulary.index(word) if word in vocabulary else 0 for word in texts]
        assert tokens.ids.tolist() == ids
        assert tokens.spans.tolist() == np.stack([starts, ends], 1).tolist()
        assert [row.tolist() for row in cut.segment(texts)] == [[id] for id in ids]
        assert cut.tokenize(texts[0]).tolist() == ids[:1]


def test_words_and_ids_are_those_of_tokenizers_where_no_two_are_as_frequent() -> None:
    words = {f"w{n}".encode(): 500 - n for n in range(400)}
    library = tokenizers.Tokenizer(tokenizers.models.WordLevel(unk_token="<unk>"))
    library.pre_tokenizer = tokenizers.pre_tokenizers.WhitespaceSplit()
    trainer = tokenizers.trainers.WordLevelTrainer(vocab_size=300, special_tokens=["<unk>"], show_progress=False)
    library.train_from_iterator([" ".join([word.decode()] * count) for word, count in words.items()], trainer)
    start, steps, stopped = learn(words, vocab_size=300, unknown="<unk>")
    model = WordLevelTrainer(unknown="<unk>").model(start, pieces(steps))
    assert {model.vocabulary[id].decode(): id for id in range(model.size)} == library.get_vocab()
    assert model.tokenize(b"w7").tolist() == library.encode("w7").ids
    assert model.tokenize(b"w399").tolist() == library.encode("w399").ids == [0]
    assert stopped.reason == "vocab-size"


@pytest.mark.parametrize(
    ("options", "reason", "count"),
    [
        ({"vocab_size": 2, "unknown": "<unk>"}, "vocab-size", 1),
        ({"max_steps": 2}, "steps", 2),
        ({}, "min-frequency", 3),
        ({"min_frequency": 1}, "exhausted", 4),
    ],
)
def test_a_training_says_why_it_ended(options: dict, reason: str, count: int) -> None:
    _, steps, stopped = learn({b"a": 2, b"b": 3, b"c": 3, b"d": 1, b"none": 0}, **options)
    assert (stopped.reason, pieces(steps)) == (reason, [b"b", b"c", b"a", b"d"][:count])


def test_many_words_come_in_batches() -> None:
    _, steps, _ = learn({f"{n}".encode(): 2 for n in range(5000)})
    assert [batch.first for batch in steps] == [1, 2049, 4097]
    assert pieces(steps) == [f"{n}".encode() for n in range(5000)]


def test_languages_are_counted_along() -> None:
    table = WordCounts.of({b"a": 1, b"b": 1})
    probes = Probes(
        ("x", "y"),
        table.data,
        table.starts,
        table.lengths,
        np.array([0, 2, 3]),
        np.array([0, 1, 1]),
        np.array([3, 1, 5]),
    )
    start, _, _ = learn({b"a": 2}, probes=probes)
    assert start.probe_tokens.tolist() == [3, 6]


def test_a_word_that_is_not_there_is_refused_by_name() -> None:
    model = WordLevel(["café".encode(), b"low"])
    with pytest.raises(EncodeError, match='The word "naïve" is not in the vocabulary'):
        model.segment([b"low", "naïve".encode()])
    with pytest.raises(EncodeError, match='"low"'):
        model.at_step(1).tokenize(b"low")
    assert model.unknown is None
    assert model.tokenize(b"").tolist() == []
    with pytest.raises(IndexError, match="has 2 steps; there is no step 3"):
        model.at_step(3)


def test_words_are_joined_by_what_the_pipeline_dropped() -> None:
    model = WordLevel([b"low", b"er"], unknown="<unk>")
    assert model.join([1, 0, 2], b" ") == b"low <unk> er"
    assert model.join([1, 2], b"") == b"lower"
    assert model.identity_fields() == {"unknown": "<unk>"}
    assert WordLevel([]).identity_fields() == {}


def test_counts_in_tenths_are_held_to_the_same_minimum() -> None:
    words = WordCounts.of({b"a": 19, b"b": 20})
    words = WordCounts(words.data, words.starts, words.lengths, words.counts, scale=10)
    events = list(WordLevelTrainer().steps(words))
    assert [event.pieces for event in events if isinstance(event, Additions)] == [(b"b",)]


def test_a_size_without_room_is_refused_with_the_least() -> None:
    with pytest.raises(OptionError, match="at least 3"):
        learn({b"a": 2}, vocab_size=2, unknown="<unk>", specials=2)
    for options in ({"vocab_size": 0}, {"max_steps": -1}, {"min_frequency": 0}, {"unknown": ""}):
        with pytest.raises(OptionError, match=r"\.$"):
            WordLevelTrainer(**options)  # type: ignore[arg-type]

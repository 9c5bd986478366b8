"""Short ways to a trained WordPiece, for its tests."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import regex

from engine.algorithms.wordpiece import WordPiece, WordPieceTrainer
from engine.model import Start, Steps, Stopped, WordCounts

ROOT = Path(__file__).resolve().parents[2]
BERT_LIKE = regex.compile(r"\w+|[^\w\s]")

HUGS = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
"""Seven characters as they begin words or stand further on, so a base of eight with the unknown token."""


def word_counts(words: Mapping[str, int], scale: int = 1) -> WordCounts:
    table = WordCounts.of({word.encode(): count for word, count in words.items()})
    return WordCounts(table.data, table.starts, table.lengths, table.counts, scale)


def learn(words: Mapping[str, int], **options: object) -> tuple[Start, list[Steps], Stopped]:
    events = list(WordPieceTrainer(**options).steps(word_counts(words)))  # type: ignore[arg-type]
    (start,) = (event for event in events if isinstance(event, Start))
    assert isinstance(events[-1], Stopped)
    return start, [event for event in events if isinstance(event, Steps)], events[-1]


def column(steps: Sequence[Steps], name: str) -> list[object]:
    return [row for batch in steps for row in getattr(batch, name).tolist()]


def trained(words: Mapping[str, int], **options: object) -> WordPiece:
    start, steps, _ = learn(words, **options)
    parts = np.array(column(steps, "parts"), np.int32)
    return WordPieceTrainer(**options).model(start, parts)  # type: ignore[arg-type]


def texts_of(model: WordPiece) -> list[str]:
    return [token.decode() for token in model.vocabulary]


def tokens_of(model: WordPiece, word: str) -> list[str]:
    return [model.vocabulary[id].decode() for id in model.tokenize(word.encode())]


def book_words(*names: str) -> dict[str, int]:
    texts = [(ROOT / f"resources/corpora/{name}.txt").read_text(encoding="utf-8") for name in names]
    return Counter(word for text in texts for word in BERT_LIKE.findall(text))


def random_words(chance: random.Random, alphabet: str, most: int) -> dict[str, int]:
    """Distinct short words, a third of them with a repeating pattern, a few that count nothing."""
    words = {}
    for _ in range(chance.randint(1, most)):
        length = chance.randint(1, chance.choice([3, 8, 20, 40]))
        word = "".join(chance.choices(alphabet, k=length))
        if chance.random() < 0.3:
            word = ("".join(chance.choices(alphabet, k=chance.randint(1, 3))) * 20)[:length]
        words[word] = chance.randint(0 if chance.random() < 0.1 else 1, chance.choice([1, 3, 50]))
    return words

"""The words on stage: which words of the corpus a merge changes, and how they are cut before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.algorithms.merge_model import MergeModel
from engine.model import WordCounts
from engine.vocabulary import IntArray

_MOST_EXAMINED = 10_000
"""Words that are cut to see whether a merge changes them; early merges of a large corpus concern more."""


@dataclass(frozen=True, slots=True)
class StageWord:
    """A word of the corpus, how often it occurs, and its tokens (the model's own ids)."""

    word: bytes
    count: float
    tokens: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChangedWords:
    """The most frequent words that a merge changes; `total` is how many there are, None when too many to look at."""

    words: tuple[StageWord, ...]
    total: int | None


def changed_words(words: WordCounts, before: MergeModel, pair: tuple[int, int], limit: int = 8) -> ChangedWords:
    """The words that merging `pair` (model ids) changes, the most frequent first, cut as `before` cuts them."""
    piece = before.vocabulary[pair[0]] + before.vocabulary[pair[1]]
    holding = words_holding(words, piece)
    order = holding[np.argsort(-words.counts[holding], kind="stable")]
    examined = order[:_MOST_EXAMINED]
    tokens, ends = before.segment_counted(words, examined)
    together = np.flatnonzero((tokens[:-1] == pair[0]) & (tokens[1:] == pair[1]))
    word = np.searchsorted(ends, together, "right")
    changed = np.unique(word[together + 1 < ends[word]])  # the two tokens stand in one word
    shown = tuple(
        StageWord(
            words.word(int(examined[at])),
            float(words.counts[examined[at]]) / words.scale,
            tuple(tokens[(ends[at - 1] if at else 0) : ends[at]].tolist()),
        )
        for at in changed[:limit].tolist()
    )
    return ChangedWords(shown, len(changed) if len(order) <= _MOST_EXAMINED else None)


def typed_words(words: WordCounts, model: MergeModel, typed: Sequence[bytes]) -> list[StageWord]:
    """Words that somebody asked to see, with how often the corpus has them (0 if never)."""
    cut = model.segment(list(typed))
    return [
        StageWord(text, _count_of(words, text), tuple(tokens.tolist())) for text, tokens in zip(typed, cut, strict=True)
    ]


def _count_of(words: WordCounts, text: bytes) -> float:
    """How often the corpus has a word; 0 if never."""
    same = np.flatnonzero(words.lengths == len(text))
    for distance, byte in enumerate(text):
        same = same[words.data[words.starts[same] + distance] == byte]
    return float(words.counts[same[0]]) / words.scale if len(same) else 0.0


def words_holding(words: WordCounts, piece: bytes) -> IntArray:
    """Indexes of the distinct words that contain the bytes of `piece`, ascending."""
    end = int(words.starts[-1] + words.lengths[-1]) if len(words) else 0
    data = words.data[:end]
    first, *rest = piece
    at = np.flatnonzero(data[: max(0, end - len(rest))] == first)
    for distance, byte in enumerate(rest, 1):
        at = at[data[at + distance] == byte]
    word = np.searchsorted(words.starts, at, "right") - 1
    inside = at + len(piece) <= words.starts[word] + words.lengths[word]
    return np.unique(word[inside])

"""The words on stage: which words of the corpus a merge changes, and how they are cut before it.

"Cut" is as the training has it (`engine.training_state`), which for WordPiece is not how the model would encode.
"""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np

from engine.model import WordCounts, padded
from engine.recipe import Recipe
from engine.training_state import TrainingState
from engine.vocabulary import ByteArray, IntArray

_MOST_EXAMINED = 10_000
"""Words that are cut to see whether a merge changes them; early merges of a large corpus concern more."""
_COUNTS: MutableMapping[WordCounts, dict[bytes, float]] = WeakKeyDictionary()
"""How often words occur that were asked for, of each corpus that is still there."""


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


def changed_words(words: WordCounts, before: TrainingState, pair: tuple[int, int], limit: int = 8) -> ChangedWords:
    """The words that merging `pair` (model ids) changes, the most frequent first, cut as `before` cuts them."""
    holding = words_holding(words, before.text_of(pair[0]) + before.text_of(pair[1]))
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


def typed_words(words: WordCounts, state: TrainingState, typed: Sequence[bytes]) -> list[StageWord]:
    """Words that somebody asked to see, with how often the corpus has them (0 if never)."""
    cut = state.segment(list(typed))
    return [
        StageWord(text, count_of(words, text), tuple(tokens.tolist())) for text, tokens in zip(typed, cut, strict=True)
    ]


def cut_typed(recipe: Recipe, typed: Sequence[str]) -> tuple[bytes, ...]:
    """The words that some texts come to, as this recipe makes words of a corpus; each once.

    >>> from engine.algorithms.wordpiece import WordPieceTrainer
    >>> from engine.patterns import PATTERNS
    >>> from engine.pre_tokenizers import PreTokenizer
    >>> cut_typed(Recipe(WordPieceTrainer(), PreTokenizer(PATTERNS["bert"])), [" Alice", "at last!"])
    (b'Alice', b'at', b'last', b'!')
    """
    words: list[bytes] = []
    for text in typed:
        data = recipe.normalizer.text(text).encode("utf-8", "replace")
        starts, ends = recipe.pre_tokenizer.pieces(padded(data), len(data))
        words += [data[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
    return tuple(dict.fromkeys(words))


def count_of(words: WordCounts, text: bytes) -> float:
    """How often the corpus has a word; 0 if never.

    A word on stage is asked for at every step, so what was found is kept as long as the corpus is.
    """
    known = _COUNTS.setdefault(words, {})
    if text not in known:
        known[text] = _counted(words, text)
    return known[text]


def _counted(words: WordCounts, text: bytes) -> float:
    same = np.flatnonzero(words.lengths == len(text))
    for distance, byte in enumerate(text):
        same = same[words.data[words.starts[same] + distance] == byte]
    return float(words.counts[same[0]]) / words.scale if len(same) else 0.0


def words_holding(words: WordCounts, piece: bytes) -> IntArray:
    """Indexes of the distinct words that contain the bytes of `piece`, ascending."""
    end = int(words.starts[-1] + words.lengths[-1]) if len(words) else 0
    at = _places_of(words.data[:end], piece)
    word = np.searchsorted(words.starts, at, "right") - 1
    inside = at + len(piece) <= words.starts[word] + words.lengths[word]
    return np.unique(word[inside])


def _places_of(data: ByteArray, piece: bytes) -> IntArray:
    """Where the bytes of `piece` begin in `data`, in no order.

    Four bytes (or two) are compared at once, from each of the places where such a number may begin: in a large corpus a
    quarter of the time of one byte after the other, and every step on stage asks for it.

    >>> sorted(_places_of(np.frombuffer(b"banana", np.uint8), b"ana").tolist())
    [1, 3]
    """
    size = 4 if len(piece) >= 4 else min(2, len(piece))
    kind = np.dtype(f"u{size}")
    wanted = np.frombuffer(piece[:size], kind)[0]
    found = []
    for first in range(min(size, len(data))):
        numbers = data[first : first + (len(data) - first) // size * size].view(kind)
        found.append(np.flatnonzero(numbers == wanted) * size + first)
    at = np.concatenate([np.empty(0, np.int64), *found])
    at = at[at + len(piece) <= len(data)]
    for distance in range(size, len(piece)):
        at = at[data[at + distance] == piece[distance]]
    return at

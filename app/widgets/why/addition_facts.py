"""What the theatre shows of vocabularies of whole words or of characters: the word taken in, those beside it, one's own words.

Pure: a history and a position in, values for the painted widgets out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from app.translation import translate
from app.widgets.why.equation import Merge
from app.widgets.why.why import PairRow, Reasons
from app.widgets.words.stage_words import StageGroup, StageWord
from engine.algorithms.char_level import CharLevel
from engine.history import AdditionHistory
from engine.stage import count_of

_SHOWN = 20
_CHARACTERS_COUNTED = 200_000
_BEGINNING, _CHARACTER_WORDS = 400, 12
_WORDS = 8


def word_taken(history: AdditionHistory, position: int) -> Merge:
    """The word that a step takes in."""
    assert history.words is not None
    word, count = history.learned[position - 1], int(history.counts[position - 1])
    share = count / max(1, int(history.words.counts.sum()))
    return Merge(
        position,
        word,
        b"",
        count / history.scale,
        None,
        _public_id(history, position),
        _tied(history, position),
        share=share,
    )


def word_reasons(history: AdditionHistory, position: int) -> Reasons:
    """Why this word: it and those that are taken in after it."""
    last, taken = min(len(history), position - 1 + _SHOWN), history.learned
    rows = tuple(
        PairRow(taken[step - 1], b"", (_public_id(history, step),), int(history.counts[step - 1]) / history.scale)
        for step in range(position, last + 1)
    )
    return Reasons(rows, _tied(history, position), "first-seen", translate("addition_facts", "First seen"))


def words_known(history: AdditionHistory) -> npt.NDArray[np.float64]:
    """(n + 1,) the share of the corpus's words that are in the vocabulary, at each position, in percent."""
    assert history.words is not None
    total = max(1, int(history.words.counts.sum()))
    return np.concatenate([[0.0], 100 * np.cumsum(history.counts) / total])


def addition_groups(history: AdditionHistory, position: int, pinned: Sequence[bytes]) -> tuple[StageGroup, ...]:
    """The words next to be taken in, and the user's own: known ones in colour, others dashed."""
    if history.words is None or history.start is None:
        return ()
    if isinstance(history.tokenizer_at(0).model, CharLevel):
        return _in_characters(history, pinned)
    taken = history.learned
    recent = [(taken[at], int(history.counts[at]) / history.scale) for at in range(max(0, position - _WORDS), position)]
    coming = [
        (taken[at], int(history.counts[at]) / history.scale)
        for at in range(position, min(len(taken), position + _WORDS))
    ]
    known = set(taken[:position])
    mine = [(word, count_of(history.words, word)) for word in pinned]
    groups = [
        StageGroup(
            translate("addition_facts", "Words in the vocabulary"),
            _whole(reversed(recent), known),
            translate("addition_facts", "{:,}, the newest first").format(position),
        ),
        StageGroup(
            translate("addition_facts", "Words that come next"),
            _whole(coming, known),
            translate("addition_facts", "unknown as yet"),
        ),
        StageGroup(
            translate("addition_facts", "My words"),
            _whole(mine, known),
            translate("addition_facts", "known or unknown"),
            translate("addition_facts", "Add a word"),
        ),
    ]
    return tuple(group for group in groups if group.words or group.action)


def _whole(words: Iterable[tuple[bytes, float]], known: set[bytes]) -> tuple[StageWord, ...]:
    return tuple(StageWord((word,), count, text=word, unknown=() if word in known else (0,)) for word, count in words)


def _in_characters(history: AdditionHistory, pinned: Sequence[bytes]) -> tuple[StageGroup, ...]:
    """Frequent words, or what the corpus is when it is not cut, as characters."""
    assert history.words is not None
    model = history.tokenizer_at(0).model
    assert isinstance(model, CharLevel)
    vocabulary, mine = model.vocabulary, []
    for word in pinned:
        ids = model.lenient().segment([word])[0].tolist()
        unknown = tuple(at for at, id in enumerate(ids) if id == model.unknown or not 0 <= id < len(vocabulary))
        typed = word.decode("utf-8", "replace")
        tokens = tuple(typed[at].encode() if at in unknown else vocabulary[id] for at, id in enumerate(ids))
        mine.append(StageWord(tokens, count_of(history.words, word) or None, text=word, unknown=unknown))
    first = history.words.word(0)[:_BEGINNING].decode("utf-8", "ignore") if len(history.words) else ""
    begins = tuple(StageWord(tuple(char.encode() for char in word), text=word.encode()) for word in _words_of(first))
    return (
        StageGroup(
            translate("addition_facts", "The text begins"),
            begins,
            translate("addition_facts", "each character is a token"),
        ),
        StageGroup(
            translate("addition_facts", "My words"),
            tuple(mine),
            translate("addition_facts", "dashed characters are unknown"),
            translate("addition_facts", "Add a word"),
        ),
    )


def _words_of(text: str) -> list[str]:
    """The words of a text, each with the blank before it; the last one may be cut, so it is left out."""
    words: list[str] = []
    for character in text:
        if not words or character.isspace():
            words.append("")
        words[-1] += character
    return [word for word in words[:-1] if word.strip()][:_CHARACTER_WORDS]


def frequent_characters(history: AdditionHistory) -> tuple[tuple[bytes, float], ...]:
    """The most frequent characters of (the first part of) a corpus."""
    words = history.words
    assert words is not None
    counts: Counter[str] = Counter()
    left = _CHARACTERS_COUNTED
    for index in np.argsort(-words.counts, kind="stable").tolist():
        text = words.word(index)[:left].decode("utf-8", "ignore")
        for character, times in Counter(text).items():
            counts[character] += times * int(words.counts[index])
        left -= len(text)
        if left <= 0:
            break
    return tuple((character.encode(), count / words.scale) for character, count in counts.most_common(_SHOWN))


def _public_id(history: AdditionHistory, step: int) -> int:
    return history.recipe.layout.public_id(history.base, history.base + step - 1)


def _tied(history: AdditionHistory, step: int) -> int:
    tied = history.tied
    return int(tied[step - 1]) if step <= len(tied) else 1

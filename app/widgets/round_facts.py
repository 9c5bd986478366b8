"""What the theatre shows of one round of Unigram: its sizes in a sentence, the words that lose a piece, one's own words.

Pure: a history and a position in, values for the painted widgets out.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.widgets.token_chips import StageGroup, StageWord
from engine.algorithms.unigram import UnigramTrainer
from engine.algorithms.unigram_model import Unigram
from engine.history import RoundHistory
from engine.model import padded
from engine.rounds import RoundPieces, words_losing
from engine.stage import count_of

_LOSING_WORDS = 6


def round_title(history: RoundHistory, step: int) -> str:
    """The round in a few words.

    "Round 4: 1,645 pieces become 1,234"
    """
    after = len(history.row(step).pieces)
    if step == 0 or step == 1:
        return f"Round 1: {after:,} pieces to start from"
    return f"Round {step:,}: {len(history.row(step - 1).pieces):,} pieces become {after:,}"


def round_sentence(history: RoundHistory, step: int, pieces: RoundPieces) -> str:
    """What the round does, and by what."""
    row = history.row(step)
    likelihood = f"Log-likelihood {row.log_likelihood:,.0f}."
    if step == 1:
        return f"Frequent substrings of the corpus, each with its probability. {likelihood}"
    before = history.row(step - 1).log_likelihood
    change = row.log_likelihood - before
    moved = (
        f"Log-likelihood {row.log_likelihood:,.0f}, {abs(change):,.0f} {'more' if change > 0 else 'less'} than before."
    )
    if pieces.by_score:
        return f"The last round keeps the likeliest pieces. {moved}"
    trainer = history.recipe.trainer
    assert isinstance(trainer, UnigramTrainer)
    return f"Pieces go whose loss lowers the likelihood least; at most {100 * trainer.shrinking:.0f} % stay. {moved}"


def start_sentence(history: RoundHistory) -> str:
    """What stands before the first round."""
    return f"Before the first round: {history.base:,} base symbols, each character a token."


def my_words(history: RoundHistory, step: int, pinned: Sequence[bytes]) -> StageGroup:
    """The user's own words, as they are cut after the round."""
    model = history.model_at(step)
    return StageGroup(
        "My words", tuple(_word(history, model, word) for word in pinned), "as they are cut now", "Add a word"
    )


def losing_words(history: RoundHistory, step: int) -> StageGroup | None:
    """The words that lose a piece, before the round and after it; None if there are none."""
    if step < 2:
        return None
    before, after = history.model_at(step - 1), history.model_at(step)
    shown: list[StageWord] = []
    for losing in words_losing(history, step, _LOSING_WORDS):
        word = losing.word
        shown.append(StageWord(_tokens(before, word.tokens), word.count, text=word.word, gone=losing.gone))
        shown.append(StageWord(_tokens(after, losing.after), word.count, text=word.word))
    note = "before the round, and after it"
    return StageGroup("Words that lose a piece", tuple(shown), note) if shown else None


def _word(history: RoundHistory, model: Unigram, word: bytes) -> StageWord:
    assert history.words is not None
    cut = model.cut(padded(word), np.zeros(1, np.int64), np.array([len(word)]))
    unknown = tuple(at for at, id in enumerate(cut.ids.tolist()) if id == model.unknown)
    tokens = list(_tokens(model, cut.ids.tolist()))
    for at in unknown:  # what nothing can write stands as it was typed
        start, end = cut.spans[at].tolist()
        tokens[at] = word[start:end]
    return StageWord(tuple(tokens), count_of(history.words, word), text=word, unknown=unknown)


def _tokens(model: Unigram, ids: Sequence[int]) -> tuple[bytes, ...]:
    vocabulary = model.vocabulary
    return tuple(vocabulary[id] for id in ids)

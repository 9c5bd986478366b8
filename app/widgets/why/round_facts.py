"""What the theatre shows of one round of Unigram: its sizes in a sentence, the words that lose a piece, one's own words.

Pure: a history and a position in, values for the painted widgets out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from app.translation import translate
from app.widgets.words.stage_words import StageGroup, StageWord
from engine.algorithms.unigram import UnigramTrainer
from engine.algorithms.unigram_model import Unigram
from engine.history import RoundHistory
from engine.model import padded
from engine.rounds import PieceRow, RoundPieces, WordWays, first_loss, frequent_word, word_ways, words_losing
from engine.stage import count_of

_LOSING_WORDS = 6


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """All that is shown of a round but one's own words; `ways` is the word to begin with, `loss` what `piece` would cost."""

    step: int
    title: str
    sentence: str
    pieces: RoundPieces
    losing: StageGroup | None
    ways: WordWays | None
    loss: float | None
    piece: bytes


def round_facts(history: RoundHistory, step: int, word: bytes | None = None) -> RoundFacts:
    """What a round shows; `word` is what to begin with where no word loses a piece.

    With hundreds of thousands of pieces this takes a second: their tables are made here.
    """
    history.model_at(step).prepare()
    pieces = RoundPieces(history, step)
    for row in {0, pieces.kept} & set(range(len(pieces))):
        pieces[row]  # both orders are made
    ways, loss, piece = _first_ways(history, step, pieces, word)
    sentence = round_sentence(history, step, pieces)
    return RoundFacts(
        step, round_title(history, step), sentence, pieces, losing_words(history, step), ways, loss, piece
    )


def _first_ways(
    history: RoundHistory, step: int, pieces: RoundPieces, word: bytes | None
) -> tuple[WordWays | None, float | None, bytes]:
    """The most frequent word that loses one of the first pieces under the cut; without one, a frequent word."""
    assert history.words is not None
    found = first_loss(history, step, pieces)
    if found is not None:
        text, row = found
        return piece_ways(history, step, text, row)
    word = word or frequent_word(history.words, history.row(step))
    return (None if word is None else word_ways(history, step, word)), None, b""


def piece_ways(
    history: RoundHistory, step: int, word: bytes, row: PieceRow | None
) -> tuple[WordWays, float | None, bytes]:
    """A word's ways: one that loses a piece as it was before the round, any other as it is cut now."""
    if row is None or row.kept:
        return word_ways(history, step, word), None, row.piece if row is not None else b""
    return word_ways(history, step - 1, word, row.piece), row.loss, row.piece


def round_title(history: RoundHistory, step: int) -> str:
    """The round in a few words.

    "Round 4: 1,645 pieces become 1,234"
    """
    after = len(history.row(step).pieces)
    if step == 0 or step == 1:
        return translate("round_facts", "Round 1: {:,} pieces to start from").format(after)
    return translate("round_facts", "Round {:,}: {:,} pieces become {:,}").format(
        step, len(history.row(step - 1).pieces), after
    )


def round_sentence(history: RoundHistory, step: int, pieces: RoundPieces) -> str:
    """What the round does, and by what."""
    row = history.row(step)
    likelihood = translate("round_facts", "Log-likelihood {:,.0f}.").format(row.log_likelihood)
    if step == 1:
        return translate("round_facts", "Frequent substrings of the corpus, each with its probability. {}").format(
            likelihood
        )
    before = history.row(step - 1).log_likelihood
    change = row.log_likelihood - before
    moved = translate("round_facts", "Log-likelihood {:,.0f}, {:,.0f} {} than before.").format(
        row.log_likelihood,
        abs(change),
        translate("round_facts", "more") if change > 0 else translate("round_facts", "less"),
    )
    if pieces.by_score:
        return translate("round_facts", "The last round keeps the likeliest pieces. {}").format(moved)
    trainer = history.recipe.trainer
    assert isinstance(trainer, UnigramTrainer)
    return translate(
        "round_facts", "Pieces go whose loss lowers the likelihood least; at most {:.0f} % stay. {}"
    ).format(100 * trainer.shrinking, moved)


def start_sentence(history: RoundHistory) -> str:
    """What stands before the first round."""
    return translate("round_facts", "Before the first round: {:,} base symbols, each character a token.").format(
        history.base
    )


def my_words(history: RoundHistory, step: int, pinned: Sequence[bytes]) -> StageGroup:
    """The user's own words, as they are cut after the round."""
    model = history.model_at(step)
    return StageGroup(
        translate("round_facts", "My words"),
        tuple(_word(history, model, word) for word in pinned),
        translate("round_facts", "as they are cut now"),
        translate("round_facts", "Add a word"),
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
    note = translate("round_facts", "before the round, and after it")
    return StageGroup(translate("round_facts", "Words that lose a piece"), tuple(shown), note) if shown else None


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

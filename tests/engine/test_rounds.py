"""What is told of a round of Unigram: the pieces around its cut, the words that lose one, a word's ways."""

from __future__ import annotations

import random

import pytest

from engine.algorithms.unigram import UnigramTrainer
from engine.history import RoundHistory
from engine.model import WordCounts
from engine.recipe import Recipe
from engine.rounds import RoundPieces, first_loss, frequent_word, pieces_after, word_for, word_ways, words_losing


@pytest.fixture(scope="module")
def history() -> RoundHistory:
    chance = random.Random(7)
    parts = ["low", "er", "new", "est", "wid", "ing", "un", "able", "read", "s"]
    words = {"▁" + "".join(chance.choices(parts, k=chance.randint(1, 4))): chance.randint(1, 30) for _ in range(120)}
    counts = WordCounts.of({word.encode(): count for word, count in words.items()})
    trainer = UnigramTrainer(vocab_size=45, shrinking=0.6)
    made = RoundHistory(Recipe(trainer))
    made.append(counts)
    for event in trainer.steps(counts):
        made.append(event)
    return made


def test_each_piece_stands_on_its_side_of_the_cut(history: RoundHistory) -> None:
    assert len(history) > 3
    for step in range(2, len(history) + 1):
        pieces, row = RoundPieces(history, step), history.row(step)
        assert pieces.all_kept == len(row.pieces) - history.base
        assert pieces.all_removed == len(row.removed)
        rows = [pieces[at] for at in range(len(pieces))]
        assert [one.kept for one in rows] == [True] * pieces.kept + [False] * (len(rows) - pieces.kept)
        assert {one.piece for one in rows if one.kept} <= set(row.pieces)
        assert not {one.piece for one in rows if not one.kept} & set(row.pieces)
        assert all(one.expected is not None and one.score is None for one in rows if not one.kept)
        losses = [one.loss for one in rows if one.loss is not None]
        if not pieces.by_score:
            assert losses == sorted(losses, reverse=True)
        with pytest.raises(IndexError):
            pieces[len(pieces)]


def test_the_last_round_goes_by_the_scores(history: RoundHistory) -> None:
    last = len(history)
    pieces = RoundPieces(history, last)
    before = history.row(last - 1)
    scores = {piece: before.scores[id] for id, piece in enumerate(before.pieces)}
    gone = [pieces[at].piece for at in range(pieces.kept, len(pieces))]
    assert (
        max(scores[piece] for piece in gone)
        <= min(scores[pieces[at].piece] for at in range(pieces.kept) if pieces[at].piece in scores) + 1e-9
        or not pieces.by_score
    )
    assert [scores[piece] for piece in gone] == sorted((scores[piece] for piece in gone), reverse=True) or (
        not pieces.by_score
    )


def test_a_piece_that_goes_is_read_as_others(history: RoundHistory) -> None:
    for step in range(2, len(history) + 1):
        for removed in history.row(step).removed[:20]:
            then = pieces_after(history, step, removed.piece)
            assert b"".join(then) == removed.piece
            assert len(then) > 1


def test_words_that_lose_a_piece_are_cut_otherwise_afterwards(history: RoundHistory) -> None:
    assert words_losing(history, 1) == ()
    found = words_losing(history, 2, 50)
    assert found
    before, after = history.model_at(1), history.model_at(2)
    for losing in found:
        assert losing.word.tokens == tuple(before.tokenize(losing.word.word).tolist())
        assert losing.after == tuple(after.tokenize(losing.word.word).tolist())
        gone = [before.vocabulary[losing.word.tokens[at]] for at in losing.gone]
        assert gone
        assert all(after.vocabulary.id_of(piece) is None for piece in gone)


def test_the_ways_of_a_word_with_and_without_a_piece(history: RoundHistory) -> None:
    pieces = RoundPieces(history, 2)
    for at in range(pieces.kept, min(len(pieces), pieces.kept + 10)):
        piece = pieces[at].piece
        word = word_for(history, 2, piece)
        assert word is not None
        assert piece in word
        ways = word_ways(history, 1, word, piece)
        assert any(ways.lattice.edges[place].text == piece for place in ways.gone)
        assert b"".join(edge.text for edge in ways.best.edges) == word
        if ways.without is not None:
            assert all(edge.text != piece for edge in ways.without.edges)
            assert ways.without.score <= ways.best.score
    assert word_ways(history, 2, "▁lower".encode()).gone == frozenset()


def test_a_word_to_begin_with(history: RoundHistory) -> None:
    assert history.words is not None
    assert frequent_word(history.words, history.row(1)) is not None
    found = first_loss(history, 2, RoundPieces(history, 2))
    if found is not None:
        word, piece = found
        assert piece.piece in word
        assert not piece.kept


def test_the_languages_that_a_step_helps_most_are_none_without_parallel_text(history: RoundHistory) -> None:
    assert history.helped_most(1) == []
    with pytest.raises(ValueError, match="no parallel text"):
        history.probe_tokens_at(0)

"""train() and the History of what it yielded: any step at any time, with the tokens of every language beside it."""

import numpy as np
import pytest

from engine import (
    BPETrainer,
    Corpus,
    History,
    OptionError,
    PreTokenizer,
    Recipe,
    Steps,
    WordCounts,
    pattern_named,
    train,
    udhr,
)
from engine.recipe import IdLayout
from engine.stage import changed_words, typed_words, words_holding


@pytest.fixture(scope="module")
def alice() -> History:
    """The bundled book as `tokenizers` would learn it, with the languages beside it."""
    history = History(Recipe(BPETrainer(vocab_size=1000, byte_order="gpt2")))
    for event in train(Corpus.of("alice"), history.recipe, udhr()):
        history.append(event)
    return history


def learned(text: str, recipe: Recipe) -> History:
    history = History(recipe)
    for event in train(Corpus.of_text(text), recipe):
        history.append(event)
    return history


# -- the values of the design ------------------------------------------------------------------------------------------


def test_alice_is_counted(alice):
    assert (alice.words.corpus_bytes, alice.words.pre_tokens, len(alice.words)) == (144_354, 36_778, 3_736)


def test_alice_shrinks_step_by_step(alice):
    assert alice.corpus_tokens[[0, 141, 744]].tolist() == [144_354, 76_318, 51_960]
    assert alice.stopped == "vocab-size"


def test_alice_is_full_of_ties(alice):
    tied = np.flatnonzero(alice.tied > 1) + 1
    assert (len(tied), tied[0]) == (522, 35)
    pairs = {candidate.pair for candidate in alice.row(35).candidates[: alice.row(35).tied]}
    assert pairs == {(b" ", b"'"), (b" o", b"f")}


def test_the_three_way_tie_of_step_141(alice):
    row = alice.row(141)
    assert (row.pair, row.ids, row.id, row.count, row.tied) == ((b"a", b"l"), (64, 75), 396, 120, 3)
    assert {candidate.pair for candidate in row.candidates[:3]} == {(b"a", b"l"), (b" ", b"very"), (b"se", b"lf")}
    assert row.candidates[3].count == 119
    assert row.choices["first-seen"].pair == (b" ", b"very")


def test_41_words_change_at_step_141(alice):
    before = alice.tokenizer_at(140).model
    changed = changed_words(alice.words, before, tuple(alice.parts[140].tolist()))
    assert changed.total == 41
    assert [(word.word, word.count) for word in changed.words[:3]] == [
        (b" talking", 14),
        (b" talk", 14),
        (b" walked", 10),
    ]


# -- time travel -------------------------------------------------------------------------------------------------------


def test_the_tokenizer_at_a_step_has_the_tokens_that_the_history_says(alice):
    for step in (0, 1, 35, 141, 500, 744):
        words = [alice.words.word(i) for i in range(len(alice.words))]
        tokens = alice.tokenizer_at(step).model.segment(words)
        total = sum(len(ids) * int(count) for ids, count in zip(tokens, alice.words.counts, strict=True))
        assert total == alice.corpus_tokens[step]


def test_the_languages_at_a_step_have_the_tokens_of_the_encoder(alice):
    parallel = udhr()
    for step in (0, 1, 255, 256, 257, 600, 744):
        tokenizer = alice.tokenizer_at(step)
        totals = alice.probe_tokens_at(step)
        for code in ("eng", "hin", "mya", "cmn_hans"):
            expected = int(tokenizer.count(parallel.units(code)).tokens.sum())
            assert totals[alice.probes.codes.index(code)] == expected, (step, code)
            assert alice.probe_series(code)[step] == expected


def test_the_premium_is_the_ratio_of_both_series(alice):
    premium = alice.premium_series("hin", "eng")
    assert premium[0] == pytest.approx(alice.probe_series("hin")[0] / alice.probe_series("eng")[0])
    assert len(premium) == len(alice) + 1


def test_steps_that_are_not_there_are_refused(alice):
    for step in (0, 745, -1):
        with pytest.raises(IndexError, match="744 steps"):
            alice.row(step)


def test_a_history_can_be_read_while_it_grows():
    recipe = Recipe(BPETrainer(max_steps=50, vocab_size=None, min_frequency=1))
    history = History(recipe)
    seen = 0
    for event in train(Corpus.of("alice"), recipe):
        history.append(event)
        if isinstance(event, Steps):
            assert history.row(len(history)).piece == history.tokenizer_at(len(history)).model.vocabulary[-1:][0]
            seen += 1
    assert seen >= 1
    assert len(history) == 50


def test_without_a_record_there_are_merges_and_nothing_else(alice):
    recipe = alice.recipe
    history = History(recipe)
    for event in train(Corpus.of("alice"), recipe, record=False):
        history.append(event)
    assert np.array_equal(history.parts, alice.parts)
    row = history.row(141)
    assert (row.piece, row.tied, row.choices, row.candidates) == (b"al", 0, {}, ())


def test_a_cancelled_training_is_a_smaller_tokenizer(alice):
    history = History(alice.recipe)
    events = train(Corpus.of("alice"), alice.recipe)
    for event in events:
        history.append(event)
        if isinstance(event, Steps):
            events.close()
    assert 0 < len(history) <= len(alice)
    assert history.tokenizer_at(len(history)).identity == alice.tokenizer_at(len(history)).identity


def test_weights_count_a_source_in_tenths():
    corpus = Corpus.of_text("aaab aaab").with_weights({"text": 25})
    recipe = Recipe(BPETrainer(max_steps=1, vocab_size=None, min_frequency=1))
    history = History(recipe)
    for event in train(corpus, recipe):
        history.append(event)
    assert history.words.scale == 10
    assert history.row(1).count == 2 * 2 * 2.5


# -- recipes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "special", "first_merge"), [("top", 258, 256), ("reserved", 256, 257), ("first", 0, 257)]
)
def test_special_tokens_stand_where_the_layout_says(kind, special, first_merge):
    trainer = BPETrainer(max_steps=2, vocab_size=None, min_frequency=1)
    recipe = Recipe(trainer, special_tokens=("<end>",), specials=kind)
    history = learned("abab abab<end>abab", recipe)
    assert history.row(1).id == first_merge
    assert history.tokenizer_at(2).special == {"<end>": special}
    assert IdLayout(kind, ("<end>",)).special_ids(256, 258) == {"<end>": special}


@pytest.mark.parametrize("specials", [("",), ("<a>", "<a>")])
def test_special_tokens_that_cannot_be_are_refused(specials):
    with pytest.raises(OptionError):
        Recipe(BPETrainer(), special_tokens=specials)


# -- words on stage ----------------------------------------------------------------------------------------------------


def test_words_holding_a_piece_do_not_reach_across_words():
    words = WordCounts.of({b"ab": 1, b"ca": 1, b"bc": 1, b"xab": 1})
    assert words_holding(words, b"ab").tolist() == [0, 3]
    assert words_holding(words, b"zz").tolist() == []


def test_changed_words_are_those_where_the_pair_stands_side_by_side():
    # GIVEN a model that knows "bc"                   WHEN a + b would be merged next
    history = learned(
        "bc bc bc abc ab xab ba",
        Recipe(BPETrainer(max_steps=1, vocab_size=None), PreTokenizer(pattern_named("whitespace"))),
    )
    model = history.tokenizer_at(1).model
    assert history.row(1).pair == (b"b", b"c")
    # THEN "abc" does not change, as its b is gone; nor do "xa" and "b" where one word ends and the next begins
    changed = changed_words(history.words, model, (ord("a"), ord("b")))
    assert {word.word for word in changed.words} == {b"ab", b"xab"}
    assert changed.total == 2


def test_typed_words_are_found_or_have_no_count():
    words = WordCounts.of({b"low": 5, b"lower": 2})
    history = learned("low", Recipe(BPETrainer(max_steps=0, vocab_size=None)))
    shown = typed_words(words, history.tokenizer_at(0).model, [b"lower", b"new", b""])
    assert [(word.word, word.count, len(word.tokens)) for word in shown] == [
        (b"lower", 2, 5),
        (b"new", 0, 3),
        (b"", 0, 0),
    ]

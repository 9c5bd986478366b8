"""Unigram: trainer and model equal the naive ones; what is learned is as good as what `sentencepiece` learns."""

from __future__ import annotations

import io
import json
import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import sentencepiece

from engine.algorithms.unigram import UnigramTrainer
from engine.algorithms.unigram_corpus import lay_out
from engine.algorithms.unigram_model import Unigram
from engine.algorithms.unigram_seeds import find_seeds
from engine.algorithms.unigram_training import UnigramTraining
from engine.errors import OptionError
from engine.model import Probes, Progress, Round, Start, Stopped, WordCounts, padded
from engine.parallel import udhr
from tests.references import unigram as naive

ROOT = Path(__file__).parents[2]
EXAMPLES = json.loads((ROOT / "tests/data/worked_examples.json").read_text(encoding="utf-8"))
MARK = "\u2581"


def counted(words: dict[str, int], flags: dict[str, int] | None = None) -> WordCounts:
    plain = WordCounts.of({word.encode(): count for word, count in words.items()})
    return replace(plain, followed=np.array([flags[word] for word in words], np.uint8)) if flags else plain


def learn(trainer: UnigramTrainer, words: WordCounts, **options) -> tuple[Start, list[Round], Stopped]:
    events = [event for event in trainer.steps(words, **options) if not isinstance(event, Progress)]
    return events[0], events[1:-1], events[-1]


def random_words(chance: random.Random, most: int = 12, longest: int = 7) -> dict[str, int]:
    """Few letters, so that much repeats; odd counts, so that little ties."""
    letters = chance.sample("abc\u00e9\u4e2d\U0001f642", chance.randint(1, 4))
    words: dict[str, int] = {}
    for _ in range(chance.randint(1, most)):
        words[MARK + "".join(chance.choices(letters, k=chance.randint(1, longest)))] = chance.randint(1, 97)
    return words


def random_flags(chance: random.Random, words: dict[str, int]) -> dict[str, int]:
    return {word: chance.choice((1, 2, 3) if count > 1 else (1, 2)) for word, count in words.items()}


# Training -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_seeds_are_the_substrings_that_the_rule_says(seed):
    chance = random.Random(seed)
    for _ in range(25):
        words = random_words(chance, most=30)
        flags = random_flags(chance, words) if chance.random() < 0.8 else None
        rule = chance.choice(("followers", "all"))
        longest = chance.choice((1, 2, 3, 4, 16))
        trainer = UnigramTrainer(vocab_size=None, max_steps=1, seeds=rule, longest_piece=longest)
        start, (first,), stopped = learn(trainer, counted(words, flags))
        known = flags or dict.fromkeys(words, 3)
        expected = naive.seeds(words, known, longest, followers=rule == "followers")
        found = [piece.decode() for piece in first.pieces[len(start.symbols) :]]
        # The order: count times length, then text.
        assert found == sorted(expected, key=lambda text: (-expected[text] * len(text), text))
        assert stopped.reason == "steps"


@pytest.mark.parametrize("seed", range(60))
def test_every_round_equals_the_naive_trainer(seed):
    chance = random.Random(seed)
    for _ in range(6):
        words = random_words(chance)
        flags = random_flags(chance, words)
        characters = len(set("".join(words)))
        trainer = UnigramTrainer(
            vocab_size=1 + characters + chance.randint(0, 12),
            longest_piece=chance.choice((2, 5, 16)),
            seeds=chance.choice(("followers", "all")),
            shrinking=chance.choice((0.5, 0.75, 0.9)),
            sub_iterations=chance.choice((1, 2, 3)),
            digamma=chance.random() < 0.5,
        )
        start, rounds, stopped = learn(trainer, counted(words, flags))
        expected = naive.train(
            words,
            flags,
            room=trainer.vocab_size - 1 - characters,
            wanted=int(1.1 * trainer.vocab_size) - 1 - characters,
            longest=trainer.longest_piece,
            followers=trainer.seeds == "followers",
            shrinking=trainer.shrinking,
            sub_iterations=trainer.sub_iterations,
            use_digamma=trainer.digamma,
        )
        assert len(rounds) == len(expected)
        for ours, theirs in zip(rounds, expected, strict=True):
            assert_same_round(ours, theirs, len(start.symbols))
        full = len(rounds[-1].pieces) == trainer.vocab_size
        assert stopped.reason == ("vocab-size" if full else "exhausted")


def assert_same_round(ours: Round, theirs: naive.NaiveRound, base: int) -> None:
    pieces = [piece.decode() for piece in ours.pieces]
    assert pieces[:base] == ["<unk>", *sorted(piece for piece in theirs.scores if len(piece) == 1)]
    assert sorted(pieces[base:]) == sorted(piece for piece in theirs.scores if len(piece) > 1)
    assert ours.scores[1:] == pytest.approx([theirs.scores[piece] for piece in pieces[1:]], abs=1e-6)
    assert (np.diff(ours.scores[base:]) <= 0).all()
    gone = {row.piece.decode(): row.expected for row in ours.removed}
    assert gone == pytest.approx(theirs.removed, abs=1e-6)
    assert ours.log_likelihood == pytest.approx(theirs.log_likelihood, abs=1e-3)
    assert ours.corpus_tokens == theirs.corpus_tokens


@pytest.mark.parametrize("seed", range(30))
def test_expectation_cuts_and_losses_equal_the_naive_ones(seed):
    chance = random.Random(seed)
    for _ in range(10):
        words = random_words(chance)
        training = seeded(counted(words))
        training.scores[:] = [-chance.uniform(1, 9) for _ in training.scores]
        numbers = [
            text.decode()
            for text in (*training.corpus.alphabet_texts, *training.texts(np.arange(training.piece_count)))
        ]
        pieces = dict(zip(numbers, training.scores[1:].tolist(), strict=True))
        expected, likelihood = finish(training.expect())
        assert expected[1:] == pytest.approx(list(naive.expected_counts(words, pieces).values()), abs=1e-6)
        assert likelihood == pytest.approx(naive.log_likelihood(words, pieces), abs=1e-3)
        used = finish(training.best_cuts())
        cuts = Counter(piece for word, count in words.items() for piece in naive.best(word, pieces) * count)
        assert used[1:].tolist() == [cuts[piece] for piece in numbers]
        found = finish(training.losses(used))
        losses = naive.losses(words, pieces)
        assert found == pytest.approx([losses[piece] for piece in numbers if len(piece) > 1], abs=1e-7)


def seeded(words: WordCounts) -> UnigramTraining:
    corpus = lay_out(words, 1.0)
    seeds = finish(find_seeds(corpus, longest=16, rule="all", most=1_000_000, white_space_only=True))
    return UnigramTraining(corpus, seeds, unknown_as_bytes=False, use_digamma=True)


def finish(work):
    """What a generator returns in the end."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value


@pytest.mark.parametrize("length", [511, 512, 513, 4_000])
@pytest.mark.parametrize("likely", [-0.01, -3.0, -40.0])
def test_long_words_and_extreme_probabilities_count_as_in_logarithms(length, likely):
    chance = random.Random(length)
    word = "".join(chance.choices("abc", k=length))
    words = counted({word: 3, "ab": 1})
    training = seeded(words)
    training.scores[:] = likely * np.linspace(1, 2, len(training.scores))
    model = Unigram(
        [b"<unk>", *training.corpus.alphabet_texts, *training.texts(np.arange(training.piece_count))],
        training.scores,
        unknown=0,
    )
    for _ in range(2):  # the second time probabilities are tilted by what the first found
        expected, likelihood = finish(training.expect())
        sums = np.zeros(model.size)
        for text, count in ((word, 3), ("ab", 1)):
            for edge in model.lattice(text.encode()).edges:
                sums[edge.id] += count * edge.share
        assert expected[1:] == pytest.approx(sums[1:], rel=1e-6, abs=1e-5)
        assert likelihood == pytest.approx(model.log_likelihood(words), rel=1e-7)


def test_words_that_lost_a_piece_are_cut_again():
    chance = random.Random(7)
    words = random_words(chance, most=40, longest=20)
    trainer = UnigramTrainer(vocab_size=None, shrinking=0.6)
    start, rounds, stopped = learn(trainer, counted(words))
    model = trainer.model(start, rounds)
    for step in range(len(rounds) + 1):
        tokens = sum(count * len(model.at_step(step).tokenize(word.encode())) for word, count in words.items())
        assert tokens == ([start, *rounds][step]).corpus_tokens
    assert (stopped.reason, rounds[-1].pieces[:]) == (
        "vocab-size",
        list(start.symbols),
    ) or stopped.reason == "exhausted"
    assert len(rounds[-1].pieces) == len(start.symbols)


def test_a_round_tells_what_it_took_away_and_what_the_rest_is_worth():
    chance = random.Random(11)
    trainer = UnigramTrainer(vocab_size=20, shrinking=0.7)
    start, rounds, _ = learn(trainer, counted(random_words(chance, most=30)))
    base = len(start.symbols)
    assert not rounds[0].removed
    for before, after in pairwise(rounds):
        gone = [row.piece for row in after.removed]
        assert sorted([*gone, *after.pieces]) == sorted(before.pieces)
        losses = [row.loss for row in after.removed]
        assert losses == sorted(losses)
        assert min(losses) >= 0
        assert np.isinf(after.losses[:base]).all()
        assert len(after.losses) == len(after.pieces)
    # A round of pruning keeps what is missed most; the last round goes by score instead.
    for after in rounds[1:-1]:
        kept, gone = after.losses[base:], [row.loss for row in after.removed]
        assert not len(kept) or not gone or kept.min() >= max(gone)


def test_without_a_record_the_same_is_learned():
    words = counted(random_words(random.Random(3), most=40))
    trainer = UnigramTrainer(vocab_size=25)
    recorded, bare = (learn(trainer, words, record=record) for record in (True, False))
    assert [list(round.pieces) for round in recorded[1]] == [list(round.pieces) for round in bare[1]]
    assert all(len(round.removed) == len(round.losses) == 0 for round in bare[1])
    assert [round.corpus_tokens for round in recorded[1]] == [round.corpus_tokens for round in bare[1]]


def test_tenths_are_the_same_as_ones():
    words = random_words(random.Random(5), most=20)
    plain = counted(words)
    tenths = replace(plain, counts=plain.counts * 10, scale=10)
    trainer = UnigramTrainer(vocab_size=18)
    one, ten = learn(trainer, plain), learn(trainer, tenths)
    assert [list(round.pieces) for round in one[1]] == [list(round.pieces) for round in ten[1]]
    for ours, theirs in zip(one[1], ten[1], strict=True):
        assert theirs.scores == pytest.approx(ours.scores, abs=1e-6)
        assert theirs.log_likelihood == pytest.approx(ours.log_likelihood, abs=1e-3)
        assert theirs.corpus_tokens == 10 * ours.corpus_tokens
        assert [row.loss for row in theirs.removed] == pytest.approx([row.loss for row in ours.removed], abs=1e-5)


def test_words_of_no_weight_do_not_exist():
    words = random_words(random.Random(9), most=20)
    trainer = UnigramTrainer(vocab_size=20)
    with_zeros = counted({"\u2581zzz": 0, **words, "\u2581qqq": 0})
    assert [list(r.pieces) for r in learn(trainer, with_zeros)[1]] == [
        list(r.pieces) for r in learn(trainer, counted(words))[1]
    ]


def test_nothing_to_learn_from_is_the_unknown_token_alone():
    start, rounds, stopped = learn(UnigramTrainer(), counted({}))
    assert start.symbols == (b"<unk>",)
    assert [list(round.pieces) for round in rounds] == [[b"<unk>"]] * 2
    assert stopped.reason == "exhausted"


LINES = ("low lower lowest", "new newer newest", "wide wider widest", "slow slower slowest the quick fox")


def test_sizes_that_cannot_be_had():
    words = counted(dict(Counter(MARK + word for line in LINES * 20 for word in line.split())))
    # 18 characters, the unknown token, and two special tokens are 21.
    with pytest.raises(OptionError, match="at least 21"):
        learn(UnigramTrainer(vocab_size=5), words, specials=2)
    start, rounds, stopped = learn(UnigramTrainer(vocab_size=21), words, specials=2)
    assert [len(start.symbols), len(rounds[-1].pieces), stopped.reason] == [19, 19, "vocab-size"]
    start, rounds, stopped = learn(UnigramTrainer(vocab_size=5_000), words, specials=2)
    assert stopped.reason == "exhausted"
    assert 21 < len(rounds[-1].pieces) + 2 < 50


def test_rounds_at_most():
    words = counted(random_words(random.Random(1), most=40))
    for limit in (0, 1, 2, 3):
        trainer = UnigramTrainer(vocab_size=None, max_steps=limit)
        start, rounds, stopped = learn(trainer, words)
        assert (len(rounds), stopped.reason) == (limit, "steps")
        assert trainer.model(start, rounds).step_count == limit
        for word in ("ab", "ba\u4e2d"):
            again = trainer.model(start, rounds).tokenize(word.encode()).tolist()
            assert trainer.replay(counted({word: 1}), limit) is not None
            assert again == trainer.model(start, rounds).tokenize(word.encode()).tolist()


def test_training_again_cuts_the_words_as_the_model_does():
    words = counted(random_words(random.Random(2), most=40))
    trainer = UnigramTrainer(vocab_size=22)
    start, rounds, _ = learn(trainer, words)
    model = trainer.model(start, rounds)
    for step in range(len(rounds) + 1):
        expected = model.at_step(step).segment([words.word(index) for index in range(len(words))])
        assert [ids.tolist() for ids in trainer.replay(words, step)] == [ids.tolist() for ids in expected]


def test_rare_characters_get_no_piece():
    words = {MARK + "aaab": 50, MARK + "aabc": 10, MARK + "x\u4e2dy": 1}
    covered = UnigramTrainer(vocab_size=None, max_steps=2, character_coverage=0.98)
    start, rounds, _ = learn(covered, counted(words))
    assert [symbol.decode() for symbol in start.symbols] == ["<unk>", "a", "b", "c", MARK]
    model = covered.model(start, rounds)
    assert model.unknown in model.tokenize((MARK + "x\u4e2dy").encode()).tolist()
    for step, at in enumerate([start, *rounds]):
        cut = model.at_step(step)
        assert sum(n * len(cut.tokenize(word.encode())) for word, n in words.items()) == at.corpus_tokens
    fallback = replace(covered, byte_fallback=True)
    start, rounds, _ = learn(fallback, counted(words))
    assert [len(start.symbols), start.symbols[1], start.symbols[256]] == [1 + 256 + 4, b"<0x00>", b"<0xFF>"]
    model = fallback.model(start, rounds)
    last = [token.decode() for token in (model.vocabulary[id] for id in model.tokenize("x\u4e2dy".encode()))]
    assert last == ["<0x78>", "<0xE4>", "<0xB8>", "<0xAD>", "<0x79>"]
    for step, at in enumerate([start, *rounds]):
        cut = model.at_step(step)
        assert sum(n * len(cut.tokenize(word.encode())) for word, n in words.items()) == at.corpus_tokens


@pytest.mark.parametrize("allowed", [False, True])
def test_pieces_of_nothing_but_blanks_are_an_option(allowed):
    words = {MARK * 4: 30, MARK * 3: 20, MARK + "ab": 10, MARK * 2 + "ab": 5, "\n\n": 9}
    trainer = UnigramTrainer(vocab_size=None, max_steps=1, whitespace_only_pieces=allowed)
    _, (first,), _ = learn(trainer, counted(words))
    blank = [piece for piece in first.pieces if len(piece.decode()) > 1 and not piece.decode().strip(MARK + "\n")]
    assert bool(blank) == allowed
    assert (MARK * 2 + "ab").encode() in first.pieces or (MARK + "ab").encode() in first.pieces


@pytest.mark.parametrize("fallback", [False, True])
def test_no_piece_reads_like_another_token(fallback):
    words = counted({MARK + "<unk>": 50, "<unk>": 20, "a<0x41>b": 30, "<0x41>": 10})
    trainer = UnigramTrainer(vocab_size=None, max_steps=1, byte_fallback=fallback)
    start, (first,), _ = learn(trainer, words)
    assert len(set(first.pieces)) == len(first.pieces)
    assert (MARK + "<unk>").encode() in first.pieces
    assert (b"<0x41>" in list(first.pieces)[len(start.symbols) :]) != fallback
    with pytest.raises(OptionError, match="Choose another"):
        learn(UnigramTrainer(unknown="<"), words)


def test_the_number_of_seeds_has_a_limit():
    words = random_words(random.Random(4), most=60)
    whole = learn(UnigramTrainer(vocab_size=None, max_steps=1), counted(words))[1][0]
    start, (some,), _ = learn(UnigramTrainer(vocab_size=None, max_steps=1, seed_size=20), counted(words))
    base = len(start.symbols)
    assert list(some.pieces) == list(whole.pieces)[: 20 + 1]
    assert len(some.pieces) - base == 20 - (base - 1)


def test_probes_are_cut_along():
    chance = random.Random(12)
    words = random_words(chance, most=40)
    others = [word + "x" for word in random_words(chance, most=15)] + ["xx\u4e2dx", MARK]
    rows = np.arange(len(others) + 1) * 2
    data = padded("".join(others).encode())
    lengths = np.array([len(word.encode()) for word in others])
    times = np.array([chance.randint(0, 5) for _ in range(2 * len(others))], np.int32)
    languages = np.tile(np.array([0, 1], np.int32), len(others))
    probes = Probes(("one", "two"), data, np.cumsum(lengths) - lengths, lengths, rows, languages, times)
    for fallback in (False, True):
        trainer = UnigramTrainer(vocab_size=None, shrinking=0.6, byte_fallback=fallback)
        start, rounds, _ = learn(trainer, counted(words), probes=probes)
        model = trainer.model(start, rounds)
        for step, at in enumerate([start, *rounds]):
            tokens = np.array([len(model.at_step(step).tokenize(word.encode())) for word in others])
            expected = [int((tokens * times[language::2]).sum()) for language in (0, 1)]
            assert at.probe_tokens.tolist() == expected


@pytest.mark.parametrize(
    "options",
    [
        {"vocab_size": 0},
        {"max_steps": -1},
        {"seed_size": 0},
        {"shrinking": 1.0},
        {"shrinking": 0.0},
        {"sub_iterations": 0},
        {"longest_piece": 0},
        {"longest_piece": 65},
        {"character_coverage": 0.0},
        {"character_coverage": 1.01},
        {"seeds": "some"},
        {"unknown": ""},
        {"unknown": "\ud800"},
    ],
)
def test_options_that_cannot_be_used(options):
    with pytest.raises(OptionError):
        UnigramTrainer(**options)


def test_progress_never_passes_the_end():
    words = counted(random_words(random.Random(8), most=60, longest=30))
    for event in UnigramTrainer(vocab_size=30).steps(words):
        if isinstance(event, Progress):
            assert event.done >= 0
            assert event.total == 0 or event.done <= event.total


# Against sentencepiece ------------------------------------------------------------------------------------------------


def book_lines() -> list[str]:
    text = "\n".join(
        (ROOT / f"resources/corpora/{name}.txt").read_text(encoding="utf-8") for name in ("alice", "moby-dick")
    )
    return [" ".join(line.split()) for line in text.split("\n") if line.strip()]


def count_lines(lines: list[str]) -> WordCounts:
    words: Counter[str] = Counter()
    flags: Counter[str] = Counter()
    for line in lines:
        *inner, last = (MARK + word for word in line.split(" "))
        words.update([*inner, last])
        for word in inner:
            flags[word] |= 1
        flags[last] |= 2
    return counted(words, {word: flags[word] for word in words})


def theirs(lines: list[str], **options) -> sentencepiece.SentencePieceProcessor:
    written = io.BytesIO()
    settings = {
        "vocab_size": 8_000,
        "character_coverage": 1.0,
        "seed_sentencepiece_size": 1_000_000,
        "shrinking_factor": 0.75,
        "num_sub_iterations": 2,
        "max_sentencepiece_length": 16,
        "normalization_rule_name": "identity",
        "split_by_whitespace": True,
        "split_by_unicode_script": False,
        "split_by_number": False,
        "minloglevel": 2,
    }
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines), model_writer=written, model_type="unigram", **(settings | options)
    )
    return sentencepiece.SentencePieceProcessor(model_proto=written.getvalue())


def rating(pieces: list[bytes], scores: list[float], words: WordCounts) -> tuple[int, float]:
    """Tokens of the best cuts, and the log-likelihood by probabilities that sum to 1."""
    sizes = [len(ids) for ids in Unigram(pieces, scores).segment([words.word(index) for index in range(len(words))])]
    whole = float(np.logaddexp.reduce(scores))
    normalised = Unigram(pieces, np.array(scores) - whole)
    return int((np.array(sizes) * words.counts).sum()), normalised.log_likelihood(words)


def test_the_books_are_cut_as_well_as_by_sentencepiece():
    lines = book_lines()
    words = count_lines(lines)
    library = theirs(lines)
    ids = [id for id in range(len(library)) if not library.is_control(id) and not library.is_unknown(id)]
    their_pieces = [library.id_to_piece(id).encode() for id in ids]
    their_tokens, their_likelihood = rating(their_pieces, [library.get_score(id) for id in ids], words)
    assert their_tokens == sum(len(line) for line in library.encode(lines))
    for seeds, common in (("followers", 0.97), ("all", 0.7)):
        _, rounds, stopped = learn(UnigramTrainer(seeds=seeds), words, specials=2)
        last = rounds[-1]
        assert (len(last.pieces) + 2, stopped.reason) == (8_000, "vocab-size")
        our_tokens, our_likelihood = rating(list(last.pieces)[1:], last.scores[1:].tolist(), words)
        assert our_tokens <= 1.01 * their_tokens
        assert our_likelihood >= 1.01 * their_likelihood  # both are negative
        assert len(set(last.pieces) & set(their_pieces)) > common * len(their_pieces)


@pytest.mark.parametrize("fallback", [False, True])
def test_the_pieces_of_sentencepiece_cut_every_line_as_it_does(fallback):
    # GIVEN a vocabulary that lacks the rarest letters of the book, and most of other scripts
    lines = book_lines()[:3_000]
    library = theirs(lines, vocab_size=2_000, character_coverage=0.999, byte_fallback=fallback)
    ids = [id for id in range(len(library)) if not library.is_control(id)]
    pieces = [library.id_to_piece(id).encode() for id in ids]
    scores = [library.get_score(id) for id in ids]
    model = Unigram(pieces, scores, unknown=ids.index(library.unk_id()), byte_fallback=fallback)
    parallel = udhr()
    units = [unit for code in ("rus", "ell_monotonic", "cmn_hans", "hin", "vie") for unit in parallel.units(code)]
    # THEN each line is cut as the library cuts it
    for line in [*lines, *(" ".join(unit.split()) for unit in units)]:
        cut = model.segment([(MARK + word).encode() for word in line.split(" ") if word])
        assert [ids[id] for word in cut for id in word.tolist()] == library.encode(line)

"""Training WordPiece: every figure of every step equals a naive recount, published examples, and `tokenizers`."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np
import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from engine.algorithms import bpe_layout
from engine.algorithms.wordpiece import SCORES, WordPieceTrainer
from engine.errors import OptionError
from engine.model import Probes, Progress, Start, Steps, Stopped, WordCounts
from engine.tie_rules import RULE_NAMES
from tests.engine.wordpiece_words import HUGS, ROOT, book_words, column, learn, random_words, texts_of, word_counts
from tests.references import wordpiece as reference

EXAMPLES = json.loads((ROOT / "tests/data/worked_examples.json").read_text(encoding="utf-8"))
Times = Mapping[int, int]


def probes_of(words: Sequence[tuple[str, Times]], languages: int) -> Probes:
    table = WordCounts.of({word.encode(): 1 for word, _ in words})
    return Probes(
        tuple(f"l{n}" for n in range(languages)),
        table.data,
        table.starts,
        table.lengths,
        np.cumsum([0, *(len(times) for _, times in words)]),
        np.array([language for _, times in words for language in times], np.int32),
        np.array([often for _, times in words for often in times.values()], np.int32),
    )


# -- against the naive recount ---------------------------------------------------------------------------------------


def random_probes(
    chance: random.Random, alphabet: str, corpus: Sequence[str], languages: int
) -> list[tuple[str, Times]]:
    words = [*random_words(chance, alphabet + "!?", 15), *chance.sample(corpus, chance.randint(0, len(corpus)))]
    return [
        (
            word,
            {
                language: chance.choice([0, 1, 2, 63, 64, 200])
                for language in chance.sample(range(languages), chance.randint(1, languages))
            },
        )
        for word in dict.fromkeys(words)
    ]


def check_random_case(seed: int, alphabet: str, mark: str = "##", unknown: str = "[UNK]") -> int:
    """One random corpus with random options; returns how many steps were compared."""
    chance = random.Random(seed)
    bpe_layout.FIRST_ROOM = chance.choice([1, 8, 4096])
    bpe_layout.DENSE_BASE = chance.choice([1, 1024])
    letters = "".join(chance.sample(alphabet, chance.randint(1, len(alphabet))))
    words = random_words(chance, letters, chance.choice([5, 20, 40]))
    languages = chance.randint(1, 4)
    probes = random_probes(chance, letters, list(words), languages) if chance.random() < 0.6 else []
    trainer = WordPieceTrainer(
        vocab_size=None,
        max_steps=chance.randint(1, 60),
        min_frequency=chance.choice([1, 1, 2, 3]),
        tie_rule=chance.choice(RULE_NAMES),
        score=chance.choice(["likelihood", "likelihood", "likelihood", "count"]),  # type: ignore[arg-type]
        unknown=unknown,
        continuation=mark,
    )
    return check_training(seed, words, trainer, probes, languages if probes else 0, chance.random() < 0.8)


def check_training(
    seed: int,
    words: Mapping[str, int],
    trainer: WordPieceTrainer,
    probes: Sequence[tuple[str, Times]] = (),
    languages: int = 0,
    record: bool = True,
) -> int:
    """Compares all that a training yields; returns how many steps it has."""
    naive = reference.NaiveTraining(
        words,
        rule=trainer.tie_rule,
        minimum=trainer.min_frequency,
        by_score=trainer.score == "likelihood",
        mark=trainer.continuation,
        unknown=trainer.unknown,
        probes=probes,
        languages=languages,
    )
    totals = np.zeros(0, np.int64)
    done = 0
    for event in trainer.steps(word_counts(words), probes_of(probes, languages) if probes else None, record=record):
        if isinstance(event, Start):
            assert event.symbols == tuple(text.encode() for text in naive.first_texts), seed
            assert event.corpus_tokens == naive.first_tokens
            if record:
                assert tuple(event.probe_tokens.tolist()) == naive.first_probe_tokens
            totals = event.probe_tokens.copy()
        elif isinstance(event, Steps):
            assert event.first == done + 1
            for at in range(len(event)):
                check_step(seed, event, at, naive.step(), totals, record)
            done += len(event)
        elif isinstance(event, Stopped):
            check_end(event, naive, done, trainer.max_steps)
    cut = zip(trainer.replay(word_counts(words), done), naive.corpus, naive.weights, strict=True)
    assert all(ids.tolist() == expected for ids, expected, weight in cut if weight), seed
    return done


def check_step(
    seed: int, steps: Steps, at: int, row: reference.NaiveStep | None, totals: np.ndarray, record: bool
) -> None:
    assert row is not None, seed
    place = (seed, steps.first + at)
    assert tuple(steps.parts[at].tolist()) == row.pair, place
    assert (steps.counts[at], steps.corpus_tokens[at]) == (row.count, row.corpus_tokens), place
    if not record:
        assert len(steps.tied) == len(steps.scores) == len(steps.frequent) == len(steps.candidate_scores) == 0
        return
    assert steps.scores[at] == row.score, place
    assert tuple(steps.part_counts[at].tolist()) == row.part_counts, place
    assert steps.tied[at] == row.tied, place
    assert tuple(tuple(pair) for pair in steps.choices[at].tolist()) == row.choices, place
    columns = (steps.candidates, steps.candidate_counts, steps.candidate_scores)
    rows = zip(*(values[at].tolist() for values in columns), strict=True)
    assert tuple((tuple(pair), count, score) for pair, count, score in rows if pair[0] >= 0) == row.candidates, place
    assert (tuple(steps.frequent[at].tolist()), steps.frequent_counts[at]) == (row.frequent, row.frequent_count), place
    if len(totals):
        span = slice(steps.probe_rows[at], steps.probe_rows[at + 1])
        np.subtract.at(totals, steps.probe_languages[span], steps.probe_deltas[span])
        assert tuple(totals.tolist()) == row.probe_tokens, place


def check_end(stopped: Stopped, naive: reference.NaiveTraining, done: int, limit: int | None) -> None:
    if done == limit:
        assert stopped.reason == "steps"
        return
    assert naive.step() is None
    counted = zip(naive.corpus, naive.weights, strict=True)
    left = {pair for word, weight in counted if weight for pair in pairwise(word)}
    assert stopped.reason == ("min-frequency" if any(naive.allowed(pair) for pair in left) else "exhausted")


@pytest.fixture
def restored_room() -> Iterator[None]:
    before = bpe_layout.FIRST_ROOM, bpe_layout.DENSE_BASE
    yield
    bpe_layout.FIRST_ROOM, bpe_layout.DENSE_BASE = before


@pytest.mark.usefixtures("restored_room")
def test_every_step_of_random_corpora_equals_a_naive_recount() -> None:
    assert sum(check_random_case(seed, "abcdé中-\U0001f642") for seed in range(250)) > 4000


STEM = "abcdefghijklmnopqrst"


@pytest.mark.parametrize("rule", RULE_NAMES)
@pytest.mark.parametrize(
    "words",
    [
        {STEM + "y": 5, STEM + "z": 5, STEM + "zw": 1, STEM + "yv": 1},
        {
            "zghijklmnpq": 50,  # makes "##ghijklmnpq", which the last word but one ends with
            "abcdef": 20,
            "abcdefghijklmor": 30,
            "abcdefghijklmors": 1,
            "abcdefghijklmnpq": 1,
        },
    ],
)
def test_ties_between_long_texts_are_decided_to_the_last_character(words: dict[str, int], rule: str) -> None:
    """So many characters are no longer held by one number; in the second corpus equally long texts are cut elsewhere."""
    options = {"vocab_size": None, "min_frequency": 1, "tie_rule": rule, "score": "count"}
    assert check_training(0, words, WordPieceTrainer(**options)) >= 20  # type: ignore[arg-type]


@pytest.mark.usefixtures("restored_room")
@pytest.mark.parametrize(
    ("alphabet", "mark", "unknown"),
    [("#ab", "##", "[UNK]"), ("@a", "@", "aa"), ("#ab", "##", "##ab"), ("#ab", "#a", "ab")],
)
def test_no_two_tokens_get_one_text(alphabet: str, mark: str, unknown: str) -> None:
    assert sum(check_random_case(seed, alphabet, mark, unknown) for seed in range(80)) > 800


# -- worked examples, published cases --------------------------------------------------------------------------------


def test_worked_example_of_the_score() -> None:
    (case,) = (case for case in EXAMPLES if case["kind"] == "wordpiece-score")
    words = {"".join(letters): count for letters, count in case["words"]}
    for score, key in (("likelihood", "wordpiece_best"), ("count", "bpe_best")):
        start, steps, _ = learn(words, score=score, max_steps=1, tie_rule="lexicographic-largest")
        pair, best = case[key]
        assert [start.symbols[part].decode().removeprefix("##") for part in column(steps, "parts")[0]] == pair
        assert column(steps, "scores" if score == "likelihood" else "counts") == [best]


def test_training_again_gives_the_same_ids_whatever_the_hash_seed() -> None:
    text = "low lowest newer wider newest widest slow slower"
    program = (
        "import numpy as np; from engine.algorithms.wordpiece import *; from engine.model import Start, Steps, WordCounts\n"
        f"words = WordCounts.of({{word.encode(): 1 for word in {text.split()!r}}})\n"
        "for _ in range(7):\n"
        "    events = list(WordPieceTrainer(vocab_size=40, min_frequency=1).steps(words))\n"
        "    start = [event for event in events if isinstance(event, Start)][0]\n"
        "    parts = np.concatenate([event.parts for event in events if isinstance(event, Steps)])\n"
        "    model = WordPieceTrainer().model(start, parts)\n"
        "    ids = [model.tokenize(word).tolist() for word in b'lowering newish slowest widen'.split()]\n"
        "    print(list(model.vocabulary), ids)\n"
    )
    lines = set()
    for seed in "012":
        run = subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        lines.update(run.stdout.splitlines())
        assert run.stdout.count("\n") == 7
    assert len(lines) == 1


# -- against tokenizers ----------------------------------------------------------------------------------------------


def test_by_count_the_merges_are_those_of_tokenizers() -> None:
    """The library numbers its characters by chance, so only steps that no tie decides can be compared."""
    words = book_words("alice")
    library = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    library.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.WordPieceTrainer(vocab_size=180, special_tokens=["[UNK]"], show_progress=False)
    library.train_from_iterator([" ".join([word] * count) for word, count in words.items()], trainer)
    vocabulary = sorted(library.get_vocab().items(), key=lambda row: row[1])
    learned = [text for text, _ in vocabulary if len(text.removeprefix("##")) > 1 and text != "[UNK]"]
    start, steps, _ = learn(words, score="count", vocab_size=180)
    untied = [*column(steps, "tied"), 2].index(2)
    model = WordPieceTrainer().model(start, np.array(column(steps, "parts")))
    assert len(learned) > 20 < untied
    assert texts_of(model)[model.base :][: min(untied, len(learned))] == learned[:untied]


# -- what a training says --------------------------------------------------------------------------------------------


def test_a_low_minimum_takes_the_rarest_pairs() -> None:
    """The figures that the docstring of the algorithm gives."""
    words = book_words("moby-dick")
    tokens = {}
    for minimum, score in ((2, "likelihood"), (20, "likelihood"), (2, "count")):
        _, steps, _ = learn(words, vocab_size=8000, min_frequency=minimum, score=score)
        tokens[minimum, score] = column(steps, "corpus_tokens")[-1]
        counts = column(steps, "counts")
        if score == "count":
            assert column(steps, "parts") == column(steps, "frequent")
        elif minimum == 2:
            assert sum(count == 2 for count in counts) / len(counts) == pytest.approx(0.25, abs=0.02)
        else:
            assert len(counts) == pytest.approx(8000 / 3, abs=100)
    assert tokens[2, "likelihood"] / tokens[2, "count"] == pytest.approx(1.9, abs=0.05)  # type: ignore[operator]
    assert tokens[20, "likelihood"] < 0.7 * tokens[2, "likelihood"]  # type: ignore[operator]


@pytest.mark.parametrize("score", SCORES)
@pytest.mark.parametrize("rule", RULE_NAMES)
def test_neither_recording_nor_probes_change_the_merges(rule: str, score: str) -> None:
    words = word_counts(book_words("alice"))
    probes = probes_of([("the", {0: 3, 1: 70}), ("xyzzy", {1: 2}), ("ein", {2: 9})], 3)
    trainer = WordPieceTrainer(vocab_size=1000, tie_rule=rule, score=score)  # type: ignore[arg-type]
    runs = [
        [event for event in trainer.steps(words, probes, record=True) if isinstance(event, Steps)],
        [event for event in trainer.steps(words, record=True) if isinstance(event, Steps)],
        [event for event in trainer.steps(words, probes, record=False) if isinstance(event, Steps)],
    ]
    assert column(runs[0], "parts") == column(runs[1], "parts") == column(runs[2], "parts")
    assert column(runs[0], "corpus_tokens") == column(runs[2], "corpus_tokens")
    assert column(runs[0], "probe_deltas")
    assert not column(runs[1], "probe_deltas")
    assert not column(runs[2], "tied")
    assert column(runs[0], "parts") == [
        list(choices[RULE_NAMES.index(rule)])  # type: ignore[call-overload]
        for choices in column(runs[0], "choices")
    ]


def test_a_word_that_a_language_has_no_times_lowers_nothing() -> None:
    words = word_counts({"ababab": 5, "abc": 3, "abcabc": 2})
    without = [("ababab", {3: 2}), ("abcabc", {2: 70, 3: 1}), ("abc", {})]
    with_none = [("ababab", {3: 2, 0: 0}), ("abcabc", {0: 0, 1: 0, 2: 70, 3: 1}), ("abc", {1: 0})]
    runs = [
        [event for event in WordPieceTrainer().steps(words, probes_of(probes, 4)) if isinstance(event, Steps)]
        for probes in (without, with_none)
    ]
    assert column(runs[1], "probe_deltas") == column(runs[0], "probe_deltas")
    assert column(runs[1], "probe_languages") == column(runs[0], "probe_languages")


def test_news_come_often_and_progress_never_passes_its_end() -> None:
    events = list(WordPieceTrainer(vocab_size=1000).steps(word_counts(book_words("alice"))))
    steps = [event for event in events if isinstance(event, Steps)]
    assert len(steps[0]) == 1
    assert [batch.first for batch in steps] == np.cumsum([1, *map(len, steps[:-1])]).tolist()
    assert all(event.done <= event.total for event in events if isinstance(event, Progress))
    assert [type(event) for event in events].index(Start) < [type(event) for event in events].index(Steps)


def test_counts_in_tenths_give_the_same_merges() -> None:
    words = book_words("alice")
    plain = list(WordPieceTrainer(vocab_size=500).steps(word_counts(words)))
    tenths = list(WordPieceTrainer(vocab_size=500).steps(word_counts({w: 10 * n for w, n in words.items()}, scale=10)))
    steps = [[event for event in events if isinstance(event, Steps)] for events in (plain, tenths)]
    assert column(steps[0], "parts") == column(steps[1], "parts")
    assert column(steps[1], "counts") == [10 * count for count in column(steps[0], "counts")]  # type: ignore[operator]
    assert np.allclose(np.array(column(steps[1], "scores")) * 10, np.array(column(steps[0], "scores")), rtol=1e-12)


# -- options and ends ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "reason", "count"),
    [
        ({"vocab_size": 11}, "vocab-size", 3),
        ({"vocab_size": 8}, "vocab-size", 0),
        ({"max_steps": 2}, "steps", 2),
        ({"max_steps": 0}, "steps", 0),
        ({"vocab_size": 10, "max_steps": 2}, "vocab-size", 2),
        ({"min_frequency": 6}, "min-frequency", 4),
        ({"min_frequency": 1, "vocab_size": None}, "exhausted", 9),
    ],
)
def test_a_training_says_why_it_ended(options: dict, reason: str, count: int) -> None:
    start, steps, stopped = learn(HUGS, **options)
    assert start.symbols == (b"[UNK]", b"##g", b"##n", b"##s", b"##u", b"b", b"h", b"p")
    assert (stopped.reason, sum(len(batch) for batch in steps)) == (reason, count)


def test_special_tokens_count_in_the_vocabulary_size() -> None:
    events = list(WordPieceTrainer(vocab_size=12).steps(word_counts(HUGS), specials=3))
    assert sum(len(event) for event in events if isinstance(event, Steps)) == 1
    with pytest.raises(OptionError, match="at least 13"):
        list(WordPieceTrainer(vocab_size=12).steps(word_counts(HUGS), specials=5))


@pytest.mark.parametrize(
    "options",
    [
        {"vocab_size": 0},
        {"max_steps": -1},
        {"min_frequency": 0},
        {"tie_rule": "random"},
        {"score": "beauty"},
        {"unknown": ""},
        {"unknown": "\ud800"},
        {"continuation": ""},
        {"longest_word": 0},
    ],
)
def test_options_that_cannot_be_used_are_refused(options: dict) -> None:
    with pytest.raises(OptionError, match=r"\.$"):
        WordPieceTrainer(**options)


def test_an_unknown_token_that_is_a_character_is_refused() -> None:
    with pytest.raises(OptionError, match='"h" is also a character'):
        list(WordPieceTrainer(unknown="h").steps(word_counts(HUGS)))


@pytest.mark.parametrize("words", [{}, {"a": 3}, {"ab": 0}])
def test_a_corpus_without_pairs_ends_at_once(words: dict) -> None:
    _, steps, stopped = learn(words)
    assert (steps, stopped.reason) == ([], "exhausted")


def test_a_run_of_letters_takes_no_time() -> None:
    began = time.perf_counter()
    _, steps, _ = learn({"a" * 300_000: 1}, vocab_size=None)
    assert column(steps, "counts")[0] == 299_998
    assert time.perf_counter() - began < 20  # a second or so if the kernels are compiled

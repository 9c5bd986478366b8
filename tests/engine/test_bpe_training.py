"""The byte-pair trainer: every figure of every step equals a naive recount, published runs and `tokenizers`."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest
import regex
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from engine.algorithms import bpe_layout, bpe_training
from engine.algorithms.bpe import BPETrainer
from engine.algorithms.bpe_training import BPETraining
from engine.errors import OptionError, TrainingError
from engine.model import Probes, Progress, Start, Steps, Stopped, WordCounts
from engine.tie_rules import RULE_NAMES
from engine.vocabulary import GPT2_BYTE_ORDER, glyphs
from tests.references import bpe as reference

ROOT = Path(__file__).resolve().parents[2]
GPT2 = regex.compile(r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+")
EXAMPLES = json.loads((ROOT / "tests/data/worked_examples.json").read_text(encoding="utf-8"))
Times = Mapping[int, int]


def learn(words: Mapping[bytes, int], **options: object) -> tuple[list[Steps], Stopped]:
    *events, last = BPETrainer(**options).steps(WordCounts.of(dict(words)))  # type: ignore[arg-type]
    assert isinstance(last, Stopped)
    return [event for event in events if isinstance(event, Steps)], last


def column(steps: Sequence[Steps], name: str) -> list[object]:
    return [row for batch in steps for row in getattr(batch, name).tolist()]


def gpt2_words(*paths: Path) -> dict[bytes, int]:
    text = "".join(path.read_text(encoding="utf-8") for path in paths)
    return {word.encode(): count for word, count in Counter(GPT2.findall(text)).items()}


def probes_of(words: Sequence[tuple[bytes, Times]], languages: int) -> Probes:
    table = WordCounts.of({word: 1 for word, _ in words})
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


def random_words(chance: random.Random, alphabet: bytes, most: int) -> list[bytes]:
    """Distinct short words, a third of them with a repeating pattern."""
    words = []
    for _ in range(chance.randint(1, most)):
        length = chance.randint(1, chance.choice([3, 8, 20, 40]))
        word = bytes(chance.choices(alphabet, k=length))
        if chance.random() < 0.3:
            word = (bytes(chance.choices(alphabet, k=chance.randint(1, 3))) * 20)[:length]
        words.append(word)
    return list(dict.fromkeys(words))


def random_probes(
    chance: random.Random, alphabet: bytes, corpus: list[bytes], languages: int
) -> list[tuple[bytes, Times]]:
    words = random_words(chance, alphabet + b"!?", 20) + chance.sample(corpus, chance.randint(0, len(corpus)))
    return [
        (
            word,
            {
                language: chance.choice([0, 1, 2, 63, 64, 200])
                for language in chance.sample(range(languages), chance.randint(1, chance.choice([1, languages])))
            },
        )
        for word in dict.fromkeys(words)
    ]


def check_random_case(seed: int) -> int:
    """One random corpus with random options; returns how many steps were compared."""
    chance = random.Random(seed)
    bpe_layout.FIRST_ROOM = chance.choice([1, 8, 4096])
    bpe_training.WINDOW_LIMIT = chance.choice([40, 60, 160])
    alphabet = bytes(chance.sample(range(97, 123), chance.choice([1, 2, 3, 4, 4, 12])))
    corpus = random_words(chance, alphabet, chance.choice([5, 30, 60]))
    words = {word: chance.randint(0 if chance.random() < 0.1 else 1, chance.choice([1, 3, 50])) for word in corpus}
    languages = chance.randint(1, 6)
    probes = random_probes(chance, alphabet, corpus, languages) if chance.random() < 0.7 else []
    options = {
        "rule": chance.choice(RULE_NAMES),
        "minimum": chance.choice([1, 1, 2, 3]),
    }
    order = chance.choice([range(256), GPT2_BYTE_ORDER, chance.sample(range(256), 256)])
    ids = np.empty(256, np.int32)
    ids[list(order)] = np.arange(256)
    limit = chance.randint(1, 150)
    expected = reference.train(
        {tuple(ids[list(word)].tolist()): count for word, count in words.items()},
        base=256,
        max_steps=limit,
        probes=[(tuple(ids[list(word)].tolist()), times) for word, times in probes],
        languages=languages,
        **options,
    )
    record = chance.random() < 0.8
    training = BPETraining(
        WordCounts.of(words),
        ids,
        probes=probes_of(probes, languages) if probes and record else None,
        record=record,
        **options,
    )
    for _ in training.prepare():
        pass
    every = chance.random() < 0.4
    done = 0
    totals = np.bincount([], minlength=languages).astype(np.int64)
    for word, times in probes:
        for language, often in times.items():
            totals[language] += often * len(word)
    while done < limit:
        steps = training.slice(min(limit - done, 1 if every else chance.randint(1, 40)))
        if steps is None:
            break
        assert steps.first == done + 1
        for at, row in enumerate(expected[done : done + len(steps)]):
            assert tuple(steps.parts[at]) == row.pair, (seed, done + at)
            assert steps.counts[at] == row.count
            assert steps.corpus_tokens[at] == row.corpus_tokens
            if not record:
                continue
            assert steps.tied[at] == row.tied, (seed, done + at)
            assert [tuple(pair) for pair in steps.choices[at].tolist()] == list(row.choices), (seed, done + at)
            found = [
                (tuple(pair), count)
                for pair, count in zip(steps.candidates[at].tolist(), steps.candidate_counts[at].tolist(), strict=True)
                if pair[0] >= 0
            ]
            assert found == list(row.candidates), (seed, done + at)
            if probes:
                rows = slice(steps.probe_rows[at], steps.probe_rows[at + 1])
                assert len(set(steps.probe_languages[rows].tolist())) == rows.stop - rows.start
                np.subtract.at(totals, steps.probe_languages[rows], steps.probe_deltas[rows])
                assert tuple(totals.tolist()) == row.probe_tokens, (seed, done + at)
        assert done + len(steps) <= len(expected), seed
        done += len(steps)
        if every or chance.random() < 0.2:
            check_table(training, words, options["minimum"])
    assert done == len(expected), seed
    check_table(training, words, options["minimum"])
    return done


def check_table(training: BPETraining, words: Mapping[bytes, int], minimum: int) -> None:
    """The pair table holds exactly the pairs that a recount of the cut words finds often enough."""
    counts, _ = reference.count_pairs([ids.tolist() for ids in training.segmentation()], list(words.values()))
    table = training._table[training._table["count"] >= minimum]
    live = {
        (int(key - 1) >> 32, int(key - 1) & 0xFFFFFFFF): int(count) for key, count in table[["key", "count"]].tolist()
    }
    assert live == {pair: count for pair, count in counts.items() if count >= minimum}


@pytest.fixture
def restored_room() -> Iterator[None]:
    before = bpe_layout.FIRST_ROOM, bpe_training.WINDOW_LIMIT
    yield
    bpe_layout.FIRST_ROOM, bpe_training.WINDOW_LIMIT = before


@pytest.mark.usefixtures("restored_room")
@pytest.mark.parametrize("block", range(4))
def test_every_step_of_random_corpora_equals_a_naive_recount(block: int) -> None:
    assert sum(check_random_case(seed) for seed in range(block * 100, block * 100 + 100)) > 1000


# -- against published runs ------------------------------------------------------------------------------------------

TEXTBOOK = {b"low<": 5, b"lower<": 2, b"newest<": 6, b"widest<": 3}
"""The corpus of the BPE paper; "<" stands for the end-of-word mark, which sorts where "</w>" does."""


@pytest.mark.parametrize(
    ("rule", "pieces"),
    [
        ("first-seen", "es est est< lo low ne new newest< low< wi"),
        ("lexicographic-largest", "t< st< est< ow low west< ne newest< low< wi"),
        ("lexicographic-smallest", "es est est< lo low ew ewest< newest< low< dest<"),
        ("smallest-ids", "es t< est< lo low ew new newest< low< dest<"),
        ("shortest", "es t< est< lo low ew new newest< low< id"),
    ],
)
def test_each_tie_rule_on_the_textbook_corpus(rule: str, pieces: str) -> None:
    steps, _ = learn(TEXTBOOK, max_steps=10, tie_rule=rule)
    assert pieces_of(steps) == pieces.encode().split()
    assert column(steps, "counts") == [9, 9, 9, 7, 7, 6, 6, 6, 5, 3]
    assert column(steps, "tied") == [3, 2, 1, 2, 1, 3, 2, 1, 1, 3]


def pieces_of(steps: Sequence[Steps], order: Sequence[int] = range(256)) -> list[bytes]:
    """The bytes of what each step made."""
    tokens = [bytes([byte]) for byte in order]
    for left, right in column(steps, "parts"):  # type: ignore[misc]
        tokens.append(tokens[left] + tokens[right])
    return tokens[256:]


@pytest.mark.parametrize(
    "case", [case for case in EXAMPLES if case["kind"] == "char-bpe-training"], ids=lambda c: c["id"]
)
def test_worked_examples_of_words(case: dict) -> None:
    mark = "<" if case["end_of_word"] else ""
    words = {(word + mark).encode(): count for word, count in case["words"].items()}
    steps, _ = learn(words, max_steps=case["merges"], tie_rule=case["tie_break"], min_frequency=case["min_count"])
    assert pieces_of(steps) == ["".join(s["pair"]).replace("</w>", "<").encode() for s in case["steps"]]
    assert column(steps, "counts") == [step["count"] for step in case["steps"]]
    assert column(steps, "tied") == [step["tied"] for step in case["steps"]]


@pytest.mark.parametrize(
    "case", [case for case in EXAMPLES if case["kind"] == "byte-bpe-training"], ids=lambda c: c["id"]
)
def test_worked_example_of_bytes(case: dict) -> None:
    steps, _ = learn(
        {case["text"].encode(): 1},
        max_steps=len(case["merges"]),
        tie_rule=case["tie_break"],
        min_frequency=case["min_count"],
    )
    assert column(steps, "parts") == [merge["pair"] for merge in case["merges"]]
    assert column(steps, "counts") == [merge["count"] for merge in case["merges"]]


def test_merges_equal_those_of_tokenizers_on_the_bundled_books() -> None:
    paths = [ROOT / "resources/corpora" / name for name in ("alice.txt", "moby-dick.txt")]
    library = Tokenizer(models.BPE())
    library.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=8000, min_frequency=2, initial_alphabet=alphabet, show_progress=False)
    library.train_from_iterator(["".join(path.read_text(encoding="utf-8") for path in paths)], trainer)
    merges = [tuple(pair) for pair in json.loads(library.to_str())["model"]["merges"]]
    steps, stopped = learn(gpt2_words(*paths), vocab_size=8000, byte_order="gpt2")
    tokens = [bytes([byte]) for byte in GPT2_BYTE_ORDER] + pieces_of(steps, GPT2_BYTE_ORDER)
    assert [(glyphs(tokens[left]), glyphs(tokens[right])) for left, right in column(steps, "parts")] == merges
    assert len(merges) == 8000 - 256
    assert stopped.reason == "vocab-size"


def test_alice_in_figures() -> None:
    words = gpt2_words(ROOT / "resources/corpora/alice.txt")
    steps, _ = learn(words, vocab_size=2000, byte_order="gpt2")
    tokens = column(steps, "corpus_tokens")
    tied = column(steps, "tied")
    pieces = pieces_of(steps, GPT2_BYTE_ORDER)
    assert (sum(words.values()), len(words)) == (36_778, 3_736)
    assert [tokens[step - 1] for step in (141, 744, 1744)] == [76_318, 51_960, 43_694]
    assert sum(ties > 1 for ties in tied[:744]) == 522
    assert (tied[:34], tied[34]) == ([1] * 34, 2)
    assert (pieces[140], tied[140], column(steps, "counts")[140]) == (b"al", 3, 120)
    everything = [bytes([byte]) for byte in GPT2_BYTE_ORDER] + pieces
    parts = column(steps, "candidates")[140][:3]
    assert [everything[left] + everything[right] for left, right in parts] == [b"al", b" very", b"self"]
    left, right = column(steps, "choices")[140][RULE_NAMES.index("first-seen")]
    assert everything[left] + everything[right] == b" very"


# -- options and ends ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "reason", "count"),
    [
        ({"vocab_size": 259}, "vocab-size", 3),
        ({"vocab_size": 256}, "vocab-size", 0),
        ({"max_steps": 2}, "steps", 2),
        ({"max_steps": 0}, "steps", 0),
        ({"vocab_size": 258, "max_steps": 2}, "vocab-size", 2),
        ({"min_frequency": 7}, "min-frequency", 5),
        ({"min_frequency": 1, "vocab_size": None}, "exhausted", 15),
    ],
)
def test_a_training_says_why_it_ended(options: dict, reason: str, count: int) -> None:
    steps, stopped = learn(TEXTBOOK, **options)
    assert (stopped.reason, sum(len(batch) for batch in steps)) == (reason, count)


def test_special_tokens_count_in_the_vocabulary_size() -> None:
    words = WordCounts.of(TEXTBOOK)
    events = list(BPETrainer(vocab_size=260).steps(words, specials=3))
    assert sum(len(event) for event in events if isinstance(event, Steps)) == 1
    with pytest.raises(OptionError, match="at least 261"):
        list(BPETrainer(vocab_size=260).steps(words, specials=5))


@pytest.mark.parametrize(
    "options",
    [{"vocab_size": 255}, {"max_steps": -1}, {"min_frequency": 0}, {"tie_rule": "random"}, {"byte_order": "sorted"}],
)
def test_options_that_cannot_be_used_are_refused(options: dict) -> None:
    with pytest.raises(OptionError, match=r"\.$"):
        BPETrainer(**options)


@pytest.mark.parametrize("seed", range(4))
def test_the_shortest_pair_is_the_shortest_however_long(seed: int) -> None:
    """Lengths above 254 symbols do not fit where pairs are ordered at first."""
    chance = random.Random(seed)
    word = bytes(chance.choice(b"ab") for _ in range(700))
    steps, _ = learn({word: 1}, vocab_size=None, min_frequency=1, tie_rule="shortest")
    expected = reference.train({tuple(word): 1}, base=256, rule="shortest", minimum=1, max_steps=700)
    assert column(steps, "parts") == [list(row.pair) for row in expected]


@pytest.mark.parametrize("words", [{}, {b"a": 3}, {b"ab": 0}])
def test_a_corpus_without_pairs_ends_at_once(words: dict) -> None:
    steps, stopped = learn(words)
    assert (steps, stopped.reason) == ([], "exhausted")


def test_counts_in_tenths_give_the_same_merges() -> None:
    plain, _ = learn(TEXTBOOK, min_frequency=4, max_steps=20)
    words = WordCounts.of({word: 10 * count for word, count in TEXTBOOK.items()})
    words = WordCounts(words.data, words.starts, words.lengths, words.counts, scale=10)
    events = list(BPETrainer(min_frequency=4, max_steps=20).steps(words))
    tenths = [event for event in events if isinstance(event, Steps)]
    assert column(tenths, "parts") == column(plain, "parts")
    assert column(tenths, "counts") == [10 * count for count in column(plain, "counts")]  # type: ignore[operator]


def test_a_word_too_frequent_for_the_arrays_is_refused_before_the_work() -> None:
    with pytest.raises(TrainingError, match="2,147,483,648 times"):
        list(BPETrainer().steps(WordCounts.of({b"ab": 1 << 31})))


# -- recording, probes, slices ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", RULE_NAMES)
def test_neither_recording_nor_probes_change_the_merges(rule: str) -> None:
    words = WordCounts.of(gpt2_words(ROOT / "resources/corpora/alice.txt"))
    probes = probes_of([(b" the", {0: 3, 1: 70}), (b"xyzzy", {1: 2}), (b" ein", {2: 9})], 3)
    trainer = BPETrainer(vocab_size=1500, tie_rule=rule)
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


def test_a_word_that_a_language_has_no_times_lowers_nothing() -> None:
    words = WordCounts.of({b"ababab": 5, b"abc": 3, b"abcabc": 2})
    without = [(b"ababab", {3: 2}), (b"abcabc", {2: 70, 3: 1}), (b"abc", {})]
    with_none = [(b"ababab", {3: 2, 0: 0}), (b"abcabc", {0: 0, 1: 0, 2: 70, 3: 1}), (b"abc", {1: 0})]
    runs = [
        [event for event in BPETrainer().steps(words, probes_of(probes, 4)) if isinstance(event, Steps)]
        for probes in (without, with_none)
    ]
    assert column(runs[1], "probe_deltas") == column(runs[0], "probe_deltas")
    assert column(runs[1], "probe_languages") == column(runs[0], "probe_languages")


def test_the_first_step_arrives_alone_and_progress_never_passes_its_end() -> None:
    events = list(BPETrainer(vocab_size=1000).steps(WordCounts.of(gpt2_words(ROOT / "resources/corpora/alice.txt"))))
    steps = [event for event in events if isinstance(event, Steps)]
    assert len(steps[0]) == 1
    assert [batch.first for batch in steps] == np.cumsum([1, *map(len, steps[:-1])]).tolist()
    assert all(event.done <= event.total for event in events if isinstance(event, Progress))


@pytest.mark.parametrize("rule", ["smallest-ids", "first-seen"])
def test_replay_and_encoding_cut_words_alike(rule: str) -> None:
    words = WordCounts.of(gpt2_words(ROOT / "resources/corpora/alice.txt"))
    trainer = BPETrainer(vocab_size=1000, tie_rule=rule, byte_order="gpt2")
    parts = np.concatenate([event.parts for event in trainer.steps(words, record=False) if isinstance(event, Steps)])
    for step in (0, 1, 300, len(parts)):
        replayed = trainer.replay(words, step)
        encoded = (
            trainer.model(Start((), 0), parts).at_step(step).segment([words.word(index) for index in range(len(words))])
        )
        assert [ids.tolist() for ids in replayed] == [ids.tolist() for ids in encoded]


def test_a_run_of_a_million_equal_letters_takes_no_time() -> None:
    began = time.perf_counter()
    steps, _ = learn({b"a" * 1_000_000: 1}, vocab_size=None)
    assert column(steps, "counts")[:2] == [999_999, 499_999]
    assert len(column(steps, "counts")) == 19
    assert time.perf_counter() - began < 20  # a second or so if the kernels are compiled


@pytest.mark.parametrize("rule", RULE_NAMES)
def test_a_tie_among_a_hundred_thousand_pairs_does_not_grow_quadratic(rule: str) -> None:
    chance = random.Random(7)
    words = {bytes(chance.choices(range(256), k=6)): 1 for _ in range(40_000)}
    began = time.perf_counter()
    steps, _ = learn(words, vocab_size=None, min_frequency=1, tie_rule=rule)
    assert max(column(steps, "tied")) > 100_000  # type: ignore[type-var, operator]
    assert time.perf_counter() - began < 20

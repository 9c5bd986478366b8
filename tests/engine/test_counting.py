"""Counting distinct pre-tokens: exact, in order of first appearance, across blocks, records, sources and threads."""

import random
from collections import Counter

import pytest
import regex

from engine import Corpus, CorpusError, Progress, Source, WordCounts, pattern_named, udhr
from engine.counting import count_parallel, count_words
from engine.pre_tokenizers import PATTERNS


def counted(corpus: Corpus, pattern: str = "gpt2", special: tuple[str, ...] = ()) -> WordCounts:
    *progress, words = count_words(corpus, pattern_named(pattern), special)
    assert all(isinstance(event, Progress) and event.share <= 1 for event in progress)
    assert isinstance(words, WordCounts)
    return words


def table(words: WordCounts) -> dict[bytes, int]:
    return {words.word(i): int(words.counts[i]) for i in range(len(words))}


def naive(text: str, pattern: str) -> dict[bytes, int]:
    found = regex.findall(PATTERNS[pattern].expression, text)
    return {word.encode(): count for word, count in Counter(found).items()}


def random_text(rng: random.Random, length: int) -> str:
    words = [
        "the",
        " the",
        " fox",
        "'s",
        "\n",
        "  ",
        " 12345",
        "é",
        " naïve",
        "中文",
        " supercalifragilistic",
        "🇫🇷",
        "\u00a0x",
        "!?",
    ]
    rare = ["".join(rng.choices("abcdefgh", k=rng.randint(1, 30))) for _ in range(200)]
    return "".join(rng.choice(words) if rng.random() < 0.8 else " " + rng.choice(rare) for _ in range(length))


@pytest.mark.parametrize("pattern", ["gpt2", "cl100k", "o200k", "llama3", "qwen"])
def test_counts_and_order_are_those_of_one_pass(pattern):
    rng = random.Random(pattern)
    for length in (0, 1, 10, 1000, 20_000):
        text = "x" + random_text(rng, length)
        words = counted(Corpus.of_text(text), pattern)
        assert list(table(words).items()) == list(naive(text, pattern).items())
        assert words.pre_tokens == sum(naive(text, pattern).values())
        assert words.corpus_bytes == len(text.encode())


def test_a_corpus_of_many_blocks_is_counted_as_one_text(tmp_path):
    # GIVEN a text of several blocks              WHEN it is counted from a file
    rng = random.Random(7)
    text = random_text(rng, 1_500_000)
    path = tmp_path / "large.txt"
    path.write_text(text, encoding="utf-8", newline="")
    assert path.stat().st_size > 6_000_000
    # THEN no word is cut where two blocks or two threads meet, and the order is that of the text
    assert list(table(counted(Corpus.of(path))).items()) == list(naive(text, "gpt2").items())


def test_two_runs_are_the_same():
    corpus = Corpus.of("alice", "moby-dick")
    first, second = counted(corpus), counted(corpus)
    assert table(first) == table(second)
    assert first.starts.tolist() == second.starts.tolist()


def test_words_lie_end_to_end():
    words = counted(Corpus.of("alice"))
    assert words.starts.tolist() == [0, *words.lengths.cumsum()[:-1].tolist()]


def test_no_pre_token_reaches_across_a_record():
    text = "one \ntwo\n\nthree  \n"
    by_line = Corpus.of_text(text, records="line")
    assert table(counted(by_line)) == {b"one": 1, b" ": 1, b"two": 1, b"three": 1, b"  ": 1}
    assert b" \n" not in table(counted(by_line))


def test_special_tokens_are_cut_out_and_end_a_pre_token():
    words = counted(Corpus.of_text("low<end>low <end> er"), special=("<end>",))
    assert table(words) == {b"low": 2, b" ": 1, b" er": 1}


def test_a_special_token_with_a_blank_is_found_in_any_block(tmp_path):
    path = tmp_path / "special.txt"
    path.write_text("a big cat. " * 400_000, encoding="utf-8")
    words = counted(Corpus.of(path), special=("a big",))
    assert b" big" not in table(words)


def test_sources_count_by_their_weights_in_tenths():
    sources = (
        Source("a", text="low lower", weight_tenths=25),
        Source("b", text="low", weight_tenths=1),
        Source("c", text="never", weight_tenths=0),
    )
    words = counted(Corpus(sources))
    assert words.scale == 10
    assert table(words) == {b"low": 26, b" lower": 25}


def test_without_weights_counts_are_plain():
    assert counted(Corpus.of_text("low low")).scale == 1


@pytest.mark.parametrize("text", ["", "<end>"])
def test_nothing_to_learn_from_is_refused(text):
    with pytest.raises(CorpusError):
        counted(Corpus.of_text(text), special=("<end>",))


def test_any_expression_counts_through_regex():
    words = counted(Corpus.of_text("ab12cd12"), r"\d+")
    assert table(words) == {b"ab": 1, b"12": 2, b"cd": 1}


def test_very_long_runs_are_one_word():
    words = counted(Corpus.of_text("a" * 1_000_000 + " " * 1_000_000))
    assert words.lengths.tolist() == [1_000_000, 1_000_000]


@pytest.mark.parametrize("pattern", ["gpt2", "whitespace"])
def test_languages_have_their_own_counts(pattern):
    parallel = udhr()
    probes = count_parallel(parallel, PATTERNS[pattern])
    assert probes.codes == parallel.aligned
    for code in ("eng", "hin", "cmn_hans"):
        language = probes.codes.index(code)
        ours = Counter()
        for word in range(len(probes.starts)):
            rows = slice(int(probes.rows[word]), int(probes.rows[word + 1]))
            times = probes.times[rows][probes.languages[rows] == language]
            if len(times):
                start = int(probes.starts[word])
                ours[probes.data[start : start + int(probes.lengths[word])].tobytes()] += int(times.sum())
        expected = Counter()
        for unit in parallel.units(code):
            expected.update(piece.encode() for piece in PATTERNS[pattern].split_text(unit))
        assert ours == expected


def test_languages_are_counted_once_for_a_pattern():
    assert count_parallel(udhr(), PATTERNS["gpt2"]) is count_parallel(udhr(), PATTERNS["gpt2"])

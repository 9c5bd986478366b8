"""Distinct pre-tokens: equal to a plain count, in order of first appearance, whatever the blocks and threads."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

from engine import counting
from engine.corpus import Corpus, Source
from engine.counting import count_words
from engine.errors import CorpusError
from engine.kernels import count, count_table
from engine.model import Probes, Progress, WordCounts, padded
from engine.normalizers import NORMALIZERS, Normalizer, sequence_of
from engine.parallel import Language, ParallelText, udhr
from engine.parallel_words import count_parallel
from engine.patterns import PATTERNS, Pattern, pattern_named
from engine.pre_tokenizers import DIGIT_RULES, PreTokenizer
from engine.unicode import class_table

PLAIN = sequence_of(())
GPT2 = PreTokenizer(PATTERNS["gpt2"])
ALPHABET = ["a", "b", " ", " the", "\n", "\u00e9", "12345", "'s", "\u4e2d\u6587", ".", "incomprehensibilities", "\t"]


def counted(
    corpus: Corpus, cut: Pattern | PreTokenizer, special: Sequence[str] = (), normalizer: Normalizer = PLAIN
) -> WordCounts:
    pre_tokenizer = PreTokenizer(cut) if isinstance(cut, Pattern) else cut
    *progress, words = count_words(corpus, normalizer, pre_tokenizer, special)
    assert all(isinstance(event, Progress) and event.share <= 1 for event in progress)
    assert isinstance(words, WordCounts)
    return words


def table(words: WordCounts) -> list[tuple[str, int]]:
    return [(words.word(n).decode(), int(words.counts[n])) for n in range(len(words))]


def plain(pattern: Pattern, *texts: str) -> list[tuple[str, int]]:
    return list(Counter(piece for text in texts for piece in PreTokenizer(pattern).split_text(text)).items())


def random_text(generator: random.Random, size: int) -> str:
    return "".join(generator.choices(ALPHABET, k=size))


@pytest.mark.parametrize("name", PATTERNS)
def test_counts_equal_a_plain_count(name: str) -> None:
    generator = random.Random(name)
    for size in (1, 3, 50, 3000):
        text = random_text(generator, size)
        assert table(counted(Corpus.of_text(text), PATTERNS[name])) == plain(PATTERNS[name], text)


@pytest.mark.parametrize("name", ["gpt2", "cl100k", "o200k"])
def test_blocks_and_threads_change_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(f"word{n % 977} {n % 7919} incomprehensibilities{n % 501} don't\n" for n in range(40_000))
    whole = counted(Corpus.of_text(text), PATTERNS[name])
    assert table(whole) == plain(PATTERNS[name], text)
    for threads, block in ((1, 4096), (2, 5000), (3, 70_000)):
        monkeypatch.setattr(counting, "_THREADS", threads)
        monkeypatch.setattr(counting, "_BLOCK", block)
        again = counted(Corpus.of_text(text), PATTERNS[name])
        assert table(again) == table(whole)
        assert again.pre_tokens == whole.pre_tokens == int(whole.counts.sum())


def test_alice_has_the_known_counts() -> None:
    words = counted(Corpus.of("alice"), PATTERNS["gpt2"])
    assert (len(words), words.pre_tokens, words.corpus_bytes) == (3_736, 36_778, 144_354)
    assert (words.scale, words.weighted_bytes) == (1, 144_354)
    assert not words.data[int(words.lengths.sum()) :].any()


@pytest.mark.parametrize("pattern", [PATTERNS["gpt2"], PATTERNS["whitespace"], pattern_named("[a-z]+")])
def test_bytes_are_counted_as_often_as_their_source(pattern: Pattern) -> None:
    corpus = Corpus((Source("a", text="one two", weight_tenths=25), Source("b", text="three", weight_tenths=10)))
    words = counted(corpus, pattern)
    assert (words.corpus_bytes, words.weighted_bytes, words.scale) == (12, 25 * 7 + 10 * 5, 10)


def test_progress_comes_often() -> None:
    steps = [
        event.share
        for event in count_words(Corpus.of_text("one two three\n" * 900_000), PLAIN, GPT2)
        if isinstance(event, Progress)
    ]
    assert len(steps) > 4
    assert steps == sorted(steps)
    assert steps[-1] == 1.0


def test_counting_can_be_stopped() -> None:
    events = count_words(Corpus.of_text("one two three\n" * 900_000), PLAIN, GPT2)
    assert isinstance(next(events), Progress)
    events.close()


@pytest.mark.parametrize("name", ["gpt2", "whitespace", "none"])
def test_special_tokens_are_cut_out(name: str) -> None:
    text = "one<end>two <end><end of all>three"
    words = counted(Corpus.of_text(text), PATTERNS[name], ["<end>", "<end of all>"])
    assert table(words) == plain(PATTERNS[name], "one", "two ", "three")
    assert words.corpus_bytes == len("onetwo three")


def test_a_text_of_special_tokens_is_empty() -> None:
    with pytest.raises(CorpusError, match="nothing to learn from"):
        counted(Corpus.of_text("<end><end>"), PATTERNS["gpt2"], ["<end>"])


@pytest.mark.parametrize("name", ["gpt2", "cl100k", "none", "whitespace"])
def test_no_pre_token_crosses_a_record(name: str) -> None:
    lines = ["one two", "  ", "'s three  ", "\u00e9", "\u3000 x"]
    words = counted(Corpus.of_text("\n".join(lines) + "\n", records="line"), PATTERNS[name])
    assert table(words) == plain(PATTERNS[name], *lines)


def test_weights_are_in_tenths_and_add_up() -> None:
    sources = (
        Source("a", text="low low new"),
        Source("b", text="low high", weight_tenths=25),
        Source("c", text="no", weight_tenths=0),
    )
    words = counted(Corpus(sources), PATTERNS["gpt2"])
    assert words.scale == 10
    assert table(words) == [("low", 35), (" low", 10), (" new", 10), (" high", 25)]


def test_weights_through_an_expression() -> None:
    sources = (Source("a", text="a-b"), Source("b", text="b-b", weight_tenths=5))
    assert table(counted(Corpus(sources), pattern_named("-"))) == [("a", 10), ("-", 15), ("b", 20)]


def test_what_32_bits_cannot_hold_is_refused() -> None:
    words = WordCounts.of({b" the": 2**31, b"a": 1})
    with pytest.raises(CorpusError, match=r"' the' occurs 2,147,483,648 times; a training can count to 2,147,483,647"):
        counting._check(words)


def test_long_words_with_equal_beginnings_stay_apart() -> None:
    text = " ".join("x" * size for size in (*range(1, 80), *range(1, 80), 5000, 5001, 5000))
    assert table(counted(Corpus.of_text(text), PATTERNS["gpt2"])) == plain(PATTERNS["gpt2"], text)


def test_the_table_grows_in_any_order_of_folding() -> None:
    texts = [" ".join(f"{name}{n}" for n in range(9000)) + " " + "y" * 40 for name in ("left", "right")]
    counters = []
    for number, text in enumerate(texts):
        data = padded(text.encode())
        stretch = np.array([0]), np.array([len(text)])
        counter = count_table.new_counter(256)
        counters.append(count.count_stretches(0, data, *stretch, number * 10**9, 1, class_table(), counter))
    words = count_table.words_in_order(count_table.fold(counters[::-1]))
    found = [words.data[s : s + n].tobytes().decode() for s, n in zip(words.starts, words.lengths, strict=True)]
    assert list(zip(found, words.counts.tolist(), strict=True)) == plain(PATTERNS["gpt2"], *texts)


# Parallel texts -------------------------------------------------------------------------------------------------------


def tiny() -> ParallelText:
    languages = {code: Language(code, code) for code in ("a", "b", "c")}
    texts = {"a": ("one two", "two two"), "b": (" two", ""), "c": ("incomprehensibilities", "one's 12")}
    return ParallelText("tiny", "Tiny", "line", languages, texts)


def probe_table(probes: Probes) -> dict[tuple[str, str], int]:
    """(language, word) -> how often."""
    found = {}
    for word, (start, length) in enumerate(zip(probes.starts, probes.lengths, strict=True)):
        for row in range(probes.rows[word], probes.rows[word + 1]):
            key = probes.codes[probes.languages[row]], probes.data[start : start + length].tobytes().decode()
            found[key] = int(probes.times[row])
    return found


@pytest.mark.parametrize("name", ["gpt2", "whitespace"])
def test_probes_hold_each_word_with_its_languages(name: str) -> None:
    parallel, pattern = tiny(), PATTERNS[name]
    probes = count_parallel(parallel, PLAIN, PreTokenizer(pattern))
    found = probe_table(probes)
    expected = Counter(
        (code, piece)
        for code in parallel.languages
        for unit in parallel.units(code)
        for piece in PreTokenizer(pattern).split_text(unit)
    )
    assert found == expected


def test_probes_are_counted_once() -> None:
    parallel = tiny()
    first = count_parallel(parallel, PLAIN, GPT2)
    assert count_parallel(parallel, PLAIN, GPT2) is first
    assert count_parallel(parallel, PLAIN, PreTokenizer(PATTERNS["o200k"])) is not first
    assert count_parallel(parallel, PLAIN, GPT2, ["b"]).codes == ("b",)


def test_the_declaration_has_the_known_words() -> None:
    probes = count_parallel(udhr(), PLAIN, GPT2)
    assert (len(probes.codes), len(probes.starts), int(probes.times.sum())) == (471, 174_839, 911_466)


# What is normalized, or cut with gaps ---------------------------------------------------------------------------------

WORDS = [
    "ab",
    "Ab",
    "\u00e9",
    "e\u0301",
    "\uff21",
    "\ufb01",
    "\u4e2d\u6587",
    "12345",
    ".",
    "x",
    " ",
    "  ",
    " ",
    "\u2581",
    "\t",
    "incomprehensibilities",
]


def naive_counts(
    records: Sequence[str], normalizer: Normalizer, cut: PreTokenizer, special: str
) -> tuple[list[tuple[str, int]], dict[str, int]]:
    """Words with their counts, and of each whether it is followed by something (1), ends a text (2), or both (3)."""
    counts: Counter[str] = Counter()
    followed: Counter[str] = Counter()
    for record in records:
        start = 0
        for text in record.split(special):
            pieces = cut.split_text(normalizer.text(text)) if text else []
            start += len(text) + len(special)
            counts.update(pieces)
            for number, piece in enumerate(pieces):
                followed[piece] |= 2 if number == len(pieces) - 1 else 1
    return list(counts.items()), dict(followed)


PIPELINES = [
    ((), "whitespace", "as-pattern"),
    ((), "bert", "each"),
    ((), "cl100k", "3-right"),
    ((), "metaspace", "as-pattern"),
    ((), "a|b", "3-left"),
    (("nfc",), "gpt2", "as-pattern"),
    (("nfkc", "lowercase"), "o200k", "each"),
    (("bert",), "bert", "as-pattern"),
    (("metaspace",), "metaspace", "as-pattern"),
    (("nmt-nfkc", "metaspace"), "metaspace", "each"),
    (("metaspace",), "gpt2", "as-pattern"),
    (("metaspace",), "whitespace", "as-pattern"),
    (("metaspace",), "none", "as-pattern"),
    (("nfd", "strip-accents", "metaspace"), "[ab]", "as-pattern"),
]


@pytest.mark.parametrize(("names", "pattern", "digits"), PIPELINES)
@pytest.mark.parametrize("records", ["file", "line"])
def test_a_pipeline_counts_as_a_plain_count(
    names: tuple[str, ...], pattern: str, digits: str, records: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    normalizer, cut = sequence_of(names), PreTokenizer(pattern_named(pattern), digits)
    generator = random.Random(f"{names} {pattern}")
    monkeypatch.setattr(counting, "_BLOCK", 40)
    monkeypatch.setattr(counting, "_NORMALIZED_BLOCK", 20)
    for _ in range(40):
        words = [*WORDS, "<s>", "\n"] if records == "line" else [*WORDS, "<s>"]
        text = "".join(generator.choices(words, k=generator.randint(1, 120)))
        expected, followed = naive_counts(text.split("\n"), normalizer, cut, "<s>")
        if not expected:
            continue
        found = counted(Corpus.of_text(text, records=records), cut, ["<s>"], normalizer)
        assert table(found) == expected, ascii(text)
        assert found.pre_tokens == sum(count for _, count in expected)
        assert found.corpus_bytes == len(text.replace("<s>", "").replace("\n", "").encode())
        if found.followed is not None:
            flags = {word: int(flag) for (word, _), flag in zip(table(found), found.followed, strict=True)}
            assert flags == followed, ascii(text)
        assert (found.followed is not None) == ("metaspace" in names and pattern == "metaspace")


def test_keeping_white_space_keeps_it() -> None:
    normalizer = sequence_of(["metaspace"], keep_whitespace=True)
    words = counted(
        Corpus.of_text("  a  b "), PreTokenizer(PATTERNS["metaspace"], whitespace_pieces=True), (), normalizer
    )
    assert table(words) == [("\u2581\u2581\u2581a", 1), ("\u2581\u2581b", 1), ("\u2581", 1)]
    assert words.followed is not None
    assert words.followed.tolist() == [1, 1, 2]


@pytest.mark.parametrize("names", [("nfc",), ("bert", "metaspace")])
def test_a_normalizer_reports_often(names: tuple[str, ...]) -> None:
    """Also where there is no place to cut the text: it is normalized bit by bit."""
    for text in ("one two thr\u00e9e\n" * 90_000, "\u4e2d\u6587" * 200_000):
        for pattern in ("gpt2", "none"):
            events = count_words(Corpus.of_text(text), sequence_of(names), PreTokenizer(PATTERNS[pattern]))
            shares = [event.share for event in events if isinstance(event, Progress)]
            assert len(shares) > 4
            assert shares == sorted(shares)


def test_weights_count_for_what_ends_a_record_too() -> None:
    sources = (Source("a", text="low new", weight_tenths=25), Source("b", text="new low"))
    words = counted(Corpus(sources), PreTokenizer(PATTERNS["metaspace"]), (), sequence_of(["metaspace"]))
    assert table(words) == [("\u2581low", 35), ("\u2581new", 35)]
    assert words.followed is not None
    assert words.followed.tolist() == [3, 3]


@pytest.mark.parametrize("name", NORMALIZERS)
def test_probes_are_normalized_unit_by_unit(name: str) -> None:
    parallel, normalizer = tiny(), sequence_of([name])
    for digits in DIGIT_RULES:
        cut = PreTokenizer(PATTERNS["bert"], digits)
        probes = count_parallel(parallel, normalizer, cut)
        units = [(code, unit) for code in parallel.languages for unit in parallel.units(code)]
        expected = Counter((code, piece) for code, unit in units for piece in cut.split_text(normalizer.text(unit)))
        assert probe_table(probes) == expected

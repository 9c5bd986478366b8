"""What a corpus is made of, from its distinct pre-tokens."""

import pytest

from engine.corpora import corpus_statistics
from engine.corpora.corpus_statistics import statistics
from engine.corpus import Corpus, Source
from engine.counting import count_words
from engine.model import WordCounts
from engine.normalizers import IDENTITY
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer


def counted(corpus: Corpus, pattern: str = "gpt2") -> WordCounts:
    events = count_words(corpus, IDENTITY, PreTokenizer(PATTERNS[pattern]))
    return [event for event in events if isinstance(event, WordCounts)][-1]


def test_alice():
    found = statistics(counted(Corpus.of("alice")))
    assert (found.bytes, found.characters, found.pre_tokens, found.distinct) == (144_354, 144_354, 36_778, 3_736)
    assert found.scripts == {"Latin": 1.0}
    assert [word for word, _ in found.most_frequent[:3]] == [b"\n", b",", b" the"]


@pytest.mark.parametrize("pattern", ["gpt2", "none"])
def test_words_and_scripts_are_those_of_the_text(pattern):
    found = statistics(counted(Corpus.of_text("Hello, мир! 12 ..."), pattern))
    assert (found.words, found.characters) == (3, 18)
    assert found.scripts == {"Latin": 5 / 8, "Cyrillic": 3 / 8}


def test_bytes_are_those_of_the_text_and_not_of_what_a_pattern_leaves():
    found = statistics(counted(Corpus.of_text("low  lower\n"), "bert"))
    assert found.bytes == 11
    assert found.characters == 8


def test_weights_count():
    corpus = Corpus((Source("a", text="ab ab", weight_tenths=5), Source("b", text="cd", weight_tenths=20)))
    assert statistics(counted(corpus)).most_frequent == ((b"cd", 2.0), (b"ab", 0.5), (b" ab", 0.5))


def test_nothing_is_nothing():
    assert statistics(WordCounts.of({})).scripts == {}


def test_frequencies_by_rank():
    words = WordCounts.of({b"a": 1000, b"b": 500, b"c": 333, b"d": 250, b"e": 0})
    found = statistics(words)
    assert found.frequencies == ((1, 1000.0), (2, 500.0), (3, 333.0), (4, 250.0))
    assert found.zipf_exponent == pytest.approx(1.0, abs=0.01)


def test_many_ranks_are_thinned_and_end_with_the_last():
    words = WordCounts.of({str(rank).encode(): 100_000 // rank for rank in range(1, 5_001)})
    ranks = [rank for rank, _ in statistics(words).frequencies]
    assert ranks[:5] == [1, 2, 3, 4, 5]
    assert ranks[-1] == 5_000
    assert len(ranks) < 250
    assert statistics(WordCounts.of({b"a": 3})).zipf_exponent != statistics(words).zipf_exponent


@pytest.mark.parametrize("turn", [1, 5, 40])
def test_pre_tokens_that_are_looked_at_in_turns_add_up(monkeypatch, turn):
    words = counted(Corpus.of_text("Hello, мир! 12 … שלום\tlow  lower\n 语言 low"), "gpt2")
    whole = statistics(words)
    monkeypatch.setattr(corpus_statistics, "_TURN", turn)
    assert statistics(words) == whole
    assert (whole.characters, whole.words) == (40, 8)

"""What a corpus is made of, from its distinct pre-tokens."""

import pytest

from engine.corpus import Corpus, Source
from engine.corpus_statistics import statistics
from engine.counting import count_words
from engine.model import WordCounts
from engine.normalizers import IDENTITY
from engine.pre_tokenizers import PATTERNS, PreTokenizer


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


def test_weights_count():
    corpus = Corpus((Source("a", text="ab ab", weight_tenths=5), Source("b", text="cd", weight_tenths=20)))
    assert statistics(counted(corpus)).most_frequent == ((b"cd", 2.0), (b"ab", 0.5), (b" ab", 0.5))


def test_nothing_is_nothing():
    assert statistics(WordCounts.of({})).scripts == {}

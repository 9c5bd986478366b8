"""Where a tokenizer comes from is told with what finds the texts again."""

from __future__ import annotations

from engine.algorithms import ALGORITHMS
from engine.corpus import Corpus, Source
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from engine.recipe import Recipe
from engine.training import new_history, provenance, train


def provenance_of(*sources: Source) -> dict[str, object]:
    recipe = Recipe(ALGORITHMS["byte-bpe"].trainer(vocab_size=260), PreTokenizer(PATTERNS["gpt2"]))
    corpus = Corpus(sources)
    history = new_history(recipe)
    for event in train(corpus, recipe):
        history.append(event)
    return provenance(history, corpus, "1.0")


def test_texts_are_named_with_their_weights() -> None:
    told = provenance_of(Source("a book", text="low lower lowest"), Source("notes", text="low", weight_tenths=25))
    assert told["texts"] == ["a book", "notes (weight 2.5)"]


def test_a_folder_of_thousands_is_not_listed() -> None:
    told = provenance_of(*(Source(f"{number}.txt", text="low lower") for number in range(2_000)))
    texts = told["texts"]
    assert isinstance(texts, list)
    assert texts[0] == "0.txt"
    assert texts[-1] == "and 1,980 more"
    assert len(texts) < 30

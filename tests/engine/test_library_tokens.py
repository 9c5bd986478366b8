"""Tokens of tokenizers that run on their own library: counts, trees, and what can never come out, against that library."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tokenizers

from engine.backends import LibraryTokenizer
from engine.corpus import Corpus, Source
from engine.formats import load
from engine.model import Progress
from engine.presets import load_preset
from engine.vocabularies.library_counts import Floats, border_of, count_through
from engine.vocabularies.library_forest import forest_of_any, library_forest
from engine.vocabularies.library_reach import Reach, library_reach, lost_by_model, unreachable_tokens
from engine.vocabularies.token_forest import TokenTree
from engine.vocabularies.unreachable import unreachable_by_merges
from engine.vocabularies.vocabulary_overview import RARE, Asked, Overview, overview
from engine.vocabulary import Vocabulary
from tests.engine.test_backends import library_file, sentencepiece_file
from tests.references import bpe_encode

KINDS = ("wordpiece", "bpe", "bytes", "unigram")


def opened(content: dict[str, Any], folder: Path) -> LibraryTokenizer:
    (folder / "tokenizer.json").write_text(json.dumps(content), encoding="utf-8")
    tokenizer = load(folder / "tokenizer.json")
    assert isinstance(tokenizer, LibraryTokenizer)
    return tokenizer


def sentencepiece(kind: str, folder: Path, **options: Any) -> LibraryTokenizer:
    (folder / "made.model").write_bytes(sentencepiece_file(kind, **options))
    tokenizer = load(folder / "made.model")
    assert isinstance(tokenizer, LibraryTokenizer)
    return tokenizer


def reached(tokenizer: LibraryTokenizer) -> Reach:
    events = list(library_reach(tokenizer))
    assert all(isinstance(event, Progress) for event in events[:-1])
    assert isinstance(events[-1], Reach)
    return events[-1]


def counted(tokenizer: LibraryTokenizer, corpus: Corpus) -> Floats:
    return next(event for event in count_through(tokenizer, corpus) if not isinstance(event, Progress))


# -- counts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_counts_are_those_of_encoding_the_whole_text(kind: str, tmp_path: Path) -> None:
    tokenizer = opened(library_file(kind), tmp_path)
    book = b"".join(block.data for block in Corpus.of("moby-dick").blocks()).decode()[:400_000]
    counts = counted(tokenizer, Corpus.of_text(book))
    assert {id: int(n) for id, n in enumerate(counts) if n} == dict(Counter(tokenizer.encode(book).ids.tolist()))
    assert border_of(tokenizer) != "whole records"


@pytest.mark.parametrize("kind", ["unigram", "bpe"])
def test_counts_through_sentencepiece(kind: str, tmp_path: Path) -> None:
    tokenizer = sentencepiece(kind, tmp_path)
    book = b"".join(block.data for block in Corpus.of("alice").blocks()).decode() * 2
    counts = counted(tokenizer, Corpus.of_text(book))
    assert {id: int(n) for id, n in enumerate(counts) if n} == dict(Counter(tokenizer.encode(book).ids.tolist()))


def test_weights_and_records_count(tmp_path: Path) -> None:
    tokenizer = opened(library_file("bpe"), tmp_path)
    lines = ["Alice was here", "and there", "", "twelve of them"]
    sources = (Source("text", text="\n".join(lines), weight_tenths=25),)
    counts = counted(tokenizer, Corpus(sources, "line"))
    expected = Counter(id for line in lines for id in tokenizer.encode(line).ids.tolist())
    assert {id: n / 2.5 for id, n in enumerate(counts) if n} == dict(expected)


def test_a_tokenizer_that_joins_words_gets_whole_records(tmp_path: Path) -> None:
    """Merges that reach across a blank: no part of a text gives what the whole gives."""
    letters = "abcdefghijklmnopqrstuvwxyzWA,:12 "
    vocab = {letter: id for id, letter in enumerate(letters)} | {"e ": len(letters), "e c": len(letters) + 1}
    made = tokenizers.Tokenizer(tokenizers.models.BPE(vocab, [("e", " "), ("e ", "c")]))
    made.normalizer = tokenizers.normalizers.NFKC()
    tokenizer = opened(json.loads(made.to_str()), tmp_path)
    assert border_of(tokenizer) == "whole records"
    text = "the cat and the cats " * 20_000
    counts = counted(tokenizer, Corpus.of_text(text))
    assert int(counts[vocab["e c"]]) == 40_000


# -- reach -------------------------------------------------------------------------------------------------------------


def shuffled(seed: int) -> tuple[dict[str, Any], list[tuple[int, int]], list[int]]:
    """Byte-level merges over two letters in an order that leaves some of their tokens out of reach."""
    random = np.random.default_rng(seed)
    tokens = [*sorted(tokenizers.pre_tokenizers.ByteLevel.alphabet())]
    merges: list[tuple[int, int]] = []
    first = [tokens.index("a"), tokens.index("b")]
    while len(merges) < 25:
        left, right = (int(id) for id in random.choice([*first, *range(256, len(tokens))], 2))
        token = tokens[left] + tokens[right]
        if token not in tokens and len(token) < 12:
            tokens.append(token)
            merges.append((left, right))
    order = random.permutation(len(merges))
    merges = [merges[at] for at in order]
    products = [256 + int(at) for at in order]
    model = tokenizers.models.BPE(
        {token: id for id, token in enumerate(tokens)}, [(tokens[a], tokens[b]) for a, b in merges]
    )
    made = tokenizers.Tokenizer(model)
    made.normalizer = tokenizers.normalizers.NFKC()
    made.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    return json.loads(made.to_str()), merges, products


def test_unreachable_tokens_of_merges_equal_a_brute_force_check_of_every_entry(tmp_path: Path) -> None:
    lost = 0
    for seed in range(12):
        content, merges, products = shuffled(seed)
        tokenizer = opened(content, tmp_path)
        byte_ids = {tokenizer.vocabulary[id][0]: id for id in range(256)}
        brute = [
            id
            for id in range(len(tokenizer.vocabulary))
            if bpe_encode.encode(tokenizer.vocabulary[id], byte_ids, merges, products) != [id]
        ]
        by_library = [
            id for id in brute if tokenizer.encode(tokenizer.vocabulary[id].decode()).ids.tolist() != [id]
        ]  # what the library itself says of the entries
        assert brute == by_library
        assert unreachable_tokens(tokenizer) == brute
        assert np.flatnonzero(reached(tokenizer).unreachable).tolist() == brute
        lost += len(brute)
    assert lost > 20


def test_the_model_here_loses_what_following_the_merges_loses(tmp_path: Path) -> None:
    for seed in range(3):
        tokenizer = opened(shuffled(seed)[0], tmp_path)
        assert lost_by_model(tokenizer) == unreachable_by_merges(tokenizer)


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_that_comes_out_of_a_book_is_called_unreachable(kind: str, tmp_path: Path) -> None:
    tokenizer = opened(library_file(kind), tmp_path)
    found = reached(tokenizer)
    assert found.unreachable is not None
    counts = counted(tokenizer, Corpus.of("alice"))
    assert not (found.unreachable & (counts > 0)).any()
    assert not (found.unreachable & found.inside).any()
    if kind in ("bytes", "bpe"):
        assert found.unreachable.sum() == 0


def test_bert_never_gives_what_its_rules_cut_or_change(tmp_path: Path) -> None:
    tokenizer = load_preset("bert-base-uncased")
    if not isinstance(tokenizer, LibraryTokenizer):
        pytest.fail("it runs on its library")
    lost = unreachable_tokens(tokenizer)
    assert lost is not None
    texts = [tokenizer.vocabulary[id].decode() for id in lost]
    assert "[unused17]" in texts
    assert "the" not in texts
    assert len(texts) == 995
    for id in lost[::50]:
        text = tokenizer.vocabulary[id].decode()
        for before in ("", "a", " ", "."):
            assert id not in tokenizer.encode(f"{before}{text} end").ids.tolist()


def test_a_library_that_does_not_show_its_model_says_nothing_of_reach() -> None:
    tokenizer = load_preset("modernbert")
    assert isinstance(tokenizer, LibraryTokenizer)
    assert unreachable_tokens(tokenizer) is None
    assert library_forest(tokenizer) is None
    last = [event for event in overview(Asked(tokenizer)) if isinstance(event, Overview)][-1]
    assert "unreachable" not in last.columns.marked
    assert "does not show how it comes to its tokens" in last.note


# -- trees -------------------------------------------------------------------------------------------------------------


def text_under(vocabulary: Vocabulary, tree: TokenTree) -> bytes:
    return b"".join(text_under(vocabulary, child) for child in tree.children) or vocabulary[tree.id]


@pytest.mark.parametrize("kind", ["bpe", "bytes"])
def test_trees_of_a_library_spell_their_tokens(kind: str, tmp_path: Path) -> None:
    tokenizer = opened(library_file(kind), tmp_path)
    forest = forest_of_any(tokenizer)
    assert forest is not None
    merges = tokenizer.description.fields["merges"]
    assert (int((forest.steps > 0).sum()), int(forest.steps.max())) == (len(merges), len(merges))
    for id in np.flatnonzero(forest.steps).tolist():
        assert text_under(tokenizer.vocabulary, forest.tree(id)) == tokenizer.vocabulary[id]
        left, right = merges[int(forest.steps[id]) - 1]
        assert (int(forest.left[id]), int(forest.right[id])) == (left, right)


def test_trees_of_sentencepiece_and_none_where_nothing_is_merged(tmp_path: Path) -> None:
    tokenizer = sentencepiece("bpe", tmp_path)
    forest = library_forest(tokenizer)
    assert forest is not None
    made = np.flatnonzero(forest.steps).tolist()
    assert len(made) > 700
    assert all(text_under(tokenizer.vocabulary, forest.tree(id)) == tokenizer.vocabulary[id] for id in made)
    assert library_forest(sentencepiece("unigram", tmp_path)) is None
    assert library_forest(opened(library_file("wordpiece"), tmp_path)) is None


# -- all together ------------------------------------------------------------------------------------------------------


def test_what_is_known_comes_step_by_step(tmp_path: Path) -> None:
    tokenizer = opened(library_file("bytes"), tmp_path)
    known = [event for event in overview(Asked(tokenizer, corpus=Corpus.of("alice"))) if isinstance(event, Overview)]
    assert [event.columns.counts is not None for event in known] == [False, True, True]
    marked = known[-1].columns.marked
    counts = known[-1].columns.counts
    assert counts is not None
    assert set(marked) == {"variants", "unused", "rare", "unreachable", "inside"}
    assert not (marked["unused"] & marked["rare"]).any()
    assert (counts[marked["rare"]] <= RARE).all()
    assert (counts[marked["unused"]] == 0).all()
    said = known[-1].columns.survey.said
    the, capital = said.id_of(b" the"), said.id_of(b"The")
    assert the is not None
    assert marked["variants"][the]
    assert capital is None or marked["variants"][capital]


def test_what_is_known_already_is_not_found_again(tmp_path: Path) -> None:
    tokenizer = opened(library_file("bytes"), tmp_path)
    first = next(event for event in overview(Asked(tokenizer)) if isinstance(event, Reach))
    again = list(overview(Asked(tokenizer, reach=first)))
    assert not [event for event in again if isinstance(event, Reach | Progress)]
    last = again[-1]
    assert isinstance(last, Overview)
    assert np.array_equal(last.columns.marked["inside"], first.inside)

"""Character level: the sorted alphabet, and what is not in it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.algorithms.char_level import CharLevel, CharLevelTrainer
from engine.errors import EncodeError, OptionError
from engine.model import Probes, Start, Stopped, WordCounts, padded

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = json.loads((ROOT / "tests/data/worked_examples.json").read_text(encoding="utf-8"))


def trained(text: str, unknown: str | None = None) -> CharLevel:
    trainer = CharLevelTrainer(unknown=unknown)
    start, stopped = trainer.steps(WordCounts.of({text.encode(): 1}))
    assert isinstance(start, Start)
    assert stopped == Stopped("exhausted")
    return trainer.model(start, ())


def test_the_worked_example() -> None:
    case = next(case for case in EXAMPLES if case["kind"] == "char-level")
    model = trained(case["corpus"])
    assert [token.decode() for token in model.vocabulary] == case["vocab"]
    for text, ids in case["encode"].items():
        assert model.tokenize(text.encode()).tolist() == ids
    for text, names in case["unknown"].items():
        with pytest.raises(EncodeError, match=f'"{names[0]}"'):
            model.tokenize(text.encode())
    with_unknown = trained(case["corpus"], "<unk>")
    for text, names in case["unknown"].items():
        cut = with_unknown.cut(padded(text.encode()), np.array([0]), np.array([len(text)]))
        assert [text[a:b] for (a, b), id in zip(cut.spans, cut.ids, strict=True) if id == 0] == names


def test_one_unseen_character_is_one_unknown() -> None:
    case = next(case for case in EXAMPLES if case["kind"] == "coverage-bound")
    model = trained("abc", "[UNK]")
    ids = model.tokenize("𐍈".encode())
    assert [model.vocabulary[id].decode() for id in ids] == case["character_level_tokens"]


@settings(max_examples=150, deadline=None)
@given(st.text(min_size=1), st.text())
def test_each_character_is_one_token_and_comes_back(corpus: str, text: str) -> None:
    corpus, text = (part.encode("utf-8", "replace").decode() for part in (corpus, text))
    model = trained(corpus, "<unk>")
    alphabet = sorted(set(corpus))
    assert [token.decode() for token in model.vocabulary] == ["<unk>", *alphabet]
    ids = model.tokenize(text.encode()).tolist()
    assert ids == [alphabet.index(character) + 1 if character in alphabet else 0 for character in text]
    known = [id for id in ids if id]
    assert model.join(known, b" ").decode() == "".join(character for character in text if character in alphabet)
    cut = model.cut(padded(text.encode()), np.zeros(1, np.int64), np.array([len(text.encode())]))
    assert [text.encode()[a:b].decode() for a, b in cut.spans] == list(text)


def test_how_things_stand() -> None:
    table = WordCounts.of({"aé".encode(): 1, b"?": 1})
    probes = Probes(
        ("x", "y"),
        table.data,
        table.starts,
        table.lengths,
        np.array([0, 2, 3]),
        np.array([0, 1, 1]),
        np.array([3, 1, 5]),
    )
    start, _ = CharLevelTrainer().steps(WordCounts.of({"éa".encode(): 7, b"b": 1}), probes)
    assert isinstance(start, Start)
    assert (start.symbols, start.corpus_tokens) == ((b"a", b"b", "é".encode()), 15)
    assert start.probe_tokens.tolist() == [6, 7]


def test_it_has_no_steps() -> None:
    model = trained("ab", "?")
    assert (model.kind, model.step_count, model.size, model.base, model.unknown) == ("char-level", 0, 3, 3, 0)
    assert model.at_step(0).tokenize(b"b").tolist() == [2]
    assert model.identity_fields() == {"unknown": "?"}
    with pytest.raises(IndexError):
        model.at_step(1)


def test_a_vocabulary_too_small_is_refused_with_the_least() -> None:
    with pytest.raises(OptionError, match="3 characters and 1 special tokens need at least 4"):
        list(CharLevelTrainer(vocab_size=3).steps(WordCounts.of({b"abc": 1}), specials=1))
    for options in ({"vocab_size": 0}, {"unknown": ""}):
        with pytest.raises(OptionError, match=r"\.$"):
            CharLevelTrainer(**options)  # type: ignore[arg-type]

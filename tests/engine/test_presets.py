"""The bundled encodings give exactly what the library that published them gives."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import tiktoken
import tiktoken_ext.openai_public as published

from engine.errors import OptionError
from engine.formats import tiktoken_bpe
from engine.parallel import udhr
from engine.presets import PRESETS, bundled, encoding_file, load_preset

EXAMPLES = json.loads((Path(__file__).parents[1] / "data" / "worked_examples.json").read_text(encoding="utf-8"))


@cache
def library(name: str) -> tiktoken.Encoding:
    """The library's encoding, built from our bundled file: it would ask the network for its own."""
    ranks = {token: rank for rank, token in tiktoken_bpe.read_ranks(encoding_file(f"{name}.tiktoken"), name).items()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(published, "load_tiktoken_bpe", lambda *args, **kwargs: ranks)
        patch.setattr(published, "data_gym_to_mergeable_bpe_ranks", lambda *args, **kwargs: ranks)
        return tiktoken.Encoding(**getattr(published, name)())


@pytest.mark.parametrize("name", bundled())
def test_merges_follow_from_the_published_file(name):
    content = encoding_file(f"{name}.tiktoken")
    tokens = tiktoken_bpe.read_ranks(content, name)
    merges = [(left, right) for left, right, _ in tiktoken_bpe.recovered_merges(tokens)]
    assert np.array_equal(load_preset(name).model.merges, np.array(merges))
    assert tiktoken_bpe.KNOWN_FILES[PRESETS[name].digest].name == name


@pytest.mark.parametrize("name", bundled())
def test_vocabulary_and_special_tokens_are_the_publishers(name):
    ours, theirs = load_preset(name), library(name)
    assert ours.special == theirs._special_tokens
    assert len(ours.vocabulary) == theirs.n_vocab
    assert theirs._mergeable_ranks.items() == {
        token: id for id, token in enumerate(ours.vocabulary) if id not in {*ours.vocabulary.holes, *ours.special.values()}
    }.items()  # fmt: skip


@pytest.mark.parametrize("name", bundled())
def test_ids_of_every_aligned_text_are_the_librarys(name):
    ours, theirs, declaration = load_preset(name), library(name), udhr()
    codes = [code for code, language in declaration.languages.items() if language.aligned]
    assert len(codes) == 471
    for code in codes:
        units = declaration.units(code)
        expected = theirs.encode_ordinary_batch(list(units), num_threads=1)
        counts = ours.count(units)
        assert counts.ids.tolist() == [id for ids in expected for id in ids], code
        assert counts.tokens.tolist() == [len(ids) for ids in expected], code
        assert counts.round_trip.all()


def test_published_counts_of_the_declaration():
    declaration = udhr()
    found = {
        (name, code): int(load_preset(name).count(declaration.units(code)).tokens.sum())
        for name in bundled()
        for code in ("eng", "hin")
    }
    assert found == {
        ("gpt2", "eng"): 1_541, ("gpt2", "hin"): 13_343, ("cl100k_base", "eng"): 1_521, ("cl100k_base", "hin"): 8_321,
        ("o200k_base", "eng"): 1_519, ("o200k_base", "hin"): 2_421,
    }  # fmt: skip


@pytest.mark.parametrize("example", [row for row in EXAMPLES if row["kind"] == "encode"], ids=lambda row: row["id"])
def test_worked_examples_of_encoding(example):
    name = {"cl100k": "cl100k_base", "o200k": "o200k_base"}.get(example["encoding"], example["encoding"])
    tokenizer = load_preset(name)
    allowed = frozenset(tokenizer.special) if example["special_allowed"] else frozenset()
    encoding = tokenizer.encode(example["text"], allowed_special=allowed)
    assert encoding.ids.tolist() == example["ids"]
    assert [token.hex() for token in encoding.tokens] == example["token_bytes_hex"]
    assert tokenizer.decode(example["ids"]) == example["text"]


@pytest.mark.parametrize("parts", [("a\n", "\nb"), ("hel", "lo world"), ("foo ", "bar"), ("12", "345")])
def test_a_text_is_more_than_its_parts(parts):
    ours, theirs = load_preset("cl100k_base"), library("cl100k_base")
    assert ours.encode("".join(parts)).ids.tolist() == theirs.encode_ordinary("".join(parts))
    assert [id for part in parts for id in ours.encode(part).ids.tolist()] != theirs.encode_ordinary("".join(parts))


def test_an_unknown_name_is_refused_with_those_there_are():
    with pytest.raises(OptionError, match=r'no tokenizer "gpt9". Bundled are: gpt2, cl100k_base, o200k_base'):
        load_preset("gpt9")

"""Published merges at an earlier step: a vocabulary, an identity, and sizes that are those of that step, whatever runs them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine import formats
from engine.algorithms.bpe import BPE
from engine.backends import AnyTokenizer, LibraryTokenizer
from engine.backends.tiktoken_library import TiktokenLibrary
from engine.cells import Cell
from engine.formats.tiktoken_bpe import with_library
from engine.imported_merges import imported_history
from engine.normalizers import IDENTITY
from engine.parallel import udhr
from engine.patterns import PATTERNS
from engine.size_curve import size_curve
from engine.sweep import sweep, sweep_steps
from engine.tokenizer import PipelineTokenizer
from engine.vocabulary import glyphs

BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}


def saved(path: Path, model: dict[str, Any], **parts: Any) -> Path:
    path.write_text(json.dumps({"version": "1.0", "added_tokens": [], "model": {"type": "BPE", **model}, **parts}))
    return path


@pytest.fixture
def two_ways(tmp_path: Path) -> PipelineTokenizer:
    """The token `abc` is made by two merges; `xyz` by none."""
    texts = [*(glyphs(bytes([byte])) for byte in range(256)), "ab", "bc", "abc", "abcd", "xyz"]
    model = {
        "vocab": {text: id for id, text in enumerate(texts)},
        "merges": [["a", "b"], ["b", "c"], ["ab", "c"], ["a", "bc"], ["abc", "d"]],
    }
    opened = formats.load(saved(tmp_path / "a.json", model, pre_tokenizer=BYTE_LEVEL, decoder=BYTE_LEVEL))
    assert isinstance(opened, PipelineTokenizer)
    assert isinstance(opened.model, BPE)
    assert not opened.model.is_plain
    return opened


@pytest.fixture
def characters(tmp_path: Path) -> LibraryTokenizer:
    """Runs on the `tokenizers` library."""
    texts = ["<unk>", "a", "b", "c", "ab", "abc", "cc"]
    model = {
        "unk_token": "<unk>",
        "vocab": {text: id for id, text in enumerate(texts)},
        "merges": [["a", "b"], ["ab", "c"], ["c", "c"]],
    }
    opened = formats.load(saved(tmp_path / "b.json", model, pre_tokenizer={"type": "WhitespaceSplit"}))
    assert isinstance(opened, LibraryTokenizer)
    return opened


@pytest.fixture
def ranks() -> LibraryTokenizer:
    """Runs on `tiktoken`: a byte stands behind tokens of several bytes."""
    texts = [*(bytes([byte]) for byte in range(255)), b"ab", b"abc", b"\xff", b"abcd"]
    opened = with_library(dict(enumerate(texts)), PATTERNS["gpt2"], {"<e>": 300}, IDENTITY, "ranks", "ranks", "")
    assert isinstance(opened.library, TiktokenLibrary)
    return opened


@pytest.fixture(params=["two_ways", "characters", "ranks"])
def published(request: pytest.FixtureRequest) -> AnyTokenizer:
    found: AnyTokenizer = request.getfixturevalue(request.param)
    return found


def test_the_vocabulary_at_a_step_has_what_its_merges_make(published: AnyTokenizer) -> None:
    for step in range(published.step_count + 1):
        state = published.at_step(step)
        came_out = state.encode("abcd abc ab bc cc xyz").ids.tolist() if published.kind == "byte-bpe" else []
        came_out += state.encode("abc ab cc").ids.tolist()
        assert all(map(state.vocabulary.has, came_out)), step
        assert state.vocabulary.entries == published.entries_at(step)
        assert state.decode(state.encode("abc ab").ids.tolist()).replace(" ", "") == "abcab"


def test_sizes_at_steps(two_ways, characters, ranks) -> None:
    assert [two_ways.entries_at(step) for step in range(6)] == [256, 257, 258, 259, 259, 261]
    assert [characters.entries_at(step) for step in range(4)] == [4, 5, 6, 7]
    assert [ranks.entries_at(step) for step in range(4)] == [257, 258, 259, 260]


def test_steps_that_give_other_ids_have_other_identities(published: AnyTokenizer) -> None:
    states = [published.at_step(step) for step in range(published.step_count + 1)]
    assert len({state.identity for state in states}) == len(states)
    assert states[-1].identity == published.identity


def test_a_sweep_takes_the_steps_at_which_the_size_is_a_power_of_two(two_ways, characters, ranks) -> None:
    assert sweep_steps(two_ways) == [0, 5]
    assert sweep_steps(characters) == [0, 3]
    assert sweep_steps(ranks) == [3]


def test_a_sweep_tells_the_size_of_each_step(two_ways, characters) -> None:
    for tokenizer, sizes in ((two_ways, [256, 261]), (characters, [4, 7])):
        cells = [event for event in sweep([tokenizer], udhr(), ["eng"]) if isinstance(event, Cell)]
        assert [(cell.vocab_size, cell.sums.vocabulary_size) for cell in cells] == [(size, size) for size in sizes]


def test_sizes_of_played_merges_are_those_of_the_tokenizer_at_each_position(two_ways: PipelineTokenizer) -> None:
    *_, history = imported_history(two_ways, "abcd abc ab bc")
    positions = range(len(history) + 1)
    assert history.sizes.tolist() == [history.tokenizer_at(step).vocabulary.entries for step in positions]
    curve = size_curve(history)
    assert curve is not None
    assert curve.sizes.tolist() == [256, 257, 258, 259, 261]
    assert curve.positions.tolist() == [0, 1, 2, 4, 5]
    assert np.array_equal(curve.tokens, history.corpus_tokens[curve.positions])

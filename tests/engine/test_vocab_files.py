"""Opening vocab.json with merges.txt, and vocab.txt: what they do not say is found beside them, or asked for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.errors import FormatError, PatternNeededError
from engine.formats import load
from engine.patterns import PATTERNS
from engine.tokenizer import PipelineTokenizer
from engine.vocabulary import glyphs

BYTES = [bytes([byte]) for byte in range(256)]


def write(path: Path, content: str | bytes | dict[str, Any]) -> Path:
    if isinstance(content, dict):
        content = json.dumps(content)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def tokens_of(tokenizer: Any, text: str) -> list[str]:
    return [token.decode("utf-8", "replace") for token in tokenizer.encode(text).tokens]


# -- vocab.json and merges.txt -----------------------------------------------------------------------------------------


def byte_level_pair(folder: Path, **vocabulary: int) -> Path:
    tokens = [*(glyphs(byte) for byte in BYTES), glyphs(b" t"), glyphs(b" th"), "<|end|>"]
    write(folder / "vocab.json", {token: id for id, token in enumerate(tokens)} | vocabulary)
    write(folder / "merges.txt", "#version: 0.2\nĠ t\nĠt h\n")
    return folder


def test_a_folder_of_two_files_is_opened_with_a_pattern(tmp_path):
    byte_level_pair(tmp_path)
    for path in (tmp_path, tmp_path / "vocab.json", tmp_path / "merges.txt"):
        with pytest.raises(PatternNeededError, match="--pattern: gpt2"):
            load(path)
        ours = load(path, PATTERNS["gpt2"])
        assert isinstance(ours, PipelineTokenizer)
        assert ours.encode("a the").ids.tolist() == [97, 257, 101]
        assert ours.special == {"<|end|>": 258}
        assert ours.at_step(1).encode(" the").ids.tolist() == [256, 104, 101]


@pytest.mark.parametrize(
    ("config", "name"),
    [
        ({"tokenizer_class": "GPT2TokenizerFast"}, "gpt2"),
        ({"tokenizer_class": "Qwen2Tokenizer"}, "qwen"),
        ({"mergescope": {"pattern": "o200k"}}, "o200k"),
    ],
)
def test_the_configuration_beside_it_says_how_text_is_cut(tmp_path, config, name):
    write(byte_level_pair(tmp_path) / "tokenizer_config.json", config)
    assert load(tmp_path).pattern.name == name


def test_merges_of_characters_are_opened_too(tmp_path):
    write(tmp_path / "vocab.json", {"<unk>": 0, "l": 1, "o": 2, "w</w>": 3, "lo": 4, "low</w>": 5, "w": 6})
    write(tmp_path / "merges.txt", "#version: 0.2\nl o\nlo w</w>\n")
    ours = load(tmp_path)
    assert tokens_of(ours, "low lowx") == ["low", "lo", "w", "x"]
    assert ours.encode("low lowx").unknown == (3,)
    assert ours.decode(ours.encode("low low").ids.tolist()) == "low low"
    assert [ours.vocabulary[id] for id in (3, 5)] == [b"w</w>", b"low</w>"]


@pytest.mark.parametrize(
    ("merges", "sentence"),
    [
        ("Ġ t\nĠ", r"merges\.txt, line 2: expected two parts with a blank between them, found 1"),
        ("Ġ t h\n", r"line 1: expected two parts with a blank between them, found 3"),
        ("Ġ t\n\nĠ t\n", r"line 3 repeats the merge of line 1"),
        ("Ġ Q\n", r'merges\.txt, line 1: the product "ĠQ" is not in the vocabulary'),
        ("Ġ 日\n", r'line 1: the part "日" is not in the vocabulary'),
        (b"\xc4\xa0 t\n\xff a\n", r"merges\.txt, line 2: byte 5 is not UTF-8"),
    ],
)
def test_damaged_merges_are_named_by_line(tmp_path, merges, sentence):
    write(byte_level_pair(tmp_path) / "merges.txt", merges)
    with pytest.raises(FormatError, match=sentence):
        load(tmp_path, PATTERNS["gpt2"])


def test_one_file_of_two_is_not_enough(tmp_path):
    byte_level_pair(tmp_path)
    (tmp_path / "merges.txt").unlink()
    with pytest.raises(FormatError, match=r"vocab\.json is one of two files; merges\.txt is missing"):
        load(tmp_path / "vocab.json", PATTERNS["gpt2"])
    with pytest.raises(FormatError, match="is a folder without"):
        load(tmp_path / "..")


# -- vocab.txt ---------------------------------------------------------------------------------------------------------


def test_a_vocabulary_of_bert_says_whether_it_is_lower_cased(tmp_path):
    path = write(tmp_path / "vocab.txt", "[PAD]\n[UNK]\n[CLS]\ncafe\n##s\n,\n")
    ours = load(path)
    assert ours.encode("CAFÉS, x").ids.tolist() == [3, 4, 5, 1]
    assert ours.name == tmp_path.name
    assert dict(ours.special) == {"[PAD]": 0, "[UNK]": 1, "[CLS]": 2}
    cased = load(write(tmp_path / "cased.txt", "[UNK]\nCafe\ncafe\n"))
    assert (cased.name, cased.encode("Cafe").ids.tolist()) == ("cased", [1])
    write(tmp_path / "tokenizer_config.json", {"do_lower_case": False})
    assert load(path).encode("CAFE").ids.tolist() == [1]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("a\nb\n", r"vocab\.txt holds no \[UNK\]"),
        ("[UNK]\na\na\n", r'the token "a" stands in line 2 and in line 3'),
        ("<unk>\t0\n[UNK]\t0\n", "found a table"),
        (b"[UNK]\n\xff\n", r"vocab\.txt, line 2: byte 6 is not UTF-8"),
        ("", r"vocab\.txt: the file is empty"),
    ],
)
def test_damaged_vocabularies_are_named_by_line(tmp_path, content, sentence):
    with pytest.raises(FormatError, match=sentence):
        load(write(tmp_path / "vocab.txt", content))

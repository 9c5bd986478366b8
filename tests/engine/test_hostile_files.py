"""Files that mean harm: they are refused with a sentence before they fill memory or search for ever."""

from __future__ import annotations

import gzip
import os
import sys
from pathlib import Path

import pytest

from engine.errors import FormatError, OptionError
from engine.formats import clip, load
from engine.formats.files import LARGEST, read_bytes
from engine.patterns import pattern_named
from engine.pre_tokenizers import PreTokenizer

ENDLESS = r"(a|aa)+b|."
"""Tries every way to cut a run of a's, of which there are as many as Fibonacci numbers."""


def test_a_pattern_that_searches_for_ever_is_stopped_and_named() -> None:
    pattern = pattern_named(ENDLESS)
    with pytest.raises(OptionError, match="possessive"):
        PreTokenizer(pattern).split_text("a" * 80)


def test_an_ordinary_pattern_of_ones_own_is_not_hindered() -> None:
    assert PreTokenizer(pattern_named(r"\w+|\W")).split_text("a b") == ["a", " ", "b"]


def test_the_file_of_a_model_is_no_tokenizer_however_large(tmp_path: Path) -> None:
    file = tmp_path / "tokenizer.json"
    with file.open("wb") as stream:
        stream.truncate(LARGEST + 1)  # takes no room on the disk
    with pytest.raises(FormatError, match=r"tokenizer\.json has 268 MB"):
        load(file)


@pytest.mark.skipif(sys.platform == "win32", reason="There are no such devices.")
def test_a_device_that_never_ends_is_no_file() -> None:
    with pytest.raises(FormatError, match="is no file"):
        read_bytes(Path("/dev/zero"))


@pytest.mark.skipif(sys.platform == "win32", reason="There are no such pipes.")
def test_a_pipe_that_nobody_writes_to_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "tokenizer.json")
    with pytest.raises(FormatError, match="is no file"):
        load(tmp_path / "tokenizer.json")


def test_a_packed_list_of_merges_that_claims_to_be_endless_is_read_in_part(tmp_path: Path) -> None:
    file = tmp_path / "bpe_simple_vocab_16e6.txt.gz"
    file.write_bytes(gzip.compress(bytes(1 << 26)))
    with pytest.raises(FormatError, match="does not hold CLIP's"):
        clip.load(file)


def test_json_that_is_nested_without_end_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "tokenizer.json"
    file.write_bytes(b'{"a":' * 200_000)
    with pytest.raises(FormatError, match=r"nested too deep|no JSON"):
        load(file)

"""What people met in other programs: files of tokenizers, opened, saved and handed to the libraries."""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
import tiktoken
import tokenizers

from engine.corpus import Corpus
from engine.errors import FormatError, PatternNeededError, UnsupportedError
from engine.formats import load, save
from engine.pre_tokenizers import pattern_named
from engine.tokenizer import PipelineTokenizer
from engine.vocabulary import glyphs
from tests.cases.training import learned

FILES = Path(__file__).parent / "files"
ROOT = Path(__file__).parents[2]
EVERYTHING = r"[\s\S]+"
PROBES = [
    "hello world", " two  blanks ", "é e\u0301", "👩‍🚀", "a\u00a0b\u2003c", "tab\tnl\ncr\r\n", "हिन्दी", "<|endoftext|>",
    "##x </w> ▁y Ġz", "0123456789", "",
]  # fmt: skip


@cache
def trained(pattern: str) -> PipelineTokenizer:
    history = learned(Corpus.of("alice"), pattern, vocab_size=1_000)
    return history.tokenizer_at(len(history))


def test_a_merge_without_its_product_is_named():
    with pytest.raises(FormatError, match=r'merge 1 \(a \+ b\): the product "ab" is not in the vocabulary'):
        load(FILES / "tj_missing_product.json")


def test_special_tokens_that_take_blanks_are_refused_for_now():
    with pytest.raises(UnsupportedError, match=r'special token "<m>" .*\(lstrip\)'):
        load(FILES / "tj_added_strip.json")


def test_bytes_are_shown_and_written_as_the_published_files_do():
    shown = {
        0x00: "Ā", 0x09: "ĉ", 0x0A: "Ċ", 0x0D: "č", 0x20: "Ġ", 0x7F: "ġ", 0x80: "Ģ", 0xA0: "ł", 0xAD: "Ń", 0xFF: "ÿ",
    }  # fmt: skip
    assert {byte: glyphs(bytes([byte])) for byte in shown} == shown
    assert len({glyphs(bytes([byte])) for byte in range(256)}) == 256
    assert [glyphs(token) for token in trained("gpt2").encode("Ġ").tokens] == ["Ä", "ł"]


def test_ranks_with_windows_line_ends_need_a_pattern():
    with pytest.raises(PatternNeededError, match="--pattern"):
        load(FILES / "good_crlf.tiktoken")
    opened = load(FILES / "good_crlf.tiktoken", pattern_named(EVERYTHING))
    assert (len(opened.vocabulary), opened.encode("ab").ids.tolist()) == (257, [256])


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("badb64.tiktoken", "line 257 is not base64"),
        ("duprank.tiktoken", r"rank 0 is used twice \(lines 1 and 257\)"),
    ],
)
def test_damaged_ranks_are_named_by_line(name, sentence):
    with pytest.raises(FormatError, match=sentence):
        load(FILES / name, pattern_named("gpt2"))


def test_a_token_that_no_merge_reaches_stays_a_whole_pre_token(tmp_path):
    opened = load(FILES / "dotcolon.tiktoken", pattern_named(EVERYTHING))
    save(opened, tmp_path / "dotcolon.json")
    model = json.loads((tmp_path / "dotcolon.json").read_text("utf-8"))["model"]
    assert (model["ignore_merges"], len(model["merges"]), len(model["vocab"])) == (True, 2, 259)
    library = tokenizers.Tokenizer.from_file(str(tmp_path / "dotcolon.json"))
    for text, expected in ((".:.:", [258]), ("x.:.:", [120, 46, 256, 58])):
        assert (
            opened.encode(text).ids.tolist() == load(tmp_path / "dotcolon.json").encode(text).ids.tolist() == expected
        )
        assert library.encode(text).ids == expected


@pytest.mark.parametrize("pattern", ["gpt2", "cl100k", "o200k", "none", r"\w+|[^\w\s]+|\s+"])
def test_the_libraries_give_the_same_ids_for_every_probe(tmp_path, pattern):
    ours = trained(pattern)
    save(ours, tmp_path / "t.json")
    theirs = tokenizers.Tokenizer.from_file(str(tmp_path / "t.json"))
    ranks = {ours.vocabulary[id]: id for id in range(len(ours.vocabulary))}
    ticks = tiktoken.Encoding(
        "t", pat_str=ours.pattern.expression or EVERYTHING, mergeable_ranks=ranks, special_tokens={}
    )
    for text in PROBES:
        ids = ours.encode(text).ids.tolist()
        assert (theirs.encode(text).ids, ticks.encode_ordinary(text)) == (ids, ids)
        assert ours.decode(ids) == text


@pytest.mark.skipif(os.name == "nt", reason="locales are set as on POSIX")
def test_files_are_utf8_in_every_locale(tmp_path):
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    (tmp_path / "t.txt").write_text("the é 😀 the é 😀\n", encoding="utf-8")

    def run(*arguments: str) -> bytes:
        command = [sys.executable, "-m", "app.main", *arguments]
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True, timeout=100).stdout

    identities = set()
    for suffix in ("json", "tiktoken", "mergescope"):
        path = str(tmp_path / f"é.{suffix}")
        run("train", str(tmp_path / "t.txt"), "--out", path, "--min-frequency", "1")
        identities.add(json.loads(run("inspect", path, "--json"))["identity"])
        data = Path(path).read_bytes()
        assert (data.decode().startswith("\ufeff"), b"\r" in data) == (False, False)
    assert len(identities) == 1

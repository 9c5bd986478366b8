"""Any bytes as a file of any kind: a sentence, or something that is opened and used; never an error of Python's own."""

from __future__ import annotations

import gzip
import io
import json
import sys
import tempfile
from pathlib import Path

import hypothesis.strategies as st
import pyarrow
import pyarrow.parquet
import pytest
from hypothesis import given

from engine import Corpus
from engine.corpora.sources import columns
from engine.corpus import preview, read_report
from engine.counting import count_words
from engine.errors import EngineError
from engine.formats import load
from engine.model import WordCounts
from engine.normalizers import sequence_of
from engine.parallel import load_parallel, separate_texts
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

TOKENIZERS = (
    "tokenizer.json", "vocab.json", "tekken.json", "a.tiktoken", "a.model", "a.gguf", "vocab.txt", "merges.txt", "a.bpe",
    "a.codes", "a.mergescope", "bpe_simple_vocab_16e6.txt.gz",
)  # fmt: skip
TEXTS = ("a.txt", "a.md", "a.txt.gz", "a.txt.zst")
TABLES = ("a.jsonl", "a.json", "a.csv", "a.tsv", "a.parquet", "a.jsonl.gz", "a.csv.zst")
_ROWS = [{"text": "low lower", "n": 1}, {"text": "", "n": None}, {"text": "\u4e2d\u6587 \ud83d", "n": [{}]}]


def _parquet() -> bytes:
    into = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table({"text": ["low", None, "lower"], "n": [1, 2, 3]}), into)
    return into.getvalue()


_LINES = "\n".join(map(json.dumps, _ROWS)).encode()
_WHOLE = (
    b"",
    b"low lower\n",
    "\ufeffna\u00efve \u4e2d\n".encode(),
    "naive \u4e2d".encode("utf-16"),
    b"\x1f\x8b",
    _LINES,
    gzip.compress(_LINES),
    zstd.compress(_LINES),
    b'text,n\n"low ""er""",1\n\xe4,2\n',
    b"text\tn\nlow\t1\n",
    _parquet(),
    b"PK\x03\x04",
    b"GGUF\x03\0\0\0",
    b'{"model": {"type": "BPE", "vocab": {"a": 0}, "merges": []}}',
    b"#version: 0.2\na b\n",
    b"YQ== 0\nYg== 1\n",
    b"minbpe v1\n\n0\n",
    b'{"a": 0, "b": 1, "ab": 2}',
    b"[UNK]\na\n##b\n",
    b"\x0a\x0e\x0a\x05<unk>\x15\0\0\0\0\x18\x02",
    b'{"a":' * 3_000,
    b"[" * 100_000,
)
"""Whole files of many kinds, to be damaged; each is also given under the names of all others."""


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A file of some kind with a few changes."""
    data = bytearray(draw(st.sampled_from(_WHOLE)))
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(data)))
        end = start + draw(st.sampled_from([0, 0, 1, 2, 8]))
        data[start:end] = draw(st.one_of(st.binary(max_size=6), st.sampled_from([b'"', b"\n", b"-1", b"1e999", b"\0"])))
    return bytes(data)


_LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(),
    st.text(max_size=4),
    st.sampled_from(
        ["BPE", "Unigram", "WordPiece", "WordLevel", "ByteLevel", "Split", "Sequence", "a", "b", "ab", "<unk>", "a b"]
    ),
)
_NAMES = st.sampled_from(
    [
        "version", "model", "type", "vocab", "merges", "unk_token", "unk_id", "byte_fallback", "added_tokens",
        "normalizer", "pre_tokenizer", "pretokenizers", "pattern", "Regex", "String", "behavior", "decoder", "content",
        "id", "special", "format", "kind", "parts", "base", "pieces", "scores", "specials", "config", "token_bytes",
        "rank", "default_vocab_size", "a", "b",
    ]
)  # fmt: skip
_JSON = st.recursive(
    _LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(_NAMES, inner, max_size=5)),
    max_leaves=30,
)
json_bytes = st.dictionaries(_NAMES, _JSON, max_size=6).map(lambda value: json.dumps(value).encode())
any_bytes = st.one_of(damaged(), json_bytes, st.binary(max_size=200))


def use_tokenizer(path: Path) -> None:
    tokenizer = load(path)
    encoding = tokenizer.encode("low 12 \u4e2d ab\n")
    tokenizer.decode(encoding.ids.tolist(), "replace")
    assert tokenizer.identity


def use_text(path: Path, column: str | None = None) -> None:
    corpus = Corpus.of(path, column=column)
    (source,) = corpus.sources
    assert len(preview(source)) <= 2_000
    report = read_report(source)
    assert all("\n" not in note for note in report.notes(path.name))
    for event in count_words(corpus, sequence_of([]), PreTokenizer(PATTERNS["gpt2"])):
        if isinstance(event, WordCounts):
            assert event.word(len(event) - 1).decode()


def use_table(path: Path) -> None:
    for column in columns(path)[:3]:
        use_text(path, column)


def refusal(use, path: Path) -> str:
    """Why a file is refused: one sentence; "" where it is opened and used."""
    try:
        use(path)
    except EngineError as error:
        return str(error)
    return ""


def check(use, name: str, data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        sentence = refusal(use, path)
        assert "\n" not in sentence
        assert len(sentence.replace(folder, "")) < 700
        assert [file.name for file in Path(folder).iterdir()] == [name], "nothing is written beside it"
        assert path.read_bytes() == data


@given(st.sampled_from(TOKENIZERS), any_bytes)
def test_any_bytes_as_a_tokenizer(name, data):
    check(use_tokenizer, name, data)


@given(st.sampled_from((*TEXTS, *TABLES)), any_bytes)
def test_any_bytes_as_a_text(name, data):
    check(use_text, name, data)


@given(st.sampled_from(TABLES), any_bytes)
def test_any_bytes_as_a_table(name, data):
    check(use_table, name, data)


@given(st.sampled_from((*TABLES, "fra.txt", "a")), any_bytes)
def test_any_bytes_as_a_parallel_text(name, data):
    check(lambda path: load_parallel(str(path)), name, data)
    check(lambda path: load_parallel(str(path.parent)), name, data)
    check(lambda path: separate_texts(path.parent), name, data)


@pytest.mark.parametrize("name", [*TOKENIZERS, *TEXTS, *TABLES])
def test_a_file_of_each_kind_under_the_name_of_each_other(name):
    for data in _WHOLE:
        for use in (use_tokenizer, use_text, use_table):
            check(use, name, data)

"""Files from strangers: none runs code, reaches the network or fills the memory; what is shown of them is escaped."""

from __future__ import annotations

import ast
import gzip
import json
import os
import resource
import socket
import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import ALGORITHMS, Corpus
from engine import parallel as parallel_module
from engine import tables as tables_module
from engine.corpora import blocks as blocks_module
from engine.corpora.blocks import blocks_of
from engine.counting import count_words
from engine.errors import CorpusError, EngineError
from engine.formats import FORMATS, load, save
from engine.model import WordCounts
from engine.normalizers import sequence_of
from engine.parallel import load_parallel
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from engine.tables import table_rows
from tests.engine.test_every_algorithm import learned, recipe_of

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

ROOT = Path(__file__).parents[2]


# Code -----------------------------------------------------------------------------------------------------------------

_RUNS_WHAT_IT_READS = {"pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib", "jsonpickle", "yaml", "xml"}
_CALLS = {"eval", "exec", "compile", "__import__"}


def sources() -> list[Path]:
    return [path for folder in ("engine", "app") for path in (ROOT / folder).rglob("*.py")]


def test_nothing_that_runs_what_it_reads_is_used() -> None:
    found = []
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            found += [(path.name, name) for name in names if name.split(".")[0] in _RUNS_WHAT_IT_READS]
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _CALLS:
                found.append((path.name, node.func.id))
            if isinstance(node, ast.keyword) and node.arg in ("allow_pickle", "trust_remote_code", "shell"):
                assert isinstance(node.value, ast.Constant)
                assert node.value.value is False, path
    assert found == []


def test_arrays_of_files_are_loaded_without_objects() -> None:
    """`np.load` refuses them unless it is asked; what is bundled is loaded by it too."""
    users = {path.name for path in sources() if "np.load(" in path.read_text("utf-8")}
    assert users == {"session_reading.py", "unicode.py", "presets.py"}
    for path in sources():
        assert "allow_pickle=True" not in path.read_text("utf-8"), path


# The network ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Whoever asks for a name or a connection is noted, and refused."""
    asked: list[object] = []

    def refuse(*given: object, **_: object) -> None:
        asked.append(given)
        raise AssertionError(f"the network was asked for: {given}")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket.socket, "connect_ex", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    return asked


@pytest.mark.parametrize("name", ALGORITHMS)
def test_no_tokenizer_file_reaches_the_network(name: str, tmp_path: Path, no_network: list[object]) -> None:
    history = learned(recipe_of(name, vocab_size=300))
    tokenizer = history.tokenizer_at(len(history)).renamed("https://example.org/tokenizer.json")
    opened = 0
    for kind in FORMATS.values():
        path = tmp_path / f"a{kind.suffix}"
        try:
            save(tokenizer, path, kind.name)
            load(path, tokenizer.pattern if kind.name == "tiktoken" else None).encode("the Rabbit")
        except EngineError:
            continue
        opened += 1
    assert opened >= 2
    assert no_network == []


def test_no_text_reaches_the_network(tmp_path: Path, no_network: list[object]) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text('{"text": "http://example.org/", "url": "https://example.org/a.txt"}\n')
    words(Corpus.of(file, column="url"))
    load_parallel(str(file))
    with pytest.raises(CorpusError):
        Corpus.of("https://example.org/corpus.txt")
    with pytest.raises(EngineError):
        load("https://example.org/tokenizer.json")
    assert no_network == []


def words(corpus: Corpus) -> WordCounts:
    events = count_words(corpus, sequence_of([]), PreTokenizer(PATTERNS["gpt2"]))
    return next(event for event in events if isinstance(event, WordCounts))


def test_the_window_has_no_network_of_its_own() -> None:
    used = [path for path in sources() if "QtNetwork" in path.read_text("utf-8") or "QtWeb" in path.read_text("utf-8")]
    assert used == []
    reaching = {path.relative_to(ROOT).as_posix() for path in sources() if "urllib.request" in path.read_text("utf-8")}
    assert reaching <= {"engine/published/downloads.py"}


# Memory ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv", "a.tsv"])
@pytest.mark.parametrize("line", [b"", b"text,n\n"])
def test_a_line_without_an_end_is_refused(name: str, line: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables_module, "LONGEST_LINE", 1 << 16)
    read = 0

    def pieces() -> Iterator[bytes]:
        nonlocal read
        yield line
        while True:
            read += 1
            yield b'{"text": "' + b"a" * 4096

    with pytest.raises(CorpusError, match=r"longer than|not JSON"):
        list(table_rows(Path(name), pieces()))
    assert read < 40


def test_a_quote_that_never_ends_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables_module, "LONGEST_LINE", 1 << 16)
    pieces = (b'"' if at == 0 else b"a line\n" * 500 for at in range(10**9))
    with pytest.raises(CorpusError, match="field larger than field limit"):
        list(table_rows(Path("a.csv"), pieces))


def test_text_that_nothing_parts_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks_module, "LONGEST_UNCUT", 1 << 20)
    endless = (b"\0" * 65_536 for _ in range(10**9))
    with pytest.raises(CorpusError, match="that nothing parts"):
        list(blocks_of(0, endless, "file", whole_records=False))


def test_a_parallel_text_that_unpacks_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel_module, "LARGEST_TEXT", 1 << 16)
    (tmp_path / "fra.txt.gz").write_bytes(gzip.compress(b"une ligne\n" * 100_000))
    with pytest.raises(CorpusError, match="which no parallel text needs"):
        load_parallel(str(tmp_path))


def _gzip_of(megabytes: int) -> bytes:
    pack = zlib.compressobj(9, zlib.DEFLATED, 31)
    return b"".join([*(pack.compress(b"low lower " * 104_858) for _ in range(megabytes)), pack.flush()])


def _zstd_of(megabytes: int) -> bytes:
    pack = zstd.ZstdCompressor()
    return b"".join([*(pack.compress(b"low lower " * 104_858) for _ in range(megabytes)), pack.flush()])


@pytest.mark.skipif(sys.platform == "win32", reason="no such measure there")
@pytest.mark.parametrize("pack", [_gzip_of, _zstd_of])
def test_a_packed_text_is_read_with_flat_memory(pack, tmp_path: Path) -> None:
    """Memory does not grow with what a small file unpacks to: five times as much takes no more."""
    words(Corpus.of_text("low lower"))  # the loops are loaded

    def peak(megabytes: int) -> int:
        file = tmp_path / f"{megabytes}.txt"
        file.write_bytes(pack(megabytes))
        assert file.stat().st_size < 2_000_000
        assert words(Corpus.of(file)).corpus_bytes == megabytes * 1_048_580
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    first = peak(40)
    assert peak(200) - first < 60_000, "kilobytes"


# Time -----------------------------------------------------------------------------------------------------------------


def _with_regex(place: str) -> str:
    model = {"type": "BPE", "dropout": None, "unk_token": "?", "continuing_subword_prefix": None, "fuse_unk": False}
    model |= {"end_of_word_suffix": None, "byte_fallback": False, "vocab": {"?": 0, "a": 1, "b": 2}, "merges": []}
    pattern = {"Regex": "(a|aa)+b"}
    parts = {
        "normalizer": {"type": "Replace", "pattern": pattern, "content": "x"},
        "pre_tokenizer": {"type": "Split", "pattern": pattern, "behavior": "MergedWithNext", "invert": False},
    }
    return json.dumps({"version": "1.0", "added_tokens": [], "model": model, **{place: parts[place]}})


@pytest.mark.parametrize("place", ["normalizer", "pre_tokenizer"])
def test_a_pattern_that_a_library_searches_for_ever_ends_in_a_sentence(place: str, tmp_path: Path, capfd) -> None:
    """`tokenizers` gives up a match after ten million tries, by a panic."""
    file = tmp_path / "tokenizer.json"
    file.write_text(_with_regex(place))
    with pytest.raises(EngineError, match=r"retry-limit|searches for longer"):
        load(file).encode("a" * 60)
    assert load(file).encode("ab").ids.tolist()
    capfd.readouterr()  # a panic also says so on standard error


# What a command prints -----------------------------------------------------------------------------------------------


def test_a_name_from_a_file_never_steers_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "tokenizer.json"
    file.write_text(json.dumps({"version": "1.0", "model": {"type": "\x1b]0;gone\x07\x1b[2J", "vocab": {}}}))
    command = [sys.executable, "-m", "app.main", "inspect", str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, env=os.environ, check=False)
    assert done.returncode == 1
    assert b"\x1b" not in done.stdout + done.stderr

"""Tokenizer files that ask for what never ends: numbers, expressions, texts that grow, words that are looked up for ever.

What a library would answer by ending the process is tried in a process of its own.
"""

from __future__ import annotations

import base64
import json
import os
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from engine import Corpus
from engine.backends import library_limits
from engine.errors import CorpusError, EngineError, FormatError, OptionError, is_there
from engine.formats import files, load, minbpe, save
from engine.formats.gguf_metadata import read_metadata
from engine.formats.tiktoken_bpe import read_ranks
from engine.parallel import load_parallel, separate_texts
from engine.patterns import pattern_named
from engine.pre_tokenizers import PreTokenizer
from tests.engine.test_every_algorithm import learned, recipe_of

ROOT = Path(__file__).parents[2]
LONG = "9" * 5_000
"""More digits than Python reads."""


def written(path: Path, content: Any) -> Path:
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


# Numbers and values ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tokenizer.json", "tekken.json", "a.mergescope"])
def test_a_number_without_end_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=f"{name} holds a number that is too long to be read"):
        load(written(tmp_path / name, f'{{"model": {{"vocab": {{"a": {LONG}}}}}}}'))


def test_such_a_number_in_the_configuration_beside_it_is_refused(tmp_path: Path) -> None:
    written(tmp_path / "tokenizer_config.json", f'{{"mergescope": {LONG}}}')
    with pytest.raises(FormatError, match=r"tokenizer_config\.json holds a number that is too long"):
        load(written(tmp_path / "tokenizer.json", tokenizer_json()))


def test_more_values_than_any_tokenizer_has_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_VALUES", 1_000)
    with pytest.raises(FormatError, match="holds more than 1,000 values"):
        load(written(tmp_path / "tokenizer.json", f'{{"model": [{"[]," * 1_000}[]]}}'))


def test_a_rank_without_end_is_named_by_its_line() -> None:
    with pytest.raises(FormatError, match=r"a\.tiktoken, line 2: the rank has 5,000 digits"):
        read_ranks(b"YQ== 0\nYg== " + LONG.encode() + b"\n", "a.tiktoken")


@pytest.mark.parametrize("number", [LONG, "\u00b2", "\u0663"])
def test_a_number_of_minbpe_that_is_none_is_named_by_its_line(number: str, tmp_path: Path) -> None:
    file = tmp_path / "a.model"
    for content, place in ((f"minbpe v1\n\n{number}\n", "line 3"), (f"minbpe v1\n\n0\n97 {number}\n", "line 4")):
        file.write_text(content, "utf-8")
        with pytest.raises(FormatError, match=place):
            minbpe.load(file)


def test_merges_of_minbpe_that_double_a_token_again_and_again_are_refused(tmp_path: Path) -> None:
    merges = ["97 97", *(f"{256 + step} {256 + step}" for step in range(40))]  # the last would be a terabyte
    file = written(tmp_path / "a.model", "minbpe v1\n\n0\n" + "\n".join(merges) + "\n")
    with pytest.raises(FormatError, match="its merges make tokens too long for any memory"):
        minbpe.load(file)


def test_merges_of_minbpe_that_make_one_token_are_refused(tmp_path: Path) -> None:
    file = written(tmp_path / "a.model", "minbpe v1\n\n0\n97 98\n256 99\n98 99\n97 258\n")
    with pytest.raises(FormatError, match="line 7 makes the same token as line 5"):
        minbpe.load(file)


def test_bytes_of_tekken_that_are_no_base64_are_named(tmp_path: Path) -> None:
    config = {"pattern": "a", "default_num_special_tokens": 0, "default_vocab_size": 1}
    content = {"config": config, "vocab": [{"rank": 0, "token_bytes": "\u00e9"}]}
    with pytest.raises(FormatError, match="entry 1 of the vocab is no rank with its bytes in base64"):
        load(written(tmp_path / "tekken.json", content))


# Expressions ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "sentence"),
    [
        ("(?:" * 2_000 + "a" + ")" * 2_000, "is nested too deep"),
        ("(?=" * 2_000 + "a" + ")" * 2_000, "is nested too deep"),
        ("|".join(f"w{number}" for number in range(10_000)), "no more than 20,000 are searched for"),
        ("(?a)(?u)x", "mutually incompatible"),
    ],
    ids=["groups", "looks", "words", "flags"],
)
def test_an_expression_that_cannot_be_searched_for_is_refused(expression: str, sentence: str) -> None:
    with pytest.raises(OptionError, match=sentence) as told:
        pattern_named(expression)
    assert len(str(told.value)) < 700


def test_an_expression_that_calls_itself_without_end_is_stopped() -> None:
    with pytest.raises(OptionError, match="It may call itself without an end"):
        PreTokenizer(pattern_named("(?R)")).split_text("a b")


# The library ----------------------------------------------------------------------------------------------------------


def tokenizer_json(**parts: Any) -> dict[str, Any]:
    model = {"type": "BPE", "dropout": None, "unk_token": "?", "continuing_subword_prefix": None, "fuse_unk": False}
    model |= {"end_of_word_suffix": None, "byte_fallback": False, "vocab": {"?": 0, "a": 1, "aa": 2}}
    model |= {"merges": [["a", "a"]]} | parts.pop("model", {})
    return {"version": "1.0", "added_tokens": [], "model": model, **parts}


def replaced(text: str, content: str) -> dict[str, Any]:
    return {"type": "Replace", "pattern": {"String": text}, "content": content}


def in_turn(name: str, steps: list[dict[str, Any]]) -> dict[str, Any]:
    return {"type": "Sequence", name: steps}


def untyped(step: dict[str, Any]) -> dict[str, Any]:
    """As older files have it: the library tells it by its fields."""
    return {name: value for name, value in step.items() if name != "type"}


def marks(mark: str) -> dict[str, Any]:
    return {"type": "Metaspace", "replacement": mark, "prepend_scheme": "always", "split": True}


BYTES = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False}
EMPTY_DELIMITER = {"type": "CTC", "pad_token": "x", "word_delimiter_token": "", "cleanup": True}


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({"normalizer": in_turn("normalizers", [replaced("a", "aa")] * 40)}, "1,048,576 times as long"),
        (
            {"normalizer": in_turn("normalizers", [in_turn("normalizers", [replaced("", "a")] * 8)] * 8)},
            "times as long",
        ),
        (
            {"normalizer": {"type": "Replace", "pattern": {"Regex": "."}, "content": "a" * 2_000_000}},
            "times as long",
        ),
        ({"normalizer": {"type": "Prepend", "prepend": "a" * 2_000}}, "more than 1,000 characters before each text"),
        ({"decoder": in_turn("decoders", [replaced("a", "aa")] * 40)}, "its decoder may make a text"),
        (
            {
                "normalizer": {
                    "type": "Precompiled",
                    "precompiled_charsmap": base64.b64encode(b"\xff" * 19).decode(),
                }
            },
            "the rules of its normalizer are damaged",
        ),
        ({"normalizer": in_turn("normalizers", [untyped(replaced("a", "aa"))] * 40)}, "1,048,576 times as long"),
        ({"normalizer": {"normalizers": [replaced("a", "aa")] * 40}}, "1,048,576 times as long"),
        ({"normalizer": in_turn("normalizers", [{"type": "ByteLevel"}] * 40)}, "1,048,576 times as long"),
        ({"pre_tokenizer": in_turn("pretokenizers", [BYTES] * 40)}, "1,048,576 times as long"),
        ({"pre_tokenizer": in_turn("pretokenizers", [marks("\u2581"), marks("_")] * 20)}, "1,048,576 times as long"),
        ({"normalizer": in_turn("normalizers", [{"type": "NFC"}] * 200)}, "more than 100 things to a text"),
        (
            {"normalizer": in_turn("normalizers", [{"type": "Prepend", "prepend": "a" * 100}] * 20)},
            "more than 1,000 char",
        ),
        ({"decoder": in_turn("decoders", [{"type": "BPEDecoder", "suffix": ""}] * 40)}, "its decoder may make a text"),
        ({"decoder": in_turn("decoders", [EMPTY_DELIMITER] * 40)}, "its decoder may make a text"),
        ({"decoder": in_turn("decoders", [replaced("a", "aa")] * 40) | {"normalizers": [{}]}}, "its decoder may make"),
    ],
    ids=[
        "doubled",
        "within",
        "expression",
        "before",
        "decoder",
        "rules",
        "untyped step",
        "untyped sequence",
        "bytes as letters",
        "bytes again",
        "marks again",
        "many",
        "before, in parts",
        "empty suffix",
        "empty delimiter",
        "another list",
    ],
)
def test_a_text_that_would_grow_without_end_is_refused(parts: dict[str, Any], sentence: str, tmp_path: Path) -> None:
    """The library ends the process when it has no memory left."""
    with pytest.raises(FormatError, match=sentence):
        load(written(tmp_path / "tokenizer.json", tokenizer_json(**parts)))


def test_a_text_that_may_grow_too_long_is_refused_and_a_shorter_one_is_not(tmp_path: Path) -> None:
    steps = [replaced("a", "aa")] * 12
    tokenizer = load(written(tmp_path / "tokenizer.json", tokenizer_json(normalizer=in_turn("normalizers", steps))))
    assert len(tokenizer.encode("a").ids) == 2048
    with pytest.raises(EngineError, match="its normalizer may make this text 4,096 times as long, more than 17 MB"):
        tokenizer.encode("a" * 20_000)


def test_what_usual_files_do_to_a_text_is_far_from_the_limits() -> None:
    """A mark for each blank, and SentencePiece's rules, which make 33 bytes of one sign at most."""
    rules = struct.pack("<I", 8) + bytes(8) + b"a\0" + "\ufdfa".encode() * 11 + b"\0"
    precompiled = {"type": "Precompiled", "precompiled_charsmap": base64.b64encode(rules).decode()}
    rows = {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": "\u2581"}  # as T5 has it
    first = {"type": "Prepend", "prepend": "\u2581"}
    for usual, cut in (([precompiled, replaced(" ", "\u2581"), first], None), ([precompiled, rows], marks("\u2581"))):
        content = {"normalizer": in_turn("normalizers", usual), "pre_tokenizer": cut}
        content |= {"model": {}}
        library_limits.check(content, "a")
        library_limits.check_length(["a" * 10_000_000], library_limits.Growth.of(content, "a"), str, "a")


def test_a_step_that_is_told_by_its_fields_is_no_seam(tmp_path: Path) -> None:
    parts = {"normalizer": untyped(replaced("b", "a")), "pre_tokenizer": {"type": "Whitespace"}}
    tokenizer = load(written(tmp_path / "tokenizer.json", tokenizer_json(**parts)))
    assert tokenizer.seams is None
    assert tokenizer.encode("ab").ids.tolist() == [2]


def test_padding_without_end_is_not_asked_for(tmp_path: Path) -> None:
    """Of a file that is opened here, the library is still asked for a sample."""
    history = learned(recipe_of("byte-bpe", vocab_size=300))
    path = tmp_path / "a.json"
    save(history.tokenizer_at(9), path, "tokenizer-json")
    (tmp_path / "tokenizer_config.json").unlink()
    padding = {"strategy": {"Fixed": 10**12}, "direction": "Right", "pad_to_multiple_of": None, "pad_id": 0}
    content = json.loads(path.read_text("utf-8")) | {"padding": {**padding, "pad_type_id": 0, "pad_token": "!"}}
    code = "import sys; from engine.formats import load; print(len(load(sys.argv[1]).encode('the').ids))"
    command = [sys.executable, "-c", code, str(written(path, content))]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=os.environ, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip() in {"1", "2", "3"}


def test_nothing_is_left_to_chance(tmp_path: Path) -> None:
    """`dropout` passes merges over by chance, in training; here a text always has the same ids."""
    tokenizer = load(written(tmp_path / "tokenizer.json", tokenizer_json(model={"dropout": 0.5})))
    assert all(tokenizer.encode("a" * 40).ids.tolist() == [2] * 20 for _ in range(5))


def test_a_word_that_would_be_looked_up_for_ever_is_refused(tmp_path: Path) -> None:
    model = {
        "type": "WordPiece",
        "unk_token": "?",
        "continuing_subword_prefix": "##",
        "vocab": {"?": 0, "a": 1, "##a": 2},
    }
    content = {"version": "1.0", "added_tokens": [], "model": {**model, "max_input_chars_per_word": 2**40}}
    tokenizer = load(written(tmp_path / "tokenizer.json", {**content, "pre_tokenizer": {"type": "WhitespaceSplit"}}))
    assert tokenizer.encode("a" * 500).ids.tolist() == [1, *[2] * 499]
    with pytest.raises(EngineError, match=r"a word has 100,000 characters\. Here no more than 1,000 are looked up"):
        tokenizer.encode("a " + "a" * 100_000)


# GGUF -----------------------------------------------------------------------------------------------------------------


def gguf(rows: list[tuple[str, bytes]]) -> bytes:
    head = b"GGUF" + struct.pack("<IQQ", 3, 0, len(rows))
    return head + b"".join(struct.pack("<Q", len(name)) + name.encode() + value for name, value in rows)


def test_a_model_that_is_cut_off_while_it_is_read_is_refused(tmp_path: Path) -> None:
    """A mapped file that became shorter would end the process."""
    path = tmp_path / "a.gguf"
    texts = [struct.pack("<Q", 1_000) + b"a" * 1_000] * 400
    path.write_bytes(
        gguf([("first", struct.pack("<II", 4, 1)), ("rest", struct.pack("<IIQ", 9, 8, 400) + b"".join(texts))])
    )

    def cut(_: str) -> bool:
        os.truncate(path, 1_000)
        return True

    with pytest.raises(FormatError, match="ends before its metadata does"):
        read_metadata(path, cut)


def test_more_metadata_than_any_model_has_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a.gguf"
    path.write_bytes(gguf([("much", struct.pack("<IIQ", 9, 0, 1 << 30))]))
    os.truncate(path, 2 << 30)  # takes no room on the disk
    with pytest.raises(FormatError, match=r"has more than 67 MB of metadata"):
        read_metadata(path, lambda _: True)


# Parts of a folder ----------------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="There are no such pipes.")
def test_a_pipe_in_the_place_of_a_folders_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "tokenizer.json")
    with pytest.raises(FormatError, match="is no file"):
        load(tmp_path)


def test_a_name_that_no_system_takes_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="cannot be read: File name too long"):
        load(tmp_path / ("n" * 300))


@contextmanager
def as_nobody() -> Iterator[None]:
    """Who runs the tests may be allowed everything."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.skipif(sys.platform == "win32", reason="There are other rights.")
def test_a_folder_that_is_closed_is_said() -> None:
    with tempfile.TemporaryDirectory() as name:  # one that everybody may look into
        Path(name).chmod(0o755)
        closed = Path(name) / "closed"
        closed.mkdir()
        file = written(closed / "tokenizer.json", "{}")
        closed.chmod(0)
        try:
            with as_nobody():
                for path in (closed, file):
                    for act in (load, Corpus.of, lambda path: load_parallel(str(path))):
                        with pytest.raises(EngineError, match="cannot be read: Permission denied"):
                            act(path)
                with pytest.raises(CorpusError, match="cannot be read: Permission denied"):
                    separate_texts(closed)
                assert not is_there(file)
            (Path(name) / "a.txt").write_text("low")
            with as_nobody():
                corpus = Corpus.of(Path(name))
            assert [Path(source.label).name for source in corpus.sources] == ["a.txt"]
            assert corpus.left_out == (f"{closed} cannot be read: Permission denied.",)
        finally:
            closed.chmod(0o700)

"""What goes wrong around a command: odd arguments, streams that are gone, interruptions.  One sentence, never a traceback."""

import base64
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app import main as program
from engine.formats import load, save
from engine.formats.files import write_atomically

ROOT = Path(__file__).resolve().parent.parent.parent
BYTES = b"".join(b"%s %d\n" % (base64.b64encode(bytes([n])), n) for n in range(256))


def in_shell(command: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The program started by a shell, which may close or replace its streams."""
    line = f'"{sys.executable}" -m app.main {command}'
    return subprocess.run(
        line, shell=True, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, timeout=120, check=False
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--special", "\udcfe"], "not UTF-8"),
        (["--pattern", "\udcfe+"], "not UTF-8"),
        (["--pattern", "birch"], "There is no pattern birch"),
        (["--pattern", "gtp2"], "Did you mean gpt2?"),
    ],
)
def test_arguments_that_are_no_text_or_no_pattern_are_wrong_usage(run, arguments, sentence):
    status, out, err = run("train", "alice", "--steps", 1, *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert sentence in err


def test_a_frequency_beyond_all_counts_learns_nothing(run):
    status, out, err = run("train", "alice", "--min-frequency", 1 << 63, "--json")
    assert (status, json.loads(out)["steps"], json.loads(out)["stopped"]) == (0, 0, "min-frequency")
    assert "0 of the" in err


def test_no_output_overwrites_another_file_of_the_same_command(run, tmp_path):
    corpus = tmp_path / "corpus.json"
    corpus.write_text("low low lower")
    for arguments in (
        ["--out", corpus],
        ["--history", corpus],
        ["--out", tmp_path / "x.json", "--history", tmp_path / "." / "x.json"],
    ):
        status, _, err = run("train", corpus, "--steps", 1, *arguments)
        assert (status, "the same file" in err) == (2, True)
    assert corpus.read_text() == "low low lower"
    assert [path.name for path in tmp_path.iterdir()] == ["corpus.json"]


def test_an_id_of_any_length_is_bad_but_a_number(run):
    huge = "9" * 40
    status, out, err = run("decode", "gpt2", 15496, huge, 11, "--errors", "replace")
    assert (status, out) == (1, f"Hello[{huge}],")
    assert "(place 2 of 3)" in err


@pytest.mark.parametrize(
    "notes",
    [
        {"special_tokens": {"\ud83d": 300}},
        {"special_tokens": {"": 300}},
        {"special_tokens": {"x": 1 << 40}},
        {"special_tokens": {"x": 1_999_999_999}},
        {"special_tokens": {"x": True}},
    ],
)
def test_impossible_special_tokens_of_a_file_are_refused(run, tmp_path, notes):
    path = tmp_path / "odd.tiktoken"
    path.write_bytes(BYTES)
    path.with_name("odd.tiktoken.json").write_text(json.dumps({"pattern": "gpt2", **notes}))
    status, out, err = run("inspect", path)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert "odd.tiktoken.json" in err


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"vocab": {"zz": 1 << 40}}, "the id 1,099,511,627,776 is too large"),
        ({"added": [{"id": 1 << 40, "content": "<s>"}]}, "is too large"),
        ({"added": [{"id": 300, "content": "\ud83d"}]}, "not text"),
        ({"added": [{"id": 300, "content": ""}]}, "must not be empty"),
    ],
)
def test_impossible_ids_of_the_librarys_file_are_refused(run, tmp_path, change, sentence):
    path = tmp_path / "odd.json"
    run("train", "alice", "--vocab-size", 256, "--out", path)
    content = json.loads(path.read_text())
    content["model"]["vocab"] |= change.get("vocab", {})
    content["added_tokens"] = change.get("added", [])
    path.write_text(json.dumps(content))
    status, out, err = run("inspect", path)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert sentence in err


def test_an_interruption_while_modules_load_is_a_sentence(run, monkeypatch):
    def interrupted(name, arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(program, "_run", interrupted)
    assert run("encode", "gpt2") == (130, "", "mergescope: interrupted.\n")


def test_an_interruption_that_a_compiler_turns_into_an_error_is_one_all_the_same(run, monkeypatch):
    def compiles(options):
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as interrupt:
            raise SystemError("returned a result with an exception set") from interrupt

    monkeypatch.setattr("engine.commands.inspect.run", compiles)
    assert run("inspect", "gpt2") == (130, "", "mergescope inspect: interrupted.\n")


def test_an_error_of_our_own_is_no_interruption(run, monkeypatch):
    def fails(options):
        raise SystemError("a mistake")

    monkeypatch.setattr("engine.commands.inspect.run", fails)
    with pytest.raises(SystemError, match="a mistake"):
        run("inspect", "gpt2")


def test_an_interruption_that_native_code_lets_go_by_comes_again(run, monkeypatch):
    class Called:
        def __del__(self):
            raise KeyboardInterrupt

    def goes_on(name, arguments):
        Called()
        until = time.monotonic() + 60
        while time.monotonic() < until:  # it comes in the middle of this
            pass
        return 0

    before, handler = sys.unraisablehook, signal.signal(signal.SIGINT, signal.default_int_handler)
    monkeypatch.setattr(program, "_run", goes_on)
    try:
        assert run("encode", "gpt2") == (130, "", "mergescope: interrupted.\n")
    finally:
        signal.signal(signal.SIGINT, handler)
    assert sys.unraisablehook is before


@pytest.mark.parametrize("arguments", [["--help"], ["inspect", "--list"], ["encode", "gpt2", "-"]])
def test_whoever_reads_the_output_may_have_seen_enough(arguments):
    program_alone = subprocess.Popen(
        [sys.executable, "-m", "app.main", *arguments],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    program_alone.stdout.close()
    _, said = program_alone.communicate(b"low lower\n", timeout=120)
    assert (program_alone.returncode, said) == (141, b"")


def test_an_interruption_while_saving_does_not_lose_the_file(run, monkeypatch, tmp_path):
    def save_slowly(tokenizer, path, format):
        if path.parent == tmp_path:  # not the rehearsal
            signal.raise_signal(signal.SIGINT)
        save(tokenizer, path, format)

    monkeypatch.setattr("engine.commands.train.save", save_slowly)
    status, out, _ = run("train", "alice", "--steps", 5, "--out", tmp_path / "a.mergescope", "--json")
    assert (status, json.loads(out)["stopped"]) == (130, "steps")
    assert load(tmp_path / "a.mergescope").step_count == 5


def test_an_aborted_writing_leaves_nothing(monkeypatch, tmp_path):
    def interrupted(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(tmp_path / "a.json", b"{}")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("command", ["decode gpt2 15496", "inspect --list --json", "encode gpt2 README.md"])
def test_output_that_cannot_be_written_is_a_sentence(command):
    result = in_shell(f"{command} >/dev/full")
    assert result.returncode == 1
    assert result.stderr.decode() == f"mergescope {command.split()[0]}: No space left on device.\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("flag", ["--help", "--version"])
def test_what_the_program_says_of_itself_may_not_be_written_either(flag):
    result = in_shell(f"{flag} >/dev/full")
    assert (result.returncode, result.stderr) == (1, b"mergescope: No space left on device.\n")


@pytest.mark.skipif(os.name == "nt", reason="the syntax of a POSIX shell")
@pytest.mark.parametrize(
    ("closed", "status"), [("inspect --list >&-", 0), ("inspect --list 2>&-", 0), ("encode gpt2 <&-", 0)]
)
def test_closed_streams_are_no_traceback(closed, status):
    result = in_shell(closed)
    assert (result.returncode, result.stderr) == (status, b"")


@pytest.mark.skipif(os.name == "nt", reason="Windows gives arguments as Unicode")
def test_arguments_are_utf8_in_every_locale(tmp_path):
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    out, text = tmp_path / "ñ 語.json", tmp_path / "korpus ñ 語 😀 .txt"
    text.write_text("hello ñandú ñandú <é😀>\n", encoding="utf-8")
    trained = in_shell(f'train "{text}" --out "{out}" --steps 5 --special "<é😀>"', **ascii_only)
    assert (trained.returncode, trained.stderr) == (0, b"")
    encoded = in_shell(f'encode "{out}" "{text}" --allow-special "<é😀>" --json', **ascii_only)
    assert json.loads(encoded.stdout)["round_trip"]
    assert 261 in json.loads(encoded.stdout)["ids"]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the names of files are Unicode")
@pytest.mark.parametrize("suffix", ["json", "tiktoken", "mergescope", "vocab"])
def test_a_file_name_that_is_no_utf8_is_only_a_name(tmp_path, suffix):
    path = os.fsencode(tmp_path) + b"/\xfe." + suffix.encode()
    command = [sys.executable, "-m", "app.main", "train", "alice", "--steps", "3", "--out", path]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=120, check=False)
    assert (result.returncode, result.stderr) == (0, b"")
    assert os.path.exists(path)  # noqa: PTH110 (pathlib takes no bytes)
    os.remove(path)  # noqa: PTH107

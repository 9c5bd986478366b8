"""`mergescope train | explain | convert | inspect | encode --at-step` for every algorithm, as CLI scripts rely on it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import ALGORITHMS
from engine.tie_rules import RULE_NAMES

every_algorithm = pytest.mark.parametrize("name", ALGORITHMS)
TEXT = "the whale and the rabbit were late"
MERGE_KEYS = {"step", "piece", "parts", "count", "tied", "other_rules", "corpus_tokens", "vocab_size"}
KEYS = {
    "byte-bpe": MERGE_KEYS,
    "char-bpe": MERGE_KEYS,
    "wordpiece": MERGE_KEYS | {"score", "left_count", "right_count"},
    "unigram": {"step", "removed", "log_likelihood", "corpus_tokens", "vocab_size"},
    "word-level": {"step", "piece", "count", "corpus_tokens", "vocab_size"},
}


@pytest.fixture
def trained(run, tmp_path):
    """Train on a bundled book: the command's JSON, the lines of the history, and the file."""

    def train(name: str, *options: str, out: str = "t.mergescope") -> tuple[dict[str, Any], list[dict[str, Any]], Path]:
        path, history = tmp_path / out, tmp_path / "history.jsonl"
        size = () if name == "char-level" else ("--vocab-size", "600")
        arguments = ("train", "alice", "--algorithm", name, *size, "--out", str(path), "--history", str(history))
        status, output, error = run(*arguments, "--json", *options)
        assert status == 0, error
        return (
            json.loads(output.splitlines()[-1]),
            [json.loads(line) for line in history.read_text().splitlines()],
            path,
        )

    return train


@every_algorithm
def test_training_says_what_it_did_and_writes_a_line_a_step(trained, name):
    result, lines, path = trained(name, "--unk", "[UNK]")
    assert set(result) == {
        "steps", "vocab_size", "corpus_tokens", "corpus_bytes", "seconds", "stopped", "identity", "out",
    }  # fmt: skip
    assert result["steps"] == len(lines)
    assert result["out"] == str(path)
    if name == "char-level":
        assert (lines, result["stopped"]) == ([], "exhausted")
        return
    assert all(set(line) == KEYS[name] for line in lines)
    assert lines[-1]["vocab_size"] == result["vocab_size"] == 600
    assert lines[-1]["corpus_tokens"] == result["corpus_tokens"]


@pytest.mark.parametrize("name", ["byte-bpe", "char-bpe", "wordpiece"])
def test_a_line_of_merges_names_what_each_other_rule_would_take(trained, name):
    _, lines, _ = trained(name, "--unk", "[UNK]")
    for line in lines:
        assert set(line["other_rules"]) == set(RULE_NAMES) - {"smallest-ids"}
        assert line["piece"] == "".join(line["parts"])
        bytes.fromhex(line["piece"]).decode("utf-8", "replace")


def test_marks_are_written_as_people_write_them(trained):
    _, lines, _ = trained("char-bpe")
    texts = {bytes.fromhex(line["piece"]).decode() for line in lines}
    assert "the</w>" in texts
    _, lines, _ = trained("wordpiece")
    assert not any(bytes.fromhex(line["piece"]).decode().startswith("##") for line in lines)


def test_rounds_of_unigram_only_take_away(trained):
    _, lines, _ = trained("unigram")
    sizes = [line["vocab_size"] for line in lines]
    assert sizes == sorted(sizes, reverse=True)
    assert lines[0]["removed"] == []
    assert all(len(row) == 3 for line in lines for row in line["removed"])


@every_algorithm
def test_a_trained_tokenizer_can_be_explained_inspected_and_cut(run, type_in, trained, name):
    result, lines, path = trained(name, "--unk", "[UNK]")
    status, output, _ = run("explain", str(path), TEXT, "--json")
    assert status == 0
    explained = json.loads(output)
    type_in(TEXT.encode())
    status, ids, _ = run("encode", str(path), "--json")
    assert [token["id"] for row in explained for token in row["tokens"]] == json.loads(ids)["ids"]
    status, output, _ = run("inspect", str(path), "--json")
    described = json.loads(output)
    assert (status, described["kind"], described["identity"]) == (0, name, result["identity"])
    if name in ("byte-bpe", "char-bpe", "wordpiece", "word-level"):
        step = str(len(lines) // 2)
        type_in(TEXT.encode())
        status, ids, error = run("encode", str(path), "--at-step", step)
        assert status == 0, error


@every_algorithm
@pytest.mark.parametrize("suffix", [".json", ".mergescope", ".vocab"])
def test_it_can_be_converted_and_stays_what_it_is(run, trained, name, suffix):
    result, _, path = trained(name, "--unk", "[UNK]")
    out = path.with_name(f"converted{suffix}")
    status, _, error = run("convert", str(path), str(out))
    assert status == 0, error
    if suffix != ".vocab":
        assert json.loads(run("inspect", str(out), "--json")[1])["identity"] == result["identity"]


@pytest.mark.parametrize("name", [name for name in ALGORITHMS if name != "byte-bpe"])
def test_ranks_hold_bytes_and_nothing_else(run, trained, name):
    _, _, path = trained(name, "--unk", "[UNK]")
    status, _, error = run("convert", str(path), str(path.with_name("t.tiktoken")))
    assert status == 1
    assert "holds byte-level BPE with a pattern and nothing else" in error


def test_a_format_that_cannot_hold_it_is_refused_before_anything_is_learned(run, tmp_path):
    path = tmp_path / "t.tiktoken"
    history = tmp_path / "h.jsonl"
    status, output, error = run("train", "alice", "--algorithm", "wordpiece", "--out", path, "--history", history)
    assert (status, output) == (1, "")
    assert "holds byte-level BPE with a pattern and nothing else" in error
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "flags", "sentence"),
    [
        ("unigram", ("--tie-rule", "first-seen"), "--tie-rule means nothing to unigram"),
        ("char-level", ("--min-frequency", "2"), "--min-frequency means nothing to char-level"),
        ("wordpiece", ("--byte-order", "gpt2"), "--byte-order means nothing to wordpiece"),
        ("byte-bpe", ("--end-of-word", "</w>"), "--end-of-word means nothing to byte-bpe"),
        ("byte-bpe", ("--special", "<s>", "--special", "<s>"), 'The special token "<s>" is given twice'),
        ("byte-bpe", ("--special", ""), "a special token must not be empty"),
        ("byte-bpe", ("--min-frequency", "0"), "The minimum frequency must be at least 1"),
    ],
)
def test_a_flag_that_makes_no_sense_is_wrong_usage(run, name, flags, sentence):
    status, output, error = run("train", "alice", "--algorithm", name, *flags)
    assert (status, output) == (2, "")
    assert sentence in error


def test_roles_are_special_tokens_and_stand_in_the_configuration(run, tmp_path):
    path = tmp_path / "t.json"
    roles = ("--bos", "<s>", "--eos", "</s>", "--pad", "<pad>", "--unk", "<unk>")
    status, _, error = run("train", "alice", "--vocab-size", "600", *roles, "--specials", "first", "--out", str(path))
    assert status == 0, error
    configuration = json.loads(path.with_name("tokenizer_config.json").read_text())
    assert {role: configuration[f"{role}_token"] for role in ("bos", "eos", "pad", "unk")} == {
        "bos": "<s>", "eos": "</s>", "pad": "<pad>", "unk": "<unk>",
    }  # fmt: skip
    assert json.loads(run("inspect", str(path), "--json")[1])["specials"] == {
        "<s>": 0,
        "</s>": 1,
        "<pad>": 2,
        "<unk>": 3,
    }

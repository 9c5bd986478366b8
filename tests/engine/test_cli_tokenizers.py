"""compare, inspect and convert as a script uses them, and tokenizers that run on their own library."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.formats import load
from engine.presets import load_preset

ROOT = Path(__file__).resolve().parent.parent.parent


# compare, inspect, convert --------------------------------------------------------------------------------------------


def test_compare_gives_rows_as_json_csv_or_a_table(run, tmp_path):
    arguments = ["compare", "gpt2", "cl100k_base", "--languages", "eng,hin"]
    status, out, err = run(*arguments, "--json", "--csv", tmp_path / "c.csv")
    rows = json.loads(out)
    assert (status, err) == (0, "")
    assert [(row["tokenizer"], row["language"], row["tokens"]) for row in rows] == [
        ("gpt2", "eng", 1541), ("gpt2", "hin", 13343), ("cl100k_base", "eng", 1521), ("cl100k_base", "hin", 8321),
    ]  # fmt: skip
    assert list(rows[0]) == [
        "tokenizer", "language", "units", "tokens", "premium", "premium_low", "premium_high", "bytes", "characters",
        "bytes_per_token", "characters_per_token", "fertility", "unknown_share", "characters_cut_share", "round_trip",
    ]  # fmt: skip
    assert (tmp_path / "c.csv").read_text("utf-8").count("\n") == 5
    status, out, _ = run(*arguments)
    assert "8,321  5.471" in out


def test_compare_takes_a_folder_of_ones_own(run, tmp_path):
    (tmp_path / "de.txt").write_text("Hallo Welt\n" * 6)
    (tmp_path / "en.txt").write_text("Hello world\n" * 6)
    status, out, _ = run("compare", "gpt2", "--parallel", tmp_path, "--reference", "en", "--languages", "de", "--json")
    (row,) = json.loads(out)
    assert (status, row["units"], row["premium_low"]) == (0, 6, row["premium"])
    status, out, err = run("compare", "gpt2", "--parallel", tmp_path)
    assert status == 2
    assert "no language eng" in err


def test_inspect_lists_and_describes(run):
    status, out, _ = run("inspect", "--list")
    assert status == 0
    assert all(name in out for name in ("gpt2", "cl100k_base", "o200k_base", "alice", "moby-dick", "udhr"))
    assert out.splitlines()[1].split() == ["gpt2", "bundled"]
    names = json.loads(run("inspect", "--list", "--json")[1])
    assert names["tokenizers"][:3] == ["gpt2", "cl100k_base", "o200k_base"]
    status, out, _ = run("inspect", "gpt2", "--json")
    facts = json.loads(out)
    assert (facts["kind"], facts["size"], facts["steps"], facts["unreachable"]) == ("byte-bpe", 50257, 50000, [])
    assert facts["specials"] == {"<|endoftext|>": 50256}
    assert facts["identity"] == load_preset("gpt2").identity
    for name, meant in [("gpt3", "gpt2"), ("cl100k", "cl100k_base")]:
        status, _, err = run("inspect", name)
        assert status == 1
        assert f"{name}: no such file, and no tokenizer is called so. Did you mean {meant}" in err
    assert f"identity  {facts['identity']}" in re.sub(" +", "  ", run("inspect", "gpt2")[1])


def test_inspect_lists_languages_with_their_codes(run):
    status, out, _ = run("inspect", "--languages")
    assert (status, out.count("\n")) == (0, 533)
    assert run("inspect", "--languages", "hausa")[1].splitlines() == [
        "code    tag    script  name",
        "hau_3   ha     Latn    Hausa",
        "053     hau    Latn    Hausa (2)",
        "hau_NE  ha-NE  Latn    Hausa (Niger)",
        "hau_NG  ha-NG  Latn    Hausa (Nigeria)",
    ]
    rows = json.loads(run("inspect", "--languages", "en", "--json")[1])
    assert {
        "code": "eng",
        "name": "English",
        "autonym": "English",
        "tag": "en",
        "script": "Latn",
        "aligned": True,
    } in rows


def test_convert_keeps_the_identity(run, tmp_path):
    first, second = tmp_path / "a.mergescope", tmp_path / "a.json"
    run("train", "alice", "--steps", 50, "--out", first)
    status, out, err = run("convert", first, second)
    assert load(second).identity == load(first).identity
    assert (status, err) == (0, "")
    assert out == f"Wrote {second} (tokenizer-json): 306 entries, identity {load(first).identity[:12]}.\n"
    status, _, err = run("convert", first, tmp_path / "." / first.name)
    assert (status, "the same file" in err) == (2, True)


def test_a_table_that_is_written_is_told(run, tmp_path):
    path = tmp_path / "c.csv"
    arguments = ("compare", "gpt2", "--languages", "eng,fra", "--csv", path)
    assert run(*arguments) == (0, f"Wrote 2 rows to {path}: 2 languages, 1 tokenizer.\n", "")
    assert json.loads(run(*arguments, "--json")[1])[0]["language"] == "eng"


def test_a_table_does_not_overwrite_what_it_is_made_from(run, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("eng,fra\na,b\n")
    status, _, err = run("compare", "gpt2", "--parallel", path, "--csv", tmp_path / "." / "t.csv")
    assert (status, "the same file" in err) == (2, True)
    assert path.read_text() == "eng,fra\na,b\n"


def test_a_sweep_compares_at_the_powers_of_two(run, tmp_path):
    out = tmp_path / "a.mergescope"
    run("train", "alice", "--vocab-size", 1500, "--special", "<s>", "--out", out)
    arguments = ("compare", out, "--languages", "eng,fra", "--sweep")
    rows = json.loads(run(*arguments, "--json")[1])
    assert [(row["vocab_size"], row["language"]) for row in rows] == [
        (size, code) for size in (512, 1024, 1500) for code in ("eng", "fra")
    ]
    tokens = [row["tokens"] for row in rows if row["language"] == "fra"]
    assert tokens == sorted(tokens, reverse=True)
    plain = json.loads(run("compare", out, "--languages", "eng,fra", "--json")[1])
    assert [{name: row[name] for name in plain[0]} for row in rows[-2:]] == plain
    assert list(rows[0]) == [*plain[0], "vocab_size"]
    table = run(*arguments)[1].splitlines()
    assert table[0].split() == ["language", "name", "a", "512", "a", "1,024", "a", "1,500"]
    run(*arguments, "--csv", tmp_path / "s.csv")
    assert ",vocab_size," in (tmp_path / "s.csv").read_text().splitlines()[0]


def test_ranks_without_a_pattern_ask_for_one(run, tmp_path):
    run("train", "alice", "--steps", 50, "--out", tmp_path / "a.tiktoken")
    (tmp_path / "a.tiktoken").rename(tmp_path / "b.tiktoken")
    status, _, err = run("inspect", tmp_path / "b.tiktoken")
    assert status == 2
    assert "cl100k" in err
    assert run("inspect", tmp_path / "b.tiktoken", "--pattern", "gpt2")[0] == 0


def test_a_reader_that_goes_away_is_no_traceback():
    command = [sys.executable, "-m", "app.main", "compare", "gpt2", "--json"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(60) == 141


# Tokenizers that run on their own library -----------------------------------------------------------------------------


@pytest.fixture
def wordpiece(tmp_path) -> Path:
    path = tmp_path / "vocab.txt"
    path.write_text("[PAD]\n[UNK]\nlow\n##er\n##est\n")
    return path


def test_a_librarys_tokenizer_encodes_decodes_and_compares(run, type_in, wordpiece):
    type_in(b"Lower lowest xyz")
    row = json.loads(run("encode", wordpiece, "--json")[1])
    assert row["ids"] == [2, 3, 2, 4, 1]
    assert row["tokens"][3] == {
        "id": 4, "bytes": b"est".hex(), "start": 9, "end": 12, "byte_start": 9, "byte_end": 12,
    }  # fmt: skip
    assert (row["dropped"], row["round_trip"]) == ([[5, 6], [12, 13]], False)
    assert run("decode", wordpiece, 2, 3, 2) == (0, "lower low", "")
    assert run("decode", wordpiece, 2, 99)[0] == 1
    status, out, err = run("decode", wordpiece, 2, 99, "--errors", "replace")
    assert (status, out) == (1, "low[99]")
    assert "place 2 of 2" in err
    rows = json.loads(run("compare", wordpiece, "--languages", "eng,fra", "--sweep", "--json")[1])
    assert [row["vocab_size"] for row in rows] == [5, 5]


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [(["--bytes"], "is not byte-level"), (["--at-step", 1], "has no steps to go back to")],
)
def test_what_a_librarys_tokenizer_cannot_do_is_wrong_usage(run, type_in, wordpiece, flags, sentence):
    type_in(b"low")
    status, out, err = run("encode", wordpiece, *flags)
    assert (status, out) == (2, "")
    assert sentence in err


def test_a_librarys_tokenizer_is_described(run, wordpiece):
    facts = json.loads(run("inspect", wordpiece, "--json")[1])
    assert (facts["kind"], facts["size"], facts["unreachable"]) == ("wordpiece", 5, [])
    assert facts["specials"] == {"[PAD]": 0, "[UNK]": 1}
    assert facts["pattern"] == facts["details"]["pre-tokenizer"] == "BertPreTokenizer"
    out = run("inspect", wordpiece)[1]
    assert re.search(r"unreachable +none", out)
    assert "BertNormalizer" in out


# What a comparison must not hide --------------------------------------------------------------------------------------


@pytest.fixture
def english(run, tmp_path):
    """Train on the English book, to which other scripts are unknown: algorithm and file -> path."""

    def train(algorithm: str, name: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        assert run("train", "alice", "--algorithm", algorithm, "--vocab-size", 400, "--out", path)[0] == 0
        return path

    return train


def test_text_that_is_unknown_gets_no_premium_in_the_table(run, english):
    path = english("wordpiece", "t.json")
    status, out, err = run("compare", path, "--languages", "eng,hin")
    rows = [line.split() for line in out.splitlines()]
    assert (status, rows[1][3:]) == (0, ["1.000", "[1.000,", "1.000]"])
    assert rows[2][3:] == ["81%", "unknown"]
    assert err == "There is no premium where more than 2% of a text is unknown or letters are lost: it would mislead.\n"
    # AND in the files, whose columns are fixed, it is told beside them
    status, out, err = run("compare", path, "--languages", "eng,hin", "--json")
    assert (status, err.startswith("1 of 2 premiums mislead")) == (0, True)
    assert json.loads(out)[1]["unknown_share"] > 0.8


def test_what_cannot_be_compared_is_named_with_its_tokenizer_and_language(run, english):
    path = english("char-bpe", "letters.json")
    status, out, err = run("compare", "gpt2", path, "--languages", "eng,hin")
    assert (status, out) == (1, "")
    assert err.startswith('mergescope compare: letters cannot encode hin (Hindi): The character "')
    # AND so it is where the reference is at fault
    status, _, err = run("compare", path, "--languages", "eng", "--reference", "hin")
    assert (status, "letters cannot encode hin (Hindi)" in err) == (1, True)


def test_two_tokenizers_of_one_name_are_told_apart(run, english):
    first, second = english("wordpiece", "a/t.json"), english("unigram", "b/t.json")
    rows = json.loads(run("compare", first, second, "gpt2", "--languages", "eng", "--json")[1])
    assert [row["tokenizer"] for row in rows] == [str(first), str(second), "gpt2"]
    out = run("inspect", first, second, "--spelling", "cat")[1]
    assert str(first) in out
    assert str(second) in out
    assert [row["tokenizer"] for row in json.loads(run("compare", first, "--languages", "eng", "--json")[1])] == ["t"]


def test_a_sweep_says_what_has_but_one_size(run, english):
    path = english("unigram", "pieces.json")
    status, _, err = run("compare", path, "--languages", "eng", "--sweep")
    assert (status, err) == (0, "pieces has no steps to go back to, so it is compared at one size.\n")


def test_a_wrong_language_is_answered_with_where_they_are_listed(run):
    status, _, err = run("compare", "gpt2", "--languages", "??")
    assert status == 2
    assert "and 524 more. Their codes: mergescope inspect --languages." in err
    assert "Their codes" in run("compare", "gpt2", "--languages", "english")[2]

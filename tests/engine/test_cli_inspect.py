"""The tables of `mergescope inspect`: tokens, trees, forms, scripts, two vocabularies; numbers, sums, code, spelling."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from engine.commands import inspect_views
from engine.presets import load_preset
from engine.vocabularies.vocabulary_overview import SETS

FILES = Path(__file__).parents[1] / "cases" / "files"


def table(run, *arguments):
    status, out, err = run("inspect", *arguments, "--json")
    assert status == 0, err
    return json.loads(out)


def test_tokens_are_searched_sorted_and_counted(run) -> None:
    rows = table(run, "gpt2", "--tokens", "--find", " straw")
    assert [(row["id"], row["token"], row["step"]) for row in rows] == [
        (14787, " straw", 14532),
        (36973, " strawberries", 36718),
        (41236, " strawberry", 40981),
    ]
    rows = table(
        run, "gpt2", "--tokens", "--find", "^ou.$", "--find-in", "expression", "--sort", "token", "--descending"
    )
    assert [row["token"] for row in rows] == sorted((row["token"] for row in rows), reverse=True)
    rows = table(run, "o200k_base", "--tokens", "--script", "devanagari", "--length", "9-12", "--first", "5")
    assert [row["script"] for row in rows] == ["Devanagari"] * 5
    assert all(9 <= row["bytes"] <= 12 for row in rows)
    rows = table(run, "gpt2", "--tokens", "--corpus", "alice", "--only", "rare")
    assert all(1 <= row["count"] <= 3 for row in rows)
    rows = table(run, "gpt2", "--tokens", "--corpus", "alice", "--sort", "count", "--descending", "--first", "1")
    assert rows[0]["count"] > 1_000


def test_unreachable_tokens_of_a_library_are_listed(run) -> None:
    rows = table(run, "bert-base-uncased", "--tokens", "--only", "unreachable")
    assert len(rows) == 995
    assert rows[0]["token"] == "[unused0]"


def test_a_token_its_parts_and_what_grew_of_it(run) -> None:
    rows = table(run, "gpt2", "--tree", " strawberry")
    assert [(row["level"], row["token"]) for row in rows if row["level"] < 2] == [
        (0, " strawberry"),
        (1, " straw"),
        (1, "berry"),
    ]
    assert "".join(row["token"] for row in rows if row["left"] is None) == " strawberry"
    assert table(run, "gpt2", "--tree", "#41236") == rows
    grown = table(run, "gpt2", "--grown", " straw")
    assert {row["token"]: row["direct"] for row in grown} == {" strawberry": 1, " strawberries": 1}
    forms = {row["form"]: row["id"] for row in table(run, "gpt2", "--forms", "the")}
    said = load_preset("gpt2").vocabulary
    assert forms == {form: said.id_of(form.encode()) for form in ("the", "The", "THE", " the", " The", " THE")}


def test_whole_vocabularies(run, tmp_path: Path) -> None:
    scripts = table(run, "o200k_base", "--scripts")
    assert [row["script"] for row in scripts[:2]] == ["Latin", "Cyrillic"]
    status, out, _ = run("inspect", "gpt2", "--against", "cl100k_base", "--csv", tmp_path / "both.csv")
    with (tmp_path / "both.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert (status, out) == (0, f"Wrote {len(rows):,} rows to {tmp_path / 'both.csv'}.\n")
    assert {row["id_there"] for row in rows if row["token"] == " the"} == {"279"}
    assert len([row for row in rows if row["id_here"]]) == 50_256


def test_what_is_cut_how(run, tmp_path: Path) -> None:
    rows = table(run, "gpt2", "cl100k_base", "--numbers", "1234567 42")
    assert [(row["tokenizer"], row["cut"]) for row in rows][:4] == [
        ("gpt2", "123|45|67"),
        ("gpt2", "42"),
        ("cl100k_base", "123|456|7"),
        ("cl100k_base", "42"),
    ]
    sums = table(run, "cl100k_base", "--sum", "123456+111111")
    assert {row["lines_up"] for row in sums} == {1}
    (tmp_path / "code.py").write_text("if x:\n        total_sum = 1\n", encoding="utf-8")
    rows = table(run, "gpt2", "cl100k_base", "o200k_base", "--code", tmp_path / "code.py")
    assert [row["single_spaces"] for row in rows] == [7, 1, 1]
    lines = table(run, "gpt2", "--code", tmp_path / "code.py", "--lines")
    assert sum(row["tokens"] for row in lines) == rows[0]["tokens"]
    spelled = table(run, "cl100k_base", "--spelling", "strawberry")
    assert [(row["text"], row["r_inside"]) for row in spelled[:1]] == [("strawberry", "1 0 2")]


def test_what_a_models_tables_cost(run) -> None:
    facts = table(run, "gpt2", "--width", "768", "--parameters", "124M")
    assert (facts["embedding"], facts["output"]) == (50_257 * 768, 0)
    assert facts["share"] == pytest.approx(50_257 * 768 / 124e6, abs=1e-6)
    out = run("inspect", "gpt2", "--width", "768", "--untied")[1]
    assert out.index("output ") < out.index("identity "), "where it comes from stands under the identity"
    assert out.count("38,597,376 parameters") == 2


def test_the_sets_are_those_that_are_found() -> None:
    assert inspect_views._SETS == SETS


def test_a_line_feed_stays_on_its_line(run) -> None:
    out = run("inspect", "gpt2", "--tokens", "--find", "198", "--find-in", "id")[1]
    assert len(out.splitlines()) == 2
    assert "\\n" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["gpt2", "--tokens", "--scripts"], "Ask for one table at a time, not for --tokens and --scripts"),
        (["gpt2", "--find", "ou"], "--find goes with --tokens"),
        (["gpt2", "--csv", "x.csv"], "--csv goes with a table: --tokens, --tree"),
        (["gpt2", "cl100k_base"], "Name one TOKENIZER; several are compared with --numbers"),
        (["gpt2", "--tokens", "--only", "unused"], "--only unused needs a --corpus"),
        (["gpt2", "--tokens", "--length", "long"], "--length long is no length"),
        (["gpt2", "--tokens", "--script", "Latn"], "No token is of the script Latn. Did you mean Latin"),
        (["gpt2", "--tokens", "--find", "(", "--find-in", "expression"], "not a regular expression"),
        (["gpt2", "--tree", "qqqq"], 'gpt2 has no token "qqqq"'),
        (["bert-base-uncased", "--tree", "the"], "has no merges, or does not show them"),
        (["gpt2", "--sum", "one and two"], "no sum of two whole numbers"),
        (["gpt2", "--untied"], "--untied and --parameters go with --width"),
        (["gpt2", "--width", "768", "--parameters", "many"], "no number of that kind"),
        (["--tokens"], "Name one TOKENIZER, or give --list or --languages"),
    ],
)
def test_wrong_usage_is_said_in_one_sentence(run, arguments, words) -> None:
    status, out, err = run("inspect", *arguments)
    assert (status, out) == (2, "")
    assert words in err
    assert len(err.splitlines()) == 1


def test_one_of_a_thing_is_said_as_one(run, tmp_path: Path) -> None:
    (tmp_path / "c.txt").write_text("ab")
    run("train", tmp_path / "c.txt", "--min-frequency", "1", "--steps", "1", "--out", tmp_path / "t.json")
    assert "257 entries, 1 step\n" in run("inspect", tmp_path / "t.json")[1]
    assert "1 token\n" in run("inspect", FILES / "tj_unreachable.json")[1]


@pytest.mark.parametrize("length", ["0", "5-2", "0-0"])
def test_a_length_that_no_token_has_is_wrong_usage(run, length):
    status, out, err = run("inspect", "gpt2", "--tokens", "--length", length)
    assert (status, out) == (2, "")
    assert f"--length {length} is no length" in err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--tokens", "--length", "9" * 5_000], "is no length"),
        (["--tokens", "--find", "9" * 5_000, "--find-in", "id"], "is not an id"),
        (["--tree", "#" + "9" * 5_000], "has no token"),
        (["--sum", "9" * 5_000 + "+1"], "is no sum of two whole numbers"),
    ],
    ids=["length", "id", "token", "sum"],
)
def test_a_number_of_more_digits_than_python_reads_is_wrong_usage(run, arguments, sentence):
    status, out, err = run("inspect", "gpt2", *arguments)
    assert (status, out) == (2, "")
    assert sentence in err

"""What commands say: right in the singular, with the way out, and an example in every help."""

import json

import pytest

from app.commands import COMMANDS


@pytest.fixture
def letters(run, tmp_path):
    """A WordPiece of a few letters."""
    corpus = tmp_path / "corpus.txt"
    corpus.write_text("abc abc abd")
    run("train", corpus, "--algorithm", "wordpiece", "--vocab-size", 9, "--out", tmp_path / "letters.json")
    return tmp_path / "letters.json"


def test_one_of_a_thing_is_no_plural(run, tmp_path, type_in):
    corpus = tmp_path / "corpus.txt"
    corpus.write_text("ab ab\0")
    status, out, err = run("train", corpus, "--vocab-size", 300, "--out", tmp_path / "t.mergescope")
    assert (status, out.startswith("Learned 1 merge in ")) == (0, True)
    assert err.splitlines() == [
        f"{corpus} holds 1 NUL character (a binary file?).",
        "1 of the 44 merges asked for was made, as no pair left is frequent enough; the vocabulary has 257 entries.",
    ]
    assert "has 1 step; --at-step" in run("encode", tmp_path / "t.mergescope", corpus, "--at-step", 2)[2]
    type_in(b"a")
    assert run("encode", "gpt2", "-", "--budget", 0)[2] == "The text has 1 token, 1 over the budget.\n"
    status, out, _ = run("compare", "gpt2", "--languages", "eng", "--csv", tmp_path / "c.csv")
    assert out == f"Wrote 1 row to {tmp_path / 'c.csv'}: 1 language, 1 tokenizer.\n"
    assert "for the 256 bytes and 1 special token." in run("train", corpus, "--vocab-size", 9, "--special", "<s>")[2]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("train", "alice", "--min-frequency", "x"), "Argument --min-frequency: x is no whole number."),
        (("train", "alice", "--steps", "1.5"), "Argument --steps: 1.5 is no whole number."),
        (("train", "alice", "--character-coverage", "most"), "Argument --character-coverage: most is no number."),
        (("encode", "gpt2", "--budget", "much"), "Argument --budget: much is no whole number."),
    ],
)
def test_what_is_no_number_is_called_so(run, arguments, sentence):
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert sentence in err


def test_a_text_without_the_usual_reference_asks_for_another(run, tmp_path):
    (tmp_path / "fra.txt").write_text("un\ndeux\n")
    (tmp_path / "deu.txt").write_text("eins\nzwei\n")
    status, _, err = run("compare", "gpt2", "--parallel", tmp_path)
    assert status == 2
    assert "has no language eng. It has deu, fra. Name one with --reference." in err


def test_character_level_says_that_it_has_no_steps(run, tmp_path):
    history = tmp_path / "h.jsonl"
    arguments = ("train", "alice", "--algorithm", "char-level", "--history", history)
    status, out, err = run(*arguments)
    assert (status, out) == (0, "Character level has no steps: a tokenizer of 69 entries.\n")
    assert err == f"Character level has no steps, so {history} is empty.\n"
    assert history.read_text() == ""
    status, out, err = run(*arguments, "--json")
    assert (json.loads(out)["steps"], "has no steps" in err) == (0, True)


def test_ids_that_are_no_text_name_the_flag(run):
    status, out, err = run("decode", "gpt2", 447)
    assert (status, out) == (1, "")
    assert err.endswith("is not UTF-8; give --errors replace to see the rest.\n")
    assert run("decode", "gpt2", 447, "--errors", "replace")[:2] == (0, "\ufffd")


def test_a_word_that_is_unknown_is_explained(run, letters):
    out = run("explain", letters, "abz")[1]
    assert out.splitlines()[0] == "'abz': [UNK] (0)"
    assert out.splitlines()[-1] == "  nothing begins here, so all of abz is unknown"
    assert "nothing begins here" not in run("explain", letters, "abc")[1]


def test_tokens_are_explained_as_text_with_marks_for_blanks_and_bytes(run):
    assert run("explain", "gpt2", " né")[1].splitlines() == [
        "' né': ␣n (299) é (2634)",
        "  merge 44: ␣ + n = ␣n",
        "  merge 2,379: <C3> + <A9> = é",
    ]


def test_a_text_that_is_taken_for_a_tokenizer_is_told_what_was_expected(run, tmp_path):
    (tmp_path / "text.txt").write_bytes(b"caf\xe9\n")
    err = run("inspect", tmp_path / "text.txt")[2]
    assert "text.txt, line 1: byte 3 is not UTF-8; expected a vocabulary of BERT, a token a line." in err


@pytest.mark.parametrize(
    "arguments",
    [
        ("train", "alice", "--steps", "1" * 5_000),
        ("train", "alice", f"--{'x' * 5_000}"),
        ("train", "alice", "--like", "a\nb"),
        ("x" * 5_000, "a"),
        ("a\nb",),
    ],
    ids=["digits", "flag", "lines", "command", "lines of a command"],
)
def test_a_sentence_is_one_line_and_ends_whatever_an_argument_is(run, arguments):
    status, _, err = run(*arguments)
    assert status == 2
    assert len(err.splitlines()) == 1
    assert err.startswith("mergescope")
    assert "--help." in err
    assert len(err) < 700


@pytest.mark.parametrize("name", [*COMMANDS, "tour"])
def test_every_help_has_an_example_that_begins_like_the_command(run, name):
    status, out, _ = run(name, "--help")
    assert status == 0
    assert f"example: mergescope {name} " in out


def test_the_help_of_the_program_says_what_each_command_does(run):
    status, out, _ = run("--help")
    assert status == 0
    for command in COMMANDS.values():
        assert f"{command.name:<9}{command.summary}" in out
    assert "tour     " in out
    assert "example: mergescope train alice" in out

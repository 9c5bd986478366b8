"""The commands as a script uses them: what they print, what they write, and how they end."""

import json
import signal
from pathlib import Path

import pytest
import tokenizers

from engine.cli import COMMANDS
from engine.formats import load
from engine.model import Steps
from engine.parallel import udhr
from engine.presets import load_preset
from engine.training import train

ROOT = Path(__file__).resolve().parent.parent.parent


# The program ----------------------------------------------------------------------------------------------------------


def test_the_version_is_told(run):
    status, out, _ = run("--version")
    assert status == 0
    assert out.startswith("mergescope 0.")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(run, name):
    status, out, err = run(name, "--help")
    assert (status, err) == (0, "")
    assert out.startswith(f"usage: mergescope {name}")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["trian"], "Did you mean train?"),
        (["--nothing"], "no flag --nothing"),
        (["train"], "The following arguments are required: CORPUS"),
        (["train", "alice", "--bogus"], "Unrecognized arguments: --bogus"),
        (["train", "alice", "--tie-rule", "x"], "invalid choice: 'x'"),
        (["train", "alice", "--vocab-size", "many"], "--vocab-size: many is no whole number"),
        (["train", "alice", "--steps", "-1"], "-1 is less than 0"),
        (["train", "alice", "--pattern", "(a"], "nor a regular expression"),
        (["train", "alice", "--weight", "alice=0.25"], "in steps of 0.1"),
        (["train", "alice", "--weight", "bob=2"], "no source bob"),
        (["train", "alice", "--out", "x.what"], "x.what: the suffix tells no format"),
        (["train", "alice", "--encoding", "rot13"], "no text encoding"),
        (["inspect"], "Name one TOKENIZER, or give --list or --languages"),
        (["inspect", "gpt2", "--list"], "Name one TOKENIZER, or give --list or --languages"),
        (["inspect", "--languages", "klingon"], "No language of the declaration is called klingon"),
        (["compare", "gpt2", "--languages", "fra,hau"], "Did you mean hau_3 (Hausa)"),
        (["compare", "gpt2", "--reference", "english"], "Did you mean eng (English)?"),
        (["encode", "gpt2", "--at-step", "50001"], "--at-step goes from 0 to 50,000"),
        (["train", "alice", "--like", "tokenizer"], "Did you mean tokenizers?"),
        (["train", "alice", "--vocabsize=300"], "Unrecognized arguments: --vocabsize=300. Did you mean --vocab-size?"),
        (["encode", "gpt2", "--bytes", "--allow-special", "all"], "has no use"),
        (["tour"], "Name the folder"),
    ],
)
def test_wrong_usage_is_one_sentence_and_status_2(run, arguments, sentence):
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert sentence in err
    assert "--help" in err
    assert err.count("\n") == 1


# train ----------------------------------------------------------------------------------------------------------------


def test_train_writes_the_tokenizer_and_tells_the_result(run, tmp_path):
    out = tmp_path / "alice.mergescope"
    status, printed, err = run("train", "alice", "--vocab-size", 1000, "--out", out, "--json")
    result = json.loads(printed.splitlines()[-1])
    assert (status, err) == (0, "")
    assert list(result) == [
        "steps", "vocab_size", "corpus_tokens", "corpus_bytes", "seconds", "stopped", "identity", "out",
    ]  # fmt: skip
    assert (result["steps"], result["vocab_size"], result["corpus_tokens"]) == (744, 1000, 51_960)
    assert (result["corpus_bytes"], result["stopped"], result["out"]) == (144_354, "vocab-size", str(out))
    opened = load(out)
    assert opened.identity == result["identity"]
    assert opened.provenance["options"]["tie_rule"] == "smallest-ids"
    assert [path.name for path in tmp_path.iterdir()] == ["alice.mergescope"]


def test_the_history_has_a_line_a_step(run, tmp_path):
    path = tmp_path / "h.jsonl"
    status, _, _ = run("train", "alice", "--steps", 141, "--history", path, "--special", "<s>")
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    assert status == 0
    assert [row["step"] for row in rows] == list(range(1, 142))
    assert rows[0] == {
        "step": 1, "piece": b" t".hex(), "parts": ["20", "74"], "count": 3777, "tied": 1,
        "other_rules": {
            rule: ["20", "74"]
            for rule in ("first-seen", "lexicographic-smallest", "lexicographic-largest", "shortest")
        },
        "corpus_tokens": 144_354 - 3777, "vocab_size": 258,
    }  # fmt: skip
    assert (rows[140]["tied"], rows[140]["count"], rows[140]["corpus_tokens"]) == (3, 120, 76_318)
    assert rows[140]["other_rules"]["first-seen"] == [b" ".hex(), b"very".hex()]


def test_weights_are_told_unscaled(run, tmp_path):
    one, two, path = tmp_path / "one.txt", tmp_path / "two.txt", tmp_path / "h.jsonl"
    one.write_text("abab")  # counts half, so the pair ab occurs once, and what would follow less than once
    two.write_text("cd")
    arguments = ["train", one, two, "--pattern", "none", "--weight", "one.txt=0.5", "--weight", f"{two}=3"]
    run(*arguments, "--min-frequency", 1, "--history", path)
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    assert [(row["count"], row["corpus_tokens"]) for row in rows] == [(3, 5), (1, 4)]


def test_the_steps_and_the_size_both_limit(run):
    for flags, steps in [(["--steps", 5], 5), (["--steps", 50, "--vocab-size", 266], 10), (["--vocab-size", 256], 0)]:
        status, out, err = run("train", "alice", "--json", *flags)
        assert (status, json.loads(out)["steps"], err) == (0, steps, "")


@pytest.mark.parametrize(("text", "merges"), [("a", 0), ("aa", 1), ("ab", 1), ("abc", 2)])
def test_fewer_merges_than_asked_for_are_told_with_the_real_size(run, tmp_path, text, merges):
    path = tmp_path / "t.txt"
    path.write_text(text)
    status, out, err = run("train", path, "--vocab-size", 300, "--min-frequency", 1, "--json")
    result = json.loads(out)
    assert (status, result["steps"], result["vocab_size"], result["stopped"]) == (0, merges, 256 + merges, "exhausted")
    assert f"{merges} of the 44 merges" in err
    assert f"{256 + merges} entries" in err


@pytest.mark.parametrize("size", [0, 1, 100, 255, 257])
def test_too_small_a_vocabulary_is_refused_with_the_least(run, size):
    status, out, err = run("train", "alice", "--vocab-size", size, "--special", "<a>", "--special", "<b>")
    assert (status, out) == (1, "")
    assert "at least 258" in err


def test_declared_specials_are_not_learned(run, tmp_path):
    path, history = tmp_path / "t.txt", tmp_path / "h.jsonl"
    path.write_text("hi<|endoftext|>" * 3)
    run("train", path, "--steps", 5, "--special", "<|endoftext|>", "--history", history)
    assert [json.loads(line)["piece"] for line in history.read_text().splitlines()] == [b"hi".hex()]


def test_like_tokenizers_gives_the_librarys_merges(run, tmp_path):
    out = tmp_path / "books.json"
    run("train", "alice", "--vocab-size", 1500, "--like", "tokenizers", "--min-frequency", 2, "--out", out)
    library = tokenizers.Tokenizer(tokenizers.models.BPE())
    library.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=1500,
        min_frequency=2,
        show_progress=False,
        initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
    )
    library.train_from_iterator([(ROOT / "resources/corpora/alice.txt").read_text("utf-8")], trainer)
    ours = tokenizers.Tokenizer.from_file(str(out))
    text = "\n".join(udhr().units("eng") + udhr().units("hin"))
    assert ours.encode(text).ids == library.encode(text).ids


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [("none.txt", None, "no such file"), ("e.txt", b"", "is empty"), ("p.txt", b"\x89PNG\0\0\0", "is not a text")],
)
def test_files_at_fault_are_named(run, tmp_path, name, data, sentence):
    path = tmp_path / name
    if data is not None:
        path.write_bytes(data)
    status, out, err = run("train", path, "alice")
    assert (status, out) == (1, "")
    assert str(path) in err
    assert sentence in err
    assert err.count("\n") == 1


def test_odd_files_of_a_folder_are_named_and_counted(run, tmp_path):
    (tmp_path / "good.txt").write_bytes(b"low low lower \xff\n")
    (tmp_path / "empty.txt").write_bytes(b"")
    status, out, err = run("train", tmp_path, "--steps", 2, "--json")
    assert (status, json.loads(out)["steps"]) == (0, 2)
    assert "empty.txt: the file is empty." in err
    assert "1 of 2 files were left out." in err
    assert "good.txt: 1 place is not UTF-8, in line 1" in err


def test_a_file_that_is_named_twice_is_learned_from_once(run, tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("low low lower newest\n")
    status, once, _ = run("train", path, "--steps", 2, "--json")
    assert status == 0
    status, twice, err = run("train", path, tmp_path, "--steps", 2, "--json")
    assert (status, json.loads(twice)["corpus_bytes"]) == (0, json.loads(once)["corpus_bytes"])
    assert f"{path} is in the corpus already, and is not taken in twice." in err
    assert "1 of 2 files were left out." in err


def test_nothing_is_written_into_a_folder_that_is_not_there(run, tmp_path):
    for flags in (["--out", tmp_path / "no" / "a.json"], ["--history", tmp_path / "no" / "h.jsonl"]):
        status, _, err = run("train", "alice", "--steps", 1, *flags)
        assert status == 1
        assert "does not exist, so" in err
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_training_keeps_what_was_learned(run, tmp_path, monkeypatch):
    sent: list[Steps] = []

    def interrupted(*arguments, **options):
        for event in train(*arguments, **options):
            yield event
            if isinstance(event, Steps) and event.first > 50 and not sent:  # the warm start learns fewer
                sent.append(event)
                signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("engine.commands.train.train", interrupted)
    out = tmp_path / "alice.mergescope"
    status, printed, err = run("train", "alice", "--out", out, "--history", tmp_path / "h.jsonl", "--json")
    result = json.loads(printed)
    assert (status, result["stopped"]) == (130, "cancelled")
    assert 0 < result["steps"] == load(out).step_count == len((tmp_path / "h.jsonl").read_text().splitlines())
    assert "as it was interrupted" in err


# encode and decode ----------------------------------------------------------------------------------------------------


def test_encode_prints_the_ids(run, type_in, tmp_path):
    type_in(b"Hello, do you like tea?\n")
    assert run("encode", "gpt2") == (0, "15496 11 466 345 588 8887 30 198\n", "")
    path = tmp_path / "t.txt"
    path.write_bytes("\ufeffnaïve".encode())
    out = run("encode", "cl100k_base", path)[1]
    assert load_preset("cl100k_base").decode([int(id) for id in out.split()]) == "\ufeffnaïve"


def test_encode_tells_the_places_of_tokens(run, type_in):
    type_in("Hi 👍".encode())
    row = json.loads(run("encode", "cl100k_base", "--json")[1])
    assert (row["characters"], row["bytes"], row["dropped"], row["round_trip"]) == (4, 7, [], True)
    assert row["ids"] == [token["id"] for token in row["tokens"]]
    assert row["tokens"][-1] == {
        "id": 235, "bytes": "8d", "start": 3, "end": 4, "byte_start": 6, "byte_end": 7,
    }  # fmt: skip


def test_special_tokens_are_text_unless_allowed(run, type_in):
    for flags, ids in [
        ([], [27, 91, 8862, 728, 428, 91, 29]),
        (["--allow-special", "all"], [100257]),
        (["--allow-special", "<|endoftext|>"], [100257]),
    ]:
        type_in(b"<|endoftext|>")
        assert run("encode", "cl100k_base", *flags)[1].split() == [str(id) for id in ids]
    type_in(b"")
    status, _, err = run("encode", "cl100k_base", "--allow-special", "<|endoftxt|>")
    assert status == 2
    assert 'no special token "<|endoftxt|>"' in err
    assert "Did you mean <|endoftext|>?" in err


def test_encode_at_a_step_uses_the_first_merges(run, type_in, tmp_path):
    out = tmp_path / "a.mergescope"
    run("train", "alice", "--steps", 100, "--out", out)
    for step, count in [(0, 4), (2, 2)]:
        type_in(b" the")
        assert len(run("encode", out, "--at-step", step)[1].split()) == count
    type_in(b"")
    status, _, err = run("encode", out, "--at-step", 101)
    assert status == 2
    assert "a has 100 steps; --at-step goes from 0 to 100, not to 101." in err


def test_a_budget_that_is_passed_is_status_1(run, type_in):
    for budget, status in [(8, 0), (7, 1)]:
        type_in(b"Hello, do you like tea?\n")
        assert run("encode", "gpt2", "--budget", budget)[0] == status


def test_an_empty_text_has_no_ids_and_is_no_error(run, type_in):
    type_in(b"")
    assert run("encode", "gpt2") == (0, "\n", "")


def test_a_bad_byte_stops_encode_with_its_offset(run, type_in):
    type_in(b"good\nbad \xff")
    status, out, err = run("encode", "gpt2")
    assert (status, out) == (1, "")
    assert "standard input: byte 9 (0xff)" in err
    type_in(b"bad \xff\xc3\xa9")
    status, out, _ = run("encode", "gpt2", "--bytes", "--json")
    row = json.loads(out)
    assert (status, row["round_trip"], row["characters"], row["bytes"]) == (0, True, 6, 7)
    type_in("é".encode("cp1252"))
    assert run("encode", "gpt2", "--encoding", "cp1252")[0] == 0


def test_decode_gives_the_text_back(run, type_in):
    ids = load_preset("o200k_base").encode("नमस्ते 👩‍🚀!\n").ids.tolist()
    assert run("decode", "o200k_base", *ids) == (0, "नमस्ते 👩‍🚀!\n", "")
    type_in(json.dumps(ids).encode())
    assert run("decode", "o200k_base", "-") == (0, "नमस्ते 👩‍🚀!\n", "")
    type_in(b"")
    assert run("decode", "o200k_base") == (0, "", "")


def test_bad_ids_are_named_with_their_place(run):
    status, out, err = run("decode", "cl100k_base", 9906, 100256, 1917)
    assert (status, out) == (1, "")
    assert "100,256" in err
    assert "place 2" in err
    status, out, err = run("decode", "cl100k_base", 9906, 100256, 1917, "--errors", "replace")
    assert (status, out) == (1, "Hello[100256] world")
    assert "100,256" in err
    assert run("decode", "cl100k_base", "-1")[0] == 1
    status, out, err = run("decode", "gpt2", "15496,", "x1")
    assert status == 1
    assert '"x1" (place 2)' in err


def test_tokens_that_are_no_text_are_kept_as_bytes(run, tmp_path):
    ids = load_preset("gpt2").encode("語").ids.tolist()[:1]
    assert run("decode", "gpt2", *ids)[:2] == (1, "")
    assert run("decode", "gpt2", *ids, "--errors", "replace")[1] == "\ufffd"
    assert run("decode", "gpt2", *ids, "--bytes", tmp_path / "raw") == (0, "", "")
    assert (tmp_path / "raw").read_bytes() == "語".encode()[: len((tmp_path / "raw").read_bytes())]


def test_a_column_of_a_table_is_learned(run, tmp_path):
    path = tmp_path / "t.jsonl"
    path.write_text('{"id": "abab", "text": "low low"}\n{"id": "abab", "text": null}\n')
    status, out, err = run("train", path, "--column", "text", "--min-frequency", 1, "--json")
    assert (status, json.loads(out)["corpus_bytes"]) == (0, 7)
    assert "t.jsonl: 1 of 2 rows has no text." in err
    status, _, err = run("train", path, "--column", "txt")
    assert (status, "has no column txt; it has id, text. Did you mean text?" in err) == (1, True)
    assert run("train", "alice", "--column", "text")[0] == 2


def test_raw_bytes_are_encoded_at_any_step_and_against_a_budget(run, type_in):
    type_in(b"the \xff the")
    status, out, err = run("encode", "gpt2", "--bytes", "--at-step", 0, "--budget", 8, "--json")
    row = json.loads(out)
    assert (status, len(row["ids"]), row["round_trip"]) == (1, 9, True)
    assert err == "The text has 9 tokens, 1 over the budget.\n"

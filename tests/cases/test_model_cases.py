"""What people met in other programs: words, pieces and sizes of WordPiece, Unigram and small corpora."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine import ALGORITHMS, Corpus, Recipe, new_history, train
from engine.algorithms.unigram_model import Unigram
from engine.algorithms.wordpiece import WordPiece
from engine.commands.description import describe
from engine.encoding import Encoding
from engine.errors import OptionError
from engine.formats import load
from engine.normalizers import sequence_of
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from engine.recipe import IdLayout
from engine.tokenizer import PipelineTokenizer, Tokenizer

FILES = Path(__file__).parent / "files"
ROOT = Path(__file__).parents[2]


def learned(algorithm: str, corpus: str, records: str = "file", **options: object) -> PipelineTokenizer:
    """What an algorithm learns with its usual pipeline."""
    row = ALGORITHMS[algorithm]
    known = {name: value for name, value in options.items() if name in row.trainer.__dataclass_fields__}
    recipe = Recipe(row.trainer(**known), PreTokenizer(PATTERNS[row.pattern]), normalizer=sequence_of(row.normalizers))
    history = new_history(recipe)
    for event in train(Corpus.of_text(corpus, records=records), recipe):
        history.append(event)
    return history.tokenizer_at(len(history))


def texts(encoding: Encoding) -> list[str]:
    return [token.decode() for token in encoding.tokens]


def spans(encoding: Encoding) -> list[list[int]]:
    return encoding.character_spans.tolist()


def stored(tokenizer: Tokenizer, text: str) -> list[str]:
    """The tokens as the vocabulary has them."""
    return [tokenizer.vocabulary[id].decode() for id in tokenizer.encode(text).ids.tolist()]


# -- training ----------------------------------------------------------------------------------------------------------

SAYING = "low lowest newer wider newest widest slow slower"
PROBE = "lowering newish slowest widen"


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_twenty_trainings_give_one_vocabulary(algorithm):  # TE-05
    found = {
        (tokenizer.identity, tuple(stored(tokenizer, "lowest slower")))
        for tokenizer in (learned(algorithm, SAYING, vocab_size=300, min_frequency=1) for _ in range(20))
    }
    assert len(found) == 1


def test_a_vocabulary_does_not_depend_on_the_process(tmp_path):  # TE-05
    (tmp_path / "corpus.txt").write_text(SAYING, encoding="utf-8")
    found = set()
    for seed in "012":
        out = str(tmp_path / f"{seed}.mergescope")
        for arguments, given in (
            (
                ["train", str(tmp_path / "corpus.txt"), "--algorithm", "wordpiece", "--vocab-size", "40", "--out", out],
                "",
            ),
            (["encode", out], PROBE),
        ):
            command = [sys.executable, "-m", "app.main", *arguments]
            environment = os.environ | {"PYTHONHASHSEED": seed}
            done = subprocess.run(
                command, cwd=ROOT, env=environment, input=given, capture_output=True, text=True, check=True, timeout=100
            )
        found.add((load(out).identity, done.stdout))
    assert len(found) == 1


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_an_empty_text_ends_in_a_sentence(run, tmp_path, algorithm):  # TE-06
    (tmp_path / "empty.txt").write_text("")
    status, _, error = run("train", tmp_path / "empty.txt", "--algorithm", algorithm, "--out", tmp_path / "t.json")
    assert (status, error) == (1, f"mergescope train: {tmp_path / 'empty.txt'}: the file is empty.\n")
    assert not (tmp_path / "t.json").exists()


@pytest.mark.parametrize(("corpus", "merges"), [("a", 0), ("aa", 1), ("ab", 1), ("abc", 2)])
def test_a_short_text_gives_a_small_vocabulary_and_says_so(run, tmp_path, corpus, merges):  # TE-07
    (tmp_path / "c.txt").write_text(corpus)
    flags = ["--vocab-size", "300", "--min-frequency", "1", "--json"]
    status, output, error = run("train", tmp_path / "c.txt", *flags, "--out", tmp_path / "t.json")
    report = json.loads(output.splitlines()[-1])
    assert (status, report["steps"], report["vocab_size"]) == (0, merges, 256 + merges)
    were = "was" if merges == 1 else "were"
    assert f"{merges} of the 44 merges asked for {were} made" in error
    assert f"the vocabulary has {256 + merges} entries" in error
    assert len(load(tmp_path / "t.json").vocabulary) == 256 + merges


COMPARISONS = ["low lower lowest", "new newer newest", "wide wider widest", "slow slower slowest the quick fox"]


def test_sizes_that_pieces_cannot_have():  # TE-09
    began = time.perf_counter()
    corpus = "\n".join(COMPARISONS * 20)
    with pytest.raises(OptionError, match="the unknown token, 18 characters and 0 special tokens need at least 19"):
        learned("unigram", corpus, "line", vocab_size=5)
    least = learned("unigram", corpus, "line", vocab_size=19)
    assert sorted(token.decode() for token in least.vocabulary)[1:] == sorted(set("lowerstnidhquckfx▁"))
    most = learned("unigram", corpus, "line", vocab_size=5_000)
    assert 19 < len(most.vocabulary) < 100
    assert stored(most, "slowest widest") == ["▁slowest", "▁widest"]
    assert time.perf_counter() - began < 10


@pytest.mark.parametrize(
    ("algorithm", "corpus", "least"),
    [("unigram", "\n".join(COMPARISONS), 19), ("wordpiece", "ab ba abc", 6), ("char-bpe", "ab ba abc", 4)],
)
def test_the_least_size_is_that_of_the_corpus(run, tmp_path, algorithm, corpus, least):
    (tmp_path / "c.txt").write_text(corpus)
    flags = ["--algorithm", algorithm, "--records", "line", "--out", tmp_path / "t.mergescope"]
    for size in (1, least - 1):
        status, _, error = run("train", tmp_path / "c.txt", *flags, "--vocab-size", size)
        assert (status, f"at least {least}" in error) == (1, True), error
    status, _, error = run("train", tmp_path / "c.txt", *flags, "--vocab-size", least)
    assert (status, len(load(tmp_path / "t.mergescope").vocabulary)) == (0, least), error


def test_the_largest_size_that_could_be_had_is_said(run, tmp_path):  # TE-09
    (tmp_path / "c.txt").write_text("\n".join(COMPARISONS * 20))
    flags = ["--algorithm", "unigram", "--records", "line", "--vocab-size", "5000", "--json"]
    status, output, error = run("train", tmp_path / "c.txt", *flags, "--out", tmp_path / "t.mergescope")
    report = json.loads(output.splitlines()[-1])
    assert (status, report["stopped"]) == (0, "exhausted")
    assert f"The vocabulary has {report['vocab_size']} entries" in error
    assert len(load(tmp_path / "t.mergescope").vocabulary) == report["vocab_size"]


# -- WordPiece ---------------------------------------------------------------------------------------------------------

BERT = ["[UNK]", "[CLS]", "[SEP]", "want", "##want", "##ed", "wa", "un", "runn", "##ing", ","]


def wordpiece(tokens: list[str], pattern: str = "bert") -> PipelineTokenizer:
    return PipelineTokenizer("t", PreTokenizer(PATTERNS[pattern]), WordPiece.of(tokens), IdLayout())


def opened_lines(tmp_path: Path, tokens: list[str]) -> Tokenizer:
    (tmp_path / "vocab.txt").write_text("".join(f"{token}\n" for token in tokens), encoding="utf-8")
    (tmp_path / "tokenizer_config.json").write_text('{"do_lower_case": false}', encoding="utf-8")
    return load(tmp_path / "vocab.txt")


@pytest.mark.parametrize(
    ("text", "ids", "places"),
    [
        ("unwanted running", [7, 4, 5, 8, 9], [[0, 2], [2, 6], [6, 8], [9, 13], [13, 16]]),
        ("unwantedX running", [0, 8, 9], [[0, 9], [10, 14], [14, 17]]),
        ("unwanted, running", [7, 4, 5, 10, 8, 9], [[0, 2], [2, 6], [6, 8], [8, 9], [10, 14], [14, 17]]),
        ("wan", [0], [[0, 3]]),
        ("runningwant", [8, 9, 4], [[0, 4], [4, 7], [7, 11]]),
        ("want wanted", [3, 3, 5], [[0, 4], [5, 9], [9, 11]]),
    ],
)
def test_a_word_is_known_or_unknown_as_a_whole(tmp_path, text, ids, places):  # TE-29
    for tokenizer in (wordpiece(BERT), opened_lines(tmp_path, BERT)):
        encoding = tokenizer.encode(text)
        assert (encoding.ids.tolist(), spans(encoding)) == (ids, places)
        assert encoding.unknown == tuple(place for place, id in enumerate(ids) if id == 0)


@pytest.mark.parametrize("letter", ["a", "é", "\U0001f600"])
def test_the_longest_word_is_counted_in_characters(tmp_path, letter):  # TE-30
    tokens = ["[UNK]", letter, f"##{letter}"]
    for tokenizer in (wordpiece(tokens), opened_lines(tmp_path, tokens)):
        assert [len(tokenizer.encode(letter * count)) for count in (99, 100, 101)] == [99, 100, 1]
        assert stored(tokenizer, letter * 100)[:2] == [letter, f"##{letter}"]
        assert stored(tokenizer, letter * 101) == ["[UNK]"]
        assert spans(tokenizer.encode(letter * 101)) == [[0, 101]]


MARKS = ["[UNK]", "#", "##ing", "ing", "go"]


@pytest.mark.parametrize(
    ("pattern", "text", "tokens", "decoded"),
    [
        ("bert", "##ing", ["#", "#", "ing"], "# # ing"),
        ("bert", "go ##ing", ["go", "#", "#", "ing"], "go # # ing"),
        ("bert", "going", ["go", "##ing"], "going"),
        ("whitespace", "##ing", ["##ing"], "##ing"),
        ("whitespace", "go ##ing", ["go", "##ing"], "going"),
        ("whitespace", "going", ["go", "##ing"], "going"),
    ],
)
def test_a_typed_continuation_mark_is_shown_as_typed(pattern, text, tokens, decoded):  # TE-31
    tokenizer = wordpiece(MARKS, pattern)
    encoding = tokenizer.encode(text)
    assert stored(tokenizer, text) == tokens
    assert tokenizer.decode(encoding.ids.tolist()) == decoded
    pieces = [text[start:end] for start, end in spans(encoding)]
    assert "".join(pieces) == text.replace(" ", "")
    assert texts(encoding) == pieces


# -- Unigram -----------------------------------------------------------------------------------------------------------


def unigram(pieces: dict[str, float]) -> PipelineTokenizer:
    encoded = [piece.encode() for piece in pieces]
    model = Unigram(encoded, list(pieces.values()), unknown=0, byte_fallback="<0x00>" in pieces)
    return PipelineTokenizer("t", PreTokenizer(PATTERNS["none"]), model, IdLayout())


@pytest.mark.parametrize(
    ("text", "tokens", "score"),
    [("abc", ["a", "bc"], -2.0), ("abab", ["a", "b", "a", "b"], -4.0), ("abcabc", ["a", "bc", "a", "bc"], -4.0)],
)
def test_the_likeliest_pieces_are_taken_not_the_longest(text, tokens, score):  # TE-32
    tokenizer = unigram({"<unk>": 0.0, "a": -1.0, "b": -1.0, "c": -1.0, "ab": -4.0, "bc": -1.0, "abc": -9.0})
    assert texts(tokenizer.encode(text)) == tokens
    assert isinstance(tokenizer.model, Unigram)
    best = tokenizer.model.n_best(text.encode(), 1)[0]
    assert best.score == pytest.approx(score)


@pytest.mark.parametrize(
    ("text", "ids", "places"),
    [
        ("hugXYpug", [1, 0, 2], [[0, 3], [3, 5], [5, 8]]),
        ("XhugY", [0, 1, 0], [[0, 1], [1, 4], [4, 5]]),
        ("東京hug", [0, 1], [[0, 2], [2, 5]]),
        ("XY", [0], [[0, 2]]),
    ],
)
def test_unknown_characters_side_by_side_are_one_token_with_a_place(text, ids, places):  # TE-33
    encoding = unigram({"<unk>": 0.0, "hug": -2.0, "pug": -3.0}).encode(text)
    assert (encoding.ids.tolist(), spans(encoding)) == (ids, places)
    assert texts(encoding) == [text[start:end] for start, end in places]
    assert encoding.unknown_characters == sum(
        end - start for id, (start, end) in zip(ids, places, strict=True) if not id
    )


@pytest.mark.parametrize("count", range(1, 5))
def test_part_of_a_fallback_decodes_to_replacements(count):  # TE-34
    fallback = [f"<0x{byte:02X}>" for byte in range(256)]
    tokenizer = unigram({"<unk>": 0.0, **dict.fromkeys(fallback, 0.0), "a": -1.0})
    ids = tokenizer.encode("a\uae70a").ids.tolist()
    assert stored(tokenizer, "a\uae70a") == ["a", "<0xEA>", "<0xB9>", "<0xB0>", "a"]
    assert spans(tokenizer.encode("a\uae70a")) == [[0, 1], [1, 2], [1, 2], [1, 2], [2, 3]]
    assert tokenizer.decode(ids) == "a\uae70a"
    assert tokenizer.decode(ids[:count], "replace") == ["a", "a\ufffd", "a\ufffd", "a\uae70"][count - 1]


def test_blanks_that_a_model_takes_away_are_told(run, type_in):  # TE-28
    model = load(FILES / "tiny_unigram.model")
    encoding = model.encode("  low  er")
    assert (encoding.ids.tolist(), stored(model, "  low  er")) == ([4, 3, 5], ["▁low", "▁", "er"])
    assert model.decode([4, 3, 5]) == "low er"
    assert spans(encoding) == [[2, 5], [5, 7], [7, 9]]
    assert encoding.dropped.tolist() == [[0, 2]]
    type_in(b"  low  er")
    status, output, _ = run("encode", FILES / "tiny_unigram.model", "--json")
    assert (status, json.loads(output)["round_trip"]) == (0, False)


# -- tokens that never come out ----------------------------------------------------------------------------------------


def test_a_token_that_no_text_gives_is_listed(run, tmp_path):  # TE-38
    opened = load(FILES / "tj_unreachable.json")
    expected = {"a": ["a"], "ab": ["ab"], "bc": ["bc"], "abc": ["ab", "c"]}
    assert {text: texts(opened.encode(text)) for text in expected} == expected
    status, output, _ = run("inspect", FILES / "tj_unreachable.json", "--json")
    lost = json.loads(output)["unreachable"]
    assert (status, [opened.vocabulary[id] for id in lost]) == (0, [b"abc"])

    content = json.loads((FILES / "tj_unreachable.json").read_bytes())
    content["model"]["ignore_merges"] = True
    (tmp_path / "whole.json").write_text(json.dumps(content), encoding="utf-8")
    whole = load(tmp_path / "whole.json")
    assert (texts(whole.encode("abc")), texts(whole.encode("abcabc"))) == (["abc"], ["ab", "c", "ab", "c"])
    assert describe(whole)["unreachable"] == []

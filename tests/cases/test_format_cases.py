"""What people met in other programs: files of tokenizers, opened, saved and handed to the libraries."""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
import tiktoken
import tokenizers

from engine import ALGORITHMS, Corpus, Recipe, new_history, train
from engine.errors import FormatError, PatternNeededError
from engine.formats import load, save
from engine.formats.vocab_merges import load_pair
from engine.normalizers import sequence_of
from engine.patterns import PATTERNS, pattern_named
from engine.pre_tokenizers import PreTokenizer
from engine.tokenizer import PipelineTokenizer
from engine.vocabulary import glyphs
from tests.cases.training import learned

FILES = Path(__file__).parent / "files"
ROOT = Path(__file__).parents[2]
EVERYTHING = r"[\s\S]+"
PROBES = [
    "hello world", " two  blanks ", "é e\u0301", "👩‍🚀", "a\u00a0b\u2028c", "a\u2003b", "tab\tnl\ncr\r\n", "हिन्दी",
    "<|endoftext|>", "##x </w> ▁y Ġz", "0123456789", "",
]  # fmt: skip


@cache
def trained(pattern: str) -> PipelineTokenizer:
    history = learned(Corpus.of("alice"), pattern, vocab_size=1_000)
    return history.tokenizer_at(len(history))


def test_a_merge_without_its_product_is_named():  # IX-03
    with pytest.raises(FormatError, match=r'merge 1 \(a \+ b\): the product "ab" is not in the vocabulary'):
        load(FILES / "tj_missing_product.json")


@pytest.mark.parametrize("name", ["tj_merges_str.json", "tj_merges_pairs.json"])
def test_merges_as_texts_and_as_pairs_are_one_model(name):  # IX-01
    opened = load(FILES / name)
    assert opened.encode("lower").ids.tolist() == [8]
    assert opened.step_count == 4
    assert opened.identity == load(FILES / "tj_merges_str.json").identity


@pytest.mark.parametrize("name", ["tj_space_pairs.json", "tj_space_str.json"])
def test_a_blank_inside_a_token_splits_no_merge_wrongly(name):  # IX-02
    opened = load(FILES / name)
    assert texts(opened, "ab c") == ["ab c"]
    assert texts(opened, "b cb c") == ["b c", "b c"]


@pytest.mark.parametrize(
    ("text", "ids", "spans"),
    [
        ("a  <m> b", [0, 3, 2, 1], [[0, 1], [1, 6], [6, 7], [7, 8]]),
        ("a <r>  b", [0, 2, 4, 1], [[0, 1], [1, 2], [2, 7], [7, 8]]),
        ("a <p> b", [0, 2, 5, 2, 1], [[0, 1], [1, 2], [2, 5], [5, 6], [6, 7]]),
    ],
)
def test_special_tokens_take_the_blanks_that_their_file_says(tmp_path, text, ids, spans):  # IX-04
    opened = load(FILES / "tj_added_strip.json")
    save(opened, tmp_path / "again.json")
    for tokenizer in (opened, load(tmp_path / "again.json")):
        encoding = tokenizer.encode(text, allowed_special={"<m>", "<r>", "<p>"})
        assert (encoding.ids.tolist(), encoding.byte_spans.tolist()) == (ids, spans)


@pytest.mark.parametrize("merges", ["hash_merges.txt", "hash_merges_noheader.txt"])
def test_a_merge_of_the_hash_sign_is_no_comment(merges):  # IX-05
    opened = load_pair(FILES / "hash_vocab.json", FILES / merges)
    assert opened.step_count == 3
    assert texts(opened, "####a") == ["##", "##", "a"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("codes_v01.txt", {"low": ["low"], "lower": ["low", "er"], "lowest": ["low", "e", "s", "t"]}),
        ("codes_v02.txt", {"low": ["low"], "lower": ["lo", "w", "er"], "lowest": ["lo", "w", "e", "s", "t"]}),
    ],
)
def test_codes_of_both_versions_cut_words_as_their_program_does(name, words):  # IX-06
    opened = load(FILES / name)
    assert {word: texts(opened, word) for word in words} == words


def test_codes_whose_header_was_removed_are_of_the_older_version(tmp_path):  # IX-06
    (tmp_path / "codes.txt").write_bytes((FILES / "codes_v02.txt").read_bytes().split(b"\n", 1)[1])
    opened = load(tmp_path / "codes.txt")
    assert [texts(opened, word) for word in ("low", "lower")] == [["lo", "w"], ["lo", "w", "e", "r"]]


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("vocab_u2028.txt", {"[PAD]": 0, "[UNK]": 1, "\u2028": 2, "A": 3, "##b": 4}),
        ("vocab_blank.txt", {"[PAD]": 0, "[UNK]": 1, "A": 3, "##b": 4}),
        ("vocab_bom_crlf.txt", {"[PAD]": 0, "[UNK]": 1, "A": 2}),
    ],
)
def test_the_id_of_a_line_is_the_number_of_line_feeds_before_it(name, ids):  # IX-09 to IX-11
    vocabulary = load(FILES / name).vocabulary
    assert {vocabulary[id].decode(): id for id in range(len(vocabulary)) if id not in vocabulary.holes} == ids


def test_an_empty_line_is_reported():  # IX-10
    opened = load(FILES / "vocab_blank.txt")
    assert opened.vocabulary.holes == {2}
    assert opened.details["empty lines"] == "1, the first is id 2: no token has these ids"


def test_a_sentencepiece_model_is_handed_over_as_bytes(tmp_path):  # IX-16
    path = tmp_path / "modèle 語 😀.model"
    path.write_bytes((FILES / "tiny_unigram.model").read_bytes())
    opened = load(path)
    expected = {"low": [4], "lower lowest": [4, 5, 4, 11], "lowx": [4, 0], "xyz low": [3, 0, 4]}
    assert len(opened.vocabulary) == 14
    assert {text: opened.encode(text).ids.tolist() for text in expected} == expected
    assert texts(opened, "lower lowest") == ["▁low", "er", "▁low", "est"]
    assert texts(opened, "xyz low") == ["▁", "xyz", "▁low"]
    assert opened.decode([3, 0, 4]) == " \u2047  low"


def test_what_is_no_sentencepiece_model_is_refused(tmp_path):  # IX-17
    (tmp_path / "empty.model").write_bytes(b"")
    (tmp_path / "cut.model").write_bytes((FILES / "tiny_unigram.model").read_bytes()[:100])
    for path in (FILES / "not_a_model.model", tmp_path / "empty.model", tmp_path / "cut.model"):
        with pytest.raises(FormatError, match="is no SentencePiece model"):
            load(path)


def texts(tokenizer, text: str) -> list[str]:
    return [token.decode() for token in tokenizer.encode(text).tokens]


def test_bytes_are_shown_and_written_as_the_published_files_do():  # IX-07
    shown = {
        0x00: "Ā", 0x09: "ĉ", 0x0A: "Ċ", 0x0D: "č", 0x20: "Ġ", 0x7F: "ġ", 0x80: "Ģ", 0xA0: "ł", 0xAD: "Ń", 0xFF: "ÿ",
    }  # fmt: skip
    assert {byte: glyphs(bytes([byte])) for byte in shown} == shown
    assert len({glyphs(bytes([byte])) for byte in range(256)}) == 256
    assert [glyphs(token) for token in trained("gpt2").encode("Ġ").tokens] == ["Ä", "ł"]


def test_ranks_with_windows_line_ends_need_a_pattern():  # IX-12
    with pytest.raises(PatternNeededError, match="--pattern"):
        load(FILES / "good_crlf.tiktoken")
    opened = load(FILES / "good_crlf.tiktoken", pattern_named(EVERYTHING))
    assert (len(opened.vocabulary), opened.encode("ab").ids.tolist()) == (257, [256])


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("badb64.tiktoken", "line 257 is not base64"),
        ("duprank.tiktoken", r"rank 0 is used twice \(lines 1 and 257\)"),
    ],
)
def test_damaged_ranks_are_named_by_line(name, sentence):  # IX-13, IX-14
    with pytest.raises(FormatError, match=sentence):
        load(FILES / name, pattern_named("gpt2"))


def test_a_token_that_no_merge_reaches_stays_a_whole_pre_token(tmp_path):  # IX-15
    opened = load(FILES / "dotcolon.tiktoken", pattern_named(EVERYTHING))
    save(opened, tmp_path / "dotcolon.json")
    model = json.loads((tmp_path / "dotcolon.json").read_text("utf-8"))["model"]
    assert (model["ignore_merges"], len(model["merges"]), len(model["vocab"])) == (True, 2, 259)
    library = tokenizers.Tokenizer.from_file(str(tmp_path / "dotcolon.json"))
    for text, expected in ((".:.:", [258]), ("x.:.:", [120, 46, 256, 58])):
        assert (
            opened.encode(text).ids.tolist() == load(tmp_path / "dotcolon.json").encode(text).ids.tolist() == expected
        )
        assert library.encode(text).ids == expected


@pytest.mark.parametrize("pattern", ["gpt2", "cl100k", "o200k", "none", r"\w+|[^\w\s]+|\s+"])
def test_the_libraries_give_the_same_ids_for_every_probe(tmp_path, pattern):  # IX-18
    ours = trained(pattern)
    save(ours, tmp_path / "t.json")
    theirs = tokenizers.Tokenizer.from_file(str(tmp_path / "t.json"))
    ranks = {ours.vocabulary[id]: id for id in range(len(ours.vocabulary))}
    ticks = tiktoken.Encoding(
        "t", pat_str=ours.pattern.expression or EVERYTHING, mergeable_ranks=ranks, special_tokens={}
    )
    for text in PROBES:
        ids = ours.encode(text).ids.tolist()
        assert (theirs.encode(text).ids, ticks.encode_ordinary(text)) == (ids, ids)
        assert ours.decode(ids) == text


@pytest.mark.parametrize("algorithm", [name for name in ALGORITHMS if name != "byte-bpe"])
def test_the_library_gives_the_same_ids_whatever_was_learned(tmp_path, algorithm):  # IX-18
    row = ALGORITHMS[algorithm]
    options = {"vocab_size": 1_000, "unknown": "[UNK]"}
    trainer = row.trainer(
        **{name: value for name, value in options.items() if name in row.trainer.__dataclass_fields__}
    )
    recipe = Recipe(trainer, PreTokenizer(PATTERNS[row.pattern]), normalizer=sequence_of(row.normalizers))
    history = new_history(recipe)
    for event in train(Corpus.of("alice"), recipe, record=False):
        history.append(event)
    ours = history.tokenizer_at(len(history))
    save(ours, tmp_path / "tokenizer.json")
    save(ours, tmp_path / "t.mergescope")
    theirs = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    for text in PROBES:
        ids = ours.encode(text).ids.tolist()
        assert theirs.encode(text, add_special_tokens=False).ids == ids, text
        for path in ("tokenizer.json", "t.mergescope"):
            assert load(tmp_path / path).encode(text).ids.tolist() == ids, (path, text)


FILES_OF_ALL_FORMATS = {
    "byte-bpe": (".json", ".tiktoken", ".mergescope", ".vocab", "vocab-merges"),
    "char-bpe": (".json", ".mergescope", ".vocab"),
    "wordpiece": (".json", ".mergescope", ".vocab", "vocab-txt"),
    "unigram": (".json", ".mergescope", ".vocab"),
    "char-level": (".json", ".mergescope", ".vocab"),
    "word-level": (".json", ".mergescope", ".vocab"),
}
PROGRAM = """
import json, pathlib, sys
from app.main import main
folder, name = pathlib.Path(sys.argv[1]), sys.argv[2]
for algorithm, formats in json.loads(sys.argv[3]).items():
    (folder / algorithm).mkdir()
    for format in formats:
        out = folder / algorithm / (name + format)
        flags = ["--algorithm", algorithm] + (["--format", format] if "." not in format else [])
        flags += ["--min-frequency", "1"] if algorithm in ("byte-bpe", "char-bpe", "wordpiece") else []
        flags += ["--normalizer", "bert"] if algorithm == "wordpiece" else []
        assert main(["train", str(folder / "t.txt"), "--out", str(out), *flags]) == 0, ascii(out)
        assert format == ".vocab" or main(["inspect", str(out), "--json"]) == 0, ascii(out)
"""


@pytest.mark.skipif(os.name == "nt", reason="locales are set as on POSIX")
def test_files_are_utf8_in_every_locale(tmp_path):  # IX-08
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    (tmp_path / "t.txt").write_text("the é 😀 the é 😀\n", encoding="utf-8")
    command = [sys.executable, "-c", PROGRAM, str(tmp_path), "é", json.dumps(FILES_OF_ALL_FORMATS)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=200)
    assert done.returncode == 0, done.stderr.decode("utf-8", "replace")
    described = [json.loads(line) for line in done.stdout.splitlines() if line.startswith(b"{")]
    identities: dict[str, set[str]] = {}
    for row in described:
        if "runs on" not in row["provenance"]:
            identities.setdefault(row["kind"], set()).add(row["identity"])
    assert set(identities) == set(ALGORITHMS)
    assert all(len(found) == 1 for found in identities.values())
    written = [
        path for algorithm in FILES_OF_ALL_FORMATS for path in (tmp_path / algorithm).rglob("*") if path.is_file()
    ]
    assert len(written) > 20
    for path in written:
        data = path.read_bytes()
        assert (data.decode().startswith("\ufeff"), b"\r" in data) == (False, False), path
        if path.suffix == ".vocab":
            assert "😀" in data.decode() or path.parent.name == "byte-bpe"

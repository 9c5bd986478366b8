"""What people met in other programs: encodings, line ends, odd and broken files as a corpus."""

from pathlib import Path

import pytest

from engine.corpus import Corpus, preview, read_report
from engine.errors import CorpusError
from engine.formats import load, save
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from tests.cases.training import learned, merges, pieces

FILES = Path(__file__).parent / "files"


def corpus(name: str, **options: object) -> Corpus:
    return Corpus.of(FILES / name, **options)  # type: ignore[arg-type]


def text_of(corpus: Corpus) -> str:
    return b"".join(block.data for block in corpus.blocks()).decode()


def test_a_byte_order_mark_is_not_learned():  # FI-01
    history = learned(corpus("bom_utf8.txt"), "gpt2")
    assert text_of(corpus("bom_utf8.txt")) == "the cat\nthe hat\n"
    assert history.words is not None
    assert history.words.word(0) == b"the"
    assert not any({0xEF, 0xBB, 0xBF} & set(history.row(step).piece) for step in range(1, len(history) + 1))
    assert read_report(corpus("bom_utf8.txt").sources[0]).encoding == "UTF-8 with BOM"


def test_utf16_is_read_by_its_mark():  # FI-02
    source = corpus("utf16le_bom.txt").sources[0]
    report = read_report(source)
    assert (preview(source), report.encoding, report.characters) == ("naïve café 😀\n", "UTF-16 LE (BOM)", 13)


def test_another_encoding_is_guessed_and_never_dropped():  # FI-03
    report = read_report(corpus("cp1252.txt").sources[0])
    assert (report.first_bad_offset, report.guess, report.guessed) == (0, "cp1252", True)
    assert "it is read as cp1252" in report.notes("cp1252.txt")[0]
    for read in (corpus("cp1252.txt"), corpus("cp1252.txt", encoding="cp1252")):
        assert text_of(read) == "“It’s a naïve €5 café”\n"


def test_halves_of_characters_in_json_are_joined_or_counted():  # FI-06
    (block,) = corpus("surrogate.jsonl", column="text").blocks()
    (end,) = block.record_ends
    assert (block.data[:end].decode(), block.data[end:].decode()) == ("lone \ufffd end", "pair 😀 end")
    report = read_report(corpus("surrogate.jsonl", column="text").sources[0])
    assert (report.rows, report.surrogates) == (2, 1)
    assert "1 half of a character" in report.notes("surrogate.jsonl")[0]


@pytest.mark.parametrize(
    ("name", "text", "line", "offset"),
    [("bad_byte.txt", "good line\nbad \ufffd byte\nlast é\n", 2, 14), ("trunc_tail.txt", "ok \ufffd", 1, 3)],
)
def test_broken_bytes_are_replaced_counted_and_placed(name, text, line, offset):  # FI-04, FI-05
    report = read_report(corpus(name).sources[0])
    assert text_of(corpus(name)) == text
    assert (report.undecodable, report.first_bad_line, report.first_bad_offset) == (1, line, offset)


def test_a_file_that_ends_inside_a_character_says_so():  # FI-05
    notes = read_report(corpus("trunc_tail.txt").sources[0]).notes("trunc_tail.txt")
    assert "ends inside a character (3 bytes)" in " ".join(notes)


def test_nul_characters_are_text():  # FI-07
    report = read_report(corpus("nul.txt").sources[0])
    assert (text_of(corpus("nul.txt")), report.characters, report.nuls) == ("a\0b\nc\0\0d\n", 9, 3)
    assert "3 NUL characters" in report.notes("nul.txt")[0]
    assert "".join(pieces(learned(corpus("nul.txt"), "gpt2"), "a\0b")) == "a\0b"


def test_line_ends_are_kept_and_never_part_of_a_word():  # FI-08
    crlf, lf = text_of(corpus("crlf.txt")), text_of(corpus("lf.txt"))
    assert PreTokenizer(PATTERNS["gpt2"]).split_text(crlf) == ["low", " low", "\r", "\n", "lower", "\r\n"]
    assert PreTokenizer(PATTERNS["gpt2"]).split_text(lf) == ["low", " low", "\n", "lower", "\n"]
    assert read_report(corpus("crlf.txt").sources[0]).carriage_returns == 2


def test_only_a_line_feed_ends_a_line():  # FI-09
    (block,) = corpus("odd_lines.txt", records="line").blocks()
    (end,) = block.record_ends
    assert block.data[end:] == b"two"
    assert block.data[:end].decode() == "one\u2028one\vone\fone\x85one\x1cone\u2029one"


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("raw", [("\n", "\n", 2), ("a", "b", 2), ("\n\n", "\n", 1)]),
        ("gpt2", [("a", "b", 2), ("\n", "\n", 2), ("\n\n", "\n", 1)]),
    ],
)
def test_a_file_and_the_same_text_typed_are_one(order, expected):  # FI-10
    for source in (corpus("blank_runs.txt"), "ab\n\n\n\nab\n"):
        assert merges(learned(source, "gpt2", max_steps=5, byte_order=order)) == expected
    assert merges(learned(corpus("blank_runs.txt", records="line"), "gpt2")) == [("a", "b", 2)]


def test_an_empty_file_is_named():  # FI-11
    with pytest.raises(CorpusError, match=r"empty\.txt: the file is empty"):
        corpus("empty.txt")


def test_a_long_line_is_no_reason_to_skip_it():  # FI-12
    history = learned(corpus("long_line.txt"), "gpt2", max_steps=1)
    assert history.words is not None
    assert history.words.corpus_bytes == 5001
    assert merges(history) == [("a", "b", 2500)]


def test_a_picture_among_texts_is_named_and_left_out(tmp_path):  # FI-13
    for name in ("pixel.txt", "lf.txt"):
        (tmp_path / name).write_bytes((FILES / name).read_bytes())
    both = Corpus.of(tmp_path)
    assert [source.label.rpartition("/")[2] for source in both.sources] == ["lf.txt"]
    assert len(both.left_out) == 1
    assert "pixel.txt is not a text" in both.left_out[0]
    with pytest.raises(CorpusError, match="not a text"):
        corpus("pixel.txt")


def test_names_of_files_may_hold_anything(tmp_path):  # FI-14
    path = tmp_path / "korpus ñ 語 😀 .txt"
    path.write_text("hello\n", encoding="utf-8")
    history = learned(Corpus.of(path), "gpt2")
    assert history.tokenizer_at(len(history)).encode("hello\n").ids.tolist()
    for suffix in (".json", ".tiktoken", ".mergescope", ".vocab"):
        save(history.tokenizer_at(len(history)), path.with_suffix(suffix))
    assert load(path.with_suffix(".tiktoken")).identity == history.tokenizer_at(len(history)).identity

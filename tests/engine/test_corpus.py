"""A corpus is read in blocks that join to its text; records stay apart; odd files are named."""

import gzip
import itertools
import re
import sys

import pytest

from engine.corpora.blocks import RECORDS
from engine.corpora.same_texts import KnownTexts
from engine.corpus import Corpus, Source, preview, read_report, sample_path
from engine.errors import CorpusError, OptionError

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd


def text_of(corpus: Corpus) -> str:
    return b"".join(block.data for block in corpus.blocks()).decode()


def records_of(corpus: Corpus, size: int, *, whole_records: bool = False) -> list[bytes]:
    """The records that the blocks of a corpus hold, put together again."""
    records, open_record = [], b""
    for block in corpus.blocks(size, whole_records=whole_records):
        ends = [0, *block.record_ends.tolist(), len(block.data)]
        parts = [block.data[start:end] for start, end in itertools.pairwise(ends)]
        for part in parts[:-1]:
            records.append(open_record + part)
            open_record = b""
        open_record += parts[-1]
        if block.ends_record:
            records.append(open_record)
            open_record = b""
    assert open_record == b""
    return records


# What is read ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 7, 64, 1000, 1 << 20])
def test_blocks_join_to_the_text_and_end_before_a_blank_after_a_letter(size):
    whole = sample_path("alice").read_bytes()[:20_000]
    blocks = list(Corpus.of_text(whole.decode()).blocks(size))
    assert b"".join(block.data for block in blocks) == whole
    for block, following in itertools.pairwise(blocks):
        assert not block.ends_record
        assert block.data[-1:].isalpha()
        assert following.data[:1] == b" "
    assert blocks[-1].ends_record


def test_a_text_without_a_safe_place_is_one_block():
    assert [block.data for block in Corpus.of_text("ab" * 5000).blocks(64)] == [b"ab" * 5000]


@pytest.mark.parametrize("whole_records", [False, True])
@pytest.mark.parametrize("size", [3, 64, 1000, 1 << 20])
@pytest.mark.parametrize("records", ["line", "paragraph"])
def test_records_come_whole_whatever_the_size_of_the_blocks(tmp_path, records, size, whole_records):
    data = b"\n\n" + sample_path("alice").read_bytes()[:9000] + b"\r\n\r\nlow low \n\n\n  \nend\n"
    path = tmp_path / "a.txt"
    path.write_bytes(data)
    if records == "line":
        expected = [line for line in data.split(b"\n") if line]
    else:
        expected = re.split(rb"\r?\n(?:[ \t\r]*\n)+", data.strip(b"\n"))
    assert records_of(Corpus.of(path, records=records), size, whole_records=whole_records) == expected


@pytest.mark.parametrize("size", [1, 2, 5, 1 << 20])
def test_a_line_of_other_white_space_parts_no_paragraphs_whatever_the_size_of_the_blocks(tmp_path, size):
    path = tmp_path / "a.txt"
    path.write_bytes(b"a b\n\f\nc d\n\v\ne\n \t\nf\n")
    assert records_of(Corpus.of(path, records="paragraph"), size) == [b"a b\n\f\nc d\n\v\ne", b"f"]


def test_lines_end_at_line_feeds_alone():
    text = "one\u2028one\vone\fone\x85one\x1cone\u2029one\ntwo\n"
    assert records_of(Corpus.of_text(text, records="line"), 99) == [line.encode() for line in text.split("\n")[:2]]


def test_a_byte_order_mark_is_no_text(tmp_path):
    path = tmp_path / "bom.txt"
    path.write_bytes(b"\xef\xbb\xbfthe cat\nthe hat\n")
    corpus = Corpus.of(path)
    assert text_of(corpus) == "the cat\nthe hat\n"
    assert read_report(corpus.sources[0]).encoding == "UTF-8 with BOM"
    assert preview(corpus.sources[0]) == "the cat\nthe hat\n"


def test_utf16_is_read_by_its_mark(tmp_path):
    path = tmp_path / "utf16.txt"
    path.write_bytes("\ufeffnaïve café 😀\n".encode("utf-16-le"))
    corpus = Corpus.of(path)
    assert text_of(corpus) == "naïve café 😀\n"
    report = read_report(corpus.sources[0])
    assert (report.encoding, report.characters) == ("UTF-16 LE (BOM)", 13)


@pytest.mark.parametrize("name", ["utf-16", "UTF16", "utf-32"])
@pytest.mark.parametrize("order", ["", "-le", "-be"])
def test_a_named_encoding_needs_no_mark(name, order, tmp_path):
    """Python reads UTF-16 by its mark and else not at all; without one it is read with its low bytes first."""
    family = "utf-32" if "32" in name else "utf-16"
    path = tmp_path / "named.txt"
    path.write_bytes(
        (order and "\ufeff").encode(f"{family}{order or '-le'}") + "naïve 😀\n".encode(f"{family}{order or '-le'}")
    )
    corpus = Corpus((Source("named", path=path, encoding=name),))
    assert text_of(corpus) == "naïve 😀\n"
    assert read_report(corpus.sources[0]).encoding == name


def test_line_ends_are_kept_and_counted(tmp_path):
    path = tmp_path / "crlf.txt"
    path.write_bytes(b"low low\r\nlower\r\n")
    corpus = Corpus.of(path)
    assert text_of(corpus) == "low low\r\nlower\r\n"
    assert read_report(corpus.sources[0]).carriage_returns == 2


def test_one_broken_byte_does_not_end_the_reading(tmp_path):
    path = tmp_path / "bad.txt"
    path.write_bytes(b"good line\nbad \xff byte\nlast \xc3\xa9\n")
    corpus = Corpus.of(path)
    assert text_of(corpus) == "good line\nbad \ufffd byte\nlast é\n"
    report = read_report(corpus.sources[0])
    assert (report.undecodable, report.first_bad_line, report.first_bad_offset) == (1, 2, 14)
    assert report.notes("bad.txt") == ["bad.txt: 1 place is not UTF-8, in line 2; shown as U+FFFD and counted."]


def test_a_file_cut_off_inside_a_character_says_so(tmp_path):
    path = tmp_path / "tail.txt"
    path.write_bytes(b"ok \xf0\x9f\x98")
    corpus = Corpus.of(path)
    assert text_of(corpus) == "ok \ufffd"
    report = read_report(corpus.sources[0])
    assert (report.undecodable, report.cut_bytes, report.guess) == (1, 3, None)
    assert "ends inside a character (3 bytes)" in report.notes("tail.txt")[-1]


def test_another_encoding_is_guessed_shown_and_can_be_named(tmp_path):
    path = tmp_path / "old.txt"
    text = "line one\n“It’s a naïve €5 café”\n"
    path.write_bytes(text.encode("cp1252"))
    corpus = Corpus.of(path)
    report = read_report(corpus.sources[0])
    assert text_of(corpus) == text
    assert (report.undecodable, report.first_bad_line, report.first_bad_offset) == (0, 2, 9)
    assert (report.encoding, report.guess, report.guessed) == ("cp1252", "cp1252", True)
    (note,) = report.notes("old.txt")
    assert note.startswith("old.txt is not UTF-8 (first in line 2); it is read as cp1252")
    named = Corpus.of(path, encoding="utf-8")
    assert text_of(named).count("\ufffd") == 5
    assert read_report(named.sources[0]).guess == "cp1252"


def test_an_encoding_that_shows_late_is_named_but_not_used(tmp_path):
    path = tmp_path / "late.txt"
    path.write_bytes(b"plain text \n" * 1000 + "naïve café\n".encode("cp1252") * 3)
    report = read_report(Corpus.of(path).sources[0])
    assert (report.undecodable, report.first_bad_line, report.guess, report.guessed) == (6, 1001, "cp1252", False)
    assert "It can be read as cp1252 (--encoding cp1252)" in report.notes("late.txt")[0]


def test_nul_characters_are_text_and_counted(tmp_path):
    path = tmp_path / "nul.txt"
    path.write_bytes(b"a\0b\nc\0\0d\n")
    corpus = Corpus.of(path)
    assert text_of(corpus) == "a\0b\nc\0\0d\n"
    assert read_report(corpus.sources[0]).notes("nul.txt") == ["nul.txt holds 3 NUL characters (a binary file?)."]


# Which sources --------------------------------------------------------------------------------------------------------


def test_a_folder_gives_its_texts_in_byte_order_and_names_the_rest(tmp_path):
    for name in ("b.txt", "B.txt", "sub/a.txt", "é.txt"):
        path = tmp_path / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, "utf-8")
    (tmp_path / "docs" / "empty.txt").write_bytes(b"")
    (tmp_path / "docs" / "pixel.txt").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0")
    corpus = Corpus.of(tmp_path / "docs")
    assert text_of(corpus) == "B.txtb.txtsub/a.txté.txt"
    assert len(corpus.left_out) == 2
    assert "empty" in corpus.left_out[0]
    assert "is not a text" in corpus.left_out[1]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [(None, "no such file"), (b"", "is empty"), (b"\xef\xbb\xbf", "empty but for"), (b"\x89PNG\0\0", "is not a text")],
)
def test_a_named_file_that_is_no_text_is_refused(tmp_path, data, sentence):
    path = tmp_path / "x.txt"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(CorpusError, match=sentence):
        Corpus.of(path)


def test_a_folder_without_texts_and_an_empty_list_are_refused(tmp_path):
    with pytest.raises(CorpusError, match="nothing to learn from"):
        Corpus.of(tmp_path)
    with pytest.raises(CorpusError, match="no text to learn from"):
        Corpus.of()


def test_samples_are_named(tmp_path):
    corpus = Corpus.of("alice", "moby-dick")
    assert corpus.total_bytes == 144_354 + 595_178
    assert [source.label for source in corpus.sources] == ["alice", "moby-dick"]


def test_names_of_any_script_are_kept(tmp_path):
    path = tmp_path / "korpus ñ 語 😀 .txt"
    path.write_text("hello\n", "utf-8")
    assert Corpus.of(path).sources[0].label == str(path)
    assert text_of(Corpus.of(path)) == "hello\n"


def test_weights_are_given_by_label_folder_or_file_name(tmp_path):
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(name)
    corpus = Corpus.of(str(tmp_path), "alice").with_weights({str(tmp_path): 5, "b.txt": 20, "alice": 0})
    assert [source.weight_tenths for source in corpus.sources] == [5, 20, 0]
    assert {block.source for block in corpus.blocks()} == {0, 1}
    with pytest.raises(OptionError, match="no source moby"):
        corpus.with_weights({"moby": 10})
    with pytest.raises(OptionError, match=r"0\.1 to 10"):
        corpus.with_weights({"alice": 101})


def test_the_digest_follows_label_weight_and_bytes_but_not_the_order():
    one, two = Source("one", text="1"), Source("two", text="2")
    digest = Corpus((one, two)).digest()
    assert Corpus((two, one)).digest() == digest
    assert Corpus((one, two)).with_weights({"one": 5}).digest() != digest
    assert Corpus((one, Source("two", text="3"))).digest() != digest


def test_a_source_has_exactly_one_origin():
    with pytest.raises(OptionError, match="exactly one"):
        Source("x", text="a", sample="alice")
    with pytest.raises(OptionError, match="no sample"):
        Source("x", sample="bob")
    with pytest.raises(OptionError, match="Records are"):
        Corpus((Source("x", text="a"),), records="page")  # type: ignore[arg-type]
    assert RECORDS == ("file", "line", "paragraph")


def test_an_old_encoding_is_guessed_whatever_the_file_ends_with(tmp_path):
    path = tmp_path / "old.txt"
    for text, codec, name in [
        ("naïve café déjà", "latin-1", "cp1252"),
        ("中文测试文本，你好世界。" * 50, "gb18030", "gb18030"),
    ]:
        path.write_bytes(text.encode(codec))
        report = read_report(Corpus.of(path).sources[0])
        assert (report.undecodable, report.cut_bytes, report.encoding) == (0, 0, name)
        assert text_of(Corpus.of(path)) == text


def test_packed_files_are_unpacked(tmp_path):
    text = "low low lower\n" * 2000
    for name, packed in [("a.txt.gz", gzip.compress(text.encode())), ("a.txt.zst", zstd.compress(text.encode()))]:
        (tmp_path / name).write_bytes(packed)
        corpus = Corpus.of(tmp_path / name)
        assert text_of(corpus) == text
        assert corpus.total_bytes == read_report(corpus.sources[0]).bytes == len(text)


def test_a_name_that_is_no_file_is_refused_with_what_was_meant():
    with pytest.raises(CorpusError, match=r"^alise: there is no such file\. Did you mean alice\?$"):
        Corpus.of("alise")
    with pytest.raises(CorpusError, match="Bundled samples are alice and moby-dick"):
        Corpus.of("nothing/of/the/kind.txt")


def test_a_text_that_is_found_twice_is_learned_from_once(tmp_path):
    notes = tmp_path / "notes"
    (notes / "old").mkdir(parents=True)
    (notes / "a.txt").write_text("low lower")
    (notes / "b.txt").write_text("low lower")  # another file, whatever it says
    (notes / "old" / "c.txt").symlink_to(notes / "a.txt")
    names = [notes / "a.txt", notes, notes / "a.txt", notes / "old" / ".." / "b.txt"]
    corpus = Corpus.of(*names, "alice", "alice")
    assert [source.label for source in corpus.sources] == [str(notes / "a.txt"), f"{notes}/b.txt", "alice"]
    again = "is in the corpus already"
    assert list(corpus.left_out) == [
        f"{notes}/a.txt {again}, and is not taken in twice.",
        f"{notes}/old/c.txt {again}, as {notes}/a.txt, and is not taken in twice.",
        f"{notes}/a.txt {again}, and is not taken in twice.",
        f"{notes}/old/../b.txt {again}, as {notes}/b.txt, and is not taken in twice.",
        f"alice {again}, and is not taken in twice.",
    ]
    assert len(Corpus.of(notes).sources) == 2


def test_what_another_corpus_has_is_known(tmp_path):
    (tmp_path / "a.txt").write_text("low lower")
    known = KnownTexts(Corpus.of(tmp_path / "a.txt").sources)
    corpus = Corpus.of(tmp_path, known=known)
    assert (corpus.sources, len(corpus.left_out)) == ((), 1)
    typed = [Source("mine", text="low"), Source("mine too", text="low")]
    assert known.take(typed) == (typed, [])


def test_two_texts_that_were_typed_are_two() -> None:
    typed = Source("mine", text="low lower")
    assert KnownTexts([typed]).take([typed, typed]) == ([typed, typed], [])

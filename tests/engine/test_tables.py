"""A column of JSON Lines, CSV, TSV or Parquet is read row by row, and what is wrong with a row is told with its place."""

import base64
import csv
import gzip
import itertools
import json
import sys

import numpy as np
import pyarrow
import pytest
from pyarrow import parquet
from pyarrow.parquet import encryption

from engine.corpus import Corpus, Source, columns, preview, read_report
from engine.errors import CorpusError, OptionError
from engine.tables import column_rows, table_kind, table_rows
from engine.tables.parquet import column_size, parquet_column, parquet_rows

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

TEXTS = ["low low lower", "", 'two\nlines "quoted", and more', "naïve 😀\r\n語", "x" * 200_000, "end"]
FULL = [text for text in TEXTS if text]


def write(path, texts=TEXTS):
    """The texts as the column `text`, numbers as the column `id`, in the format of the file's name."""
    rows = [{"id": str(n), "text": text} for n, text in enumerate(texts)]
    kind = table_kind(path)
    if kind == "parquet":
        parquet.write_table(pyarrow.table({name: [row[name] for row in rows] for name in ("id", "text")}), path)
        return
    if kind == "jsonl":
        data = "".join(json.dumps(row, ensure_ascii=len(row["id"]) % 2 == 0) + "\n" for row in rows).encode()
    else:
        plain = path.with_name("plain")
        with plain.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.DictWriter(stream, ["id", "text"], delimiter="\t" if kind == "tsv" else ",")
            writer.writeheader()
            writer.writerows(rows)
        data = plain.read_bytes()
        plain.unlink()
    pack = {".gz": gzip.compress, ".zst": zstd.compress}.get(path.suffix, bytes)
    path.write_bytes(pack(data))


def records_of(corpus):
    records = []
    for block in corpus.blocks():
        assert block.ends_record
        ends = [0, *block.record_ends.tolist(), len(block.data)]
        records += [block.data[start:end].decode() for start, end in itertools.pairwise(ends)]
    return records


@pytest.mark.parametrize(
    "name",
    ["t.jsonl", "t.ndjson", "t.json", "t.jsonl.gz", "t.jsonl.zst", "t.csv", "t.CSV", "t.csv.gz", "t.tsv", "t.parquet"],
)
def test_each_row_is_a_record(tmp_path, name):
    path = tmp_path / name
    write(path)
    corpus = Corpus.of(path, column="text", records="line")
    assert records_of(corpus) == FULL
    report = read_report(corpus.sources[0])
    assert (report.rows, report.missing_rows, report.undecodable) == (6, 1, 0)
    assert report.characters == sum(map(len, FULL))
    assert report.notes("t") == ["t: 1 of 6 rows has no text."]
    assert preview(corpus.sources[0], 16) == "low low lower\ntw"
    assert columns(path) == ["id", "text"]


def test_many_rows_come_in_several_blocks(tmp_path):
    texts = [f"row {n}" for n in range(10_000)]
    for name in ("t.jsonl", "t.csv", "t.parquet"):
        write(tmp_path / name, texts)
        corpus = Corpus.of(tmp_path / name, column="text")
        assert len(list(corpus.blocks())) >= 3
        assert records_of(corpus) == texts


def test_a_table_in_another_encoding_is_read(tmp_path):
    path = tmp_path / "t.csv"
    path.write_bytes("id;text\r\n1;naïve café\r\n2;déjà vu\r\n".encode("cp1252"))
    corpus = Corpus.of(path, column="text")
    assert records_of(corpus) == ["naïve café", "déjà vu"]
    assert read_report(corpus.sources[0]).encoding == "cp1252"
    path.write_bytes("\ufeffid,text\n1,café\n".encode("utf-16-le"))
    assert records_of(Corpus.of(path, column="text")) == ["café"]


def test_a_column_may_be_a_dictionary_and_hold_nothing(tmp_path):
    values = pyarrow.array(["a", None, "bc", "a"]).dictionary_encode()
    parquet.write_table(pyarrow.table({"text": values}), tmp_path / "t.parquet")
    corpus = Corpus.of(tmp_path / "t.parquet", column="text")
    assert records_of(corpus) == ["a", "bc", "a"]
    report = read_report(corpus.sources[0])
    assert (report.rows, report.missing_rows, report.encoding) == (4, 1, "Parquet")


@pytest.mark.parametrize("first", [[0], [None, 0]], ids=["a text", "nothing"])
def test_a_text_that_is_stored_once_for_many_rows_is_unpacked_for_few_at_a_time(tmp_path, first):
    long = "low lower " * 60_000
    places = pyarrow.array(first + [0] * 600 + [1] * 600, pyarrow.int32())
    table = pyarrow.table({"text": pyarrow.DictionaryArray.from_arrays(places, pyarrow.array([long, "low"]))})
    path = tmp_path / "t.parquet"
    parquet.write_table(table, path, dictionary_pagesize_limit=1 << 30, compression="zstd")
    assert path.stat().st_size < 10_000
    sizes = [(rows.rows, len(rows.data)) for rows in column_rows(path, "text", iter(()))]
    assert sum(rows for rows, _ in sizes) == len(places)
    assert sum(size for _, size in sizes) == 601 * len(long) + 600 * len("low")
    assert max(size for _, size in sizes) <= 1 << 27
    rows = itertools.islice(table_rows(path, iter(())), 3)
    assert [row["text"] for row in rows][-1] == long


def test_small_row_groups_are_unpacked_together_and_large_texts_a_few_at_a_time(tmp_path):
    path = tmp_path / "t.parquet"
    texts = pyarrow.table({"text": [f"row {n}" for n in range(5_000)]})
    parquet.write_table(texts, path, row_group_size=100)
    assert [rows.rows for rows in column_rows(path, "text", iter(()))] == [1024] * 4 + [904]
    books = pyarrow.table({"text": [f"{n} " + "low " * 500_000 for n in range(150)]})
    parquet.write_table(books, path, use_dictionary=False, compression="zstd")
    assert [rows.rows for rows in column_rows(path, "text", iter(()))] == [67, 67, 16]


def test_texts_of_parquet_that_are_no_utf8_are_repaired_row_by_row(tmp_path):
    raw = pyarrow.array([b"ok", b"\xc3", b"\xa9 bad", "é".encode()], pyarrow.binary()).view(pyarrow.string())
    parquet.write_table(pyarrow.table({"text": raw}), tmp_path / "t.parquet")
    corpus = Corpus.of(tmp_path / "t.parquet", column="text")
    assert records_of(corpus) == ["ok", "\ufffd", "\ufffd bad", "é"]
    assert read_report(corpus.sources[0]).surrogates == 2


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("t.jsonl", '{"text": "a"}\n{"text": \n', "line 2: not JSON"),
        ("t.jsonl", '{"text": "a"}\n[1]\n', "line 2: expected an object"),
        ("t.jsonl", '{"text": "a"}\n\n{"text": 5}\n', "row 2: text is a number; expected a text"),
        ("t.jsonl", '{"text": ["a"]}\n', "row 1: text is a list"),
        ("t.jsonl", "[" * 100_000, "line 1: nested too deep"),
        ("t.jsonl", '{"txt": "a", "id": 1}\n', "has no column text; it has txt, id. Did you mean txt?"),
        ("t.jsonl", '{"n": 1}\n' * 2000, "has no column text; it has n."),
        ("t.jsonl", "\n\n", "the table has no rows"),
        ("t.csv", "id,text\n1,a,b\n", "row 2: expected 2 columns, found 3"),
        ("t.csv", 'id,text\n1,a\n2,"b\n', "row 3: not a row that can be read"),
        ("t.csv", "text,text\n1,a\n", "a different name over each column"),
        ("t.csv", "id,body\n1,a\n", "has no column text; it has id, body."),
        ("t.csv", "id,text\n", "the table has no rows"),
        ("t.parquet", "PAR1 and no more", "cannot be read as Parquet"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path, name, content, sentence):
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(CorpusError) as refusal:
        records_of(Corpus.of(path, column="text"))
    assert str(path) in str(refusal.value)
    assert sentence in str(refusal.value)


def test_texts_that_are_no_utf8_are_told_where_rows_are_read_whole(tmp_path):
    """As parallel texts are: there, no row is repaired."""
    offsets, data = np.array([0, 1, 3], np.int32), b"\xc3\xa9\xff"
    texts = pyarrow.Array.from_buffers(pyarrow.string(), 2, [None, pyarrow.py_buffer(offsets), pyarrow.py_buffer(data)])
    path = tmp_path / "odd.parquet"
    parquet.write_table(pyarrow.table({"eng": texts}), path)
    with pytest.raises(CorpusError, match=r"odd\.parquet cannot be read as Parquet: 'utf-8' codec"):
        list(parquet_rows(path))


def test_a_name_that_is_no_utf8_is_told(tmp_path):
    path = tmp_path / "odd.parquet"
    parquet.write_table(pyarrow.table({"text": [{"inner": "a"}], "plain": ["b"]}), path)
    path.write_bytes(path.read_bytes().replace(b"inner", b"inn\xffr"))
    with pytest.raises(CorpusError, match=r"odd\.parquet cannot be read as Parquet: 'utf-8' codec"):
        column_size(path, "plain")


def test_a_column_may_be_called_as_a_part_of_another(tmp_path):
    path = tmp_path / "nested.parquet"
    parquet.write_table(pyarrow.table({"a": [{"text": "inner"}] * 3, "a.text": ["x", "y", "zz"]}), path)
    assert [row.data for row in parquet_column(path, "a.text")] == [b"xyzz"]
    alone = tmp_path / "alone.parquet"
    parquet.write_table(pyarrow.table({"a.text": ["x", "y", "zz"]}), alone)
    assert column_size(path, "a.text") == column_size(alone, "a.text")


class _Keys(encryption.KmsClient):
    """Keys that are no secret."""

    def wrap_key(self, key_bytes, master_key_identifier):
        return base64.b64encode(key_bytes)


@pytest.mark.parametrize("open_footer", [True, False])
def test_a_column_that_is_encrypted_is_told_and_the_others_are_read(open_footer, tmp_path):
    """What the footer says of such a column must not be asked for: pyarrow ends the process."""
    secrets = encryption.CryptoFactory(lambda _: _Keys()).file_encryption_properties(
        encryption.KmsConnectionConfig(),
        encryption.EncryptionConfiguration(footer_key="f", column_keys={"c": ["secret"]}, plaintext_footer=open_footer),
    )
    path = tmp_path / "secret.parquet"
    table = pyarrow.table({"secret": ["a", "b"], "text": ["x", "y"]})
    with parquet.ParquetWriter(path, table.schema, encryption_properties=secrets) as writer:
        writer.write_table(table)
    for read in (column_size, lambda *of: list(parquet_column(*of))):
        with pytest.raises(CorpusError, match=r"secret\.parquet cannot be read as Parquet: C.* (de|en)crypt"):
            read(path, "secret")
    if open_footer:
        assert column_size(path, "text") > 0
        assert [row.data for row in parquet_column(path, "text")] == [b"xy"]


def test_parquet_needs_a_column_that_holds_texts(tmp_path):
    parquet.write_table(pyarrow.table({"n": [1], "text": ["a"]}), tmp_path / "t.parquet")
    with pytest.raises(CorpusError, match=r"name the column to read with --column \(n, text\)"):
        Corpus.of(tmp_path / "t.parquet")
    with pytest.raises(CorpusError, match="the column n holds int64; expected texts"):
        Corpus.of(tmp_path / "t.parquet", column="n")
    with pytest.raises(CorpusError, match=r"has no column txt; it has n, text\. Did you mean text\?"):
        Corpus.of(tmp_path / "t.parquet", column="txt")


def test_parquet_without_its_library_says_what_to_install(tmp_path, monkeypatch):
    write(tmp_path / "t.parquet")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(CorpusError, match=r"pip install 'mergescope\[parquet\]'"):
        Corpus.of(tmp_path / "t.parquet", column="text")


def test_a_folder_gives_the_column_of_its_tables_and_its_other_texts(tmp_path):
    write(tmp_path / "a.jsonl", ["from a table"])
    (tmp_path / "b.txt").write_text("from a text")
    (tmp_path / "c.csv").write_text("id,body\n1,x\n")
    corpus = Corpus.of(tmp_path, column="text")
    assert [(source.column, source.path.name) for source in corpus.sources] == [("text", "a.jsonl"), (None, "b.txt")]
    assert "c.csv has no column text" in corpus.left_out[0]


def test_a_table_read_as_plain_text_says_which_columns_it_has(tmp_path):
    write(tmp_path / "t.csv", ["a", "b"])
    report = read_report(Corpus.of(tmp_path / "t.csv").sources[0])
    assert report.columns == ("id", "text")
    assert "one column can be read alone (--column: id, text)" in report.notes("t.csv")[0]
    (tmp_path / "t.csv").write_text("no, no\n")
    assert read_report(Corpus.of(tmp_path / "t.csv").sources[0]).notes("t.csv") == []


def test_a_column_without_a_table_is_a_mistake(tmp_path):
    with pytest.raises(OptionError, match=r"no table .* to take the column text from"):
        Corpus.of("alice", column="text")
    with pytest.raises(OptionError, match="has no columns"):
        Source("a", path=tmp_path / "a.txt", column="text")


def test_the_digest_tells_columns_apart(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,b\nx,y\n")
    digests = {Corpus.of(path, column=column).digest() for column in ("a", "b")} | {Corpus.of(path).digest()}
    assert len(digests) == 3

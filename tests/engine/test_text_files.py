"""Files of every encoding become valid UTF-8, and what stands in the way is said."""

import errno
import gzip
import io
import os
import random
import sys
from pathlib import Path

import pytest

from engine.errors import CorpusError, OptionError
from engine.text_encodings import check_encoding, detect
from engine.text_files import byte_pieces, unpacked_size, utf8, utf8_pieces

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

TEXT = "naïve café 😀\n“語”\n" * 40


def decoded(data: bytes, codec: str, size: int) -> tuple[str, int]:
    pieces = list(utf8_pieces(iter([data[at : at + size] for at in range(0, len(data), size)]), codec))
    return b"".join(piece.data for piece in pieces).decode(), sum(piece.undecodable for piece in pieces)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 10_000])
@pytest.mark.parametrize("codec", ["utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "gb18030"])
def test_text_comes_out_whole_however_the_file_is_cut(codec, size):
    assert decoded(TEXT.encode(codec), codec, size) == (TEXT, 0)


@pytest.mark.parametrize("size", [1, 2, 3, 5, 100])
@pytest.mark.parametrize(
    "data",
    [
        b"good\nbad \xff byte \xc3\xa9",
        b"ok \xf0\x9f\x98",
        b"\xed\xa0\xbd",
        b"\xc0\x80",
        b"\xe3\x81\xe3\x81\x82",
        b"\xef\xbf\xbd\xfe",
    ],
)
def test_broken_bytes_become_replacements_as_python_counts_them(data, size):
    expected = data.decode("utf-8", "replace")
    genuine = data.count("\ufffd".encode())
    assert decoded(data, "utf-8", size) == (expected, expected.count("\ufffd") - genuine)


@pytest.mark.parametrize("size", [1, 4, 100])
def test_the_first_bad_byte_is_told_with_its_line_and_offset(size):
    data = b"good line\nbad \xff byte\nlast \xfe\n"
    pieces = utf8_pieces(iter([data[at : at + size] for at in range(0, len(data), size)]), "utf-8")
    first = next(piece for piece in pieces if piece.undecodable)
    assert (first.bad_offset, first.bad_line) == (14, 2)


@pytest.mark.parametrize(
    ("data", "title"),
    [
        (b"\xef\xbb\xbfthe", "UTF-8 with BOM"),
        ("\ufeffnaïve 😀".encode("utf-16-le"), "UTF-16 LE (BOM)"),
        ("\ufeffnaïve".encode("utf-16-be"), "UTF-16 BE (BOM)"),
        ("\ufeffnaïve".encode("utf-32-le"), "UTF-32 LE (BOM)"),
        ("low lower\n".encode("utf-16-le"), "UTF-16 LE"),
        ("low lower\n".encode("utf-16-be"), "UTF-16 BE"),
        (("Все люди рождаются свободными. " * 4).encode("utf-16-le"), "UTF-16 LE"),
        ("語low\n".encode("utf-32-be"), "UTF-32 BE"),
        (b"a\0b\nc\0\0d\n", "UTF-8"),
        ("語".encode(), "UTF-8"),
        (b"", "UTF-8"),
    ],
)
def test_the_encoding_is_found_by_the_first_bytes(data, title):
    assert detect(data, "x.txt").title == title


@pytest.mark.parametrize(
    "data", [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01", bytes(range(128, 256)) * 2 + b"\x01\x02", b"a\0\xff"]
)
def test_what_is_no_text_is_refused_by_name(data):
    with pytest.raises(CorpusError, match=r"^x\.txt is not a text"):
        detect(data, "x.txt")


def test_an_old_encoding_is_used_where_it_fits_and_said_to_be_a_guess():
    found = detect("“It’s a naïve €5 café”".encode("cp1252"), "x")
    assert (found.codec, found.title, found.guessed) == ("cp1252", "cp1252", True)
    for data in (b"low low \xff", b"bad \xff and good \xc3\xa9", b"ok \xf0\x9f\x98", "語".encode()):
        assert detect(data, "x").codec == "utf-8"


def test_gzip_is_unpacked_whatever_the_name(tmp_path):
    path = tmp_path / "korpus ñ 語 😀 .txt"
    path.write_bytes(gzip.compress(b"hello\n" * 1000))
    assert b"".join(byte_pieces(path, 512)) == b"hello\n" * 1000
    assert unpacked_size(path) == 6000


def test_zstandard_is_unpacked_whatever_the_name(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(zstd.compress(b"hello\n" * 1000) + zstd.compress(b"more\n"))
    assert b"".join(byte_pieces(path, 512)) == b"hello\n" * 1000 + b"more\n"
    assert unpacked_size(path) == 6000
    packer = zstd.ZstdCompressor()
    path.write_bytes(packer.compress(b"hello\n" * 1000) + packer.flush())  # a stream does not say its size
    assert unpacked_size(path) == 3 * path.stat().st_size


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("gzip", gzip.compress(b"hello" * 99, mtime=0)[:-9]),
        ("Zstandard", zstd.compress(b"hello" * 99)[:-3]),
        ("Zstandard", zstd.compress(b"hello" * 99)[:9] + b"xxxxxxxx"),
    ],
)
def test_a_damaged_packed_file_is_named(tmp_path, kind, data):
    path = tmp_path / "a.packed"
    path.write_bytes(data)
    with pytest.raises(CorpusError, match=f"a.packed is a damaged {kind} file"):
        list(byte_pieces(path))


def test_missing_files_and_folders_are_refused(tmp_path):
    with pytest.raises(CorpusError, match="no such file"):
        list(byte_pieces(tmp_path / "none.txt"))
    with pytest.raises(CorpusError, match="not a regular file"):
        list(byte_pieces(tmp_path))


class _Broken(io.BytesIO):
    """A file on a disk that is."""

    def read(self, *_):
        raise OSError(errno.EIO, os.strerror(errno.EIO))


def test_a_file_whose_first_byte_cannot_be_read_is_named(tmp_path, monkeypatch):
    path = tmp_path / "broken.txt"
    path.write_bytes(b"low")
    monkeypatch.setattr(Path, "open", lambda *_: _Broken())
    with pytest.raises(CorpusError, match=r"broken\.txt cannot be read: Input/output error"):
        list(byte_pieces(path))


def test_halves_of_a_surrogate_pair_are_joined_and_lone_ones_counted():
    assert utf8("\ud83d\udc4dx\udc80y\ufffd") == ("👍x\ufffdy\ufffd".encode(), 1)


@pytest.mark.parametrize("name", ["rot13", "base64", "no-such", "punycode"])
def test_only_text_encodings_are_encodings(name):
    with pytest.raises(OptionError, match="no text encoding"):
        check_encoding(name)


@pytest.mark.parametrize("seed", range(40))
def test_sound_and_broken_stretches_follow_each_other_in_any_way(seed):
    generator = random.Random(seed)
    parts = [b"a", b"\n", "é".encode(), "語".encode(), "😀".encode(), b"\xef\xbb\xbf", *[b"\xff", b"\xe4"][: seed % 3]]
    data = b"".join(generator.choices(parts, k=300)) + b"\xf0\x9f"[: seed % 2]
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    for size in (1, 3, 8, 50, 1000):
        assert decoded(data, "utf-8", size) == (text, text.count("\ufffd"))

"""The encoding of a text is guessed from what its language looks like; the declaration's texts are the measure."""

import random

import pytest

from engine.encoding_guess import guess
from engine.parallel import udhr

TEXTS = [
    *((code, "cp1252") for code in ("fra", "deu_1996", "spa", "por_BR", "ita", "swe", "fin", "isl")),
    *((code, "cp1250") for code in ("pol", "ces", "hun", "hrv", "slk", "slv")),
    ("tur", "cp1254"), ("lit", "cp1257"), ("lav", "cp1257"), ("est", "cp1257"),
    ("rus", "cp1251"), ("rus", "koi8_r"), ("rus", "cp866"), ("ukr", "cp1251"), ("bul", "cp1251"),
    ("ell_monotonic", "cp1253"), ("heb", "cp1255"), ("arb", "cp1256"), ("pes_1", "cp1256"), ("urd", "cp1256"),
    ("tha", "cp874"), ("cmn_hans", "gb18030"), ("cmn_hant", "big5"), ("cmn_hant", "gb18030"),
    ("jpn", "cp932"), ("jpn", "euc_jp"), ("kor", "cp949"),
]  # fmt: skip


@pytest.mark.parametrize("size", [400, 8192])
@pytest.mark.parametrize(("language", "codec"), TEXTS)
def test_a_text_reads_as_it_was_written(language, codec, size):
    data = "\n".join(udhr().units(language)).encode(codec, "ignore")[:size]
    text = data.decode(codec, "ignore")
    found = guess(data)
    assert found is not None
    assert data.decode(found, "ignore") == text


def test_marks_of_punctuation_alone_are_enough():
    assert guess("It’s “fine” — so far".encode("cp1252")) == "cp1252"


def test_what_no_language_looks_like_is_not_guessed():
    chance = random.Random(4)
    for _ in range(300):
        assert guess(bytes(chance.choices(range(256), k=200))) is None
    for data in (b"low low \xff", bytes(range(128, 256)) * 2, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b""):
        assert guess(data) is None

"""The baselines that need no vocabulary: a token a byte, a token a code point."""

import pytest

from engine import load_preset, udhr

TEXT = "a\u00e9\u4e2d\U0001f642 \u0928\u092e\n"


def test_a_token_a_byte():
    tokenizer = load_preset("bytes")
    assert tokenizer.encode(TEXT).ids.tolist() == list(TEXT.encode())
    assert tokenizer.decode(list(TEXT.encode())) == TEXT
    assert tokenizer.encode_bytes(b"\xff\x00").tolist() == [255, 0]


def test_a_token_a_code_point():
    tokenizer = load_preset("code-points")
    encoding = tokenizer.encode(TEXT)
    assert encoding.ids.tolist() == [ord(character) for character in TEXT]
    assert list(encoding.tokens) == [character.encode() for character in TEXT]
    assert tokenizer.decode(encoding.ids.tolist()) == TEXT
    assert len(tokenizer.vocabulary) == 0x110000
    assert tokenizer.vocabulary[0x4E2D] == "\u4e2d".encode()
    assert 0xD800 in tokenizer.vocabulary.holes


@pytest.mark.parametrize("code", ["eng", "hin", "mya"])
def test_counts_are_bytes_and_characters(code):
    units = udhr().units(code)
    assert load_preset("bytes").count(units).tokens.sum() == sum(len(unit.encode()) for unit in units)
    assert load_preset("code-points").count(units).tokens.sum() == sum(len(unit) for unit in units)


def test_an_empty_text_has_no_tokens():
    for name in ("bytes", "code-points"):
        assert len(load_preset(name).encode("")) == 0

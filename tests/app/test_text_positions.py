"""Bytes, characters and UTF-16 units of the same place."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.text_positions import TextPositions

TEXTS = ["", "plain", "naïve café", "भाषा", "人人生而自由", "👩‍🔬🇫🇷 a", "a\0b\r\n\u2028"]


@pytest.mark.parametrize("text", TEXTS)
def test_starts_of_characters_agree_with_python(text):
    data = text.encode()
    at = TextPositions(data)
    for index in range(len(text) + 1):
        byte = len(text[:index].encode())
        unit = len(text[:index].encode("utf-16-le")) // 2
        assert at.byte_of_character(index) == byte
        assert at.character_of_byte(byte) == index
        assert at.unit_of_byte(byte) == unit
        assert at.byte_of_unit(unit) == byte
    assert at.units() == len(text.encode("utf-16-le")) // 2


@given(st.text())
def test_a_place_inside_a_character_is_its_start(text):
    data = text.encode()
    at = TextPositions(data)
    for byte in range(len(data)):
        start = at.character_start(byte)
        assert data[start] & 0xC0 != 0x80
        assert len(data[start : byte + 1].decode("utf-8", "ignore")) <= 1
        assert at.unit_of_byte(byte) == at.unit_of_byte(start)


def test_arrays_are_mapped_at_once():
    at = TextPositions("aé😀b".encode())
    assert at.unit_of_byte(np.array([0, 1, 2, 3, 6, 7, 8])).tolist() == [0, 1, 1, 2, 2, 4, 5]
    assert at.byte_of_unit(np.arange(6)).tolist() == [0, 1, 3, 3, 7, 8]

"""How far bytes are whole characters: the loop over 64 bytes at a time against Python's own decoder."""

import random

import numpy as np
import pytest

from engine.kernels.utf8 import valid_until

EDGES = ["a", "\x7f", "\x80", "\u07ff", "\u0800", "\u0fff", "\u1000", "\ud7ff", "\ue000", "\uffff"]
EDGES += ["\U00010000", "\U0003ffff", "\U00040000", "\U0010ffff"]
"""The first and last characters of each length and of each rule for a second byte."""
BROKEN = [b"\x80", b"\xbf", b"\xc0\x80", b"\xc1\xbf", b"\xe0\x9f\xbf", b"\xed\xa0\x80", b"\xf0\x8f\xbf\xbf"]
BROKEN += [
    b"\xf4\x90\x80\x80",
    b"\xf5\x80\x80\x80",
    b"\xff",
    b"\xc3",
    b"\xe3\x81",
    b"\xf0\x9f\x98",
    b"\xc3a",
    b"\xe3a\x81",
]


def sound(data: bytes) -> int:
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return error.start
    return len(data)


def found(data: bytes) -> int:
    return int(valid_until(np.frombuffer(data, np.uint8)))


@pytest.mark.parametrize("broken", BROKEN, ids=bytes.hex)
@pytest.mark.parametrize("around", ["a", "é", "語", "😀"])
def test_broken_bytes_are_found_wherever_they_stand_among_64(broken, around):
    for before in range(70):
        text = ("." * (before % 4) + around * 70).encode()[: before * 2]
        text = text[: sound(text)]
        for data in (text + broken, text + broken + around.encode() * 40):
            assert found(data) == sound(data), data


@pytest.mark.parametrize("place", [0, 1, 30, 61, 62, 63])
def test_each_pair_of_bytes_is_judged_as_python_does(place):
    for first in range(0xC0, 0x100):
        for second in range(0x70, 0x100):
            data = b"." * place + bytes([first, second, 0x80, 0xBF]) + b"." * 70
            assert found(data) == sound(data), data[place:][:4]


@pytest.mark.parametrize("seed", range(20))
def test_random_text_with_a_byte_changed(seed):
    generator = random.Random(seed)
    for _ in range(100):
        data = bytearray("".join(generator.choices(EDGES, k=generator.randrange(1, 90))).encode())
        assert found(bytes(data)) == len(data)
        data[generator.randrange(len(data))] = generator.randrange(256)
        cut = bytes(data[: generator.randrange(len(data) + 1)])
        assert found(cut) == sound(cut), cut

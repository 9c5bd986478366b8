"""Places in a text, counted three ways.

The engine counts bytes of UTF-8, Python counts characters (code points), and Qt counts UTF-16 units, where a character
above U+FFFF takes two.  All tables are made once with numpy, so that one place or a hundred thousand cost an index
each.
"""

from __future__ import annotations

from typing import Any, TypeVar, cast

import numpy as np

from engine.vocabulary import IntArray

Place = TypeVar("Place", int, IntArray)


class TextPositions:
    """The tables of one text, given as UTF-8.  Every argument may be a number or an array of numbers.

    A place inside a character counts as the character's start.

    >>> at = TextPositions("aé😀b".encode())
    >>> at.unit_of_byte(7), at.character_of_byte(7), at.byte_of_unit(4)
    (4, 3, 7)
    """

    __slots__ = ("_bytes_of_characters", "_bytes_of_units", "_characters_before", "_starts", "_units_before", "length")

    def __init__(self, data: bytes):
        self.length = len(data)
        self._starts: IntArray | None = None
        if data.isascii():
            return
        array = np.frombuffer(data, np.uint8)
        leads = (array & 0xC0) != 0x80
        self._starts = self._character_starts(leads)
        self._characters_before = _counted_before(leads.astype(np.int64))
        units = np.where(leads, 1 + (array >= 0xF0), 0)
        self._units_before = _counted_before(units)
        self._bytes_of_characters = np.append(np.flatnonzero(leads), self.length)
        # A unit in the middle of a pair belongs to the character whose start comes before it.
        self._bytes_of_units = np.append(np.repeat(np.arange(self.length), units), self.length)

    def _character_starts(self, leads: np.ndarray) -> IntArray:
        """For each byte the start of its character; the end of the text is a start of its own."""
        places = np.where(leads, np.arange(self.length), 0)
        return np.append(np.maximum.accumulate(places), self.length)

    def character_start(self, byte: Place) -> Place:
        """The first byte of the character that holds this byte."""
        return byte if self._starts is None else cast("Place", _plain(self._starts[byte]))

    def unit_of_byte(self, byte: Place) -> Place:
        """UTF-16 units before the character that holds this byte."""
        return byte if self._starts is None else cast("Place", _plain(self._units_before[self._starts[byte]]))

    def character_of_byte(self, byte: Place) -> Place:
        """Characters before the character that holds this byte."""
        return byte if self._starts is None else cast("Place", _plain(self._characters_before[self._starts[byte]]))

    def byte_of_unit(self, unit: Place) -> Place:
        """The first byte of the character that holds this UTF-16 unit."""
        return unit if self._starts is None else cast("Place", _plain(self._bytes_of_units[unit]))

    def byte_of_character(self, character: Place) -> Place:
        """The first byte of this character."""
        return character if self._starts is None else cast("Place", _plain(self._bytes_of_characters[character]))

    def units(self) -> int:
        """UTF-16 units of the whole text."""
        return int(self.unit_of_byte(self.length))


def _counted_before(amounts: np.ndarray) -> IntArray:
    """Sum of the amounts before each place, the end included."""
    return np.concatenate(([0], np.cumsum(amounts)))


def _plain(value: Any) -> Any:
    return int(value) if np.ndim(value) == 0 else value

"""GGUF's metadata: names and values at the head of a model file, before its weights, which are not read.

Of a file of many gigabytes no more is read than its vocabulary takes.  It is not mapped: one that is cut off meanwhile, by a
download that begins anew perhaps, would end the process.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from engine.errors import FormatError

MAGIC = b"GGUF"
_NUMBERS = {0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 7: "<?", 10: "<Q", 11: "<q", 12: "<d"}
_TEXT, _ARRAY = 8, 9
_LENGTH = struct.Struct("<Q")
_VERSIONS = (2, 3)
LARGEST_METADATA = 1 << 26
"""Bytes: four times those of the largest vocabulary that is published."""


def read_metadata(path: Path, wanted: Callable[[str], bool]) -> dict[str, Any]:
    """Name -> value of the wanted entries; FormatError where the file is none, or ends too early."""
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size < 24:
                raise FormatError(f"{path.name} is no GGUF file: it is too short.")
            return _Reader(file, size, path.name).entries(wanted)
    except FileNotFoundError:
        raise FormatError(f"There is no file {path}.") from None
    except OSError as error:
        raise FormatError(f"{path} cannot be read: {error.strerror or error}.") from None


class _Reader:
    """A place in the file that moves on as values are read."""

    def __init__(self, file: BinaryIO, size: int, source: str) -> None:
        self._file = file
        self._size = size
        self._source = source
        self._at = 0

    def entries(self, wanted: Callable[[str], bool]) -> dict[str, Any]:
        if self._take(4) != MAGIC:
            raise FormatError(f"{self._source} is no GGUF file.")
        version = self._number("<I")
        if version not in _VERSIONS:
            raise FormatError(f"{self._source} is GGUF of version {version}; versions 2 and 3 can be read.")
        self._number("<Q")  # how many arrays of weights follow
        found: dict[str, Any] = {}
        for _ in range(self._number("<Q")):
            name = self._text()
            value = self._value(self._number("<I"))
            if wanted(name):
                found[name] = value
        return found

    def _value(self, kind: int) -> Any:
        if kind == _TEXT:
            return self._text()
        if kind == _ARRAY:
            return self._array(self._number("<I"), self._number("<Q"))
        return self._number(self._format(kind))

    def _array(self, kind: int, length: int) -> list[Any]:
        if kind == _TEXT:
            return self._texts(length)
        if kind == _ARRAY:
            raise FormatError(f"{self._source}, byte {self._at:,}: an array of arrays stands in its metadata.")
        form = self._format(kind)
        size = struct.calcsize(form)
        self._check_room(size * length)
        return list(struct.unpack(f"<{length}{form[1]}", self._take(size * length)))

    def _texts(self, length: int) -> list[str]:
        """Many texts; a vocabulary is half a million of them."""
        self._check_room(8 * length)
        return [self._text() for _ in range(length)]

    def _format(self, kind: int) -> str:
        if kind not in _NUMBERS:
            raise FormatError(f"{self._source}, byte {self._at:,}: there is no kind of value {kind}.")
        return _NUMBERS[kind]

    def _number(self, form: str) -> Any:
        return struct.unpack(form, self._take(struct.calcsize(form)))[0]

    def _text(self) -> str:
        length = _LENGTH.unpack(self._take(8))[0]
        start = self._at
        try:
            return self._take(length).decode()
        except UnicodeDecodeError as error:
            raise FormatError(f"{self._source}, byte {start + error.start:,}: a text is not UTF-8.") from None

    def _take(self, size: int) -> bytes:
        self._check_room(size)
        taken = self._file.read(size)
        if len(taken) < size:  # it was longer when it was opened
            self._size = self._at + len(taken)
            self._check_room(size)
        self._at += size
        return taken

    def _check_room(self, size: int) -> None:
        if size > self._size - self._at:
            raise FormatError(f"{self._source} ends before its metadata does (byte {self._size:,}).")
        if self._at + size > LARGEST_METADATA:
            raise FormatError(f"{self._source} has more than {LARGEST_METADATA / 1e6:,.0f} MB of metadata: too much.")

"""Protocol buffers, as much as SentencePiece's files need: fields by number, read and written without a schema.

>>> fields = read_fields(number_field(3, 300) + bytes_field(1, b"piece"))
>>> fields.number(3), fields.messages(1)
(300, [b'piece'])
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

_VARINT, _EIGHT_BYTES, _LENGTH, _FOUR_BYTES = 0, 1, 2, 5


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of one message, in order: number -> values (whole numbers, or bytes)."""

    values: dict[int, list[int | bytes]]

    def number(self, field: int, default: int = 0) -> int:
        """A whole number; the last one counts."""
        found = [value for value in self.values.get(field, []) if isinstance(value, int)]
        return found[-1] if found else default

    def flag(self, field: int, default: bool) -> bool:
        """A yes or no."""
        return bool(self.number(field, int(default)))

    def real(self, field: int) -> float:
        """A number of 32 bits with a fraction; 0.0 where there is none."""
        found = self.messages(field)
        if not found:
            return 0.0
        if len(found[-1]) != 4:
            raise ValueError(f"field {field} is no number")
        return float(struct.unpack("<f", found[-1])[0])

    def messages(self, field: int) -> list[bytes]:
        """All values of a field that are bytes, texts or messages."""
        return [value for value in self.values.get(field, []) if isinstance(value, bytes)]

    def text(self, field: int) -> str:
        """A text; "" where there is none."""
        found = self.messages(field)
        return found[-1].decode() if found else ""


def read_fields(message: bytes) -> Fields:
    """The fields of a message; ValueError where it is none."""
    values: dict[int, list[int | bytes]] = {}
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        field, kind = key >> 3, key & 7
        value: int | bytes
        if kind == _VARINT:
            value, at = _varint(message, at)
        else:
            length = {_EIGHT_BYTES: 8, _FOUR_BYTES: 4}.get(kind, -1)
            if kind == _LENGTH:
                length, at = _varint(message, at)
            if length < 0 or at + length > len(message) or not field:
                raise ValueError(f"byte {at:,} begins no field")
            value, at = message[at : at + length], at + length
        values.setdefault(field, []).append(value)
    return Fields(values)


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A whole number, seven bits a byte, the lowest first."""
    number = shift = 0
    while at < len(data) and shift < 70:
        byte = data[at]
        number |= (byte & 0x7F) << shift
        at += 1
        if byte < 0x80:
            return number, at
        shift += 7
    raise ValueError(f"a number ends at byte {at:,} before it is complete")


def number_field(field: int, value: int) -> bytes:
    """A whole number as a field."""
    return _written(field << 3 | _VARINT) + _written(value)


def bytes_field(field: int, value: bytes) -> bytes:
    """Bytes, a text or a message as a field."""
    return _written(field << 3 | _LENGTH) + _written(len(value)) + value


def real_field(field: int, value: float) -> bytes:
    """A number of 32 bits with a fraction as a field."""
    return _written(field << 3 | _FOUR_BYTES) + struct.pack("<f", value)


def _written(number: int) -> bytes:
    written = bytearray()
    while number >= 0x80:
        written.append(number & 0x7F | 0x80)
        number >>= 7
    written.append(number)
    return bytes(written)

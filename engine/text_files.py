"""Reading files of any encoding as a stream of valid UTF-8, and saying what stood in the way.

    open_bytes       the bytes of a file, gzip and Zstandard unpacked on the way
    utf8_pieces      the text as UTF-8, piece by piece; what cannot be decoded becomes U+FFFD and is counted

A byte order mark belongs to the encoding (see text_encodings.py) and is never text.  Nothing is dropped silently, line ends
stay as they are, and a file of any size passes through in pieces.
"""

from __future__ import annotations

import codecs
import contextlib
import gzip
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BufferedIOBase
from pathlib import Path

import numpy as np

from engine.decoders import replaced_surrogates
from engine.errors import CorpusError, readable
from engine.kernels.utf8 import valid_until

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

HEAD = 8 << 10
"""How much of a file decides what it is."""
PIECE = 1 << 20
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_NEWLINE = ord("\n")

_GZIP_MAGIC = b"\x1f\x8b"
_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
_USUAL_PACKING = 3
"""How many times larger a text becomes when it is unpacked, where the file does not say."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some consecutive text of a file as valid UTF-8, cut between two characters.

    `undecodable` characters of it stand for bytes that the encoding cannot read; the first such byte is at `bad_offset`
    of the file, in its line `bad_line` (from 1); both None while all is well.
    """

    data: bytes
    undecodable: int = 0
    bad_offset: int | None = None
    bad_line: int | None = None


def utf8(text: str) -> tuple[bytes, int]:
    """The text as UTF-8, and how many lone surrogates became U+FFFD; two halves that belong together are joined.

    >>> utf8("a\\ud83d\\ude00b\\ud83d")
    (b'a\\xf0\\x9f\\x98\\x80b\\xef\\xbf\\xbd', 1)
    """
    repaired, count = replaced_surrogates(text)
    return repaired.encode(), count


@contextlib.contextmanager
def open_bytes(path: Path) -> Iterator[BufferedIOBase]:
    """The file's bytes, unpacked where they begin as gzip or Zstandard does (whatever the file's name)."""
    with readable(path, CorpusError):
        if not path.exists():
            raise CorpusError(f"{path}: there is no such file.")
        if not path.is_file():
            raise CorpusError(f"{path} is not a regular file, so it cannot be read as a text.")
        stream = path.open("rb")
    with stream:
        magic = _read(stream, 4, path)
        stream.seek(0)
        if magic.startswith(_GZIP_MAGIC):
            with gzip.GzipFile(fileobj=stream) as unpacked:
                yield unpacked
        elif magic == _ZSTD_MAGIC:
            with zstd.ZstdFile(stream) as unpacked_too:
                yield unpacked_too
        else:
            yield stream


def is_packed(path: Path) -> bool:
    """Whether the file begins as gzip or Zstandard does."""
    with path.open("rb") as stream:
        return stream.read(4).startswith((_GZIP_MAGIC, _ZSTD_MAGIC))


def unpacked_size(path: Path) -> int:
    """Bytes in the file once it is unpacked, for progress: what a packed file says itself, or an estimate."""
    try:
        if path.exists() and not path.is_file():  # a pipe: opening it may never end
            raise CorpusError(f"{path} is not a regular file, so it cannot be read as a text.")
        with path.open("rb") as stream:
            packed = path.stat().st_size
            head = stream.read(32)
            if head.startswith(_GZIP_MAGIC):
                stream.seek(-4, 2)
                return int.from_bytes(stream.read(4), "little")
            if head.startswith(_ZSTD_MAGIC):
                return zstd.get_frame_info(head).decompressed_size or packed * _USUAL_PACKING
            return packed
    except (OSError, ValueError, zstd.ZstdError) as error:
        raise CorpusError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}.") from error


def byte_pieces(path: Path, size: int = PIECE) -> Iterator[bytes]:
    """The file's bytes in pieces of at most `size`."""
    with open_bytes(path) as stream:
        while piece := _read(stream, size, path):
            yield piece


def read_head(path: Path) -> bytes:
    """The first 8 KiB."""
    with open_bytes(path) as stream:
        return _read(stream, HEAD, path)


def _read(stream: BufferedIOBase, size: int, path: Path) -> bytes:
    try:
        return stream.read(size)
    except (EOFError, gzip.BadGzipFile, zlib.error, zstd.ZstdError) as error:
        kind = "Zstandard" if isinstance(stream, zstd.ZstdFile) else "gzip"
        raise CorpusError(f"{path} is a damaged {kind} file ({error}); download or pack it again.") from error
    except OSError as error:
        raise CorpusError(f"{path} cannot be read: {error.strerror or error}.") from error


def unfinished(tail: bytes) -> int:
    """Bytes of a character of UTF-8 that the end cuts off, 0 if none.

    >>> unfinished(b"ok \\xf0\\x9f\\x98")
    3
    """
    try:
        tail.decode()
    except UnicodeDecodeError as error:
        if error.reason == "unexpected end of data":
            return len(tail) - error.start
        if error.end < len(tail):
            return unfinished(tail[error.end :])
    return 0


def utf8_pieces(pieces: Iterator[bytes], codec: str, *, counts_lines: bool = True) -> Iterator[Piece]:
    """Decode a stream of bytes; one U+FFFD for each maximal part of a character that is not one.

    Without `counts_lines`, for who does not ask, `bad_line` counts from the start of a piece.
    """
    make = codecs.getincrementaldecoder(codec)
    decoder = make("strict")
    offset, lines, first = 0, 0, True
    for raw, final in _with_last(pieces):
        state = decoder.getstate()
        data = state[0] + raw
        sound = _sound_utf8(data, final) if codec == "utf-8" else None
        if sound is not None:
            decoder.setstate((data[len(sound) :], 0))
            yield Piece(sound.removeprefix(codecs.BOM_UTF8) if first else sound)
            first = first and not sound
            offset += len(raw)
            # Comparing takes an eighth of the time that `sound.count` takes, and does not hold the GIL.
            lines += int(np.count_nonzero(np.frombuffer(sound, np.uint8) == _NEWLINE)) if counts_lines else 0
            continue
        undecodable, bad_offset, bad_line = 0, None, None
        try:
            text = decoder.decode(raw, final)
        except UnicodeDecodeError as error:
            text, undecodable = _decode_leniently(codec, state, raw, final, decoder)
            bad_offset = offset - len(state[0]) + error.start
            bad_line = 1 + lines + error.object[: error.start].decode(codec, "ignore").count("\n")
        if first and text:
            text, first = text.removeprefix("\ufeff"), False
        data, surrogates = utf8(text)
        yield Piece(data, undecodable + surrogates, bad_offset, bad_line)
        offset += len(raw)
        lines += data.count(b"\n") if counts_lines else 0


def _sound_utf8(data: bytes, final: bool) -> bytes | None:
    """The whole characters of it if all of it is UTF-8, None if not: nearly all text is, and then stays as it is."""
    end = int(valid_until(np.frombuffer(data, np.uint8)))
    cut_off = data[end : end + 4]
    if cut_off and (final or unfinished(cut_off) != len(data) - end):
        return None
    return data[:end]


def _decode_leniently(
    codec: str, state: tuple[bytes, int], raw: bytes, final: bool, decoder: codecs.IncrementalDecoder
) -> tuple[str, int]:
    """The text with U+FFFD, and how many of them the text did not have itself; moves `decoder` behind it."""
    texts = []
    for errors in ("ignore", "replace"):
        other = codecs.getincrementaldecoder(codec)(errors)
        other.setstate(state)
        texts.append(other.decode(raw, final))
    decoder.setstate(other.getstate())
    return texts[1], texts[1].count(REPLACEMENT) - texts[0].count(REPLACEMENT)


def _with_last(pieces: Iterator[bytes]) -> Iterator[tuple[bytes, bool]]:
    """Each piece, and whether it is the last; an empty stream is one empty last piece."""
    held = next(pieces, b"")
    for piece in pieces:
        yield held, False
        held = piece
    yield held, True

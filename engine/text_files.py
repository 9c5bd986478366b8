"""Reading files of any encoding as a stream of valid UTF-8, and saying what stood in the way.

    open_bytes       the bytes of a file, gzip and Zstandard unpacked on the way
    detect           the encoding of a file by its first 8 KiB; refuses what is no text
    utf8_pieces      the text as UTF-8, piece by piece; what cannot be decoded becomes U+FFFD and is counted

A byte order mark belongs to the encoding and is never text.  Nothing is dropped silently, line ends stay as they are,
and a file of any size passes through in pieces.
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
from engine.encoding_guess import decoded_head, guess, is_readable
from engine.errors import CorpusError, OptionError
from engine.kernels.utf8 import valid_until

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

HEAD = 8 << 10
"""How much of a file decides what it is."""
PIECE = 1 << 20
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"

_GZIP_MAGIC = b"\x1f\x8b"
_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
_USUAL_PACKING = 3
"""How many times larger a text becomes when it is unpacked, where the file does not say."""
# The marks of UTF-32 first: the one of UTF-16 LE begins like the one of UTF-32 LE.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8", "UTF-8 with BOM"),
    (codecs.BOM_UTF32_LE, "utf-32-le", "UTF-32 LE (BOM)"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "UTF-32 BE (BOM)"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16 LE (BOM)"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16 BE (BOM)"),
)
_WITHOUT_MARK = (
    ("utf-32-le", "UTF-32 LE"),
    ("utf-32-be", "UTF-32 BE"),
    ("utf-16-le", "UTF-16 LE"),
    ("utf-16-be", "UTF-16 BE"),
)
_MOST_UNDECODABLE = 0.1
_SMALLEST_JUDGED = 64


@dataclass(frozen=True, slots=True)
class TextEncoding:
    """How a file's bytes become text: Python's name of the encoding, and how it is shown ("UTF-8 with BOM").

    `guessed`: nothing in the file says so, but it is not UTF-8 and reads well this way.
    """

    codec: str
    title: str
    guessed: bool = False


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


def check_encoding(name: str) -> str:
    """The encoding's name, if Python can read text with it."""
    try:
        b"a".decode(name, "ignore")
        codecs.getincrementaldecoder(name)
    except (LookupError, ValueError) as error:
        known = "utf-8, utf-16, cp1252, shift_jis or gb18030"
        raise OptionError(f"There is no text encoding {name!r}; use a name such as {known}.") from error
    return name


@contextlib.contextmanager
def open_bytes(path: Path) -> Iterator[BufferedIOBase]:
    """The file's bytes, unpacked where they begin as gzip or Zstandard does (whatever the file's name)."""
    if not path.exists():
        raise CorpusError(f"{path}: there is no such file.")
    if not path.is_file():
        raise CorpusError(f"{path} is not a regular file, so it cannot be read as a text.")
    try:
        stream = path.open("rb")
    except OSError as error:
        raise CorpusError(f"{path} cannot be read: {error.strerror or error}.") from error
    with stream:
        magic = stream.read(4)
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
        with path.open("rb") as stream:
            packed = path.stat().st_size
            head = stream.read(32)
            if head.startswith(_GZIP_MAGIC):
                stream.seek(-4, 2)
                return int.from_bytes(stream.read(4), "little")
            if head.startswith(_ZSTD_MAGIC):
                return zstd.get_frame_info(head).decompressed_size or packed * _USUAL_PACKING
            return packed
    except (OSError, zstd.ZstdError) as error:
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


def detect(head: bytes, label: str) -> TextEncoding:
    """The encoding of a file that begins with `head`; `CorpusError` says why it is no text."""
    for mark, codec, title in _MARKS:
        if head.startswith(mark):
            return TextEncoding(codec, title)
    for codec, title in _WITHOUT_MARK:
        if 0 in head and _stands_like(head, codec):
            return TextEncoding(codec, title)
    undecodable = _undecodable_bytes(head)
    if undecodable and 0 in head:
        raise CorpusError(
            f"{label} is not a text: it holds NUL characters and bytes that are not UTF-8 (a binary file?)."
        )
    other = other_encoding(head) if undecodable else None
    if other is not None:
        return TextEncoding(other, other, guessed=True)
    if len(head) >= _SMALLEST_JUDGED and undecodable > _MOST_UNDECODABLE * len(head):
        raise CorpusError(f"{label} is not a text: {undecodable:,} of its first {len(head):,} bytes are not UTF-8.")
    return TextEncoding("utf-8", "UTF-8")


def other_encoding(head: bytes) -> str | None:
    """An encoding that fits a text which is not UTF-8; None for UTF-8 with some broken bytes in it."""
    text = codecs.getincrementaldecoder("utf-8")("replace").decode(head)
    # Bytes of Chinese or Japanese encodings make a letter of UTF-8 now and then, but more often they make none.
    mostly_broken = text.count(REPLACEMENT) * 2 > sum(character > "\x7f" for character in text)
    return guess(head) if mostly_broken else None


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


def _stands_like(head: bytes, codec: str) -> bool:
    """Do the NULs of the head stand as in this two- or four-byte encoding?"""
    width = 4 if "32" in codec else 2
    usable = head[: len(head) // width * width]
    text = decoded_head(usable, codec)
    if not text or len(head) % 2:
        return False
    with_nul = sum(c < "\u0100" for c in text)
    # In UTF-16 every Latin character has a NUL and other scripts still have blanks; a stray NUL gives odd characters.
    return is_readable(text) and (
        width == 4 or with_nul * 2 >= len(text) or (len(text) >= 32 and with_nul * 12 >= len(text))
    )


def _undecodable_bytes(head: bytes) -> int:
    """Bytes of the head that are not UTF-8, a character cut off by its end aside."""
    kept = codecs.getincrementaldecoder("utf-8")("ignore").decode(head)
    unfinished = codecs.getincrementaldecoder("utf-8")("ignore")
    unfinished.decode(head)
    return len(head) - len(kept.encode()) - len(unfinished.getstate()[0])


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
            lines += sound.count(b"\n") if counts_lines else 0
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

"""Corpus: the texts to learn from, with their labels and weights, read by streaming.

A corpus is a list of sources (files, bundled samples, typed text) and what counts as a record in them.  `Corpus.blocks`
reads them piece by piece, so that a corpus may be larger than memory; no pre-token ever reaches across a record.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from importlib import resources
from pathlib import Path

import numpy as np

from engine.blocks import RECORDS, Block, Records, blocks_of
from engine.errors import CorpusError, OptionError
from engine.text_files import (
    PIECE,
    TextEncoding,
    byte_pieces,
    check_encoding,
    detect,
    guess,
    read_head,
    unpacked_size,
    utf8,
    utf8_pieces,
)

SAMPLES: dict[str, str] = {
    "alice": "Alice's Adventures in Wonderland (Lewis Carroll, 1865)",
    "moby-dick": "Moby-Dick, chapters 1-60 (Herman Melville, 1851)",
}
"""Name of each bundled text -> what it is."""
LARGEST_WEIGHT = 100
"""In tenths: a source counts at most ten times."""


@dataclass(frozen=True, slots=True)
class Source:
    """One text: a file (`path`), a bundled sample (`sample`) or given text (`text`); exactly one of the three.

    `weight_tenths` says how often it counts, in tenths (10 = once, 0 = left out); `encoding` overrides what is
    detected.
    """

    label: str
    path: Path | None = None
    text: str | None = None
    sample: str | None = None
    weight_tenths: int = 10
    language: str | None = None
    encoding: str | None = None

    def __post_init__(self) -> None:
        if sum(origin is not None for origin in (self.path, self.text, self.sample)) != 1:
            raise OptionError(f"The source {self.label} needs a path, a text or a sample: exactly one of them.")
        if not 0 <= self.weight_tenths <= LARGEST_WEIGHT:
            raise OptionError(
                f"The weight of {self.label} must be from 0.1 to 10 in steps of 0.1, or 0 to leave it out."
            )
        if self.sample is not None and self.sample not in SAMPLES:
            raise OptionError(f"There is no sample {self.sample}; there are {' and '.join(SAMPLES)}.")
        if self.encoding is not None:
            check_encoding(self.encoding)


@dataclass(frozen=True, slots=True)
class SourceReport:
    """What reading a source to its end found.

    bytes            in the file, unpacked         characters       code points of its text
    encoding         as it is shown                undecodable      characters that stand for unreadable bytes (U+FFFD)
    first_bad_line   from 1; None if all is well   first_bad_offset of the byte in the file
    cut_bytes        bytes of a last character that the end of the file cuts off
    nuls             NUL characters                carriage_returns CR characters (they are kept)
    guess            another encoding that fits what is not UTF-8
    """

    bytes: int
    characters: int
    encoding: str
    undecodable: int = 0
    first_bad_line: int | None = None
    first_bad_offset: int | None = None
    cut_bytes: int = 0
    nuls: int = 0
    carriage_returns: int = 0
    guess: str | None = None

    def notes(self, label: str) -> list[str]:
        """Sentences about what is odd, for the message bar or standard error."""
        notes = []
        if self.undecodable:
            several = self.undecodable > 1
            what = f"{self.undecodable:,} places are" if several else "1 place is"
            first = "the first in" if several else "in"
            also = f" It can be read as {self.guess} (--encoding {self.guess})." if self.guess else ""
            notes.append(
                f"{label}: {what} not {self.encoding}, {first} line {self.first_bad_line:,}; "
                f"shown as U+FFFD and counted.{also}"
            )
        if self.cut_bytes:
            notes.append(f"{label} ends inside a character ({self.cut_bytes} bytes).")
        if self.nuls:
            notes.append(f"{label} holds {self.nuls:,} NUL characters (a binary file?).")
        return notes


@dataclass(frozen=True, slots=True)
class Corpus:
    """The sources to learn from, in order, and what a record is in them.

    `left_out` are sentences about files of a folder that are no text.
    """

    sources: tuple[Source, ...]
    records: Records = "file"
    left_out: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if self.records not in RECORDS:
            raise OptionError(f"Records are {', '.join(RECORDS)}, not {self.records}.")

    @classmethod
    def of(cls, *names: str | Path, records: Records = "file", encoding: str | None = None) -> Corpus:
        """From files, folders and names of samples; what is named must be a text, what a folder holds may be left out.

        The files of a folder come in byte order of their relative path.  A sample's name wins over a file of that name
        (write `./alice` for the file).
        """
        sources: list[Source] = []
        left_out: list[str] = []
        for name in names:
            if str(name) in SAMPLES:
                sources.append(Source(str(name), sample=str(name)))
            elif Path(name).is_dir():
                found, refused = _folder_sources(Path(name), str(name).rstrip("/\\") or str(name), encoding)
                sources += found
                left_out += refused
            else:
                sources.append(_checked(Source(str(name), path=Path(name), encoding=encoding)))
        if not sources:
            raise CorpusError("There is no text to learn from: name a file, a folder or a sample (alice, moby-dick).")
        return cls(tuple(sources), records, tuple(left_out))

    @classmethod
    def of_text(cls, text: str, label: str = "text", records: Records = "file") -> Corpus:
        """One given text."""
        return cls((Source(label, text=text),), records)

    @property
    def total_bytes(self) -> int:
        """Bytes of all sources, for progress."""
        return sum(_size(source) for source in self.sources if source.weight_tenths)

    def digest(self) -> str:
        """SHA-256 over label, weight and the SHA-256 of the bytes of each source, sorted: what was learned from."""
        rows = sorted([source.label, source.weight_tenths, _sha256(source)] for source in self.sources)
        return hashlib.sha256(json.dumps(rows, separators=(",", ":")).encode()).hexdigest()

    def with_weights(self, weights: dict[str, int]) -> Corpus:
        """The corpus with other weights in tenths, by label; a folder's name means all its files."""
        left = dict(weights)
        sources = []
        for source in self.sources:
            names = [name for name in weights if _is_called(source, name)]
            for name in names:
                left.pop(name, None)
            sources.append(replace(source, weight_tenths=weights[names[-1]]) if names else source)
        if left:
            labels = ", ".join(source.label for source in self.sources[:8])
            raise OptionError(f"There is no source {next(iter(left))} to weigh; there are {labels}.")
        return replace(self, sources=tuple(sources))

    def blocks(self, size: int = PIECE, *, whole_records: bool = False) -> Iterator[Block]:
        """The texts of all sources with a weight, read in pieces of about `size` bytes; nothing empty comes.

        `whole_records` is for patterns (or special tokens) that may reach across a blank: a block then never ends
        inside a record, however large that is.
        """
        for index, source in enumerate(self.sources):
            if source.weight_tenths:
                yield from blocks_of(index, _texts(source, size), self.records, whole_records=whole_records)


def read_report(source: Source) -> SourceReport:
    """Read a source to its end and say what stands in it."""
    encoding = source_encoding(source)
    characters = nuls = returns = undecodable = size = 0
    tail = b""
    bad_line = bad_offset = None

    def measured() -> Iterator[bytes]:
        nonlocal size, tail
        for raw in _raw(source, PIECE):
            size += len(raw)
            tail = (tail + raw)[-4:]
            yield raw

    for piece in utf8_pieces(measured(), encoding.codec):
        characters += _characters(piece.data)
        nuls += piece.data.count(b"\0")
        returns += piece.data.count(b"\r")
        undecodable += piece.undecodable
        if bad_line is None:
            bad_line, bad_offset = piece.bad_line, piece.bad_offset
    cut = _unfinished(tail) if undecodable and encoding.codec == "utf-8" else 0
    other = _other_encoding(_head(source)) if undecodable > bool(cut) and encoding.codec == "utf-8" else None
    cut = 0 if other else cut  # the last byte of a text in another encoding begins no character
    return SourceReport(size, characters, encoding.title, undecodable, bad_line, bad_offset, cut, nuls, returns, other)


def source_encoding(source: Source) -> TextEncoding:
    """How the source's bytes are read: as the user says, or as its first 8 KiB look."""
    if source.encoding is not None:
        return TextEncoding(source.encoding, source.encoding)
    if source.path is None:
        return TextEncoding("utf-8", "UTF-8")
    return detect(_head(source), source.label)


def preview(source: Source, characters: int = 2000) -> str:
    """The beginning of the text."""
    piece = next(utf8_pieces(iter([_head(source)]), source_encoding(source).codec), None)
    text = piece.data.decode() if piece else ""
    return text[:characters].removesuffix("\N{REPLACEMENT CHARACTER}")


def sample_path(name: str) -> Path:
    """Where a bundled text stands."""
    return Path(str(resources.files("resources") / "corpora" / f"{name}.txt"))


# Sources --------------------------------------------------------------------------------------------------------------


def _folder_sources(folder: Path, label: str, encoding: str | None) -> tuple[list[Source], list[str]]:
    """The texts of a folder and all folders in it; and a sentence about each file that is none."""
    paths = [Path(root) / name for root, _, names in os.walk(folder) for name in names]
    paths.sort(key=lambda path: os.fsencode(path.relative_to(folder).as_posix()))
    sources, left_out = [], []
    for path in paths:
        try:
            name = f"{label}/{path.relative_to(folder).as_posix()}"
            sources.append(_checked(Source(name, path=path, encoding=encoding)))
        except CorpusError as error:
            left_out.append(str(error))
    if not sources:
        what = f"none of its {len(paths):,} files is a text" if paths else "it holds no file"
        raise CorpusError(f"There is nothing to learn from in the folder {folder}: {what}.")
    return sources, left_out


def _checked(source: Source) -> Source:
    """The source, if its file is there, is a text and holds something."""
    head = _head(source)
    if not head:
        raise CorpusError(f"{source.label}: the file is empty.")
    encoding = source_encoding(source)
    beginning = next(utf8_pieces(iter([head]), encoding.codec))
    if not beginning.data:
        raise CorpusError(f"{source.label}: the file is empty but for its byte order mark.")
    return source


def _is_called(source: Source, name: str) -> bool:
    folder = name.rstrip("/\\") + "/"
    return source.label == name or source.label.startswith(folder) or Path(source.label).name == name


def _file(source: Source) -> Path | None:
    return sample_path(source.sample) if source.sample is not None else source.path


def _raw(source: Source, size: int) -> Iterator[bytes]:
    path = _file(source)
    if path is not None:
        return byte_pieces(path, size)
    return iter([utf8(source.text or "")[0]])


def _head(source: Source) -> bytes:
    path = _file(source)
    return read_head(path) if path is not None else next(_raw(source, PIECE))


def _size(source: Source) -> int:
    path = _file(source)
    return unpacked_size(path) if path is not None else len(utf8(source.text or "")[0])


def _sha256(source: Source) -> str:
    digest = hashlib.sha256()
    for raw in _raw(source, PIECE):
        digest.update(raw)
    return digest.hexdigest()


def _characters(data: bytes) -> int:
    """Code points: all bytes but those that continue a character."""
    array = np.frombuffer(data, np.uint8)
    return len(data) - int(np.count_nonzero((array & 0xC0) == 0x80))


def _other_encoding(head: bytes) -> str | None:
    """An encoding for a text that is not UTF-8; none for UTF-8 with some broken bytes in it."""
    text = head.decode("utf-8", "replace")
    broken = text.count("\N{REPLACEMENT CHARACTER}")
    # Bytes of Chinese or Japanese encodings make a letter of UTF-8 now and then, but more often they make none.
    return guess(head) if broken * 2 > sum(character > "\x7f" for character in text) else None


def _unfinished(tail: bytes) -> int:
    """Bytes of a character that the end cuts off, 0 if none.

    >>> _unfinished(b"ok \\xf0\\x9f\\x98")
    3
    """
    try:
        tail.decode()
    except UnicodeDecodeError as error:
        if error.reason == "unexpected end of data":
            return len(tail) - error.start
        if error.end < len(tail):
            return _unfinished(tail[error.end :])
    return 0


def _texts(source: Source, size: int) -> Iterator[bytes]:
    return (piece.data for piece in utf8_pieces(_raw(source, size), source_encoding(source).codec))

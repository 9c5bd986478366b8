"""Reading and writing files of formats: whole or not at all, with sentences that name the file."""

from __future__ import annotations

import errno
import json
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from engine.decoders import replaced_surrogates
from engine.errors import FormatError

LARGEST = 1 << 28
"""Bytes of a file that is read whole: eight times the largest tokenizer that is published."""
MOST_VALUES = 20_000_000
"""Values in a JSON file, four times those of the largest: each takes many times the bytes that it is written in."""
_SHOWN_BYTES = 100
"""Of a file's name in the name of what becomes it: systems take 255 in all."""


def read_bytes(path: Path, largest: int = LARGEST) -> bytes:
    """The file's bytes; FormatError if it cannot be read, is no file (a device never ends), or is larger than `largest`."""
    try:
        if path.exists() and not path.is_file():
            raise FormatError(f"{path} is no file.")
        if path.exists() and path.stat().st_size > largest:
            raise FormatError(
                f"{path.name} has {path.stat().st_size / 1e6:,.0f} MB. Nothing larger than {largest / 1e6:,.0f} MB is "
                "opened here; is it the file of a model instead of its tokenizer?"
            )
        return path.read_bytes()
    except FileNotFoundError:
        raise FormatError(f"There is no file {path}.") from None
    except OSError as error:
        raise FormatError(f"{path} cannot be read: {error.strerror or error}.") from None


def read_json(path: Path) -> dict[str, Any]:
    """The object in a JSON file; FormatError names the place of what is wrong."""
    return parse_json(read_bytes(path), path)


def parse_json(content: bytes, path: Path) -> dict[str, Any]:
    """The object in the content of a JSON file; FormatError names the place of what is wrong."""
    if content.count(b",") + content.count(b"[") + content.count(b"{") > MOST_VALUES:
        raise FormatError(f"{path.name} holds more than {MOST_VALUES:,} values: no tokenizer needs so many.")
    try:
        value = json.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise FormatError(f"{path.name}: byte {error.start:,} is not UTF-8, so it is no JSON.") from None
    except json.JSONDecodeError as error:
        raise FormatError(f"{path.name}, line {error.lineno:,}: no JSON ({error.msg}).") from None
    except RecursionError:
        raise FormatError(f"{path.name}: nested too deep for a tokenizer file.") from None
    except ValueError:  # Python reads no number of more than 4,300 digits
        raise FormatError(f"{path.name} holds a number that is too long to be read.") from None
    if not isinstance(value, dict):
        raise FormatError(f"{path.name}: expected a JSON object, found {type(value).__name__}.")
    return value


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file whole: whoever looks sees the old file or the new one, and a failure leaves the old one."""
    with whole_file(path) as file:
        file.write(data)


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write that has its name only when all of it is on the disk; FormatError if it cannot be written.

    Where the name is a link, the file that it leads to is written; who may read the old file may read the new one.
    """
    target = writable(path)
    try:
        rights = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o666 & ~_umask()
        handle, temporary = tempfile.mkstemp(prefix=f".{_shortened(path.name)}.", dir=target.parent)
    except (OSError, ValueError) as error:
        raise _not_written(path, error) from None
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())  # else a computer that loses its power may keep the new name and not the bytes
        Path(temporary).chmod(rights)
        Path(temporary).replace(target)
    except OSError as error:
        raise _not_written(path, error) from None
    finally:  # whatever ends the writing, an interruption too
        Path(temporary).unlink(missing_ok=True)


def writable(path: Path) -> Path:
    """The file that is written under this name, what a link leads to; FormatError where none can be."""
    try:
        return _target(path)
    except (OSError, RuntimeError) as error:  # links in a ring
        raise _not_written(path, error) from None


def _not_written(path: Path, error: Exception) -> FormatError:
    return FormatError(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}.")


def _target(path: Path) -> Path:
    """Nothing that is more than a file (a device, a pipe)."""
    if not path.parent.is_dir():
        raise FormatError(f"The folder {path.parent} does not exist, so {path.name} cannot be saved there.")
    target = path.resolve() if path.is_symlink() else path
    if target.exists() and not target.is_file():
        raise FormatError(f"{path} cannot be written: it is {'a folder' if target.is_dir() else 'no file'}.")
    if target.exists() and not os.access(target, os.W_OK):
        raise FormatError(f"{path} cannot be written: {os.strerror(errno.EACCES)}.")
    return target


def _shortened(name: str) -> str:
    return name.encode("utf-8", "ignore")[:_SHOWN_BYTES].decode("utf-8", "ignore")


def write_json(path: Path, value: object, indent: int | None = 1) -> None:
    """Write a JSON file as UTF-8 with LF.  A tokenizer may be called after a file whose name is no UTF-8."""
    text, _ = replaced_surrogates(json.dumps(value, ensure_ascii=False, indent=indent))
    write_atomically(path, (text + "\n").encode())


def _umask() -> int:
    """The rights that new files must not have; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask

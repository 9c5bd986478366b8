"""Reading and writing files of formats: whole or not at all, with sentences that name the file."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from engine.decoders import replaced_surrogates
from engine.errors import FormatError

LARGEST = 1 << 28
"""Bytes of a file that is read whole: eight times the largest tokenizer that is published."""


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
    try:
        value = json.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise FormatError(f"{path.name}: byte {error.start:,} is not UTF-8, so it is no JSON.") from None
    except json.JSONDecodeError as error:
        raise FormatError(f"{path.name}, line {error.lineno:,}: no JSON ({error.msg}).") from None
    except RecursionError:
        raise FormatError(f"{path.name}: nested too deep for a tokenizer file.") from None
    if not isinstance(value, dict):
        raise FormatError(f"{path.name}: expected a JSON object, found {type(value).__name__}.")
    return value


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file whole: whoever looks sees the old file or the new one, and a failure leaves the old one."""
    if not path.parent.is_dir():
        raise FormatError(f"The folder {path.parent} does not exist, so {path.name} cannot be saved there.")
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise FormatError(f"{path} cannot be written: {error.strerror or error}.") from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())  # else a computer that loses its power may keep the new name and not the bytes
        Path(temporary).chmod(0o666 & ~_umask())
        Path(temporary).replace(path)
    except OSError as error:
        raise FormatError(f"{path} cannot be written: {error.strerror or error}.") from None
    finally:  # whatever ends the writing, an interruption too
        Path(temporary).unlink(missing_ok=True)


def write_json(path: Path, value: object, indent: int | None = 1) -> None:
    """Write a JSON file as UTF-8 with LF.  A tokenizer may be called after a file whose name is no UTF-8."""
    text, _ = replaced_surrogates(json.dumps(value, ensure_ascii=False, indent=indent))
    write_atomically(path, (text + "\n").encode())


def _umask() -> int:
    """The rights that new files must not have; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask

"""Two windows may have one session file open: whoever saves last must not lose what the other has saved.

Mark        how a file stood when it was read or written
put_aside   what somebody else has written since gets a name of its own, beside it
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from pathlib import Path

from engine.errors import EngineError
from engine.formats.files import read_bytes, write_atomically


@dataclass(frozen=True, slots=True)
class Mark:
    """How a file stood: its number on the disk (a file that is written whole gets another), its size and its time."""

    number: int
    size: int
    changed: int


def mark_of(path: Path) -> Mark | None:
    """How the file stands now; None where there is none."""
    try:
        facts = path.stat()
    except OSError:
        return None
    return Mark(facts.st_ino, facts.st_size, facts.st_mtime_ns)


def put_aside(path: Path, known: Mark | None) -> Path | None:
    """Copy a file that is not as it was `known`, before it is written over; the copy's path, None if there is no need."""
    if known is None or mark_of(path) in (None, known):
        return None
    try:
        content = read_bytes(path)
    except EngineError:  # it has gone, or nobody can read it
        return None
    stem, suffixes = path.name.partition(".")[0], "".join(path.suffixes)
    names = (path.with_name(f"{stem}-{number}{suffixes}") for number in count(2))
    aside = next(name for name in names if not name.exists())
    write_atomically(aside, content)
    return aside

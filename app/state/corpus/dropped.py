"""What a file that is dropped or pasted is taken for, from its name alone: nothing is opened for it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QMimeData

from engine.formats import OPENABLE
from engine.formats.recognise import FOLDER_FILES

SESSION = ".mergescope-session"
_TOKENIZERS = frozenset(OPENABLE) - {".txt"}
_NAMES = frozenset(("vocab.txt", "merges.txt"))

Kind = Literal["session", "tokenizer", "text"]


def kind_of(path: Path) -> Kind:
    """A session, a tokenizer (also a folder with one), or else a text (also a folder of them).

    >>> [kind_of(Path(name)) for name in ("a.mergescope-session", "tokenizer.json", "merges.txt", "notes.txt")]
    ['session', 'tokenizer', 'tokenizer', 'text']
    """
    if path.name.endswith(SESSION):
        return "session"
    if path.suffix.lower() in _TOKENIZERS or path.name in _NAMES:
        return "tokenizer"
    with suppress(OSError):  # a folder that is closed
        return "tokenizer" if any((path / name).is_file() for name in FOLDER_FILES) else "text"
    return "text"


def local_paths(data: QMimeData) -> list[Path]:
    """The files and folders of this computer in what is dropped or copied."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


def holds_session(paths: Iterable[Path]) -> bool:
    return any(kind_of(path) == "session" for path in paths)

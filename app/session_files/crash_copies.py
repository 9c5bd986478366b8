"""Copies of a session against a crash: each program keeps one of its own in a common folder, and finds what others left."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import platformdirs
from PySide6.QtCore import QLockFile

from app.log import log
from app.session_files.session_file import SUFFIX


def state_folder() -> Path:
    """Where copies against a crash are kept."""
    folder = os.environ.get("MERGESCOPE_STATE_FOLDER")
    return Path(folder or platformdirs.user_state_dir("mergescope", appauthor=False))


class CrashCopies:
    """`own` is this program's copy.  A lock beside each copy says whether its owner still runs."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock: QLockFile | None = None
        self.own = self._named(1)

    @property
    def open(self) -> bool:
        """Copies can be kept."""
        return self._lock is not None

    def begin(self) -> bool:
        """Take hold of the own copy; False if there is no place for any, or it is held already."""
        if self.open:
            return False
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            log.warning("no copies are kept: %s", error)
            return False
        return True

    def lost(self) -> Iterator[Path]:
        """Copies whose owner is gone; what one of them has left half written is cleared away."""
        for copy in sorted(self._folder.glob(f"*{SUFFIX}")):
            if _is_free(copy.with_suffix(".lock")):
                yield copy
        for half in self._folder.glob(f".*{SUFFIX}.*"):
            owner = half.name[1:].partition(".")[0]
            if _is_free(self._folder / f"{owner}.lock"):
                half.unlink(missing_ok=True)

    def hold(self) -> None:
        """From now on the own copy is in use.  A program that crashed may have had the same number, as all have that start
        in a container: its copy stays."""
        self.own = next(path for path in map(self._named, count(1)) if not path.exists())
        self._lock = QLockFile(str(self.own.with_suffix(".lock")))
        self._lock.setStaleLockTime(0)
        self._lock.tryLock(0)

    def _named(self, number: int) -> Path:
        return self._folder / f"session-{os.getpid()}{f'-{number}' if number > 1 else ''}{SUFFIX}"

    def end(self) -> None:
        """The program ends as it should: the copy is of no use."""
        if self.open:
            self.own.unlink(missing_ok=True)
            self.leave()

    def leave(self) -> None:
        """The program ends otherwise: the copy is found at the next start."""
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None


def _is_free(lock: Path) -> bool:
    return QLockFile(str(lock)).tryLock(0)

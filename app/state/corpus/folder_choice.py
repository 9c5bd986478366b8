"""FolderChoice: a folder whose files are not taken in yet, and the filter that says which of them will be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.state.latest import Latest
from app.worker import Worker
from engine.corpora.folder_files import NameFilter, proposed_filter, suffix_counts, walk

_REST = 60
"""Milliseconds after a key until the files are counted."""
_MOST_ENDINGS = 8


@dataclass(frozen=True, slots=True)
class _Proposal:
    """What was found when all of the folder had been seen: a filter, and the endings with their numbers of files."""

    filter: str
    endings: tuple[tuple[str, int], ...]


class FolderChoice(QObject):
    """One folder after the other is asked about; `changed` with every file found, counted or filtered, `accepted(path,
    filter)` when its files are wanted, `failed` when it cannot be looked through."""

    changed = Signal()
    accepted = Signal(object, str)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: list[Path] = []
        self._folder: Path | None = None
        self._names: list[str] = []
        self._filter = ""
        self._typed = False
        self._endings: tuple[tuple[str, int], ...] = ()
        self._walker: Worker | None = None
        self._taken: int | None = None
        self._counter = Latest[int]("count files", _REST, self)
        self._counter.changed.connect(self._on_counted)

    @property
    def folder(self) -> Path | None:
        """The one that is asked about."""
        return self._folder

    @property
    def files(self) -> int:
        """How many have been found in it so far."""
        return len(self._names)

    @property
    def looking(self) -> bool:
        return self._walker is not None

    @property
    def filter(self) -> str:
        return self._filter

    @property
    def taken(self) -> int | None:
        """How many files the filter takes; None while they are counted for the first time."""
        return self._taken

    @property
    def endings(self) -> Sequence[tuple[str, int]]:
        """The most frequent endings of names, and how many files have each; empty until all of them have been seen."""
        return self._endings

    def ask(self, folders: Sequence[Path]) -> None:
        self._waiting += folders
        if self._folder is None:
            self._next()

    def set_filter(self, text: str) -> None:
        """What the user types; nothing is proposed any more then."""
        if text != self._filter:
            self._typed, self._filter = True, text
            self._count()
            self.changed.emit()

    def accept(self) -> None:
        folder, take = self._folder, self._filter
        if folder is not None and self._taken:
            self.cancel()
            self.accepted.emit(folder, take)

    def cancel(self) -> None:
        """Not this folder."""
        self._stop()
        self._folder = None
        self._next()
        self.changed.emit()

    def close(self) -> None:
        """No folder at all."""
        self._waiting.clear()
        self.cancel()

    def _stop(self) -> None:
        if self._walker is not None:
            self._walker.cancel()
            self._walker = None
        self._counter.close()
        self._names, self._endings, self._taken, self._filter, self._typed = [], (), None, "", False

    def _next(self) -> None:
        if not self._waiting:
            return
        folder = self._folder = self._waiting.pop(0)
        self._walker = Worker(lambda: _look(folder), "look through a folder")
        self._walker.produced.connect(self._on_found)
        self._walker.succeeded.connect(self._on_seen)
        self._walker.failed.connect(self._on_failed)
        self._walker.start()
        self.changed.emit()

    def _on_found(self, values: list[object]) -> None:
        for value in values:
            if isinstance(value, _Proposal):
                self._endings = value.endings
                if not self._typed:
                    self._filter = value.filter
            elif isinstance(value, list):
                self._names += value
        self._count()
        self.changed.emit()

    def _on_seen(self) -> None:
        self._walker = None
        self._count()
        self.changed.emit()

    def _on_failed(self, error: BaseException) -> None:
        self.cancel()
        self.failed.emit(error)

    def _count(self) -> None:
        if self._counter.busy and self._walker is not None:
            return  # more names come, and are counted when all are there
        names, text = self._names.copy(), self._filter
        self._counter.ask(lambda: _count_taken(names, text))

    def _on_counted(self) -> None:
        if self._counter.value is not None and self._folder is not None:
            self._taken = self._counter.value
            self.changed.emit()


def _look(folder: Path) -> Iterator[list[str] | _Proposal]:
    names: list[str] = []
    for found in walk(folder):
        names += found
        yield found
    yield _Proposal(proposed_filter(names), tuple(suffix_counts(names)[:_MOST_ENDINGS]))


def _count_taken(names: Sequence[str], text: str) -> int:
    return sum(map(NameFilter.of(text).takes, names))

"""TokenizerDownload: a published tokenizer that is asked for by name - looked at, fetched, and taken into the shelf."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.sentences import said
from app.state.one_job import OneJob
from app.state.tokenizers.tokenizer_library import TokenizerLibrary
from app.worker import Job
from engine.model import Progress
from engine.presets import available, origin_of
from engine.published.download_names import Servers, remote_named
from engine.published.downloads import Offer, download, look

LOOKING = 5.0
"""Seconds that a test of the connection takes at most."""


@dataclass(frozen=True, slots=True)
class _Here:
    """A name that can be opened now, and how it came here ("" = it was fetched just now)."""

    name: str
    where: str = ""


class TokenizerDownload(QObject):
    """One thing at a time.  `sentence` says how the last one went; `failed` whether it is a refusal."""

    changed = Signal()
    fetched = Signal(str)

    def __init__(self, library: TokenizerLibrary, servers: Servers | None = None) -> None:
        super().__init__()
        self._library = library
        self.servers = servers or Servers()
        self._job = OneJob("download", self)
        self._job.produced.connect(self._take)
        self._job.succeeded.connect(self._end)
        self._job.failed.connect(self._on_failed)
        self._progress: Progress | None = None
        self._sentence, self._failed = "", False

    @property
    def busy(self) -> bool:
        return self._job.running

    @property
    def progress(self) -> Progress | None:
        """Of the file; None while only a connection is tried."""
        return self._progress

    @property
    def sentence(self) -> str:
        return self._sentence

    @property
    def failed(self) -> bool:
        return self._failed

    def look(self, name: str) -> None:
        """Test the connection: is it there, and how large is it?"""
        self._begin(lambda: _look(name, self.servers))

    def fetch(self, name: str) -> None:
        """Download it and take it into the shelf; one that is here already is taken in at once."""
        self._begin(lambda: _fetch(name, self.servers))

    def cancel(self) -> None:
        """Give up what runs; nothing of it stays."""
        if self.busy:
            self._job.drop()
            self._say(self.tr("Given up. Nothing was kept."), failed=False)

    def _begin(self, job: Job) -> None:
        self._job.begin(job)
        self._say("", failed=False)

    def _take(self, values: list[object]) -> None:
        for value in values:
            if isinstance(value, Progress):
                self._progress = value
            elif isinstance(value, Offer):
                self._sentence = value.sentence
            elif isinstance(value, _Here):
                self._take_in(value)
        self.changed.emit()

    def _take_in(self, here: _Here) -> None:
        if here.where:
            self._sentence = self.tr("{} is on this computer already ({}).").format(here.name, here.where)
        else:
            self._sentence = self.tr("{} is here and in the shelf.").format(here.name)
        self._library.open_named(here.name)
        self.fetched.emit(here.name)

    def _end(self) -> None:
        self._progress = None
        self.changed.emit()

    def _on_failed(self, error: BaseException) -> None:
        self._say(said(error), failed=True)

    def _say(self, sentence: str, *, failed: bool) -> None:
        self._progress = None
        self._sentence, self._failed = sentence, failed
        self.changed.emit()


def _look(name: str, servers: Servers) -> Iterator[Offer]:
    yield look(remote_named(name, servers), LOOKING)


def _fetch(name: str, servers: Servers) -> Iterator[Progress | _Here]:
    name = name.strip()
    if name in available():
        yield _Here(name, origin_of(name))
        return
    remote = remote_named(name, servers)
    if remote.name in available():
        yield _Here(remote.name, origin_of(remote.name))
        return
    for event in download(remote):
        if isinstance(event, Progress):
            yield event
    yield _Here(remote.name)

"""SessionKeeper: puts all that is open into a session file and takes it out again; keeps a copy against a crash."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import platformdirs
from PySide6.QtCore import QLockFile, QObject, QTimer, Signal

from app.log import log
from app.report import report_page
from app.session import Session
from app.session_file import (
    SUFFIX,
    KeptRun,
    KeptSource,
    KeptTokenizer,
    SessionContents,
    read_session,
    with_digests,
    write_session,
)
from app.state.corpus_library import Row
from app.state.tokenizer_library import Entry, run_provenance
from app.worker import Worker
from engine.backends import AnyTokenizer
from engine.corpus import Corpus
from engine.formats.files import write_atomically
from engine.pre_tokenizers import pattern_named

AUTOSAVE_INTERVAL = 20_000
"""Milliseconds between two looks whether there is something new to keep."""


def state_folder() -> Path:
    """Where copies against a crash are kept."""
    folder = os.environ.get("MERGESCOPE_STATE_FOLDER")
    return Path(folder or platformdirs.user_state_dir("mergescope", appauthor=False))


class SessionKeeper(QObject):
    """`opened` and `saved` carry the path; `said` a sentence and how serious it is; `lost_found` a copy that a program
    which ended unexpectedly has left.

    `layout` is asked for how the window stands, and `layout_kept` carries it when a session is opened.
    """

    opened = Signal(object)
    saved = Signal(object)
    said = Signal(str, str)
    layout_kept = Signal(object)
    lost_found = Signal(object)
    report_written = Signal(object)
    failed = Signal(object)

    def __init__(self, session: Session, folder: Path | None = None) -> None:
        super().__init__()
        self._session = session
        self._folder = folder
        self._lock: QLockFile | None = None
        self._worker: Worker | None = None
        self._waiting: list[Callable[[], None]] = []
        self._path: Path | None = None
        self._kept: SessionContents | None = None
        self._dirty = False
        self.layout: Callable[[], Mapping[str, Any]] = dict
        self._timer = QTimer(self, interval=AUTOSAVE_INTERVAL)
        self._timer.timeout.connect(self.autosave)
        self._watch()

    @property
    def path(self) -> Path | None:
        """The file that this session was opened from or saved to."""
        return self._path

    @property
    def busy(self) -> bool:
        """A file is being read or written."""
        return self._worker is not None

    # -- a file ------------------------------------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        """Write all that is open into a file, in the background."""
        if not path.name.endswith(SUFFIX):
            path = path.with_name(path.name + SUFFIX)
        self._dirty = False
        contents, origin = self.contents(), self._origin()
        self._begin(lambda: _written(path, origin, contents), lambda: self._on_saved(path))

    def open(self, path: Path) -> None:
        """Open a session file; what is open now goes."""
        self._session.preparation.when_ready(lambda: self._open(path, path))

    def open_lost(self, copy: Path) -> None:
        """Open the copy of a session that ended unexpectedly; it has no file of its own."""
        self._session.preparation.when_ready(lambda: self._open(copy, None))

    def forget_lost(self, copy: Path) -> None:
        """The copy is not wanted."""
        copy.unlink(missing_ok=True)

    def write_report(self, path: Path) -> None:
        """Write all that is open as one page, in the background."""
        contents, origin = self.contents(), self._origin()
        opened = {entry.key: entry.tokenizer for entry in self._session.tokenizers.entries if entry.tokenizer}
        self._begin(lambda: _reported(path, origin, contents, opened), lambda: self.report_written.emit(path))

    def _open(self, path: Path, own: Path | None) -> None:
        read: list[tuple[SessionContents, tuple[Row, ...]]] = []
        self._begin(lambda: _read(path), lambda: self._on_opened(path, own, *read[-1]), read.extend)

    def _on_opened(self, path: Path, own: Path | None, contents: SessionContents, rows: tuple[Row, ...]) -> None:
        self._path, self._kept = own, contents
        self._apply(contents, rows)
        self.layout_kept.emit(contents.layout)
        problems = [*contents.problems, *(row.lost or row.changed for row in rows)]
        for problem in filter(None, problems):
            self.said.emit(problem, "warning")
        self.opened.emit(own)
        self._dirty = own is None
        if own is None:
            path.unlink(missing_ok=True)

    def _on_saved(self, path: Path) -> None:
        self._path = path
        self.saved.emit(path)

    # -- what it holds -----------------------------------------------------------------------------------------------

    def contents(self) -> SessionContents:
        """All that is open, as it is now; what an opened file held beyond it is kept."""
        session = self._session
        kept = self._kept
        grid = session.grid
        return SessionContents(
            recipe=session.run.recipe,
            sources=tuple(KeptSource(row.source, row.checked) for row in session.corpus.rows),
            run=self._run(),
            tokenizers=tuple(_kept_tokenizer(entry) for entry in session.tokenizers.entries),
            selected=session.tokenizers.selected,
            text=session.playground.text,
            comparison={
                "languages": list(grid.languages),
                "reference": grid.reference,
                "measure": grid.measure,
                "speed": session.playback.speed,
            },
            layout=dict(self.layout()),
            other_fields=kept.other_fields if kept else {},
            other_members=kept.other_members if kept else {},
        )

    def _run(self) -> KeptRun | None:
        run, playback = self._session.run, self._session.playback
        if run.history.start is None:
            return None
        origin = self._session.tokenizers.origin
        return KeptRun(
            run.history,
            run.title,
            playback.position,
            run.seconds,
            tuple((mark, playback.note(mark)) for mark in playback.bookmarks),
            origin if isinstance(origin, Mapping) else {},
        )

    def _origin(self) -> Corpus | None:
        origin = self._session.tokenizers.origin
        return origin if isinstance(origin, Corpus) else None

    def _apply(self, contents: SessionContents, rows: tuple[Row, ...]) -> None:
        session = self._session
        session.run.set_recipe(contents.recipe)
        session.corpus.restore(rows)
        if contents.run is not None:
            self._apply_run(contents.run)
        self._apply_comparison(contents.comparison)
        entries = [_entry(kept) for kept in contents.tokenizers]
        session.tokenizers.restore(entries, contents.selected)
        session.playground.set_text(contents.text)

    def _apply_run(self, kept: KeptRun) -> None:
        session = self._session
        session.tokenizers.origin = dict(kept.provenance)
        session.run.restore(kept.history, kept.title, kept.seconds)
        session.playback.seek(kept.position)
        session.playback.set_bookmarks(kept.bookmarks)

    def _apply_comparison(self, values: Mapping[str, Any]) -> None:
        grid = self._session.grid
        known = grid.parallel.languages
        languages = [code for code in values.get("languages", ()) if code in known]
        if languages:
            grid.set_languages(languages)
        if values.get("reference") in known:
            grid.set_reference(values["reference"])
        if "measure" in values:
            grid.set_measure(str(values["measure"]))
        self._session.playback.set_speed(int(values.get("speed", self._session.playback.speed)))

    # -- a copy against a crash --------------------------------------------------------------------------------------

    def start(self) -> None:
        """Look for what a crash has left, and begin to keep copies."""
        if self._folder is None or self._lock is not None:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            log.warning("no copies are kept: %s", error)
            return
        for copy in sorted(self._folder.glob(f"*{SUFFIX}")):
            if QLockFile(str(copy.with_suffix(".lock"))).tryLock(0):  # its owner is gone
                self.lost_found.emit(copy)
        self._lock = QLockFile(str(self._copy.with_suffix(".lock")))
        self._lock.setStaleLockTime(0)
        self._lock.tryLock(0)
        self._timer.start()

    @property
    def _copy(self) -> Path:
        assert self._folder is not None
        return self._folder / f"session-{os.getpid()}{SUFFIX}"

    def autosave(self) -> None:
        """Keep a copy if there is something new; not while a training runs, which may need all there is."""
        if self._lock is None or not self._dirty or self._session.run.running or self.busy:
            return
        self._dirty = False
        contents, origin, copy = self.contents(), self._origin(), self._copy
        self._begin(lambda: _written(copy, origin, contents), lambda: None)

    def close(self) -> None:
        """The program ends as it should: the copy is of no use."""
        self._timer.stop()
        if self._worker is not None:
            self._worker.wait()
        if self._lock is not None:
            self._copy.unlink(missing_ok=True)
            self._lock.unlock()
            self._lock = None

    def _watch(self) -> None:
        session = self._session
        for signal in (
            session.corpus.rows_changed,
            session.run.finished,
            session.run.history_replaced,
            session.run.recipe_changed,
            session.playback.position_changed,
            session.playback.bookmarks_changed,
            session.playground.encoded,
            session.tokenizers.changed,
        ):
            signal.connect(self._touch)

    def _touch(self, *_: object) -> None:
        self._dirty = True

    # -- jobs --------------------------------------------------------------------------------------------------------

    def _begin(self, job: Callable[[], Iterator[object]], on_end: Callable[[], None], on_values: Any = None) -> None:
        if self._worker is not None:  # one after the other: both may be about one file
            self._waiting.append(lambda: self._begin(job, on_end, on_values))
            return
        worker = self._worker = Worker(job, "session")

        def end() -> None:
            self._worker = None
            on_end()
            self._begin_next()

        def fail(error: BaseException) -> None:
            self._worker = None
            self.failed.emit(error)
            self._begin_next()

        def take(values: list[object]) -> None:
            for value in values:
                if isinstance(value, _Origin):
                    self._learn_origin(value)
                elif on_values is not None:
                    on_values([value])

        worker.produced.connect(take)
        worker.succeeded.connect(end)
        worker.failed.connect(fail)
        worker.start()

    def _begin_next(self) -> None:
        if self._waiting and self._worker is None:
            self._waiting.pop(0)()

    def _learn_origin(self, known: _Origin) -> None:
        """The corpus has been read for its SHA-256: not again for the next copy."""
        if self._session.tokenizers.origin is known.corpus:
            self._session.tokenizers.origin = known.provenance


class _Origin:
    """Where a run comes from, once its corpus has been read."""

    def __init__(self, corpus: Corpus, provenance: Mapping[str, Any]) -> None:
        self.corpus, self.provenance = corpus, provenance


def _reported(
    path: Path, origin: Corpus | None, contents: SessionContents, opened: Mapping[str, AnyTokenizer]
) -> Iterator[object]:
    run = contents.run
    if run is not None and origin is not None:
        provenance = run_provenance(run.history, origin, len(run.history))
        contents = replace(contents, run=replace(run, provenance=provenance))
    page = ""
    for event in report_page(with_digests(contents), opened):
        if isinstance(event, str):
            page = event
        else:
            yield event
    write_atomically(path, page.encode("utf-8", "replace"))


def _written(path: Path, origin: Corpus | None, contents: SessionContents) -> Iterator[object]:
    run = contents.run
    if run is not None and origin is not None:
        known = _Origin(origin, run_provenance(run.history, origin, len(run.history)))
        contents = replace(contents, run=replace(run, provenance=known.provenance))
        yield known
    write_session(path, with_digests(contents))
    yield path


def _read(path: Path) -> Iterator[tuple[SessionContents, tuple[Row, ...]]]:
    contents = read_session(path)
    now = with_digests(contents)
    rows = tuple(_row(was, is_now) for was, is_now in zip(contents.sources, now.sources, strict=True))
    yield contents, rows


def _row(was: KeptSource, is_now: KeptSource) -> Row:
    """The text as it stood in the list; what has gone or changed since is said."""
    path = was.source.path
    if path is not None and not path.exists():
        lost = f"{was.source.label} is not at {path} any more. Put it back and add it again; all else is as it was."
        return Row(was.source, checked=False, lost=lost)
    if was.digest and is_now.digest != was.digest:
        changed = f"{was.source.label} has changed since the session was saved; another training may learn other steps."
        return Row(was.source, was.checked, changed=changed)
    return Row(was.source, was.checked)


def _kept_tokenizer(entry: Entry) -> KeptTokenizer:
    pattern = entry.pattern.expression or "none" if entry.pattern else None
    return KeptTokenizer(entry.key, entry.checked, entry.path, pattern, entry.identity)


def _entry(kept: KeptTokenizer) -> Entry:
    pattern = pattern_named(kept.pattern) if kept.pattern else None
    return Entry(kept.key, kept.key, "", None, kept.checked, kept.path, pattern, kept.identity)

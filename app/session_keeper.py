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
from app.session_copies import Mark, mark_of, put_aside
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
from app.state.corpus.corpus_rows import Row
from app.state.prepared_show import scene_from
from app.state.tokenizers.tokenizer_library import Entry, run_provenance
from app.state.training.run_record import Branch, RunRecord
from app.state.vocabulary.cut_view import CutView
from app.state.vocabulary.tradeoff_view import TradeoffView
from app.state.vocabulary.vocabulary_view import VocabularyView
from app.translation import translate
from app.worker import Worker
from engine.backends import AnyTokenizer
from engine.corpus import Corpus
from engine.formats.files import write_atomically
from engine.history import MergeListHistory
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

    `working` says what takes a while, and "" when nothing does any more.

    `layout` is asked for how the window stands, and `layout_kept` carries it when a session is opened.
    """

    opened = Signal(object)
    saved = Signal(object)
    said = Signal(str, str)
    layout_kept = Signal(object)
    lost_found = Signal(object)
    report_written = Signal(object)
    working = Signal(str)
    failed = Signal(object)

    def __init__(self, session: Session, folder: Path | None = None) -> None:
        super().__init__(session)
        self._session = session
        self._folder = folder
        self._lock: QLockFile | None = None
        self._worker: Worker | None = None
        self._waiting: list[Callable[[], None]] = []
        self._path: Path | None = None
        self._mark: Mark | None = None
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
        self.working.emit(self.tr("Saving the session"))
        contents, origin = self.contents(), self._origin()
        known = self._mark if path == self._path else None
        self._begin(lambda: _saved(path, origin, contents, known), lambda: self._on_saved(path), self._on_written)

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
        self.working.emit(self.tr("Writing the report"))
        contents, origin = self.contents(), self._origin()
        opened = {entry.key: entry.tokenizer for entry in self._session.tokenizers.entries if entry.tokenizer}
        self._begin(lambda: _reported(path, origin, contents, opened), lambda: self.report_written.emit(path))

    def _open(self, path: Path, own: Path | None) -> None:
        read: list[tuple[SessionContents, tuple[Row, ...], Mark | None]] = []
        self._begin(lambda: _read(path), lambda: self._on_opened(path, own, *read[-1]), read.extend)

    def _on_opened(
        self, path: Path, own: Path | None, contents: SessionContents, rows: tuple[Row, ...], mark: Mark | None
    ) -> None:
        self._path, self._kept, self._mark = own, contents, mark
        try:
            self._apply(contents, rows)
        except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
            said = "A part of {} holds what cannot be shown ({}). What came before it is open."
            self.said.emit(self.tr(said).format(path.name, error), "warning")
        self.layout_kept.emit(contents.layout)
        problems = [*contents.problems, *(row.lost or row.changed for row in rows)]
        for problem in filter(None, problems):
            self.said.emit(problem, "warning")
        self.opened.emit(own)
        self._dirty = own is None
        if own is None:
            path.unlink(missing_ok=True)

    def _on_written(self, values: list[object]) -> None:
        """How the file stands now, and where another window's went."""
        for value in values:
            if isinstance(value, Mark):
                self._mark = value
            elif isinstance(value, _Aside):
                said = self.tr("Another window had saved {} meanwhile. What it saved is kept as {}.")
                self.said.emit(said.format(value.path.name, value.copy.name), "warning")

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
            sources=tuple(KeptSource(row.source, row.checked, folder=row.folder) for row in session.corpus.rows),
            run=self._run(),
            other_run=self._other_run(),
            tokenizers=tuple(_kept_tokenizer(entry) for entry in session.tokenizers.entries),
            selected=session.tokenizers.selected,
            text=session.playground.text,
            comparison={
                "languages": list(grid.languages),
                "reference": grid.reference,
                "measure": grid.measure,
                "grouping": grid.grouping,
                "pinned": list(grid.pinned),
                **session.parallel_texts.fields(),
                "speed": session.playback.speed,
                **_played(session.merges.played, session.playback.position),
            },
            layout=dict(self.layout()),
            show=session.show.fields(),
            views={name: view.kept() for name, view in _views(session).items()},
            other_fields=kept.other_fields if kept else {},
            other_members=kept.other_members if kept else {},
        )

    def _run(self) -> KeptRun | None:
        run, playback = self._session.run, self._session.playback
        bookmarks = tuple((mark, playback.note(mark)) for mark in playback.bookmarks)
        return _kept_run(run.record, playback.position, bookmarks)

    def _other_run(self) -> KeptRun | None:
        """The earlier run that this one is held against."""
        chosen = self._session.run.earlier.chosen
        return None if chosen is None else _kept_run(chosen)

    def _origin(self) -> Corpus | None:
        origin = self._session.run.origin
        return origin if isinstance(origin, Corpus) else None

    def _apply(self, contents: SessionContents, rows: tuple[Row, ...]) -> None:
        session = self._session
        session.run.set_recipe(contents.recipe)
        session.corpus.restore(rows)
        if contents.run is not None:
            self._apply_run(contents.run, contents.other_run)
        elif contents.other_run is not None:  # the merges of a tokenizer were played over it
            self._apply_run(contents.other_run, None)
        self._apply_comparison(contents.comparison)
        entries = [_entry(kept) for kept in contents.tokenizers]
        session.tokenizers.restore(entries, contents.selected)
        session.playground.set_text(contents.text)
        if contents.comparison.get("plays"):
            session.merges.play(str(contents.comparison["plays"]), int(contents.comparison.get("plays_at", 0)))
        session.show.restore([scene_from(fields) for fields in contents.show])
        for name, view in _views(session).items():
            fields = contents.views.get(name)
            view.restore(fields if isinstance(fields, Mapping) else {})

    def _apply_run(self, kept: KeptRun, other: KeptRun | None) -> None:
        session = self._session
        session.run.restore(_record(kept), () if other is None else (_record(other),))
        session.playback.seek(kept.position)
        session.playback.set_bookmarks(kept.bookmarks)

    def _apply_comparison(self, values: Mapping[str, Any]) -> None:
        self._session.playback.set_speed(int(values.get("speed", self._session.playback.speed)))
        self._session.parallel_texts.restore(values, lambda: self._apply_grid(values))

    def _apply_grid(self, values: Mapping[str, Any]) -> None:
        """Of the text that is compared; languages that it lacks are passed over."""
        grid = self._session.grid
        known = grid.parallel.languages
        languages = [code for code in values.get("languages", ()) if code in known]
        if languages:
            grid.set_languages(languages)
        if values.get("reference") in known:
            grid.set_reference(values["reference"])
        grid.set_measure(str(values.get("measure", "")))
        grid.set_grouping(str(values.get("grouping", "")))
        for code in values.get("pinned", ()):
            if code in known:
                grid.set_pinned(code, True)

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
        for half in self._folder.glob(f".*{SUFFIX}.*"):  # a program was ended while it wrote
            owner = half.name[1:].partition(".")[0]
            if QLockFile(str(self._folder / f"{owner}.lock")).tryLock(0):
                half.unlink(missing_ok=True)
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
            session.show.changed,
            session.tokenizers.changed,
            session.vocabulary.found,
            session.tradeoffs.moved,
            session.cuts.changed,
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
        if not self._waiting:
            self.working.emit("")
        if self._waiting and self._worker is None:
            self._waiting.pop(0)()

    def _learn_origin(self, known: _Origin) -> None:
        """The corpus has been read for its SHA-256: not again for the next copy."""
        if self._session.run.origin is known.corpus:
            self._session.run.set_origin(known.provenance)


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


class _Aside:
    """A file that another window has written since it was read here, and its copy."""

    def __init__(self, path: Path, copy: Path) -> None:
        self.path, self.copy = path, copy


def _saved(path: Path, origin: Corpus | None, contents: SessionContents, known: Mark | None) -> Iterator[object]:
    copy = put_aside(path, known)
    if copy is not None:
        yield _Aside(path, copy)
    yield from _written(path, origin, contents)
    yield mark_of(path)


def _read(path: Path) -> Iterator[tuple[SessionContents, tuple[Row, ...], Mark | None]]:
    mark = mark_of(path)
    contents = read_session(path)
    now = with_digests(contents)
    rows = tuple(_row(was, is_now) for was, is_now in zip(contents.sources, now.sources, strict=True))
    yield contents, rows, mark


def _row(was: KeptSource, is_now: KeptSource) -> Row:
    """The text as it stood in the list; what has gone or changed since is said."""
    path = was.source.path
    if path is not None and not path.exists():
        lost = translate(
            "session_keeper", "{} is not at {} any more. Put it back and add it again; all else is as it was."
        ).format(was.source.label, path)
        return Row(was.source, checked=False, lost=lost, folder=was.folder)
    if was.digest and is_now.digest != was.digest:
        changed = translate(
            "session_keeper", "{} has changed since the session was saved; another training may learn other steps."
        ).format(was.source.label)
        return Row(was.source, was.checked, changed=changed, folder=was.folder)
    return Row(was.source, was.checked, folder=was.folder)


def _views(session: Session) -> dict[str, VocabularyView | TradeoffView | CutView]:
    """Those whose own choices are kept."""
    return {"vocabulary": session.vocabulary, "tradeoffs": session.tradeoffs, "cuts": session.cuts}


def _kept_run(record: RunRecord, position: int = 0, bookmarks: tuple[tuple[int, str], ...] = ()) -> KeptRun | None:
    """A training; merges that are only played stay with their tokenizer."""
    if record.history.start is None or isinstance(record.history, MergeListHistory):
        return None
    provenance = record.origin if isinstance(record.origin, Mapping) else {}
    branch = None if record.branch is None else (record.branch.step, record.branch.rule)
    history, title, weights = record.history, record.title, record.weights
    return KeptRun(history, title, position, record.seconds, bookmarks, provenance, weights, branch)


def _played(key: str, position: int) -> dict[str, Any]:
    """Merges that only play are kept as the name of their tokenizer, and where they stood."""
    return {"plays": key, "plays_at": position} if key else {}


def _record(kept: KeptRun) -> RunRecord:
    branch = None if kept.branch is None else Branch(*kept.branch)
    return RunRecord(kept.history, kept.title, kept.seconds, dict(kept.provenance), branch, kept.weights)


def _kept_tokenizer(entry: Entry) -> KeptTokenizer:
    pattern = entry.pattern.expression or "none" if entry.pattern else None
    return KeptTokenizer(entry.key, entry.checked, entry.path, pattern, entry.identity)


def _entry(kept: KeptTokenizer) -> Entry:
    pattern = pattern_named(kept.pattern) if kept.pattern else None
    return Entry(kept.key, kept.key, "", None, kept.checked, kept.path, pattern, kept.identity)

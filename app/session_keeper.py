"""SessionKeeper: saves all that is open into a session file, opens one, writes reports; keeps a copy against a crash."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from app.session import Session
from app.session_files.crash_copies import CrashCopies
from app.session_files.session_contents import SessionContents
from app.session_files.session_copies import Mark
from app.session_files.session_file import SUFFIX
from app.session_jobs import Aside, KnownOrigin, Opened, copying, opening, reporting, saving
from app.session_state import contents_of, origin_of, put_back
from app.turn_by_turn import Undisturbed
from app.worker import Worker
from engine.model import Progress

AUTOSAVE_INTERVAL = 20_000
"""Milliseconds between two looks whether there is something new to keep."""
_LAST_SAVE = 60.0
"""Seconds that a window which closes waits for what is being written: a disk may be slow, or busy."""


@dataclass(frozen=True, slots=True)
class _Job:
    """Work on a file: what is done elsewhere, and then here; `words` say it to the user, who may cancel it."""

    work: Callable[[], Iterator[object]]
    end: Callable[[], None]
    words: str = ""
    dropped: str = ""
    """What is said once it is cancelled."""
    writes: bool = False
    """Whether it is about a file that somebody has asked for: one that is written is not cancelled any more."""


class SessionKeeper(QObject):
    """`opened` and `saved` carry the path; `said` a sentence and how serious it is; `lost_found` a copy that a program
    which ended unexpectedly has left.

    `working` says what takes a while, and "" when nothing does any more; `progressed` carries how far it is.

    `layout` is asked for how the window stands, and `layout_kept` carries it when a session is opened.
    """

    opened = Signal(object)
    saved = Signal(object)
    said = Signal(str, str)
    layout_kept = Signal(object)
    lost_found = Signal(object)
    report_written = Signal(object)
    working = Signal(str)
    progressed = Signal(object)
    failed = Signal(object)

    def __init__(self, session: Session, folder: Path | None = None) -> None:
        super().__init__(session)
        self._session = session
        self._copies = CrashCopies(folder) if folder is not None else None
        self._worker: Worker | None = None
        self._job: _Job | None = None
        self._waiting: list[_Job] = []
        self._read: Opened | None = None
        self._showing = Undisturbed(self)
        self._showing.ended.connect(self._begin_next)
        self._path: Path | None = None
        self._marks: dict[Path, Mark | None] = {}
        self._written: Mark | None = None
        self._kept: SessionContents | None = None
        self._dirty = False
        self._outlived: Path | None = None  # the opened copy of a crash, until there is one of this program
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
        """A file is being read or written, or what was read is being shown."""
        return self._worker is not None or self._showing.active

    # -- a file ------------------------------------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        """Write all that is open into a file, in the background."""
        if not path.name.endswith(SUFFIX):
            path = path.with_name(path.name + SUFFIX)
        contents, origin = self.contents(), origin_of(self._session)
        self._dirty = False
        is_own, kept = path == self._path, self._kept
        dropped = self.tr("The session was not saved. {} is as it was.").format(path.name)
        self._begin(
            _Job(
                # How the file stood is asked when this begins: the save before it may be of the same file.
                lambda: saving(path, origin, contents, self._marks.get(path) if is_own else None),
                lambda: self._on_saved(path, kept),
                self.tr("Saving the session"),
                dropped,
                writes=True,
            )
        )

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
        contents, origin = self.contents(), origin_of(self._session)
        opened = {entry.key: entry.tokenizer for entry in self._session.tokenizers.entries if entry.tokenizer}
        self._begin(
            _Job(
                lambda: reporting(path, origin, contents, opened),
                lambda: self.report_written.emit(path),
                self.tr("Writing the report"),
                self.tr("The report was not written."),
                writes=True,
            )
        )

    def _open(self, path: Path, own: Path | None) -> None:
        self._begin(
            _Job(
                lambda: opening(path),
                lambda: self._on_opened(path, own),
                self.tr("Opening the session"),
                self.tr("{} was not opened.").format(path.name),
            )
        )

    def _on_opened(self, path: Path, own: Path | None) -> None:
        read, self._read = self._read, None
        assert read is not None
        self._path, self._kept = own, read.contents
        self._marks[path] = read.mark
        self._showing.begin(self._shown(path, own, read))

    def _shown(self, path: Path, own: Path | None, read: Opened) -> Iterator[None]:
        """The parts of the session one after the other, the window last."""
        try:
            yield from put_back(self._session, read.contents, read.rows)
        except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
            said = "A part of {} holds what cannot be shown ({}). What came before it is open."
            self.said.emit(self.tr(said).format(path.name, error), "warning")
        yield
        self.layout_kept.emit(read.contents.layout)
        yield
        problems = [*read.contents.problems, *(row.lost or row.changed for row in read.rows)]
        for problem in filter(None, problems):
            self.said.emit(problem, "warning")
        self.opened.emit(own)
        self._dirty = own is None
        if own is None:
            self._replace_lost(path)

    def _replace_lost(self, lost: Path) -> None:
        """What a crash has left goes once this program has a copy of its own: it may be the next to crash."""
        copies = self._copies
        if copies is None or not copies.open:
            lost.unlink(missing_ok=True)
        elif lost != copies.own:
            self._dirty, self._outlived = False, lost
            contents, origin, own = self.contents(), origin_of(self._session), copies.own
            self._begin(_Job(lambda: copying(own, origin, contents), self._forget_outlived))

    def _forget_outlived(self) -> None:
        if self._outlived is not None:
            self._outlived.unlink(missing_ok=True)
            self._outlived = None

    def _on_saved(self, path: Path, kept: SessionContents | None) -> None:
        """The file is that of what is open, unless another session has been opened since the save was asked for."""
        self._marks[path], self._written = self._written, None
        if kept is self._kept:
            self._path = path
        self.saved.emit(path)

    def contents(self) -> SessionContents:
        """All that is open, as it is now; what an opened file held beyond it is kept."""
        self._showing.finish()
        return contents_of(self._session, self.layout(), self._kept)

    # -- a copy against a crash --------------------------------------------------------------------------------------

    def start(self) -> None:
        """Look for what a crash has left, and begin to keep copies."""
        if self._copies is None or not self._copies.begin():
            return
        for copy in self._copies.lost():
            self.lost_found.emit(copy)
        self._copies.hold()
        self._timer.start()

    def autosave(self) -> None:
        """Keep a copy if there is something new; not while a training runs, which may need all there is."""
        copies = self._copies
        if copies is None or not copies.open or not self._dirty or self._session.run.running or self.busy:
            return
        self._dirty = False
        contents, origin, own = self.contents(), origin_of(self._session), copies.own
        self._begin(_Job(lambda: copying(own, origin, contents), lambda: None))

    def close(self, *, unasked: bool = False) -> None:
        """The program ends: what was asked to be written is.  The copy is of no use, unless nobody has asked for the end."""
        self._timer.stop()
        self._waiting = [job for job in self._waiting if job.writes]
        if self._showing.active:
            self._showing.drop()
            self._begin_next()
        if self._job is not None and not self._job.writes:
            self.cancel()
        for _ in range(len(self._waiting) + 1):
            if self._worker is None or not self._worker.wait(_LAST_SAVE):
                break
            QCoreApplication.sendPostedEvents(self._worker)  # its end, with which the next begins
        if not unasked:
            self._forget_outlived()
        if self._copies is not None:
            self._copies.end(keep=unasked)

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
            session.playground.display.changed,
            session.playground.budget_changed,
            session.playground.others_changed,
        ):
            signal.connect(self._touch)

    def _touch(self, *_: object) -> None:
        self._dirty = True

    # -- jobs --------------------------------------------------------------------------------------------------------

    def cancel(self) -> bool:
        """Stop what the user is waiting for; what stood in the file stays.  False if there is nothing to stop."""
        if self._showing.active:  # it has been read, and the rest is there sooner than one could say no
            self._showing.finish()
            return True
        job, worker = self._job, self._worker
        if job is None or worker is None or not job.words:
            return False
        if not worker.leave():
            return True
        self._worker, self._dirty = None, True
        self.said.emit(job.dropped, "news")
        self._begin_next()
        return True

    def _begin(self, job: _Job) -> None:
        self._waiting.append(job)
        self._begin_next()

    def _begin_next(self) -> None:
        """One after the other: two may be about one file."""
        if self.busy:
            return
        self._job = None
        if not self._waiting:
            self.working.emit("")
            return
        job = self._job = self._waiting.pop(0)
        if job.words:
            self.working.emit(job.words)
        worker = self._worker = Worker(job.work, "session")
        worker.produced.connect(self._take)
        worker.succeeded.connect(self._on_succeeded)
        worker.failed.connect(self._on_failed)
        worker.start()

    def _take(self, values: list[object]) -> None:
        """What a job found out, and how far it is."""
        progress: Progress | None = None
        for value in values:
            if isinstance(value, Progress):
                progress = value
            elif isinstance(value, Mark):
                self._written = value
            elif isinstance(value, Opened):
                self._read = value
            elif isinstance(value, KnownOrigin):
                self._learn_origin(value)
            elif isinstance(value, Aside):
                said = self.tr("Another window had saved {} meanwhile. What it saved is kept as {}.")
                self.said.emit(said.format(value.path.name, value.copy.name), "warning")
        if progress is not None and self._job is not None and self._job.words:
            self.progressed.emit(progress)

    def _on_succeeded(self) -> None:
        job, self._worker = self._job, None
        assert job is not None
        job.end()
        self._begin_next()  # not while what was read is being shown

    def _on_failed(self, error: BaseException) -> None:
        self._worker = None
        if self._job is not None and self._job.writes:
            self._dirty = True
        self.failed.emit(error)
        self._begin_next()

    def _learn_origin(self, known: KnownOrigin) -> None:
        """The corpus has been read for its SHA-256: not again for the next copy."""
        if self._session.run.origin is known.corpus:
            self._session.run.set_origin(known.provenance)

"""SessionKeeper: saves all that is open into a session file, opens one, writes reports; keeps a copy against a crash."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.file_queue import FileJob, FileQueue
from app.session import Session
from app.session_files.crash_copies import CrashCopies
from app.session_files.session_contents import SessionContents
from app.session_files.session_copies import Mark
from app.session_files.session_file import SUFFIX
from app.session_jobs import Aside, KnownOrigin, Opened, copying, opening, reporting, saving
from app.session_state import contents_of, origin_of, put_back
from app.turn_by_turn import Steps

AUTOSAVE_INTERVAL = 20_000
"""Milliseconds between two looks whether there is something new to keep."""


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
        self.queue = FileQueue(self)
        self._read: Opened | None = None
        self._path: Path | None = None
        self._marks: dict[Path, Mark | None] = {}
        self._written: Mark | None = None
        self._kept: SessionContents | None = None
        self._dirty = False
        self._outlived: Path | None = None  # the opened copy of a crash, until there is one of this program
        self.layout: Callable[[], Mapping[str, Any]] = dict
        self._timer = QTimer(self, interval=AUTOSAVE_INTERVAL)
        self._timer.timeout.connect(self.autosave)
        self._connect()
        self._watch()

    @property
    def path(self) -> Path | None:
        """The file that this session was opened from or saved to."""
        return self._path

    @property
    def busy(self) -> bool:
        """A file is being read or written, or what was read is being shown."""
        return self.queue.busy

    # -- a file ------------------------------------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        """Write all that is open into a file, in the background."""
        if not path.name.endswith(SUFFIX):
            path = path.with_name(path.name + SUFFIX)
        contents, origin = self.contents(), origin_of(self._session)
        self._dirty = False
        is_own, kept = path == self._path, self._kept
        left = self.tr("The session was not saved. {} is as it was.").format(path.name)
        self.queue.begin(
            FileJob(
                # How the file stood is asked when this begins: the save before it may be of the same file.
                lambda: saving(path, origin, contents, self._marks.get(path) if is_own else None),
                lambda: self._on_saved(path, kept),
                self.tr("Saving the session"),
                left,
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
        self.queue.begin(
            FileJob(
                lambda: reporting(path, origin, contents, opened),
                lambda: self.report_written.emit(path),
                self.tr("Writing the report"),
                self.tr("The report was not written."),
                writes=True,
            )
        )

    def _open(self, path: Path, own: Path | None) -> None:
        self.queue.begin(
            FileJob(
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
        self.queue.ending.begin(self._shown(path, own, read))

    def _shown(self, path: Path, own: Path | None, read: Opened) -> Steps:
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
            self.queue.begin(FileJob(lambda: copying(own, origin, contents), self._forget_outlived))

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
        self.queue.ending.finish()
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
        self.queue.begin(FileJob(lambda: copying(own, origin, contents), lambda: None))

    def close(self) -> bool:
        """The program ends: what was asked to be written is, and the copy is of no use.  False if it could not be: then all
        goes on."""
        if not self.queue.finish():
            return False
        self._timer.stop()
        if self._copies is not None and self._copies.open and not self.busy:
            self._forget_outlived()
            self._copies.end()
        return True

    def close_unasked(self) -> None:
        """The same where nobody has asked for it: the copy stays, to be opened at the next start."""
        self.queue.finish()
        self._timer.stop()
        if self._copies is not None:
            self._copies.leave()

    def _watch(self) -> None:
        session = self._session
        for signal in (
            session.corpus.rows_changed,
            session.run.finished,
            session.run.history_replaced,
            session.run.recipe_changed,
            session.playback.position_changed,
            session.playback.bookmarks_changed,
            session.playback.speed_changed,
            session.run.earlier.changed,
            session.words.changed,
            session.playground.encoded,
            session.show.changed,
            session.tokenizers.changed,
            session.tokenizers.selected_changed,
            session.parallel_texts.changed,
            session.grid.cells_changed,
            session.vocabulary.found,
            session.vocabulary.comparison.changed,
            session.tradeoffs.changed,
            session.tradeoffs.moved,
            session.cuts.changed,
            session.playground.display.changed,
            session.playground.budget_changed,
            session.playground.others_changed,
        ):
            signal.connect(self._touch)

    def _touch(self, *_: object) -> None:
        self._dirty = True

    # -- what becomes of a job ---------------------------------------------------------------------------------------

    def _connect(self) -> None:
        queue = self.queue
        queue.working.connect(self.working)
        queue.progressed.connect(self.progressed)
        queue.failed.connect(self.failed)
        queue.found.connect(self._take)
        queue.left.connect(self._on_left)
        queue.unwritten.connect(self._touch)

    def cancel(self) -> bool:
        """Stop what the user is waiting for; what stood in the file stays.  False if there is nothing to stop."""
        return self.queue.cancel()

    def _take(self, found: object) -> None:
        if isinstance(found, Mark):
            self._written = found
        elif isinstance(found, Opened):
            self._read = found
        elif isinstance(found, KnownOrigin):
            self._learn_origin(found)
        elif isinstance(found, Aside):
            said = self.tr("Another window had saved {} meanwhile. What it saved is kept as {}.")
            self.said.emit(said.format(found.path.name, found.copy.name), "warning")

    def _on_left(self, sentence: str) -> None:
        self.said.emit(sentence, "news")

    def _learn_origin(self, known: KnownOrigin) -> None:
        """The corpus has been read for its SHA-256: not again for the next copy."""
        if self._session.run.origin is known.corpus:
            self._session.run.set_origin(known.provenance)

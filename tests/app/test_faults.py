"""What goes wrong around the program: full disks, folders that refuse, files that change, kills, memory, panics.

Nothing that was there may be lost by it, a sentence says what happened, and the next try works.
"""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.session import Session
from app.session_files.session_file import write_session
from app.session_keeper import SessionKeeper
from app.state.tokenizers.tokenizer_library import RUN
from app.state.training.picture_writer import PictureWriter
from app.worker import Worker
from engine.errors import EngineError
from engine.formats import FORMATS, files
from tests.app.conftest import LONG
from tests.app.test_report import session as session_of

ROOT = Path(__file__).parents[2]


# A disk that is full, a folder that refuses ---------------------------------------------------------------------------


class _Full:
    """A file on a disk that has no room after the first bytes."""

    def __init__(self, file) -> None:  # type: ignore[no-untyped-def]
        self._file = file

    def __enter__(self) -> _Full:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def write(self, data: bytes) -> None:
        self._file.write(data[: len(data) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _full(monkeypatch: pytest.MonkeyPatch) -> str:
    opened = os.fdopen
    monkeypatch.setattr(files.os, "fdopen", lambda *given, **options: _Full(opened(*given, **options)))
    return os.strerror(errno.ENOSPC)


def _refusing(monkeypatch: pytest.MonkeyPatch) -> str:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(files.tempfile, "mkstemp", refuse)
    return os.strerror(errno.EACCES)


Save = Callable[[Session, Path], tuple[object, object]]
"""Begins to write a file; the signals of an end and of a failure."""


def _save_session(session: Session, path: Path) -> tuple[object, object]:
    session.test_keeper = keeper = SessionKeeper(session)  # type: ignore[attr-defined]  # it lives as long as the session
    keeper.save(path)
    return keeper.saved, keeper.failed


def _save_report(session: Session, path: Path) -> tuple[object, object]:
    session.test_keeper = keeper = SessionKeeper(session)  # type: ignore[attr-defined]
    keeper.write_report(path)
    return keeper.report_written, keeper.failed


def _save_tokenizer(session: Session, path: Path) -> tuple[object, object]:
    session.tokenizers.save(RUN, path)
    return session.tokenizers.saved, session.failed


def _export_comparison(session: Session, path: Path) -> tuple[object, object]:
    session.grid.export(path, path.suffix[1:], ["eng", "vie"])
    return session.grid.exported, session.failed


def _export_vocabulary(session: Session, path: Path) -> tuple[object, object]:
    session.vocabulary.export_csv(path)
    return session.vocabulary.exported, session.failed


def _export_sizes(session: Session, path: Path) -> tuple[object, object]:
    session.tradeoffs.export_csv(path)
    return session.tradeoffs.exported, session.failed


def _save_picture(session: Session, path: Path) -> tuple[object, object]:
    session.test_writer = writer = PictureWriter(session)  # type: ignore[attr-defined]
    writer.write_picture(path, QImage(20, 20, QImage.Format.Format_RGB32))
    return writer.written, writer.failed


_SAVES: dict[str, Save] = {
    "lecture.mergescope-session": _save_session,
    "report.html": _save_report,
    "run.json": _save_tokenizer,
    "run.tiktoken": _save_tokenizer,
    "run.mergescope": _save_tokenizer,
    "run.vocab": _save_tokenizer,
    "cells.csv": _export_comparison,
    "cells.json": _export_comparison,
    "cells.tex": _export_comparison,
    "tokens.csv": _export_vocabulary,
    "sizes.csv": _export_sizes,
    "step.png": _save_picture,
}


@pytest.mark.parametrize("trouble", [_full, _refusing], ids=["full", "read-only"])
def test_what_cannot_be_written_leaves_the_old_file(
    qtbot: QtBot, trained: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble
) -> None:
    for name, save in _SAVES.items():
        path = tmp_path / name
        path.write_bytes(b"what was there")
        with monkeypatch.context() as patch:
            why = trouble(patch)
            saved, failed = save(trained, path)
            with qtbot.waitSignal(failed, timeout=LONG) as told:  # type: ignore[arg-type]
                pass
        error = told.args[0]
        assert isinstance(error, EngineError), name
        assert name in str(error), name
        assert why in str(error), name
        assert path.read_bytes() == b"what was there", name
        assert not [file.name for file in tmp_path.iterdir() if file.name.startswith(".")], "nothing half is left"
        # And once there is room, it is written.
        saved, _ = save(trained, path)
        with qtbot.waitSignal(saved, timeout=LONG):  # type: ignore[arg-type]
            pass
        assert path.read_bytes() != b"what was there", name


@pytest.mark.parametrize("name", FORMATS)
def test_a_tokenizer_that_cannot_be_saved_leaves_what_was_there(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = FORMATS[name]
    contents = session_of("wordpiece" if name == "vocab-txt" else "byte-bpe")
    assert contents.run is not None
    tokenizer = contents.run.history.tokenizer_at(5)
    path = tmp_path / f"a{kind.suffix}"
    kind.save(tokenizer, path)
    before = _bytes_below(tmp_path)
    for trouble in (_full, _refusing):
        with monkeypatch.context() as patch:
            trouble(patch)
            with pytest.raises(EngineError, match="cannot be written"):
                kind.save(contents.run.history.tokenizer_at(9), path)
        assert _bytes_below(tmp_path) == before


def _bytes_below(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


# A kill ---------------------------------------------------------------------------------------------------------------

_KILLED = """
import os, random, signal, sys, time
from pathlib import Path
from app.session_files.session_file import write_session
from app.session_files.session_reading import read_session
path, kinds = Path(sys.argv[1]), sys.argv[2:]
contents = [read_session(Path(kind)) for kind in kinds]
chance = random.Random(1)
seen = set()
for _ in range(25):
    child = os.fork()
    if not child:
        while True:
            for one in contents:
                write_session(path, one)
    time.sleep(chance.uniform(0.0, 0.06))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    if path.exists():
        back = read_session(path)
        assert not back.problems and back.run is not None, back.problems
        seen.add(back.text)
assert seen <= {one.text for one in contents}
print(len(seen))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no such processes on this system")
def test_a_kill_at_any_moment_leaves_a_whole_file(tmp_path: Path) -> None:
    kinds = []
    for name in ("byte-bpe", "wordpiece"):
        contents = session_of(name)
        kinds.append(tmp_path / f"{name}.mergescope-session")
        write_session(kinds[-1], contents)
    command = [sys.executable, "-c", _KILLED, str(tmp_path / "copy.mergescope-session"), *map(str, kinds)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.strip() in {"1", "2"}, "at least one was written"


def test_what_a_kill_has_left_half_written_is_cleared_away(qtbot: QtBot, session: Session, tmp_path: Path) -> None:
    half = tmp_path / ".session-1.mergescope-session.abc"
    half.write_bytes(b"half")
    keeper = SessionKeeper(session, tmp_path)
    found: list[object] = []
    keeper.lost_found.connect(found.append)
    keeper.start()
    assert not half.exists()
    assert found == []
    keeper.close()


# Files that change while they are read --------------------------------------------------------------------------------


def _trained_on(qtbot: QtBot, session: Session, path: Path) -> list[EngineError]:
    errors: list[EngineError] = []
    session.failed.connect(errors.append)
    session.corpus.add_paths([path])
    qtbot.waitUntil(lambda: not session.corpus.busy and session.corpus.statistics is not None, timeout=LONG)
    for index, row in enumerate(session.corpus.rows):
        session.corpus.set_checked(index, row.source.path == path)
    qtbot.waitUntil(lambda: not session.corpus.busy, timeout=LONG)
    return errors


def test_a_text_that_has_gone_is_named_and_nothing_is_lost(qtbot: QtBot, trained: Session, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("low lower lowest " * 100)
    errors = _trained_on(qtbot, trained, path)
    assert errors == []
    history = trained.run.history
    path.unlink()
    with qtbot.waitSignal(trained.run.failed, timeout=LONG):
        trained.train()
    assert "words.txt" in str(errors[-1])
    assert isinstance(errors[-1], EngineError)
    assert trained.run.history is history
    path.write_text("low lower lowest " * 100)
    with qtbot.waitSignal(trained.run.finished, timeout=LONG):
        trained.train()
    assert trained.run.history is not history


@pytest.mark.parametrize("change", ["cut", "gone", "other", "longer"])
def test_a_text_that_changes_while_it_is_read_ends_in_a_training_or_a_sentence(
    qtbot: QtBot, trained: Session, tmp_path: Path, change: str
) -> None:
    path = tmp_path / "words.txt"
    path.write_text("low lower lowest newer wider " * 400_000)
    errors = _trained_on(qtbot, trained, path)
    ended: list[object] = []
    trained.run.finished.connect(ended.append)
    trained.run.failed.connect(ended.append)

    def act(*_: object) -> None:
        if change == "cut":
            with path.open("r+b") as file:
                file.truncate(1_000_003)
        elif change == "gone":
            path.unlink(missing_ok=True)
        elif change == "other":
            path.write_bytes(b"\x00\xff" * 500_000)
        else:
            with path.open("ab") as file:
                file.write(b" more words")

    trained.run.progressed.connect(act)
    trained.train()
    qtbot.waitUntil(lambda: bool(ended), timeout=LONG)
    assert all(isinstance(error, EngineError) for error in errors)
    assert trained.run.history.tokenizer_at(0).encode("low").ids.size == 3


# Jobs that fail -------------------------------------------------------------------------------------------------------


class Panic(BaseException):
    """Like the error of a native library that gives up: no Exception."""


class Trouble:
    """Makes the next job of a name raise an error behind its first values."""

    def __init__(self) -> None:
        self.name = ""
        self.error: BaseException = RuntimeError()
        self.raised = False

    def arm(self, name: str, error: BaseException) -> None:
        self.name, self.error, self.raised = name, error, False

    def job(self, job: Callable[[], Iterator[object]], name: str) -> Callable[[], Iterator[object]]:
        if name != self.name or self.raised:
            return job
        self.raised = True

        def broken() -> Iterator[object]:
            raise self.error
            yield

        return broken


@pytest.fixture
def trouble(monkeypatch: pytest.MonkeyPatch) -> Trouble:
    made = Trouble()
    begin = Worker.__init__
    monkeypatch.setattr(Worker, "__init__", lambda self, job, name="job": begin(self, made.job(job, name), name))
    return made


def jobs(window: MainWindow, folder: Path) -> dict[str, Callable[[], None]]:
    """How a user makes the window begin each kind of job."""
    session = window.session
    text = folder / "more.txt"
    text.write_text("some more words " * 50)
    with_tables = folder / "texts.csv"
    with_tables.write_text("eng,fra\na,b\nc,d\n")
    tokenizer = folder / "opened.mergescope"
    FORMATS["mergescope"].save(session.run.history.tokenizer_at(9), tokenizer)
    weights = iter(range(11, 99))
    return {
        "train": session.train,
        "count": lambda: session.corpus.set_checked(1, not session.corpus.rows[1].checked),
        "read": lambda: session.corpus.add_paths([text]),
        "tokenizers": lambda: session.tokenizers.open(tokenizer),
        "encode": lambda: session.playground.set_text("some words " * 40_000 + str(next(weights))),
        "session": lambda: window.keeper.save(folder / "a.mergescope-session"),
        "export": lambda: session.grid.export_csv(folder / "a.csv"),
        "parallel text": lambda: session.parallel_texts.open(with_tables),
    }


@pytest.mark.expects_warnings
def test_a_job_that_fails_is_told_and_the_next_one_works(
    qtbot: QtBot, window: MainWindow, trouble: Trouble, tmp_path: Path
) -> None:
    session = window.session
    errors = (MemoryError(), RuntimeError("out of order"), Panic("index out of bounds"))
    for number, (name, act) in enumerate(jobs(window, tmp_path).items()):
        error = errors[number % 3]
        history = session.run.history
        window.messages.close_top()
        trouble.arm(name, error)
        act()
        told = "memory is not enough" if isinstance(error, MemoryError) else str(error)
        qtbot.waitUntil(lambda told=told: told in _shown(window), timeout=20_000)
        assert trouble.raised, name
        assert session.run.history is history, name
        qtbot.waitUntil(lambda: not busy(session) and not window.keeper.busy, timeout=LONG)
        # What was asked for works when it is asked again.
        done = _Done(window, name)
        act()
        qtbot.waitUntil(lambda done=done: bool(done.seen), timeout=20_000)
        qtbot.waitUntil(lambda: not busy(session) and not window.keeper.busy, timeout=LONG)
    assert session.run.history.stopped == "vocab-size"
    window.close()


def _shown(window: MainWindow) -> str:
    return window.messages.label.text() + window.session.playground.problem


def busy(session: Session) -> bool:
    return session.run.running or session.corpus.busy or session.grid.busy


class _Done(QObject):
    """Hears the signal that says a job of a name has done what it was for."""

    def __init__(self, window: MainWindow, name: str) -> None:
        super().__init__()
        session = window.session
        self.seen: list[object] = []
        signals = {
            "train": session.run.finished,
            "count": session.corpus.statistics_changed,
            "read": session.corpus.rows_changed,
            "tokenizers": session.tokenizers.selected_changed,
            "encode": session.playground.encoded,
            "session": window.keeper.saved,
            "export": session.grid.exported,
            "parallel text": session.grid.parallel_changed,
        }
        signals[name].connect(lambda *_: self.seen.append(name))

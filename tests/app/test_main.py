"""What `mergescope` starts: the window, the tour where there is no display, or a command."""

import ctypes
import subprocess
import sys
import types
from pathlib import Path

import pytest

from app import main as program
from app.destroyed_window import DestroyedWindow, _DestroyEvent

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def started(monkeypatch):
    """Stand-ins for the window and the tour; what they were called with."""
    calls = []
    start = types.ModuleType("app.start")
    start.run_window = lambda session: calls.append(("window", session)) or 0
    start.run_tour = lambda folder: calls.append(("tour", folder)) or 0
    monkeypatch.setitem(sys.modules, "app.start", start)
    return calls


def without_display(monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)


def test_without_arguments_the_window_opens(started, monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert program.main([]) == 0
    assert started == [("window", None)]


def test_a_session_file_opens_in_the_window(started, monkeypatch, tmp_path):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    path = tmp_path / "lesson.mergescope-session"
    path.write_bytes(b"")
    assert program.main([str(path)]) == 0
    assert started == [("window", path)]


def test_two_files_at_once_are_refused_and_said(started, monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    path = tmp_path / "lesson.mergescope-session"
    path.write_bytes(b"")
    assert program.main([str(path), "more.txt"]) == program.WRONG_USAGE
    assert started == []
    assert capsys.readouterr().err == f"mergescope: The window opens one file, not {path} and more.txt.\n"


def test_without_a_display_one_line_says_so_and_the_tour_is_drawn(started, monkeypatch, capsys):
    without_display(monkeypatch)
    assert program.main([]) == 0
    assert started == [("tour", Path("mergescope-tour"))]
    assert capsys.readouterr().err == "There is no display, so the tour is drawn into mergescope-tour instead.\n"


@pytest.mark.parametrize(
    ("name", "way"),
    [
        ("lesson.mergescope-session", "report {} OUT.html"),
        ("tokenizer.json", "inspect {}"),
        ("notes.txt", "train {} --out OUT.json"),
    ],
)
def test_without_a_display_it_is_said_that_a_file_is_not_opened(started, monkeypatch, capsys, tmp_path, name, way):
    without_display(monkeypatch)
    path = tmp_path / name
    path.write_bytes(b"")
    assert program.main([str(path)]) == 0
    assert started == [("tour", Path("mergescope-tour"))]
    assert capsys.readouterr().err == (
        f"There is no display, so {path} is not opened, and the usual tour is drawn into mergescope-tour instead. "
        f"Without one: mergescope {way.format(path)}\n"
    )


def test_the_tour_takes_a_folder(started):
    assert program.main(["tour", "pictures"]) == 0
    assert started == [("tour", Path("pictures"))]


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["inspect", "--list"]])
def test_commands_bring_in_no_qt(arguments):
    code = (
        f"import sys; from app.main import main; main({arguments!r}); print([m for m in sys.modules if 'PySide6' in m])"
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.endswith("[]\n")


def test_a_window_that_is_destroyed_from_outside_ends_the_program():
    """X11 tells of it by an event that Qt takes no notice of."""
    acted = []
    watch = DestroyedWindow(42, lambda: acted.append("quit"))

    def tell(kind, window, name=b"xcb_generic_event_t"):
        event = _DestroyEvent(kind=kind, window=window)
        return watch.nativeEventFilter(name, ctypes.addressof(event))

    assert tell(4, 42) == (False, 0)
    tell(17, 7)
    tell(17, 42, b"windows_generic_MSG")
    assert acted == []
    assert tell(17, 42) == (False, 0)
    assert tell(0x80 | 17, 42) == (False, 0)
    assert acted == ["quit", "quit"]

"""What every test may rely on: no screen is needed, nothing of the user's is touched, and nothing is left behind.

A thread or window that outlives its test, and a warning in the log that nobody expected, fail the test.  Qt is looked at
only where a test has imported it: the engine's tests run without.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

# The first example may compile or load a kernel, which takes longer than any other.
hypothesis.settings.register_profile("tests", deadline=None)
# `--hypothesis-profile=long` searches for a quarter of an hour; docs/reliability.md has what it has found.
hypothesis.settings.register_profile("long", deadline=None, max_examples=3_000)
hypothesis.settings.load_profile("tests")

if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# A script without a font makes Qt print a line for every glyph.
os.environ.setdefault("QT_LOGGING_RULES", "qt.text.font.db=false")
# It would speak of what else could be installed, and ask a server for a newer file.
os.environ |= {"TRANSFORMERS_VERBOSITY": "error", "TRANSFORMERS_NO_ADVISORY_WARNINGS": "1", "HF_HUB_OFFLINE": "1"}

# Libraries keep some threads for the whole process: numba's and progress bars' monitors are not ours to end.
_LIBRARY_THREADS = ("tqdm_monitor", "ThreadPoolExecutor", "asyncio_")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "expects_warnings: the test makes the program log a warning or an error")


@pytest.fixture(autouse=True)
def _no_thread_left_behind() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    left = [thread for thread in threading.enumerate() if thread not in before]
    left = [thread for thread in left if not thread.name.startswith(_LIBRARY_THREADS)]
    for thread in left:
        thread.join(timeout=5)
    names = [thread.name for thread in left if thread.is_alive()]
    assert not names, f"threads are left behind: {names}"


@pytest.fixture(autouse=True)
def _no_window_left_open() -> Iterator[None]:
    yield
    widgets = sys.modules.get("PySide6.QtWidgets")
    if widgets is None or widgets.QApplication.instance() is None:
        return
    left = [widget for widget in widgets.QApplication.topLevelWidgets() if widget.isVisible()]
    for widget in left:
        widget.close()
    assert not left, f"windows are left open: {left}"


@pytest.fixture(autouse=True)
def _no_unexpected_log_line(caplog: pytest.LogCaptureFixture, request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    if request.node.get_closest_marker("expects_warnings"):
        return
    lines = [record for record in caplog.get_records("call") if record.levelno >= logging.WARNING]
    assert not lines, f"unexpected in the log: {[record.getMessage() for record in lines]}"


@pytest.fixture(autouse=True)
def _own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings and logs of a test go to a folder of the test's."""
    core = sys.modules.get("PySide6.QtCore")
    if core is None:
        return
    folder: Path = tmp_path_factory.mktemp("user")
    core.QStandardPaths.setTestModeEnabled(True)
    for scope in (core.QSettings.Scope.UserScope, core.QSettings.Scope.SystemScope):
        core.QSettings.setPath(core.QSettings.Format.IniFormat, scope, str(folder))
    monkeypatch.setenv("MERGESCOPE_LOG_FOLDER", str(folder / "log"))

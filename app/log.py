"""What happened, for a report: a log file, crashes of native code, and every exception that nobody caught.

Nothing here shows anything.  `on_exception` is where the window hangs its message bar in.
"""

from __future__ import annotations

import faulthandler
import logging
import os
import platform
import sys
import threading
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import TextIO

import platformdirs
from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

log = logging.getLogger("mergescope")

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}
_NO_NEWS = "does not support propagateSizeHints"
"""What Qt's off-screen platform says of every window."""
on_exception: list[Callable[[BaseException], None]] = []
"""Called with each exception that nobody caught, in whatever thread it happened."""

_crash_file: TextIO | None = None


def log_folder() -> Path:
    """Where the log and the traces of crashes are."""
    return Path(os.environ.get("MERGESCOPE_LOG_FOLDER") or platformdirs.user_log_dir("mergescope", appauthor=False))


def start_log() -> Path | None:
    """Begin to write the log; returns its file, None where no file can be written (the program runs all the same)."""
    global _crash_file
    sys.excepthook = _uncaught
    threading.excepthook = lambda failure: _uncaught(failure.exc_type, failure.exc_value, failure.exc_traceback)
    qInstallMessageHandler(_qt_message)
    log.setLevel(logging.INFO)
    try:
        log_folder().mkdir(parents=True, exist_ok=True)
        file = log_folder() / "mergescope.log"
        handler = RotatingFileHandler(file, maxBytes=1_000_000, backupCount=2, encoding="utf-8")
        _crash_file = (log_folder() / "crash.log").open("a", encoding="utf-8")
    except OSError as error:
        print(f"mergescope: no log is written: {error}", file=sys.stderr)
        return None
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    log.addHandler(handler)
    faulthandler.enable(_crash_file)
    log.info("start, Python %s on %s", platform.python_version(), platform.platform())
    return file


def stop_log() -> None:
    """Give back what `start_log` took."""
    global _crash_file
    qInstallMessageHandler(None)
    sys.excepthook = sys.__excepthook__
    threading.excepthook = threading.__excepthook__
    for handler in [*log.handlers]:
        log.removeHandler(handler)
        handler.close()
    if _crash_file is not None:
        faulthandler.disable()
        _crash_file.close()
        _crash_file = None


def _uncaught(kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error or kind(), trace)
        return
    log.error("uncaught", exc_info=(kind, error or kind(), trace))
    for listener in on_exception:
        listener(error or kind())


def _qt_message(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    if _NO_NEWS not in text:
        log.log(_LEVELS.get(kind, logging.INFO), "Qt: %s", text)

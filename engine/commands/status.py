"""How a command ends, and how it says that it was not called as it asks for."""

from __future__ import annotations

import os
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from engine.errors import on_one_line

DONE, AT_FAULT, WRONG_USAGE, INTERRUPTED, UNHEARD = 0, 1, 2, 130, 141
"""Exit statuses: done; the data or a file is at fault; wrong usage; interrupted; whoever read the output has gone, which
shells say of any program that way."""


class UsageError(Exception):
    """The command was not called as it asks for; the message is one sentence, whatever an argument holds."""

    def __str__(self) -> str:
        return on_one_line(super().__str__())


def comes_of_interrupt(error: BaseException | None) -> bool:
    """Whether somebody pressed Ctrl + C: a compiler that is interrupted may end in an error of its own about that.

    >>> comes_of_interrupt(KeyboardInterrupt()), comes_of_interrupt(ValueError())
    (True, False)
    """
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def give_up_output() -> None:
    """Python must not fail again when it flushes at the end what could not be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def program_version() -> str:
    """The version that is installed; in a checkout that is not, the one that pyproject.toml names."""
    try:
        return version("mergescope")
    except PackageNotFoundError:
        described = (Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8")
        return described.partition('\nversion = "')[2].partition('"')[0]

"""How a command ends, and how it says that it was not called as it asks for."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

DONE, AT_FAULT, WRONG_USAGE, INTERRUPTED, UNHEARD = 0, 1, 2, 130, 141
"""Exit statuses: done; the data or a file is at fault; wrong usage; interrupted; whoever read the output has gone, which
shells say of any program that way."""


class UsageError(Exception):
    """The command was not called as it asks for; the message is one sentence."""


def program_version() -> str:
    """The version that is installed; in a checkout that is not, the one that pyproject.toml names."""
    try:
        return version("mergescope")
    except PackageNotFoundError:
        described = (Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8")
        return described.partition('\nversion = "')[2].partition('"')[0]

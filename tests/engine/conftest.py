"""What tests of commands share: running one in this process, and typing into standard input."""

import io
import sys

import pytest

from app.main import main


@pytest.fixture
def run(capsys):
    """Run a command in this process: its exit status, standard output and standard error."""

    def run(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        status = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


@pytest.fixture
def type_in(monkeypatch):
    """Put bytes on standard input."""

    def type_in(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8"))

    return type_in

"""Writing a file whole or not at all: links, devices, rights, long names, disks without room, and whoever writes it."""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from app.main import main
from engine.errors import FormatError
from engine.formats import files
from engine.formats.files import whole_file, write_atomically

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="There are other links and rights.")


def test_a_link_stays_one_and_what_it_leads_to_is_written(tmp_path: Path) -> None:
    real, link = tmp_path / "elsewhere" / "real.json", tmp_path / "a.json"
    real.parent.mkdir()
    real.write_bytes(b"old")
    link.symlink_to(real)
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"
    assert [path.name for path in real.parent.iterdir()] == ["real.json"]


def test_links_in_a_ring_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.json").symlink_to(tmp_path / "b.json")
    (tmp_path / "b.json").symlink_to(tmp_path / "a.json")
    with pytest.raises(FormatError, match=r"a\.json cannot be written"):
        write_atomically(tmp_path / "a.json", b"new")


def test_what_is_more_than_a_file_is_not_replaced_by_one(tmp_path: Path) -> None:
    """A device that is written over is gone for all programs."""
    pipe = tmp_path / "a.json"
    os.mkfifo(pipe)
    for path in (pipe, Path(os.devnull)):
        with pytest.raises(FormatError, match="cannot be written: it is no file"):
            write_atomically(path, b"new")
        assert not path.is_file()
    with pytest.raises(FormatError, match="it is a folder"):
        write_atomically(tmp_path, b"new")


def test_what_nobody_else_may_read_stays_so(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"old")
    path.chmod(0o600)
    write_atomically(path, b"new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    other = tmp_path / "b.json"
    write_atomically(other, b"new")
    (tmp_path / "c.json").write_bytes(b"")
    assert other.stat().st_mode == (tmp_path / "c.json").stat().st_mode


def test_a_file_that_must_not_be_written_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who may write into its folder could put another in its place."""
    path = tmp_path / "a.json"
    path.write_bytes(b"old")
    monkeypatch.setattr(files.os, "access", lambda path, mode: False)  # who runs the test may be allowed everything
    with pytest.raises(FormatError, match="cannot be written: Permission denied"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"


@pytest.mark.parametrize("name", ["n" * 255, "\u0e01" * 85, "a\udce9.json", "a"])
def test_every_name_that_the_system_takes_can_be_written(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    with suppress(OSError):
        path.write_bytes(b"old")
    if not path.exists():  # one that this system does not take
        return
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("name", ["n" * 300, "a\0b"])
def test_a_name_that_the_system_does_not_take_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="cannot be written"):
        write_atomically(tmp_path / name, b"new")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("ends", [KeyboardInterrupt, MemoryError, SystemExit, OSError])
def test_whatever_ends_the_writing_leaves_the_old_file(ends: type[BaseException], tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"old")

    def write() -> None:
        with whole_file(path) as file:
            file.write(b"ne")
            raise ends(errno.ENOSPC)

    with pytest.raises(FormatError if ends is OSError else ends):
        write()
    assert path.read_bytes() == b"old"
    assert [one.name for one in tmp_path.iterdir()] == ["a.json"]


@pytest.mark.parametrize(
    ("arguments", "content"),
    [
        (["decode", "gpt2", "15496", "--bytes"], b"Hello"),
        (["compare", "gpt2", "--languages", "fra", "--csv"], b"tokenizer,"),
        (["inspect", "gpt2", "--scripts", "--csv"], b"script,"),
        (["train", "alice", "--steps", "1", "--history"], b'{"step": 1,'),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_commands_write_by_the_same_rules(arguments: list[str], content: bytes, tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "a"
    real.write_bytes(b"old")
    real.chmod(0o600)
    link.symlink_to(real)
    assert main([*arguments, str(link)]) == 0
    assert (link.is_symlink(), stat.S_IMODE(real.stat().st_mode)) == (True, 0o600)
    assert real.read_bytes().startswith(content)
    assert {path.name for path in tmp_path.iterdir()} == {"real", "a"}


@pytest.mark.parametrize("option", ["--out", "--history"])
def test_what_cannot_be_written_is_said_before_anything_is_learned(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.mergescope"
    path.write_bytes(b"old")
    monkeypatch.setattr(files.os, "access", lambda path, mode: False)  # who runs the test may be allowed everything
    monkeypatch.setattr("engine.commands.train.train", lambda *_, **__: pytest.fail("It has begun to learn."))
    assert main(["train", "alice", "--steps", "1", option, str(path)]) == 1
    assert "a.mergescope cannot be written: Permission denied" in capsys.readouterr().err


def test_a_command_whose_memory_is_not_enough_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from engine.commands import inspect

    def exhausted(_: object) -> int:
        raise MemoryError

    monkeypatch.setattr(inspect, "run", exhausted)
    assert main(["inspect", "gpt2"]) == 1
    assert capsys.readouterr().err == "mergescope inspect: The memory of this computer is not enough for that.\n"


def test_a_name_that_is_too_long_is_no_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["n" * 5_000]) == 2
    assert "There is no command or file n" in capsys.readouterr().err

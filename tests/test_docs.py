"""The documents keep their word: every code block of the README and of docs/ is run, in the order in which it stands.

The blocks of a document share a folder, and its Python blocks their names, as a reader has it who follows along.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.commands import COMMANDS
from app.session_files.session_contents import SessionContents
from app.session_files.session_file import write_session
from engine.algorithms.bpe import BPETrainer
from engine.recipe import Recipe

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = ["README.md", *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md")))]
PROGRAM = [sys.executable, "-m", "app.main"]
BLOCK = re.compile(r"^```(?P<language>\w*)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """A block of code: its language and where it stands."""

    language: str
    code: str
    line: int


def blocks_of(document: str) -> list[Block]:
    text = (ROOT / document).read_text(encoding="utf-8")
    return [
        Block(found["language"], found["code"], text.count("\n", 0, found.start()) + 1)
        for found in BLOCK.finditer(text)
    ]


def run_shell(block: Block, folder: Path) -> None:
    """As a script that stops at the first mistake, with the program on the path."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        ["bash", "-eu", "-c", block.code],
        cwd=folder,
        env=dict(os.environ, PATH=path, QT_QPA_PLATFORM="offscreen"),
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, f"line {block.line}: {ran.stdout}{ran.stderr}"


def run_python(block: Block, names: dict[str, object]) -> str:
    """What it printed."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(block.code, f"line {block.line}", "exec"), names)
    return printed.getvalue()


def test_every_block_says_its_language_so_that_none_is_left_out() -> None:
    unknown = [
        f"{document}, line {block.line}"
        for document in DOCUMENTS
        for block in blocks_of(document)
        if block.language not in ("sh", "python", "text")
    ]
    assert not unknown


@pytest.fixture
def things_of_the_reader(tmp_path: Path) -> Path:
    """A folder with what the README takes as given: a packed corpus and a saved session."""
    line = json.dumps({"text": "low lower lowest newest widest"}) + "\n"
    (tmp_path / "corpus.jsonl.zst").write_bytes(zstd.compress((line * 200).encode()))
    (tmp_path / "notes.txt").write_text("A text of mine.\n", encoding="utf-8")
    write_session(tmp_path / "lecture.mergescope-session", SessionContents(Recipe(BPETrainer())))
    return tmp_path


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "document",
    [document for document in DOCUMENTS if any(block.language != "text" for block in blocks_of(document))],
)
def test_the_blocks_of_a_document_run(
    document: str, things_of_the_reader: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(things_of_the_reader)
    names: dict[str, object] = {"__name__": "document"}
    for block in blocks_of(document):
        if block.language == "sh":
            run_shell(block, things_of_the_reader)
        elif block.language == "python":
            run_python(block, names)


def test_the_example_in_the_help_of_each_command_runs(things_of_the_reader: Path) -> None:
    for name in COMMANDS:
        shown = subprocess.run([*PROGRAM, name, "--help"], capture_output=True, text=True, check=True).stdout
        example = shown.rpartition("example: mergescope ")[2]
        assert example.startswith(name)
        run_shell(Block("sh", f"mergescope {example}", 0), things_of_the_reader)

"""Two runs, one thread or two, whatever the hash seed: every byte of every file that is written is the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

_WRITES = """
import sys
from pathlib import Path
from app.main import main
from app.reports.page import report_page
from app.session_files.session_file import write_session
from engine import ALGORITHMS, counting
from engine.formats import FORMATS
from tests.app.test_report import session

counting._THREADS = int(sys.argv[1])

def run(*arguments):
    assert main(list(arguments)) in (0, 1), arguments  # 1: a format that cannot hold the algorithm says so

for name in ALGORITHMS:
    options = [] if name == "char-level" else ["--vocab-size", "500"]
    run("train", "alice", "moby-dick", "--weight", "alice=1.5", "--algorithm", name, *options, "--out", f"{name}.mergescope",
        "--history", f"{name}.jsonl")
    for kind in FORMATS.values():
        run("convert", f"{name}.mergescope", f"{name}-out{kind.suffix or '-' + kind.name}", "--format", kind.name)
    contents = session(name)
    write_session(Path(f"{name}.mergescope-session"), contents)
    *_, page = report_page(contents)
    Path(f"{name}.html").write_text(page, "utf-8")
run("compare", "byte-bpe.mergescope", "unigram.mergescope", "gpt2", "--languages", "eng,vie,hin,tha", "--csv", "cells.csv")
run("compare", "byte-bpe.mergescope", "--languages", "eng,vie", "--sweep", "--csv", "sweep.csv")
"""


def written(folder: Path, threads: int, seed: str) -> dict[str, bytes]:
    """All that a run writes, by name."""
    folder.mkdir()
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed}
    command = [sys.executable, "-c", _WRITES, str(threads)]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_every_byte_of_every_export_is_the_same(tmp_path: Path) -> None:
    first, second = written(tmp_path / "first", 1, "1"), written(tmp_path / "second", 2, "2")
    assert len(first) > 40
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []

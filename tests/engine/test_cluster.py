"""Counting on a cluster: a scheduler and two workers, each a process of its own, that speak over loopback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from engine.algorithms.bpe import BPETrainer
from engine.cli import run
from engine.cluster import connected
from engine.cluster_parts import versions
from engine.corpus import Corpus, sample_path
from engine.history import History
from engine.model import Progress, WordCounts
from engine.recipe import Recipe
from engine.training import new_history, train

ROOT = Path(__file__).parents[2]
PART = 20_000
RECIPE = Recipe(BPETrainer(vocab_size=1_000))


@dataclass
class LocalCluster:
    """The address of the scheduler, and the processes of the two workers."""

    address: str
    workers: list[subprocess.Popen[str]]


def _begun(module: str, *arguments: str, said: str) -> tuple[subprocess.Popen[str], str]:
    """A process, and the first line in which it says so."""
    process = subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.{module}", *arguments],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert process.stderr is not None
    line = next((line for line in process.stderr if said in line), "")
    assert line, f"{module} did not start"
    return process, line


_HERE = ("--host", "127.0.0.1", "--no-dashboard")


def _ended(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


@pytest.fixture
def scheduler() -> Iterator[str]:
    """The address of a scheduler that nobody works for."""
    process, line = _begun("dask_scheduler", *_HERE, "--port", "0", said="Scheduler at:")
    yield line.split()[-1]
    _ended(process)


@pytest.fixture
def cluster(scheduler: str, tmp_path: Path) -> Iterator[LocalCluster]:
    options = ("--local-directory", str(tmp_path / "dask"), "--nthreads", "1", "--no-nanny")
    workers = [_begun("dask_worker", scheduler, *_HERE, *options, said="Registered to:")[0] for _ in range(2)]
    yield LocalCluster(scheduler, workers)
    for worker in workers:
        _ended(worker)


def _same(one: WordCounts, other: WordCounts) -> bool:
    columns = ("data", "starts", "lengths", "counts")
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in columns)


def test_a_worker_that_dies_midway_changes_nothing(cluster: LocalCluster) -> None:
    corpus = Corpus.of(sample_path("moby-dick"), "alice")
    here, there = new_history(RECIPE), new_history(RECIPE)
    for event in train(corpus, RECIPE):
        here.append(event)
    killed_at = None
    with connected(cluster.address, PART) as count:
        for event in train(corpus, RECIPE, count=count):
            there.append(event)
            if killed_at is None and isinstance(event, Progress) and event.done:
                cluster.workers[0].kill()
                cluster.workers[0].wait()
                killed_at = event.share
    assert killed_at is not None
    assert killed_at < 0.2
    assert cluster.workers[1].poll() is None
    assert isinstance(here, History)
    assert isinstance(there, History)
    assert here.words is not None
    assert there.words is not None
    assert _same(here.words, there.words)
    assert here.words.pre_tokens == there.words.pre_tokens
    assert here.parts.tolist() == there.parts.tolist()
    assert here.stopped == there.stopped


def test_the_command_line_gives_the_same_tokenizer(
    cluster: LocalCluster, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["alice", "moby-dick", "--vocab-size", "600", "--json", "--out"]
    assert run("train", [*arguments, str(tmp_path / "here.json")]) == 0
    assert run("train", [*arguments, str(tmp_path / "there.json"), "--cluster", cluster.address]) == 0
    here, there = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert here["identity"] == there["identity"]
    assert (tmp_path / "here.json").read_bytes() == (tmp_path / "there.json").read_bytes()
    # A worker that would count otherwise says so, in one sentence.
    monkeypatch.setattr("engine.cluster.versions", lambda: versions() | {"regex": "1.0"})
    assert run("train", ["alice", "--cluster", cluster.address]) == 1
    assert capsys.readouterr().err.startswith("mergescope train: A worker of the cluster has regex ")


def test_a_scheduler_without_workers_is_refused(scheduler: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("train", ["alice", "--cluster", scheduler]) == 1
    assert f"has no workers; start some with: dask worker {scheduler}" in capsys.readouterr().err


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nowhere", ""])
def test_an_address_where_nobody_answers_is_one_sentence(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.cluster.TIMEOUT", 0.5)
    assert run("train", ["alice", "--cluster", address]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert f"No Dask scheduler answers at {address}; give the address that it prints" in said


def test_without_the_library_the_extra_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert run("train", ["alice", "--cluster", "tcp://127.0.0.1:8786"]) == 1
    assert "pip install 'mergescope[cluster]'" in capsys.readouterr().err

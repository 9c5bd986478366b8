"""Training 32,000 entries on 20 MB: ours against `tokenizers`, best of several, in turn."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from engine.algorithms.bpe import BPETrainer
from engine.corpus import Corpus
from engine.parallel import udhr
from engine.recipe import Recipe
from engine.training import train


def ours(path: Path, *, record: bool, probes: bool) -> None:
    for _ in train(
        Corpus.of(str(path)), Recipe(BPETrainer(vocab_size=32_000)), udhr() if probes else None, record=record
    ):
        pass


def library(path: Path) -> None:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=32_000, min_frequency=2, initial_alphabet=alphabet, show_progress=False)
    tokenizer.train([str(path)], trainer)


def best(run: Callable[[], None]) -> tuple[float, float]:
    """(wall, CPU) seconds of one run."""
    wall, cpu = time.perf_counter(), time.process_time()
    run()
    return time.perf_counter() - wall, time.process_time() - cpu


def report(path: Path, rounds: int = 3) -> str:
    """A table of best wall and CPU seconds, and the ratio of `tokenizers` to each."""
    runs: dict[str, Callable[[], None]] = {
        "merges only": lambda: ours(path, record=False, probes=False),
        "every step recorded, 471 languages": lambda: ours(path, record=True, probes=True),
        "tokenizers": lambda: library(path),
    }
    times = {name: [best(run) for _ in range(1)] for name, run in runs.items()}
    for _ in range(rounds - 1):
        for name, run in runs.items():
            times[name].append(best(run))
    wall = {name: min(t[0] for t in rows) for name, rows in times.items()}
    cpu = {name: min(t[1] for t in rows) for name, rows in times.items()}
    lines = [f"{'training ' + path.name:40} {'wall s':>8} {'cpu s':>8} {'wall x':>8} {'cpu x':>8}"]
    for name in runs:
        lines.append(
            f"{name:40} {wall[name]:8.2f} {cpu[name]:8.2f} {wall['tokenizers'] / wall[name]:8.1f} "
            f"{cpu['tokenizers'] / cpu[name]:8.1f}"
        )
    return "\n".join(lines)

"""One run of a million letters, blanks or emoji: what each algorithm takes to learn from it and to encode it."""

from __future__ import annotations

import time
from collections.abc import Iterator

from tests.benchmarks.corpus import Corpora
from tests.benchmarks.measuring import Best, Row, limit_row
from tests.engine.test_long_runs import RUNS, learned


def long_runs(corpora: Corpora, rounds: int) -> Iterator[Row]:
    """The slowest of all algorithms and runs, each at its best."""
    from engine.algorithms import ALGORITHMS

    seconds = {}
    for algorithm in ALGORITHMS:
        for kind, text in RUNS.items():
            runs = [_seconds(algorithm, text) for _ in range(rounds)]
            seconds[f"{algorithm}, {kind}"] = Best(min(wall for wall, _ in runs), min(cpu for _, cpu in runs))
    slowest = max(seconds, key=lambda name: seconds[name].wall)
    note = f"cpu {seconds[slowest].cpu:.2g}; slowest of {len(seconds)}: {slowest}"
    yield limit_row("one run of 1,000,000 characters, learned and encoded", seconds[slowest].wall, 2, 1, "s", note)


def _seconds(algorithm: str, text: str) -> tuple[float, float]:
    # A word that is met once is no entry of the word level.
    corpus = f"word word {text} {text}" if algorithm == "word-level" else f"word word {text}"
    began, began_cpu = time.perf_counter(), time.process_time()
    _, tokenizer = learned(algorithm, corpus)
    tokenizer.encode(text)
    return time.perf_counter() - began, time.process_time() - began_cpu

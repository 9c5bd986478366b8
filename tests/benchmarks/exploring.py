"""What the window asks the engine for: any step of a training, and all languages at once."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from tests.benchmarks.corpus import Corpora
from tests.benchmarks.measuring import Row, limit_row

_SEEKS = 300


def seeking(corpora: Corpora, rounds: int) -> Iterator[Row]:
    """20 MB to 32,000 entries, then random steps: 2,000 words of the corpus cut, the candidates, all languages."""
    from engine.algorithms.bpe import BPETrainer
    from engine.corpus import Corpus
    from engine.parallel import udhr
    from engine.recipe import Recipe
    from engine.training import new_history, train

    recipe = Recipe(BPETrainer(vocab_size=32_000))
    history = new_history(recipe)
    for event in train(Corpus.of(str(corpora.path(20))), recipe, udhr()):
        history.append(event)
    words = history.words
    assert words is not None
    random = np.random.default_rng(1)
    shown = np.sort(random.choice(len(words), 2_000, replace=False))
    milliseconds, used = [], []
    for step in random.integers(1, len(history) + 1, _SEEKS).tolist():
        began, began_cpu = time.perf_counter(), time.thread_time()
        history.state_at(step).segment_counted(words, shown)
        history.row(step)
        history.probe_tokens_at(step)
        milliseconds.append((time.perf_counter() - began) * 1000)
        used.append((time.thread_time() - began_cpu) * 1000)
    note = f"cpu {np.percentile(used[1:], 99):.2g} ms; worst of {_SEEKS}: {max(milliseconds[1:]):.1f} ms"
    yield limit_row("seek to any of 32k steps, p99", float(np.percentile(milliseconds[1:], 99)), 5, 3, "ms", note)


def comparing(corpora: Corpora, rounds: int) -> Iterator[Row]:
    """All languages under three encodings, with intervals: the first time, and when the texts are known."""
    from engine.comparison import compare
    from engine.counts import text_block
    from engine.parallel import udhr
    from engine.presets import load_preset

    parallel = udhr()
    encodings = [load_preset(name) for name in ("gpt2", "cl100k_base", "o200k_base")]
    for _ in compare(encodings, parallel, ["fra"]):  # the loops are loaded
        pass
    first, again, used = [], [], []
    for _ in range(rounds):
        text_block.cache_clear()
        began_cpu = time.process_time()
        for seconds in (first, again):
            began = time.perf_counter()
            cells = sum(1 for _ in compare(encodings, parallel))
            seconds.append(time.perf_counter() - began)
            if seconds is first:
                used.append(time.process_time() - began_cpu)
    note = f"cpu {min(used):.2g}; {cells:,} events; again {min(again):.2g} s"
    yield limit_row("471 languages x 3 encodings, with intervals", min(first), 1, 0.4, "s", note)

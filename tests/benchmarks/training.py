"""Training byte-level BPE: ours against `gigabpe` and `tokenizers`, and the memory that takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from tests.benchmarks.corpus import Corpora
from tests.benchmarks.measuring import Row, in_new_process, interleaved, is_installed, missing_row, ratio_row

SIZE = 32_000


def ours(path: Path, *, record: bool, probes: bool) -> None:
    """Reads the file, counts, merges; with or without everything that the window wants to know."""
    from engine.algorithms.bpe import BPETrainer
    from engine.corpus import Corpus
    from engine.parallel import udhr
    from engine.recipe import Recipe
    from engine.training import train

    recipe = Recipe(BPETrainer(vocab_size=SIZE))
    for _ in train(Corpus.of(str(path)), recipe, udhr() if probes else None, record=record):
        pass


def gigabpe(path: Path) -> None:
    """The fastest other trainer that was found, with its own reading of the file, GPT-2's pattern and two threads."""
    from gigabpe import train_bpe

    train_bpe([str(path)], SIZE, pretokenizer="bytelevel", threads=2)


def library(path: Path) -> None:
    """`tokenizers`, which records nothing and shows nothing."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=SIZE, min_frequency=2, initial_alphabet=alphabet, show_progress=False)
    tokenizer.train([str(path)], trainer)


def small(corpora: Corpora, rounds: int) -> Iterator[Row]:
    """20 MB to 32,000 entries."""
    path = corpora.path(20)
    plain, recorded = "train 20 MB to 32k, against gigabpe", "the same, all recorded, against gigabpe without"
    runs: dict[str, Callable[[], object]] = {
        "ours": lambda: ours(path, record=False, probes=False),
        "recorded": lambda: ours(path, record=True, probes=True),
    }
    if is_installed("gigabpe"):
        runs["gigabpe"] = lambda: gigabpe(path)
    best = interleaved(runs, rounds)
    if "gigabpe" in best:
        yield ratio_row(plain, best["ours"], best["gigabpe"], 2.7, 4)
        yield ratio_row(recorded, best["recorded"], best["gigabpe"], 1.8, 3)
    else:
        yield missing_row(plain, "gigabpe", "2.7x", "4x")
        yield missing_row(recorded, "gigabpe", "1.8x", "3x")
    # Ten seconds of it are enough: it never comes near.
    best |= interleaved({"tokenizers": lambda: library(path)}, 1)
    yield ratio_row("train 20 MB to 32k, against tokenizers", best["ours"], best["tokenizers"], 25, 40, by_cpu=True)


def large(corpora: Corpora, rounds: int) -> Iterator[Row]:
    """200 MB to 32,000 entries."""
    path = corpora.path(200)
    measure = "train 200 MB to 32k, against gigabpe"
    if not is_installed("gigabpe"):
        yield missing_row(measure, "gigabpe", "2.2x", "3.5x")
        return
    runs = {"ours": lambda: ours(path, record=False, probes=False), "gigabpe": lambda: gigabpe(path)}
    best = interleaved(runs, rounds)
    yield ratio_row(measure, best["ours"], best["gigabpe"], 2.2, 3.5)


# Memory ---------------------------------------------------------------------------------------------------------------

_PEAK = """
import sys
from pathlib import Path
from tests.benchmarks import training
def peak():  # not getrusage: what a child reports begins with its parent's
    status = Path("/proc/self/status").read_text()
    return status.split("VmHWM:")[1].split()[0]
{prepare}
floor = peak()
{run}
print(floor, peak())
"""
_RUNS = {
    "ours": (
        "training.ours(Path(sys.argv[2]), record=False, probes=False)",
        "training.ours(Path(sys.argv[1]), record=False, probes=False)",
    ),
    "gigabpe": ("import gigabpe", "training.gigabpe(Path(sys.argv[1]))"),
}


def memory(corpora: Corpora, rounds: int) -> Iterator[Row]:
    """What training 200 MB takes above what the program takes with its loops loaded (ours) or imported (theirs)."""
    measure = "peak memory at 200 MB above the floor, against gigabpe"
    if not is_installed("gigabpe") or not Path("/proc/self/status").exists():
        yield missing_row(measure, "gigabpe (on Linux)", "1.2x", "0.9x")
        return
    peaks, floors = {}, {}
    for name, (prepare, run) in _RUNS.items():
        code = _PEAK.format(prepare=prepare, run=run)
        _, said = in_new_process(code, str(corpora.path(200)), str(corpora.path(1)))
        floor, peak = map(int, said.split())
        peaks[name], floors[name] = (peak - floor) / 1024, floor / 1024
    ratio = peaks["ours"] / peaks["gigabpe"]
    told = {name: f"{peaks[name]:.0f} MiB above {floors[name]:.0f}" for name in peaks}
    yield Row(measure, f"{ratio:.2f}x", told["ours"], told["gigabpe"], "1.2x", "0.9x", ratio <= 1.2)

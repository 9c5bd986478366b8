"""`python -m engine.warm` compiles every kernel once, so that the cache on disk is filled.

Compiling takes some seconds and happens again only when a kernel or the processor changes.  Each kernel is called the way
the engine calls it, with tiny inputs: what is compiled are exactly the types that come up later.

Two processes share the work (threads could not, numba compiles one kernel at a time): `python -m engine.warm PART` compiles
one of `_APART` and nothing else.  What it has compiled is then loaded from the cache; were it to fail, this process would
compile it itself.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import numpy as np

from engine.algorithms import ALGORITHMS, Algorithm
from engine.algorithms.bpe import BPE, BPETrainer
from engine.algorithms.unigram_model import Unigram
from engine.commands.status import INTERRUPTED, comes_of_interrupt
from engine.corpus import Corpus
from engine.counting import count_words
from engine.explain import explain
from engine.kernels import bpe_pairs, bpe_vocabulary
from engine.kernels.bpe_state import PAIR, STATE, aligned_zeros
from engine.model import Probes, WordCounts, padded
from engine.normalizers import sequence_of
from engine.parallel import Language, ParallelText
from engine.parallel_words import count_parallel
from engine.patterns import PATTERNS, pattern_named
from engine.pre_tokenizers import PreTokenizer
from engine.prepared import set_prepared
from engine.recipe import IdLayout, Recipe
from engine.stage import changed_words
from engine.tie_rules import RULE_NAMES
from engine.tokenizer import PipelineTokenizer
from engine.training import new_history, train

_TEXT = "It's a long word: incomprehensibilities, 12345 times.\n\n  'Tis HTTPServer\u2019s caf\u00e9 \u4e2d\u6587 \U0001f642!\n"
_LANGUAGES = {code: Language(code, code) for code in ("a", "b")}
_PARALLEL = ParallelText("tiny", "Tiny", "line", _LANGUAGES, dict.fromkeys(_LANGUAGES, (_TEXT, "a b")))
_FIRST = "byte-bpe"
"""What a window needs before all else."""
_IDEOGRAPHS = " ".join(chr(code) * 2 for code in range(0x4E00, 0x5300))
"""More characters than pairs of them are counted in a square for."""
_ROOT = Path(__file__).resolve().parent.parent


def warm(report: Callable[[str], None] = lambda stage: None) -> None:
    """Call every kernel once; `report` is told what is being prepared, for a progress bar."""
    for stage in _stages(_meanwhile):
        report(stage)


def load() -> Iterator[str]:
    """Call every kernel in this process, a stage at a time: what is compiled already is only loaded, a second in all."""
    return _stages(lambda _part: nullcontext())


def _stages(meanwhile: Callable[[str], AbstractContextManager[None]]) -> Iterator[str]:
    """Says what is prepared next, then prepares it: what a window needs first, then the other algorithms."""
    yield "counting"
    with meanwhile("merging"):
        _cut_and_encode()
    yield ALGORITHMS[_FIRST].title
    _learn_with(_FIRST)
    set_prepared("basic")
    yield "rank files"
    vocabulary = BPE("raw", np.array([[105, 110], [256, 99]])).vocabulary
    bpe_vocabulary.recover_merges(vocabulary.data, vocabulary.offsets)
    with meanwhile("wordpiece"):
        for name, row in ALGORITHMS.items():
            if name not in (_FIRST, "wordpiece"):
                yield row.title
                _learn_with(name)
        yield "large alphabets"
        _learn(_recipe(ALGORITHMS["char-bpe"], {"vocab_size": 2_000}), _IDEOGRAPHS, _PARALLEL)
    yield ALGORITHMS["wordpiece"].title
    _learn_with("wordpiece")
    set_prepared("all")


@contextmanager
def _meanwhile(part: str) -> Iterator[None]:
    """Another process compiles a part while this one goes on; in the end both are through."""
    if os.cpu_count() == 1:
        yield
        return
    command = [sys.executable, "-m", "engine.warm", part]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, cwd=_ROOT, stdout=quiet, stderr=quiet) as other:
        try:
            yield
            other.wait()
        finally:
            if other.poll() is None:
                other.kill()


def _cut_and_encode() -> None:
    """All that byte-level BPE needs but the merging: cutting, counting, and a model of two merges."""
    for pattern in ("gpt2", "bert", "metaspace", r"[a-z]+"):
        PreTokenizer(PATTERNS[pattern] if pattern in PATTERNS else pattern_named(pattern)).split_text(_TEXT)
    recipe = _recipe(ALGORITHMS[_FIRST], {})
    count_parallel(_PARALLEL, recipe.normalizer, recipe.pre_tokenizer)
    counted = [*count_words(Corpus.of_text(_TEXT), recipe.normalizer, recipe.pre_tokenizer, recipe.special_tokens)]
    words = counted[-1]
    assert isinstance(words, WordCounts)
    model = BPE("raw", np.array([[105, 110], [256, 99]]))
    tokenizer = PipelineTokenizer("warm", recipe.pre_tokenizer, model, IdLayout())
    tokenizer.encode(_TEXT)
    tokenizer.count([_TEXT, "a"])
    explain(tokenizer, "incomprehensibilities")
    _encode(model, words)


def _merge() -> None:
    """The merging itself, on words that nobody has to count."""
    words = WordCounts.of({b"low": 5, b"lower": 2, b"newest": 6, b"widest": 3})
    none = np.zeros(2, np.int64)
    counts = np.ones(2, np.int32)
    probes = Probes(("a", "b"), padded(b"lowest"), none, none + 6, np.array([0, 1, 2]), counts - 1, counts)
    for rule in RULE_NAMES:
        trainer = BPETrainer(max_steps=8, min_frequency=1, tie_rule=rule)
        for record, followed in ((False, None), (True, None), (True, probes)):
            for _ in trainer.steps(words, followed, record=record):
                pass
        trainer.replay(words, 3)
    bpe_pairs.rebuilt(aligned_zeros(16, PAIR), np.zeros(1, STATE)[0], 1)


_APART: dict[str, Callable[[], None]] = {"merging": _merge, "wordpiece": lambda: _learn_with("wordpiece")}
"""What a second process compiles."""


def _learn_with(name: str) -> None:
    """Learn with an algorithm, in all ways that its options open."""
    row = ALGORITHMS[name]
    for options in _options(row):
        _learn(_recipe(row, options), _TEXT, _PARALLEL)


def _options(row: Algorithm) -> Iterator[dict[str, Any]]:
    """Options by which a trainer takes other ways through its kernels."""
    if "tie_rule" in _fields(row):
        yield from ({"tie_rule": rule} for rule in RULE_NAMES)
    else:
        yield {}
    if "byte_fallback" in _fields(row):
        yield {"byte_fallback": True, "vocab_size": None}


def _fields(row: Algorithm) -> dict[str, Any]:
    fields: dict[str, Any] = row.trainer.__dataclass_fields__
    return fields


def _recipe(row: Algorithm, options: dict[str, Any]) -> Recipe:
    usual = {"vocab_size": 300, "min_frequency": 1, "unknown": "[UNK]"} | options
    trainer = row.trainer(**{name: value for name, value in usual.items() if name in _fields(row)})
    return Recipe(trainer, PreTokenizer(PATTERNS[row.pattern]), ("<end>",), "first", sequence_of(row.normalizers))


def _learn(recipe: Recipe, text: str, parallel: ParallelText) -> None:
    """Learn with and without a record and languages, encode at every step, replay, explain."""
    corpus = Corpus.of_text(text)
    history = new_history(recipe)
    words = None
    for record, followed in ((False, None), (True, None), (True, parallel)):
        history = new_history(recipe)
        for event in train(corpus, recipe, followed, record=record):
            history.append(event)
        words = history.words
    assert words is not None
    tokenizer = history.tokenizer_at(len(history))
    for step in {0, len(history) // 2, len(history)}:
        earlier = history.tokenizer_at(step)
        earlier.encode(text)
        earlier.model.segment([b"incomprehensibilities", b"a"])
    tokenizer.count([_TEXT, "a"])
    explain(tokenizer, "incomprehensibilities")
    if isinstance(tokenizer.model, Unigram):
        tokenizer.model.sample(b"incomprehensibilities")
        tokenizer.model.exact_losses(words)
    if isinstance(tokenizer.model, BPE):
        _encode(tokenizer.model, words)


def _encode(model: BPE, words: WordCounts) -> None:
    """What only byte-level BPE does: long pre-tokens, and many at once."""
    model.segment_lengths(words.data, words.starts, words.lengths)
    PipelineTokenizer("warm", PreTokenizer(PATTERNS["gpt2"]), model, IdLayout()).encode(_TEXT + "a" * 200)
    changed_words(words, model.at_step(2), (0, 1))


def main(parts: Sequence[str] = ()) -> None:
    """Fill the cache and say in one line how long it took; or compile some parts of it."""
    for part in parts:
        _APART[part]()
    if parts:
        return
    started = time.perf_counter()
    warm()
    print(f"Kernels ready in {time.perf_counter() - started:.1f} s.")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BaseException as error:
        if not comes_of_interrupt(error):
            raise
        print("Interrupted; what is compiled already stays so.", file=sys.stderr)
        sys.exit(INTERRUPTED)

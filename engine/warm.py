"""`python -m engine.warm` compiles every kernel once, so that the cache on disk is filled.

Compiling takes some seconds and happens again only when a kernel or the processor changes.  Each kernel is called the way
the engine calls it, with tiny inputs: what is compiled are exactly the types that come up later.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np

from engine.algorithms.bpe import BPE, BPETrainer
from engine.corpus import Corpus
from engine.counting import count_parallel, count_words
from engine.kernels import bpe_vocabulary
from engine.model import Probes, Steps, WordCounts
from engine.parallel import Language, ParallelText
from engine.pre_tokenizers import PATTERNS
from engine.recipe import IdLayout
from engine.tie_rules import RULE_NAMES
from engine.tokenizer import PipelineTokenizer

_TEXT = "It's a long word: incomprehensibilities, 12345 times.\n\n  'Tis HTTPServer\u2019s caf\u00e9 \u4e2d\u6587 \U0001f642!\n"


def warm(report: Callable[[str], None] = lambda stage: None) -> None:
    """Call every kernel once; `report` is told what is being prepared, for a progress bar."""
    for stage in _stages():
        report(stage)


def _stages() -> Iterator[str]:
    """Says what is prepared next, then prepares it."""
    yield "counting"
    *_, words = count_words(Corpus.of_text(_TEXT), PATTERNS["gpt2"])
    PATTERNS["gpt2"].split_text(_TEXT)
    languages = {code: Language(code, code) for code in ("a", "b")}
    parallel = ParallelText("tiny", "Tiny", "line", languages, dict.fromkeys(languages, (_TEXT, "a b")))
    probes = count_parallel(parallel, PATTERNS["gpt2"])
    assert isinstance(words, WordCounts)

    yield "training"
    model = _train(words, probes)

    yield "encoding"
    _encode(model, words)


def _train(words: WordCounts, probes: Probes) -> BPE:
    """Learn with and without a record, with and without probes, and by each rule."""
    parts = np.empty((0, 2), np.int32)
    for rule in RULE_NAMES:
        trainer = BPETrainer(vocab_size=300, min_frequency=1, tie_rule=rule)
        for record in (True, False):
            for followed in (None, probes):
                events = trainer.steps(words, followed, record=record)
                parts = np.concatenate([event.parts for event in events if isinstance(event, Steps)])
    trainer.replay(words, 3)
    return trainer.model(parts)


def _encode(model: BPE, words: WordCounts) -> None:
    """Encode, count, cut to a step, and find merges behind ranks."""
    model.segment([b"incomprehensibilities", b" a"])
    model.segment_lengths(words.data, words.starts, words.lengths)
    for layout in (IdLayout(), IdLayout("first", ("<end>",))):
        tokenizer = PipelineTokenizer("warm", PATTERNS["gpt2"], model, layout)
        tokenizer.encode(_TEXT + "a" * 200)
        tokenizer.at_step(2).encode(_TEXT)
        tokenizer.count([_TEXT, "a"])
    vocabulary = model.vocabulary
    bpe_vocabulary.recover_merges(vocabulary.data, vocabulary.offsets)


def main() -> None:
    """Fill the cache and say in one line how long it took."""
    started = time.perf_counter()
    warm()
    print(f"Kernels ready in {time.perf_counter() - started:.1f} s.")


if __name__ == "__main__":
    main()

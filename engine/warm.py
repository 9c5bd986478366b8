"""`python -m engine.warm` compiles every kernel once, so that the cache on disk is filled.

Compiling takes some seconds and happens again only when a kernel or the processor changes.  Each kernel is called the way
the engine calls it, with tiny inputs: what is compiled are exactly the types that come up later.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from engine.algorithms import ALGORITHMS, Algorithm
from engine.algorithms.bpe import BPE
from engine.algorithms.unigram_model import Unigram
from engine.corpus import Corpus
from engine.explain import explain
from engine.kernels import bpe_vocabulary
from engine.model import WordCounts
from engine.normalizers import sequence_of
from engine.parallel import Language, ParallelText
from engine.pre_tokenizers import PATTERNS, PreTokenizer, pattern_named
from engine.prepared import set_prepared
from engine.recipe import IdLayout, Recipe
from engine.stage import changed_words
from engine.tie_rules import RULE_NAMES
from engine.tokenizer import PipelineTokenizer
from engine.training import new_history, train

_TEXT = "It's a long word: incomprehensibilities, 12345 times.\n\n  'Tis HTTPServer\u2019s caf\u00e9 \u4e2d\u6587 \U0001f642!\n"


_FIRST = "byte-bpe"
"""What a window needs before all else."""
_IDEOGRAPHS = " ".join(chr(code) * 2 for code in range(0x4E00, 0x5300))
"""More characters than pairs of them are counted in a square for."""


def warm(report: Callable[[str], None] = lambda stage: None) -> None:
    """Call every kernel once; `report` is told what is being prepared, for a progress bar."""
    for stage in _stages():
        report(stage)


def _stages() -> Iterator[str]:
    """Says what is prepared next, then prepares it: what a window needs first, then the other algorithms."""
    yield "counting"
    for pattern in ("gpt2", "bert", "metaspace", r"[a-z]+"):
        PreTokenizer(PATTERNS[pattern] if pattern in PATTERNS else pattern_named(pattern)).split_text(_TEXT)
    languages = {code: Language(code, code) for code in ("a", "b")}
    parallel = ParallelText("tiny", "Tiny", "line", languages, dict.fromkeys(languages, (_TEXT, "a b")))

    for row in ALGORITHMS.values():
        yield row.title
        for options in _options(row):
            _learn(_recipe(row, options), _TEXT, parallel)
        if row.name == _FIRST:
            set_prepared("basic")
    yield "large alphabets"
    _learn(_recipe(ALGORITHMS["char-bpe"], {"vocab_size": 2_000}), _IDEOGRAPHS, parallel)
    set_prepared("all")


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
    """What only byte-level BPE does: long pre-tokens, many at once, and merges behind ranks."""
    model.segment_lengths(words.data, words.starts, words.lengths)
    PipelineTokenizer("warm", PreTokenizer(PATTERNS["gpt2"]), model, IdLayout()).encode(_TEXT + "a" * 200)
    changed_words(words, model.at_step(2), (0, 1))
    vocabulary = model.vocabulary
    bpe_vocabulary.recover_merges(vocabulary.data, vocabulary.offsets)


def main() -> None:
    """Fill the cache and say in one line how long it took."""
    started = time.perf_counter()
    warm()
    print(f"Kernels ready in {time.perf_counter() - started:.1f} s.")


if __name__ == "__main__":
    main()

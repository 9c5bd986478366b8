"""Learn a tokenizer from texts: CORPUS is a file, a folder (and all in it) or a bundled book (alice, moby-dick).

The vocabulary size counts everything: bytes, learned tokens, special tokens.  With a size and a number of steps,
whichever is reached first stops; with steps alone there is no limit of size.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any, TextIO

from engine.algorithms import ALGORITHMS
from engine.algorithms.bpe import BYTE_ORDERS
from engine.blocks import RECORDS
from engine.commands import shared
from engine.commands.status import DONE, INTERRUPTED, UsageError, program_version
from engine.corpus import SAMPLES, Corpus, read_report
from engine.errors import CorpusError, OptionError
from engine.formats import FORMATS, save
from engine.model import Steps
from engine.pre_tokenizers import PATTERNS
from engine.recipe import CONVENTIONS, LAYOUTS, Recipe
from engine.tie_rules import RULE_NAMES
from engine.tokenizer import PipelineTokenizer
from engine.training import History, TrainingEvent, train

_BYTES = 256
_DEFAULT_SIZE = 32_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `mergescope train`."""
    parser.add_argument("corpus", metavar="CORPUS", nargs="+", help="a file, a folder, or the name of a bundled book")
    parser.add_argument("--out", metavar="FILE", type=Path, help="save the tokenizer here; the suffix says the format")
    parser.add_argument("--format", choices=list(FORMATS), help="the format, where the suffix does not say it")
    _add_learning(parser)
    _add_corpus(parser)
    parser.add_argument("--history", metavar="FILE.jsonl", type=Path, help="write what was decided at each step here")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object, the last line")


def _add_learning(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("what is learned")
    group.add_argument("--algorithm", choices=list(ALGORITHMS), default="byte-bpe")
    group.add_argument("--vocab-size", metavar="N", type=int, help=f"entries in the end ({_DEFAULT_SIZE})")
    group.add_argument("--steps", metavar="N", type=shared.count, help="merges at most")
    group.add_argument("--min-frequency", metavar="N", type=int, help="rarer pairs are left alone (2); 1 merges all")
    group.add_argument(
        "--special", metavar="TOKEN", type=shared.text, action="append", default=[], help="a special token; repeatable"
    )
    group.add_argument("--specials", choices=list(LAYOUTS), help="where the ids of special tokens stand (top)")
    shared.add_pattern(group, "how text is cut before anything is learned (gpt2)")
    group.add_argument(
        "--tie-rule", choices=list(RULE_NAMES), help="which of equally frequent pairs wins (smallest-ids)"
    )
    group.add_argument(
        "--byte-order", choices=list(BYTE_ORDERS), help="ids of the bytes: by value, or as in GPT-2 (raw)"
    )
    group.add_argument("--like", choices=list(CONVENTIONS), help="do all that as this library does; flags win over it")


def _add_corpus(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("how the corpus is read")
    group.add_argument("--records", choices=list(RECORDS), default="file", help="what no token reaches across (file)")
    group.add_argument(
        "--encoding", metavar="NAME", type=shared.encoding, help="of the files, where it is not detected"
    )
    group.add_argument(
        "--weight",
        metavar="SOURCE=FACTOR",
        type=_weight,
        action="append",
        default=[],
        help="count a source more or less often, from 0.1 to 10 times, in tenths; 0 leaves it out; repeatable",
    )


def _weight(text: str) -> tuple[str, int]:
    """`SOURCE=FACTOR` as the source and its factor in tenths, for argparse."""
    name, _, factor = text.rpartition("=")
    if not name or not re.fullmatch(r"[0-9]{1,2}(\.[0-9]0*)?|\.[0-9]0*", factor):
        raise argparse.ArgumentTypeError(f"{text} should be SOURCE=FACTOR, the factor from 0.1 to 10 in steps of 0.1")
    return name, round(float(factor) * 10)


def run(options: argparse.Namespace) -> int:
    """Learn, save, and say what was learned."""
    recipe = recipe_of(options)
    format = _check_outputs(options)
    _load_kernels(recipe, record=options.history is not None)
    began = time.perf_counter()
    corpus = _corpus(options)
    with _Interruption() as interruption:  # until all is saved, which a Ctrl-C must not prevent
        run = _learn(corpus, recipe, options.history, interruption)
        seconds = time.perf_counter() - began
        shared.say(*_notes(corpus))
        tokenizer = _tokenizer(run, corpus, options.out)
        if tokenizer is None:
            shared.say("Interrupted before anything was learned.")
            return INTERRUPTED
        if options.out is not None:
            save(tokenizer, options.out, format)
    _say_result(run, recipe, tokenizer, options, seconds)
    return INTERRUPTED if interruption.is_set else DONE


# Options --------------------------------------------------------------------------------------------------------------


def recipe_of(options: argparse.Namespace) -> Recipe:
    """The recipe of the flags: a flag wins over the convention of `--like`, that over the defaults."""
    like = CONVENTIONS.get(options.like)
    values: dict[str, Any] = {
        "tie_rule": "smallest-ids", "byte_order": "raw", "specials": "top", "min_frequency": 2,
        "pattern": PATTERNS[ALGORITHMS[options.algorithm].pattern],
    }  # fmt: skip
    if like is not None:
        values |= {name: getattr(like, name) for name in ("tie_rule", "byte_order", "specials", "min_frequency")}
        values["pattern"] = PATTERNS[like.pattern]
    values |= {name: getattr(options, name) for name in values if getattr(options, name) is not None}
    size = options.vocab_size
    if size is None and options.steps is None:
        size = _DEFAULT_SIZE
    least = _BYTES + len(options.special)
    if size is not None and size < least:
        special = f" and {len(options.special)} special tokens" if options.special else ""
        raise OptionError(
            f"--vocab-size {size:,} is too small: it must be at least {least:,}, for the 256 bytes{special}."
        )
    pattern, specials = values.pop("pattern"), values.pop("specials")
    trainer = ALGORITHMS[options.algorithm].trainer(vocab_size=size, max_steps=options.steps, **values)
    return Recipe(trainer, pattern, tuple(options.special), specials)


def _check_outputs(options: argparse.Namespace) -> str | None:
    """What cannot be written is said before anything is learned; the name of the format."""
    for path in (options.out, options.history):
        if path is not None:
            shared.check_folder(path)
    written = {os.path.realpath(path) for path in (options.out, options.history) if path is not None}
    read = {os.path.realpath(name) for name in options.corpus if name not in SAMPLES}
    if written & read or len(written) < (options.out is not None) + (options.history is not None):
        raise UsageError("Two of CORPUS, --out and --history are the same file, which would be overwritten")
    return shared.output_format(options.out, options.format) if options.out is not None else None


def _corpus(options: argparse.Namespace) -> Corpus:
    corpus = Corpus.of(*options.corpus, records=options.records, encoding=options.encoding)
    try:
        return corpus.with_weights(dict(options.weight))
    except OptionError as error:
        raise UsageError(str(error)) from error


# Learning -------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Run:
    """What was learned, and why it ended."""

    history: History
    stopped: str


def _load_kernels(recipe: Recipe, *, record: bool) -> None:
    """Compile or load the kernels on a word or two, so that the seconds told are those of the training."""
    for _ in train(Corpus.of_text("a warm start, a warm start"), recipe, record=record):
        pass


def _learn(corpus: Corpus, recipe: Recipe, history_path: Path | None, interruption: _Interruption) -> _Run:
    """Train to the end or to the first Ctrl-C; with a path, write down every step."""
    history = History(recipe)
    with contextlib.ExitStack() as stack:
        stream = stack.enter_context(shared.whole_file(history_path)) if history_path is not None else None
        writer = _HistoryWriter(stream, recipe) if stream is not None else None
        events: Iterator[TrainingEvent] = shared.shown_progress(train(corpus, recipe, record=writer is not None))
        for event in events:
            history.append(event)
            if writer is not None and isinstance(event, Steps):
                writer.write(event, history.words.scale if history.words else 1)
            if interruption.is_set:
                break
    return _Run(history, history.stopped or "cancelled")


class _Interruption:
    """Set by the first Ctrl-C, so that the step at hand is finished; a second one ends at once."""

    def __init__(self) -> None:
        self.is_set = False

    def __enter__(self) -> _Interruption:
        with contextlib.suppress(ValueError):  # signals come to the main thread only
            self._former = signal.signal(signal.SIGINT, self._on_signal)
        return self

    def __exit__(self, *exception: object) -> None:
        with contextlib.suppress(ValueError, AttributeError):
            signal.signal(signal.SIGINT, self._former)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        if self.is_set:
            raise KeyboardInterrupt
        self.is_set = True


class _HistoryWriter:
    """Writes one JSON line a step, as the steps arrive."""

    def __init__(self, stream: TextIO, recipe: Recipe) -> None:
        self._stream = stream
        self._rule = RULE_NAMES.index(getattr(recipe.trainer, "tie_rule"))  # noqa: B009 (the protocol names no options)
        order = BYTE_ORDERS[getattr(recipe.trainer, "byte_order")]  # noqa: B009
        self._pieces = [bytes([byte]).hex() for byte in order]
        self._specials = len(recipe.special_tokens)

    def write(self, steps: Steps, scale: int) -> None:
        columns = (steps.parts, steps.counts, steps.tied, steps.choices, steps.corpus_tokens)
        rows = zip(*(column.tolist() for column in columns), strict=True)
        for step, ((left, right), count, tied, choices, corpus_tokens) in enumerate(rows, steps.first):
            pieces = self._pieces
            pieces.append(pieces[left] + pieces[right])
            others = {
                rule: [pieces[a], pieces[b]]
                for number, (rule, (a, b)) in enumerate(zip(RULE_NAMES, choices, strict=True))
                if number != self._rule
            }
            row = {
                "step": step,
                "piece": pieces[-1],
                "parts": [pieces[left], pieces[right]],
                "count": unscaled(count, scale),
                "tied": tied,
                "other_rules": others,
                "corpus_tokens": unscaled(corpus_tokens, scale),
                "vocab_size": len(pieces) + self._specials,
            }
            self._stream.write(json.dumps(row) + "\n")


def unscaled(count: int, scale: int) -> int | float:
    """A count of a weighted corpus as it is shown: a whole number where it is one.

    >>> unscaled(30, 10), unscaled(35, 10)
    (3, 3.5)
    """
    return count // scale if count % scale == 0 else count / scale


# Results --------------------------------------------------------------------------------------------------------------


def _tokenizer(run: _Run, corpus: Corpus, out: Path | None) -> PipelineTokenizer | None:
    """What was learned, with where it comes from; None if the corpus was not even counted."""
    if run.history.words is None:
        return None
    trainer = run.history.recipe.trainer
    names = ("vocab_size", "max_steps", "min_frequency", "tie_rule", "byte_order")
    provenance = {
        "trainer": f"mergescope {program_version()}",
        "options": {name: getattr(trainer, name) for name in names},
        "corpus": corpus.digest(),
        "records": corpus.records,
        "stopped": run.stopped,
    }
    name = out.name.split(".")[0] if out is not None else "trained"
    return run.history.tokenizer_at(len(run.history)).renamed(name or "trained", provenance)


def _notes(corpus: Corpus) -> list[str]:
    """Sentences about files that were left out or are odd."""
    notes = list(corpus.left_out)
    if notes:
        notes.append(f"{len(notes):,} of {len(notes) + len(corpus.sources):,} files were left out.")
    for source in corpus.sources:
        with contextlib.suppress(CorpusError):  # a file that has gone since: what was read of it is learned
            notes += read_report(source).notes(source.label)
    return notes


def _say_result(
    run: _Run, recipe: Recipe, tokenizer: PipelineTokenizer, options: argparse.Namespace, seconds: float
) -> None:
    history = run.history
    assert history.words is not None
    size = _BYTES + len(history) + len(recipe.special_tokens)
    _say_fewer(run, size, options)
    saved = f", saved to {options.out}" if options.out is not None else ""
    learned = f"Learned {len(history):,} merges in {seconds:.2f} s: a tokenizer of {size:,} entries{saved}."
    if not options.json:
        print(learned)
        return
    shared.print_json(
        {
            "steps": len(history),
            "vocab_size": size,
            "corpus_tokens": unscaled(int(history.corpus_tokens[-1]), history.words.scale),
            "corpus_bytes": history.words.corpus_bytes,
            "seconds": round(seconds, 4),
            "stopped": run.stopped,
            "identity": tokenizer.identity,
            "out": str(options.out) if options.out is not None else None,
        }
    )


def _say_fewer(run: _Run, size: int, options: argparse.Namespace) -> None:
    """One sentence where fewer merges were possible than asked for."""
    steps = len(run.history)
    reasons = {
        "min-frequency": "no pair left is frequent enough",
        "exhausted": "no pair is left",
        "cancelled": "it was interrupted",
    }
    if run.stopped not in reasons:
        return
    asked = [options.steps] if options.steps is not None else []
    if options.vocab_size is not None or not asked:
        asked.append((options.vocab_size or _DEFAULT_SIZE) - _BYTES - len(options.special))
    shared.say(
        f"{steps:,} of the {min(asked):,} merges asked for were made, as {reasons[run.stopped]}; "
        f"the vocabulary has {size:,} entries."
    )

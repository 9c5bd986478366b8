"""Learn a tokenizer from texts: CORPUS is a file, a folder (and all in it) or a bundled book (alice, moby-dick).

The vocabulary size counts everything: base symbols, learned tokens, special tokens.  With a size and a number of steps,
whichever is reached first stops; with steps alone there is no limit of size.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import signal
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from engine.algorithms import ALGORITHMS
from engine.commands import shared
from engine.commands.recipe_options import add_recipe_options, recipe_of, size_asked, steps_asked
from engine.commands.status import DONE, INTERRUPTED, UsageError, program_version
from engine.corpora.blocks import RECORDS
from engine.corpus import SAMPLES, Corpus, read_report
from engine.counting import CountWords, count_words
from engine.errors import CorpusError, EngineError, FormatError, OptionError, UnsupportedError
from engine.formats import FORMATS, save
from engine.formats.files import whole_file
from engine.history import TrainingEvent, TrainingHistory
from engine.history_lines import HistoryLines, unscaled
from engine.model import Additions, Round, Start, Steps
from engine.recipe import Recipe
from engine.tokenizer import PipelineTokenizer
from engine.training import new_history, provenance, train


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `mergescope train`."""
    parser.epilog = "example: mergescope train alice moby-dick --vocab-size 8000 --like tokenizers --out books.json"
    parser.add_argument("corpus", metavar="CORPUS", nargs="+", help="a file, a folder, or the name of a bundled book")
    parser.add_argument("--out", metavar="FILE", type=Path, help="save the tokenizer here; the suffix says the format")
    parser.add_argument("--format", choices=list(FORMATS), help="the format, where the suffix does not say it")
    add_recipe_options(parser)
    _add_corpus(parser)
    parser.add_argument("--history", metavar="FILE.jsonl", type=Path, help="write what was decided at each step here")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object, the last line")


def _add_corpus(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("how the corpus is read")
    group.add_argument(
        "--records",
        choices=list(RECORDS),
        default="file",
        help="what no token reaches across (file); tokenizers' own train(files) goes by line",
    )
    group.add_argument(
        "--column", metavar="NAME", type=shared.text, help="of tables and JSON Lines: the one that holds text"
    )
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
    group.add_argument(
        "--cluster", metavar="ADDRESS", type=shared.text, help="count on the Dask cluster whose scheduler is there"
    )


def _weight(text: str) -> tuple[str, int]:
    """`SOURCE=FACTOR` as the source and its factor in tenths, for argparse."""
    name, _, factor = text.rpartition("=")
    if not name or not re.fullmatch(r"[0-9]{1,2}(\.[0-9]0*)?|\.[0-9]0*", factor):
        raise argparse.ArgumentTypeError(f"{text} should be SOURCE=FACTOR, the factor from 0.1 to 10 in steps of 0.1")
    return name, round(float(factor) * 10)


def run(options: argparse.Namespace) -> int:
    """Learn, save, and say what was learned."""
    recipe, roles = recipe_of(options)
    format = _check_outputs(options)
    with _counting(options.cluster) as count:
        _rehearse(recipe, format, record=options.history is not None)
        return _train(recipe, roles, format, count, options)


def _train(
    recipe: Recipe, roles: dict[str, str], format: str | None, count: CountWords, options: argparse.Namespace
) -> int:
    began = time.perf_counter()
    corpus = _corpus(options)
    training = train(corpus, recipe, record=options.history is not None, count=count)
    with _Interruption() as interruption:  # until all is saved, which a Ctrl-C must not prevent
        history = _learn(training, recipe, options.history, interruption)
        seconds = time.perf_counter() - began
        shared.say(*_notes(corpus))
        if history.start is None:
            shared.say("Interrupted before anything was learned.")
            return INTERRUPTED
        tokenizer = _tokenizer(history, corpus, options.out, roles)
        if options.out is not None:
            _save(tokenizer, options.out, format)
    _say_result(history, tokenizer, options, seconds)
    return INTERRUPTED if interruption.is_set else DONE


def _check_outputs(options: argparse.Namespace) -> str | None:
    """What cannot be written is said before anything is learned; the name of the format."""
    format = shared.output_format(options.out, options.format) if options.out is not None else None
    if options.out is not None:
        shared.check_writable(options.out, format)
    if options.history is not None:
        shared.check_writable(options.history)
    written = {os.path.realpath(path) for path in (options.out, options.history) if path is not None}
    read = {os.path.realpath(name) for name in options.corpus if name not in SAMPLES}
    if written & read or len(written) < (options.out is not None) + (options.history is not None):
        raise UsageError("Two of CORPUS, --out and --history are the same file, which would be overwritten")
    return format


def _corpus(options: argparse.Namespace) -> Corpus:
    with shared.usage():
        corpus = Corpus.of(*options.corpus, records=options.records, encoding=options.encoding, column=options.column)
        return corpus.with_weights(dict(options.weight))


# Learning -------------------------------------------------------------------------------------------------------------


def _rehearse(recipe: Recipe, format: str | None, *, record: bool) -> None:
    """Learn from a word or two and save that, so that the kernels are loaded and compiled before the seconds are counted,
    and a format that cannot hold what this recipe gives says so before anything is learned."""
    history = new_history(recipe)
    try:
        for event in train(Corpus.of_text("a warm start, a warm start"), recipe, record=record):
            history.append(event)
    except EngineError:  # a size that is too small is told in numbers of the corpus itself
        return
    if format is None:
        return
    with tempfile.TemporaryDirectory() as folder, contextlib.suppress(OptionError, FormatError):
        save(history.tokenizer_at(len(history)), Path(folder) / "rehearsal", format)


def _save(tokenizer: PipelineTokenizer, out: Path, format: str | None) -> None:
    """Save; where the format cannot hold it after all, nothing learned is lost."""
    try:
        save(tokenizer, out, format)
    except UnsupportedError as error:
        kept = out.with_suffix(".mergescope")
        save(tokenizer, kept, "mergescope")
        raise UnsupportedError(f"{error} It is kept as {kept}.") from None


@contextlib.contextmanager
def _counting(address: str | None) -> Iterator[CountWords]:
    """Where the corpus is counted: here, or on the cluster of that address."""
    if address is None:
        yield count_words
        return
    from engine.cluster import connected

    with connected(address) as count:
        yield count


def _learn(
    training: Iterator[TrainingEvent], recipe: Recipe, history_path: Path | None, interruption: _Interruption
) -> TrainingHistory:
    """Train to the end or to the first Ctrl-C; with a path, write down every step."""
    history = new_history(recipe)
    lines = HistoryLines(recipe)
    with contextlib.ExitStack() as stack:
        stream = stack.enter_context(whole_file(history_path)) if history_path is not None else None
        events: Iterator[TrainingEvent] = shared.shown_progress(interruption.heard_in(training))
        for event in events:
            history.append(event)
            if stream is not None and isinstance(event, Start | Steps | Round | Additions):
                stream.writelines(f"{json.dumps(line)}\n".encode() for line in lines.of(event, history.scale))
    return history


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

    def heard_in(self, events: Iterator[TrainingEvent]) -> Iterator[TrainingEvent]:
        """The events until it is set; progress counts too, as minutes may pass without anything else."""
        for event in events:
            yield event
            if self.is_set:
                return

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        if self.is_set:
            raise KeyboardInterrupt
        self.is_set = True


# Results --------------------------------------------------------------------------------------------------------------


def _tokenizer(history: TrainingHistory, corpus: Corpus, out: Path | None, roles: dict[str, str]) -> PipelineTokenizer:
    """What was learned, with where it comes from and the roles of its special tokens."""
    name = out.name.split(".")[0] if out is not None else ""
    learned = provenance(history, corpus, program_version())
    return history.tokenizer_at(len(history)).renamed(
        name or "trained", {**learned, **({"roles": roles} if roles else {})}
    )


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
    history: TrainingHistory, tokenizer: PipelineTokenizer, options: argparse.Namespace, seconds: float
) -> None:
    assert history.words is not None
    size = tokenizer.model.size + len(tokenizer.special)
    _say_fewer(history, size, options)
    if not options.json:
        saved = f", saved to {options.out}" if options.out is not None else ""
        entries = shared.counted(size, "entry", "entries")
        print(f"{_learned(history, options.algorithm, seconds)}: a tokenizer of {entries}{saved}.")
        return
    shared.print_json(
        {
            "steps": len(history),
            "vocab_size": size,
            "corpus_tokens": unscaled(int(history.corpus_tokens[-1]), history.words.scale),
            "corpus_bytes": history.words.corpus_bytes,
            "seconds": round(seconds, 4),
            "stopped": history.stopped or "cancelled",
            "identity": tokenizer.identity,
            "out": str(options.out) if options.out is not None else None,
        }
    )


_STEPS = {"merges": "merge", "rounds": "round", "additions": "word"}
"""What a step is, by the `steps` of the algorithm."""


def _learned(history: TrainingHistory, algorithm: str, seconds: float) -> str:
    if algorithm == "char-level":
        return "Character level has no steps"
    return f"Learned {shared.counted(len(history), _STEPS[ALGORITHMS[algorithm].steps])} in {seconds:.2f} s"


_REASONS = {
    "min-frequency": "no {thing} left is frequent enough",
    "exhausted": "no {thing} is left",
    "cancelled": "it was interrupted",
}


def _say_fewer(history: TrainingHistory, size: int, options: argparse.Namespace) -> None:
    """One sentence where less was possible than asked for."""
    kind, reason = options.algorithm, history.stopped or "cancelled"
    if kind == "char-level" and options.history is not None:
        shared.say(f"Character level has no steps, so {options.history} is empty.")
    if reason not in _REASONS or kind == "char-level":
        return
    asked_size, asked_steps = size_asked(options), steps_asked(options)
    steps = ALGORITHMS[kind].steps
    if steps == "rounds":
        shared.say(
            f"The vocabulary has {shared.counted(size, 'entry', 'entries')}; {_REASONS[reason].format(thing='piece')}."
        )
        return
    limits = [asked_steps, None if asked_size is None else asked_size - (size - len(history))]
    asked = min(limit for limit in limits if limit is not None)
    thing, things, done = ("word", "words", "taken in") if steps == "additions" else ("pair", "merges", "made")
    because = _REASONS[reason].format(thing=thing)
    were = "was" if len(history) == 1 else "were"
    shared.say(
        f"{len(history):,} of the {asked:,} {things} asked for {were} {done}, as {because}; the vocabulary has "
        f"{shared.counted(size, 'entry', 'entries')}."
    )

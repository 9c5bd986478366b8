"""A history as named arrays, and back: what a session file keeps of a training.

A history is what was yielded, so that is what is kept: each column of the steps as one array, the words, the languages
beside them.  Putting the arrays back yields the same events again, without training.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any, get_args

import numpy as np
import numpy.typing as npt

from engine.algorithms.bpe import BPETrainer
from engine.algorithms.merge_model import tokens_fit
from engine.errors import FormatError
from engine.history import TrainingEvent, TrainingHistory
from engine.history_checks import checked_arrays
from engine.model import Additions, Probes, Removals, Round, Start, Steps, Stopped, StopReason, WordCounts
from engine.recipe import Recipe
from engine.training import new_history
from engine.vocabulary import Vocabulary

Arrays = dict[str, npt.NDArray[Any]]
_WORD_ARRAYS = ("data", "starts", "lengths", "counts")
_PROBE_ARRAYS = ("data", "starts", "lengths", "rows", "languages", "times")
_STEP_ARRAYS = tuple(
    field.name
    for field in fields(Steps)
    if field.name not in ("first", "probe_rows", "probe_languages", "probe_deltas")
)


def history_arrays(history: TrainingHistory) -> Arrays:
    """All of a history but its recipe."""
    events = history.events
    arrays: Arrays = {}
    for event in events:
        if isinstance(event, WordCounts):
            arrays |= _words(event)
        elif isinstance(event, Probes):
            arrays |= _probes(event)
        elif isinstance(event, Start):
            arrays |= _start(event)
        elif isinstance(event, Stopped):
            arrays["stopped"] = _text(event.reason)
    arrays |= _steps([event for event in events if isinstance(event, Steps)])
    arrays |= _additions([event for event in events if isinstance(event, Additions)])
    for number, event in enumerate(event for event in events if isinstance(event, Round)):
        arrays |= _round(event, f"round.{number:04}")
    return arrays


def snapshot(history: TrainingHistory) -> TrainingHistory:
    """The history as it is now, which stays so while the training goes on."""
    kept = new_history(history.recipe)
    for event in tuple(history.events):
        kept.append(event)
    return kept


def history_from(recipe: Recipe, arrays: Mapping[str, npt.NDArray[Any]]) -> TrainingHistory:
    """The history that the arrays were taken of; FormatError for arrays that are none."""
    history = new_history(recipe)
    try:
        checked = checked_arrays(arrays, of_bytes=isinstance(recipe.trainer, BPETrainer))
        if "steps.parts" in checked and not tokens_fit(checked["start.symbols_lengths"], checked["steps.parts"]):
            raise ValueError("its merges make tokens too long for any memory")
        for event in _events(checked):
            history.append(event)
        _check(history)
    except (KeyError, ValueError, IndexError, TypeError, AttributeError) as error:
        raise FormatError(f"The history of the training is damaged ({error}).") from None
    return history


def _events(arrays: Mapping[str, npt.NDArray[Any]]) -> Iterator[TrainingEvent]:
    if "words.data" in arrays:
        yield _words_from(arrays)
    if "probes.data" in arrays:
        yield _probes_from(arrays)
    if "start.symbols" in arrays:
        yield _start_from(arrays)
    if "steps.parts" in arrays:
        yield _steps_from(arrays)
    if "additions.counts" in arrays:
        yield _additions_from(arrays)
    for name in sorted({name.rsplit(".", 1)[0] for name in arrays if name.startswith("round.")}):
        yield _round_from(arrays, name)
    if "stopped" in arrays:
        reason = _text_from(arrays["stopped"])
        if reason not in get_args(StopReason):
            raise ValueError(f"no reason to stop: {reason}")
        yield Stopped(reason)  # type: ignore[arg-type]


def _check(history: TrainingHistory) -> None:
    """Columns of one length, and a tokenizer at the end: what every reader of a history takes for granted."""
    if history.start is None:
        return
    if len(history.corpus_tokens) != len(history) + 1:
        raise ValueError("its columns are not of one length")
    history.tokenizer_at(len(history))


# Words and languages --------------------------------------------------------------------------------------------------


def _words(words: WordCounts) -> Arrays:
    arrays: Arrays = {f"words.{name}": getattr(words, name) for name in _WORD_ARRAYS}
    arrays["words.totals"] = np.array([words.scale, words.corpus_bytes, words.pre_tokens], np.int64)
    arrays["words.weighted_bytes"] = np.array([words.weighted_bytes], np.int64)
    if words.followed is not None:
        arrays["words.followed"] = words.followed
    return arrays


def _words_from(arrays: Mapping[str, npt.NDArray[Any]]) -> WordCounts:
    scale, corpus_bytes, pre_tokens = arrays["words.totals"].tolist()
    data, starts, lengths, counts = (arrays[f"words.{name}"] for name in _WORD_ARRAYS)
    followed, weighted = arrays.get("words.followed"), arrays.get("words.weighted_bytes")
    older = corpus_bytes if scale == 1 else int((lengths * counts).sum())  # a session of before they were kept
    weighted_bytes = older if weighted is None else int(weighted[0])
    return WordCounts(data, starts, lengths, counts, scale, corpus_bytes, pre_tokens, followed, weighted_bytes)


def _probes(probes: Probes) -> Arrays:
    arrays: Arrays = {f"probes.{name}": getattr(probes, name) for name in _PROBE_ARRAYS}
    arrays["probes.codes"] = _text("\n".join(probes.codes))
    return arrays


def _probes_from(arrays: Mapping[str, npt.NDArray[Any]]) -> Probes:
    codes = tuple(_text_from(arrays["probes.codes"]).split("\n"))
    return Probes(codes, *(arrays[f"probes.{name}"] for name in _PROBE_ARRAYS))


# Steps ----------------------------------------------------------------------------------------------------------------


def _start(start: Start) -> Arrays:
    return {
        **_ragged("start.symbols", start.symbols),
        "start.corpus_tokens": np.array([start.corpus_tokens], np.int64),
        "start.probe_tokens": start.probe_tokens,
    }


def _start_from(arrays: Mapping[str, npt.NDArray[Any]]) -> Start:
    symbols = tuple(_ragged_from("start.symbols", arrays))
    return Start(symbols, int(arrays["start.corpus_tokens"][0]), arrays["start.probe_tokens"])


def _steps(batches: Sequence[Steps]) -> Arrays:
    if not batches:
        return {}
    arrays: Arrays = {
        f"steps.{name}": np.concatenate([getattr(batch, name) for batch in batches]) for name in _STEP_ARRAYS
    }
    arrays["steps.probe_counts"] = np.concatenate([np.diff(batch.probe_rows) for batch in batches])
    for name in ("probe_languages", "probe_deltas"):
        arrays[f"steps.{name}"] = np.concatenate([getattr(batch, name) for batch in batches])
    return arrays


def _steps_from(arrays: Mapping[str, npt.NDArray[Any]]) -> Steps:
    columns = {name: arrays[f"steps.{name}"] for name in _STEP_ARRAYS}
    rows = np.concatenate([np.zeros(1, np.int64), np.cumsum(arrays["steps.probe_counts"])])
    return Steps(
        first=1,
        **columns,
        probe_rows=rows,
        probe_languages=arrays["steps.probe_languages"],
        probe_deltas=arrays["steps.probe_deltas"],
    )


def _additions(batches: Sequence[Additions]) -> Arrays:
    if not batches:
        return {}
    return {
        **_ragged("additions.pieces", [piece for batch in batches for piece in batch.pieces]),
        "additions.counts": np.concatenate([batch.counts for batch in batches]),
        "additions.corpus_tokens": np.concatenate([batch.corpus_tokens for batch in batches]),
    }


def _additions_from(arrays: Mapping[str, npt.NDArray[Any]]) -> Additions:
    pieces = tuple(_ragged_from("additions.pieces", arrays))
    return Additions(1, pieces, arrays["additions.counts"], arrays["additions.corpus_tokens"])


def _round(event: Round, name: str) -> Arrays:
    removed = event.removed
    rows = list(removed)
    return {
        **_ragged(f"{name}.pieces", list(event.pieces)),
        f"{name}.scores": event.scores,
        f"{name}.totals": np.array([event.step, event.log_likelihood, event.corpus_tokens], np.float64),
        f"{name}.probe_tokens": event.probe_tokens,
        f"{name}.losses": event.losses,
        **_ragged(f"{name}.removed", [row.piece for row in rows]),
        f"{name}.removed_losses": np.array([row.loss for row in rows], np.float64),
        f"{name}.removed_expected": np.array([row.expected for row in rows], np.float64),
    }


def _round_from(arrays: Mapping[str, npt.NDArray[Any]], name: str) -> Round:
    step, likelihood, tokens = arrays[f"{name}.totals"].tolist()
    removed = Removals(
        Vocabulary.of(_ragged_from(f"{name}.removed", arrays), byte_level=False),
        arrays[f"{name}.removed_losses"],
        arrays[f"{name}.removed_expected"],
    )
    return Round(
        int(step),
        Vocabulary.of(_ragged_from(f"{name}.pieces", arrays), byte_level=False),
        arrays[f"{name}.scores"],
        removed,
        likelihood,
        int(tokens),
        arrays[f"{name}.probe_tokens"],
        arrays[f"{name}.losses"],
    )


# Texts ----------------------------------------------------------------------------------------------------------------


def _text(text: str) -> npt.NDArray[np.uint8]:
    return np.frombuffer(text.encode(), np.uint8)


def _text_from(array: npt.NDArray[Any]) -> str:
    return array.astype(np.uint8).tobytes().decode()


def _ragged(name: str, pieces: Sequence[bytes]) -> Arrays:
    """Pieces of bytes as one array, and how long each is."""
    lengths = np.fromiter(map(len, pieces), np.int64, len(pieces))
    return {name: np.frombuffer(b"".join(pieces), np.uint8), f"{name}_lengths": lengths}


def _ragged_from(name: str, arrays: Mapping[str, npt.NDArray[Any]]) -> list[bytes]:
    data, ends = arrays[name].tobytes(), np.cumsum(arrays[f"{name}_lengths"]).tolist()
    if (ends[-1] if ends else 0) != len(data):
        raise ValueError("its pieces reach beyond their text")
    starts = [0, *ends[:-1]]
    return [data[start:end] for start, end in zip(starts, ends, strict=True)] if ends else []

"""What the arrays of a history must be like before anything reads them: their kinds, their shapes, and where they point.

Compiled loops look words, ids and languages up without asking, so a file that was damaged, or made to harm, is refused here.
ValueErrors say what is wrong in a few words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.model import PADDING

Arrays = dict[str, npt.NDArray[Any]]
_Shape = tuple[int | None, ...]
_MOST = 1 << 62
"""No count gets as far, and sums of two still are 64-bit numbers."""
_MOST_OFTEN = (1 << 31) - 1
"""Counts of words in a training are 32-bit numbers."""

_BYTES: tuple[type[Any], _Shape] = (np.uint8, (None,))
_COUNTS: tuple[type[Any], _Shape] = (np.int64, (None,))
_IDS: tuple[type[Any], _Shape] = (np.int32, (None,))
_REALS: tuple[type[Any], _Shape] = (np.float64, (None,))
_KINDS: dict[str, tuple[type[Any], _Shape]] = {
    "words.data": _BYTES,
    "words.starts": _COUNTS,
    "words.lengths": _COUNTS,
    "words.counts": _COUNTS,
    "words.totals": (np.int64, (3,)),
    "words.followed": _BYTES,
    "words.weighted_bytes": (np.int64, (1,)),
    "probes.data": _BYTES,
    "probes.starts": _COUNTS,
    "probes.lengths": _COUNTS,
    "probes.rows": _COUNTS,
    "probes.languages": _IDS,
    "probes.times": _IDS,
    "probes.codes": _BYTES,
    "start.symbols": _BYTES,
    "start.symbols_lengths": _COUNTS,
    "start.corpus_tokens": (np.int64, (1,)),
    "start.probe_tokens": _COUNTS,
    "steps.parts": (np.int32, (None, 2)),
    "steps.counts": _COUNTS,
    "steps.corpus_tokens": _COUNTS,
    "steps.tied": _IDS,
    "steps.choices": (np.int32, (None, None, 2)),
    "steps.candidates": (np.int32, (None, None, 2)),
    "steps.candidate_counts": (np.int64, (None, None)),
    "steps.scores": _REALS,
    "steps.part_counts": (np.int64, (None, 2)),
    "steps.candidate_scores": (np.float64, (None, None)),
    "steps.frequent": (np.int32, (None, 2)),
    "steps.frequent_counts": _COUNTS,
    "steps.probe_counts": _COUNTS,
    "steps.probe_languages": _IDS,
    "steps.probe_deltas": _IDS,
    "additions.pieces": _BYTES,
    "additions.pieces_lengths": _COUNTS,
    "additions.counts": _COUNTS,
    "additions.corpus_tokens": _COUNTS,
    "round.pieces": _BYTES,
    "round.pieces_lengths": _COUNTS,
    "round.scores": _REALS,
    "round.totals": (np.float64, (3,)),
    "round.probe_tokens": _COUNTS,
    "round.losses": _REALS,
    "round.removed": _BYTES,
    "round.removed_lengths": _COUNTS,
    "round.removed_losses": _REALS,
    "round.removed_expected": _REALS,
    "stopped": _BYTES,
}
"""Of each array what it holds and how many dimensions it has (None: any length); rounds have a number behind their name."""
_MAY_BE_NEGATIVE = ("steps.choices", "steps.candidates", "steps.frequent", "steps.probe_deltas")
_MAY_BE_INFINITE = ("round.losses", "round.removed_losses")


def checked_arrays(arrays: Mapping[str, npt.NDArray[Any]], *, of_bytes: bool) -> Arrays:
    """The same arrays, each of its own kind; those that no reader knows are left out.

    `of_bytes`: the base symbols are the 256 bytes, not texts.
    """
    kept = {name: _of_kind(name, array) for name, array in arrays.items() if _kind_name(name) in _KINDS}
    if "words.data" in kept:
        _check_texts(kept, "words", ("counts", "followed"))
        _check_totals(kept["words.totals"].tolist())
        if not len(kept["words.starts"]) or int(kept["words.counts"].max()) > _MOST_OFTEN:
            raise ValueError("its words occur more often than any training counts")
    languages = _check_probes(kept) if "probes.data" in kept else 0
    if "start.symbols" in kept:
        _check_start(kept, languages, of_bytes=of_bytes)
    if "steps.parts" in kept:
        _check_steps(kept, languages)
    if "additions.counts" in kept:
        _same_lengths(kept, ["additions.pieces_lengths", "additions.counts", "additions.corpus_tokens"])
        _check_pieces(kept, "additions.pieces")
    for name in {name.rsplit(".", 1)[0] for name in kept if name.startswith("round.")}:
        _check_round(kept, name, languages)
    return kept


def _kind_name(name: str) -> str:
    """`round.0001.pieces` is of the kind `round.pieces`."""
    first, _, rest = name.partition(".")
    return f"round.{rest.partition('.')[2]}" if first == "round" else name


def _of_kind(name: str, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    kind = _kind_name(name)
    wanted, shape = _KINDS[kind]
    fits = array.ndim == len(shape) and all(
        size is None or size == found for size, found in zip(shape, array.shape, strict=True)
    )
    if not fits or (array.dtype.kind == "f") != (wanted is np.float64) or array.dtype.kind not in "iuf":
        raise ValueError(f"{name} has another shape")
    if array.dtype.kind == "f":
        if np.isnan(array).any() or (kind not in _MAY_BE_INFINITE and np.isinf(array).any()):
            raise ValueError(f"{name} holds what is no number")
        return array.astype(np.float64, copy=False)
    least = np.iinfo(np.int32).min if kind in _MAY_BE_NEGATIVE else 0
    most = min(int(np.iinfo(wanted).max), _MOST)
    if array.size and (int(array.min()) < least or int(array.max()) > most):
        raise ValueError(f"{name} holds a number that cannot be")
    return np.ascontiguousarray(array, wanted)


def _same_lengths(arrays: Arrays, names: Iterable[str], *, length: int | None = None) -> None:
    lengths = {len(arrays[name]) for name in names} | ({length} if length is not None else set())
    if len(lengths) > 1:
        raise ValueError("its columns are not of one length")


# Words and languages --------------------------------------------------------------------------------------------------


def _check_texts(arrays: Arrays, group: str, columns: Iterable[str]) -> None:
    """Words stand one behind the other in their text, which is UTF-8 with room behind it."""
    data, starts, lengths = (arrays[f"{group}.{name}"] for name in ("data", "starts", "lengths"))
    _same_lengths(
        arrays, [f"{group}.{name}" for name in ("starts", "lengths", *columns) if f"{group}.{name}" in arrays]
    )
    end = len(data) - PADDING
    if (lengths > len(data)).any() or (starts > len(data)).any():
        raise ValueError(f"its {group} reach beyond their text")
    ends = starts + lengths
    if end < 0 or (len(ends) and (int(ends.max()) > end or (ends[:-1] > starts[1:]).any())):
        raise ValueError(f"its {group} reach beyond their text")
    data.tobytes().decode()
    if (lengths == 0).any() or any(((data[at] & 0xC0) == 0x80).any() for at in (starts, ends)):
        raise ValueError(f"its {group} are cut inside of characters")


def _check_totals(totals: list[int]) -> None:
    if totals[0] not in (1, 10):
        raise ValueError("its words are not counted once or in tenths")


def _check_probes(arrays: Arrays) -> int:
    """How many languages there are."""
    _check_texts(arrays, "probes", ())
    languages = len(arrays["probes.codes"].tobytes().decode().split("\n"))
    rows = arrays["probes.rows"]
    _same_lengths(arrays, ["probes.languages", "probes.times"])
    _same_lengths(arrays, ["probes.starts"], length=len(rows) - 1)
    if rows[0] != 0 or rows[-1] != len(arrays["probes.languages"]) or (np.diff(rows) < 0).any():
        raise ValueError("its languages belong to no words")
    if (arrays["probes.times"] < 1).any():
        raise ValueError("a word is in a language no times")
    _check_languages(arrays["probes.languages"], languages)
    return languages


def _check_languages(numbers: npt.NDArray[Any], languages: int) -> None:
    if numbers.size and int(numbers.max()) >= languages:
        raise ValueError("it names a language that it does not have")


def _check_start(arrays: Arrays, languages: int, *, of_bytes: bool) -> None:
    if len(arrays["start.probe_tokens"]) != languages:
        raise ValueError("its languages are not those it began with")
    if not of_bytes:
        _check_pieces(arrays, "start.symbols")
    elif arrays["start.symbols_lengths"].tolist() != [1] * 256:
        raise ValueError("it does not begin with the bytes")


# Steps ----------------------------------------------------------------------------------------------------------------

_RECORDED = ("steps.tied", "steps.choices", "steps.candidates", "steps.candidate_counts")
_SCORED = ("steps.scores", "steps.part_counts", "steps.candidate_scores", "steps.frequent", "steps.frequent_counts")


def _check_steps(arrays: Arrays, languages: int) -> None:
    """Columns of one length, or empty together; pairs are of tokens that are there before their step."""
    steps = len(arrays["steps.parts"])
    _same_lengths(arrays, ["steps.parts", "steps.counts", "steps.corpus_tokens", "steps.probe_counts"])
    for group in (_RECORDED, _SCORED):
        _same_lengths(arrays, group, length=steps if len(arrays[group[0]]) else 0)
    _same_shape(arrays, "steps.candidates", "steps.candidate_counts")
    if len(arrays["steps.scores"]):
        _same_shape(arrays, "steps.candidate_scores", "steps.candidate_counts")
    known = len(arrays["start.symbols_lengths"]) + np.arange(steps)
    for name in ("steps.parts", "steps.choices", "steps.candidates", "steps.frequent"):
        pairs = arrays[name]
        if (pairs >= known[: len(pairs)].reshape(-1, *[1] * (pairs.ndim - 1))).any():
            raise ValueError("a step merges tokens that are not there yet")
        if ((pairs[..., 0] < 0) != (pairs[..., 1] < 0)).any():
            raise ValueError("a pair lacks one of its tokens")
    _same_lengths(arrays, ["steps.probe_languages", "steps.probe_deltas"])
    counts, rows = arrays["steps.probe_counts"], len(arrays["steps.probe_languages"])
    if (counts > rows).any() or int(counts.sum()) != rows:
        raise ValueError("its languages belong to no steps")
    _check_languages(arrays["steps.probe_languages"], languages)


def _same_shape(arrays: Arrays, one: str, other: str) -> None:
    if arrays[one].shape[:2] != arrays[other].shape[:2]:
        raise ValueError("its columns are not of one length")


def _check_round(arrays: Arrays, name: str, languages: int) -> None:
    pieces = len(arrays[f"{name}.pieces_lengths"])
    _same_lengths(arrays, [f"{name}.scores"], length=pieces)
    _same_lengths(arrays, [f"{name}.losses"], length=pieces if len(arrays[f"{name}.losses"]) else 0)
    _same_lengths(arrays, [f"{name}.removed_{column}" for column in ("lengths", "losses", "expected")])
    _same_lengths(arrays, [f"{name}.probe_tokens"], length=languages)
    for column in ("pieces", "removed"):
        _check_pieces(arrays, f"{name}.{column}")
    tokens = arrays[f"{name}.totals"]
    if not (0 <= tokens[0] < _MOST and 0 <= tokens[2] < _MOST):
        raise ValueError("a round counts what cannot be")


def _check_pieces(arrays: Arrays, name: str) -> None:
    """Each piece is a text of its own."""
    data, lengths = arrays[name], arrays[f"{name}_lengths"]
    if (lengths > len(data)).any() or int(lengths.sum()) != len(data):
        raise ValueError("its pieces reach beyond their text")
    data.tobytes().decode()
    starts = np.cumsum(lengths) - lengths
    if ((data[starts[lengths > 0]] & 0xC0) == 0x80).any():
        raise ValueError("its pieces are cut inside of characters")

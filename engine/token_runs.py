"""Runs of tokens, put together to those of a whole text: stretches of text, and special tokens between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.vocabulary import IntArray


@dataclass(frozen=True, slots=True)
class Run:
    """The tokens of one stretch.

    text              what the model saw: the stretch itself, or what a normalizer made of it
    spans             (n, 2) bytes of each token in the raw stretch, which is `length` bytes long
    normalized_spans  the same in `text`; None where that is the raw stretch
    """

    text: str
    ids: npt.NDArray[np.int32]
    spans: IntArray
    length: int
    normalized_spans: IntArray | None = None
    is_special: bool = False

    @classmethod
    def special(cls, text: str, id: int) -> Run:
        """A special token, which is all of its stretch."""
        length = len(text.encode())
        return cls(text, np.array([id], np.int32), np.array([[0, length]]), length, is_special=True)


@dataclass(frozen=True, slots=True)
class Joined:
    """The tokens of a whole text; `special` are indexes of special tokens."""

    ids: npt.NDArray[np.int32]
    spans: IntArray
    special: tuple[int, ...]
    normalized: str
    normalized_spans: IntArray


def joined_runs(runs: Sequence[Run]) -> Joined:
    """Runs one after another, each behind the bytes of those before it."""
    if len(runs) == 1 and not runs[0].is_special:  # nearly always; a long text's tokens are not copied
        run = runs[0]
        normalized_spans = run.spans if run.normalized_spans is None else run.normalized_spans
        return Joined(run.ids, run.spans, (), run.text, normalized_spans)
    return _joined(runs)


def _joined(runs: Sequence[Run]) -> Joined:
    ids: list[npt.NDArray[np.int32]] = [np.empty(0, np.int32)]
    spans: list[IntArray] = [np.empty((0, 2), np.int64)]
    normalized_spans: list[IntArray] = [np.empty((0, 2), np.int64)]
    special: list[int] = []
    tokens = raw = normalized = 0
    for run in runs:
        if run.is_special:
            special.append(tokens)
        ids.append(run.ids)
        spans.append(run.spans + raw)
        normalized_spans.append((run.spans if run.normalized_spans is None else run.normalized_spans) + normalized)
        tokens += len(run.ids)
        raw += run.length
        normalized += run.length if run.normalized_spans is None else len(run.text.encode())
    return Joined(
        np.concatenate(ids),
        np.concatenate(spans),
        tuple(special),
        "".join(run.text for run in runs),
        np.concatenate(normalized_spans),
    )

"""A text with special tokens in it: cut at them, and the tokens of its stretches put together again.

check_special    whether a tokenizer has the special tokens that are allowed
cut_at_special   the text in stretches, and the special tokens between them
joined_runs      the tokens of stretches as those of the whole text
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.errors import OptionError
from engine.vocabulary import IntArray

_SHOWN = 12
"""Special tokens that a sentence names; some tokenizers have hundreds."""


def check_special(name: str, special: Mapping[str, int], allowed: AbstractSet[str]) -> None:
    """OptionError for the first of the allowed special tokens that a tokenizer of this name does not have."""
    unknown = sorted(set(allowed) - set(special))
    if unknown:
        more = len(special) - _SHOWN
        known = ", ".join([*special][:_SHOWN]) + (f" and {more:,} more" if more > 0 else "")
        raise OptionError(f'{name} has no special token "{unknown[0]}". It has: {known or "none"}.')


def cut_at_special(
    text: str, special: Mapping[str, int], allowed: AbstractSet[str]
) -> Iterator[tuple[str, int | None]]:
    """The text cut at allowed special tokens, each with its id; the longest wins where several fit.

    >>> list(cut_at_special("a<|end|>b", {"<|end|>": 7}, {"<|end|>"}))
    [('a', None), ('<|end|>', 7), ('b', None)]
    """
    longest_first = sorted(allowed, key=len, reverse=True)
    for part in re.split(f"({'|'.join(map(re.escape, longest_first))})", text):
        if part:
            yield part, special[part] if part in allowed else None


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

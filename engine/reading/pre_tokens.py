"""Which pre-token a token belongs to: the pieces that a pipeline cuts a text into before its model sees it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.backends import AnyTokenizer
from engine.encoding import Encoding
from engine.model import padded
from engine.tokenizer import PipelineTokenizer
from engine.vocabulary import IntArray


@dataclass(frozen=True, slots=True)
class PreTokens:
    """The pre-tokens of a text: their bytes `starts` to `ends` in `data`, which is the text as the model saw it, and the
    tokens `firsts` up to (not with) `lasts` of each."""

    data: bytes
    starts: IntArray
    ends: IntArray
    firsts: IntArray
    lasts: IntArray

    def __len__(self) -> int:
        return len(self.starts)

    def text(self, index: int) -> bytes:
        """The bytes of one, as the model saw them."""
        return self.data[int(self.starts[index]) : int(self.ends[index])]

    def of_token(self, token: int) -> int:
        """The pre-token that holds a token; -1 for a special token, which is in none."""
        index = int(self.lasts.searchsorted(token, "right"))
        return index if index < len(self) and self.firsts[index] <= token else -1


def pre_tokens(tokenizer: AnyTokenizer, encoding: Encoding) -> PreTokens | None:
    """All pre-tokens of a text that `tokenizer` has encoded; None where its library does not tell.

    >>> from engine.presets import load_preset
    >>> gpt2 = load_preset("gpt2")
    >>> found = pre_tokens(gpt2, gpt2.encode("Hello, Mergescope"))
    >>> [found.text(index) for index in range(len(found))], found.of_token(2)
    ([b'Hello', b',', b' Mergescope'], 2)
    """
    if not isinstance(tokenizer, PipelineTokenizer):
        return None
    data = seen_text(encoding).encode()
    spans = seen_spans(encoding)
    columns = [_cut(tokenizer, data, start, end) for start, end in _stretches(encoding, spans, len(data))]
    starts = np.concatenate([np.empty(0, np.int64), *(begins for begins, _ in columns)])
    ends = np.concatenate([np.empty(0, np.int64), *(stops for _, stops in columns)])
    filled = starts < ends
    starts, ends = starts[filled], ends[filled]
    owners = _owners(spans, ends)
    owners[list(encoding.special)] = -1
    firsts, lasts = _ranges(owners, len(starts))
    return PreTokens(data, starts, ends, firsts, lasts)


def seen_text(encoding: Encoding) -> str:
    """The text as the model saw it."""
    return encoding.text if encoding.normalized is None else encoding.normalized


def seen_spans(encoding: Encoding) -> IntArray:
    """(n, 2) the bytes of each token in the text as the model saw it."""
    spans = encoding.normalized_spans
    return encoding.byte_spans if encoding.normalized is None or spans is None else spans


def _stretches(encoding: Encoding, spans: IntArray, size: int) -> list[tuple[int, int]]:
    """The text between special tokens: each stretch was cut as a text of its own."""
    stretches, start = [], 0
    for token in encoding.special:
        stretches.append((start, int(spans[token, 0])))
        start = int(spans[token, 1])
    return [(begin, end) for begin, end in [*stretches, (start, size)] if begin < end]


def _cut(tokenizer: PipelineTokenizer, data: bytes, start: int, end: int) -> tuple[IntArray, IntArray]:
    starts, ends = tokenizer.pre_tokenizer.pieces(padded(data[start:end]), end - start)
    return np.asarray(starts, np.int64) + start, np.asarray(ends, np.int64) + start


def _owners(spans: IntArray, ends: IntArray) -> IntArray:
    """The pre-token of each token.  One without bytes is a mark at the end of the word before."""
    behind = ends.searchsorted(spans[:, 0], "right")
    return np.where(spans[:, 0] == spans[:, 1], ends.searchsorted(spans[:, 0], "left"), behind)


def _ranges(owners: IntArray, count: int) -> tuple[IntArray, IntArray]:
    """First token and the one behind the last of each pre-token; both the same where it has none."""
    # Special tokens stand between pre-tokens: they count as the end of the one before, and are then left out.
    held = np.flatnonzero(owners >= 0)
    places = owners[held]
    if not len(held):
        return np.zeros(count, np.int64), np.zeros(count, np.int64)
    first, last = places.searchsorted(np.arange(count), "left"), places.searchsorted(np.arange(count), "right")
    firsts = np.append(held, len(owners))[first]
    return firsts, np.where(last > first, held[np.maximum(last - 1, 0)] + 1, firsts)

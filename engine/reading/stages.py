"""The pipeline of a text, pre-token by pre-token: what was typed, what the model saw, its tokens and their ids."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.backends import AnyTokenizer
from engine.encoding import Encoding
from engine.reading.pre_tokens import pre_tokens, seen_spans, seen_text


@dataclass(frozen=True, slots=True)
class Stage:
    """One piece of a text on its way.

    raw     what was typed; `start` is its first byte
    seen    the same as the model saw it; "" where it was left out
    tokens  its tokens, `first` up to (not with) `last`; none where it was left out
    """

    raw: str
    start: int
    seen: str
    first: int
    last: int


def stages(tokenizer: AnyTokenizer, encoding: Encoding, first: int = 0, last: int | None = None) -> list[Stage]:
    """The pieces of the text under some of its tokens (all of them), in order; what is under no token is a piece too.

    Where a library does not tell its pre-tokens each token is a piece.

    >>> from engine.presets import load_preset
    >>> gpt2 = load_preset("gpt2")
    >>> [(stage.raw, stage.first, stage.last) for stage in stages(gpt2, gpt2.encode("Hello, Mergescope"))]
    [('Hello', 0, 1), (',', 1, 2), (' Mergescope', 2, 6)]
    """
    last = len(encoding) if last is None else min(last, len(encoding))
    if first >= last:
        return []
    rows: list[Stage] = []
    place = int(encoding.byte_spans[first, 0]) if first else 0
    for begin, end in _groups(tokenizer, encoding, first, last):
        start, stop = int(encoding.byte_spans[begin, 0]), int(encoding.byte_spans[begin:end, 1].max())
        if start > place:
            rows.append(_left_out(encoding, place, start, begin))
        raw = encoding.data[min(start, stop) : stop].decode("utf-8", "replace")
        rows.append(Stage(raw, start, _seen(encoding, begin, end), begin, end))
        place = max(place, stop)
    if last == len(encoding) and place < len(encoding.data):
        rows.append(_left_out(encoding, place, len(encoding.data), last))
    return rows


def _groups(tokenizer: AnyTokenizer, encoding: Encoding, first: int, last: int) -> list[tuple[int, int]]:
    """Tokens that belong to one pre-token; special tokens, and all tokens of a library, alone."""
    pieces = pre_tokens(tokenizer, encoding)
    begins = np.arange(first, last)
    if pieces is not None:
        inside = np.zeros(len(encoding) + 1, np.bool_)
        for begin, end in zip(pieces.firsts.tolist(), pieces.lasts.tolist(), strict=True):
            inside[begin + 1 : end] = True
        begins = begins[~inside[first:last] | (begins == first)]
    return list(zip(begins.tolist(), [*begins[1:].tolist(), last], strict=True))


def _left_out(encoding: Encoding, start: int, end: int, token: int) -> Stage:
    return Stage(encoding.data[start:end].decode("utf-8", "replace"), start, "", token, token)


def _seen(encoding: Encoding, first: int, last: int) -> str:
    spans = seen_spans(encoding)
    begin, end = int(spans[first, 0]), int(spans[first:last, 1].max())
    return seen_text(encoding).encode()[begin:end].decode("utf-8", "replace")

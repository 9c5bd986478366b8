"""From what a library says of its tokens to exact bytes.

Libraries place a token by characters, and disagree where several tokens share one.  Here a token is exact bytes: where the
texts of some tokens join to the very bytes that the library places them on, each gets its own; where they do not (a
normalizer changed the text), they share the span that the library gives.

>>> align(b"caf\\xc3\\xa9", [b"caf", b"\\xc3", b"\\xa9"], np.array([[0, 3], [3, 5], [3, 5]])).tolist()
[[0, 3], [3, 4], [4, 5]]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from engine.metaspace import MARK
from engine.vocabulary import IntArray

MARK_BYTES = MARK.encode()


def lengths_to_spans(lengths: IntArray) -> IntArray:
    """(n, 2) spans of things that follow each other without a gap."""
    ends = np.cumsum(lengths, dtype=np.int64)
    return np.stack([ends - lengths, ends], axis=1)


def align(data: bytes, texts: Sequence[bytes | None], spans: IntArray) -> IntArray:
    """The spans, made exact wherever tokens that share one can be told apart by their texts (None: not known)."""
    exact = np.array(spans, np.int64).reshape(-1, 2)
    for first, last in _groups(exact):
        start, end = int(exact[first:last, 0].min()), int(exact[first:last, 1].max())
        exact[first:last] = _within(data[start:end], texts[first:last], exact[first:last] - start) + start
    return exact


def _groups(spans: IntArray) -> Iterator[tuple[int, int]]:
    """Runs of several tokens that share characters; one without any belongs to the next."""
    if not len(spans):
        return
    reached = np.maximum.accumulate(spans[:, 1])
    is_apart = (spans[1:, 0] >= reached[:-1]) & (spans[:-1, 1] > spans[:-1, 0])
    borders = np.concatenate([[0], np.flatnonzero(is_apart) + 1, [len(spans)]])
    for at in np.flatnonzero(np.diff(borders) > 1).tolist():
        yield int(borders[at]), int(borders[at + 1])


def exact_spans(data: bytes, texts: Sequence[bytes | None]) -> IntArray | None:
    """The spans that follow from the tokens' texts alone, where these join to the data; else None.

    They may also join to it when each mark for a blank is one, with or without the blank that SentencePiece puts before a
    text.

    >>> exact_spans(b"a bc", ["\u2581a".encode(), "\u2581b".encode(), b"c"]).tolist()
    [[0, 1], [1, 3], [3, 4]]
    """
    known = [text for text in texts if text is not None]
    if len(known) != len(texts):
        return None
    joined = b"".join(known)
    if joined != data and MARK_BYTES in joined:
        known = [text.replace(MARK_BYTES, b" ") for text in known]
        joined = b"".join(known)
    if joined != data and joined != b" " + data:
        return None
    spans = lengths_to_spans(np.array([len(text) for text in known], np.int64))
    return np.maximum(spans - (len(joined) - len(data)), 0)


def found_spans(data: bytes, texts: Sequence[bytes | None]) -> IntArray | None:
    """The spans of texts whose characters stand in the data in this order, among others that belong to no token; else None.

    `tokenizers` leaves out a character that is not in the vocabulary, merges over the gap, and places the tokens behind it
    too far to the left.

    >>> found_spans(b"xalxo", [b"a", b"lo"]).tolist()
    [[1, 2], [2, 5]]
    """
    spans: list[tuple[int, int]] = []
    done = 0
    for text in texts:
        first = None
        for character in _characters(text or b""):
            start = data.find(character, done)
            if start < 0:
                return None
            first = start if first is None else first
            done = start + len(character)
        if first is None:
            return None
        spans.append((first, done))
    return np.array(spans, np.int64).reshape(-1, 2)


def _characters(text: bytes) -> list[bytes]:
    """The characters of a text, or the bytes of what is a part of one."""
    try:
        return [character.encode() for character in text.decode()]
    except UnicodeDecodeError:
        return [text[at : at + 1] for at in range(len(text))]


def _within(data: bytes, texts: Sequence[bytes | None], spans: IntArray) -> IntArray:
    """Spans of tokens that share the bytes `data`."""
    exact = exact_spans(data, texts)
    if exact is not None:
        return exact
    if texts[0] == MARK_BYTES and not data.startswith(b" ") and len(texts) > 1:  # the same, before what is not known
        rest = _within(data, texts[1:], spans[1:])
        return np.concatenate([np.zeros((1, 2), np.int64), rest])
    is_empty = spans[:, 0] == spans[:, 1]
    return np.where(is_empty[:, None], np.array([0, len(data)]), spans)


def seen_by_model(data: bytes, texts: Sequence[bytes | None], spans: IntArray) -> tuple[str, IntArray] | None:
    """What the model saw, and the bytes of each token in it; None where that is the text itself.

    It is the tokens' texts one after the other; a token without one stands for its raw bytes, and raw bytes under no token
    stay where they are.
    """
    parts: list[bytes] = []
    places: list[tuple[int, int]] = []
    length = done = 0
    for text, (start, end) in zip(texts, spans.tolist(), strict=True):
        gap = data[done:start]
        shown = data[max(start, done) : end] if text is None else text
        parts += [gap, shown]
        length += len(gap)
        places.append((length, length + len(shown)))
        length += len(shown)
        done = max(done, end)
    seen = b"".join([*parts, data[done:]])
    if seen == data:
        return None
    try:
        return seen.decode(), np.array(places, np.int64).reshape(-1, 2)
    except UnicodeDecodeError:  # byte tokens that make no text: there is nothing to show but the raw bytes
        return None

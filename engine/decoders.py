"""Joining tokens back to text.  Tokens are bytes; a character may be spread over several of them.

Bytes that are no UTF-8 become one U+FFFD for each longest stretch that could have begun a character, as Unicode, browsers
and Python do; the bytes themselves stay available.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Sequence
from typing import Literal

from engine.errors import DecodeError

DecodeErrors = Literal["strict", "replace"]


def text_of(data: bytes, errors: DecodeErrors = "strict") -> str:
    """The text that these bytes are; strict raises DecodeError with the place of the first bad byte.

    >>> text_of(bytes([0xE4, 0xB8]), "replace")
    '\ufffd'
    """
    try:
        return data.decode("utf-8", errors)
    except UnicodeDecodeError as error:
        bad = data[error.start : error.end].hex(" ")
        sentence = f"The tokens are no text: byte {error.start:,} ({bad}) is not UTF-8; decode with replacement to see the rest."
        raise DecodeError(data, error.start, error.end, sentence) from None


def added_texts(tokens: Iterable[bytes]) -> list[str]:
    """What each token adds to the text when they arrive one by one: "" until a character is complete.

    >>> added_texts([b"a", bytes([0xC3]), bytes([0xA9])])
    ['a', '', 'é']
    """
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    return [decoder.decode(token) for token in tokens]


def replaced_surrogates(text: str) -> tuple[str, int]:
    """The text with surrogate pairs joined and lone ones replaced by U+FFFD, and how many were replaced.

    >>> replaced_surrogates("x\\udc80y")
    ('x\ufffdy', 1)
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return joined, joined.count("\ufffd") - text.count("\ufffd")
    return text, 0


def no_such_id(ids: Sequence[int], place: int, name: str) -> str:
    """The sentence about an id that a tokenizer of this name does not have; places are told from 1.

    >>> no_such_id([5, 99], 1, "gpt2")
    'There is no token with id 99 (place 2 of 2) in gpt2.'
    """
    return f"There is no token with id {ids[place]:,} (place {place + 1:,} of {len(ids):,}) in {name}."


def runs_of_valid(ids: Sequence[int], is_valid: Sequence[bool]) -> list[tuple[bool, list[int]]]:
    """Ids in runs of those that are in a vocabulary and those that are not: (whether they are, ids)."""
    runs: list[tuple[bool, list[int]]] = []
    for id, valid in zip(ids, is_valid, strict=True):
        if not runs or runs[-1][0] != valid:
            runs.append((valid, []))
        runs[-1][1].append(id)
    return runs

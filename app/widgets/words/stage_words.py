"""The words on stage as values: a word as it is cut, and words under one heading."""

from __future__ import annotations

from dataclasses import dataclass

from app.widgets.basics.number_text import number_text


@dataclass(frozen=True, slots=True)
class StageWord:
    """A word as it is cut before the merge.  `lit` and `tied` are the indexes of the left parts of pairs in it.

    `made` is how the merged token is stored, where that is not both parts put together; `gone` are the indexes of tokens that
    the step takes away, `unknown` of those that stand for what the vocabulary cannot write.
    """

    tokens: tuple[bytes, ...]
    count: float | None = None
    lit: tuple[int, ...] = ()
    tied: tuple[int, ...] = ()
    text: bytes = b""
    """The word itself, which its tokens may write with marks of their own."""
    made: bytes = b""
    gone: tuple[int, ...] = ()
    unknown: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class StageGroup:
    """Words under one heading.  `action` is a word to click at the heading's right ("Add a word")."""

    title: str
    words: tuple[StageWord, ...]
    note: str = ""
    action: str = ""


def count_text(count: float | None) -> str:
    """How often a word occurs, as it stands before the word.

    >>> count_text(1200), count_text(0.5), count_text(None)
    ('1,200×', '0.5×', '')
    """
    return "" if count is None else f"{number_text(count)}×"

"""Cutting text into pieces, written to be read: what kernels/pieces.py must equal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby, pairwise

from engine.unicode import NUMBER, PUNCTUATION, SPACE, bert_class_table, class_table

MARK = "\u2581"
CLASSES = class_table().tolist()
BERT_CLASSES = bert_class_table().tolist()


def is_digit(character: str) -> bool:
    return CLASSES[ord(character)] & NUMBER > 0


def whitespace(text: str) -> list[str]:
    runs = groupby(text, lambda character: CLASSES[ord(character)] & SPACE > 0)
    return ["".join(run) for is_space, run in runs if not is_space]


def bert(text: str) -> list[str]:
    pieces: list[str] = []
    for word in whitespace(text):
        for is_mark, run in groupby(word, lambda character: BERT_CLASSES[ord(character)] & PUNCTUATION > 0):
            characters = "".join(run)
            pieces += characters if is_mark else [characters]
    return pieces


def metaspace(text: str, rows: bool = False) -> list[str]:
    pieces: list[str] = []
    for at, character in enumerate(text):
        begins = character == MARK and not (rows and text[at - 1 : at] == MARK)
        if at == 0 or begins:
            pieces.append("")
        pieces[-1] += character
    return pieces


def whole(text: str) -> list[str]:
    return [text] if text else []


def threes(digits: str, rule: str) -> list[str]:
    """A run of digits by its rule."""
    size = 1 if rule == "each" else 3
    first = len(digits) % size if rule == "3-right" else 0
    cuts = [0, *range(first, len(digits), size), len(digits)]
    return [digits[start:end] for start, end in pairwise(cuts) if start < end]


def with_digits(text: str, rule: str, cut: Callable[[str], list[str]]) -> Iterator[str]:
    """Runs of digits by their rule, what stands between them by the pattern, each stretch as if it stood alone."""
    for digits, run in groupby(text, is_digit):
        stretch = "".join(run)
        yield from threes(stretch, rule) if digits else cut(stretch)

"""Names of special tokens that stand in a text: what somebody could smuggle in where they are allowed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SpecialName:
    """The name of a special token at a place of the text, in characters."""

    name: str
    start: int


def special_names(text: str, names: Iterable[str], most: int = 1_000) -> list[SpecialName]:
    """Where special tokens are named in a text, the longest where several fit; the first `most` of them.

    >>> special_names("a<|end|>b", ["<|end|>", "<|"])
    [SpecialName(name='<|end|>', start=1)]
    """
    longest_first = sorted(filter(None, names), key=len, reverse=True)
    if not longest_first:
        return []
    found = []
    for match in re.finditer("|".join(map(re.escape, longest_first)), text):
        found.append(SpecialName(match.group(), match.start()))
        if len(found) == most:
            break
    return found

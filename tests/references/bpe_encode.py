"""Encoding with byte-pair merges as it is explained: look for the lowest rank among neighbours, merge it, look again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

Pair = tuple[int, int]


def encode(word: bytes, byte_ids: Mapping[int, int], merges: Sequence[Pair], products: Sequence[int]) -> list[int]:
    """Ids of one pre-token: the merge with the lowest rank first, the leftmost of equals, until there is none."""
    rank = {pair: number for number, pair in reversed(list(enumerate(merges)))}
    ids = [byte_ids[byte] for byte in word]
    while True:
        possible = [(rank[pair], at) for at, pair in enumerate(pairwise(ids)) if pair in rank]
        if not possible:
            return ids
        best, at = min(possible)
        ids[at : at + 2] = [products[best]]


def merges_behind(ranks: Mapping[bytes, int]) -> dict[int, tuple[bytes, bytes]]:
    """rank -> the two parts of each token that comes down to two parts when all lower ranks are merged."""
    found = {}
    for token, own in ranks.items():
        parts = [token[i : i + 1] for i in range(len(token))]
        while len(parts) > 2:
            ways = [(ranks.get(a + b, own), i) for i, (a, b) in enumerate(pairwise(parts))]
            lowest, at = min(ways)
            if lowest >= own:
                break
            parts[at : at + 2] = [parts[at] + parts[at + 1]]
        if len(parts) == 2:
            found[own] = (parts[0], parts[1])
    return found

"""Characters as base symbols, written to be read: which there are, what a word is made of, and how it is encoded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

Pair = tuple[int, int]
MISSING = -(10**9)
"""The symbol of a character that has none."""


def covered(words: Mapping[str, int], coverage: float) -> list[str]:
    """The most frequent characters, one after the other, until they make up the share of all characters."""
    counts: Counter[str] = Counter()
    for word, count in words.items():
        for character in word:
            counts[character] += count
    taken: list[str] = []
    sum_of_taken = 0
    for character, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if count == 0 or sum_of_taken >= coverage * counts.total():
            break
        taken.append(character)
        sum_of_taken += count
    return sorted(taken)


@dataclass(frozen=True, slots=True)
class NaiveAlphabet:
    """Base symbols in id order: unknown, bytes, characters with the mark among them."""

    characters: Sequence[str]
    unknown: str | None = None
    byte_fallback: bool = False
    mark: str | None = None

    def symbols(self) -> list[str]:
        first = [] if self.unknown is None else [self.unknown]
        fallback = [f"<0x{byte:02X}>" for byte in range(256)] if self.byte_fallback else []
        return first + fallback + sorted([*self.characters] + ([] if self.mark is None else [self.mark]))

    def apart(self) -> set[int]:
        """Symbols that are in no pair."""
        before = (self.unknown is not None) + 256 * self.byte_fallback
        return {*range(before), MISSING}

    def write(self, word: str) -> list[tuple[int, int]]:
        """(symbol, bytes that it covers) of a word."""
        symbols = self.symbols()
        before = (self.unknown is not None) + 256 * self.byte_fallback
        written = []
        for character in word:
            data = character.encode()
            if character in self.characters:
                written.append((symbols.index(character, before), len(data)))
            elif self.byte_fallback:
                written += [(int(self.unknown is not None) + byte, 1) for byte in data]
            else:
                written.append((0 if self.unknown is not None else MISSING, len(data)))
        if self.mark is not None:
            written.append((symbols.index(self.mark, before), 0))
        return written


def encode(
    alphabet: NaiveAlphabet, word: str, merges: Sequence[Pair], base: int
) -> tuple[list[int], list[tuple[int, int]]]:
    """Ids and byte spans of one pre-token: the lowest rank first, the leftmost of equals."""
    rank = {pair: number for number, pair in enumerate(merges)}
    tokens = alphabet.write(word)
    while True:
        possible = [(rank[pair], at) for at, pair in enumerate(pairwise(id for id, _ in tokens)) if pair in rank]
        if not possible:
            break
        best, at = min(possible)
        tokens[at : at + 2] = [(base + best, tokens[at][1] + tokens[at + 1][1])]
    spans = []
    end = 0
    for _, length in tokens:
        spans.append((end, end + length))
        end += length
    return [id for id, _ in tokens], spans

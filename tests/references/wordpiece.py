"""WordPiece as its description has it: count all pairs again at each step, score them, merge the best, note all that is asked.

Nothing here is clever.  The compiled trainer must agree with it in every figure of every step, scores bit for bit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.tie_rules import RULE_NAMES
from tests.references.bpe import count_pairs, count_probe_tokens, merge

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class NaiveStep:
    """One step: the winner, what stood beside it, and the corpus after it."""

    pair: Pair
    count: int
    score: float
    part_counts: Pair
    tied: int
    choices: tuple[Pair, ...]
    candidates: tuple[tuple[Pair, int, float], ...]
    frequent: Pair
    frequent_count: int
    corpus_tokens: int
    probe_tokens: tuple[int, ...]


class NaiveTraining:
    """The steps of a training on words of characters, by score or by count."""

    def __init__(
        self,
        words: Mapping[str, int],
        *,
        rule: str,
        minimum: int,
        by_score: bool,
        unknown: str = "[UNK]",
        mark: str = "##",
        probes: Sequence[tuple[str, Mapping[int, int]]] = (),
        languages: int = 0,
    ) -> None:
        self.rule, self.minimum, self.by_score, self.mark = rule, minimum, by_score, mark
        alphabet = sorted({text for word, count in words.items() if count for text in self.split(word)})
        self.texts = [unknown, *alphabet]
        self.symbols = [1] * len(self.texts)
        self.weights = list(words.values())
        self.corpus = [self.ids_of(word) for word in words]
        self.probes = [self.ids_of(word) for word, _ in probes]
        self.times = [times for _, times in probes]
        self.languages = languages
        self.first_texts = tuple(self.texts)
        self.first_tokens = self.tokens()
        self.first_probe_tokens = self.probe_tokens()

    def split(self, word: str) -> list[str]:
        return [self.mark * (place > 0) + character for place, character in enumerate(word)]

    def ids_of(self, word: str) -> list[int]:
        return [self.texts.index(text) if text in self.texts[1:] else 0 for text in self.split(word)]

    def tokens(self) -> int:
        return sum(len(word) * weight for word, weight in zip(self.corpus, self.weights, strict=True))

    def probe_tokens(self) -> tuple[int, ...]:
        return count_probe_tokens(self.probes, self.times, self.languages)

    def joined(self, pair: Pair) -> str:
        return self.texts[pair[0]] + self.texts[pair[1]].removeprefix(self.mark)

    def allowed(self, pair: Pair) -> bool:
        """Two tokens must not have one text; what is unknown stays alone."""
        return 0 not in pair and self.joined(pair) not in self.texts

    def step(self) -> NaiveStep | None:
        """One merge; None when no pair may be merged."""
        all_counts, first = count_pairs(self.corpus, self.weights)
        symbols: Counter[int] = Counter()
        for word, weight in zip(self.corpus, self.weights, strict=True):
            for symbol in word:
                symbols[symbol] += weight
        counts = {pair: n for pair, n in all_counts.items() if n >= self.minimum and self.allowed(pair)}
        if not counts:
            return None
        scores = {(a, b): float(n) / (float(symbols[a]) * float(symbols[b])) for (a, b), n in counts.items()}
        measures = scores if self.by_score else {pair: float(n) for pair, n in counts.items()}
        tied = [pair for pair, measure in measures.items() if measure == max(measures.values())]
        choices = tuple(self.choose(rule, tied, first) for rule in RULE_NAMES)
        winner = choices[RULE_NAMES.index(self.rule)]
        most = [pair for pair, n in counts.items() if n == max(counts.values())]
        frequent = self.choose(self.rule, most, first)
        others = sorted((-measure, pair) for pair, measure in measures.items() if pair != winner)
        candidates = tuple((pair, counts[pair], scores[pair]) for pair in [winner, *(pair for _, pair in others)][:20])
        part_counts = symbols[winner[0]], symbols[winner[1]]
        self.merge(winner)
        return NaiveStep(
            winner,
            counts[winner],
            scores[winner],
            part_counts,
            len(tied),
            choices,
            candidates,
            frequent,
            counts[frequent],
            self.tokens(),
            self.probe_tokens(),
        )

    def merge(self, pair: Pair) -> None:
        new = len(self.texts)
        self.texts.append(self.joined(pair))
        self.symbols.append(self.symbols[pair[0]] + self.symbols[pair[1]])
        self.corpus = [merge(word, pair, new) for word in self.corpus]
        self.probes = [merge(word, pair, new) for word in self.probes]

    def choose(self, rule: str, tied: Sequence[Pair], first: Mapping[Pair, int]) -> Pair:
        """The pair that a tie rule takes; texts are compared as they are stored."""
        if rule == "smallest-ids":
            return min(tied)
        if rule == "first-seen":
            return min(tied, key=lambda pair: first[pair])
        if rule == "shortest":
            return min(tied, key=self._shortest_key)
        pick = min if rule == "lexicographic-smallest" else max
        return pick(tied, key=lambda pair: (self.texts[pair[0]], self.texts[pair[1]]))

    def _shortest_key(self, pair: Pair) -> tuple[int, str, str]:
        return self.symbols[pair[0]] + self.symbols[pair[1]], self.joined(pair), self.texts[pair[0]]


def encode(word: str, tokens: Sequence[str], unknown: str = "[UNK]", mark: str = "##", longest: int = 100) -> list[str]:
    """Longest match first, one shorter substring after the other; the unknown token for the whole word if nothing fits."""
    known = set(tokens)
    found: list[str] = []
    start = 0
    while start < len(word):
        end = len(word)
        while end > start and mark * (start > 0) + word[start:end] not in known:
            end -= 1
        if end == start:
            return [unknown]
        found.append(mark * (start > 0) + word[start:end])
        start = end
    return [unknown] if len(word) > longest else found

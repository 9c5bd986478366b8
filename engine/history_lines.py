"""A history as lines: one JSON object a step, for `--history` and for whoever reads a training without a window.

Pieces are given as hexadecimal UTF-8 of their text: an end-of-word mark is written `</w>`, a continuation without `##`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.model import Additions, Round, Start, Steps
from engine.recipe import Recipe
from engine.tie_rules import RULE_NAMES


class HistoryLines:
    """Makes lines of the events of one training, in the order in which they come."""

    def __init__(self, recipe: Recipe) -> None:
        trainer = recipe.trainer
        self._rule = getattr(trainer, "tie_rule", None)
        self._continuation: str = getattr(trainer, "continuation", "")
        self._specials = len(recipe.special_tokens)
        self._pieces: list[str] = []

    def of(self, event: Start | Steps | Round | Additions, scale: int) -> Iterator[dict[str, Any]]:
        """The lines of one event; counts of a weighted corpus come `scale` times as large as they are told."""
        if isinstance(event, Start):
            self._pieces = [self._text(symbol).hex() for symbol in event.symbols]
        elif isinstance(event, Steps):
            yield from self._merges(event, scale)
        elif isinstance(event, Round):
            yield self._round(event, scale)
        else:
            yield from self._additions(event, scale)

    def _text(self, symbol: bytes) -> bytes:
        return symbol.removeprefix(self._continuation.encode())

    def _merges(self, steps: Steps, scale: int) -> Iterator[dict[str, Any]]:
        columns = (steps.parts, steps.counts, steps.tied, steps.choices, steps.corpus_tokens)
        rows = zip(*(column.tolist() for column in columns), strict=True)
        for at, ((left, right), count, tied, choices, corpus_tokens) in enumerate(rows):
            pieces = self._pieces
            pieces.append(pieces[left] + pieces[right])
            yield {
                "step": steps.first + at,
                "piece": pieces[-1],
                "parts": [pieces[left], pieces[right]],
                "count": unscaled(count, scale),
                "tied": tied,
                "other_rules": {
                    rule: [pieces[a], pieces[b]]
                    for rule, (a, b) in zip(RULE_NAMES, choices, strict=True)
                    if rule != self._rule
                },
                "corpus_tokens": unscaled(corpus_tokens, scale),
                "vocab_size": len(pieces) + self._specials,
                **_score(steps, at, scale),
            }

    def _round(self, step: Round, scale: int) -> dict[str, Any]:
        return {
            "step": step.step,
            "removed": [[gone.piece.hex(), gone.loss, gone.expected] for gone in step.removed],
            "log_likelihood": step.log_likelihood,
            "corpus_tokens": unscaled(step.corpus_tokens, scale),
            "vocab_size": len(step.pieces) + self._specials,
        }

    def _additions(self, steps: Additions, scale: int) -> Iterator[dict[str, Any]]:
        rows = zip(steps.pieces, steps.counts.tolist(), steps.corpus_tokens.tolist(), strict=True)
        for at, (piece, count, corpus_tokens) in enumerate(rows):
            self._pieces.append(piece.hex())
            yield {
                "step": steps.first + at,
                "piece": piece.hex(),
                "count": unscaled(count, scale),
                "corpus_tokens": unscaled(corpus_tokens, scale),
                "vocab_size": len(self._pieces) + self._specials,
            }


def _score(steps: Steps, at: int, scale: int) -> dict[str, Any]:
    """What a trainer that goes by a score has beside the count."""
    if not len(steps.scores):
        return {}
    left, right = steps.part_counts[at].tolist()
    return {
        "score": float(steps.scores[at]) * scale,
        "left_count": unscaled(left, scale),
        "right_count": unscaled(right, scale),
    }


def unscaled(count: int, scale: int) -> int | float:
    """A count of a weighted corpus as it is shown: a whole number where it is one.

    >>> unscaled(30, 10), unscaled(35, 10)
    (3, 3.5)
    """
    return count // scale if count % scale == 0 else count / scale

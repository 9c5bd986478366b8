"""How large a vocabulary should be: what more entries save in tokens, and what they cost in parameters and work.

One training gives every size: its first `k` steps are the tokenizer of `base + specials + k` entries.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from engine.history import History, TrainingHistory
from engine.vocabulary import IntArray

NEXT_ENTRIES = 1_000
"""The marginal gain is that of so many entries more."""

_MARK = "\u2581".encode()
"""What stands for a space after normalizing for SentencePiece."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class UsualFigures:
    """What English text usually comes to, and whose figure that is."""

    low: float
    high: float
    source: str


USUAL_BYTES_PER_TOKEN = UsualFigures(
    4.0,
    4.3,
    "English prose. Moby-Dick (bundled) comes to 4.18, 4.27 and 4.32 bytes a token with gpt2, cl100k_base and o200k_base, "
    "and to 0.73 to 0.75 words a token; the rule of thumb that OpenAI gives is 4 characters and 0.75 words.",
)


# -- what a vocabulary costs -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ModelCost:
    """Parameters of the tables that grow with the vocabulary; a tied output table is the embedding once more, at no cost.

    >>> model_cost(32_000, 768)
    ModelCost(embedding=24576000, output=0)
    >>> model_cost(291, 16, tied=False).total
    9312
    """

    embedding: int
    output: int

    @property
    def total(self) -> int:
        """Both tables."""
        return self.embedding + self.output

    def share(self, parameters: int) -> float:
        """The tables' share of a model of so many parameters, these included; above 1 they do not fit into it."""
        return self.total / parameters


def model_cost(vocabulary: int, width: int, *, tied: bool = True) -> ModelCost:
    """The tables of `vocabulary` entries for a model whose vectors have `width` numbers (d_model)."""
    return ModelCost(vocabulary * width, 0 if tied else vocabulary * width)


def tokens_of(size: int, bytes_per_token: float) -> int:
    """Tokens of a text of `size` bytes.

    >>> tokens_of(1_000_000, 4.5)
    222222
    """
    return round(size / bytes_per_token)


def change(before: float, after: float) -> float:
    """By what share something grew; below 0 it shrank.

    >>> round(100 * change(250_000, 222_222), 1)
    -11.1
    """
    return after / before - 1


# -- the sizes of one training -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SizeCurve:
    """Every size that a training passed through, a row each, sizes rising.

    sizes      entries of the vocabulary, special tokens included
    tokens     tokens of the corpus
    positions  the position in the history
    premiums   language code -> premium over the reference at each size; empty without a parallel text beside the training
    """

    sizes: IntArray
    tokens: Floats
    positions: IntArray
    corpus_bytes: float
    premiums: Mapping[str, Floats] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.sizes)

    @property
    def bytes_per_token(self) -> Floats:
        """Of the corpus, at each size."""
        return np.asarray(self.corpus_bytes / self.tokens)

    def row_of(self, size: int) -> int:
        """The row of the largest size that is not above this one; the first if all are."""
        return max(0, int(np.searchsorted(self.sizes, size, "right")) - 1)


def size_curve(history: TrainingHistory, languages: Iterable[str] = (), reference: str = "eng") -> SizeCurve | None:
    """The sizes of a training; None where it has no steps yet, or its steps are not sizes that follow each other.

    Rounds (Unigram) take pieces away, so that they are turned around: the last round is the smallest size.
    """
    if history.start is None or history.words is None or not len(history):
        return None
    tokens = np.asarray(history.corpus_tokens, np.float64) / history.scale
    rounds = getattr(history, "rounds", None)
    specials = len(history.recipe.layout.specials)
    if rounds is not None:
        sizes = np.array([len(row.pieces) for row in rounds], np.int64)
        positions = np.arange(1, len(rounds) + 1)
        order = np.argsort(sizes, kind="stable")
        return SizeCurve(sizes[order] + specials, tokens[1:][order], positions[order], _corpus_bytes(history))
    positions = np.arange(len(history) + 1)
    premiums = {}
    if isinstance(history, History) and history.probes is not None:
        known = [code for code in languages if code in history.probes.codes and code != reference]
        if reference in history.probes.codes:
            premiums = {code: history.premium_series(code, reference)[: len(positions)] for code in known}
    sizes = positions + history.base + specials
    return SizeCurve(sizes, tokens[: len(positions)], positions, _corpus_bytes(history), premiums)


def _corpus_bytes(history: TrainingHistory) -> float:
    """Bytes of the corpus as it was counted, weights and all.

    Where a pipeline changes or drops text its bytes before that count, which are known of unweighted corpora; of weighted
    ones those of the words do, a mark for a space being the one byte that it stands for.
    """
    words, recipe = history.words, history.recipe
    assert words is not None
    changed = bool(recipe.normalizer.names) or recipe.pre_tokenizer.drops_whitespace
    if changed and words.scale == 1:
        return float(words.corpus_bytes)
    if not recipe.normalizer.marks_blanks:
        return float((words.lengths * words.counts).sum()) / words.scale
    marks = (words.data[:-2] == _MARK[0]) & (words.data[1:-1] == _MARK[1]) & (words.data[2:] == _MARK[2])
    before = np.concatenate([[0], np.cumsum(marks)])
    spaces = before[words.starts + words.lengths] - before[words.starts]
    return float(((words.lengths - 2 * spaces) * words.counts).sum()) / words.scale


# -- one size ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SizePoint:
    """What one size saves and costs, and the same against another size (`reference`).

    next_gain  the share of tokens that the next 1,000 entries save; None where the training has fewer
    attention  work of attention for the same text: it grows with the square of its tokens
    output     work of the output table for the same text: tokens x entries
    """

    size: int
    position: int
    tokens: float
    bytes_per_token: float
    cost: ModelCost
    share: float
    next_gain: float | None
    reference: int
    token_change: float
    parameter_change: int
    attention: float
    output: float


def size_point(
    curve: SizeCurve, size: int, reference: int, width: int, parameters: int, *, tied: bool = True
) -> SizePoint:
    """One size of a curve, compared with another; both become sizes that the training passed through."""
    row, other = curve.row_of(size), curve.row_of(reference)
    size, reference = int(curve.sizes[row]), int(curve.sizes[other])
    tokens, before = float(curve.tokens[row]), float(curve.tokens[other])
    cost = model_cost(size, width, tied=tied)
    return SizePoint(
        size=size,
        position=int(curve.positions[row]),
        tokens=tokens,
        bytes_per_token=curve.corpus_bytes / tokens,
        cost=cost,
        share=cost.share(parameters),
        next_gain=_next_gain(curve, row),
        reference=reference,
        token_change=change(before, tokens),
        parameter_change=cost.total - model_cost(reference, width, tied=tied).total,
        attention=change(before**2, tokens**2),
        output=change(before * reference, tokens * size),
    )


def _next_gain(curve: SizeCurve, row: int) -> float | None:
    wanted = int(curve.sizes[row]) + NEXT_ENTRIES
    if wanted > int(curve.sizes[-1]):
        return None
    return -change(float(curve.tokens[row]), float(curve.tokens[curve.row_of(wanted)]))


def sentence(point: SizePoint) -> str:
    """What one pays and gains, in words."""
    if point.size == point.reference:
        return "This is the size that others are compared with."
    more = point.size > point.reference
    direction = "more" if more else "fewer"
    saved = "saves" if point.token_change <= 0 else "costs"
    paid = "costs" if more else "saves"
    parts = [
        f"{abs(point.size - point.reference):,} {direction} entries: the same text {saved} "
        f"{abs(point.token_change):.1%} of its tokens".replace("%", " %"),
        f"its attention {_percent(point.attention)}",
        f"the output table's work {_percent(point.output)}",
        f"and the tables {'cost' if paid == 'costs' else 'save'} {short_number(abs(point.parameter_change))} parameters",
    ]
    return ", ".join(parts) + "."


def _percent(share: float) -> str:
    return f"{'falls' if share < 0 else 'grows'} by {abs(share):.1%}".replace("%", " %")


def short_number(value: float) -> str:
    """A count for reading.

    >>> short_number(1_536_000), short_number(124_000_000), short_number(4_656), short_number(7_000_000_000)
    ('1.54 M', '124 M', '4,656', '7 B')
    """
    for limit, unit in ((1e9, "B"), (1e6, "M")):
        if abs(value) >= limit:
            shown = f"{value / limit:.2f}" if abs(value) < 10 * limit else f"{value / limit:.4g}"
            return f"{shown.rstrip('0').rstrip('.') if '.' in shown else shown} {unit}"
    return f"{value:,.0f}"


# -- as a table --------------------------------------------------------------------------------------------------------


def to_csv(curve: SizeCurve, width: int, *, tied: bool = True) -> str:
    """All sizes as CSV: entries, tokens, bytes per token, parameters of both tables, premiums."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream)
    names = [f"premium_{code}" for code in curve.premiums]
    writer.writerow(["vocab_size", "step", "tokens", "bytes_per_token", "embedding", "output", *names])
    per_token = curve.bytes_per_token
    for row in range(len(curve)):
        size = int(curve.sizes[row])
        cost = model_cost(size, width, tied=tied)
        premiums = [float(series[row]) for series in curve.premiums.values()]
        tokens = f"{curve.tokens[row]:.10g}"
        start = [size, int(curve.positions[row]), tokens, float(per_token[row])]
        writer.writerow([*start, cost.embedding, cost.output, *premiums])
    return stream.getvalue()

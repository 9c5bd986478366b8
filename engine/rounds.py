"""What a round of Unigram does: the pieces around its cut with their losses, the words that lose a piece, one word's lattice.

RoundPieces  the pieces that a round kept and took away, those that are missed most first
WordWays     a word before the round: all pieces in it, its best way, and what is left without a piece
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from engine.algorithms.unigram_lattice import Edge, Lattice, Way
from engine.history import RoundHistory
from engine.metaspace import MARK
from engine.model import Removals, Round, WordCounts
from engine.stage import StageWord, count_of, words_holding
from engine.vocabulary import IntArray

NEAREST = 2_000
"""Pieces on each side of the cut that are listed."""
_WORDS_EXAMINED = 800
_FIRST_PIECES = 8
_WORDS_HOLDING = 40
_LONGEST_DRAWN = 14
"""Characters of a word whose lattice can be drawn wide enough to be read."""
_WAYS = 60
"""Ways that are looked through for one without a piece."""


@dataclass(frozen=True, slots=True)
class PieceRow:
    """A piece in a round: what it would cost to lose it, how often it was expected (known of what is taken away), its score
    (of what is kept, after the round), and whether it stays."""

    piece: bytes
    kept: bool
    loss: float | None
    expected: float | None
    score: float | None


class RoundPieces(Sequence[PieceRow]):
    """Pieces of several characters around the cut of one round, a row being made when it is looked at.

    `kept` rows stand before the cut.  They go by their losses, the last round by the scores before it (`by_score`): then the
    losses do not tell who stays.  Of the first round, which takes nothing away, the likeliest pieces stand first.
    """

    def __init__(self, history: RoundHistory, step: int) -> None:
        self._round = history.row(step)
        self._base = history.base
        removed = self._round.removed
        self._removed = removed if isinstance(removed, Removals) else None
        self.all_kept = len(self._round.pieces) - history.base
        self.all_removed = len(removed)
        self.kept = min(NEAREST, self.all_kept)
        self._previous = history.row(step - 1) if step > 1 else None

    def __len__(self) -> int:
        return self.kept + min(NEAREST, self.all_removed)

    @property
    def by_score(self) -> bool:
        """Whether the cut goes by the scores: a piece that stays would be missed less than one that goes."""
        losses = self._kept_losses
        if self._removed is None or not len(losses) or not self.all_removed:
            return False
        return bool(losses.min() < self._removed.losses.max())

    @cached_property
    def _kept_losses(self) -> npt.NDArray[np.float64]:
        losses = self._round.losses
        return losses[self._base :] if len(losses) else losses

    @cached_property
    def _kept_order(self) -> IntArray:
        """Places of the kept pieces that are nearest to the cut, the nearest last; they stand by score in the round."""
        losses = self._kept_losses
        if not len(losses):
            return np.arange(self.kept)
        if self.by_score:
            return np.arange(self.all_kept - self.kept, self.all_kept)
        nearest = (
            np.argpartition(losses, self.kept - 1)[: self.kept] if self.kept < len(losses) else np.arange(self.kept)
        )
        return nearest[np.argsort(-losses[nearest], kind="stable")]

    @cached_property
    def _removed_order(self) -> IntArray:
        """Places of the removed pieces that are nearest to the cut, the nearest first; they stand by loss in the round."""
        assert self._removed is not None
        if not self.by_score or self._previous is None:
            return np.arange(self.all_removed)[::-1][:NEAREST]
        scores = np.array([self._score_before(piece) for piece in self._removed.pieces])
        return np.argsort(-scores, kind="stable")[:NEAREST]

    def _score_before(self, piece: bytes) -> float:
        assert self._previous is not None
        id = self._previous.pieces.id_of(piece)
        return -np.inf if id is None else float(self._previous.scores[id])

    def __getitem__(self, row: int) -> PieceRow:  # type: ignore[override]
        if not 0 <= row < len(self):
            raise IndexError(f"There are {len(self):,} rows; there is no row {row:,}.")
        if row < self.kept:
            at = int(self._kept_order[row])
            loss = float(self._kept_losses[at]) if len(self._kept_losses) else None
            id = self._base + at
            return PieceRow(self._round.pieces[id], True, loss, None, float(self._round.scores[id]))
        assert self._removed is not None
        gone = self._removed[int(self._removed_order[row - self.kept])]
        return PieceRow(gone.piece, False, gone.loss, gone.expected, None)

    def row_of(self, piece: bytes) -> int | None:
        """The row of a piece; None if it is not listed."""
        return next((at for at in range(len(self)) if self[at].piece == piece), None)


def pieces_after(history: RoundHistory, step: int, piece: bytes) -> tuple[bytes, ...]:
    """How the text of a piece is read after the round."""
    model = history.model_at(step)
    return tuple(model.vocabulary[id] for id in model.tokenize(piece).tolist())


# -- words -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LosingWord:
    """A word whose best cut loses pieces in a round: its tokens before it, which of them go, and its tokens after it."""

    word: StageWord
    gone: tuple[int, ...]
    after: tuple[int, ...]


def words_losing(history: RoundHistory, step: int, limit: int = 8) -> tuple[LosingWord, ...]:
    """The most frequent words (of the first few hundred) whose best cut used a piece that the round takes away."""
    words = history.words
    if words is None or step < 2:
        return ()
    before, after = history.model_at(step - 1), history.model_at(step)
    order = np.argsort(-words.counts, kind="stable")[:_WORDS_EXAMINED].tolist()
    texts = [words.word(index) for index in order]
    old = before.segment(texts)
    found: list[LosingWord] = []
    # Only pieces that occur are looked up, not all that go.
    stays = {
        int(id): after.vocabulary.id_of(before.vocabulary[int(id)]) is not None for id in np.unique(np.concatenate(old))
    }
    for index, text, ids in zip(order, texts, old, strict=True):
        gone = tuple(at for at, id in enumerate(ids.tolist()) if not stays[id])
        if gone:
            word = StageWord(text, float(words.counts[index]) / words.scale, tuple(ids.tolist()))
            found.append(LosingWord(word, gone, tuple(after.tokenize(text).tolist())))
            if len(found) == limit:
                break
    return tuple(found)


@dataclass(frozen=True, slots=True)
class WordWays:
    """A word of the corpus as the model before a round sees it.

    `gone` are the places (among the lattice's edges) of pieces that the round takes away; `without` is the best way that
    does not use `piece`, None where every way that was looked at does, or no piece is asked about.
    """

    word: bytes
    count: float
    lattice: Lattice
    best: Way
    gone: frozenset[int]
    piece: bytes | None
    without: Way | None


def word_ways(history: RoundHistory, position: int, word: bytes, piece: bytes | None = None) -> WordWays:
    """The lattice of a word as the model sees it at a position; with `piece`, what the next round takes away of it too."""
    model = history.model_at(position)
    lattice = model.lattice(word)
    ways = model.n_best(word, 1 if piece is None else _WAYS)
    gone: frozenset[int] = frozenset()
    if piece is not None and position < len(history):
        known = history.model_at(position + 1).vocabulary.id_of
        gone = frozenset(
            at for at, edge in enumerate(lattice.edges) if edge.id is not None and known(edge.text) is None
        )
    without = next((way for way in ways if all(edge.text != piece for edge in way.edges)), None) if piece else None
    assert history.words is not None
    return WordWays(word, count_of(history.words, word), lattice, ways[0], gone, piece, without)


def word_for(history: RoundHistory, step: int, piece: bytes) -> bytes | None:
    """The most frequent word that holds the text of a piece, of those whose best cut before the round uses it if there is one."""
    words = history.words
    assert words is not None
    holding = words_holding(words, piece)
    if not len(holding):
        return None
    order = holding[np.argsort(-words.counts[holding], kind="stable")][:_WORDS_HOLDING].tolist()
    texts = [words.word(index) for index in order]
    model = history.model_at(max(0, step - 1))
    id = model.vocabulary.id_of(piece)
    for text, ids in zip(texts, model.segment(texts), strict=True):
        if id is not None and id in ids.tolist():
            return text
    return texts[0]


def first_loss(history: RoundHistory, step: int, pieces: RoundPieces) -> tuple[bytes, PieceRow] | None:
    """Of the first pieces that go, one of letters in a frequent word that can be drawn, and the word."""
    best: tuple[float, bytes, PieceRow] | None = None
    for row in range(pieces.kept, min(len(pieces), pieces.kept + _FIRST_PIECES)):
        piece = pieces[row]
        letters = piece.piece.decode("utf-8", "replace").strip(MARK)
        word = word_for(history, step, piece.piece)
        if word is None or len(letters) < 2 or not letters.isalpha() or len(word.decode()) > _LONGEST_DRAWN:
            continue
        assert history.words is not None
        count = count_of(history.words, word)
        if best is None or count > best[0]:
            best = (count, word, piece)
    return None if best is None else best[1:]


def edge_is_character(edge: Edge) -> bool:
    """Whether an edge stands for one character only."""
    return len(edge.text.decode("utf-8", "replace")) == 1


def frequent_word(words: WordCounts, round: Round) -> bytes | None:
    """A word to begin with: the most frequent one of some letters that is not a single piece, if there is any."""
    order = np.argsort(-words.counts, kind="stable")[:_WORDS_EXAMINED].tolist()
    texts = [words.word(index) for index in order]
    drawn = [text for text in texts if 5 <= len(text.decode("utf-8", "replace")) <= _LONGEST_DRAWN]
    return next((text for text in drawn if round.pieces.id_of(text) is None), drawn[0] if drawn else None)

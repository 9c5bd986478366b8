"""The theatre between counting and the first step: the words that are learned from, each as what it begins as."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.look.theme import Appearance
from app.translation import counted
from app.widgets.basics.controls import Label, spaced
from app.widgets.words.stage_words import StageGroup, StageWord
from app.widgets.words.token_chips import TokenChips
from engine.algorithms import algorithm_of
from engine.history import TrainingHistory
from engine.model import WordCounts

_WORDS = 60
_LONGEST = 200
"""Characters of a word that are shown at most: where nothing cuts a text, it is one word."""


class CountedTheatre(QWidget):
    """`show_counted` with a training that has its words and no step."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.title = Label(appearance, "", "heading", bold=True, wrap=True)
        self.sentence = Label(appearance, "", second=True, wrap=True)
        self.chips = TokenChips(appearance)
        column = QVBoxLayout(self)
        for part in (self.title, self.sentence):
            column.addWidget(part)
        column.addWidget(self.chips, 1)
        spaced(column, appearance, (4, 3, 4, 2), 2)

    def show_counted(self, history: TrainingHistory, *, running: bool) -> None:
        """What has been counted, and whether steps are still to come."""
        words = history.words
        if words is None:
            return
        different = counted(
            len(words), self.tr("{:,} different word is counted"), self.tr("{:,} different words are counted")
        )
        self.title.setText(different)
        self.sentence.setText(
            self.tr("The first step comes next.")
            if running
            else self.tr("Stopped before the first step: nothing is learned.")
        )
        by_bytes = algorithm_of(history.recipe.trainer) == "byte-bpe"
        begins = self.tr("as bytes, with which learning begins") if by_bytes else self.tr("as characters")
        self.chips.show_words(
            [StageGroup(self.tr("The most frequent words"), most_frequent(words, by_bytes=by_bytes), begins)]
        )


def most_frequent(words: WordCounts, *, by_bytes: bool) -> tuple[StageWord, ...]:
    """The words that occur most often, in pieces that nothing has merged."""
    # Only those are put in order: a large corpus has a million words.
    some = np.argpartition(-words.counts, min(_WORDS, len(words) - 1))[:_WORDS] if len(words) else np.empty(0, np.int64)
    order = some[np.lexsort((some, -words.counts[some]))].tolist()
    return tuple(
        StageWord(_pieces(words.word(index), by_bytes=by_bytes), int(words.counts[index]) / words.scale)
        for index in order
    )


def _pieces(word: bytes, *, by_bytes: bool) -> tuple[bytes, ...]:
    if by_bytes:
        return tuple(bytes([byte]) for byte in word[:_LONGEST])
    return tuple(letter.encode() for letter in word[: 4 * _LONGEST].decode("utf-8", "ignore")[:_LONGEST])

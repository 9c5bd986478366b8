"""The scene of one round of Unigram: a word's lattice, the words that lose a piece, and the pieces around the cut."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.theme import Appearance
from app.widgets.controls import Label, Line, spaced
from app.widgets.curves import Curve, CurvePlot
from app.widgets.merge_scene import bytes_of
from app.widgets.piece_table import PieceTable
from app.widgets.round_facts import losing_words, my_words, round_sentence, round_title, start_sentence
from app.widgets.token_chips import StageGroup, TokenChips
from app.widgets.word_lattice import WordLattice
from engine.history import RoundHistory
from engine.rounds import PieceRow, RoundPieces, first_loss, frequent_word, pieces_after, word_for, word_ways


class RoundScene(QWidget):
    """`word_asked` asks for a field to type a word in; `pin_asked` carries a word and whether to pin it or let it go."""

    word_asked = Signal()
    pin_asked = Signal(bytes, bool)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self.groups: tuple[StageGroup, ...] = ()
        self._history: RoundHistory | None = None
        self._step = 0
        self._pieces: RoundPieces | None = None
        self._shown: tuple[RoundHistory, int] | None = None
        self._word: bytes | None = None
        self._losing: StageGroup | None = None
        self._build()
        self.table.piece_asked.connect(self._on_piece)
        self.chips.action_asked.connect(lambda _group: self.word_asked.emit())
        self.chips.word_clicked.connect(self._on_word)

    # -- parts -------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        look = self._appearance
        self.title = Label(look, "", "heading", bold=True, wrap=True)
        self.sentence = Label(look, "", second=True, wrap=True)
        self.lattice = WordLattice(look)
        self.chips = TokenChips(look)
        left = QVBoxLayout()
        left.addWidget(self.title)
        left.addWidget(self.sentence)
        left.addWidget(self.lattice, 3)
        left.addWidget(self.chips, 2)
        spaced(left, look, (4, 2, 4, 1), 1.5)
        self.pieces_curve = CurvePlot(look, self.tr("Pieces (log)"), log=True, decimals=0)
        self.bytes_curve = CurvePlot(look, self.tr("Bytes per token"))
        curves = QHBoxLayout()
        curves.addWidget(self.bytes_curve)
        curves.addWidget(self.pieces_curve)
        spaced(curves, look, (4, 2, 4, 2), 4)
        self.curves = QWidget()
        self.curves.setLayout(curves)
        centre = QVBoxLayout()
        centre.setSpacing(0)
        centre.addLayout(left, 3)
        centre.addWidget(self.curves, 1)
        self.cut = Label(look, "", "body", bold=True, wrap=True)
        self.table = PieceTable(look)
        right = QVBoxLayout()
        right.addWidget(self.cut)
        right.addWidget(self.table, 1)
        spaced(right, look, (3, 2, 0, 0), 2)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addLayout(centre, 3)
        row.addWidget(Line(look, upright=True))
        row.addLayout(right, 2)

    def fit(self, *, wide: bool, tall: bool, with_rules: bool, low: bool) -> None:
        """Show what there is room for."""
        self.curves.setVisible(tall and wide)
        self.sentence.setVisible(with_rules)
        self.chips.setVisible(not low)

    # -- what is shown -----------------------------------------------------------------------------------------------

    def show_data(self, history: RoundHistory, goal: int | None) -> None:
        """The curves of a training."""
        tokens = np.maximum(history.corpus_tokens, 1)
        if not len(tokens):
            return
        sizes = np.array([history.base, *(len(row.pieces) for row in history.rounds)], np.float64)
        self.pieces_curve.show_curves([Curve("pieces", sizes)], goal)
        self.bytes_curve.show_curves([Curve("bytes per token", bytes_of(history) / tokens)], goal)

    def show_cursor(self, position: int) -> None:
        """The position in the curves."""
        for curve in (self.pieces_curve, self.bytes_curve):
            curve.show_position(position)

    def show_start(self, history: RoundHistory, pinned: Sequence[bytes]) -> None:
        """Before the first round."""
        self._take(history, 0)
        self.title.setText(start_sentence(history))
        self.sentence.setText("")
        self.cut.setText("")
        self.table.show_rows((), 0, lambda piece: ())
        self.lattice.show_ways(None, empty=self.tr("Step on to see the pieces to start from."))
        self._losing = None
        self._show_groups(my_words(history, 0, pinned))

    def show_step(self, history: RoundHistory, position: int, pinned: Sequence[bytes]) -> None:
        """A round."""
        fresh = self._shown is None or self._shown[0] is not history or self._shown[1] != position
        self._take(history, position)
        if fresh:
            self._pieces = pieces = RoundPieces(history, position)
            self.title.setText(round_title(history, position))
            self.sentence.setText(round_sentence(history, position, pieces))
            self.cut.setText(self._cut_words(pieces))
            self.table.show_rows(pieces, pieces.kept, lambda piece: pieces_after(history, position, piece))
            self._losing = losing_words(history, position)
            self._show_first_word(history, position, pieces)
        self._show_groups(my_words(history, position, pinned))

    def show_helped(self, sentence: str) -> None:
        """Which languages the step makes shorter: a round makes most of them longer, so nothing is said."""

    def _take(self, history: RoundHistory, step: int) -> None:
        self._history, self._step = history, step
        self._shown = (history, step)

    def _cut_words(self, pieces: RoundPieces) -> str:
        if not pieces.all_removed:
            return self.tr("The likeliest seeds")
        what = self.tr("{:,} pieces of several characters stay, {:,} go")
        return what.format(pieces.all_kept, pieces.all_removed)

    def _show_first_word(self, history: RoundHistory, step: int, pieces: RoundPieces) -> None:
        """The most frequent word that loses one of the first pieces under the cut; without one, a frequent word."""
        found = first_loss(history, step, pieces)
        if found is not None:
            self._show_ways(*found)
            return
        assert history.words is not None
        word = self._word or frequent_word(history.words, history.row(step))
        if word is None:
            self.lattice.show_ways(None)
        else:
            self._show_ways(word, None)

    def _show_ways(self, word: bytes, piece: PieceRow | None) -> None:
        assert self._history is not None
        gone = piece is not None and not piece.kept
        # A word of one's own is shown as it is cut now, one that loses a piece as it was before.
        position = self._step - 1 if gone else self._step
        ways = word_ways(self._history, position, word, piece.piece if piece and gone else None)
        self.lattice.show_ways(ways, piece.loss if piece and gone else None)
        self.table.show_piece(piece.piece if piece is not None else b"")

    def _on_piece(self, piece: bytes) -> None:
        """A piece is chosen in the table: show the word that it matters to most."""
        history, pieces = self._history, self._pieces
        if history is None or pieces is None:
            return
        row = pieces.row_of(piece)
        word = word_for(history, self._step, piece)
        if row is not None and word is not None:
            self._show_ways(word, pieces[row])

    def _on_word(self, group: int, index: int) -> None:
        """A word is clicked: show its ways; a click on one that loses a piece pins it too."""
        if group >= len(self.groups) or index >= len(self.groups[group].words):
            return
        shown = self.groups[group]
        word = shown.words[index].text
        self._word = word
        self._show_ways(word, None)
        if not shown.action:
            self.pin_asked.emit(word, True)

    def _show_groups(self, mine: StageGroup) -> None:
        self.groups = (mine,) if self._losing is None else (self._losing, mine)
        self.chips.show_words(self.groups)

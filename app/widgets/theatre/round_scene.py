"""The scene of one round of Unigram: a word's lattice, the words that lose a piece, and the pieces around the cut."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.look.theme import Appearance
from app.state.latest import Latest
from app.widgets.basics.controls import Label, Line, spaced
from app.widgets.basics.mates import make_mates
from app.widgets.basics.number_text import number_text
from app.widgets.charts.curves import Curve, CurvePlot
from app.widgets.theatre.second_run import SecondRun
from app.widgets.why.piece_table import PieceTable
from app.widgets.why.round_facts import RoundFacts, my_words, piece_ways, round_facts, round_title, start_sentence
from app.widgets.why.run_curves import bytes_per_token, ghost, piece_counts
from app.widgets.words.stage_words import StageGroup
from app.widgets.words.token_chips import TokenChips
from app.widgets.words.word_lattice import WordLattice
from engine.history import RoundHistory, TrainingHistory
from engine.rounds import PieceRow, pieces_after, word_for
from engine.vocabulary import IntArray


class RoundScene(QWidget):
    """`word_asked` asks for a field to type a word in; `pin_asked` carries a word and whether to pin it or let it go.

    What a round of very many pieces shows is worked out in the background, once; `failed` carries an error of that.
    """

    word_asked = Signal()
    pin_asked = Signal(bytes, bool)
    failed = Signal(object)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self.groups: tuple[StageGroup, ...] = ()
        self._history: RoundHistory | None = None
        self._step = 0
        self._pinned: tuple[bytes, ...] = ()
        self._word: bytes | None = None
        self._known: dict[int, RoundFacts] = {}
        self._asked = 0
        self._facts: Latest[RoundFacts] = Latest("round", parent=self)
        self._facts.changed.connect(self._on_facts)
        self._facts.failed.connect(self.failed)
        self._shown: RoundFacts | None = None
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
        self.pieces_curve = CurvePlot(look, self.tr("Pieces (log)"), log=True, value_words=number_text)
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
        self._divider = Line(look, upright=True)
        self._pieces_part = QWidget()
        self._pieces_part.setLayout(right)
        row.addWidget(self._divider)
        row.addWidget(self._pieces_part, 2)

    def set_beside(self, other: SecondRun | None) -> None:
        """Another run stands at the right, or none: the pieces give their room to it, and chips are as large as its."""
        for part in (self._pieces_part, self._divider):
            part.setHidden(other is not None)
        make_mates(self.chips, None if other is None else other.chips)

    def fit(self, *, wide: bool, tall: bool, with_rules: bool, low: bool) -> None:
        """Show what there is room for."""
        self.curves.setVisible(tall and wide)
        self.sentence.setVisible(with_rules)
        self.chips.setVisible(not low)

    # -- what is shown -----------------------------------------------------------------------------------------------

    def show_data(self, history: RoundHistory, goal: int | None) -> None:
        """The curves of a training."""
        if not len(history.corpus_tokens):
            return
        self.pieces_curve.show_curves([Curve("pieces", piece_counts(history))], goal)
        self.bytes_curve.show_curves([Curve(self.tr("bytes per token"), bytes_per_token(history))], goal)

    def show_ghost(self, history: TrainingHistory | None, positions: IntArray, name: str) -> None:
        """Another run's curves behind those of this one; `positions` are those that stand beside this run's."""
        known = history is not None and len(history.corpus_tokens) > 0
        pieces = piece_counts(history) if isinstance(history, RoundHistory) else None
        tokens = bytes_per_token(history) if history is not None and known else None
        for curve, values in ((self.pieces_curve, pieces), (self.bytes_curve, tokens)):
            shown = None if values is None else Curve(name, ghost(values, positions))
            curve.show_ghost(shown)

    def show_cursor(self, position: int) -> None:
        """The position in the curves."""
        for curve in (self.pieces_curve, self.bytes_curve):
            curve.show_position(position)

    def show_start(self, history: RoundHistory, pinned: Sequence[bytes]) -> None:
        """Before the first round."""
        self._take(history, 0, pinned)
        self._facts.set(None)
        self._show_nothing(start_sentence(history), self.tr("Step on to see the pieces to start from."))
        self._show_groups(my_words(history, 0, pinned))

    def show_step(self, history: RoundHistory, position: int, pinned: Sequence[bytes]) -> None:
        """A round; at once if it is known or quickly worked out, else as soon as it is."""
        self._take(history, position, pinned)
        if _is_quick(history, position):
            known = self._known.get(position) or round_facts(history, position, self._word)
            self._known[position] = known
            self._facts.set(known)
            self._show_facts(known)
            return
        if self._facts.busy and self._asked == position:
            return
        self._show_nothing(round_title(history, position), self.tr("Looking through the pieces of this round..."))
        word, self._asked = self._word, position
        self._facts.ask(lambda: round_facts(history, position, word))

    def _on_facts(self) -> None:
        facts = self._facts.value
        if facts is not None and facts.step == self._step:
            self._known[facts.step] = facts
            self._show_facts(facts)

    def _show_nothing(self, title: str, sentence: str) -> None:
        self._shown = None
        self.title.setText(title)
        self.sentence.setText("")
        self.cut.setText("")
        self.table.show_rows((), 0, lambda piece: ())
        self.lattice.show_ways(None, empty=sentence)
        self.groups = ()
        self.chips.show_words(())

    def _show_facts(self, facts: RoundFacts) -> None:
        history, step = self._history, self._step
        assert history is not None
        if facts is not self._shown:
            self._shown = facts
            self.title.setText(facts.title)
            self.sentence.setText(facts.sentence)
            self.cut.setText(self._cut_words(facts))
            self.table.show_rows(facts.pieces, facts.pieces.kept, lambda piece: pieces_after(history, step, piece))
            self.lattice.show_ways(facts.ways, facts.loss)
            self.table.show_piece(facts.piece)
        self._show_groups(my_words(history, step, self._pinned))

    @property
    def reason(self) -> str:
        """Why these pieces go, in words."""
        parts = filter(None, (self.title.text(), self.sentence.text(), self.cut.text()))
        return " ".join(f"{part.removesuffix('.')}." for part in parts)

    def show_helped(self, sentence: str) -> None:
        """Which languages the step makes shorter: a round makes most of them longer, so nothing is said."""

    def _take(self, history: RoundHistory, step: int, pinned: Sequence[bytes]) -> None:
        if history is not self._history:
            self._known.clear()
            self._facts.set(None)
        self._history, self._step, self._pinned = history, step, tuple(pinned)

    def _cut_words(self, facts: RoundFacts) -> str:
        if not facts.pieces.all_removed:
            return self.tr("The likeliest seeds")
        what = self.tr("{:,} pieces of several characters stay, {:,} go")
        return what.format(facts.pieces.all_kept, facts.pieces.all_removed)

    def _show_ways(self, word: bytes, row: PieceRow | None) -> None:
        assert self._history is not None
        ways, loss, piece = piece_ways(self._history, self._step, word, row)
        self.lattice.show_ways(ways, loss)
        self.table.show_piece(piece)

    def _on_piece(self, piece: bytes) -> None:
        """A piece is chosen in the table: show the word that it matters to most."""
        history, facts = self._history, self._shown
        if history is None or facts is None:
            return
        row = facts.pieces.row_of(piece)
        word = word_for(history, self._step, piece)
        if row is not None and word is not None:
            self._show_ways(word, facts.pieces[row])

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
        losing = self._shown.losing if self._shown is not None else None
        self.groups = (mine,) if losing is None else (losing, mine)
        self.chips.show_words(self.groups)


def _is_quick(history: RoundHistory, step: int) -> bool:
    """Whether the tables of the round and of the one before it are there, or small."""
    return all(history.model_at(at).is_prepared for at in (max(0, step - 1), step))

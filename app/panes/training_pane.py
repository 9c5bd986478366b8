"""The training theatre: one step of the training, why it is that one, and the timeline that leads through all."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.look.theme import Appearance
from app.state.corpus.corpus_library import CorpusLibrary
from app.state.settings import Settings
from app.state.training.pinned_words import PinnedWords
from app.state.training.playback import Playback
from app.state.training.prediction import Prediction
from app.state.training.rebalancing import Rebalancing
from app.state.training.training_run import TrainingRun
from app.widgets.basics.controls import Line, Panel
from app.widgets.theatre.balance_row import BalanceRow
from app.widgets.theatre.merge_scene import MergeScene
from app.widgets.theatre.round_scene import RoundScene
from app.widgets.theatre.side_by_side import SideBySide
from app.widgets.theatre.step_drawing import DrawnParts, StepDrawing
from app.widgets.theatre.step_scenes import StepScenes
from app.widgets.theatre.theatre_foot import TheatreFoot
from app.widgets.theatre.theatre_head import TheatreHead
from app.widgets.theatre.theatre_pages import TheatrePages
from app.widgets.theatre.training_progress import TrainingProgress
from app.widgets.why.tied_sheet import TiedSheet
from app.widgets.why.why_sheet import WhySheet
from app.widgets.words.font_warming import FontWarming
from app.widgets.words.stage_words import StageGroup
from engine.history import History

_BESIDE, _NO_COUNTS, _YES = "theatre-side-by-side", "theatre-hide-counts", "yes"
_WITH_ROW, _WITH_BOTH = 75, 70
"""Units of height from which there is room for the row about two runs, and for the second run."""


class TrainingPane(Panel):
    """Wishes of the user: `train_asked`, `open_asked`; everything else goes to the run and the playback."""

    train_asked = Signal()
    open_asked = Signal()
    failed = Signal(object)

    def __init__(
        self,
        run: TrainingRun,
        playback: Playback,
        settings: Settings,
        appearance: Appearance,
        corpus: CorpusLibrary | None = None,
        rebalancing: Rebalancing | None = None,
        words: PinnedWords | None = None,
    ) -> None:
        """Without a corpus its texts cannot be weighed here; without `words` it has its own."""
        super().__init__(appearance)
        self._run = run
        self._playback = playback
        self._settings = settings
        self.balance: BalanceRow | None = None
        if corpus is not None and rebalancing is not None:
            self.balance = BalanceRow(appearance, corpus, rebalancing)
        self.prediction = Prediction(run, playback, self)
        self.prediction.set_with_counts(settings.kept(_NO_COUNTS) != _YES)
        self.words = words or PinnedWords(self)
        self.warming = FontWarming(appearance, self)
        # The keys of the theatre need the focus in it; no part of it has to show a frame for that.
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._build()
        self._fit_parts()
        self._connect()
        self._on_history_replaced()

    # -- parts -------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        look = self._appearance
        self.head = TheatreHead(look, self._run, self.prediction, self._settings, self.balance)
        self.foot = TheatreFoot(look, self._playback)
        self.progress = TrainingProgress(look, self._run)
        self.both = SideBySide(self._run, look, beside=self._settings.kept(_BESIDE) == _YES)
        self.tied = TiedSheet(look, self)
        self.why_sheet = WhySheet(look, self)
        self.stage = QWidget()
        column = QVBoxLayout(self.stage)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.middle = StepScenes(look, self.both)
        self._name_parts()
        column.addWidget(self.middle, 1)
        column.addWidget(Line(look))
        column.addWidget(self.foot)
        self.pages = TheatrePages(look, self._run, self.stage)
        whole = QVBoxLayout(self)
        whole.setSizeConstraint(QVBoxLayout.SizeConstraint.SetNoConstraint)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        for above in (self.head, Line(look), self.progress, self.both.row, self.both.line):
            whole.addWidget(above)
        whole.addWidget(self.pages, 1)
        self.drawing = StepDrawing(
            self._run,
            self._playback,
            self._settings,
            self.prediction,
            self.words,
            DrawnParts(self.bar, self.transport, self.timeline, self.middle, self.both, self.why_sheet),
            self,
        )

    def _name_parts(self) -> None:
        """What most of the window's other parts know by these names."""
        self.bar, self.form, self.train = self.head.bar, self.head.bar.form, self.head.bar.train
        self.transport, self.note, self.timeline = self.foot.transport, self.foot.note, self.foot.timeline
        self.steps, self.scenes, self.word = self.middle.steps, self.middle.scenes, self.middle.word
        self.merges, self.rounds = self.middle.merges, self.middle.rounds
        self.equation, self.chips, self.reasons = self.merges.equation, self.merges.chips, self.merges.reasons
        self.bars, self.rules, self.other_rules = self.reasons.bars, self.reasons.rules, self.reasons.other_rules

    def _connect(self) -> None:
        run, playback = self._run, self._playback
        self.pages.empty.train_asked.connect(self.train_asked)
        self.pages.empty.open_asked.connect(self.open_asked)
        self.head.train_asked.connect(self.train_asked)
        self.head.failed.connect(self.failed)
        self.head.balance_shown.connect(self._on_balance_shown)
        self.foot.why_asked.connect(self.toggle_why)
        self.foot.noted.connect(self.setFocus)
        self._connect_scenes()
        for ask in (self.steps.seek_asked, self.both.seek_asked):
            ask.connect(playback.seek)
        self.word.returnPressed.connect(self._on_word_typed)
        self.both.beside_changed.connect(self._keep_beside)
        run.history_replaced.connect(self._on_history_replaced)
        run.running_changed.connect(self._warm_fonts)
        self.tied.tied.failed.connect(self.failed)
        self._connect_drawing()

    def _connect_drawing(self) -> None:
        drawing, playback = self.drawing, self._playback
        for news in (self._run.finished, playback.length_changed, self.prediction.changed, self.both.changed):
            news.connect(drawing.refresh)
        for moved in (playback.position_changed, self.words.changed):
            moved.connect(drawing.follow)
        playback.position_changed.connect(self.warming.wait)
        drawing.data_drawn.connect(self._fit_parts)
        for plot in self.middle.plots:
            plot.make_in(playback.turns.ask)

    def _connect_scenes(self) -> None:
        for part in (self.reasons, self.why_sheet):
            part.rule_asked.connect(self._on_rule_asked)
        guess = self.reasons.guess
        self.reasons.tied_asked.connect(self._ask_tied)
        guess.guessed.connect(self.prediction.choose)
        guess.go_on_asked.connect(self.prediction.go_on)
        guess.counts_asked.connect(self._show_counts)
        for scene in (self.merges, self.rounds):
            scene.word_asked.connect(self.middle.ask_word)
            scene.pin_asked.connect(self._pin)

    # -- wishes ------------------------------------------------------------------------------------------------------

    def _on_rule_asked(self, rule: str) -> None:
        """The same run up to the step before this one, and by another rule from here on."""
        history, position = self._run.history, self._playback.position
        if isinstance(history, History) and position and history.tie_rule_at(position) != rule:
            self._run.branch_off(position - 1, rule)

    def toggle_why(self) -> None:
        """Show the whole reason of this step in a sheet, or put it away."""
        if self.why_sheet.isVisible():
            self.why_sheet.hide()
            self.setFocus()
            return
        self.drawing.show_why()
        self.why_sheet.open_over(self.pages)

    def toggle_balance(self) -> None:
        """Show the weights of the texts, or put them away."""
        self.head.toggle_balance()

    def _on_balance_shown(self, shown: bool) -> None:
        self._fit_parts()
        if not shown:
            self.setFocus()

    def go_to_step(self) -> None:
        """Put the cursor into the step's number."""
        self.foot.go_to_step()

    def ask_note(self) -> None:
        """Ask for a note at this step."""
        self.note.ask()

    def _on_word_typed(self) -> None:
        self.words.add(self.middle.take_word())

    def _pin(self, word: bytes, wanted: bool) -> None:
        self.words.pin(self._run.history.recipe, word, wanted)

    def _ask_tied(self) -> None:
        """Count the whole tied set of this step, in a sheet over the reasons."""
        history, position = self._run.history, self._playback.position
        if isinstance(history, History) and position:
            self.tied.ask(history, position, self.scenes)

    def _keep_beside(self, beside: bool) -> None:
        self._settings.keep(_BESIDE, _YES if beside else "")

    def _show_counts(self, with_counts: bool) -> None:
        self.prediction.set_with_counts(with_counts)
        self._settings.keep(_NO_COUNTS, "" if with_counts else _YES)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Digits guess, Enter reveals and H hides the counts while the next merge is a question."""
        digit = event.key() - Qt.Key.Key_1
        if self.prediction.on and 0 <= digit < 4:
            self.prediction.choose(digit)
        elif self.prediction.on and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.prediction.go_on()
        elif self.prediction.on and event.key() == Qt.Key.Key_H:
            self._show_counts(not self.prediction.with_counts)
        else:
            super().keyPressEvent(event)

    # -- what happens ------------------------------------------------------------------------------------------------

    def _on_history_replaced(self) -> None:
        self.tied.close()
        self.drawing.refresh()
        self._warm_fonts()

    def _warm_fonts(self, *_news: object) -> None:
        """While a training runs there is no idle time."""
        self.warming.begin(None if self._run.running else self._run.history.words)

    # -- what others ask for -----------------------------------------------------------------------------------------

    def flush(self) -> None:
        """Draw now what is waiting to be drawn: for pictures."""
        self.drawing.flush()

    @property
    def scene(self) -> MergeScene | RoundScene:
        """What shows this run's kind of steps."""
        return self.drawing.scene

    @property
    def _groups(self) -> tuple[StageGroup, ...]:
        return self.scene.groups

    @property
    def pinned(self) -> tuple[bytes, ...]:
        """The user's words as this run's pipeline makes them."""
        return self.drawing.pinned

    # -- room --------------------------------------------------------------------------------------------------------

    def minimumSizeHint(self) -> QSize:
        """What has no room is left out, so that what is shown now says nothing about how small the pane may be."""
        units = self._appearance.metrics.units
        return QSize(units(110), units(74))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_parts()

    def _fit_parts(self) -> None:
        """Show what there is room for."""
        room = self.height() - self.head.balance_height
        units = self._appearance.metrics.u
        self.both.set_room(row=room >= _WITH_ROW * units, both=room >= _WITH_BOTH * units)
        if not self.both.row.isHidden():
            room -= self.both.row.height()
        self.timeline.set_low(self.middle.fit(self.width(), room))

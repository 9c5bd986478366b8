"""The training theatre: one step of the training, why it is that one, and the timeline that leads through all."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.look.theme import Appearance
from app.state.corpus.corpus_library import CorpusLibrary
from app.state.settings import Settings
from app.state.training.pinned_words import PinnedWords
from app.state.training.playback import SPEEDS, Playback
from app.state.training.prediction import Prediction
from app.state.training.rebalancing import Rebalancing
from app.state.training.training_run import TrainingRun
from app.widgets.basics.controls import Line, Panel
from app.widgets.theatre.balance_row import BalanceRow
from app.widgets.theatre.merge_scene import MergeScene
from app.widgets.theatre.note_field import NoteField
from app.widgets.theatre.recipe_options import with_option
from app.widgets.theatre.round_scene import RoundScene
from app.widgets.theatre.side_by_side import SideBySide
from app.widgets.theatre.step_drawing import DrawnParts, StepDrawing
from app.widgets.theatre.step_scenes import StepScenes
from app.widgets.theatre.theatre_pages import TheatrePages
from app.widgets.theatre.timeline import Bookmark, Timeline
from app.widgets.theatre.training_bar import TrainingBar
from app.widgets.theatre.training_progress import TrainingProgress
from app.widgets.theatre.transport import Transport
from app.widgets.why.tied_sheet import TiedSheet
from app.widgets.why.why_sheet import WhySheet
from app.widgets.words.font_warming import FontWarming
from app.widgets.words.token_chips import StageGroup
from engine.errors import OptionError
from engine.history import History, MergeListHistory

_BESIDE, _NO_COUNTS, _BALANCE, _YES = "theatre-side-by-side", "theatre-hide-counts", "theatre-balance", "yes"
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
    ) -> None:
        """Without a corpus its texts cannot be weighed here."""
        super().__init__(appearance)
        self._run = run
        self._playback = playback
        self._settings = settings
        self.balance: BalanceRow | None = None
        if corpus is not None and rebalancing is not None:
            self.balance = BalanceRow(appearance, corpus, rebalancing)
        self.prediction = Prediction(run, playback, self)
        self.prediction.set_with_counts(settings.kept(_NO_COUNTS) != _YES)
        self.words = PinnedWords(self)
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
        self.bar = TrainingBar(look, self._run.recipe)
        self.form, self.train = self.bar.form, self.bar.train
        self.transport = Transport(look)
        self.timeline = Timeline(look)
        self.progress = TrainingProgress(look, self._run)
        self.both = SideBySide(self._run, look, beside=self._settings.kept(_BESIDE) == _YES)
        self.note = NoteField(self._playback)
        self.tied = TiedSheet(look, self)
        self.why_sheet = WhySheet(look, self)
        self.stage = QWidget()
        column = QVBoxLayout(self.stage)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.middle = StepScenes(look, self.both)
        self._name_parts()
        column.addWidget(self.middle, 1)
        for part in (Line(look), self.transport, self.note, self.timeline):
            column.addWidget(part)
        self.pages = TheatrePages(look, self._run, self.stage)
        whole = QVBoxLayout(self)
        whole.setSizeConstraint(QVBoxLayout.SizeConstraint.SetNoConstraint)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        weights = () if self.balance is None else (self.balance,)
        for above in (self.bar, *weights, Line(look), self.progress, self.both.row, self.both.line):
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
        self.steps, self.scenes, self.word = self.middle.steps, self.middle.scenes, self.middle.word
        self.merges, self.rounds = self.middle.merges, self.middle.rounds
        self.equation, self.chips, self.reasons = self.merges.equation, self.merges.chips, self.merges.reasons
        self.bars, self.rules, self.other_rules = self.reasons.bars, self.reasons.rules, self.reasons.other_rules

    def _connect(self) -> None:
        run, playback = self._run, self._playback
        self.pages.empty.train_asked.connect(self.train_asked)
        self.pages.empty.open_asked.connect(self.open_asked)
        self._connect_bar()
        self._connect_transport()
        self._connect_scenes()
        for ask in (self.timeline.seek_asked, self.steps.seek_asked, self.both.seek_asked):
            ask.connect(playback.seek)
        self.word.returnPressed.connect(self._on_word_typed)
        self.note.kept.connect(self.setFocus)
        self.both.beside_changed.connect(self._keep_beside)
        run.recipe_changed.connect(self._on_recipe_changed)
        run.history_replaced.connect(self._on_history_replaced)
        run.running_changed.connect(self._on_running_changed)
        run.paused_changed.connect(self.bar.show_paused)
        playback.bookmarks_changed.connect(self._on_bookmarks_changed)
        self.tied.tied.failed.connect(self.failed)
        self._connect_drawing()

    def _connect_drawing(self) -> None:
        drawing, playback = self.drawing, self._playback
        for news in (self._run.finished, playback.length_changed, self.prediction.changed, self.both.changed):
            news.connect(drawing.refresh)
        for moved in (playback.position_changed, self.words.changed):
            moved.connect(drawing.follow)
        playback.position_changed.connect(self.warming.wait)
        playback.playing_changed.connect(self.transport.show_playing)
        playback.speed_changed.connect(self._on_speed_changed)
        drawing.data_drawn.connect(self._fit_parts)
        self.timeline.make_in(playback.turns.ask)
        for plot in self.middle.plots:
            plot.make_in(playback.turns.ask)

    def _connect_bar(self) -> None:
        bar, run = self.bar, self._run
        bar.train_asked.connect(self.train_asked)
        bar.stop_asked.connect(run.stop)
        bar.pause_asked.connect(self._toggle_run)
        bar.algorithm_asked.connect(run.set_algorithm)
        bar.size_asked.connect(self._change_size)
        bar.recipe_asked.connect(run.set_recipe)
        bar.refused.connect(self.failed)
        bar.predict_asked.connect(self.prediction.toggle)
        bar.balance_asked.connect(self.toggle_balance)
        bar.set_weighs(self.balance is not None)
        if self.balance is not None:
            self.balance.shown_changed.connect(self._on_balance_shown)
            self.balance.setVisible(self._settings.kept(_BALANCE) == _YES)
            bar.balance.setChecked(not self.balance.isHidden())

    def _connect_transport(self) -> None:
        transport, playback = self.transport, self._playback
        transport.start_asked.connect(playback.to_start)
        transport.end_asked.connect(playback.to_end)
        transport.step_asked.connect(playback.step)
        transport.play_asked.connect(self._play)
        transport.next_tie_asked.connect(playback.next_tie)
        transport.bookmark_asked.connect(playback.toggle_bookmark)
        transport.why_asked.connect(self.toggle_why)
        transport.speed_asked.connect(self._set_speed)
        transport.seek_asked.connect(playback.seek)
        transport.show_speed(playback.steps_a_second)

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

    def _change_size(self, size: object) -> None:
        try:
            self._run.set_recipe(with_option(self._run.recipe, "vocab_size", size))
        except OptionError as error:
            self.failed.emit(error)

    def _on_rule_asked(self, rule: str) -> None:
        """The same run up to the step before this one, and by another rule from here on."""
        history, position = self._run.history, self._playback.position
        if isinstance(history, History) and position and history.tie_rule_at(position) != rule:
            self._run.branch_off(position - 1, rule)

    def _toggle_run(self) -> None:
        if self._run.paused:
            self._run.resume()
        else:
            self._run.pause()

    def _play(self, play: bool) -> None:
        if play:
            self._playback.play()
        else:
            self._playback.pause()

    def _set_speed(self, speed: float) -> None:
        self._playback.set_speed(SPEEDS.index(speed))

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
        if self.balance is not None:
            self.balance.set_shown(self.balance.isHidden())

    def _on_balance_shown(self, shown: bool) -> None:
        self.bar.balance.setChecked(shown)
        self._settings.keep(_BALANCE, _YES if shown else "")
        self._fit_parts()
        if not shown:
            self.setFocus()

    def go_to_step(self) -> None:
        """Put the cursor into the step's number."""
        self.transport.step_field.setFocus()
        self.transport.step_field.selectAll()

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

    def _on_recipe_changed(self) -> None:
        self.bar.show_recipe(self._run.recipe)

    def _on_history_replaced(self) -> None:
        history = self._run.history
        played = isinstance(history, MergeListHistory)
        self.bar.show_known(history.words is not None and not played)
        self.bar.show_played(self._run.title if played else "")
        self.tied.close()
        self.drawing.refresh()
        self._warm_fonts()

    def _on_running_changed(self, running: bool) -> None:
        self.bar.show_running(running)
        if not running:
            self.bar.show_paused(False)
        self._warm_fonts()

    def _warm_fonts(self) -> None:
        """While a training runs there is no idle time."""
        self.warming.begin(None if self._run.running else self._run.history.words)

    def _on_speed_changed(self, index: int) -> None:
        self.transport.show_speed(SPEEDS[index])

    def _on_bookmarks_changed(self) -> None:
        playback = self._playback
        self.timeline.set_bookmarks([Bookmark(step, playback.note(step) or f"{step:,}") for step in playback.bookmarks])

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
        room = self.height() - _shown_height(self.balance)
        units = self._appearance.metrics.u
        self.both.set_room(row=room >= _WITH_ROW * units, both=room >= _WITH_BOTH * units)
        room -= _shown_height(self.both.row)
        self.timeline.set_low(self.middle.fit(self.width(), room))


def _shown_height(row: QWidget | None) -> int:
    return 0 if row is None or row.isHidden() else row.height()

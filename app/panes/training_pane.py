"""The training theatre: one step of the training, why it is that one, and the timeline that leads through all."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QStackedWidget, QVBoxLayout, QWidget

from app.state.corpus.corpus_library import CorpusLibrary
from app.state.settings import Settings
from app.state.training.pinned_words import PinnedWords
from app.state.training.playback import FRAME, SPEEDS, Playback
from app.state.training.prediction import Prediction
from app.state.training.rebalancing import Rebalancing
from app.state.training.training_run import TrainingRun
from app.theme import Appearance
from app.widgets.basics.controls import Line, Panel
from app.widgets.steps.step_lists import columns_of, curve_words, learned_words, no_steps_words, stop_words
from app.widgets.theatre.balance_row import BalanceRow
from app.widgets.theatre.empty_theatre import EmptyTheatre
from app.widgets.theatre.helped import helped_sentence
from app.widgets.theatre.merge_scene import MergeScene
from app.widgets.theatre.recipe_options import with_option
from app.widgets.theatre.round_scene import RoundScene
from app.widgets.theatre.side_by_side import SideBySide
from app.widgets.theatre.step_scenes import StepScenes
from app.widgets.theatre.timeline import Bookmark, Timeline
from app.widgets.theatre.training_bar import TrainingBar
from app.widgets.theatre.training_progress import TrainingProgress
from app.widgets.theatre.transport import Transport
from app.widgets.why.run_curves import corpus_tokens
from app.widgets.why.tied_sheet import TiedSheet
from app.widgets.why.why_sheet import WhySheet
from app.widgets.words.token_chips import StageGroup
from engine.errors import OptionError
from engine.history import History, RoundHistory

_BESIDE, _NO_COUNTS, _BALANCE, _YES = "theatre-side-by-side", "theatre-hide-counts", "theatre-balance", "yes"
_WITH_ROW, _WITH_BOTH = 75, 70
"""Units of height from which there is room for the row about two runs, and for the second run."""
_FRAME_WHILE_TRAINING = 100
"""Milliseconds between two pictures while steps stream in: no eye reads more, and the trainer needs the time."""
_HURRY = 0.12
"""Seconds; moves that follow each other faster are a drag, a held key, or fast play."""
_BETWEEN_TURNS = 8
"""Milliseconds in which what a turn has changed is painted, and keys and clicks are heard."""


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
        self._shown = 0
        # The keys of the theatre need the focus in it; no part of it has to show a frame for that.
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._data_is_stale = True
        self._turns: list[Callable[[], None]] = []
        self._has_moved_on = self._hurries = False
        self._last_move = time.monotonic()
        self._draw = QTimer(self, singleShot=True, interval=FRAME)
        self._draw.timeout.connect(self._on_frame)
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
        self.empty = EmptyTheatre(look)
        self.both = SideBySide(self._run, look, beside=self._settings.kept(_BESIDE) == _YES)
        self.note = QLineEdit()
        self.note.setPlaceholderText(self.tr("A note for this step; Enter keeps it"))
        self.note.setAccessibleName(self.tr("Note for a bookmark"))
        self.note.hide()
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
        self._stack = QStackedWidget()
        self._stack.addWidget(self.stage)
        self._stack.addWidget(self.empty)
        whole = QVBoxLayout(self)
        whole.setSizeConstraint(QVBoxLayout.SizeConstraint.SetNoConstraint)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        weights = () if self.balance is None else (self.balance,)
        for above in (self.bar, *weights, Line(look), self.progress, self.both.row, self.both.line):
            whole.addWidget(above)
        whole.addWidget(self._stack, 1)

    def _name_parts(self) -> None:
        """What most of the window's other parts know by these names."""
        self.steps, self.scenes, self.word = self.middle.steps, self.middle.scenes, self.middle.word
        self.merges, self.rounds = self.middle.merges, self.middle.rounds
        self.equation, self.chips, self.bars = self.merges.equation, self.merges.chips, self.merges.bars
        self.rules, self.other_rules = self.merges.rules, self.merges.other_rules

    def _connect(self) -> None:
        run, playback = self._run, self._playback
        self.empty.train_asked.connect(self.train_asked)
        self.empty.open_asked.connect(self.open_asked)
        self._connect_bar()
        self._connect_transport()
        self._connect_scenes()
        for ask in (self.timeline.seek_asked, self.steps.seek_asked):
            ask.connect(playback.seek)
        self.word.returnPressed.connect(self._on_word_typed)
        self.note.returnPressed.connect(self._on_note_typed)
        self.words.changed.connect(self._draw_soon)
        self.both.seek_asked.connect(playback.seek)
        self.both.changed.connect(self._refresh_data)
        self.both.beside_changed.connect(lambda beside: self._settings.keep(_BESIDE, _YES if beside else ""))
        run.recipe_changed.connect(self._on_recipe_changed)
        run.history_replaced.connect(self._on_history_replaced)
        run.running_changed.connect(self._on_running_changed)
        run.paused_changed.connect(self.bar.show_paused)
        run.finished.connect(lambda _reason: self._refresh_data())
        playback.length_changed.connect(lambda _length: self._refresh_data())
        playback.position_changed.connect(self._on_position_changed)
        playback.playing_changed.connect(self.transport.show_playing)
        playback.speed_changed.connect(lambda index: self.transport.show_speed(SPEEDS[index]))
        playback.bookmarks_changed.connect(self._on_bookmarks_changed)
        self.prediction.changed.connect(self._refresh_data)
        self.tied.tied.failed.connect(self.failed)

    def _connect_bar(self) -> None:
        bar, run = self.bar, self._run
        bar.train_asked.connect(self.train_asked)
        bar.stop_asked.connect(run.stop)
        bar.pause_asked.connect(self._toggle_run)
        bar.algorithm_asked.connect(run.set_algorithm)
        bar.size_asked.connect(lambda size: self._change("vocab_size", size))
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
        transport.play_asked.connect(lambda play: playback.play() if play else playback.pause())
        transport.next_tie_asked.connect(playback.next_tie)
        transport.bookmark_asked.connect(playback.toggle_bookmark)
        transport.why_asked.connect(self.toggle_why)
        transport.speed_asked.connect(lambda speed: playback.set_speed(SPEEDS.index(speed)))
        transport.seek_asked.connect(playback.seek)
        transport.show_speed(playback.steps_a_second)

    def _connect_scenes(self) -> None:
        for part in (self.merges, self.why_sheet):
            part.rule_asked.connect(self._on_rule_asked)
        self.merges.tied_asked.connect(self._ask_tied)
        self.merges.guess.guessed.connect(self.prediction.choose)
        self.merges.guess.go_on_asked.connect(self.prediction.go_on)
        self.merges.guess.counts_asked.connect(self._show_counts)
        for scene in (self.merges, self.rounds):
            scene.word_asked.connect(self.middle.ask_word)
            scene.pin_asked.connect(self._pin)

    # -- wishes ------------------------------------------------------------------------------------------------------

    def _change(self, option: str, value: object) -> None:
        try:
            self._run.set_recipe(with_option(self._run.recipe, option, value))
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

    def toggle_why(self) -> None:
        """Show the whole reason of this step in a sheet, or put it away."""
        if self.why_sheet.isVisible():
            self.why_sheet.hide()
            self.setFocus()
            return
        self._show_why()
        self.why_sheet.open_over(self._stack)

    def _show_why(self) -> None:
        asking, reason = self.prediction.asking, self.rounds.reason
        self.why_sheet.show_step(self._run.history, self._playback.position, asking=asking, reason=reason)

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
        self.note.setText(self._playback.note(self._playback.position))
        self.note.show()
        self.note.setFocus()

    def _on_note_typed(self) -> None:
        self._playback.set_note(self.note.text())
        self.note.hide()
        self.setFocus()

    def _on_word_typed(self) -> None:
        self.words.add(self.middle.take_word())

    def _pin(self, word: bytes, wanted: bool) -> None:
        self.words.pin(self._run.history.recipe, word, wanted)

    def _ask_tied(self) -> None:
        """Count the whole tied set of this step, in a sheet over the reasons."""
        history, position = self._run.history, self._playback.position
        if isinstance(history, History) and position:
            self.tied.ask(history, position, self.scenes)

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
        known = self._run.history.words is not None
        self._stack.setCurrentIndex(0 if known else 1)
        self.bar.show_known(known)
        self.tied.close()
        self._refresh_data()

    def _on_running_changed(self, running: bool) -> None:
        self.bar.show_running(running)
        self.empty.show_running(running)
        if not running:
            self.bar.show_paused(False)

    def _refresh_data(self) -> None:
        self._data_is_stale = True
        self._draw_soon()

    def _on_position_changed(self, position: int) -> None:
        self.note.hide()
        now = time.monotonic()
        self._hurries, self._last_move = now - self._last_move < _HURRY, now
        self._draw_soon()

    def _on_bookmarks_changed(self) -> None:
        playback = self._playback
        self.timeline.set_bookmarks([Bookmark(step, playback.note(step) or f"{step:,}") for step in playback.bookmarks])

    def _draw_soon(self) -> None:
        """Whatever the rate of arrival, drawing is once a frame."""
        self._has_moved_on = bool(self._turns)
        if not self._draw.isActive():
            self._draw.start(_FRAME_WHILE_TRAINING if self._run.running else FRAME)

    # -- drawing -----------------------------------------------------------------------------------------------------

    def _on_frame(self) -> None:
        """While a training runs, and while the timeline is dragged, each part is drawn in a turn of its own: together they
        would hold the window up longer than a frame, when it has the least time."""
        if not self._has_started or not (self._run.running or self._hurries):
            self._show_position()
            return
        self._turns = self._turns or self._parts()
        self._turns.pop(0)()
        if self._turns:
            self._draw.start(_BETWEEN_TURNS if self._run.running else 0)
        elif self._has_moved_on:  # what was drawn in the first turns is of an earlier position
            self._has_moved_on = False
            self._draw_soon()

    @property
    def _has_started(self) -> bool:
        return self._run.history.words is not None and self._run.history.start is not None

    def _parts(self) -> list[Callable[[], None]]:
        """What is to be drawn, one after the other."""
        data = [self._show_data] if self._data_is_stale else []
        self._data_is_stale = False
        return [*data, self._show_place, self._show_happening]

    def flush(self) -> None:
        """Draw now what is waiting to be drawn: for pictures."""
        self._draw.stop()
        self._show_position()

    @property
    def scene(self) -> MergeScene | RoundScene:
        """What shows this run's kind of steps."""
        return self.middle.scene_of(self._run.history)

    @property
    def _groups(self) -> tuple[StageGroup, ...]:
        return self.scene.groups

    @property
    def pinned(self) -> tuple[bytes, ...]:
        """The user's words as this run's pipeline makes them."""
        return self.words.cut(self._run.history.recipe)

    def _show_position(self) -> None:
        if not self._has_started:
            return
        self._data_is_stale = self._data_is_stale or bool(self._turns)
        self._turns.clear()
        self._has_moved_on = False
        for show in self._parts():
            show()

    def _show_place(self) -> None:
        """Where the position is among all."""
        history, position = self._run.history, self._playback.position
        self.timeline.set_position(position)
        self.scene.show_cursor(position)
        self.steps.show_position(position)
        self.transport.show_position(position, len(history), ties=len(history.notable_steps) > 0)
        self.both.show_position(self.scene, position, self.words)

    def _show_happening(self) -> None:
        """What happens there."""
        history, position = self._run.history, self._playback.position
        moved = position - self._shown
        self._shown = position
        if self.prediction.asking and isinstance(history, History):
            self.merges.show_question(history, position + 1, self.pinned, self.prediction)
        elif position == 0:
            self.scene.show_start(history, self.pinned)  # type: ignore[arg-type]
        else:
            self._show_step(position, moved)
        self.scene.show_helped("" if self.prediction.asking else helped_sentence(history, position))
        if self.why_sheet.isVisible():
            self._show_why()

    def _show_data(self) -> None:
        """What is the same at every position: the scene, the curves, the list of steps."""
        history = self._run.history
        goal = self._run.goal if self._run.running else None
        self.scenes.setCurrentWidget(self.scene)
        self._show_timeline(goal)
        self.transport.set_stops(stop_words(history))
        self.scene.show_data(history, goal)  # type: ignore[arg-type]
        asking = self.prediction.asking
        last = self._playback.position if asking else len(history)
        self.steps.show_steps(columns_of(history, last), no_steps_words(history))
        self.steps.show_note("" if self._run.running else learned_words(history, self._run.seconds))
        self.both.set_hidden(self.prediction.on)
        self.bar.show_predicting(self.prediction.on, possible=self.prediction.possible)
        self.both.show_data(self.scene, self.timeline, self.steps)
        self._fit_parts()

    def _show_timeline(self, goal: int | None) -> None:
        history = self._run.history
        self.timeline.set_data(corpus_tokens(history), history.tied, goal, curve_words(history))

    def _show_step(self, position: int, moved: int) -> None:
        history = self._run.history
        if isinstance(history, RoundHistory):
            self.rounds.show_step(history, position, self.pinned)
            return
        self.merges.show_step(
            history,
            position,
            self.pinned,
            moved=moved,
            plays=self._moves(moved),
            step_duration=1000 / self._playback.steps_a_second if self._playback.playing else None,
            reduced=self._settings.reduced_motion,
        )
        self.merges.show_verdict(self.prediction)

    def _moves(self, moved: int) -> bool:
        """One step on is shown as a movement, and so is playing; a jump shows the pair lit, before its merge."""
        return moved == 1 or (self._playback.playing and moved > 0)

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

"""The training theatre: one step of the training, why it is that one, and the timeline that leads through all."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QStackedWidget, QVBoxLayout, QWidget

from app.state.playback import FRAME, SPEEDS, Playback
from app.state.prediction import Prediction
from app.state.settings import Settings
from app.state.tied_set import TiedSet
from app.state.training_run import TrainingRun
from app.theme import Appearance
from app.widgets.addition_facts import words_known
from app.widgets.branch_row import BranchRow
from app.widgets.controls import Line, Panel, PushButton
from app.widgets.empty_state import EmptyState
from app.widgets.helped import helped_sentence
from app.widgets.merge_scene import MergeScene
from app.widgets.options_form import with_option
from app.widgets.progress_row import ProgressRow
from app.widgets.round_scene import RoundScene
from app.widgets.step_lists import columns_of
from app.widgets.step_table import StepTable
from app.widgets.tied_list import TiedList
from app.widgets.timeline import Bookmark, Timeline
from app.widgets.token_chips import StageGroup
from app.widgets.training_bar import TrainingBar
from app.widgets.transport import Transport
from engine.errors import OptionError
from engine.history import AdditionHistory, History, RoundHistory
from engine.model import Progress
from engine.stage import cut_typed
from engine.tie_rules import TIE_RULES

FIRST_WORDS = (" Alice", " always", " curiouser", " Wonderland")
_FRAME_WHILE_TRAINING = 100
"""Milliseconds between two pictures while steps stream in: no eye reads more, and the trainer needs the time."""
_PATIENCE = 250
"""Milliseconds after which a running training shows its progress; most samples are done before."""
_WIDE, _TALL, _RULES, _LOW = 285, 180, 160, 115
"""Units of width from which the list of steps has room, of height from which curves and the list of rules have, and below
which the equation and the timeline make do with less."""


class TrainingPane(Panel):
    """Wishes of the user: `train_asked`, `open_asked`; everything else goes to the run and the playback."""

    train_asked = Signal()
    open_asked = Signal()
    failed = Signal(object)

    def __init__(self, run: TrainingRun, playback: Playback, settings: Settings, appearance: Appearance) -> None:
        super().__init__(appearance)
        self._run = run
        self._playback = playback
        self._settings = settings
        self.prediction = Prediction(run, playback, self)
        self.tied = TiedSet(self)
        self._typed: tuple[str, ...] = FIRST_WORDS
        self._shown = 0
        # The keys of the theatre need the focus in it; no part of it has to show a frame for that.
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._data_is_stale = True
        self._draw = QTimer(self, singleShot=True, interval=FRAME)
        self._draw.timeout.connect(self._show_position)
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE)
        self._build()
        self._connect()
        self._on_history_replaced()

    # -- parts -------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        look = self._appearance
        self.bar = TrainingBar(look, self._run.recipe)
        self.form, self.train = self.bar.form, self.bar.train
        self.transport = Transport(look)
        self.timeline = Timeline(look)
        self.progress = ProgressRow(look, cancel=False)
        self.branch = BranchRow(look)
        self.note = self._field(self.tr("A note for this step; Enter keeps it"), self.tr("Note for a bookmark"))
        self.tied_list = TiedList(look, self)
        self.stage = QWidget()
        column = QVBoxLayout(self.stage)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._build_middle(), 1)
        for part in (Line(look), self.transport, self.note, self.timeline):
            column.addWidget(part)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.stage)
        self._stack.addWidget(self._build_empty())
        whole = QVBoxLayout(self)
        whole.setSizeConstraint(QVBoxLayout.SizeConstraint.SetNoConstraint)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        for above in (self.bar, Line(look), self.progress, self.branch):
            whole.addWidget(above)
        whole.addWidget(self._stack, 1)

    def _build_middle(self) -> QHBoxLayout:
        look = self._appearance
        self.steps = StepTable(look)
        self._list_divider = Line(look, upright=True)
        self.merges = MergeScene(look)
        self.rounds = RoundScene(look)
        self.scenes = QStackedWidget()
        self.scenes.addWidget(self.merges)
        self.scenes.addWidget(self.rounds)
        self.word = self._field(
            self.tr("A word, with a blank before it if it is not the first; Enter pins it"), self.tr("Word to pin")
        )
        # What most of the window's other parts know by these names.
        self.equation, self.chips, self.bars = self.merges.equation, self.merges.chips, self.merges.bars
        self.rules, self.other_rules = self.merges.rules, self.merges.other_rules
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self.scenes, 1)
        right.addWidget(self.word)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.steps)
        middle.addWidget(self._list_divider)
        middle.addLayout(right, 1)
        self._fit_parts()
        return middle

    def _field(self, placeholder: str, name: str) -> QLineEdit:
        field = QLineEdit()
        field.setPlaceholderText(placeholder)
        field.setAccessibleName(name)
        field.hide()
        return field

    def _build_empty(self) -> QWidget:
        look = self._appearance
        self._train_first = PushButton(look, self.tr("Train"), "train", primary=True)
        self._train_first.clicked.connect(self.train_asked)
        open_file = PushButton(look, self.tr("Open tokenizer..."), "open")
        open_file.clicked.connect(self.open_asked)
        self.empty = EmptyState(
            look,
            "train",
            self.tr("Nothing learned yet"),
            self.tr("Train on the checked texts, or open a tokenizer to look inside."),
            (self._train_first, open_file),
        )
        return self.empty

    def _connect(self) -> None:
        run, playback = self._run, self._playback
        self._connect_bar()
        self._connect_transport()
        self._connect_scenes()
        for ask in (self.timeline.seek_asked, self.steps.seek_asked):
            ask.connect(playback.seek)
        self.word.returnPressed.connect(self._on_word_typed)
        self.note.returnPressed.connect(self._on_note_typed)
        self.branch.difference_asked.connect(self._to_first_difference)
        self.branch.back_asked.connect(run.return_to_trunk)
        run.recipe_changed.connect(lambda: self.bar.show_recipe(run.recipe))
        run.history_replaced.connect(self._on_history_replaced)
        run.running_changed.connect(self._on_running_changed)
        run.paused_changed.connect(self.bar.show_paused)
        run.progressed.connect(self._on_progress)
        run.finished.connect(lambda _reason: self._refresh_data())
        playback.length_changed.connect(lambda _length: self._refresh_data())
        playback.position_changed.connect(self._on_position_changed)
        playback.playing_changed.connect(self.transport.show_playing)
        playback.speed_changed.connect(lambda index: self.transport.show_speed(SPEEDS[index]))
        playback.bookmarks_changed.connect(self._on_bookmarks_changed)
        self.prediction.changed.connect(self._refresh_data)
        self.tied.changed.connect(self._show_tied)
        self.tied.failed.connect(self.failed)

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

    def _connect_transport(self) -> None:
        transport, playback = self.transport, self._playback
        transport.start_asked.connect(playback.to_start)
        transport.end_asked.connect(playback.to_end)
        transport.step_asked.connect(playback.step)
        transport.play_asked.connect(lambda play: playback.play() if play else playback.pause())
        transport.next_tie_asked.connect(playback.next_tie)
        transport.bookmark_asked.connect(playback.toggle_bookmark)
        transport.speed_asked.connect(lambda speed: playback.set_speed(SPEEDS.index(speed)))
        transport.seek_asked.connect(playback.seek)
        transport.show_speed(playback.steps_a_second)

    def _connect_scenes(self) -> None:
        self.merges.rule_asked.connect(self._on_rule_asked)
        self.merges.tied_asked.connect(self._ask_tied)
        self.merges.guess.guessed.connect(self.prediction.choose)
        self.merges.guess.go_on_asked.connect(self.prediction.go_on)
        for scene in (self.merges, self.rounds):
            scene.word_asked.connect(self._ask_word)
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

    def _to_first_difference(self) -> None:
        branch = self._run.branch
        difference = branch.first_difference(self._run.history) if branch is not None else None
        if difference is not None:
            self._playback.seek(difference)

    def _toggle_run(self) -> None:
        if self._run.paused:
            self._run.resume()
        else:
            self._run.pause()

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

    def _ask_word(self) -> None:
        self.word.show()
        self.word.setFocus()

    def _on_word_typed(self) -> None:
        word = self.word.text()
        if word:
            self._typed = (*(other for other in self._typed if other != word), word)
        self.word.clear()
        self.word.hide()
        self._draw_soon()

    def _pin(self, word: bytes, wanted: bool) -> None:
        """Pin a word of the corpus as if it had been typed, or let go of it."""
        recipe = self._run.history.recipe
        text = recipe.normalizer.restore(word.decode("utf-8", "replace"))
        if recipe.normalizer.marks_blanks and word.startswith("\u2581".encode()):
            text = " " + text.lstrip(" ")
        kept = tuple(other for other in self._typed if word not in cut_typed(recipe, [other]))
        self._typed = (*kept, text) if wanted else kept
        self._draw_soon()

    def _ask_tied(self) -> None:
        """Count the whole tied set of this step, in a sheet over the reasons."""
        history, position = self._run.history, self._playback.position
        if not isinstance(history, History) or not position:
            return
        self.tied.ask(history, position)
        self.tied_list.show_counting(position)
        corner = self.scenes.mapTo(self, self.scenes.rect().topRight())
        self.tied_list.open_at(corner.x(), corner.y(), self.scenes.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Digits guess and Enter reveals while the next merge is a question."""
        digit = event.key() - Qt.Key.Key_1
        if self.prediction.on and 0 <= digit < 4:
            self.prediction.choose(digit)
        elif self.prediction.on and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.prediction.go_on()
        else:
            super().keyPressEvent(event)

    # -- what happens ------------------------------------------------------------------------------------------------

    def _on_history_replaced(self) -> None:
        known = self._run.history.words is not None
        self._stack.setCurrentIndex(0 if known else 1)
        self.bar.show_known(known)
        self.tied.close()
        self.tied_list.hide()
        self._refresh_data()

    def _on_running_changed(self, running: bool) -> None:
        self.bar.show_running(running)
        self._say_what_is_empty(running)
        if running:
            self._patience.start()
        else:
            self._patience.stop()
            self.progress.hide()
            self.bar.show_paused(False)

    def _say_what_is_empty(self, running: bool) -> None:
        if running:
            title, sentence = (
                "Learning begins in a moment",
                "On a first start the compiled loops are prepared before it.",
            )
        else:
            title = "Nothing learned yet"
            sentence = "Train on the checked texts, or open a tokenizer to look inside."
        self.empty.say(self.tr(title), self.tr(sentence))
        self._train_first.setEnabled(not running)

    def _on_progress(self, progress: Progress) -> None:
        if not self._run.running or self._patience.isActive():
            return
        learned = len(self._run.history)
        share = progress.share if progress.total else None
        if progress.unit == "steps" and self._run.goal:
            title = self.tr("Step {:,} of {:,}").format(learned, self._run.goal)
            note = self.tr("What is learned so far stays if you stop.")
            self.progress.show_progress(title, learned / max(1, self._run.goal), note)
        else:
            self.progress.show_progress(progress.stage, share)

    def _refresh_data(self) -> None:
        self._data_is_stale = True
        self._draw_soon()

    def _on_position_changed(self, position: int) -> None:
        self.note.hide()
        self._draw_soon()

    def _on_bookmarks_changed(self) -> None:
        playback = self._playback
        self.timeline.set_bookmarks([Bookmark(step, playback.note(step) or f"{step:,}") for step in playback.bookmarks])

    def _draw_soon(self) -> None:
        """Whatever the rate of arrival, drawing is once a frame."""
        if not self._draw.isActive():
            self._draw.start(_FRAME_WHILE_TRAINING if self._run.running else FRAME)

    # -- drawing -----------------------------------------------------------------------------------------------------

    def flush(self) -> None:
        """Draw now what is waiting to be drawn: for pictures."""
        self._draw.stop()
        self._show_position()

    @property
    def scene(self) -> MergeScene | RoundScene:
        """What shows this run's kind of steps."""
        return self.rounds if isinstance(self._run.history, RoundHistory) else self.merges

    @property
    def _groups(self) -> tuple[StageGroup, ...]:
        return self.scene.groups

    @property
    def _pinned(self) -> tuple[bytes, ...]:
        """The user's words as this run's pipeline makes them."""
        return cut_typed(self._run.history.recipe, self._typed)

    def _show_position(self) -> None:
        history, position = self._run.history, self._playback.position
        if history.words is None or history.start is None:
            return
        if self._data_is_stale:
            self._data_is_stale = False
            self._show_data()
        moved = position - self._shown
        self._shown = position
        self.timeline.set_position(position)
        self.scene.show_cursor(position)
        self.steps.show_position(position)
        self.transport.show_position(position, len(history), ties=len(history.tied) > 0)
        if self.prediction.asking and isinstance(history, History):
            self.merges.show_question(history, position + 1, self._pinned, self.prediction)
        elif position == 0:
            self.scene.show_start(history, self._pinned)  # type: ignore[arg-type]
        else:
            self._show_step(position, moved)
        self.scene.show_helped("" if self.prediction.asking else helped_sentence(history, position))

    def _show_data(self) -> None:
        """What is the same at every position: the scene, the curves, the list of steps."""
        history = self._run.history
        goal = self._run.goal if self._run.running else None
        self.scenes.setCurrentWidget(self.scene)
        self._show_timeline(goal)
        self.scene.show_data(history, goal)  # type: ignore[arg-type]
        asking = self.prediction.asking
        self.steps.show_steps(columns_of(history, self._playback.position if asking else len(history)))
        what = {"merges": "steps learned", "rounds": "rounds done", "additions": "words taken in"}[history.step_kind]
        took = self.tr("{:,} {} in {:.1f} s").format(len(history), self.tr(what), self._run.seconds)
        self.steps.show_note("" if self._run.running else took)
        self.bar.show_predicting(self.prediction.on, possible=self.prediction.possible)
        self._show_branch()

    def _show_timeline(self, goal: int | None) -> None:
        history = self._run.history
        if isinstance(history, AdditionHistory) and history.words is not None:
            # All words are tokens, known or not: what falls is how many are not known.
            total = float(history.words.counts.sum()) / history.scale
            unknown = total * (1 - words_known(history) / 100)
            self.timeline.set_data(unknown, history.tied, goal, self.tr("unknown words of the corpus"))
        else:
            tokens: Any = history.corpus_tokens / history.scale
            self.timeline.set_data(tokens if len(tokens) else np.zeros(1), history.tied, goal)

    def _show_branch(self) -> None:
        branch = self._run.branch
        if branch is None:
            self.branch.hide()
            return
        difference = branch.first_difference(self._run.history)
        self.branch.show_branch(branch.step, TIE_RULES[branch.rule].title, difference, done=not self._run.running)

    def _show_step(self, position: int, moved: int) -> None:
        history = self._run.history
        if isinstance(history, RoundHistory):
            self.rounds.show_step(history, position, self._pinned)
            return
        self.merges.show_step(
            history,
            position,
            self._pinned,
            moved=moved,
            plays=self._moves(moved),
            step_duration=1000 / self._playback.steps_a_second if self._playback.playing else None,
            reduced=self._settings.reduced_motion,
        )
        self.merges.show_verdict(self.prediction)

    def _show_tied(self) -> None:
        history, step = self._run.history, self.tied.step
        if not isinstance(history, History) or not 1 <= step <= len(history):
            return
        row = history.row(step)
        rules: dict[tuple[int, int], list[str]] = {}
        for name, choice in row.choices.items():
            rules.setdefault(choice.ids, []).append(TIE_RULES[name].title)
        named = {ids: ", ".join(titles) for ids, titles in rules.items()}
        self.tied_list.show_pairs(step, self.tied.pairs, named, row.ids)

    def _moves(self, moved: int) -> bool:
        """One step on is shown as a movement, and so is playing; a jump shows the pair lit, before its merge."""
        return moved == 1 or (self._playback.playing and moved > 0)

    def minimumSizeHint(self) -> QSize:
        """What has no room is left out, so that what is shown now says nothing about how small the pane may be."""
        units = self._appearance.metrics.units
        return QSize(units(110), units(80))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_parts()

    def _fit_parts(self) -> None:
        """Show what there is room for."""
        units = self._appearance.metrics.u
        wide, tall = self.width() >= _WIDE * units, self.height() >= _TALL * units
        low = self.height() < _LOW * units
        self.steps.setVisible(wide)
        self._list_divider.setVisible(wide)
        for scene in (self.merges, self.rounds):
            scene.fit(wide=wide, tall=tall, with_rules=self.height() >= _RULES * units, low=low)
        self.timeline.set_low(low)

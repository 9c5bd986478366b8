"""The training theatre: one step of the training, why it is that one, and the timeline that leads through all."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
    QWidgetAction,
)

from app.state.playback import FRAME, SPEEDS, Playback
from app.state.settings import Settings
from app.state.training_run import TrainingRun
from app.theme import Appearance
from app.widgets.controls import Choice, Label, Line, Panel, PushButton, ToolButton, spaced
from app.widgets.curves import Curve, CurvePlot
from app.widgets.empty_state import EmptyState
from app.widgets.equation import Equation
from app.widgets.options_form import OptionsForm, with_option
from app.widgets.other_rules import OtherRules
from app.widgets.pair_bars import PairBars
from app.widgets.progress_row import ProgressRow
from app.widgets.rule_list import RuleList
from app.widgets.step_facts import (
    CHANGING,
    merge_of,
    reasons_of,
    rule_choices,
    stage_groups,
    tie_rule_of,
    words_that_change,
)
from app.widgets.step_model import StepColumns
from app.widgets.step_table import StepTable
from app.widgets.timeline import Bookmark, Timeline
from app.widgets.token_chips import StageGroup, TokenChips
from app.widgets.transport import Transport
from engine.algorithms.bpe import BPETrainer
from engine.errors import OptionError
from engine.model import Progress
from engine.recipe import Recipe

SIZES = (300, 512, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000)
FIRST_WORDS = (b" Alice", b" always", b" curiouser", b" Wonderland")
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
        self._pinned: tuple[bytes, ...] = FIRST_WORDS
        self._shown = 0
        # The keys of the theatre need the focus in it; no part of it has to show a frame for that.
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._groups: tuple[StageGroup, ...] = ()
        self._data_is_stale = True
        self._draw = QTimer(self, singleShot=True, interval=FRAME)
        self._draw.timeout.connect(self._show_position)
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE)
        self._build()
        self._connect()
        self._on_recipe_changed()
        self._on_history_replaced()

    # -- parts -------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        look = self._appearance
        self.transport = Transport(look)
        self.timeline = Timeline(look)
        self.progress = ProgressRow(look, cancel=False)
        self.stage = QWidget()
        column = QVBoxLayout(self.stage)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._build_middle(), 1)
        column.addWidget(Line(look))
        column.addWidget(self.transport)
        column.addWidget(self.timeline)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.stage)
        self._stack.addWidget(self._build_empty())
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(self._build_bar())
        whole.addWidget(Line(look))
        whole.addWidget(self.progress)
        whole.addWidget(self._stack, 1)

    def _build_bar(self) -> QHBoxLayout:
        look = self._appearance
        self.vocabulary = Choice(look, self.tr("Vocabulary"))
        self.options = ToolButton(
            look, "options", self.tr("Options"), tip=self.tr("All options of the training"), plain=True
        )
        self.form = OptionsForm(look, self._run.recipe)
        menu = QMenu(self.options)
        action = QWidgetAction(menu)
        action.setDefaultWidget(self.form)
        menu.addAction(action)
        self.options.setMenu(menu)
        self.options.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.pause = PushButton(look, self.tr("Pause"), "pause")
        self.stop = PushButton(look, self.tr("Stop here"), "stop")
        self.train = PushButton(look, self.tr("Train"), "train", primary=True)
        bar = QHBoxLayout()
        bar.addWidget(self.vocabulary)
        bar.addWidget(self.options)
        bar.addStretch(1)
        for button in (self.pause, self.stop, self.train):
            bar.addWidget(button)
        spaced(bar, look, (3, 1.5, 3, 1.5), 2)
        self.pause.hide()
        self.stop.hide()
        return bar

    def _build_middle(self) -> QHBoxLayout:
        look = self._appearance
        self.equation = Equation(look)
        self.chips = TokenChips(look)
        self.word = QLineEdit()
        self.word.setPlaceholderText(self.tr("A word, with a blank before it if it is not the first; Enter pins it"))
        self.word.setAccessibleName(self.tr("Word to pin"))
        self.word.hide()
        left = QVBoxLayout()
        left.addWidget(self.equation)
        left.addWidget(self.chips, 1)
        left.addWidget(self.word)
        spaced(left, look, (4, 2, 4, 1), 1.5)
        self.bytes_curve = CurvePlot(look, self.tr("Bytes per token"))
        self.count_curve = CurvePlot(look, self.tr("Count of the winning pair (log)"), log=True, decimals=0)
        curves = QHBoxLayout()
        curves.addWidget(self.bytes_curve)
        curves.addWidget(self.count_curve)
        spaced(curves, look, (4, 2, 4, 2), 4)
        self._curves = QWidget()
        self._curves.setLayout(curves)
        centre = QVBoxLayout()
        centre.setSpacing(0)
        centre.addLayout(left, 3)
        centre.addWidget(self._curves, 1)
        self.bars = PairBars(look)
        self.rules = RuleList(look)
        self._rules_title = Label(look, self.tr("What each rule would choose here"), "caption", second=True, bold=True)
        right = QVBoxLayout()
        right.addWidget(self.bars, 1)
        right.addWidget(self._rules_title)
        right.addWidget(self.rules)
        self.other_rules = OtherRules(look)
        right.addWidget(self.other_rules)
        spaced(right, look, (3, 2, 3, 1), 2)
        self._right = QWidget()
        self._right.setLayout(right)
        self.steps = StepTable(look)
        self._list_divider = Line(look, upright=True)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.steps)
        middle.addWidget(self._list_divider)
        middle.addLayout(centre, 3)
        middle.addWidget(Line(look, upright=True))
        middle.addWidget(self._right, 2)
        self._fit_parts()
        return middle

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
        self.train.clicked.connect(self.train_asked)
        self.stop.clicked.connect(run.stop)
        self.pause.clicked.connect(self._toggle_run)
        self.vocabulary.activated.connect(lambda row: self._change("vocab_size", self.vocabulary.itemData(row)))
        self.form.changed.connect(run.set_recipe)
        self.form.refused.connect(self.failed)
        self.rules.rule_asked.connect(self._on_rule_asked)
        self.timeline.seek_asked.connect(playback.seek)
        self.steps.seek_asked.connect(playback.seek)
        self._connect_transport()
        self.chips.action_asked.connect(lambda _group: self._ask_word())
        self.chips.word_clicked.connect(self._on_word_clicked)
        self.word.returnPressed.connect(self._on_word_typed)
        run.recipe_changed.connect(self._on_recipe_changed)
        run.history_replaced.connect(self._on_history_replaced)
        run.running_changed.connect(self._on_running_changed)
        run.paused_changed.connect(self._on_paused_changed)
        run.progressed.connect(self._on_progress)
        run.finished.connect(lambda _reason: self._refresh_data())
        playback.length_changed.connect(lambda _length: self._refresh_data())
        playback.position_changed.connect(self._on_position_changed)
        playback.playing_changed.connect(self.transport.show_playing)
        playback.speed_changed.connect(lambda index: self.transport.show_speed(SPEEDS[index]))
        playback.bookmarks_changed.connect(self._on_bookmarks_changed)

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

    # -- wishes ------------------------------------------------------------------------------------------------------

    def _change(self, option: str, value: object) -> None:
        try:
            self._run.set_recipe(with_option(self._run.recipe, option, value))
        except OptionError as error:
            self.failed.emit(error)

    def _on_rule_asked(self, rule: str) -> None:
        """Train again by another rule."""
        self._change("tie_rule", rule)
        self.train_asked.emit()

    def _toggle_run(self) -> None:
        if self._run.paused:
            self._run.resume()
        else:
            self._run.pause()

    def go_to_step(self) -> None:
        """Put the cursor into the step's number."""
        self.transport.step_field.setFocus()
        self.transport.step_field.selectAll()

    def _ask_word(self) -> None:
        self.word.show()
        self.word.setFocus()

    def _on_word_typed(self) -> None:
        word = self.word.text().encode("utf-8", "replace")
        if word:
            self._pinned = (*(other for other in self._pinned if other != word), word)
        self.word.clear()
        self.word.hide()
        self._draw_soon()

    def _on_word_clicked(self, group: int, index: int) -> None:
        """A click pins a word; on a pinned one it lets go."""
        groups = self._groups
        if group >= len(groups) or index >= len(groups[group].words):
            return
        word = b"".join(groups[group].words[index].tokens)
        pinned = [other for other in self._pinned if other != word]
        self._pinned = (*pinned, word) if group == CHANGING and len(groups) > 1 else tuple(pinned)
        self._draw_soon()

    # -- what happens ------------------------------------------------------------------------------------------------

    def _on_recipe_changed(self) -> None:
        recipe: Recipe = self._run.recipe
        self.form.show_recipe(recipe)
        trainer = recipe.trainer
        assert isinstance(trainer, BPETrainer)
        self.vocabulary.clear()
        sizes = sorted({*SIZES, trainer.vocab_size} - {None})  # type: ignore[type-var]
        for size in sizes:
            self.vocabulary.add(f"{size:,}", size)
        self.vocabulary.add(self.tr("no limit"), None)
        self.vocabulary.setCurrentIndex(sizes.index(trainer.vocab_size) if trainer.vocab_size else len(sizes))

    def _on_history_replaced(self) -> None:
        known = self._run.history.words is not None
        self._stack.setCurrentIndex(0 if known else 1)
        self.train.setText(" " + (self.tr("Train again") if known else self.tr("Train")))
        self._refresh_data()

    def _on_running_changed(self, running: bool) -> None:
        for button in (self.pause, self.stop):
            button.setVisible(running)
        self.train.setVisible(not running)
        self._say_what_is_empty(running)
        if running:
            self._patience.start()
        else:
            self._patience.stop()
            self.progress.hide()
            self._on_paused_changed(False)

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

    def _on_paused_changed(self, paused: bool) -> None:
        self.pause.setText(" " + (self.tr("Go on") if paused else self.tr("Pause")))
        self.pause.set_icon_name("play" if paused else "pause")

    def _on_progress(self, progress: Progress) -> None:
        if not self._run.running or self._patience.isActive():
            return
        learned = len(self._run.history)
        share = progress.share if progress.total else None
        if progress.unit == "steps":
            title = self.tr("Step {:,} of {:,}").format(learned, self._run.goal)
            note = self.tr("What is learned so far stays if you stop.")
            self.progress.show_progress(title, learned / max(1, self._run.goal), note)
        else:
            self.progress.show_progress(progress.stage, share)

    def _refresh_data(self) -> None:
        self._data_is_stale = True
        self._draw_soon()

    def _on_position_changed(self, position: int) -> None:
        self._draw_soon()

    def _on_bookmarks_changed(self) -> None:
        self.timeline.set_bookmarks([Bookmark(step, f"{step:,}") for step in self._playback.bookmarks])

    def _draw_soon(self) -> None:
        """Whatever the rate of arrival, drawing is once a frame."""
        if not self._draw.isActive():
            self._draw.start(_FRAME_WHILE_TRAINING if self._run.running else FRAME)

    # -- drawing -----------------------------------------------------------------------------------------------------

    def flush(self) -> None:
        """Draw now what is waiting to be drawn: for pictures."""
        self._draw.stop()
        self._show_position()

    def _show_position(self) -> None:
        history, position = self._run.history, self._playback.position
        if history.words is None:
            return
        if self._data_is_stale:
            self._data_is_stale = False
            self._show_data()
        moved = position - self._shown
        self._shown = position
        self.timeline.set_position(position)
        for part in (self.bytes_curve, self.count_curve, self.steps):
            part.show_position(position)
        self.transport.show_position(position, len(history))
        if position == 0:
            self._show_start()
        else:
            self._show_step(position, moved)

    def _show_data(self) -> None:
        """What is the same at every position: the curves and the list of steps."""
        history = self._run.history
        assert history.words is not None
        scale = history.words.scale
        goal = self._run.goal if self._run.running else None
        self.timeline.set_data(history.corpus_tokens / scale, history.tied, goal)
        tokens = np.maximum(history.corpus_tokens, 1)
        self.bytes_curve.show_curves([Curve("bytes per token", tokens[0] / tokens)], goal)
        # Position 0 has no winning pair.
        self.count_curve.show_curves([Curve("count", np.concatenate([[np.nan], history.counts / scale]))], goal)
        self.steps.show_steps(StepColumns(history.parts, history.counts, history.tied, history.token, scale))
        took = self.tr("{:,} steps learned in {:.1f} s").format(len(history), self._run.seconds)
        self.steps.show_note("" if self._run.running else took)

    def _show_start(self) -> None:
        self.equation.show_merge(None, empty=self.tr("Before the first merge: every byte is a token."))
        self.bars.show_reasons(None, empty=self.tr("Step on to see the first merge."))
        self.rules.show_rules([], tie_rule_of(self._run.history))
        self.other_rules.show_choices(())
        self._groups = stage_groups(self._run.history, 0, None, self._pinned)
        self.chips.show_words(self._groups)

    def _show_step(self, position: int, moved: int) -> None:
        history = self._run.history
        row = history.row(position)
        changing = words_that_change(history, position)
        self.equation.show_merge(merge_of(row, changing.total), self.tr("Merge, step {:,}").format(position))
        self.bars.show_reasons(reasons_of(history, row), animate=moved in (1, -1))
        choices = rule_choices(row)
        self.rules.show_rules(choices, tie_rule_of(history))
        self.other_rules.show_choices(choices)
        self._groups = stage_groups(history, position, changing, self._pinned)
        if self._moves(moved):
            self.chips.play_words(
                self._groups,
                step_duration=1000 / self._playback.steps_a_second if self._playback.playing else None,
                reduced=self._settings.reduced_motion,
            )
        else:
            self.chips.show_words(self._groups)

    def _moves(self, moved: int) -> bool:
        """One step on is shown as a movement, and so is playing; a jump shows the pair lit, before its merge."""
        return moved == 1 or (self._playback.playing and moved > 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_parts()

    def _fit_parts(self) -> None:
        """Show what there is room for."""
        units = self._appearance.metrics.u
        wide, tall = self.width() >= _WIDE * units, self.height() >= _TALL * units
        self.steps.setVisible(wide)
        self._list_divider.setVisible(wide)
        with_rules = self.height() >= _RULES * units
        self.rules.setVisible(with_rules)
        self._rules_title.setVisible(with_rules)
        self.other_rules.setVisible(not with_rules)
        for part in (self.equation.set_compact, self.timeline.set_low):
            part(self.height() < _LOW * units)
        self._curves.setVisible(tall and wide)
        # On a low screen the painted parts leave out rows rather than push the window out of it.
        self.chips.setMinimumHeight(round(11 * units))
        self.bars.setMinimumHeight(round(16 * units))

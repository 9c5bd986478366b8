"""What stands above the theatre: the bar that says what is learned and how, and the weights of the texts."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.look.theme import Appearance
from app.state.settings import Settings
from app.state.training.prediction import Prediction
from app.state.training.training_run import TrainingRun
from app.widgets.theatre.balance_row import BalanceRow
from app.widgets.theatre.recipe_options import with_option
from app.widgets.theatre.training_bar import TrainingBar
from engine.errors import OptionError
from engine.history import MergeListHistory

_BALANCE, _YES = "theatre-balance", "yes"


class TheatreHead(QWidget):
    """Follows the run, and asks it for what is wished; `balance_shown` when the weights come or go."""

    train_asked = Signal()
    balance_shown = Signal(bool)
    failed = Signal(object)

    def __init__(
        self,
        appearance: Appearance,
        run: TrainingRun,
        prediction: Prediction,
        settings: Settings,
        balance: BalanceRow | None,
    ) -> None:
        """Without `balance` the texts cannot be weighed here."""
        super().__init__()
        self._run, self._prediction, self._settings = run, prediction, settings
        self.bar, self.balance = TrainingBar(appearance, run.recipe), balance
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        self._connect()
        self.bar.set_weighs(balance is not None)
        if balance is not None:
            column.addWidget(balance)
            self._connect_balance(balance)
        self._on_history_replaced()

    def _connect(self) -> None:
        bar, run = self.bar, self._run
        bar.train_asked.connect(self.train_asked)
        bar.stop_asked.connect(run.stop)
        bar.pause_asked.connect(self._toggle_run)
        bar.algorithm_asked.connect(run.set_algorithm)
        bar.size_asked.connect(self._change_size)
        bar.recipe_asked.connect(run.set_recipe)
        bar.refused.connect(self.failed)
        bar.predict_asked.connect(self._prediction.toggle)
        bar.balance_asked.connect(self.toggle_balance)
        run.recipe_changed.connect(self._on_recipe_changed)
        run.history_replaced.connect(self._on_history_replaced)
        run.running_changed.connect(self._on_running_changed)
        run.paused_changed.connect(bar.show_paused)

    def _connect_balance(self, balance: BalanceRow) -> None:
        balance.shown_changed.connect(self._on_balance_shown)
        balance.setVisible(self._settings.kept(_BALANCE) == _YES)
        self.bar.balance.setChecked(not balance.isHidden())

    @property
    def balance_height(self) -> int:
        """What the weights take of the pane's height."""
        return 0 if self.balance is None or self.balance.isHidden() else self.balance.height()

    def toggle_balance(self) -> None:
        """Show the weights of the texts, or put them away."""
        if self.balance is not None:
            self.balance.set_shown(self.balance.isHidden())

    # -- wishes ------------------------------------------------------------------------------------------------------

    def _change_size(self, size: object) -> None:
        try:
            self._run.set_recipe(with_option(self._run.recipe, "vocab_size", size))
        except OptionError as error:
            self.failed.emit(error)

    def _toggle_run(self) -> None:
        if self._run.paused:
            self._run.resume()
        else:
            self._run.pause()

    # -- what happens ------------------------------------------------------------------------------------------------

    def _on_balance_shown(self, shown: bool) -> None:
        self.bar.balance.setChecked(shown)
        self._settings.keep(_BALANCE, _YES if shown else "")
        self.balance_shown.emit(shown)

    def _on_recipe_changed(self) -> None:
        self.bar.show_recipe(self._run.recipe)

    def _on_history_replaced(self) -> None:
        history = self._run.history
        played = isinstance(history, MergeListHistory)
        self.bar.show_known(history.words is not None and not played)
        self.bar.show_played(self._run.title if played else "")

    def _on_running_changed(self, running: bool) -> None:
        self.bar.show_running(running)
        if not running:
            self.bar.show_paused(False)

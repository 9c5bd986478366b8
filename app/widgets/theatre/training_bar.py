"""The row above the theatre: what is learned and how large, all options, predict, and the buttons that train, pause and stop."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QScrollArea, QToolButton, QWidget, QWidgetAction

from app.look.theme import Appearance
from app.translation import later, translate
from app.widgets.basics.controls import Label, PushButton, ToolButton, spaced
from app.widgets.basics.value_choice import ValueChoice
from app.widgets.theatre.options_form import OptionsForm
from engine.algorithms import ALGORITHMS, algorithm_of
from engine.recipe import Recipe

SIZES = (100, 300, 512, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000)
_BYTES = 256


@dataclass(frozen=True, slots=True)
class _Room:
    """What has room: whose merges play, what says that the row is not about them (the whole, a word or nothing), words beside
    icons, names before values, the buttons that have keys, and what stands on those that train, pause and stop."""

    played: bool = False
    coming: str = later("TrainingBar", "Next")
    words: bool = False
    names: bool = False
    all_buttons: bool = True
    labels: str = "whole"


_WHOLE = later("TrainingBar", "Next training")
_ROOMS = (
    _Room(played=True, coming=_WHOLE, words=True, names=True),
    _Room(played=True, coming=_WHOLE, words=True),
    _Room(played=True, coming=_WHOLE),
    _Room(coming=_WHOLE),
    _Room(),
    _Room(all_buttons=False),
    _Room(all_buttons=False, coming=""),
    _Room(all_buttons=False, coming="", labels="short"),
    _Room(all_buttons=False, coming="", labels="icons"),
)


class TrainingBar(QWidget):
    """Every control is a wish; `show_recipe`, `show_running` and `show_paused` write what is so."""

    algorithm_asked = Signal(str)
    size_asked = Signal(object)
    recipe_asked = Signal(object)
    refused = Signal(object)
    predict_asked = Signal()
    balance_asked = Signal()
    train_asked = Signal()
    stop_asked = Signal()
    pause_asked = Signal()

    def __init__(self, appearance: Appearance, recipe: Recipe) -> None:
        super().__init__()
        self._appearance = appearance
        self._weighs = True
        self._played = ""
        self._known = self._paused = False
        self._build(recipe)
        self._connect()
        self.show_recipe(recipe)
        appearance.changed.connect(self._fit)

    def _build(self, recipe: Recipe) -> None:
        look = self._appearance
        self.played = Label(look, bold=True)
        self.coming = Label(look, second=True)
        self.algorithm = ValueChoice(look, self.tr("Algorithm"))
        for kind in ALGORITHMS.values():
            self.algorithm.add(translate("engine", kind.title), kind.name)
            self.algorithm.setItemData(
                self.algorithm.count() - 1, translate("engine", kind.says), Qt.ItemDataRole.ToolTipRole
            )
        self.vocabulary = ValueChoice(look, self.tr("Vocabulary"))
        self.options = ToolButton(
            look, "options", self.tr("Options"), tip=self.tr("All options of the training"), plain=True
        )
        self.form = OptionsForm(look, recipe)
        self.options.setMenu(self._options_menu())
        self.options.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.balance = ToolButton(
            look, "weight", self.tr("Balance"), tip=self.tr("Weigh the texts against each other (M)"), plain=True
        )
        self.balance.setCheckable(True)
        self.predict = ToolButton(look, "predict", self.tr("Predict"), tip=self.tr("Guess the next merge (P)"))
        self.predict.setCheckable(True)
        self.pause, self.stop = PushButton(look, "", "pause"), PushButton(look, "", "stop")
        self.train = PushButton(look, "", "train", primary=True)
        row = self._row = QHBoxLayout(self)
        for widget in (self.played, self.coming, self.algorithm, self.vocabulary, self.options, self.balance):
            row.addWidget(widget)
        row.addStretch(1)
        for button in (self.predict, self.pause, self.stop, self.train):
            row.addWidget(button)
        spaced(row, look, (3, 1.5, 3, 1.5), 2)
        for part in (self.played, self.coming, self.pause, self.stop):
            part.hide()

    def _options_menu(self) -> QMenu:
        """The form, in a frame that scrolls where the screen is low."""
        menu = QMenu(self.options)
        self._scroll = _FormArea(self.form)
        self._form_action = QWidgetAction(menu)
        self._form_action.setDefaultWidget(self._scroll)
        menu.addAction(self._form_action)
        menu.aboutToShow.connect(self._fit_menu)
        return menu

    def _fit_menu(self) -> None:
        """A menu asks for the size of what is in it only where an action has changed."""
        self._scroll.fit()
        self._form_action.setData(self._scroll.size())

    def _connect(self) -> None:
        self.algorithm.activated.connect(lambda row: self.algorithm_asked.emit(self.algorithm.itemData(row)))
        self.vocabulary.activated.connect(lambda row: self.size_asked.emit(self.vocabulary.itemData(row)))
        self.form.changed.connect(self.recipe_asked)
        self.form.refused.connect(self.refused)
        self.predict.clicked.connect(self._on_predict)
        self.balance.clicked.connect(self.balance_asked)
        self.train.clicked.connect(self.train_asked)
        self.stop.clicked.connect(self.stop_asked)
        self.pause.clicked.connect(self.pause_asked)

    def _on_predict(self) -> None:
        """The mark follows the state, not the click."""
        self.predict.setChecked(not self.predict.isChecked())
        self.predict_asked.emit()

    # -- what is shown -----------------------------------------------------------------------------------------------

    def show_recipe(self, recipe: Recipe) -> None:
        """What the next training does."""
        self.form.show_recipe(recipe)
        name = algorithm_of(recipe.trainer)
        self.algorithm.choose(name)
        self.algorithm.setToolTip(translate("engine", ALGORITHMS[name].says))
        self._show_size(name, recipe.trainer)

    def _show_size(self, name: str, trainer: Any) -> None:
        size = trainer.vocab_size
        least = _BYTES if name == "byte-bpe" else 0
        sizes = sorted({*(one for one in SIZES if one >= least), size} - {None})
        with_size = name != "char-level"
        self.vocabulary.setVisible(with_size)
        self.vocabulary.clear()
        for one in sizes:
            self.vocabulary.add(f"{one:,}", one)
        self.vocabulary.add(self.tr("no limit"), None)
        self.vocabulary.setCurrentIndex(sizes.index(size) if size else len(sizes))
        self._fit()

    def set_weighs(self, weighs: bool) -> None:
        """Whether there are texts whose weights can be moved."""
        self._weighs = weighs
        self._fit()

    def show_running(self, running: bool) -> None:
        for button in (self.pause, self.stop):
            button.setVisible(running)
        self.train.setVisible(not running)
        self._fit()

    def show_paused(self, paused: bool) -> None:
        self._paused = paused
        self.pause.set_icon_name("play" if paused else "pause")
        self._fit()

    def show_known(self, known: bool) -> None:
        """Whether anything is learned already."""
        self._known = known
        self._fit()

    def show_played(self, name: str) -> None:
        """Whose merges play: then what stands in this row is not about what is on stage.  Empty for a training."""
        self._played = name
        self.played.setText(self.tr("Merges of {}").format(name) if name else "")
        self.coming.setToolTip(
            self.tr("On stage are the merges of {}. This row is for the next training.").format(name)
        )
        self.coming.setVisible(bool(name))
        self._fit()

    def show_predicting(self, on: bool, *, possible: bool) -> None:
        self.predict.setChecked(on)
        self.predict.setEnabled(possible)
        tip = self.tr("Guess the next merge (P)") if possible else self.tr("Only merges can be guessed")
        self.predict.setToolTip(tip)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """The names before the values give way, words to icons, then whose merges play, then the buttons that have keys, at
        last the words on those that train, pause and stop, until there is room."""
        both, alone = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonIconOnly
        for room in _ROOMS:
            self.played.setVisible(bool(self._played) and room.played)
            self.coming.setVisible(bool(self._played and room.coming))
            self.coming.setText(translate("TrainingBar", room.coming) if room.coming else "")
            self.balance.setVisible(self._weighs and room.all_buttons)
            self.predict.setVisible(room.all_buttons or not self._played)  # such merges cannot be guessed anyway
            for choice in (self.algorithm, self.vocabulary):
                choice.set_name_shown(room.names)
            for button in (self.options, self.balance, self.predict):
                button.setToolButtonStyle(both if room.words else alone)
            self._label(room.labels)
            if self._needed() <= self.width():
                return

    def _label(self, labels: str) -> None:
        """The words on the buttons that train, pause and stop; without them the tips tell what those do."""
        train, again = self.tr("Train"), self.tr("Train again")
        pause = self.tr("Go on") if self._paused else self.tr("Pause")
        stop, tip = self.tr("Stop here"), self.tr("Learn from the checked texts, with these options (Ctrl+Enter)")
        whole = again if self._known else train
        for button, name, words, says in (
            (self.train, whole, whole if labels == "whole" else train, tip),
            (self.pause, pause, pause, pause),
            (self.stop, stop, stop, stop),
        ):
            button.setText("" if labels == "icons" else f" {words}")
            button.setAccessibleName(name)
            button.setToolTip(says)

    def _needed(self) -> int:
        """How wide the row would be with all that is in it now."""
        buttons = (self.options, self.balance, self.predict, self.pause, self.stop, self.train)
        parts = (self.played, self.coming, self.algorithm, self.vocabulary, *buttons)
        widths = [part.sizeHint().width() for part in parts if not part.isHidden()]
        margins = self._row.contentsMargins()
        return sum(widths) + (len(widths) - 1) * self._row.spacing() + margins.left() + margins.right()

    def minimumSizeHint(self) -> QSize:
        """Names and words can go; so the row may be as narrow as what stays."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), self._appearance.metrics.units(90)), hint.height())


class _FormArea(QScrollArea):
    """As large as the form, or as the screen has room for."""

    def __init__(self, form: OptionsForm) -> None:
        super().__init__()
        self._form = form
        self.setWidget(form)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def fit(self) -> None:
        """Take the size that the form wants now."""
        self._form.arrange()
        screen = self.screen().availableGeometry().height()
        wanted = self._form.sizeHint()
        bar = self.verticalScrollBar().sizeHint().width()
        self.setFixedSize(wanted.width() + bar, min(wanted.height() + 2, round(0.8 * screen)))

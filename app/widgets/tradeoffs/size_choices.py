"""What the size view asks for: the curve, the languages of the premiums, the width and the size of a model, tied tables."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from app.look.theme import Appearance
from app.state.vocabulary.tradeoff_view import LANGUAGES, MEASURES, MODELS, WIDTHS, TradeoffView
from app.translation import translate
from app.widgets.basics.language_picker import LanguagePicker
from app.widgets.basics.value_choice import ValueChoice
from app.widgets.tradeoffs.number_dialog import ask_number
from app.widgets.tradeoffs.size_lines import TIPS, TITLES
from engine.errors import EngineError
from engine.parallel import udhr
from engine.tradeoffs import number_of, short_number

_OTHER = 0
"""The value of "other..." in a list of numbers."""


class SizeChoices(QObject):
    """Controls for a toolbar; they write into the TradeoffView.  `failed(error)`: what was typed is no number."""

    failed = Signal(object)

    def __init__(self, sizes: TradeoffView, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent)
        self._sizes, self._parent = sizes, parent
        self._build(appearance)
        self._connect()

    def _build(self, look: Appearance) -> None:
        self.measure = ValueChoice(look, self.tr("Curve"))
        for name in MEASURES:
            self.measure.add(translate("size_lines", TITLES[name]), name)
            self.measure.setItemData(
                self.measure.count() - 1, translate("size_lines", TIPS[name]), Qt.ItemDataRole.ToolTipRole
            )
        self.measure.set_name_shown(False)
        self.languages = LanguagePicker(look, (), ())
        self.width = ValueChoice(look, "d_model")
        self.width.setToolTip(self.tr("How many numbers the model has for each token"))
        self.output = ValueChoice(look, self.tr("Output table"))
        self.output.setToolTip(self.tr("Tied: the output table is the embedding once more, and costs nothing"))
        self.output.add(self.tr("tied"), True)
        self.output.add(self.tr("its own"), False)
        self.model = ValueChoice(look, self.tr("Model"))
        self.model.setToolTip(self.tr("All parameters of the model, these tables included"))
        for width in WIDTHS:
            self.width.add(f"{width:,}", width)
        for parameters in MODELS:
            self.model.add(short_number(parameters), parameters)
        for choice in (self.width, self.model):
            choice.add(self.tr("other..."), _OTHER)

    def _connect(self) -> None:
        sizes = self._sizes
        self.measure.activated.connect(lambda row: sizes.set_measure(self.measure.itemData(row)))
        self.languages.chosen.connect(sizes.set_languages)
        self.output.activated.connect(lambda row: sizes.set_tied(self.output.itemData(row)))
        self.width.activated.connect(lambda row: self._set_width(self.width.itemData(row)))
        self.model.activated.connect(lambda row: self._set_parameters(self.model.itemData(row)))

    def widgets(self) -> list[QWidget]:
        """In their order."""
        return [self.measure, self.languages, self.width, self.output, self.model]

    def set_visible(self, visible: bool) -> None:
        """The languages only where their premiums are looked at."""
        for part in self.widgets():
            part.setVisible(visible and (part is not self.languages or self._sizes.measure == "premium"))

    def show_sizes(self) -> None:
        """The choices as they are."""
        sizes = self._sizes
        self.measure.choose(sizes.measure)
        self.output.choose(sizes.tied)
        for choice, value, words in (
            (self.width, sizes.width, f"{sizes.width:,}"),
            (self.model, sizes.parameters, short_number(sizes.parameters)),
        ):
            if choice.findData(value) < 0:
                choice.insertItem(choice.count() - 1, words, value)
            choice.choose(value)
        self.languages.setVisible(self.measure.isVisibleTo(self._parent) and sizes.measure == "premium")
        self._offer_languages()

    def _offer_languages(self) -> None:
        offered, known = self._sizes.offered(), udhr().languages
        self.languages.offer([known[code] for code in offered], [code for code in LANGUAGES if code in offered])
        self.languages.show_codes([code for code in self._sizes.languages if code in offered])

    def _set_width(self, width: int) -> None:
        wanted = width or self._typed(self.tr("d_model"), f"{self._sizes.width:,}")
        self._sizes.set_width(wanted or self._sizes.width)

    def _set_parameters(self, parameters: int) -> None:
        wanted = parameters or self._typed(self.tr("Parameters of the model"), short_number(self._sizes.parameters))
        self._sizes.set_parameters(wanted or self._sizes.parameters)

    def _typed(self, title: str, value: str) -> int:
        """The number that is typed, 0 for none."""
        text = ask_number(self._parent, title, self.tr("A number, as 768, 124 M or 1.3 B"), value)
        try:
            return number_of(text) if text else 0
        except EngineError as error:
            self.failed.emit(error)
            return 0

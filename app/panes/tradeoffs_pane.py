"""The trade-offs pane: how large a vocabulary should be, and how tokenizers cut numbers, code and words."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.look.theme import Appearance
from app.state.training.picture_files import PictureFiles
from app.state.vocabulary.cut_view import CutView
from app.state.vocabulary.tradeoff_view import TradeoffView
from app.translation import later, translate
from app.widgets.basics import file_dialogs
from app.widgets.basics.controls import Line, Panel
from app.widgets.basics.empty_state import EmptyState
from app.widgets.basics.export_button import ExportButton, ask_picture
from app.widgets.basics.flow_row import FlowRow
from app.widgets.basics.picture import picture
from app.widgets.basics.segment_row import Segment, Segments
from app.widgets.tradeoffs.cut_blocks import blocks_of
from app.widgets.tradeoffs.cut_table import CutTable
from app.widgets.tradeoffs.size_choices import SizeChoices
from app.widgets.tradeoffs.size_panel import SizePanel

VIEWS = ("size", "numbers", "code", "spelling")
_TITLES = {
    "size": later("tradeoffs_pane", "Size"),
    "numbers": later("tradeoffs_pane", "Numbers"),
    "code": later("tradeoffs_pane", "Code"),
    "spelling": later("tradeoffs_pane", "Spelling"),
}
_TIPS = {
    "size": later("tradeoffs_pane", "What each size of this training's vocabulary saves and costs"),
    "numbers": later("tradeoffs_pane", "Numbers and a sum by place value, and the rules for digits"),
    "code": later("tradeoffs_pane", "What code costs: lines, indentation, names"),
    "spelling": later(
        "tradeoffs_pane", "Letters inside tokens; a word in its forms, with and without a space before it"
    ),
}


class TradeoffsPane(Panel):
    """`failed(error)`: a picture could not be written; `exported(path)`: it was."""

    failed = Signal(object)
    exported = Signal(object)

    def __init__(self, sizes: TradeoffView, cuts: CutView, appearance: Appearance) -> None:
        super().__init__(appearance)
        self._sizes, self._cuts = sizes, cuts
        self._widths: dict[QLineEdit, float] = {}
        self._pictures = PictureFiles(self)
        self._build()
        self._connect()
        self._show_view()
        self._show_sizes()

    # -- parts -------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        look = self._appearance
        views = [Segment(translate("tradeoffs_pane", _TITLES[n]), translate("tradeoffs_pane", _TIPS[n])) for n in VIEWS]
        segments = Segments(look, self.tr("View"), views)
        self.tabs = segments.group
        self._bar = FlowRow(look, (3, 2, 3, 2), 2)
        self._bar.addWidget(segments)
        self.choices = SizeChoices(self._sizes, look, self)
        for part in (*self.choices.widgets(), *self._build_fields(), self._build_export()):
            self._bar.addWidget(part)
        self.code = QPlainTextEdit(self._cuts.asked.code)
        self.code.setAccessibleName(self.tr("Code"))
        self.code.setTabChangesFocus(True)
        self.stack = QStackedWidget()
        self.sizes = SizePanel(self._sizes, look)
        for widget in (self.sizes, self._build_cuts(), self._build_empty()):
            self.stack.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._bar)
        column.addWidget(Line(look))
        column.addWidget(self.stack, 1)
        self._dress_code()

    def _build_fields(self) -> list[QWidget]:
        """What the other views look at."""
        asked = self._cuts.asked
        self.numbers = self._field(self.tr("Numbers, separated by blanks"), " ".join(asked.numbers), 96)
        self.sum = self._field(self.tr("A sum of two whole numbers"), f"{asked.sum[0]} + {asked.sum[1]}", 32)
        self.word = self._field(self.tr("A word"), asked.word, 40)
        self.letter = self._field(self.tr("A letter to count inside the tokens"), self._cuts.letter, 10)
        self.letter.setMaxLength(8)  # one letter may be several characters
        return [self.numbers, self.sum, self.word, self.letter]

    def _field(self, name: str, text: str, units: float) -> QLineEdit:
        field = QLineEdit(text)
        field.setAccessibleName(name)
        field.setToolTip(name)
        field.setCursorPosition(0)
        field.setFixedWidth(self._appearance.metrics.units(units))
        self._widths[field] = units
        return field

    def _set_widths(self) -> None:
        for field, units in self._widths.items():
            field.setFixedWidth(self._appearance.metrics.units(units))

    def _build_export(self) -> ExportButton:
        self.export = ExportButton(
            self._appearance,
            (
                (self.tr("This view as a table (CSV)..."), self.ask_csv),
                (self.tr("This view as a picture (PNG, SVG)..."), self.ask_picture),
            ),
        )
        return self.export

    def _build_cuts(self) -> QWidget:
        self.table = CutTable(self._appearance)
        self.scrolled = QScrollArea()
        self.scrolled.setWidget(self.table)
        self.scrolled.setWidgetResizable(True)
        self.scrolled.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # arrow and page keys scroll
        self.scrolled.setAccessibleName(self.tr("Texts with their tokens"))
        self.scrolled.setObjectName("cuts")
        holder = Panel(self._appearance)
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.code)
        column.addWidget(self.scrolled, 1)
        return holder

    def _build_empty(self) -> EmptyState:
        self.empty = EmptyState(self._appearance, "chart", "", "")
        return self.empty

    def _connect(self) -> None:
        sizes, cuts = self._sizes, self._cuts
        sizes.changed.connect(self._show_sizes)
        sizes.moved.connect(self._show_sizes)
        cuts.changed.connect(self._show_cuts)
        self.tabs.idClicked.connect(lambda _number: self._show_view())
        self.choices.failed.connect(self.failed)
        self._pictures.written.connect(self.exported)
        self._pictures.failed.connect(self.failed)
        self.sizes.plot.size_asked.connect(sizes.mark)
        self.sizes.figures.button.clicked.connect(sizes.compare_with_marked)
        cuts.sampled.connect(self._show_samples)
        self.numbers.textChanged.connect(cuts.set_numbers)
        self.sum.textChanged.connect(cuts.set_sum)
        self.word.textChanged.connect(cuts.set_word)
        self.letter.textChanged.connect(cuts.set_letter)
        self.code.textChanged.connect(lambda: cuts.set_code(self.code.toPlainText()))
        self._appearance.changed.connect(self._set_widths)
        self._appearance.changed.connect(self._dress_code)
        self._appearance.changed.connect(self._show_cuts)

    # -- what others ask ---------------------------------------------------------------------------------------------

    @property
    def view(self) -> str:
        return VIEWS[self.tabs.checkedId()]

    def ask_csv(self) -> None:
        """All sizes, or the texts of the view with their tokens, as a table."""
        if self.view == "size" and not self._sizes.can_export():
            return
        name = "sizes" if self.view == "size" else self.view
        path = file_dialogs.ask_save_file(self, self.tr("Export the table"), f"{name}.csv", "CSV (*.csv)")
        if path and self.view == "size":
            self._sizes.export_csv(path)
        elif path:
            self._cuts.export_csv(path, self.view)

    def ask_picture(self) -> None:
        path = ask_picture(self, self.tr("Export the picture"), self.view)
        if path:
            self.export_picture(path)

    def export_picture(self, path: Path) -> None:
        """The view as a picture; of samples all rows, those out of sight too."""
        parts = self.sizes.picture_parts() if self.view == "size" else [(self.table, QPoint(0, 0))]
        title = f"Mergescope: {translate('tradeoffs_pane', _TITLES[self.view])}"
        self._pictures.write(path, picture(parts, path, self._appearance.theme.panel, title))

    def open_search(self) -> None:
        """Put the cursor where the view's samples are typed; the size view has none."""
        field = {"numbers": self.numbers, "spelling": self.word, "code": self.code}.get(self.view, self.sizes.plot)
        field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # -- what happens ------------------------------------------------------------------------------------------------

    def _show_view(self) -> None:
        """The controls of the chosen view, and what it shows."""
        name = self.view
        self.choices.set_visible(name == "size")
        self.numbers.setVisible(name == "numbers")
        self.sum.setVisible(name == "numbers")
        self.word.setVisible(name == "spelling")
        self.letter.setVisible(name == "spelling")
        self.code.setVisible(name == "code")
        self.set_shown(self.isVisible())
        self._show_sizes() if name == "size" else self._show_cuts()

    def _show_sizes(self) -> None:
        if self.view != "size":
            return
        self.choices.show_sizes()
        if self.sizes.show_sizes():
            self.stack.setCurrentIndex(0)
            return
        if self._sizes.characters:
            words = self.tr("The {:,} characters of the corpus are the tokens, and nothing is merged.")
            self.empty.say(self.tr("Character level has one size only"), words.format(self._sizes.characters))
        else:
            words = self.tr("A size curve needs a training run. Encodings from files have only one size.")
            self.empty.say(self.tr("No size curve yet"), words)
        self.stack.setCurrentIndex(2)

    def _show_samples(self) -> None:
        """Samples that came from a session."""
        kept = self._cuts.kept()
        fields = ((self.numbers, "numbers"), (self.sum, "sum"), (self.word, "word"), (self.letter, "letter"))
        for field, name in fields:
            blocked = field.blockSignals(True)
            field.setText(kept[name])
            field.setCursorPosition(0)
            field.blockSignals(blocked)
        blocked = self.code.blockSignals(True)
        self.code.setPlainText(kept["code"])
        self.code.blockSignals(blocked)

    def _show_cuts(self) -> None:
        name, cuts = self.view, self._cuts.cuts
        if name == "size":
            return
        if not cuts and self._cuts.known:
            title = self.tr("No tokenizer is checked")
            self.empty.say(title, self.tr("Check one or more in the shelf above."))
            self.stack.setCurrentIndex(2)
            return
        self.table.setAccessibleName(translate("tradeoffs_pane", _TITLES[name]))
        colours = self._appearance.theme.token_colours
        self.table.show_blocks(blocks_of(name, cuts, self._cuts.asked.numbers, self._cuts.letter, colours))
        self.stack.setCurrentIndex(1)

    # -- the widget --------------------------------------------------------------------------------------------------

    def _dress_code(self) -> None:
        look = self._appearance
        width, theme = round(look.metrics.focus), look.theme
        frames = (("", theme.panel), (":focus", theme.accent))
        rules = (f"QScrollArea#cuts{state} {{ border: {width}px solid {colour.name()}; }}" for state, colour in frames)
        self.scrolled.setStyleSheet(" ".join(rules))
        font = look.font("body", mono=True)
        self.code.setFont(font)
        self.code.setFixedHeight(round(7.5 * 1.4 * font.pixelSize()))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_view()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._cuts.set_shown(False)
        self._sizes.set_shown(False)

    def set_shown(self, shown: bool) -> None:
        """While nobody sees them no sample is cut and no curve made."""
        self._cuts.set_shown(shown and self.view != "size")
        self._sizes.set_shown(shown)

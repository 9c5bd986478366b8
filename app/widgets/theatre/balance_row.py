"""How much each text counts, as sliders under the theatre's bar: moved, the run is learned again."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSlider, QWidget

from app.look.theme import Appearance
from app.state.corpus.corpus_groups import Group
from app.state.corpus.corpus_library import CorpusLibrary
from app.state.training.rebalancing import Rebalancing
from app.widgets.basics.closable_row import ClosableRow
from app.widgets.basics.controls import Label, spaced
from app.widgets.basics.flow_row import FlowRow
from app.widgets.basics.key_slider import KeySlider
from app.widgets.basics.one_line import OneLine
from app.widgets.basics.source_row import SLIDER_NOTCH, tenths_of_slider, tenths_to_slider, weight_words

_NARROW = 230
"""Units of width below which there is no room for the note."""


class BalanceRow(ClosableRow):
    """Shows the checked texts of the corpus and weighs them; `shown_changed` when it comes or goes."""

    shown_changed = Signal(bool)

    def __init__(self, appearance: Appearance, corpus: CorpusLibrary, rebalancing: Rebalancing) -> None:
        super().__init__(appearance)
        self._corpus, self._rebalancing = corpus, rebalancing
        self._sliders: list[_Weight] = []
        self._narrow = False
        self.note = OneLine(appearance, second=True)
        self._flow = FlowRow(appearance, gap=4)
        sliders = QWidget()
        sliders.setLayout(self._flow)
        row = self._row = QHBoxLayout(self)
        for part in (sliders, self.note):
            row.addWidget(part)
        row.addWidget(self.close_button)
        spaced(row, appearance, (3, 1, 3, 1), 3)
        self.setAccessibleName(self.tr("Balance of the texts"))
        self.closed.connect(lambda: self.set_shown(False))
        rebalancing.changed.connect(self.show_rows)
        appearance.changed.connect(self._share_room)
        self.show_rows()
        self.hide()

    def set_shown(self, shown: bool) -> None:
        """Come with the keyboard on the first slider, or go."""
        if shown == self.isHidden():
            self.setVisible(shown)
            self.shown_changed.emit(shown)
        if shown and self.sliders:
            self.sliders[0].setFocus(Qt.FocusReason.ShortcutFocusReason)

    @property
    def sliders(self) -> tuple[QSlider, ...]:
        """One for each checked text, in their order."""
        return tuple(weight.slider for weight in self._sliders if not weight.isHidden())

    def show_rows(self) -> None:
        """The checked texts, and whether a moved weight trains again by itself."""
        checked = [group for group in self._corpus.groups if group.checked]
        while len(self._sliders) < len(checked):
            weight = _Weight(self._appearance)
            weight.weighed.connect(self._corpus.set_weight)
            weight.set_narrow(self._narrow)
            self._flow.addWidget(weight)
            self._sliders.append(weight)
        for weight in self._sliders[len(checked) :]:
            weight.hide()
        for weight, group in zip(self._sliders, checked, strict=False):
            weight.show_group(group)
            weight.show()
        words = self._note_words(len(checked), at_once=self._rebalancing.at_once)
        self.note.setText(words)
        self.note.setToolTip(words)
        self._share_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow row has short sliders and no note."""
        super().resizeEvent(event)
        self._narrow = self.width() < self._appearance.metrics.units(_NARROW)
        self.note.setVisible(not self._narrow)
        for weight in self._sliders:
            weight.set_narrow(self._narrow)
        self._share_room()

    def _share_room(self) -> None:
        """The note has what one line of sliders leaves, and two fifths at least."""
        room = max(1, self.width())
        wanted = [weight.sizeHint().width() + self._row.spacing() for weight in self._sliders if not weight.isHidden()]
        sliders = min(sum(wanted), 3 * room // 5)
        self._row.setStretch(0, sliders)
        self._row.setStretch(1, room - sliders)

    def _note_words(self, count: int, *, at_once: bool) -> str:
        if count < 2:
            return self.tr("Check two texts or more in the corpus to weigh them against each other.")
        if at_once:
            return self.tr("Each move trains again; the run before is the dashed line.")
        return self.tr("These texts are large: press Train after moving a weight.")


class _Weight(QWidget):
    """A text's name, its slider and its weight."""

    weighed = Signal(int, int, int)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._first, self._count = 0, 1
        self._narrow = False
        self._name = Label(appearance)
        self.slider = KeySlider()
        self.slider.setRange(0, 2 * SLIDER_NOTCH)
        self.slider.setPageStep(1)
        self._words = Label(appearance, bold=True)
        row = QHBoxLayout(self)
        for part in (self._name, self.slider, self._words):
            row.addWidget(part)
        spaced(row, appearance, (0, 0, 0, 0), 1.5)
        self.slider.valueChanged.connect(
            lambda value: self.weighed.emit(self._first, tenths_of_slider(value), self._count)
        )
        appearance.changed.connect(self._dress)
        self._dress()

    def show_group(self, group: Group) -> None:
        self._first, self._count = group.first, len(group.rows)
        with QSignalBlocker(self.slider):
            self.slider.setValue(tenths_to_slider(group.weight_tenths))
        words = weight_words(group.weight_tenths)
        self._name.setText(group.title)
        self._words.setText(words)
        self.slider.setAccessibleName(self.tr("How often {} counts").format(group.title))
        self.slider.setAccessibleDescription(words)
        self.slider.setToolTip(self.tr("{}: {}. Arrow keys move it.").format(group.title, words))

    def set_narrow(self, narrow: bool) -> None:
        if narrow != self._narrow:
            self._narrow = narrow
            self._dress()

    def _dress(self) -> None:
        metrics = self._appearance.metrics
        self.slider.setFixedWidth(metrics.units(14 if self._narrow else 28))
        widest = self._words.fontMetrics().horizontalAdvance(self.tr("left out"))
        self._words.setFixedWidth(widest + metrics.units(2))

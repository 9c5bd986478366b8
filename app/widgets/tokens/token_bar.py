"""The toolbar row of the tokens pane; in a narrow pane the views are a list instead of five buttons."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLayout, QMenu, QSizePolicy, QToolButton, QWidget

from app.look.theme import Appearance
from app.translation import later, translate
from app.widgets.basics.controls import Choice, Panel, ToolButton, spaced
from app.widgets.basics.segment_row import Segment, SegmentRow

_TIPS = {
    "text": later("token_bar", "The text as one reads it, coloured by its tokens"),
    "glyphs": later("token_bar", "Tokens as the tokenizer stores them: Ġthe, ▁the, ##ing"),
    "bytes": later("token_bar", "The bytes of each token, in hex"),
    "ids": later("token_bar", "The numbers that a model reads"),
    "pipeline": later("token_bar", "From what is typed to the ids: normalized, cut into pre-tokens, then tokens"),
}
"""What the views show."""


class TokenBar(Panel):
    """`view_chosen(name)` when another view is asked for.  What its buttons do is connected by the pane."""

    view_chosen = Signal(str)

    def __init__(self, appearance: Appearance, titles: Mapping[str, str]) -> None:
        super().__init__(appearance)
        self._names = list(titles)
        self._widths: dict[QWidget, int] = {}
        """Of all but the list of tokenizers; they are the same until the look changes."""
        self.choice = Choice(appearance, self.tr("Tokenizer"), show_name=False)
        self.choice.setToolTip(self.tr("The tokenizer that this text is seen through"))
        self.samples = self._menu_button("", self.tr("Samples"), self.tr("Take a text that shows something"))
        self.compare = self._menu_button("diff", "", self.tr("Put other tokenizers beside this one"))
        self.list = Choice(appearance, self.tr("View"), show_name=False)
        self.explain = ToolButton(appearance, "tree", tip=self.tr("Explain how the chosen token comes about"))
        self.explain.setCheckable(True)
        self.copy = ToolButton(appearance, "copy", tip=self.tr("Copy the ids, separated by blanks"))
        self.more = self._menu_button("options", "", self.tr("Spaces, special tokens, token budget, ids to text"))
        self._build(titles)
        self.buttons.idClicked.connect(lambda number: self.view_chosen.emit(self._names[number]))
        self.list.activated.connect(lambda number: self.view_chosen.emit(self._names[number]))
        self.choice.currentTextChanged.connect(lambda _: self._share())
        appearance.changed.connect(self._fit)
        self._fit()

    def _build(self, titles: Mapping[str, str]) -> None:
        row = QHBoxLayout(self)
        views = [Segment(title, translate("token_bar", _TIPS[name])) for name, title in titles.items()]
        segments = SegmentRow(self._appearance, views, self)
        self.buttons = segments.group
        row.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        spaced(row, self._appearance, (3, 2, 3, 2), 2)
        for name, title in titles.items():
            self.list.add(title, name)
        for widget in (self.choice, self.compare, self.samples):
            row.addWidget(widget)
        row.addStretch(1)
        row.addLayout(segments)
        for widget in (self.list, self.explain, self.copy, self.more):
            row.addWidget(widget)

    def _menu_button(self, icon: str, title: str, tip: str) -> ToolButton:
        button = ToolButton(self._appearance, icon, title, tip=tip)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setMenu(QMenu(button))
        return button

    def show_view(self, name: str) -> None:
        """Which view is shown."""
        self.buttons.button(self._names.index(name)).setChecked(True)
        self.list.choose(name)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()

    def _fit(self) -> None:
        """The least width, and the height: those of its parts, with the list of views and a title that is elided."""
        buttons = self.buttons.buttons()
        parts = (self.more, self.compare, self.explain, self.samples, self.copy, self.list, *buttons)
        self._widths = {part: part.sizeHint().width() for part in parts}
        self.setMinimumWidth(self._room_for([self.more, self.list]) + self._appearance.metrics.units(20))
        self.setFixedHeight(self.list.sizeHint().height() + 2 * self._appearance.metrics.units(2))
        self._share()

    def _share(self) -> None:
        """The tokenizer's name first; what stands in the menu, too, gives way to it."""
        title = self._title_width()
        room = self.width() - title
        buttons: list[QWidget] = list(self.buttons.buttons())
        kept: list[QWidget] = [self.more, self.compare, self.explain, self.samples, self.copy]
        wide = room >= self._room_for([*kept, *buttons])
        for button in buttons:
            button.setVisible(wide)
        self.list.setVisible(not wide)
        while not wide and len(kept) > 1 and room < self._room_for([*kept, self.list]):
            kept.pop().hide()
        for widget in kept:
            widget.show()
        left = self.width() - self._room_for([*kept, *(buttons if wide else [self.list])])
        self.choice.setMinimumWidth(max(self._appearance.metrics.units(20), min(title, left)))

    def _title_width(self) -> int:
        """So much that the name of the tokenizer is not cut."""
        metrics = self._appearance.metrics
        words = QFontMetricsF(self._appearance.font("body")).horizontalAdvance(self.choice.currentText())
        return max(metrics.units(24), round(words) + metrics.units(14), self.choice.minimumSizeHint().width())

    def _room_for(self, widgets: list[QWidget]) -> int:
        """Width of everything but the list of tokenizers."""
        metrics = self._appearance.metrics
        gaps = (len(widgets) + 1) * metrics.units(2) + 2 * metrics.units(3)
        return sum(self._widths[widget] for widget in widgets) + gaps

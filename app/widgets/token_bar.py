"""The toolbar row of the tokens pane; in a narrow pane the views are a list instead of five buttons."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLayout, QMenu, QSizePolicy, QToolButton, QWidget

from app.theme import Appearance
from app.widgets.controls import Choice, Panel, ToolButton, spaced


class TokenBar(Panel):
    """`view_chosen(name)` when another view is asked for.  What its buttons do is connected by the pane."""

    view_chosen = Signal(str)

    def __init__(self, appearance: Appearance, titles: Mapping[str, str]) -> None:
        super().__init__(appearance)
        self._names = list(titles)
        self.choice = Choice(appearance, self.tr("Tokenizer"), show_name=False)
        self.choice.setToolTip(self.tr("The tokenizer that this text is seen through"))
        self.samples = self._menu_button("", self.tr("Samples"), self.tr("Take a text that shows something"))
        self.compare = self._menu_button("diff", "", self.tr("Put other tokenizers beside this one"))
        self.buttons = QButtonGroup(self)
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
        row, segments = QHBoxLayout(self), QHBoxLayout()
        row.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        spaced(row, self._appearance, (3, 2, 3, 2), 2)
        segments.setSpacing(0)
        for number, (name, title) in enumerate(titles.items()):
            button = ToolButton(self._appearance, text=self.tr(title))
            button.setCheckable(True)
            button.setChecked(number == 0)
            button.setProperty("segment", "first" if not number else "last" if number == len(titles) - 1 else "middle")
            self.buttons.addButton(button, number)
            segments.addWidget(button)
            self.list.add(self.tr(title), name)
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
        self.choice.setMinimumWidth(self._appearance.metrics.units(20))
        self.setMinimumWidth(self._least([self.list]) + self._appearance.metrics.units(20))
        self.setFixedHeight(self.list.sizeHint().height() + 2 * self._appearance.metrics.units(2))
        self._share()

    def _share(self) -> None:
        buttons: list[QWidget] = list(self.buttons.buttons())
        title = max(self._appearance.metrics.units(32), self.choice.minimumSizeHint().width())
        wide = self.width() >= self._least(buttons) + title
        for button in buttons:
            button.setVisible(wide)
        self.list.setVisible(not wide)
        # Copying stands in the menu, too: its button gives way before the tokenizer's name is cut.
        self.copy.setVisible(wide or self.width() >= self._least([self.list]) + title)

    def _least(self, views: list[QWidget]) -> int:
        """Width of everything but the list of tokenizers."""
        fixed: list[QWidget] = [self.compare, self.samples, self.explain, self.copy, self.more]
        gaps = 6 * self._appearance.metrics.units(2) + 2 * self._appearance.metrics.units(3)
        return sum(widget.sizeHint().width() for widget in (*fixed, *views)) + gaps

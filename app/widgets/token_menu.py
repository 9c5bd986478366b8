"""The menu of the tokens pane: spaces, special tokens one by one, the budget, ids to text, what is copied."""

from __future__ import annotations

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QSpinBox, QWidget, QWidgetAction

from engine import AnyTokenizer

_MOST_NAMES = 200
"""Special tokens that are listed one by one; a vocabulary may have thousands."""


class TokenMenu(QMenu):
    """Signals: `spaces(on)`, `differences(on)`, `beside(on)`, `allowed(names)`, `budget(tokens)`, `ids_wanted`,
    `copy_wanted`, `table_wanted`."""

    spaces = Signal(bool)
    differences = Signal(bool)
    beside = Signal(bool)
    allowed = Signal(object)
    budget = Signal(int)
    ids_wanted = Signal()
    copy_wanted = Signal()
    table_wanted = Signal()

    def __init__(self, parent: QWidget, budget: int) -> None:
        super().__init__(parent)
        self._names: tuple[str, ...] = ()
        self._allowed: frozenset[str] = frozenset()
        self.show_spaces = self._check(self.tr("Show spaces and line breaks"), self.spaces)
        self.show_differences = self._check(self.tr("Mark differences"), self.differences, on=True)
        self.side_by_side = self._check(self.tr("Tokenizers side by side"), self.beside)
        self.addSeparator()
        self.specials = self.addMenu(self.tr("Special tokens"))
        self.specials.aboutToShow.connect(self._fill_specials)
        sizes = self.addMenu(self.tr("Token budget"))
        self.tokens = QSpinBox()
        self.tokens.setRange(1, 10_000_000)
        self.tokens.setGroupSeparatorShown(True)
        self.tokens.setValue(budget)
        self.tokens.setAccessibleName(self.tr("Token budget"))
        self.tokens.valueChanged.connect(self.budget)
        field = QWidgetAction(sizes)
        field.setDefaultWidget(self.tokens)
        sizes.addAction(field)
        self.addSeparator()
        self.addAction(self.tr("Ids to text"), self.ids_wanted.emit)
        self.addAction(self.tr("Copy the ids"), self.copy_wanted.emit)
        self.addAction(self.tr("Copy the tokens as a table"), self.table_wanted.emit)

    def _check(self, title: str, signal: SignalInstance, *, on: bool = False) -> QAction:
        action = self.addAction(title)
        action.setCheckable(True)
        action.setChecked(on)
        action.toggled.connect(signal)
        return action

    def show_tokenizer(self, tokenizer: AnyTokenizer | None, allowed: frozenset[str]) -> None:
        """Whose special tokens can be allowed, and which are."""
        self._names = tuple(tokenizer.special) if tokenizer is not None else ()
        self._allowed = allowed & frozenset(self._names)

    def _fill_specials(self) -> None:
        menu = self.specials
        menu.clear()
        if not self._names:
            menu.addAction(self.tr("This tokenizer has none")).setEnabled(False)
            return
        everything = frozenset(self._names)
        for title, names in ((self.tr("All as text"), frozenset[str]()), (self.tr("All allowed"), everything)):
            action = menu.addAction(title)
            action.setCheckable(True)
            action.setChecked(self._allowed == names)
            action.triggered.connect(lambda _on, names=names: self.allowed.emit(names))
        menu.addSeparator()
        for name in self._names[:_MOST_NAMES]:
            action = menu.addAction(name.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(name in self._allowed)
            action.triggered.connect(lambda on, name=name: self._allow(name, on))
        rest = len(self._names) - _MOST_NAMES
        if rest > 0:
            menu.addAction(self.tr("and {:,} more").format(rest)).setEnabled(False)

    def _allow(self, name: str, on: bool) -> None:
        self.allowed.emit(self._allowed | {name} if on else self._allowed - {name})

"""Everything that can be done in the tokens pane, as one menu; its keys work while the pane has the keyboard.

The command palette and the list of keys are made from it as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QSpinBox, QWidget, QWidgetAction

from app.state.text.playground import MOST_TOKENS
from app.state.text.text_colours import COLOURINGS
from app.state.text.text_display import Display
from app.translation import later, translate
from app.widgets.basics.menu_text import menu_text
from engine import AnyTokenizer

TOKEN_KEYS = {
    "Search in the text": "Ctrl+F, F3",
    "Next token": "Alt+Right",
    "Previous token": "Alt+Left",
    "Next difference": "F4",
    "Previous difference": "Shift+F4",
    "Explain the token": "F2",
}
"""What can be done by key while the pane has the keyboard."""
_MOST_NAMES = 200
"""Special tokens that are listed one by one; a vocabulary may have thousands."""
_COLOUR_TITLES = {
    "id": later("token_menu", "Token (id)"),
    "index": later("token_menu", "Place in the text"),
    "rank": later("token_menu", "Rank"),
    "length": later("token_menu", "Length"),
    "script": later("token_menu", "Script"),
    "language": later("token_menu", "Language"),
}
_COLOUR_TIPS = {
    "id": later("token_menu", "The same token has the same colour; neighbours never share one"),
    "index": later("token_menu", "Colours take turns"),
    "rank": later("token_menu", "When it was learned, from early to late"),
    "length": later("token_menu", "Bytes under it"),
    "script": later("token_menu", "What it is written in"),
    "language": later("token_menu", "Where a line of the text stands in the parallel text"),
}


class TokenMenu(QMenu):
    """Signals: `spaces(on)`, `pieces(on)`, `differences(on)`, `beside(on)`, `parts(on)`, `allowed(names)`, `budget(tokens)`,
    `view_asked(name)`, `colouring_asked(name)`, `token_step(±1)`, `difference_step(±1)`, and what else is wanted."""

    spaces = Signal(bool)
    pieces = Signal(bool)
    differences = Signal(bool)
    beside = Signal(bool)
    parts = Signal(bool)
    explain = Signal(bool)
    allowed = Signal(object)
    budget = Signal(int)
    view_asked = Signal(str)
    colouring_asked = Signal(str)
    token_step = Signal(int)
    difference_step = Signal(int)
    search_wanted = Signal()
    ids_wanted = Signal()
    copy_wanted = Signal()
    table_wanted = Signal()

    def __init__(self, pane: QWidget, budget: int, views: Mapping[str, str], samples: QMenu, compared: QMenu) -> None:
        super().__init__(pane)
        self._pane = pane
        self._names: tuple[str, ...] = ()
        self._allowed: frozenset[str] = frozenset()
        self.setToolTipsVisible(True)
        self._build_ways()
        self.addSeparator()
        self._samples = samples
        for title, menu in ((self.tr("Samples"), samples), (self.tr("Compare with"), compared)):
            menu.setTitle(title)  # the menus of buttons that are hidden in a narrow pane
            self.addMenu(menu)
        self.views = self._choices(self.tr("View"), views, self.view_asked)
        titles = {name: translate("token_menu", title) for name, title in _COLOUR_TITLES.items()}
        self.colours = self._choices(self.tr("Colour by"), titles, self.colouring_asked)
        for name in COLOURINGS:
            self.colours[name].setToolTip(translate("token_menu", _COLOUR_TIPS[name]))
        self.show_spaces = self._check(later("token_menu", "Show spaces and line breaks"), self.spaces)
        self.show_pieces = self._check(later("token_menu", "Show pre-tokens"), self.pieces)
        self.show_pieces.setToolTip(
            self.tr("A bracket under each piece into which the text is cut before its model sees it")
        )
        self.show_differences = self._check(later("token_menu", "Mark differences"), self.differences, on=True)
        self.side_by_side = self._check(later("token_menu", "Tokenizers side by side"), self.beside)
        self.addSeparator()
        self.show_explain = self._check(later("token_menu", "Explain the token"), self.explain)
        self.show_parts = self._check(later("token_menu", "Encode the parts"), self.parts)
        self.show_parts.setToolTip(self.tr("Cut the text at the caret, and compare the ids with those of the whole"))
        self.addSeparator()
        self.specials = self.addMenu(self.tr("Special tokens"))
        self.specials.aboutToShow.connect(self._fill_specials)
        self._build_budget(budget)
        self.addSeparator()
        self._do(later("token_menu", "Ids to text"), self.ids_wanted.emit)
        self._do(later("token_menu", "Copy the ids"), self.copy_wanted.emit)
        self._do(later("token_menu", "Copy the tokens as a table"), self.table_wanted.emit)

    def _build_ways(self) -> None:
        # The pane itself takes this key: elsewhere in the window it finds a language.
        self._do(later("token_menu", "Search in the text"), self.search_wanted.emit).setText(
            translate("token_menu", "Search in the text") + "\tCtrl+F"
        )
        self._do(later("token_menu", "Next token"), partial(self.token_step.emit, 1))
        self._do(later("token_menu", "Previous token"), partial(self.token_step.emit, -1))
        self._do(later("token_menu", "Next difference"), partial(self.difference_step.emit, 1))
        self._do(later("token_menu", "Previous difference"), partial(self.difference_step.emit, -1))

    def _build_budget(self, budget: int) -> None:
        sizes = self.addMenu(self.tr("Token budget"))
        self.tokens = QSpinBox()
        self.tokens.setRange(1, MOST_TOKENS)
        self.tokens.setGroupSeparatorShown(True)
        self.tokens.setValue(budget)
        self.tokens.setAccessibleName(self.tr("Token budget"))
        self.tokens.valueChanged.connect(self.budget)
        field = QWidgetAction(sizes)
        field.setDefaultWidget(self.tokens)
        sizes.addAction(field)

    # -- kinds of entries --------------------------------------------------------------------------------------------

    def _do(self, title: str, act: Callable[[], None]) -> QAction:
        action = self._with_keys(title)
        action.triggered.connect(lambda _=False: act())
        return action

    def _check(self, title: str, signal: SignalInstance, *, on: bool = False) -> QAction:
        action = self._with_keys(title)
        action.setCheckable(True)
        action.setChecked(on)
        action.toggled.connect(signal)
        return action

    def _with_keys(self, title: str) -> QAction:
        action, keys = self.addAction(translate("token_menu", title)), TOKEN_KEYS.get(title, "")
        if keys and "," not in keys:
            action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            self._pane.addAction(action)
        return action

    def _choices(self, title: str, titles: Mapping[str, str], signal: SignalInstance) -> dict[str, QAction]:
        """A menu of which one is chosen; the first at the start."""
        menu, group = self.addMenu(title), QActionGroup(self)
        actions: dict[str, QAction] = {}
        menu.setToolTipsVisible(True)
        for name, words in titles.items():
            action = menu.addAction(words)
            action.setCheckable(True)
            action.setChecked(not actions)
            action.triggered.connect(lambda _=False, name=name: signal.emit(name))
            actions[name] = group.addAction(action)
        return actions

    def commands(self) -> Iterator[tuple[str, str, QAction]]:
        """(title, keys, action) of all that is done by one press; what is chosen from a list has the list's name."""
        for action in self.actions():
            inner = action.menu()
            if isinstance(inner, QMenu):
                for choice in inner.actions():
                    if choice in (*self.views.values(), *self.colours.values(), *self._samples.actions()):
                        yield f"{action.text()}: {choice.text()}", "", choice
            elif action.text():
                title, _, shown = action.text().partition("\t")
                yield title, shown or action.shortcut().toString(QKeySequence.SequenceFormat.NativeText), action

    # -- what is so --------------------------------------------------------------------------------------------------

    def show_tokenizer(self, tokenizer: AnyTokenizer | None, allowed: frozenset[str]) -> None:
        """Whose special tokens can be allowed, and which are."""
        self._names = tuple(tokenizer.special) if tokenizer is not None else ()
        self._allowed = allowed & frozenset(self._names)

    def show_display(self, display: Display) -> None:
        """How the text is shown, by whomever that was chosen."""
        self.views[display.view].setChecked(True)
        for action, on in (
            (self.show_spaces, display.spaces),
            (self.show_pieces, display.pieces),
            (self.show_differences, display.differences),
            (self.side_by_side, display.beside),
            (self.show_explain, display.explain),
        ):
            action.setChecked(on)

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
            action = menu.addAction(menu_text(name))
            action.setCheckable(True)
            action.setChecked(name in self._allowed)
            action.triggered.connect(lambda on, name=name: self._allow(name, on))
        rest = len(self._names) - _MOST_NAMES
        if rest > 0:
            menu.addAction(self.tr("and {:,} more").format(rest)).setEnabled(False)

    def _allow(self, name: str, on: bool) -> None:
        self.allowed.emit(self._allowed | {name} if on else self._allowed - {name})

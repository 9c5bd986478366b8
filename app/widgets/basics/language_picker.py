"""LanguagePicker: the button that says how many languages are shown, and the list behind it to choose them from.

The list is filled when it is opened: of some hundred languages that takes a frame, which nobody need wait for who opens a
session.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.look.icons import icon
from app.look.theme import Appearance
from app.translation import translate
from app.widgets.basics.controls import Label, Line, PushButton, ToolButton, spaced
from app.widgets.basics.value_choice import ValueChoice
from engine.language_groups import GROUPINGS, groups_of
from engine.parallel import Language

_CODE = Qt.ItemDataRole.UserRole
_SEARCHED = Qt.ItemDataRole.UserRole + 1


class LanguageList(QFrame):
    """A list with a check for each language, a field that searches it, a filter, and buttons for whole choices; and how the
    rows of the comparison are grouped."""

    chosen = Signal(object)
    grouping_chosen = Signal(str)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.setWindowFlags(Qt.WindowType.Popup)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._appearance = appearance
        self._languages: tuple[Language, ...] = ()
        self._usual: tuple[str, ...] = ()
        self._all: tuple[str, ...] = ()
        self._filled = False
        self._codes: tuple[str, ...] = ()
        self._groups: dict[str, set[tuple[str, str]]] = {}
        self._build()
        appearance.changed.connect(self._dress)
        self._dress()

    def _build(self) -> None:
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Search name, code, script or family"))
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(self._on_search)
        self.only = ValueChoice(self._appearance, self.tr("Only"))
        self.only.setToolTip(self.tr("List only languages of a family of scripts, a script, or a class of speakers"))
        self.only.currentIndexChanged.connect(lambda _: self._on_search(self.field.text()))
        self.grouping = ValueChoice(self._appearance, self.tr("Group rows by"))
        self.grouping.setToolTip(self.tr("Puts a title above the languages of each group"))
        self.grouping.add(self.tr("nothing"), "")
        for row in GROUPINGS.values():
            self.grouping.add(translate("engine", row.title), row.name)
        self.grouping.activated.connect(lambda _: self.grouping_chosen.emit(self.grouping.currentData()))
        self.list = QListWidget()
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._toggle)
        self.list.itemActivated.connect(self._toggle)
        self.nothing = Label(self._appearance, second=True, wrap=True)
        self.nothing.hide()
        self.all_button = PushButton(self._appearance, " ")
        self.usual_button = PushButton(self._appearance, " ")
        self.all_button.clicked.connect(lambda: self._choose(self._found()))
        self.usual_button.clicked.connect(lambda: self._choose(self._usual))
        buttons = QHBoxLayout()
        spaced(buttons, self._appearance, (0, 0, 0, 0), 2)
        for button in (self.all_button, self.usual_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        spaced(column, self._appearance, (2, 2, 2, 2), 2)
        for part in (self.field, self.only, self.list, self.nothing):
            column.addWidget(part)
        column.addLayout(buttons)
        column.addWidget(Line(self._appearance))
        column.addWidget(self.grouping)

    def offer(self, languages: Sequence[Language], usual: Sequence[str]) -> None:
        """The languages there are, and those of the short choice."""
        if (tuple(languages), tuple(usual)) == (self._languages, self._usual):
            return
        self._languages, self._usual = tuple(languages), tuple(usual)
        self._all = tuple(language.code for language in languages)
        self._filled = False
        if self.isVisible():
            self._fill()
            self._dress_items()

    def _fill(self) -> None:
        """The rows and the ways to narrow them, as they were offered last."""
        if self._filled:
            return
        self._filled = True
        self._groups = {language.code: _groups(language) for language in self._languages}
        self._offer_groups(self._languages)
        self.list.clear()
        for language in sorted(self._languages, key=lambda language: language.name.lstrip("(")):
            self.list.addItem(self._item(language))
        self.usual_button.setText(self.tr("First {0}").format(len(self._usual)))
        self.usual_button.setVisible(0 < len(self._usual) < len(self._all))
        self._on_search(self.field.text())

    def _offer_groups(self, languages: Sequence[Language]) -> None:
        """What the list can be narrowed to: each group that has a language here."""
        blocker = QSignalBlocker(self.only)
        self.only.clear()
        self.only.add(self.tr("all languages"), None)
        for name in GROUPINGS:
            self.only.insertSeparator(self.only.count())
            for title in groups_of(languages, name):
                self.only.add(translate("engine", title), (name, title))
        del blocker
        self.only.updateGeometry()

    def _item(self, language: Language) -> QListWidgetItem:
        item = QListWidgetItem(language.name)
        item.setData(_CODE, language.code)
        searched = f"{language.name} {language.autonym or ''} {language.code} {language.script} {language.family}"
        item.setData(_SEARCHED, searched.casefold())
        return item

    def show_codes(self, codes: Sequence[str]) -> None:
        """Check these, without telling anybody."""
        self._codes = tuple(codes)
        if self.isVisible():
            self._dress_items()

    def open_below(self, button: QWidget) -> None:
        """Open under a button, moved to stay on the screen."""
        self.field.clear()
        self._fill()
        self._dress_items()
        self.adjustSize()
        place = button.mapToGlobal(QPoint(0, button.height()))
        screen = button.screen().availableGeometry()
        x = max(screen.left(), min(place.x(), screen.right() - self.width()))
        y = max(screen.top(), min(place.y(), screen.bottom() - self.height()))
        self.move(x, y)
        self.show()
        self.field.setFocus()

    def sizeHint(self) -> QSize:
        metrics = self._appearance.metrics
        return QSize(metrics.units(90), metrics.units(110))

    def _on_search(self, text: str) -> None:
        wanted, group = text.strip().casefold(), self.only.currentData()
        found = 0
        for row in range(self.list.count()):
            item = self.list.item(row)
            fits = wanted in item.data(_SEARCHED) and (group is None or tuple(group) in self._groups[item.data(_CODE)])
            item.setHidden(not fits)
            found += fits
        self.list.setVisible(found > 0)
        self.nothing.setVisible(found == 0)
        self.nothing.setText(self._why_nothing(text.strip()))
        self.all_button.setEnabled(found > 0)
        self.all_button.setText((self.tr("These {0}") if wanted or group else self.tr("All {0}")).format(found))

    def _why_nothing(self, text: str) -> str:
        sentence = self.tr('No language has "{0}" in its name, code or script.').format(text)
        group = self.only.currentData()
        return (
            sentence
            if group is None
            else f"{sentence} " + self.tr("Only {0} is looked at.").format(translate("engine", group[1]))
        )

    def _found(self) -> tuple[str, ...]:
        """Codes of what the search lets through, in the order of the text."""
        items = (self.list.item(row) for row in range(self.list.count()))
        shown = {item.data(_CODE) for item in items if not item.isHidden()}
        return tuple(code for code in self._all if code in shown)

    def _toggle(self, item: QListWidgetItem) -> None:
        code = item.data(_CODE)
        left = tuple(other for other in self._codes if other != code)
        self._choose(left if code in self._codes else (*self._codes, code))

    def _choose(self, codes: tuple[str, ...]) -> None:
        self.show_codes(codes)
        self.chosen.emit(codes)

    def _dress(self) -> None:
        for part in (self.list, self.list.viewport()):
            part.setPalette(self._appearance.item_view_palette())
        side = self._appearance.metrics.icon
        self.list.setIconSize(QSize(side, side))
        self.setFixedWidth(self._appearance.metrics.units(90))
        if self.isVisible():
            self._dress_items()

    def _dress_items(self) -> None:
        """A check, or an empty place as wide: Fusion's own boxes vanish on a dark ground."""
        theme, side = self._appearance.theme, self._appearance.metrics.icon
        checked = icon("check", theme.accent, side)
        empty = icon("check", theme.panel, side)
        chosen = set(self._codes)
        for row in range(self.list.count()):
            item = self.list.item(row)
            on = item.data(_CODE) in chosen
            item.setIcon(checked if on else empty)
            item.setFont(self._appearance.font("body", weight=600 if on else None))


def _groups(language: Language) -> set[tuple[str, str]]:
    """(grouping, title) of every group that the language is in."""
    return {(name, grouping.group_of(language)[1]) for name, grouping in GROUPINGS.items()}


class LanguagePicker(ToolButton):
    """ "15 of 471", or only the globe where room is short; `chosen(codes)` when the choice changes."""

    chosen = Signal(object)
    grouping_chosen = Signal(str)

    def __init__(self, appearance: Appearance, languages: Sequence[Language], usual: Sequence[str]) -> None:
        super().__init__(appearance, "globe", " ", tip=self.tr("Choose languages"))
        self.languages = LanguageList(appearance)
        self.languages.setParent(self, Qt.WindowType.Popup)
        self.languages.chosen.connect(self.chosen)
        self.languages.grouping_chosen.connect(self.grouping_chosen)
        self._total = 0
        self.offer(languages, usual)
        self.clicked.connect(lambda: self.languages.open_below(self))

    def offer(self, languages: Sequence[Language], usual: Sequence[str]) -> None:
        """The languages of a text, and those of the short choice."""
        self._total = len(languages)
        self.languages.offer(languages, usual)

    def show_codes(self, codes: Sequence[str]) -> None:
        self.setText(self.tr(" {0} of {1}").format(len(codes), self._total))
        self.setAccessibleName(self.tr("Languages, {0} of {1} shown").format(len(codes), self._total))
        self.languages.show_codes(codes)

    def show_grouping(self, name: str) -> None:
        self.languages.grouping.choose(name)

    def set_short(self, short: bool) -> None:
        """Without the words."""
        styles = Qt.ToolButtonStyle
        self.setToolButtonStyle(styles.ToolButtonIconOnly if short else styles.ToolButtonTextBesideIcon)

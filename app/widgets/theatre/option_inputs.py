"""The options of a training, and an input for each: the type of an option's field decides which.

An option needs no line here unless it is a recipe's own; `option_texts` only says how it and its values are called.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from types import NoneType
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QLineEdit, QMenu, QSpinBox, QToolButton, QWidget

from app.translation import translate
from app.widgets.theatre.option_texts import choices_of, tip_of, title_of
from app.widgets.theatre.recipe_options import NO_CONVENTION, has_conventions
from engine.normalizers import NORMALIZERS
from engine.recipe import LAYOUTS, Recipe

_LARGEST = 10_000_000
_HIDDEN = ("rule_changes",)
"""Fields that are no wish: a branch of a run has them."""
_RECIPE = ("normalizers", "pattern", "digits", "special_tokens", "specials")
"""What a recipe asks for beside its trainer, in the order of the form."""

Ask = Callable[[str, object], None]
"""What is called with the name of an option and the value that is wished for."""


@dataclass(frozen=True, slots=True)
class Option:
    """Two algorithms share the input of an option that is the same in both; of a recipe's own option the name says all."""

    name: str
    kind: Any = None
    default: Any = None


@dataclass(frozen=True, slots=True)
class OptionInput:
    """`show` writes a value into it, telling nobody."""

    widget: QWidget
    show: Callable[[Any], None]


def options_of(recipe: Recipe) -> tuple[Option, ...]:
    """All that can be wished for of a recipe's algorithm, in the order of the form."""
    first = [Option("convention")] if has_conventions(recipe) else []
    return *first, *_trainer_options(type(recipe.trainer)), *map(Option, _RECIPE)


@cache
def _trainer_options(trainer: Any) -> tuple[Option, ...]:
    kinds = typing.get_type_hints(trainer)
    return tuple(Option(one.name, kinds[one.name], one.default) for one in fields(trainer) if one.name not in _HIDDEN)


def input_for(option: Option, ask: Ask) -> OptionInput:
    """The input of an option, named and with its tip."""
    made = _made(option, ask)
    made.widget.setAccessibleName(title_of(option.name))
    made.widget.setToolTip(tip_of(option.name))
    return made


def _made(option: Option, ask: Ask) -> OptionInput:
    name, kind = option.name, option.kind
    if name in _OWN:
        return _OWN[name](ask)
    options = set(typing.get_args(kind))
    if choices := choices_of(name):
        return _choice(name, choices, ask)
    if kind is bool:
        return _check(name, ask)
    if kind is float:
        return _share(name, ask)
    if kind is int or int in options:
        return _number(name, ask, optional=NoneType in options)
    return _text(name, ask, optional=NoneType in options, default=option.default)


# -- one kind of input each ----------------------------------------------------------------------------------------------


def _number(name: str, ask: Ask, *, optional: bool) -> OptionInput:
    box = QSpinBox()
    box.setRange(0, _LARGEST)
    box.setGroupSeparatorShown(True)
    box.setKeyboardTracking(False)
    box.setAlignment(Qt.AlignmentFlag.AlignRight)
    box.setSpecialValueText(translate("option_inputs", "no limit") if optional else "")
    box.valueChanged.connect(lambda value: ask(name, None if optional and value == 0 else value))
    return OptionInput(box, lambda value: box.setValue(int(value or 0)))


def _choice(name: str, choices: Mapping[str, str], ask: Ask, *, editable: bool = False) -> OptionInput:
    box = QComboBox()
    box.setEditable(editable)
    for value, words in choices.items():
        box.addItem(words, value)
    box.activated.connect(lambda row: ask(name, box.itemData(row)))
    if editable:
        box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        line = box.lineEdit()
        assert line is not None
        line.setToolTip(translate("option_inputs", "A name, or a regular expression of your own"))
        line.editingFinished.connect(lambda: ask(name, _typed(box)))
    return OptionInput(box, lambda value: _choose(box, value))


def _typed(box: QComboBox) -> object:
    """The value that is called so; else what was typed is the value."""
    row = box.findText(box.currentText())
    return box.itemData(row) if row >= 0 else box.currentText()


def _choose(box: QComboBox, value: object) -> None:
    row = box.findData(value)
    if row >= 0:
        box.setCurrentIndex(row)
    elif box.isEditable():
        box.setEditText(str(value))


def _check(name: str, ask: Ask) -> OptionInput:
    box = QCheckBox()
    box.toggled.connect(lambda value: ask(name, value))
    return OptionInput(box, lambda value: box.setChecked(bool(value)))


def _share(name: str, ask: Ask) -> OptionInput:
    """A share of a whole, in percent."""
    box = QDoubleSpinBox()
    box.setRange(0.0, 100.0)
    box.setDecimals(2)
    box.setSuffix(" %")
    box.setKeyboardTracking(False)
    box.setAlignment(Qt.AlignmentFlag.AlignRight)
    box.valueChanged.connect(lambda value: ask(name, round(value / 100, 6)))
    return OptionInput(box, lambda value: box.setValue(100 * float(value)))


def _text(name: str, ask: Ask, *, optional: bool, default: object) -> OptionInput:
    """Where nothing is a value too, an empty field means it."""
    line = QLineEdit()
    if optional:
        line.setPlaceholderText(translate("option_inputs", "none"))
    elif default is not MISSING:
        line.setPlaceholderText(str(default))
    line.editingFinished.connect(lambda: ask(name, line.text() or (None if optional else default)))
    return OptionInput(line, lambda value: line.setText("" if value is None else str(value)))


# -- those of a recipe ---------------------------------------------------------------------------------------------------


def _conventions(ask: Ask) -> OptionInput:
    own = {NO_CONVENTION: translate("option_inputs", "own options")}
    return _choice("convention", own | choices_of("convention"), ask)


def _patterns(ask: Ask) -> OptionInput:
    return _choice("pattern", choices_of("pattern"), ask, editable=True)


def _layouts(ask: Ask) -> OptionInput:
    titles = choices_of("specials")
    return _choice("specials", {name: titles[name] for name in LAYOUTS}, ask)


def _special_tokens(ask: Ask) -> OptionInput:
    line = QLineEdit()
    line.setPlaceholderText(translate("option_inputs", "separated by blanks, such as <|endoftext|>"))
    line.editingFinished.connect(lambda: ask("special_tokens", tuple(line.text().split())))
    return OptionInput(line, lambda value: line.setText(" ".join(value)))


def _normalizers(ask: Ask) -> OptionInput:
    """Any of them, in the order in which they are taken."""
    button = QToolButton()
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
    menu = QMenu(button)
    menu.setToolTipsVisible(True)
    actions = {name: _normalizer_action(menu, name) for name in NORMALIZERS}
    taken: list[str] = []

    def wish(name: str, wanted: bool) -> None:
        others = [other for other in taken if other != name]
        ask("normalizers", (*others, name) if wanted else tuple(others))

    def show(names: tuple[str, ...]) -> None:
        taken[:] = names
        button.setText(", ".join(names) or translate("option_inputs", "nothing"))
        for name, action in actions.items():
            with QSignalBlocker(action):
                action.setChecked(name in names)

    for name, action in actions.items():
        action.triggered.connect(lambda checked, name=name: wish(name, checked))
    button.setMenu(menu)
    return OptionInput(button, show)


def _normalizer_action(menu: QMenu, name: str) -> QAction:
    kind = NORMALIZERS[name]
    action = menu.addAction(translate("engine", kind.title))
    action.setCheckable(True)
    action.setToolTip(translate("option_inputs", "Loses {}").format(translate("engine", kind.loses)))
    return action


_OWN: Mapping[str, Callable[[Ask], OptionInput]] = {
    "convention": _conventions,
    "normalizers": _normalizers,
    "pattern": _patterns,
    "special_tokens": _special_tokens,
    "specials": _layouts,
}
"""Options whose input their values alone do not decide."""

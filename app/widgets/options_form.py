"""The options of a training as a form, made from the trainer's own fields and the recipe's.

A field needs no line here: its type decides the input.  CHOICES and TITLES only say how values and fields are called.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping
from dataclasses import Field, fields, replace
from types import NoneType

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QLineEdit, QSpinBox, QWidget

from app.theme import Appearance
from app.widgets.controls import Label
from engine.errors import OptionError
from engine.pre_tokenizers import PATTERNS, pattern_named
from engine.recipe import CONVENTIONS, LAYOUTS, Convention, Recipe
from engine.tie_rules import TIE_RULES

_LARGEST = 10_000_000
TITLES = {
    "vocab_size": "Vocabulary size",
    "max_steps": "Steps at most",
    "min_frequency": "Minimum count",
    "tie_rule": "Tie rule",
    "byte_order": "Order of the bytes",
    "pattern": "Pattern",
    "special_tokens": "Special tokens",
    "specials": "Special ids",
}
CHOICES: Mapping[str, Mapping[str, str]] = {
    "tie_rule": {
        name: f"{rule.title} ({rule.library})" if rule.library else rule.title for name, rule in TIE_RULES.items()
    },
    "byte_order": {"raw": "by value", "gpt2": "GPT-2's printable order"},
    "pattern": {name: pattern.title for name, pattern in PATTERNS.items()},
    "specials": {"top": "after the merges", "reserved": "before the merges", "first": "first, from 0"},
    "convention": {name: convention.title for name, convention in CONVENTIONS.items()},
}
_NO_CONVENTION = "own"


def with_option(recipe: Recipe, name: str, value: object) -> Recipe:
    """The recipe with one option changed, whether it is the trainer's or the recipe's own."""
    if name in {field.name for field in fields(recipe.trainer)}:  # type: ignore[arg-type]
        return replace(recipe, trainer=replace(recipe.trainer, **{name: value}))  # type: ignore[type-var]
    if name == "pattern":
        return _with_pattern(recipe, str(value))
    return replace(recipe, **{name: value})  # type: ignore[arg-type]


def with_convention(recipe: Recipe, convention: Convention) -> Recipe:
    """The recipe with all in which a published trainer differs from others."""
    trainer = replace(  # type: ignore[type-var]
        recipe.trainer,
        tie_rule=convention.tie_rule,
        byte_order=convention.byte_order,
        min_frequency=convention.min_frequency,
    )
    return _with_pattern(replace(recipe, trainer=trainer, specials=convention.specials), convention.pattern)


def _with_pattern(recipe: Recipe, named: str) -> Recipe:
    return replace(recipe, pre_tokenizer=replace(recipe.pre_tokenizer, pattern=pattern_named(named)))


def convention_of(recipe: Recipe) -> str:
    """The convention that a recipe follows, "own" if none.  The minimum count is left to the user."""
    for name, convention in CONVENTIONS.items():
        like = with_convention(recipe, replace(convention, min_frequency=recipe.trainer.min_frequency))  # type: ignore[attr-defined]
        if like == recipe:
            return name
    return _NO_CONVENTION


class OptionsForm(QWidget):
    """`changed` carries the recipe that the form asks for; `refused` a sentence about a value that cannot be."""

    changed = Signal(object)
    refused = Signal(object)

    def __init__(self, appearance: Appearance, recipe: Recipe) -> None:
        super().__init__()
        self._appearance = appearance
        self._recipe = recipe
        self._show: dict[str, Callable[[object], None]] = {}
        self.inputs: dict[str, QWidget] = {}
        self._form = QFormLayout(self)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._add_choice("convention", "Convention", {_NO_CONVENTION: "own options", **CHOICES["convention"]})
        self._add_choice("pattern", TITLES["pattern"], CHOICES["pattern"], editable=True)
        types = typing.get_type_hints(type(recipe.trainer))
        for field in fields(recipe.trainer):  # type: ignore[arg-type]
            self._add_field(field, types[field.name])
        self._add_special_tokens()
        self._add_choice("specials", TITLES["specials"], {name: CHOICES["specials"][name] for name in LAYOUTS})
        appearance.changed.connect(self._dress)
        self._dress()
        self.show_recipe(recipe)

    def show_recipe(self, recipe: Recipe) -> None:
        """Show another recipe, telling nobody."""
        self._recipe = recipe
        pattern = recipe.pre_tokenizer.pattern
        values = {field.name: getattr(recipe.trainer, field.name) for field in fields(recipe.trainer)}  # type: ignore[arg-type]
        values |= {
            "convention": convention_of(recipe),
            "pattern": pattern.name if pattern.name in PATTERNS else pattern.expression,
            "special_tokens": recipe.special_tokens,
            "specials": recipe.specials,
        }
        for name, value in values.items():
            with QSignalBlocker(self.inputs[name]):
                self._show[name](value)

    def _dress(self) -> None:
        units = self._appearance.metrics.units
        self._form.setContentsMargins(units(4), units(4), units(4), units(4))
        self._form.setHorizontalSpacing(units(4))
        self._form.setVerticalSpacing(units(2))
        self.setMinimumWidth(units(105))

    # -- one kind of input each --------------------------------------------------------------------------------------

    def _add_field(self, field: Field[object], kind: object) -> None:
        title = TITLES.get(field.name, field.name.replace("_", " ").capitalize())
        options = set(typing.get_args(kind))
        if field.name in CHOICES:
            self._add_choice(field.name, title, CHOICES[field.name])
        elif kind is bool:
            self._add_check(field.name, title)
        elif kind is int or int in options:
            self._add_number(field.name, title, optional=NoneType in options)
        else:
            self._add_text(field.name, title)

    def _add(self, name: str, title: str, widget: QWidget, show: Callable[[object], None]) -> None:
        widget.setAccessibleName(title)
        self.inputs[name] = widget
        self._show[name] = show
        self._form.addRow(Label(self._appearance, title, second=True), widget)

    def _add_number(self, name: str, title: str, *, optional: bool) -> None:
        box = QSpinBox()
        box.setRange(0, _LARGEST)
        box.setGroupSeparatorShown(True)
        box.setKeyboardTracking(False)
        box.setAlignment(Qt.AlignmentFlag.AlignRight)
        box.setSpecialValueText("no limit" if optional else "")
        box.valueChanged.connect(lambda value: self._ask(name, None if optional and value == 0 else value))
        self._add(name, title, box, lambda value: box.setValue(int(value or 0)))  # type: ignore[call-overload]

    def _add_choice(self, name: str, title: str, choices: Mapping[str, str], *, editable: bool = False) -> None:
        box = QComboBox()
        box.setEditable(editable)
        for value, words in choices.items():
            box.addItem(words, value)
        box.activated.connect(lambda row: self._ask(name, box.itemData(row)))
        if editable:
            box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
            line = box.lineEdit()
            assert line is not None
            line.setToolTip(self.tr("A name, or a regular expression of your own"))
            line.editingFinished.connect(lambda: self._on_typed(name, box))
        self._add(name, title, box, lambda value: self._choose(box, value))

    def _choose(self, box: QComboBox, value: object) -> None:
        row = box.findData(value)
        if row >= 0:
            box.setCurrentIndex(row)
        elif box.isEditable():
            box.setEditText(str(value))

    def _on_typed(self, name: str, box: QComboBox) -> None:
        row = box.findText(box.currentText())
        self._ask(name, box.itemData(row) if row >= 0 else box.currentText())

    def _add_check(self, name: str, title: str) -> None:
        box = QCheckBox()
        box.toggled.connect(lambda value: self._ask(name, value))
        self._add(name, title, box, lambda value: box.setChecked(bool(value)))

    def _add_text(self, name: str, title: str) -> None:
        line = QLineEdit()
        line.editingFinished.connect(lambda: self._ask(name, line.text()))
        self._add(name, title, line, lambda value: line.setText(str(value)))

    def _add_special_tokens(self) -> None:
        line = QLineEdit()
        line.setPlaceholderText(self.tr("separated by blanks, such as <|endoftext|>"))
        line.editingFinished.connect(lambda: self._ask("special_tokens", tuple(line.text().split())))
        self._add("special_tokens", TITLES["special_tokens"], line, lambda value: line.setText(" ".join(value)))  # type: ignore[arg-type]

    # -- asking ------------------------------------------------------------------------------------------------------

    def _ask(self, name: str, value: object) -> None:
        try:
            if name == "convention":
                convention = CONVENTIONS.get(str(value))
                recipe = with_convention(self._recipe, convention) if convention else self._recipe
            else:
                recipe = with_option(self._recipe, name, value)
        except OptionError as error:
            self.refused.emit(error)
            self.show_recipe(self._recipe)
            return
        if recipe != self._recipe:
            self._recipe = recipe
            self.show_recipe(recipe)
            self.changed.emit(recipe)

"""The options of a training as a form, made from the trainer's own fields and the recipe's.

An input is made once and stays, shown for each algorithm that has its option.  As long as nobody looks, those that another
algorithm is the first to have are made one in each turn of the event loop: all of them at once would hold the window up.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from PySide6.QtCore import QSignalBlocker, QTimer, Signal
from PySide6.QtWidgets import QFormLayout, QWidget

from app.look.theme import Appearance
from app.widgets.basics.controls import Label
from app.widgets.theatre.option_inputs import Option, OptionInput, input_for, options_of
from app.widgets.theatre.option_texts import title_of
from app.widgets.theatre.recipe_options import convention_of, with_convention, with_option
from engine.errors import OptionError
from engine.patterns import PATTERNS
from engine.recipe import CONVENTIONS, Recipe


class OptionsForm(QWidget):
    """`changed` carries the recipe that the form asks for; `refused` a sentence about a value that cannot be."""

    changed = Signal(object)
    refused = Signal(object)

    def __init__(self, appearance: Appearance, recipe: Recipe) -> None:
        super().__init__()
        self._appearance = appearance
        self._recipe = recipe
        self._made: dict[Option, OptionInput] = {}
        self._form = QFormLayout(self)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._is_arranged = False
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._make_one)
        appearance.changed.connect(self._dress)
        self._dress()
        self.arrange()

    @property
    def inputs(self) -> dict[str, QWidget]:
        """The inputs of this algorithm, by the names of its options."""
        self.arrange()
        return {option.name: self._made[option].widget for option in options_of(self._recipe)}

    def show_recipe(self, recipe: Recipe) -> None:
        """Show another recipe, telling nobody."""
        other = type(recipe.trainer) is not type(self._recipe.trainer)
        self._recipe = recipe
        if other:
            self._is_arranged = False
            self._timer.start()
        if self.isVisible():
            self.arrange()
        if self._is_arranged:
            self._show_values()

    # -- rows --------------------------------------------------------------------------------------------------------

    def arrange(self) -> None:
        """A row for each option of this algorithm, now."""
        if self._is_arranged:
            return
        self._timer.stop()
        options = options_of(self._recipe)
        for option in options:
            self._make(option)
        for option, made in self._made.items():
            self._form.setRowVisible(made.widget, option in options)
        self._is_arranged = True
        self._show_values()

    def _make_one(self) -> None:
        """The next input that is missing; at the end the form is as it should be."""
        missing = [option for option in options_of(self._recipe) if option not in self._made]
        if missing:
            self._make(missing[0])
            self._form.setRowVisible(self._made[missing[0]].widget, False)
        else:
            self.arrange()

    def _make(self, option: Option) -> None:
        """Its row stands behind that of the option before it."""
        if option in self._made:
            return
        made = self._made[option] = input_for(option, self._ask)
        label = Label(self._appearance, title_of(option.name), second=True)
        self._form.insertRow(self._row_for(option), label, made.widget)

    def _row_for(self, option: Option) -> int:
        options = options_of(self._recipe)
        before = [one for one in options[: options.index(option)] if one in self._made]
        if not before:
            return 0
        place: Any = self._form.getWidgetPosition(self._made[before[-1]].widget)
        return int(place[0]) + 1

    def _show_values(self) -> None:
        recipe, trainer = self._recipe, self._recipe.trainer
        pattern = recipe.pre_tokenizer.pattern
        values: dict[str, Any] = {field.name: getattr(trainer, field.name) for field in fields(trainer)}  # type: ignore[arg-type]
        values |= {
            "convention": convention_of(recipe),
            "pattern": pattern.name if pattern.name in PATTERNS else pattern.expression,
            "digits": recipe.pre_tokenizer.digits,
            "normalizers": recipe.normalizer.names,
            "special_tokens": recipe.special_tokens,
            "specials": recipe.specials,
        }
        for option in options_of(recipe):
            made = self._made[option]
            with QSignalBlocker(made.widget):
                made.show(values[option.name])

    def _dress(self) -> None:
        units = self._appearance.metrics.units
        self._form.setContentsMargins(units(4), units(4), units(4), units(4))
        self._form.setHorizontalSpacing(units(4))
        self._form.setVerticalSpacing(units(2))
        self.setMinimumWidth(units(105))

    # -- asking ------------------------------------------------------------------------------------------------------

    def _ask(self, name: str, value: object) -> None:
        try:
            recipe = self._asked(name, value)
        except OptionError as error:
            self.refused.emit(error)
            self.show_recipe(self._recipe)
            return
        if recipe != self._recipe:
            self.show_recipe(recipe)
            self.changed.emit(recipe)

    def _asked(self, name: str, value: object) -> Recipe:
        if name != "convention":
            return with_option(self._recipe, name, value)
        convention = CONVENTIONS.get(str(value))
        return with_convention(self._recipe, convention) if convention else self._recipe

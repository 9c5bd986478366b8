"""The options of a training as a form, made from the trainer's own fields and the recipe's.

A field needs no line here: its type decides the input.  CHOICES, TITLES and TIPS only say how values and fields are called.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from types import NoneType
from typing import Any, Protocol

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QLineEdit,
    QMenu,
    QSpinBox,
    QToolButton,
    QWidget,
)

from app.look.theme import Appearance
from app.translation import later, translate
from app.widgets.basics.controls import Label
from app.widgets.theatre.recipe_options import (
    NO_CONVENTION,
    convention_of,
    has_conventions,
    with_convention,
    with_option,
)
from engine.algorithms.unigram_seeds import SEED_RULES
from engine.algorithms.wordpiece import SCORES
from engine.errors import OptionError
from engine.normalizers import NORMALIZERS
from engine.pre_tokenizers import PATTERNS
from engine.recipe import CONVENTIONS, LAYOUTS, Recipe
from engine.tie_rules import TIE_RULES, TieRule

_LARGEST = 10_000_000
TITLES = {
    "vocab_size": later("options_form", "Vocabulary size"),
    "max_steps": later("options_form", "Steps at most"),
    "min_frequency": later("options_form", "Minimum count"),
    "tie_rule": later("options_form", "Tie rule"),
    "byte_order": later("options_form", "Order of the bytes"),
    "pattern": later("options_form", "Pattern"),
    "special_tokens": later("options_form", "Special tokens"),
    "specials": later("options_form", "Special ids"),
    "normalizers": later("options_form", "Before cutting"),
    "digits": later("options_form", "Digits"),
    "end_of_word": later("options_form", "End-of-word mark"),
    "unknown": later("options_form", "Unknown token"),
    "continuation": later("options_form", "Continuation mark"),
    "longest_word": later("options_form", "Longest word"),
    "score": later("options_form", "Score"),
    "seed_size": later("options_form", "Seeds at most"),
    "seeds": later("options_form", "Seeds are substrings that"),
    "shrinking": later("options_form", "Kept each round"),
    "sub_iterations": later("options_form", "Turns in a round"),
    "longest_piece": later("options_form", "Longest piece"),
    "character_coverage": later("options_form", "Character coverage"),
    "byte_fallback": later("options_form", "Unknown as bytes"),
    "digamma": later("options_form", "Digamma"),
    "whitespace_only_pieces": later("options_form", "Pieces of blanks"),
}
_HIDDEN = ("rule_changes",)
"""Fields that are no wish: a branch of a run has them."""
CHOICES: Mapping[str, Mapping[str, str]] = {
    "byte_order": {"raw": later("options_form", "by value"), "gpt2": later("options_form", "GPT-2's printable order")},
    "digits": {
        "as-pattern": later("options_form", "as the pattern cuts them"),
        "each": later("options_form", "each alone"),
        "3-left": later("options_form", "in threes from the left"),
        "3-right": later("options_form", "in threes from the right"),
    },
    "seeds": {
        "all": later("options_form", "occur twice"),
        "followers": later("options_form", "two different things follow"),
    },
    "specials": {
        "top": later("options_form", "after the merges"),
        "reserved": later("options_form", "before the merges"),
        "first": later("options_form", "first, from 0"),
    },
}
TIPS: Mapping[str, str] = {
    "digamma": later("options_form", "Lower the probability of rare pieces, as a sparse prior would"),
    "shrinking": later("options_form", "The share of the pieces that a round keeps"),
    "character_coverage": later(
        "options_form", "The share of all characters that have a token of their own; the rarest beyond it have none"
    ),
    "byte_fallback": later("options_form", "A character without a token is written as its bytes"),
    "unknown": later("options_form", "Stands for what the vocabulary cannot write; empty: such text is refused"),
    "end_of_word": later("options_form", "One symbol at the end of each word; empty: words have none"),
}


class _Titled(Protocol):
    """A row of one of the engine's tables."""

    @property
    def title(self) -> str: ...


def _title(name: str) -> str:
    """How a field is called; a new one by its own name."""
    return translate("options_form", TITLES.get(name, name.replace("_", " ").capitalize()))


def _choices(name: str) -> dict[str, str]:
    """What a field may be, and how each value is called; empty for a field of any value."""
    if name == "tie_rule":
        return {rule.name: _with_library(rule) for rule in TIE_RULES.values()}
    titled: Mapping[str, Mapping[Any, _Titled]] = {"pattern": PATTERNS, "score": SCORES, "convention": CONVENTIONS}
    if name in titled:
        return {value: translate("engine", row.title) for value, row in titled[name].items()}
    return {value: translate("options_form", words) for value, words in CHOICES.get(name, {}).items()}


def _with_library(rule: TieRule) -> str:
    title = translate("engine", rule.title)
    return f"{title} ({rule.library})" if rule.library else title


def _tip(name: str) -> str:
    """One sentence on a field; "" where its title says all."""
    if name == "score":
        return "\n".join(f"{translate('engine', s.title)}: {translate('engine', s.meaning)}" for s in SCORES.values())
    if name == "seeds":
        return "\n".join(translate("engine", words) for words in SEED_RULES.values())
    return translate("options_form", TIPS[name]) if name in TIPS else ""


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
        self._build()
        appearance.changed.connect(self._dress)
        self._dress()
        self.show_recipe(recipe)

    def _build(self) -> None:
        """A row for each option of the pipeline and of the trainer."""
        if has_conventions(self._recipe):
            self._add_choice(
                "convention", self.tr("Convention"), {NO_CONVENTION: self.tr("own options"), **_choices("convention")}
            )
        types = typing.get_type_hints(type(self._recipe.trainer))
        for field in fields(self._recipe.trainer):  # type: ignore[arg-type]
            if field.name not in _HIDDEN:
                self._add_field(field, types[field.name])
        self._add_normalizers()
        self._add_choice("pattern", _title("pattern"), _choices("pattern"), editable=True)
        self._add_choice("digits", _title("digits"), _choices("digits"))
        self._add_special_tokens()
        self._add_choice("specials", _title("specials"), {name: _choices("specials")[name] for name in LAYOUTS})

    def _rebuild(self) -> None:
        """Another algorithm has other options."""
        while self._form.rowCount():
            self._form.removeRow(0)
        self.inputs.clear()
        self._show.clear()
        self._build()
        self._dress()

    def show_recipe(self, recipe: Recipe) -> None:
        """Show another recipe, telling nobody."""
        other = type(recipe.trainer) is not type(self._recipe.trainer)
        self._recipe = recipe
        if other:
            self._rebuild()
        pattern = recipe.pre_tokenizer.pattern
        values = {field.name: getattr(recipe.trainer, field.name) for field in fields(recipe.trainer)}  # type: ignore[arg-type]
        values |= {
            "convention": convention_of(recipe),
            "pattern": pattern.name if pattern.name in PATTERNS else pattern.expression,
            "digits": recipe.pre_tokenizer.digits,
            "normalizers": recipe.normalizer.names,
            "special_tokens": recipe.special_tokens,
            "specials": recipe.specials,
        }
        for name, value in values.items():
            if name not in self.inputs:
                continue
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
        title = _title(field.name)
        options = set(typing.get_args(kind))
        if choices := _choices(field.name):
            self._add_choice(field.name, title, choices)
        elif kind is bool:
            self._add_check(field.name, title)
        elif kind is float:
            self._add_share(field.name, title)
        elif kind is int or int in options:
            self._add_number(field.name, title, optional=NoneType in options)
        else:
            self._add_text(field.name, title, optional=NoneType in options, default=field.default)

    def _add(self, name: str, title: str, widget: QWidget, show: Callable[[object], None]) -> None:
        widget.setAccessibleName(title)
        widget.setToolTip(_tip(name))
        self.inputs[name] = widget
        self._show[name] = show
        self._form.addRow(Label(self._appearance, title, second=True), widget)

    def _add_number(self, name: str, title: str, *, optional: bool) -> None:
        box = QSpinBox()
        box.setRange(0, _LARGEST)
        box.setGroupSeparatorShown(True)
        box.setKeyboardTracking(False)
        box.setAlignment(Qt.AlignmentFlag.AlignRight)
        box.setSpecialValueText(self.tr("no limit") if optional else "")
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

    def _add_share(self, name: str, title: str) -> None:
        """A share of a whole, in percent."""
        box = QDoubleSpinBox()
        box.setRange(0.0, 100.0)
        box.setDecimals(2)
        box.setSuffix(" %")
        box.setKeyboardTracking(False)
        box.setAlignment(Qt.AlignmentFlag.AlignRight)
        box.valueChanged.connect(lambda value: self._ask(name, round(value / 100, 6)))
        self._add(name, title, box, lambda value: box.setValue(100 * float(value)))  # type: ignore[arg-type]

    def _add_text(self, name: str, title: str, *, optional: bool, default: object) -> None:
        """Where nothing is a value too, an empty field means it."""
        line = QLineEdit()
        if optional:
            line.setPlaceholderText(self.tr("none"))
        elif default is not MISSING:
            line.setPlaceholderText(str(default))
        line.editingFinished.connect(lambda: self._ask(name, line.text() or (None if optional else default)))
        self._add(name, title, line, lambda value: line.setText("" if value is None else str(value)))

    def _add_normalizers(self) -> None:
        """Any of them, in the order in which they are taken."""
        button = QToolButton()
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        menu = QMenu(button)
        actions: dict[str, QAction] = {}
        for name, kind in NORMALIZERS.items():
            action = actions[name] = menu.addAction(translate("engine", kind.title))
            action.setCheckable(True)
            action.setToolTip(self.tr("Loses {}").format(translate("engine", kind.loses)))
            action.triggered.connect(lambda checked, name=name: self._ask_normalizer(name, checked))
        menu.setToolTipsVisible(True)
        button.setMenu(menu)

        def show(value: object) -> None:
            names: tuple[str, ...] = tuple(value)  # type: ignore[arg-type]
            button.setText(", ".join(names) or self.tr("nothing"))
            for name, action in actions.items():
                with QSignalBlocker(action):
                    action.setChecked(name in names)

        self._add("normalizers", _title("normalizers"), button, show)

    def _ask_normalizer(self, name: str, wanted: bool) -> None:
        names = [other for other in self._recipe.normalizer.names if other != name]
        self._ask("normalizers", (*names, name) if wanted else tuple(names))

    def _add_special_tokens(self) -> None:
        line = QLineEdit()
        line.setPlaceholderText(self.tr("separated by blanks, such as <|endoftext|>"))
        line.editingFinished.connect(lambda: self._ask("special_tokens", tuple(line.text().split())))
        self._add("special_tokens", _title("special_tokens"), line, lambda value: line.setText(" ".join(value)))  # type: ignore[arg-type]

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

"""The form of all options: an input is made once, in a turn of its own while nobody looks, and stays."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QFormLayout, QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.state.training.first_recipes import first_recipe
from app.widgets.theatre.option_inputs import options_of
from app.widgets.theatre.options_form import OptionsForm
from app.widgets.theatre.training_bar import TrainingBar
from engine.algorithms import ALGORITHMS
from tests.app.conftest import LONG


@pytest.fixture
def form(qtbot: QtBot, appearance: Appearance) -> OptionsForm:
    made = OptionsForm(appearance, first_recipe("byte-bpe"))
    qtbot.addWidget(made)
    return made


def rows(form: OptionsForm) -> list[QWidget]:
    """The inputs from top to bottom."""
    layout = form.layout()
    assert isinstance(layout, QFormLayout)
    items = [layout.itemAt(row, QFormLayout.ItemRole.FieldRole) for row in range(layout.rowCount())]
    return [item.widget() for item in items if item is not None]


def seen(form: OptionsForm) -> list[QWidget]:
    layout = form.layout()
    assert isinstance(layout, QFormLayout)
    return [widget for widget in rows(form) if layout.isRowVisible(widget)]


def test_nothing_is_made_in_the_turn_that_chooses_another_algorithm(qtbot: QtBot, form: OptionsForm) -> None:
    before, counts = len(rows(form)), []
    form._timer.timeout.connect(lambda: counts.append(len(rows(form))))
    form.show_recipe(first_recipe("unigram"))
    # THEN no input has been made yet, and each turn makes one at most
    assert len(rows(form)) == before
    qtbot.waitUntil(lambda: form._is_arranged, timeout=LONG)
    assert counts[-1] > before + 5
    assert all(after - at <= 1 for at, after in zip([before, *counts], counts, strict=False))


def test_who_looks_sees_all_of_it_at_once(form: OptionsForm) -> None:
    form.show_recipe(first_recipe("unigram"))
    assert set(form.inputs) == {option.name for option in options_of(first_recipe("unigram"))}
    assert not form._timer.isActive()


def test_the_menu_is_as_large_as_the_form(qtbot: QtBot, appearance: Appearance) -> None:
    bar = TrainingBar(appearance, first_recipe("byte-bpe"))
    qtbot.addWidget(bar)
    bar.show_recipe(first_recipe("unigram"))
    # WHEN the menu is about to open before the form has had its turns
    bar.options.menu().aboutToShow.emit()
    # THEN the form is whole, and has the room that it wants
    assert not bar.form._timer.isActive()
    assert bar._scroll.width() >= bar.form.sizeHint().width()
    around = bar.options.menu().sizeHint() - bar._scroll.size()
    # AND a shorter form makes the menu shorter
    bar.show_recipe(first_recipe("char-level"))
    bar.options.menu().aboutToShow.emit()
    assert bar.options.menu().sizeHint() == bar._scroll.size() + around


def test_a_form_that_is_seen_changes_at_once(qtbot: QtBot, form: OptionsForm) -> None:
    with qtbot.waitExposed(form):
        form.show()
    form.show_recipe(first_recipe("wordpiece"))
    assert not form._timer.isActive()
    assert form.inputs["score"].isVisible()


def test_inputs_stay_and_stand_in_their_order(form: OptionsForm) -> None:
    first = form.inputs
    for name in (*ALGORITHMS, *reversed(ALGORITHMS)):
        form.show_recipe(first_recipe(name))
        inputs = list(form.inputs.values())
        assert seen(form) == inputs, name
    # THEN those of the first algorithm are the same as before
    form.show_recipe(first_recipe("byte-bpe"))
    assert form.inputs == first


def test_a_value_reaches_an_input_that_another_algorithm_shares(form: OptionsForm) -> None:
    form.show_recipe(first_recipe("wordpiece"))
    asked: list[object] = []
    form.changed.connect(asked.append)
    form.inputs["min_frequency"].setValue(7)  # type: ignore[attr-defined]
    assert [recipe.trainer.min_frequency for recipe in asked] == [7]  # type: ignore[attr-defined]
    form.show_recipe(first_recipe("byte-bpe"))
    assert form.inputs["min_frequency"].value() == 2  # type: ignore[attr-defined]
    assert len(asked) == 1

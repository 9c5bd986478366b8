"""The keys of the stage are all there, however narrow the screen."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.widgets.window.key_hints import KeyHints

HINTS = [(key, f"does {key}") for key in ("Space", "T", "P", "G", "S", "D", "W")] + [("Esc", "leave")]


@pytest.fixture
def place(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


@pytest.mark.parametrize("base", [14, 24, 60])
def test_what_has_no_room_on_one_line_stands_on_the_next(
    qtbot: QtBot, appearance: Appearance, place: QWidget, base: int
) -> None:
    appearance.set_base(base)
    hints = KeyHints(appearance)
    hints.show_hints(HINTS)
    column = QVBoxLayout(place)
    column.addWidget(QWidget(), 1)  # the pane
    column.addWidget(hints)
    place.show()
    heights = []
    for units in (400, 120, 70):
        place.resize(appearance.metrics.units(units), appearance.metrics.units(200))
        qtbot.waitUntil(lambda: hints.height() == hints.heightForWidth(hints.width()), timeout=10_000)
        lines = hints._lines(hints.width())
        gap = hints._gap(hints.width())
        assert [hint for line in lines for hint in line] == HINTS
        for line in lines:
            assert len(line) == 1 or sum(hints._width(hint) + gap for hint in line) + gap <= hints.width()
        heights.append(hints.height())
    assert heights == sorted(heights)
    assert heights[0] < heights[-1]


def test_without_hints_it_is_one_line(qtbot: QtBot, appearance: Appearance) -> None:
    hints = KeyHints(appearance)
    qtbot.addWidget(hints)
    assert hints.heightForWidth(100) == hints.minimumSizeHint().height()

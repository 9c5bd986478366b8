"""The map of scripts: every script is named, whatever room it has."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QWidget

from app.look.theme import Appearance
from app.widgets.vocabulary.script_map import ScriptMap

MOSTLY_LATIN = {"Latin": 9_700, "Common": 250, "Greek": 30, "Canadian_Aboriginal": 20}


@pytest.fixture
def scripts(appearance: Appearance, show: Callable[..., QWidget]) -> ScriptMap:
    made = show(ScriptMap(appearance), 400, 300)
    assert isinstance(made, ScriptMap)
    return made


def test_scripts_too_small_for_a_name_stand_in_a_line_below(scripts: ScriptMap) -> None:
    scripts.show_scripts(MOSTLY_LATIN, "")
    assert scripts.small_words() == "Too small for a name: Common 250, Greek 30, Canadian Aboriginal 20"
    line = scripts._line()
    assert all(box.bottom() <= line.top() for box in scripts.boxes().values())
    assert line.bottom() <= scripts.height()
    scripts.grab()
    assert "Canadian Aboriginal 20" in scripts.accessibleDescription()
    # AND the pointer learns them all there, and each in its place
    assert scripts._tip_at(line.center()) == scripts.small_words()
    assert scripts._tip_at(scripts.boxes()["Latin"].center()) == "Latin: 9,700, 97.0 %"


def test_where_all_have_names_there_is_no_line(scripts: ScriptMap) -> None:
    scripts.show_scripts({"Latin": 60, "Han": 40}, "")
    assert scripts.small_words() == ""
    bottom = max(box.bottom() for box in scripts.boxes().values())
    assert scripts.script_at(QPointF(200, bottom - 1)) in ("Latin", "Han")
    scripts.show_scripts({}, "")
    assert scripts.boxes() == {}
    scripts.grab()

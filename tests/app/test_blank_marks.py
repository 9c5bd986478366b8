"""What nobody sees is marked: blanks, tabs and line breaks on demand, a blank that is none always."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.look.theme import LIGHT, Appearance
from app.widgets.text.blank_marks import Blank, blanks_of
from app.widgets.text.token_view import TokenView


@pytest.fixture
def view(qtbot: QtBot) -> TokenView:
    made = TokenView(Appearance())
    qtbot.addWidget(made)
    made.resize(500, 120)
    with qtbot.waitExposed(made):
        made.show()
    return made


def ink(view: TokenView, begin: int, end: int) -> int:
    """Pixels between two bytes of the text that are not the ground's."""
    left, right = view.caret_rect(begin), view.caret_rect(end)
    image = view.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)[:, :, :3]
    area = pixels[round(left.top()) : round(left.bottom()), round(left.left()) + 1 : round(right.left()) - 1]
    ground = LIGHT.panel
    return int((np.abs(area.astype(int) - [ground.blue(), ground.green(), ground.red()]).max(axis=2) > 30).sum())


@pytest.mark.parametrize("blank", ["\u00a0", "\u2003", "\u2007", "\u205f"])
def test_a_blank_that_is_none_of_the_keyboard_is_always_marked(view, blank):
    view.set_text("abc" + blank + "def")
    assert ink(view, 3, 3 + len(blank.encode())) > 4
    view.set_text("abc def")
    assert ink(view, 3, 4) == 0


@pytest.mark.parametrize("blank", [" ", "\t", "\u3000"])
def test_the_others_are_marked_where_that_is_asked_for(view, blank):
    view.set_text("abc" + blank + "def")
    end = 3 + len(blank.encode())
    assert ink(view, 3, end) == 0
    view.set_show_spaces(True)
    assert ink(view, 3, end) > 4


def test_each_kind_has_a_mark_of_its_own_at_its_place(view):
    view.set_text("😀 a\tb\u00a0c\u3000")
    paragraph = view.paragraph(0)
    found = list(blanks_of(paragraph, paragraph.lines[0], every=True))
    assert found == [(2, Blank.SPACE), (4, Blank.TAB), (6, Blank.ODD), (8, Blank.ODD)]
    assert list(blanks_of(paragraph, paragraph.lines[0], every=False)) == [(6, Blank.ODD)]


def test_labels_have_no_marks(view):
    view.set_text("a b")
    view.set_tokens([1, 2], [0, 1], [0, 1])
    view.set_view("bytes")
    before = view.grab().toImage()
    view.set_show_spaces(True)
    assert view.grab().toImage() == before

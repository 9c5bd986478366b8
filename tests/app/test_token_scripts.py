"""Boxes never change the letters over them: by pixels, and by the glyphs that were chosen, script by script.

Where a script has no font on this machine its letters are drawn as frames; they must not change either.  What the setup
installs (`fonts-noto-core`, `fonts-noto-cjk`, `fonts-noto-color-emoji`) has all of them.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QImage, QTextLayout
from pytestqt.qtbot import QtBot

from app.look.theme import DARK, LIGHT, THEMES, Appearance, Theme
from app.widgets.text.token_painter import TokenPainter
from app.widgets.text.token_view import TokenView
from tests.app.scripts import SCRIPTS, random_tokens

every_script = pytest.mark.parametrize("script", SCRIPTS)


@pytest.fixture
def view(qtbot: QtBot) -> TokenView:
    widget = TokenView(Appearance())
    qtbot.addWidget(widget)
    widget.resize(360, 300)  # every text wraps
    with qtbot.waitExposed(widget):
        widget.show()
    return widget


def picture(view: TokenView) -> np.ndarray:
    image = view.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)[:, :, :3].copy()


def without_colours(theme: Theme) -> Theme:
    """Boxes in the colour of the ground, without frames."""
    ground = (theme.panel,) * len(theme.token_fills)
    return replace(theme, token_fills=ground, token_ticks=ground, token_edge=0)


def glyphs(layout: QTextLayout) -> list[tuple[str, list[int], list[tuple[float, float]]]]:
    """The font, the glyphs and their places, run by run."""
    return [
        (run.rawFont().familyName(), run.glyphIndexes(), [(place.x(), place.y()) for place in run.positions()])
        for run in layout.glyphRuns()
    ]


@every_script
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_not_one_pixel_of_ink_changes(
    view: TokenView, script: str, theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    # GIVEN a text without tokens, and boxes that cannot be seen
    monkeypatch.setattr(TokenPainter, "_draw_stripes", lambda *_: None)
    view._appearance.set_theme(without_colours(theme))
    view.set_text(SCRIPTS[script])
    plain = picture(view)
    assert (plain != plain[0, 0]).any()
    # WHEN every few bytes are a token, wherever that cuts a letter
    for seed in (1, 2):
        view.set_tokens(*random_tokens(SCRIPTS[script], seed))
        # THEN the letters are those of the plain text
        assert np.array_equal(plain, picture(view))


@every_script
def test_the_glyphs_are_those_of_the_plain_text(view: TokenView, script: str) -> None:
    view.set_text(SCRIPTS[script])
    plain = QTextLayout(SCRIPTS[script], view.paragraph(0).layout.font())
    plain.setTextOption(view.paragraph(0).layout.textOption())
    plain.beginLayout()
    while (line := plain.createLine()).isValid():
        line.setLineWidth(view._text_width())
    plain.endLayout()
    wanted = [(font, indexes) for font, indexes, _ in glyphs(plain)]
    assert any(indexes for _, indexes in wanted)
    view.set_tokens(*random_tokens(SCRIPTS[script]))
    picture(view)
    assert [(font, indexes) for font, indexes, _ in glyphs(view.paragraph(0).layout)] == wanted


@every_script
def test_colours_are_drawn_under_the_letters(view: TokenView, script: str) -> None:
    view.set_text(SCRIPTS[script])
    view.set_tokens(*random_tokens(SCRIPTS[script]))
    seen = picture(view).reshape(-1, 3)
    shades = {(fill.blue(), fill.green(), fill.red()) for fill in LIGHT.token_fills}
    assert len(shades & set(map(tuple, seen.tolist()))) >= 5


def test_the_letters_over_an_amber_box_have_the_same_shape(view: TokenView) -> None:
    # GIVEN a theme in which letters on amber have another colour     WHEN part of a joined word is lit
    view._appearance.set_theme(
        replace(without_colours(DARK), merge=DARK.panel, merge_edge=DARK.panel, on_merge=DARK.accent)
    )
    view.set_text(SCRIPTS["Arabic"])
    view.set_tokens(*random_tokens(SCRIPTS["Arabic"]))
    plain = picture(view) != picture(view)[0, 0]
    view.select_token(3)
    view._mark(selected=-1)
    lit = picture(view) != picture(view)[0, 0]
    # THEN ink is where it was, but for the marks of stripes
    assert (plain != lit).mean() < 0.001

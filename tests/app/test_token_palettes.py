"""Classes of tokens in colour: letters can be read on them, every eye tells them apart, and a second cue says the same."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from app.look.theme import HIGH_CONTRAST, THEMES
from app.look.token_palettes import class_palette, plain_palette
from tests.app.test_theme import EYES, contrast, difference

CLASSES = 6
ALL = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))


@ALL
@pytest.mark.parametrize("ordered", [True, False])
def test_letters_can_be_read_on_each_class(theme, ordered):
    palette = class_palette(theme, CLASSES, ordered=ordered)
    assert len(palette.fills) == len(palette.ticks) == CLASSES + 1
    assert min(contrast(fill, theme.text) for fill in palette.fills) >= 4.5


@ALL
def test_steps_go_on_in_lightness_for_every_eye(theme):
    fills = class_palette(theme, CLASSES, ordered=True).fills[:CLASSES]
    away = [contrast(fill, theme.panel) for fill in fills]
    assert away == sorted(away)
    for eye in EYES:
        assert min(difference(one, other, eye) for one, other in pairwise(fills)) > 2.5, eye
        assert difference(fills[0], fills[-1], eye) > 20


@ALL
def test_kinds_differ_for_every_eye(theme):
    palette = class_palette(theme, CLASSES, ordered=False)
    # In high contrast boxes are told apart by their frames.
    colours = palette.ticks[:CLASSES] if theme is HIGH_CONTRAST else palette.fills[:CLASSES]
    for eye in EYES:
        assert min(difference(*pair, eye) for pair in combinations(colours, 2)) > 7, eye


@ALL
@pytest.mark.parametrize("ordered", [True, False])
def test_no_two_classes_have_a_tick_of_the_same_height(theme, ordered):
    palette = class_palette(theme, CLASSES, ordered=ordered)
    levels = [palette.level(place) for place in range(CLASSES)]
    assert levels == sorted(set(levels))
    assert levels[-1] == 1
    assert palette.level(CLASSES) == 0


@ALL
def test_tokens_of_their_own_colour_have_a_whole_tick(theme):
    palette = plain_palette(theme)
    assert (palette.fills, palette.ticks) == (theme.token_fills, theme.token_ticks)
    assert palette.level(0) == 1

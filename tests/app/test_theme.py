"""The colour tables keep their floors, sizes follow from one number, and a change reaches the window."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QPushButton

from app.look.icons import icon, icon_names, pixmap
from app.look.theme import (
    DARK,
    HIGH_CONTRAST,
    LIGHT,
    THEMES,
    ZOOM_STEPS,
    Appearance,
    Metrics,
    item_view_palette,
    stage_base,
    token_colour_indexes,
)

ALL_THEMES = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)

# Machado, Oliveira and Fernandes (2009), full severity; they act on linear RGB.
EYES = {
    "normal": np.eye(3),
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}


def linear(colour) -> np.ndarray:
    value = np.array(colour.getRgbF()[:3])
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def luminance(colour) -> float:
    return float(linear(colour) @ [0.2126, 0.7152, 0.0722])


def contrast(one, other) -> float:
    """WCAG's ratio, 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def lab(colour, eye: str) -> np.ndarray:
    rgb = np.clip(np.array(EYES[eye]) @ linear(colour), 0, 1)
    to_xyz = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
    ratio = np.array(to_xyz) @ rgb / [0.95047, 1.0, 1.08883]
    f = np.where(ratio > 216 / 24389, np.cbrt(ratio), (24389 / 27 * ratio + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def difference(one, other, eye: str) -> float:
    """CIEDE2000 between two colours as that eye sees them."""
    (l1, a1, b1), (l2, a2, b2) = lab(one, eye), lab(other, eye)
    chroma_mean = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    g = 0.5 * (1 - np.sqrt(chroma_mean**7 / (chroma_mean**7 + 25.0**7)))
    c1, c2 = np.hypot(a1 * (1 + g), b1), np.hypot(a2 * (1 + g), b2)
    h1, h2 = np.degrees(np.arctan2([b1, b2], [a1 * (1 + g), a2 * (1 + g)])) % 360
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    hue_mean = (h1 + h2) if c1 * c2 == 0 else (h1 + turn / 2) % 360
    delta = (l2 - l1, c2 - c1, 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2)))
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    t = sum(
        k * np.cos(np.radians(m * hue_mean + o))
        for k, m, o in ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.2, 4, -63))
    )
    scale = (
        1 + 0.015 * (light - 50) ** 2 / np.sqrt(20 + (light - 50) ** 2),
        1 + 0.045 * chroma,
        1 + 0.015 * chroma * (1 + t),
    )
    rotation = -np.sin(np.radians(60 * np.exp(-(((hue_mean - 275) / 25) ** 2))))
    rotation *= 2 * np.sqrt(chroma**7 / (chroma**7 + 25.0**7))
    x, y, z = (value / weight for value, weight in zip(delta, scale, strict=True))
    return float(np.sqrt(x * x + y * y + z * z + rotation * y * z))


def least_difference(colours) -> float:
    return min(difference(one, other, eye) for one, other in combinations(colours, 2) for eye in EYES)


@ALL_THEMES
def test_texts_can_be_read(theme):
    grounds = (theme.window, theme.panel, theme.alternate)
    texts = (theme.text, theme.second_text, theme.accent, theme.tie, theme.good, theme.warning, theme.error)
    assert min(contrast(text, ground) for text in texts for ground in grounds) >= 4.5
    assert contrast(theme.on_accent, theme.accent) >= 4.5
    assert contrast(theme.on_merge, theme.merge) >= 4.5
    assert contrast(theme.text, theme.merge_soft) >= 4.5
    assert min(contrast(text, theme.selected_row) for text in (theme.text, theme.second_text, theme.accent)) >= 4.5
    assert contrast(theme.warning, theme.warning_ground) >= 4.5
    assert contrast(theme.error, theme.error_ground) >= 4.5


@ALL_THEMES
def test_shapes_can_be_seen(theme):
    shapes = (theme.control_border, theme.merge_edge, *theme.token_ticks, *(row.colour for row in theme.series))
    assert min(contrast(shape, theme.panel) for shape in shapes) >= 3


@ALL_THEMES
def test_letters_on_tokens_and_numbers_in_the_heat_map_can_be_read(theme):
    assert min(contrast(theme.text, fill) for fill in theme.token_fills) >= 4.5
    assert min(contrast(row.fill, row.number) for row in theme.heat) >= 4.5


@pytest.mark.parametrize(("theme", "floor"), [(LIGHT, 7), (DARK, 10)], ids=["light", "dark"])
def test_every_eye_tells_token_fills_apart(theme, floor):
    assert least_difference(theme.token_fills) >= floor
    assert min(difference(theme.merge, fill, "normal") for fill in theme.token_fills) >= 2 * floor


def test_every_eye_tells_high_contrast_edges_and_series_apart():
    assert least_difference(HIGH_CONTRAST.token_ticks) >= 20
    assert least_difference([row.colour for row in LIGHT.series]) >= 15
    assert least_difference([row.colour for row in DARK.series]) >= 15
    assert len({row.dash for row in LIGHT.series}) == 6


@pytest.mark.parametrize(
    ("ratio", "index"),
    [(0.99, 0), (0.995, 1), (1.0, 1), (1.25, 2), (1.99, 3), (2.0, 4), (5.47, 6), (12.0, 8), (400, 8)],
)
def test_heat_classes(ratio, index):
    assert LIGHT.heat_class(ratio) is LIGHT.heat[index]


def test_heat_map_keeps_its_order_in_grey():
    for theme, sign in ((LIGHT, -1), (DARK, 1)):
        grey = [luminance(row.fill) for row in theme.heat[1:]]
        assert all(sign * (after - before) > 0 for before, after in pairwise(grey))


def test_token_colours_depend_on_bytes_and_never_repeat():
    tokens = [b"the", b" cat", b"the", b"the", b"a", b"a", b"a"]
    indexes = token_colour_indexes(tokens)
    assert indexes[0] == indexes[2] == token_colour_indexes([b"the"])[0]
    assert all(one != other for one, other in pairwise(indexes))
    assert token_colour_indexes([b"the"], before=indexes[0]) != indexes[:1]


def test_sizes_follow_the_base():
    normal, large = Metrics(14), Metrics(28)
    assert (normal.u, normal.control, normal.row, normal.font_px("token")) == (4, 32, 24, 21)
    assert (large.u, large.control, large.font_px("equation")) == (8, 64, 60)
    assert Metrics(28, stage=True).font_px("chip") == 56
    assert (stage_base(1080), stage_base(720), stage_base(4000)) == (28, 24, 60)


def test_zoom_goes_through_the_steps_and_ends(qapp):
    appearance = Appearance()
    appearance.zoom(1)
    assert appearance.base == 16
    appearance.zoom(-100)
    assert appearance.base == ZOOM_STEPS[0]
    appearance.reset_zoom()
    assert appearance.base == 14


def test_a_change_is_told_once_and_an_equal_value_is_none(qtbot):
    appearance = Appearance()
    told = []
    appearance.changed.connect(lambda: told.append(appearance.theme.name))
    appearance.set_theme(DARK)
    appearance.set_theme(DARK)
    assert told == ["dark"]


def test_the_stage_is_larger_and_leaves_the_size_as_it_was(qtbot):
    appearance = Appearance(base=16)
    appearance.enter_stage(1080)
    appearance.enter_stage(1080)
    assert (appearance.base, appearance.on_stage) == (28, True)
    appearance.zoom(1)
    assert (appearance.base, appearance.on_stage) == (34, True)
    appearance.set_theme(DARK)
    appearance.leave_stage()
    assert (appearance.theme, appearance.base, appearance.on_stage) == (DARK, 16, False)


def test_the_application_follows(qapp, qtbot):
    before = qapp.palette(), qapp.font(), qapp.styleSheet()
    appearance = Appearance()
    appearance.apply(qapp)
    button = QPushButton("Train")
    qtbot.addWidget(button)
    appearance.set_theme(DARK)
    assert qapp.palette().color(QPalette.ColorRole.Window) == DARK.window
    assert DARK.accent.name() in qapp.styleSheet()
    appearance.set_base(28)
    assert qapp.font().pixelSize() == 28
    qapp.setStyleSheet(before[2])
    qapp.setPalette(before[0])
    qapp.setFont(before[1])


def test_selected_rows_keep_their_text_colour():
    palette = item_view_palette(LIGHT)
    assert palette.color(QPalette.ColorRole.HighlightedText) == LIGHT.text
    assert palette.color(QPalette.ColorRole.Highlight) == LIGHT.selected_row


def test_every_icon_draws_in_the_colour_asked_for(qapp):
    assert len(icon_names()) > 50
    for name in icon_names():
        picture = pixmap(name, LIGHT.error, 32).toImage()
        opaque = [
            picture.pixelColor(x, y)
            for x in range(picture.width())
            for y in range(picture.height())
            if picture.pixelColor(x, y).alpha() > 200
        ]
        assert opaque, name
        assert all(abs(colour.red() - LIGHT.error.red()) < 12 for colour in opaque), name
    assert icon("play", LIGHT.text) is icon("play", LIGHT.text)

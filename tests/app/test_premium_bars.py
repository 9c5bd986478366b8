"""The bars: sorted, on a logarithmic axis from 1, with whiskers, and found again under the pointer."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.look.theme import DARK, LIGHT, Appearance
from app.widgets.languages.languages_details import LanguagesDetails
from app.widgets.languages.premium_bars import Bar, PremiumBars, linear_axis, log_axis

BARS = [
    Bar("eng", "English", 1.0, "1.00", 1.0, 1.0),
    Bar("mya", "Burmese", 15.72, "15.72", 15.2, 16.3),
    Bar("hin", "Hindi", 5.47, "5.47", 5.28, 5.68),
    Bar("fra", "French", 1.58, "1.58", 1.53, 1.63),
]


@pytest.fixture
def bars(qtbot: QtBot) -> PremiumBars:
    widget = PremiumBars(Appearance())
    qtbot.addWidget(widget)
    widget.show_bars(BARS)
    widget.resize(420, 200)
    widget.show()
    qtbot.waitExposed(widget)
    return widget


def test_the_axis_begins_at_one_and_twice_as_dear_is_as_long_everywhere() -> None:
    axis = log_axis([1.0, 16.0])
    assert axis.ticks == (1, 2, 4, 8, 16)
    assert [axis.share(tick) for tick in axis.ticks] == [0, 0.25, 0.5, 0.75, 1]
    assert log_axis([]).share(1.0) == 0


def test_what_is_cheaper_than_the_reference_points_the_other_way() -> None:
    axis = log_axis([0.8, 4.0])
    assert axis.low == 0.5
    assert 0 < axis.share(0.8) < axis.share(axis.origin)
    # What prints as 1.00 needs no room on the other side.
    assert log_axis([0.997, 4.0]).low == 1.0


@pytest.mark.parametrize("high", [0.7, 1, 3.3, 9, 23915, 100_000])
def test_a_linear_axis_has_few_round_numbers(high: float) -> None:
    axis = linear_axis([high])
    assert axis.ticks[0] == 0
    assert 3 <= len(axis.ticks) <= 6
    assert axis.ticks[-1] <= high


def test_the_longest_bar_stands_on_top(bars: PremiumBars) -> None:
    assert [bar.code for bar in bars.bars()] == ["mya", "hin", "fra", "eng"]


def test_a_click_selects_the_row_under_it(qtbot: QtBot, bars: PremiumBars) -> None:
    assert bars.code_at(bars.row_rect("hin").center()) == "hin"
    assert bars.code_at(QPointF(10, 199)) == ""
    with qtbot.waitSignal(bars.selected) as signal:
        qtbot.mouseClick(bars, Qt.MouseButton.LeftButton, pos=bars.row_rect("hin").center().toPoint())
    assert signal.args == ["hin"]
    with qtbot.waitSignal(bars.selected) as signal:
        qtbot.keyClick(bars, Qt.Key.Key_Down)
    assert signal.args == ["fra"]


def test_the_selected_row_is_lit(bars: PremiumBars) -> None:
    bars.select("hin")
    image = bars.grab().toImage()
    row = bars.row_rect("hin")
    assert image.pixelColor(2, round(row.center().y())) == LIGHT.selected_row
    x = round(bars._x(2.0)) + 3
    assert image.pixelColor(x, round(row.center().y())) == LIGHT.accent


def test_a_whisker_spans_the_interval(bars: PremiumBars) -> None:
    bars.show_bars([Bar("x", "X", 4.0, "4.00", 2.0, 8.0), Bar("y", "Y", 16.0, "16.00")])
    image = bars.grab().toImage()
    y = round(bars.row_rect("x").center().y())
    dark = [x for x in range(image.width()) if image.pixelColor(x, y).lightness() < 60]
    track = [x for x in dark if bars._x(1.5) < x < bars._x(15.0)]
    assert abs(track[0] - bars._x(2.0)) <= 2
    assert abs(track[-1] - bars._x(8.0)) <= 2


def test_long_names_wrap_and_every_row_is_there(qtbot: QtBot, bars: PremiumBars) -> None:
    long = Bar("qud", "Quechua (Unified Quichua, old Hispanic orthography)", 2.0, "2.00")
    bars.show_bars([*BARS, long])
    assert bars.row_rect("qud").height() > 1.5 * bars.row_rect("hin").height()
    assert bars.minimumSizeHint().height() >= bars.row_rect("eng").bottom() - 30


def test_it_follows_theme_and_size_and_can_be_empty(bars: PremiumBars) -> None:
    before = bars.sizeHint().height()
    bars._appearance.set_theme(DARK)
    bars._appearance.set_base(28)
    assert bars.sizeHint().height() > 1.7 * before
    bars.show_bars([])
    assert bars.grab().toImage().pixelColor(5, 5) == DARK.panel
    bars.show_bars([Bar("a", "A", 8321.0, "8,321")], logarithmic=False)
    assert bars.axis().ticks[-1] == 7500


def test_what_the_keys_reach_is_in_sight(qtbot: QtBot, appearance: Appearance) -> None:
    details = LanguagesDetails(appearance, lambda _code: "")
    qtbot.addWidget(details)
    details.resize(300, 260)
    details.show()
    bars = details.bars
    bars.show_bars([Bar(f"{number}", f"Language {number}", 9.0 - number / 10, "1") for number in range(40)])
    bars.select("0")
    QApplication.processEvents()
    for number in range(1, 40):
        qtbot.keyClick(bars, Qt.Key.Key_Down)
        seen = QRectF(bars.visibleRegion().boundingRect())
        assert seen.contains(bars.row_rect(f"{number}").center()), number

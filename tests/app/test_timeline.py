"""The timeline and the transport: what is shown, and what each click and key asks for."""

from __future__ import annotations

import itertools
import math
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QColor, QWheelEvent
from PySide6.QtWidgets import QApplication

from app.look.theme import LIGHT, Appearance
from app.state.training.playback import SPEEDS
from app.widgets.charts.timeline_layout import axis_ticks, keep_apart, step_at, thinned, tie_shares, x_of
from app.widgets.theatre.timeline import Bookmark, Timeline
from app.widgets.theatre.transport import Transport


@pytest.fixture
def timeline(qtbot) -> Timeline:
    widget = Timeline(Appearance())
    qtbot.addWidget(widget)
    widget.set_data(np.linspace(144_354, 51_960, 745).astype(int), np.tile([1, 2, 3], 248))
    widget.resize(800, widget.sizeHint().height())
    widget.show()
    return widget


@pytest.fixture
def controls(qtbot) -> Transport:
    widget = Transport(Appearance())
    qtbot.addWidget(widget)
    widget.resize(800, 48)
    widget.show_position(141, 744)
    widget.show()
    return widget


@given(st.integers(1, 100_000), st.data())
def test_a_step_stands_where_a_click_finds_it(last, data) -> None:
    step = data.draw(st.integers(0, last))
    assert step_at(x_of(step, last, 12, 776), last, 12, 776, last) == step


@given(st.integers(0, 200_000), st.integers(1, 14))
def test_ticks_are_few_and_end_with_the_last_step(last, most) -> None:
    ticks = axis_ticks(last, most)
    assert ticks == sorted(set(ticks))
    assert ticks[-1] == last
    assert len(ticks) <= most + 2


@given(st.lists(st.tuples(st.floats(0, 500), st.floats(1, 80)), max_size=12))
def test_labels_that_are_drawn_touch_nobody(spans) -> None:
    spans = [(left, left + width) for left, width in spans]
    drawn = sorted(span for span, keep in zip(spans, keep_apart(spans, 2), strict=True) if keep)
    assert all(first[1] + 2 <= second[0] for first, second in itertools.pairwise(drawn))


def test_a_long_curve_is_thinned_to_two_points_a_pixel() -> None:
    steps, values = thinned(np.arange(100_001)[::-1], 800)
    assert len(steps) <= 1600
    assert (steps[0], steps[-1], values[-1]) == (0, 100_000, 0)


def test_the_band_shows_shares_and_nothing_beyond_what_is_known() -> None:
    assert tie_shares(np.array([2, 2, 1, 1, 2]), 10, 5).tolist() == [1.0, 0.0, 1.0, 0.0, 0.0]


def test_a_click_and_a_drag_ask_and_do_not_move(timeline, qtbot) -> None:
    with qtbot.waitSignal(timeline.seek_asked) as asked:
        qtbot.mouseClick(timeline, Qt.MouseButton.LeftButton, pos=QPoint(round(timeline.shape.x(372)), 30))
    assert asked.args[0] == pytest.approx(372, abs=1)
    assert timeline.position == 0
    timeline.set_position(372)
    assert timeline.position == 372


@pytest.mark.parametrize(
    ("key", "modifier", "step"),
    [
        (Qt.Key.Key_Right, Qt.KeyboardModifier.NoModifier, 142),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.NoModifier, 140),
        (Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier, 151),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier, 41),
        (Qt.Key.Key_Home, Qt.KeyboardModifier.NoModifier, 0),
        (Qt.Key.Key_End, Qt.KeyboardModifier.NoModifier, 744),
        (Qt.Key.Key_PageDown, Qt.KeyboardModifier.NoModifier, 142),
        (Qt.Key.Key_PageUp, Qt.KeyboardModifier.NoModifier, 140),
    ],
)
def test_keys_ask_for_steps(timeline, qtbot, key, modifier, step) -> None:
    timeline.set_position(141)
    with qtbot.waitSignal(timeline.seek_asked) as asked:
        qtbot.keyClick(timeline, key, modifier)
    assert asked.args == [step]


def test_the_wheel_goes_step_by_step(timeline, qtbot) -> None:
    timeline.set_position(141)
    at = QPointF(100, 30)
    event = QWheelEvent(
        at,
        timeline.mapToGlobal(at),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    with qtbot.waitSignal(timeline.seek_asked) as asked:
        QApplication.sendEvent(timeline, event)
    assert asked.args == [142]


def test_played_and_not_yet_learned_parts_look_different(timeline) -> None:
    timeline.set_data(np.linspace(1000, 500, 501), np.ones(500, int), goal=1000)
    timeline.set_position(250)
    picture = timeline.grab().toImage()
    y = round(timeline.shape.track.bottom()) - 3
    assert picture.pixelColor(round(timeline.shape.x(125)), y) == QColor(LIGHT.selected_row)
    assert picture.pixelColor(round(timeline.shape.x(375)), round(timeline.shape.track.top()) + 2) == QColor(
        LIGHT.alternate
    )
    rest = {picture.pixelColor(x, y).name() for x in range(round(timeline.shape.x(600)), round(timeline.shape.x(900)))}
    assert QColor(LIGHT.alternate).name() not in rest
    assert len(rest) > 1


def test_nobody_can_go_where_nothing_is_learned(timeline, qtbot) -> None:
    timeline.set_data(np.linspace(1000, 500, 501), np.ones(500, int), goal=1000)
    with qtbot.waitSignal(timeline.seek_asked) as asked:
        qtbot.mouseClick(timeline, Qt.MouseButton.LeftButton, pos=QPoint(round(timeline.shape.x(900)), 30))
    assert asked.args == [500]


def test_an_empty_timeline_and_bookmarks_are_drawn(timeline) -> None:
    timeline.set_bookmarks([Bookmark(35, "first tie"), Bookmark(36, "beside it")])
    timeline.grab()
    timeline.set_data(np.zeros(1), np.zeros(0, int))
    timeline.grab()
    assert (timeline.position, timeline.known) == (0, 0)


def test_it_is_a_slider_for_screen_readers(timeline) -> None:
    timeline.set_position(141)
    interface = QAccessible.queryAccessibleInterface(timeline)
    assert interface.role() == QAccessible.Role.Slider
    assert interface.text(QAccessible.Text.Value) == "step 141 of 744"


def test_a_hundred_thousand_steps_scrub_within_a_frame(timeline) -> None:
    timeline.set_data(np.linspace(1e7, 1e6, 100_001), np.tile([1, 2], 50_000))
    timeline.grab()
    start = time.perf_counter()
    for step in range(0, 100_000, 5_000):
        timeline.set_position(step)
        timeline.grab()
    assert (time.perf_counter() - start) / 20 < 0.016 * 3  # a busy machine gets three times the frame


# ---- the transport ----


def test_each_button_is_a_wish(controls, qtbot) -> None:
    for button, signal, arguments in (
        (controls.to_start, controls.start_asked, []),
        (controls.step_back, controls.step_asked, [-1]),
        (controls.play, controls.play_asked, [True]),
        (controls.step_on, controls.step_asked, [1]),
        (controls.to_end, controls.end_asked, []),
        (controls.next_tie, controls.next_tie_asked, []),
        (controls.bookmark, controls.bookmark_asked, []),
    ):
        with qtbot.waitSignal(signal) as asked:
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert asked.args == arguments


def test_writing_into_the_transport_asks_nothing(controls, qtbot) -> None:
    with qtbot.assertNotEmitted(controls.seek_asked), qtbot.assertNotEmitted(controls.speed_asked):
        controls.show_position(200, 744)
        controls.show_speed(60)
    assert controls.step_field.value() == 200
    assert controls.speed_value == 60


def test_the_step_field_asks_and_waits_for_the_answer(controls, qtbot) -> None:
    controls.step_field.selectAll()
    with qtbot.waitSignal(controls.seek_asked) as asked:
        qtbot.keyClicks(controls.step_field, "300")
        qtbot.keyClick(controls.step_field, Qt.Key.Key_Return)
    assert asked.args == [300]
    assert controls.step_field.value() == 141


def test_speeds_end_with_as_fast_as_it_goes(controls, qtbot) -> None:
    with qtbot.waitSignal(controls.speed_asked) as asked:
        controls.speed.setValue(len(SPEEDS) - 1)
    assert math.isinf(asked.args[0])


def test_at_the_ends_the_buttons_that_lead_nowhere_rest(controls) -> None:
    controls.show_position(0, 744)
    assert not controls.step_back.isEnabled()
    controls.show_position(744, 744)
    assert not controls.step_on.isEnabled()
    assert not controls.play.isEnabled()
    controls.show_playing(True)
    assert controls.play.isEnabled()
    assert controls.play.accessibleName() == "Pause"


@pytest.mark.parametrize("width", [400, 560, 800])
@pytest.mark.parametrize("base", [14, 18])
def test_no_control_is_cut(controls, width, base) -> None:
    controls._appearance.set_base(base)
    controls.show_position(30_000, 31_744)
    controls.resize(round(width * base / 14), 60)
    QApplication.processEvents()
    widgets = [controls._row.itemAt(n).widget() for n in range(controls._row.count())]
    shown = [widget for widget in widgets if widget is not None and widget.isVisible()]
    assert max(widget.geometry().right() for widget in shown) <= controls.width()
    assert controls.step_field.lineEdit().width() >= controls.step_field.fontMetrics().horizontalAdvance("30,000")

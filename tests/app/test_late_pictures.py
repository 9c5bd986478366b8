"""Curves that are painted in a turn of their own: the screen shows those from before until then, a picture the new ones."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import DARK, Appearance
from app.widgets.charts import timeline_ground
from app.widgets.charts.curves import Curve, CurvePlot
from app.widgets.theatre.timeline import Timeline

Asked = list[Callable[[], None]]
"""Parts that wait for their turn, each once."""


def falling(last: int) -> np.ndarray:
    return np.linspace(1_000, 100, last + 1)


@pytest.fixture
def asked() -> Asked:
    return []


def into(asked: Asked) -> Callable[[Callable[[], None]], None]:
    return lambda part: None if part in asked else asked.append(part)


@pytest.fixture
def timeline(qtbot: QtBot, appearance: Appearance, asked: Asked) -> Timeline:
    """It has been seen, and is in the middle of its steps."""
    made = Timeline(appearance)
    qtbot.addWidget(made)
    made.make_in(into(asked))
    made.set_data(falling(100), np.tile([1, 2], 50))
    made.set_position(50)
    made.resize(600, made.sizeHint().height())
    made.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its frame would be in one picture and not in the other
    with qtbot.waitExposed(made):
        made.show()
    make_all(made, asked)
    return made


def make_all(widget: QWidget, asked: Asked) -> None:
    """What a turn does, until nothing waits."""
    widget.repaint()
    while asked:
        asked.pop()()
        widget.repaint()


def on_screen(widget: QWidget) -> QImage:
    """What the window shows, and not what it would be painted as now."""
    return widget.window().backingStore().paintDevice().copy()  # type: ignore[attr-defined]


def test_new_data_waits_for_its_turn(timeline: Timeline, asked: Asked) -> None:
    before = on_screen(timeline)
    timeline.set_data(falling(100) ** 2, np.ones(100))
    timeline.repaint()
    # THEN the curve on screen is that from before, and a turn is asked for
    assert len(asked) == 1
    track = timeline.shape.track.toAlignedRect().adjusted(350, 0, 0, 0)
    assert on_screen(timeline).copy(track) == before.copy(track)
    # AND the turn paints the new one
    picture = timeline.grab().toImage()
    make_all(timeline, asked)
    assert on_screen(timeline).copy(track) != before.copy(track)
    assert timeline.grab().toImage() == picture


def test_a_picture_never_waits(qtbot: QtBot, appearance: Appearance, timeline: Timeline) -> None:
    at_once = Timeline(appearance)
    qtbot.addWidget(at_once)
    at_once.resize(timeline.size())
    for one in (timeline, at_once):
        one.set_data(falling(80), np.ones(80))
        one.set_position(20)
    assert timeline.grab().toImage() == at_once.grab().toImage()


def test_another_size_stretches_what_is_there(timeline: Timeline, asked: Asked) -> None:
    timeline.resize(900, timeline.height())
    timeline.repaint()
    assert len(asked) == 1
    make_all(timeline, asked)
    assert not asked
    assert timeline.grab().toImage() == on_screen(timeline)


def test_no_old_colours_are_seen(timeline: Timeline, appearance: Appearance, asked: Asked) -> None:
    before = on_screen(timeline).pixelColor(2, 2)
    appearance.set_theme(DARK)
    timeline.repaint()
    assert on_screen(timeline).pixelColor(2, 2) != before
    make_all(timeline, asked)
    assert timeline.grab().toImage() == on_screen(timeline)


def test_the_ground_is_painted_once_for_both_pictures(
    timeline: Timeline, asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[object] = []
    paint = timeline_ground.TimelineGround.paint

    def counted(ground: timeline_ground.TimelineGround, painter: object) -> None:
        painted.append(ground)
        paint(ground, painter)  # type: ignore[arg-type]

    monkeypatch.setattr(timeline_ground.TimelineGround, "paint", counted)
    timeline.set_data(falling(90), np.ones(90))
    make_all(timeline, asked)
    timeline.set_position(10)
    make_all(timeline, asked)
    assert len(painted) == 1


def test_curves_wait_as_well_and_end_as_if_they_had_not(qtbot: QtBot, appearance: Appearance, asked: Asked) -> None:
    late, at_once = (CurvePlot(appearance, "Curve") for _ in range(2))
    late.make_in(into(asked))
    for plot in (late, at_once):
        qtbot.addWidget(plot)
        plot.resize(300, 150)
        plot.show_curves([Curve("this run", falling(60))])
        plot.show_ghost(Curve("other", falling(60) / 2))
        plot.show_position(30)
        with qtbot.waitExposed(plot):
            plot.show()
        plot.plot.repaint()
    assert len(asked) == 1
    make_all(late.plot, asked)
    assert on_screen(late) == on_screen(at_once)

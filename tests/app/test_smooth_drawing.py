"""What is drawn while a training runs is drawn in small turns, and nothing of it twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.panes.training_pane import TrainingPane
from app.session import Session
from app.theme import Appearance
from app.widgets.basics.progress_row import ProgressRow
from app.widgets.charts.curves import Curve, CurvePlot
from tests.app.conftest import LONG

PARTS = ("_show_data", "_show_place", "_show_happening")


@pytest.fixture
def frames(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The parts that the theatre draws, a list for each turn of the event loop in which it does."""
    drawn: list[list[str]] = []
    on_frame = TrainingPane._on_frame

    def counted(pane: TrainingPane) -> None:
        drawn.append([])
        on_frame(pane)

    def noting(name: str) -> Callable[[TrainingPane], None]:
        part = getattr(TrainingPane, name)

        def noted(pane: TrainingPane) -> None:
            if drawn:
                drawn[-1].append(name)
            part(pane)

        return noted

    for name in PARTS:
        monkeypatch.setattr(TrainingPane, name, noting(name))
    monkeypatch.setattr(TrainingPane, "_on_frame", counted)
    return drawn


def test_each_part_of_the_theatre_has_a_turn_of_its_own_while_a_training_runs(
    qtbot: QtBot, session: Session, appearance: Appearance, show: Callable[..., QWidget], frames: list[list[str]]
) -> None:
    pane = TrainingPane(session.run, session.playback, session.settings, appearance)
    show(pane, 1200, 800)
    session.preparation.start()
    session.corpus.add_sample("alice")
    advanced: list[int] = []
    session.run.advanced.connect(advanced.append)
    session.train()
    session.run.pause()

    def goes_on_until_something_is_learned() -> bool:
        """From one pause to the next, so that the training is not over before anybody looks."""
        session.run.resume()
        session.run.pause()
        return bool(advanced)

    qtbot.waitUntil(goes_on_until_something_is_learned, timeout=LONG)
    qtbot.waitUntil(lambda: sum(map(len, frames)) >= len(PARTS), timeout=LONG)
    assert session.run.running
    assert [part for frame in frames for part in frame][:3] == list(PARTS)
    assert all(len(frame) <= 1 for frame in frames)
    # Pictures do not wait for turns.
    session.playback.seek(1)
    frames.append([])
    pane.flush()
    assert Counter(frames[-1]) >= Counter(("_show_place", "_show_happening"))
    assert pane.timeline.position == session.playback.position
    session.run.stop()


def test_a_curve_that_never_had_a_ghost_is_not_drawn_for_none(
    qtbot: QtBot, appearance: Appearance, monkeypatch: pytest.MonkeyPatch
) -> None:
    plot = CurvePlot(appearance, "Bytes per token")
    qtbot.addWidget(plot)
    plot.show_curves([Curve("this run", np.array([1.0, 2.0, 3.0]))])
    drawn: list[CurvePlot] = []
    monkeypatch.setattr(CurvePlot, "_draw", lambda self: drawn.append(self))
    plot.show_ghost(None)
    assert not drawn
    plot.show_ghost(Curve("another", np.array([1.0, 1.5])))
    plot.show_ghost(None)
    assert len(drawn) == 2


def test_a_bar_moves_in_whole_percents(qtbot: QtBot, appearance: Appearance) -> None:
    row = ProgressRow(appearance)
    qtbot.addWidget(row)
    moves: list[int] = []
    row.bar.valueChanged.connect(moves.append)
    for thousandths in range(1001):
        row.show_progress("Counting", thousandths / 1000)
    assert moves == list(range(0 if moves[0] == 0 else 1, 101))
    assert row.percent.text() == "100 %"
    row.show_progress("Counting", None)
    assert row.percent.text() == ""
    row.hide()
    row.show_progress("Counting", None)
    assert not row.isHidden()


def test_a_drag_is_drawn_in_turns_and_ends_where_it_was_let_go(
    qtbot: QtBot, trained: Session, appearance: Appearance, show: Callable[..., QWidget], frames: list[list[str]]
) -> None:
    pane = TrainingPane(trained.run, trained.playback, trained.settings, appearance)
    show(pane, 1200, 800)
    trained.playback.seek(339)
    pane.flush()
    equation = pane.scene.equation.accessibleDescription()
    trained.playback.seek(299)
    pane.flush()
    assert pane.scene.equation.accessibleDescription() != equation
    frames.clear()
    for position in range(300, 340):
        trained.playback.seek(position)
        if position % 3 == 0:
            before = len(frames)
            qtbot.waitUntil(lambda before=before: len(frames) > before)
    qtbot.waitUntil(lambda: not pane._turns and not pane._draw.isActive())
    assert any(len(frame) == 1 for frame in frames)
    assert all(len(frame) <= 1 for frame in frames[1:])  # the first move follows none
    # Every part shows the end, those too whose turn came before the last move.
    assert pane.timeline.position == pane.transport.step_field.value() == 339
    assert pane.scene.equation.accessibleDescription() == equation

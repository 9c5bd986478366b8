"""What users of other programs saw go wrong while something trained or was plotted, played through the window."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QThread
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app import worker as workers
from app.look.theme import LIGHT, Appearance
from app.panes.training_pane import TrainingPane
from app.session import Session
from app.widgets.charts.curve_canvas import CurveCanvas
from app.widgets.charts.curves import Curve, CurvePlot
from app.widgets.theatre.options_form import with_option
from engine.corpus import Corpus, sample_path
from engine.history import History
from engine.training import new_history, train
from tests.app.conftest import LONG

ROOT = Path(__file__).parents[2]


@pytest.fixture
def pane(qtbot: QtBot, theatre: TrainingPane, session: Session) -> TrainingPane:
    """The theatre with its curves, over a book of 595 kB."""
    theatre.resize(1500, 950)
    session.corpus.add_sample("moby-dick")
    qtbot.waitUntil(lambda: len(session.corpus.checked) == 1 and not session.corpus.busy, timeout=LONG)
    return theatre


def size(session: Session, entries: int) -> None:
    session.run.set_recipe(with_option(session.run.recipe, "vocab_size", entries))


def trained_apart(session: Session, text: Path) -> History:
    history = new_history(session.run.recipe)
    for event in train(Corpus.of(str(text)), session.run.recipe):
        history.append(event)
    assert isinstance(history, History)
    return history


# -- UI-10 -------------------------------------------------------------------------------------------------------------


def test_steps_that_stream_in_are_drawn_in_few_pictures_and_all_arrive(
    qtbot: QtBot, pane: TrainingPane, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[float] = []
    draw = CurvePlot.show_curves
    monkeypatch.setattr(
        CurvePlot, "show_curves", lambda self, *given: (drawn.append(time.monotonic()), draw(self, *given))[1]
    )
    size(session, 2_256)
    began = time.monotonic()
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        pane.train.click()
    pane.flush()
    assert pane.merges.curves.isVisible()
    # Three curves a picture, at most 30 pictures a second whatever the rate of arrival (and those of begin and end)
    assert len(drawn) <= 3 * (30 * (time.monotonic() - began) + 3)
    # Nothing is lost by it
    assert len(session.run.history) == 2_000
    assert pane.timeline.known == 2_000
    assert pane.steps.model.rowCount() == 2_000
    steps, _heights = pane.merges.curves.count_curve.plot.points(0)
    assert steps[-1] == 2_000


# -- UI-11 -------------------------------------------------------------------------------------------------------------


def test_a_training_stops_when_asked_and_is_a_prefix_of_the_whole(
    qtbot: QtBot, pane: TrainingPane, session: Session, tmp_path: Path
) -> None:
    size(session, 20_256)
    before = sorted(tmp_path.rglob("*"))
    whole = trained_apart(session, sample_path("moby-dick"))
    pane.train.click()
    qtbot.waitUntil(lambda: len(session.run.history) > 0, timeout=LONG)
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        pane.bar.stop.click() if session.run.running else session.run.finished.emit("")
    history = session.run.history
    assert isinstance(history, History)
    assert 0 < len(history) <= len(whole)
    assert np.array_equal(history.parts, whole.parts[: len(history)])
    assert not session.run.running
    assert sorted(tmp_path.rglob("*")) == before, "no file was begun"
    # The next training works
    size(session, 500)
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        pane.train.click()
    assert len(session.run.history) == 244


# -- UI-13 -------------------------------------------------------------------------------------------------------------


def test_only_the_newest_training_is_shown(
    qtbot: QtBot, pane: TrainingPane, session: Session, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    size(session, 20_256)
    most: list[int] = []

    def count() -> None:
        running = [one for one in workers._unfinished if "train" in one._thread.name and one.running]
        most.append(len(running))

    session.run.progressed.connect(lambda _progress: count())
    session.run.advanced.connect(lambda _length: count())
    session.run.running_changed.connect(lambda _running: count())
    # GIVEN a training on the book that has just begun
    pane.train.click()
    qtbot.waitUntil(lambda: session.run._worker is not None, timeout=LONG)
    old = session.run._worker
    late: list[object] = []
    assert old is not None
    old.produced.connect(late.append)
    # WHEN the corpus is another one, and the start is pressed twice
    session.corpus.set_checked(0, False)
    session.corpus.add_text("low lower newest widest " * 400)
    qtbot.waitUntil(lambda: len(session.corpus.checked) == 1 and not session.corpus.busy, timeout=LONG)
    session.train()
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        session.train()
    # AND something late comes of the first
    shown = session.run.history
    late.clear()
    old._values.append("late")
    old._deliver()
    qtbot.waitUntil(lambda: not old._thread.is_alive(), timeout=LONG)
    # THEN only the second is shown, and it is what a training of its own gives
    assert late == []
    assert session.run.history is shown
    path = tmp_path / "b.txt"
    path.write_text("low lower newest widest " * 400)
    alone = trained_apart(session, path)
    assert isinstance(shown, History)
    assert np.array_equal(shown.parts, alone.parts)
    assert max(most) <= 1


# -- UI-14 -------------------------------------------------------------------------------------------------------------


def test_only_the_window_s_thread_writes_into_plots_and_labels(
    qtbot: QtBot, pane: TrainingPane, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    application = QApplication.instance()
    assert application is not None
    threads: list[bool] = []

    def watched(kind: type, name: str) -> None:
        real = getattr(kind, name)

        def call(self: object, *given: object, **named: object) -> object:
            threads.append(QThread.currentThread() is application.thread() and _is_main())
            return real(self, *given, **named)

        monkeypatch.setattr(kind, name, call)

    watched(CurveCanvas, "show_curves")
    watched(CurveCanvas, "show_position")
    watched(QLabel, "setText")
    size(session, 2_256)
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        pane.train.click()
    pane.flush()
    assert len(threads) > 10
    assert all(threads)


def _is_main() -> bool:
    return threading.current_thread() is threading.main_thread()


# -- UI-15 -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("log", [True, False])
@pytest.mark.parametrize(
    ("frequencies", "note", "points"),
    [
        ([5, 3, 0, 1], "1 token with count 0", 3),
        ([5, 0, 0, 1], "2 tokens with count 0", 2),
        ([0, 0, 0], "nothing above 0 to show", 0),
        ([], "nothing above 0 to show", 0),
        ([7], "", 1),
    ],
)
def test_counts_of_zero_on_a_logarithmic_axis(
    qtbot: QtBot, frequencies: list[int], note: str, points: int, log: bool
) -> None:
    plot = CurvePlot(Appearance(LIGHT), "Frequencies", log=log, of="token")
    qtbot.addWidget(plot)
    plot.resize(500, 300)
    plot.show()
    values = np.array(frequencies, np.float64)
    plot.show_curves([Curve("tokens", values)])
    plot.show_position(1)
    plot.grab()
    axes = plot.plot.axes
    for axis in ((axes.first, axes.end), (axes.low, axes.high)):
        assert np.isfinite(axis).all()
        assert axis[0] < axis[1]
    steps, shown = plot.plot.points(0)
    assert np.isfinite(axes.y(shown)).all()
    if log:
        assert plot._note.text() == note
        assert len(steps) == points
        assert steps.tolist() == [at for at, value in enumerate(frequencies) if value > 0]
    else:
        assert len(steps) == len(frequencies)


@pytest.fixture(autouse=True)
def nothing_is_left(session: Session) -> Iterator[None]:
    yield
    session.run.stop()

"""The curve of all frequencies in the corpus pane: where it stands, and what it says."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.panes.corpus_pane import CorpusPane
from app.session import Session
from app.widgets.corpus.zipf_plot import ZipfPlot
from tests.app.conftest import LONG

ROWS = ((1, 1000.0), (2, 500.0), (10, 100.0), (100, 10.0))


@pytest.fixture
def plot(appearance: Appearance, show: Callable[..., QWidget]) -> ZipfPlot:
    made = show(ZipfPlot(appearance), 300, 220)
    assert isinstance(made, ZipfPlot)
    made.show_frequencies(ROWS, 1.0)
    return made


def test_a_line_of_the_law_is_straight(plot: ZipfPlot) -> None:
    area = plot._area()
    first, *others = (plot._point(area, *row) for row in ROWS)
    slopes = [(point.y() - first.y()) / (point.x() - first.x()) for point in others]
    assert max(slopes) == pytest.approx(min(slopes))
    assert area.contains(first)


def test_the_law_is_not_broken_across_two_lines(plot: ZipfPlot) -> None:
    assert "1\N{NO-BREAK SPACE}/\N{NO-BREAK SPACE}rank^1.00" in plot.note()
    assert " /" not in plot.note()


def test_the_tip_tells_the_count_at_the_pointer(plot: ZipfPlot) -> None:
    assert plot.words_at(10) == "rank 10: 100 times"
    assert plot.words_at(5) == "rank 10: 100 times"  # the next that is drawn
    area = plot._area()
    assert plot.words_under(area.left()) == "rank 1: 1,000 times"
    assert plot.words_under(area.right() + 50) == "rank 100: 10 times"
    assert "rank 100: 10 times" in plot.accessibleDescription()


def test_it_stands_where_there_is_room(
    qtbot: QtBot, session: Session, appearance: Appearance, show: Callable[..., QWidget]
) -> None:
    pane = CorpusPane(session.corpus, appearance)
    show(pane, 1200, 650)
    session.preparation.start()
    session.corpus.add_sample("alice")
    qtbot.waitUntil(lambda: session.corpus.statistics is not None, timeout=LONG)
    zipf = pane.facts.zipf
    assert zipf.isVisible()
    assert zipf.plot._rows == session.corpus.statistics.frequencies
    assert zipf.plot._rows[0] == (1, session.corpus.statistics.most_frequent[0][1])
    pane.resize(300, 600)
    assert not zipf.isVisible()
    pane.resize(300, 1000)
    assert zipf.isVisible()
    session.corpus.set_checked(0, False)
    qtbot.waitUntil(lambda: not zipf.plot._rows, timeout=LONG)


def test_nothing_is_drawn_of_nothing(plot: ZipfPlot) -> None:
    plot.show_frequencies((), float("nan"))
    plot.grab()
    assert plot.note() == ""

"""The list of steps and the curves over them."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester

from app.look.theme import DARK, Appearance
from app.widgets.charts.curve_scale import log_ticks, round_ticks, spread
from app.widgets.charts.curves import Curve, CurvePlot, premium_while_training
from app.widgets.steps.step_columns import StepColumns
from app.widgets.steps.step_model import StepModel, find_step
from app.widgets.steps.step_table import StepTable

TOKENS = [b" ", b"very", b"a", b"l", b"se", b"lf", "人".encode(), b"\xe0\xa4"]


def columns(count: int = 744) -> StepColumns:
    parts = np.stack([np.arange(count) % 8, (np.arange(count) + 1) % 8], axis=1)
    return StepColumns(
        parts, np.arange(count, 0, -1) * 10, np.where(np.arange(count) % 3, 1, 3), TOKENS.__getitem__, 10
    )


@pytest.fixture
def table(qtbot) -> StepTable:
    widget = StepTable(Appearance())
    qtbot.addWidget(widget)
    widget.resize(270, 500)
    widget.show_steps(columns())
    widget.show()
    return widget


def test_the_model_shows_the_arrays(qtbot) -> None:
    model = StepModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.set_columns(columns(3))
    texts = [model.index(0, column).data() for column in range(4)]
    assert texts == ["1", "space + very", "3", "3"]
    assert model.headerData(1, Qt.Orientation.Horizontal) == "Merge"


def test_rows_that_continue_are_appended(qtbot) -> None:
    model = StepModel()
    model.set_columns(columns(100))
    with qtbot.waitSignal(model.rowsInserted), qtbot.assertNotEmitted(model.modelReset):
        model.set_columns(columns(150))
    assert model.rowCount() == 150
    with qtbot.waitSignal(model.modelReset):
        model.set_columns(columns(20))
    model.set_columns(None)
    assert model.rowCount() == 0


@pytest.mark.parametrize(
    ("wanted", "after", "step"),
    [("700", 1, 700), ("very", 0, 1), ("very", 1, 2), ("very", 2, 9), (" very", 2, 9), ("xq", 1, None), ("", 1, None)],
)
def test_a_search_finds_a_number_or_the_next_token(wanted, after, step) -> None:
    assert find_step(columns(), wanted, after) == step


def test_searching_asks_for_the_step(table, qtbot) -> None:
    table.start_search()
    with qtbot.waitSignal(table.seek_asked) as asked:
        qtbot.keyClicks(table.search, "lf")
        qtbot.keyClick(table.search, Qt.Key.Key_Return)
    assert asked.args == [5]
    table.search.setText("xq")
    qtbot.keyClick(table.search, Qt.Key.Key_Return)
    assert table._found.text() == 'No step makes a token with "xq".'


def test_the_current_row_stands_at_two_thirds(table) -> None:
    table.show_position(300)
    view = table.view
    rect = view.visualRect(table.model.index(299, 0))
    assert rect.center().y() == pytest.approx(view.viewport().height() * 2 / 3, abs=2)
    table.show_position(1)
    assert view.visualRect(table.model.index(0, 0)).top() == 0
    table.show_position(0)
    assert not view.selectionModel().hasSelection()


def test_rows_up_to_a_click_with_shift_are_copied_and_nothing_moves(table, qtbot) -> None:
    table.show_position(20)
    at = table.view.visualRect(table.model.index(21, 1)).center()
    with qtbot.assertNotEmitted(table.seek_asked):
        qtbot.mouseClick(table.view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, pos=at)
    qtbot.keyClick(table.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    rows = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    assert rows[0][:4] == ["Step", "Merge", "Count", "Tied"]
    assert [row[0] for row in rows[1:]] == ["20", "21", "22"]
    assert rows[1][1] == "l + se"


def test_clicks_and_keys_ask(table, qtbot) -> None:
    table.show_position(20)
    rect = table.view.visualRect(table.model.index(18, 1))
    with qtbot.waitSignal(table.seek_asked) as asked:
        qtbot.mouseClick(table.view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert asked.args == [19]
    with qtbot.waitSignal(table.seek_asked) as asked:
        qtbot.keyClick(table.view, Qt.Key.Key_Down)
    assert asked.args == [21]


def test_a_hundred_thousand_rows_and_another_theme_are_drawn(table) -> None:
    table.show_steps(columns(100_000))
    table.show_position(99_999)
    table._appearance.set_theme(DARK)
    table._appearance.set_base(21)
    table.resize(table.minimumSizeHint().width(), 500)
    assert not table.grab().isNull()
    header = table.view.horizontalHeader()
    assert header.length() <= table.view.viewport().width()


# ---- curves ----


def test_ticks_of_flat_and_of_wide_curves() -> None:
    assert round_ticks(2, 2, 5) == [2]
    assert log_ticks(1, 1e12, 5) == [1, 1e3, 1e6, 1e9, 1e12]
    assert spread([5, 5, 5], 10, 0, 40) == [5, 15, 25]
    assert spread([38, 39], 10, 0, 40) == [30, 40]


def bytes_per_token(appearance: Appearance) -> CurvePlot:
    return CurvePlot(appearance, "Bytes per token")


def winner_count(appearance: Appearance) -> CurvePlot:
    return CurvePlot(
        appearance, "Count of the winning pair (log)", short="Winner (log)", log=True, value_words="{:,.0f}".format
    )


@pytest.mark.parametrize("make", [bytes_per_token, winner_count, lambda a: premium_while_training(a, "English")])
def test_a_curve_is_thinned_to_what_can_be_seen(qtbot, make) -> None:
    plot = make(Appearance())
    qtbot.addWidget(plot)
    plot.resize(300, 160)
    for size in (2, 500, 20_000):
        plot.show_curves([Curve("Hindi", np.linspace(1, 9, size))], last=30_000)
        plot.show_position(size // 2)
        assert len(plot.plot.points(0)[0]) == min(size, 2 * round(plot.plot.axes.area.width()))
    plot._appearance.set_theme(DARK)
    plot.grab()


def test_the_cursor_says_the_value(qtbot) -> None:
    plot = bytes_per_token(Appearance())
    qtbot.addWidget(plot)
    plot.show_curves([Curve("", np.array([1.0, 1.5, 1.891]))])
    plot.show_position(2)
    assert plot.value_text() == "1.89"
    counts = winner_count(Appearance())
    qtbot.addWidget(counts)
    counts.show_curves([Curve("", np.array([np.nan, 5000.0, 120.0]))])
    assert counts.value_text() == ""
    counts.show_position(1)
    assert counts.value_text() == "5,000"


def test_fewer_curves_leave_no_trace(qtbot) -> None:
    plot: CurvePlot = premium_while_training(Appearance(), "English")
    qtbot.addWidget(plot)
    plot.resize(300, 160)
    once, several = (
        [Curve("Hindi", np.linspace(1, 2, 50))],
        [Curve(str(n), np.linspace(1, n + 1, 50)) for n in range(8)],
    )
    plot.show_curves(once)
    before = plot.plot.grab().toImage()
    plot.show_curves(several)
    assert plot.plot.grab().toImage() != before
    plot.show_curves(once)
    assert plot.plot.grab().toImage() == before
    plot.show_curves([])
    plot.plot.grab()

"""The heat map: numbers in classes, sorted by any column, filtered, walked with the arrow keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.look.theme import DARK, HIGH_CONTRAST, LIGHT, Appearance
from app.widgets.languages.heat_legend import HeatLegend
from app.widgets.languages.heat_map import HeatMap
from app.widgets.languages.heat_scale import scale_for
from app.widgets.languages.heat_table import HeatCell, HeatRow, State

ROWS = [
    HeatRow("eng", "English", "English", "Latn"),
    HeatRow("tha", "Thai", "Thai", "Thai"),
    HeatRow("cmn", "Chinese (Simplified)", "Chinese, Mandarin (Simplified)", "Hans"),
    HeatRow("hin", "Hindi", "Hindi", "Deva"),
]
COLUMNS = [("gpt2", "GPT-2"), ("bert", "BERT")]
PREMIUMS = {"eng": 1.0, "tha": 9.32, "cmn": 0.87, "hin": 8.66}


def known(value: float) -> HeatCell:
    scale = scale_for("premium", [])
    return HeatCell(State.KNOWN, scale.text(value), value, scale.class_of(value))


def cells(**changes: HeatCell) -> dict[tuple[str, str], HeatCell]:
    result = {("gpt2", code): known(value) for code, value in PREMIUMS.items()}
    result |= {("bert", code): known(2 * value) for code, value in PREMIUMS.items()}
    return result | {("bert", code): cell for code, cell in changes.items()}


@pytest.fixture
def heat_map(qtbot: QtBot) -> HeatMap:
    widget = HeatMap(Appearance(), lambda key, code: f"{key} {code}")
    qtbot.addWidget(widget)
    widget.show_table(ROWS, COLUMNS, cells())
    widget.resize(420, 300)
    widget.show()
    qtbot.waitExposed(widget)
    return widget


@pytest.mark.parametrize(
    ("value", "heat"),
    [
        (0.994, 0),
        (0.995, 1),
        (1.0, 1),
        (1.249, 1),
        (1.25, 2),
        (1.99, 3),
        (2, 4),
        (3, 5),
        (5, 6),
        (8, 7),
        (12, 8),
        (99, 8),
    ],
)
def test_a_premium_has_the_class_of_the_theme(value: float, heat: int) -> None:
    assert scale_for("premium", []).class_of(value) == heat
    assert LIGHT.heat[heat] == LIGHT.heat_class(value)


def test_other_measures_have_their_own_octiles_and_the_dearest_comes_last() -> None:
    tokens = scale_for("tokens", range(1, 801))
    assert [tokens.class_of(value) for value in (1, 150, 400, 800)] == [1, 2, 4, 8]
    assert tokens.legend()[0][1].startswith("below")
    assert len(tokens.legend()) == 8
    rate = scale_for("bytes_per_token", [float(n) for n in range(1, 9)])
    assert rate.class_of(1.0) == 8
    assert rate.class_of(8.0) == 1
    assert [number for number, _ in rate.legend()] == list(range(1, 9))
    assert tokens.text(8321.0) == "8,321"
    assert scale_for("tokens", []).class_of(3) == 1


def test_a_cell_prints_its_number(heat_map: HeatMap) -> None:
    assert heat_map.cell_text("gpt2", "tha") == "9.32"
    model = heat_map.model()
    assert [model.headerData(n, Qt.Orientation.Horizontal) for n in range(4)] == ["Language", "Script", "GPT-2", "BERT"]
    assert model.index(0, 0).data() == "Chinese (Simplified)"
    assert model.index(0, 2).data() == "0.87"


def test_rows_start_sorted_by_the_last_column_and_a_click_on_a_title_sorts(qtbot: QtBot, heat_map: HeatMap) -> None:
    assert heat_map.sort_key == "bert"
    assert heat_map.order() == ("cmn", "eng", "hin", "tha")
    header = heat_map.horizontalHeader()
    place = QPoint(header.sectionViewportPosition(0) + 10, 10)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert heat_map.order() == ("cmn", "eng", "hin", "tha")
    with qtbot.waitSignal(heat_map.order_changed):
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert heat_map.order() == ("tha", "hin", "eng", "cmn")
    # The name always goes with its numbers.
    assert [heat_map.model().index(0, column).data() for column in (0, 2)] == ["Thai", "9.32"]


@pytest.mark.parametrize("descending", [False, True])
def test_what_has_no_value_stands_last_either_way(heat_map: HeatMap, descending: bool) -> None:
    unknown = HeatCell(State.UNKNOWN_TEXT, "58 % unknown")
    heat_map.show_cells(cells(eng=unknown, hin=HeatCell(State.WAITING, "...")))
    heat_map.sort_by("bert", descending=descending)
    assert set(heat_map.order()[2:]) == {"eng", "hin"}
    assert heat_map.order()[:2] == (("tha", "cmn") if descending else ("cmn", "tha"))


@pytest.mark.parametrize(
    ("text", "found"), [("hindi", ["hin"]), ("MANDARIN", ["cmn"]), ("latn", ["eng"]), ("(", ["cmn"])]
)
def test_the_filter_looks_at_name_code_and_script(heat_map: HeatMap, text: str, found: list[str]) -> None:
    heat_map.set_filter(text)
    assert list(heat_map.order()) == found
    heat_map.set_filter("")
    assert len(heat_map.order()) == 4


def test_new_values_sort_anew_and_a_choice_of_column_stays(heat_map: HeatMap) -> None:
    heat_map.sort_by("gpt2")
    changed = cells() | {("gpt2", "eng"): known(20.0)}
    heat_map.show_cells(changed)
    assert heat_map.order()[-1] == "eng"
    heat_map.show_table(ROWS, [*COLUMNS, ("run", "This run")], changed | {("run", c): known(1.0) for c in PREMIUMS})
    assert heat_map.sort_key == "gpt2"
    heat_map.show_table(ROWS[:2], COLUMNS[1:], changed)
    assert heat_map.sort_key == "bert"
    assert heat_map.order() == ("eng", "tha")


def test_click_and_arrow_keys_move_the_frame(qtbot: QtBot, heat_map: HeatMap) -> None:
    index = heat_map.model().index(1, 2)
    with qtbot.waitSignal(heat_map.cell_selected) as signal:
        qtbot.mouseClick(heat_map.viewport(), Qt.MouseButton.LeftButton, pos=heat_map.visualRect(index).center())
    assert signal.args == ["gpt2", "eng"]
    assert heat_map.is_selected(index)
    with qtbot.waitSignal(heat_map.cell_selected) as signal:
        qtbot.keyClick(heat_map, Qt.Key.Key_Down)
    assert signal.args == ["gpt2", "hin"]
    # The frame stays with its cell when rows move.
    heat_map.sort_by("gpt2", descending=True)
    assert heat_map.is_selected(heat_map.model().index(1, 2))


def test_it_is_copied_as_a_table_in_the_order_of_the_screen(qtbot: QtBot, heat_map: HeatMap) -> None:
    heat_map.sort_by("gpt2", descending=True)
    heat_map.setFocus()
    qtbot.keyClick(heat_map, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    rows = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    assert rows[0] == ["Language", "Script", "GPT-2", "BERT"]
    assert [row[0] for row in rows[1:]] == ["Thai", "Hindi", "English", "Chinese (Simplified)"]
    assert rows[1][2] == "9.32"
    assert "Copy the table" in [action.text() for action in heat_map.row_menu(0).actions()]


def test_select_is_silent(qtbot: QtBot, heat_map: HeatMap) -> None:
    with qtbot.assertNotEmitted(heat_map.cell_selected):
        heat_map.select("bert", "tha")
        heat_map.select("gone", "nowhere")


@pytest.mark.parametrize("theme", [LIGHT, DARK, HIGH_CONTRAST], ids=lambda theme: theme.name)
def test_every_state_is_painted_in_its_colour(heat_map: HeatMap, theme) -> None:  # type: ignore[no-untyped-def]
    heat_map._appearance.set_theme(theme)
    heat_map.show_cells(cells(eng=HeatCell(State.UNKNOWN_TEXT, "58 % unknown"), hin=HeatCell(State.UNDEFINED, "–")))
    image = heat_map.viewport().grab().toImage()
    row = heat_map.order().index("tha")
    rect = heat_map.visualRect(heat_map.model().index(row, 2))
    assert image.pixelColor(rect.left() + 4, rect.top() + 4) == theme.heat[7].fill
    assert image.pixelColor(rect.left() + theme.heat_gap - 1, rect.center().y()) == theme.panel


@pytest.mark.parametrize("width", [300, 432, 700, 1000])
def test_columns_fill_the_width_and_no_text_is_cut(heat_map: HeatMap, width: int) -> None:
    heat_map.resize(width, 300)
    total = heat_map.horizontalHeader().length()
    assert total == heat_map.viewport().width()
    text = heat_map.fontMetrics()
    for row in range(4):
        lines = heat_map.rowHeight(row) // text.lineSpacing()
        words = heat_map.model().index(row, 0).data()
        assert text.horizontalAdvance(words) <= lines * (heat_map.columnWidth(0) - 10)
    assert heat_map.isColumnHidden(1) == (width == 300)


def test_a_copy_shows_the_same_rows(qtbot: QtBot, heat_map: HeatMap) -> None:
    heat_map.sort_by("gpt2", descending=True)
    heat_map.set_filter("n")
    other = HeatMap(Appearance())
    qtbot.addWidget(other)
    heat_map.copy_to(other)
    assert other.order() == heat_map.order()


def test_the_legend_says_less_where_room_is_short(qtbot: QtBot) -> None:
    legend = HeatLegend(Appearance())
    qtbot.addWidget(legend)
    legend.show_scale(scale_for("premium", []), below_one=True, unknown=True)
    assert [words for _, words in legend.entries()][:2] == ["below 1", "1 – 1.25"]
    assert legend.entries()[-1] == (-1, "more than 2 % unknown")
    legend.resize(1200, 30)
    wide = legend.sizeHint().height()
    legend.resize(250, 30)
    assert legend.sizeHint().height() > wide
    legend.show_scale(scale_for("premium", []), below_one=False, unknown=False)
    assert legend.entries()[0] == (1, "1 – 1.25")
    assert not legend.grab().isNull()
    legend.show_scale(scale_for("tokens", []), below_one=False, unknown=False)
    assert not legend.grab().isNull()

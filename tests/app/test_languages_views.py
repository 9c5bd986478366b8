"""The other views of the languages pane, used as a person would: scatter, table, groups, pages, prices, pictures."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.panes.languages_pane import LanguagesPane
from app.state.languages.cell_audit import CellAudit
from app.state.languages.comparison_columns import Compared
from app.state.languages.comparison_grid import ComparisonGrid
from app.state.languages.grid_memory import GridMemory
from app.state.languages.page_terms import PageTerms
from app.state.languages.parallel_texts import ParallelTexts
from app.state.settings import Settings
from app.widgets.basics import file_dialogs
from app.widgets.languages.heat_table import HeatRow
from app.widgets.languages.languages_files import picture_caption
from app.widgets.languages.languages_picture import SLIDE_WIDTH
from app.widgets.languages.scatter_layout import Point, Strip, size_axis, title_lines
from engine.page_costs import Price
from engine.presets import load_preset

NAMES = ("gpt2", "cl100k_base", "o200k_base")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))


@pytest.fixture
def pane(qtbot: QtBot, settings: Settings) -> Iterator[LanguagesPane]:
    grid = ComparisonGrid(terms=PageTerms(settings))
    audit, texts = CellAudit(grid), ParallelTexts(grid)
    widget = LanguagesPane(grid, Appearance(), audit, texts)
    qtbot.addWidget(widget)
    widget.resize(1389, 860)
    widget.show()
    qtbot.waitExposed(widget)
    grid.set_tokenizers([Compared.of(load_preset(name)) for name in NAMES])
    settle(qtbot, widget)
    yield widget
    audit.close()
    texts.close()
    grid.close()
    widget.close()


def settle(qtbot: QtBot, pane: LanguagesPane) -> None:
    """Wait until all is counted and drawn."""
    qtbot.waitUntil(lambda: not pane._grid.busy, timeout=60_000)
    timers = (pane._frame, pane.views.settling, pane.views.curve_timer)
    qtbot.waitUntil(lambda: not any(timer.isActive() for timer in timers))


def choose_measure(qtbot: QtBot, pane: LanguagesPane, name: str) -> None:
    pane.measure.setCurrentIndex(pane.measure.findData(name))
    pane.measure.activated.emit(pane.measure.currentIndex())
    settle(qtbot, pane)


def show_view(qtbot: QtBot, pane: LanguagesPane, name: str) -> None:
    qtbot.mouseClick(pane.bar.views[name], Qt.MouseButton.LeftButton)
    settle(qtbot, pane)


# -- scatter -------------------------------------------------------------------------------------------------------------


def test_the_scatter_shows_every_language_at_the_size_of_each_vocabulary(qtbot: QtBot, pane: LanguagesPane) -> None:
    show_view(qtbot, pane, "scatter")
    scatter = pane.views.scatter
    assert scatter.isVisible()
    assert [strip.size for strip in scatter.strips()] == [50_257, 100_261, 200_000]
    assert [strip.key for strip in scatter.strips()] == list(NAMES)
    assert {len(strip.points) for strip in scatter.strips()} == {15}
    # Larger vocabularies stand further right, dearer languages higher.
    places = [scatter.place_of(key, "mya") for key in NAMES]
    assert [place.x() for place in places] == sorted(place.x() for place in places)
    assert scatter.place_of("gpt2", "mya").y() < scatter.place_of("gpt2", "eng").y()
    # WHEN a point is clicked  THEN its audit opens
    place = scatter.place_of("cl100k_base", "hin").toPoint()
    qtbot.mouseClick(scatter, Qt.MouseButton.LeftButton, pos=place)
    assert (pane._grid.selected_tokenizer, pane._grid.selected_language) == ("cl100k_base", "hin")
    assert pane.audit.isVisible()
    assert pane.audit.value.text() == "5.47"


def test_the_keys_walk_through_the_scatter(qtbot: QtBot, pane: LanguagesPane) -> None:
    show_view(qtbot, pane, "scatter")
    grid, scatter = pane._grid, pane.views.scatter
    grid.select("gpt2", "hin")
    qtbot.keyClick(scatter, Qt.Key.Key_Right)
    assert (grid.selected_tokenizer, grid.selected_language) == ("cl100k_base", "hin")
    qtbot.keyClick(scatter, Qt.Key.Key_Up)
    value, above = grid.value("cl100k_base", "hin"), grid.value("cl100k_base", grid.selected_language)
    assert above > value
    qtbot.keyClick(scatter, Qt.Key.Key_Left)
    qtbot.keyClick(scatter, Qt.Key.Key_Left)
    assert grid.selected_tokenizer == "gpt2"
    assert scatter._tip_of("gpt2", "hin").startswith("Hindi, gpt2 (50,257 entries): 8.66\n")


def test_titles_that_would_touch_stand_on_different_lines() -> None:
    strips = [Strip(key, key, size, ()) for key, size in (("a", 100), ("b", 105), ("c", 900), ("d", 110))]
    strips.sort(key=lambda strip: strip.size)
    lines = title_lines(strips, lambda size: float(size), lambda _title: 40.0)
    assert lines == {"a": 0, "b": 1, "d": 2, "c": 0}
    assert Point("x", "X", 1.0, "1.00") in Strip("k", "k", 1, (Point("x", "X", 1.0, "1.00"),)).points
    axis = size_axis([50_000, 200_000])
    assert axis.share(50_000) > 0
    assert axis.share(200_000) < 1
    assert 100_000.0 in axis.ticks


# -- table ---------------------------------------------------------------------------------------------------------------


def test_the_table_has_all_numbers_and_is_sorted_by_any_column(qtbot: QtBot, pane: LanguagesPane) -> None:
    show_view(qtbot, pane, "table")
    table = pane.views.table
    model = table.model_of_rows
    titles = model.titles
    assert titles[:7] == ["Language", "Script", "Tokenizer", "Premium", "95 % low", "95 % high", "Tokens"]
    assert model.rowCount() == 3 * 15
    header = table.horizontalHeader()
    column = titles.index("Premium")
    place = header.sectionViewportPosition(column) + 10
    for expected in (min, max):
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place, 8))
        values = [model.columns[column].entry(at)[1] for at in model.places]
        assert values[0] == expected(values)
    assert model.places[0] == ("gpt2", "mya")
    assert [model.text(0, column) for column in range(3)] == ["Burmese", "Mymr", "gpt2"]
    # What has no value stands last either way.
    column = titles.index("Fertility")
    for descending in (False, True):
        table.sort_by(column, descending=descending)
        assert model.text(model.rowCount() - 1, column) == "–"
        assert model.text(0, column) != "–"


def test_the_table_is_copied_as_cells(qtbot: QtBot, pane: LanguagesPane) -> None:
    show_view(qtbot, pane, "table")
    table = pane.views.table
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert len(lines) == 1 + 3 * 15
    assert {len(line.split("\t")) for line in lines} == {len(table.model_of_rows.titles)}
    assert lines[0].startswith("Language\tScript\tTokenizer\tPremium")
    # WHEN two rows are selected  THEN they alone are copied
    table.selectRow(1)
    qtbot.keyClick(table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert len(QGuiApplication.clipboard().text().splitlines()) == 3
    # AND they stay selected while numbers come
    pane._grid.cells_changed.emit()
    pane._on_frame()
    assert len(table.selectionModel().selectedRows()) == 2
    # THEN the row that has the focus is the selected cell
    place = table.model_of_rows.places[table.currentIndex().row()]
    assert (pane._grid.selected_tokenizer, pane._grid.selected_language) == place


def test_how_the_languages_were_looked_at_survives_a_restart(
    qtbot: QtBot, pane: LanguagesPane, settings: Settings
) -> None:
    # GIVEN another measure, a pin, two orders, a search and another view
    pane._remember(GridMemory(pane._grid, settings))
    grid = pane._grid
    pane.measure.setCurrentIndex(pane.measure.findData("tokens"))
    pane.measure.activated.emit(pane.measure.currentIndex())
    grid.set_languages(["eng", "tha", "hin", "deu_1996"])
    grid.set_reference("deu_1996")
    grid.set_pinned("tha", True)
    grid.set_grouping("family")
    settle(qtbot, pane)
    for view, column in ((pane.map, 2), (pane.views.table, 1)):
        show_view(qtbot, pane, "map" if view is pane.map else "table")
        header = view.horizontalHeader()
        place = QPoint(header.sectionViewportPosition(column) + 10, 8)
        for _ in range(2):
            qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    pane.search.setText("a")
    # WHEN the program starts again
    again = ComparisonGrid(terms=PageTerms(settings))
    audit, texts = CellAudit(again), ParallelTexts(again)
    other = LanguagesPane(again, Appearance(), audit, texts, GridMemory(again, settings))
    qtbot.addWidget(other)
    again.set_tokenizers([Compared.of(load_preset(name)) for name in reversed(NAMES)])
    settle(qtbot, other)
    # THEN all is as it was
    assert (again.measure, again.reference, again.grouping) == ("tokens", "deu_1996", "family")
    assert (again.languages, again.pinned) == (grid.languages, ("tha",))
    assert other.views.view == "table"
    assert (other.map.sort_key, other.map.order()) == ("gpt2", pane.map.order())
    assert [code for _, code in other.views.table.model_of_rows.places][:3] == ["tha"] * 3
    assert other.search.text() == "a"
    for state in (audit, texts, again):
        state.close()


@pytest.mark.parametrize(
    "kept", ["", "no JSON", "[1]", '{"order": [1, 2], "languages": 7, "view": "cake", "search": 3}']
)
def test_a_memory_that_makes_no_sense_is_passed_over(qtbot: QtBot, settings: Settings, kept: str) -> None:
    settings.keep("languages", kept)
    grid = ComparisonGrid()
    usual = (grid.languages, grid.measure, grid.reference)
    audit, texts = CellAudit(grid), ParallelTexts(grid)
    pane = LanguagesPane(grid, Appearance(), audit, texts, GridMemory(grid, settings))
    qtbot.addWidget(pane)
    assert (grid.languages, grid.measure, grid.reference) == usual
    assert (pane.views.view, pane.search.text()) == ("map", "")
    for state in (audit, texts, grid):
        state.close()


def test_an_order_by_a_column_that_comes_later_waits_for_it(qtbot: QtBot, pane: LanguagesPane) -> None:
    pane.map.sort_by("later", descending=True)
    assert pane.map.sort_key == "o200k_base"
    pane._grid.set_tokenizers([Compared.of(load_preset("gpt2")), Compared("later", "later", load_preset("o200k_base"))])
    settle(qtbot, pane)
    assert pane.map.sort_key == "later"
    assert pane.map.order()[-1] == "eng"


# -- groups and filter ---------------------------------------------------------------------------------------------------


@pytest.mark.qt_log_ignore("raise|grabbing the keyboard", extend=True)  # a pop-up does both, off screen neither works
def test_rows_are_grouped_under_titles(qtbot: QtBot, pane: LanguagesPane) -> None:
    pane.map.sort_by("gpt2")
    qtbot.mouseClick(pane.picker, Qt.MouseButton.LeftButton)
    choice = pane.picker.languages
    choice.grouping.setCurrentIndex(choice.grouping.findData("family"))
    choice.grouping.activated.emit(choice.grouping.currentIndex())
    choice.hide()
    settle(qtbot, pane)
    model = pane.map.model()
    first = [model.index(row, 0).data() for row in range(model.rowCount())]
    titles = [model.title_at(row) for row in range(model.rowCount()) if model.title_at(row)]
    assert titles[:2] == ["Latin, 6", "Other European, 1"]
    assert first[0] == "Latin, 6"
    assert len(pane.map.order()) == 15
    # THEN each group is sorted, the keys pass over titles, and a pinned language stands in a group of its own
    latin = pane.map.order()[:6]
    values = [pane._grid.value("gpt2", code) for code in latin]
    assert values == sorted(values)
    pane.map.select("gpt2", latin[-1])
    qtbot.keyClick(pane.map, Qt.Key.Key_Down)
    assert pane._grid.selected_language == "rus"
    pane._grid.set_pinned("tha", True)
    settle(qtbot, pane)
    assert model.index(0, 0).data() == "Kept on top, 1"
    assert pane.map.order()[0] == "tha"
    pane.map.grab()
    pane._grid.set_grouping("")
    settle(qtbot, pane)
    assert model.rowCount() == 15


@pytest.mark.qt_log_ignore("raise|grabbing the keyboard", extend=True)
def test_the_list_of_languages_is_narrowed_to_a_group(qtbot: QtBot, pane: LanguagesPane) -> None:
    qtbot.mouseClick(pane.picker, Qt.MouseButton.LeftButton)
    choice = pane.picker.languages
    titles = [choice.only.itemText(n) for n in range(choice.only.count())]
    assert {"all languages", "South Asia", "Devanagari (Deva)", "100 million speakers and more"} <= set(titles)
    choice.only.setCurrentIndex(titles.index("Devanagari (Deva)"))
    shown = [choice.list.item(n) for n in range(choice.list.count()) if not choice.list.item(n).isHidden()]
    assert "Hindi" in {item.text() for item in shown}
    assert choice.all_button.text() == f"These {len(shown)}"
    qtbot.keyClicks(choice.field, "english")
    assert choice.nothing.text().endswith("Only Devanagari (Deva) is looked at.")
    choice.field.clear()
    choice.all_button.click()
    choice.hide()
    settle(qtbot, pane)
    assert {pane._grid.parallel.languages[code].script for code in pane.map.order()} == {"Deva"}


def test_a_row_of_a_group_that_is_not_known_comes_last(pane: LanguagesPane) -> None:
    rows = [HeatRow("a", "A", group=(99, "Script not known")), HeatRow("b", "B", group=(0, "Latin"))]
    pane.map.show_table(rows, [("gpt2", "GPT-2")], {})
    assert pane.map.order() == ("b", "a")


@pytest.mark.qt_log_ignore("raise|grabbing", extend=True)
def test_a_key_opens_the_menu_of_the_frame(qtbot: QtBot, pane: LanguagesPane) -> None:
    pane.map.select("gpt2", "hin")
    reason = QContextMenuEvent.Reason.Keyboard
    QApplication.sendEvent(pane.map, QContextMenuEvent(reason, QPoint(1, 1), QPoint(1, 1)))
    menu = next(child for child in pane.map.findChildren(QMenu) if child.isVisible())
    assert [action.text() for action in menu.actions()] == [
        "Keep Hindi on top",
        "Sort by gpt2",
        "Copy the table",
    ]
    menu.actions()[0].trigger()
    menu.close()
    settle(qtbot, pane)
    assert pane._grid.pinned == ("hin",)


def test_the_menu_of_a_cell_sorts_by_its_column(pane: LanguagesPane) -> None:
    menu = pane.map.row_menu(0, 2)
    action = next(action for action in menu.actions() if action.text().startswith("Sort by"))
    assert action.text() == "Sort by gpt2"
    action.trigger()
    assert pane.map.sort_key == "gpt2"


# -- pages and prices ----------------------------------------------------------------------------------------------------


def test_how_many_pages_fit_a_window(qtbot: QtBot, pane: LanguagesPane, settings: Settings) -> None:
    assert not pane.bar.window_size.isVisible()
    choose_measure(qtbot, pane, "window_pages")
    assert pane.bar.window_size.isVisible()
    assert pane.measure.currentText() == "Pages in 8,192 tokens"
    before = float(pane.map.cell_text("gpt2", "hin"))
    pane.bar.window_size.setValue(81_920)
    settle(qtbot, pane)
    assert float(pane.map.cell_text("gpt2", "hin")) == pytest.approx(10 * before, abs=0.5)
    assert pane.status.text().endswith("A page: what 1,800 characters of English say.")
    # THEN it is remembered, and the audit tells the fraction
    assert PageTerms(settings).window == 81_920
    pane._grid.select("gpt2", "hin")
    told = pane._grid.audit("gpt2", "hin")
    assert told.metric.name == "window_pages"
    assert told.numerator.number.startswith("81,920 × ")
    assert told.denominator.number.endswith(" × 1,800")


def test_a_price_is_typed_and_applied(qtbot: QtBot, pane: LanguagesPane, settings: Settings) -> None:
    choose_measure(qtbot, pane, "page_price")
    assert pane.map.cell_text("gpt2", "hin") == "–"
    assert "There is no price yet" in pane._grid.explain("gpt2", "hin")
    table = pane.prices.table
    assert pane.prices.isVisible()  # nobody has to look for it
    for shown in (False, True):
        qtbot.mouseClick(pane.bar.edit_prices, Qt.MouseButton.LeftButton)
        assert pane.prices.isVisible() == shown
    qtbot.mouseClick(pane.prices.add, Qt.MouseButton.LeftButton)
    for column, text in enumerate(("Model A", "eur", "a lot")):
        table.item(0, column).setText(text)
    assert (
        pane.prices.sentence.text() == 'Model A: "a lot" is no price; write a number from 0 to 1,000,000, as in 2.50.'
    )
    assert pane._grid.terms.prices == ()
    table.item(0, 2).setText("2.5")
    settle(qtbot, pane)
    today = table.item(0, 3).text()
    assert pane._grid.terms.prices == (Price("Model A", "EUR", 2.5, today),)
    assert pane.prices.sentence.text() == ""
    tokens = pane._grid.cell("gpt2", "hin").value("page_tokens")
    assert pane.map.cell_text("gpt2", "hin") == f"{tokens * 1000 * 2.5 / 1e6:.2f}"
    assert pane.measure.currentText() == "Price of 1,000 pages, EUR"
    # WHEN another currency is chosen  THEN the numbers are that price's
    pane._grid.terms.set_prices([*pane._grid.terms.prices, Price("Model B", "INR", 250.0, today)])
    pane.bar.price.setCurrentIndex(1)
    pane.bar.price.activated.emit(1)
    settle(qtbot, pane)
    assert pane.map.cell_text("gpt2", "hin") == f"{tokens * 1000 * 250 / 1e6:,.2f}"
    assert pane.measure.currentText() == "Price of 1,000 pages, INR"
    # THEN pictures say at which price, all of it is remembered, and it can be taken away again
    assert f"Model B: 250 INR per 1,000,000 tokens ({today})" in picture_caption(pane._grid)
    assert [price.currency for price in PageTerms(settings).prices] == ["EUR", "INR"]
    assert PageTerms(settings).price.currency == "INR"
    pane.prices._fill()
    table.selectRow(1)
    qtbot.mouseClick(pane.prices.remove, Qt.MouseButton.LeftButton)
    assert [price.currency for price in PageTerms(settings).prices] == ["EUR"]
    choose_measure(qtbot, pane, "premium")
    assert not pane.prices.isVisible()
    assert not pane.bar.price.isVisible()


def test_settings_that_make_no_sense_are_passed_over(settings: Settings) -> None:
    settings.keep("window", "many")
    settings.keep("prices", '[{"name": "A"}]')
    terms = PageTerms(settings)
    assert (terms.window, terms.prices, terms.price) == (8192, (), None)


def test_pages_need_the_same_content(qtbot: QtBot, pane: LanguagesPane, tmp_path: Path) -> None:
    choose_measure(qtbot, pane, "window_pages")
    (tmp_path / "en.txt").write_text("a\nb\n")
    (tmp_path / "fr.txt").write_text("a\n")
    pane._texts.open_separate(tmp_path)
    qtbot.waitUntil(lambda: not pane._grid.parallel.is_parallel)
    settle(qtbot, pane)
    offered = [pane.measure.itemData(n) for n in range(pane.measure.count())]
    assert not {"premium", "page_tokens", "window_pages", "page_price"} & set(offered)
    assert pane._grid.measure == "bytes_per_token"


# -- files ---------------------------------------------------------------------------------------------------------------


def test_every_view_is_exported_with_its_settings(
    qtbot: QtBot, pane: LanguagesPane, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_dialogs, "ask_save_file", lambda _parent, _title, proposal, _kinds: tmp_path / proposal)
    pane._grid.select("cl100k_base", "hin")
    for view in ("map", "scatter"):
        show_view(qtbot, pane, view)
        for kind in ("png", "svg", "bars.png", "bars.svg"):
            with qtbot.waitSignal(pane._grid.exported, timeout=20_000):
                pane.bar.export_wanted.emit(kind)
        for name in ("languages", "languages-bars"):
            picture = QImage(str(tmp_path / f"{name}.png"))
            assert picture.width() >= 1.2 * SLIDE_WIDTH
            assert "reference: English" in picture.text("Description")
            svg = (tmp_path / f"{name}.svg").read_text("utf-8")
            assert "interval: 95 % percentile bootstrap" in svg
            assert "<text" in svg  # letters, not points
            assert "<image" not in svg
            millimetres, points = re.search(r'width="([\d.]+)mm".*?viewBox="0 0 (\d+) ', svg, re.DOTALL).groups()
            assert float(millimetres) == pytest.approx(int(points) * 25.4 / 96, abs=0.5), "as a browser takes points"
    assert ">Hindi</text>" in (tmp_path / "languages.svg").read_text("utf-8")


def test_a_table_of_this_measure_knows_windows_and_prices(qtbot: QtBot, pane: LanguagesPane, tmp_path: Path) -> None:
    choose_measure(qtbot, pane, "window_pages")
    with qtbot.waitSignal(pane._grid.exported, timeout=20_000):
        pane._grid.export(tmp_path / "t.tex", "tex")
    latex = (tmp_path / "t.tex").read_text("utf-8")
    assert latex.startswith("% Pages in 8,192 tokens: 8,192 tokens / tokens a page;")
    assert f"Hindi & {pane.map.cell_text('gpt2', 'hin')} &" in latex
    with qtbot.waitSignal(pane._grid.exported, timeout=20_000):
        pane._grid.export(tmp_path / "t.json", "json")
    table = json.loads((tmp_path / "t.json").read_text("utf-8"))
    assert all(row["window_pages"] == pytest.approx(8192 / row["page_tokens"]) for row in table["rows"])
    assert table["measures"]["window_pages"]["formula"].startswith("8,192 tokens / tokens a page")


# -- sizes ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "base"), [(360, 14), (440, 22), (560, 18), (1389, 14), (1600, 22)])
@pytest.mark.parametrize("measure", ["premium", "window_pages", "page_price"])
def test_no_control_is_cut_at_any_size(qtbot: QtBot, pane: LanguagesPane, width: int, base: int, measure: str) -> None:
    pane._appearance.set_base(base)
    pane.resize(width, 860)
    choose_measure(qtbot, pane, measure)
    bar = pane.bar
    shown = [
        bar.text,
        bar.measure,
        bar.reference,
        bar.window_size,
        bar.price,
        bar.picker,
        bar.export,
        *bar.views.values(),
    ]
    room = bar.width() - bar._row.contentsMargins().left()
    for control in (control for control in shown if control.isVisible()):
        assert control.width() >= min(control.sizeHint().width(), room)
        assert control.mapTo(bar, control.rect().bottomRight()).x() < bar.width()
        assert control.mapTo(bar, control.rect().bottomRight()).y() < bar.height()

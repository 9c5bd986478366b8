"""The same number, and the same words, wherever they stand: painted, said to a screen reader, in a tool tip, copied."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QGuiApplication, QStandardItem, QStandardItemModel
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTableView, QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import DARK, HIGH_CONTRAST, LIGHT, Appearance, Theme
from app.widgets.basics.cut_text import beginning
from app.widgets.basics.one_line import OneLine
from app.widgets.basics.table_copy import TableCopy
from app.widgets.charts.curve_axes import Curve, axes_of
from app.widgets.charts.timeline_layout import named_flags
from app.widgets.corpus.corpus_facts import CorpusFacts
from app.widgets.corpus.frequency_bars import FrequencyBars
from app.widgets.languages.scatter_layout import Point, Strip
from app.widgets.languages.size_scatter import SizeScatter
from app.widgets.theatre.merge_curves import MergeCurves
from app.widgets.tradeoffs.size_chart import SizeChart, SizeLine
from app.widgets.tradeoffs.size_plot import SizePlot
from app.widgets.vocabulary.token_details import TokenTitle
from app.widgets.vocabulary.vocabulary_table import _extent
from app.widgets.why.equation import Merge, figures_of
from app.widgets.window.message_bar import Message, MessageBar
from tests.app.test_theme import contrast

Show = Callable[..., QWidget]
WEIGHTED = np.array([np.nan, 1.5, 0.6, 0.3])


# -- curves --------------------------------------------------------------------------------------------------------------


def test_a_weighted_count_below_one_is_drawn_and_said(appearance: Appearance, show: Show) -> None:
    curves = MergeCurves(appearance)
    show(curves, 800, 240)
    plot = curves.count_curve
    plot.show_curves([Curve("this run", WEIGHTED)])
    said = []
    for step in (1, 2, 3):
        plot.show_position(step)
        said.append(plot.value_text())
    assert said == ["1.5", "0.6", "0.3"]
    axes = plot.plot.axes
    heights = axes.y(WEIGHTED[1:])
    assert heights.tolist() == sorted(heights.tolist())
    assert axes.area.top() <= heights.min()
    assert heights.max() <= axes.area.bottom()


@pytest.mark.parametrize(
    ("values", "ends"),
    [([50, 60], (50, 60)), ([1, 1], (1, 10)), ([7], (7, 10)), ([0.3, 1.5], (0.3, 3)), ([20], (20, 200))],
)
def test_a_logarithmic_axis_has_a_place_for_every_value(
    appearance: Appearance, values: list[float], ends: tuple[float, float]
) -> None:
    curve = Curve("x", np.array(values, np.float64))
    axes = axes_of([curve], np.empty(0), len(values), QSize(400, 200), appearance, log=True, labelled=False)
    low, high = np.log10(ends)
    air = 0.06 * (high - low)
    assert (axes.low, axes.high) == pytest.approx((low - air, high + air))


def test_a_share_of_all_is_a_hundred_percent() -> None:
    shares = [figures_of(Merge(1, b"low", b"", 3, None, 1, share=share))[1].number for share in (1.0, 0.996, 0.0456)]
    assert shares == ["100 %", "100 %", "4.6 %"]


def test_a_name_is_not_written_over_another_bookmark() -> None:
    assert named_flags([(0, 5), (4, 9)], [(6, 30), (10, 34)], 1) == [False, True]
    assert named_flags([(0, 5)], [(5, 30)], 1) == [True]
    assert named_flags([(0, 5), (40, 45), (60, 65)], [(6, 30), (46, 58), (66, 80)], 1) == [True, True, True]


@pytest.mark.parametrize("theme", [LIGHT, DARK, HIGH_CONTRAST], ids=lambda theme: theme.name)
def test_the_names_of_curves_are_read_on_the_panel(theme: Theme) -> None:
    for series in theme.series:
        letters = theme.as_letters(series.colour)
        assert contrast(letters, theme.panel) >= 4.5
        if contrast(series.colour, theme.panel) >= 4.5:
            assert letters == series.colour


def test_keys_pass_over_a_tokenizer_without_values(appearance: Appearance, show: Show) -> None:
    scatter = SizeScatter(appearance)
    show(scatter, 500, 400)
    thai = Point("th", "Thai", 2.0, "2.00")
    scatter.show_strips(
        [Strip("a", "A", 100, (thai,)), Strip("b", "B", 1_000, ()), Strip("c", "C", 10_000, (thai,))], "premium"
    )
    scatter.select("a", "th")
    reached: list[tuple[str, str]] = []
    scatter.selected.connect(lambda *place: reached.append(place))
    QTest.keyClick(scatter, Qt.Key.Key_Right)
    QTest.keyClick(scatter, Qt.Key.Key_Left)
    assert reached == [("c", "th"), ("a", "th")]


# -- words ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["中" * 3_000, "第一章 " + "中" * 3_000, " " + "中" * 3_000, "e\u0301" * 3_000, "low lower " * 300]
)
def test_a_preview_says_that_it_is_cut_and_shows_what_there_is(appearance: Appearance, text: str, show: Show) -> None:
    facts = CorpusFacts(appearance)
    show(facts)
    facts.show_preview(text[: facts.most])
    shown = facts.preview.text()
    assert shown.endswith("…")
    assert len(shown) > 0.8 * (facts.most - 1)
    assert not shown.removesuffix("…").endswith("e"), "cut inside of a character"
    facts.show_preview("a short text")
    assert facts.preview.text() == "a short text"


@pytest.mark.parametrize(
    ("text", "most", "shown"),
    [
        ("👩\u200d🚀👩\u200d🚀", 4, "👩\u200d🚀…"),
        ("नमस्ते", 3, "नम…"),
        ("👩\u200d👩\u200d👧\u200d👦 family", 3, "👩\u200d👩…"),
        ("low", 3, "low"),
        ("", 3, ""),
    ],
)
def test_a_text_is_cut_between_what_is_seen_as_characters(text: str, most: int, shown: str) -> None:
    cut = beginning(text, most)
    assert cut == shown or (cut.endswith("…") and len(cut) <= most + 1)


def test_weighted_counts_are_told_with_tenths(appearance: Appearance) -> None:
    bars = FrequencyBars(appearance)
    bars.show_rows([(b" the", 1_200.0), (b" a", 1.5), (b"b", 0.3)])
    assert bars.accessibleName().endswith("the 1,200; ⎵a 1.5; b 0.3")


def test_a_sentence_with_a_tag_is_no_markup_in_its_tip(appearance: Appearance) -> None:
    line = OneLine(appearance)
    line.say("The token <s> & <b>bold</b>")
    assert "&lt;b&gt;bold" in line.toolTip()
    line.say("")
    assert line.toolTip() == ""


def test_a_screen_reader_hears_which_token_it_is(appearance: Appearance) -> None:
    title = TokenTitle(appearance)
    title.show_token(b" the", "id 630")
    assert title.accessibleName() == "space the, id 630"
    title.show_token(None, "")
    assert title.accessibleName() == ""


def test_a_message_has_room_when_letters_grow(appearance: Appearance, show: Show) -> None:
    bar = MessageBar(appearance)
    show(bar, 500, 40)
    bar.show_message(Message("A sentence of several words that says what happened. " * 5))
    appearance.set_base(24)
    assert bar.height() >= bar.label.heightForWidth(bar.label.width())


def test_a_cell_is_copied_whole_and_a_title_without_its_mark(qtbot: QtBot) -> None:
    model = QStandardItemModel(0, 2)
    model.setHorizontalHeaderLabels(["Token ▲", "Id"])
    model.appendRow([QStandardItem("▲"), QStandardItem("\u20021")])
    view = QTableView()
    qtbot.addWidget(view)
    view.setModel(model)
    TableCopy(view, whole=True).copy()
    assert QGuiApplication.clipboard().text() == "Token\tId\n▲\t1\n"


@pytest.mark.parametrize(("text", "found"), [("שלום", "לו"), ("שלום", "ש"), ("👍ab", "ab"), ("lower", "we")])
def test_a_hit_is_underlined_where_its_letters_stand(qtbot: QtBot, text: str, found: str) -> None:
    font = QFont()
    font.setPixelSize(20)
    at = text.index(found)
    left, right = _extent(text, at, at + len(found), font)
    whole = QFontMetricsF(font).horizontalAdvance(text)
    before = QFontMetricsF(font).horizontalAdvance(text[:at])
    behind = QFontMetricsF(font).horizontalAdvance(text[at + len(found) :])
    runs_back = "\u0590" <= text[0] <= "\u06ff"
    expected = (behind, whole - before) if runs_back else (before, whole - behind)
    assert (left, right) == pytest.approx(expected, abs=2.5)


def test_the_values_of_all_curves_are_told(appearance: Appearance) -> None:
    plot, sizes = SizePlot(appearance), np.array([100, 200, 400])
    one, two = SizeLine("Thai", np.array([3.0, 2.5, 2.0])), SizeLine("Hindi", np.array([4.0, np.nan, 3.0]))
    plot.show_chart(SizeChart(sizes, (one, two), sizes * 10.0, "premium", 400, 100))
    assert plot.accessibleDescription() == "Marked: 400 entries, Thai 2.00, Hindi 3.00"
    plot.show_chart(SizeChart(sizes, (one,), sizes * 10.0, "premium", 400, 100))
    assert plot.accessibleDescription() == "Marked: 400 entries, 2.00"

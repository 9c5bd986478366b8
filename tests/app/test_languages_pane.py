"""The languages pane, used as a person would: choose a measure, search, select, export, make it narrow."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.panes.languages_pane import LanguagesPane
from app.state.languages.cell_audit import CellAudit
from app.state.languages.comparison_columns import MEASURES, Compared
from app.state.languages.comparison_grid import ComparisonGrid
from app.state.languages.parallel_texts import ParallelTexts
from app.state.tokenizers.tokenizer_library import RUN
from app.widgets.basics import file_dialogs
from app.widgets.charts.curve_scale import spread_choice
from engine import cli
from engine.algorithms.bpe import BPETrainer
from engine.algorithms.wordpiece import WordPieceTrainer
from engine.corpus import Corpus, Source
from engine.history import History
from engine.parallel import udhr
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from engine.presets import load_preset
from engine.recipe import Recipe
from engine.training import new_history, train


@pytest.fixture(scope="module")
def history() -> History:
    recipe = Recipe(BPETrainer(max_steps=60, byte_order="gpt2"), specials="first")
    result = History(recipe)
    text = "all human beings are born free and equal in dignity and rights " * 30
    for event in train(Corpus((Source("text", text=text),)), recipe, udhr()):
        result.append(event)
    return result


@pytest.fixture
def pane(qtbot: QtBot) -> Iterator[LanguagesPane]:
    grid = ComparisonGrid()
    audit, texts = CellAudit(grid), ParallelTexts(grid)
    widget = LanguagesPane(grid, Appearance(), audit, texts)
    qtbot.addWidget(widget)
    widget.resize(432, 760)
    widget.show()
    qtbot.waitExposed(widget)
    yield widget
    audit.close()
    texts.close()
    grid.close()
    widget.close()


@pytest.fixture
def filled(qtbot: QtBot, pane: LanguagesPane, history: History) -> LanguagesPane:
    grid = pane._grid
    grid.set_tokenizers([Compared.of(load_preset(name)) for name in ("cl100k_base", "o200k_base")])
    grid.set_run(history, 30, "Rights")
    settle(qtbot, pane)
    return pane


def settle(qtbot: QtBot, pane: LanguagesPane) -> None:
    """Wait until all is counted and drawn."""
    qtbot.waitUntil(lambda: not pane._grid.busy, timeout=60_000)
    qtbot.waitUntil(
        lambda: not any(timer.isActive() for timer in (pane._frame, pane.views.settling, pane.views.curve_timer))
    )


def test_without_a_tokenizer_the_pane_says_what_to_do(pane: LanguagesPane) -> None:
    assert pane.stack.currentIndex() == 1
    words = " ".join(label.text() for label in pane.stack.currentWidget().findChildren(QLabel))
    assert "No tokenizer is checked. Check one or more in the shelf above. The comparison starts by itself." in words


def test_it_fills_by_itself(qtbot: QtBot, filled: LanguagesPane) -> None:
    assert filled.stack.currentIndex() == 0
    assert filled.map.cell_text("cl100k_base", "hin") == "5.47"
    assert len(filled.map.order()) == 15
    assert filled.status.text() == "Human rights, 30 articles. 15 of 471 languages shown."
    assert not filled.progress.isVisible()
    assert filled.details.title.text() == "Rights"
    # The intervals of the run come a moment later: they are counted where its timeline rests.
    qtbot.waitUntil(lambda: all(bar.low is not None for bar in filled.bars.bars()))


def test_cells_that_are_not_counted_show_dots(qtbot: QtBot, pane: LanguagesPane) -> None:
    pane._grid.set_tokenizers([Compared.of(load_preset("gpt2"))])
    pane._show_all()
    assert pane.map.cell_text("gpt2", "hin") == "..."
    assert pane.progress.isVisible()
    qtbot.mouseClick(pane.progress.button, Qt.MouseButton.LeftButton)
    assert not pane.progress.isVisible()
    assert not pane._grid.busy


def test_the_run_moves_with_the_timeline(qtbot: QtBot, filled: LanguagesPane, history: History) -> None:
    before = filled.map.cell_text(RUN, "hin")
    filled._grid.set_run(history, 0, "Rights")
    settle(qtbot, filled)
    assert filled.map.cell_text(RUN, "hin") != before
    assert 0 < len(filled.curve._curves) <= 4


def test_another_measure_and_another_reference(qtbot: QtBot, filled: LanguagesPane) -> None:
    filled.measure.setCurrentIndex(filled.measure.findData("tokens"))
    filled.measure.activated.emit(filled.measure.currentIndex())
    settle(qtbot, filled)
    assert filled.map.cell_text("cl100k_base", "hin") == "8,321"
    assert not filled.reference.isVisible()
    assert filled.details.note.text() == "tokens, Gini 0.30"
    filled._grid.set_measure("premium")
    settle(qtbot, filled)
    filled.reference.setCurrentIndex(filled.reference.findData("hin"))
    filled.reference.activated.emit(filled.reference.currentIndex())
    settle(qtbot, filled)
    assert filled.map.cell_text("cl100k_base", "hin") == "1.00"
    assert filled.map.cell_text("cl100k_base", "eng") == "0.18"


def test_a_selected_cell_decides_the_bars(qtbot: QtBot, filled: LanguagesPane) -> None:
    index = next(
        filled.map.model().index(row, 3) for row in range(15) if filled.map.model().index(row, 0).data() == "Hindi"
    )
    filled.map.scrollTo(index)
    qtbot.mouseClick(filled.map.viewport(), Qt.MouseButton.LeftButton, pos=filled.map.visualRect(index).center())
    assert filled._grid.selected_tokenizer == "o200k_base"
    assert filled._grid.selected_language == "hin"
    assert filled.details.title.text() == "o200k"
    assert {bar.code: bar.text for bar in filled.bars.bars()}["hin"] == "1.59"
    assert "95 % interval" in filled.details.note.text()


@pytest.mark.qt_log_ignore("raise|grabbing the keyboard", extend=True)  # a pop-up does both, off screen neither works
def test_languages_are_searched_and_chosen(qtbot: QtBot, filled: LanguagesPane) -> None:
    qtbot.mouseClick(filled.picker, Qt.MouseButton.LeftButton)
    choice = filled.picker.languages
    qtbot.keyClicks(choice.field, "tibet")
    shown = [choice.list.item(n) for n in range(choice.list.count()) if not choice.list.item(n).isHidden()]
    assert [item.text() for item in shown] == ["Tibetan, Central"]
    choice.list.itemClicked.emit(shown[0])
    settle(qtbot, filled)
    assert "bod" in filled.map.order()
    assert filled.picker.text().strip() == "16 of 471"
    qtbot.keyClicks(choice.field, "zzz")
    assert choice.nothing.text() == 'No language has "tibetzzz" in its name, code or script.'
    choice.usual_button.click()
    settle(qtbot, filled)
    assert "bod" not in filled.map.order()
    choice.hide()


@pytest.mark.qt_log_ignore("raise|grabbing the keyboard", extend=True)  # a pop-up does both, off screen neither works
def test_all_languages_can_be_shown_and_found(qtbot: QtBot, filled: LanguagesPane) -> None:
    assert not filled.picker.languages.list.count()  # it is filled when it is opened
    qtbot.mouseClick(filled.picker, Qt.MouseButton.LeftButton)
    assert filled.picker.languages.list.count() == 471
    filled.picker.languages.all_button.click()
    filled.picker.languages.hide()
    settle(qtbot, filled)
    assert len(filled.map.order()) == 471
    assert filled.search.isVisible()
    qtbot.keyClicks(filled.search, "burm")
    assert filled.map.order() == ("mya",)
    assert [bar.code for bar in filled.bars.bars()] == ["mya"]
    qtbot.keyClick(filled.search, Qt.Key.Key_Escape)
    assert len(filled.map.order()) == 471


def test_find_opens_the_field(qtbot: QtBot, filled: LanguagesPane) -> None:
    assert not filled.search.isVisible()
    filled.open_search()
    assert filled.search.isVisible()
    qtbot.keyClick(filled.search, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not filled.search.isVisible())


def test_narrow_and_wide(qtbot: QtBot, filled: LanguagesPane) -> None:
    assert not filled.views.is_wide
    assert filled.details.curve_part.isVisible()
    assert not filled.details.bars_part.isVisible()
    filled.details.show_bars.click()
    assert filled.details.bars_part.isVisible()
    assert not filled.details.curve_part.isVisible()
    filled.resize(1389, 760)
    qtbot.waitUntil(lambda: filled.views.is_wide)
    assert filled.details.bars_part.isVisible()
    assert filled.details.curve_part.isVisible()
    assert not filled.details.switch.isVisible()
    filled.resize(360, 500)
    qtbot.waitUntil(lambda: not filled.views.is_wide)
    assert filled.width() == 360


@pytest.mark.parametrize(("width", "base"), [(360, 14), (432, 14), (560, 18), (1389, 14)])
@pytest.mark.parametrize("measure", ["premium", "characters_per_token"])
def test_no_control_is_cut(qtbot: QtBot, filled: LanguagesPane, width: int, base: int, measure: str) -> None:
    filled._appearance.set_base(base)
    filled.resize(width, 700)
    filled._grid.set_measure(measure)
    settle(qtbot, filled)
    for control in (filled.measure, filled.reference, filled.picker, filled.export):
        if control.isVisible():
            assert control.width() >= control.sizeHint().width()
            assert control.geometry().right() < filled.width()
    for label in filled.findChildren(QLabel):
        if label.isVisible() and not label.wordWrap():
            assert label.width() >= label.fontMetrics().horizontalAdvance(label.text())


def test_the_table_and_the_picture_are_exported(
    qtbot: QtBot, filled: LanguagesPane, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_dialogs, "ask_save_file", lambda _parent, _title, proposal, _kinds: tmp_path / proposal)
    with qtbot.waitSignal(filled._grid.exported, timeout=20_000):
        filled.ask_csv()
    assert len((tmp_path / "languages.csv").read_text("utf-8").splitlines()) == 1 + 3 * 15
    with qtbot.waitSignal(filled._grid.exported):
        filled.files.ask_export("png")
    picture = QImage(str(tmp_path / "languages.png"))
    assert picture.height() > 2 * filled.map.table_height()


def test_a_picture_that_cannot_be_written_is_told(qtbot: QtBot, filled: LanguagesPane, tmp_path: Path) -> None:
    with qtbot.waitSignal(filled.failed) as signal:
        filled.files.export_picture(tmp_path / "missing" / "languages.png")
    assert "does not exist, so languages.png cannot be saved there" in str(signal.args[0])


def test_curves_are_spread_from_the_dearest_to_the_cheapest() -> None:
    ends = [("a", 1.0), ("b", 2.0), ("c", 3.0), ("d", 4.0), ("e", 5.0)]
    assert spread_choice(ends) == ("e", "d", "b", "a") or len(spread_choice(ends)) == 4
    assert spread_choice(ends, "b", 3) == ("e", "b", "a")
    assert spread_choice([], "b") == ()


def click_cell(qtbot: QtBot, pane: LanguagesPane, key: str, code: str) -> None:
    """Click a cell of the map as a user does."""
    model = pane.map.model()
    index = model.index(pane.map.order().index(code), 2 + model.keys.index(key))
    pane.map.scrollTo(index)
    qtbot.mouseClick(pane.map.viewport(), Qt.MouseButton.LeftButton, pos=pane.map.visualRect(index).center())


def choose_measure(qtbot: QtBot, pane: LanguagesPane, name: str) -> None:
    pane.measure.setCurrentIndex(pane.measure.findData(name))
    pane.measure.activated.emit(pane.measure.currentIndex())
    settle(qtbot, pane)


@pytest.mark.parametrize("width", [432, 1389])
def test_a_click_opens_the_audit_of_the_cell(qtbot: QtBot, filled: LanguagesPane, width: int) -> None:
    filled.resize(width, 900)
    settle(qtbot, filled)
    assert not filled.audit.isVisible()
    click_cell(qtbot, filled, "cl100k_base", "hin")
    audit = filled.audit
    assert audit.isVisible()
    assert (audit.title.text(), audit.value.text()) == ("Hindi, cl100k_base", "5.47")
    facts = {name.text(): value.text() for name, value in audit.facts._rows}
    assert facts["Round trip"] == "✓ both equal"
    assert facts["Unit"] == "30 articles, each encoded alone"
    # THEN both texts stand there with their tokens, and the tokenizer says who it is
    qtbot.waitUntil(lambda: audit.ours.isVisible() and "Identity" in {n.text() for n, _ in audit.facts._rows})
    assert audit.ours.title.text() == "Hindi, article 1: 182 tokens"
    assert audit.theirs.title.text() == "English, article 1: 33 tokens"
    assert audit.ours.view.text() == udhr().units("hin")[0]
    # WHEN another article is asked for, and then another cell
    audit.next.click()
    qtbot.waitUntil(lambda: audit.ours.title.text().startswith("Hindi, article 2"))
    click_cell(qtbot, filled, "o200k_base", "tha")
    qtbot.waitUntil(lambda: audit.ours.title.text().startswith("Thai, article 2"))
    assert audit.title.text() == "Thai, o200k_base"
    # THEN it can be copied, and closed
    audit.copy.click()
    assert "Denominator: 1,519 tokens, English" in QGuiApplication.clipboard().text()
    audit.close_button.click()
    assert not audit.isVisible()
    assert filled.details.isVisible()


@pytest.mark.parametrize("width", [432, 1389])
def test_nothing_in_an_audit_is_cut_off(qtbot: QtBot, filled: LanguagesPane, width: int) -> None:
    filled.resize(width, 900)
    settle(qtbot, filled)
    click_cell(qtbot, filled, "cl100k_base", "hin")
    audit = filled.audit
    qtbot.waitUntil(lambda: audit.ours.isVisible() and "Identity" in {n.text() for n, _ in audit.facts._rows})
    settle(qtbot, filled)
    labels = [audit.formula, *(value for _, value in audit.facts._rows if value.isVisible())]
    cut = [label.text() for label in labels if label.height() < label.heightForWidth(label.width())]
    assert cut == []
    low = [unit for unit in (audit.ours, audit.theirs) if unit.height() < unit.minimumSizeHint().height()]
    assert low == []


def test_the_run_is_audited_where_its_timeline_rests(qtbot: QtBot, filled: LanguagesPane, history: History) -> None:
    click_cell(qtbot, filled, RUN, "hin")
    qtbot.waitUntil(lambda: filled.audit.ours.isVisible())
    assert filled.audit.title.text() == "Hindi, Rights, step 30"
    filled._grid.set_run(history, 10, "Rights")
    assert filled.audit.title.text() == "This cell is not counted yet."
    qtbot.waitUntil(lambda: filled.audit.title.text() == "Hindi, Rights, step 10")


@pytest.mark.parametrize("name", list(MEASURES))
def test_every_measure_is_shown_and_explained(qtbot: QtBot, filled: LanguagesPane, name: str) -> None:
    choose_measure(qtbot, filled, name)
    qtbot.waitUntil(lambda: all(filled._grid.is_known(RUN, code) for code in filled._grid.languages))
    settle(qtbot, filled)
    metric = MEASURES[name]
    assert filled.measure.toolTip() == metric.explanation
    for code in ("eng", "hin"):
        cell = filled._grid.cell("cl100k_base", code)
        assert filled.map.cell_text("cl100k_base", code) == metric.printed(cell.value(name))
    assert filled.map.cell_text(RUN, "eng") not in ("...", "")


def test_a_dash_says_why(qtbot: QtBot, filled: LanguagesPane) -> None:
    choose_measure(qtbot, filled, "fertility")
    assert filled.map.cell_text("cl100k_base", "tha") == "–"
    assert "does not part words by blanks" in filled._grid.explain("cl100k_base", "tha")
    click_cell(qtbot, filled, "cl100k_base", "tha")
    assert "does not part words by blanks" in filled.audit.doubt.text()


def test_text_that_is_unknown_is_no_bargain(qtbot: QtBot, pane: LanguagesPane) -> None:
    recipe = Recipe(WordPieceTrainer(vocab_size=300), PreTokenizer(PATTERNS["bert"]))
    history = new_history(recipe)
    corpus = Corpus((Source("text", text=" ".join(udhr().units("eng")) * 2),))
    for event in train(corpus, recipe):
        history.append(event)
    pane._grid.set_tokenizers([Compared.of(history.tokenizer_at(len(history)).renamed("pieces"))])
    settle(qtbot, pane)
    assert pane.map.cell_text("pieces", "hin").endswith(" % unknown")
    assert "hin" not in {bar.code for bar in pane.bars.bars()}
    assert "more than 2 % unknown" in dict(pane.legend.entries())[-1]
    click_cell(qtbot, pane, "pieces", "hin")
    assert pane.audit.value.text() == "–"
    assert "so a count would look too cheap" in pane.audit.doubt.text()


def test_the_title_of_a_column_tells_how_unequal_it_is(filled: LanguagesPane) -> None:
    tip = filled.map.model().headerData(2, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert tip.startswith("cl100k_base\n100,261 entries in its vocabulary.\nGini 0.")
    assert "arXiv 2508.04796" in tip


def test_a_language_stays_on_top(qtbot: QtBot, filled: LanguagesPane) -> None:
    filled.map.sort_by("language")
    row = filled.map.order().index("vie")
    filled.map.row_menu(row).actions()[0].trigger()
    settle(qtbot, filled)
    assert filled.map.order()[:2] == ("vie", "amh")
    filled.map.sort_by("language", descending=True)
    assert filled.map.order()[:3] == ("vie", "tur", "tha")
    menu = filled.map.row_menu(0)
    assert menu.actions()[0].text() == "Let Vietnamese go"
    menu.actions()[0].trigger()
    settle(qtbot, filled)
    assert filled.map.order()[0] == "vie"
    assert filled._grid.pinned == ()


def own_folder(folder: Path, **texts: str) -> Path:
    for code, text in texts.items():
        (folder / f"{code}.txt").write_text(text, "utf-8")
    return folder


def text_action(pane: LanguagesPane, words: str) -> None:
    next(action for action in pane.bar.text.menu().actions() if words in action.text()).trigger()


def test_a_text_of_ones_own_is_compared(
    qtbot: QtBot, filled: LanguagesPane, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = own_folder(tmp_path, en="Hello world\n" * 6, th="สวัสดีชาวโลก\n" * 6)
    monkeypatch.setattr(file_dialogs, "ask_folder", lambda *_: folder)
    text_action(filled, "a file for each language")
    qtbot.waitUntil(lambda: filled._grid.parallel.name == str(folder))
    settle(qtbot, filled)
    assert set(filled.map.order()) == {"en", "th"}
    assert filled._grid.reference == "en"
    assert float(filled.map.cell_text("cl100k_base", "th")) > 2
    assert filled.status.text() == f"{folder.name}, 6 lines. 2 of 2 languages shown."
    # The run knows this text where it rests; the declaration is still there.
    qtbot.waitUntil(lambda: filled.map.cell_text(RUN, "th") not in ("...", ""))
    text_action(filled, "Human rights")
    settle(qtbot, filled)
    assert filled.map.cell_text("cl100k_base", "hin") == "5.47"


def test_texts_that_do_not_correspond_are_refused_and_can_be_measured_apart(
    qtbot: QtBot, filled: LanguagesPane, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = own_folder(tmp_path, en="a\nb\n", fr="a\n", de="a\nb\n")
    monkeypatch.setattr(file_dialogs, "ask_folder", lambda *_: folder)
    with qtbot.waitSignal(filled.failed) as signal:
        text_action(filled, "a file for each language")
    assert "fr has 1 line, the others 2; line 2 of the others" in str(signal.args[0])
    assert filled._grid.parallel is udhr()
    text_action(filled, "not parallel")
    qtbot.waitUntil(lambda: not filled._grid.parallel.is_parallel)
    settle(qtbot, filled)
    assert filled.measure.findData("premium") < 0
    assert filled._grid.measure == "bytes_per_token"
    assert "no premium is offered" in filled.status.text()
    assert filled.map.cell_text("cl100k_base", "fr") != "–"


def test_all_files_of_an_export_can_be_read(
    qtbot: QtBot, filled: LanguagesPane, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_dialogs, "ask_save_file", lambda _parent, _title, proposal, _kinds: tmp_path / proposal)
    for kind in ("json", "tex", "svg", "png"):
        with qtbot.waitSignal(filled._grid.exported, timeout=20_000):
            filled.bar.export_wanted.emit(kind)
    table = json.loads((tmp_path / "languages.json").read_text("utf-8"))
    assert len(table["rows"]) == 3 * 15
    assert table["settings"]["units"] == "30 articles, each encoded alone"
    assert "Hindi & 5.47 &" in (tmp_path / "languages.tex").read_text("utf-8")
    picture = (tmp_path / "languages.svg").read_text("utf-8")
    assert "<svg" in picture
    assert "special tokens: none added" in picture
    assert "reference: English" in QImage(str(tmp_path / "languages.png")).text("Description")


def test_the_table_is_that_of_the_command_line(
    qtbot: QtBot,
    filled: LanguagesPane,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        file_dialogs, "ask_save_file", lambda _parent, _title, _proposal, _kinds: tmp_path / "window.csv"
    )
    filled._grid.set_run(None)
    filled.map.sort_by("cl100k_base", descending=True)  # the order of the screen is not that of the file
    with qtbot.waitSignal(filled._grid.exported, timeout=20_000):
        filled.bar.export_wanted.emit("csv")
    codes = ",".join(filled._grid.languages)
    arguments = ["cl100k_base", "o200k_base", "--languages", codes, "--csv", str(tmp_path / "line.csv")]
    assert cli.run("compare", arguments) == 0
    assert (tmp_path / "window.csv").read_bytes() == (tmp_path / "line.csv").read_bytes()
    capsys.readouterr()


def test_the_table_of_ones_own_text_is_that_of_the_command_line(
    qtbot: QtBot, filled: LanguagesPane, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    own_folder(folder, en="Hello world\n" * 6, th="สวัสดีชาวโลก\n" * 6, fra="Bonjour à tous\n" * 6)
    filled._grid.set_run(None)
    filled._texts.open(folder)
    qtbot.waitUntil(lambda: filled._grid.parallel.name == str(folder))
    settle(qtbot, filled)
    with qtbot.waitSignal(filled._grid.exported, timeout=20_000):
        filled._grid.export_csv(tmp_path / "window.csv")
    arguments = ["cl100k_base", "o200k_base", "--parallel", str(folder), "--reference", "en"]
    assert cli.run("compare", [*arguments, "--csv", str(tmp_path / "line.csv")]) == 0
    assert (tmp_path / "window.csv").read_bytes() == (tmp_path / "line.csv").read_bytes()
    capsys.readouterr()

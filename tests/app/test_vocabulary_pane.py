"""The vocabulary pane, used as a person would: search, sort, filter, look at a token, compare, export."""

from __future__ import annotations

import csv
import io
import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path

import pytest
import tokenizers
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import DARK, Appearance
from app.main_window import MainWindow
from app.panes.vocabulary_pane import VocabularyPane
from app.session import Session
from app.state.tokenizers.tokenizer_library import RUN
from app.state.vocabulary import vocabulary_job, vocabulary_view
from app.state.vocabulary.vocabulary_view import VocabularyView
from app.widgets.basics import file_dialogs, table_copy
from app.widgets.vocabulary.tree_layout import tree_layout
from app.widgets.vocabulary.treemap_layout import squarified
from app.widgets.vocabulary.vocabulary_model import COUNT, ID, LENGTH, SCRIPT, STEP, TOKEN
from app.widgets.vocabulary.vocabulary_words import nothing_found, tree_token
from engine import LibraryTokenizer, Progress
from engine.vocabularies.token_forest import TokenTree
from engine.vocabularies.vocabulary_overview import Asked, Event, overview
from engine.vocabularies.vocabulary_search import Query


def settle(qtbot: QtBot, pane: VocabularyPane) -> None:
    """Wait until all is known and found."""
    qtbot.waitUntil(lambda: not pane.filters.typing and not pane._view.busy, timeout=60_000)


@pytest.fixture
def pane(qtbot: QtBot, trained: Session, appearance: Appearance, show: Callable[..., QWidget]) -> VocabularyPane:
    qtbot.waitUntil(lambda: all(row.tokenizer is not None for row in trained.tokenizers.entries), timeout=60_000)
    trained.playback.to_end()
    made = show(VocabularyPane(trained.vocabulary, appearance), 1300, 800)
    assert isinstance(made, VocabularyPane)
    trained.vocabulary.set_shown(True)
    trained.vocabulary._ask()
    qtbot.waitUntil(
        lambda: made._view.known is not None and "unreachable" in made._view.marked_counts(), timeout=60_000
    )
    settle(qtbot, made)
    return made


def run_id(session: Session, token: bytes) -> int:
    tokenizer = session.tokenizers.tokenizer(RUN)
    assert tokenizer is not None
    id = tokenizer.vocabulary.id_of(token)
    assert id is not None
    return id


def listed(pane: VocabularyPane) -> list[bytes]:
    columns = pane.table.table.columns
    assert columns is not None
    return [columns.vocabulary[id] for id in pane.table.table.ids.tolist()]


def cell(pane: VocabularyPane, row: int, column: int) -> str:
    return pane.table.table.text(pane.table.table.id_at(row), column)


# -- the table ---------------------------------------------------------------------------------------------------------


def test_it_shows_the_run_at_the_timelines_step(qtbot: QtBot, pane: VocabularyPane, trained: Session) -> None:
    assert pane.filters.found.text() == "1,000 of 1,000"
    trained.playback.seek(100)
    qtbot.waitUntil(lambda: pane.filters.found.text() == "356 of 356", timeout=60_000)
    settle(qtbot, pane)
    assert cell(pane, 355, STEP) == "100"


def test_a_pane_that_is_made_later_lists_what_is_found_already(
    qtbot: QtBot, pane: VocabularyPane, trained: Session, appearance: Appearance, show: Callable[..., QWidget]
) -> None:
    pane._view.ask(text="ou")
    settle(qtbot, pane)
    later = show(VocabularyPane(trained.vocabulary, appearance), 900, 700)
    assert isinstance(later, VocabularyPane)
    assert later.table.table.rowCount() == 31
    assert later.filters.found.text() == "31 of 1,000"


def test_search_and_sort_as_in_the_design(qtbot: QtBot, pane: VocabularyPane, trained: Session) -> None:
    qtbot.keyClicks(pane.filters.search, "ou")
    settle(qtbot, pane)
    assert pane.filters.found.text() == "31 of 1,000"
    header = pane.table.horizontalHeader()
    at = QPoint(header.sectionViewportPosition(COUNT) + header.sectionSize(COUNT) // 2, header.height() // 2)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)
    settle(qtbot, pane)
    assert listed(pane)[:3] == [b" you", b" out", b" about"]
    first = [cell(pane, 0, column) for column in (ID, LENGTH, COUNT, SCRIPT, STEP)]
    assert first == ["315", "4", "326", "Latin", "60"]
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)
    settle(qtbot, pane)
    assert listed(pane)[-1] == b" you"
    assert pane.table.table.headerData(COUNT, Qt.Orientation.Horizontal) == "In corpus ▲"


def test_nothing_found_says_what_to_do(qtbot: QtBot, pane: VocabularyPane) -> None:
    qtbot.keyClicks(pane.filters.search, "xq")
    settle(qtbot, pane)
    assert pane.listed.currentWidget() is pane.nothing
    assert pane.nothing.text() == 'No token contains "xq". Search looks at text; choose Bytes to search hex.'
    assert nothing_found("", "text") == "No token is in this list."


def test_a_search_that_cannot_be_understood_says_so(qtbot: QtBot, pane: VocabularyPane) -> None:
    pane._view.ask(mode="expression", text="(")
    settle(qtbot, pane)
    assert "not a regular expression" in pane.filters.sentence.text()
    assert pane.filters.sentence.isVisible()
    assert pane.nothing.text() == ""  # nothing was looked for, so that nothing is missing
    pane._view.ask(text="^ ou")
    settle(qtbot, pane)
    assert not pane.filters.sentence.isVisible()
    assert all(token.startswith(b" ou") for token in listed(pane))


def test_tokens_that_were_only_a_step_on_the_way(qtbot: QtBot, pane: VocabularyPane) -> None:
    counts = pane._view.marked_counts()
    assert counts["unreachable"] == 0
    button = next(b for b in pane.filters.pills.buttons() if b.text().startswith("Not in the corpus now"))
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    settle(qtbot, pane)
    tokens = [token for token in listed(pane) if len(token) > 1]
    assert sorted(tokens) == sorted([b"lice", b"ryph", b"bit", b" Dorm", b"illar", b"hite"])
    assert len(listed(pane)) == counts["unused"]


def test_a_narrow_pane_has_one_list_and_the_columns_that_fit(qtbot: QtBot, pane: VocabularyPane) -> None:
    pane.resize(760, 700)
    qtbot.waitUntil(lambda: pane.splitter.orientation() == Qt.Orientation.Horizontal)
    pane.resize(430, 700)
    qtbot.waitUntil(lambda: pane.splitter.orientation() == Qt.Orientation.Vertical)
    pane.resize(430, 700)
    qtbot.waitUntil(lambda: pane.filters.list.isVisible())
    assert not pane.filters.pill_row.isVisible()
    assert pane.filters.list.currentText() == "All 1,000"
    assert not pane.table.isColumnHidden(TOKEN)
    widths = [pane.table.columnWidth(column) for column in range(6) if not pane.table.isColumnHidden(column)]
    assert sum(widths) <= pane.table.viewport().width()
    pane.filters.list.setCurrentIndex(pane.filters.list.findData("rare"))
    pane.filters.list.activated.emit(pane.filters.list.currentIndex())
    settle(qtbot, pane)
    assert 0 < len(listed(pane)) < 100


# -- the token ---------------------------------------------------------------------------------------------------------


def test_the_tree_of_dormouse(qtbot: QtBot, pane: VocabularyPane, trained: Session) -> None:
    pane._view.select(run_id(trained, b" Dormouse"))
    assert pane.details.title.facts == "id 630, step 375, 9 bytes, 40 times"
    nodes = pane.details.tree.nodes
    assert len([node for node in nodes if not node.parts]) == 9
    assert sorted(node.tree.step for node in nodes if node.parts) == [8, 41, 50, 135, 161, 342, 373, 375]
    known = pane._view.known
    assert known is not None
    fact = tree_token(known, run_id(trained, b" Dorm"))
    assert (fact.warning, fact.count) == ("not in the corpus now", "")
    assert tree_token(known, run_id(trained, b"ouse")).count == "17×"


def test_a_click_in_the_tree_looks_at_that_part(qtbot: QtBot, pane: VocabularyPane, trained: Session) -> None:
    pane._view.select(run_id(trained, b" Dormouse"))
    tree = pane.details.tree
    node = next(node for node in tree.nodes if node.tree.id == run_id(trained, b"ouse"))
    qtbot.mouseClick(tree, Qt.MouseButton.LeftButton, pos=tree._box(node).center().toPoint())
    assert pane.details.title.facts.startswith("id 416, step 161")
    assert pane.table.selected_id() == run_id(trained, b"ouse")


def test_used_in_and_forms(qtbot: QtBot, pane: VocabularyPane, trained: Session) -> None:
    pane._view.select(run_id(trained, b"ou"))
    pane.details.tabs.button(1).click()
    at_once, deeper = pane.details.used.groups
    assert at_once.title == "Made of this token at once: 11"
    assert b" Dormouse" in [chip.token for chip in deeper.chips]
    pane.details.tabs.button(2).click()
    chips = {chip.token: chip.id for group in pane.details.forms.groups for chip in group.chips}
    assert chips[b"ou"] == run_id(trained, b"ou")
    assert chips[b" Ou"] == -1
    qtbot.mouseClick(
        pane.details.forms, Qt.MouseButton.LeftButton, pos=pane.details.forms.chip_rect(chips[b"OU"]).center().toPoint()
    )
    assert pane._view.selected == chips[b"OU"]


def test_a_byte_has_no_tree(pane: VocabularyPane) -> None:
    pane._view.select(0)
    assert pane.details.message.text() == "This token was there from the start: no merge made it."


# -- the whole vocabulary ----------------------------------------------------------------------------------------------


def test_a_published_vocabulary_by_script(qtbot: QtBot, pane: VocabularyPane, trained: Session) -> None:
    trained.tokenizers.select("o200k_base")
    qtbot.waitUntil(lambda: pane.filters.found.text() == "200,000 of 200,000", timeout=60_000)
    settle(qtbot, pane)
    pane.details.tabs.button(3).click()
    box = pane.details.scripts.boxes()["Devanagari"]
    qtbot.mouseClick(pane.details.scripts, Qt.MouseButton.LeftButton, pos=box.center().toPoint())
    settle(qtbot, pane)
    assert pane.filters.found.text() == "3,943 of 200,000"
    assert pane._view.marked_counts()["inside"] == 12
    # The corpus is counted through its own pattern, so its tokens are found too.
    pane._view.ask(script="", text=" Alice")
    settle(qtbot, pane)
    assert cell(pane, 0, COUNT) == str(int(pane._view.columns.counts[pane.table.table.ids[0]]))  # type: ignore
    assert int(cell(pane, 0, COUNT)) > 200


def test_the_overlap_with_another_vocabulary(qtbot: QtBot, pane: VocabularyPane) -> None:
    pane.details.tabs.button(4).click()
    assert "Choose a tokenizer" in pane.details.compared.groups[0].note
    choice = pane.details.other
    choice.setCurrentIndex(choice.findData("gpt2"))
    choice.activated.emit(choice.currentIndex())
    qtbot.waitUntil(lambda: pane._view.comparison.found is not None, timeout=60_000)
    titles = [group.title for group in pane.details.compared.groups]
    assert titles == ["The same tokens: 956", "With another id: 695", "Only here: 44", "Only there: 49,300"]
    assert pane.details.compared.groups[0].note == "95.6 % of the 1,000 here, 1.9 % of the 50,256 there."


@pytest.mark.parametrize("by_key", [False, True])
def test_a_token_that_only_the_other_vocabulary_has_is_opened_there(
    qtbot: QtBot, pane: VocabularyPane, trained: Session, *, by_key: bool
) -> None:
    trained.vocabulary.comparison.compare_with("gpt2")
    pane.details.tabs.button(4).click()
    qtbot.waitUntil(lambda: trained.vocabulary.comparison.found is not None, timeout=60_000)
    cloud = pane.details.compared
    wanted = cloud.groups[3].chips[5]
    if by_key:
        cloud.setFocus(Qt.FocusReason.TabFocusReason)
        at = cloud.places().index(cloud.chip_rect(wanted.id, elsewhere=True))
        while cloud.walked_to < at:
            qtbot.keyClick(cloud, Qt.Key.Key_Right)
        qtbot.keyClick(cloud, Qt.Key.Key_Return)
    else:
        place = cloud.chip_rect(wanted.id, elsewhere=True).center().toPoint()
        qtbot.mouseClick(cloud, Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: trained.vocabulary.comparison.other == RUN, timeout=60_000)
    qtbot.waitUntil(lambda: trained.vocabulary.comparison.found is not None, timeout=60_000)
    settle(qtbot, pane)
    assert trained.tokenizers.selected == "gpt2"
    assert pane.table.selected_id() == trained.vocabulary.selected == wanted.id
    assert f"id {wanted.id:,}" in pane.details.title.facts
    assert not pane.details.title.isHidden()
    assert [group.title for group in cloud.groups][2:] == ["Only here: 49,300", "Only there: 44"]


def test_the_next_key_ends_a_search_that_is_under_way(
    qtbot: QtBot, pane: VocabularyPane, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = threading.Event()

    def endless(_columns: object, _query: Query) -> Iterator[None]:
        try:
            while True:
                yield None
        finally:
            ended.set()

    with monkeypatch.context() as patched:
        patched.setattr(vocabulary_view, "search", endless)
        pane._view.ask(text="(a+)+$", mode="expression")
    pane._view.ask(text="ou", mode="text")
    settle(qtbot, pane)
    assert ended.wait(60)
    assert pane.filters.found.text() == "31 of 1,000"


def test_selected_rows_are_copied_under_their_titles(qtbot: QtBot, pane: VocabularyPane) -> None:
    pane._view.ask(text="ou", sort="count", descending=True)
    settle(qtbot, pane)
    pane.table.setFocus()
    pane.table.selectRow(0)
    for _ in range(2):
        qtbot.keyClick(pane.table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(pane.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    rows = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    assert rows[0] == ["Id", "Token", "Bytes", "In corpus", "Script", "Step"]
    assert [row[0] for row in rows[1:]] == ["315", "408", "461"]
    assert rows[1][2:] == ["4", "326", "Latin", "60"]
    assert pane._view.selected == 461  # the row where the keys are is the token that is looked at


def test_of_a_long_selection_the_first_rows_are_copied_and_that_is_said(
    qtbot: QtBot, pane: VocabularyPane, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(table_copy, "MOST_ROWS", 20)
    monkeypatch.setattr(table_copy.QToolTip, "showText", lambda _place, words, _view: said.append(words))
    pane.table.setFocus()
    pane.table.selectAll()
    pane.table.actions()[0].trigger()
    assert len(QGuiApplication.clipboard().text().splitlines()) == 1 + 20
    assert said == ["The first 20 of 1,000 rows are copied; the export has them all."]


def test_export(qtbot: QtBot, pane: VocabularyPane, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pane._view.ask(text="ou", sort="count", descending=True)
    settle(qtbot, pane)
    monkeypatch.setattr(file_dialogs, "ask_save_file", lambda *_: tmp_path / "tokens.csv")
    with qtbot.waitSignal(pane._view.exported):
        pane.ask_csv()
    rows = list(csv.DictReader(io.StringIO((tmp_path / "tokens.csv").read_text("utf-8"))))
    assert len(rows) == 31
    assert (rows[0]["token"], rows[0]["count"], rows[0]["step"], rows[0]["script"]) == (" you", "326", "60", "Latin")


VIEW_ROWS = {"tree": 17, "used": 0, "forms": 6, "scripts": 1, "compare": 50_300}
"""Rows of each view's table for the token " Dormouse" of 1,000; 50,256 + 44 are in gpt2 or here."""


@pytest.mark.parametrize(("number", "view"), list(enumerate(VIEW_ROWS)))
def test_each_view_exports_its_table_and_picture(
    qtbot: QtBot,
    pane: VocabularyPane,
    trained: Session,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    number: int,
    view: str,
) -> None:
    pane._view.select(run_id(trained, b" Dormouse"))
    pane.details.tabs.button(number).click()
    pane._view.comparison.compare_with("gpt2")
    qtbot.waitUntil(lambda: pane._view.comparison.found is not None, timeout=60_000)
    monkeypatch.setattr(file_dialogs, "ask_save_file", lambda *_: tmp_path / "view.csv")
    with qtbot.waitSignal(pane._view.exported):
        pane.ask_view_csv()
    with (tmp_path / "view.csv").open(encoding="utf-8", newline="") as stream:
        assert len(list(csv.reader(stream))) == 1 + VIEW_ROWS[view]
    for kind in ("png", "svg"):
        monkeypatch.setattr(file_dialogs, "ask_save_as", lambda *_, kind=kind: (tmp_path / "view", kind))
        with qtbot.waitSignal(pane._view.exported):
            pane.ask_picture()
    assert QImage(str(tmp_path / "view.png")).width() > 100
    assert "<svg" in (tmp_path / "view.svg").read_text("utf-8")
    for name in ("view.png", "view.svg"):
        with qtbot.waitSignal(pane.failed):
            pane.export_picture(tmp_path / "nowhere" / name)


def test_keys_walk_through_a_tree_and_ask_for_a_part(qtbot: QtBot, pane: VocabularyPane, trained: Session) -> None:
    pane._view.select(run_id(trained, b" Dormouse"))
    tree = pane.details.tree
    tree.setFocus(Qt.FocusReason.TabFocusReason)
    assert tree.walked_to == 0
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right):
        qtbot.keyClick(tree, key)
    wanted = tree.words(tree.walked_to)
    assert tree.accessibleDescription() == wanted
    qtbot.keyClick(tree, Qt.Key.Key_Return)
    assert pane._view.selected != run_id(trained, b" Dormouse")


def test_keys_choose_a_script_and_a_form(qtbot: QtBot, pane: VocabularyPane, trained: Session) -> None:
    pane._view.select(run_id(trained, b"ou"))
    pane.details.tabs.button(2).click()
    forms = pane.details.forms
    forms.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(forms, Qt.Key.Key_End)
    qtbot.keyClick(forms, Qt.Key.Key_Return)
    assert pane._view.selected != run_id(trained, b"ou")
    pane.details.tabs.button(3).click()
    pane.details.scripts.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(pane.details.scripts, Qt.Key.Key_Return)
    settle(qtbot, pane)
    assert pane._view.query.script == "Latin"


def test_tokens_of_a_length(qtbot: QtBot, pane: VocabularyPane) -> None:
    choice = pane.filters.length
    choice.setCurrentIndex(choice.findText("5 to 8 bytes"))
    choice.activated.emit(choice.currentIndex())
    settle(qtbot, pane)
    assert {len(token) for token in listed(pane)} == {5, 6, 7, 8}


def test_a_chosen_set_is_explained(qtbot: QtBot, pane: VocabularyPane) -> None:
    for name, words in (("unreachable", "No text at all"), ("rare", "too little"), ("variants", "same word")):
        pane._view.ask(marked=name)
        settle(qtbot, pane)
        assert words in pane.filters.sentence.text()
    assert {token.decode().strip().casefold() for token in listed(pane)} >= {"the", "all"}
    pane._view.ask(marked="")
    settle(qtbot, pane)
    assert pane.filters.sentence.isHidden()


@pytest.fixture
def merges_of_a_library(tmp_path: Path) -> Path:
    """A tokenizer.json that is opened on its library: it cuts at digits in a way that is not built here."""
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE())
    rules = [tokenizers.pre_tokenizers.Digits(True), tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)]
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Sequence(rules)
    alphabet = tokenizers.pre_tokenizers.ByteLevel.alphabet()
    trainer = tokenizers.trainers.BpeTrainer(vocab_size=500, show_progress=False, initial_alphabet=alphabet)
    tokenizer.train_from_iterator(["the cat sat on the mat, 12 of them"] * 5, trainer)
    tokenizer.save(str(tmp_path / "cats.json"))
    return tmp_path / "cats.json"


def test_a_tokenizer_of_a_library_is_counted_and_has_trees(
    qtbot: QtBot, pane: VocabularyPane, trained: Session, merges_of_a_library: Path
) -> None:
    trained.tokenizers.open(merges_of_a_library)
    qtbot.waitUntil(lambda: trained.tokenizers.selected == str(merges_of_a_library), timeout=60_000)
    tokenizer = trained.tokenizers.tokenizer(str(merges_of_a_library))
    assert isinstance(tokenizer, LibraryTokenizer)
    qtbot.waitUntil(
        lambda: (
            pane._view.known is not None
            and pane._view.known.tokenizer is tokenizer
            and "inside" in pane._view.known.columns.marked
        ),
        timeout=60_000,
    )
    settle(qtbot, pane)
    columns = pane._view.columns
    assert columns is not None
    assert columns.counts is not None
    the = columns.survey.said.id_of(b" the")
    assert the is not None
    assert columns.counts[the] > 1_000
    assert pane._view.marked_counts()["unreachable"] == 0
    pane._view.select(the)
    pane.details.tabs.button(0).click()
    assert len([node for node in pane.details.tree.nodes if not node.parts]) == 4


def test_a_survey_can_be_ended_and_gone_on_with(
    qtbot: QtBot, pane: VocabularyPane, trained: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    # GIVEN a survey that has got far enough to be shown, and stands still there
    go = threading.Event()

    def slow(asked: Asked) -> Iterator[Event]:
        yield Progress("Counting", 1, 4)
        go.wait(60)
        yield from overview(asked)

    monkeypatch.setattr(vocabulary_job, "overview", slow)
    trained.tokenizers.select("gpt2")
    qtbot.waitUntil(pane.progress.isVisible, timeout=60_000)
    assert pane.progress.percent.text() == "25 %"
    # WHEN the user cancels it
    qtbot.mouseClick(pane.progress.button, Qt.MouseButton.LeftButton)
    # THEN there is a way to go on, and that finds out the rest
    assert pane.progress.isHidden()
    assert pane.filters.go_on.isVisible()
    go.set()
    qtbot.mouseClick(pane.filters.go_on, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: pane.filters.found.text() == "50,257 of 50,257", timeout=60_000)
    settle(qtbot, pane)
    assert not pane.filters.go_on.isVisible()


def test_a_session_keeps_the_search(qtbot: QtBot, pane: VocabularyPane) -> None:
    pane._view.ask(text="ou", sort="length", least=3, most=4, script="Latin")
    pane._view.comparison.compare_with("gpt2")
    kept = json.loads(json.dumps(pane._view.kept()))
    pane._view.ask(**asdict(Query()))
    settle(qtbot, pane)
    pane._view.restore({**kept, "query": {**kept["query"], "later": 1, "kind": 7}})
    settle(qtbot, pane)
    assert pane._view.query == Query("ou", sort="length", least=3, most=4, script="Latin")
    assert pane._view.comparison.other == "gpt2"
    assert pane.filters.search.text() == "ou"
    assert pane.filters.length.currentText() == "3 to 4 bytes"


def test_every_theme_and_size_draws(qtbot: QtBot, pane: VocabularyPane, appearance: Appearance) -> None:
    appearance.set_theme(DARK)
    appearance.set_base(28)
    for number in range(5):
        pane.details.tabs.button(number).click()
        QApplication.processEvents()
        assert not pane.grab().isNull()
    assert pane.table.rowHeight(0) == 48


def test_nothing_is_worked_out_for_a_hidden_pane(qtbot: QtBot, trained: Session) -> None:
    view = VocabularyView(trained.preparation, trained.tokenizers, trained.run, trained.corpus)
    view.set_shown(False)
    trained.tokenizers.select("gpt2")
    assert not view.busy
    with qtbot.waitSignal(view.surveyed, timeout=60_000):
        view.set_shown(True)
    qtbot.waitUntil(lambda: not view.busy, timeout=60_000)
    view.close()


def test_in_the_window_it_begins_when_its_tab_is_chosen(qtbot: QtBot, window: MainWindow, session: Session) -> None:
    assert not session.vocabulary._shown
    window.focus_pane("vocabulary")
    qtbot.waitUntil(lambda: session.vocabulary.known is not None and not session.vocabulary.busy, timeout=60_000)
    assert window.panes.vocabulary.filters.found.text() == "397 of 397"
    window.focus_pane("languages")
    qtbot.waitUntil(lambda: not session.vocabulary._shown)
    session.playback.seek(200)
    qtbot.waitUntil(lambda: session.vocabulary._stale)
    window.focus_pane("vocabulary")
    qtbot.waitUntil(lambda: window.panes.vocabulary.filters.found.text() == "456 of 456", timeout=60_000)


def test_find_searches_in_the_pane_that_has_the_keyboard(qtbot: QtBot, window: MainWindow) -> None:
    window.focus_pane("vocabulary")
    window.panes.vocabulary.table.setFocus()
    window.actions_by_name["find"].trigger()
    assert QApplication.focusWidget() is window.panes.vocabulary.filters.search
    window.focus_pane("tradeoffs")
    qtbot.mouseClick(window.panes.tradeoffs.tabs.button(3), Qt.MouseButton.LeftButton)
    window.actions_by_name["find"].trigger()
    assert QApplication.focusWidget() is window.panes.tradeoffs.word


def test_escape_ends_the_survey(
    qtbot: QtBot, window: MainWindow, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(asked: Asked) -> Iterator[Event]:
        while True:
            yield Progress("Counting", 1, 4)

    window.focus_pane("vocabulary")
    qtbot.waitUntil(lambda: session.vocabulary.known is not None and not session.vocabulary.busy, timeout=60_000)
    monkeypatch.setattr(vocabulary_job, "overview", slow)
    session.tokenizers.select("gpt2")
    qtbot.waitUntil(lambda: session.vocabulary.surveying, timeout=60_000)
    window.actions_by_name["cancel"].trigger()
    assert session.vocabulary.stopped
    assert not session.vocabulary.surveying


# -- layouts, without a window -----------------------------------------------------------------------------------------


def test_a_tree_never_lets_chips_or_words_overlap() -> None:
    leaves = tuple(TokenTree(number, 0) for number in range(4))
    tree = TokenTree(9, 3, (TokenTree(7, 1, leaves[:2]), TokenTree(8, 2, leaves[2:])))
    nodes, width = tree_layout(tree, lambda id: 60.0 if id > 6 else 10.0, lambda part: 30.0, 4.0)
    for level in range(3):
        row = sorted((node.x, node.width, node.tree.id) for node in nodes if node.level == level)
        for (x, w, id), (next_x, next_w, _) in pairwise(row):
            assert x + w / 2 + (30 if id > 6 else 0) <= next_x - next_w / 2
    assert width >= max(node.x + node.width / 2 for node in nodes)


def test_a_treemap_fills_its_box() -> None:
    values = [500, 200, 90, 40, 5, 1]
    boxes = squarified(values, (0.0, 0.0, 300.0, 200.0))
    assert sum(width * height for _, _, width, height in boxes) == pytest.approx(60_000)
    for value, (x, y, width, height) in zip(values, boxes, strict=True):
        assert width * height == pytest.approx(60_000 * value / sum(values))
        assert x >= -1e-9
        assert y >= -1e-9
        assert x + width <= 300 + 1e-6
        assert y + height <= 200 + 1e-6
    assert squarified([], (0.0, 0.0, 1.0, 1.0)) == []

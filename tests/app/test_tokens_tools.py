"""Finding, colouring, cutting and stepping in the tokens pane, by mouse and by key."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from app.look.theme import DARK, Appearance
from app.look.token_palettes import class_palette
from app.panes.tokens_pane import TokensPane
from app.widgets.tokens.explain_lattice import Arc, ExplainLattice
from app.widgets.tokens.parts_row import summary_of
from app.widgets.tokens.sample_row import article
from engine import PipelineTokenizer, load_preset
from engine.parallel import udhr
from engine.reading.classes import NONE
from tests.app.token_panes import AROUND


@pytest.fixture(scope="module")
def gpt2() -> PipelineTokenizer:
    return load_preset("gpt2")


@pytest.fixture
def preset() -> str:
    return "gpt2"


@pytest.fixture
def window(qtbot: QtBot, playground) -> QMainWindow:
    """As in the program: Escape and Ctrl+F are keys of the window, which the pane takes while it needs them."""
    made = QMainWindow()
    made.setCentralWidget(TokensPane(playground, Appearance()))
    made.taken = []
    for keys in ("Esc", "Ctrl+F", "F3"):
        action = QAction(made)
        action.setShortcut(keys)
        action.triggered.connect(lambda _=False, keys=keys: made.taken.append(keys))
        made.addAction(action)
    qtbot.addWidget(made)
    made.resize(1200, 760)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


@pytest.fixture
def pane(window) -> TokensPane:
    return window.centralWidget()


@pytest.fixture
def write(qtbot: QtBot, playground, pane) -> Callable[[str], None]:
    def written(text: str) -> None:
        playground.set_text(text)
        qtbot.waitUntil(lambda: playground.encoding is not None and playground.encoding.text == text)
        pane.view.setFocus()

    return written


# ---- search ----


def test_what_is_looked_for_is_marked_counted_and_gone_through_by_key(qtbot, window, pane, write):
    write("the other the")
    qtbot.keyClick(pane.view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert pane.search.field.hasFocus()
    assert window.taken == [], "the window does not find a language"
    qtbot.keyClicks(pane.search.field, "the")
    assert pane.view._hits.spans.tolist() == [[0, 3], [5, 8], [10, 13]]
    assert pane.search.count.text() == "3 places; whole tokens: 1"
    # WHEN Enter goes on                           THEN from the caret to the next, around the end
    for expected in ("1 of 3", "2 of 3", "3 of 3", "1 of 3"):
        qtbot.keyClick(pane.search.field, Qt.Key.Key_Return)
        assert pane.search.count.text().startswith(expected)
    qtbot.keyClick(pane.search.field, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    assert pane.search.count.text().startswith("3 of 3")
    # WHEN Escape closes it                        THEN the place stays chosen, and the window hears nothing
    qtbot.keyClick(pane.search.field, Qt.Key.Key_Escape)
    assert not pane.search.isVisible()
    assert pane.view.hasFocus()
    assert pane.view.selected_text() == "the"
    assert pane.view.selection() == (10, 13)
    assert len(pane.view._hits.spans) == 0
    assert window.taken == []
    # AND the next Escape is the window's again
    qtbot.keyClick(pane.view, Qt.Key.Key_Escape)
    assert window.taken == ["Esc"]


def test_a_token_and_bytes_are_found_too(qtbot, pane, write):
    write("the other the भ")
    pane.rows.open_search()
    pane.search.field.setText("#262")
    assert pane.view._hits.spans.tolist() == [[9, 13]]
    assert pane.search.count.text() == "1 place"
    pane.search.field.setText("0xE0A4")
    assert pane.view._hits.spans.tolist() == [[14, 16]]
    pane.search.field.setText("0xE0A")
    assert "not bytes in hex" in pane.search.count.text()
    assert len(pane.view._hits.spans) == 0
    pane.search.field.setText("zzz")
    assert pane.search.count.text() == "not in this text"
    assert not pane.search.on.isEnabled()


def test_the_search_goes_on_while_one_types(qtbot, pane, write, playground):
    write("a b")
    pane.rows.open_search()
    pane.search.field.setText("a")
    pane.view.setFocus()
    qtbot.keyClick(pane.view, Qt.Key.Key_End)
    qtbot.keyClicks(pane.view, " a")
    qtbot.waitUntil(lambda: pane.view._hits.spans.tolist() == [[0, 1], [4, 5]])
    # F3 in the text goes to the next place from the caret on.
    qtbot.keyClick(pane.view, Qt.Key.Key_F3)
    assert pane.search.count.text().startswith("1 of 2")


def test_a_long_text_is_searched_in_the_background(qtbot, pane, write, playground):
    write("word " * 40_000)
    pane.rows.open_search()
    pane.search.field.setText("word")
    assert pane.search.count.text() == "searching"
    qtbot.waitUntil(lambda: len(playground.search.hits) == 40_000)
    qtbot.waitUntil(lambda: pane.search.count.text().startswith("40,000 places"))
    # Going back from the start: the last place, which is brought into view.
    pane.rows.step_search(-1)
    assert pane.search.count.text().startswith("40,000 of 40,000")
    assert pane.view.verticalScrollBar().value() > 0


def test_marks_stand_on_labels_as_well(qtbot, pane, write):
    write("the other the")
    pane.rows.open_search()
    pane.search.field.setText("the")
    pane.set_view("ids")
    view = pane.view
    shown = view._hits.shown(view._document, view.shown)
    assert [view.shown.data[begin:end].decode().strip(AROUND) for begin, end in shown.tolist()] == [
        "1,169",
        "584",
        "262",
    ]
    view.grab()  # paints them


# ---- colours ----


def test_colours_by_length_with_a_legend(qtbot, pane, write, playground):
    write("a beginning")
    pane.menu.colours["length"].trigger()
    qtbot.waitUntil(lambda: playground.classes is not None)
    assert pane.view.shown.colours.tolist() == [0, 5]
    assert pane.text.legend.isVisible()
    assert pane.text.legend.names[0] == "1 byte"
    assert pane.view._palette == class_palette(pane._appearance.theme, 6, ordered=True)
    # Another theme has other colours, of the same classes.
    pane._appearance.set_theme(DARK)
    assert pane.view._palette == class_palette(DARK, 6, ordered=True)
    pane.menu.colours["id"].trigger()
    qtbot.waitUntil(lambda: playground.classes is None)
    assert not pane.text.legend.isVisible()
    assert pane.view._palette is None


def test_colours_by_language_say_what_is_known(qtbot, pane, write, playground):
    playground.colours.set_parallel(udhr())
    write(article() + "\nmine")
    pane.menu.colours["language"].trigger()
    qtbot.waitUntil(lambda: playground.classes is not None)
    assert {"English", "French", "Hindi", "Thai"} <= set(pane.text.legend.names)
    assert playground.classes.of_token[-1] == NONE
    assert "stand in" in pane.text.legend.note
    assert "not known" in pane.text.legend.names


def test_every_tokenizer_beside_is_coloured_alike(qtbot, pane, write, playground):
    write("a beginning")
    with qtbot.waitSignal(playground.other_encoded):
        playground.compare(("cl100k_base",))
    pane.menu.colours["script"].trigger()
    qtbot.waitUntil(lambda: playground.others[0].classes is not None)
    qtbot.waitUntil(lambda: pane.others[0].view._palette is not None)
    assert pane.others[0].view._palette == pane.view._palette


# ---- parts ----


def test_the_caret_cuts_the_text_and_both_lists_are_shown(qtbot, pane, write, playground):
    write("say beginning now")
    pane.menu.show_parts.trigger()
    assert pane.parts.isVisible()
    assert pane.view.hasFocus(), "the caret is what cuts"
    assert "caret" in pane.parts.summary.text()
    for _ in range(8):
        qtbot.keyClick(pane.view, Qt.Key.Key_Right)
    assert pane.parts.summary.text() == "Whole: 3 tokens. Parts: 3 + 3 = 6, 3 more."
    picture, sentence = pane.parts.cuts[0].picture, pane.parts.cuts[0].sentence
    assert "lies across the cut" in sentence.text()
    assert "3726" in picture.accessibleDescription()
    assert not pane.parts.cuts[1].isVisible()
    picture.grab()
    # WHEN a piece is chosen                       THEN there are two cuts
    pane.view.select_bytes(4, 8)
    assert len(playground.parts.value.cuts) == 2
    assert pane.parts.cuts[1].isVisible()
    # AND Escape closes it from the text
    qtbot.keyClick(pane.view, Qt.Key.Key_Escape)
    assert not pane.parts.isVisible()
    assert not pane.menu.show_parts.isChecked()
    assert not playground.parts.on


def test_the_sums_are_told_as_they_are(gpt2, pane, write, playground):
    write("say beginning now")
    pane.rows.show_parts(True)
    pane.view.select_bytes(3, 3)
    assert summary_of(playground.parts.value).endswith("as many, and the same ids.")


# ---- the lens ----


def test_what_is_clicked_in_the_lens_is_chosen_in_the_text_and_the_other_way(qtbot, pane, write, playground):
    write("say beginning now")
    pane.menu.views["pipeline"].trigger()
    assert pane.pipeline.isVisible()
    assert pane.view.isVisible(), "the text stays above"
    body = pane.pipeline.body
    chip = body.token_rect(1)
    qtbot.mouseClick(body, Qt.MouseButton.LeftButton, pos=chip.center().toPoint())
    assert playground.pinned == 1
    assert pane.view._marks.selected == 1
    typed = QPoint(round(chip.left() + 4), round(chip.top() - 1.5 * body._row))
    qtbot.mouseClick(body, Qt.MouseButton.LeftButton, pos=typed)
    assert pane.view.selected_text() == " beginning"
    # The other way
    pane.view.token_clicked.emit(2)
    assert body.selected == 2
    # AND by key
    body.setFocus()
    qtbot.keyClick(body, Qt.Key.Key_Left)
    assert playground.pinned == 1
    qtbot.keyClick(body, Qt.Key.Key_Down)
    assert playground.pinned == 1, "there is no line below"


def test_a_token_far_on_is_brought_into_the_lens(qtbot, pane, write, playground):
    write("word " * 2_000)
    pane.set_view("pipeline")
    assert "Tokens 1 to 600" in pane.pipeline.body._more
    playground.pin(1_500)
    assert not pane.pipeline.body.token_rect(1_500).isEmpty()
    assert pane.pipeline.body.columns[0].first == 1_400
    assert pane.pipeline.body.token_rect(0).isEmpty()


def test_in_a_low_pane_the_lens_stands_alone(window, pane, write):
    write("say now")
    window.resize(1200, 300)
    pane.set_view("pipeline")
    assert not pane.view.isVisible()
    pane.set_view("text")
    assert pane.view.isVisible()


# ---- by key ----


def test_tokens_are_reached_by_key_each_of_a_shared_character_too(qtbot, pane, write, playground):
    write("a भb")
    assert len(playground.encoding) == 4, "the character has two tokens"
    for expected in (0, 1, 2, 3, 3):
        qtbot.keyClick(pane.view, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
        assert playground.pinned == expected
    qtbot.keyClick(pane.view, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert playground.pinned == 2
    assert "id" in pane.strip.accessibleDescription()
    # From the caret where none is looked at
    playground.pin(-1)
    pane.view.select_bytes(5, 5)
    qtbot.keyClick(pane.view, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert playground.pinned == 3


def test_arrows_go_from_label_to_label(qtbot, pane, write, playground):
    write("one two three\nfour five six")
    pane.set_view("ids")
    pane.view.setFocus()
    qtbot.keyClick(pane.view, Qt.Key.Key_Right)
    assert playground.pinned == 0
    qtbot.keyClick(pane.view, Qt.Key.Key_Right)
    qtbot.keyClick(pane.view, Qt.Key.Key_Down)
    first = playground.pinned
    assert playground.encoding.byte_spans[first, 0] >= 13
    qtbot.keyClick(pane.view, Qt.Key.Key_Up)
    assert playground.encoding.byte_spans[playground.pinned, 0] < 13
    qtbot.keyClick(pane.view, Qt.Key.Key_End)
    assert playground.pinned == len(playground.encoding) - 1
    qtbot.keyClick(pane.view, Qt.Key.Key_Home)
    assert playground.pinned == 0


def test_the_next_difference_is_one_key_away(qtbot, pane, write, playground):
    write("Hello 的 don't")
    with qtbot.waitSignal(playground.other_encoded):
        playground.compare(("o200k_base",))
    qtbot.keyClick(pane.view, Qt.Key.Key_F4)
    assert pane.others[0].cause.text().startswith("1 of 2")
    qtbot.keyClick(pane.view, Qt.Key.Key_F4)
    assert pane.others[0].cause.text().startswith("2 of 2")
    qtbot.keyClick(pane.view, Qt.Key.Key_F4, Qt.KeyboardModifier.ShiftModifier)
    assert pane.others[0].cause.text().startswith("1 of 2")


def test_tokens_of_another_tokenizer_are_reached_by_key_too(qtbot, pane, write, playground):
    write("Hello 的 don't")
    with qtbot.waitSignal(playground.other_encoded):
        playground.compare(("o200k_base",))
    other = pane.others[0]
    other.view.setFocus()
    for expected in (0, 1, 2):
        qtbot.keyClick(other.view, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
        assert other.view._marks.selected == expected
    # The strip says what is so of that tokenizer's token.
    encoding = other.reader.encoding
    assert dict(pane.strip.facts.rows)["id"] == f"{encoding.ids[2]:,}"


def test_figures_are_explained_by_key(qtbot, pane, write, monkeypatch):
    told: list[str] = []
    tips = SimpleNamespace(showText=lambda _place, words, _widget: told.append(words))
    monkeypatch.setattr("app.widgets.tokens.statistics_row.QToolTip", tips)
    write("👩‍🔬 é")
    row = pane.statistics
    row.setFocus(Qt.FocusReason.TabFocusReason)
    row.grab()
    qtbot.keyClick(row, Qt.Key.Key_Right)
    assert told == [row.figures()[1].tip]
    assert "code points" in row.accessibleDescription()
    for _ in range(9):
        qtbot.keyClick(row, Qt.Key.Key_Right)
    row.grab()
    assert told[-1] == row.figures()[-1].tip


def test_ids_close_by_escape_and_strict_takes_no_replacement(qtbot, window, pane, write):
    write("")
    pane.open_ids()
    field = pane.ids.field
    field.setText("50 165")  # "S" and half a character
    qtbot.waitUntil(lambda: "Shown with replacement" in pane.ids.complaint.text())
    assert pane.ids.use.isEnabled()
    assert "The bytes: 53 E9" in pane.ids.complaint.text()
    qtbot.mouseClick(pane.ids.strict, Qt.MouseButton.LeftButton)
    assert not pane.ids.use.isEnabled()
    assert not pane.ids.answer.isVisible()
    assert "Shown with replacement" not in pane.ids.complaint.text()
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert not pane.ids.isVisible()
    assert window.taken == []


def test_all_that_can_be_done_is_listed_once(pane):
    titles = [title for title, _, _ in pane.menu.commands()]
    assert len(titles) == len(set(titles))
    wanted = {
        "Search in the text",
        "Next token",
        "Next difference",
        "Explain the token",
        "Encode the parts",
        "Ids to text",
    }
    assert wanted | {"View: Pipeline", "Colour by: Script", "Samples: Numbers"} <= set(titles)
    keys = {title: keys for title, keys, _ in pane.menu.commands()}
    assert keys["Next token"] == "Alt+Right"
    assert keys["Search in the text"] == "Ctrl+F"


def test_everything_in_the_bar_and_the_rows_has_a_name(pane):
    for widget in (*pane.bar.buttons.buttons(), pane.choice, pane.compare, pane.samples, pane.explains, pane.copy):
        assert widget.accessibleName() or widget.text(), widget
    for widget in (pane.search.field, pane.search.on, pane.search.back, pane.ids.field, pane.ids.strict, pane.parts):
        assert widget.accessibleName(), widget
    assert pane.text.legend.accessibleName()
    assert pane.pipeline.body.accessibleName()


# ---- room ----


@pytest.mark.parametrize("base", [14, 18, 22])
@pytest.mark.parametrize("width", [420, 560, 760, 1200])
def test_the_name_of_the_tokenizer_is_whole(qtbot, window, pane, base, width):
    pane._appearance.set_base(base)
    pane.set_choices([("run", "Alice 1k, step 141"), ("gpt2", "GPT-2")], "run")
    window.resize(width, 600)
    words = pane.choice.fontMetrics().horizontalAdvance(pane.choice.currentText())
    least = pane.bar._room_for([pane.bar.more, pane.bar.list]) + pane.bar._title_width()
    if width >= least:  # else even the menu and the views leave it no room, and it ends in dots
        qtbot.waitUntil(lambda: pane.choice.width() >= words + pane._appearance.metrics.units(8))
    # What has no room is in the menu.
    titles = [action.text() for action in pane.menu.actions()]
    assert {"Samples", "Compare with", "Copy the ids", "Explain the token"} <= set(titles)


def test_an_empty_text_offers_samples(qtbot, pane, write, playground):
    write("x")
    assert not pane.text.samples.isVisible()
    write("")
    assert pane.text.samples.isVisible()
    with qtbot.waitSignal(playground.encoded):
        pane.text.samples.text_wanted.emit("Numbers 1 2 3")
    assert playground.text == "Numbers 1 2 3"
    assert not pane.text.samples.isVisible()


def test_the_lattice_shows_its_likeliest_way_the_thickest():
    lattice = ExplainLattice(Appearance())
    lattice.show_arcs(("a", "b"), (Arc(0, 2, "ab", -1.0, 0.9, chosen=True), Arc(0, 1, "a", -3.0, 0.1)))
    thick, thin = (lattice.line_width(arc) for arc in lattice._arcs)
    assert thick > 2 * thin


def test_a_long_text_is_compared_in_the_background(qtbot, pane, write, playground):
    write("Hello 的 don't. " * 2_000)
    with qtbot.waitSignal(playground.other_compared):
        playground.compare(("o200k_base",))
    other = pane.others[0]
    assert "differs at" in other.head.places.text()
    assert pane.view._marks.differs.count(1) == int(other.differences.mine.sum()) > 0
    # While one types they are not known, then known again.
    qtbot.keyClicks(pane.view, "x")
    assert other.head.places.text() == ""
    qtbot.waitUntil(lambda: "differs at" in other.head.places.text())


def test_brackets_show_the_pre_tokens_of_every_tokenizer(qtbot, pane, write, playground):
    write("Hello strawberry, don't")
    with qtbot.waitSignal(playground.other_encoded):
        playground.compare(("o200k_base",))
    pane.menu.show_pieces.trigger()
    tokens = [bytes(token) for token in playground.encoding.tokens]
    assert tokens == [b"Hello", b" strawberry", b",", b" don", b"'t"]
    assert list(pane.view._marks.pieces) == [1, 1, 1, 1, 1]
    assert len(pane.others[0].view._marks.pieces) == len(playground.others[0].encoding)
    pane.view.grab()
    # WHEN a token is only a part of a pre-token   THEN no bracket begins with it
    write("xqzw")
    assert list(pane.view._marks.pieces) == [1] + [0] * (len(playground.encoding) - 1)
    pane.menu.show_pieces.trigger()
    assert pane.view._marks.pieces == b""

"""Any tokenizer on screen: dropped bytes, unknown words, marks without letters, several tokenizers, the way to a token."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.look.theme import DARK
from app.panes.tokens_pane import TokensPane
from app.state.text import explaining
from app.state.text.explaining import look_at
from app.state.text.playground import Playground
from app.state.text.text_stages import Stages
from app.widgets.text.token_document import GAP, SPECIAL, UNKNOWN, TokenDocument
from app.widgets.tokens.explain_tree import joints_of
from app.widgets.tokens.explain_words import about
from app.widgets.tokens.pipeline_view import columns_of
from app.widgets.tokens.text_figures import statistics_of
from app.widgets.tokens.token_facts import token_facts
from app.widgets.tokens.token_marks import label_of
from app.worker import wait_for_all
from engine import AnyTokenizer, PipelineTokenizer, PreTokenizer, load_preset, pattern_named, sequence_of
from engine.algorithms.alphabet import Alphabet
from engine.algorithms.char_level import CharLevel
from engine.algorithms.unigram_model import Unigram
from engine.algorithms.wordpiece import WordPiece
from engine.reading.stages import stages
from engine.vocabulary import Vocabulary
from tests.app.token_panes import Shelf, shown_pane

WORDS = ["[UNK]", "cafe", "straw", "##berry", "un", "##known", "x", "##x"]


@pytest.fixture(scope="module")
def gpt2() -> PipelineTokenizer:
    return load_preset("gpt2")


@pytest.fixture(scope="module")
def wordpiece() -> PipelineTokenizer:
    model = WordPiece.of(WORDS)
    pattern = PreTokenizer(pattern_named("bert"))
    return PipelineTokenizer("words", pattern, model, np.arange(len(WORDS)), normalizer=sequence_of(["bert"]))


@pytest.fixture(scope="module")
def unigram() -> PipelineTokenizer:
    pieces = [b"<unk>", *(piece.encode() for piece in ("▁", "l", "o", "w", "e", "r", "low", "er", "▁low"))]
    scores = np.array([0.0, -3, -4, -4, -4, -4, -4, -2.5, -2, -1.5])
    model = Unigram(Vocabulary.of(pieces, byte_level=False), scores, base=7, unknown=0)
    pattern = PreTokenizer(pattern_named("metaspace"))
    return PipelineTokenizer("pieces", pattern, model, np.arange(len(pieces)), normalizer=sequence_of(["metaspace"]))


@pytest.fixture
def library(gpt2, wordpiece, unigram) -> Shelf:
    return Shelf(gpt2=gpt2, words=wordpiece, pieces=unigram, o200k=load_preset("o200k_base"))


@pytest.fixture
def playground(qtbot: QtBot, library) -> Iterator[Playground]:
    made = Playground()
    made.follow(library)
    yield made
    made.close()


@pytest.fixture
def pane(qtbot: QtBot, playground, library) -> TokensPane:
    made = shown_pane(qtbot, playground, 1200, 700)
    made.set_choices([(key, key) for key in library.tokenizers], "gpt2")
    return made


@pytest.fixture
def see(qtbot: QtBot, playground, pane) -> Callable[[AnyTokenizer, str], None]:
    def seen(tokenizer: AnyTokenizer, text: str) -> None:
        playground.set_text(text)
        with qtbot.waitSignal(playground.encoded):
            playground.set_tokenizer(tokenizer, tokenizer.name)
        if playground.encoding is not None and playground.encoding.text != text:
            qtbot.waitUntil(lambda: playground.encoding.text == text)

    return seen


# ---- documents ----


def test_bytes_under_no_token_are_a_gap_and_marks_have_a_place():
    # GIVEN "a b" without its blank, and a mark without bytes at each end
    document = TokenDocument.plain(b"a b").with_tokens([9, 1, 2, 8], [0, 0, 2, 3], [0] * 4, [0, 1, 3, 3])
    block = document.block(0)
    assert block.tokens.tolist() == [1, GAP, 2]
    assert block.token_bytes.tolist() == [0, 1, 2]
    assert block.pins == ((0, 0), (3, 3))
    assert [document.token_at(byte) for byte in range(3)] == [1, GAP, 2]


def test_two_tokens_of_one_character_share_it():
    document = TokenDocument.plain("ﬁx".encode()).with_tokens([1, 2, 3], [0, 0, 3], [0, 1, 2], [3, 3, 4])
    assert document.block(0).token_inside.tolist() == [False, True, False]


def test_a_line_break_that_is_a_token_can_be_pointed_at(qtbot, pane, see, gpt2, playground):
    see(gpt2, "one\ntwo")
    assert pane.view.token_rect(1).width() > 0
    assert bytes(playground.encoding.tokens[1]) == b"\n"


def test_tokens_keep_to_their_letters_while_one_types():
    document = TokenDocument.plain(b"a b").with_tokens([1, 2], [0, 2], [0, 1], [1, 3])
    longer = document.edited(3, 3, b"c")
    assert [longer.token_bytes(token) for token in range(2)] == [b"a", b"bc"]
    assert longer.token_at(1) == GAP


# ---- any tokenizer ----


def test_unknown_words_and_dropped_blanks(qtbot, pane, see, wordpiece, playground):
    # WHEN a text is seen through a small WordPiece of lower-cased text
    see(wordpiece, "Café strawberry the")
    # THEN the unknown word is marked, blanks are under no token, and the figures say what is lost
    assert pane.view.shown.colours.tolist()[-1] == UNKNOWN
    first = pane.view.token_rect(0)
    assert pane.view.token_at(first.center().toPointF()) == 0
    assert pane.view.token_at(QPointF(first.right() + 4, first.center().y())) == GAP
    words = {figure.words: figure.number for figure in pane.statistics.figures()}
    assert words["characters unknown"] == "3"
    assert words["bytes left out"] == "2"
    assert not pane.statistics.verdict().good


def test_what_is_said_of_an_unknown_and_of_a_changed_token(wordpiece):
    encoding = wordpiece.encode("Café strawberry the")
    assert token_facts(encoding, wordpiece, 3).badge == "unknown"
    assert dict(token_facts(encoding, wordpiece, 0).rows)["typed"] == '"Café"'
    assert dict(token_facts(encoding, wordpiece, 2).rows)["stored as"] == "##berry"


def test_labels_are_what_the_files_hold(wordpiece, unigram, gpt2):
    assert label_of(wordpiece.encode("strawberry"), wordpiece, "glyphs", 1) == "##berry"
    assert "▁low" in label_of(unigram.encode("lower"), unigram, "glyphs", 0)
    assert "Ġthe" in label_of(gpt2.encode(" the"), gpt2, "glyphs", 0)
    llama = load_preset("llama2")
    assert label_of(llama.encode("a\u200db"), llama, "glyphs", 1) == "<U+200D>"
    assert label_of(llama.encode("a\u00a0b"), llama, "glyphs", 1) == "<U+00A0>"
    assert label_of(llama.encode("\U0001f469"), llama, "glyphs", 1) == "<F0>"
    assert label_of(gpt2.encode(" the"), gpt2, "bytes", 0).replace("\xa0", " ") == "20 74 68 65"


def test_the_signs_before_a_label_stay_before_it_in_any_script(qtbot, pane, see):
    bert = load_preset("bert-base-uncased")
    see(bert, "شكرا")
    pane.set_view("glyphs")
    view = pane.view
    boxes = [view.token_rect(token) for token in range(4)]
    assert [box.left() for box in boxes] == sorted(box.left() for box in boxes)
    paragraph = view.paragraph(0)
    sign, letter = paragraph.text.index("##"), paragraph.text.index("##") + 2
    ((begin, _, _),), ((place, _, _),) = (unit_pieces_of(paragraph, unit) for unit in (sign, letter))
    assert begin < place


def unit_pieces_of(paragraph, unit):
    runs = paragraph.lines[0].text_line.glyphRuns(unit, 1)
    return [(run.boundingRect().left(), run.boundingRect().right(), run.isRightToLeft()) for run in runs]


def test_what_cannot_be_written_is_said_in_place_and_the_text_stays(qtbot, pane, see, playground):
    model = CharLevel(Alphabet((b"a", b"b", b"c")))
    letters = PipelineTokenizer("letters", PreTokenizer(pattern_named("none")), model, np.arange(3))
    see(letters, "abz")
    assert playground.encoding is None
    assert '"z"' in pane.warning.text()
    assert pane.view.text() == "abz"
    # AND with the next edit it is gone
    qtbot.keyClick(pane.view, Qt.Key.Key_End)
    with qtbot.waitSignal(playground.encoded):
        qtbot.keyClick(pane.view, Qt.Key.Key_Backspace)
    assert not pane.warning.isVisible()
    assert len(playground.encoding) == 2


# ---- special tokens, budget, the open end ----


def test_special_tokens_are_text_until_they_are_allowed(qtbot, pane, see, gpt2, playground):
    see(gpt2, "a<|endoftext|>b")
    assert "text like any other" in pane.warning.text()
    assert SPECIAL not in pane.view.shown.colours.tolist()
    pane.menu.specials.aboutToShow.emit()
    action = next(one for one in pane.menu.specials.actions() if one.text() == "<|endoftext|>")
    action.trigger()
    assert playground.encoding.ids.tolist() == [64, 50256, 65]
    assert pane.view.shown.colours.tolist()[1] == SPECIAL
    assert "act in this text" in pane.warning.text()


def test_a_budget_is_passed_where_it_is_said(qtbot, pane, see, gpt2, playground):
    see(gpt2, "one two\nthree four")
    assert any(figure.words == "left of 8,192" for figure in pane.statistics.figures())
    pane.menu.tokens.setValue(3)
    figure = next(figure for figure in pane.statistics.figures() if "over" in figure.words)
    assert (figure.number, figure.words) == ("2", "over 3, from line 2 on")
    assert pane.view._marks.over_from == 3


def test_the_open_end_is_found_once_nobody_types(qtbot, pane, see, gpt2, playground):
    see(gpt2, "Say hel")
    with qtbot.waitSignal(playground.tail.changed):
        pass
    assert pane.view._marks.open_from == 1
    figure = next(figure for figure in pane.statistics.figures() if "could still change" in figure.words)
    assert "help" in figure.tip
    # AND it is unknown again with the next key
    playground.set_text("Say hell")
    assert pane.view._marks.open_from == -1


# ---- ids to text ----


def test_ids_become_text_and_bad_ones_are_named(qtbot, pane, see, gpt2, playground):
    see(gpt2, "")
    pane.open_ids()
    qtbot.keyClicks(pane.ids.field, "15496, 995")
    qtbot.waitUntil(lambda: pane.ids.answer.text() == "Hello world")
    pane.ids.use.click()
    qtbot.waitUntil(lambda: playground.text == "Hello world")
    pane.ids.field.setText("15496 99999999")
    qtbot.waitUntil(lambda: "99,999,999" in pane.ids.complaint.text())
    pane.ids.field.setText("15496 word")
    qtbot.waitUntil(lambda: '"word" (place 2)' in pane.ids.complaint.text())
    assert not pane.ids.use.isEnabled()


def test_a_table_of_the_tokens_is_copied(qtbot, pane, see, gpt2):
    see(gpt2, "a b")
    pane.copy_table()
    assert QGuiApplication.clipboard().text().splitlines()[1:] == ["64\t61\ta\t0\t1", "275\t20 62\tĠb\t1\t3"]


# ---- several tokenizers ----


def test_another_tokenizer_is_put_beside_and_differences_are_gone_through(qtbot, pane, see, gpt2, playground):
    see(gpt2, "Hello 的 don't")
    pane.compare.menu().aboutToShow.emit()
    action = next(one for one in pane.compare.menu().actions() if one.text() == "o200k")
    with qtbot.waitSignal(playground.other_encoded):
        action.trigger()
    other = pane.others[0]
    assert other.head.places.text() == "differs at 2 places"
    assert pane.view._marks.differs.count(1) == int(other.differences.mine.sum())
    other.head.on.click()
    assert other.cause.text() == '1 of 2: o200k has the token " 的"; gpt2 does not.'
    assert playground.pinned == other.differences[0].mine[0]
    other.head.on.click()
    assert "Before any merge gpt2 cuts" in other.cause.text()
    # AND typing changes both
    with qtbot.waitSignal(playground.other_encoded):
        playground.set_text("Hello")
    assert other.head.places.text() == "the same tokens"
    other.head.close_button.click()
    assert not pane.others
    assert pane.view._marks.differs == b""


def test_a_tokenizer_that_leaves_the_shelf_leaves_the_view(qtbot, pane, see, gpt2, playground, library):
    see(gpt2, "Hello")
    with qtbot.waitSignal(playground.other_encoded):
        playground.compare(("words", "pieces"))
    assert len(pane.others) == 2
    del library.tokenizers["words"]
    library.changed.emit()
    assert playground.compared == ("pieces",)
    assert len(pane.others) == 1


# ---- explain, pipeline ----


def test_merges_are_stepped_through(qtbot, pane, see, gpt2, playground):
    see(gpt2, "Say beginning")
    pane.explains.click()
    with qtbot.waitSignal(playground.explaining.changed):
        pane.view.token_clicked.emit(1)
    panel = pane.explain
    assert "beginning" in panel.heading.text()
    assert panel.rows.rows()[0].chips == (b"i", b"n")
    assert panel.step == len(panel.rows.rows()) > 5
    panel.first.click()
    panel.on.click()
    assert panel.step == 1
    assert panel.rows.current == 0
    panel.lot.click()
    assert panel.drawn.title == "Draw 1"
    assert b"".join(panel.drawn.tokens) == b" beginning"
    # What merging from the left would give is shown all the while.
    assert b"".join(panel.naive.tokens) == b" beginning"
    assert "wrong from token" in panel.shortcut.text()
    with qtbot.waitSignal(playground.explaining.changed):
        qtbot.keyClick(pane, Qt.Key.Key_Escape)
    assert not panel.rows.isVisible()


def test_the_way_to_a_token_is_looked_up_while_its_panel_is_open(
    qtbot, pane, see, gpt2, playground, monkeypatch
) -> None:
    see(gpt2, "Say beginning")
    looked: list[int] = []
    monkeypatch.setattr(explaining, "look_at", lambda *asked: looked.append(asked[-1]) or look_at(*asked))
    # GIVEN a closed panel                 WHEN a token is kept
    playground.pin(1)
    assert wait_for_all()
    # THEN nothing is looked up before the panel is opened, nor after it was closed
    assert looked == []
    with qtbot.waitSignal(playground.explaining.changed):
        pane.explains.click()
    assert looked == [1]
    pane.explains.click()
    assert playground.explaining.look is None
    playground.pin(0)
    assert wait_for_all()
    assert looked == [1]


def test_tries_and_lattice(qtbot, pane, see, wordpiece, unigram, playground):
    pane.explains.click()
    see(wordpiece, "Strawberry")
    with qtbot.waitSignal(playground.explaining.changed):
        playground.pin(1)
    rows = pane.explain.rows.rows()
    assert [row.chips[0] for row in rows if row.look == "lit"] == [b"straw", b"##berry"]
    assert rows[0].chips == (b"strawberry",)
    see(unigram, "lower")
    playground.pin(0)
    qtbot.waitUntil(lambda: pane.explain.lattice.isVisible())
    best = pane.explain.rows.rows()[0]
    assert [chip.decode() for chip in best.chips] == ["▁low", "er"]
    assert best.figure == "-3.50"


def test_an_unknown_word_says_that_nothing_is_left_to_try(qtbot, pane, see, wordpiece, playground):
    see(wordpiece, "the")
    pane.explains.click()
    with qtbot.waitSignal(playground.explaining.changed):
        playground.pin(0)
    last = pane.explain.rows.rows()[-1]
    assert last.chips == (b"[UNK]",)
    assert "the whole word" in last.figure


def test_the_unknown_token_of_unigram_has_no_probability_of_its_own(unigram):
    encoding = unigram.encode("x")
    unknown = encoding.ids.tolist().index(0)
    rows = dict(token_facts(encoding, unigram, unknown).rows)
    assert "log probability" not in rows
    assert rows["rank"] == "none, it stands for what is not known"


def test_a_library_is_explained_where_it_can_be():
    bert = load_preset("bert-base-uncased")
    look = look_at(bert.encode("Hello tokenization"), bert, "BERT", 2)
    assert look.pre_token == b"tokenization"
    assert [one.text for one in look.explanation.tries if one.found] == ["token", "##ization"]
    llama = load_preset("llama2")
    told = look_at(llama.encode("Hello"), llama, "Llama 2", 0)
    assert told.explanation is None
    assert "own library" in told.note
    assert about(look).startswith("BERT. The longest start")
    assert about(told).count("Llama 2") == 1


def test_a_short_text_with_special_tokens_is_not_called_too_long():
    bert = load_preset("bert-base-uncased")
    encoding = bert.encode("[SEP] Hello", allowed_special={"[SEP]"})
    assert "without special tokens" in look_at(encoding, bert, "BERT", 1).note
    long = bert.encode("Hello " * 4_000)
    assert "up to 20,000 characters" in look_at(long, bert, "BERT", 1).note


def test_joints_of_a_tree_stand_over_their_parts():
    joints = joints_of([b"a", b"b", b"c", b"d"], [(2, b"cd"), (0, b"ab"), (0, b"abcd")])
    assert [(joint.token, joint.parts, joint.level) for joint in joints[4:]] == [
        (b"cd", (2, 3), 1),
        (b"ab", (0, 1), 1),
        (b"abcd", (5, 4), 2),
    ]


def test_the_pipeline_shows_what_was_lost(qtbot, pane, see, wordpiece):
    see(wordpiece, "Café strawberry")
    pane.set_view("pipeline")
    columns = pane.pipeline.body.columns
    assert [(column.raw, column.seen) for column in columns] == [
        ("Café", "cafe"),
        (" ", ""),
        ("strawberry", "strawberry"),
    ]
    assert [id for _, id, _ in columns[2].tokens] == [2, 3]
    pane._appearance.set_theme(DARK)
    assert len(pane.pipeline.body.columns) == 3


def test_a_library_has_a_column_a_token():
    bert = load_preset("bert-base-uncased")
    encoding = bert.encode("tokenization")
    columns = columns_of(Stages(bert, encoding, 0, tuple(stages(bert, encoding))), 6)
    assert [column.tokens[0][0] for column in columns] == [b"token", b"##ization"]


def test_figures_of_nothing(gpt2):
    figures, verdict = statistics_of(gpt2.encode(""), None, 10)
    assert [figure.number for figure in figures] == ["0", "0", "0"]
    assert verdict is None

"""Type a text and see its tokens: the pane, the playground behind it, and what is said of one token."""

import itertools
import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from app.look.theme import HIGH_CONTRAST, LIGHT, token_colour_indexes
from app.look.token_colours import TokenColours
from app.panes.tokens_pane import SAMPLES, TokensPane
from app.state.text.text_check import AT_ONCE, check
from app.widgets.tokens import text_column
from app.widgets.tokens.statistics_row import Figure, Verdict
from app.widgets.tokens.text_figures import statistics_of
from app.widgets.tokens.token_facts import token_facts
from engine import PipelineTokenizer, load_preset
from tests.app.conftest import LONG
from tests.app.token_panes import shown_pane


@pytest.fixture(scope="module")
def gpt2() -> PipelineTokenizer:
    return load_preset("gpt2")


@pytest.fixture
def preset() -> str:
    return "gpt2"


@pytest.fixture
def pane(qtbot, playground) -> TokensPane:
    return shown_pane(qtbot, playground, 760, 400)


def words_of(pane: TokensPane) -> list[str]:
    return [figure.words for figure in pane.statistics.figures()]


def test_tokens_appear_as_one_types(qtbot, pane, playground):
    # GIVEN the empty pane                      WHEN somebody types
    qtbot.keyClicks(pane.view, "Hello world")
    # THEN the tokens are there with the last key, and the figures say so
    assert [bytes(token) for token in playground.encoding.tokens] == [b"Hello", b" world"]
    assert pane.statistics.figures()[0].number == "2"
    assert pane.statistics.verdict().good


def test_a_sample_replaces_the_text_and_can_be_undone(qtbot, pane, playground):
    qtbot.keyClicks(pane.view, "mine")
    next(action for action in pane.samples.menu().actions() if action.text() == "strawberry").trigger()
    qtbot.waitUntil(lambda: playground.encoding.text == SAMPLES["strawberry"])
    assert pane.view.text() == SAMPLES["strawberry"]
    # AND its tokens are in the view, not those of a text it does not have yet
    assert pane.view.token_rect(1).width() > 0
    pane.view.undo()
    assert playground.text == "mine"


def test_a_clicked_token_is_kept_until_escape(qtbot, pane, playground):
    playground.set_text("Hello world")
    qtbot.waitUntil(lambda: len(playground.encoding) == 2)
    pane.view.token_clicked.emit(1)
    assert playground.pinned == 1
    qtbot.keyClick(pane, Qt.Key.Key_Escape)
    assert playground.pinned == -1


def test_ids_are_copied(qtbot, pane, playground):
    playground.set_text("Hello world")
    qtbot.waitUntil(lambda: len(playground.encoding) == 2)
    pane.copy.click()
    assert QGuiApplication.clipboard().text() == "15496 995"


def test_another_tokenizer_is_asked_for_by_its_key(qtbot, pane):
    pane.set_choices([("gpt2", "GPT-2"), ("o200k_base", "o200k_base")], "gpt2")
    with qtbot.waitSignal(pane.tokenizer_wanted) as wanted:
        pane.choice.setCurrentIndex(1)
        pane.choice.activated.emit(1)
    assert wanted.args == ["o200k_base"]


def test_a_long_text_is_encoded_elsewhere_and_the_newest_wins(qtbot, playground):
    # GIVEN a text that takes longer than a frame   WHEN it is replaced before it is done
    playground.set_text("some words to tokenize, again and again. " * 100_000)
    with qtbot.waitSignal(playground.encoded):
        playground.set_text("Hello")
    # THEN only the newest text's tokens arrive
    assert playground.encoding.text == "Hello"


def test_colours_follow_the_rule_at_any_length(gpt2):
    rng = random.Random(0)
    edited, text = TokenColours(gpt2.vocabulary), ""
    for turn in range(400):
        parts = [rng.choice(["a", "aa ", "b", " the", "\n", "é", "的", "x\n\n"]) for _ in range(rng.randint(0, 60))]
        at = rng.randint(0, len(text))
        text = "".join(parts) if turn % 8 == 0 else text[:at] + "".join(parts[:2]) + text[at + rng.randint(0, 3) :]
        encoding = gpt2.encode(text)
        expected: list[int] = []
        for start, token in zip(encoding.byte_spans[:, 0].tolist(), encoding.tokens, strict=True):
            begins = start == 0 or encoding.data[start - 1 : start] == b"\n"
            expected += token_colour_indexes([token], -1 if begins else expected[-1])
        assert TokenColours(gpt2.vocabulary).of(encoding).tolist() == expected
        # And after any edit, from the colours of the text before.
        assert edited.of(encoding).tolist() == expected


def test_what_is_said_of_a_part_of_a_character(gpt2):
    encoding = gpt2.encode("भ")
    facts = token_facts(encoding, gpt2, 0)
    assert facts.badge == "part of a character"
    assert dict(facts.rows)["holds"] == "first 2 of the 3 bytes of भ, U+092D"
    assert dict(facts.rows)["alone"] == "not valid UTF-8"


def test_what_is_said_of_a_word(gpt2):
    facts = dict(token_facts(gpt2.encode("say say"), gpt2, 1).rows)
    assert facts["id"] == "910"
    assert facts["holds"] == "4 characters, 4 bytes"
    assert facts["span"] == "characters 3-7, bytes 3-7"
    assert facts["in this text"] == "once"


def test_figures_of_a_split_text(gpt2):
    encoding = gpt2.encode("भ é")
    figures, verdict = statistics_of(encoding, check(encoding, gpt2))
    assert [figure.number for figure in figures[:3]] == ["3", "3", "6"]
    assert figures[-1] == type(figures[-1])("1", "of 3 visible characters cut", figures[-1].tip)
    assert verdict.good


def test_nothing_is_cut_in_the_strip_at_any_width(qtbot, pane, playground):
    playground.set_text("भ é")
    qtbot.waitUntil(lambda: len(playground.encoding) == 3)
    playground.pin(0)
    for width in (480, 560, 640, 900, 1300):
        pane.resize(width, 400)
        pane.grab()  # lays out what is shown
        for label in pane.strip.findChildren(type(pane.strip._hint)):
            if label.isVisible():
                assert label.width() >= label.sizeHint().width(), (width, label.text())
                assert label.geometry().right() <= pane.strip.width(), (width, label.text())


def test_a_long_text_is_checked_once_nobody_types_any_more(qtbot, pane, playground):
    # GIVEN a text that takes too long to be checked at each key
    text = "strawberry भ " * (AT_ONCE // 10)
    with qtbot.waitSignal(playground.encoded):
        playground.set_text(text)
    # THEN its first figures are there at once, the others a moment later
    assert pane.statistics.verdict() is None
    assert pane.statistics.figures()[1].number == f"{len(text):,}"
    qtbot.waitUntil(lambda: pane.statistics.verdict() is not None)
    assert pane.statistics.verdict().good
    assert f"of {len(text):,} visible characters cut" in words_of(pane)
    # AND a newer text is not given the figures of the older
    playground.set_text(text + "x")
    playground.set_text("short")
    qtbot.waitUntil(lambda: playground.encoding.text == "short")
    assert "of 5 visible characters cut" in words_of(pane)


def test_a_figure_says_what_it_counts(qtbot, pane, playground):
    playground.set_text("👩‍🔬 é")
    qtbot.waitUntil(lambda: playground.encoding.text == "👩‍🔬 é")
    pane.statistics.grab()
    tips = {pane.statistics.tip_at(x) for x in range(pane.statistics.width())}
    assert any("code points" in tip and "joiner" in tip for tip in tips)
    assert any("visible character" in tip for tip in tips)


def test_in_a_low_pane_the_token_takes_the_place_of_the_figures(qtbot, pane, playground):
    playground.set_text("Hello world")
    qtbot.waitUntil(lambda: len(playground.encoding) == 2)
    pane.resize(760, 200)
    assert not pane.strip.isVisible()
    assert pane.statistics.isVisible()
    QApplication.processEvents()  # lays out what is shown
    text = pane.view.height()
    playground.hover(1)
    assert pane.strip.isVisible()
    assert not pane.statistics.isVisible()
    QApplication.processEvents()
    assert pane.view.height() == text, "the text does not jump"
    pane.resize(760, 500)
    assert pane.strip.isVisible()
    assert pane.statistics.isVisible()


def test_high_contrast_has_fewer_colours_and_neighbours_still_differ(qtbot, pane, playground):
    pane._appearance.set_theme(HIGH_CONTRAST)
    playground.set_text("".join(chr(ord("a") + n % 26) + " " for n in range(300)))
    qtbot.waitUntil(lambda: len(playground.encoding) > 100)
    drawn = pane.view.shown.colours
    assert set(drawn.tolist()) == set(range(HIGH_CONTRAST.token_colours))
    edges = [HIGH_CONTRAST.token_ticks[colour].name() for colour in drawn.tolist()]
    assert all(one != other for one, other in itertools.pairwise(edges))
    # And a theme with more colours draws the same text anew.
    pane._appearance.set_theme(LIGHT)
    assert len(set(pane.view.shown.colours.tolist())) == LIGHT.token_colours


def test_an_empty_text_has_no_verdict(gpt2):
    figures, verdict = statistics_of(gpt2.encode(""), None)
    assert [figure.number for figure in figures] == ["0", "0", "0"]
    assert verdict is None


def test_the_figures_are_made_once_a_key(qtbot, pane, playground, monkeypatch):
    # GIVEN a text at whose end tokens could change, which the figures tell
    made: list[int] = []
    playground.set_text("Say hel")
    qtbot.waitUntil(lambda: playground.tail.result is not None, timeout=LONG)
    monkeypatch.setattr(text_column, "statistics_of", lambda *a, **k: made.append(1) or statistics_of(*a, **k))
    # WHEN a key is pressed
    pane.view.setFocus()
    pane.view.select_all()
    pane.view.select_bytes(7, 7)
    made.clear()
    qtbot.keyClick(pane.view, Qt.Key.Key_L)
    # THEN all that has changed by it is shown by one set of figures
    assert playground.encoding.text == "Say hell"
    assert len(made) == 1
    # AND what comes later makes another
    qtbot.waitUntil(lambda: playground.tail.result is not None, timeout=LONG)
    assert len(made) == 2


def test_in_a_narrow_row_the_count_is_kept_and_the_verdict_is_a_sign(qtbot, pane, playground):
    row = pane.statistics
    row.show_figures(
        (Figure("21", "tokens"), Figure("58", "characters")), Verdict(False, "does not decode to the same")
    )
    for width, words in ((700, True), (230, False)):
        row.resize(width, row.height())
        row.grab()
        assert row._places, "the first figure is there"
        assert row._places[-1][1] <= row._verdict_left
        assert (width - row._verdict_left > 100) == words
        assert row.tip_at(row._verdict_left + 1) == "does not decode to the same"

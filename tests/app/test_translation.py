"""The window in other words: every text that it shows was asked for in the language of the window."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.glossary import terms
from app.licences import libraries, notice
from app.main_window import MainWindow
from app.state.corpus.corpus_rows import SAMPLE_TITLES
from app.tour import settle
from app.translation import LANGUAGES
from app.widgets.basics.controls import ToolButton
from engine.languages import script_name
from engine.normalizers import NORMALIZERS
from engine.tie_rules import TIE_RULES
from tests.app.conftest import LONG
from tests.app.shown_texts import Shown, shown_texts

_INNERMOST = re.compile(r"⟦[^⟦⟧]*(⟧|$)")
_WORD = re.compile(r"[^\W\d_]{2,}")
_DATA = ("TokenView", "_Body")
"""Widgets that show texts and tokens, and nothing else."""
_READ_TOKENS = (
    *("PairBars", "TokenChips", "Equation", "FrequencyBars", "ScorePanel", "OtherRules", "WhySheet", "_Option"),
    *("CutTable", "ChipCloud"),
)
"""Widgets that tell a screen reader of tokens, between words of ours."""
_NAMES = (
    "Mergescope",
    "d_model",
    *("udhr", "[UNK]", "<unk>"),
    *NORMALIZERS,
    *(term.source for term in terms()),
    *LANGUAGES.values(),
    *SAMPLE_TITLES.values(),
    *(rule.library for rule in TIE_RULES.values()),
    *(word for library in libraries() for word in (library.name, library.licence)),
    *("PNG", "SVG", "CSV", "JSON", "WebP", "GIF", "LaTeX", "UTF", "kB", "MB", "SHA", "Gini"),
    *(
        "Ctrl",
        "Shift",
        "Alt",
        "Esc",
        "Space",
        "PgUp",
        "PgDown",
        "Return",
        "Enter",
        "Home",
        "End",
        "Left",
        "Right",
        "Up",
    ),
    *("Down", "Del", "F1", "Backspace", "Menu"),
)
"""Names of things and of keys, which are the same in every language here."""


class Brackets(QTranslator):
    """Puts every message in brackets: what stands outside of them was not asked for."""

    def translate(self, _context: str, source: str, disambiguation: str | None = None, number: int = -1) -> str:
        return f"⟦{source}⟧" if source else ""

    def isEmpty(self) -> bool:
        return False


@pytest.fixture
def bracketed(qtbot: QtBot, request: pytest.FixtureRequest) -> Iterator[MainWindow]:
    application = QCoreApplication.instance()
    assert application is not None
    brackets = Brackets()
    application.installTranslator(brackets)
    yield request.getfixturevalue("window")
    application.removeTranslator(brackets)


def _data(window: MainWindow) -> list[str]:
    """What is data in it: names of texts, tokenizers, languages and scripts; the longest first."""
    session = window.session
    languages = session.grid.parallel.languages.values()
    words = {
        *_NAMES,
        window.corpus.preview.text(),
        notice(),
        *(row.title for row in session.corpus.rows),
        *(row.source.language or "" for row in session.corpus.rows),
        *(name for language in languages for name in (language.name, language.script)),
        *session.grid.names().values(),
        *(name for name in map(script_name, {language.script for language in languages}) if name),
        *(column.title for column in session.grid.columns),
        *(name for entry in session.tokenizers.entries for name in (entry.title, entry.key)),
        *re.findall(r"\w+", (window.panes.vocabulary.details.title.token or b"").decode("utf-8", "ignore")),
        *(entry.tokenizer.name for entry in session.tokenizers.entries if entry.tokenizer is not None),
    }
    return sorted(filter(None, words), key=len, reverse=True)


def _pane_name(window: MainWindow, pane: QWidget) -> str:
    return next(name for name, one in window.panes.items() if one is pane)


def _left_over(texts: Iterable[Shown], data: list[str]) -> list[Shown]:
    """Texts with words outside of all brackets that are no data."""
    found = []
    for shown in texts:
        rest, before = shown[2], ""
        while rest != before:
            rest, before = _INNERMOST.sub("", rest), rest
        for word in data:
            rest = rest.replace(word, "")
        with_tokens = shown[0] in _READ_TOKENS and "⟦" in shown[2]
        if _WORD.search(rest) and shown[0] not in _DATA and not with_tokens:
            found.append(shown)
    return sorted(set(found))


def test_every_text_of_the_window_can_be_translated(bracketed: MainWindow) -> None:
    for name in bracketed.docks:
        bracketed.maximise(name)
        settle()
        assert _left_over(shown_texts(bracketed), _data(bracketed)) == [], name
        bracketed.maximise(name)


def test_every_text_of_what_can_be_opened_can_be_translated(bracketed: MainWindow) -> None:
    for name in ("keys", "glossary", "about", "show_list", "get", "why", "balance", "predict"):
        bracketed.actions_by_name[name].trigger()
        settle()
        left_over = _left_over(shown_texts(bracketed), _data(bracketed))
        while bracketed.sheets.close_last():
            settle()
        assert left_over == [], name


def test_every_text_of_each_view_can_be_translated(bracketed: MainWindow) -> None:
    tokens, data = bracketed.tokens.menu, _data(bracketed)
    bracketed.maximise("tokens")
    for action in (*tokens.views.values(), *tokens.colours.values(), tokens.show_explain, tokens.side_by_side):
        action.trigger()
        settle()
        assert _left_over(shown_texts(bracketed.tokens), data) == [], action.text()
    for pane in (bracketed.panes.tradeoffs, bracketed.panes.vocabulary):
        bracketed.maximise(_pane_name(bracketed, pane))
        for button in pane.findChildren(ToolButton):
            if button.isCheckable():
                button.click()
                settle()
                assert _left_over(shown_texts(pane), _data(bracketed)) == [], button.text()
    for view in ("scatter", "table", "map"):
        bracketed.languages.show_view(view)
        settle()
        assert _left_over(shown_texts(bracketed.languages), data) == [], view


@pytest.mark.parametrize("name", ["wordpiece", "unigram", "word-level"])
def test_every_text_of_another_algorithm_can_be_translated(qtbot: QtBot, bracketed: MainWindow, name: str) -> None:
    session = bracketed.session
    bracketed.theatre.bar.algorithm_asked.emit(name)
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        bracketed.actions_by_name["train"].trigger()
    for position in (0, 1, len(session.run.history)):
        session.playback.seek(position)
        settle()
        assert _left_over(shown_texts(bracketed.theatre), _data(bracketed)) == []


def test_every_command_can_be_translated(bracketed: MainWindow) -> None:
    bracketed.actions_by_name["palette"].trigger()
    commands = bracketed.sheets.palette.rows.commands
    rows = [("palette", "row", text) for command in commands for text in (command.text, command.group)]
    assert len(rows) > 50
    assert _left_over(rows, _data(bracketed)) == []

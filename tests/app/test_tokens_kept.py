"""How the text is shown is kept in a session, with what it is coloured by and held against; what is no such choice is named."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.session import Session
from app.session_keeper import SessionKeeper
from app.state.settings import Settings
from app.state.text.kept_text import KeptText
from app.state.text.text_display import Display
from engine import load_preset
from tests.app.conftest import LONG
from tests.app.token_panes import playground_with, shown_pane

CHOSEN = {
    "view": "ids",
    "spaces": True,
    "pieces": True,
    "differences": False,
    "beside": True,
    "explain": True,
    "colouring": "script",
    "budget": 4_096,
    "compared": ["gpt2", "o200k_base"],
    "special": ["<|endoftext|>"],
}


def test_what_is_kept_comes_back_and_is_seen(qtbot, playground):
    pane = shown_pane(qtbot, playground, 1200, 800)
    menu = pane.menu
    for action in (menu.views["ids"], menu.show_spaces, menu.show_pieces, menu.show_differences, menu.side_by_side):
        action.trigger()
    menu.colours["script"].trigger()
    pane.explains.click()
    menu.tokens.setValue(4_096)
    playground.compare(("gpt2", "o200k_base"))
    playground.allow(frozenset({"<|endoftext|>"}))
    kept = KeptText(playground).kept()
    assert kept == CHOSEN
    # WHEN another pane takes it over      THEN it looks the same
    fresh = playground_with(qtbot, load_preset("cl100k_base"), "cl100k_base")
    other = shown_pane(qtbot, fresh, 1200, 800)
    KeptText(fresh).restore(json.loads(json.dumps(kept)))
    assert KeptText(fresh).kept() == kept
    assert other.view.view() == "ids"
    assert other.bar.list.currentData() == "ids"
    assert other.explain.isVisible()
    shown = (other.menu.show_spaces, other.menu.show_pieces, other.menu.side_by_side, other.menu.show_explain)
    assert all(action.isChecked() for action in shown)
    assert not other.menu.show_differences.isChecked()
    assert other.menu.colours["script"].isChecked()
    assert other.menu.tokens.value() == 4_096
    assert len(other.others) == 2
    assert fresh.pieces.on
    fresh.close()


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("view", "runes", "one of text, glyphs, bytes, ids, pipeline"),
        ("view", ["text"], "one of text, glyphs, bytes, ids, pipeline"),
        ("pieces", 1, "true or false"),
        ("colouring", "taste", "one of id, index, rank, length, script, language"),
        ("budget", 0, "a number from 1 to 10,000,000"),
        ("budget", True, "a number from 1 to 10,000,000"),
        ("budget", 1e300, "a number from 1 to 10,000,000"),
        ("compared", "gpt2", "a list of names"),
        ("special", [1], "a list of names"),
    ],
)
def test_a_value_that_is_none_is_named_and_the_others_are_taken(playground, field, value, words):
    with pytest.raises(ValueError, match=f'"{field}" of the tokens is .*; it must be {words}'):
        KeptText(playground).restore({**CHOSEN, field: value})
    kept = KeptText(playground).kept()
    assert {name: kept[name] for name in kept if name != field} == {n: CHOSEN[n] for n in CHOSEN if n != field}


def test_a_session_that_knows_nothing_of_it_changes_nothing(playground):
    playground.display.mark_spaces(True)
    KeptText(playground).restore({})
    assert playground.display.value == Display(spaces=True)


def test_one_that_is_named_twice_or_not_there_stands_beside_the_text_once_or_not(qtbot, trained):
    KeptText(trained.playground).restore({"compared": ["gpt2", "gpt2", "nobody"]})
    assert trained.playground.compared == ("gpt2",)


@pytest.fixture
def other(qtbot: QtBot, settings: Settings) -> Iterator[Session]:
    made = Session(settings, cold=False)
    yield made
    made.close()


def test_a_session_file_has_it_and_says_what_is_wrong_in_it(qtbot, trained: Session, other: Session, tmp_path: Path):
    trained.playground.display.show_view("bytes")
    trained.playground.colours.choose("length")
    path = tmp_path / "lecture.mergescope-session"
    keeper = SessionKeeper(trained)
    with qtbot.waitSignal(keeper.saved, timeout=LONG):
        keeper.save(path)
    opening, said = SessionKeeper(other), []
    opening.said.connect(lambda words, _kind: said.append(words))
    with qtbot.waitSignal(opening.opened, timeout=LONG):
        opening.open(path)
    assert other.playground.display.value.view == "bytes"
    assert other.playground.colours.by == "length"
    assert said == []
    # WHEN somebody has put a view into the file that there is not
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    fields = json.loads(members["session.json"])
    fields["views"]["tokens"]["view"] = "runes"
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in {**members, "session.json": json.dumps(fields).encode()}.items():
            archive.writestr(name, data)
    with qtbot.waitSignal(opening.opened, timeout=LONG):
        opening.open(path)
    assert any("runes" in words and "one of text, glyphs" in words for words in said)
    assert other.playground.display.value.view == "bytes"

"""A tokens pane and what it needs, as several files of tests have it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.panes.tokens_pane import TokensPane
from app.state.text.playground import Playground
from engine import AnyTokenizer, load_preset
from tests.app.waiting import LONG

AROUND = "\u202f\u200b\n"
"""What stands around a label in the views of ids, bytes and glyphs."""


class Shelf(QObject):
    """Tokenizers by key, as the shelf of the window has them; all presets where none are named."""

    changed = Signal()
    run_changed = Signal()

    def __init__(self, **tokenizers: AnyTokenizer) -> None:
        super().__init__()
        self.tokenizers = tokenizers
        self._only_these = bool(tokenizers)

    def entry(self, key: str) -> AnyTokenizer | None:
        return self.tokenizers.get(key) if self._only_these else load_preset(key)

    tokenizer = entry

    def title(self, key: str) -> str:
        return key


def playground_with(qtbot: QtBot, tokenizer: AnyTokenizer, title: str, shelf: Shelf | None = None) -> Playground:
    """With this tokenizer; it is the caller's to close it."""
    tokenizer.encode("a")  # loads the compiled loops, which would make it look slow
    made = Playground()
    made.follow(shelf or Shelf())
    with qtbot.waitSignal(made.encoded, timeout=LONG):
        made.set_tokenizer(tokenizer, title)
    return made


def shown_pane(qtbot: QtBot, playground: Playground, width: int, height: int) -> TokensPane:
    pane = TokensPane(playground, Appearance())
    qtbot.addWidget(pane)
    pane.resize(width, height)
    pane.show()
    return pane

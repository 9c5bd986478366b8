"""The most frequent pre-tokens: whatever they are, they are a line each."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.widgets.corpus.frequency_bars import FrequencyBars, shown


def test_a_book_that_nothing_cuts_is_shown_by_its_start(qtbot: QtBot, appearance: Appearance) -> None:
    book = "Once upon a time, 人人生而自由. " * 10_000
    assert shown(book.encode()) == shown(book[:60].encode()) + "…"
    assert len(shown(b"\xff" * 1_000)) <= 61
    bars = FrequencyBars(appearance)
    qtbot.addWidget(bars)
    bars.resize(300, 40)
    bars.show_rows([(book.encode(), 1)])
    # THEN nobody has to paint or to hear all of it
    assert len(bars.accessibleName()) < 120
    bars.grab()

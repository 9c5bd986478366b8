"""An error goes from the message bar once what failed has succeeded; others stay."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QStatusBar, QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.session import Session
from app.widgets.window.message_bar import MessageBar
from app.window.news import WindowNews
from app.window.status import WindowStatus
from engine.errors import EngineError
from tests.app.conftest import LONG


@pytest.fixture
def bar(session: Session, appearance: Appearance, show: Callable[..., QWidget]) -> MessageBar:
    made = MessageBar(appearance)
    show(made)
    made.news = WindowNews(session, made, made)  # type: ignore[attr-defined]  # lives as long as the bar
    return made


def texts(bar: MessageBar) -> list[str]:
    return [message.text for message in bar.messages]


def test_merges_that_cannot_play_are_no_news_once_others_do(qtbot: QtBot, session: Session, bar: MessageBar) -> None:
    session.merges.failed.emit(EngineError("Only byte-pair encoding keeps the order."))
    session.tokenizers.failed.emit(EngineError("broken.json cannot be opened."))
    assert len(texts(bar)) == 2
    session.preparation.start()
    qtbot.waitUntil(lambda: session.tokenizers.tokenizer("gpt2") is not None, timeout=LONG)
    session.merges.play("gpt2")
    qtbot.waitUntil(lambda: session.merges.played == "gpt2", timeout=LONG)
    assert texts(bar) == ["broken.json cannot be opened."]
    session.tokenizers.opened.emit(Path("whole.json"))
    assert texts(bar) == []


def test_the_status_bar_does_not_say_that_merges_were_learned(
    qtbot: QtBot, session: Session, appearance: Appearance, show: Callable[..., QWidget]
) -> None:
    line = show(QStatusBar())
    assert isinstance(line, QStatusBar)
    status = WindowStatus(session, appearance, line, line)
    session.preparation.start()
    qtbot.waitUntil(lambda: session.tokenizers.tokenizer("gpt2") is not None, timeout=LONG)
    session.merges.play("gpt2")
    qtbot.waitUntil(lambda: session.merges.played == "gpt2", timeout=LONG)
    assert status.took.text() == "50,000 merges of GPT-2"

"""Titles and tokens that mean harm, in pictures of lines: every reader of XML takes the file, and nothing in it runs."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QSize
from pytestqt.qtbot import QtBot

from app.look.theme import LIGHT
from app.widgets.theatre.stage_frame import StageFrame
from engine import ALGORITHMS, Corpus, new_history, train
from tests.app.conftest import LONG
from tests.engine.test_every_algorithm import recipe_of

_HARM = "<script>alert(1)</script>\"'&amp;]]>\x01\x02\x0b\x1b[2J\ufffe\uffff\u202e\ud800\u2028\0"


@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_step_as_lines_is_whole_whatever_is_learned(qtbot: QtBot, name: str) -> None:
    history = new_history(recipe_of(name, vocab_size=300))
    for event in train(Corpus.of_text(f"{_HARM} " * 30 + "low lower lowest"), history.recipe):
        history.append(event)
    frame = StageFrame(history, QSize(960, 540), LIGHT, (_HARM, _HARM), (_HARM.encode("utf-8", "replace"),))
    qtbot.addWidget(frame)
    for step in {0, 1, 2, 10, len(history)} & set(range(len(history) + 1)):
        qtbot.waitUntil(lambda step=step: frame.svg(step) is not None, timeout=LONG)
        lines = frame.svg(step)
        assert lines is not None
        names = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(lines).iter()}
        assert not names & {"script", "a", "foreignObject"}

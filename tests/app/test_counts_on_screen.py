"""The number of tokens under a text is the one that `tiktoken` returns: every parallel text, every bundled encoding."""

from __future__ import annotations

import pytest
import tiktoken
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.panes.tokens_pane import TokensPane
from app.state.text.playground import Playground
from app.widgets.text import block_scroll
from engine import load_preset, udhr
from engine.formats.tiktoken_bpe import read_ranks
from engine.presets import PRESETS, bundled, encoding_file


def library(name: str) -> tiktoken.Encoding:
    """The encoding as the library has it, made of the published file."""
    ranks = read_ranks(encoding_file(f"{name}.tiktoken"), name)
    ours = load_preset(name)
    return tiktoken.Encoding(
        name,
        pat_str=ours.pattern.expression,
        mergeable_ranks={token: rank for rank, token in ranks.items()},
        special_tokens=dict(PRESETS[name].special),
    )


@pytest.mark.parametrize("name", bundled())
def test_every_parallel_text_has_the_count_of_the_library(
    qtbot: QtBot, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # GIVEN the pane with an encoding, low, so that little has to be laid out
    monkeypatch.setattr(block_scroll, "_EXACT_UP_TO", 0)
    playground = Playground("warm")
    pane = TokensPane(playground, Appearance())
    qtbot.addWidget(pane)
    pane.resize(1200, 160)
    with qtbot.waitSignal(playground.encoded):
        playground.set_tokenizer(load_preset(name), name)
    parallel, theirs = udhr(), library(name)
    wrong = {}
    texts = {"\n".join(filter(None, parallel.units(code))): code for code in parallel.texts}  # some are there twice
    # WHEN the text of each language is put in      THEN the figure under it is the library's
    for text, code in texts.items():
        with qtbot.waitSignal(playground.encoded):
            playground.set_text(text)
        figure = pane.statistics.figures()[0]
        expected = len(theirs.encode_ordinary(text))
        if (figure.number, figure.words) != (f"{expected:,}", "tokens"):
            wrong[code] = figure.number, expected
    playground.close()
    assert len(texts) > 450
    assert wrong == {}

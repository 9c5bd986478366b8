"""From a key to the coloured screen in a text of 100,000 characters."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import numpy as np

from tests.benchmarks.corpus import Corpora
from tests.benchmarks.measuring import Row, limit_row

_KEYS = 200
_CHARACTERS = 100_000


def typing(corpora: Corpora, rounds: int) -> Iterator[Row]:
    """Letters and blanks typed into the middle: from the key until tokens are known and the view is painted."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QEventLoop
    from PySide6.QtGui import QTextCursor  # noqa: F401  (Qt's text classes are loaded before the clock runs)
    from PySide6.QtTest import QTest

    from app import start
    from app.panes.tokens_pane import TokensPane
    from app.smoothness import set_garbage_aside
    from app.state.playground import Playground
    from app.theme import Appearance
    from engine.presets import load_bundled

    application = start.application()
    appearance = Appearance()
    appearance.apply(application)
    playground = Playground()
    pane = TokensPane(playground, appearance)
    pane.resize(1200, 800)
    pane.show()
    text = corpora.path(1).read_text(encoding="utf-8")[:_CHARACTERS]

    def until_encoded() -> None:
        deadline = time.perf_counter() + 30
        while playground.encoding is None or playground.encoding.text != playground.text:
            application.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 5)
            assert time.perf_counter() < deadline

    playground.set_tokenizer(load_bundled("cl100k_base"), "cl100k_base")
    playground.set_text(text)
    until_encoded()
    view = pane.view
    view.setFocus()
    QTest.keyClicks(view, "warm up")
    until_encoded()
    set_garbage_aside()
    milliseconds = []
    for number in range(_KEYS):
        began = time.perf_counter()
        QTest.keyClick(view, "abcde "[number % 6])
        until_encoded()
        view.viewport().repaint()
        milliseconds.append((time.perf_counter() - began) * 1000)
        application.processEvents()
    playground.close()
    pane.close()
    note = f"median {np.median(milliseconds):.1f} ms, worst {max(milliseconds):.1f} ms"
    p99 = float(np.percentile(milliseconds, 99))
    yield limit_row("typing in 100,000 characters, key to coloured screen, p99", p99, 16, 8, "ms", note)

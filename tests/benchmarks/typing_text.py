"""From a key to the coloured screen in long texts, in several scripts and through a library's tokenizer."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from tests.benchmarks.corpus import Corpora
from tests.benchmarks.measuring import Row, limit_row

_KEYS = 120
_CHARACTERS = 100_000
_LANGUAGES = {"Hindi": "hin", "Arabic": "arb", "Thai": "tha", "Chinese": "cmn_hans"}
_LIBRARY = "bert-base-uncased"


@dataclass
class _Times:
    """Milliseconds from each key until the window answers again, and until its tokens are on the screen."""

    key: list[float] = field(default_factory=list)
    screen: list[float] = field(default_factory=list)


def typing(corpora: Corpora, rounds: int) -> Iterator[Row]:
    """Letters and blanks typed into the middle: from the key until tokens are known and the view is painted."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from engine.parallel import udhr
    from engine.presets import available, load_preset

    encoding, parallel = load_preset("cl100k_base"), udhr()
    english = corpora.path(1).read_text(encoding="utf-8")
    texts = {"": english, **{f" of {name}": "\n".join(parallel.units(code)) for name, code in _LANGUAGES.items()}}
    for name, text in texts.items():
        long = (text + "\n") * (_CHARACTERS // len(text) + 1)
        times = _typed(encoding, long[:_CHARACTERS], _KEYS)
        yield _row(f"typing in 100,000 characters{name}, key to coloured screen, p99", times.screen)
    if _LIBRARY in available():
        yield _row(
            "typing in 20,000 characters with BERT", _typed(load_preset(_LIBRARY), english[:20_000], _KEYS).screen
        )
    every = "\n".join("\n".join(parallel.units(code)) for code in parallel.texts)
    times = _typed(encoding, (every + "\n" + every).encode()[:10_000_000].decode("utf-8", "ignore"), 20)
    yield _row("a key in 10 MB of 400 languages, until the window answers", times.key)
    yield _row("a key in 10 MB of 400 languages, until its tokens are seen", times.screen, 250, 100)


def _row(title: str, milliseconds: list[float], limit: float = 16, goal: float = 8) -> Row:
    note = f"median {np.median(milliseconds):.1f} ms, worst {max(milliseconds):.1f} ms"
    return limit_row(title, float(np.percentile(milliseconds, 99)), limit, goal, "ms", note)


def _typed(tokenizer: object, text: str, keys: int) -> _Times:
    from PySide6.QtCore import QEventLoop, QTimer
    from PySide6.QtGui import QTextCursor  # noqa: F401  (Qt's text classes are loaded before the clock runs)
    from PySide6.QtTest import QTest

    from app import start
    from app.look.theme import Appearance
    from app.panes.tokens_pane import TokensPane
    from app.smoothness import set_garbage_aside
    from app.state.text.playground import Playground

    application = start.application()
    appearance = Appearance()
    appearance.apply(application)
    playground = Playground()
    pane = TokensPane(playground, appearance)
    pane.resize(1200, 800)
    pane.show()
    view = pane.view

    def until_encoded() -> None:
        """Wait as the program does; a loop that asks all the time would hold up the thread that it waits for."""
        loop, deadline = QEventLoop(), time.perf_counter() + 60
        playground.encoded.connect(loop.quit)
        while playground.encoding is None or playground.encoding.data != view.shown.data:
            QTimer.singleShot(1000, loop.quit)
            loop.exec()
            assert time.perf_counter() < deadline

    playground.set_tokenizer(tokenizer, "tokenizer")
    playground.set_text(text)
    until_encoded()
    view.setFocus()
    middle = len(text[: len(text) // 2].encode())
    view.select_bytes(middle, middle)
    QTest.keyClicks(view, "warm up")
    until_encoded()
    set_garbage_aside()
    times = _Times()
    for number in range(keys):
        began = time.perf_counter()
        QTest.keyClick(view, "abcde "[number % 6])
        times.key.append((time.perf_counter() - began) * 1000)
        until_encoded()
        for _ in range(2):  # what has changed is found, then painted
            application.processEvents()
        times.screen.append((time.perf_counter() - began) * 1000)
    playground.close()
    pane.close()
    return times

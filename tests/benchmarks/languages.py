"""Many languages at once: a folder as FLORES has it, read and compared; and how long a large heat map takes to draw."""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.corpus import Corpora
from tests.benchmarks.measuring import Row, limit_row

LANGUAGES, LINES = 200, 1000
_WORDS = 20
_TOKENIZERS = 12
_REPAINTS = 300


def make_folder(folder: Path) -> None:
    """One file a language, a sentence a line, out of the declaration: each line of its own, so that nothing is cached."""
    from engine.parallel import udhr

    for code in udhr().aligned[:LANGUAGES]:
        words = " ".join(udhr().units(code)).replace("\n", " ").split(" ")
        sentences = [" ".join(words[start : start + _WORDS]) for start in range(0, len(words), _WORDS)]
        lines = [f"{sentences[number % len(sentences)]} {number}" for number in range(LINES)]
        (folder / f"{code}.txt").write_text("\n".join(lines) + "\n", "utf-8")


def flores(_corpora: Corpora, rounds: int) -> Iterator[Row]:
    """Read the folder, then compare three encodings."""
    from engine.cells import Cell
    from engine.comparison import compare
    from engine.counts import text_block
    from engine.parallel import load_parallel
    from engine.presets import load_preset

    tokenizers = [load_preset(name) for name in ("gpt2", "cl100k_base", "o200k_base")]
    for tokenizer in tokenizers:
        tokenizer.encode("a")
    best, used = [], []
    with tempfile.TemporaryDirectory() as folder:
        make_folder(Path(folder))
        for _ in range(min(rounds, 3)):
            text_block.cache_clear()  # clusters and words are found anew, as for a folder that nobody has read yet
            began, cpu = time.perf_counter(), time.process_time()
            text = load_parallel(folder)
            cells = sum(isinstance(event, Cell) for event in compare(tokenizers, text))
            best.append(time.perf_counter() - began)
            used.append(time.process_time() - cpu)
            assert cells == LANGUAGES * len(tokenizers)
    note = f"{LANGUAGES} languages x {LINES:,} lines x 3 encodings; CPU {min(used):.1f} s"
    yield limit_row("a FLORES-like folder read and compared", min(best), 10, 5, "s", note)


def heat_map(_corpora: Corpora, _rounds: int) -> Iterator[Row]:
    """200 languages x 12 tokenizers, scrolled and drawn."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    import numpy as np
    from PySide6.QtWidgets import QApplication

    from app.look.theme import Appearance
    from app.widgets.languages.heat_map import HeatMap
    from app.widgets.languages.heat_scale import scale_for
    from app.widgets.languages.heat_table import HeatCell, HeatRow, State

    application = QApplication.instance() or QApplication([])
    chance, scale = random.Random(1), scale_for("premium", [])
    rows = [HeatRow(f"l{number}", f"Language {number}", script="Latn") for number in range(LANGUAGES)]
    columns = [(f"t{number}", f"tokenizer {number}") for number in range(_TOKENIZERS)]
    values = {(key, row.code): 0.8 + 14 * chance.random() for key, _ in columns for row in rows}
    cells = {
        place: HeatCell(State.KNOWN, scale.text(value), value, scale.class_of(value))
        if chance.random() > 0.1
        else HeatCell(State.UNKNOWN_TEXT, "58 % unknown")
        for place, value in values.items()
    }
    shown = HeatMap(Appearance())
    shown.resize(1600, 1000)
    shown.show_table(rows, columns, cells)
    shown.show()
    application.processEvents()
    milliseconds, used = [], []
    for number in range(_REPAINTS):
        shown.verticalScrollBar().setValue(number * 37 % max(1, shown.verticalScrollBar().maximum()))
        application.processEvents()
        began, cpu = time.perf_counter(), time.thread_time()
        shown.viewport().repaint()
        milliseconds.append((time.perf_counter() - began) * 1000)
        used.append((time.thread_time() - cpu) * 1000)
    shown.close()
    middle, computed = float(np.median(milliseconds)), float(np.percentile(used, 99))
    note = f"{LANGUAGES} x {_TOKENIZERS}, median {middle:.1f} ms; CPU p99 {computed:.1f} ms"
    yield limit_row("repaint of the heat map, p99", float(np.percentile(milliseconds, 99)), 16, 8, "ms", note)

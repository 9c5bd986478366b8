"""A short share of an hour's use: after some rounds nothing is left over, and memory does not grow.

`python -m tests.benchmarks.soak 10` does the whole; docs/reliability.md has its figures.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from tests.benchmarks.soak import Soak

ROUNDS = 2


@pytest.mark.timeout(300)
def test_some_rounds_of_use_leave_nothing_over(qtbot: QtBot, look: Appearance, tmp_path: Path) -> None:
    soak = Soak(tmp_path, look)
    qtbot.addWidget(soak.window)
    soak.run(lambda done: done < ROUNDS)
    first, last = soak.rounds[0], soak.rounds[-1]
    # Whatever is made for a round is gone after it, to the last widget and connection; a message may be about to go.
    assert (last.windows, last.widgets, last.connections) == (1, first.widgets, first.connections)
    assert last.threads == 0
    assert last.objects <= first.objects + 5
    assert last.timers <= first.timers + 2
    # Some runs are kept to compare with, each with the languages that were cut along with it.
    assert last.memory - first.memory < 300
    assert soak.lines == []
    assert soak.failures == []
    assert soak.close(), "a job did not end"

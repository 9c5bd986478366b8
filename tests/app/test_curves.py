"""Curves over the steps: the cursor."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from app.look.theme import LIGHT, Appearance
from app.widgets.charts.curves import Curve, CurvePlot


@pytest.mark.parametrize("position", [0, 7, 33, 50, 99, 100])
def test_the_cursor_is_equally_wide_at_every_position_and_size(qtbot: QtBot, position: int) -> None:
    plot = CurvePlot(Appearance(LIGHT), "Premium", labels=True)
    qtbot.addWidget(plot)
    plot.show_curves([Curve("Hindi", np.linspace(1, 2, 101)), Curve("Thai", np.linspace(2, 1, 101))])
    plot.resize(1200, 600)
    plot.show()
    plot.show_position(position)
    plot.grab()
    for size in ((1200, 600), (420, 260), (700, 200), (333, 251)):
        plot.resize(*size)
        picture = plot.grab().toImage()
        top = plot.plot.mapTo(plot, QPoint(0, 0)).y()
        widths = set()
        for y in range(top + 12, top + plot.plot.height() - 40, 5):
            row = [picture.pixelColor(x, y) for x in range(picture.width())]
            widths.add(sum(colour == LIGHT.accent for colour in row))
        assert widths <= {2, 1, 0}, (size, widths)
        # Where a curve crosses it, it may be covered; everywhere else it has one width.
        assert max(widths) == 2, (size, widths)

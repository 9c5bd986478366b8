"""The titles of the size curve: none is cut, and none lies over the other."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QWidget

from app.look.theme import Appearance
from app.widgets.tradeoffs.size_chart import SizeChart, SizeLine
from app.widgets.tradeoffs.size_plot import SizePlot


@pytest.mark.parametrize(
    ("width", "words"),
    [(800, "Table parameters (dashed)"), (460, "Parameters (dashed)"), (340, "Parameters")],
)
def test_the_title_of_the_parameters_has_words_for_its_room(
    appearance: Appearance, show: Callable[..., QWidget], width: int, words: str
) -> None:
    appearance.set_base(22)
    plot = show(SizePlot(appearance), width, 300)
    assert isinstance(plot, SizePlot)
    sizes = np.arange(256.0, 1_001.0)
    plot.show_chart(SizeChart(sizes, (SizeLine("", sizes),), sizes * 768, "Bytes per token", 900, 300))
    assert plot.parameter_title() == words
    plot.grab()
    measure = QFontMetricsF(appearance.font("caption", weight=600))
    assert measure.horizontalAdvance("Bytes per token") + measure.horizontalAdvance(words) < width

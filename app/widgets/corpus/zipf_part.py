"""The curve of all frequencies with its title, and what law it comes nearest to."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout

from app.look.theme import Appearance
from app.widgets.basics.controls import Label, Panel, spaced
from app.widgets.corpus.zipf_plot import ZipfPlot
from engine.corpora.corpus_statistics import CorpusStatistics

_HIGHEST = 80
"""Units of height that the curve has at most."""


class ZipfPart(Panel):
    """Follows the statistics of the corpus."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__(appearance)
        title = self.tr("All pre-tokens by rank (Zipf plot)")
        self.plot = ZipfPlot(appearance)
        self.note = Label(appearance, role="caption", second=True, wrap=True)
        column = QVBoxLayout(self)
        column.addWidget(Label(appearance, title, "caption", second=True, bold=True))
        column.addWidget(self.plot, 1)
        column.addWidget(self.note)
        column.addStretch(1)
        spaced(column, appearance, (3, 3, 3, 3), 1)
        appearance.changed.connect(self._limit)
        self._limit()

    def _limit(self) -> None:
        """Higher than this it would only be steeper."""
        self.plot.setMaximumHeight(self._appearance.metrics.units(_HIGHEST))

    def show_statistics(self, statistics: CorpusStatistics | None) -> None:
        """Of the checked texts; None while they are not counted."""
        rows = statistics.frequencies if statistics is not None else ()
        self.plot.show_frequencies(rows, statistics.zipf_exponent if statistics is not None else float("nan"))
        self.note.setText(self.plot.note())

"""What stands in the checked texts: figures, the most frequent pre-tokens, and the beginning as a preview."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from app.look.theme import Appearance
from app.translation import later, translate
from app.widgets.basics.controls import Label, Line, Panel, spaced
from app.widgets.basics.cut_text import beginning
from app.widgets.corpus.frequency_bars import FrequencyBars
from app.widgets.corpus.zipf_part import ZipfPart
from engine.corpora.corpus_statistics import CorpusStatistics

FIGURES = (
    later("corpus_facts", "Bytes"),
    later("corpus_facts", "Characters"),
    later("corpus_facts", "Words"),
    later("corpus_facts", "Pre-tokens"),
    later("corpus_facts", "Distinct"),
    later("corpus_facts", "Scripts"),
)
_FIGURE_TIPS = (
    later("corpus_facts", "Of the checked texts as UTF-8, each counted as often as its weight says"),
    later(
        "corpus_facts",
        "Code points of Unicode in the pre-tokens, after the normalizer: an accent may be one of its own",
    ),
    later("corpus_facts", "Runs without white space that hold a letter or a digit, inside pre-tokens"),
    later("corpus_facts", "Pieces into which the pattern cuts the texts; no token reaches across their ends"),
    later("corpus_facts", "Different pre-tokens: training takes time and memory for these alone"),
    later("corpus_facts", "What the letters belong to, the most frequent first"),
)
_WIDE = 160
"""Units of width from which figures and preview stand side by side."""
_HIGH = 215
"""Units of height from which a narrow pane has room for the curve of all frequencies too."""
_SCRIPTS = 3
"""Scripts that there is room for."""
_SHORT_PREVIEW, _LONG_PREVIEW = 240, 2_400
"""Characters of the preview below the figures, and beside them."""


class CorpusFacts(Panel):
    """Narrow, one below the other; wide, figures, the curve of all frequencies and a longer preview side by side.  `arranged`:
    it has changed between the two.  A narrow pane has the curve only where it is high."""

    arranged = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__(appearance)
        self.figures: dict[str, Label] = {}
        self._wide = False
        self._build()

    def _build(self) -> None:
        statistics = QWidget()
        statistics.setLayout(self._build_statistics())
        self.zipf = ZipfPart(self._appearance)
        self._divider = Line(self._appearance)
        self._parts = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._parts.setContentsMargins(0, 0, 0, 0)
        self._parts.setSpacing(0)
        for part in (statistics, self.zipf, self._divider, self._build_preview()):
            self._parts.addWidget(part)

    def _build_statistics(self) -> QVBoxLayout:
        look = self._appearance
        grid = QGridLayout()
        grid.setColumnStretch(1, 1)
        for row, (name, tip) in enumerate(zip(FIGURES, _FIGURE_TIPS, strict=True)):
            title, value = Label(look, translate("corpus_facts", name)), Label(look, bold=True)
            value.setAlignment(Qt.AlignmentFlag.AlignRight)
            self.figures[name] = value
            for place, label in enumerate((title, value)):
                label.setToolTip(translate("corpus_facts", tip))
                grid.addWidget(label, row, place)
        grid.setVerticalSpacing(0)
        self.frequent = FrequencyBars(look)
        column = QVBoxLayout()
        column.addWidget(Label(look, self.tr("In training"), "caption", second=True, bold=True))
        column.addLayout(grid)
        column.addWidget(Label(look, self.tr("Most frequent pre-tokens"), "caption", second=True, bold=True))
        column.addWidget(self.frequent)
        column.addStretch(1)
        spaced(column, look, (3, 3, 3, 3), 2)
        return column

    def _build_preview(self) -> QWidget:
        look = self._appearance
        self.preview = Label(look, role="caption", second=True, wrap=True)
        self.preview.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.preview.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        part = QWidget()
        column = QVBoxLayout(part)
        column.addWidget(Label(look, self.tr("Preview"), "caption", second=True, bold=True))
        column.addWidget(self.preview)
        column.addStretch(1)
        spaced(column, look, (3, 3, 3, 3), 1)
        return part

    # -- what is shown -----------------------------------------------------------------------------------------------

    @property
    def most(self) -> int:
        """Characters that the preview has room for."""
        return _LONG_PREVIEW if self._wide else _SHORT_PREVIEW

    def show_preview(self, text: str) -> None:
        """The beginning of the texts; a cut is told, and not made inside a word."""
        self.preview.setText(beginning(text, self.most - 1, words=True).strip())

    def show_statistics(self, statistics: CorpusStatistics | None) -> None:
        """Of the checked texts; None while they are not counted."""
        if statistics is None:
            for label in self.figures.values():
                label.setText("-")
            self.frequent.show_rows(())
            self.zipf.show_statistics(None)
            return
        scripts = list(statistics.scripts)
        values = (
            f"{statistics.bytes:,}",
            f"{statistics.characters:,}",
            f"{statistics.words:,}",
            f"{statistics.pre_tokens:,}",
            f"{statistics.distinct:,}",
            (", ".join(scripts[:_SCRIPTS]) or "-") + (" …" if len(scripts) > _SCRIPTS else ""),
        )
        for name, value in zip(FIGURES, values, strict=True):
            self.figures[name].setText(value)
        tip = translate("corpus_facts", _FIGURE_TIPS[-1])
        self.figures[FIGURES[-1]].setToolTip("\n".join(filter(None, (tip, ", ".join(scripts)))))
        self.frequent.show_rows(statistics.most_frequent)
        self.zipf.show_statistics(statistics)

    # -- arrangement -------------------------------------------------------------------------------------------------

    def arrange(self, width: int, height: int) -> None:
        """In a pane of this size."""
        wide = width >= self._appearance.metrics.units(_WIDE)
        self.zipf.setVisible(wide or height >= self._appearance.metrics.units(_HIGH))
        if wide == self._wide:
            return
        self._wide = wide
        self._parts.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)
        self._divider.set_upright(wide)
        for place, share in ((0, 2), (1, 2), (3, 3)):
            self._parts.setStretch(place, share if wide else 0)
        self.arranged.emit()

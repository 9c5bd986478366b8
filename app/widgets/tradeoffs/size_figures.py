"""What the marked size saves and costs, in key figures, and the sentence that says what one pays and gains."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout

from app.look.theme import Appearance
from app.translation import translate
from app.widgets.basics.controls import Label, Panel, PushButton, spaced
from app.widgets.tradeoffs.size_words import size_sentence
from engine.tradeoffs import SizePoint, short_number

Figure = tuple[str, str]
"""A number in words, and what it counts."""


Unknown = tuple[float, float]
"""The share of the corpus's words that the marked size does not know, and the other size."""


def figures_of(
    point: SizePoint, parameters: int, *, tied: bool, unknown: Unknown | None = None
) -> tuple[Sequence[Figure], Sequence[Figure]]:
    """The figures of the size itself, and those against the other one; where tokens are whole words, `unknown` ones."""
    here = [
        (f"{point.tokens:,.10g}", translate("size_figures", "tokens of the corpus")),
        (f"{point.bytes_per_token:.2f}", translate("size_figures", "bytes per token")),
        *_words(point),
        (
            short_number(point.cost.total),
            translate("size_figures", "embedding") if tied else translate("size_figures", "embedding and output"),
        ),
        (
            _percent(point.share, signed=False),
            translate("size_figures", "of a {} model").format(short_number(parameters)),
        ),
    ]
    if unknown is not None:
        here.append((_percent(unknown[0], signed=False), translate("size_figures", "of the words unknown")))
    elif point.next_gain is not None:
        here.append(
            (
                _percent(-point.next_gain),
                translate("size_figures", "tokens by the next {:,} entries").format(point.next_entries),
            )
        )
    against = [
        (_percent(point.token_change), translate("size_figures", "tokens")),
        (signed_number(point.parameter_change), translate("size_figures", "parameters")),
        (_percent(point.attention), translate("size_figures", "attention")),
        (_percent(point.output), translate("size_figures", "output work")),
    ]
    if unknown is not None:  # a word is a token at every size
        points = f"{100 * (unknown[0] - unknown[1]):+.1f}".replace("-", "−")
        against = [(points, translate("size_figures", "points of unknown words")), *against[1::2]]
    return here, against


def _words(point: SizePoint) -> Sequence[Figure]:
    """Words per token, where they are counted."""
    if point.words_per_token is None:
        return ()
    return [(f"{point.words_per_token:.2f}", translate("size_figures", "words per token"))]


def _percent(share: float, *, signed: bool = True) -> str:
    words = f"{abs(share):.1%}".replace("%", " %")
    return f"{'−' if round(share, 3) < 0 else '+'}{words}" if signed else words


def signed_number(value: float) -> str:
    """ "+0.77 M" """
    return f"{'−' if value < 0 else '+'}{short_number(abs(value))}"


class SizeFigures(Panel):
    """Two groups of figures, a button that makes the marked size the one to compare with, and the sentence."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__(appearance)
        look = appearance
        self.title = Label(look, role="caption", bold=True)
        self.other = Label(look, role="caption", bold=True)
        self.sentence = Label(look, role="body", wrap=True)
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.button = PushButton(look, self.tr("Compare with this size"))
        self.button.setToolTip(self.tr("Other sizes are then compared with the marked one"))
        self.languages = Label(look, role="caption", bold=True)
        self.languages.setText(self.tr("Premium over English"))
        self._here, self._against, self._premiums = _Figures(look), _Figures(look), _Figures(look)
        column = QVBoxLayout(self)
        spaced(column, look, (3, 3, 3, 3), 1.5)
        parts = (self.title, self._here, self.languages, self._premiums, self.other, self._against)
        for part in (*parts, self.button, self.sentence):
            column.addWidget(part)
        column.addStretch(1)

    def show_point(
        self,
        point: SizePoint,
        parameters: int,
        *,
        tied: bool,
        premiums: Sequence[tuple[float, str]] = (),
        unknown: Unknown | None = None,
    ) -> None:
        """The marked size; `premiums` are (premium, language) where they are what is looked at."""
        here, against = figures_of(point, parameters, tied=tied, unknown=unknown)
        self.title.setText(self.tr("At {:,} entries").format(point.size))
        self.other.setText(self.tr("Against {:,} entries").format(point.reference))
        self._here.show_figures(here)
        self._premiums.show_figures([(f"{value:.2f}", name) for value, name in premiums])
        for part in (self.languages, self._premiums):
            part.setVisible(bool(premiums))
        same = point.size == point.reference
        self._against.show_figures([] if same else against)
        self.button.setEnabled(not same)
        self.sentence.setText(size_sentence(point, unknown))

    def texts(self) -> list[str]:
        """All figures as they stand, for tests and for the clipboard."""
        return [*self._here.texts(), *self._premiums.texts(), *self._against.texts()]


class _Figures(Panel):
    """Rows of a bold number and what it counts."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__(appearance)
        self._rows: list[tuple[Label, Label]] = []
        self._grid = QGridLayout(self)
        self._grid.setColumnStretch(1, 1)
        appearance.changed.connect(self._dress_grid)
        self._dress_grid()

    def show_figures(self, figures: Sequence[Figure]) -> None:
        while len(self._rows) < len(figures):
            row = len(self._rows)
            number = Label(self._appearance, role="heading", bold=True)
            words = Label(self._appearance, second=True, wrap=True)
            number.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self._grid.addWidget(number, row, 0)
            self._grid.addWidget(words, row, 1)
            self._rows.append((number, words))
        for row, (number, words) in enumerate(self._rows):
            shown = row < len(figures)
            number.setVisible(shown)
            words.setVisible(shown)
            if shown:
                number.setText(figures[row][0])
                words.setText(figures[row][1])

    def texts(self) -> list[str]:
        return [f"{number.text()} {words.text()}" for number, words in self._rows if not number.isHidden()]

    def _dress_grid(self) -> None:
        metrics = self._appearance.metrics
        self._grid.setContentsMargins(0, 0, 0, metrics.units(2))
        self._grid.setHorizontalSpacing(metrics.units(2))
        self._grid.setVerticalSpacing(metrics.units(0.5))

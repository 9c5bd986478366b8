"""What an audit says in numbers: a fraction with its two sums, and names with values in columns."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLayout, QWidget

from app.look.theme import Appearance
from app.sentences import said
from app.widgets.basics.controls import Label, Line
from app.widgets.basics.sentence import Sentence
from engine.audit import Fact, Part

_MOST_COLUMNS = 3


class FactGrid(QWidget):
    """Names and values, in one column of pairs or in two."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._facts: tuple[Fact, ...] = ()
        self._columns = 1
        self._rows: list[tuple[Label, Sentence]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSizeConstraint(QLayout.SizeConstraint.SetDefaultConstraint)
        appearance.changed.connect(self._space)
        self._space()

    def show_facts(self, facts: tuple[Fact, ...], columns: int) -> None:
        while len(self._rows) < len(facts):
            name = Label(self._appearance, second=True)
            self._rows.append((name, Sentence(self._appearance, bold=True)))
        moved = (len(facts), columns) != (len(self._facts), self._columns)
        self._facts, self._columns = facts, columns
        for (name, value), fact in zip(self._rows, facts, strict=False):
            name.setText(said(fact.name))
            mark = {True: "✓ ", False: "", None: ""}[fact.good]
            value.say(mark + said(fact.text), {True: "good", False: "warning", None: "text"}[fact.good])
        if moved:
            self._place()

    def _place(self) -> None:
        count = len(self._facts)
        height = -(-count // self._columns)
        for number, (name, value) in enumerate(self._rows):
            self._grid.removeWidget(name)
            self._grid.removeWidget(value)
            name.setVisible(number < count)
            value.setVisible(number < count)
            if number < count:
                row, pair = number % height, number // height
                self._grid.addWidget(name, row, 2 * pair, Qt.AlignmentFlag.AlignTop)
                self._grid.addWidget(value, row, 2 * pair + 1, Qt.AlignmentFlag.AlignTop)
        for column in range(2 * _MOST_COLUMNS):
            self._grid.setColumnStretch(column, column % 2 if column < 2 * self._columns else 0)

    def _space(self) -> None:
        metrics = self._appearance.metrics
        self._grid.setHorizontalSpacing(metrics.units(4))
        self._grid.setVerticalSpacing(metrics.units(0.75))


class Fraction(QWidget):
    """A number over a number, with what each counts."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._numbers = [Label(appearance, role="token", bold=True) for _ in range(2)]
        self._words = [Label(appearance, second=True, wrap=True) for _ in range(2)]
        self._line = Line(appearance)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        for row, number, words in zip((0, 2), self._numbers, self._words, strict=True):
            number.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(number, row, 0)
            grid.addWidget(words, row, 1)
        grid.addWidget(self._line, 1, 0)
        grid.setColumnStretch(1, 1)

    def show_parts(self, numerator: Part | None, denominator: Part | None) -> None:
        for part, number, words in zip((numerator, denominator), self._numbers, self._words, strict=True):
            number.setText(part.number if part else "")
            words.setText(said(part.words) if part else "")
            for label in (number, words):
                label.setVisible(part is not None)
        self._line.setVisible(denominator is not None and numerator is not None)

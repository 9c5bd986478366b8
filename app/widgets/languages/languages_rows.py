"""LanguagesRows: what a comparison shows, as the rows, cells, bars and points that its views draw."""

from __future__ import annotations

from collections.abc import Sequence

from app.state.languages.comparison_grid import ComparisonGrid
from app.translation import translate
from app.widgets.languages.heat_scale import HeatScale, scale_for
from app.widgets.languages.heat_table import HeatCell, HeatRow, State
from app.widgets.languages.premium_bars import Bar
from app.widgets.languages.scatter_layout import Point, Strip
from engine.cells import Cell, Refusal
from engine.metrics import percent
from engine.round_trip import UNKNOWN_LIMIT


class LanguagesRows:
    """Asks the grid each time; the scale is that of the last `cells`, so that all views print numbers alike."""

    def __init__(self, grid: ComparisonGrid) -> None:
        self._grid = grid
        self.scale: HeatScale = scale_for("premium", [])
        self._sizes: dict[str, int] = {}
        self._values: dict[tuple[str, str], tuple[Cell | Refusal | None, float | None]] = {}
        self._heat: dict[tuple[str, str], tuple[Cell | Refusal | None, HeatCell]] = {}

    def columns(self) -> list[tuple[str, str]]:
        """(key, title) of the tokenizers."""
        return [(column.key, column.title) for column in self._grid.columns]

    def rows(self) -> list[HeatRow]:
        """The languages."""
        grid, names = self._grid, self._grid.names()
        languages = [grid.parallel.languages[code] for code in grid.languages]
        return [
            HeatRow(
                language.code,
                names[language.code],
                language.name,
                language.script,
                language.family,
                language.code in grid.pinned,
                grid.group_of(language.code),
            )
            for language in languages
        ]

    def cells(self) -> dict[tuple[str, str], HeatCell]:
        """By column key and language code.

        While many are counted this is asked once a frame, so what is known of a cell already is not made again.
        """
        grid, metric = self._grid, self._grid.metric
        if metric is not self.scale.metric:
            self._values = {}
        counted = {(key, code): grid.cell(key, code) for key, _ in self.columns() for code in grid.languages}
        values = {place: self._value(place, cell) for place, cell in counted.items()}
        scale = scale_for(metric, [value for value in values.values() if value is not None])
        if scale != self.scale:
            self.scale, self._heat = scale, {}
        return {place: self._heat_of(place, counted[place], value) for place, value in values.items()}

    def _value(self, place: tuple[str, str], cell: Cell | Refusal | None) -> float | None:
        known = self._values.get(place)
        if known is None or known[0] is not cell or cell is None:  # a run has values before its cells are counted
            known = self._values[place] = cell, self._grid.value(*place)
        return known[1]

    def _heat_of(self, place: tuple[str, str], cell: Cell | Refusal | None, value: float | None) -> HeatCell:
        known = self._heat.get(place)
        if known is None or known[0] is not cell or cell is None:
            known = self._heat[place] = cell, self._cell(place, value)
        return known[1]

    def _cell(self, place: tuple[str, str], value: float | None) -> HeatCell:
        if self._grid.refusal(*place):
            return HeatCell(State.REFUSED, translate("languages_rows", "cannot write"))
        if value is None:
            known = self._grid.is_known(*place)
            return HeatCell(State.UNDEFINED, "–") if known else HeatCell(State.WAITING, "...")
        if self._grid.doubt(*place):
            unknown = self._grid.unknown_share(*place)
            if unknown > UNKNOWN_LIMIT:
                return HeatCell(State.UNKNOWN_TEXT, translate("languages_rows", "{} unknown").format(percent(unknown)))
            return HeatCell(State.LOST_TEXT, translate("languages_rows", "letters lost"))
        return HeatCell(State.KNOWN, self.scale.text(value), value, self.scale.class_of(value))

    def bars(self, order: Sequence[str]) -> list[Bar]:
        """Of the selected tokenizer, for languages in this order; those without a fair number are left out."""
        names = self._grid.names()
        found = (self._bar(code, names[code]) for code in order if code in names)
        return [bar for bar in found if bar is not None]

    def _bar(self, code: str, name: str) -> Bar | None:
        key = self._grid.selected_tokenizer
        value = self._fair(key, code)
        if value is None:
            return None
        interval = self._grid.interval(key, code)
        low, high = (interval.low, interval.high) if interval is not None else (None, None)
        return Bar(code, name, value, self.scale.text(value), low, high)

    def strips(self, order: Sequence[str]) -> list[Strip]:
        """Each tokenizer at its size, with a point for each language that has a fair number."""
        names = self._grid.names()
        strips = []
        for key, title in self.columns():
            # A run's is not known while its timeline moves: it stays where it was.
            size = self._sizes[key] = self._grid.size_of(key) or self._sizes.get(key, 0)
            if not size:
                continue
            values = [(code, self._fair(key, code)) for code in order if code in names]
            points = [
                Point(code, names[code], value, self.scale.text(value)) for code, value in values if value is not None
            ]
            strips.append(Strip(key, title, size, tuple(points)))
        return strips

    def _fair(self, key: str, code: str) -> float | None:
        """The value, unless it would mislead."""
        value = self._grid.value(key, code)
        return None if value is None or self._grid.doubt(key, code) else value

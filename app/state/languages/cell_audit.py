"""CellAudit: what stands behind the selected cell of the comparison, and one unit of the text in both languages as tokens.

Encoding and the tokenizer's identity are made in the background; they are of the cell as it was when they were asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.state.languages.comparison_grid import ComparisonGrid
from app.state.languages.unit_words import place_of_unit
from app.state.one_job import OneJob
from engine import AnyTokenizer, Encoding
from engine.audit import Audit
from engine.cells import Refusal


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """A unit of the text in two languages, and who encodes it."""

    tokenizer: AnyTokenizer
    language: str
    reference: str
    unit: int
    texts: tuple[str, str]

    def is_same(self, other: _Place | None) -> bool:
        if other is None or self.tokenizer is not other.tokenizer or self.texts != other.texts:
            return False
        return (self.language, self.reference, self.unit) == (other.language, other.reference, other.unit)

    def encode(self) -> Iterator[tuple[Encoding, Encoding] | str]:
        """The tokens of both texts, then the tokenizer's identity."""
        ours, theirs = self.texts
        yield self.tokenizer.encode(ours), self.tokenizer.encode(theirs)
        yield self.tokenizer.identity


class CellAudit(QObject):
    """`changed` when anything of it did; it works only while it is `shown`."""

    changed = Signal()
    failed = Signal(object)

    def __init__(self, grid: ComparisonGrid, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._grid = grid
        self._shown = False
        self._unit = 0
        self._place: _Place | None = None
        self._encodings: tuple[Encoding, Encoding] | None = None
        self._identity: tuple[AnyTokenizer | None, str] = None, ""
        self._job = OneJob("audit", self)
        self._job.produced.connect(self._take)
        self._job.failed.connect(self.failed)
        for signal in (grid.selection_changed, grid.cells_changed, grid.run_changed):
            signal.connect(self._follow)

    # -- what it is --------------------------------------------------------------------------------------------------

    @property
    def shown(self) -> bool:
        return self._shown

    @property
    def audit(self) -> Audit | None:
        """Of the selected cell; None where none is selected, or it is not counted."""
        grid = self._grid
        if not grid.selected_language or not grid.selected_tokenizer:
            return None
        tokenizer = grid.tokenizer_of(grid.selected_tokenizer)
        identity = self._identity[1] if self._identity[0] is tokenizer else ""
        return grid.audit(grid.selected_tokenizer, grid.selected_language, identity)

    @property
    def tokenizer(self) -> AnyTokenizer | None:
        """Who made the tokens."""
        return self._place.tokenizer if self._place is not None else None

    @property
    def reference_tokens(self) -> Encoding | None:
        """The unit in the reference language; None where it is that language, or the texts are not parallel."""
        if self._encodings is None or self._place is None or self._place.language == self._place.reference:
            return None
        return self._encodings[1] if self._grid.parallel.is_parallel else None

    @property
    def tokens(self) -> Encoding | None:
        """The unit in the selected language."""
        return self._encodings[0] if self._encodings is not None else None

    @property
    def unit(self) -> int:
        """Number of the unit that is shown, from 0."""
        return self._unit

    @property
    def unit_count(self) -> int:
        language = self._grid.selected_language
        return len(self._grid.parallel.units(language)) if language else 0

    def unit_title(self, code: str) -> str:
        """ "Hindi, article 1"."""
        return f"{self._grid.parallel.languages[code].name}, {place_of_unit(self._grid.parallel.unit, self._unit + 1)}"

    @property
    def languages(self) -> tuple[str, str]:
        """Codes of the selected language and of the reference."""
        return self._grid.selected_language, self._grid.reference

    # -- changes -----------------------------------------------------------------------------------------------------

    def show(self, shown: bool) -> None:
        if shown != self._shown:
            self._shown = shown
            self._follow()

    def show_unit(self, unit: int) -> None:
        """Another unit of the text, from 0."""
        self._unit = max(0, min(unit, self.unit_count - 1))
        self._follow()

    def close(self) -> None:
        """Stop, and wait for the thread."""
        self._job.close()

    def _follow(self) -> None:
        if not self._shown:
            return
        place = self._wanted()
        if place is None or not place.is_same(self._place):
            self._job.drop()
            self._place, self._encodings = place, None
            if place is not None:
                self._job.begin(place.encode)
        self.changed.emit()

    def _wanted(self) -> _Place | None:
        """Nothing while the cell is not counted: the tokens would not be those of the number."""
        grid = self._grid
        key, code = grid.selected_tokenizer, grid.selected_language
        tokenizer = grid.tokenizer_of(key)
        cell = grid.cell(key, code) if code else None
        if cell is None or isinstance(cell, Refusal) or tokenizer is None:
            return None
        ours = grid.parallel.units(code)
        self._unit = min(self._unit, len(ours) - 1)
        theirs = grid.parallel.units(grid.reference)
        texts = ours[self._unit], theirs[self._unit] if self._unit < len(theirs) else ""
        return _Place(tokenizer, code, grid.reference, self._unit, texts)  # type: ignore[arg-type]

    def _take(self, values: list[object]) -> None:
        for value in values:
            if isinstance(value, str):
                self._identity = self.tokenizer, value
            else:
                self._encodings = value  # type: ignore[assignment]
        self.changed.emit()

"""By what the tokens of the playground are coloured: each by its own bytes, or by a class that the text's readers find."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from engine import AnyTokenizer, Encoding
from engine.parallel import ParallelText
from engine.reading.classes import (
    Classes,
    Classify,
    by_index,
    by_language,
    by_length,
    by_rank,
    by_script,
    known_lines,
)

COLOURINGS = ("id", "index", "rank", "length", "script", "language")
"""`id` is what every pane does: the same token has the same colour, and neighbours never share one."""
_SIMPLE: dict[str, Classify] = {"index": by_index, "rank": by_rank, "length": by_length, "script": by_script}


class TextColours(QObject):
    """`changed`: the tokens are to be coloured by something else."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._by = "id"
        self._parallel: ParallelText | None = None

    @property
    def by(self) -> str:
        """One of COLOURINGS."""
        return self._by

    def choose(self, by: str) -> None:
        if by != self._by:
            self._by = by
            self.changed.emit()

    def set_parallel(self, parallel: ParallelText) -> None:
        """The text whose lines have a known language."""
        self._parallel = parallel
        if self._by == "language":
            self.changed.emit()

    def classify(self) -> Classify | None:
        """What finds the classes; None where each token has its own colour."""
        if self._by == "language":
            return _Languages(self._parallel) if self._parallel is not None else None
        return _SIMPLE.get(self._by)


class _Languages:
    """Finds the language of lines; the table behind it is made when it is first needed, where it is needed."""

    def __init__(self, parallel: ParallelText) -> None:
        self._parallel = parallel
        self._classify: Classify | None = None

    def __call__(self, tokenizer: AnyTokenizer, encoding: Encoding) -> Classes:
        if self._classify is None:
            self._classify = by_language(known_lines(self._parallel), self._parallel.title)
        return self._classify(tokenizer, encoding)

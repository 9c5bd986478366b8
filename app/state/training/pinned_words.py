"""PinnedWords: the words that stay on stage because somebody typed or clicked them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QObject, Signal

from engine.recipe import Recipe
from engine.stage import cut_typed

FIRST_WORDS = (" Alice", " always", " curiouser", " Wonderland")
_BLANK = "\u2581"


class PinnedWords(QObject):
    """As they were typed, with the blank before them if there was one; each recipe makes its own words of them."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._typed: tuple[str, ...] = FIRST_WORDS

    @property
    def typed(self) -> tuple[str, ...]:
        return self._typed

    def cut(self, recipe: Recipe) -> tuple[bytes, ...]:
        """The words as this recipe's pipeline makes them."""
        return cut_typed(recipe, self._typed)

    def add(self, word: str) -> None:
        """A typed word comes last; one that was there moves to the end."""
        if word:
            self.show_only((*(other for other in self._typed if other != word), word))

    def pin(self, recipe: Recipe, word: bytes, wanted: bool) -> None:
        """Pin a word of the corpus as if it had been typed, or let go of it."""
        text = recipe.normalizer.restore(word.decode("utf-8", "replace"))
        if recipe.normalizer.marks_blanks and word.startswith(_BLANK.encode()):
            text = " " + text.lstrip(" ")
        kept = tuple(other for other in self._typed if word not in cut_typed(recipe, [other]))
        self.show_only((*kept, text) if wanted else kept)

    def show_only(self, typed: tuple[str, ...]) -> None:
        """These words and no others."""
        self._typed = typed
        self.changed.emit()

    def kept(self) -> dict[str, Any]:
        """What a session keeps."""
        return {"words": list(self._typed)}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """The words of a session; one of an older version has none of its own."""
        words = kept.get("words")
        self.show_only(tuple(map(str, words)) if isinstance(words, list) else FIRST_WORDS)

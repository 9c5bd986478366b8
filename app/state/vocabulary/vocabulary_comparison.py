"""VocabularyComparison: what the looked-at vocabulary has in common with another tokenizer's, found in the background."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.state.latest import Latest
from app.state.tokenizers.tokenizer_library import RUN, TokenizerLibrary
from engine import AnyTokenizer
from engine.vocabularies.vocabulary_compare import Overlap, overlap
from engine.vocabularies.vocabulary_survey import said_vocabulary
from engine.vocabulary import Vocabulary

_REST = 60
"""Milliseconds without another vocabulary: while the timeline plays, none of the run's is held against anything."""


class VocabularyComparison(QObject):
    """`changed`: another one is compared with, or the overlap is there; `failed(error)`."""

    changed = Signal()
    failed = Signal(object)

    def __init__(self, library: TokenizerLibrary, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._said: Vocabulary | None = None
        self._other = ""
        self._tokenizer: AnyTokenizer | None = None
        self._was_there = False
        self._shown, self._stale = True, False
        self._latest = Latest[Overlap]("vocabulary: overlap", _REST, self)
        self._latest.changed.connect(self.changed)
        self._latest.failed.connect(self.failed)
        library.changed.connect(self._on_library_changed)
        library.run_changed.connect(self._on_run_changed)

    @property
    def other(self) -> str:
        """Key of the tokenizer that is compared with, "" for none."""
        return self._other

    @property
    def found(self) -> Overlap | None:
        """None while it is not known."""
        return self._latest.value

    @property
    def running(self) -> bool:
        return self._latest.busy

    def choices(self) -> list[tuple[str, str]]:
        """(key, title) of the tokenizers that can be compared with."""
        library = self._library
        return [(row.key, library.title(row.key)) for row in library.entries if row.key != library.selected]

    def tokenizer(self) -> AnyTokenizer | None:
        """The other one, as it was when it was compared with; None while it is not loaded."""
        return self._tokenizer

    def set_shown(self, shown: bool) -> None:
        """While nobody sees it a run that moves on is not followed."""
        self._shown = shown
        if shown and self._stale:
            self._compare()

    def follow(self, said: Vocabulary | None) -> None:
        """Another vocabulary is looked at, given as what its tokens say; None while that is not known."""
        self._said = said
        if self._other:
            self.compare_with("" if self._other == self._library.selected else self._other)

    def compare_with(self, key: str) -> None:
        """Compare with another one; nothing comes of it before both are known."""
        self._other, self._was_there = key, self._library.entry(key) is not None
        self._compare()
        self.changed.emit()

    def close(self) -> None:
        """Let go of a job under way."""
        self._latest.set(None)

    def _compare(self) -> None:
        """With the other one as it is now."""
        self._stale = False
        self._tokenizer = self._library.tokenizer(self._other)
        said, other = self._said, self._tokenizer
        if said is None or other is None:
            self._latest.set(None)
        else:
            self._latest.ask(lambda: overlap(said, said_vocabulary(other)))

    def _on_library_changed(self) -> None:
        """One that has gone is let go of; one that a session names may still be on its way."""
        if not self._other:
            return
        if self._library.entry(self._other) is not None:
            self._was_there = True
            if self._library.tokenizer(self._other) is not self._tokenizer:
                self._compare()
        elif self._was_there:
            self.compare_with("")

    def _on_run_changed(self) -> None:
        if self._other != RUN:
            return
        if self._shown:
            self._compare()
        else:
            self._stale = True

"""VocabularyComparison: what the looked-at vocabulary has in common with another tokenizer's, found in the background."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, Signal

from app.state.tokenizers.tokenizer_library import TokenizerLibrary
from app.worker import Worker
from engine import AnyTokenizer
from engine.vocabularies.vocabulary_compare import Overlap, overlap
from engine.vocabularies.vocabulary_survey import said_vocabulary
from engine.vocabulary import Vocabulary


class VocabularyComparison(QObject):
    """`changed`: another one is compared with, or the overlap is there; `failed(error)`."""

    changed = Signal()
    failed = Signal(object)

    def __init__(self, library: TokenizerLibrary, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._said: Vocabulary | None = None
        self._other = ""
        self._found: Overlap | None = None
        self._worker: Worker | None = None
        library.changed.connect(self._on_library_changed)

    @property
    def other(self) -> str:
        """Key of the tokenizer that is compared with, "" for none."""
        return self._other

    @property
    def found(self) -> Overlap | None:
        """None while it is not known."""
        return self._found

    @property
    def running(self) -> bool:
        return self._worker is not None and self._worker.running

    def choices(self) -> list[tuple[str, str]]:
        """(key, title) of the tokenizers that can be compared with."""
        library = self._library
        return [(row.key, library.title(row.key)) for row in library.entries if row.key != library.selected]

    def tokenizer(self) -> AnyTokenizer | None:
        """The other one; None while it is not loaded."""
        return self._library.tokenizer(self._other)

    def follow(self, said: Vocabulary | None) -> None:
        """Another vocabulary is looked at, given as what its tokens say; None while that is not known."""
        self._said = said
        if self._other:
            self.compare_with("" if self._other == self._library.selected else self._other)

    def compare_with(self, key: str) -> None:
        """Compare with another one; nothing comes of it before both are known."""
        if self._worker is not None:
            self._worker.cancel()
        self._other, self._found = key, None
        said, other = self._said, self.tokenizer()
        if said is None or other is None:
            self.changed.emit()
            return

        def job() -> Iterator[Overlap]:
            yield overlap(said, said_vocabulary(other))

        self._worker = Worker(job, "vocabulary: overlap")
        self._worker.produced.connect(self._on_found)
        self._worker.failed.connect(self.failed)
        self._worker.start()

    def close(self) -> None:
        """End what runs and wait for its thread."""
        if self._worker is not None:
            self._worker.cancel()
            self._worker.wait()

    def _on_found(self, values: list[Overlap]) -> None:
        self._found = values[-1]
        self.changed.emit()

    def _on_library_changed(self) -> None:
        if self._other and self._library.entry(self._other) is None:
            self.compare_with("")
        elif self._other and self._found is None and not self.running and self.tokenizer() is not None:
            self.compare_with(self._other)  # it has been loaded now

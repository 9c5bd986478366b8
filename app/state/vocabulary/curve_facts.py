"""CurveFacts: what takes a while to find out beside a curve of sizes: how much of a language the vocabulary cannot write,
and how many words the corpus has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QObject, Signal

from app.worker import Job, Worker
from engine.corpora.corpus_words import corpus_words
from engine.history import TrainingHistory
from engine.model import WordCounts
from engine.parallel import udhr
from engine.tradeoffs import unknown_share


class CurveFacts(QObject):
    """`changed`: more is known, or what was asked for is done, so that something else can be asked for; `failed(error)`."""

    changed = Signal()
    failed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._unknown: tuple[TrainingHistory | None, dict[str, float]] = (None, {})
        self._words: tuple[WordCounts | None, float] = (None, 0.0)
        self._jobs: dict[str, Worker] = {}

    def unknown(self, history: TrainingHistory) -> dict[str, float]:
        """Language code -> the share of its characters that the vocabulary cannot write, of those that are known."""
        return self._unknown[1] if self._unknown[0] is history else {}

    def words(self, words: WordCounts | None) -> float | None:
        """Words of a corpus; None while they are not counted."""
        return self._words[1] if words is not None and self._words[0] is words else None

    def find_unknown(self, history: TrainingHistory, codes: Sequence[str]) -> None:
        """Find out the shares of these languages, for the vocabulary at the training's end; one after the other."""

        def job() -> Iterator[tuple[TrainingHistory, str, float]]:
            tokenizer = history.tokenizer_at(len(history))
            for code in codes:
                yield history, code, unknown_share(tokenizer, udhr().units(code))

        if set(codes) - self.unknown(history).keys():
            self._begin("unknown shares", job, self._on_unknown)

    def count_words(self, words: WordCounts) -> None:
        """Count the words of a corpus."""

        def job() -> Iterator[tuple[WordCounts, float]]:
            yield words, corpus_words(words)

        if self.words(words) is None:
            self._begin("words of the corpus", job, self._on_words)

    def _begin(self, name: str, job: Job, on_values: Callable[..., None]) -> None:
        """One job of a kind at a time: what is asked for meanwhile is asked for again at its end."""
        if name in self._jobs and self._jobs[name].running:
            return
        worker = self._jobs[name] = Worker(job, name)
        worker.produced.connect(on_values)
        worker.succeeded.connect(self.changed)
        worker.failed.connect(self.failed)
        worker.start()

    def _on_unknown(self, values: list[tuple[TrainingHistory, str, float]]) -> None:
        history = values[-1][0]
        self._unknown = history, self.unknown(history) | {code: share for _, code, share in values}
        self.changed.emit()

    def _on_words(self, values: list[tuple[WordCounts, float]]) -> None:
        self._words = values[-1]

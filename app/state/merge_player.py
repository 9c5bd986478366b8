"""MergePlayer: makes the merges of a published tokenizer play in the theatre, over the text of the Tokens pane."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from app.state.text.playground import Playground
from app.state.tokenizers.tokenizer_library import RUN, TokenizerLibrary
from app.state.training.playback import Playback
from app.state.training.training_run import TrainingRun
from app.worker import Worker
from engine.backends import AnyTokenizer
from engine.errors import EngineError
from engine.history import MergeListHistory
from engine.imported_merges import imported_history

_TYPING = 500
"""Milliseconds after the last change of the text until it is cut anew."""
_WHAT = "merges of"


class MergePlayer(QObject):
    """One at a time; `failed` says why a tokenizer has no merges to play."""

    failed = Signal(object)

    def __init__(
        self, run: TrainingRun, playback: Playback, tokenizers: TokenizerLibrary, playground: Playground
    ) -> None:
        super().__init__()
        self._run, self._playback, self._tokenizers, self._playground = run, playback, tokenizers, playground
        self._worker: Worker | None = None
        self._wanted: tuple[str, int] | None = None
        self._later = QTimer(self, singleShot=True, interval=_TYPING)
        self._later.timeout.connect(self._cut_anew)
        playground.text_changed.connect(self._on_text_changed)
        tokenizers.changed.connect(self._on_tokenizers_changed)
        run.running_changed.connect(self._on_running)
        run.history_replaced.connect(self._on_replaced)

    @property
    def played(self) -> str:
        """The key of the tokenizer whose merges are in the theatre; "" while it shows a training."""
        origin = self._run.origin
        if isinstance(self._run.history, MergeListHistory) and isinstance(origin, Mapping):
            return str(origin.get(_WHAT, ""))
        return ""

    def play(self, key: str, position: int = 0) -> None:
        """Play the merges of a tokenizer of the shelf from a position; one that is still being opened is waited for."""
        if key == RUN:
            self.failed.emit(
                EngineError(self.tr("This run plays already. Select a tokenizer in the shelf to play its merges."))
            )
            return
        tokenizer = self._tokenizers.tokenizer(key)
        if tokenizer is None:
            self._wanted = key, position
        else:
            self._begin(key, tokenizer, position)

    def close(self) -> None:
        """Drop what is being read, and what is waited for."""
        self._later.stop()
        self._wanted = None
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None

    def _begin(self, key: str, tokenizer: AnyTokenizer, position: int) -> None:
        self.close()
        text = self._playground.text
        self._worker = Worker(lambda: imported_history(tokenizer, text), "merges")
        self._worker.produced.connect(partial(self._on_produced, key, position))
        self._worker.failed.connect(self.failed)
        self._worker.start()

    def _on_produced(self, key: str, position: int, values: list[object]) -> None:
        history = values[-1]
        if isinstance(history, MergeListHistory):
            self._worker = None
            # A tokenizer that has been taken away meanwhile goes on playing under its name.
            title = self._tokenizers.title(key) or self._run.title
            self._run.play(history, title, {_WHAT: key}, anew=self.played != key)
            self._playback.seek(position)

    def _on_text_changed(self) -> None:
        if self.played:
            self._later.start()

    def _cut_anew(self) -> None:
        """The same merges over another text, at the same place."""
        history = self._run.history
        if isinstance(history, MergeListHistory):
            self._begin(self.played, history.tokenizer, self._playback.position)

    def _on_running(self, running: bool) -> None:
        """Whoever trains now wants no merges of a file any more."""
        if running:
            self.close()

    def _on_replaced(self) -> None:
        """Another run is in the theatre: merges that were asked for before must not take its place."""
        if not self.played:
            self.close()

    def _on_tokenizers_changed(self) -> None:
        if self._wanted is None:
            return
        tokenizer = self._tokenizers.tokenizer(self._wanted[0])
        if tokenizer is not None:
            self._begin(self._wanted[0], tokenizer, self._wanted[1])

"""MergePlayer: makes the merges of a published tokenizer play in the theatre, over the text of the Tokens pane."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from app.state.one_job import OneJob
from app.state.text.playground import Playground
from app.state.tokenizers.tokenizer_library import RUN, TokenizerLibrary
from app.state.training.playback import Playback
from app.state.training.training_run import TrainingRun
from engine.backends import AnyTokenizer
from engine.errors import EngineError
from engine.history import MergeListHistory
from engine.imported_merges import imported_history

_TYPING = 500
"""Milliseconds after the last change of the text until it is cut anew."""
_WHAT = "merges of"


@dataclass(frozen=True, slots=True)
class Place:
    """Where the timeline stands, and its bookmarks: (step, note)."""

    position: int = 0
    bookmarks: tuple[tuple[int, str], ...] = ()


class MergePlayer(QObject):
    """One at a time; `failed` says why a tokenizer has no merges to play."""

    failed = Signal(object)

    def __init__(
        self, run: TrainingRun, playback: Playback, tokenizers: TokenizerLibrary, playground: Playground
    ) -> None:
        super().__init__()
        self._run, self._playback, self._tokenizers, self._playground = run, playback, tokenizers, playground
        self._job = OneJob("merges", self)
        self._job.produced.connect(self._on_produced)
        self._job.failed.connect(self._on_failed)
        self._key = self._text = ""
        self._wanted: tuple[str, Place] | None = None
        self._coming: tuple[str, Place] | None = None
        self._later = QTimer(self, singleShot=True, interval=_TYPING)
        self._later.timeout.connect(self._cut_anew)
        playground.encoded.connect(self._on_encoded)
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

    @property
    def kept(self) -> tuple[str, Place] | None:
        """Whose merges play, or are about to, and where; None for none."""
        playback = self._playback
        if self._wanted or self._coming:
            return self._wanted or self._coming
        marks = tuple((mark, playback.note(mark)) for mark in playback.bookmarks)
        return (self.played, Place(playback.position, marks)) if self.played else None

    def play(self, key: str, place: Place | None = None) -> None:
        """Play the merges of a tokenizer of the shelf from a place on; one that is still being opened is waited for."""
        if key == RUN:
            self.failed.emit(
                EngineError(self.tr("This run plays already. Select a tokenizer in the shelf to play its merges."))
            )
            return
        tokenizer = self._tokenizers.tokenizer(key)
        if tokenizer is None:
            self._wanted = key, place or Place()
        else:
            self._begin(key, tokenizer, place or Place())

    def close(self) -> None:
        """Drop what is being read, and what is waited for."""
        self._later.stop()
        self._wanted = self._coming = None
        self._job.drop()

    def _begin(self, key: str, tokenizer: AnyTokenizer, place: Place | None) -> None:
        """Without a place they stay where the timeline is then."""
        self.close()
        self._key, self._coming = key, None if place is None else (key, place)
        self._text = text = self._playground.text
        self._job.begin(lambda: imported_history(tokenizer, text))

    def _on_produced(self, values: list[object]) -> None:
        history = values[-1]
        if isinstance(history, MergeListHistory):
            key, coming, self._coming = self._key, self._coming, None
            # A tokenizer that has been taken away meanwhile goes on playing under its name.
            title = self._tokenizers.title(key) or self._run.title
            self._run.play(history, title, {_WHAT: key}, anew=self.played != key)
            if coming is not None:
                self._playback.seek(coming[1].position)
                self._playback.set_bookmarks(coming[1].bookmarks)

    def _on_failed(self, error: BaseException) -> None:
        self._coming = None
        self.failed.emit(error)

    def _on_encoded(self) -> None:
        """The tokens are of another text, perhaps."""
        if self.played and self._playground.text != self._text:
            self._later.start()

    def _cut_anew(self) -> None:
        """The same merges over another text."""
        history = self._run.history
        if isinstance(history, MergeListHistory):
            self._begin(self.played, history.tokenizer, None)

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

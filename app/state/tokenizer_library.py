"""TokenizerLibrary: the tokenizers in the shelf - bundled ones, opened files, and this run at the timeline's step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.state.playback import Playback
from app.state.preparation import Preparation
from app.state.training_run import TrainingRun
from app.worker import Job, Worker
from engine.backends import AnyTokenizer
from engine.errors import EngineError
from engine.formats import load, save
from engine.pre_tokenizers import Pattern
from engine.presets import bundled, load_preset
from engine.tokenizer import PipelineTokenizer

RUN = "run"
"""The key of the run's own tokenizer."""
_WHILE_TRAINING = 150
"""Milliseconds between two tokenizers of a run that is still learning: each begins with new tables."""
_TITLES = {"gpt2": "GPT-2"}
_SIZES = {"gpt2": 50_257, "cl100k_base": 100_277, "o200k_base": 200_019}


@dataclass(frozen=True, slots=True)
class Entry:
    """A tokenizer in the shelf.  `tokenizer` is None until it has been loaded; `note` says how large it is."""

    key: str
    title: str
    note: str
    tokenizer: AnyTokenizer | None = None
    checked: bool = True


class TokenizerLibrary(QObject):
    """Checked ones are compared; the selected one is what the tokens pane shows.

    `changed`: entries came, went, were loaded, checked or renamed.  `run_changed`: the run's tokenizer is at another
    step.  `saved` carries the path that was written.
    """

    changed = Signal()
    selected_changed = Signal(str)
    run_changed = Signal()
    saved = Signal(object)
    failed = Signal(object)

    def __init__(self, preparation: Preparation, run: TrainingRun, playback: Playback) -> None:
        super().__init__()
        self._run = run
        self._playback = playback
        self._entries: tuple[Entry, ...] = tuple(
            Entry(name, _TITLES.get(name, name), f"{_SIZES[name]:,}") for name in bundled()
        )
        self._selected = self._entries[-1].key if self._entries else ""
        self._jobs: list[Worker] = []
        run.history_replaced.connect(self._on_history_replaced)
        playback.position_changed.connect(self._on_moved)
        run.finished.connect(lambda _reason: self._take_run())
        self._later = QTimer(self, singleShot=True, interval=_WHILE_TRAINING)
        self._later.timeout.connect(self._take_run)
        preparation.when_ready(self._load_bundled)

    @property
    def entries(self) -> tuple[Entry, ...]:
        return self._entries

    @property
    def checked(self) -> tuple[Entry, ...]:
        return tuple(entry for entry in self._entries if entry.checked)

    @property
    def selected(self) -> str:
        """Key of the selected entry."""
        return self._selected

    def entry(self, key: str) -> Entry | None:
        return next((entry for entry in self._entries if entry.key == key), None)

    def tokenizer(self, key: str) -> AnyTokenizer | None:
        """The tokenizer, the run's at the timeline's step; None while it is not loaded."""
        entry = self.entry(key)
        return entry.tokenizer if entry else None

    def title(self, key: str) -> str:
        """As it is called where its step matters: "Alice 1k, step 141"."""
        entry = self.entry(key)
        if entry is None:
            return ""
        return f"{entry.title}, step {self._playback.position:,}" if key == RUN else entry.title

    # -- edits -------------------------------------------------------------------------------------------------------

    def select(self, key: str) -> None:
        if key != self._selected and self.entry(key) is not None:
            self._selected = key
            self.selected_changed.emit(key)

    def set_checked(self, key: str, checked: bool) -> None:
        self._replace(key, checked=checked)

    def open(self, path: Path, pattern: Pattern | None = None) -> None:
        """Open a tokenizer file in the background; it is then selected."""
        self._begin(lambda: _opened(path, pattern), self._on_opened)

    def save(self, key: str, path: Path) -> None:
        """Write a tokenizer, the run's as it is at the timeline's step."""
        tokenizer = self.tokenizer(key)
        if tokenizer is None:
            self.failed.emit(EngineError("There is no tokenizer to save yet. Train one, or open a file."))
            return
        self._begin(lambda: _saved(tokenizer, path), lambda values: self.saved.emit(values[-1]))

    def remove(self, key: str) -> None:
        """Take an opened one away."""
        left = tuple(entry for entry in self._entries if entry.key != key)
        if len(left) == len(self._entries):
            return
        self._entries = left
        if self._selected == key and left:
            self.select(left[0].key)
        self.changed.emit()

    def _replace(self, key: str, **values: object) -> None:
        entries = tuple(
            replace(entry, **values) if entry.key == key else entry  # type: ignore[arg-type]
            for entry in self._entries
        )
        if entries != self._entries:
            self._entries = entries
            self.changed.emit()

    # -- the run -----------------------------------------------------------------------------------------------------

    def _on_history_replaced(self) -> None:
        """A new history: the run's entry stands first, and is what people want to see now."""
        title = self._run.title
        entry = Entry(RUN, title, "BPE, this run", checked=True)
        self._entries = (entry, *(other for other in self._entries if other.key != RUN))
        self.changed.emit()
        self.select(RUN)

    def _on_moved(self, _position: int) -> None:
        """While steps stream in, a new tokenizer each frame would cost more than it shows."""
        if not self._run.running:
            self._take_run()
        elif not self._later.isActive():
            self._later.start()

    def _take_run(self) -> None:
        history = self._run.history
        if not len(history) or self.entry(RUN) is None:
            return
        position = min(self._playback.position, len(history))
        entry = self.entry(RUN)
        assert entry is not None
        current = replace(entry, tokenizer=history.tokenizer_at(position))
        self._entries = tuple(current if other.key == RUN else other for other in self._entries)
        self.run_changed.emit()

    # -- jobs --------------------------------------------------------------------------------------------------------

    def _load_bundled(self) -> None:
        self._begin(_load_all, self._on_loaded)

    def _begin(self, job: Job, on_values: Callable[..., None]) -> None:
        worker = Worker(job, "tokenizers")
        self._jobs.append(worker)
        worker.produced.connect(on_values)
        worker.succeeded.connect(lambda: self._jobs.remove(worker))
        worker.failed.connect(lambda error: self._on_failed(worker, error))
        worker.start()

    def _on_failed(self, worker: Worker, error: BaseException) -> None:
        self._jobs.remove(worker)
        self.failed.emit(error)

    def _on_loaded(self, values: list[AnyTokenizer]) -> None:
        loaded = {tokenizer.name: tokenizer for tokenizer in values}
        self._entries = tuple(
            replace(entry, tokenizer=loaded[entry.key]) if entry.key in loaded else entry for entry in self._entries
        )
        self.changed.emit()
        if self._selected in loaded:
            self.selected_changed.emit(self._selected)

    def _on_opened(self, values: list[tuple[Path, AnyTokenizer]]) -> None:
        for path, tokenizer in values:
            key = str(path)
            size = f"{len(tokenizer.vocabulary):,}"
            entry = Entry(key, _file_title(path), size, tokenizer)
            self._entries = (*(other for other in self._entries if other.key != key), entry)
            self.changed.emit()
            self.select(key)
            if self._selected == key:
                self.selected_changed.emit(key)


def _load_all() -> Iterator[AnyTokenizer]:
    for name in bundled():
        tokenizer = load_preset(name)
        _make_tables(tokenizer)
        yield tokenizer


def _make_tables(tokenizer: AnyTokenizer) -> None:
    """Have everything made that a first text needs, compiled loops loaded too, so that the window need not wait for it."""
    tokenizer.encode("a")
    if isinstance(tokenizer, PipelineTokenizer):
        tokenizer.model.segment([b"a"])
    _ = tokenizer.vocabulary


def _opened(path: Path, pattern: Pattern | None) -> Iterator[tuple[Path, AnyTokenizer]]:
    tokenizer = load(path, pattern)
    _make_tables(tokenizer)
    yield path, tokenizer


def _saved(tokenizer: AnyTokenizer, path: Path) -> Iterator[Path]:
    save(tokenizer, path)
    yield path


def _file_title(path: Path) -> str:
    """Files are often called tokenizer.json: then the folder says which."""
    return path.parent.name or path.name if path.name == "tokenizer.json" else path.stem

"""TokenizerLibrary: the tokenizers in the shelf - bundled ones, opened files, and this run at the timeline's step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.sentences import said
from app.state.preparation import Preparation
from app.state.tokenizers.entries import Entry, bundled_entries, told_apart
from app.state.tokenizers.tokenizer_jobs import load_all, opened, published, published_names, saved, size_words
from app.state.training.playback import Playback
from app.state.training.run_record import algorithm_title
from app.state.training.training_run import TrainingRun
from app.worker import Job, Worker
from engine.backends import AnyTokenizer
from engine.errors import EngineError, FormatError, PatternNeededError
from engine.patterns import Pattern
from engine.presets import bundled

RUN = "run"
"""The key of the run's own tokenizer."""
_WHILE_TRAINING = 150
"""Milliseconds between two tokenizers of a run that is still learning: each begins with new tables."""


class TokenizerLibrary(QObject):
    """Checked ones are compared; the selected one is what the tokens pane shows.

    `changed`: entries came, went, were loaded, checked or renamed.  `run_changed`: the run's tokenizer is at another
    step.  `saved` carries the path that was written.  `pattern_needed` carries a path whose file does not say how text is
    cut, and the sentence that says so; `names_found` the names of published tokenizers that are on this computer.
    """

    changed = Signal()
    selected_changed = Signal(str)
    run_changed = Signal()
    saved = Signal(object)
    opened = Signal(object)
    pattern_needed = Signal(object, str)
    names_found = Signal(object)
    failed = Signal(object)

    def __init__(self, preparation: Preparation, run: TrainingRun, playback: Playback) -> None:
        super().__init__()
        self._run = run
        self._playback = playback
        self._entries: tuple[Entry, ...] = bundled_entries()
        self._selected = self._entries[-1].key if self._entries else ""
        self._jobs: list[Worker] = []
        self._opening: list[Worker] = []
        """Those of them that bring something into the shelf."""
        self._wanted = ""
        """The key that is selected as soon as it is there."""
        self._coming: dict[str, Entry] = {}
        """Those of a session that are still being opened."""
        self._order: tuple[str, ...] = ()
        self._is_behind = False
        """The run's tokenizer is that of an earlier position."""
        self._checks: dict[str, bool] = {}
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

    @property
    def kept(self) -> tuple[Entry, ...]:
        """What a session keeps: the entries, and those of one that was opened a moment ago and are still on their way."""
        return self._in_order((*self._entries, *self._coming.values()))

    @property
    def selected_then(self) -> str:
        """Key of the entry that is selected once those have come."""
        return self._wanted if self._wanted in self._coming else self._selected

    def entry(self, key: str) -> Entry | None:
        return next((entry for entry in self._entries if entry.key == key), None)

    def tokenizer(self, key: str) -> AnyTokenizer | None:
        """The tokenizer, the run's at the timeline's step; None while it is not loaded."""
        entry, history = self.entry(key), self._run.history
        is_there = entry is not None and history.start is not None
        if key == RUN and is_there and self._is_behind and not self._run.running:
            return history.tokenizer_at(min(self._playback.position, len(history)))
        return entry.tokenizer if entry else None

    def title(self, key: str) -> str:
        """As it is called where its step matters: "Alice 1k, step 141"."""
        entry = self.entry(key)
        if entry is None:
            return ""
        return self.tr("{}, step {:,}").format(entry.title, self._playback.position) if key == RUN else entry.title

    # -- edits -------------------------------------------------------------------------------------------------------

    def select(self, key: str) -> None:
        """What was to be selected when it comes is not wanted any more."""
        if key != self._selected:
            self._wanted = ""
            self._select(key)

    def _select(self, key: str) -> None:
        if key != self._selected and self.entry(key) is not None:
            self._selected = key
            self.selected_changed.emit(key)

    def set_checked(self, key: str, checked: bool) -> None:
        self._replace(key, checked=checked)

    def open(self, path: Path, pattern: Pattern | None = None) -> None:
        """Open a tokenizer file, or a folder of one, in the background; it is then selected."""
        path = path.absolute()
        self._wanted = str(path)
        self._open(path, pattern)

    def _open(self, path: Path, pattern: Pattern | None, identity: str = "") -> None:
        worker = self._begin(
            lambda: opened(path, pattern),
            lambda values: self._on_opened(values, identity),
            lambda error: self._on_not_opened(path, error),
        )
        self._opening.append(worker)

    def _open_published(self, name: str) -> None:
        worker = self._begin(
            lambda: published(name),
            lambda values: self._on_named(name, values),
            lambda error: self._on_not_named(name, error),
        )
        self._opening.append(worker)

    def open_named(self, name: str) -> None:
        """Take in a published tokenizer that an installed package or a cache brings; it is then selected."""
        if self.entry(name) is not None:
            self.select(name)
        else:
            self._wanted = name
            self._open_published(name)

    def find_names(self) -> None:
        """Look which published tokenizers are on this computer; `names_found` tells."""
        self._begin(published_names, lambda values: self.names_found.emit(values[-1]))

    def restore(self, kept: Sequence[Entry], selected: str) -> None:
        """The shelf of a session: what is kept of those that are here, and the others opened again.  What was being opened
        belongs to none of them."""
        for worker in self._opening:
            worker.cancel()
        self._opening.clear()
        checks = self._checks = {entry.key: entry.checked for entry in kept}
        named = {name: entry for name, entry in ((e.key, e) for e in self._entries) if name in bundled() or name == RUN}
        missing = (entry for entry in kept if entry.key not in named and entry.key != RUN)
        self._coming = {str(entry.path or entry.key): entry for entry in missing}
        self._order = tuple(checks)
        self._entries = self._in_order(
            tuple(replace(entry, checked=checks.get(key, True)) for key, entry in named.items())
        )
        self.changed.emit()
        self._wanted = selected
        for entry in self._coming.values():
            if entry.path is not None:
                self._open(entry.path, entry.pattern, entry.identity)
            else:
                self._open_published(entry.key)
        self._select(selected)
        if self.entry(self._selected) is None and self._entries:  # until the wanted one has come, if it ever does
            self._select(self._entries[0].key)

    def _in_order(self, entries: Sequence[Entry]) -> tuple[Entry, ...]:
        """The run's first, then those of the session in its order, whichever came first; then all others."""
        places = {key: place for place, key in enumerate(self._order)} | {RUN: -1}
        return tuple(sorted(entries, key=lambda entry: places.get(entry.key, len(places))))

    def save(self, key: str, path: Path, format: str | None = None) -> None:
        """Write a tokenizer, the run's as it is at the timeline's step, with where it comes from."""
        tokenizer, origin, history = self.tokenizer(key), None, self._run.history
        if key == RUN and (tokenizer is not None or len(history)):
            # While it learns, its entry may be that of an earlier step, or not be there yet.
            position = min(self._playback.position, len(history))
            tokenizer, origin = history.tokenizer_at(position), (history, self._run.origin, position)
        if tokenizer is None:
            self.failed.emit(EngineError(self.tr("There is no tokenizer to save yet. Train one, or open a file.")))
            return
        self._begin(lambda: saved(tokenizer, path, format, origin), lambda values: self.saved.emit(values[-1]))

    def remove(self, key: str) -> None:
        """Take an opened one away."""
        left = tuple(entry for entry in self._entries if entry.key != key)
        if len(left) == len(self._entries):
            return
        self._entries = told_apart(left)
        if self._selected == key and left:
            self._select(left[0].key)
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
        """A new history: the run's entry stands first, and is what people want to see now; without words there is no run."""
        if self._run.history.words is None:
            self.remove(RUN)
            return
        title = self._run.title
        kind = algorithm_title(self._run.history.recipe).removeprefix("Byte-level ")
        before = self.entry(RUN)
        checked = before is None or before.checked
        entry = Entry(RUN, title, self.tr("{}, this run").format(kind), checked=checked)
        self._entries = told_apart((entry, *(other for other in self._entries if other.key != RUN)))
        self.changed.emit()
        self._take_run()  # one that comes from a file, and has no steps that would move anything
        self._select(RUN)

    def _on_moved(self, _position: int) -> None:
        """While steps stream in, a new tokenizer each frame would cost more than it shows; in a drag it waits its turn."""
        self._is_behind = True
        if self._run.running:
            if not self._later.isActive():
                self._later.start()
        elif self._playback.hurries:
            self._playback.turns.ask(self._take_run)
        else:
            self._take_run()

    def _take_run(self) -> None:
        self._is_behind = False
        history = self._run.history
        if history.start is None or self.entry(RUN) is None:
            return
        position = min(self._playback.position, len(history))
        entry = self.entry(RUN)
        assert entry is not None
        current = replace(entry, tokenizer=history.tokenizer_at(position))
        self._entries = tuple(current if other.key == RUN else other for other in self._entries)
        self.run_changed.emit()

    # -- jobs --------------------------------------------------------------------------------------------------------

    def _load_bundled(self) -> None:
        self._begin(load_all, self._on_loaded)

    def _begin(
        self, job: Job, on_values: Callable[..., None], on_error: Callable[[BaseException], None] | None = None
    ) -> Worker:
        worker = Worker(job, "tokenizers")
        self._jobs.append(worker)
        worker.produced.connect(on_values)
        # No slot names the worker: it would hold itself, and what its job holds, for ever.
        worker.succeeded.connect(self._forget_ended)
        worker.failed.connect(lambda error: self._on_failed(error, on_error))
        worker.start()
        return worker

    def _forget_ended(self) -> None:
        self._jobs = [job for job in self._jobs if job.running]
        self._opening = [job for job in self._opening if job.running]

    def _on_failed(self, error: BaseException, on_error: Callable[[BaseException], None] | None) -> None:
        self._forget_ended()
        (on_error or self.failed.emit)(error)

    def _on_not_opened(self, path: Path, error: BaseException) -> None:
        self._coming.pop(str(path), None)
        if isinstance(error, PatternNeededError):
            self.pattern_needed.emit(path, said(error))
        else:
            self.failed.emit(error)

    def _on_loaded(self, values: list[AnyTokenizer]) -> None:
        loaded = {tokenizer.name: tokenizer for tokenizer in values}
        self._entries = tuple(
            replace(entry, tokenizer=loaded[entry.key]) if entry.key in loaded else entry for entry in self._entries
        )
        self.changed.emit()
        if self._selected in loaded:
            self.selected_changed.emit(self._selected)

    def _on_opened(self, values: list[Entry], identity: str) -> None:
        for entry in values:
            self._take_in(entry)
            if not identity:
                self.opened.emit(entry.path)
            if identity and entry.identity != identity:
                what = self.tr("{} has changed since the session was saved: it is another tokenizer now.").format(
                    entry.title
                )
                self.failed.emit(FormatError(what))

    def _on_named(self, name: str, values: list[AnyTokenizer]) -> None:
        for tokenizer in values:
            self._take_in(Entry(tokenizer.name, tokenizer.name, size_words(tokenizer), tokenizer), name)

    def _on_not_named(self, name: str, error: BaseException) -> None:
        self._coming.pop(name, None)
        self.failed.emit(error)

    def _take_in(self, entry: Entry, name: str = "") -> None:
        """Put it at the end, or where a session had it, and select it if it is wanted, under this name or its key."""
        entry = replace(entry, checked=self._checks.pop(entry.key, True))
        self._coming.pop(name or entry.key, None)
        others = (other for other in self._entries if other.key != entry.key)
        self._entries = self._in_order(told_apart((*others, entry)))
        self.changed.emit()
        if self._wanted in (name or entry.key, entry.key):
            self._wanted = ""
            if self._selected == entry.key:
                self.selected_changed.emit(entry.key)
            self._select(entry.key)

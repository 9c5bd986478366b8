"""ParallelTexts: the declaration and the user's own texts, kept apart; one of them is compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.sentences import said
from app.state.languages.comparison_grid import ComparisonGrid
from app.translation import translate
from app.worker import Worker
from engine.errors import CorpusError, EngineError
from engine.parallel import ParallelText, load_parallel, separate_texts, udhr


@dataclass(frozen=True, slots=True)
class KeptText:
    """A text of the user's as a session file names it: where it lies, how it was read, and the SHA-256 of its units."""

    path: str
    parallel: bool = True
    digest: str = ""

    @classmethod
    def of(cls, values: object) -> KeptText | None:
        """From the fields of a file; None where they make no sense."""
        if not isinstance(values, Mapping) or not isinstance(values.get("path"), str):
            return None
        return cls(values["path"], values.get("parallel") is not False, str(values.get("sha256", "")))

    def fields(self) -> dict[str, Any]:
        return {"path": self.path, "parallel": self.parallel, "sha256": self.digest}

    def load(self) -> ParallelText:
        return load_parallel(self.path) if self.parallel else separate_texts(Path(self.path))


@dataclass(frozen=True, slots=True, eq=False)
class _Read:
    """A text that was read; `refusal` says why not, or what has changed."""

    kept: KeptText
    text: ParallelText | None
    refusal: str = ""


class ParallelTexts(QObject):
    """`changed`: texts came, or another one is compared."""

    changed = Signal()
    failed = Signal(object)

    def __init__(self, grid: ComparisonGrid, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._grid = grid
        self._texts: tuple[ParallelText, ...] = (grid.parallel,)
        self._kept: dict[int, KeptText] = {}
        self._worker: Worker | None = None
        self._coming: Mapping[str, Any] = {}
        grid.parallel_changed.connect(self.changed)

    @property
    def texts(self) -> tuple[ParallelText, ...]:
        return self._texts

    @property
    def current(self) -> ParallelText:
        """The one that is compared."""
        return self._grid.parallel

    @property
    def busy(self) -> bool:
        """A text is being read."""
        return self._worker is not None

    def open(self, *paths: Path) -> None:
        """Read folders with a file for each language, or tables; the last of them is then compared."""
        self._read([KeptText(str(path.absolute())) for path in paths], self._take)

    def open_separate(self, folder: Path) -> None:
        """Read a folder whose files need not correspond line by line."""
        self._read([KeptText(str(folder.absolute()), parallel=False)], self._take)

    def choose(self, text: ParallelText) -> None:
        self._grid.set_parallel(text)

    def close(self) -> None:
        """Stop, and wait for the thread."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.cancel()
            worker.wait()

    @property
    def coming(self) -> Mapping[str, Any]:
        """The fields of a session whose texts are still being read; empty where none are."""
        return self._coming

    # -- a session ---------------------------------------------------------------------------------------------------

    def fields(self) -> dict[str, Any]:
        """What a session file keeps: where the user's texts lie, and which one is compared ("" = the declaration)."""
        own = [kept for text in self._texts if (kept := self._kept.get(id(text))) is not None]
        current = self._kept.get(id(self.current))
        return {"texts": [kept.fields() for kept in own], "text": current.fields() if current is not None else ""}

    def restore(self, fields: Mapping[str, Any], then: Callable[[], None]) -> None:
        """The texts of a session in the place of those that are open; `then` is called once they are read."""
        listed = fields.get("texts")
        kept = [text for values in (listed if isinstance(listed, list) else ()) if (text := KeptText.of(values))]
        wanted = KeptText.of(fields.get("text"))
        self._stop()  # what was being read belongs to the texts before
        self._texts, self._kept = (udhr(),), {}
        self._grid.set_parallel(udhr())
        self.changed.emit()
        if not kept:
            then()
            return

        def take(reads: list[_Read]) -> None:
            for read in reads:
                self._take_in(read)
                if read.text is not None and wanted is not None and _same(read.kept, wanted):
                    self._grid.set_parallel(read.text)
                if read.refusal:
                    self.failed.emit(CorpusError(read.refusal))

        self._read(kept, take, then)
        self._coming = fields

    # -- reading -----------------------------------------------------------------------------------------------------

    def _read(
        self,
        kept: Sequence[KeptText],
        take: Callable[[list[_Read]], None],
        then: Callable[[], None] = lambda: None,
    ) -> None:
        def end() -> None:
            self._worker, self._coming = None, {}
            self.changed.emit()
            then()

        self._stop()
        self._worker = Worker(lambda: _load(kept), "parallel text")
        self._worker.produced.connect(take)
        self._worker.succeeded.connect(end)
        self._worker.failed.connect(self._on_failed)
        self._worker.start()
        self.changed.emit()

    def _stop(self) -> None:
        self._coming = {}
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None

    def _take(self, reads: list[_Read]) -> None:
        """What the user has opened is compared."""
        for read in reads:
            if read.text is None:
                self.failed.emit(CorpusError(read.refusal))
            else:
                self._take_in(read)
                self._grid.set_parallel(read.text)

    def _take_in(self, read: _Read) -> None:
        """A text that was read again takes the place of its older self."""
        text = read.text
        if text is None:
            return
        same = [old for old in self._texts if id(old) in self._kept and _same(self._kept[id(old)], read.kept)]
        self._texts = (*(old for old in self._texts if old not in same), text)
        self._kept = {key: kept for key, kept in self._kept.items() if key not in map(id, same)}
        self._kept[id(text)] = read.kept

    def _on_failed(self, error: BaseException) -> None:
        self._worker, self._coming = None, {}
        self.changed.emit()
        self.failed.emit(error)


def _same(one: KeptText, other: KeptText) -> bool:
    return (one.path, one.parallel) == (other.path, other.parallel)


def _load(kept: Sequence[KeptText]) -> Iterator[_Read]:
    for wanted in kept:
        try:
            text = wanted.load()
        except EngineError as error:
            yield _Read(wanted, None, said(error))
            continue
        digest = text.digest
        changed = translate(
            "parallel_texts", "{} has changed since the session was saved; its numbers may be others now."
        ).format(text.title)
        known = KeptText(wanted.path, wanted.parallel, digest)
        yield _Read(known, text, changed if wanted.digest not in ("", digest) else "")

"""TradeoffView: the sizes that this run passed through, the model they are weighed against, and the marked size."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.state.training.training_run import TrainingRun
from app.state.vocabulary.curve_facts import CurveFacts
from app.worker import Worker
from engine.algorithms import algorithm_of
from engine.corpora.corpus_words import corpus_words
from engine.errors import OptionError
from engine.formats.files import write_atomically
from engine.history import AdditionHistory
from engine.round_trip import UNKNOWN_LIMIT
from engine.size_curve import Floats, SizeCurve, size_curve
from engine.tradeoffs import SizePoint, size_point, sizes_table

WIDTHS = (256, 512, 768, 1_024, 1_600, 2_048, 3_072, 4_096, 5_120, 8_192, 16_384)
"""Usual lengths of a model's vectors."""
MODELS = (124_000_000, 355_000_000, 1_300_000_000, 7_000_000_000, 13_000_000_000, 70_000_000_000)
"""Parameters of models of usual sizes."""
MEASURES = ("bytes_per_token", "words_per_token", "tokens", "premium", "next_gain", "attention", "output")
LANGUAGES = ("deu_1996", "rus", "hin", "cmn_hans", "arb", "tha")
REFERENCE = "eng"
_WHILE_TRAINING = 150
"""Milliseconds between two curves of a run that is still learning."""


class TradeoffView(QObject):
    """`changed`: another curve, or other options; `moved`: the marked size or the one that it is compared with."""

    changed = Signal()
    moved = Signal()
    exported = Signal(object)
    failed = Signal(object)

    def __init__(self, run: TrainingRun) -> None:
        super().__init__()
        self._run = run
        self._curve: SizeCurve | None = None
        self._width, self._tied, self._parameters = 768, True, MODELS[0]
        self._measure = MEASURES[0]
        self._languages: tuple[str, ...] = LANGUAGES
        self._size = self._reference = self._chosen = self._wanted = 0
        self._facts = CurveFacts()
        self._facts.changed.connect(self._on_facts)
        self._facts.failed.connect(self.failed)
        self._writer: Worker | None = None
        self._is_shown, self._is_stale = True, False
        self._later = QTimer(self, singleShot=True, interval=_WHILE_TRAINING)
        self._later.timeout.connect(self._take_curve)
        run.history_replaced.connect(self._on_replaced)
        run.advanced.connect(lambda _length: self._soon())
        run.finished.connect(lambda _reason: self._take_curve())

    # -- what it is --------------------------------------------------------------------------------------------------

    @property
    def curve(self) -> SizeCurve | None:
        """With the words of the corpus where they are counted, and the premiums of languages that this vocabulary can write."""
        if self._curve is None:
            return None
        history = self._run.history
        curve = replace(self._curve, words=self._facts.words(history.words))
        if self._writes_all:
            return curve
        known = self._facts.unknown(history)
        writable = {code: row for code, row in curve.premiums.items() if known.get(code, 1.0) <= UNKNOWN_LIMIT}
        return replace(curve, premiums=writable)

    @property
    def left_out(self) -> dict[str, float]:
        """Chosen languages of which too much is unknown to the vocabulary, with the share of their characters: tokens that
        stand for whatever they are make a text look cheap."""
        if self._curve is None or self._writes_all:
            return {}
        known = self._facts.unknown(self._run.history)
        return {code: known[code] for code in self._curve.premiums if known.get(code, 0) > UNKNOWN_LIMIT}

    @property
    def unknown_words(self) -> Floats | None:
        """Of a vocabulary of whole words: the share of the corpus's words that each size of the curve does not know.  There a
        word is a token at every size, so that nothing else of the text changes."""
        history, curve = self._run.history, self._curve
        if curve is None or not isinstance(history, AdditionHistory):
            return None
        return history.unknown_shares[curve.positions]

    @property
    def characters(self) -> int:
        """Of a vocabulary of characters alone, which has one size: how many they are; else 0."""
        history = self._run.history
        alone = history.stopped is not None and algorithm_of(history.recipe.trainer) == "char-level"
        return history.base if alone else 0

    @property
    def _writes_all(self) -> bool:
        return algorithm_of(self._run.history.recipe.trainer) == "byte-bpe"

    @property
    def title(self) -> str:
        return self._run.title

    @property
    def width(self) -> int:
        """d_model."""
        return self._width

    @property
    def tied(self) -> bool:
        return self._tied

    @property
    def parameters(self) -> int:
        """Of the model that the tables are a part of."""
        return self._parameters

    @property
    def measure(self) -> str:
        """Which curve is shown beside the parameters: one of MEASURES."""
        return self._measure

    @property
    def size(self) -> int:
        """The marked size."""
        return self._size

    @property
    def reference(self) -> int:
        """The size that it is compared with; the middle one until another is chosen."""
        return self._reference

    @property
    def languages(self) -> tuple[str, ...]:
        """Codes of the languages whose premiums are shown."""
        return self._languages

    def offered(self) -> tuple[str, ...]:
        """Codes of the languages that were counted beside this training."""
        probes = self._run.history.probes
        return tuple(code for code in probes.codes if code != REFERENCE) if probes is not None else ()

    def point(self) -> SizePoint | None:
        """The marked size, with all that it saves and costs."""
        curve = self.curve
        if curve is None:
            return None
        return size_point(curve, self._size, self._reference, self._width, self._parameters, tied=self._tied)

    # -- edits -------------------------------------------------------------------------------------------------------

    def set_width(self, width: int) -> None:
        self._width = width
        self.changed.emit()

    def set_tied(self, tied: bool) -> None:
        self._tied = tied
        self.changed.emit()

    def set_parameters(self, parameters: int) -> None:
        self._parameters = parameters
        self.changed.emit()

    def set_measure(self, measure: str) -> None:
        self._measure = measure
        self._ask_facts()
        self.changed.emit()

    def set_languages(self, codes: Sequence[str]) -> None:
        """Other languages for the premiums."""
        self._languages = tuple(codes)
        self._take_curve()

    def mark(self, size: int) -> None:
        """Mark a size; the nearest that the run passed through is taken."""
        if self._curve is None:
            return
        size = self._near(size)
        if size != self._size:
            self._size = size
            self.moved.emit()

    def compare_with_marked(self) -> None:
        """From now on other sizes are compared with the marked one."""
        self._reference = self._chosen = self._size
        self.moved.emit()

    def can_export(self) -> bool:
        """Whether there are sizes, those of a curve that nobody has looked at too; where there are none `failed` says so."""
        if self._is_stale:
            self._make_curve()
        if self._curve is None:
            self.failed.emit(OptionError(self.tr("There are no sizes to export yet: they come from a training.")))
        return self._curve is not None

    def export_csv(self, path: Path) -> None:
        """Write all sizes as a table."""
        if not self.can_export():
            return
        curve, words = self.curve, self._run.history.words
        assert curve is not None
        assert words is not None
        width, tied, parameters = self._width, self._tied, self._parameters

        def job() -> Iterator[Path]:
            whole = replace(curve, words=corpus_words(words)) if curve.words is None else curve
            table = sizes_table(whole, width, tied=tied, parameters=parameters)
            write_atomically(path, table.csv().encode())
            yield path

        self._writer = Worker(job, "export sizes")
        self._writer.produced.connect(lambda values: self.exported.emit(values[-1]))
        self._writer.failed.connect(self.failed)
        self._writer.start()

    # -- a session ---------------------------------------------------------------------------------------------------

    def kept(self) -> dict[str, Any]:
        """What a session keeps: the options, and both sizes where somebody has chosen them."""
        at_end = self._curve is None or self._size == int(self._curve.sizes[-1])
        return {
            "width": self._width,
            "tied": self._tied,
            "parameters": self._parameters,
            "measure": self._measure,
            "languages": list(self._languages),
            "size": self._wanted or (0 if at_end else self._size),
            "reference": self._chosen,
        }

    def restore(self, kept: Mapping[str, Any]) -> None:
        """As a session has kept it; what is missing or of another kind is as at the start."""

        def number(name: str, usual: int) -> int:
            value = kept.get(name)
            return value if isinstance(value, int) and value > 0 else usual

        self._width, self._parameters = number("width", 768), number("parameters", MODELS[0])
        self._tied = bool(kept.get("tied", True))
        measure, languages = kept.get("measure"), kept.get("languages")
        self._measure = measure if measure in MEASURES else MEASURES[0]
        self._languages = tuple(map(str, languages)) if isinstance(languages, list) else LANGUAGES
        self._wanted, self._chosen = number("size", 0), number("reference", 0)
        self._take_curve()

    # -- the run -----------------------------------------------------------------------------------------------------

    def _on_replaced(self) -> None:
        self._curve = None
        self._size = self._reference = self._chosen = self._wanted = 0
        self._soon()

    def _soon(self) -> None:
        if not self._later.isActive():
            self._later.start()

    def set_shown(self, shown: bool) -> None:
        """Whether anybody looks: a curve that nobody sees is made when it is looked at."""
        self._is_shown = shown
        if shown and self._is_stale:
            self._take_curve()

    def _take_curve(self) -> None:
        """The curve as it is now; the mark keeps its place, and stands at the end where nobody has moved it."""
        self._is_stale = not self._is_shown
        if self._is_shown:
            self._make_curve()

    def _make_curve(self) -> None:
        self._is_stale = False
        before = self._curve
        at_end = before is None or not self._size or self._size == int(before.sizes[-1])
        self._curve = size_curve(self._run.history, self._languages, REFERENCE)
        self._ask_facts()
        if self._curve is not None:
            last = int(self._curve.sizes[-1])
            wanted, self._wanted = self._wanted, 0
            self._size = self._near(wanted) if wanted else last if at_end else self._near(self._size)
            middle = (int(self._curve.sizes[0]) + last) // 2
            self._reference = self._near(self._chosen or middle)
        self.changed.emit()

    def _ask_facts(self) -> None:
        """What the chosen measure needs beside the curve, found out in the background."""
        curve, history = self._curve, self._run.history
        if curve is None:
            return
        if self._measure == "words_per_token" and history.words is not None:
            self._facts.count_words(history.words)
        elif self._measure == "premium" and not self._writes_all and not self._run.running:
            self._facts.find_unknown(history, tuple(curve.premiums))

    def _on_facts(self) -> None:
        self._ask_facts()  # something else may have been chosen meanwhile
        self.changed.emit()

    def _near(self, size: int) -> int:
        curve = self._curve
        assert curve is not None
        return int(curve.sizes[curve.row_of(size)])

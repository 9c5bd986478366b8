"""GridChoice: how a comparison is looked at - which text, languages and measure, what is pinned, grouped and selected."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from app.state.languages.comparison_columns import MEASURES, NEED_PARALLEL, in_words
from app.state.languages.language_names import first_view, short_names
from app.state.languages.page_terms import PageTerms
from app.state.languages.unit_words import count_of_units
from app.translation import translate
from engine.language_groups import GROUPINGS, Group
from engine.metrics import Metric
from engine.parallel import ParallelText


class GridChoice(QObject):
    """`cells_changed`: something else is looked at; `selection_changed`: another cell; `parallel_changed`: another text."""

    cells_changed = Signal()
    selection_changed = Signal()
    parallel_changed = Signal()

    def __init__(self, parallel: ParallelText, terms: PageTerms | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.terms = terms or PageTerms(parent=self)
        self.terms.changed.connect(self._on_terms_changed)
        self._measure = "premium"
        self._grouping = ""
        self._selected = ("", "")
        self._take_text(parallel)

    def _take_text(self, parallel: ParallelText) -> None:
        """Another text: what was chosen of the one before is gone."""
        self._parallel = parallel
        self._measures: dict[str, Metric] | None = None
        self._pinned: tuple[str, ...] = ()
        self._selected = (self._selected[0], "")
        self._languages, self._reference = first_view(parallel)
        if self._measure not in self.measures:
            self._measure = "bytes_per_token"

    # -- what it is --------------------------------------------------------------------------------------------------

    @property
    def parallel(self) -> ParallelText:
        return self._parallel

    @property
    def languages(self) -> tuple[str, ...]:
        """Codes of the languages that are shown."""
        return self._languages

    @property
    def reference(self) -> str:
        """Code of the language that premiums compare with."""
        return self._reference

    @property
    def measure(self) -> str:
        """Name of one of `measures`."""
        return self._measure

    @property
    def metric(self) -> Metric:
        """What it is, with the window or the price that it is computed for."""
        return self.measures[self._measure]

    @property
    def measures(self) -> dict[str, Metric]:
        """Those that this text allows, by name."""
        if self._measures is None:
            first = {name: MEASURES[name] for name in ("premium", "tokens", "page_tokens")}
            every = first | self.terms.metrics() | MEASURES
            parallel = self._parallel.is_parallel
            self._measures = {name: in_words(m) for name, m in every.items() if parallel or name not in NEED_PARALLEL}
        return self._measures

    @property
    def pinned(self) -> tuple[str, ...]:
        """Codes of languages that stay on top, whatever the order."""
        return self._pinned

    @property
    def grouping(self) -> str:
        """What the languages are grouped by: one of GROUPINGS, or ""."""
        return self._grouping

    def group_of(self, code: str) -> Group | None:
        """Of a language; None where they are not grouped."""
        language = self._parallel.languages[code]
        if not self._grouping:
            return None
        place, title = GROUPINGS[self._grouping].group_of(language)
        return place, translate("engine", title)

    @property
    def wanted_tokenizer(self) -> str:
        """Key that was selected last, whether it has a column or not."""
        return self._selected[0]

    @property
    def selected_language(self) -> str:
        """Code of a language that is shown, or ""."""
        return self._selected[1] if self._selected[1] in self._languages else ""

    def names(self) -> dict[str, str]:
        """Short names of the shown languages by code."""
        return short_names([self._parallel.languages[code] for code in self._languages])

    @property
    def unit_count(self) -> str:
        """ "30 articles"."""
        count = len(self._parallel.units(self._reference))
        return count_of_units(self._parallel.unit, count)

    # -- changes -----------------------------------------------------------------------------------------------------

    def set_pinned(self, code: str, pinned: bool) -> None:
        """Keep a language on top, or let it go."""
        left = tuple(other for other in self._pinned if other != code)
        codes = (*left, code) if pinned else left
        if codes != self._pinned:
            self._pinned = codes
            self.cells_changed.emit()

    def set_grouping(self, name: str) -> None:
        """Group the languages by one of GROUPINGS; "" for none."""
        if name != self._grouping and (not name or name in GROUPINGS):
            self._grouping = name
            self.cells_changed.emit()

    def set_languages(self, codes: Sequence[str]) -> None:
        """Which languages are shown; an empty choice shows the reference alone."""
        languages = self._parallel.select(list(codes) or [self._reference])
        if languages != self._languages:
            self._languages = languages
            self._changed()

    def set_reference(self, code: str) -> None:
        self._parallel.units(code)
        if code != self._reference:
            self._reference = code
            self._changed()

    def set_measure(self, name: str) -> None:
        if name in self.measures and name != self._measure:
            self._measure = name
            self.cells_changed.emit()

    def select(self, tokenizer: str = "", language: str = "") -> None:
        """The column that the bars show, and the row that is lit; "" keeps what is selected."""
        selected = (tokenizer or self._selected[0], language or self._selected[1])
        if selected != self._selected:
            self._selected = selected
            self.selection_changed.emit()

    def _changed(self) -> None:
        """Other cells are needed."""
        self.cells_changed.emit()

    def _on_terms_changed(self) -> None:
        self._measures = None
        if self._measure in self.terms.metrics():
            self.cells_changed.emit()

"""The panes in their docks: which state each of them shows, and when it is made.

A pane that stands behind another's tab at first is made when it is first looked at: a start would take an eighth longer
with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDockWidget, QWidget

from app.look.theme import Appearance
from app.pane_rows import PANES, PaneRow
from app.panes.corpus_pane import CorpusPane
from app.panes.languages_pane import LanguagesPane
from app.panes.tokens_pane import TokensPane
from app.panes.training_pane import TrainingPane
from app.session import Session
from app.translation import translate
from app.widgets.basics.controls import Panel
from app.widgets.window.dock_title import DockTitle

if TYPE_CHECKING:
    from app.panes.tradeoffs_pane import TradeoffsPane
    from app.panes.vocabulary_pane import VocabularyPane


class WindowPanes(QObject):
    """A table of the panes by their names, and `docks` of what they stand in.  `failed` and `exported` say what has become
    of a wish in any of them; `maximise_asked` carries the name of one."""

    failed = Signal(object)
    exported = Signal(object)
    maximise_asked = Signal(str)

    def __init__(self, session: Session, appearance: Appearance, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._appearance = appearance
        self.corpus = CorpusPane(session.corpus, appearance)
        self.theatre = TrainingPane(
            session.run, session.playback, session.settings, appearance, session.corpus, session.rebalancing
        )
        self.tokens = TokensPane(session.playground, appearance)
        self.languages = LanguagesPane(
            session.grid, appearance, session.audit, session.parallel_texts, session.grid_memory
        )
        self._made: dict[str, QWidget] = {
            "corpus": self.corpus,
            "theatre": self.theatre,
            "tokens": self.tokens,
            "languages": self.languages,
        }
        self._makers: dict[str, Callable[[], QWidget]] = {
            "vocabulary": self._make_vocabulary,
            "tradeoffs": self._make_tradeoffs,
        }
        for state in (session.vocabulary, session.tradeoffs):
            state.set_shown(False)  # nothing is worked out for a pane that is not there
        self.docks = {row.name: self._dock(row) for row in PANES}
        for pane in (self.theatre, self.tokens, self.languages):
            pane.failed.connect(self.failed)

    # -- by name -----------------------------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[str]:
        return iter(self.docks)

    def __getitem__(self, name: str) -> QWidget:
        """The pane; one that nobody has looked at is made now."""
        if name not in self._made:
            pane = self._made[name] = self._makers[name]()
            self._put_in(self.docks[name], pane)
        return self._made[name]

    def items(self) -> Iterator[tuple[str, QWidget]]:
        """All of them, made."""
        return ((name, self[name]) for name in self)

    @property
    def vocabulary(self) -> VocabularyPane:
        return cast("VocabularyPane", self["vocabulary"])

    @property
    def tradeoffs(self) -> TradeoffsPane:
        return cast("TradeoffsPane", self["tradeoffs"])

    # -- docks -------------------------------------------------------------------------------------------------------

    def _dock(self, row: PaneRow) -> QDockWidget:
        title = translate("panes", row.title)
        dock = QDockWidget(title)
        dock.setObjectName(row.name)
        head = DockTitle(self._appearance, dock, row.icon, title)
        head.maximise_asked.connect(partial(self.maximise_asked.emit, row.name))
        dock.setTitleBarWidget(head)
        if row.name in self._made:
            self._put_in(dock, self._made[row.name])
        else:
            dock.setWidget(Panel(self._appearance))
            # Qt calls a pane that stands behind another's tab visible; its dock knows better.
            dock.visibilityChanged.connect(partial(self._on_seen, row.name))
            dock.topLevelChanged.connect(partial(self._on_detached, row.name))
        return dock

    def _put_in(self, dock: QDockWidget, pane: QWidget) -> None:
        before = dock.widget()
        pane.setAccessibleName(dock.windowTitle())
        dock.setWidget(pane)
        if before is not None:
            before.deleteLater()

    def _on_seen(self, name: str, seen: bool) -> None:
        if seen or name in self._made:
            pane = self[name]
            cast("VocabularyPane | TradeoffsPane", pane).set_shown(seen)

    def _on_detached(self, name: str, detached: bool) -> None:
        """A window of its own has no tab before it."""
        if detached:
            self[name]

    # -- panes that are made late: what they are made of is read in late as well ---------------------------------------

    def _make_vocabulary(self) -> QWidget:
        from app.panes.vocabulary_pane import VocabularyPane

        pane = VocabularyPane(self._session.vocabulary, self._appearance)
        pane.failed.connect(self.failed)
        return pane

    def _make_tradeoffs(self) -> QWidget:
        from app.panes.tradeoffs_pane import TradeoffsPane

        pane = TradeoffsPane(self._session.tradeoffs, self._session.cuts, self._appearance)
        pane.failed.connect(self.failed)
        pane.exported.connect(self.exported)
        return pane

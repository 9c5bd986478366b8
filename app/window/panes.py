"""The panes in their docks: which state each of them shows, and when it is made.

A pane that stands behind another's tab at first is made when it is first looked at: a start would take an eighth longer
with them.  It is read in, made and put into its dock in turns of their own, and an empty panel stands there until then.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import partial
from typing import TYPE_CHECKING, Protocol, cast, runtime_checkable

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QDockWidget, QWidget

from app.look.theme import Appearance
from app.pane_rows import PANES, PaneRow
from app.panes.corpus_pane import CorpusPane
from app.panes.languages_pane import LanguagesPane
from app.panes.tokens_pane import TokensPane
from app.panes.training_pane import TrainingPane
from app.session import Session
from app.translation import translate
from app.turn_by_turn import Steps, TurnByTurn
from app.widgets.basics.controls import Panel
from app.widgets.window.dock_title import DockTitle

if TYPE_CHECKING:
    from app.panes.tradeoffs_pane import TradeoffsPane
    from app.panes.vocabulary_pane import VocabularyPane


@runtime_checkable
class Resting(Protocol):
    """A pane that does nothing while nobody sees it, and makes up for it then."""

    def set_shown(self, shown: bool) -> None: ...


class WindowPanes(QObject):
    """A table of the panes by their names, and `docks` of what they stand in.  `failed` and `exported` say what has become
    of a wish in any of them; `maximise_asked` carries the name of one, `keyboard_wanted` that of one to which somebody gave
    the keyboard before it was made."""

    failed = Signal(object)
    exported = Signal(object)
    maximise_asked = Signal(str)
    keyboard_wanted = Signal(str)

    def __init__(self, session: Session, appearance: Appearance, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._appearance = appearance
        self.corpus = CorpusPane(session.corpus, appearance)
        run, corpus = session.run, session.corpus
        self.theatre = TrainingPane(
            run, session.playback, session.settings, appearance, corpus, session.rebalancing, session.words
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
        self._makers: dict[str, Callable[[], Generator[None, None, QWidget]]] = {
            "vocabulary": self._make_vocabulary,
            "tradeoffs": self._make_tradeoffs,
        }
        self._wanted: dict[str, None] = {}
        self._making = TurnByTurn(self)
        self._making.ended.connect(self._make)
        self._seen: dict[str, bool] = {}
        self._looks = QTimer(self, singleShot=True, interval=0)
        self._looks.timeout.connect(self._on_looks)
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
            self._want(name)
            self._making.finish()
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
            self._put_in(dock, self._new_panel())
        # Qt calls a pane that stands behind another's tab visible; its dock knows better.
        dock.visibilityChanged.connect(partial(self._note_look, row.name))
        dock.topLevelChanged.connect(partial(self._note_detached, row.name))
        return dock

    def _new_panel(self) -> Panel:
        """What stands in a dock until its pane is made; it can have the keyboard, so that the pane gets it then."""
        panel = Panel(self._appearance)
        panel.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return panel

    def _put_in(self, dock: QDockWidget, pane: QWidget) -> bool:
        """Whether what stood there before had the keyboard."""
        before = dock.widget()
        pane.setAccessibleName(dock.windowTitle())
        had_keyboard = before is not None and before.hasFocus()
        dock.setWidget(pane)
        if before is not None:
            before.deleteLater()
        return had_keyboard

    # -- who looks at what -------------------------------------------------------------------------------------------

    def _note_look(self, name: str, seen: bool) -> None:
        """Nothing more is done in here: Qt tells of it while it lays out docks, and an error would end the process."""
        self._seen[name] = seen
        self._looks.start()

    def _note_detached(self, name: str, detached: bool) -> None:
        """A window of its own has no tab before it."""
        if detached:
            self._note_look(name, True)

    def _on_looks(self) -> None:
        for name, seen in tuple(self._seen.items()):
            if name in self._made:
                self._tell(name)
            elif seen:
                self._want(name)
            else:
                self._wanted.pop(name, None)

    def _tell(self, name: str) -> None:
        """A pane whether it is seen, as far as its dock has said so; on a stage it is though its dock is not."""
        pane = self._made[name]
        if name in self._seen and isinstance(pane, Resting):
            pane.set_shown(self._seen[name] or not pane.visibleRegion().isEmpty())

    def _want(self, name: str) -> None:
        """Make a pane, in turns."""
        self._wanted[name] = None
        self._make()

    def _make(self) -> None:
        if self._wanted and not self._making.active:
            self._making.begin(self._steps())

    def _steps(self) -> Steps:
        while self._wanted:
            name = next(iter(self._wanted))
            try:
                pane = yield from self._makers[name]()
                yield
            finally:
                self._wanted.pop(name, None)  # where it cannot be made, the next look tries again
            self._made[name] = pane
            had_keyboard = self._put_in(self.docks[name], pane)
            self._tell(name)
            yield
            if had_keyboard:
                self.keyboard_wanted.emit(name)
                yield

    # -- panes that are made late: what they are made of is read in late as well ---------------------------------------

    def _make_vocabulary(self) -> Generator[None, None, QWidget]:
        from app.panes.vocabulary_pane import VocabularyPane

        yield
        pane = VocabularyPane(self._session.vocabulary, self._appearance)
        pane.failed.connect(self.failed)
        return pane

    def _make_tradeoffs(self) -> Generator[None, None, QWidget]:
        from app.panes.tradeoffs_pane import TradeoffsPane

        yield
        pane = TradeoffsPane(self._session.tradeoffs, self._session.cuts, self._appearance)
        pane.failed.connect(self.failed)
        pane.exported.connect(self.exported)
        return pane

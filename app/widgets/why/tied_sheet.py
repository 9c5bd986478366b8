"""TiedSheet: the whole tied set of a step, counted when somebody asks and shown in a sheet over the reasons."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.look.theme import Appearance
from app.state.training.tied_set import TiedSet
from app.translation import translate
from app.widgets.why.tied_list import TiedList
from engine.history import History
from engine.tie_rules import TIE_RULES


class TiedSheet(QObject):
    """The question and its answer: `tied` counts, `list` shows."""

    def __init__(self, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent)
        self._theatre = parent
        self.tied = TiedSet(self)
        self.list = TiedList(appearance, parent)
        self._history: History | None = None
        self.tied.changed.connect(self._show)

    def ask(self, history: History, step: int, over: QWidget) -> None:
        """Count the pairs that tied at a step, and show them over a part of the theatre."""
        self._history = history
        self.tied.ask(history, step)
        self.list.show_counting(step)
        corner = over.mapTo(self._theatre, over.rect().topRight())
        self.list.open_at(corner.x(), corner.y(), over.height())

    def close(self) -> None:
        """Another run: what was asked is of no use any more."""
        self.tied.close()
        self.list.hide()
        self._history = None

    def _show(self) -> None:
        history, step = self._history, self.tied.step
        if history is None or not 1 <= step <= len(history):
            return
        row = history.row(step)
        rules: dict[tuple[int, int], list[str]] = {}
        for name, choice in row.choices.items():
            rules.setdefault(choice.ids, []).append(translate("engine", TIE_RULES[name].title))
        named = {ids: ", ".join(titles) for ids, titles in rules.items()}
        self.list.show_pairs(step, self.tied.pairs, named, row.ids)

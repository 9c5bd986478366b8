"""The strip of a prepared show: which scene it is, what the speaker noted, and the keys on and back."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QSizePolicy

from app.look.theme import Appearance
from app.state.prepared_show import PreparedShow
from app.widgets.basics.controls import Label, Panel, ToolButton, spaced


class ShowStrip(Panel):
    """Below the panes, on the stage too, while a scene is shown."""

    def __init__(self, show: PreparedShow, appearance: Appearance) -> None:
        super().__init__(appearance)
        self._show = show
        self._number = Label(appearance, bold=True)
        self._note = Label(appearance, wrap=True)
        self._note.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.back = ToolButton(appearance, "step-back", tip=self.tr("Previous scene (Shift+F8)"), plain=True)
        self.on = ToolButton(appearance, "step-forward", tip=self.tr("Next scene (F8)"), plain=True)
        self.end = ToolButton(appearance, "close", tip=self.tr("End the show; its scenes are kept"), plain=True)
        row = QHBoxLayout(self)
        row.addWidget(self._number)
        row.addWidget(self._note, 1)
        for button in (self.back, self.on, self.end):
            row.addWidget(button)
        spaced(row, appearance, (4, 1.5, 3, 1.5), 3)
        self.setAccessibleName(self.tr("Prepared show"))
        self.back.clicked.connect(show.previous)
        self.on.clicked.connect(show.next)
        self.end.clicked.connect(show.end)
        show.changed.connect(self._refresh)
        self._refresh()

    @property
    def words(self) -> tuple[str, str]:
        """The number and the note that are shown."""
        return self._number.text(), self._note.text()

    def _refresh(self) -> None:
        show, scene = self._show, self._show.scene
        self.setVisible(scene is not None)
        if scene is None:
            return
        self._number.setText(self.tr("{} of {}").format(show.place + 1, len(show.scenes)))
        self._note.setText(scene.note)
        self.back.setEnabled(show.place > 0)
        self.on.setEnabled(show.place + 1 < len(show.scenes))

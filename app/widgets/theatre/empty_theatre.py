"""The theatre before anything is learned: what is so, and the two ways on."""

from __future__ import annotations

from PySide6.QtCore import Signal

from app.look.theme import Appearance
from app.widgets.basics.controls import PushButton
from app.widgets.basics.empty_state import EmptyState


class EmptyTheatre(EmptyState):
    """`train_asked` and `open_asked` are wishes."""

    train_asked = Signal()
    open_asked = Signal()

    def __init__(self, appearance: Appearance) -> None:
        self._train = PushButton(appearance, self.tr("Train"), "train", primary=True)
        open_file = PushButton(appearance, self.tr("Open tokenizer..."), "open")
        super().__init__(appearance, "train", "", "", (self._train, open_file))
        self._train.clicked.connect(self.train_asked)
        open_file.clicked.connect(self.open_asked)
        self.show_running(False)

    def show_running(self, running: bool) -> None:
        """Whether a training has begun that has nothing to show yet."""
        if running:
            title = self.tr("Learning begins in a moment")
            sentence = self.tr("On a first start the compiled loops are prepared before it.")
        else:
            title = self.tr("Nothing learned yet")
            sentence = self.tr("Train on the checked texts, or open a tokenizer to look inside.")
        self.say(title, sentence)
        self._train.setEnabled(not running)

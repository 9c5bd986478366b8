"""An error that stays in the message bar goes once the same part of the program has succeeded."""

from __future__ import annotations

from PySide6.QtCore import QObject, SignalInstance

from app.sentences import said
from app.widgets.window.message_bar import MessageBar
from engine.errors import EngineError


class StaleErrors(QObject):
    """Follows one part: what it has `failed` with is withdrawn when any of `succeeded` comes.

    Errors in the program itself stay, for they are to be reported.
    """

    def __init__(
        self, bar: MessageBar, failed: SignalInstance, succeeded: tuple[SignalInstance, ...], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._bar = bar
        self._sentences: list[str] = []
        failed.connect(self._on_failed)
        for signal in succeeded:
            signal.connect(self._on_succeeded)

    def _on_failed(self, error: BaseException) -> None:
        if isinstance(error, EngineError):
            self._sentences.append(said(error))

    def _on_succeeded(self, *_: object) -> None:
        for sentence in self._sentences:
            self._bar.withdraw(sentence)
        self._sentences.clear()

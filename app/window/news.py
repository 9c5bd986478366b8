"""What the window tells in its message bar: news, how a training ended, and errors with what can be done about them."""

from __future__ import annotations

import traceback
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from app.log import log, log_folder
from app.sentences import said
from app.session import Session
from app.widgets.steps.step_lists import end_sentence
from app.widgets.window.message_bar import Message, MessageBar
from app.widgets.window.stale_errors import StaleErrors
from engine.errors import EngineError


class WindowNews(QObject):
    """Puts sentences into `bar`."""

    def __init__(self, session: Session, bar: MessageBar, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._bar = bar
        self._end_said = ""
        bar.details_asked.connect(self._copy_details)
        session.failed.connect(self.show_error)
        session.run.running_changed.connect(self._on_running_changed)
        session.run.finished.connect(self._on_finished)
        for state in (session.grid, session.vocabulary, session.tradeoffs, session.cuts):
            state.exported.connect(self.say_saved)
            StaleErrors(bar, state.failed, (state.exported,), self)
        library, replaced = session.tokenizers, session.run.history_replaced
        StaleErrors(bar, library.failed, (library.opened, library.saved), self)
        for learner in (session.run, session.merges):
            StaleErrors(bar, learner.failed, (replaced,), self)

    def say(self, text: str, kind: str = "news") -> None:
        self._bar.show_message(Message(text, kind))

    def say_saved(self, path: Path) -> None:
        self.say(self.tr("Saved {}.").format(path.name))

    def show_error(self, error: BaseException) -> None:
        """An error of the engine is a sentence already; anything else is ours, and has details to report."""
        if isinstance(error, EngineError):
            self.say(said(error), "error")
            return
        log.error("a job failed", exc_info=error)
        if isinstance(error, MemoryError):
            text = self.tr(
                "The memory is not enough for this. Take less text or a smaller vocabulary, or close something."
            )
            self.say(f"{text} {self.tr('What was loaded and learned is kept.')}", "error")
            return
        details = "".join(traceback.format_exception(error))
        text = self.tr("This failed by an error in the program: {}. What was loaded and learned is kept.")
        what = f"{type(error).__name__} {error}".strip()
        self._bar.show_message(Message(text.format(what), "error", details=details))

    def _copy_details(self, details: str) -> None:
        QApplication.clipboard().setText(details)
        self.say(self.tr("The details are in the clipboard. The log is in {}.").format(log_folder()))

    def _on_running_changed(self, running: bool) -> None:
        """How the last training ended is no news once another one begins."""
        if running:
            self._bar.withdraw(self._end_said)

    def _on_finished(self, reason: str) -> None:
        history = self._session.run.history
        self._end_said = end_sentence(history, reason) if history.words is not None else ""
        if self._end_said:
            self.say(self._end_said)

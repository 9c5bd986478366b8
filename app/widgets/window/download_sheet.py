"""The sheet that gets a tokenizer by name: a name, a test of the connection, the download with its progress."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QPaintEvent, QPen
from PySide6.QtWidgets import QCompleter, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.look.theme import Appearance
from app.state.tokenizers.tokenizer_download import TokenizerDownload
from app.widgets.basics.controls import Label, Panel, PushButton, ToolButton, spaced
from app.widgets.basics.keyboard_guest import KeyboardGuest
from app.widgets.basics.painter import Painter
from app.widgets.basics.progress_row import ProgressRow
from app.widgets.basics.sentence import Sentence
from engine.published.download_names import names_to_fetch

_WIDTH = 130
_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)


class DownloadSheet(KeyboardGuest, Panel):
    """Lies over the window at its top, and blocks nothing; Enter gets the tokenizer, Escape cancels, then closes."""

    def __init__(self, appearance: Appearance, window: QWidget, download: TokenizerDownload) -> None:
        super().__init__(appearance)
        self.setParent(window)
        self._window = window
        self._download = download
        self.setAccessibleName(self.tr("Get a tokenizer by name"))
        self._build()
        self._connect()
        self.hide()

    def _build(self) -> None:
        look = self._appearance
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Qwen/Qwen3-0.6B, p50k_base, ..."))
        self.field.setAccessibleName(self.tr("Name of a tokenizer"))
        self.field.setClearButtonEnabled(True)
        completer = QCompleter(list(names_to_fetch()), self.field)
        completer.setCompletionMode(QCompleter.CompletionMode.InlineCompletion)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.field.setCompleter(completer)
        self.field.installEventFilter(self)
        self.test = PushButton(look, self.tr("Test the connection"))
        self.test.setToolTip(self.tr("Asks the server how large the file is, for 5 seconds at most; nothing is kept"))
        self.get = PushButton(look, self.tr("Get it"), primary=True)
        self.get.setToolTip(self.tr("Downloads one file over TLS, checks its hash, and takes it into the shelf"))
        self.close_button = ToolButton(look, "close", tip=self.tr("Close"), plain=True)
        self.sentence = Sentence(look)
        self.progress = ProgressRow(look)
        head, row, column = QHBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        head.addWidget(Label(look, self.tr("Get a tokenizer by name"), "heading", bold=True), 1)
        head.addWidget(self.close_button)
        row.addWidget(self.field, 1)
        row.addWidget(self.test)
        row.addWidget(self.get)
        source = self.tr(
            "A repository of huggingface.co that has a tokenizer.json, or an encoding that OpenAI publishes. Only the name is "
            "sent. What is fetched stays on this computer and works without a network."
        )
        for layout in (head, row):
            spaced(layout, look, (0, 0, 0, 0), 2)
            column.addLayout(layout)
        for part in (Label(look, source, "caption", second=True, wrap=True), self.sentence, self.progress):
            column.addWidget(part)
        spaced(column, look, (4, 3, 3, 4), 2.5)

    def _connect(self) -> None:
        download = self._download
        download.changed.connect(self.refresh)
        self.test.clicked.connect(lambda: download.look(self.field.text()))
        self.get.clicked.connect(lambda: download.fetch(self.field.text()))
        self.progress.cancelled.connect(download.cancel)
        self.close_button.clicked.connect(self.close_sheet)
        self.field.textChanged.connect(lambda _text: self.refresh())
        self._appearance.changed.connect(self._place)
        self._window.installEventFilter(self)

    # -- what is shown -----------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Show it and take the keyboard."""
        self.refresh()
        self.show()
        self.raise_()
        self._place()
        self.field.setFocus()
        self.field.selectAll()

    def refresh(self) -> None:
        """Show what the download is doing."""
        download = self._download
        for button in (self.test, self.get):
            button.setEnabled(bool(self.field.text().strip()) and not download.busy)
        self.sentence.say(download.sentence, "error" if download.failed else "text")
        self.sentence.setVisible(bool(download.sentence))
        self.progress.setVisible(download.busy)
        if download.busy:
            self._show_progress()
        self._place()

    def _show_progress(self) -> None:
        progress = self._download.progress
        if progress is None:
            self.progress.show_progress(self.tr("Asking the server"), None)
            return
        detail = f"{progress.done / 1e6:,.1f} MB" + (
            self.tr(" of {:,.1f} MB").format(progress.total / 1000000.0) if progress.total else ""
        )
        self.progress.show_progress(
            self.tr("Fetching {}").format(progress.stage.removeprefix("Fetching ")),
            progress.share if progress.total else None,
            detail,
        )

    def _place(self) -> None:
        """At the top of the window, below menu and shelf, as high as its words need."""
        if self.isHidden():
            return
        metrics, window = self._appearance.metrics, self._window
        width = min(metrics.units(_WIDTH), window.width() - metrics.units(8))
        height = max(self.heightForWidth(width), self.minimumSizeHint().height())
        self.setGeometry((window.width() - width) // 2, metrics.units(22), width, height)

    # -- the user ----------------------------------------------------------------------------------------------------

    def close_sheet(self) -> bool:
        """Close it; a download goes on. False if it was not open."""
        if self.isHidden():
            return False
        self.hide()
        return True

    def put_away(self) -> None:
        """Escape: first what is under way."""
        if self._download.busy:
            self._download.cancel()
        else:
            self.close_sheet()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window:
            if event.type() == QEvent.Type.Resize:
                self._place()
            return False
        if not isinstance(event, QKeyEvent) or event.key() not in _KEYS:
            return super().eventFilter(watched, event)
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()  # else the window's own keys would take it
            return True
        if event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Escape:
                self.put_away()
            elif self.get.isEnabled():
                self.get.click()
            return True
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        with Painter(self) as painter:
            painter.setPen(QPen(self._appearance.theme.control_border, 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

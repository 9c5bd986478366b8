"""A tokenizer that is asked for by name, as a user does it: from the menu or the shelf, with a test, a cancel, a refusal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.main_window import MainWindow
from app.session import Session
from app.widgets.window.download_sheet import DownloadSheet
from engine.presets import load_preset
from engine.published.download_names import Servers
from engine.published.downloaded import FOLDER_VARIABLE
from tests.download_server import DownloadServer, Reply, download_server
from tests.engine.test_backends import library_file

NAME = "somebody/words"
PATH = f"/{NAME}/resolve/main/tokenizer.json"
CONTENT = json.dumps(library_file("wordpiece")).encode()


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[DownloadServer]:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "downloads"))
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    load_preset.cache_clear()
    with download_server() as running:
        running.replies[PATH] = Reply(CONTENT)
        yield running
    load_preset.cache_clear()


@pytest.fixture
def sheet(qtbot: QtBot, session: Session, appearance: Appearance, server: DownloadServer) -> DownloadSheet:
    session.download.servers = Servers(server.address, server.address)
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1280, 800)
    made = DownloadSheet(appearance, window, session.download)
    window.show()
    made.open()
    return made


def ask(qtbot: QtBot, sheet: DownloadSheet, name: str = NAME) -> None:
    sheet.field.clear()
    qtbot.keyClicks(sheet.field, name)


def test_a_tokenizer_is_fetched_into_the_shelf(qtbot: QtBot, session: Session, sheet: DownloadSheet) -> None:
    assert not sheet.get.isEnabled()
    ask(qtbot, sheet)
    # WHEN the connection is tested  THEN the sheet says what is there, and keeps nothing
    qtbot.mouseClick(sheet.test, Qt.MouseButton.LeftButton)
    assert sheet.progress.isVisible()
    qtbot.waitUntil(lambda: not session.download.busy)
    assert sheet.sentence.text() == f"127.0.0.1 has {NAME}: 0.0 MB, no hash is published for it."
    assert session.tokenizers.entry(NAME) is None
    # WHEN Enter is pressed  THEN it comes into the shelf and is selected
    with qtbot.waitSignal(session.download.fetched):
        qtbot.keyClick(sheet.field, Qt.Key.Key_Return)
    assert sheet.sentence.text() == f"{NAME} is here and in the shelf."
    qtbot.waitUntil(lambda: session.tokenizers.selected == NAME)
    entry = session.tokenizers.entry(NAME)
    assert entry is not None
    assert entry.checked
    # WHEN it is asked for again  THEN no server is needed
    with qtbot.waitSignal(session.download.fetched):
        session.download.servers = Servers("http://127.0.0.1:1", "http://127.0.0.1:1")
        session.download.fetch(NAME)
    assert sheet.sentence.text() == f"{NAME} is on this computer already (this program's downloads)."


def test_a_refusal_is_said_in_the_sheet(
    qtbot: QtBot, session: Session, sheet: DownloadSheet, server: DownloadServer
) -> None:
    server.replies[PATH] = Reply(status=401)
    ask(qtbot, sheet)
    qtbot.mouseClick(sheet.get, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: session.download.failed)
    assert "it asks for an account that has accepted its terms" in sheet.sentence.text()
    assert sheet.sentence.isVisible()
    assert not sheet.progress.isVisible()
    ask(qtbot, sheet, "no name")
    qtbot.keyClick(sheet.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: session.download.failed)
    assert sheet.sentence.text().startswith('"no name" cannot be fetched. A name is a repository')


def test_escape_cancels_and_then_closes(
    qtbot: QtBot, session: Session, sheet: DownloadSheet, server: DownloadServer, tmp_path: Path
) -> None:
    server.replies[PATH] = Reply(CONTENT[:50], announced=len(CONTENT), silence=True)
    ask(qtbot, sheet)
    qtbot.mouseClick(sheet.get, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: session.download.progress is not None)
    assert sheet.progress.title.text() == f"Fetching {NAME}"
    qtbot.keyClick(sheet.field, Qt.Key.Key_Escape)
    assert sheet.sentence.text() == "Given up. Nothing was kept."
    assert not session.download.busy
    server.over.set()
    qtbot.waitUntil(lambda: not (tmp_path / "downloads").exists())
    qtbot.keyClick(sheet.field, Qt.Key.Key_Escape)
    assert not sheet.isVisible()


def test_menu_and_shelf_open_it(qtbot: QtBot, session: Session, appearance: Appearance, server: DownloadServer) -> None:
    window = MainWindow(session, appearance)
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    window.actions_by_name["get"].trigger()
    assert window.sheets.download.isVisible()
    window.actions_by_name["cancel"].trigger()
    assert not window.sheets.download.isVisible()
    action = next(action for action in window.shelf.add.menu().actions() if "by name" in action.text())
    action.trigger()
    assert window.sheets.download.isVisible()
    assert window.sheets.download.geometry().right() < window.width()
    window.sheets.download.close_button.click()
    assert not window.sheets.download.isVisible()

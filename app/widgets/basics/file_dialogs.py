"""Asking for files: one function for each question, so that a test can answer in the dialog's place."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget


def ask_open_files(parent: QWidget, title: str, kinds: str = "") -> list[Path]:
    """Files to open; none if the user changes their mind."""
    names, _ = QFileDialog.getOpenFileNames(parent, title, "", kinds)
    return [Path(name) for name in names]


def ask_save_as(parent: QWidget, title: str, proposal: str, kinds: Mapping[str, str]) -> tuple[Path, str] | None:
    """Where to save, and as which kind: `kinds` are names and what the dialog calls them."""
    name, chosen = QFileDialog.getSaveFileName(parent, title, proposal, ";;".join(kinds.values()))
    if not name:
        return None
    return Path(name), next((kind for kind, words in kinds.items() if words == chosen), next(iter(kinds)))


def ask_folder(parent: QWidget, title: str) -> Path | None:
    name = QFileDialog.getExistingDirectory(parent, title)
    return Path(name) if name else None


def ask_save_file(parent: QWidget, title: str, proposal: str, kinds: str) -> Path | None:
    """Where to save."""
    name, _ = QFileDialog.getSaveFileName(parent, title, proposal, kinds)
    return Path(name) if name else None

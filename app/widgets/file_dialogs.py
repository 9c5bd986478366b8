"""Asking for files: one function for each question, so that a test can answer in the dialog's place."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget


def ask_open_files(parent: QWidget, title: str, kinds: str = "") -> list[Path]:
    """Files to open; none if the user changes their mind."""
    names, _ = QFileDialog.getOpenFileNames(parent, title, "", kinds)
    return [Path(name) for name in names]


def ask_folder(parent: QWidget, title: str) -> Path | None:
    name = QFileDialog.getExistingDirectory(parent, title)
    return Path(name) if name else None


def ask_save_file(parent: QWidget, title: str, proposal: str, kinds: str) -> Path | None:
    """Where to save."""
    name, _ = QFileDialog.getSaveFileName(parent, title, proposal, kinds)
    return Path(name) if name else None

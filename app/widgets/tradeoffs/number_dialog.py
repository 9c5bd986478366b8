"""Asking for a number: one function, so that a test can answer in the dialog's place."""

from __future__ import annotations

from PySide6.QtWidgets import QInputDialog, QWidget


def ask_number(parent: QWidget, title: str, label: str, value: str) -> str:
    """What is typed, as it is; empty if the user changes their mind."""
    text, accepted = QInputDialog.getText(parent, title, label, text=value)
    return text if accepted else ""

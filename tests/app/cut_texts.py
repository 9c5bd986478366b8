"""What does not fit: for tests that look at the whole window."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPushButton, QToolButton, QWidget


def cut_texts(window: QWidget) -> list[str]:
    """Texts of visible controls that need more room than they have."""
    cut = []
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or widget.visibleRegion().isEmpty():
            continue
        if isinstance(widget, QLabel) and widget.text() and widget.wordWrap():
            if widget.heightForWidth(widget.width()) > widget.height() + 1:
                cut.append(f"{widget.text()!r} needs {widget.heightForWidth(widget.width())}, has {widget.height()}")
        elif isinstance(widget, QLineEdit):
            needs = widget.fontMetrics().horizontalAdvance(widget.text())
            if needs > widget.width():
                cut.append(f"{widget.text()!r} needs {needs}, has {widget.width()}")
        elif isinstance(widget, QLabel | QPushButton | QToolButton | QComboBox):
            text = widget.currentText() if isinstance(widget, QComboBox) else widget.text()
            if text and widget.width() < widget.minimumSizeHint().width():
                cut.append(f"{text!r} needs {widget.minimumSizeHint().width()}, has {widget.width()}")
    return cut
